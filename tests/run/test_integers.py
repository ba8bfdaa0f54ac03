"""Integer arithmetic: values, result types, and the ends of the 64-bit range.

Integers of any widths give uint64 where both are unsigned, and int64 otherwise. Values wrap around at 64 bits.
"""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from coluber import njit
from tests.run.support import INT64_MAX, INT64_MIN, UINT64_MAX, check, compile_error, expect, expression, jitted, wrap

SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
ALL = SIGNED + UNSIGNED

ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}
DIVISION = {"//": operator.floordiv, "%": operator.mod}
BITWISE = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
COMPARISON = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

SMALL = [-7, -3, -1, 0, 1, 2, 3, 8]
EDGES = [INT64_MIN, INT64_MIN + 1, -(2**32), -1, 0, 1, 2**31, 2**53 + 1, INT64_MAX - 1, INT64_MAX]


def is_unsigned(dtype):
    return np.dtype(dtype).kind == "u"


def expected_value(function, a, b, x, y):
    """Value of an operation on ``a(x)`` and ``b(y)``."""
    return wrap(function(x, y), is_unsigned(a) and is_unsigned(b))


def expect_value_or_error(function, arguments, value, classes):
    try:
        found = jitted(function)(*arguments)
    except classes:
        return
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("b", ALL)
@pytest.mark.parametrize("a", ALL)
@pytest.mark.parametrize("symbol", ARITHMETIC)
def test_arithmetic_of_mixed_types(symbol, a, b):
    x, y = np.iinfo(a).max, np.iinfo(b).max
    function = expression(f"a {symbol} b")
    expect(function, (a(x), b(y)), expected_value(ARITHMETIC[symbol], a, b, int(x), int(y)))
    low = np.iinfo(a).min
    expect(function, (a(low), b(2)), expected_value(ARITHMETIC[symbol], a, b, int(low), 2))


@pytest.mark.parametrize("y", SMALL)
@pytest.mark.parametrize("x", SMALL)
def test_small_values(x, y):
    for symbol in [*ARITHMETIC, *BITWISE]:
        check(expression(f"a {symbol} b"), x, y)
    if y:
        for symbol in DIVISION:
            check(expression(f"a {symbol} b"), x, y)
        check(expression("a / b"), x, y)
        check(expression("divmod(a, b)"), x, y)
    for symbol in COMPARISON:
        check(expression(f"a {symbol} b"), x, y)


@pytest.mark.parametrize("y", EDGES)
@pytest.mark.parametrize("x", EDGES)
def test_wrap_around(x, y):
    for symbol, function in ARITHMETIC.items():
        expect(expression(f"a {symbol} b"), (x, y), wrap(function(x, y)))


@pytest.mark.parametrize("y", EDGES)
@pytest.mark.parametrize("x", EDGES)
def test_division_at_the_edges(x, y):
    if y == 0:
        for symbol in ("//", "%", "/"):
            check(expression(f"a {symbol} b"), x, y, same_error_args=False)
        return
    for symbol, function in DIVISION.items():
        expect_value_or_error(expression(f"a {symbol} b"), (x, y), wrap(function(x, y)), OverflowError)


@pytest.mark.parametrize("y", [-(2**40), -1, 1, 3, 2**40])
@pytest.mark.parametrize("x", [-(2**53), -7, 0, 7, 2**53])
def test_true_division(x, y):
    check(expression("a / b"), x, y)


@pytest.mark.parametrize("y", EDGES)
@pytest.mark.parametrize("x", EDGES)
def test_comparison_at_the_edges(x, y):
    for symbol in COMPARISON:
        check(expression(f"a {symbol} b"), x, y)


