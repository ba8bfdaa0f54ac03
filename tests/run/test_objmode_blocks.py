"""``with objmode(...)`` in compiled functions."""

from __future__ import annotations

import contextlib
import hashlib
import os
import traceback

import numpy as np
import pytest

import coluber
from coluber import CompilerError, TypingError, UnsupportedError, _native, njit, objmode, types
from tests.run.support import check

WANTED = types.float64
BYTES = coluber.typeof(b"")


@pytest.fixture(autouse=True)
def _no_leaks():
    before = _native.live_allocations()
    yield
    assert _native.live_allocations() == before


def test_arrays_and_numbers_come_out():
    @njit
    def f(x):
        y = np.zeros(3)
        with objmode(y="float64[:]", t="int64"):
            y = np.asarray([float(v) * 2 for v in x])
            t = len(repr(y)) and 5
            ignored = 3
        return y.sum() + t

    assert f(np.arange(3.0)) == 11.0


def test_digest_in_a_compiled_function():
    @njit
    def f(x):
        with objmode(d=BYTES):
            d = hashlib.md5(x).digest()
        return d

    x = np.arange(10)
    assert f(x) == hashlib.md5(x).digest()


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("float64", 2.5), ("float32", 2.5), ("int8", 7), ("uint16", 7), ("boolean", True), ("complex128", 1 + 2j),
        ("unicode_type", "text é"), ("bytes", b"bytes"), ("UniTuple(int64, 2)", (1, 2)),
        ("Tuple((int64, float64[::1]))", (1, np.arange(3.0))), ("optional(int64)", None), ("none", None),
        ("float64[:, ::1]", np.ones((2, 3))), ("float64[:]", np.arange(10.0)[::2]), ("int32[:]", np.arange(3, dtype=np.int32)),
        ("optional(int64)", 4), ("List(int64)", [1, 2, 3]), ("DictType(unicode_type, int64)", {"a": 1}),
    ],
)  # fmt: skip
def test_values_of_all_kinds(annotation, value):
    if annotation.startswith(("List", "Dict", "bytes")):
        ty = coluber.typeof(value)
    else:
        from coluber.core.sigutils import parse_type

        ty = parse_type(annotation)

    def give(k):
        return value

    @njit
    def f(k):
        with objmode(out=ty):
            out = give(k)
        return out

    for _ in range(3):
        result = f(1)
        assert type(result) is type(value) or isinstance(value, (float, complex, int))
        np.testing.assert_array_equal(result, value) if isinstance(value, np.ndarray) else None
        if not isinstance(value, (np.ndarray, tuple)):
            assert result == value
    del result


def test_results_live_on():
    @njit
    def f(n):
        total = 0.0
        kept = np.zeros(1)
        for i in range(n):
            with objmode(a="float64[:]", s="unicode_type"):
                a = np.full(100, float(i))
                s = "x" * i
            kept = a
            total += a[0] + len(s)
        return total, kept

    total, kept = f(10)
    assert total == 90.0
    assert kept.tolist() == [9.0] * 100


def test_inputs_of_all_kinds():
    seen = []

    @njit
    def f(a, b, c, d, e):
        text = "made " + c
        with objmode:
            seen.append((a.sum(), b, c, d, e, text))
        return a[0]

    assert f(np.arange(4.0), 3, "s", (1, 2.5), None) == 0.0
    assert seen == [(6.0, 3, "s", (1, 2.5), None, "made s")]


def test_annotations_may_be_names():
    local = types.int64

    @njit
    def f(x):
        with objmode(y=WANTED, z=local, w=types.int32):
            y, z, w = x + 0.5, 2, 3
        return y, z, w

    assert f(1) == (1.5, 2, 3)


def test_variable_that_goes_in_and_comes_out():
    @njit
    def f(x):
        y = 1.0
        with objmode(x="intp", y="float64"):
            x = x + 1
            if x > 10:
                y = 2.0
        return x, y

    assert f(3) == (4, 1.0)
    assert f(30) == (31, 2.0)


