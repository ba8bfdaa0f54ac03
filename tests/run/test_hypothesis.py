"""Properties on random programs: arithmetic compared with the interpreter, indexing compared with NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.run.support import INT64_MAX, INT64_MIN, assert_same, jitted, source, wrap

hypothesis = pytest.importorskip("hypothesis")
st = pytest.importorskip("hypothesis.strategies")

SETTINGS = hypothesis.settings(max_examples=100, deadline=None, derandomize=True, database=None)


class Int64(int):
    """An integer that wraps around at 64 bits, so that the interpreter computes what compiled code computes."""

    def __new__(cls, value):
        return super().__new__(cls, wrap(int(value)))

    @staticmethod
    def _wrapping(name):
        plain = getattr(int, name)

        def method(self, other):
            result = plain(self, other)
            return result if result is NotImplemented else Int64(result)

        return method


for _name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    for _prefix in ("", "r"):
        setattr(Int64, f"__{_prefix}{_name}__", Int64._wrapping(f"__{_prefix}{_name}__"))
Int64.__neg__ = lambda self: Int64(-int(self))
Int64.__abs__ = lambda self: Int64(abs(int(self)))
Int64.__invert__ = lambda self: Int64(~int(self))

INTEGERS = st.one_of(
    st.integers(-10, 10), st.integers(INT64_MIN, INT64_MAX), st.sampled_from([INT64_MIN, INT64_MAX, 0, -1, 2**32])
)
FLOATS = st.one_of(st.floats(-100, 100), st.floats(), st.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324]))


def integer_expressions(names):
    """Texts of integer expressions."""
    leaves = st.one_of(st.sampled_from(names), st.integers(0, 9).map(str))

    def extend(inner):
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*", "&", "|", "^"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
            st.tuples(inner, st.sampled_from(["//", "%"]), inner).map(lambda t: f"({t[0]} {t[1]} ({t[2]} | 1))"),
            st.tuples(inner, st.sampled_from(["<<", ">>"]), inner).map(lambda t: f"({t[0]} {t[1]} ({t[2]} & 31))"),
            st.tuples(st.sampled_from(["-", "~"]), inner).map(lambda t: f"({t[0]}{t[1]})"),
            inner.map(lambda t: f"abs({t})"),
            st.tuples(inner, conditions(inner), inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
            st.tuples(inner, inner).map(lambda t: f"min({t[0]}, {t[1]})"),
        )

    return st.recursive(leaves, extend, max_leaves=12)


def float_expressions(names):
    """Texts of float expressions that do not raise."""
    leaves = st.one_of(st.sampled_from(names), st.floats(0, 10).map(repr))

    def extend(inner):
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
            st.tuples(inner, inner).map(lambda t: f"({t[0]} / (abs({t[1]}) + 0.5))"),
            inner.map(lambda t: f"(-{t})"),
            inner.map(lambda t: f"abs({t})"),
            st.tuples(inner, conditions(inner), inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        )

    return st.recursive(leaves, extend, max_leaves=12)


def conditions(operands):
    """Texts of comparisons."""
    simple = st.tuples(operands, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), operands).map(
        lambda t: f"{t[0]} {t[1]} {t[2]}"
    )
    chained = st.tuples(operands, operands, operands).map(lambda t: f"{t[0]} < {t[1]} <= {t[2]}")
    return st.one_of(
        simple, chained, st.tuples(simple, st.sampled_from(["and", "or"]), simple).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    )


@SETTINGS
@hypothesis.given(integer_expressions(["a", "b", "c"]), INTEGERS, INTEGERS, INTEGERS)
def test_integer_expressions(text, a, b, c):
    function = source(f"def f(a, b, c):\n    return {text}\n")
    expected = function(Int64(a), Int64(b), Int64(c))
    assert jitted(function)(a, b, c) == wrap(expected), text


@SETTINGS
@hypothesis.given(float_expressions(["a", "b", "c"]), FLOATS, FLOATS, FLOATS)
def test_float_expressions(text, a, b, c):
    function = source(f"def f(a, b, c):\n    return {text}\n")
    assert_same(jitted(function)(a, b, c), function(a, b, c), what=text)


@st.composite
def programs(draw):
    """A function of assignments, branches and loops on integer variables a, b, c, and how deep it is."""
    lines = ["def f(a, b, c):"]

    def block(indent, depth):
        for _ in range(draw(st.integers(1, 3))):
            statement(indent, depth)

    def statement(indent, depth):
        pad = "    " * indent
        kind = draw(st.sampled_from(["assign", "augment", "if", "for", "while", "swap"])) if depth else "assign"
        name = draw(st.sampled_from("abc"))
        if kind == "assign":
            lines.append(f"{pad}{name} = {draw(integer_expressions(['a', 'b', 'c']))}")
        elif kind == "augment":
            lines.append(
                f"{pad}{name} {draw(st.sampled_from(['+=', '-=', '*=', '^=']))} {draw(integer_expressions(['a', 'b', 'c']))}"
            )
        elif kind == "swap":
            lines.append(f"{pad}a, b = b, a")
        elif kind == "if":
            lines.append(f"{pad}if {draw(conditions(st.sampled_from(['a', 'b', 'c', '0', '5'])))}:")
            block(indent + 1, depth - 1)
            if draw(st.booleans()):
                lines.append(f"{pad}else:")
                block(indent + 1, depth - 1)
        elif kind == "for":
            lines.append(f"{pad}for i{depth} in range({draw(st.integers(0, 4))}):")
            block(indent + 1, depth - 1)
            escape = draw(st.sampled_from(["", "break", "continue"]))
            if escape:
                lines.append(f"{pad}    if {draw(conditions(st.sampled_from(['a', 'b', 'c', '0'])))}:")
                lines.append(f"{pad}        {escape}")
                lines.append(f"{pad}    {name} = {name} + 1")
        else:
            counter = f"w{indent}"
            lines.append(f"{pad}{counter} = 0")
            lines.append(f"{pad}while {counter} < {draw(st.integers(0, 4))}:")
            lines.append(f"{pad}    {counter} += 1")
            block(indent + 1, depth - 1)

    block(1, 3)
    lines.append("    return a, b, c")
    return "\n".join(lines) + "\n"


@hypothesis.settings(SETTINGS, max_examples=50)
@hypothesis.given(programs(), st.integers(-10, 10), st.integers(-10, 10), INTEGERS)
def test_integer_programs(text, a, b, c):
    function = source(text)
    expected = function(Int64(a), Int64(b), Int64(c))
    assert jitted(function)(a, b, c) == tuple(wrap(value) for value in expected), text


SMALL = st.integers(-5, 5)
BOUND = st.one_of(st.just(""), SMALL.map(str))


@st.composite
def slices(draw):
    """The text of a slice."""
    step = draw(st.sampled_from(["", ":", ":1", ":2", ":-1", ":-2", ":3"]))
    return f"{draw(BOUND)}:{draw(BOUND)}{step}"


@st.composite
def indices(draw, shape):
    """The text of a basic index that is inside the shape."""
    parts = []
    for length in shape[: draw(st.integers(0, len(shape)))]:
        if length and draw(st.booleans()):
            parts.append(str(draw(st.integers(-length, length - 1))))
        else:
            parts.append(draw(slices()))
    if draw(st.booleans()):
        parts.insert(draw(st.integers(0, len(parts))) if len(parts) == len(shape) else len(parts), "...")
    for _ in range(draw(st.integers(0, 2))):
        parts.insert(draw(st.integers(0, len(parts))), "None")
    return ", ".join(parts) if parts else "..."


SHAPES = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


@st.composite
def arrays(draw):
    """An array of some layout."""
    shape = draw(SHAPES)
    a = np.arange(float(np.prod(shape))).reshape(shape)
    layout = draw(st.sampled_from(["C", "F", "A", "R"]))
    if layout == "F":
        return np.asfortranarray(a)
    if layout == "A":
        wide = np.zeros((*shape[:-1], 2 * shape[-1]))
        wide[..., ::2] = a
        return wide[..., ::2]
    return a[::-1] if layout == "R" else a


@SETTINGS
@hypothesis.given(st.data())
def test_indexing(data):
    a = data.draw(arrays())
    text = data.draw(indices(a.shape))
    function = source(f"def f(a):\n    return a[{text}]\n")
    expected = function(a)
    found = jitted(function)(a)
    np.testing.assert_array_equal(found, expected, err_msg=text)
    assert np.shape(found) == np.shape(expected), text
    if isinstance(expected, np.ndarray) and expected.ndim:
        assert np.shares_memory(found, a) == np.shares_memory(expected, a), text


@SETTINGS
@hypothesis.given(st.data())
def test_assignment_to_an_index(data):
    a = data.draw(arrays())
    text = data.draw(indices(a.shape))
    function = source(f"def f(a, x):\n    a[{text}] = x\n")
    one, other = a.copy(), a.copy()
    value = data.draw(st.sampled_from([7.5, "array"]))
    if value == "array":
        value = np.asarray(a[eval(f"np.s_[{text}]")]) * 2 + 1
        if value.ndim == 0:
            value = float(value)
    function(one, value)
    jitted(function)(other, value)
    np.testing.assert_array_equal(other, one, err_msg=text)


@SETTINGS
@hypothesis.given(arrays(), *[st.integers(-20, 20)] * 2, st.sampled_from([-3, -2, -1, 1, 2, 3]))
def test_slices_with_variable_bounds(a, start, stop, step):
    function = source("def f(a, start, stop, step):\n    return a[start:stop:step], a[start:], a[:stop], a[::step]\n")
    expected, found = function(a, start, stop, step), jitted(function)(a, start, stop, step)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


@st.composite
def shape_pairs(draw):
    """Two shapes that broadcast together."""
    full = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    shapes = []
    for _ in range(2):
        kept = full[draw(st.integers(0, len(full) - 1)) :]
        shapes.append(tuple(1 if draw(st.booleans()) and draw(st.booleans()) else length for length in kept))
    return shapes


@SETTINGS
@hypothesis.given(shape_pairs(), st.sampled_from(["a + b", "a * b - a", "(a < b) & (b > 1)", "np.maximum(a, b) / (b + 1)"]))
def test_broadcasting(shapes, text):
    function = source(f"def f(a, b):\n    return {text}\n")
    a, b = (np.arange(float(np.prod(shape))).reshape(shape) for shape in shapes)
    assert_same(jitted(function)(a, b), function(a, b), what=f"{text} {shapes}")


@SETTINGS
@hypothesis.given(arrays(), st.sampled_from(["sum", "prod", "mean", "any", "all", "min", "max", "argmin", "argmax"]), st.data())
def test_reductions(a, name, data):
    hypothesis.assume(a.size or name in ("sum", "prod", "any", "all"))
    axis = data.draw(st.sampled_from([None, *range(-a.ndim, a.ndim)]))
    function = source(f"def f(a):\n    return a.{name}({'' if axis is None else f'axis={axis}'})\n")
    assert_same(jitted(function)(a), function(a), rtol=1e-13, what=f"{name} axis={axis}")
