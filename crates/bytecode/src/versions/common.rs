//! Instructions that are the same in all versions, and helpers for those that differ.

use crate::lift::{Flow, LiftFn, Lifter, Outcome, Slot};
use crate::tables::BinaryKind;
use crate::{CmpOp, Const, DecodeError, Name, Op, UnaryOp};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    variables(name)
        .or_else(|| operators(name))
        .or_else(|| containers(name))
        .or_else(|| control(name))
        .or_else(|| rest(name))
}

fn variables(name: &str) -> Option<LiftFn> {
    Some(match name {
        "LOAD_CONST" => |cx, arg| cx.load_const(arg),
        "LOAD_FAST" => |cx, arg| cx.load_fast(arg),
        "STORE_FAST" => |cx, arg| cx.store_fast(arg),
        "DELETE_FAST" => |cx, arg| cx.delete_fast(arg),
        "LOAD_CLOSURE" => |cx, arg| cx.deref(arg).and_then(|id| cx.apply(Op::LoadClosure(id))),
        "LOAD_DEREF" => |cx, arg| cx.deref(arg).and_then(|id| cx.apply(Op::LoadDeref(id))),
        "STORE_DEREF" => |cx, arg| cx.deref(arg).and_then(|id| cx.apply(Op::StoreDeref(id))),
        "DELETE_DEREF" => |cx, arg| cx.deref(arg).and_then(|id| cx.apply(Op::DeleteDeref(id))),
        "MAKE_CELL" => |cx, arg| cx.deref(arg).and_then(|id| cx.apply(Op::MakeCell(id))),
        "STORE_GLOBAL" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::StoreGlobal(name))),
        "DELETE_GLOBAL" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::DeleteGlobal(name))),
        "LOAD_NAME" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::LoadName(name))),
        "STORE_NAME" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::StoreName(name))),
        "DELETE_NAME" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::DeleteName(name))),
        "STORE_ATTR" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::StoreAttr(name))),
        "DELETE_ATTR" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::DeleteAttr(name))),
        "IMPORT_NAME" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::ImportName(name))),
        "IMPORT_FROM" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::ImportFrom(name))),
        _ => return None,
    })
}

fn operators(name: &str) -> Option<LiftFn> {
    Some(match name {
        "UNARY_NEGATIVE" => |cx, _| cx.apply(Op::Unary(UnaryOp::Negative)),
        "UNARY_NOT" => |cx, _| cx.apply(Op::Unary(UnaryOp::Not)),
        "UNARY_INVERT" => |cx, _| cx.apply(Op::Unary(UnaryOp::Invert)),
        "BINARY_OP" => binary_op,
        "BINARY_SUBSCR" => |cx, _| cx.apply(Op::Subscript),
        "STORE_SUBSCR" => |cx, _| cx.apply(Op::StoreSubscript),
        "DELETE_SUBSCR" => |cx, _| cx.apply(Op::DeleteSubscript),
        "IS_OP" => |cx, arg| cx.apply(Op::Is { invert: arg & 1 == 1 }),
        "CONTAINS_OP" => |cx, arg| cx.apply(Op::Contains { invert: arg & 1 == 1 }),
        "GET_LEN" => |cx, _| cx.apply(Op::GetLen),
        "MATCH_MAPPING" => |cx, _| cx.apply(Op::MatchMapping),
        "MATCH_SEQUENCE" => |cx, _| cx.apply(Op::MatchSequence),
        "MATCH_KEYS" => |cx, _| cx.apply(Op::MatchKeys),
        "MATCH_CLASS" => |cx, arg| cx.apply(Op::MatchClass { positional: arg }),
        _ => return None,
    })
}

fn containers(name: &str) -> Option<LiftFn> {
    Some(match name {
        "BUILD_TUPLE" => |cx, arg| cx.apply(Op::BuildTuple(arg)),
        "BUILD_LIST" => |cx, arg| cx.apply(Op::BuildList(arg)),
        "BUILD_SET" => |cx, arg| cx.apply(Op::BuildSet(arg)),
        "BUILD_MAP" => |cx, arg| cx.apply(Op::BuildMap(arg)),
        "BUILD_STRING" => |cx, arg| cx.apply(Op::BuildString(arg)),
        "BUILD_SLICE" => build_slice,
        "LIST_APPEND" => |cx, arg| add(cx, 1, arg, Op::ListAppend),
        "LIST_EXTEND" => |cx, arg| add(cx, 1, arg, Op::ListExtend),
        "SET_ADD" => |cx, arg| add(cx, 1, arg, Op::SetAdd),
        "SET_UPDATE" => |cx, arg| add(cx, 1, arg, Op::SetUpdate),
        "MAP_ADD" => |cx, arg| add(cx, 2, arg, Op::MapAdd),
        "DICT_MERGE" => |cx, arg| add(cx, 1, arg, Op::DictMerge),
        "DICT_UPDATE" => |cx, arg| add(cx, 1, arg, Op::DictUpdate),
        "UNPACK_SEQUENCE" => |cx, arg| cx.apply(Op::UnpackSequence(arg)),
        "UNPACK_EX" => |cx, arg| cx.apply(Op::UnpackEx { before: arg & 0xff, after: arg >> 8 }),
        _ => return None,
    })
}

