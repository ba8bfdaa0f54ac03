"""What the functions of ``numpy.random`` and the methods of its generators share.

A distribution draws from a generator: one that is an argument, or the state of the thread, for which the functions of
``numpy.random`` stand. Its implementation is made of a function ``run(generator, parameters, size)``.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType

import numpy as np

from coluber import _native
from coluber.core import types
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_array, is_int_tuple, is_integral, is_none, is_real
from coluber.lib.numpy.arguments import dtype_of, is_array_like, ndim_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_native.load_random()

# ------------------------------------------------------------------------------------ functions with parameters of any names

# number of parameters -> what makes a function of so many of one that takes them as a tuple
_TUPLED: dict[int, Callable[[Any], FunctionType]] = {
    0: lambda f: lambda: f(()),
    1: lambda f: lambda a: f((a,)),
    2: lambda f: lambda a, b: f((a, b)),
    3: lambda f: lambda a, b, c: f((a, b, c)),
    4: lambda f: lambda a, b, c, d: f((a, b, c, d)),
    5: lambda f: lambda a, b, c, d, e: f((a, b, c, d, e)),
    6: lambda f: lambda a, b, c, d, e, g: f((a, b, c, d, e, g)),
}


def with_parameters(inner: Any, names: Sequence[str], defaults: Sequence[Any] = ()) -> FunctionType:
    """Return a function with parameters of some names, and defaults of the last ones, that passes them on as a tuple."""
    made = _TUPLED[len(names)](inner)
    code = made.__code__.replace(co_varnames=tuple(names), co_name=names[0] if names else "function")
    function = FunctionType(code, made.__globals__, "function", tuple(defaults), made.__closure__)
    function.__module__ = inner.__module__
    return function


@cache
def _method_body(run: FunctionType) -> FunctionType:
    def body(arguments):
        return run(arguments[0], arguments[1:-1], arguments[-1])

    return body


@cache
def _function_body(run: FunctionType) -> FunctionType:
    def body(arguments):
        return run(random_state(0), arguments[:-1], arguments[-1])

    return body


def implementation(run: FunctionType, names: Sequence[str], defaults: Sequence[Any], is_method: bool) -> FunctionType:
    """Return what implements a call, from ``run(generator, parameters, size)``; the names are those of what follows."""
    if is_method:
        return with_parameters(_method_body(run), ("self", *names), defaults)
    return with_parameters(_function_body(run), names, defaults)


def is_generator(ty: object) -> bool:
    """Whether a type is that of generators."""
    return isinstance(ty, types.NumPyRandomGeneratorType)


def is_size(ty: object) -> bool:
    """Whether an argument says the shape of a result."""
    return is_none(ty) or is_integral(ty) or is_int_tuple(ty) or (isinstance(ty, types.BaseTuple) and len(ty) == 0)


# ------------------------------------------------------------------------------------------------------------------ drawing


@cache
def one_number(function: str, count: int) -> FunctionType:
    """Return ``(generator, parameters)``: one number of a distribution; the function is named as for `draw`."""
    if count == 0:
        return lambda generator, parameters: draw(function, generator)

    def one(generator, parameters):
        return draw(function, generator, *parameters)

    return one


@cache
def numbers_of_shape(one: FunctionType, check: FunctionType, number: Any) -> FunctionType:
    """Return ``(generator, parameters, size)``: an array of numbers of one distribution."""

    def run(generator, parameters, size):
        check(parameters)
        out = np.empty(size, number)
        flat = out.ravel()
        for k in range(flat.size):
            flat[k] = one(generator, parameters)
        return out

    return run


@cache
def single_number(one: FunctionType, check: FunctionType) -> FunctionType:
    """Return ``(generator, parameters, size)``: one number."""

    def run(generator, parameters, size):
        check(parameters)
        return one(generator, parameters)

    return run


# ------------------------------------------------------------------------------------------------- parameters that are arrays


@cache
def numbers_of_arrays(one: FunctionType, check: FunctionType, number: Any, ndims: tuple[int, ...], sized: bool) -> FunctionType:
    """Return ``(generator, parameters, size)``: an array of a number for each item of arrays that are broadcast."""
    shapes, lines, at = _shapes(len(ndims)), _lines(len(ndims)), _items(len(ndims))

    def shape_of(parameters, size):
        return np.broadcast_shapes(*shapes(parameters))

    def shape_of_size(parameters, size):
        shape = as_shape(size)
        common = np.broadcast_shapes(shape, *shapes(parameters))
        if common != shape:
            raise ValueError(f"Output size {shape} is not compatible with broadcast dimensions of inputs {common}.")
        return shape

    shape_function = shape_of_size if sized else shape_of

    def run(generator, parameters, size):
        out = np.empty(shape_function(parameters, size), number)
        flat, given = out.ravel(), lines(parameters, out.shape)
        for k in range(flat.size):
            check(at(given, k))
        for k in range(flat.size):
            flat[k] = one(generator, at(given, k))
        return out

    return run


def as_shape(size):
    """Return a shape given as a number or a tuple."""
    return np.empty(size, np.int8).shape


@cache
def _shapes(count: int) -> FunctionType:
    if count == 0:
        return lambda parameters: ()
    before, k = _shapes(count - 1), count - 1
    return lambda parameters: (*before(parameters), np.asarray(parameters[k]).shape)


@cache
def _lines(count: int) -> FunctionType:
    if count == 0:
        return lambda parameters, shape: ()
    before, k = _lines(count - 1), count - 1

    def lines(parameters, shape):
        return (*before(parameters, shape), np.broadcast_to(np.asarray(parameters[k]), shape).ravel())

    return lines


@cache
def _items(count: int) -> FunctionType:
    if count == 0:
        return lambda lines, k: ()
    before, last = _items(count - 1), count - 1
    return lambda lines, k: (*before(lines, k), lines[last][k])


def run_function(function: str, parameters: Sequence[Any], size: Any, check: FunctionType, number: Any) -> FunctionType | None:
    """Return ``run`` for a distribution and parameters of some types, or None where they don't fit."""
    return run_with(one_number(function, len(parameters)), parameters, size, check, number)


