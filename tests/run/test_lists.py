"""Lists: made, read, changed, passed and returned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native, njit, typed
from tests.run.support import check, compile_error, expression, jitted, source

LISTS = [
    [1, 2, 3],
    [2.5, -0.0],
    [True, False],
    [1j, 2j],
    ["a", "ßx", "日本"],
    [(1, 2.5), (3, 4.5)],
    [[1], [2, 3], []],
    [None, 3],
]


@pytest.mark.parametrize("items", [*LISTS, [], [[[1.5]], [[2.5], []]]])
def test_in_and_out(items):
    check(expression("a", "a"), items)
    check(expression("(a, len(a), bool(a), a[:])", "a"), items)


def test_the_object_itself_comes_back():
    items = [1, 2, 3]
    assert jitted(expression("a", "a"))(items) is items
    inner = [[1], [2]]
    found = jitted(expression("a[1]", "a"))(inner)
    assert found is inner[1]


def test_integers_and_floats_in_one_list_are_floats():
    assert jitted(expression("a", "a"))([1, 2.5]) == [1.0, 2.5]


def test_items_without_common_type_are_refused():
    with pytest.raises(TypeError, match="heterogeneous"):
        jitted(expression("a", "a"))([1, "x", len])
    assert "one type" in compile_error(expression("{a, 'x'}", "a"), 1)


EXPRESSIONS = [
    "a[0]",
    "a[-1]",
    "a[7]",
    "a[-7]",
    "a[1:]",
    "a[::-1]",
    "a[-1:-9:-2]",
    "a[5:1]",
    "a[::0]",
    "a + a",
    "a + [9]",
    "a * 3",
    "2 * a",
    "a * -1",
    "a == [3, 1, 2]",
    "a != a[:]",
    "a < [3, 1, 3]",
    "a <= a",
    "a > [9]",
    "a >= [1]",
    "3 in a",
    "8 in a",
    "8 not in a",
    "a.index(1)",
    "a.index(2, 1)",
    "a.index(3, 1)",
    "a.index(99)",
    "a.count(1)",
    "min(a)",
    "max(a)",
    "sum(a)",
    "any(a)",
    "all(a)",
    "sorted(a)",
    "sorted(a, reverse=True)",
    "sorted(a, key=lambda x: -x)",
    "list(a) is a",
    "a is a",
    "list(reversed(a))",
    "[x for x in a if x > 1]",
    "[[y for y in range(x)] for x in a]",
    "[*a, 5, *a]",
    "list(range(4))",
    "list((1, 2))",
    "list()",
    "[]",
    "[(i, x) for i, x in enumerate(a)]",
    "[x + y for x, y in zip(a, a[1:])]",
    "max(a, key=lambda x: abs(x - 2))",
    "min([0][1:], default=-1)",
    "min([0][1:])",
    "a.copy() is a",
    "[a, a][1] is a",
    "str(a)",
    "f'{a}'",
    "a[np.int8(1)]",
    "a[True]",
    "len([[]])",
    "[1.5] + [2.5]",
    "[a.pop() for _ in range(3)]",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text):
    check(expression(text, "a"), [3, 1, 2])


STATEMENTS = [
    "a.append(4)",
    "a.extend([1, 2])",
    "a.extend(a)",
    "a.extend((7, 8))",
    "a.extend(range(3))",
    "a += [1]",
    "a += (2, 3)",
    "a *= 2",
    "a *= 0",
    "a.insert(0, 9)",
    "a.insert(-1, 9)",
    "a.insert(99, 9)",
    "a.insert(-99, 9)",
    "a.pop()",
    "a.pop(0)",
    "a.pop(-2)",
    "a.pop(9)",
    "a.remove(1)",
    "a.remove(99)",
    "a.clear()",
    "a.reverse()",
    "a.sort()",
    "a.sort(reverse=True)",
    "a.sort(key=lambda x: x % 3)",
    "del a[0]",
    "del a[-1]",
    "del a[9]",
    "del a[1:]",
    "del a[::2]",
    "del a[::-2]",
    "del a[:]",
    "a[0] = 5",
    "a[-1] = 5",
    "a[9] = 5",
    "a[1:2] = [7, 8, 9]",
    "a[:] = []",
    "a[::2] = [7, 8]",
    "a[::2] = [7]",
    "a[5:] = a",
    "a[1:1] = (4, 4)",
    "a[0] += 10",
    "a[0], a[1] = a[1], a[0]",
    "x, *y = a\n    a.append(len(y))",
    "x, y, z, w = a",
    "b = a\n    b.append(1)",
    "while a:\n        a.pop()",
    "for x in a:\n        if len(a) < 9:\n            a.append(x)",
]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text):
    check(source(f"def f(a):\n    {text}\n    return a\n"), [3, 1, 2])
    check(source(f"def f(b):\n    a = [x for x in b]\n    {text}\n    return a\n"), [3, 1, 2])


def test_too_many_items():
    def two(a):
        x, y = a
        return x + y

    check(two, [3, 1, 2])
    check(two, [3])


def nested(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(i * 0.5 + j)
        rows.append(row)
    if n > 2:
        rows[1].append(100.0)
        rows[2] = rows[1]
        rows[2].append(7.0)
    return rows


def test_nested():
    check(nested, 5)
    check(nested, 0)


def widened(flag):
    a = [1]
    b = [] if flag else a
    b.append(2.5)
    return b


def test_a_list_that_the_function_makes_takes_wider_items():
    assert jitted(widened)(False) == [1.0, 2.5]
    assert jitted(widened)(True) == [2.5]


def test_a_list_that_is_given_does_not_if_it_is_typed():
    text = compile_error(source("def f(a):\n    a.append(2.5)\n"), typed.List([1]))
    assert "can't hold" in text


def matrix_product(a, b):
    n, m, k = len(a), len(b[0]), len(b)
    out = [[0.0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            for l in range(k):
                out[i][j] += a[i][l] * b[l][j]
    return out


def test_matrices():
    check(matrix_product, [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]])


def changed_deeply(a):
    a[0][1] = 50
    a[1].append(7)
    a.append([9])
    a[2], a[0] = a[0], a[2]


def test_nested_lists_are_written_back():
    check(changed_deeply, [[1, 2], [3], []])
    items = [[1, 2], [3], []]
    first = items[0]
    jitted(changed_deeply)(items)
    assert items[2] is first
    assert first == [1, 50]


def raises_after(a):
    a.append(1)
    a[0] = 9
    raise KeyError("no")


def text(k: int) -> str:
    """A string to which nothing else refers."""
    return "".join(["text", str(k)])


@pytest.mark.parametrize(
    ("statement", "arguments"),
    [
        ("b.append(a.pop())", lambda: ([[1], [2]], [[3]])),
        ("return a.pop()", lambda: ([[1], [2]], 0)),
        ("x = a[1]; a.clear(); x.append(3); return x, x", lambda: ([[1], [2]], 0)),
        ("b[5] = a.pop(1); a.clear(); return b", lambda: ({1: [1], 2: [2]}, {4: [3]})),
        ("x = a[1]; a.clear(); x.append(3); return x", lambda: ({1: [1], 2: [2]}, 0)),
        ("x = a.pop(); a.clear(); return x", lambda: ([text(1), text(2)], 0)),
        ("x = a.pop(1); a.clear(); return x", lambda: ({1: text(1), 2: text(2)}, 0)),
        ("x = a.pop(1); a.clear(); return x", lambda: ({1: np.arange(3), 2: np.arange(4)}, 0)),
        ("x = a[0]; a.clear(); return x", lambda: ([np.arange(30), np.arange(4)], 0)),
    ],
)
def test_items_that_leave_their_list_live_on(statement, arguments):
    function = source(f"def f(a, b):\n    {statement}")
    for _ in range(20):
        check(function, *arguments())


@pytest.mark.parametrize(
    ("statement", "item"),
    [
        ("a.append(5); b.append(6); a[0] = b[-1]; return a, b, len(a)", lambda: [1, 2]),
        ("a.clear(); b.append('q'); return a", lambda: [text(1), text(2)]),
        ("a['x'] = 1; del b['y']; return len(b)", lambda: {"y": 2}),
        ("a.add(5); return len(b)", lambda: {1, 2}),
        ("a[0].append(3); return len(b[1])", lambda: [[1]] * 2),
        ("a[0].append(3); return len(b[39])", lambda: [[1]] * 40),
        ("a[0].append(3.5); return a[0] is b[1]", lambda: [[1.5]] * 2),
        ("a[0][1] = 3; return len(b[1])", lambda: [{5: 6}] * 2),
    ],
)
def test_one_object_as_two_arguments_is_one_list(statement, item):
    function = source(f"def f(a, b):\n    {statement}")
    mine, expected = item(), item()
    assert jitted(function)(mine, mine) == function(expected, expected)
    assert mine == expected


def test_changes_before_an_exception_stay():
    check(raises_after, [3])


def of_arrays(a, n):
    out = [a, a * 2]
    for k in range(n):
        out.append(a + k)
    out[0][0] = 100.0
    return out, [x.sum() for x in out]


def test_arrays_in_lists():
    check(of_arrays, np.arange(4.0), 3)
    array = np.arange(3.0)
    found, _ = jitted(of_arrays)(array, 0)
    assert np.shares_memory(found[0], array)


def test_arrays_in_lists_live_as_long_as_the_list():
    found, _ = jitted(of_arrays)(np.arange(1000.0), 5)
    assert [x[1] for x in found] == [1.0, 2.0, 1.0, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize(
    "items", [[3, 1, 2], [2.5, -1.0, 0.0, -0.0], ["b", "a", "ä", ""], [(2, "b"), (1, "z"), (2, "a")], [True, False, True]]
)
def test_sort(items):
    check(expression("(sorted(a), sorted(a, reverse=True))", "a"), items)


def test_sort_is_stable():
    pairs = [(k % 3, k) for k in range(50)]
    check(expression("sorted(a, key=lambda t: t[0])", "a"), pairs)
    check(expression("sorted(a, key=lambda t: t[0], reverse=True)", "a"), pairs)
    check(expression("sorted(a, key=lambda t: [t[0], -t[1]])", "a"), pairs)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-5, 5), max_size=12), st.integers(-15, 15), st.integers(-15, 15), st.integers(-4, 4))
def test_slices(items, start, stop, step):
    check(SLICED, items, start, stop, step)
    check(DELETED, items, start, stop, step)


SLICED = source("def f(a, i, j, k):\n    return a[i:j:k], a[i:], a[:j], a[i::k], a[:j:k]\n")
DELETED = source("def f(a, i, j, k):\n    del a[i:j:k]\n    return len(a)\n")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(-5, 5), max_size=8), st.lists(st.integers(-5, 5), max_size=8), st.integers(-9, 9), st.integers(-9, 9)
)
def test_slice_assignment(items, other, start, stop):
    check(ASSIGNED, items, other, start, stop)


ASSIGNED = source("def f(a, b, i, j):\n    a[i:j] = b\n    return a\n")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("apirxvmfn"), st.integers(-4, 6)), max_size=25))
def test_sequences_of_changes(steps):
    check(changes, [ord(c) for c, _ in steps], [k for _, k in steps])


def changes(kinds, numbers):
    a = [5]
    b = a
    for kind, number in zip(kinds, numbers):
        if kind == 97:
            a.append(number)
        elif kind == 112 and len(a) > 0:
            a.pop()
        elif kind == 105:
            a.insert(number, number)
        elif kind == 114:
            a.reverse()
        elif kind == 120 and number in a:
            a.remove(number)
        elif kind == 118:
            b = a[:]
            a, b = b, a
        elif kind == 109:
            a = a[:3] * number
        elif kind == 102 and len(a) > 0:
            number += a.pop(0)
        elif kind == 110:
            b = [number, len(b)]
            b.extend(a)
    return a, b, a == b


def repeated(text, n):
    texts = [text + "!"] * n
    pairs = [(text, 0.5), (text + text, 1.5)] * n
    texts.append("end")
    return texts, pairs, [[text, text] for _ in range(n)], n * [None], [n] * 3 * n


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3, 4, 5, 9, 40])
def test_repeated_items(n):
    check(repeated, "größe", n)


def filled_by_a_closure(n):
    out = []

    def add(x):
        out.append(x)

    for i in range(n):
        add(i)
    return out


def test_closures_fill_lists():
    check(filled_by_a_closure, 3)
    check(source(FILLED_WITH_FLOATS), 3)


FILLED_WITH_FLOATS = """
    def f(n):
        out = []
        def add(x):
            out.append(x)
        for i in range(n):
            add(i * 1.5)
        return out
