//! CPython 3.11: the forms that later versions changed or dropped.

use super::common::{self, call, call_ex, compare, for_iter, send};
use crate::lift::{Flow, LiftFn, Lifter, Outcome, Slot};
use crate::{Const, Conversion, FunctionParts, Op, UnaryOp, When};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    Some(match name {
        "LOAD_GLOBAL" => load_global,
        "LOAD_ATTR" => |cx, arg| cx.name(arg).and_then(|name| cx.apply(Op::LoadAttr(name))),
        "LOAD_METHOD" => load_method,
        "LOAD_ASSERTION_ERROR" => |cx, _| cx.apply(Op::LoadBuiltin("AssertionError".into())),
        "COMPARE_OP" => compare,
        "UNARY_POSITIVE" => |cx, _| cx.apply(Op::Unary(UnaryOp::Positive)),
        "LIST_TO_TUPLE" => |cx, _| cx.apply(Op::ListToTuple),
        "BUILD_CONST_KEY_MAP" => build_const_key_map,
        "FORMAT_VALUE" => format_value,
        "MAKE_FUNCTION" => make_function,
        "PRECALL" => |_, _| Ok(Flow::Next),
        "KW_NAMES" => |cx, arg| cx.push(Slot::Held(arg)).map(|()| Flow::Next),
        "CALL" => call_with_kw_names,
        "CALL_FUNCTION_EX" => call_function_ex,
        "FOR_ITER" => |cx, arg| for_iter(cx, arg, 0, 0),
        "SEND" => |cx, arg| send(cx, arg, 0, 0),
        _ => {
            return jumps(name).or_else(|| unsupported(name)).or_else(|| common::lookup(name));
        }
    })
}

fn jumps(name: &str) -> Option<LiftFn> {
    Some(match name {
        "POP_JUMP_FORWARD_IF_TRUE" => |cx, arg| pop_jump_forward(cx, arg, When::True),
        "POP_JUMP_FORWARD_IF_FALSE" => |cx, arg| pop_jump_forward(cx, arg, When::False),
        "POP_JUMP_FORWARD_IF_NONE" => |cx, arg| pop_jump_forward(cx, arg, When::None),
        "POP_JUMP_FORWARD_IF_NOT_NONE" => |cx, arg| pop_jump_forward(cx, arg, When::NotNone),
        "POP_JUMP_BACKWARD_IF_TRUE" => |cx, arg| pop_jump_backward(cx, arg, When::True),
        "POP_JUMP_BACKWARD_IF_FALSE" => |cx, arg| pop_jump_backward(cx, arg, When::False),
        "POP_JUMP_BACKWARD_IF_NONE" => |cx, arg| pop_jump_backward(cx, arg, When::None),
        "POP_JUMP_BACKWARD_IF_NOT_NONE" => |cx, arg| pop_jump_backward(cx, arg, When::NotNone),
        "JUMP_IF_TRUE_OR_POP" => |cx, arg| jump_or_pop(cx, arg, When::True),
        "JUMP_IF_FALSE_OR_POP" => |cx, arg| jump_or_pop(cx, arg, When::False),
        _ => return None,
    })
}

fn unsupported(name: &str) -> Option<LiftFn> {
    Some(match name {
        "PRINT_EXPR" => |cx, _| cx.unsupported("PRINT_EXPR", 1, 0),
        "IMPORT_STAR" => |cx, _| cx.unsupported("IMPORT_STAR", 1, 0),
        "ASYNC_GEN_WRAP" => |cx, _| cx.unsupported("ASYNC_GEN_WRAP", 1, 1),
        "PREP_RERAISE_STAR" => |cx, _| cx.unsupported("PREP_RERAISE_STAR", 2, 1),
        "LOAD_CLASSDEREF" => |cx, _| cx.unsupported("LOAD_CLASSDEREF", 0, 1),
        _ => return None,
    })
}

/// The low bit asks for a NULL below the value.
fn load_global(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    if arg & 1 == 1 {
        cx.push_null()?;
    }
    let name = cx.name(arg >> 1)?;
    cx.apply(Op::LoadGlobal(name))
}

/// Gives function and object, or NULL and bound method: always taken to be the latter.
pub(super) fn load_method(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.name(arg)?;
    cx.apply(Op::LoadAttr(name))?;
    cx.pop_values(1)?;
    cx.push_null()?;
    cx.push(Slot::Value)?;
    Ok(Flow::Next)
}

/// The keys are a constant tuple on top of the values.
fn build_const_key_map(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let keys = cx.pop_held()?;
    let count = keys.len();
    if count != arg as usize {
        return Err(cx.bad_operand(arg));
    }
    keys.iter().try_for_each(|key| cx.load_value(key).map(drop))?;
    let order: Vec<usize> = (0..count).flat_map(|pair| [count + pair, pair]).collect();
    cx.rearrange(&order)?;
    cx.apply(Op::BuildMap(arg))
}

/// Conversion in the two low bits, a bit for a format specification above the value.
fn format_value(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let has_spec = arg & 4 != 0;
    let conversion = [None, Some(Conversion::Str), Some(Conversion::Repr), Some(Conversion::Ascii)][(arg & 3) as usize];
    if let Some(conversion) = conversion {
        let below_spec = |cx: &mut Lifter<'_>| if has_spec { cx.swap(2) } else { Ok(Flow::Next) };
        below_spec(cx)?;
        cx.apply(Op::ConvertValue(conversion))?;
        below_spec(cx)?;
    }
    cx.apply(Op::FormatValue { has_spec })
}

fn make_function(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let has = |bit: u32| arg & bit != 0;
    let parts = FunctionParts { defaults: has(1), kwdefaults: has(2), annotations: has(4), closure: has(8) };
    cx.apply(Op::MakeFunction(parts))
}

/// `KW_NAMES`, when there is one, comes right before.
fn call_with_kw_names(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let keywords: &[Const] = if cx.top_is_held() { cx.pop_held()? } else { &[] };
    call(cx, arg, keywords)
}

fn call_function_ex(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let has_kwargs = arg & 1 == 1;
    cx.pop_values(u32::from(has_kwargs))?;
    call_ex(cx, has_kwargs)
}

pub(super) fn pop_jump_forward(cx: &mut Lifter<'_>, arg: u32, when: When) -> Outcome {
    let target = cx.forward(arg)?;
    cx.pop_jump(when, target)
}

fn pop_jump_backward(cx: &mut Lifter<'_>, arg: u32, when: When) -> Outcome {
    let target = cx.backward(arg)?;
    cx.pop_jump(when, target)
}

/// The value stays when the jump is taken.
fn jump_or_pop(cx: &mut Lifter<'_>, arg: u32, when: When) -> Outcome {
    let target = cx.forward(arg)?;
    cx.apply(Op::Copy(1))?;
    cx.pop_jump(when, target)?;
    cx.apply(Op::Pop)
}
