"""What NumPy refuses is refused in the same way: lengths and types that don't fit, bins without a width."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.numpy.rows import check, check_error, functions

MATRIX, VECTOR = np.arange(6.0).reshape(2, 3), np.array([3.0, 1, 2])
BYTES, TEXTS = np.array([b"a", b"bcd"]), np.array([["a", "b"], ["a", "b"], ["c", "a"], ["a", ""]])
DATES = np.array(["2020-01-01", "NaT", "2020-01-01", "1999-12-31", "NaT"], "M8[D]")
SPANS = np.array([[1, "NaT"], [3, 4]], "m8[D]")


ERRORS = [
    ("np.diff(a, prepend=b)", MATRIX, np.ones((1, 1))),
    ("np.diff(a, prepend=b, append=a[:1])", MATRIX, np.ones((2, 1))),
    ("np.diff(a, 1, 0, 7, b)", MATRIX, np.ones((1, 2))),
    ("np.histogram(a, 4)", np.array([2**62, 2**62 + 1])),
    ("np.cumsum(a, 2)", MATRIX[:, ::2]),
    ("np.cumprod(a, axis=-3)", MATRIX[:, ::2]),
    ("np.trapezoid(a, axis=5)", VECTOR),
    ("np.trapezoid(a, axis=-4)", MATRIX),
    ("np.split(a, 2, axis=5)", VECTOR),
    ("np.array_split(a, [1], -3)", MATRIX),
    ("np.bincount(a)", np.array([1, 2**63], "u8")),
    ("np.insert(a, b, 9)", VECTOR, VECTOR),
    ("np.pad(a, b)", MATRIX, np.array([[1, 2]] * 3)),
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
    ("np.linalg.norm(a, axis=1), np.diff(a, axis=1, n=2)", MATRIX),
    (
        "a.astype('m8[s]'), a.astype(np.dtype('M8[D]')), a.astype('m8[ms]', copy=True)",
        np.array([1.7, -2.9, np.nan, np.inf, -1e300]),
    ),
    ("a.astype('m8[h]')", np.array([1.7, -2.9, np.nan], "f2")),
    ("np.strings.center(a, 5), np.char.ljust(a, 4), np.strings.rjust(a, 6), np.char.zfill(a, 5), a + a", BYTES),
    ("np.strings.center(a, 5, b'*'), np.char.rjust(a, 4, b'-')", BYTES),
    ("np.unique_counts(a), np.unique_inverse(a), np.unique_all(a), np.sort(np.unique_values(a))", DATES),
    ("np.unique_all(a.view('m8[D]')), np.unique_counts(a[:2]), np.unique_all(a[:0])", DATES),
    ("np.bincount(a), np.bincount(a, minlength=6), np.bincount(a, a)", np.array([1, 2, 2], "u8")),
    ("np.unique(a, axis=0), np.unique(a, axis=1), np.unique(a, True, True, True, axis=0)", TEXTS),
    ("np.intersect1d(a, a[:1], return_indices=True), np.intersect1d(a[1], a[2], True, True)", TEXTS),
    ("np.intersect1d(a[0], b, return_indices=True)", TEXTS, np.array(["bcd", "a", "zz"])),
    ("np.repeat('ab', 3), np.repeat('ab', [2])", VECTOR),
    ("np.insert(a, [], 9), np.insert(b, [], 9, axis=0), np.insert(b, [], [], axis=1)", VECTOR, MATRIX),
    ("np.inner(a, b), np.inner(b, a), np.inner(a, a)", np.array(3), MATRIX),
    (
        "np.convolve(a, 2), np.convolve(2.5, a, 'same'), np.convolve(a, b, 'valid'), np.convolve(2, 3)",
        VECTOR.astype("f4"),
        np.array(2),
    ),
    ("np.pad(3, 2), np.pad(a, 2), np.pad(a, (2, 1), 'edge')", np.array(3.5)),
    ("np.pad(a, b), np.pad(a, b, constant_values=b), np.pad(a, b[:1], 'edge')", MATRIX, np.array([1, 2])),
    (
        "np.pad(a, b), np.pad(a, b[1:], 'wrap'), np.pad(a, b, 'constant', constant_values=b * 2.5)",
        MATRIX,
        np.array([[1, 2], [0, 3]]),
    ),
    (
        "np.nanmax(a, initial=3 + 1j), np.nanmin(a, initial=3), np.nanmax(a, 0, initial=0), np.nanmin(a, 1, initial=5j)",
        MATRIX * 1j,
    ),
    ("np.repeat(a, 2.0), np.repeat(a, 2.0, axis=0), a.repeat(1.0)", MATRIX),
    *[
        (f"np.{name}, axis=[0, 1]), np.{name}, axis=[-1])", np.arange(24.0).reshape(2, 3, 4))
        for name in ("median(a", "nanmedian(a", "percentile(a, 30", "nanquantile(a, [0.1, 0.9]", "average(a")
    ],
    ("np.average(a, [0, 1], a + 1), np.percentile(a, [30, 60], [0, 2])", np.arange(24.0).reshape(2, 3, 4)),
    ("np.finfo(a.dtype).dtype, np.iinfo('i2').dtype, np.zeros(2, np.finfo(np.complex64).dtype)", VECTOR),
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
    ("np.linalg.norm(a.reshape(1, 3, 1), axis=(0, 1, 2))", "Improper number of dimensions to norm"),
    ("np.linalg.vector_norm(a, ord='fro')", "Invalid norm order 'fro' for vectors"),
    ("np.array(['a', 'b']).max()", "maximum has no loop for texts"),
    ("np.trapezoid(a, axis=None)", "the argument 'axis' must be an integer"),
    ("np.std(a, axis=[0])", "the argument 'axis' must be an integer or a tuple of integers"),
    ("np.cross(a > 1, a > 2)", "subtracts products, which NumPy does not for bools"),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row[0])
def test_what_makes_no_sense_is_refused(row):
    function, python = functions(row[0], "a")
    with pytest.raises((TypeError, ValueError)):
        python(VECTOR)
    with pytest.raises(TypingError, match=row[1]):
        function(VECTOR)


def test_the_length_of_an_array_says_no_number_of_axes():
    with pytest.raises(TypingError, match="whose length is that of the shape"):
        njit(lambda a, b: np.tile(a, b))(VECTOR, np.array([1, 2]))
