"""``numpy.fft`` in compiled code, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.run import support

RANDOM = np.random.default_rng(0)
CUBE = RANDOM.random((3, 4, 6)) * 10


def check(lines, a):
    """Compare what lines of an array give, as one function that gives them all, compiled."""
    function = support.expression("".join(f"{line}, " for line in lines), "a")
    for line, found, expected in zip(lines, njit(function)(a), function(a), strict=True):
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape), line
        scale = max(1.0, float(np.abs(expected).max())) if expected.size else 1.0
        single = expected.dtype in (np.float32, np.complex64)
        np.testing.assert_allclose(found / scale, expected / scale, rtol=0, atol=1e-5 if single else 1e-13, err_msg=line)


ONE = (
    "np.fft.fft(a)",
    "np.fft.ifft(a)",
    "np.fft.fft(a, 9)",
    "np.fft.fft(a, n=3, axis=0, norm='ortho')",
    "np.fft.ifft(a, None, 1, 'forward')",
    "np.fft.irfft(a)",
    "np.fft.irfft(a, 7, axis=1)",
    "np.fft.hfft(a)",
    "np.fft.hfft(a, 5, 0, 'ortho')",
)
REAL_ONLY = (
    "np.fft.rfft(a)",
    "np.fft.rfft(a, 5)",
    "np.fft.rfft(a, axis=-2, norm='forward')",
    "np.fft.ihfft(a)",
    "np.fft.rfft2(a)",
    "np.fft.rfftn(a)",
    "np.fft.rfftn(a, axes=(2, 0), norm='ortho')",
)
SEVERAL = (
    "np.fft.fft2(a)",
    "np.fft.ifft2(a, (5, 3))",
    "np.fft.fft2(a, axes=(0, 1))",
    "np.fft.fftn(a)",
    "np.fft.fftn(a, axes=(0, 2), norm='ortho')",
    "np.fft.ifftn(a, (2, 3, 7))",
    "np.fft.irfft2(a)",
    "np.fft.irfftn(a, norm='forward')",
    "np.fft.fftshift(a)",
    "np.fft.fftshift(a, (0, 2))",
    "np.fft.ifftshift(a, 1)",
    "np.fft.ifftshift(np.fft.fftshift(a))",
)
DTYPES = [np.float64, np.float32, np.complex128, np.complex64, np.int64, np.bool_]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lines", [ONE, SEVERAL], ids=["one", "several"])
def test_transforms(lines, dtype):
    check(lines, CUBE.astype(dtype))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_transforms_of_real_numbers(dtype):
    check(REAL_ONLY, CUBE.astype(dtype))


@pytest.mark.parametrize("array", [CUBE[0, 0], CUBE[::-1, ::2, ::3], np.asfortranarray(CUBE), CUBE[:, :, :1], np.zeros((0, 4))])
def test_layouts(array):
    check(["np.fft.fft(a)", "np.fft.rfft(a)"], array)


@pytest.mark.parametrize("n", [1, 2, 8, 9])
def test_frequencies(n):
    check(["np.fft.fftfreq(a, 0.1)", "np.fft.rfftfreq(a)"], n)


def test_what_is_refused():
    with pytest.raises(ValueError, match="data points"):
        njit(lambda a: np.fft.fft(a, 0))(CUBE)
    with pytest.raises(IndexError, match="out of bounds"):
        njit(lambda a: np.fft.fft(a, None, 3))(CUBE)
    with pytest.raises(errors.NumbaValueError, match="Invalid norm"):
        njit(lambda a: np.fft.fft(a, norm="none"))(CUBE)
    with pytest.raises(errors.TypingError, match="real numbers"):
        njit(lambda a: np.fft.rfft(a))(CUBE * 1j)
    with pytest.raises(errors.TypingError, match="ihfft is for real numbers"):
        njit(lambda a: np.fft.ihfft(a))(CUBE * 1j)


def test_arrays_for_results():
    lines = (
        "np.fft.fft(a, out=np.zeros((4, 6), np.complex128))", "np.fft.ifft(a, 5, 0, out=np.zeros((5, 6), np.complex128))",
        "np.fft.rfft(a, out=np.zeros((4, 4), np.complex128))", "np.fft.irfft(a, out=np.zeros((4, 10)))",
        "np.fft.hfft(a[0], out=np.zeros(10))", "np.fft.ihfft(a[0], out=np.zeros(4, np.complex128))",
        "np.fft.fft2(a, out=np.zeros((4, 6), np.complex128))", "np.fft.ifftn(a, out=np.zeros((4, 6), np.complex128))",
        "np.fft.fft(a, out=np.zeros((4, 5), np.complex128))",
    )  # fmt: skip
    support.check_lines(lines, "a", np.random.default_rng(2).random((4, 6)), rtol=1e-12, same_error_args=False)


def test_arrays_that_cannot_take_results():
    message = support.compile_error(support.expression("np.fft.fft(a, out=np.zeros((4, 6)))", "a"), np.ones((4, 6)))
    assert "complex128" in message


CHOSEN = (
    "np.fft.fft(a, norm=norm)",
    "np.fft.irfft(a, 5, 1, norm)",
    "np.fft.hfft(a, norm=norm)",
    "np.fft.ihfft(a, axis=0, norm=norm)",
    "np.fft.rfft2(a, norm=norm)",
    "np.fft.ifftn(a, axes=(0, 2), norm=norm)",
)


def test_factors_that_are_chosen_while_running():
    for norm in ("backward", "ortho", "forward", None):
        support.check_lines(CHOSEN, "a, norm", CUBE, norm, rtol=1e-12, atol=1e-12)
    for line in CHOSEN:
        with pytest.raises(ValueError, match="Invalid norm value none; should be"):
            njit(support.expression(line, "a, norm"))(CUBE, "none")


def test_axes_that_are_there_twice_and_none():
    check(
        (
            "np.fft.rfftn(a, axes=(2, 0, 2))", "np.fft.rfft2(a, axes=(1, -2))", "np.fft.irfftn(a, axes=(0, 0))",
            "np.fft.rfftn(a, (5, 3), (0, 0))", "np.fft.fftn(a, axes=(0, 1, 0))", "np.fft.fftn(a, axes=())",
        ),
        CUBE,
    )  # fmt: skip


@pytest.mark.parametrize("norm", ["None", "'ortho'", "'forward'"])
def test_halves(norm):
    a = (np.arange(18) * 1.1).reshape(2, 9).astype(np.float16)
    lines = [f"np.fft.{name}(a, norm={norm})" for name in ("fft", "rfft", "irfft", "hfft", "ihfft", "irfft2", "irfftn")]
    function = support.expression(", ".join([*lines, f"np.fft.irfftn(a, axes=(0,), norm={norm})"]), "a")
    for found, expected in zip(njit(function)(a), function(a), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-3 if found.dtype == np.float16 else 1e-5, atol=1e-4)
