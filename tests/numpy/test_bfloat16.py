"""Arrays of bfloat16, which the package ml_dtypes adds to NumPy, compared with it."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, njit, types
from coluber.np.numpy_support import as_dtype, from_dtype

pytestmark = pytest.mark.optimised

ml_dtypes = pytest.importorskip("ml_dtypes")
bfloat16 = ml_dtypes.bfloat16

_NUMBERS = np.arange(65536, dtype=np.uint16).view(bfloat16)
# NaNs are quiet: C's functions treat signalling ones in ways of their own.
ALL = np.where(np.isnan(_NUMBERS.astype(np.float32)), bfloat16(np.nan), _NUMBERS)
FIRST = np.random.default_rng(0).permutation(ALL)
SECOND = np.random.default_rng(1).permutation(ALL)

EXACT = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "floor_divide": lambda a, b: a // b,
    "remainder": lambda a, b: a % b,
    "negative": lambda a, b: -a,
    "absolute": lambda a, b: np.abs(b),
    "sqrt": lambda a, b: np.sqrt(a),
    "floor": lambda a, b: np.floor(a),
    "maximum": lambda a, b: np.maximum(a, b),
    "less": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
    "nextafter": lambda a, b: np.nextafter(a, b),
    "with_float32": lambda a, b: a + np.float32(1),
    "to_float64": lambda a, b: a.astype(np.float64),
}


def same(result, expected):
    assert result.dtype == expected.dtype
    if expected.dtype == bfloat16:
        result, expected = result.astype(np.float32), expected.astype(np.float32)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("name", EXACT)
def test_all_numbers(name):
    with np.errstate(all="ignore"):
        same(njit(error_model="numpy")(EXACT[name])(FIRST, SECOND), EXACT[name](FIRST, SECOND))


def rounded(values: np.ndarray) -> np.ndarray:
    """Return numbers rounded once; ml_dtypes rounds those of float64 to float32 first."""
    wide = values.astype(np.float64)
    # The distance of two numbers of bfloat16 with the exponent of each.
    step = np.ldexp(1.0, np.maximum(np.frexp(np.where(np.isfinite(wide), wide, 1))[1] - 8, -133))
    return (np.rint(wide / step) * step).astype(np.float32).astype(bfloat16)


@pytest.mark.parametrize("dtype", "f8 f4 i8 i4 i1 u1 ?".split())
def test_conversions(dtype):
    finite = np.arange(0x7F80, dtype=np.uint16).view(bfloat16).astype(float)
    middles = (finite[:-1] + finite[1:]) / 2
    special = [np.inf, np.nan, 1e300, -5e-324, 3.3961775292304957e38, 3.3961775292304953e38]
    values = np.concatenate([middles, np.nextafter(middles, 0), -np.nextafter(middles, np.inf), special])
    if dtype not in ("f8", "f4"):
        values = values[np.abs(values) < 2.0**53]
    with np.errstate(all="ignore"):
        values = values.astype(dtype)
        same(njit(lambda a: a.astype(bfloat16))(values), rounded(values))


def test_integers_are_rounded_once():
    values = np.array([2**60 + 2**52, 2**60 + 2**52 + 1, 2**60 + 2**52 - 1, -(2**60) - 2**52 - 1, 2**63 - 1, -(2**63)])
    expected = [1, 1 + 2.0**-7, 1, -1 - 2.0**-7, 8, -8]
    result = njit(lambda a: a.astype(bfloat16))(values)
    assert (result.astype(float) / 2.0**60).tolist() == expected


def test_python_numbers_adapt():
    result = njit(lambda a: a * 2 + 0.5)(ALL)
    with np.errstate(all="ignore"):
        same(result, ALL * bfloat16(2) + bfloat16(0.5))


def test_types():
    assert from_dtype(np.dtype(bfloat16)) is types.bfloat16
    assert as_dtype(types.bfloat16) == np.dtype(bfloat16)
    jitted = njit(lambda x, a: (x * 2, a.dtype, np.zeros(2, bfloat16), np.ones(3, a.dtype)))
    product, dtype, zeros, ones = jitted(bfloat16(1.5), ALL)
    assert product == 3.0
    assert dtype == zeros.dtype == ones.dtype == np.dtype(bfloat16)
    assert str(jitted.nopython_signatures[0].args) == "(bfloat16, Array(bfloat16, 1, 'C', False, aligned=True))"


@cuda.jit
def fused(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = cuda.bf16.hfma(a[i], b[i], a[i]) + cuda.bfloat16(1)


@pytest.mark.parametrize("on_device", [False, True])
def test_kernels(on_device):
    a, b = np.random.default_rng(2).standard_normal((2, 100)).astype(bfloat16)
    out = np.zeros(100, bfloat16)
    given = [cuda.to_device(x) for x in (a, b, out)] if on_device else [a, b, out]
    fused[4, 32](*given)
    result = given[2].copy_to_host() if on_device else out
    x, y = a.astype(float), b.astype(float)
    same(result, (x * y + x).astype(bfloat16) + bfloat16(1))
