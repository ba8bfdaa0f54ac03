"""Lists that are written as arguments of NumPy's functions: of arrays of several types, of arrays and numbers, of functions."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.rows import check_rows, grouped

WHOLE, REAL = np.arange(4), np.linspace(0, 1, 4)
MATRIX = np.arange(12.0).reshape(3, 4)

ROWS = [
    ("np.concatenate([a, b])", WHOLE, REAL),
    ("np.concatenate([a, b.T], axis=0)", MATRIX, np.arange(8).reshape(4, 2)),
    ("np.stack([a, b])", WHOLE, REAL),
    ("np.vstack([a, b])", REAL, WHOLE),
    ("np.column_stack([a, b])", REAL, WHOLE),
    ("np.block([a, b])", REAL, WHOLE),
    ("np.array([a, b])", REAL, WHOLE),
    ("np.array([a, b], dtype=np.float32)", REAL, WHOLE),
    ("np.select([a < 0.5, a > 0.6], [a, a * 2])", REAL),
    ("np.select([a < 0.5, a > 0.6], [a, 1.0], default=np.nan)", REAL),
    ("np.select([a < 0.5, a > 0.6], [a, b], 7)", REAL, WHOLE),
    ("np.choose(a, [b, b * 2, b * 3, b])", WHOLE, REAL),
    ("np.choose(a, [b, 1.0, b * 3, 5])", WHOLE, REAL),
    ("np.choose(a > 1, [b, 3]), np.choose(a > 1, (7.5, b)), np.choose(a > 1, (7, 2.5))", WHOLE, REAL.astype("f4")),
    ("np.choose(a > 1, (b, 3)), np.choose(a > 1, (b, 2.5))", WHOLE, np.arange(4).astype("u1")),
    ("a.choose([b, 1.0, b * 3, 5])", WHOLE, REAL),
    ("c = [b, b[:1], b[1:2], b * 3]\nreturn np.choose(a, c), a.choose(c), np.concatenate(c)", WHOLE, REAL),
    (
        "c, d = [a < 0.5, a[:1] < 0.6], [a[1:2], a * 2]\nreturn np.select(c, d), np.select(c, d, a), np.select(c[:1], d[:1])",
        REAL,
    ),
    ("c = [a < 0.5, a[:1] > 0.6]\nreturn np.piecewise(a, c[:1], [2.0])", REAL),
    ("np.piecewise(a, [a < 0.5, a >= 0.5], [-1, 1])", REAL),
    ("np.piecewise(a, [a < 0.5, a >= 0.5], [lambda x: -x, lambda x: x * 2])", REAL),
    ("np.piecewise(a, [a < 0.5], [-1, 1])", REAL),
    ("np.linalg.multi_dot([a, a.T, a])", MATRIX),
    ("np.ravel_multi_index([a, b], (5, 5))", WHOLE, WHOLE),
    ("np.ravel_multi_index(a, (5, 5))", np.array([[1, 2], [3, 1]])),
    ("np.split(a, [])", REAL),
    ("np.array_split(a, [], axis=1)", MATRIX),
    ("np.lexsort([a, b])", REAL, WHOLE),
    ("np.random.default_rng(3).normal(size=[2, 3]), np.random.default_rng(3).integers(0, [4, 5], size=[3, 2])", REAL),
    ("np.random.seed(2)\nreturn np.random.normal(0, 1, size=[2, 2]), np.random.uniform(size=[3])", REAL),
    ("np.zeros_like(a, shape=[2, 2]), np.full_like(a, 7, shape=[3]), np.ndarray([2, 3]).shape", REAL),
    ("np.require(a, requirements=['F', 'A']).strides, np.require(a, 'f4', ['C', 'W'])", MATRIX),
    ("np.histogramdd([a, b], bins=3)[0]", REAL, REAL),
    ("np.meshgrid(*[a, b])", REAL, WHOLE),
    ("np.array(range(5)), np.asarray(range(8, 2, -2)), np.array(range(3), dtype=float), np.sum(range(5)), a - range(4)", REAL),
    ("a[range(2)], a[range(2), range(1, 3)], a[..., range(3, -1, -1)]", MATRIX),
    ("np.sort(np.random.permutation(range(a.size))), np.random.choice(range(7, 8), 3)", REAL),
    ("a.flat = 2.5\nb.flat = [1, 2, 3]\nb.T.flat = a[0]\nreturn a, b", MATRIX, np.zeros((2, 4))),
]


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


def test_other_lists_hold_arrays_as_they_are():
    @njit
    def f(a, b):
        both = [a, b]
        both.append(a)
        return len(both), both[1]

    @njit
    def used_once(a, b):
        both = [a, b]
        return len(both)

    assert used_once(REAL, WHOLE) == 2
    count, whole = f(REAL, WHOLE)
    assert (count, whole.dtype) == (3, WHOLE.dtype)
    assert np.array_equal(whole, WHOLE)

    @njit
    def used_twice(a, b):
        both = [a, b]
        return np.concatenate(both), len(both)

    with pytest.raises(errors.TypingError, match="the items of a list have one type"):
        used_twice(REAL, WHOLE)


def test_the_number_of_rows_of_indices():
    @njit
    def f(a):
        return np.ravel_multi_index(a, (5, 5))

    with pytest.raises(ValueError, match="parameter multi_index must be a sequence of length 2"):
        f(np.array([[1], [2], [3]]))