"""


LEAKS = [
    (nested, (4,)),
    (of_arrays, (np.arange(3.0), 2)),
    (changed_deeply, ([[1, 2], [3], []],)),
    (raises_after, ([3],)),
    (source("def f(a):\n    x = [[k] for k in a]\n    x[5].append(1)\n    return x\n"), ([1, 2],)),
    (
        source(
            "def f(a):\n    try:\n        y = [a, a]\n        y.pop().index(77)\n    except ValueError:\n        return a\n"
        ),
        ([1],),
    ),
    (source("def f(a):\n    del a[0]\n    a[0] = [8]\n    a[1:] = [[5], [6]]\n    return a.pop()\n"), ([[1], [2], [3]],)),
    (source("def f(a):\n    for x in a:\n        if x[0] > 1:\n            return x\n    return a[0]\n"), ([[1], [2]],)),
]


@pytest.mark.parametrize(("function", "arguments"), LEAKS)
def test_nothing_leaks(function, arguments):
    compiled = njit(function)

    def run():
        try:
            compiled(*(list(map(list, a)) if isinstance(a, list) and isinstance(a[0], list) else a for a in arguments))
        except Exception:  # noqa: S110
            pass

    run()
    before = _native.live_allocations()
    for _ in range(5):
        run()
    assert _native.live_allocations() == before


def test_kernels_have_no_lists():
    from coluber import cuda

    @cuda.jit
    def kernel(out):
        a = [1, 2]
        out[0] = a[0]

    with pytest.raises(Exception, match="list"):
        kernel[1, 1](np.zeros(1))


def test_types():
    from coluber import typeof, types

    assert typeof([1, 2]) == types.List(types.int64)
    assert str(typeof([[1.5]])) == "list(list(float64))"
    assert typeof([1.5]).dtype == types.float64
    compiled = njit("float64(List(float64))")(source("def f(a):\n    return a[0]\n"))
    assert compiled([2, 3]) == 2.0


@pytest.mark.parametrize("count", [2**45, 2**62])
def test_no_memory_for_repetitions(count):
    items = [1]
    with pytest.raises(MemoryError):
        jitted(source("def f(a, n):\n    a *= n"))(items, count)
    assert items == [1]


def extended_by_itself_reversed(a):
    a.extend(reversed(a))
    a += reversed(a)
    a[1:2] = reversed(a)
    return a


def shortened_while_gone_over(a):
    found = []
    for item in reversed(a):
        found.append(item)
        if len(a) > 2:
            a.pop()
    return found, a


def lengthened_while_gone_over(a):
    found = []
    for item in reversed(a):
        found.append(item)
        a.append(item * 10)
    return found, a


@pytest.mark.parametrize("function", [extended_by_itself_reversed, shortened_while_gone_over, lengthened_while_gone_over])
@pytest.mark.parametrize("items", [[1, 2, 3, 4], [5]])
def test_lists_that_change_while_they_are_gone_over_from_the_end(function, items):
    assert njit(function)(list(items)) == function(list(items))
