//! Makes the text of a field of an f-string where its value is chosen, when one of the values is a constant text and another is none:
//! `f"{n if n > 1 else ''}"` has values of two types, but texts in both cases.

use super::{Canon, Edge};
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, Terminator, Value};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// A field whose value is a parameter of its block.
struct Field {
    block: Block,
    /// Which parameter it is.
    index: usize,
    /// The operation that makes the text.
    format: Inst,
    /// The constants that it has behind the value.
    constants: SmallVec<[Inst; 1]>,
}

pub(super) fn into_branches(canon: &mut Canon) {
    let (uses, incoming) = (canon.uses(), canon.incoming());
    for k in 1..canon.reached.len() {
        let block = canon.reached[k];
        if let Some(field) = field_of_param(canon, block, &uses)
            && is_worthwhile(canon, &field, &incoming[block])
        {
            move_up(canon, &field, &incoming[block]);
        }
    }
}

/// The field that a block begins with, whose value nothing else uses.
fn field_of_param(canon: &Canon, block: Block, uses: &SecondaryMap<Value, u32>) -> Option<Field> {
    let (data, insts) = (&canon.func.blocks[block], &canon.func.insts);
    let format = *data.insts.iter().find(|&&inst| !matches!(insts[inst].op, Op::Const { .. }))?;
    let Op::Format { .. } = insts[format].op else { return None };
    let (value, rest) = insts[format].args.split_first()?;
    let value = canon.resolve(*value);
    let index = data.params.iter().position(|&param| param == value)?;
    if uses[value] != 1 {
        return None;
    }
    let makes = |value: &Value| {
        let own = data.insts.iter().find(|&&inst| insts[inst].results.first() == Some(&canon.resolve(*value)))?;
        matches!(insts[*own].op, Op::Const { .. }).then_some(*own)
    };
    let constants = rest.iter().map(makes).collect::<Option<_>>()?;
    Some(Field { block, index, format, constants })
}

/// Whether some ways to the block bring a constant text, and others do not; all of them lead nowhere else, and have its handler.
fn is_worthwhile(canon: &Canon, field: &Field, edges: &[Edge]) -> bool {
    let handler = canon.func.blocks[field.block].handler;
    let leads_here = |edge: &Edge| {
        let from = &canon.func.blocks[edge.0];
        let same_handler = from.handler == handler || !canon.raises[edge.0];
        edge.0 != field.block && same_handler && matches!(from.term, Terminator::Jump(_))
    };
    let is_text = |edge: &Edge| is_text(canon, canon.argument(*edge, field.index));
    edges.iter().all(leads_here) && edges.iter().any(is_text) && !edges.iter().all(is_text)
}

fn is_text(canon: &Canon, value: Value) -> bool {
    let made = |inst: &Inst| canon.func.insts[*inst].results.first() == Some(&value);
    let mut all = canon.reached.iter().flat_map(|&block| &canon.func.blocks[block].insts);
    let Some(inst) = all.find(|inst| made(inst)) else { return false };
    matches!(&canon.func.insts[*inst].op, Op::Const { value: Const::Str(_) })
}

/// Makes the text on each way to the block.
fn move_up(canon: &mut Canon, field: &Field, edges: &[Edge]) {
    let handler = canon.func.blocks[field.block].handler;
    for &edge in edges {
        let mut args: SmallVec<[Value; 2]> = SmallVec::from_slice(&[canon.argument(edge, field.index)]);
        for &constant in &field.constants {
            args.push(copied(canon, edge.0, constant, &[]));
        }
        let text = copied(canon, edge.0, field.format, &args);
        if let Some(target) = canon.func.blocks[edge.0].term.targets_mut().into_iter().next() {
            target.args[field.index] = text;
        }
        canon.func.blocks[edge.0].handler = handler;
        canon.raises[edge.0] = true;
    }
    let param = canon.func.blocks[field.block].params[field.index];
    let text = canon.func.insts[field.format].results[0];
    canon.func.blocks[field.block].insts.retain(|inst| *inst != field.format);
    canon.replace(text, param);
}

/// Appends an operation with other operands to a block; its result.
fn copied(canon: &mut Canon, block: Block, inst: Inst, args: &[Value]) -> Value {
    let mut data = canon.func.insts[inst].clone();
    let result = canon.func.values[data.results[0]].clone();
    data.results = SmallVec::from_slice(&[canon.func.values.push(result)]);
    data.args = args.iter().copied().collect();
    let result = data.results[0];
    let inst = canon.func.insts.push(data);
    canon.func.blocks[block].insts.push(inst);
    result
}
