"""Ufuncs of other packages, here those of SciPy, in compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, prange
from coluber.core.errors import TypingError, UnsupportedError
from tests.run.support import check, compile_error

special = pytest.importorskip("scipy.special")

X = np.linspace(0.1, 5, 12)
GRID = X.reshape(3, 4)


def one(x):
    return special.gamma(x) + special.erf(x)


def two(x, y):
    return special.beta(x, y)


def mixed(n, x):
    return special.eval_legendre(n, x)


def several(x):
    sine, cosine = special.sici(x)
    return sine, cosine, special.sici(x)


def into(x, out):
    given = special.expit(x, out=out)
    given[0] += 1.0
    return out


def summed(n):
    total = 0.0
    for i in range(1, n):
        total += special.gammaln(i * 0.5)
    return total


def on_cores(x):
    out = np.empty_like(x)
    for i in prange(len(x)):
        out[i] = special.j0(x[i])
    return out


@pytest.mark.parametrize("x", [X, X.astype(np.float32), GRID.T, X[::-2], X[:0], np.arange(1, 5), np.array(2.5), 2.5, 3, True])
def test_one_operand(x):
    check(one, x)


@pytest.mark.parametrize("x", [X * (1 + 0.5j), X.astype(np.complex64)[::3], 1.5 - 2j])
def test_complex_operands(x):
    check(one, x)


@pytest.mark.parametrize(
    ("x", "y"), [(GRID, X[:4]), (GRID[:, :1], X), (2, X), (X.astype(np.float32), X.astype(np.float32)), (1.5, 2.5)]
)
def test_operands_that_are_broadcast(x, y):
    check(two, x, y)


@pytest.mark.parametrize(("n", "x"), [(3, X), (np.arange(3).reshape(3, 1), X), (2, 0.5), (2.5, 0.5)])
def test_operands_of_several_types(n, x):
    check(mixed, n, x)


@pytest.mark.parametrize("x", [X, GRID, 1.5])
def test_several_results(x):
    check(several, x)


def test_into_an_array():
    check(into, X, np.empty(12))
    check(into, X, np.empty(12, np.float32))


def test_in_loops():
    check(summed, 40)
    assert np.array_equal(njit(parallel=True)(on_cores)(np.tile(X, 2000)), special.j0(np.tile(X, 2000)))


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="broadcast"):
        njit(two)(X, X[:5])


def with_options(x, out):
    first = special.gamma(x, where=x > 1, out=out)
    second = special.beta(x, 2, np.zeros(x.shape))
    third = special.sici(x, out=(np.zeros(x.shape), None))
    return first, second, third, special.gamma(x.reshape(3, 4), order="F"), special.gamma(2.5, where=True)


def of_type(x):
    wide = special.gamma(x, dtype=np.float64)
    narrow = special.gamma(x, dtype="f4", casting="same_kind"), special.beta(x, x, signature="ff->f")
    return wide, narrow


def of_sequences(x):
    return special.gamma([1.0, 2.5]), special.beta(x, (1, 2, 3)), special.beta([[1, 2, 3], [4, 5, 6]], x)


def methods(x):
    changed = x.copy()
    special.gamma.at(changed, [0, 1])
    grid = x.reshape(3, 4)
    folded = special.beta.reduce(grid), special.beta.accumulate(grid, axis=1), special.beta.reduceat(x, [0, 2])
    return changed, folded, special.beta.outer(x, [1, 2])


def test_arguments_of_ufuncs():
    check(with_options, X, np.full(12, -1.0))
    check(of_type, X)
    check(of_sequences, X[:3])
    check(methods, X)


def test_what_is_not_taken():
    def with_mask(x):
        return special.gamma(x, mask=True)

    def into_integers(x):
        return special.gamma(x, out=np.zeros(12, np.int64))

    def in_integers(x):
        return special.gamma(x, dtype=np.int64)

    def with_two(x):
        return special.gamma(x, x, x)

    assert "scipy.special.gamma() got an unexpected keyword argument 'mask'" in compile_error(with_mask, X)
    assert "Cannot cast ufunc 'gamma' output from dtype('float64')" in compile_error(into_integers, X)
    assert "No loop matching the specified signature" in compile_error(in_integers, X)
    assert "return arrays must be of ArrayType" in compile_error(lambda x: special.gamma(x, 2.0), X)
    assert "scipy.special.gamma takes 1 to 2 positional arguments, got 3" in compile_error(with_two, X)
    assert "takes numbers and arrays of them, not unicode_type" in compile_error(one, "text")


def test_ufuncs_that_call_python():
    by_python = np.frompyfunc(abs, 1, 1)
    with pytest.raises((TypingError, UnsupportedError), match="calls Python for each element"):
        njit(lambda x: by_python(x))(X)
