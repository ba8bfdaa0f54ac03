//! Each rule of the verifier: a function that breaks it is reported, with the place.

use coluber_ir::parse::parse;
use coluber_ir::verify::{VerifyError, verify, verify_typed};
use coluber_ir::{Typed, Untyped};
use coluber_types::Ty;

fn lines(result: Result<(), VerifyError>) -> Vec<String> {
    match result {
        Ok(()) => Vec::new(),
        Err(e) => e.to_string().lines().skip(1).map(String::from).collect(),
    }
}

fn typed(text: &str) -> Typed {
    parse(text).unwrap_or_else(|e| panic!("{e}"))
}

#[track_caller]
fn rejects(text: &str, expected: &str) {
    let func = typed(text);
    assert_eq!(lines(verify_typed(&func)), [expected], "{func}");
}

/// A function whose only block holds these instructions on some parameters.
fn body(instructions: &str) -> String {
    format!(
        "function f(v0: int64, v1: float64, v2: bool, v3: array(float64, 1d, C), v4: ptr, v5: owner) -> int64 {{
    slot0 \"s\": float64
block0:
    {instructions}
    return v0
}}
"
    )
}

#[track_caller]
fn inst_rejects(instruction: &str, message: &str) {
    rejects(
        &body(instruction),
        &format!("block0, `{}`: {message}", instruction.replace("v9", "v6").replace("v8", "v7")),
    );
}

#[track_caller]
fn inst_accepts(instructions: &str) {
    let func = typed(&body(instructions));
    assert_eq!(lines(verify_typed(&func)), [""; 0], "{func}");
}

#[test]
fn layout() {
    let empty = Untyped::new("f");
    assert_eq!(lines(verify(&empty)), ["layout: the function has no block"]);

    let mut twice = typed(&body("v9: int64 = const 1"));
    twice.layout.push(twice.layout[0]);
    assert_eq!(lines(verify(&twice)), ["block1: the block is in the layout twice"]);
}

#[test]
fn targets() {
    let mut func = typed("function f(v0: int64) -> int64 {\nblock0:\n    jump block1\nblock1:\n    return v0\n}\n");
    func.layout.pop();
    assert_eq!(lines(verify(&func)), ["block0: block1 is not in the layout"]);
    inst_rejects("v9: float64 = slot_load<slot7>", "the slot is not declared");
}

#[test]
fn the_entry_is_entered_once() {
    rejects("function f() {\nblock0:\n    jump block1\nblock1:\n    jump block0\n}\n", "block1: a jump to the entry");
    rejects(
        "function f() {\nblock0:\n    jump block1\nblock1: handler block0\n    jump block1\n}\n",
        "block1: the entry can't be a handler",
    );
}

#[test]
fn handlers() {
    rejects(
        "function f(v0: int64) -> int64 {\nblock0: handler block1\n    return v0\nblock1(v1: int64):\n    return v1\n}\n",
        "block1: a handler has no parameters",
    );
    rejects(
        "function f(v0: int64) -> int64 {\nblock0:\n    jump block1\nblock1: handler block1\n    return v0\n}\n",
        "block1: the block is its own handler",
    );
}

#[test]
fn arguments_of_jumps() {
    rejects(
        "function f(v0: int64) -> int64 {\nblock0:\n    jump block1\nblock1(v1: int64):\n    return v1\n}\n",
        "block0: 0 arguments for the 1 parameters of block1",
    );
    rejects(
        "function f(v0: int64) -> int64 {\nblock0:\n    jump block1(v0)\nblock1(v1: float64):\n    return v0\n}\n",
        "block0: v0 is int64, the parameter v1 is float64",
    );
}

