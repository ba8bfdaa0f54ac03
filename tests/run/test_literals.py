"""``literally`` and ``literal_unroll``."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest

from coluber import errors, literal_unroll, literally, njit, types
from coluber.extending import overload
from coluber.misc import special
from tests.run.support import check, expression


def test_names():
    assert special.literally is literally
    assert special.literal_unroll is literal_unroll
    assert (literally(3), literal_unroll((1, "a"))) == (3, (1, "a"))


# --------------------------------------------------------------------------------------------------------- literally


def test_an_argument_is_known_by_its_value():
    @njit
    def f(x, y):
        return literally(x) + y

    assert (f(3, 4), f(5, 4), f(3, 4), f("a", "b")) == (7, 9, 7, "ab")
    assert [str(s) for s in f.signatures] == [
        "(Literal[int](3), int64)",
        "(Literal[int](5), int64)",
        "(Literal[str](a), unicode_type)",
    ]
    with pytest.raises(errors.LiteralTypingError, match="'float'> cannot be used as a literal"):
        f(2.5, 1)
    assert f(True, 1) == 2


def test_arrays_beside_values():
    @njit
    def column(a, k, factor=2.0):
        return a[literally(k)] * factor

    a = np.arange(6.0).reshape(3, 2)
    for k in (0, 2, 1, 2):
        np.testing.assert_array_equal(column(a, k), a[k] * 2)
        np.testing.assert_array_equal(column(a, k, factor=3.0), a[k] * 3)
    assert column((1, 2.5), 1) == 5.0
    assert column((1, 2.5), 0) == 2.0


def test_two_arguments_of_which_one_follows_from_the_other():
    @njit
    def f(t, i, j):
        if literally(i) == 0:
            return t[literally(j)] * 2
        return 0

    assert f((1, 2.5), 0, 1) == 5.0
    assert f((1, 2.5), 0, 0) == 2
    assert f((1, 2.5), 1, 0) == 0


def test_texts_one_after_the_other():
    @njit
    def f(a, k, b):
        a = literally(a)
        k = literally(k)
        return len(a), k, literally(b)

    assert f("pq", 1, "q") == (2, 1, "q")
    assert f("p", 1, b="r") == (1, 1, "r")
    assert len(f.signatures) == 2


def test_constants_of_callers():
    @njit
    def inner(t, k):
        return t[literally(k)]

    @njit
    def outer(t):
        return inner(t, 1), inner(k=0, t=t)

    assert outer((1, "a")) == ("a", 1)

    @njit
    def passed(t, n):
        return inner(t, n)

    assert (passed((1, "a"), 0), passed((1, "a"), 1)) == (1, "a")
    assert [str(s[1]) for s in passed.signatures] == ["Literal[int](0)", "Literal[int](1)"]


def test_overloads_are_asked_again_with_the_constant():
    def power(x, n):
        raise NotImplementedError

    seen = []

    @overload(power)
    def ov_power(x, n):
        seen.append(str(n))
        if isinstance(n, types.Literal):
            value = n.literal_value
            return lambda x, n: x * value
        return lambda x, n: literally(n)

    assert njit(lambda x: power(x, 7))(2) == 14
    assert seen == ["int64", "Literal[int](7)"]
    f = njit(lambda x, n: power(x, n))
    assert (f(2, 3), f(2, 4)) == (6, 8)


def test_values_that_are_not_known():
    @njit
    def f(a):
        k = a + 1
        return literally(k)

    with pytest.raises(errors.TypingError, match=r"literally\(\) is given a value of type int64"):
        f(1)
    with pytest.raises(errors.TypingError, match="literally"):
        njit("int64(int64)")(lambda n: literally(n))


def made_known(x):
    raise NotImplementedError


def at(x, i):
    raise NotImplementedError


def test_overloads_know_what_is_in_a_display():
    seen = []

    @overload(made_known, prefer_literal=True)
    def ov_made_known(x):
        seen.append((type(x), getattr(x, "initial_value", None), str(x)))
        if isinstance(x, (types.LiteralList, types.LiteralStrKeyDict)):
            seen[-1] = (*seen[-1][:1], x.literal_value, str(x))
        return lambda x: len(x)

    @njit
    def f(a, go):
        numbers = [1, 2, 3]
        numbers.append(4)
        either = [1, 2]
        if go:
            either = [3]
        return (
            made_known(numbers),
            made_known({"a": 1, "b": 2}),
            made_known([a, 2]),
            made_known(either),
            made_known([1, *either]),
            made_known([1, "x", a * 0.5]),
            made_known({"a": 1, "b": "x", "c": a}),
        )

    assert f(7, True) == (4, 2, 2, 1, 2, 3, 3)
    assert all(isinstance(cls, type) and issubclass(cls, types.Type) for cls, *_ in seen)
    one, x, a = types.literal(1), types.literal("x"), types.literal("a")
    b, c = types.literal("b"), types.literal("c")
    assert [known for _, known, _ in seen] == [
        [1, 2, 3],
        {"a": 1, "b": 2},
        None,
        [one, x, types.float64],
        {a: one, b: x, c: types.int64},
    ]
    assert [text for *_, text in seen] == [
        "list(int64)<iv=[1, 2, 3]>",
        "dict(unicode_type, int64)<iv={'a': 1, 'b': 2}>",
        "list(int64)",
        "LiteralList((Literal[int](1), Literal[str](x), float64))",
        "LiteralStrKey[Dict]({Literal[str](a): Literal[int](1), Literal[str](b): Literal[str](x), Literal[str](c): int64})",
    ]


def test_mixed_lists_are_passed_and_held():
    def kinds(x):
        raise NotImplementedError

    @overload(kinds)
    def ov_kinds(x):
        text = ", ".join(type(item).__name__ for item in x.literal_value)
        return lambda x: text

    @njit
    def f(a):
        d = {"x": [a, "b", 2.5], "y": a}
        return kinds([1, "a", (2, 3)]), d["x"][1], d["x"][2], d["y"]

    assert f(3) == ("IntegerLiteral, StringLiteral, Tuple", "b", 2.5, 3)


def test_ranges_and_texts_are_no_tuples():
    @njit
    def f(n):
        s = 0
        for i in literal_unroll(range(n)):
            s += i
        for c in literal_unroll("ABC"):
            s += ord(c)
        return s

    assert f(4) == 6 + 65 + 66 + 67


def test_a_display_is_wanted_literally():
    def items_of(x):
        raise NotImplementedError

    @overload(items_of)
    def ov_items_of(x):
        if x.initial_value is None:
            return lambda x: literally(x)
        last = list(x.initial_value)[-1]
        return lambda x: (last, len(x))

    assert njit(lambda: (items_of([1, 2]), items_of({"a": 3})))() == ((2, 2), ("a", 1))

    @njit
    def asked():
        d = {"a": 1, "b": 2}
        same = literally(d)
        same["c"] = 3
        return items_of(d), len(same), len(literally([4, 5]))

    assert asked() == (("b", 3), 3, 2)
    with pytest.raises(errors.TypingError, match="literally"):
        njit(lambda a: items_of([a]))(1)


def test_functions_know_the_displays_that_they_are_given():
    def items_of(x):
        raise NotImplementedError

    @overload(items_of)
    def ov_items_of(x):
        if x.initial_value is None:
            return lambda x: literally(x)
        first = list(x.initial_value)[0]
        return lambda x: (first, len(x))

    @njit
    def inner(x):
        return items_of(x), len(x)

    @njit
    def outer(x):
        x.append(9)
        return inner(x)

    @njit
    def named(*, x):
        return items_of(x)

    @njit
    def given_back(x):
        items_of(x)
        return x

    @njit
    def nested(x, n):
        return items_of(x) if n == 0 else nested(x, n - 1)

    assert njit(lambda: (outer([1, 2]), outer([3]), inner([5, 6])))() == (((1, 3), 3), ((3, 2), 2), ((5, 2), 2))
    assert njit(lambda: (named(x={"a": 1}), given_back([1]), given_back({"a": 2})))() == (("a", 1), [1], {"a": 2})
    assert njit(lambda: nested([7], 3))() == (7, 1)
    with pytest.raises(errors.TypingError, match="literal"):
        inner([1, 2])


def test_displays_of_one_type_are_not_mistaken_for_each_other():
    def both(x, y):
        raise NotImplementedError

    @overload(both)
    def ov_both(x, y):
        if x.initial_value is None:
            return lambda x, y: literally(x)
        first, second = list(x.initial_value)[0], -1 if y.initial_value is None else list(y.initial_value)[0]
        return lambda x, y: (first, second)

    @njit
    def passed_on(x, y):
        return both(x, y)

    assert njit(lambda: both([1], [2]))() == (1, 2)
    assert njit(lambda n: both([1], [n]))(5) == (1, -1)
    with pytest.raises(errors.TypingError, match="literally"):
        njit(lambda n: passed_on([1], [n]))(5)


def test_callees_that_can_be_compiled_for_a_constant_only():
    @overload(at)
    def ov_at(x, i):
        return lambda x, i: x[i]

    @njit
    def item(t, i):
        return t[i]

    @njit
    def passed_on(t, i):
        return item(t, i)

    t = (1, "a")
    assert njit(lambda t: (item(t, 1), passed_on(t, 0), at(t, 1)))(t) == ("a", 1, "a")
    with pytest.raises(errors.TypingError):
        njit(lambda t, i: passed_on(t, i))(t, 0)


# ---------------------------------------------------------------------------------------------------- literal_unroll


def test_loops_in_front_of_break_and_lists():
    @njit
    def f(x, same, k):
        t, values = (12, 12.7, 3j, 4, x, 2 * x), [1, 2.5, 3j]
        acc = 0
        for a in literal_unroll(t):
            acc += a
            if acc.real > 26:
                for b in literal_unroll(("foo", x, 2 * x)):
                    acc += b is False
                    for c in literal_unroll(t):
                        acc += c
                break
        for i in range(len(literal_unroll(values))):
            acc += values[i]
        for item in literal_unroll(same):
            acc += item.sum()
        mixed = ["a", 1, "a"] if k else ["b", 2, "c"]
        return acc, mixed[0], mixed[1], len(mixed)

    arguments = 9, [np.ones(2), np.arange(3.0)], 0
    assert f(*arguments) == f.py_func(*arguments)


def total(t):
    result = 0.0
    for item in literal_unroll(t):
        if isinstance(item, str):
            result += len(item)
        else:
            result += item * 2
    return result


def last(t):
    item = 0
    count = 0
    for item in literal_unroll(t):  # noqa: B007
        count += 1
    return count, item


def first_above(t, limit):
    found = -1.0
    for item in literal_unroll(t):
        if item > limit:
            found = item
            break
        found = -2.0
    else:
        found = -3.0
    return found


def skipping(t):
    out = 0.0
    for item in literal_unroll(t):
        if item < 0:
            continue
        out = out * 10 + item
    return out


def nested(t, u):
    out = 0.0
    for x in literal_unroll(t):
        for k in range(3):
            for y in literal_unroll(u):
                out += x * y + k
    return out


def caught(t):
    out = 0.0
    for x in literal_unroll(t):
        try:
            if x < 0:
                raise ValueError
            out += x
        except ValueError:
            out += 100
    return out


def returning(t):
    for x in literal_unroll(t):
        if x > 2:
            return x * 1.5
    return -1.0


def always_returning(t):
    for x in literal_unroll(t):
        return x
    return 7


def arrays(t):
    out = 0.0
    for a in literal_unroll(t):
        out += a.sum() * a.ndim
    return out


def twice_over(t):
    items = literal_unroll(t)
    n = 0.0
    for x in items:
        n += x
    for y in items:
        n *= y
    return n


def lists(n):
    numbers = [12, n, 3j]
    out = len(literal_unroll(numbers)) + 0j
    for x in literal_unroll(numbers):
        out += x / 2 if isinstance(x, int) else x
    for y in literal_unroll(["a", n, 2.5]):
        if not isinstance(y, str):
            out += y
    return out


def shown(t):
    for x in literal_unroll(t):
        print(x)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (total, ((1, 2.5, "abc"),)), (total, (("a",),)), (total, ((),)), (total, ((1, 2, 3),)), (total, ((1j and 2, True),)),
        (last, ((1, 2, 3),)), (last, ((),)), (last, ((1.0, 2),)),
        (first_above, ((1, 2.5, 3), 2)), (first_above, ((1, 2.5, 3), 9)), (first_above, ((), 9)),
        (skipping, ((1, -2.5, 3.0, -1, 4),)), (nested, ((1, 2.5), (3, 4.5, True))), (nested, ((), (3, 4.5))),
        (nested, ((1, 2.5), ())), (caught, ((1, -2.5, 3.5),)), (returning, ((1, 2.5, 3),)), (returning, ((1, 2),)),
        (always_returning, ((1, 2),)), (arrays, ((np.ones(3), np.ones((2, 2), np.int32)),)), (twice_over, ((1, 2.5, 3),)),
        (lists, (7,)),
    ],
)  # fmt: skip
def test_loops(function, arguments):
    check(function, *arguments)


def test_items_are_printed(capfd):
    njit(shown)((1, 2.5, "s", np.int8(3)))
    assert capfd.readouterr().out.split() == ["1", "2.5", "s", "3"]


DTYPES = (np.int32, np.float64, np.complex128)
NAMED = namedtuple("NAMED", "a b")(2, 1.5)
CHOICES = ("sum", "max", 3)


def test_tuples_of_constants():
    @njit
    def sizes(n):
        out = 0
        for dtype in literal_unroll(DTYPES):
            out = out * 100 + np.zeros(n, dtype).nbytes
        return out

    assert sizes(3) == 122448
    assert njit(lambda: total(CHOICES))  # the items of a global are constants, of which some are texts

    @njit
    def chosen(a):
        out = 0.0
        for choice in literal_unroll(("sum", "max", 3)):
            if choice == "sum":
                out += a.sum()
            elif choice == "max":
                out += a.max()
            else:
                out += choice
        return out

    assert chosen(np.arange(4.0)) == 12.0
    check(skipping, NAMED)


def test_literal_items_reach_overloads():
    def pick(name):
        raise NotImplementedError

    @overload(pick, prefer_literal=True)
    def ov_pick(name):
        length = len(name.literal_value)
        return lambda name: length

    @njit
    def f():
        out = 0
        for name in literal_unroll(("a", "bcd", "ef")):
            out = out * 10 + pick(name)
        return out

    assert f() == 132


def test_owned_items_are_released():
    @njit
    def f(n):
        out = 0.0
        for a in literal_unroll((np.ones(n), np.ones((n, n)), 3)):
            if isinstance(a, int):
                out += a
                continue
            b = a * 2
            out += b.sum()
        return out

    assert f(4) == 43.0


def test_values_after_a_break():
    def f(t, limit):
        x = 0.0
        position = 0
        for item in literal_unroll(t):
            x = item * 0.5
            if item > limit:
                break
            position += 1
        return x, position

    check(f, (1, 2.5, 3), 2)
    check(f, (1, 2.5, 3), 9)


def test_what_is_refused():
    with pytest.raises(errors.TypingError, match=r"literal_unroll with a value of type array\(float64"):
        njit(arrays)(np.ones(3))

    many = "\n".join(["            n += 1"] * 100)
    loops = "    for _ in literal_unroll(T):\n        for _ in literal_unroll(T):"
    source = f"def too_large():\n    n = 0\n{loops}\n{many}\n    return n"
    namespace = {"literal_unroll": literal_unroll, "T": tuple(range(60))}
    exec(source, namespace)
    with pytest.raises(errors.TypingError, match="too large"):
        njit(namespace["too_large"])()


@pytest.mark.parametrize("text", ["2**1000", "x + 3**200", "(-7) ** 501", "1 << 200", "2**64", "-(2**64)"])
def test_constants_of_more_than_64_bits(text):
    with pytest.raises(errors.TypingError, match="Int value is too large"):
        njit(expression(text, "x"))(1)


@pytest.mark.parametrize("text", ["x * 2**62", "2**63 - 1", "0 << 200", "1**2000", "(-1) ** 2001 + x", "2.0**1000"])
def test_constants_of_64_bits(text):
    check(expression(text, "x"), 1)


def test_captured_variables():
    @njit
    def of_inner(pair, k):
        def item():
            return pair[literally(k)]

        return item()

    @njit
    def applied(function):
        return function()

    @njit
    def of_passed(pair, k):
        def outer():
            def item():
                return pair[literally(k)]

            return applied(item)

        return outer()

    @njit
    def of_caller(pair):
        return of_inner(pair, 1), of_passed(pair, 0)

    pair = (1.5, "a")
    assert [f(pair, k) for f in (of_inner, of_passed) for k in (0, 1)] == [1.5, "a", 1.5, "a"]
    assert of_caller(pair) == ("a", 1.5)

    @njit
    def of_changing(pair, k):
        k += 1

        def item():
            return pair[literally(k)]

        return item()

    with pytest.raises(errors.TypingError, match=r"literally\(\) is given a value of type int64"):
        of_changing(pair, 0)
