"""Functions with ``yield`` and generator expressions: as CPython, and nothing is left allocated."""

from __future__ import annotations

import gc
import heapq
import weakref

import numpy as np
import pytest

from coluber import _native, njit
from coluber.core import types
from tests.run.generators import check, functions

COUNT = """
@jit
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
"""

# Each a title, what comes before `f`, the body of `f(n)`.
CONSUMED = [
    ("a loop", COUNT, "s = 0\nfor x in count(n): s += x\nreturn s"),
    ("a loop that is left", COUNT, "for x in count(n):\n    if x == 3: break\nelse:\n    return -1\nreturn x"),
    ("two loops", COUNT, "g = count(n)\nfor x in g:\n    if x == 2: break\nreturn [x for x in g]"),
    ("next", COUNT, "g = count(n)\na = next(g)\nreturn a, next(g), next(g, -1)"),
    ("next at the end", COUNT, "g = count(1)\nnext(g)\nreturn next(g)"),
    ("enumerate", COUNT, "s = 0\nfor k, x in enumerate(count(n), 2): s += k * x\nreturn s"),
    ("zip", COUNT, "return [t for t in zip(count(n), 'abc', count(5))]"),
    ("zip asks in turn", COUNT, "g, h = count(n), count(2)\nfor t in zip(h, g): pass\nreturn next(g)"),
    ("map and filter", COUNT, "return sum(map(lambda x: x * x, filter(lambda x: x % 2, count(n))))"),
    ("containers", COUNT, "return list(count(n)), set(count(n)), sorted(count(n)), dict(zip(count(n), count(n)))"),
    ("reductions", COUNT, "return sum(count(n)), max(count(n)), min(count(n)), any(count(n)), all(count(n))"),
    ("stars", COUNT, "return [0, *count(n)], {*count(n)}"),
    ("unpacking", COUNT, "a, b, c = count(3)\nreturn a, b, c"),
    ("membership", COUNT, "g = count(n)\nreturn 2 in [x for x in g], 7 in list(count(n))"),
    ("a comprehension", COUNT, "return {x: [y for y in count(x)] for x in count(n)}"),
    ("an argument", COUNT + "@jit\ndef total(g):\n    s = 0\n    for x in g: s += x\n    return s\n", "return total(count(n))"),
    ("in a list", COUNT, "s = 0\nfor g in [count(n), count(3)]:\n    for x in g: s = 10 * s + x\nreturn s"),
    ("in a tuple", COUNT, "a, b = (count(n), 1.5)\nreturn sum(a) * b"),
    ("never begun", COUNT, "g = count(n)\nreturn n"),
    ("one path only", COUNT, "g = count(n)\nif n > 3:\n    g = count(3)\nreturn list(g)"),
    ("handed on", COUNT + "@jit\ndef make(n):\n    return count(n + 1)\n", "return list(make(n))"),
    ("join", "", "return '-'.join(str(k) for k in range(n)), ''.join(c for c in 'abcd' if c != 'b')"),
    ("expressions", "", "a = np.arange(n) * 0.5\nreturn sum(x * x for x in a), max(abs(x - 1) for x in a)"),
    ("nested expressions", "", "return sum(sum(i * j for j in range(i)) for i in range(n) if i % 2)"),
    ("expression of two loops", "", "return [t for t in ((i, j) for i in range(n) for j in range(i))]"),
    ("expression with capture", "", "k = n * 2\nreturn sorted(k - x for x in range(n))"),
    (
        "short circuit",
        "",
        "seen = []\nany(seen.append(x) or x > 1 for x in range(n))\nreturn seen"
        if False
        else "return any(x > 1 for x in range(n))",
    ),
]