#[test]
fn one_definition() {
    let mut func = typed(&body("v9: int64 = const 1\n    v8: int64 = const 2"));
    let insts = func.blocks[func.entry()].insts.clone();
    func.insts[insts[1]].results = func.insts[insts[0]].results.clone();
    assert_eq!(lines(verify(&func)), ["block0: v6 is defined twice"]);

    let mut func = typed(&body("v9: int64 = const 1"));
    let entry = func.entry();
    func.blocks[entry].insts.push(insts[0]);
    assert_eq!(lines(verify(&func)), ["block0, `v6: int64 = const 1`: the instruction is in the layout twice"]);
}

#[test]
fn definitions_come_first() {
    rejects(
        &body("v9: int64 = arith<add> v8, v0\n    v8: int64 = const 1"),
        "block0, `v6: int64 = arith<add> v7, v0`: v7 is not defined on every way to here",
    );
}

#[test]
fn definitions_dominate() {
    rejects(
        "function f(v0: bool) -> int64 {
block0:
    branch v0, block1, block2
block1:
    v1: int64 = const 1
    jump block2
block2:
    return v1
}
",
        "block2: v1 is not defined on every way to here",
    );
}

#[test]
fn handlers_see_nothing_of_their_block() {
    let text = |value: &str| {
        format!(
            "function f(v0: int64) -> int64 {{
block0:
    v1: int64 = const 1
    jump block1(v1)
block1(v2: int64): handler block3
    v3: int64 = call<1, \"g\"> v0
    jump block2
block2: handler block3
    v4: int64 = call<1, \"g\"> v3
    return v4
block3:
    return {value}
}}
"
        )
    };
    assert_eq!(lines(verify_typed(&typed(&text("v1")))), [""; 0]);
    assert_eq!(lines(verify_typed(&typed(&text("v2")))), [""; 0]);
    rejects(&text("v3"), "block3: v3 is not defined on every way to here");
    rejects(&text("v4"), "block3: v4 is not defined on every way to here");
}

#[test]
fn counts() {
    inst_rejects("v9: int64 = arith<add> v0", "1 operands");
    inst_rejects("v9: int64, v8: int64 = arith<add> v0, v0", "2 results");
}

#[test]
fn caught_exceptions() {
    inst_accepts("v9: exception = caught_exception");
    rejects(
        &body("v9: int64 = const 1\n    v8: exception = caught_exception"),
        "block0, `v7: exception = caught_exception`: it must come first in a block that only exceptions lead to",
    );
    rejects(
        "function f(v0: int64) -> int64 {\nblock0:\n    jump block1\nblock1:\n    v1: exception = caught_exception\n    return v0\n}\n",
        "block1, `v1: exception = caught_exception`: it must come first in a block that only exceptions lead to",
    );
}

#[test]
fn cleanup_lists() {
    inst_accepts("raise<\"ValueError\", \"\"> cleanup(v3)");
    inst_rejects("v9: int64 = const 1 cleanup(v3)", "a cleanup list, but it can't raise");
    inst_rejects("raise<\"ValueError\", \"\"> cleanup(v0)", "v0 in the cleanup list owns nothing");
}

#[test]
fn unreachable_follows_a_raise() {
    rejects(
        "function f() {\nblock0:\n    unreachable\n}\n",
        "block0: `unreachable` behind an instruction that can't raise",
    );
    let ok = typed(
        "function f() {\nblock0:\n    raise<\"ValueError\", \"\">\n    unreachable\nblock1:\n    unreachable\n}\n",
    );
    assert_eq!(lines(verify_typed(&ok)), [""; 0]);
}

#[test]
fn conditions_and_results() {
    rejects(
        "function f(v0: int64) -> int64 {\nblock0:\n    branch v0, block1, block1\nblock1:\n    return v0\n}\n",
        "block0: the condition is int64",
    );
    let mut func = typed(&body("v9: int64 = const 1"));
    func.ret = Ty::float64();
    assert_eq!(lines(verify_typed(&func)), ["block0: returns int64, the function gives float64"]);
}

