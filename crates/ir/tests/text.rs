//! The text form: what is printed is read back the same, for both operation sets and for types.

use coluber_base::Span;
use coluber_ir::parse::{parse, parse_all, parse_type};
use coluber_ir::print::print_with_spans;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Builder, Const, OpSet, Typed, Untyped, py};
use coluber_types::Ty;

fn round_trip<O: OpSet>(text: &str) {
    let printed = parse::<O>(text).unwrap_or_else(|e| panic!("{e}")).to_string();
    assert_eq!(printed, text);
}

#[test]
fn typed_functions() {
    round_trip::<Op>(
        r##"function f.<locals>.g(v0 "x": int64, v1: array(float64, 2d, C)) -> float64 {
    slot0 "acc": float64
    slot1 "a \"quoted\" name": array(float64, 1d, A)
block0:
    v2: float64 = const 1.5f
    v3: float64 = const -inff
    v4: complex128 = pack v2, v3
    v5: bool = compare<lt> v2, v3
    v6: float64 = math<atan2> v2, v3
    guard<"ValueError", "no\n\"such\" \\ thing"> v5 cleanup(v1)
    branch v5, block1(v0), block3
block1(v7 "i": int64): handler block2
    v8: array(float64, 1d, C) = call<7, "g"> v1, v7
    v9: ptr, v10: owner = runtime<"alloc"> v7
    slot_store<slot0> v3
    jump block3
block2:
    v11: exception = caught_exception
    v12: bool = exception_match<["ValueError", "#3"]> v11
    reraise v11
    unreachable
block3:
    v13: float64 = slot_load<slot0>
    return v13
}
"##,
    );
}

#[test]
fn untyped_functions() {
    round_trip::<py::Op>(
        r#"function <lambda>(v0 "x") {
    slot0 "e"
block0:
    v1 = const ("a", 1, 2.0f, True, None, (), big 123456789012345678901234567890, bytes [1, 255], code 3, object 9, )
    v2 = const complex(1.0, -0.0)
    v3 = global<"range">
    v4 = call<["key", "x"]> v3, v1, v0
    v5, v6 "b" = unpack<2> v4
    v7 = is<true> v5, v6
    v8 = binary<and_> v5, v6
    v9 = make_function<0, 1, [], ["x"]> v8, v0
    slot_store<slot0> v9
    branch v7, block1(v2), block1(v1)
block1(v10):
    return v10
}
"#,
    );
}

#[test]
fn constants() {
    for value in
        ["NaNf", "inff", "-0.0f", "1e300f", "5e-324f", "-9223372036854775808", "Ellipsis", "\"\\u{7f} \\t\"", "()"]
    {
        round_trip::<py::Op>(&format!("function f() {{\nblock0:\n    v0 = const {value}\n    return v0\n}}\n"));
    }
}

#[test]
fn numbers_follow_the_layout() {
    let text = "function f() {
block7:
    jump block2
block5(v9):
    return v9
block2:
    v3 = const 1
    jump block5(v3)
}
";
    let printed = parse::<py::Op>(text).unwrap_or_else(|e| panic!("{e}")).to_string();
    assert_eq!(
        printed,
        "function f() {
block0:
    jump block2
block1(v0):
    return v0
block2:
    v1 = const 1
    jump block1(v1)
}
"
    );
}

#[test]
fn source_positions() {
    let mut func = Typed::new("f");
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    b.set_span(Span { line: 3, end_line: 4, col: 1, end_col: 9 });
    let one = b.value(Op::Const { value: Const::Int(1) }, &[], Ty::int64());
    let two = b.value(Op::Arith { op: Arith::Add }, &[one, one], Ty::int64());
    b.ret(two);
    let text = print_with_spans(&func);
    assert!(text.contains("v1: int64 = arith<add> v0, v0 @3:1-4:9\n"), "{text}");
    let again: Typed = parse(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(print_with_spans(&again), text);
    assert!(!func.to_string().contains('@'));
}

#[test]
fn types() {
    for text in [
        "undefined",
        "none",
        "bool",
        "uint16",
        "float32",
        "complex64",
        "unicode_type",
        "exception",
        "slice<a:b>",
        "slice<a:b:c>",
        "range_state_int64",
        "range_iter_uint64",
        "Tuple()",
        "Tuple(int64, Tuple(float64, none))",
        "UniTuple(int64 x 3)",
        "array(complex128, 3d, F)",
        "readonly array(bool, 1d, A)",
        "unaligned readonly array(int8, 0d, C)",
        "OptionalType(array(float64, 1d, C))",
        "Literal[int](-3)",
        "Literal[bool](False)",
        "Literal[str](axis)",
        "dtype(float32)",
        "class(int64)",
        "iter(array(float64, 1d, C))",
        "iter(UniTuple(int64 x 2))",
        "iter(unicode_type)",
        "enumerate(iter(array(float64, 1d, C)))",
        "zip(range_iter_int64, iter(array(float64, 1d, C)))",
        "reversed(array(float64, 1d, C))",
        "flat(array(float64, 2d, C))",
        "ndindex(2d)",
        "ndenumerate(array(float64, 2d, C))",
        "ptr",
        "owner",
    ] {
        assert_eq!(parse_type(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string(), text);
    }
}

#[test]
fn errors_name_the_line() {
    let error = |text: &str| parse::<py::Op>(text).map(|f| f.to_string()).expect_err(text).to_string();
    assert_eq!(
        error("function f() {\nblock0:\n    v0 = nonsense v1\n    return v0\n}\n"),
        "line 3: no operation `nonsense` with these immediates"
    );
    assert_eq!(
        error("function f() {\nblock0:\n    v0 = const 1\n    v0 = const 2\n    return v0\n}\n"),
        "line 4: the value is defined twice"
    );
    assert_eq!(error("function f() {\nblock0:\n    v0 = const 1\n}\n"), "line 4: the last block has no terminator");
    assert_eq!(error("function f(v0: Module(numpy)) {\n}\n"), "line 1: the type `numpy` has no text that can be read");
    assert_eq!(error("function f() {\nblock0:\n    jump 3\n}\n"), "line 3: expected block at `3`");
}

#[test]
fn several_functions() {
    let one = "function f() {\nblock0:\n    unreachable\n}\n";
    let all: Vec<Untyped> = parse_all(&format!("// two\n{one}\n{one}")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(all.len(), 2);
    assert!(parse::<py::Op>(&format!("{one}{one}")).is_err());
}
