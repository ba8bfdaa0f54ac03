"""Fractions as arguments, as results and made in compiled code, compared with Python."""

import copy
import math
import numbers
import operator
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.binary_operators import add, both, divide, floor_divide, multiply, remainder, subtract

pytestmark = pytest.mark.usefixtures("optimised_once")

HALVES = [
    Fraction(n, d) for n, d in [(0, 1), (1, 1), (-1, 1), (1, 2), (-1, 2), (3, 4), (-7, 3), (22, 7), (5, 2), (-5, 2), (7, 2)]
]
LARGE = [
    Fraction(2**62, 3),
    Fraction(-(2**63), 1),
    Fraction(2**63 - 1, 2**63 - 25),
    Fraction(1, 2**63 - 1),
    Fraction(-(2**61), 7),
]
VALUES = HALVES + LARGE
NUMBERS = [
    0,
    1,
    -1,
    3,
    -(2**40),
    0.0,
    0.5,
    -0.1,
    1e300,
    -1e-300,
    2.5,
    math.inf,
    -math.inf,
    math.nan,
    9007199254740993.0,
    2.0**63,
]


def fits(value):
    """Whether the numbers in a result have 64 bits."""
    if isinstance(value, tuple):
        return all(map(fits, value))
    if isinstance(value, (int, Fraction)):
        return -(2**63) <= value.numerator < 2**63 and value.denominator < 2**63
    return True


def outcome(function, *args):
    try:
        result = function(*args)
    except ZeroDivisionError as error:
        # That of floats has texts of its own for each operator in CPython.
        return type(error), str(error) if "loat" not in str(error) else "division by zero"
    except Exception as error:
        return type(error), str(error)
    return ("too large",) if not fits(result) else (type(result), repr(result))


def compare(function, *args, may_overflow=False):
    """Compare with Python, where a result that doesn't fit is an OverflowError; others may be one, too, if that is said."""
    mine, python = outcome(njit_of(function), *args), outcome(function, *args)
    if mine[0] is OverflowError and (may_overflow or python == ("too large",)):
        assert "64 bits" in mine[1]
        return
    assert mine == python, args


COMPILED = {}


def njit_of(function):
    if function not in COMPILED:
        COMPILED[function] = njit(function)
    return COMPILED[function]