#[test]
fn constants() {
    inst_accepts("v9: owner = const 0");
    inst_accepts("v9: none = const None");
    inst_rejects("v9: float64 = const 1", "the constant does not fit float64");
    inst_rejects("v9: bool = const 1", "the constant does not fit bool");
    inst_rejects("v9: array(float64, 1d, C) = const None", "the constant does not fit array(float64, 1d, C)");
}

#[test]
fn arithmetic() {
    inst_rejects("v9: int64 = arith<add> v0, v1", "an operand is float64, not int64");
    inst_rejects("v9: bool = arith<add> v2, v2", "it is not for bool");
    inst_rejects("v9: float64 = arith<and> v1, v1", "it is not for float64");
    inst_rejects("v9: float64 = arith<add_nw> v1, v1", "it is not for float64");
    inst_rejects("v9: int64 = unary<sqrt> v0", "it is not for int64");
    inst_rejects("v9: int64 = fma v0, v0, v0", "it is not for int64");
    inst_rejects("v9: float64 = math<atan2> v1", "atan2 takes 2 operands");
    inst_rejects("v9: int64 = compare<lt> v0, v0", "the result is int64, not bool");
    inst_rejects("v9: bool = compare<lt> v3, v3", "array(float64, 1d, C) is not a scalar");
    inst_accepts("v9: bool = arith<xor> v2, v2");
}

#[test]
fn conversions() {
    inst_accepts("v9: float32 = cast v2");
    inst_accepts("v9: int64 = cast v5");
    inst_rejects("v9: int32 = cast v5", "no cast from owner to int32");
    inst_rejects("v9: float32 = bitcast v0", "int64 and float32 are not scalars of one size");
}

#[test]
fn aggregates() {
    inst_accepts("v9: UniTuple(int64 x 1) = pack v0\n    v8: array(float64, 1d, C) = pack v5, v4, v9, v9");
    inst_rejects("v9: complex128 = pack v1", "1 operands for the 2 fields of complex128");
    inst_rejects("v9: complex128 = pack v1, v0", "a field is int64, not float64");
    inst_rejects("v9: ptr = part<0> v3", "the result is ptr, not owner");
    inst_rejects("v9: ptr = part<4> v3", "array(float64, 1d, C) has no field 4");
    inst_rejects("v9: int64 = tuple_item v3, v0", "array(float64, 1d, C) is not made of int64");
    inst_rejects("v9: int64 = select v2, v0, v1", "an operand is float64, not int64");
    inst_rejects("v9: int64 = select v0, v0, v0", "the condition is int64, not bool");
}

#[test]
fn memory() {
    inst_accepts("v9: ptr = elem_ptr v3, v0\n    v8: complex128 = load v9");
    inst_rejects("v9: ptr = ptr_add v4, v1", "the offset is float64, not int64");
    inst_rejects("v9: float64 = load v0", "the address is int64, not ptr");
    inst_accepts("store v4, v3\n    v9: array(float64, 1d, C) = take v4");
    inst_rejects("v9: int64 = list_len v3", "array(float64, 1d, C) is not a list");
    inst_rejects("v9: ptr = elem_ptr v3, v0, v0", "2 indices for array(float64, 1d, C)");
    inst_rejects("v9: ptr = elem_ptr", "it has no array");
    inst_rejects("v9: int64 = wrap_index v0, v1", "an operand is float64, not int64");
    inst_rejects("v9: ptr = owner_data v4", "the operand is ptr, not owner");
}

#[test]
fn effects() {
    inst_rejects("guard<\"ValueError\", \"\"> v0", "the condition is int64, not bool");
    inst_rejects("guard<\"ValueError\", \"\">", "it has no condition");
    inst_rejects("reraise v0", "the operand is int64, not exception");
    inst_rejects("retain v0", "int64 owns nothing");
    inst_rejects("slot_store<slot0> v0", "the value is int64, not float64");
    inst_rejects("v9: int64 = slot_load<slot0>", "the result is int64, not float64");
}
