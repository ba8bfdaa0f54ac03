"""Functions of numbers in simulated kernels, against the C library, NumPy and exact fractions."""

import ctypes
import ctypes.util
import math
from fractions import Fraction

import numpy as np
import pytest

from coluber import cuda

from .simulated import kernel

LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
POINTS = [0.3, -0.7, 0.99, 1.5, -2.5, 3.0, 7.25, 20.5, 1e-5]


def evaluate(function, *values):
    """Call a function in a kernel of one thread; return its result."""
    results = []

    @kernel
    def body():
        results.append(function(*values))

    body[1, 1]()
    return results[0]


def c(name, *values):
    function = getattr(LIBM, name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_int if isinstance(value, int) else ctypes.c_double for value in values]
    return function(*values)


@pytest.mark.parametrize(
    "name",
    "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 expm1 fabs floor lgamma log log10 log1p"
    " log2 logb nearbyint rint round sin sinh sqrt tan tanh tgamma trunc j0 j1 y0 y1".split(),
)
def test_functions_of_one_number(name):
    for x in POINTS:
        expected = c(name, x)
        for function, value in ((name, x), (name + "f", np.float32(x))):
            result = evaluate(getattr(cuda.libdevice, function), value)
            assert result.dtype == type(value) if isinstance(value, np.float32) else np.float64
            tolerance = 1e-13 if result.dtype == np.float64 else 2e-5
            np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder".split())
def test_functions_of_two_numbers(name):
    for x in POINTS:
        for y in POINTS:
            np.testing.assert_allclose(evaluate(getattr(cuda.libdevice, name), x, y), c(name, x, y), rtol=1e-14)


@pytest.mark.parametrize("name", ["jn", "yn"])
def test_bessel_functions(name):
    for n in (0, 1, 2, 5, 9, -3):
        for x in (0.5, 2.0, 11.0, 60.0):
            np.testing.assert_allclose(evaluate(getattr(cuda.libdevice, name), n, x), c(name, n, x), rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize(("function", "inverse"), [("erf", "erfinv"), ("erfc", "erfcinv"), ("normcdf", "normcdfinv")])
def test_inverses(function, inverse):
    for x in (-1.5, -0.4, 1e-3, 0.2, 0.9, 2.0):
        there = evaluate(getattr(cuda.libdevice, function), x)
        np.testing.assert_allclose(evaluate(getattr(cuda.libdevice, inverse), there), x, rtol=1e-10)


def test_scaled_and_half_turns():
    assert evaluate(cuda.libdevice.erfcx, 3.0) == pytest.approx(math.exp(9) * math.erfc(3), rel=1e-13)
    assert evaluate(cuda.libdevice.erfcx, 100.0) == pytest.approx(0.005641613782989433, rel=1e-13)
    assert evaluate(cuda.libdevice.sincospi, 0.5) == (1, 0)
    assert evaluate(cuda.libdevice.sincos, 2.0) == (math.sin(2), math.cos(2))


def test_several_results():
    assert evaluate(cuda.libdevice.frexp, 10.0) == (0.625, 4)
    assert evaluate(cuda.libdevice.modf, -2.5) == (-0.5, -2)
    assert evaluate(cuda.libdevice.remquo, 10.0, 3.0) == (1, 3)


DIRECTIONS = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("letter", "dtype"), [("d", np.float64), ("f", np.float32)])
def test_directed_rounding(direction, letter, dtype):
    rng = np.random.default_rng(4)
    exact = {"add": lambda x, y: x + y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y}
    for x, y in rng.normal(size=(30, 2)).astype(dtype):
        for operation, compute in exact.items():
            result = evaluate(getattr(cuda.libdevice, f"{letter}{operation}_{direction}"), x, y)
            truth = compute(Fraction(float(x)), Fraction(float(y)))
            check_rounded(Fraction(float(result)), truth, dtype(result), direction)
        root = evaluate(getattr(cuda.libdevice, f"{letter}sqrt_{direction}"), abs(x))
        square = Fraction(float(root)) ** 2
        if direction in ("rz", "rd"):
            assert square <= abs(Fraction(float(x)))
        elif direction == "ru":
            assert square >= abs(Fraction(float(x)))


def check_rounded(result, truth, number, direction):
    below = Fraction(float(np.nextafter(number, -np.inf, dtype=number.dtype)))
    above = Fraction(float(np.nextafter(number, np.inf, dtype=number.dtype)))
    if direction == "rn":
        assert abs(result - truth) <= min(abs(below - truth), abs(above - truth))
    elif direction == "ru" or (direction == "rz" and truth < 0):
        assert below < truth <= result
    else:
        assert result <= truth < above


