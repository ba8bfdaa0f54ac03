"""float16: arithmetic, conversions and functions of all its numbers, compared with NumPy."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from coluber import guvectorize, njit, stencil, types, vectorize

pytestmark = pytest.mark.optimised

# NaNs are quiet: C's functions treat signalling ones in ways of their own.
_NUMBERS = np.arange(65536, dtype=np.uint16).view(np.float16)
ALL = np.where(np.isnan(_NUMBERS), np.float16(np.nan), _NUMBERS)
FIRST = np.random.default_rng(0).permutation(ALL)
SECOND = np.random.default_rng(1).permutation(ALL)

EXACT = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "floor_divide": lambda a, b: a // b,
    "remainder": lambda a, b: a % b,
    "fmod": lambda a, b: np.fmod(a, b),
    "maximum": lambda a, b: np.maximum(a, b),
    "fmin": lambda a, b: np.fmin(a, b),
    "less": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
    "nextafter": lambda a, b: np.nextafter(a, b),
    "copysign": lambda a, b: np.copysign(a, b),
    "python_numbers": lambda a, b: a * 2.5 + b * 2,
    "negative": lambda a, b: -a,
    "absolute": lambda a, b: np.abs(b),
    "square": lambda a, b: a**2,
    "cube": lambda a, b: a**3,
    "rint": lambda a, b: np.rint(a),
    "floor": lambda a, b: np.floor(a),
    "sqrt": lambda a, b: np.sqrt(a),
    "sign": lambda a, b: np.sign(a),
    "reciprocal": lambda a, b: np.reciprocal(a),
    "isnan": lambda a, b: np.isnan(a),
    "signbit": lambda a, b: np.signbit(a),
    "with_float32": lambda a, b: a + np.float32(1),
    "with_int8": lambda a, b: a + np.int8(3),
    "with_int16": lambda a, b: a + np.int16(3),
    "with_int64": lambda a, b: a * np.int64(3),
    "there_and_back": lambda a, b: a.astype(np.float64).astype(np.float16),
}

# Functions of float32, which need not round as NumPy's.
NEAR = {
    "sin": lambda a, b: np.sin(a),
    "exp": lambda a, b: np.exp(a),
    "log1p": lambda a, b: np.log1p(a),
    "power": lambda a, b: np.power(a, b),
    "arctan2": lambda a, b: np.arctan2(a, b),
    "hypot": lambda a, b: np.hypot(a, b),
    "degrees": lambda a, b: np.degrees(a),
    "logaddexp": lambda a, b: np.logaddexp(a, b),
}


def both(function):
    with np.errstate(all="ignore"):
        return njit(error_model="numpy")(function)(FIRST, SECOND), function(FIRST, SECOND)


def same(result, expected):
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)
    if result.dtype.kind == "f":
        numbers = ~np.isnan(expected)
        assert np.array_equal(np.signbit(result[numbers]), np.signbit(expected[numbers]))


@pytest.mark.parametrize("name", EXACT)
def test_all_numbers(name):
    same(*both(EXACT[name]))


@pytest.mark.parametrize("name", NEAR)
def test_functions_of_all_numbers(name):
    result, expected = both(NEAR[name])
    assert result.dtype == expected.dtype == np.float16
    np.testing.assert_allclose(result.astype(float), expected.astype(float), rtol=2.0**-10, atol=2.0**-24)
    assert np.mean((result == expected) | np.isnan(expected)) > 0.999


@njit
def convert(values, out):
    for i in range(values.size):
        out[i] = values[i]


def inputs() -> np.ndarray:
    """Return numbers between those of float16, next to the middles too."""
    finite = ALL[(ALL >= 0) & (ALL < 65504)].astype(float)
    middles = (finite + np.nextafter(finite.astype(np.float16), np.float16(np.inf)).astype(float)) / 2
    rng = np.random.default_rng(2)
    spread = rng.standard_normal(10000) * 10.0 ** rng.integers(-9, 6, 10000)
    special = [np.inf, -np.inf, np.nan, 65519.99, 65520.0, 65520.00001, 5e-324, 2.0**-25, -0.0, 1e300]
    return np.concatenate([middles, np.nextafter(middles, 0), -np.nextafter(middles, 1e9), spread, special])


@pytest.mark.parametrize("dtype", "f8 f4 i8 i4 i2 i1 u8 u4 u2 u1 ?".split())
def test_conversions(dtype):
    with np.errstate(all="ignore"):
        values = inputs().astype(dtype)
        out = np.zeros(values.size, np.float16)
        convert(values, out)
        same(out, values.astype(np.float16))
        low = 0 if dtype.startswith("u") else -120
        inside = ALL[(low <= ALL) & (ALL <= 120)]
        out = np.zeros(inside.size, dtype)
        convert(inside, out)
        same(out, inside.astype(dtype))


def test_scalars():
    def many(x, y):
        return x * y, x + 1, x * 2.5, x < 0.1, -x, abs(x), np.float16(x) + y, x // y, x % y, x**2, x / y, bool(x), int(y)

    x, y = np.float16(0.1), np.float16(3.3)
    jitted = njit(many)
    assert jitted(x, y) == tuple(float(v) if isinstance(v, np.floating) else v for v in many(x, y))
    assert str(jitted.nopython_signatures[0].return_type).count("float16") == 10


def test_result_types():
    @njit
    def mixed(x, flag):
        y = x if flag else 1.5
        return y, x + np.int8(1), x + np.int16(1), x + np.int32(1), x * 1j, float(x), np.float16(3.14159)

    mixed(np.float16(1), True)
    names = [str(t) for t in mixed.nopython_signatures[0].return_type]
    assert names == ["float64", "float16", "float32", "float64", "complex64", "float64", "float16"]


def test_sums_and_new_arrays():
    @njit
    def many(a):
        return a.sum(), a.mean(), a.max(), a.argmin(), np.zeros(3, np.float16), np.ones(2, "f2"), a.astype(np.float32)

    a = np.random.default_rng(3).standard_normal(1000).astype(np.float16)
    total, mean, largest, at, zeros, ones, single = many(a)
    assert abs(total - float(a.sum())) <= 0.1
    assert abs(mean - float(a.mean())) <= 1e-3
    assert (largest, at) == (float(a.max()), a.argmin())
    assert zeros.dtype == ones.dtype == np.float16
    assert np.array_equal(single, a.astype(np.float32))


@pytest.mark.parametrize("count", [0, 1, 7, 100, 1000, 100_000])
def test_sums_are_rounded_once(count):
    a = np.random.default_rng(count).standard_normal(count).astype(np.float16)
    assert njit(lambda a: a.sum())(a) == float(a.sum())
    assert njit(lambda a: a[::2].sum())(a) == float(a[::2].sum())
    if count:
        assert njit(lambda a: a.mean())(a) == float(a.mean())


def test_sums_along_axes():
    a = np.random.default_rng(4).standard_normal((50, 40)).astype(np.float16)
    for axis in (0, 1):
        same(njit(lambda a, k: a.sum(k))(a, axis), a.sum(axis))
        same(njit(lambda a, k: a.mean(k))(a, axis), a.mean(axis))


def test_signatures_and_names():
    @njit("float16(float16, f2[:])")
    def first(x, a):
        return x + a[0]

    assert first(1.0, np.full(1, 2.5, np.float16)) == 3.5
    assert types.float16.bitwidth == 16
    assert types.float16 < types.float32
    assert types.float16(0.1) == np.float16(0.1)


def test_records_with_float16():
    @njit
    def double(a):
        for i in range(a.size):
            a[i].x *= 2

    a = np.zeros(4, [("k", np.int8), ("x", np.float16)])
    a["x"] = [0.1, np.inf, 6e-8, -2]
    expected = a["x"] * np.float16(2)
    double(a)
    assert np.array_equal(a["x"], expected)


def test_processors_without_conversions():
    script = """
