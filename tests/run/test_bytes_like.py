"""Bytearrays and views where bytes are taken, numbers that text and bytes spell, and arguments that are seldom given."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check, compile_error, expression, source

pytestmark = pytest.mark.usefixtures("optimised_once")


def _outcome(function, *args):
    try:
        found = function(*args)
    except Exception as error:
        return type(error), str(error)
    return type(found), found


OF_OBJECTS = [
    "int.from_bytes(a, 'big'), int.from_bytes(memoryview(a)[:1], 'little')",
    "int(a)", "int(a, 16)", "float(a)", "ord(a)", "ord(a[:1])",
    "b','.join([a, a]), b''.join([memoryview(a)])",
    "b'x12x'.find(a), b'x12x'.rfind(a, 1), b'1212'.count(a), b'1212'.replace(a, b'-', 1), b'12'.replace(b'1', a)",
    "b'x12'.startswith(a, 1), b'x12'.endswith(a), b'x12y'.split(a), b'x12y'.partition(a), b'12x'.removeprefix(a)",
    "b'x12'.index(a), b'12 x'.strip(a), a in b'x12', a.maketrans(b'1', b'9')[49], a.join([]), a + b'', b'7' + a",
    "str(a, 'utf-8'), str(a, encoding='latin-1', errors='replace'), str(memoryview(a), 'ascii'), str(object=a)",
]  # fmt: skip


@pytest.mark.parametrize("text", OF_OBJECTS)
def test_objects_of_bytes(text):
    function = source(f"def f(a):\n    return {text}\n")
    for value in (b"12", b"1f", b"", b"\x85 3"):
        assert _outcome(njit(function), bytearray(value)) == _outcome(function, bytearray(value))


@pytest.mark.parametrize("text", ["str(a, 'utf-8')", "str(a, encoding='latin-1', errors='replace')", "str(a, errors='ignore')"])
def test_texts_of_bytes(text):
    for value in (b"", b"abc", b"\xc3\xa4", b"\xff"):
        check(expression(text, "a"), value)


def test_text_of_an_object_by_name():
    check(expression("str(object=a)", "a"), "x")
    check(expression("str(object=a)", "a"), 2.5)


SPACED = ["\x1c12", "12\x1f", "\x0b12 ", "\x1c１２", "12\xa0", "\u20031_2\u3000", "_1", "1_", "1__2", "1_2", "1_j", "(1_0j)"]


@pytest.mark.parametrize("call", ["int", "float", "complex", "float.fromhex", "bytes.fromhex"])
def test_white_space_around_numbers(call):
    for text in SPACED:
        check(expression(f"{call}(a)", "a"), text)


@pytest.mark.parametrize("call", ["int", "float"])
def test_white_space_around_numbers_of_bytes(call):
    for text in (b" 12\n", b"\x0c12", b"\x1c12", b"12\xa0", b"\x8512", b"1_2", b"", b"\xb2"):
        check(expression(f"{call}(a)", "a"), text)


def test_tuples_of_unknown_length():
    def ends(text, items):
        return text.startswith(tuple(items)), text.endswith(tuple(items)), text.startswith(tuple(items), 1, -1)

    for text in ("abc", "", "cab"):
        check(ends, text, ["a", "b"])
        check(ends, text, ["x"])
    check(ends, b"abc", [b"bc", b"x"])


NOTHING = ["','.join({})", "','.join(set())", "','.join({}.values())", "','.join(reversed([]))", "b''.join([])", "','.join(())"]


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_is_joined(text):
    check(expression(text, "a"), 1)


def test_no_named_values_are_joined():
    check(source("def f(**kw):\n    return ','.join(kw.values())\n"))


SUMS = ["sum([a, a], '')", "sum([], '')", "sum([b'x'], b'')", "sum(1 for x in [None] if x)", "sum(x for x in [None, None])"]


@pytest.mark.parametrize("text", SUMS)
def test_sums(text):
    check(expression(text, "a"), "x")


def test_tables_of_text_change_nothing():
    check(expression("a.translate({'a': 'b'})", "a"), "abc")
    check(expression("a.translate({97: 0x110000})", "a"), "abc")


WRONG = [
    ("bytearray(a)", "x", "string argument without an encoding"),
    ("bytes(a)", 1.5, "cannot convert a value of type float64 to bytes"),
    ("bytearray(a)", 1.5, "cannot convert a value of type float64 to bytearray"),
    ("','.join(a)", 5, "can only join an iterable, not a value of type int64"),
]


@pytest.mark.parametrize(("text", "value", "said"), WRONG)
def test_wrong_arguments_are_named(text, value, said):
    error = compile_error(expression(text, "a"), value)
    assert said in error
    assert "coluber/lib" not in error.partition("During")[0]


def test_texts_are_no_bytes():
    for text in ("b += a", "b = b + a", "b.extend(a)"):
        check(source(f"def f(a):\n    b = bytearray(b'x')\n    {text}\n    return b\n"), "x")
