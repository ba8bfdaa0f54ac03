"""``stencil(...)`` called in compiled functions: compared with the same functions in Python."""

from __future__ import annotations

import numpy as np
import pytest

import coluber
from coluber import njit, stencil
from coluber.core.errors import NumbaValueError

ONE = np.arange(12.0) ** 2
TWO = np.arange(30.0).reshape(5, 6) ** 1.5
WEIGHTS = np.array([0.5, 1.0, 0.25])


def sum_of_two(a):
    return a[-1] + a[1]


compiled_sum_of_two = njit(sum_of_two)


def a_lambda(x):
    return stencil(lambda a: 0.5 * (a[-1] + a[1]))(x)


def the_attribute_of_a_module(x):
    return coluber.stencil(lambda a: 0.5 * (a[-1] + a[1]))(x)


def two_axes(x):
    return stencil(lambda a: 0.25 * (a[-1, 0] + a[1, 0] + a[0, -1] + a[0, 1]))(x.reshape(3, 4))


def an_inner_function(x):
    def kernel(a):
        total = a[-1]
        return total + a[2]

    return stencil(kernel)(x)


def as_it_is(function):
    return function


def decorated(x):
    @stencil
    def sides(a):
        return a[-1] + a[1]

    return sides(x) + sides(2 * x)


def decorated_with_options(x):
    factor, n = x[3], 2

    @coluber.stencil("wrap", neighborhood=((-n, n),))
    def kernel(a):
        total = 0.0
        for i in range(-n, n + 1):
            total += factor * a[i]
        return total

    out = np.zeros_like(x)
    kernel(x, out=out)
    return out


def a_name_for_the_stencil(x):
    made = stencil(lambda a: a[-1] - a[1], cval=9.0)
    return made(made(x))


def a_function_from_outside(x):
    return stencil(sum_of_two)(x) + stencil("wrap")(compiled_sum_of_two)(x)


def captured_numbers(x):
    factor = x[3]
    return stencil(lambda a: factor * (a[-1] + a[1]))(x)


def captured_arrays(x):
    weights = x[:3] * 2

    def kernel(a):
        return weights[0] * a[-1] + weights[1] * a[0] + weights[2] * a[1]

    return stencil(kernel)(x)


def options_first(x):
    return stencil("nearest")(lambda a: a[-1] + 2 * a[1])(x)


def options_first_by_name(x):
    return stencil(cval=2.5)(lambda a: a[-1] + 2 * a[1])(x)


def modes(x):
    return (
        stencil("wrap")(lambda a: a[-2] + a[1])(x)
        + stencil(func_or_mode="reflect")(lambda a: a[-2] + a[1])(x)
        + stencil("nearest")(lambda a: a[-2] + a[1])(x)
    )


def standard_indexing(x):
    def kernel(a, w):
        total = 0.0
        for i in range(-1, 2):
            total += a[i] * w[i + 1]
        return total

    return stencil(kernel, neighborhood=((-1, 1),), standard_indexing=("w",), cval=-1)(x, WEIGHTS)


def an_out(x):
    result = np.ones_like(x)
    stencil(lambda a: a[-1] + a[1])(x, out=result)
    return result, stencil(lambda a: a[-1] + a[1], cval=3.0)(x, out=x.copy())


def a_neighborhood_of_variables(x):
    n = len(x) // 6
    return stencil(lambda a, n: np.sum(a[-n : n + 1]), neighborhood=((-n, n),))(x, n)


def a_neighborhood_of_variables_that_are_captured(x):
    first, last = -len(x) // 6, 1

    def kernel(a):
        total = 0.0
        for i in range(first, last + 1):
            total += a[i]
        return total

    return stencil(kernel, neighborhood=((first, last),))(x)


def a_neighborhood_that_is_partly_known(x):
    n = len(x) // 6
    y = x.reshape(3, 4)
    return stencil(lambda a: a[-n // 2, 0] + a[0, 1] + a[0, -1], neighborhood=((-n // 2, 0), (-1, 1)))(y)


def in_other_modes(x):
    n = 2
    return stencil("wrap", neighborhood=((-n, n),))(lambda a: a[-n] + a[n])(x)


def outside(a, n):
    return a[-n] + a[n]


def of_a_function_from_outside(x):
    n = 2
    return stencil(outside, neighborhood=((-n, n),))(x, n)


def in_an_inner_function(x):
    def twice(y):
        factor = y[2]
        return stencil(lambda a: factor * a[-1])(y)

    return twice(x) + twice(x + 1)


def in_a_loop(x):
    for i in range(3):
        x = stencil(lambda a: i + a[-1] + a[1])(x)
    return x


FUNCTIONS = [function for function in list(globals().values()) if getattr(function, "__code__", None)]
FUNCTIONS = [function for function in FUNCTIONS if function.__code__.co_varnames[:1] == ("x",)]


@pytest.mark.parametrize("parallel", [False, True], ids=["", "parallel"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_in_python(function, parallel):
    result = njit(parallel=parallel)(function)(ONE.copy())
    for got, wanted in zip(np.atleast_2d(result), np.atleast_2d(function(ONE.copy())), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-14)
        assert got.dtype == wanted.dtype


def test_captured_values_are_those_of_the_call():
    @njit
    def f(x, factor):
        return stencil(lambda a: factor * a[-1])(x)

    np.testing.assert_array_equal(f(ONE, 2.0)[1:], 2 * ONE[:-1])
    np.testing.assert_array_equal(f(ONE, 3.0)[1:], 3 * ONE[:-1])
    assert f(ONE.astype(np.int64), 2).dtype == np.int64


def test_other_types_make_other_stencils():
    f = njit(two_axes)
    assert f(ONE).dtype == np.float64
    assert f(ONE.astype(np.complex64)).dtype == np.complex128


def wrong(case):
    def variable_option(x):
        value = x[0]
        return stencil(lambda a: a[1], cval=value)(x)

    def index_offsets(x):
        return stencil(lambda a: a[1], index_offsets=(1,))(x)

    def no_kernel(x):
        return stencil("constant")

    def unknown_mode(x):
        return stencil("mirror")(lambda a: a[1])(x)

    def another_decorator(x):
        @stencil("wrap")
        @as_it_is
        def kernel(a):
            return a[1]

        return kernel(x)

    def two_arguments(x):
        return stencil(lambda a: a[1], "wrap")(x)

    def not_constant(x):
        n = 2
        return stencil(lambda a: a[n])(x)

    return locals()[case]


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("variable_option", "the option 'cval' of a stencil must be a constant: 'value' is a variable"),
        ("index_offsets", "stencil has no option 'index_offsets'"),
        ("no_kernel", "a call of stencil in compiled code needs a kernel"),
        ("another_decorator", "stencil is the only decorator that its kernel has"),
        ("two_arguments", "stencil takes one argument without a name"),
        ("unknown_mode", "stencil has no mode 'mirror'"),
        ("not_constant", "an index of 'a' is not constant, so that the option 'neighborhood' is needed"),
    ],
)
def test_what_is_refused(case, text):
    function = wrong(case)
    with pytest.raises(NumbaValueError) as caught:
        njit(function)(ONE)
    assert text in str(caught.value)
    assert "stencil(" in str(caught.value)
