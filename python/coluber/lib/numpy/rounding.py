"""Functions of single elements that are no ufuncs: ``round``, ``nan_to_num``, ``angle``, ``sinc``, ``isclose`` and others."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, in_kernel
from coluber.lib.kinds import is_array, is_complex, is_integral, is_none, is_number, numpy_class, result_type
from coluber.lib.numpy.ufunc_options import Options, ufunc_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def element_type(ty: Any) -> Type | None:
    """Return the type of an array's elements, or of a number; None for other values."""
    if is_array(ty):
        return ty.dtype if is_number(ty.dtype) else None
    return types.unliteral(ty) if is_number(ty) else None


def float_type(dtype: Type) -> Type:
    """Return the type of floats or complex numbers in which NumPy computes with a type."""
    if not is_integral(dtype):
        return dtype
    if isinstance(dtype, types.Boolean) or dtype.bitwidth == 8:
        return types.float16
    return types.float32 if dtype.bitwidth == 16 else types.float64


def at_least_double(dtype: Type) -> Type:
    """Return float64 for integers and bools, other types as they are."""
    return types.float64 if is_integral(dtype) else dtype


def over_elements(ty: Any, function: FunctionType, number: Any) -> FunctionType:
    """Return ``(x, argument)``: call a function with each element and an argument. Arrays without axes give numbers."""

    def of_array(x, argument):
        result = np.empty(x.shape, number)
        source, target = x.ravel(), result.ravel()
        for i in elements(target.size):
            target[i] = function(source[i], argument)
        return result

    def of_reversed(x, argument):
        return of_array(x.T, argument).T

    def of_number(x, argument):
        return number(function(x, argument))

    def of_element(x, argument):
        return number(function(x[()], argument))

    if not is_array(ty) or ty.ndim == 0:
        return of_element if is_array(ty) else of_number
    return of_reversed if ty.layout == "F" and ty.ndim > 1 else of_array


# -------------------------------------------------------------------------------------------------------------- round


def _round_float(number: Any) -> FunctionType:
    def rounded(x, decimals):
        if decimals == 0:
            return np.rint(x)
        scale = number(10.0 ** abs(decimals))
        if decimals > 0:
            return np.divide(np.rint(x * scale), scale)
        return np.rint(np.divide(x, scale)) * scale

    return rounded


def _round_function(dtype: Type) -> FunctionType:
    """Return ``(x, decimals)``."""
    number = numpy_class(dtype)
    if is_complex(dtype):
        part = _round_float(numpy_class(dtype.underlying_float))

        def complex_(x, decimals):
            return number(complex(part(x.real, decimals), part(x.imag, decimals)))

        return complex_
    real = _round_float(np.float64 if is_integral(dtype) else number)

    def integer(x, decimals):
        return x if decimals >= 0 else number(real(np.float64(x), decimals))

    return integer if is_integral(dtype) else real


@implements("numpy.round", "numpy.around", "array.round")
def round_(a: Any, decimals: Any = 0, out: Any = None) -> FunctionType | None:
    """Return numbers rounded to some decimals, ties to even."""
    dtype = element_type(a)
    if dtype is None:
        return None
    if not (isinstance(decimals, int) or is_integral(decimals)):
        raise errors.NumbaTypeError(f"the argument 'decimals' must be an integer, not {decimals}")
    if isinstance(dtype, types.Boolean):
        return _round_bools(a, decimals)
    every, store = over_elements(a, _round_function(dtype), numpy_class(dtype)), _stored("rint", dtype, out)

    def impl(a, decimals=0, out=None):
        return store(every(a, decimals), out)

    return impl


def _round_bools(a: Any, decimals: Any) -> FunctionType:
    """Return the function for bools, which are rounded as numbers of 16 bits, without decimals."""
    if not isinstance(decimals, int) and getattr(decimals, "literal_value", 1) != 0:
        raise errors.TypingError("bools are rounded without the argument 'decimals'")
    of_array = is_array(a)

    def impl(a, decimals=0, out=None):
        return np.round(a.astype(np.float16) if of_array else np.float16(a), decimals, out)

    return impl


def _stored(name: str, dtype: Type, out: Any) -> FunctionType:
    """Return ``(result, out)``: the result, in the array for it."""
    store = Options(name, out, True, "same_kind", "K", None, None).storing((dtype,))
    return lambda result, out: store(result, out, True)


@implements("numpy.fix")
def fix(x: Any, out: Any = None) -> FunctionType | None:
    """Return numbers without their fractions."""
    dtype = element_type(x)
    if dtype is None or is_complex(dtype):
        return None
    store = _stored("trunc", dtype, out)

    def impl(x, out=None):
        return store(np.trunc(x), out)

    def impl_array(x, out=None):
        return store(x.copy()[()], out)

    def impl_number(x, out=None):
        return x

    if is_integral(dtype):
        return impl_array if is_array(x) else impl_number
    return impl


# ---------------------------------------------------------------------------------------------------------- nan_to_num


