//! `[a, b, ...]` whose items have no common type, in a function that only reads it: it is a tuple there.

use super::displays::have_common_type;
use crate::builtins::literals::UNROLL;
use crate::host::{FuncId, Host};
use crate::value::Val;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::Kind;
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
    mixed || reads.contains(&Read::Unrolled)
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
            Op::BuildMap {} if !data.args.iter().step_by(2).any(|key| *key == made) => Some(Read::Plain),
            Op::Call { .. } if data.args.len() == 2 && !is_first => match &*self.callee(data.args[0])? {
                "builtins.len" => Some(Read::Plain),
                UNROLL => Some(Read::Unrolled),
                key if key.starts_with("overload.") => Some(Read::Plain),
                _ => None,
            },
            Op::Call { .. } if !is_first && self.callee(data.args[0])?.starts_with("overload.") => Some(Read::Plain),
            _ => None,
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
