"""Functions of ``scipy.special`` that are no ufuncs in compiled code, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy import scipy_lines
from tests.run import support
from tests.run.support import compile_error

special = pytest.importorskip("scipy.special")

SAMPLE = np.random.default_rng(3).standard_normal((4, 6)) * 3


def function(text, parameters="a"):
    """A function of some arguments: what the text says."""
    return scipy_lines.function(text, parameters, special)


def check(text, *arguments, parameters="a", rtol=1e-13, **options):
    """Compare what a line gives in compiled code and in Python."""
    return scipy_lines.check(function(text, parameters), *arguments, rtol=rtol, atol=1e-300, **options)


def check_lines(lines, *arguments, parameters="a", rtol=1e-13, **options):
    """Compare what several lines give, with one function for as many of them as possible."""
    scipy_lines.check_lines(function, lines, parameters, *arguments, rtol=rtol, atol=1e-300, **options)


OF_NUMBERS = (
    "special.comb(n, k)",
    "special.comb(n, k, repetition=True)",
    "special.comb(n, k, exact=True)",
    "special.comb(n, k, exact=True, repetition=True)",
    "special.perm(n, k)",
    "special.perm(n, k, exact=True)",
)


@pytest.mark.parametrize("line", OF_NUMBERS)
def test_numbers_of_choices(line):
    for n, k in ((10, 3), (5, 5), (5, 0), (0, 0), (3, 4), (-1, 3), (3, -1), (20, 10), (7.0, 2), (6, 2.0)):
        check(line, n, k, parameters="n, k")


@pytest.mark.parametrize("line", OF_NUMBERS)
def test_numbers_that_are_not_whole(line):
    for n, k in ((4.5, 2), (4.5, 1.5), (np.nan, 2.0)):
        if "exact" in line and np.isnan(n):
            continue
        check(line, n, k, parameters="n, k")


LARGEST = {"special.comb(62, 31, exact=True)": 465428353255261088, "special.perm(20, 19, exact=True)": 2432902008176640000}


@pytest.mark.parametrize("line", LARGEST)
def test_exact_numbers(line):
    assert check(line, 0) == LARGEST[line]
    with pytest.raises(OverflowError):
        support.jitted(function(line.replace("62, 31", "70, 35").replace("20, 19", "30, 29"), "a"))(0)


@pytest.mark.parametrize("dtypes", [("int64", "int64"), ("float64", "int64"), ("float32", "float32"), ("float32", "int64"),
                                    ("int8", "int8"), ("bool", "int64")])  # fmt: skip
def test_arrays_of_choices(dtypes):
    n, k = np.arange(8).astype(dtypes[0]), np.array([[2], [0], [5]]).astype(dtypes[1])
    lines = ("special.comb(n, k)", "special.comb(n, k, repetition=True)", "special.perm(n, k)")
    for arguments in ((n, k), (n[::2], k[0, 0].item()), (n[:0], k), (6, k[:, 0])):
        check_lines(lines, *arguments, parameters="n, k")


def test_lists_of_choices():
    check("special.comb([4, 5], [1, 2])", 0)
    check("special.comb(6, [1.0, 2.5])", 0)
    check("special.perm([4, 5], 2)", 0)


FACTORIALS = ("special.factorial(a)", "special.factorial(a, exact=True)")


@pytest.mark.parametrize("line", FACTORIALS)
def test_factorials(line):
    for n in (0, 1, 5, 20, -5, np.int8(5)):
        check(line, n)
    for array in (np.arange(12).reshape(3, 4), np.arange(-3, 15)[::2], np.array(4), np.arange(5, dtype=np.uint8)):
        check(line, array)


def test_factorials_of_floats():
    for n in (5.5, -5.5, 0.0, np.nan, 171.0, np.float32(5.5)):
        check(FACTORIALS[0], n, rtol=1e-6 if isinstance(n, np.float32) else 1e-13)
    check(FACTORIALS[0], np.array([[3.5, 4.0], [-2.0, 170.0]]))
    check(FACTORIALS[0], np.array([3.5, 4.0, -2.0], np.float32), rtol=1e-6)
    check("special.factorial([3, 4.5])", 0)
    check("special.factorial([3, 4], exact=True)", 0)


def test_factorials_that_do_not_fit():
    with pytest.raises(OverflowError):
        support.jitted(function(FACTORIALS[1]))(21)


# ------------------------------------------------------------------------------------------------------- exponentials

SHARES = (
    "special.softmax(a)",
    "special.softmax(a, axis=0)",
    "special.softmax(a, axis=-1)",
    "special.softmax(a, axis=(0, 1))",
    "special.log_softmax(a)",
    "special.log_softmax(a, 1)",
    "special.logsumexp(a)",
    "special.logsumexp(a, axis=1)",
    "special.logsumexp(a, axis=0, keepdims=True)",
    "special.logsumexp(a, keepdims=True)",
    "special.logsumexp(a, axis=(0, 1))",
    "special.logsumexp(a, b=2)",
    "special.logsumexp(a, b=2, return_sign=True)",
    "special.logsumexp(a, b=-a, axis=1, return_sign=True)",
    "special.logsumexp(a, 0, a - 1)",
)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int8"])
def test_exponentials(dtype):
    check_lines(SHARES, SAMPLE.astype(dtype), rtol={"float32": 1e-5, "int8": 5e-3}.get(dtype, 1e-12))


@pytest.mark.parametrize("a", [SAMPLE[:1, :1], SAMPLE[:, ::-2], SAMPLE.T])
def test_layouts_of_exponentials(a):
    check_lines(SHARES, a, rtol=1e-12)


@pytest.mark.parametrize("values", [[1000.0, 1000.0], [-1000.0, -1001.0], [1.0, np.inf], [-np.inf, -np.inf], [np.inf, -np.inf],
                                    [np.nan, 1.0], [3.0]])  # fmt: skip
def test_exponents_that_are_large(values):
    lines = ("special.softmax(a)", "special.log_softmax(a)", "special.logsumexp(a)", "special.logsumexp(a, axis=0)")
    check_lines(lines, np.array(values))


FACTORS = ([1, -2, 0], [1, -2, 3], [0, 0, 0], [-1, 2, 0.5], [0, 1e-30, 0])


@pytest.mark.parametrize("factors", FACTORS)
def test_factors(factors):
    a = np.array([0.5, 1.0, 2.0])
    lines = ("special.logsumexp(a, b=b)", "special.logsumexp(a, b=b, return_sign=True)")
    check_lines(lines, a, np.array(factors), parameters="a, b")
    check("special.logsumexp(a, 0, b)", a, np.array([factors, factors]), parameters="a, b")


def test_largest_exponents_that_cancel():
    check("special.logsumexp(a, b=b)", np.array([np.inf, np.inf]), np.array([1, -1]), parameters="a, b")
    check("special.logsumexp(a, b=b)", np.array([1.0, 1.0, 0.0]), np.array([1, -1, 1]), parameters="a, b")


OF_LISTS = (
    "special.softmax(3)",
    "special.log_softmax(3.0)",
    "special.logsumexp(3)",
    "special.softmax([1, 2])",
    "special.logsumexp([1, 2.5])",
    "special.logsumexp([1, 2], b=[1, 3])",
    "special.logsumexp(2.0, b=3)",
)


def test_numbers_and_lists():
    check_lines(OF_LISTS, 0)


def test_exponentials_of_nothing():
    check("special.logsumexp(a)", np.array([]))
    check("special.logsumexp(a, axis=0)", np.ones((0, 3)))
    check("special.softmax(a, axis=0)", np.ones((3, 0)))


ERRORS = (
    "special.comb(4.5, a[0], exact=True)",
    "special.perm(4.5, a[0], exact=True)",
    "special.softmax(a[:0])",
)


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line):
    check(line, np.array([2.0, 1.0]))


def test_axes_that_are_not_there():
    for line in ("special.softmax(a, axis=int(a[0]))", "special.logsumexp(a, axis=int(a[0]))"):
        check(line, np.array([2.0, 1.0]), same_error_args=False)


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="broadcast"):
        support.jitted(function("special.logsumexp(a, b=b)", "a, b"))(np.ones(2), np.ones(3))


REFUSED = {
    "special.comb(a, 2, exact=True)": "comb: `N` and `k` must be numbers with `exact=True`",
    "special.factorial(a * 1j)": "Unsupported data type for `n` in factorial: complex128",
    "special.factorial(a > 0)": "Unsupported data type for `n` in factorial: bool",
    "special.factorial(a, exact=True)": "`exact=True` only supports integers, cannot use data type float64",
    "special.factorial(a, extend='complex')": "factorial: extend='complex' is not supported",
    "special.factorial(a, extend='x')": "argument `extend` must be either 'zero' or 'complex', received: x",
    "special.softmax(a * 1j)": "softmax: complex numbers are not supported",
    "special.logsumexp(a * 1j)": "logsumexp: complex numbers are not supported",
    "special.multigammaln(a, 2)": "Python code of a library",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line):
    assert REFUSED[line] in compile_error(function(line), np.ones(3))
