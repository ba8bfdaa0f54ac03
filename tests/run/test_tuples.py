"""Tuples: homogeneous, heterogeneous, named."""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, compile_error, expression, jitted, source

Point = namedtuple("Point", "x y")


class Size(NamedTuple):
    """A named tuple with annotations."""

    width: int
    height: float


TUPLES = [(), (1,), (1, 2, 3), (1.5, 2.5), (1, 2.5), (True, 2, 3.5, 1j), ((1, 2), (3, 4)), ((1, 2.5), 3), (None, 1), ("a", 1)]


@pytest.mark.parametrize("t", TUPLES)
def test_in_and_out(t):
    check(expression("a", "a"), t)


@pytest.mark.parametrize("t", TUPLES)
def test_len_and_truth(t):
    check(expression("len(a)", "a"), t)
    check(expression("bool(a)", "a"), t)


@pytest.mark.parametrize("index", [0, 1, 2, -1, -3])
def test_constant_index(index):
    check(expression(f"a[{index}]", "a"), (1, 2, 3))
    check(expression(f"a[{index}]", "a"), (1, 2.5, True))


@pytest.mark.parametrize("index", [0, 2, -1, -3])
def test_variable_index(index):
    check(expression("a[b]"), (1, 2, 3), index)
    check(expression("a[b]"), (1.5, 2.5, 3.5), index)


@pytest.mark.parametrize("index", [3, -4, 100])
def test_index_out_of_range(index):
    with pytest.raises(IndexError):
        jitted(expression("a[b]"))((1, 2, 3), index)


def test_constant_index_out_of_range_is_refused():
    compile_error(expression("a[3]", "a"), (1, 2.5, True), error=Exception)


def test_variable_index_of_heterogeneous_is_refused():
    compile_error(expression("a[b]"), (1, 2.5, (1, 2)), 1)


@pytest.mark.parametrize("piece", ["1:", ":2", ":", "::2", "::-1", "1:3", "-2:", "5:", "2:1"])
@pytest.mark.parametrize("t", [(1, 2, 3, 4), (1, 2.5, True, None)])
def test_slice(piece, t):
    check(expression(f"a[{piece}]", "a"), t)


@pytest.mark.parametrize("t", [(1, 2, 3, 4), (1, 2.5, True), ("a", "bc"), ((1, 2), (3, 4))])
def test_slice_between_bounds_of_the_running_program(t):
    for start, stop, step in [(0, 2, 1), (-3, 9, 1), (3, 0, -1), (2, 1, 1)]:
        assert jitted(expression("t[a:b:c]", "t, a, b, c"))(t, start, stop, step) == t[start:stop:step]
    check(expression("t[:len(t) - 1] + t[n:]", "t, n"), (1, 2, 3), 1)


def test_slice_of_mixed_items_needs_known_bounds():
    message = compile_error(expression("a[:b]"), (1, "b"), 1)
    assert "only with bounds that are known" in message
    assert "no common type" in message


def test_display():
    check(expression("(a, b, a + b)"), 1, 2.5)
    check(expression("()", ""))
    check(expression("(a,)", "a"), 1)
    check(expression("((a, b), (b, (a,)))"), 1, 2.5)


@pytest.mark.parametrize(("x", "y"), [((1, 2), (3, 4)), ((1,), (2.5,)), ((), (1,)), ((1, 2.5), ()), ((1, True), (2.5, None))])
def test_concatenation(x, y):
    check(expression("a + b"), x, y)