fn control(name: &str) -> Option<LiftFn> {
    Some(match name {
        "NOP" | "RESUME" | "CACHE" | "COPY_FREE_VARS" => |_, _| Ok(Flow::Next),
        "POP_TOP" => |cx, _| cx.pop_top(),
        "PUSH_NULL" => |cx, _| cx.push_null().map(|()| Flow::Next),
        "COPY" => |cx, arg| cx.copy(arg),
        "SWAP" => |cx, arg| cx.swap(arg),
        "JUMP_FORWARD" => |cx, arg| cx.forward(arg).and_then(|target| cx.jump(target)),
        "JUMP_BACKWARD" | "JUMP_BACKWARD_NO_INTERRUPT" => |cx, arg| cx.backward(arg).and_then(|target| cx.jump(target)),
        "RETURN_VALUE" => |cx, _| cx.stop(Op::Return),
        "RAISE_VARARGS" => raise,
        "RERAISE" => |cx, _| cx.stop(Op::Reraise),
        "PUSH_EXC_INFO" => |cx, _| cx.apply(Op::PushExcInfo),
        "POP_EXCEPT" => |cx, _| cx.apply(Op::PopExcept),
        "CHECK_EXC_MATCH" => |cx, _| cx.apply(Op::CheckExcMatch),
        "WITH_EXCEPT_START" => |cx, _| cx.apply(Op::WithExceptStart),
        "BEFORE_WITH" => |cx, _| cx.apply(Op::BeforeWith),
        "GET_ITER" => |cx, _| cx.apply(Op::GetIter),
        "GET_YIELD_FROM_ITER" => |cx, _| cx.apply(Op::GetYieldFromIter),
        "YIELD_VALUE" => |cx, _| cx.apply(Op::Yield),
        // Its result, the None that starts a generator, is popped by the next instruction.
        "RETURN_GENERATOR" => |cx, _| cx.push_null().map(|()| Flow::Next),
        _ => return None,
    })
}

/// Parts of Python that no compiled function may contain.
fn rest(name: &str) -> Option<LiftFn> {
    Some(match name {
        "LOAD_BUILD_CLASS" => |cx, _| cx.unsupported("LOAD_BUILD_CLASS", 0, 1),
        "LOAD_LOCALS" => |cx, _| cx.unsupported("LOAD_LOCALS", 0, 1),
        "SETUP_ANNOTATIONS" => |cx, _| cx.unsupported("SETUP_ANNOTATIONS", 0, 0),
        "CHECK_EG_MATCH" => |cx, _| cx.unsupported("CHECK_EG_MATCH", 2, 2),
        "GET_AWAITABLE" => |cx, _| cx.unsupported("GET_AWAITABLE", 1, 1),
        "GET_AITER" => |cx, _| cx.unsupported("GET_AITER", 1, 1),
        "GET_ANEXT" => |cx, _| cx.unsupported("GET_ANEXT", 1, 2),
        "BEFORE_ASYNC_WITH" => |cx, _| cx.unsupported("BEFORE_ASYNC_WITH", 1, 2),
        "END_ASYNC_FOR" => |cx, _| cx.unsupported("END_ASYNC_FOR", 2, 0),
        "LOAD_FROM_DICT_OR_DEREF" => |cx, _| cx.unsupported("LOAD_FROM_DICT_OR_DEREF", 1, 1),
        "LOAD_FROM_DICT_OR_GLOBALS" => |cx, _| cx.unsupported("LOAD_FROM_DICT_OR_GLOBALS", 1, 1),
        _ => return None,
    })
}

fn binary_op(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let kind = cx.entry(&cx.tables.binary_ops, arg)?;
    cx.apply(match kind {
        BinaryKind::Plain(op) => Op::BinaryOp(op),
        BinaryKind::Inplace(op) => Op::InplaceOp(op),
        BinaryKind::Subscript => Op::Subscript,
    })
}

