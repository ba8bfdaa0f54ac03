//! CPython 3.14: borrowed loads, small and common constants, `with` by `LOAD_SPECIAL`, always a place for keyword arguments.

use super::common::{call_ex, push_nulls};
use super::v313;
use crate::lift::{Flow, LiftFn, Lifter, Outcome, Slot};
use crate::tables::CommonConstant;
use crate::{Const, Op};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    Some(match name {
        "NOT_TAKEN" => |_, _| Ok(Flow::Next),
        "LOAD_FAST_BORROW" => |cx, arg| cx.load_fast(arg),
        "LOAD_FAST_BORROW_LOAD_FAST_BORROW" => |cx, arg| cx.load_fast(arg >> 4).and_then(|_| cx.load_fast(arg & 15)),
        "LOAD_SMALL_INT" => |cx, arg| cx.apply(Op::LoadConst(Const::Int(i64::from(arg)))),
        "LOAD_COMMON_CONSTANT" => load_common_constant,
        "COPY" => copy_or_before_with,
        "LOAD_SPECIAL" => load_special,
        "WITH_EXCEPT_START" => with_except_start,
        "CALL_FUNCTION_EX" => call_function_ex,
        "POP_ITER" => |cx, _| cx.pop_top(),
        "BUILD_TEMPLATE" => |cx, _| cx.unsupported("BUILD_TEMPLATE", 2, 1),
        "BUILD_INTERPOLATION" => |cx, arg| cx.unsupported("BUILD_INTERPOLATION", 2 + (arg & 1), 1),
        _ => return v313::lookup(name),
    })
}

fn load_common_constant(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    match cx.entry(&cx.tables.common_constants, arg)? {
        CommonConstant::Builtin(name) => cx.apply(Op::LoadBuiltin(name)),
        CommonConstant::Value(value) => cx.load_value(&value),
    }
}

/// The instructions that begin a `with` statement.
const BEFORE_WITH: [(&str, Operand); 6] = [
    ("COPY", Operand::Number(1)),
    ("LOAD_SPECIAL", Operand::Special("__exit__")),
    ("SWAP", Operand::Number(2)),
    ("SWAP", Operand::Number(3)),
    ("LOAD_SPECIAL", Operand::Special("__enter__")),
    ("CALL", Operand::Number(0)),
];

enum Operand {
    Number(u32),
    Special(&'static str),
}

fn begins_with_statement(cx: &Lifter<'_>) -> bool {
    let special =
        |arg: u32, wanted: &str| cx.tables.special_methods.get(arg as usize).is_some_and(|name| name == wanted);
    BEFORE_WITH.iter().enumerate().all(|(n, (name, operand))| {
        let arg = cx.arg_at(n);
        let same_operand = match operand {
            Operand::Number(number) => arg == *number,
            Operand::Special(method) => special(arg, method),
        };
        cx.name_at(n) == *name && same_operand
    })
}

fn copy_or_before_with(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    if !begins_with_statement(cx) {
        return cx.copy(arg);
    }
    cx.apply(Op::BeforeWith)?;
    cx.pop_values(1)?;
    cx.push_null()?;
    cx.push(Slot::Value)?;
    Ok(Flow::Skip(BEFORE_WITH.len()))
}

/// Outside of a `with` statement: an asynchronous one.
fn load_special(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.unsupported("LOAD_SPECIAL", 1, 1)?;
    push_nulls(cx, 1)?;
    Ok(Flow::Next)
}

/// A NULL lies above `exit`.
fn with_except_start(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.pop_values(3)?;
    cx.pop_nulls(1)?;
    cx.pop_values(1)?;
    for slot in [Slot::Value, Slot::Null, Slot::Value, Slot::Value, Slot::Value, Slot::Value] {
        cx.push(slot)?;
    }
    cx.emit(Op::WithExceptStart);
    Ok(Flow::Next)
}

/// The keyword arguments are a mapping or NULL.
fn call_function_ex(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    let has_kwargs = cx.pop()? == Slot::Value;
    call_ex(cx, has_kwargs)
}
