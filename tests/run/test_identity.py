"""`is`: a value is itself wherever it has been put."""

from __future__ import annotations

import math
from collections import namedtuple

import pytest

from coluber import njit
from tests.run.support import check, expression, jitted

Point = namedtuple("Point", "x y")
WORD = "some words"


class Circle:
    def __init__(self, r):
        self.r = r

    def area(self):
        return 3 * self.r


class Square:
    def __init__(self, a):
        self.a = a

    def area(self):
        return self.a * self.a


def strings(s):
    t = s
    words = [s, s + "!", "", s[:1]]
    w = words[0]
    prev = None
    changes = 0
    for word in [s, s, words[1], words[1], s]:
        if word is not prev:
            changes += 1
        prev = word
    table = {"k": s}
    return t is s, w is s, words[1] is s, words[0] is not words[0], words[2] is "", words[3] is s[0], table["k"] is s, changes  # noqa: F632


def deferred(n):
    s = f"{n}+{n}"
    t = s
    parts = [s, f"{n}"]
    return t is s, parts[0] is s, parts[1] is s


def constants(k):
    mode = "fast" if k else "slow"
    other = mode
    return mode is "fast", mode is "slow", other is mode, WORD is WORD, mode is WORD  # noqa: F632, PLR0124


def raw(b):
    c = b
    return c is b, b is b"", [b, b"xyz"][0] is b  # noqa: F632


def tuples(n):
    q = (n, n + 1)
    w = q
    p = Point(n, 2.5)
    items = [q, (n, n + 2)]
    mixed = ([n], "a")
    same = mixed
    return w is q, items[0] is q, items[1] is q, p is p, Point(n + 1, 2.5) is p, same is mixed, ([n], "a") is mixed  # noqa: PLR0124


def nans(x):
    y = x
    t = (x, math.nan)
    u = t
    return y is x, math.nan is math.nan, u is t, x is not y  # noqa: PLR0124


def iterators(xs):
    it = iter(xs)
    other = iter(xs)
    pairs = zip(xs, xs)
    both = [it, other]
    return it is it, it is other, both[1] is other, both[0] is not it, pairs is pairs, next(it), next(other)  # noqa: PLR0124


def generators(n):
    def count(k):
        while True:
            yield k
            k += 1

    gs = [count(n), count(2), count(3)]
    it = gs[0]
    turns = 0
    total = 0
    while it is gs[0] and turns < 5:
        total += next(it)
        turns += 1
        if turns == 3:
            it = gs[1]
    return turns, total, gs[1] is it, gs[2] is it


def classes(n):
    shapes = [Circle(n), Square(n), Circle(2)]
    best = shapes[0]
    for shape in shapes:
        if shape.area() > best.area():
            best = shape
    c = Circle(4)
    shapes.append(c)
    found = [best is shape for shape in shapes]
    return found, shapes[3] is c, c is shapes[0], shapes[1] is not shapes[1], best is None


def optional_containers(n):
    ys = [[1], None, [1]]
    t = {1: (1, 2), 2: None}
    names = ["x", None, "y" * n]
    first = names[2]
    out = []
    for a in ys:
        for b in ys:
            out.append(a is b)
    own = ys[0]
    return (
        out,
        ys[0] is own,
        own is not ys[2],
        t[1] is t[1],
        t[2] is t[1],
        names[2] is first,
        names[1] is first,
        names[1] is names[1],
    )


def functions(n):
    def add(k):
        return k + n

    def sub(k):
        return k - n

    fs = [add, sub]
    f = fs[n % 2]
    return f is add, f is sub, fs[0] is add, add is sub, add is add  # noqa: PLR0124


def exceptions(n):
    e = ValueError("x", n)
    try:
        raise e
    except ValueError as g:
        kept = g
        again = g
    try:
        raise ValueError("x", n + 1)
    except ValueError as other:
        return kept is e, kept is again, other is e, e is e  # noqa: PLR0124


def kinds(n):
    flag = n > 0
    return flag is True, n is True, flag is n, 1 is True, n is 1.0, (n,) is n, "a" is n  # noqa: F632


PROGRAMS = {
    "strings": (strings, "abcd"),
    "strings_of_two_bytes": (strings, "abcλ"),
    "deferred": (deferred, 3),
    "constants": (constants, 1),
    "bytes": (raw, b"abc"),
    "tuples": (tuples, 3),
    "nans": (nans, float("nan")),
    "iterators": (iterators, [1, 2]),
    "generators": (generators, 1),
    "classes": (classes, 3),
    "optional_containers": (optional_containers, 3),
    "functions": (functions, 1),
    "exceptions": (exceptions, 1),
    "kinds": (kinds, 1),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_as_python(name):
    function, *arguments = PROGRAMS[name]
    assert jitted(function)(*arguments) == function(*arguments)


def test_objects_from_python():
    f = jitted(expression("(a is b, a[0] is b[0], a[0] is b[1])"))
    for a, b in [(["xy", "xyz"], ["xy", "zz"]), ([(1, 2), (3, 4)], [(1, 2), (5, 6)])]:
        b[0] = a[0]
        assert f(a, b) == f.py_func(a, b)
        assert f(a, a) == f.py_func(a, a)


def test_functions_of_operator():
    check(expression("(operator.is_(a, b), operator.is_not(a, b), operator.is_(a, a))"), "abc", "abd")


def test_arguments_of_functions():
    @njit
    def same(a, b):
        return a is b

    def f(s):
        q = (s, 1)
        return same(s, s), same(s, s + "x"), same(q, q), same(None, s), same(s, None)

    assert njit(f)("abc") == (True, False, True, False, False)


class Strange:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return False

    __hash__ = None


def search(x):
    a = Strange(1)
    t = (x, 1)
    xs = [1.0, x, x]
    found = [x in [x], x in (x, 1.0), x in (1.0, 2.0), a in [a], a in [Strange(1)], a in (a, Strange(2)), t in [t]]
    places = xs.index(x), xs.count(x), [a, a].count(a)
    xs.remove(x)
    return found, places, len(xs), x in {0: x}.values()


def test_what_is_found_is_itself_or_equal():
    for x in (math.nan, 2.0):
        check(search, x)