@pytest.mark.parametrize("symbol", COMPARISON)
@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.int64(-1), np.uint64(UINT64_MAX)),
        (np.uint64(UINT64_MAX), np.int64(-1)),
        (np.uint64(2**63), np.int64(INT64_MIN)),
        (np.int64(5), np.uint64(5)),
        (np.int8(-1), np.uint8(255)),
        (np.uint32(2**32 - 1), np.int32(-1)),
        (np.int8(-128), np.uint64(2**63)),
    ],
)
def test_comparison_of_signed_and_unsigned(symbol, x, y):
    expect(expression(f"a {symbol} b"), (x, y), COMPARISON[symbol](int(x), int(y)))


@pytest.mark.parametrize("dtype", UNSIGNED)
@pytest.mark.parametrize("symbol", [*DIVISION, *BITWISE])
def test_unsigned_division_and_bits(symbol, dtype):
    function = {**DIVISION, **BITWISE}[symbol]
    top = int(np.iinfo(dtype).max)
    for x, y in ((top, 7), (top - 1, top), (5, top), (0, 3)):
        expect(expression(f"a {symbol} b"), (dtype(x), dtype(y)), function(x, y))


@pytest.mark.parametrize("dtype", SIGNED)
@pytest.mark.parametrize("symbol", [*DIVISION, *BITWISE])
def test_signed_division_and_bits(symbol, dtype):
    function = {**DIVISION, **BITWISE}[symbol]
    low = int(np.iinfo(dtype).min)
    for x, y in ((low, 7), (low, -3), (-low - 1, low), (5, low)):
        expect(expression(f"a {symbol} b"), (dtype(x), dtype(y)), wrap(function(x, y)))


@pytest.mark.parametrize("dtype", ALL)
def test_unary(dtype):
    top = int(np.iinfo(dtype).max)
    for x in (0, 1, top):
        expect(expression("-a", "a"), (dtype(x),), int(np.negative(dtype(x))))
        expect(expression("+a", "a"), (dtype(x),), x)
        expect(expression("~a", "a"), (dtype(x),), int(~dtype(x)))
        expect(expression("abs(a)", "a"), (dtype(x),), x)
        expect(expression("not a", "a"), (dtype(x),), not x)


@pytest.mark.parametrize("x", [-5, -1, INT64_MIN + 1])
def test_abs_of_negative(x):
    check(expression("abs(a)", "a"), x)


def test_abs_of_the_lowest_wraps():
    expect(expression("abs(a)", "a"), (INT64_MIN,), INT64_MIN)


@pytest.mark.parametrize("count", [0, 1, 5, 31, 32, 62, 63])
@pytest.mark.parametrize("x", [1, 5, -1, -6, 2**62])
def test_shifts(x, count):
    expect(expression("a << b"), (x, count), wrap(x << count))
    check(expression("a >> b"), x, count)


@pytest.mark.parametrize("count", [64, 65, 1000, INT64_MAX])
@pytest.mark.parametrize("x", [1, -6])
def test_shifts_beyond_the_width(x, count):
    expect_value_or_error(expression("a >> b"), (x, count), x >> min(count, 100), (OverflowError, ValueError))
    expect_value_or_error(expression("a << b"), (x, count), 0, (OverflowError, ValueError))


@pytest.mark.parametrize("text", ["a << b", "a >> b"])
def test_negative_shift_is_an_error(text):
    with pytest.raises(ValueError, match="negative shift count"):
        jitted(expression(text))(1, -1)


def test_shift_of_small_unsigned_widens():
    expect(expression("a << b"), (np.uint8(255), np.uint8(8)), 255 << 8)
    expect(expression("a >> b"), (np.uint64(UINT64_MAX), np.uint64(63)), 1)
    expect(expression("a << b"), (np.int8(-1), np.int8(10)), -1024)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 5, 10])
@pytest.mark.parametrize("base", [-3, -1, 0, 1, 2, 7])
def test_power(base, exponent):
    check(expression("a ** b"), base, exponent)
    check(expression("pow(a, b)"), base, exponent)
    check(expression(f"a ** {exponent}", "a"), base)


@pytest.mark.parametrize(("base", "exponent"), [(3, 41), (10, 19), (2, 63), (2, 64), (-2, 63), (7, 100)])
def test_power_wraps(base, exponent):
    expect(expression("a ** b"), (base, exponent), wrap(base**exponent))


