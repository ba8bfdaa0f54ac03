//! `[a, b, ...]` whose items have no common type, in a function that only reads it: it is a tuple there.

use super::displays::have_common_type;
use crate::builtins::literals::UNROLL;
use crate::host::{FuncId, Host};
use crate::value::Val;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;

/// How an operation reads a list.
#[derive(PartialEq, Eq)]
enum Read {
    /// As a tuple can be read.
    Plain,
    /// As `literal_unroll`, which asks for a tuple.
    Unrolled,
}

/// Whether all that is done with the list that an operation makes can be done with a tuple, and nothing but a tuple will do.
pub fn is_only_read(
    body: &Untyped,
    vals: &SecondaryMap<Value, Val>,
    host: (&mut dyn Host, FuncId),
    display: Inst,
    items: &[Val],
) -> bool {
    let made = body.insts[display].results[0];
    let mixed = !have_common_type(items);
    if !mixed && !body.insts.values().any(|data| matches!(data.op, Op::Call { .. }) && data.args[1..].contains(&made)) {
        return false;
    }
    let mut look = Look { body, vals, host: host.0, func: host.1, seen: Vec::new() };
    let Some(reads) = look.reads_of(made) else { return false };
    mixed || reads.contains(&Read::Unrolled) || look.is_beside_mixed(made)
}

/// Whether a builtin function does with a tuple what it does with a list, where that is its first argument or another one.
fn reads(key: &str, is_first: bool) -> bool {
    match key {
        "builtins.zip" | "builtins.map" | "builtins.filter" => true,
        "builtins.all" | "builtins.any" | "builtins.enumerate" | "builtins.iter" | "builtins.len" => is_first,
        "builtins.max" | "builtins.min" | "builtins.reversed" | "builtins.sorted" | "builtins.sum" => is_first,
        "builtins.tuple" => is_first,
        _ => false,
    }
}

/// Looks at the uses of a value.
struct Look<'a> {
    body: &'a Untyped,
    vals: &'a SecondaryMap<Value, Val>,
    host: &'a mut dyn Host,
    func: FuncId,
    /// The values whose uses have been looked at.
    seen: Vec<Value>,
}

impl Look<'_> {
    /// How a value is read; None where something else is done with it.
    fn reads_of(&mut self, made: Value) -> Option<Vec<Read>> {
        let mut reads = Vec::new();
        if self.seen.contains(&made) {
            return Some(reads);
        }
        self.seen.push(made);
        for &block in &self.body.layout {
            let data = &self.body.blocks[block];
            let (mut uses, mut joins) = (0, Vec::new());
            data.term.visit_uses(|value| uses += usize::from(value == made));
            for target in data.term.targets() {
                let params = &self.body.blocks[target.block].params;
                joins.extend(target.args.iter().zip(params).filter(|(arg, _)| **arg == made).map(|(_, param)| *param));
            }
            if uses != joins.len() {
                return None;
            }
            for param in joins {
                reads.extend(self.reads_of(param)?);
            }
            for &inst in data.insts.iter().filter(|inst| self.body.insts[**inst].args.contains(&made)) {
                reads.push(self.read(inst, made)?);
            }
        }
        Some(reads)
    }

    fn read(&mut self, inst: Inst, made: Value) -> Option<Read> {
        let data = &self.body.insts[inst];
        let is_first = data.args.first() == Some(&made);
        match data.op {
            Op::GetIter {} => Some(Read::Plain),
            Op::GetItem {} if is_first && self.is_constant(data.args[1]) => Some(Read::Plain),
            Op::Contains { .. } if !is_first => Some(Read::Plain),
            Op::Call { .. } if self.joins(data.args[0]) => Some(Read::Plain),
            Op::Call { ref names } if !is_first => match &*self.callee(data.args[0])? {
                UNROLL if data.args.len() == 2 => Some(Read::Unrolled),
                key if key.starts_with("overload.") => Some(Read::Plain),
                "builtins.max" | "builtins.min" if data.args.len() - names.len() > 2 => None,
                key if reads(key, data.args[1] == made) => Some(Read::Plain),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is an argument of `zip` beside a display whose items have no common type: only tuples can be put together with that.
    fn is_beside_mixed(&mut self, made: Value) -> bool {
        let body = self.body;
        let mut calls = body.insts.values().filter(|data| data.args.contains(&made));
        let Some(InstData { op: Op::Call { .. }, args, .. }) = calls.next() else { return false };
        let is_mixed = |arg: &&Value| {
            let made_by = body.insts.values().find(|data| data.results.contains(arg));
            made_by.is_some_and(|data| {
                let items: Vec<Val> = data.args.iter().map(|item| self.vals[*item]).collect();
                matches!(data.op, Op::BuildList {} | Op::BuildTuple {}) && !have_common_type(&items)
            })
        };
        args[1..].iter().any(|arg| is_mixed(&arg)) && self.callee(args[0]).as_deref() == Some("builtins.zip")
    }

    /// Whether a function is `separator.join`.
    fn joins(&self, function: Value) -> bool {
        match self.vals[function].ty.kind() {
            Kind::BoundMethod { receiver, name } => receiver.unliteral() == Ty::string() && &**name == "join",
            _ => false,
        }
    }

    fn is_constant(&self, value: Value) -> bool {
        self.definition(value).is_some_and(|op| matches!(op, Op::Const { .. }))
    }

    fn definition(&self, value: Value) -> Option<&Op> {
        self.body.insts.values().find(|data| data.results.contains(&value)).map(|data| &data.op)
    }

    /// The key of the function that is called, which may be a global that is read behind the display.
    fn callee(&mut self, value: Value) -> Option<Name> {
        let mut ty = self.vals[value].ty;
        if self.vals[value].is_undefined() {
            ty = match self.definition(value).cloned() {
                Some(Op::Global { name }) => self.host.global(self.func, &name)?.ty,
                Some(Op::Free { name }) => self.host.free(self.func, &name)?.ty,
                _ => return None,
            };
        }
        match ty.kind() {
            Kind::Function(object) => self.host.key(object.id),
            _ => None,
        }
    }
}
