//! Makes the text of a field of an f-string where its value is chosen, when one of the values is a constant and another is none:
//! `f"{n if n > 1 else ''}"` has values of two types, but texts in both cases. So has `int(text or 0)`, which is a number in both.

use super::{Canon, Edge};
use coluber_ir::py::Op;
use coluber_ir::{Block, BlockData, Const, Inst, Target, Terminator, Value};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// Functions that make one type of values of several ones.
const CONVERSIONS: &[&str] = &["bool", "float", "int", "len", "repr", "str"];

/// A field whose value is a parameter of its block, or the call of a function that converts one.
struct Field {
    block: Block,
    /// Which parameter it is.
    index: usize,
    /// The operation that makes the text.
    format: Inst,
    /// Its operands.
    operands: SmallVec<[Operand; 2]>,
}

/// An operand of the operation that makes the text.
enum Operand {
    /// The value.
    Chosen,
    /// A constant that the block makes.
    Constant(Inst),
    /// A value that is there before.
    Known(Value),
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
    if std::mem::take(&mut canon.changed_edges) {
        canon.find_reached();
    }
}

/// The field that a block begins with, whose value nothing else uses.
fn field_of_param(canon: &Canon, block: Block, uses: &SecondaryMap<Value, u32>) -> Option<Field> {
    let (data, insts) = (&canon.func.blocks[block], &canon.func.insts);
    let format = *data.insts.iter().find(|&&inst| !matches!(insts[inst].op, Op::Const { .. }))?;
    let args: SmallVec<[Value; 2]> = insts[format].args.iter().map(|arg| canon.resolve(*arg)).collect();
    let value = match &insts[format].op {
        Op::Format { .. } => *args.first()?,
        Op::Call { names } if names.is_empty() => *args.get(1)?,
        _ => return None,
    };
    let index = data.params.iter().position(|&param| param == value)?;
    let is_call = matches!(insts[format].op, Op::Call { .. });
    if uses[value] != 1 || is_call && !is_conversion(canon, args[0]) {
        return None;
    }
    let operand = |arg: &Value| {
        let own = data.insts.iter().find(|&&inst| insts[inst].results.first() == Some(arg));
        match own {
            _ if *arg == value => Operand::Chosen,
            Some(&own) => Operand::Constant(own),
            None => Operand::Known(*arg),
        }
    };
    let operands: SmallVec<[Operand; 2]> = args.iter().map(operand).collect();
    let is_param = |arg: &Value| *arg != value && data.params.contains(arg);
    (!args.iter().any(is_param)).then_some(Field { block, index, format, operands })
}

/// Whether a value is one of the functions that convert.
fn is_conversion(canon: &Canon, function: Value) -> bool {
    matches!(made_by(canon, function), Some(Op::Global { name }) if CONVERSIONS.contains(&&**name))
}

/// The operation that makes a value.
fn made_by(canon: &Canon, value: Value) -> Option<&Op> {
    let mut all = canon.reached.iter().flat_map(|&block| &canon.func.blocks[block].insts);
    let made = all.find(|inst| canon.func.insts[**inst].results.first() == Some(&value))?;
    Some(&canon.func.insts[*made].op)
}

/// Whether some ways to the block bring a constant, and others do not; what else can raise on them has the block's handler.
fn is_worthwhile(canon: &Canon, field: &Field, edges: &[Edge]) -> bool {
    let handler = canon.func.blocks[field.block].handler;
    let leads_here = |edge: &Edge| {
        let from = &canon.func.blocks[edge.0];
        let same_handler = from.handler == handler || !canon.raises[edge.0];
        edge.0 != field.block && (same_handler || !matches!(from.term, Terminator::Jump(_)))
    };
    let is_text = |edge: &Edge| is_constant(canon, field, canon.argument(*edge, field.index));
    edges.iter().all(leads_here) && edges.iter().any(is_text) && !edges.iter().all(is_text)
}

/// Whether a value is a constant: fields of f-strings are texts where they are constant texts.
fn is_constant(canon: &Canon, field: &Field, value: Value) -> bool {
    match made_by(canon, value) {
        Some(Op::Const { value: Const::Str(_) }) => true,
        Some(Op::Const { .. } | Op::BuildList {}) => matches!(canon.func.insts[field.format].op, Op::Call { .. }),
        _ => false,
    }
}

/// Makes the text on each way to the block.
fn move_up(canon: &mut Canon, field: &Field, edges: &[Edge]) {
    let handler = canon.func.blocks[field.block].handler;
    for &edge in edges {
        let chosen = canon.argument(edge, field.index);
        let from = way_to(canon, edge);
        let mut args: SmallVec<[Value; 2]> = SmallVec::new();
        for operand in &field.operands {
            args.push(match operand {
                Operand::Chosen => chosen,
                Operand::Constant(inst) => copied(canon, from, *inst, &[]),
                Operand::Known(value) => *value,
            });
        }
        let text = copied(canon, from, field.format, &args);
        if let Some(target) = canon.func.blocks[from].term.targets_mut().into_iter().next() {
            target.args[field.index] = text;
        }
        canon.func.blocks[from].handler = handler;
        canon.raises[from] = true;
    }
    let param = canon.func.blocks[field.block].params[field.index];
    let text = canon.func.insts[field.format].results[0];
    canon.func.blocks[field.block].insts.retain(|inst| *inst != field.format);
    canon.replace(text, param);
}

/// The block that an edge comes from, if it leads nowhere else; otherwise a new one between the two.
fn way_to(canon: &mut Canon, (from, k): Edge) -> Block {
    if matches!(canon.func.blocks[from].term, Terminator::Jump(_)) {
        return from;
    }
    let between = canon.func.blocks.push(BlockData::new());
    let span = canon.func.blocks[from].term_span;
    let to_new = Target { block: between, args: SmallVec::new() };
    let target =
        canon.func.blocks[from].term.targets_mut().into_iter().nth(k).map(|old| std::mem::replace(old, to_new));
    let data = &mut canon.func.blocks[between];
    data.term = target.map_or(Terminator::Unreachable, Terminator::Jump);
    data.term_span = span;
    canon.changed_edges = true;
    between
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
