"""All ufuncs, on arrays of every dtype that NumPy has a loop for, and on scalars.

The table of dtypes comes from NumPy itself: each entry of ``ufunc.types`` whose dtypes the compiler has is one row.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tests.run.support import LINES_OF_A_FUNCTION, batched, check, check_lines, compile_error, expression, groups, jitted

ARITHMETIC = """
    add subtract multiply divide floor_divide negative positive power float_power remainder fmod divmod absolute fabs sign
    conjugate exp exp2 log log2 log10 expm1 log1p sqrt square cbrt reciprocal rint gcd lcm logaddexp logaddexp2
""".split()
TRIGONOMETRIC = """
    sin cos tan arcsin arccos arctan arctan2 hypot sinh cosh tanh arcsinh arccosh arctanh deg2rad rad2deg degrees radians
""".split()
BITS = "bitwise_and bitwise_or bitwise_xor invert left_shift right_shift".split()
COMPARISON = """
    greater greater_equal less less_equal not_equal equal logical_and logical_or logical_xor logical_not
    maximum minimum fmax fmin
""".split()
FLOATING = "isfinite isinf isnan signbit copysign nextafter spacing ldexp floor ceil trunc".split()
NAMES = [*ARITHMETIC, *TRIGONOMETRIC, *BITS, *COMPARISON, *FLOATING]

ALIASES = {
    "true_divide": "divide",
    "mod": "remainder",
    "abs": "absolute",
    "conj": "conjugate",
    "bitwise_not": "invert",
    "pow": "power",
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
}

# Results that must have the same bits; the others may differ by an ulp or two.
EXACT = {
    *"add subtract multiply divide floor_divide negative positive remainder fmod divmod".split(),
    *"absolute fabs sign conjugate sqrt square reciprocal rint gcd lcm".split(),
    *BITS,
    *COMPARISON,
    *FLOATING,
}
# NumPy's own loops differ in the sign of a zero result.
ANY_ZERO = {"sign", "maximum", "minimum", "fmax", "fmin"}
# `first_values` and `second_values` have operands of their own for these.
OWN_VALUES = {"left_shift", "right_shift", "power", "ldexp", "gcd", "lcm", "reciprocal"}
SUPPORTED = set("?bBhHiIlLfdFD")
# The optimiser makes of loops over these integers what it makes of those over int8, int64 and uint64.
ALIKE = set("BhHiI")

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.75, 100.0, math.inf, -math.inf, math.nan, 1e-30, 1e10]
COMPLEX = [0j, 1 + 0j, -1 + 0j, 1j, 0.5 - 0.25j, -2.5 + 3j, 3 - 4j, -0.75 - 0.5j]
DOMAIN_ERRORS = np.errstate(all="ignore")


def values(code):
    """Test values of one dtype."""
    dtype = np.dtype(code)
    match dtype.kind:
        case "b":
            return np.array([False, True])
        case "i":
            info = np.iinfo(dtype)
            return np.array([0, 1, 2, 3, 7, -1, -2, -7, 100, info.max, info.min, info.min + 1], dtype)
        case "u":
            info = np.iinfo(dtype)
            return np.array([0, 1, 2, 3, 7, 100, info.max, info.max - 1], dtype)
        case "f":
            return np.array(FLOATS, dtype)
        case _:
            return np.array(COMPLEX, dtype)


def second_values(name, code):
    """Values of the second operand, where not every value makes sense."""
    dtype = np.dtype(code)
    if name in ("left_shift", "right_shift"):
        return np.arange(8 * dtype.itemsize - (dtype.kind == "i"), dtype=dtype)[::3]
    if name == "power" and dtype.kind in "iu":
        return np.array([0, 1, 2, 3, 10], dtype)
    if name == "ldexp":
        return np.array([-3, 0, 1, 20], dtype)
    if name in ("gcd", "lcm"):
        return np.array([0, 1, 6, 9, 10], dtype)
    return values(code)


def first_values(name, code):
    if name in ("gcd", "lcm"):
        return np.array([0, 1, 4, 6, 10, 12], code)
    if name == "reciprocal" and np.dtype(code).kind in "iu":
        return np.array([1, 2, 100], code)
    return values(code)


def grid(name, codes):
    """Operands that meet every pair of values."""
    if len(codes) == 1:
        return (first_values(name, codes[0]),)
    pairs = list(itertools.product(first_values(name, codes[0]), second_values(name, codes[1])))
    return tuple(np.array([pair[i] for pair in pairs], codes[i]) for i in range(2))


def loops():
    """Each ufunc with each tuple of input dtypes that the compiler has."""
    for name in NAMES:
        seen = set()
        for text in getattr(np, name).types:
            inputs, outputs = text.split("->")
            if set(inputs + outputs) <= SUPPORTED and inputs not in seen:
                seen.add(inputs)
                yield name, inputs


def joined_loops():
    """The ufuncs that have the same operands and tolerance, up to ten at a time, and the dtypes of these operands."""
    joined = {}
    for name, codes in loops():
        same = codes, name if name in OWN_VALUES else None, *tolerance(name, codes).values()
        joined.setdefault(same, []).append(name)
    for (codes, *_), names in joined.items():
        for several in batched(names, LINES_OF_A_FUNCTION):
            marks = () if set(codes) <= ALIKE else pytest.mark.optimised
            yield pytest.param(several, codes, id=f"{several[0]}-{codes}", marks=marks)


def call(name, count):
    parameters = ", ".join("abc"[:count])
    return expression(f"np.{name}({parameters})", parameters)


def tolerance(name, codes):
    if name in ANY_ZERO:
        return {"rtol": 0.0, "atol": 5e-324}
    if name in EXACT and not set(codes) & set("FD"):
        return {"rtol": 0.0}
    if set(codes) & set("fF"):
        return {"rtol": 1e-5 if "F" in codes else 6e-7, "atol": 1e-6 if "F" in codes else 0.0}
    return {"rtol": 1e-13 if "D" in codes else 1e-15, "atol": 1e-15 if "D" in codes else 0.0}


def spread(a, pair, rows):
    return np.subtract(*a), np.hypot(*pair), np.multiply(*rows), np.add(*np.percentile(a, [25, 75]))


def test_items_of_a_sequence_as_operands():
    check(spread, np.array([3.0, 1.0]), [3.0, 4.0], np.arange(6).reshape(2, 3))
    for count in (1, 3, 4):
        check(spread, np.ones(count), [3.0, 4.0], np.ones((2, 3)))
    check(spread, np.ones(2), [3.0, 4.0], np.arange(9).reshape(3, 3))
    check(spread, np.ones(2), [3.0, 4.0], np.ones((1, 3)))


@pytest.mark.parametrize(("names", "codes"), list(joined_loops()))
def test_arrays(names, codes):
    parameters = ", ".join("ab"[: len(codes)])
    lines = [f"np.{name}({parameters})" for name in names]
    check_lines(lines, parameters, *grid(names[0], codes), **tolerance(names[0], codes))


@pytest.mark.parametrize("name", NAMES)
def test_scalars(name):
    ufunc = getattr(np, name)
    for codes in ("d" * ufunc.nin, "l" * ufunc.nin, "dl"[: ufunc.nin], "D" * ufunc.nin):
        if name == "ldexp" and codes != "dl":
            continue
        if codes + "->" not in {text.split(">")[0] + ">" for text in ufunc.types} and codes != "l" * ufunc.nin:
            continue
        try:
            ufunc(*[np.dtype(code).type(3) for code in codes])
        except TypeError:
            continue
        scalars = {"d": 0.75, "l": 3, "D": 0.75 - 0.5j}
        check(call(name, len(codes)), *[scalars[code] for code in codes], **tolerance(name, codes))


@pytest.mark.parametrize("name", NAMES)
def test_scalars_of_single_precision(name):
    ufunc = getattr(np, name)
    codes = "f" * ufunc.nin
    if not any(text.startswith(codes + "->") for text in ufunc.types):
        pytest.skip("no loop for float32")
    check(call(name, ufunc.nin), *[np.float32(0.75)] * ufunc.nin, **tolerance(name, "f"))


@pytest.mark.parametrize("name", NAMES)
def test_integers_become_floats_where_there_is_no_integer_loop(name):
    ufunc = getattr(np, name)
    if any(text.startswith("l" * ufunc.nin + "->") for text in ufunc.types) or name == "ldexp":
        pytest.skip("has an integer loop")
    for code in ("i", "l", "b", "H", "?"):
        a = np.array([0, 1, 1], code)
        try:
            with DOMAIN_ERRORS:
                expected = ufunc(*[a] * ufunc.nin)
        except TypeError:
            continue
        if expected.dtype.char in SUPPORTED:
            check(call(name, ufunc.nin), *[a] * ufunc.nin, **tolerance(name, expected.dtype.char))


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases(alias):
    ufunc = getattr(np, ALIASES[alias])
    code = "l" if alias.startswith("bitwise") else "d"
    a = np.array([1, 2], code) if code == "l" else np.array([0.5, 0.75])
    check(call(alias, ufunc.nin), *[a] * ufunc.nin, rtol=1e-15)


@pytest.mark.optimised
@pytest.mark.parametrize("name", ["sin", "add", "less", "sqrt", "maximum", "bitwise_and", "logical_not"])
@pytest.mark.parametrize("layout", ["C", "F", "A", "reversed"])
def test_layouts(name, layout):
    base = np.arange(24).reshape(4, 6)
    a = {"C": base, "F": np.asfortranarray(base), "A": base[:, ::2], "reversed": base[::-1, ::-1]}[layout]
    a = a if name == "bitwise_and" else a * 0.5
    ufunc = getattr(np, name)
    check(call(name, ufunc.nin), *[a] * ufunc.nin, rtol=1e-15)


@pytest.mark.optimised
@pytest.mark.parametrize(
    ("left", "right"), [((3,), (2, 3)), ((2, 1), (3,)), ((), (3,)), ((1,), (4,)), ((0,), (1,)), ((2, 3, 1), (4,))]
)
@pytest.mark.parametrize("name", ["add", "arctan2", "less", "fmax"])
def test_broadcasting(name, left, right):
    a = np.arange(float(np.prod(left))).reshape(left)
    b = np.arange(float(np.prod(right))).reshape(right) + 0.5
    check(call(name, 2), a, b, rtol=1e-15)


@pytest.mark.parametrize("name", ["add", "arctan2", "less", "maximum", "power"])
@pytest.mark.parametrize("scalar", [2, 2.0])
@pytest.mark.parametrize("dtype", ["f4", "i4", "f8"])
def test_arrays_with_scalars(name, scalar, dtype):
    a = np.array([0.5, 1.0, 2.0]).astype(dtype)
    check(call(name, 2), a, scalar, rtol=6e-7)
    check(call(name, 2), scalar, a, rtol=6e-7)


@pytest.mark.parametrize(
    ("left", "right"),
    [("f4", "f8"), ("i4", "f4"), ("i8", "f4"), ("u1", "i1"), ("u8", "i8"), ("f4", "c8"), ("?", "i2"), ("f8", "c8")],
)
@pytest.mark.parametrize("name", ["add", "multiply", "less", "maximum"])
def test_mixed_dtypes(name, left, right):
    if "c" in left + right and name in ("less", "maximum"):
        pytest.skip("no order")
    check(call(name, 2), np.array([1, 0, 1]).astype(left), np.array([2, 3, 1]).astype(right))


@pytest.mark.parametrize("name", ["add", "sin", "less", "floor_divide", "logical_not"])
def test_output_argument(name):
    ufunc = getattr(np, name)
    inputs = [np.array([1.0, 2.0, 3.0])] * ufunc.nin
    check(call(name, ufunc.nin + 1), *inputs, np.zeros_like(ufunc(*inputs)))


def test_output_argument_is_returned():
    def f(a, out):
        b = np.exp(a, out)
        b[0] = -1.0

    check(f, np.zeros(3), np.zeros(3))


def test_output_argument_in_place():
    def f(a):
        np.sqrt(a, a)
        np.add(a, 1.0, a)

    check(f, np.array([1.0, 4.0, 9.0]))


def test_output_argument_broadcasts():
    def f(a, out):
        np.add(a, 1.0, out)

    check(f, np.arange(3.0), np.zeros((2, 3)))


def test_output_argument_of_a_wrong_shape():
    def f(a, out):
        np.add(a, 1.0, out)

    with pytest.raises(ValueError, match=r"(?i)broadcast|shape"):
        jitted(f)(np.arange(3.0), np.zeros(2))


@pytest.mark.parametrize(
    "lines",
    groups(
        [
            "np.sin(a) ** 2 + np.cos(a) ** 2",
            "np.exp(np.log(a))",
            "np.sqrt(np.square(a) + 1) - np.hypot(a, 1)",
            "np.add(np.multiply(a, 2), np.negative(a)).sum()",
        ]
    ),
)
def test_composition(lines):
    check_lines(lines, "a", np.linspace(0.5, 3.0, 20), rtol=4e-15, atol=1e-15)


@pytest.mark.optimised
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 8, 9, 16, 31, 1000])
@pytest.mark.parametrize("name", ["exp", "sin", "cos", "log", "add", "less"])
def test_lengths(name, count):
    ufunc = getattr(np, name)
    a = np.linspace(0.1, 10.0, count)
    check(call(name, ufunc.nin), *[a] * ufunc.nin, rtol=1e-15)


@pytest.mark.optimised
@pytest.mark.parametrize("name", ["exp", "sin", "cos", "log", "tan", "tanh", "exp2", "log2", "log10", "expm1", "log1p", "cbrt"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_accuracy(name, dtype):
    rng = np.random.default_rng(7)
    a = np.concatenate([rng.random(2000) * 20, rng.random(500) * 1e-3]).astype(dtype)
    wide = getattr(np, name)(a.astype(np.longdouble))
    found = jitted(call(name, 1))(a)
    with np.errstate(over="ignore"):
        ulps = np.abs(found.astype(np.longdouble) - wide) / np.spacing(np.abs(wide.astype(dtype)))
    finite = np.isfinite(wide.astype(dtype))
    assert ulps[finite].max() <= (2.0 if name in ("exp", "sin", "cos", "log") else 4.0)


@pytest.mark.optimised
@pytest.mark.parametrize("x", [1e5, 1e10, 1e22, 1e300, 6381956970095103.0 * 2.0**797])
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_large_angles(name, x):
    for found, angle in zip(jitted(call(name, 1))(np.array([x, -x])), (x, -x), strict=True):
        assert found == pytest.approx(getattr(math, name)(angle), rel=1e-15, abs=0.0)


def test_string_operand_is_refused():
    compile_error(expression("np.sin(a)", "a"), "text")


def test_wrong_number_of_operands_is_refused():
    compile_error(expression("np.sin(a, a, a, a)", "a"), np.zeros(2), error=Exception)
    compile_error(expression("np.add(a)", "a"), np.zeros(2), error=Exception)


def test_ufunc_as_a_value():
    function = np.sin

    def f(x):
        return function(x)

    check(f, 0.5)


def test_every_ufunc_of_the_table_is_here():
    distinct = {getattr(np, name) for name in NAMES}
    assert len(distinct) >= 79
    assert all(getattr(np, alias) is getattr(np, name) for alias, name in ALIASES.items())


def test_isnat_has_no_loop_for_numbers():
    compile_error(expression("np.isnat(a)", "a"), np.zeros(2))


OUTSIDE = [-(2**40), -129, -128, -1, 0, 1, 127, 128, 200, 255, 256, 300, 40000, 2**31, 2**40, 2**63 - 1]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
def test_comparisons_with_integers_out_of_range(dtype, operator):
    info = np.iinfo(dtype)
    values = np.array([info.min, info.max, 0, 1, 100] * 7, dtype)
    right, left = jitted(expression(f"a {operator} b", "a, b")), jitted(expression(f"b {operator} a", "a, b"))
    for number in OUTSIDE:
        np.testing.assert_array_equal(right(values, number), expression(f"a {operator} b", "a, b")(values, number))
        np.testing.assert_array_equal(left(values, number), expression(f"b {operator} a", "a, b")(values, number))
    constant = expression(f"a {operator} -1", "a")
    np.testing.assert_array_equal(jitted(constant)(values), constant(values))


@pytest.mark.parametrize("text", ["a + b", "b - a", "a * b", "np.maximum(a, b)", "np.clip(a, 0, b)"])
@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64])
def test_arithmetic_with_integers_out_of_range(text, dtype):
    info = np.iinfo(dtype)
    function = expression(text, "a, b")
    values = np.array([1, 2, 3] * 7, dtype)
    for number in (max(info.min, -3), min(info.max, 50)):
        np.testing.assert_array_equal(jitted(function)(values, number), function(values, number))
    for number in (info.min - 1, info.max + 1):
        if -(2**63) <= number < 2**63:
            check(function, values, number)


def test_integers_out_of_range_in_place():
    def add(a, b):
        a += b
        return a

    values = np.array([1, 2, 3], np.uint8)
    with pytest.raises(OverflowError, match="out of bounds for uint8"):
        jitted(add)(values, 300)
    np.testing.assert_array_equal(values, [1, 2, 3])
    np.testing.assert_array_equal(jitted(add)(values, 250), [251, 252, 253])
    with pytest.raises(OverflowError, match="out of bounds for uint8"):
        jitted(expression("a * -1", "a"))(values)


@pytest.mark.optimised
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_quotients_have_the_bits_of_numpys(dtype):
    def f(a, b):
        return a / b

    parts = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e30, 1e-40, 3.7, -2.9])
    numbers = np.array([complex(re, im) for re in parts for im in parts], dtype)
    a, b = np.repeat(numbers, numbers.size), np.tile(numbers, numbers.size)
    got, expected = (function(a, b).view(np.float32 if dtype is np.complex64 else np.float64) for function in (jitted(f), f))
    np.testing.assert_array_equal(got, expected)
    filled = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got[filled]), np.signbit(expected[filled]))


@pytest.mark.parametrize("name", ["hypot", "arctan2", "divide", "equal", "add", "copysign", "power"])
def test_the_two_parts_of_an_array_are_operands(name):
    check(expression(f"np.{name}(*a), np.{name}(*a.T)", "a"), np.array([[3, 4], [4, 3]]), rtol=1e-15)


def test_a_third_part_that_can_not_hold_the_result():
    with pytest.raises(TypeError, match="Cannot cast ufunc 'hypot' output"):
        jitted(expression("np.hypot(*a)", "a"))(np.ones((3, 2), np.int64))
