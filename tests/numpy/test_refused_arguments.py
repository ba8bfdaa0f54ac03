"""What NumPy refuses is refused in the same way: lengths and types that don't fit, bins without a width."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.numpy.rows import check, check_error, functions

MATRIX, VECTOR = np.arange(6.0).reshape(2, 3), np.array([3.0, 1, 2])
SPANS = np.array([[1, "NaT"], [3, 4]], "m8[D]")


ERRORS = [
    ("np.diff(a, prepend=b)", MATRIX, np.ones((1, 1))),
    ("np.diff(a, prepend=b, append=a[:1])", MATRIX, np.ones((2, 1))),
    ("np.diff(a, 1, 0, 7, b)", MATRIX, np.ones((1, 2))),
    ("np.histogram(a, 4)", np.array([2**62, 2**62 + 1])),
    ("np.histogram_bin_edges(a, 5, (1.0, 1.0 + 4e-16))", VECTOR),
]


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_errors(row):
    check_error(*row)


ROWS = [
    ("np.diff(a, prepend=b, append=a), np.diff(a, 2, 0, a[:1])", MATRIX, np.ones((2, 1))),
    ("np.diff(a, prepend=0).flags.f_contiguous, np.diff(a, append=b).flags.f_contiguous", MATRIX.T.copy("F"), np.ones((3, 2))),
    ("np.concatenate((a, b), out=np.zeros(6, int), casting='unsafe')", VECTOR, VECTOR),
    ("np.concatenate((a, b), out=np.zeros(6, 'f4')), np.stack((a, b), out=np.zeros((2, 3), 'f4'))", VECTOR, VECTOR),
    ("np.nansum(a), np.nansum(a, axis=0), np.nansum(a, 1, keepdims=True), np.nansum(a + a), np.nansum(a, (0, 1))", SPANS),
    ("np.nanmean(a), np.nanmean(a, 1), np.nanmean(a, 0, keepdims=True), np.nancumsum(a), np.nancumsum(a, 1)", SPANS),
    ("np.einsum('ij->i', a, dtype='f4', casting='same_kind'), np.isin(a, [1, 2], kind='sort')", MATRIX),
    ("np.isin(a, [1, 2], kind='table')", MATRIX.astype(int)),
    ("np.histogram2d(a, a, [3, 2], [[1, 1 + 1e-16], [0, 3]])[0]", VECTOR),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_results(row):
    check(*row)


@pytest.mark.parametrize("name", ["concatenate", "stack", "hstack"])
def test_results_that_an_array_cannot_take(name):
    function = getattr(np, name)
    if name == "hstack":
        compiled, args = njit(lambda a: function((a, a), dtype=np.int64)), (VECTOR,)
    else:
        compiled, args = njit(lambda a, out: function((a, a), out=out)), (VECTOR, np.zeros((2, 3), int))
    with pytest.raises(TypingError, match=r"Cannot cast array data from dtype\('float64'\) to dtype\('int64'\)"):
        compiled(*args)


REFUSED = [
    ("np.isin(a, a, kind='table')", "The 'table' method is only supported for boolean or integer arrays"),
    ("np.isin(a, (1, 2), kind='table')", "The 'table' method is only supported for boolean or integer arrays"),
    ("np.einsum('i->', a, dtype='f4')", r"operand 0 dtype could not be cast from dtype\('float64'\) to dtype\('float32'\)"),
    ("np.percentile(a, 1j)", "the argument 'q' takes real numbers"),
    ("np.nanquantile(a, a + 1j)", "the argument 'q' takes real numbers"),
    ("np.cross(a > 1, a > 2)", "subtracts products, which NumPy does not for bools"),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row[0])
def test_what_makes_no_sense_is_refused(row):
    function, python = functions(row[0], "a")
    with pytest.raises((TypeError, ValueError)):
        python(VECTOR)
    with pytest.raises(TypingError, match=row[1]):
        function(VECTOR)