@pytest.mark.parametrize("base", [-2, 3])
@pytest.mark.parametrize("exponent", [-1, -2])
def test_negative_power_is_python_s_or_an_error(base, exponent):
    for function, arguments in ((expression("a ** b"), (base, exponent)), (expression(f"a ** ({exponent})", "a"), (base,))):
        expect_value_or_error(function, arguments, float(base**exponent), (ValueError, OverflowError))


def test_negative_powers_that_are_integers():
    for base, exponent in ((1, -1), (1, -2), (-1, -3), (-1, -2), (np.uint8(1), -1)):
        expect(expression("a ** b"), (base, exponent), base ** abs(exponent))
    for zero in (0, 0.0):
        check(expression("a ** b"), zero, -1)


def test_ranges_of_floats_that_are_whole_numbers():
    def blocks(size, threads):
        if threads == 1:
            count = 1
        else:
            count = np.ceil(size / 4)
        return [k for k in range(0, count, threads)]

    assert jitted(blocks)(10, 1) == [0]
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        jitted(lambda n: [k for k in range(n / 2)])(5)


@pytest.mark.parametrize("text", ["a // b", "a % b", "a / b", "divmod(a, b)"])
@pytest.mark.parametrize("zero", [0, np.uint8(0)])
def test_division_by_zero(text, zero):
    with pytest.raises(ZeroDivisionError):
        jitted(expression(text))(5, zero)


@pytest.mark.parametrize("dtype", ALL)
def test_arguments_of_each_width_arrive(dtype):
    info = np.iinfo(dtype)
    for x in (info.min, info.max, 0, 1):
        expect(expression("a", "a"), (dtype(x),), int(x))


@pytest.mark.parametrize("x", [INT64_MIN, INT64_MAX, 0, -1])
def test_python_integers_arrive(x):
    check(expression("a", "a"), x)


def test_python_integer_above_int64_is_unsigned():
    expect(expression("a", "a"), (2**63,), 2**63)
    expect(expression("a + a", "a"), (2**63,), 0)


def test_python_integer_above_64_bits_is_refused():
    assert compile_error(expression("a", "a"), 2**64, error=Exception)


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("x", [0, 1, 100, -1, 300, 70000, 2**40])
def test_casts_truncate(dtype, x):
    function = expression(f"np.{dtype.__name__}(a)", "a")
    expect(function, (x,), int(np.int64(x).astype(dtype)))


@pytest.mark.parametrize("dtype", ALL)
def test_arithmetic_after_cast_widens(dtype):
    function = expression(f"np.{dtype.__name__}(a) + np.{dtype.__name__}(b)")
    expect(function, (100, 100), 200)


@pytest.mark.parametrize("x", [0.0, 1.9, -1.9, 1e10, -3.5])
def test_int_of_float_truncates(x):
    check(expression("int(a)", "a"), x)


EDGES = {
    np.float64: [2.0**63 - 1024, 2.0**63, 1e300, math.inf, -(2.0**63), -(2.0**63) - 2048, -1e300, -math.inf, math.nan, -0.5],
    np.float32: [
        2.0**63 - 2.0**39,
        2.0**63,
        1e38,
        math.inf,
        -(2.0**63),
        -(2.0**63) - 2.0**40,
        -1e38,
        -math.inf,
        math.nan,
        -0.5,
    ],
}


def saturated(x):
    """The integer part, the nearest limit where it does not fit, 0 for nan."""
    return 0 if math.isnan(x) else INT64_MAX if x >= 2.0**63 else INT64_MIN if x < -(2.0**63) else int(x)


@pytest.mark.parametrize("single", EDGES, ids=lambda t: t.__name__)
def test_int_of_float_saturates(single):
    for x in map(single, EDGES[single]):
        expect(expression("np.int64(a)", "a"), (x,), saturated(float(x)))