def run_with(one: FunctionType, parameters: Sequence[Any], size: Any, check: FunctionType, number: Any) -> FunctionType | None:
    """Return what `run_function` does, for ``one(generator, parameters)``."""
    parameters = [types.float64 if isinstance(ty, float) else ty for ty in parameters]
    if not is_size(size) or not all(is_real(ty) or _is_array_of_reals(ty) for ty in parameters):
        return None
    if any(not is_real(ty) for ty in parameters):
        ndims = tuple(0 if is_real(ty) else ndim_of(ty) for ty in parameters)
        return numbers_of_arrays(one, check, number, ndims, not is_none(size))
    return single_number(one, check) if is_none(size) else numbers_of_shape(one, check, number)


def _is_array_of_reals(ty: Any) -> bool:
    if is_array(ty):
        return is_real(ty.dtype)
    return isinstance(ty, types.BaseTuple) and is_array_like(ty) and is_real(dtype_of(ty))


# ---------------------------------------------------------------------------------------------------------------- constraints


def unchecked(x):
    """Accept any number."""


@cache
def non_negative(name: str) -> FunctionType:
    """Refuse what has a sign."""
    text = f"{name} < 0"

    def check(x):
        if not np.isnan(x) and np.signbit(np.float64(x)):
            raise ValueError(text)

    return check


@cache
def positive(name: str) -> FunctionType:
    """Refuse what is not above zero."""
    text = f"{name} <= 0"

    def check(x):
        if x <= 0:
            raise ValueError(text)

    return check


@cache
def positive_number(name: str) -> FunctionType:
    """Refuse what is not above zero, and NaN."""
    text, nan = f"{name} <= 0", f"{name} must not be NaN"

    def check(x):
        if np.isnan(x):
            raise ValueError(nan)
        if x <= 0:
            raise ValueError(text)

    return check


@cache
def probability(name: str) -> FunctionType:
    """Refuse what is not from 0 to 1."""
    text = f"{name} < 0, {name} > 1 or {name} is NaN"

    def check(x):
        if not (x >= 0 and x <= 1):
            raise ValueError(text)

    return check


@cache
def positive_probability(name: str) -> FunctionType:
    """Refuse what is not above 0 and at most 1."""
    text = f"{name} <= 0, {name} > 1 or {name} contains NaNs"

    def check(x):
        if not (x > 0 and x <= 1):
            raise ValueError(text)

    return check


@cache
def probability_below_one(name: str) -> FunctionType:
    """Refuse what is not at least 0 and below 1."""
    text = f"{name} < 0, {name} >= 1 or {name} is NaN"

    def check(x):
        if not (x >= 0 and x < 1):
            raise ValueError(text)

    return check


@cache
def above_one(name: str) -> FunctionType:
    """Refuse what is not above 1."""
    text = f"{name} <= 1 or {name} is NaN"

    def check(x):
        if not x > 1:
            raise ValueError(text)

    return check


@cache
def at_least_one(name: str) -> FunctionType:
    """Refuse what is not at least 1."""
    text = f"{name} < 1 or {name} is NaN"

    def check(x):
        if not x >= 1:
            raise ValueError(text)

    return check


# From here on Poisson numbers may not fit into 64 bits.
POISSON_LIMIT = np.iinfo("l").max - np.sqrt(np.iinfo("l").max) * 10


@cache
def poisson_mean(name: str) -> FunctionType:
    """Refuse what is below 0 or too large."""
    text, large, limit = f"{name} < 0 or {name} is NaN", f"{name} value too large", float(POISSON_LIMIT)

    def check(x):
        if not x >= 0:
            raise ValueError(text)
        if x > limit:
            raise ValueError(large)

    return check


@cache
def check_each(*checks: FunctionType) -> FunctionType:
    """Return ``(parameters)``: check one parameter after the other."""
    if not checks:
        return unchecked
    before, last, k = check_each(*checks[:-1]), checks[-1], len(checks) - 1

    def check(parameters):
        before(parameters)
        last(parameters[k])

    return check