fn build_slice(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    match arg {
        2 | 3 => cx.apply(Op::BuildSlice(arg)),
        _ => Err(cx.bad_operand(arg)),
    }
}

fn raise(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    match arg {
        0..=2 => cx.stop(Op::Raise { argc: arg }),
        _ => Err(cx.bad_operand(arg)),
    }
}

/// Adds `count` items to the container at a depth that is counted without them.
fn add(cx: &mut Lifter<'_>, count: u32, depth: u32, op: fn(u32) -> Op) -> Outcome {
    cx.pop_values(count)?;
    let depth = cx.neutral_depth(depth)?;
    cx.emit(op(depth));
    Ok(Flow::Next)
}

/// A call whose arguments are on the stack, above the callable and a NULL or a first argument more.
pub(super) fn call(cx: &mut Lifter<'_>, argc: u32, keywords: &[Const]) -> Outcome {
    cx.pop_values(argc)?;
    let Some(extra) = cx.pop_any(2)?.checked_sub(1) else {
        return Err(cx.bad_operand(argc));
    };
    let names = keywords.iter().map(|keyword| match keyword {
        Const::Str(name) => Ok(name.clone()),
        _ => Err(cx.bad_operand(argc)),
    });
    let kw_names = names.collect::<Result<Box<[Name]>, DecodeError>>()?;
    if kw_names.len() > argc as usize {
        return Err(cx.bad_operand(argc));
    }
    cx.push(Slot::Value)?;
    cx.emit(Op::Call { argc: argc + extra, kw_names });
    Ok(Flow::Next)
}

/// A call with unpacked arguments; the keyword arguments are popped already.
pub(super) fn call_ex(cx: &mut Lifter<'_>, has_kwargs: bool) -> Outcome {
    cx.pop_values(1)?;
    if cx.pop_any(2)? != 1 {
        return Err(cx.bad_operand(0));
    }
    cx.push(Slot::Value)?;
    cx.emit(Op::CallEx { has_kwargs });
    Ok(Flow::Next)
}

/// A jump instruction's head: the iterator stays in `hidden` slots that hold no value when the loop ends.
pub(super) fn for_iter(cx: &mut Lifter<'_>, arg: u32, iterator_nulls: u32, nulls_at_end: u32) -> Outcome {
    let exhausted = cx.forward(arg)?;
    cx.pop_nulls(iterator_nulls)?;
    cx.pop_values(1)?;
    push_nulls(cx, nulls_at_end)?;
    cx.jump_to(exhausted);
    cx.pop_nulls(nulls_at_end)?;
    cx.push(Slot::Value)?;
    push_nulls(cx, iterator_nulls)?;
    cx.push(Slot::Value)?;
    cx.emit(Op::ForIter { exhausted });
    Ok(Flow::Next)
}

/// One step of `yield from`: receiver, `receiver_nulls` and the value that is sent to it are on the stack.
pub(super) fn send(cx: &mut Lifter<'_>, arg: u32, receiver_nulls: u32, nulls_at_end: u32) -> Outcome {
    let finished = cx.forward(arg)?;
    cx.pop_values(1)?;
    cx.pop_nulls(receiver_nulls)?;
    cx.pop_values(1)?;
    push_nulls(cx, nulls_at_end)?;
    cx.push(Slot::Value)?;
    cx.jump_to(finished);
    cx.pop_values(1)?;
    cx.pop_nulls(nulls_at_end)?;
    cx.push(Slot::Value)?;
    push_nulls(cx, receiver_nulls)?;
    cx.push(Slot::Value)?;
    cx.emit(Op::Send { finished });
    Ok(Flow::Next)
}

/// Removes the slots that held the receiver from below the result of `yield from`.
pub(super) fn end_send(cx: &mut Lifter<'_>, nulls: u32) -> Outcome {
    cx.pop_values(1)?;
    cx.pop_nulls(nulls)?;
    cx.push(Slot::Value)?;
    Ok(Flow::Next)
}

pub(super) fn push_nulls(cx: &mut Lifter<'_>, n: u32) -> Result<(), DecodeError> {
    (0..n).try_for_each(|_| cx.push_null())
}

/// A comparison, by its index in `opcode.cmp_op`.
pub(super) fn compare(cx: &mut Lifter<'_>, index: u32) -> Outcome {
    let op: CmpOp = cx.entry(&cx.tables.compare_ops, index)?;
    cx.apply(Op::Compare(op))
}