def test_in_loops_and_branches_and_several():
    @njit
    def f(n):
        s = 0
        for i in range(n):
            if i % 2:
                with objmode(k="int64"):
                    k = int(str(i) * 2)
                s += k
            else:
                with coluber.objmode(k="int64"):
                    k = -1
                s += k
        return s

    assert f(6) == 11 + 33 + 55 - 3


def test_exceptions_of_the_block():
    @njit
    def f(x):
        with objmode(y="float64"):
            y = 1 / x
        return y

    assert f(2) == 0.5
    with pytest.raises(ZeroDivisionError):
        f(0)

    @njit
    def g(x):
        with objmode(y="float64"):
            y = [1.0][x]
        return y

    with pytest.raises(IndexError) as caught:
        g(3)
    assert g.py_func.__code__.co_firstlineno + 3 in [entry.lineno for entry in traceback.extract_tb(caught.tb)]


def test_caught_in_the_compiled_function():
    @njit
    def f(x):
        y = 0.0
        try:
            with objmode(y="float64"):
                y = 1 / x
        except ZeroDivisionError:
            return -1.0
        return y

    assert f(4) == 0.25
    assert f(0) == -1.0


def test_value_of_another_type():
    @njit
    def f(x):
        with objmode(y="float64[:]"):
            y = np.zeros(3, dtype=np.float32)
        return y[0]

    with pytest.raises(TypeError, match=r"gives array\(float32, 1d, C\).*says array\(float64, 1d, A\)"):
        f(1)

    @njit
    def g(x):
        with objmode(y="float64[:]"):
            y = 1
        return y[0]

    with pytest.raises(TypeError, match="objmode block gives int64"):
        g(1)


def test_missing_annotation():
    @njit
    def f(x):
        with objmode():
            y = x + 1
        return y

    with pytest.raises(TypingError, match=r"the types of what leaves the block are missing: \['y'\]") as caught:
        f(1)
    assert "with objmode():" in str(caught.value)


def test_wrong_annotations():
    @njit
    def f(x):
        with objmode(y="int64", w="int64"):
            y = x + 1
        return y

    with pytest.raises(TypingError, match=r"does not assign: \['w'\]"):
        f(1)

    @njit
    def g(x):
        with objmode(y="flaot64"):
            y = x + 1
        return y

    with pytest.raises(CompilerError, match="annotation of 'y' in an objmode block is not a type.*flaot64"):
        g(1)


def returns_from_block(x, log):
    for i in range(3):
        with objmode(text="unicode_type", items="float64[:]"):
            text = str(x * i)
            items = np.asarray([float(i), 2.0])
            try:
                if i == x:
                    for each in items:
                        if each > 1:
                            return text, items, -1
                if i == 2:
                    return "the end", items, 4
            finally:
                log[i] += 1
        log[i] += len(text)
    return "", np.zeros(1)[::1], 0


def returns_nothing_from_block(x, log):
    with objmode():
        log[0] += len(repr(x))
        if x > 1:
            return
    log[1] += 1


def jumps_from_block(x, log):
    count, seen = 0, -1
    for i in range(6):
        with objmode(count="int64", seen="int64"):
            if i == x:
                continue
            count = int(str(count)) + 10
            if i == 4:
                break
            for k in range(3):
                if k == 1:
                    break
            seen = i + 1
        log[0] += seen
    return count, seen, i


@pytest.mark.parametrize("function", [returns_from_block, returns_nothing_from_block, jumps_from_block])
def test_jumps_out_of_blocks(function):
    compiled = njit(function)
    for x in (0, 1, 5):
        logs = np.zeros((2, 3), np.int64)
        found, expected = (f(x, log) for f, log in zip((compiled, function), logs, strict=True))
        assert repr(found) == repr(expected)
        assert logs[0].tolist() == logs[1].tolist()


def test_jumps_that_are_refused():
    def returns_an_expression(x):
        with objmode():
            return x + 1

    def may_be_none(x):
        y = None
        for i in range(3):
            with objmode(y="optional(int64)"):
                y = 1
                break
        return y

    def waits(x):
        with objmode():
            yield x

    with pytest.raises(TypingError, match="nothing says the type of what is returned in an objmode block") as caught:
        njit(returns_an_expression)(1)
    assert "return x + 1" in str(caught.value)
    with pytest.raises(UnsupportedError, match="a 'break' out of an objmode block whose variables may be None"):
        njit(may_be_none)(1)
    with pytest.raises(UnsupportedError, match="a 'yield' in an objmode block"):
        njit(waits)(1)