@implements("numpy.nan_to_num")
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> FunctionType | None:
    """Return numbers with others for NaNs and infinities; for an array, `copy` says whether in a new one."""
    if is_array(x) and not is_number(x.dtype):
        return _unchanged(x)
    dtype = element_type(x)
    if dtype is None:
        return None
    if is_integral(dtype):
        return _unchanged(x)
    part_type = dtype.underlying_float if is_complex(dtype) else dtype
    part, number = numpy_class(part_type), numpy_class(dtype)
    most = part(np.finfo(part_type.name).max)
    high, low = is_none(posinf), is_none(neginf)
    if is_array(x) and any(is_array(fill) for fill in (nan, posinf, neginf)):
        return _filled_from_arrays(is_complex(dtype), most if high else None, -most if low else None)

    def replaced(x, numbers):
        of_nan, positive, negative = numbers
        if x != x:
            return of_nan
        if x == part(np.inf):
            return positive
        return negative if x == part(-np.inf) else x

    def replaced_complex(x, numbers):
        return number(complex(replaced(x.real, numbers), replaced(x.imag, numbers)))

    function = replaced_complex if is_complex(dtype) else replaced
    every = over_elements(x, function, number)

    def numbers_of(nan, posinf, neginf):
        return part(nan), most if high else part(posinf), -most if low else part(neginf)

    def impl_number(x, copy=True, nan=0.0, posinf=None, neginf=None):
        return every(x, numbers_of(nan, posinf, neginf))

    def impl(x, copy=True, nan=0.0, posinf=None, neginf=None):
        result = every(x, numbers_of(nan, posinf, neginf))
        if copy:
            return result
        x[...] = result
        return x

    return impl if is_array(x) else impl_number


def _filled_from_arrays(of_complex: bool, most: Any, least: Any) -> FunctionType:
    """Return `nan_to_num` where what is put in are arrays, which are spread; numbers given here stand for infinities."""

    def fill(part, nan, posinf, neginf):
        is_nan, above, below = np.isnan(part), np.isposinf(part), np.isneginf(part)
        np.copyto(part, nan, where=is_nan)
        np.copyto(part, posinf if most is None else most, where=above)
        np.copyto(part, neginf if least is None else least, where=below)

    def impl(x, copy=True, nan=0.0, posinf=None, neginf=None):
        result = x.copy() if copy else x
        if of_complex:
            fill(result.real, nan, posinf, neginf)
            fill(result.imag, nan, posinf, neginf)
        else:
            fill(result, nan, posinf, neginf)
        return result

    return impl


def _unchanged(x: Any) -> FunctionType:
    def of_array(x, copy=True, nan=0.0, posinf=None, neginf=None):
        return x.copy()

    def of_element(x, copy=True, nan=0.0, posinf=None, neginf=None):
        return x[()]

    def of_number(x, copy=True, nan=0.0, posinf=None, neginf=None):
        return x

    if not is_array(x):
        return of_number
    return of_array if x.ndim > 0 else of_element


# ------------------------------------------------------------------------------------------------------- angle, sinc, i0


@implements("numpy.angle")
def angle(z: Any, deg: Any = False) -> FunctionType | None:
    """Return the angles of complex numbers, in radians or degrees."""
    dtype = element_type(z)
    if dtype is None:
        return None
    # NumPy's 0 beside bools is an int64.
    real = types.float64 if isinstance(dtype, types.Boolean) else float_type(dtype)
    part = numpy_class(dtype.underlying_float if is_complex(dtype) else real)
    turn = part(180.0 / math.pi)

    def of_complex(x, degrees):
        value = np.arctan2(x.imag, x.real)
        return value * turn if degrees else value

    def of_real(x, degrees):
        value = np.arctan2(part(0), part(x))
        return value * turn if degrees else value

    every = over_elements(z, of_complex if is_complex(dtype) else of_real, part)

    def impl(z, deg=False):
        return every(z, deg)

    return impl


@implements("numpy.sinc")
def sinc(x: Any) -> FunctionType | None:
    """Return ``sin(pi x) / (pi x)``."""
    dtype = element_type(x)
    if dtype is None:
        return None
    number = numpy_class(at_least_double(dtype))
    pi = number(math.pi)

    def one(x, _):
        y = pi * number(x)
        return number(1) if y == number(0) else np.divide(np.sin(y), y)

    every = over_elements(x, one, number)

    def impl(x):
        return every(x, 0)

    return impl


def bessel_i0(x: float, _: int) -> float:
    """Return the modified Bessel function of order 0: its series, or the asymptotic one for large arguments."""
    size = abs(x)
    total, term, k = 1.0, 1.0, 1.0
    if size <= 20.0:
        square = size * size / 4.0
        while term > total * 1e-17:
            term = term * square / (k * k)
            total += term
            k += 1.0
        return total
    while term > total * 1e-17 and k < 40.0:
        term = term * (2.0 * k - 1.0) * (2.0 * k - 1.0) / (8.0 * size * k)
        total += term
        k += 1.0
    half = np.exp(size / 2.0)
    return half * total / np.sqrt(2.0 * math.pi * size) * half


