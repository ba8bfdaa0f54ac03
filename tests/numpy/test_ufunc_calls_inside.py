"""Calls of a program's ufuncs from compiled code with lists and tuples, wrong calls, and what tracebacks show of them."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

from coluber import errors, guvectorize, njit, stencil, vectorize

eager = vectorize(["f8(f8,f8)"])(lambda x, y: x + y)
lazy = vectorize(lambda x, y: x + y)


@guvectorize(["(f8[:],f8,f8[:])"], "(n),()->(n)")
def plus(a, k, out):
    for i in range(a.size):
        out[i] = a[i] + k


LISTS = [[1.0, 2.0], [1, 2], [[1.0, 2.0], [3.0, 4.0]], (1.0, 2), [np.arange(2.0), np.arange(2.0)]]


@pytest.mark.parametrize("ufunc", [eager, lazy, plus])
@pytest.mark.parametrize("items", LISTS, ids=str)
def test_lists_are_arrays(ufunc, items):
    def f(items, x):
        return ufunc(items, x), ufunc(items, (3,) if x < 0 else (4,))

    def g(items, out):
        return ufunc(items, 1.0, out=out), ufunc((5, 6), 1.0, out)

    calls = [(f, (items, 1.5)), (g, (items, np.zeros(np.shape(items))))]
    for function, arguments in calls:
        for got, want in zip(njit(function)(*arguments), function(*arguments), strict=True):
            np.testing.assert_array_equal(got, want)
            assert got.dtype == want.dtype


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda a: eager(a), r"takes from 2 to 3 positional arguments but 1 was given"),
        (lambda a: lazy(a, a, a, a), r"takes from 2 to 3 positional arguments but 4 were given"),
        (
            lambda a: eager(a, "a"),
            r"takes numbers, arrays, and lists and tuples of numbers, not unicode_type as its argument 1",
        ),
        (lambda a: lazy({1: 2}, a), r"takes numbers, arrays, and lists and tuples of numbers, not DictType"),
        (lambda a: lazy(["a"], a), r"takes numbers, arrays, and lists and tuples of numbers, not list\(unicode_type\)"),
        (lambda a: eager(a, a, dtype=np.float32), "takes no argument 'dtype' in compiled code, but out and where"),
        (lambda a: plus(a), "takes from 2 to 3 positional arguments, 1 were given"),
        (lambda a: plus(a, 1.0, axis=0), "takes no argument 'axis' in compiled code, but out"),
        (lambda a: plus(a, "a"), "takes numbers, arrays, and lists and tuples of numbers, not unicode_type as its argument 1"),
    ],
)
def test_wrong_calls(call, message):
    with pytest.raises(errors.TypingError, match=message):
        njit(call)(np.ones(3))


def test_a_call_with_too_few_arguments():
    with pytest.raises(TypeError, match="takes from 2 to 3 positional arguments but 1 was given"):
        lazy(1)


def test_dtypes_of_results():
    a, function = np.arange(3.0), vectorize(lambda x, y: x / y)
    for dtype in ("f4", np.float64, "c8"):
        found = function(a, a + 1, dtype=dtype)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, np.divide(a, a + 1, dtype=dtype))
    assert vectorize(lambda x, y: x < y)(a, 1, dtype=bool).tolist() == [True, False, False]
    with pytest.raises(TypeError, match="No loop matching"):
        function(a, a, dtype="i4")


@vectorize(["f8(f8)"])
def picky(x):
    if x < 0:
        raise ValueError("negative")
    return x


@guvectorize(["(f8[:],f8[:])"], "(n)->(n)")
def picky_of_parts(a, out):
    if a[0] < 0:
        raise ValueError("negative")
    out[:] = a


@stencil
def picky_at(a):
    if a[0] < 0:
        raise ValueError("negative")
    return a[0]


@pytest.mark.parametrize("function", [picky, picky_of_parts, picky_at])
@pytest.mark.parametrize("inside", [False, True])
def test_tracebacks_have_no_code_that_the_package_writes(function, inside):
    called = njit(lambda a: function(a)) if inside else function
    with pytest.raises(ValueError, match="negative") as caught:
        called(-np.ones(3))
    frames = traceback.extract_tb(caught.tb)
    assert frames[-1].name == function.__name__
    assert not [frame.filename for frame in frames if frame.filename.startswith("<")]
