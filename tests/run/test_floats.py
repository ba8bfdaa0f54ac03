"""Floating-point arithmetic: values, result types, special values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, expect, expression, jitted

INF = math.inf
NAN = math.nan
VALUES = [0.0, -0.0, 1.0, -1.5, 2.0, 1e-310, 1e308, -1e308, INF, -INF, NAN, 0.1]
FINITE = [0.0, -0.0, 1.0, -1.5, 2.5, 7.25, -1e10, 0.1]
COMPARISON = ["<", "<=", ">", ">=", "==", "!="]


@pytest.mark.parametrize("x", VALUES)
def test_arithmetic(x):
    for y in VALUES:
        for symbol in (*"+-*", *COMPARISON):
            check(expression(f"a {symbol} b"), x, y)


@pytest.mark.parametrize("x", VALUES)
def test_division(x):
    for y in VALUES:
        if y != 0.0:
            check(expression("a / b"), x, y)


@pytest.mark.parametrize("y", [v for v in FINITE if v != 0.0])
@pytest.mark.parametrize("x", FINITE)
def test_floor_division_and_remainder(x, y):
    check(expression("a // b"), x, y)
    check(expression("a % b"), x, y)
    check(expression("divmod(a, b)"), x, y)


@pytest.mark.parametrize(("x", "y"), [(5.0, INF), (-5.0, INF), (5.0, -INF), (NAN, 2.0), (2.0, NAN)])
def test_remainder_of_special_values(x, y):
    check(expression("a % b"), x, y)
    check(expression("a // b"), x, y)


@pytest.mark.parametrize("text", ["a / b", "a // b", "a % b", "divmod(a, b)"])
@pytest.mark.parametrize("zero", [0.0, -0.0, 0])
def test_division_by_zero(text, zero):
    with pytest.raises(ZeroDivisionError):
        jitted(expression(text))(5.0, zero)


@pytest.mark.parametrize(("x", "y", "value"), [(1.0, 0.0, INF), (-1.0, 0.0, -INF), (1.0, -0.0, -INF), (0.0, 0.0, NAN)])
def test_division_by_zero_in_numpy_s_model(x, y, value):
    expect(expression("a / b"), (x, y), value, error_model="numpy")


@pytest.mark.parametrize(
    ("x", "y"), [(2.0, 3.0), (2.0, -1.0), (-8.0, 3.0), (0.0, 0.0), (2.5, 0.5), (1e200, 2.0), (INF, 0.0), (NAN, 0.0), (4.0, 0.5)]
)
def test_power(x, y):
    if x == 1e200:
        expect(expression("a ** b"), (x, y), INF)
    else:
        check(expression("a ** b"), x, y, rtol=2e-16)
        check(expression("pow(a, b)"), x, y, rtol=2e-16)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 10, -1, -2])
@pytest.mark.parametrize("x", [0.5, -1.5, 3.0])
def test_power_by_integer(x, exponent):
    check(expression("a ** b"), x, exponent, rtol=4e-16)
    check(expression(f"a ** {exponent}", "a"), x, rtol=4e-16)


def test_power_of_integer_by_float():
    check(expression("a ** b"), 2, 0.5, rtol=2e-16)
    check(expression("a ** 0.5", "a"), 2, rtol=2e-16)


def test_negative_base_with_fractional_exponent_is_nan():
    expect(expression("a ** b"), (-8.0, 0.5), NAN)


@pytest.mark.parametrize("x", VALUES)
@pytest.mark.parametrize("text", ["-a", "+a", "abs(a)", "not a", "bool(a)", "float(a)", "a.real", "a.imag", "a.conjugate()"])
def test_unary(text, x):
    check(expression(text, "a"), x)


@pytest.mark.parametrize("y", [-3, 0, 2, 2**60, 2**53 + 1])
@pytest.mark.parametrize("x", [0.5, -2.0, 1e20, 9007199254740993.0])
def test_with_integers(x, y):
    for symbol in "+-*":
        check(expression(f"a {symbol} b"), x, y)
        check(expression(f"b {symbol} a"), x, y)


@pytest.mark.parametrize("symbol", COMPARISON)
@pytest.mark.parametrize(("x", "y"), [(0.5, 1), (1.0, 1), (-2.0, -3), (NAN, 0), (INF, 5)])
def test_comparison_with_integers(symbol, x, y):
    check(expression(f"a {symbol} b"), x, y)
    check(expression(f"b {symbol} a"), x, y)


@pytest.mark.parametrize("value", [True, False])
def test_with_bool(value):
    check(expression("a + b"), 1.5, value)
    check(expression("a * b"), 1.5, value)


@pytest.mark.parametrize("x", [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 2.675, 1e15 + 0.5, -2.5])
def test_round(x):
    check(expression("round(a)", "a"), x)


@pytest.mark.parametrize("digits", [0, 1, 2, 5, -1, -3])
@pytest.mark.parametrize("x", [2.671, 1234.5678, -0.06, 1e300, 0.5, -1250.0])
def test_round_to_digits(x, digits):
    check(expression("round(a, b)"), x, digits, rtol=4e-16)


def test_single_precision_arithmetic_stays_single():
    x, y = np.float32(0.1), np.float32(3.0)
    for symbol in "+-*/":
        check(expression(f"a {symbol} b"), x, y)
    check(expression("-a", "a"), x)
    check(expression("abs(a)", "a"), -x)


def test_single_with_literal_is_double():
    x = np.float32(0.1)
    expect(expression("a * 3.0", "a"), (x,), float(x) * 3.0)
    expect(expression("a + b"), (x, 0.1), float(x) + 0.1)


def test_single_with_converted_literal_stays_single():
    x = np.float32(0.1)
    expect(expression("a * np.float32(3.0)", "a"), (x,), float(x * np.float32(3.0)))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_single_with_wide_integer_is_double(dtype):
    x = np.float32(0.1)
    expect(expression("a * b"), (x, dtype(3)), float(x) * 3.0)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint8])
def test_single_with_small_integer_stays_single(dtype):
    x = np.float32(0.1)
    expect(expression("a * b"), (x, dtype(3)), float(x * np.float32(3)))


def test_single_and_double():
    expect(expression("a + b"), (np.float32(0.1), 0.2), float(np.float32(0.1)) + 0.2)


def test_accumulation_in_single_precision():
    def f(a):
        s = np.float32(0)
        for x in a:
            s += x
        return s

    a = np.full(1000, 0.1, np.float32)
    check(f, a)


@pytest.mark.parametrize("x", [0.1, 1e300, -1e-300, 16777217.0, INF, NAN])
def test_cast_to_single(x):
    expect(expression("np.float32(a)", "a"), (x,), float(np.float32(x)))


@pytest.mark.parametrize("x", [3, -1, 2**60, True])
def test_float_of_others(x):
    check(expression("float(a)", "a"), x)
    check(expression("np.float64(a)", "a"), x)


def test_nan_is_not_itself():
    check(expression("a == a, a != a, a < a", "a"), NAN)


def test_signed_zero_survives():
    check(expression("a * -1.0", "a"), 0.0)
    check(expression("0.0 - a", "a"), 0.0)
    check(expression("-a + 0.0", "a"), 0.0)


def test_no_contraction():
    # A fused multiply-add would keep the bits that the product rounds away.
    x = 1.0 + 2.0**-30
    check(expression("a * a - b"), x, x * x)


def test_no_reassociation():
    check(expression("(a + b) - a"), 1e16, 1.0)
    check(expression("a + (b - a)"), 1e16, 1.0)
    check(expression("a * b / b"), 1e308, 10.0)


def test_sum_is_in_order():
    def f(a):
        s = 0.0
        for x in a:
            s += x
        return s

    check(f, np.random.default_rng(0).standard_normal(1001) * 1e8)


def test_the_rules_of_a_callee_hold_for_what_it_calls():
    @njit(fastmath=True)
    def spread(a):
        return (a - np.mean(a)) / np.std(a)

    @njit
    def nearest(a, pattern):
        best = np.inf
        known = pattern[~np.isnan(pattern)]
        for k in range(len(a) - len(known) + 1):
            best = min(best, np.sum((spread(a[k : k + len(known)]) - known) ** 2))
        return best

    @njit(fastmath=True)
    def all_nearest(a, patterns):
        out = np.zeros(len(patterns))
        for k in range(len(patterns)):
            out[k] = nearest(a, patterns[k]) + np.sum(a) * 0
        return out

    a, patterns = np.random.default_rng(3).random(20), np.random.default_rng(4).random((2, 10))
    patterns[:, 6:] = np.nan
    np.testing.assert_allclose(all_nearest(a, patterns), [nearest.py_func(a, pattern) for pattern in patterns])


def test_fastmath_is_close():
    def f(a):
        s = 0.0
        for x in a:
            s += x * x
        return s

    a = np.random.default_rng(0).standard_normal(1001)
    check(f, a, rtol=1e-12, fastmath=True)
    check(f, a, rtol=1e-12, fastmath={"reassoc", "contract"})


@pytest.mark.parametrize("text", ["min(a, b)", "max(a, b)"])
@pytest.mark.parametrize(("x", "y"), [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0), (INF, 1.0)])
def test_min_max(text, x, y):
    check(expression(text), x, y)


def test_constants_of_modules():
    check(expression("math.pi, math.e, math.tau, math.inf, math.nan, np.pi, np.e, np.inf, np.nan", ""))


def test_is_integer_like_loops():
    def f(x):
        n = 0
        while x > 1e-300:
            x /= 2.0
            n += 1
        return n

    check(f, 1.0)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_remainders_of_floats_are_exact(dtype):
    tiny, huge = np.finfo(dtype).smallest_subnormal, np.finfo(dtype).max
    special = [
        0.0,
        -0.0,
        tiny,
        3 * tiny,
        1e-30,
        0.1,
        0.3,
        1.0,
        -1.5,
        2 * math.pi,
        1e6,
        -1e15,
        1e30,
        huge,
        math.inf,
        -math.inf,
        math.nan,
    ]
    numbers = np.array(special, dtype)
    random = np.random.default_rng(3)
    x, y = (np.repeat(numbers, len(numbers)), np.tile(numbers, len(numbers)))
    x = np.concatenate((x, (random.normal(size=4000) * 10.0 ** random.integers(-30, 30, 4000)).astype(dtype)))
    y = np.concatenate((y, (random.normal(size=4000) * 10.0 ** random.integers(-30, 30, 4000)).astype(dtype)))

    def all_of(x, y):
        return np.fmod(x, y), np.remainder(x, y), np.divmod(x, y)[0], x % y

    def one_by_one(x, y):
        found = np.empty_like(x)
        for k in range(len(x)):
            found[k] = np.fmod(x[k], y[k])
            if k % 7 == 3:
                found[k] += 1
        return found

    with np.errstate(all="ignore"):
        for found, expected in zip(njit(all_of)(x, y), all_of(x, y), strict=True):
            np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(njit(one_by_one)(x, y), one_by_one(x, y))


def _powers(base, exponent, dtype):
    """Compute the powers by a constant, of numbers or by numbers, one after the other."""
    number = np.dtype(dtype).type
    known = number(exponent if base is None else base)

    @njit(error_model="numpy")
    def compute(x, found):
        for k in range(len(x)):
            found[k] = x[k] ** known if base is None else known ** x[k]

    return compute


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("exponent", [0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.0, -2.0, 3.0])
def test_powers_with_a_constant_exponent(exponent, dtype):
    x = _numbers_of_all_sizes(dtype)
    found = np.empty_like(x)
    _powers(None, exponent, dtype)(x, found)
    with np.errstate(all="ignore"):
        # An array of exponents: NumPy's own shortcut for one number takes the root of minus infinity.
        _assert_close(found, np.power(x, np.full_like(x, exponent)))


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_powers_of_the_constant_two(dtype):
    x = _numbers_of_all_sizes(dtype)
    found = np.empty_like(x)
    _powers(2.0, None, dtype)(x, found)
    with np.errstate(all="ignore"):
        _assert_close(found, np.power(np.full_like(x, 2.0), x))


def _numbers_of_all_sizes(dtype):
    tiny, huge = np.finfo(dtype).smallest_subnormal, np.finfo(dtype).max
    special = [0.0, -0.0, tiny, -tiny, 1e-20, 1.0, -1.0, 2.5, 1e30, huge, -huge, math.inf, -math.inf, math.nan]
    random = np.random.default_rng(4)
    wide = random.normal(size=500) * 10.0 ** random.uniform(-200, 200, 500)
    with np.errstate(all="ignore"):
        return np.concatenate((special, random.uniform(-3, 3, 500), wide)).astype(dtype)


def _assert_close(found, expected):
    """Compare: what is not finite, and zero, is the same; other numbers are two units in the last place apart at most."""
    plain = np.isfinite(expected) & (expected != 0)
    np.testing.assert_array_equal(found[~plain], expected[~plain])
    np.testing.assert_array_equal(np.signbit(found[~plain]), np.signbit(expected[~plain]))
    units = np.spacing(np.abs(expected[plain])).astype("f8")
    assert (np.abs(found[plain].astype("f8") - expected[plain].astype("f8")) <= 2 * units).all()


def test_powers_of_two():
    power = jitted(lambda n: 2**n)
    for n in range(70):
        assert power(n) % 2**64 == 2**n % 2**64
    with pytest.raises(ValueError, match="negative integer powers"):
        power(-1)
