"""Loops over arrays that are broadcast to each other: rows, columns, and extents around the widths of vectors."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from coluber import njit

pytestmark = pytest.mark.optimised

RNG = np.random.default_rng(7)
EXTENTS = [0, 1, 2, 7, 8, 15, 16, 17, 33, 65, 1023, 1025]


def _pair(a, b):
    return a * 2 - b


def _three(a, b, c):
    return (a + b) * c > a


def _update(a, b):
    a += b
    return a


def _assign(a, b, c):
    a[...] = b * c
    return a


PAIR, THREE, UPDATE, ASSIGN = (njit(function) for function in (_pair, _three, _update, _assign))
DIVIDED = njit(parallel=True)(_pair)


def _array(shape, dtype="f8"):
    return (RNG.random(shape) * 100).astype(dtype)


def _same(function, *args):
    """Assert that a function gives what it gives in Python, or fails in the same way."""
    copies = [np.copy(a) for a in args]
    try:
        wanted = function.py_func(*copies)
    except ValueError as error:
        with pytest.raises(ValueError, match=f"^{re.escape(str(error))}$"):
            function(*args)
        return
    got = function(*args)
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted, strict=True)


def _shapes(*extents):
    """All shapes of which each axis has its extent or is broadcast."""
    return list(itertools.product(*({1, extent} for extent in extents)))


@pytest.mark.parametrize("order", "CF")
def test_contiguous_matrices(order):
    for n, m in [*itertools.product([0, 1, 3], EXTENTS), *itertools.product(EXTENTS, [0, 1, 3])]:
        for left, right in itertools.product(_shapes(n, m), repeat=2):
            a, b = (np.array(_array(shape), order=order) for shape in (left, right))
            _same(PAIR, a, b)
            _same(UPDATE, a, b)


@pytest.mark.parametrize("order", "CF")
def test_reductions(order):
    """Elements that are reduced are computed some at a time, along parts of rows."""

    def reduced(a, b):
        return np.array([np.sum((a - b) ** 2), np.max(a + b), np.argmax(b * 2 - a), np.mean(a * b)])

    compiled = njit(reduced)
    for n, m in itertools.product([1, 3, 70], [1, 2, 17, 1025]):
        for left, right in itertools.product(_shapes(n, m), repeat=2):
            a, b = (np.array(_array(shape), order=order) for shape in (left, right))
            np.testing.assert_allclose(compiled(a, b), reduced(a, b), rtol=1e-9)


def test_three_operands():
    for m in EXTENTS:
        for shapes in itertools.product(_shapes(3, m), repeat=3):
            _same(THREE, *(_array(shape) for shape in shapes))
            _same(ASSIGN, *(_array(shape) for shape in shapes))


@pytest.mark.parametrize("dtypes", [("u1", "f8"), ("f4", "f4"), ("f8", "i4"), ("M8[s]", "m8[s]"), ("c16", "f8")])
def test_items_of_several_sizes(dtypes):
    first, second = dtypes
    function = njit(lambda a, b: a - b) if "M8" in first else PAIR
    for left, right in itertools.product(_shapes(3, 41), repeat=2):
        _same(function, _array(left, first), _array(right, second))
        if first != "u1":
            _same(UPDATE, _array(left, first), _array(right, second))


def test_tensors_and_lower_ranks():
    for left, right in itertools.product(_shapes(2, 3, 19), repeat=2):
        _same(PAIR, _array(left), _array(right))
        _same(PAIR, _array(left), _array(right[1:]))
        _same(PAIR, _array(left[2:]), _array(right))
    _same(PAIR, _array((2, 3, 19)), np.array(4.0))
    _same(PAIR, _array((2, 3)), _array((2, 4)))


def test_strides():
    """Views that step backwards, over elements, or stay where they are."""
    for n, m in [(3, 40), (1, 40), (3, 1), (0, 40), (3, 0), (40, 3)]:
        views = [
            _array((n, m))[:, ::-1],
            _array((n, 2 * m))[:, ::2],
            _array((2 * n, m))[::2],
            _array((m, n)).T[::-1],
            np.broadcast_to(_array((n, 1)), (n, m)),
            np.broadcast_to(_array(m), (n, m)),
            _array((n, m + 1))[:, :1],
            _array((n, m + 1))[:, None, 0],
        ]
        for a, b in itertools.product(views, repeat=2):
            _same(PAIR, a, b)
            _same(PAIR, a, _array((1, m)))
            if a.flags.writeable:
                _same(UPDATE, a.copy()[:, ::1], b)


def test_rows_of_the_target():
    """Operands that share memory with the target are read before it is written."""

    def shifted(a, b):
        a[1:] -= a[:1]
        a[:, 1:] = a[:, :1] * b
        a[:, :-1] = a[:, 1:] + a[:, :1]
        a[...] = a[::-1] + a[:, :1]
        return a

    compiled = njit(shifted)
    for n, m in itertools.product([1, 2, 5], [1, 2, 9, 40]):
        _same(compiled, _array((n, m)), _array((n, 1)))


def test_parallel_loops():
    for n, m in [(1, 70000), (70000, 1), (300, 257), (3, 5)]:
        for left, right in itertools.product(_shapes(n, m), repeat=2):
            _same(DIVIDED, _array(left), _array(right))
