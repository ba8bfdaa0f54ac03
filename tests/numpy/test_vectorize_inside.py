"""``np.vectorize`` in compiled code."""

from __future__ import annotations

import re

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.rows import same


@njit
def ramp(x, y):
    """Return a line above 1, a constant below."""
    return x * 2 + y if x > 1 else 0.5


@njit
def several(a, b):
    """Return what functions of one, two and three numbers give."""
    line, large = np.vectorize(ramp), np.vectorize(lambda x: x > 2)
    total = np.vectorize(lambda x, y, z: x + y + z)(a, b, 2.0)
    return line(a, b), line(a, 1), line(a[:, ::2], b[::2]), large(a), large(3), total, np.vectorize(lambda x: 1j * x)(b)


def test_elements():
    a, b = np.arange(6.0).reshape(2, 3), np.arange(3)
    same(several(a, b), several.py_func(a, b))


def test_errors():
    with pytest.raises(ValueError, match="cannot call `vectorize` on size 0 inputs unless `otypes` is set"):
        several(np.zeros((0, 3)), np.arange(3))
    with pytest.raises(ValueError, match="broadcast"):
        several(np.zeros((2, 3)), np.arange(2))


LINE, LARGE = np.vectorize(lambda x, y: x * 2 + y), np.vectorize(lambda x: x > 2, otypes=[float])


@np.vectorize
def bounded(x):
    """Return a number that is not above 3."""
    return x if x < 3 else 3


def test_objects_made_outside():
    def f(a, b):
        return LINE(a, b), LARGE(a), bounded(a), LARGE(a[:0])

    a = np.arange(6.0)
    same(njit(f)(a, a[:1]), f(a, a[:1]))


POWER, NTH = np.vectorize(lambda a, n: a**n, excluded=["n"]), np.vectorize(lambda a, n: a + n[1], excluded={1})
TOTAL, BOTH = (
    np.vectorize(lambda a: a.sum(), signature="(n)->()"),
    np.vectorize(lambda a: (a + 1, a > 1), signature="(n)->(n),(n)"),
)
DOT = np.vectorize(lambda a, b: np.dot(a, b), signature="(n),(n)->()", otypes=[np.float32])


def test_excluded_arguments():
    def f(a, b):
        made = np.vectorize(lambda x, y, z: x * y[0] + z, excluded=["y", 2])
        return (
            POWER(a, n=3),
            POWER(a, n=2.0),
            NTH(a, b),
            made(a, y=b, z=0.5),
            np.vectorize(lambda x, n: x + n, excluded={1})(a, 2),
        )

    a = np.arange(6.0).reshape(2, 3)
    same(njit(f)(a, a[0]), f(a, a[0]))


def test_several_results():
    def f(a):
        two = np.vectorize(lambda x: (x + 1, x > 2))
        typed = np.vectorize(lambda x, y=2: (x * y, x), otypes=[int, "f4"])
        return two(a), two(1.5), typed(a), typed(a, y=a[0]), np.vectorize(lambda x: (x, x), otypes="if")(a[:0])

    a = np.arange(6.0).reshape(2, 3)
    same(njit(f)(a), f(a))


def test_parts():
    def f(a):
        spread = np.vectorize(lambda x, y: np.convolve(x, y), signature="(n),(m)->(k)")
        return TOTAL(a), TOTAL(a[0]), TOTAL(a.T), BOTH(a), spread(a, [1, 2]), spread(a[0], a[1]), DOT(a, a[1]), DOT(a[:0], a[0])

    a = np.arange(6.0).reshape(2, 3)
    same(njit(f)(a), f(a))


@pytest.mark.parametrize(
    ("call", "size"), [(lambda a: DOT(a, [1, 2]), 2), (lambda a: TOTAL(a), 0), (lambda a: np.vectorize(lambda x: (x, x))(a), 0)]
)
def test_parts_that_do_not_fit(call, size):
    a = np.arange(6.0).reshape(2, 3)[:size]
    with pytest.raises(ValueError, match=r".") as wanted:
        call(a)
    with pytest.raises(ValueError, match=re.escape(str(wanted.value))):
        njit(call)(a)


def test_what_is_not_there():
    with pytest.raises(errors.NumbaError, match="1-dimensional argument does not have enough dimensions"):
        njit(lambda a: np.vectorize(lambda x: x.sum(), signature="(n,m)->()")(a))(np.arange(3.0))
    with pytest.raises(errors.NumbaError, match="'excluded' must be a list or set of constants that is written there"):
        njit(lambda a, k: np.vectorize(lambda x, y: x, excluded=[k])(a, 1))(np.arange(3.0), 1)
    with pytest.raises(errors.NumbaError, match=r"wrong number of positional arguments: expected 2, got 1"):
        njit(lambda a: DOT(a))(np.arange(3.0))
