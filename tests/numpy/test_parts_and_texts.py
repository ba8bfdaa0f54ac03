"""Texts of numbers and arrays, parts of complex arrays and their extremes, layouts along axes, views by ``einsum``."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.rows import check_error, check_rows, grouped

COMPLEX = np.arange(12.0).reshape(3, 4) * (1 - 0.5j)
HOLES = COMPLEX.copy()
HOLES[0], HOLES[1, 2], HOLES[2, 0] = np.nan, np.nan, complex(1, np.nan)
CUBE = np.arange(24.0).reshape(3, 4, 2)

ROWS = [
    ("np.binary_repr(a), np.binary_repr(a, 6), np.binary_repr(5, 8), np.binary_repr(0, 3), np.binary_repr(-8, width=4)", -7),
    ("np.base_repr(255, 16), np.base_repr(a), np.base_repr(5, 3, 2), np.base_repr(0), np.base_repr(35, base=36)", -10),
    ("np.array_str(a), np.array_repr(a)", np.arange(3)),
    ("with np.errstate(divide='ignore', invalid='ignore'):\n    return np.log(a), a / a", np.arange(3.0)),
    ("np.nanmax(a), np.nanmin(a), np.nanmax(a, axis=0), np.nanmin(a, axis=1, keepdims=True)", HOLES),
    ("np.nanmax(a), np.nanmin(a, axis=0)", HOLES[1:].astype(np.complex64)),
    ("a.real = 3\na.imag = a.real * 2\na.real += 1\nb.real = a.imag\nreturn a, b", COMPLEX, np.zeros((3, 4))),
    ("d = np.einsum('ii->i', a)\nd[:] = -1\nt = np.einsum('ij->ji', a)\nt[0, 1] = 7\nreturn a, d", np.ones((3, 3))),
    ("np.einsum('ijk->kij', a), np.einsum('i...->...i', a), np.einsum('iijj->ij', np.ones((2, 2, 3, 3)))", CUBE),
    (
        "a.partition(3)\nb.partition(1, axis=0)\nreturn a[3], a[:3].sum(), b[1]",
        CUBE[::-1, 1, 0].copy().repeat(2),
        CUBE[::-1, 0].copy(),
    ),
    ("a.byteswap(inplace=True)\nreturn a", np.arange(4)),
]


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


LAYOUTS = [
    "np.fft.fft(a, axis=0), np.fft.fftn(a), np.fft.rfft2(a), np.fft.irfft(a, axis=1), np.fft.ifft(a, 5, axis=0)",
    "np.add.reduceat(a, [0, 2], axis=1), np.multiply.reduceat(a, [1, 0])",
    "np.partition(a, 1, axis=0), np.partition(a, 1, axis=1)",
]


@pytest.mark.parametrize("source", LAYOUTS)
def test_layouts_of_results_along_axes(source):
    function = eval(f"lambda a: ({source})", {"np": np})
    for found, expected in zip(njit(function)(CUBE), function(CUBE), strict=True):
        assert found.strides == expected.strides


@pytest.mark.parametrize(
    "row",
    [
        ("np.binary_repr(a, 3)", 9), ("np.base_repr(a, 40)", 9), ("np.base_repr(a, 1)", 9),
        ("np.einsum('ii->i', a)", np.ones((2, 3))), ("np.moveaxis(a, 0, 5)", CUBE), ("np.moveaxis(a, -7, 1)", CUBE),
    ],
)  # fmt: skip
def test_errors(row):
    check_error(*row)


def test_what_is_refused():
    def f(a):
        with np.errstate(divide="raise"):
            return 1 / a

    with pytest.raises(errors.UnsupportedError, match="compiled code ignores such errors"):
        njit(f)(np.zeros(2))
    with pytest.raises(errors.TypingError, match="array does not have imaginary part to set"):
        njit(_set_imag)(np.zeros(2))


def _set_imag(a):
    a.imag = 1