@implements("numpy.i0")
def i0(x: Any) -> FunctionType | None:
    """Return the modified Bessel function of order 0: of a number, too, in an array."""
    dtype = element_type(x)
    if dtype is None or is_complex(dtype):
        return None
    number = numpy_class(at_least_double(dtype))

    def one(x, argument):
        return number(bessel_i0(np.float64(x), argument))

    every = over_elements(x, one, number)

    def impl(x):
        return every(x, 0)

    def impl_number(x):
        # Kernels have no memory for arrays.
        return every(x, 0) if in_kernel() else np.asarray(every(x, 0))

    return impl if is_array(x) and x.ndim > 0 else impl_number


# ------------------------------------------------------------------------------------------------------------ closeness


def _close(x, y, rtol, atol, equal_nan):
    return ((np.abs(x - y) <= atol + rtol * np.abs(y)) & np.isfinite(y)) | (x == y) | (equal_nan & (x != x) & (y != y))


def _inexact(ty: Any) -> FunctionType:
    """Return the function that makes floats of integers, so that differences are not those without sign."""

    def converted(x):
        return x * 1.0

    def same(x):
        return x

    return converted if is_integral(element_type(ty)) else same


@implements("numpy.isclose")
def isclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> FunctionType | None:
    """Whether numbers are equal but for an error."""
    if element_type(a) is None or element_type(b) is None:
        return None
    inexact = _inexact(b)

    def impl(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
        return _close(a, inexact(b), rtol, atol, equal_nan)

    return impl


@implements("numpy.allclose")
def allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> FunctionType | None:
    """Whether all numbers are equal but for errors."""
    if element_type(a) is None or element_type(b) is None:
        return None
    inexact = _inexact(b)

    def impl(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
        return bool(_close(a, inexact(b), rtol, atol, equal_nan))

    def impl_array(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
        return bool(np.all(_close(a, inexact(b), rtol, atol, equal_nan)))

    return impl_array if is_array(a) or is_array(b) else impl


# ------------------------------------------------------------------------------------------------------------ predicates


def _register_predicate(name: str, function: Callable[..., Any], constant: bool | None, needs: Any) -> None:
    def predicate(x: Any) -> FunctionType | None:
        dtype = element_type(x)
        return None if dtype is None else over_elements(x, function if needs(dtype) else _constant(constant), np.bool_)

    def choose(x: Any) -> FunctionType | None:
        every = predicate(x)
        return every and (lambda x: every(x, 0))

    def choose_stored(x: Any, out: Any = None) -> FunctionType | None:
        every, store = predicate(x), _stored(name, types.boolean, out)
        return every and (lambda x, out=None: store(every(x, 0), out))

    implements(f"numpy.{name}")(choose_stored if name.endswith("inf") else choose)


def _constant(value: bool | None) -> FunctionType:
    def same(x, _):
        return value

    return same


def _is_positive_infinity(x, _):
    return x == np.inf


def _is_negative_infinity(x, _):
    return x == -np.inf


def _has_imaginary(x, _):
    return x.imag != 0


def _has_no_imaginary(x, _):
    return x.imag == 0


def _is_float(dtype: Type) -> bool:
    if is_complex(dtype):
        raise errors.TypingError(f"This operation is not supported for {dtype} values because it would be ambiguous.")
    return isinstance(dtype, types.Float)


for _name, _function, _value, _needs in (
    ("isposinf", _is_positive_infinity, False, _is_float),
    ("isneginf", _is_negative_infinity, False, _is_float),
    ("iscomplex", _has_imaginary, False, is_complex),
    ("isreal", _has_no_imaginary, True, is_complex),
):
    _register_predicate(_name, _function, _value, _needs)


def _type_of_step(x1: Any, x2: Any) -> tuple[Type, ...]:
    p, q = element_type(x1), element_type(x2)
    if is_array(x1) and is_array(x2):
        return (result_type(float_type(p), float_type(q)),)
    operands = [p] if is_array(x1) and not is_array(x2) and not is_integral(p) else [p, q]
    return (float_type(result_type(*operands)),)


@ufunc_like("numpy.heaviside", _type_of_step)
def heaviside(x1: Any, x2: Any) -> FunctionType | None:
    """Return 0 for negative numbers, 1 for positive ones, for zero the second argument."""
    p, q = element_type(x1), element_type(x2)
    if p is None or q is None or is_complex(p) or is_complex(q):
        return None
    number = numpy_class(_type_of_step(x1, x2)[0])
    one, zero = number(1), number(0)

    def step(x, y):
        return y if x == zero else one if x > zero else zero if x < zero else x

    def impl_numbers(x1, x2):
        return step(number(x1), number(x2))

    def impl(x1, x2):
        height, other = x1.astype(number), as_number(x2)
        above = np.where(height > zero, one, np.where(height < zero, zero, height))
        return np.where(height == zero, other, above)

    def of_array(x):
        return x.astype(number)

    as_number = of_array if is_array(x2) else number
    if is_array(x1, 0) and is_number(x2):
        return lambda x1, x2: impl_numbers(x1[()], x2)
    if is_array(x1, 0) and is_array(x2, 0):
        return lambda x1, x2: impl_numbers(x1[()], x2[()])
    if is_array(x1):
        return impl
    return None if is_array(x2) else impl_numbers
