"""``np.vectorize`` in compiled code."""

from __future__ import annotations

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
    part = np.vectorize(lambda x, y: x, excluded=[1])
    with pytest.raises(errors.NumbaError, match=r"np.vectorize\(excluded=...\) is not supported in compiled code"):
        njit(lambda a: part(a, 1))(a)
