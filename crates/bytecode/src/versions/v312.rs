//! CPython 3.12: undirected jumps, loops that end by `END_FOR`, intrinsics, methods in `LOAD_ATTR`, inlined comprehensions.

use super::common::{compare, end_send, for_iter, send};
use super::v311::{self, load_method, pop_jump_forward};
use crate::lift::{Flow, LiftFn, Lifter, Outcome, Slot};
use crate::{Op, UnaryOp, When};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    Some(match name {
        "LOAD_FAST_CHECK" => |cx, arg| cx.load_fast(arg),
        "LOAD_FAST_AND_CLEAR" => |cx, arg| cx.load_fast_and_clear(arg),
        "LOAD_ATTR" => load_attr,
        "LOAD_SUPER_ATTR" => load_super_attr,
        "COMPARE_OP" => |cx, arg| compare(cx, arg >> 4),
        "BINARY_SLICE" => binary_slice,
        "STORE_SLICE" => store_slice,
        "POP_JUMP_IF_TRUE" => |cx, arg| pop_jump_forward(cx, arg, When::True),
        "POP_JUMP_IF_FALSE" => |cx, arg| pop_jump_forward(cx, arg, When::False),
        "POP_JUMP_IF_NONE" => |cx, arg| pop_jump_forward(cx, arg, When::None),
        "POP_JUMP_IF_NOT_NONE" => |cx, arg| pop_jump_forward(cx, arg, When::NotNone),
        "FOR_ITER" => |cx, arg| for_iter(cx, arg, 0, 2),
        "END_FOR" => |cx, _| cx.pop_nulls(2).map(|()| Flow::Next),
        "SEND" => |cx, arg| send(cx, arg, 0, 1),
        "END_SEND" => |cx, _| end_send(cx, 1),
        "RETURN_CONST" => return_const,
        "CALL_INTRINSIC_1" => call_intrinsic_1,
        "CALL_INTRINSIC_2" => call_intrinsic_2,
        _ => return v311::lookup(name),
    })
}

/// The low bit asks for the form of `LOAD_METHOD`.
fn load_attr(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    if arg & 1 == 1 {
        return load_method(cx, arg >> 1);
    }
    let name = cx.name(arg >> 1)?;
    cx.apply(Op::LoadAttr(name))
}

/// `super(class, instance).name`
fn load_super_attr(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.name(arg >> 2)?;
    cx.apply(Op::Call { argc: 2, kw_names: Box::new([]) })?;
    cx.apply(Op::LoadAttr(name))?;
    if arg & 1 == 1 {
        cx.pop_values(1)?;
        cx.push_null()?;
        cx.push(Slot::Value)?;
    }
    Ok(Flow::Next)
}

fn binary_slice(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.apply(Op::BuildSlice(2))?;
    cx.apply(Op::Subscript)
}

fn store_slice(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.apply(Op::BuildSlice(2))?;
    cx.apply(Op::StoreSubscript)
}

fn return_const(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let constant = cx.constant(arg)?;
    cx.load_value(constant)?;
    cx.stop(Op::Return)
}

fn call_intrinsic_1(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    match cx.entry(&cx.tables.intrinsics_1, arg)?.as_str() {
        "INTRINSIC_UNARY_POSITIVE" => cx.apply(Op::Unary(UnaryOp::Positive)),
        "INTRINSIC_LIST_TO_TUPLE" => cx.apply(Op::ListToTuple),
        other => cx.unsupported(other, 1, 1),
    }
}

fn call_intrinsic_2(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.entry(&cx.tables.intrinsics_2, arg)?;
    cx.unsupported(&name, 2, 1)
}