@pytest.mark.parametrize("symbol", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize(
    ("x", "y"),
    [
        ((1, 2), (1, 2)),
        ((1, 2), (1, 3)),
        ((2, 0), (1, 9)),
        ((1, 2), (1, 2, 3)),
        ((1, 2.5), (1, 2.5)),
        ((1, 2.5), (1.0, 3)),
        ((), ()),
    ],
)
def test_comparison(symbol, x, y):
    check(expression(f"a {symbol} b"), x, y)


@pytest.mark.parametrize("x", [2, 5, 2.0])
def test_contains(x):
    check(expression("b in a"), (1, 2, 3), x)
    check(expression("b not in a"), (1, 2, 3), x)


@pytest.mark.parametrize("x", [2, 3])
def test_index_method(x):
    check(expression("a.index(b)"), (1, 2, 3), x)


def test_index_method_without_the_value():
    with pytest.raises(ValueError, match="not in tuple"):
        jitted(expression("a.index(b)"))((1, 2, 3), 9)


def test_iteration():
    def f(t):
        total = 0.0
        for x in t:
            total = total * 2 + x
        return total

    check(f, (1.5, 2.5, 3.5))


def test_iteration_over_nested():
    def f(t):
        total = 0
        for x, y in t:
            total = total * 10 + x * y
        return total

    check(f, ((1, 2), (3, 4)))


@pytest.mark.parametrize("text", ["sum(a)", "min(a)", "max(a)", "any(a)", "all(a)", "tuple(a)", "len(a)"])
def test_builtins(text):
    check(expression(text, "a"), (3, 1, 2))
    check(expression(text, "a"), (0.0, 1.5))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_repetition_by_a_constant(count):
    check(expression(f"a * {count}", "a"), (1, 2.5))


def test_unpacking():
    def f(t):
        a, (b, c), d = t
        return d, c, b, a

    check(f, (1, (2.5, True), 3j))


def test_tuple_in_variables_of_two_branches():
    def f(n):
        if n > 0:
            t = (n, 2)
        else:
            t = (5, n * 2)
        return t

    check(f, 3)
    check(f, -3)


def test_items_unify():
    def f(n):
        t = (1, 2)
        if n > 0:
            t = (1.5, 2)
        return t

    assert jitted(f)(1) == (1.5, 2)
    assert jitted(f)(-1) == (1, 2)


def test_tuple_of_arrays():
    def f(t):
        a, b = t
        a[0] = 9.0
        return a + b, t[1].sum()

    check(f, (np.arange(3.0), np.ones(3)))


def test_tuple_of_arrays_out():
    def f(n):
        a = np.zeros(n)
        return a, a + 1, (a[1:], n)

    check(f, 3)


def test_tuple_of_arrays_of_one_type_by_variable_index():
    def f(t, i):
        return t[i].sum()

    check(f, (np.arange(3.0), np.ones(4)), 1)


def test_tuple_in_a_loop():
    def f(n):
        t = (0, 1)
        for _ in range(n):
            t = (t[1], t[0] + t[1])
        return t

    check(f, 10)


def test_long_tuple():
    check(expression("a[40], len(a)", "a"), tuple(range(60)))
    check(expression("a", "a"), tuple(float(i) for i in range(60)))


def test_shape_is_a_tuple():
    check(expression("a.shape, a.shape[0] * 2, a.shape + (1,)", "a"), np.zeros((2, 3)))


@pytest.mark.parametrize("p", [Point(1, 2), Point(1.5, 2), Point((1, 2), None), Size(3, 2.5)])
def test_named_in_and_out(p):
    check(expression("a", "a"), p)


def test_named_attributes():
    check(expression("a.x + a.y, a[0], a[-1], len(a)", "a"), Point(1, 2.5))
    check(expression("a.width * a.height", "a"), Size(3, 2.5))


def test_named_construction():
    def f(x, y):
        p = Point(x, y)
        q = Point(y=x, x=y)
        return p, q, Size(x, y)

    check(f, 1, 2.5)


def test_named_unpack_and_compare():
    def f(p, q):
        x, y = p
        return x + y, p == q, p < q, p != q

    check(f, Point(1, 2), Point(1, 3))


def test_named_array_fields():
    def f(p):
        p.x[0] = 7.0
        return Point(p.y, p.x)

    check(f, Point(np.zeros(2), np.arange(3)))


def test_named_unknown_field_is_refused():
    assert "z" in compile_error(expression("a.z", "a"), Point(1, 2))


def test_named_private_members_are_refused():
    assert "_source" in compile_error(expression("a._source", "a"), Point(1, 2))


def test_tuple_as_dictionary_of_settings():
    function = source(
        """
        def f(settings, x):
            scale, offset, flag = settings
            if flag:
                return x * scale + offset
            return x
        """
    )
    check(function, (2, 0.5, True), 3.0)
    check(function, (2, 0.5, False), 3.0)


def mixed_items(n, x):
    t = (n, "a", x)

    def log(*xs):
        return ", ".join(str(v) for v in xs)

    pairs = [f"{v}{w}" for v in t for w in ("y", 1)]
    nested = list(f"{v}{w}" for v in t for w in t)
    numbers = sum(v for v in (n, x, True))
    kept = (f"<{v}>" for v in t if not isinstance(v, str))
    first = next(kept)
    return log(n, "a", x), log(n, n), log("a"), log(), pairs, nested, numbers, first, list(kept), any(v == "a" for v in t)


def test_generator_expressions_over_values_of_several_types():
    check(mixed_items, 3, 2.5)


def test_lists_of_tuples_of_several_lengths():
    def f(items):
        items.append((len(items),))
        return [sum(item) for item in items], items

    check(f, [(1, 2), (1, 2, 3)])
    check(expression("sorted(a.values())", "a"), {1: (1, 2), 2: (1,)})


def test_no_further_arguments():
    @njit
    def total(*numbers):
        s = 0
        for i in range(len(numbers)):
            s += numbers[i]
        return s

    @njit
    def at(numbers, i):
        return numbers[i]

    assert (total(1, 2), total()) == (3, 0)
    with pytest.raises(IndexError, match="tuple index out of range"):
        at((), 0)


Stats = namedtuple("Stats", "attack defense")
State = namedtuple("State", "own other turn")
NOTHING = Stats(0, 0)


def test_constant_named_tuples_in_keys():
    def f(x):
        state = State(Stats(x, 2), NOTHING, 3)
        values = {state: 1, state._replace(turn=4): 2}
        none = NOTHING
        none = none._replace(attack=x)
        return len(values), values[state], state in {state}, none, [NOTHING, none], NOTHING.attack

    check(f, 5)