# Each a title and the source of a generator `f`, with the arguments of the call.
# Generators `f`: a line with title and arguments, then the source.
YIELDING = """
# numbers: (4,)
def f(n):
    for i in range(n):
        yield i * 0.5
# nothing: (4,)
def f(n):
    return
    yield n
# early return: (9,)
def f(n):
    for i in range(n):
        if i == 2: return
        yield i
# return with value: (9,)
def f(n):
    yield n
    return n
# one type of several: (2,)
def f(n):
    yield 1
    yield n * 1.5
    yield True
# none and numbers: (4,)
def f(n):
    for i in range(n):
        yield i if i % 2 else None
# strings: ("ab c déf",)
def f(s):
    for w in s.split():
        yield w.upper() + '!'
# texts: (3,)
def f(n):
    for i in range(n):
        yield f'{i}:{i * 0.5}'
# tuples: (20,)
def f(n):
    a, b = 0, 1
    while a < n:
        yield a, b, 'x' * a
        a, b = b, a + b
# lists: (4,)
def f(n):
    l = [0]
    for i in range(n):
        yield l[:]
        l.append(i)
# arrays: (np.arange(6.0).reshape(2, 3),)
def f(a):
    for row in a:
        yield row * 2
    yield a[0]
# an argument itself: (np.arange(3), "x")
def f(a, s):
    yield a
    yield a[1:]
    yield a[:2]
# default values: ()
def f(a=3, *, b=2):
    yield a
    yield b
# several arguments: (1, 2, 3)
def f(*t):
    for x in t:
        yield x
# yield from: ([1, 2, 3],)
def f(l):
    yield from l
    yield from range(2)
    yield from (x * x for x in l)
# a loop around: (3,)
def f(n):
    i = 0
    while True:
        i += 1
        for j in range(i):
            if i > n: return
            yield i * j
# an exception: (5,)
def f(n):
    l = ['a', 'b']
    for i in range(n):
        yield l[i]
# own exception: (5,)
def f(n):
    yield n
    raise Stop('at', n)
# caught: (5,)
def f(n):
    for i in range(n):
        try:
            yield 10 // (i - 2)
        except ZeroDivisionError:
            yield -1
# caught around a loop: (5,)
def f(n):
    l = [n]
    try:
        for i in range(3):
            yield l[i]
    except IndexError as e:
        yield len(str(e))
    yield len(l)
# finally beside: (4,)
def f(n):
    s = 0
    for i in range(n):
        try:
            s += 6 // (i - 1)
        except ZeroDivisionError:
            s += 100
        finally:
            s += 1
        yield s
# unbound: (5,)
def f(n):
    if n > 5: x = 1
    yield n
    yield x
# a dict: ("abca",)
def f(s):
    d = {}
    for c in s:
        d[c] = d.get(c, 0) + 1
        yield d[c]
    for k, v in d.items():
        yield v
# recursion: (6,)
@jit
def walk(n):
    if n > 0:
        yield from walk(n - 1)
        yield n
        for x in walk(n - 2): yield x
def f(n):
    for x in walk(n): yield x
# a closure: (3,)
def f(n):
    k = 3
    def g(x):
        return x * k
    for i in range(n):
        yield g(i)
# inner generator: (4,)
def f(n):
    def g(m):
        for i in range(m): yield i * n
    for i in range(n):
        for x in g(i): yield x
# shadowed: (4,)
def f(n):
    m = n + 1
    yield m
    m += n
    yield m
"""


def cases(text):
    """Title, arguments and source of each."""
    for part in text.strip().split("# ")[1:]:
        first, source = part.split("\n", 1)
        title, arguments = first.split(": ", 1)
        yield pytest.param(source, eval(arguments), id=title)


@pytest.mark.parametrize(("before", "body"), [row[1:] for row in CONSUMED], ids=[row[0] for row in CONSUMED])
def test_consumed(before, body):
    lines = "\n".join("    " + line for line in body.split("\n"))
    check(f"{before}\ndef f(n):\n{lines}", 6)


@pytest.mark.parametrize(("source", "arguments"), [*cases(YIELDING)])
def test_given_to_python(source, arguments):
    check(source, *arguments)


@pytest.mark.parametrize("taken", range(4))
def test_abandoned_in_python(taken):
    @njit
    def f(a, s):
        for x in a:
            word = s + "!"
            yield x * a, word, [word]

    before = _native.live_allocations()
    for close in (False, True):
        made = f(np.arange(3.0), "text")
        for _ in range(taken):
            next(made)
        if close:
            made.close()
            assert list(made) == []
        del made
        gc.collect()
        assert _native.live_allocations() == before


def test_arguments_are_kept_alive():
    @njit
    def f(a, s):
        for x in a:
            yield s + str(x)

    made = f(np.arange(3), "".join(["te", "xt"]))
    gc.collect()
    assert list(made) == ["text0", "text1", "text2"]


def test_the_object():
    @njit
    def f(n):
        yield n

    made = f(3)
    assert iter(made) is made
    assert "f" in repr(made)
    assert (made.__name__, made.__qualname__) == ("f", "test_the_object.<locals>.f")
    assert not made.gi_running
    assert weakref.ref(made)() is made
    assert list(f.nopython_signatures[0].args) == [types.int64]
    returned = f.nopython_signatures[0].return_type
    assert isinstance(returned, types.Generator)
    assert returned.yield_type == types.int64
    assert str(returned).startswith("int64 generator(func=")


def test_types_that_do_not_fit():
    _, compiled = functions("def f(n):\n    yield 'a'\n    yield len")
    with pytest.raises(Exception, match="Can't unify yield type"):
        compiled(3)


