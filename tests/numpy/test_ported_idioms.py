"""What programs write that were made for NumPy: `a.flat` as an argument, numbers where True and False are meant, `row in a`."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.rows import check, check_error

WHOLE = np.array([[1, 2, 3], [3, 1, 0]])
REAL = WHOLE + 0.5

FLAT = [
    "np.bincount(a.flat), np.sum(a.flat), np.max(a.T.flat), np.sort(a.flat), np.unique(a.flat)",
    "np.array(a.flat), np.asarray(a[:, ::2].flat), np.array(a.flat, dtype=np.float32)",
    "np.concatenate((a.flat, a.T.flat)), np.where(a.T.flat), np.dot(a.flat, a.flat), np.clip(a.flat, 1, 2)",
    "np.abs(a.flat), np.add(a.flat, 1), np.ones(6) + a.flat, a.flat.copy()",
    "a.flat > 1, 2 == a.flat, a.flat[a.flat > 1], np.fromiter(a.flat, np.float64)",
    "it = iter(a.flat)\nreturn next(it), next(it), list(it)",
    "np.asarray(a.flat)[:] = 5\nreturn a",
]


@pytest.mark.parametrize("source", FLAT)
def test_elements_in_order_as_an_argument(source):
    check(source, WHOLE)


def test_iterators_over_arrays_know_where_they_are():
    check("it = np.ndenumerate(a)\nreturn next(it), next(it), list(it)", WHOLE)
    check("it = np.ndindex(a.shape)\nfirst = next(it)\nreturn first, [i + j for i, j in it], next(it, None)", WHOLE)
    with pytest.raises(errors.TypingError, match="iter.a.flat."):
        njit(lambda a: next(a.flat))(WHOLE)


FLAGS = [
    "np.cov(a, rowvar=0, bias=1), np.corrcoef(a, rowvar=0), np.linalg.pinv(a, hermitian=0)",
    "np.sum(a, axis=0, keepdims=1), a.std(0, keepdims=1), np.linalg.norm(a, axis=0, keepdims=1), np.argmax(a, 0, keepdims=1)",
    "np.linalg.svd(a, full_matrices=0)[1], np.unique(a, return_counts=1), np.linspace(0, 1, 5, retstep=1)",
    "np.histogram(a, density=1), np.meshgrid([1, 2], [3, 4], sparse=1), np.average(a, weights=a, returned=1)",
    "np.intersect1d([1, 2], [2, 3], return_indices=1), np.array(a, copy=1), np.polyfit(a[0], a[1], 1, full=0)",
]


@pytest.mark.parametrize("source", FLAGS)
def test_numbers_as_flags(source):
    check(source, REAL)


def test_lists_of_rows_and_of_views():
    rows = "def rows(m):\n    return [r for r in m]\n"
    source = rows + "both = rows(a) + rows(a[:, ::-1])\nreturn both, np.array(both)"
    check(source, REAL)
    check("x = [r for r in a]\ny = [r for r in a.T]\nreturn x[:1] + y[:0]", REAL)


SHORT = np.array([[1, 2], [3, 4]], np.int16)
SINGLE = np.array([0.5, 0.25], np.float32)


@pytest.mark.parametrize(
    "source",
    [
        "np.prod(a) + b, np.sum(a) * b, a.max() - b, np.argmin(a) + b, np.count_nonzero(a) + b, np.searchsorted(a[0], 2) + b",
        "np.where(b > 1, np.argmax(a), b), np.where(c > 0.3, c, a.mean()), np.where(b > 1, b, 7)",
        "np.where(b > 1, a.max(), b * 1.5)",
        "np.maximum(b, a.sum()), np.median(a) * c, np.mean(a) + c, np.linalg.norm(a) * c",
        "np.sqrt(2.0) * c, np.float32(2) * c, np.exp(a[0, 0]) * c, np.pi * c, 2.5 * c, float(np.sum(a)) * c, len(a) + b",
        "np.size(a) + b, np.ndim(a) + b, a.sum().item() + b, np.random.rand() * 0 * c, a.size * c",
        "n = a.sum()\nb += 1\nreturn n * b, (n + 1) * b, n % 5 + b",
    ],
)
def test_numbers_that_functions_give_widen_arrays(source):
    check(source, SHORT.astype(np.int64), SHORT, SINGLE)
    check(source, SHORT.astype(np.float64), SHORT, SINGLE)


@pytest.mark.parametrize("rows", [2, 3])
def test_expressions_with_more_axes_are_assigned(rows):
    matrix, row = np.zeros((3, rows)), np.arange(3.0)
    source = "a[0] = b[None] + 1\na[:, 1:2] = (b[None, :] * 2)[:, :, None]\nreturn a"
    if rows == 3:
        check(source, matrix, row)
    else:
        check_error(source, matrix, row)


VECTOR, PAIR = np.array([3.0, 1.0, 2.0]), np.array([1.5, 2.5])


@pytest.mark.parametrize(
    "source",
    [
        "np.clip(a, *np.quantile(a, [0.05, 0.95])), np.clip(a, *b), np.interp(1.5, *np.stack((a, a)))",
        "np.arange(*b), np.arange(*[int(v) for v in b]), np.arange(0, *[4, 2]), np.linspace(0, *[5, 3])",
        "np.random.seed(1)\nreturn np.random.normal(*b), np.random.uniform(*b, size=3), np.random.normal(a, *b[:1])",
        "np.polyval(a, *b[:1]), np.outer(*np.stack((a, a))), np.cross(*np.stack((a, a + 1)))",
    ],
)
def test_functions_are_called_with_the_items_of_arrays(source):
    check(source, VECTOR, PAIR)


def test_numbers_of_items_that_do_not_fit():
    with pytest.raises(TypeError, match="so many arguments"):
        njit(lambda a: math.pow(*a))(VECTOR)
    with pytest.raises(errors.TypingError, match="give values of several types"):
        njit(lambda a, b: np.where(a > 1, *b))(VECTOR, PAIR)


def test_older_names_and_rare_axes():
    seeded = "np.random.seed(4)\ndraw = np.random.random_integers\n"
    check(seeded + "return draw(6), draw(1, 6, (2, 3)), draw(5, size=4)")
    check("np.squeeze(a, ()), np.squeeze(a[:1], (0,))", REAL)
    check("a.T[:0].view(np.uint8), a[:, ::2][:, :1].view(np.uint8), a[:, :0].view(np.uint8)", REAL)
    check("a[:0].view(np.uint8), a.view(np.uint8)", np.array(["ab", "c"], "S3"))


@pytest.mark.parametrize(
    "source",
    [
        "return a[tuple(b)], a[tuple([1, 2])], a[tuple(b + 1)], a[tuple(x for x in b)]",
        "a[tuple(b)] = 7\na[tuple((b + 1) % 2)] += 5\nreturn a",
        "p = np.array(a.shape) - 1\nout = 0\nfor d in b:\n    out += a[tuple(p - d)]\nreturn out, b[tuple(b[:1])]",
        "return a[tuple(np.argwhere(a > 2).T)], a[tuple(np.array([[0, 1], [1, 0]]))]",
        "return [a[tuple(p)] for p in np.argwhere(a > 2)]",
        "a[tuple(np.argwhere(a > 2).T)] = -1\na[tuple(np.array([[0, 1], [1, 0]]))] += 10\nreturn a",
    ],
)
def test_tuples_of_unknown_length_are_one_index(source):
    check(source, WHOLE, np.array([0, 1]))


def test_tuples_that_are_too_short_or_long():
    for length in (1, 3):
        with pytest.raises(IndexError):
            njit(lambda a, b: a[tuple(b)])(WHOLE, np.zeros(length, int))
        with pytest.raises(IndexError):
            njit(lambda a, b: a[tuple(b)])(WHOLE, np.zeros((length, 2), int))


MEMBERS = [
    "a[1] in a, a[1] + 9 in a, a[:, :1] in a, a in a, a[1] + 9 not in a",
    "a[0].astype(np.float32) in a, (a[:, 0] > 9) in a.T, a[:, 0] in a.T, a[0] in a.T[::-1].T, a[0, :0] in a[:, :0]",
    "[row for row in a if row not in b]",
]


@pytest.mark.parametrize("source", MEMBERS)
def test_arrays_in_arrays(source):
    check(source, WHOLE, WHOLE[:1])
    check(source, REAL, WHOLE[1:] + 0.5)


def test_arrays_in_arrays_of_other_shapes_raise():
    check_error("a[:2, 0] in a", WHOLE)
