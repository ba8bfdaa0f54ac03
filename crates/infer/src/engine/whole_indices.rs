//! Floats as indices that may be integers in Python: those that come from containers and fields, where integers that meet floats become
//! floats. `motion = [[1, 0, 1], [1, 1, 2 ** 0.5]]` holds floats in compiled code, and `grid[x + motion[k][0]]` an integer in Python.

use super::Engine;
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_ops::{BinOp, CmpOp, UnOp};
use coluber_types::{Kind, Ty};

/// How far a number is followed.
const DEPTH: u32 = 24;

/// The operand of an operation that is the index.
const INDEX: usize = 1;

impl Engine<'_> {
    /// Types an operation with an index, in which floats that may be integers in Python are integers.
    pub(super) fn with_whole_index(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        operation: impl FnOnce(&mut Self, &[Val]) -> Result<Resolved>,
    ) -> Result<Resolved> {
        let Some(whole) = self.whole_index(body, inst, v) else { return operation(self, v) };
        let mut vals = v.to_vec();
        vals[INDEX] = Val::weak(whole);
        let found = operation(self, &vals)?;
        let wrong = wrong(indexed(v[0].ty));
        Ok(crate::instances::with_operands(found, move |e, a| {
            let mut operands = a.to_vec();
            operands[INDEX] = as_whole(e, a[INDEX], whole, wrong);
            operands
        }))
    }

    /// The type of an index with integers for floats; None where it has no such floats.
    fn whole_index(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Option<Ty> {
        let of = indexed(v[0].ty);
        let is_sequence =
            of.is_array() || matches!(of.kind(), Kind::List { .. }) || crate::strings::Family::of(of).is_some();
        let index = body.insts[inst].args[INDEX];
        let mut numbers = Numbers { engine: self, body, seen: Vec::new() };
        if !is_sequence {
            return None;
        }
        if v[INDEX].ty.is_float() {
            return numbers.may_be_whole(index, DEPTH).then(Ty::int64);
        }
        let items = v[INDEX].ty.tuple_items().filter(|items| items.iter().any(|ty| ty.is_float()))?;
        let parts = &numbers.definition(index).filter(|data| matches!(data.op, Op::BuildTuple {}))?.args;
        let whole = items.iter().zip(parts).map(|(&ty, &part)| match ty.is_float() {
            true => numbers.may_be_whole(part, DEPTH).then(Ty::int64),
            false => Some(ty),
        });
        Some(Ty::tuple(whole.collect::<Option<Vec<_>>>()?))
    }
}

/// What is indexed, where it may be None.
fn indexed(of: Ty) -> Ty {
    match of.kind() {
        Kind::Optional(inner) => *inner,
        _ => of,
    }
}

/// The exception of a float as an index, and its text in CPython and NumPy.
fn wrong(of: Ty) -> (&'static str, &'static str) {
    const OF_ARRAYS: &str = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices";
    match of.kind() {
        Kind::Array { .. } => ("IndexError", OF_ARRAYS),
        Kind::List { .. } => ("TypeError", "list indices must be integers or slices, not float"),
        Kind::Bytes => ("TypeError", "byte indices must be integers or slices, not float"),
        _ => ("TypeError", "string indices must be integers, not 'float'"),
    }
}

/// An index with integers for floats, which must be whole numbers; else this exception is raised.
fn as_whole(e: &mut Emitter<'_>, index: Value, whole: Ty, wrong: (&str, &str)) -> Value {
    if let Some(items) = whole.tuple_items() {
        let parts = e.parts(index);
        let parts: Vec<Value> =
            parts.into_iter().zip(items).map(|(part, &item)| as_whole(e, part, item, wrong)).collect();
        return e.pack(&parts, whole);
    }
    let ty = e.ty(index);
    if !ty.is_float() {
        return index;
    }
    let number = e.coerce(index, whole);
    let back = e.coerce(number, ty);
    let ok = e.compare(CmpOp::Eq, back, index);
    e.guard(wrong.0, wrong.1, ok);
    number
}

