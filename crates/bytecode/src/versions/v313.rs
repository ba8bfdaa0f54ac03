//! CPython 3.13: NULL above the callable, `CALL_KW`, explicit truth tests, two variables in one instruction, functions made in steps.

use super::common::{call, call_ex, compare};
use super::v312;
use crate::lift::{Flow, LiftFn, Lifter, Outcome, Slot};
use crate::{Conversion, FunctionParts, Op};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    Some(match name {
        "LOAD_GLOBAL" => load_global,
        "LOAD_ATTR" => load_attr,
        "LOAD_SUPER_ATTR" => load_super_attr,
        "LOAD_FAST_LOAD_FAST" => |cx, arg| cx.load_fast(arg >> 4).and_then(|_| cx.load_fast(arg & 15)),
        "STORE_FAST_LOAD_FAST" => |cx, arg| cx.store_fast(arg >> 4).and_then(|_| cx.load_fast(arg & 15)),
        "STORE_FAST_STORE_FAST" => |cx, arg| cx.store_fast(arg >> 4).and_then(|_| cx.store_fast(arg & 15)),
        "COMPARE_OP" => compare_op,
        "TO_BOOL" => |cx, _| to_bool(cx),
        "CONVERT_VALUE" => convert_value,
        "FORMAT_SIMPLE" => |cx, _| cx.apply(Op::FormatValue { has_spec: false }),
        "FORMAT_WITH_SPEC" => |cx, _| cx.apply(Op::FormatValue { has_spec: true }),
        "MAKE_FUNCTION" => make_function,
        "SET_FUNCTION_ATTRIBUTE" => set_function_attribute,
        "CALL" => |cx, arg| call(cx, arg, &[]),
        "CALL_KW" => |cx, arg| cx.pop_held().and_then(|names| call(cx, arg, names)),
        "CALL_FUNCTION_EX" => call_function_ex,
        "END_FOR" => |cx, _| cx.pop_nulls(1).map(|()| Flow::Next),
        _ => return v312::lookup(name),
    })
}

/// The low bit asks for a NULL above the value.
fn load_global(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.name(arg >> 1)?;
    cx.apply(Op::LoadGlobal(name))?;
    push_null_if(cx, arg & 1 == 1)
}

/// The low bit asks for function and object, or bound method and NULL: always taken to be the latter.
fn load_attr(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.name(arg >> 1)?;
    cx.apply(Op::LoadAttr(name))?;
    push_null_if(cx, arg & 1 == 1)
}

/// `super(class, instance).name`
fn load_super_attr(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let name = cx.name(arg >> 2)?;
    cx.apply(Op::Call { argc: 2, kw_names: Box::new([]) })?;
    cx.apply(Op::LoadAttr(name))?;
    push_null_if(cx, arg & 1 == 1)
}

fn push_null_if(cx: &mut Lifter<'_>, wanted: bool) -> Outcome {
    if wanted {
        cx.push_null()?;
    }
    Ok(Flow::Next)
}

/// Bit 4 asks for the truth of the result.
fn compare_op(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    compare(cx, arg >> 5)?;
    if arg & 16 != 0 { to_bool(cx) } else { Ok(Flow::Next) }
}

/// What tests the truth of any value needs no bool.
fn to_bool(cx: &mut Lifter<'_>) -> Outcome {
    match cx.name_at(1) {
        "POP_JUMP_IF_TRUE" | "POP_JUMP_IF_FALSE" | "UNARY_NOT" => {
            cx.pop_values(1).and_then(|()| cx.push(Slot::Value))?
        }
        _ => return cx.apply(Op::ToBool),
    }
    Ok(Flow::Next)
}

fn convert_value(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let conversion = match arg {
        1 => Conversion::Str,
        2 => Conversion::Repr,
        3 => Conversion::Ascii,
        _ => return Err(cx.bad_operand(arg)),
    };
    cx.apply(Op::ConvertValue(conversion))
}

/// Takes in the `SET_FUNCTION_ATTRIBUTE`s that follow; their operands' slots are NULL from here on.
fn make_function(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    let mut parts = FunctionParts::default();
    // The part on top of the stack comes first: closure, annotations, keyword defaults, defaults.
    let mut last_rank = 0;
    for next in 1.. {
        if cx.name_at(next) != "SET_FUNCTION_ATTRIBUTE" {
            break;
        }
        let arg = cx.arg_at(next);
        let (rank, part) = match arg {
            8 => (1, &mut parts.closure),
            4 | 16 => (2, &mut parts.annotations),
            2 => (3, &mut parts.kwdefaults),
            1 => (4, &mut parts.defaults),
            _ => return Err(cx.bad_operand(arg)),
        };
        if rank <= last_rank {
            return Err(cx.bad_operand(arg));
        }
        *part = true;
        last_rank = rank;
    }
    cx.apply(Op::MakeFunction(parts))?;
    cx.pop_values(1)?;
    (0..parts.count()).try_for_each(|_| cx.push_null())?;
    cx.push(Slot::Value)?;
    Ok(Flow::Next)
}

fn set_function_attribute(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.pop_values(1)?;
    cx.pop_nulls(1)?;
    cx.push(Slot::Value)?;
    Ok(Flow::Next)
}

fn call_function_ex(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    let has_kwargs = arg & 1 == 1;
    cx.pop_values(u32::from(has_kwargs))?;
    call_ex(cx, has_kwargs)
}