def test_fused_multiply_add_rounds_once():
    x = 1 + 2.0**-30
    assert evaluate(cuda.fma, x, x, -1.0) == float(Fraction(x) ** 2 - 1)
    assert evaluate(cuda.libdevice.fma, x, x, -1.0) == float(Fraction(x) ** 2 - 1)
    assert evaluate(cuda.fma, np.float32(2), np.float32(3), np.float32(1)).dtype == np.float32


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_conversions(direction):
    for x in (0.5, 1.5, -1.5, 2.7, -2.7, 1e20, -1e20, math.nan):
        low, high = -(2**31), 2**31 - 1
        expected = 0 if math.isnan(x) else min(max(DIRECTIONS[direction](x), low), high)
        assert evaluate(getattr(cuda.libdevice, f"double2int_{direction}"), x) == expected
    assert evaluate(getattr(cuda.libdevice, f"double2uint_{direction}"), 3e9) == 3_000_000_000 - 2**32
    near = evaluate(getattr(cuda.libdevice, f"int2float_{direction}"), 2**24 + 1)
    assert near == {"rn": 2**24, "rz": 2**24, "rd": 2**24, "ru": 2**24 + 2}[direction]


def test_integers():
    lib = cuda.libdevice
    assert evaluate(lib.mulhi, -5, 2**30) == (-5 * 2**30) >> 32
    assert evaluate(lib.umulhi, -1, -1) == -2
    assert evaluate(lib.mul24, 0x1800000, 3) == -0x800000 * 3
    assert evaluate(lib.byte_perm, 0x33221100, 0x77665544, 0x7250) == 0x77225500
    assert evaluate(lib.sad, 3, -4, 10) == 17
    assert evaluate(lib.rhadd, 3, 4) == 4
    assert evaluate(lib.brev, 1) == -(2**31)
    assert evaluate(lib.clzll, 1) == 63
    assert evaluate(lib.hiloint2double, 0x3FF00000, 0) == 1.0
    assert evaluate(lib.umax, -1, 5) == -1
    assert evaluate(lib.max, -1, 5) == 5


def test_bits_have_the_width_of_the_type():
    assert evaluate(cuda.clz, np.uint32(1)) == 31
    assert evaluate(cuda.clz, 1) == 63
    assert evaluate(cuda.brev, np.int32(1)) == -(2**31)
    assert evaluate(cuda.popc, np.int64(-1)) == 64
    assert evaluate(cuda.ffs, 0) == 0
    assert evaluate(cuda.ffs, np.int32(-8)) == 4
    assert evaluate(cuda.selp, False, 1, 2) == 2
    assert evaluate(cuda.cbrt, np.float32(27)) == np.float32(3)
    with pytest.raises(TypeError, match="takes an integer"):
        evaluate(cuda.popc, 1.5)


def test_half_precision():
    a, b = np.float16(1.5), np.float16(-2.25)
    assert evaluate(cuda.fp16.hadd, a, b) == np.float16(-0.75)
    assert evaluate(cuda.fp16.hfma, a, b, a).dtype == np.float16
    assert evaluate(cuda.fp16.hsqrt, np.float16(2)) == np.sqrt(np.float16(2))
    assert evaluate(cuda.fp16.hlt, b, a)
    assert not evaluate(cuda.fp16.hne, np.float16("nan"), a)
    assert evaluate(cuda.fp16.hmax, np.float16("nan"), a) == a


def bfloat_bits(x):
    """Round to the nearest even in the way of integers, as a second opinion."""
    bits = int(np.float32(x).view(np.uint32))
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) & 0xFFFF


def test_brain_floats():
    rng = np.random.default_rng(9)
    for x in np.concatenate([rng.normal(size=200), rng.normal(size=50) * 1e30, [0.0, -0.0, np.inf, -np.inf]]).astype(
        np.float32
    ):
        assert cuda.bfloat16(x).bits == bfloat_bits(x), x
    one, third = cuda.bfloat16(1), cuda.bfloat16(1 / 3)
    assert float(evaluate(cuda.bf16.hadd, one, third)) == float(cuda.bfloat16(1 + float(third)))
    assert evaluate(cuda.bf16.bfloat16_to_int32_ru, cuda.bfloat16(2.5)) == 3
    assert evaluate(cuda.bf16.float2bfloat16_rz, 1.999).bits == cuda.bfloat16(1.9921875).bits
    assert evaluate(cuda.bf16.float2bfloat16_ru, -1.999).bits == cuda.bfloat16(-1.9921875).bits
    assert evaluate(cuda.bf16.bfloat16_as_short, cuda.bfloat16(-1)) == 0xBF80 - 0x10000
    assert one + third > one
    assert math.isnan(float(cuda.bfloat16(math.nan)))