def order(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


EXACT = [add, subtract, multiply, divide, floor_divide, order]
WITH_REST = [remainder, both]


@pytest.mark.parametrize("function", EXACT + WITH_REST)
def test_fractions_with_fractions(function):
    for a in VALUES:
        for b in VALUES:
            compare(function, a, b, may_overflow=function in WITH_REST)


@pytest.mark.parametrize("function", EXACT + WITH_REST)
def test_fractions_with_numbers(function):
    for a in VALUES:
        for b in NUMBERS:
            compare(function, a, b, may_overflow=function in WITH_REST)
            compare(function, b, a, may_overflow=function in WITH_REST)


# Most numbers are small; the others are next to powers of two.
INTEGERS = st.one_of(
    st.integers(-100, 100),
    st.integers(-(2**63), 2**63 - 1),
    st.builds(
        lambda k, d, s: max(-(2**63), min(2**63 - 1, s * ((1 << k) + d))),
        st.integers(0, 63),
        st.integers(-3, 3),
        st.sampled_from([-1, 1]),
    ),
)
FRACTIONS = st.builds(Fraction, INTEGERS, INTEGERS.filter(lambda d: d != 0)).filter(fits)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(FRACTIONS, FRACTIONS)
def test_random_fractions(a, b):
    for function in EXACT:
        compare(function, a, b)
    for function in WITH_REST:
        compare(function, a, b, may_overflow=True)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(FRACTIONS, st.one_of(INTEGERS, st.floats()))
def test_random_fractions_with_numbers(a, b):
    for function in EXACT:
        compare(function, a, b)
        compare(function, b, a)


def near(a):
    x = float(a)
    return x, a < x, a == x, a > x, a < math.nextafter(x, math.inf), a > math.nextafter(x, -math.inf)


def alone(a):
    return hash(a), float(a), int(a), bool(a), a.numerator, a.denominator, +a, a.as_integer_ratio(), complex(a)


def whole(a):
    return round(a), math.floor(a), math.ceil(a), math.trunc(a), round(a, 0)


def negative(a):
    return -a


def size(a):
    return abs(a)


def texts(a):
    return str(a), repr(a), f"{a}", f"<{a!r}>"


UNARY = [near, alone, whole, negative, size, texts]


@pytest.mark.parametrize("function", UNARY)
def test_one_fraction(function):
    for a in VALUES:
        compare(function, a, may_overflow=function is whole)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(FRACTIONS)
def test_one_random_fraction(a):
    for function in UNARY:
        compare(function, a, may_overflow=function is whole)


def limited(a, limit):
    return a.limit_denominator(limit)


def limited_by_default(a):
    return a.limit_denominator()


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(FRACTIONS, st.one_of(st.integers(-1, 20), st.integers(1, 2**40)))
def test_limit_denominator(a, limit):
    compare(limited, a, limit)
    compare(limited_by_default, a)


def raised(a, n):
    return a**n


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(FRACTIONS, st.one_of(st.integers(-70, 70), st.sampled_from([0.5, 2.0, -1.5])))
def test_powers(a, n):
    if isinstance(n, float) and (a < 0 or a == 0 > n):
        # What Python has a complex number for is NaN for floats, and what it raises ZeroDivisionError for is infinite.
        return
    compare(raised, a, n)


def base_of_power(a, x):
    return x**a


def test_powers_of_floats():
    for a in HALVES:
        compare(base_of_power, a, 2.5)


def rounded(a, digits):
    return round(a, digits)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(FRACTIONS, st.integers(-20, 20))
def test_rounding(a, digits):
    compare(rounded, a, digits, may_overflow=True)


def of_one(x):
    return Fraction(x)


def of_two(x, y):
    return Fraction(x, y)


def of_float(x):
    return Fraction.from_float(x)


TEXTS = ["3/4", " -7/3 ", "1.5", "-.25", "1e3", "25E-2", "1_000/3", "0", "+5", "", "x", "1/0", "3 / 4", "1/-2", "1e30", "nan"]


def test_made_of_one():
    for x in [0, -5, True, 2**63 - 1, 0.1, -2.5, 1e18, *TEXTS, *VALUES, math.inf, math.nan]:
        compare(of_one, x)
    for x in [0.1, -2.5, 3, math.inf]:
        compare(of_float, x)
    with pytest.raises(OverflowError, match="64 bits"):
        njit(of_one)(1e-300)


def test_made_of_two():
    for x in [0, 6, -6, 2**63 - 1, -(2**63), *VALUES]:
        for y in [0, 4, -4, -1, -(2**63), *VALUES]:
            compare(of_two, x, y)


def made_of_nothing():
    return Fraction(), Fraction(denominator=3, numerator=6), Fraction(numerator=2)


def test_made_with_names():
    compare(made_of_nothing)


def harmonic(n):
    total = Fraction(0)
    for k in range(1, n + 1):
        total += Fraction(1, k)
    return total


def harmonic_by_sum(n):
    return sum([Fraction(1, k) for k in range(1, n + 1)]), sum(Fraction(1, k) for k in range(1, n + 1))


def from_integer_zero(n):
    total = 0
    for k in range(1, n + 1):
        total += Fraction(1, k)
    return total


def farey(n):
    return sorted({Fraction(p, q) for q in range(1, n + 1) for p in range(q + 1)})


def in_order(n):
    values = [Fraction(k * k % 7, k) for k in range(1, n)]
    values.sort(reverse=True)
    return values, min(values), max(values), sorted(values, key=lambda x: -x)


def counted(n):
    seen = {}
    for p in range(1, n):
        for q in range(1, n):
            key = Fraction(p, q)
            seen[key] = seen.get(key, 0) + 1
    return seen, Fraction(1, 2) in seen, Fraction(-1) in seen


def continued(n):
    x, terms = Fraction(n, 7919), []
    while True:
        whole = x.numerator // x.denominator
        terms.append(whole)
        if x == whole:
            return terms
        x = 1 / (x - whole)


def best(n):
    found = None
    for k in range(1, n):
        near = Fraction(k * k % 11, k)
        if found is None or near > found:
            found = near
    return found


def eliminated(n):
    rows = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    determinant = Fraction(1)
    for k in range(n):
        determinant *= rows[k][k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n):
                rows[i][j] -= factor * rows[k][j]
    return determinant


def kinds(n):
    x = Fraction(n, 3)
    first = isinstance(x, Fraction), isinstance(x, numbers.Rational), isinstance(x, int), isinstance(n, Fraction)
    return *first, isinstance("a", Fraction), isinstance(None, (Fraction, str)), isinstance(x, (int, Fraction))


def attributes(n):
    x = Fraction(n, 3)
    return x.numerator, x.denominator, x.real, x.imag, x.conjugate(), copy.copy(x), copy.deepcopy(x)


def other_types(n):
    x = Fraction(n, 3)
    return x == "a", x != None, x == (1, 2), operator.add(x, 1)


@pytest.mark.parametrize(
    "function",
    [harmonic, harmonic_by_sum, from_integer_zero, farey, in_order, counted, continued, best, kinds, attributes, other_types],
)
def test_programs(function):
    for n in [2, 5, 12]:
        assert njit_of(function)(n) == function(n)
    assert repr(njit_of(function)(7)) == repr(function(7))


def test_elimination():
    assert njit_of(eliminated)(4) == eliminated(4) == Fraction(1, 6048000)


class Recipe:
    def __init__(self, share: Fraction):
        self.share = share
        self.total = Fraction(0)

    def cook(self, n):
        for _ in range(n):
            self.total += self.share
        return self.total


def cooked(recipe, n):
    return recipe.cook(n)


def test_fields():
    recipe = Recipe(Fraction(1, 6))
    assert njit_of(cooked)(recipe, 4) == Fraction(2, 3)
    assert recipe.total == Fraction(2, 3)
    assert isinstance(recipe.total, Fraction)


def with_items(a, x):
    return a + x[0], x[0] * a, a < x[0], a == x[0], a / x[0], Fraction(x[0], 3)


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8", "uint64"])
def test_integers_of_other_sizes(dtype):
    values = np.array([3], dtype)
    found = njit_of(with_items)(Fraction(1, 2), values)
    assert repr(found) == repr(with_items(Fraction(1, 2), [3]))


def float32_operands(a, x):
    return a + x[0], a < x[0], a == x[0], a > x[0]


def test_floats_of_other_sizes():
    assert njit_of(float32_operands)(Fraction(1, 2), np.array([0.5], np.float32)) == (1.0, False, True, False)


def test_integers_of_64_bits_without_sign():
    with pytest.raises(OverflowError, match="64 bits"):
        njit_of(add)(Fraction(1, 2), np.uint64(2**63 + 5))


def mean(n):
    return statistics.mean([Fraction(1, n), Fraction(1, 3)])


def median(n):
    return statistics.median([Fraction(1, n), Fraction(1, 3)])


def test_statistics():
    compare(median, 2)
    with pytest.raises(TypeError, match="statistics of fractions"):
        njit(mean)(2)


CONSTANT = Fraction(22, 7)
TABLE = {Fraction(1, 2): "half", Fraction(1, 3): "third"}


def from_globals(x):
    return CONSTANT * x, TABLE[x], len(TABLE)


def test_globals():
    compare(from_globals, Fraction(1, 3))


def in_containers(values, table, pair):
    values.append(values[0] + pair[0])
    table[values[-1]] = pair[1]
    return values[-1] in table


def test_containers():
    values, table = [Fraction(1, 2)], {Fraction(1): 1}
    assert njit_of(in_containers)(values, table, (Fraction(1, 6), 5)) is True
    assert values == [Fraction(1, 2), Fraction(2, 3)]
    assert table == {Fraction(1): 1, Fraction(2, 3): 5}


def formatted(x):
    return f"{x:.3f}"


def test_format():
    compare(formatted, Fraction(22, 7))


def test_numbers_of_more_bits():
    with pytest.raises(OverflowError, match="more than 64 bits"):
        njit(negative)(Fraction(2**70, 3))
    with pytest.raises(OverflowError, match="more than 64 bits"):
        njit(harmonic)(60)


def test_other_operands():
    with pytest.raises(TypingError, match="add"):
        njit(add)(Fraction(1, 2), "a")
    with pytest.raises(TypingError, match="pow"):
        njit(raised)(Fraction(1, 2), Fraction(1, 2))


def changed(x):
    x.numerator = 3


def test_nothing_can_be_set():
    with pytest.raises(AttributeError, match="numerator"):
        njit(changed)(Fraction(1, 2))
