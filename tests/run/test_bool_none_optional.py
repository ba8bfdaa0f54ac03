"""Booleans, None, and values that may be None."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, compile_error, expect, expression, jitted, source

BOTH = [True, False]


@pytest.mark.parametrize("x", BOTH)
@pytest.mark.parametrize("y", BOTH)
def test_operators(x, y):
    for text in ("a and b", "a or b", "a & b", "a | b", "a ^ b", "a == b", "a != b", "a < b", "a is b", "a is not b"):
        check(expression(text), x, y)
    for text in ("a + b", "a - b", "a * b"):
        check(expression(text), x, y)
    if y:
        for text in ("a / b", "a // b", "a % b"):
            check(expression(text), x, y)


@pytest.mark.parametrize("x", BOTH)
@pytest.mark.parametrize("text", ["not a", "int(a)", "float(a)", "bool(a)", "-a", "+a", "1 if a else 2", "complex(a)"])
def test_unary(text, x):
    check(expression(text, "a"), x)


@pytest.mark.parametrize("x", BOTH)
def test_invert_is_logical(x):
    expect(expression("~a", "a"), (x,), not x)


@pytest.mark.parametrize("x", [np.True_, np.False_])
def test_numpy_bool(x):
    check(expression("a", "a"), x)
    check(expression("not a", "a"), x)


@pytest.mark.parametrize("x", BOTH)
def test_unification_with_numbers(x):
    def f(flag, n):
        r = flag
        if n > 2:
            r = n
        return r

    expect(f, (x, 5), 5)
    expect(f, (x, 1), int(x))


def test_none_argument_and_result():
    check(expression("a", "a"), None)
    check(expression("a is None", "a"), None)
    check(expression("a is not None", "a"), None)
    check(expression("a == None", "a"), None)
    check(expression("None", ""))
    check(expression("(None, 1)", ""))


@pytest.mark.parametrize("x", [3, 2.5, True])
def test_is_none_of_a_value(x):
    check(expression("a is None", "a"), x)
    check(expression("a is not None", "a"), x)


def maybe(n):
    if n > 0:
        return n
    return None


def maybe_float(n):
    if n > 0:
        return n * 0.5


@pytest.mark.parametrize("n", [-1, 0, 1, 5])
@pytest.mark.parametrize("function", [maybe, maybe_float])
def test_optional_result(function, n):
    check(function, n)


@pytest.mark.parametrize("n", [-1, 4])
def test_optional_result_is_used(n):
    inner = njit(maybe)

    def f(n):
        x = inner(n)
        if x is None:
            return -100
        return x + 1

    check(f, n)


@pytest.mark.parametrize("n", [-1, 4])
def test_optional_variable(n):
    def f(n):
        x = None
        if n > 0:
            x = n * 2.5
        return x

    check(f, n)


@pytest.mark.parametrize("n", [-1, 0, 4])
def test_optional_in_a_loop(n):
    def f(n):
        best = None
        for i in range(n):
            if best is None or i * (3 - i) > best:
                best = i * (3 - i)
        return best

    check(f, n)


@pytest.mark.parametrize("n", [0, 1, 4])
def test_uses_that_only_later_rounds_can_type(n):
    def f(n):
        best, last, names = None, None, None
        total = 0
        for i in range(n):
            if i > 0:
                total += last[1] - names[0]
            if best is None or i * (3 - i) > best:
                best = i * (3 - i)
            last, names = (i, 2 * i), [i, 5]
        low, high = last
        return best + 1, total, low, high

    check(f, n, same_error_args=False)


def test_arithmetic_on_none_raises():
    inner = njit(maybe)

    def f(n):
        return inner(n) + 1

    assert jitted(f)(3) == 4
    with pytest.raises(TypeError):
        jitted(f)(-3)


@pytest.mark.parametrize("n", [-1, 4])
def test_optional_tuple(n):
    def f(n):
        t = None
        if n > 0:
            t = (n, 2.5)
        return t

    check(f, n)


@pytest.mark.parametrize("n", [-1, 4])
def test_optional_array(n):
    def f(n):
        a = None
        if n > 0:
            a = np.ones(n)
        return a

    check(f, n)


@pytest.mark.parametrize("n", [-1, 4])
def test_optional_comparison(n):
    inner = njit(maybe)

    def f(n):
        x = inner(n)
        return x is None, x == 4, x != None  # noqa: E711

    check(f, n)


@pytest.mark.parametrize("argument", [None, 3, 2.5])
def test_none_default(argument):
    def f(x, y=None):
        if y is None:
            y = 10
        return x + y

    check(f, 1)
    check(f, 1, argument)


def test_mixture_of_none_and_number_in_a_tuple():
    check(expression("(a, None, b)"), 1, 2.5)


def test_none_is_not_a_number():
    compile_error(expression("a + b"), None, 1, error=Exception)


def test_optional_truth():
    inner = njit(maybe)

    def f(n):
        return 1 if inner(n) else 2

    check(f, -1)
    check(f, 4)


def test_containers_that_may_be_none():
    def f(there, raises):
        d = np.arange(3.0) if there else None
        x = [1.0, 2.0] if there else None
        if there or raises:
            d[0] += 1.5
            d[1:] = 3.0
            del x[0]
            return d.sum(), d.argmax(), 3.0 in d, 3.0 not in x, [item for item in d], d.std()

    compiled = njit(f)
    assert compiled(True, False) == f(True, False)
    assert compiled(False, False) is None
    with pytest.raises(TypeError, match="expected a value, got None"):
        compiled(False, True)


class Named:
    def __init__(self, name):
        self.name = name

    def shout(self):
        return self.name.upper()


def test_attributes_of_none():
    def f(which):
        text = "abc" if which > 0 else None
        found = Named("x") if which > 1 else None
        out = []
        try:
            out.append(text.upper())
        except AttributeError as error:
            out.append(str(error))
        try:
            out.append(found.name)
            out.append(found.shout())
            found.name = "y"
        except AttributeError as error:
            out.append(str(error))
        try:
            found.name = "z"
        except AttributeError as error:
            # From 3.13 on CPython's text goes on.
            out.append(str(error)[:41])
        return out

    for which in (0, 1, 2):
        check(f, which)


@pytest.mark.parametrize("text", ["a.upper()", "a.join(['b'])", "a.split(',')[0]"])
def test_methods_of_none_raise(text):
    check(expression(f"(lambda a: {text})(a if flag else None)", "a, flag"), "x", True)
    check(expression(f"(lambda a: {text})(a if flag else None)", "a, flag"), "x", False)


@pytest.mark.parametrize("given", BOTH)
@pytest.mark.parametrize("text", ["(x == m).sum()", "x != m", "m == x", "x[x == m]", "(m != x) | (x > 1)"])
def test_an_array_is_compared_with_a_number_that_may_be_none(text, given):
    check(source(f"def f(x, given):\n    m = None\n    if given:\n        m = 1.0\n    return {text}\n"), np.arange(3.0), given)


@pytest.mark.parametrize("given", BOTH)
def test_an_array_is_compared_with_one_that_may_be_none(given):
    def f(x, given):
        m = None
        if given:
            m = x[::-1] + 0.0
        return x == m, x != m

    check(f, np.arange(3.0), given)


def looked_for(items, table, flag):
    k = None
    if flag:
        k = 1
    return k in items, k not in items, k in table, table.get(k), table.get(k, -1)


@pytest.mark.parametrize("flag", [False, True])
def test_none_is_no_item_of_containers_of_numbers(flag):
    check(looked_for, [1, 2], {1: 2}, flag)
    check(looked_for, [3, 2], {3: 2}, flag)
    check(lambda d: (None in d, d.get(None), d.get(None, 3)), {1: 2})


@pytest.mark.parametrize(
    "text",
    [
        "a.shape",
        "a.append(1)",
        "a[0]",
        "a[0:1]",
        "[k for k in a]",
        "a.x.y",
    ],
)
def test_none_has_no_attributes_and_items(text):
    """The program raises where it comes to it, and compiles where it does not."""
    check(expression(text, "a"), None)
    check(expression(f"0 if a is None else {text}", "a"), None)
    check(expression(f"{text} if b > 3 else b", "a, b"), None, 1)


@pytest.mark.parametrize("line", ["a.x = 1", "a[0] = 1", "del a[0]", "for k in a: pass", "x, y = a", "a.x += 1", "a[1] += 2"])
def test_statements_on_none(line):
    # From 3.13 on CPython's text goes on where an attribute is set.
    same = line != "a.x = 1" or sys.version_info < (3, 13)
    for b in (0, 1):
        check(source(f"def f(a, b):\n    if b:\n        {line}\n    return b\n"), None, b, same_error_args=same)


class Link:
    def __init__(self, value):
        self.value, self.next = value, None


class Chain:
    """A queue as textbooks have it: whether it is empty is asked of one of its ends."""

    def __init__(self):
        self.front, self.back, self.count, self.recent = None, None, 0, None

    def put(self, value):
        link = Link(value)
        if self.front is None:
            self.front = self.back = link
        else:
            self.back.next = link
            self.back = link
        if self.count == 0:
            self.recent = [value]
        else:
            self.recent.append(value)
        self.count += 1

    def get(self):
        value = self.front.value
        self.front = self.front.next
        return value


def test_fields_that_are_none_before_another_one_says_so():
    def f(n):
        chain = Chain()
        for k in range(n):
            chain.put(k * k)
        return [chain.get() for _ in range(n)], chain.back.value, chain.recent

    def empty():
        return Chain().get()

    check(f, 4)
    check(empty)


NONE_TYPE = type(None)
NUMBER_OR_NONE = int | float | None


def asked(x):
    return (
        (isinstance(x, type(None)), isinstance(x, NONE_TYPE), isinstance(x, types.NoneType), isinstance(x, (str, NONE_TYPE))),
        (isinstance(x, int | None), isinstance(x, NUMBER_OR_NONE), isinstance(x, int | str), isinstance(x, (int | str, list))),
        (type(x) is NONE_TYPE, type(x) == type(None), type(x) is type(3)),
    )


@pytest.mark.parametrize("x", [None, 3, 2.5, "text", True])
def test_the_class_of_none(x):
    check(asked, x)


@pytest.mark.parametrize("flag", BOTH)
def test_the_class_of_what_may_be_none(flag):
    def f(flag):
        x = None
        if flag:
            x = 3
        return isinstance(x, int | None), isinstance(x, NONE_TYPE), isinstance(x, int), isinstance(x, str | None)

    check(f, flag)


def _named(**options):
    return bool(options), not options, 1 if options else 2


def _drawn(rng=None, items=None):
    rng = rng or np.random.default_rng(0)
    return rng.random(), 1 if items else 2


def test_truth_of_named_arguments_generators_and_iterators():
    check(lambda n: (_named(), _named(n=n), _named(**{"a": 1, "b": n})), 3)
    check(lambda seed: (_drawn(), _drawn(np.random.default_rng(seed), iter([])), _drawn(items=zip([], [1]))), 3)
    assert njit(lambda rng: 1 if rng else 0)(np.random.default_rng(4)) == 1
    check(lambda n: (bool(np.float64), not np.dtype("f8"), bool(slice(n)), bool(...), bool(enumerate([n]))), 3)