def test_loops_inside_of_blocks():
    @njit
    def f(x):
        with objmode(s="int64"):
            s = 0
            for k in range(10):
                if k == x:
                    break
                s += k
        return s

    assert f(4) == 6


def test_containers_that_are_arguments_are_up_to_date_in_a_block():
    @njit
    def f(numbers, table, nested, pair, deep, some):
        numbers.append(7)
        table["b"] = 2
        nested[0].append(9)
        pair[0][0] = 3
        deep[1][0][0] += 1
        some.add(5)
        with objmode(seen="unicode_type"):
            seen = repr((numbers, table, nested, pair, deep, some))
            numbers.append(100)
        return seen, len(numbers)

    def arguments():
        return [1, 2], {"a": 1}, [[1], [2]], ([1], 2), [[[0]], [[1]]], {4}

    given, expected = arguments(), arguments()
    seen = f(*given)
    assert seen[0] == f.py_func(*expected)[0]
    assert given == expected


def test_without_the_interpreter_lock():
    @njit(nogil=True)
    def f(x):
        with objmode(y="float64"):
            y = float(str(x))
        return y

    assert f(2.5) == 2.5


def test_uncompiled():
    def f(x):
        with objmode(y="float64"):
            y = x + 1
        return y

    assert f(1) == 2


def test_what_a_block_changes_in_containers():
    @njit
    def f(given, table):
        made, names, pairs, marks = [1, 2, 3], {"a": 1}, [[1], [2]], {1, 2}
        first = pairs[0]
        with objmode():
            made[0] = 10
            made.append(4)
            names["b"] = 2
            pairs[1].append(5)
            pairs.append([7])
            marks.discard(1)
            given.append(2.5)
            table.clear()
        given.append(3.5)
        table[9] = 9
        return made, names, pairs, marks, len(given), sum(made), first

    given, table = [1.5], {1: 1}
    made, names, pairs, marks, count, total, first = f(given, table)
    assert (made, names, pairs, marks) == ([10, 2, 3, 4], {"a": 1, "b": 2}, [[1], [2, 5], [7]], {2})
    assert (given, table, count, total, first) == ([1.5, 2.5, 3.5], {9: 9}, 3, 19, [1])

    @njit
    def g(x, other):
        items = [x]
        with objmode():
            items.append(other)
        return items

    assert g(np.float32(1.5), 2) == [1.5, 2]
    for x, other in ((1, "2"), (1, 2.5), (1.0, 2j), ("a", 1)):
        with pytest.raises(TypeError, match="an objmode block has made|heterogeneous list"):
            g(x, other)


def test_a_block_of_an_inner_function_is_refused():
    @njit
    def f(x):
        def inner(y):
            with objmode(z="int64"):
                z = x + y
            return z

        return inner(3)

    with pytest.raises(TypingError, match="objmode blocks can't be in inner functions: write the block"):
        f(1)


def text_of_file(path):
    with objmode(x="unicode_type"):
        with open(path) as file:
            text = file.read()
        x = text.upper()
    return x


def last_turn(n):
    with objmode(x="int64"):
        for k in range(n):
            x = k
        x += 2
    return x


def number_of(text):
    with objmode(x="int64"):
        try:
            x = int(text)
        except ValueError:
            x = 1
        x += 2
    return x


def under_a_manager(key):
    with objmode(x="int64"):
        with contextlib.suppress(KeyError):
            x = {"a": 1}[key]
        x += 2
    return x


ASSIGNED_IN_STATEMENTS = [
    (text_of_file, os.devnull), (last_turn, 3), (last_turn, 0), (number_of, "7"), (number_of, "x"), (under_a_manager, "a"),
    (under_a_manager, "b"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "value"), ASSIGNED_IN_STATEMENTS)
def test_what_statements_in_a_block_assign_and_it_reads(function, value):
    check(function, value)