import numpy as np
from coluber import njit
all16 = np.arange(65536, dtype=np.uint16).view(np.float16)
a = all16[np.isfinite(all16)]
f = lambda x: x * 2.5 - np.float16(0.1)
with np.errstate(all='ignore'):
    assert np.array_equal(njit(f)(a), f(a))
    assert np.array_equal(njit(lambda x: x.astype(np.float16))(a / 3.0), (a / 3.0).astype(np.float16))
"""
    environment = {**os.environ, "NUMBA_CPU_NAME": "generic"}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)


def test_spacing():
    with np.errstate(all="ignore"):
        wanted = np.spacing(ALL)
    assert np.array_equal(njit(lambda a: np.spacing(a))(ALL), wanted, equal_nan=True)


def test_arrays_of_bools_and_of_8_bits():
    def f(a, b, flags, wide):
        narrow = np.sqrt(a), np.arctan2(b, a), np.rint(flags), np.modf(b), np.frexp(a), np.ldexp(flags, a), np.copysign(a, 2)
        others = np.hypot(a, wide), np.arctan2(wide, wide.astype(np.uint16)), np.hypot(a, 2.5), np.heaviside(b, a)
        return narrow, others, np.modf(a.astype(np.float16))

    a, b = np.arange(9, dtype=np.uint8), np.arange(-4, 5, dtype=np.int8)
    arguments = a, b, b > 0, b.astype(np.int16)
    got, wanted = njit(f)(*arguments), f(*arguments)
    for one, other in zip(flat(got), flat(wanted), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-3 if one.dtype == np.float16 else 1e-6)


def flat(values):
    """Return the arrays in nested tuples."""
    return [array for value in values for array in flat(value)] if isinstance(values, tuple) else [values]


@pytest.mark.parametrize(
    "other", [np.float64(1e-5), np.int64(5000), 1e-5, 5000, np.float32(1e-5), np.int32(5000), np.complex128(1e-5)]
)
def test_scalars_beside_other_scalars(other):
    for function in (lambda a, b: a + b, lambda a, b: b * a, lambda a, b: (a, b - a)[1]):
        found, wanted = njit(function)(np.float16(1), other), function(np.float16(1), other)
        assert (np.float64(found) if not isinstance(found, complex) else found) == wanted


def total(x, y):
    return x + y


add = njit(total)


@njit
def called(a, b):
    return add(a[0], b[0])


@njit
def called_with_all(a, b):
    def first_two(*values):
        return values[0] + values[1]

    return first_two(a[0], b[0])


@njit
def called_itself(a, b):
    return again(3, a[0], b[0])


@njit
def again(n, x, y):
    return x + y if n == 0 else again(n - 1, x, y)


lazy = vectorize(total)
inside = njit(lambda a, b: lazy(a, b))


@pytest.mark.parametrize("dtype", "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split())
def test_elements_beside_float16_as_arguments(dtype):
    a, b = np.full(3, 1.5, np.float16), np.full(3, 100 if dtype.endswith("1") else 30000, dtype)
    wanted = a + b
    for found in (lazy(a, b), lazy(b, a), inside(a, b)):
        same(found, wanted)
    for function in (called, called_with_all, called_itself):
        assert function(a, b) == wanted[0]
        assert str(function.nopython_signatures[-1].return_type) == wanted.dtype.name


def test_constants_as_arguments_beside_elements():
    assert njit(lambda a: add(a[0], 1e-5))(np.ones(1, np.float16)) == 1


def test_arrays_beside_elements_as_arguments():
    product = njit(lambda a, x: a * x)
    function = njit(lambda a, b: (product(a, b[0]), product(a, 0.1)))
    wide, narrow = function(np.ones(2, np.float32), np.array([0.1]))
    assert (wide.dtype, narrow.dtype) == (np.float64, np.float32)


@pytest.mark.parametrize("letters", ["f8(f2, f8)", "f8(f2, i8)", "f4(f2, f4)", "f2(f2, f2)"])
def test_ufuncs_of_float16_with_signatures(letters):
    a, number = np.ones(3, np.float16), letters[-3:-1]
    b = np.full(3, 300 if number == "f2" else 70000, number)
    same(vectorize([letters])(total)(a, b), (a + b).astype(letters[:2]))


def test_functions_of_parts_of_float16():
    @guvectorize(["(f2[:], f8, f8[:])"], "(n),()->(n)")
    def scaled(a, factor, out):
        for i in range(a.size):
            out[i] = a[i] * factor

    assert scaled(np.ones(2, np.float16), 1e5).tolist() == [1e5, 1e5]


def test_stencils_of_float16():
    @stencil
    def scaled(a, factor):
        return a[0] * factor

    a = np.ones(2, np.float16)
    for factor in (np.float64(1e5), np.float16(2), np.int8(2), np.int16(2), np.int64(70000)):
        same(scaled(a, factor), a * factor)


def test_powers_with_elements_as_exponents():
    for dtype in ("i1", "i2", "i4", "i8"):
        a, b = np.full(1, 3.1, np.float16), np.full(1, 2, dtype)
        found = njit(lambda a, b: a[0] ** b[0])(a, b)
        assert found == (a**b)[0]