/// Looks for where numbers come from.
struct Numbers<'e, 'b, 'h> {
    engine: &'e mut Engine<'h>,
    body: &'b Untyped,
    /// Parameters of blocks that are looked at.
    seen: Vec<Value>,
}

impl<'b> Numbers<'_, 'b, '_> {
    fn definition(&self, value: Value) -> Option<&'b InstData<Op>> {
        let body: &'b Untyped = self.body;
        body.insts.values().find(|data| data.results.contains(&value))
    }

    fn ty(&self, value: Value) -> Ty {
        self.engine.typing.vals[value].ty
    }

    /// Whether a value is an integer, or a float that may be one in Python.
    fn is_number(&mut self, value: Value, depth: u32) -> bool {
        let ty = self.ty(value).unliteral();
        ty.is_int() || ty == Ty::boolean() || ty.is_float() && self.may_be_whole(value, depth)
    }

    /// Whether a float may be an integer in Python.
    fn may_be_whole(&mut self, value: Value, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some(data) = self.definition(value) else { return self.is_merged(value, depth) };
        match &data.op {
            Op::GetItem {} | Op::IterValue {} | Op::Unpack { .. } => self.is_held(data.args[0], depth),
            Op::GetAttr { .. } => matches!(self.ty(data.args[0]).kind(), Kind::Instance(_)),
            Op::AsVariable { .. } | Op::Unary { op: UnOp::Neg | UnOp::Pos } => self.may_be_whole(data.args[0], depth),
            Op::Binary { op } | Op::Inplace { op } => {
                let keeps = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::FloorDiv | BinOp::Mod);
                keeps && data.args.iter().all(|arg| self.is_number(*arg, depth))
            }
            Op::Call { .. } => {
                self.is_chosen(data.args[0]) && data.args[1..].iter().all(|arg| self.is_number(*arg, depth))
            }
            _ => false,
        }
    }

    /// Whether what a container gives, or an iterator over one, may have been an integer when it was put there.
    fn is_held(&mut self, container: Value, depth: u32) -> bool {
        let ty = self.ty(container);
        // A tuple may be in one.
        is_container(ty) || matches!(ty.kind(), Kind::Tuple(_)) && self.may_be_whole(container, depth)
    }

    /// Whether a function gives one of the numbers that it is given.
    fn is_chosen(&mut self, function: Value) -> bool {
        match self.ty(function).kind() {
            Kind::Function(object) => {
                let key = self.engine.host.key(object.id);
                matches!(key.as_deref(), Some("builtins.abs" | "builtins.max" | "builtins.min"))
            }
            _ => false,
        }
    }

    /// Whether all that a parameter of a block may be are such numbers.
    fn is_merged(&mut self, param: Value, depth: u32) -> bool {
        if self.seen.contains(&param) {
            return true;
        }
        self.seen.push(param);
        let body = self.body;
        let block = body.layout.iter().find(|block| body.blocks[**block].params.contains(&param));
        let Some(&block) = block.filter(|block| **block != body.entry()) else { return false };
        let at = body.blocks[block].params.iter().position(|other| *other == param);
        let jumps = body.layout.iter().flat_map(|from| body.blocks[*from].term.targets());
        let brought: Vec<Value> =
            jumps.filter(|target| target.block == block).filter_map(|target| Some(target.args[at?])).collect();
        !brought.is_empty() && brought.into_iter().all(|value| self.is_number(value, depth))
    }
}

/// Whether a type is that of containers in which integers become floats, or of iterators over them.
fn is_container(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { .. } | Kind::Dict { .. } | Kind::ListIter(_) | Kind::DictIter { .. } | Kind::DictView { .. } => {
            true
        }
        Kind::Enumerate(inner) | Kind::Reversed(inner) => is_container(*inner),
        Kind::Zip(all) => all.iter().all(|ty| is_container(*ty)),
        _ => false,
    }
}