KEPT = [
    "z = zip(a, a)\nfor x, y in z:\n    if x == 2: break\nreturn [t for t in z]",
    "i = iter(a)\nn = next(i)\nreturn n, sum(i), next(i, -1)",
    "e = enumerate(a, 5)\nreturn next(e), next(e), list(e)",
    "r = reversed(a)\nx = next(r)\nreturn x, [y for y in r]",
    "i = iter(a)\nreturn [t for t in zip(i, i)]",
    "i = iter(a)\nreturn [t for t in zip(i, i, i)], next(i, -1)",
    "m = map(str, a)\nreturn next(m), list(m)",
    "return list(map(lambda x, y: x * y, a, a)), list(filter(None, a))",
    "s = 0\nfor p in [zip(a, a), zip(a, a)]:\n    for x, y in p: s += x * y\nreturn s",
]


@pytest.mark.parametrize("body", KEPT)
def test_iterators_that_are_kept(body):
    lines = "\n".join("    " + line for line in body.split("\n"))
    check(f"def f(a):\n{lines}", [0, 1, 2, 3, 4])


def test_sum_of_expression_allocates_nothing(fresh_python):
    printed = fresh_python(
        """
        from coluber import njit

        @njit
        def f(n):
            s = 0
            for k in range(n):
                s += sum(x * k for x in range(3))
            return s

        f(3)
        text = "".join(f.inspect_llvm().values())
        print("frame_new" in text)
        """
    )
    assert printed.strip() == "False"


def test_cache(tmp_path, fresh_python):
    (tmp_path / "cached.py").write_text(
        "from coluber import njit\n"
        "@njit(cache=True)\n"
        "def f(n):\n"
        "    return sum(len(w) for w in ['a'] * n) + sum([x for g in [(k for k in range(n))] for x in g])\n"
    )
    for hits in (0, 1):
        code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from cached import f; print(f(4), "
        assert fresh_python(code + "sum(f.stats.cache_hits.values()))").split() == ["10", str(hits)]


def test_items_that_python_takes_one_by_one():
    table = [1, 2, 3]

    @njit
    def numbers(n):
        for k in range(n):
            yield k, k / 4, k % 2 == 0, (complex(k, 1), -k)

    @njit
    def failing(n):
        yield 1
        yield 1 // n

    @njit
    def of_global():
        for k in range(2):
            table.append(k)
            yield len(table)

    @njit
    def many(x):
        yield x, x, x, x, x, x, x, x, x

    expected = list(numbers.py_func(300))
    assert list(numbers(300)) == expected
    made = failing(0)
    assert next(made) == 1
    with pytest.raises(ZeroDivisionError):
        next(made)
    assert next(made, "end") == "end"
    made = numbers(2)
    assert [made.__next__(), next(made), next(made, None), next(made, None)] == [*expected[:2], None, None]
    with pytest.raises(StopIteration):
        next(made)
    made = numbers(3)
    next(made)
    made.close()
    assert list(made) == []
    assert [list(of_global()), table] == [[4, 5], [1, 2, 3, 0, 1]]
    assert list(many(2)) == [(2,) * 9]


def swapped_states(state):
    for i in range(len(state) - 1):
        items = list(state)
        items[i], items[i + 1] = items[i + 1], items[i]
        yield tuple(items)


def last_state(start):
    state = start
    for _ in range(2):
        for found in swapped_states(state):
            state = found
    return state


def all_states(start):
    waiting, seen = [start], {start: 0}
    while waiting:
        state = waiting.pop()
        for found in swapped_states(state):
            if found not in seen:
                seen[found] = seen[state] + 1
                waiting.append(found)
    return len(seen), max(seen.values())


def states_by(start, moves):
    waiting, seen = [(0, start)], {start}
    while waiting:
        steps, state = heapq.heappop(waiting)
        for found in moves(state):
            if found not in seen:
                seen.add(found)
                heapq.heappush(waiting, (steps + 1, found))
    return sorted(seen)


def all_states_by(start):
    return states_by(start, swapped_states)


@pytest.mark.parametrize("function", [last_state, all_states, all_states_by])
def test_generators_over_tuples_that_become_of_any_length(function):
    assert njit(function)((2, 1, 0)) == function((2, 1, 0))


def of_two_ways(start, is_long):
    states = swapped_states(tuple(list(start))) if is_long else swapped_states(start)
    return list(states)


@pytest.mark.parametrize("is_long", [True, False])
def test_generators_for_arguments_of_two_types(is_long):
    assert njit(of_two_ways)((2, 1, 0), is_long) == of_two_ways((2, 1, 0), is_long)
