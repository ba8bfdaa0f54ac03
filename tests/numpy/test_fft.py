"""``numpy.fft`` in compiled code, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.run import support

RANDOM = np.random.default_rng(0)
CUBE = RANDOM.random((3, 4, 6)) * 10


def check(function, *args):
    """Compare a function with itself, compiled."""
    found, expected = njit(function)(*args), function(*args)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    scale = max(1.0, float(np.abs(expected).max())) if expected.size else 1.0
    single = expected.dtype in (np.float32, np.complex64)
    np.testing.assert_allclose(found / scale, expected / scale, rtol=0, atol=1e-5 if single else 1e-13)


ONE = {
    "fft": lambda a: np.fft.fft(a),
    "ifft": lambda a: np.fft.ifft(a),
    "longer": lambda a: np.fft.fft(a, 9),
    "shorter": lambda a: np.fft.fft(a, n=3, axis=0, norm="ortho"),
    "other_axis": lambda a: np.fft.ifft(a, None, 1, "forward"),
    "irfft": lambda a: np.fft.irfft(a),
    "irfft_odd": lambda a: np.fft.irfft(a, 7, axis=1),
    "hfft": lambda a: np.fft.hfft(a),
    "hfft_axis": lambda a: np.fft.hfft(a, 5, 0, "ortho"),
}
REAL_ONLY = {
    "rfft": lambda a: np.fft.rfft(a),
    "rfft_odd": lambda a: np.fft.rfft(a, 5),
    "rfft_axis": lambda a: np.fft.rfft(a, axis=-2, norm="forward"),
    "ihfft": lambda a: np.fft.ihfft(a),
    "rfft2": lambda a: np.fft.rfft2(a),
    "rfftn": lambda a: np.fft.rfftn(a),
    "rfftn_axes": lambda a: np.fft.rfftn(a, axes=(2, 0), norm="ortho"),
}
SEVERAL = {
    "fft2": lambda a: np.fft.fft2(a),
    "ifft2": lambda a: np.fft.ifft2(a, (5, 3)),
    "fft2_axes": lambda a: np.fft.fft2(a, axes=(0, 1)),
    "fftn": lambda a: np.fft.fftn(a),
    "fftn_axes": lambda a: np.fft.fftn(a, axes=(0, 2), norm="ortho"),
    "ifftn": lambda a: np.fft.ifftn(a, (2, 3, 7)),
    "irfft2": lambda a: np.fft.irfft2(a),
    "irfftn": lambda a: np.fft.irfftn(a, norm="forward"),
    "fftshift": lambda a: np.fft.fftshift(a),
    "fftshift_axes": lambda a: np.fft.fftshift(a, (0, 2)),
    "ifftshift": lambda a: np.fft.ifftshift(a, 1),
    "there_and_back": lambda a: np.fft.ifftshift(np.fft.fftshift(a)),
}
DTYPES = [np.float64, np.float32, np.complex128, np.complex64, np.int64, np.bool_]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", ONE | SEVERAL)
def test_transforms(function, dtype):
    check((ONE | SEVERAL)[function], CUBE.astype(dtype))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
@pytest.mark.parametrize("function", REAL_ONLY)
def test_transforms_of_real_numbers(function, dtype):
    check(REAL_ONLY[function], CUBE.astype(dtype))


@pytest.mark.parametrize("array", [CUBE[0, 0], CUBE[::-1, ::2, ::3], np.asfortranarray(CUBE), CUBE[:, :, :1], np.zeros((0, 4))])
def test_layouts(array):
    check(lambda a: np.fft.fft(a), array)
    check(lambda a: np.fft.rfft(a), array)


@pytest.mark.parametrize("n", [1, 2, 8, 9])
def test_frequencies(n):
    check(lambda n: np.fft.fftfreq(n, 0.1), n)
    check(lambda n: np.fft.rfftfreq(n), n)


def test_what_is_refused():
    with pytest.raises(ValueError, match="data points"):
        njit(lambda a: np.fft.fft(a, 0))(CUBE)
    with pytest.raises(IndexError, match="out of bounds"):
        njit(lambda a: np.fft.fft(a, None, 3))(CUBE)
    with pytest.raises(errors.NumbaValueError, match="Invalid norm"):
        njit(lambda a: np.fft.fft(a, norm="none"))(CUBE)
    with pytest.raises(errors.TypingError, match="real numbers"):
        njit(lambda a: np.fft.rfft(a))(CUBE * 1j)


@pytest.mark.parametrize(
    "text",
    [
        "np.fft.fft(a, out=np.zeros((4, 6), np.complex128))", "np.fft.ifft(a, 5, 0, out=np.zeros((5, 6), np.complex128))",
        "np.fft.rfft(a, out=np.zeros((4, 4), np.complex128))", "np.fft.irfft(a, out=np.zeros((4, 10)))",
        "np.fft.hfft(a[0], out=np.zeros(10))", "np.fft.ihfft(a[0], out=np.zeros(4, np.complex128))",
        "np.fft.fft2(a, out=np.zeros((4, 6), np.complex128))", "np.fft.ifftn(a, out=np.zeros((4, 6), np.complex128))",
        "np.fft.fft(a, out=np.zeros((4, 5), np.complex128))",
    ],
)  # fmt: skip
def test_arrays_for_results(text):
    support.check(support.expression(text, "a"), np.random.default_rng(2).random((4, 6)), rtol=1e-12, same_error_args=False)


def test_arrays_that_cannot_take_results():
    message = support.compile_error(support.expression("np.fft.fft(a, out=np.zeros((4, 6)))", "a"), np.ones((4, 6)))
    assert "complex128" in message


CHOSEN = {
    "fft": lambda a, norm: np.fft.fft(a, norm=norm),
    "irfft": lambda a, norm: np.fft.irfft(a, 5, 1, norm),
    "hfft": lambda a, norm: np.fft.hfft(a, norm=norm),
    "ihfft": lambda a, norm: np.fft.ihfft(a, axis=0, norm=norm),
    "rfft2": lambda a, norm: np.fft.rfft2(a, norm=norm),
    "ifftn": lambda a, norm: np.fft.ifftn(a, axes=(0, 2), norm=norm),
}


@pytest.mark.parametrize("function", CHOSEN.values(), ids=CHOSEN.keys())
def test_factors_that_are_chosen_while_running(function):
    compiled = njit(function)
    for norm in ("backward", "ortho", "forward", None):
        np.testing.assert_allclose(compiled(CUBE, norm), function(CUBE, norm), rtol=1e-12, atol=1e-12)
    with pytest.raises(ValueError, match="Invalid norm value none; should be"):
        compiled(CUBE, "none")