@pytest.mark.parametrize("single", EDGES, ids=lambda t: t.__name__)
def test_int_of_float_saturates_in_loops(single):
    def as_vectors(a):
        out = np.empty(a.shape[0], np.int64)
        for i in range(a.shape[0]):
            out[i] = int(a[i])
        return out

    def one_by_one(a):
        out = np.empty(a.shape[0], np.int64)
        i = 0
        while i < a.shape[0]:
            out[i] = int(a[i])
            i += 2 if out[i] == 3 else 1
        return out

    values = np.array(EDGES[single] * 5, single)
    for function in (as_vectors, one_by_one):
        assert jitted(function)(values).tolist() == [saturated(float(x)) for x in values]


@pytest.mark.parametrize("value", [True, False])
def test_int_of_bool(value):
    check(expression("int(a)", "a"), value)


def test_mixed_with_bool():
    check(expression("a + b"), True, 5)
    check(expression("a * b"), 5, False)
    check(expression("a - b"), True, True)


def test_precision_of_large_integers_is_kept():
    check(expression("a + 1", "a"), 2**53)
    check(expression("a * 3 // 3", "a"), 2**60)


def test_accumulation_wraps():
    def f(n):
        h = 1
        for i in range(n):
            h = h * 31 + i
        return h

    expected = 1
    for i in range(100):
        expected = wrap(expected * 31 + i)
    expect(f, (100,), expected)


def test_unsigned_accumulation_wraps():
    def f(n):
        h = np.uint64(14695981039346656037)
        for i in range(n):
            h = (h ^ np.uint64(i)) * np.uint64(1099511628211)
        return h

    expected = 14695981039346656037
    for i in range(100):
        expected = ((expected ^ i) * 1099511628211) & UINT64_MAX
    expect(f, (100,), expected)


def test_array_elements_widen():
    def f(a):
        total = 0
        for x in a:
            total += x * x
        return total

    expect(f, (np.full(10, 100, np.int8),), 100_000)
    expect(f, (np.full(10, 255, np.uint8),), 650_250)


def test_storing_into_small_elements_truncates():
    def f(a, x):
        a[0] = x

    a = np.zeros(1, np.int8)
    jitted(f)(a, 300)
    assert a[0] == 44


@pytest.mark.parametrize("text", ["a.real", "a.imag", "a.conjugate()"])
def test_parts(text):
    check(expression(text, "a"), 5)


@pytest.mark.parametrize("text", ["a is a", "bool(a)", "float(a)", "complex(a)", "int(a)", "round(a)"])
@pytest.mark.parametrize("x", [0, 7, -4])
def test_conversions(text, x):
    check(expression(text, "a"), x)


@njit
def bits(x):
    return x.bit_count(), x.bit_length()


@pytest.mark.parametrize("x", [0, 1, 7, -7, 255, 256, 2**63 - 1, -(2**63), True])
def test_bits_of_integers(x):
    assert bits(x) == (x.bit_count(), x.bit_length())


def test_bits_of_sized_integers():
    assert bits(np.uint64(2**64 - 1)) == (64, 64)
    assert bits(np.int8(-3)) == (2, 2)
    assert bits(np.uint8(200)) == (3, 8)


def test_is_integer():
    @njit
    def f(x):
        return x.is_integer()

    assert [f(x) for x in (1.5, 2.0, np.inf, np.nan, 3, True, np.float32(2))] == [False, True, False, False, True, True, True]


LARGE = [
    "'abc'[a[0]]", "b'abc'[a[0]]", "[1, 2][a[0]]", "range(9)[a[0]]", "'x' * a[0]", "a[0] * b'x'", "[1] * a[0]",
    "'abc'[a[1]]", "'x' * a[1]", "[1, 2][a[1]]", "b'abc' * a[1]",
]  # fmt: skip


@pytest.mark.parametrize("text", LARGE)
def test_numbers_that_are_too_large_for_indices(text):
    check(expression(text, "a"), np.array([2**64 - 1, 1], "u8"))
