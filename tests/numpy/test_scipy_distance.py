"""Distances of ``scipy.spatial.distance`` in compiled code, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy import scipy_lines
from tests.run.support import compile_error

distance = pytest.importorskip("scipy.spatial.distance")

RANDOM = np.random.default_rng(4)
ROWS, OTHERS = RANDOM.random((6, 4)) * 5 - 1, RANDOM.random((3, 4)) * 5 - 1


def function(text, parameters="a, b"):
    """A function of some arguments: what the text says."""
    return scipy_lines.function(text, parameters, distance)


def check(text, *arguments, parameters="a, b", rtol=1e-12, **options):
    """Compare what a line gives in compiled code and in Python."""
    atol = 1e-14 if rtol < 1e-6 else 1e-6
    return scipy_lines.check(function(text, parameters), *arguments, rtol=rtol, atol=atol, **options)


OF_VECTORS = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine", "correlation", "minkowski")


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32"])
@pytest.mark.parametrize("name", OF_VECTORS)
def test_vectors(name, dtype):
    u, v = ROWS[0].astype(dtype), (OTHERS[0] * 2).astype(dtype)
    rtol = 1e-5 if dtype == "float32" else 1e-12
    check(f"distance.{name}(a, b)", u, v, rtol=rtol)
    check(f"distance.{name}(a, b)", ROWS[:, 0].astype(dtype)[::2], ROWS[::-2, 1].astype(dtype), rtol=rtol)
    check(f"distance.{name}(a, b, w=[1, 0, 2, 3.5])", u, v, rtol=rtol)


def test_more_of_vectors():
    for line in (
        "distance.minkowski(a, b, 3)",
        "distance.minkowski(a, b, p=1.5, w=np.array([1, 2, 3, 4]))",
        "distance.minkowski(a, b, p=np.inf)",
        "distance.euclidean([1, 2, 3], (4, 5, 7.5))",
        "distance.cosine(a * 0, b)",
        "distance.cosine(a, a)",
        "distance.correlation(a, 3 - a)",
        "distance.euclidean(a[:0], b[:0])",
        "distance.cosine(a[:0], b[:0])",
        "distance.cityblock(a, np.nan * b)",
    ):
        check(line, ROWS[0], OTHERS[0])


PAIRS = (
    "distance.cdist(a, b)",
    "distance.cdist(a, b, 'sqeuclidean')",
    "distance.cdist(a, b, 'cityblock')",
    "distance.cdist(a, b, 'cosine')",
    "distance.cdist(a, b, 'Correlation')",
    "distance.cdist(a, b, metric='chebyshev')",
    "distance.cdist(a, b, 'minkowski', p=3)",
    "distance.cdist(a, b, 'minkowski')",
    "distance.cdist(a, b, 'cb')",
    "distance.cdist(a, b, w=[1, 2, 0, 4])",
    "distance.cdist(a, b, 'cosine', w=np.array([1, 2, 0, 4]))",
    "distance.cdist(a, b, 'minkowski', p=1.5, w=[1, 2, 0, 4])",
    "distance.cdist(a, b, lambda u, v: u[0] - v[1])",
    "distance.cdist(a, b, distance.cityblock)",
    "distance.cdist(a, a)",
    "distance.pdist(a)",
    "distance.pdist(a, 'cosine')",
    "distance.pdist(b, 'cityblock', w=[1, 2, 0, 4])",
    "distance.pdist(a, lambda u, v: abs(u - v).sum())",
    "distance.squareform(distance.pdist(a))",
    "distance.squareform(distance.cdist(a, a))",
)


@pytest.mark.parametrize("line", PAIRS)
def test_pairs(line):
    check(line, ROWS, OTHERS)
    check(line, ROWS[::2], np.asfortranarray(OTHERS))
    check(line, ROWS[:1], OTHERS[:0])
    check(line, (ROWS * 3).astype(np.int64), OTHERS.astype(np.float32))


def test_lists_of_rows():
    check("distance.cdist([[1, 2], [3, 4]], [[5, 6.5]])", 0, 0)
    check("distance.pdist([[1, 2], [3, 4], [0, 0]])", 0, 0)
    check("distance.squareform([1, 2, 3])", 0, 0)


def test_a_row_of_zeros():
    check("distance.cdist(a, b, 'cosine')", np.zeros((2, 4)), OTHERS)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "bool", "complex128"])
def test_forms(dtype):
    x = np.array([1, 0, 3, 4, 0, 6]).astype(dtype)
    check("distance.squareform(a)", x, parameters="a")
    check("distance.squareform(a, force='tomatrix')", x[:3], parameters="a")
    check("distance.squareform(distance.squareform(a), 'tovector')", x, parameters="a")
    check("distance.squareform(a)", x[:0], parameters="a")
    check("distance.squareform(a)", np.zeros((1, 1), dtype), parameters="a")
    check("distance.squareform(a)", np.zeros((0, 0), dtype), parameters="a")
    check("distance.squareform(a, checks=False)", np.arange(9).reshape(3, 3).astype(dtype), parameters="a")


ERRORS = (
    "distance.euclidean(a, b[:2])",
    "distance.euclidean(a, b, w=-a)",
    "distance.chebyshev(a[:0], b[:0])",
    "distance.minkowski(a, b, 0)",
    "distance.cdist(np.ones((2, 3)), np.ones((2, 4)))",
    "distance.squareform(a[:2])",
    "distance.squareform(np.ones((2, 3)))",
    "distance.squareform(np.array([[0, 1], [2, 0]]))",
    "distance.squareform(np.array([[1, 1], [1, 0]]))",
)


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line):
    check(line, np.array([1.0, 2.0, 3.0]), np.array([2.0, 0.0, 4.0]))


def test_weights_of_another_length():
    with pytest.raises(ValueError, match="could not be broadcast"):
        njit(function("distance.euclidean(a, b, w=b[:2])"))(np.ones(3), np.ones(3))


REFUSED = {
    "distance.euclidean(b, b)": "Input vector should be 1-D.",
    "distance.euclidean(a * 1j, a)": "euclidean: complex numbers are not supported",
    "distance.correlation(a, a, centered=False)": "correlation: the argument 'centered' is not supported",
    "distance.cdist(a, b)": "XA must be a 2-dimensional array.",
    "distance.cdist(b, b, 'jaccard')": "cdist: the metric 'jaccard' is not supported in compiled code; it has euclidean",
    "distance.cdist(b, b, out=b)": "cdist: the argument 'out' is not supported",
    "distance.cdist(b, b, p=2)": "cdist: the argument 'p' is not supported",
    "distance.cdist(b * 1j, b)": "cdist: complex numbers are not supported",
    "distance.pdist(a)": "A 2-dimensional array must be passed.",
    "distance.squareform(b, 'tomatrix')": "Forcing 'tomatrix' but input X is not a distance vector.",
    "distance.squareform(a, 'tovector')": "Forcing 'tovector' but input X is not a distance matrix.",
    "distance.squareform(np.ones((2, 2, 2)))": "one or two dimensional array",
    "distance.jensenshannon(a, a)": "Python code of a library",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line):
    assert REFUSED[line] in compile_error(function(line), np.ones(2), np.ones((2, 2)))
