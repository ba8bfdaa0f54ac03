"""``scipy.special``: sums of exponentials, and numbers that are shares of them."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import dtype_name, is_array, is_complex, is_none, is_number, literal_bool, numpy_class
from coluber.lib.numpy.arguments import dtype_of
from coluber.lib.numpy.options import result_ndim
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _float_class(*operands: Any) -> Any:
    """Return NumPy's class of the floats that SciPy computes with; numbers of Python adapt to arrays."""
    names = [dtype_name(ty.dtype) for ty in operands if is_array(ty)] or [dtype_name(ty) for ty in operands]
    dtype = np.result_type(*names)
    return numpy_class(from_dtype(dtype if dtype.kind in "fc" else np.dtype(np.float64)))


def _class_of_exponentials(ty: Any) -> Any:
    """Return NumPy's class of the exponentials of the elements of an array; of a number's."""
    return numpy_class(from_dtype(np.exp(np.zeros(0, dtype_name(dtype_of(ty)))).dtype))


def _are_numbers(name: str, *operands: Any) -> bool:
    """Whether the arguments are numbers and arrays of them; raises for complex ones."""
    if not all((is_array(ty) or is_number(ty)) and is_number(dtype_of(ty)) for ty in operands):
        return False
    if any(is_complex(dtype_of(ty)) for ty in operands):
        raise errors.UnsupportedError(f"{name}: complex numbers are not supported in compiled code")
    return True


def _converted(ty: Any, number: Any) -> FunctionType:
    """Return the function that makes an array of numbers of a class; of a number an array without axes."""
    return (lambda x: x.astype(number)) if is_array(ty) else (lambda x: np.full((), number(x)))


def _finite(top):
    """Return numbers that can be subtracted from others, so that nothing grows too large: those that are finite, else zeros."""
    return np.where(np.isfinite(top), top, top.dtype.type(0))


@implements("scipy.special.softmax")
def softmax(x: Any, axis: Any = None) -> FunctionType | None:
    """Exponentials, divided by their sum along an axis."""
    if not _are_numbers("softmax", x):
        return None
    convert, has_axes = _converted(x, _class_of_exponentials(x)), is_array(x) and x.ndim > 0

    def impl(x, axis=None):
        values = convert(x)
        shares = np.exp(values - np.max(values, axis=axis, keepdims=True))
        return shares / np.sum(shares, axis=axis, keepdims=True)

    return impl if has_axes else (lambda x, axis=None: np.exp(convert(x) - convert(x)))


@implements("scipy.special.log_softmax")
def log_softmax(x: Any, axis: Any = None) -> FunctionType | None:
    """Logarithms of what `softmax` gives."""
    if not _are_numbers("log_softmax", x):
        return None
    convert, has_axes = _converted(x, _class_of_exponentials(x)), is_array(x) and x.ndim > 0

    def impl(x, axis=None):
        values = convert(x)
        less = values - _finite(np.max(values, axis=axis, keepdims=True))
        return less - np.log(np.sum(np.exp(less), axis=axis, keepdims=True))

    return impl if has_axes else (lambda x, axis=None: convert(x) - convert(x))


# ----------------------------------------------------------------------------------------------------------- logsumexp


@compile_with(error_model="numpy")
def _logarithm(top, largest, others):
    """Return the logarithm of the size of a sum, and its sign.

    Parameters
    ----------
    top : float
        The largest exponent.
    largest, others : float
        The sum of the factors of the terms with it, and that of the other terms; both are divided by the exponential of `top`,
        where it is finite.
    """
    if largest == 0:
        return np.log(abs(others)) + top, np.sign(others)
    ratio = others / largest
    sign = np.sign(largest) * np.sign(ratio + 1)
    # The sum is `largest * (1 + ratio)`.
    return np.log1p(ratio if ratio >= -1 else -ratio - 2) + np.log(abs(largest)) + top, sign


def _combined(number: Any, has_sign: bool, gives_number: bool) -> FunctionType:
    """Return ``(top, largest, others)``: `_logarithm` of numbers or of the elements of arrays."""

    def one(top, largest, others):
        size, sign = _logarithm(top, largest, others)
        return number(size if has_sign or not sign < 0 else np.nan), number(sign)

    def each(top, largest, others):
        sizes, signs = np.empty(top.shape, number), np.empty(top.shape, number)
        size, sign, above = sizes.reshape(-1), signs.reshape(-1), np.ascontiguousarray(top).reshape(-1)
        first, second = np.ascontiguousarray(largest).reshape(-1), np.ascontiguousarray(others).reshape(-1)
        for i in range(size.size):
            size[i], sign[i] = one(above[i], first[i], second[i])
        return sizes, signs

    find = one if gives_number else each

    def size_alone(top, largest, others):
        return find(top, largest, others)[0]

    return find if has_sign else size_alone


def _factors(a: Any, b: Any, number: Any) -> FunctionType:
    """Return ``(a, b)``: arrays of exponents and factors, of one shape. What has the factor zero has the exponent -inf."""
    convert, least = _converted(a, number), number(-np.inf)
    convert_b = None if is_none(b) else _converted(b, number)

    def ones(a, b):
        values = convert(a)
        return values, np.ones_like(values)

    def given(a, b):
        values, factors = np.broadcast_arrays(convert(a), convert_b(b))
        return np.where(factors == 0, least, values), factors

    return ones if is_none(b) else given


@implements("scipy.special.logsumexp")
def logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: Any = False, return_sign: Any = False) -> FunctionType | None:
    """Logarithm of the sum of exponentials, with factors perhaps; the largest ones are summed apart, so that none is lost."""
    operands = (a,) if is_none(b) else (a, b)
    if not _are_numbers("logsumexp", *operands):
        return None
    number, keep, has_sign = (
        _float_class(*operands),
        literal_bool(keepdims, "keepdims"),
        literal_bool(return_sign, "return_sign"),
    )
    ndim = max(ty.ndim if is_array(ty) else 0 for ty in operands)
    gives_number = result_ndim(types.Array(from_dtype(np.dtype(number)), ndim, "C"), axis, keepdims) == 0
    spread, combined, least, zero = _factors(a, b, number), _combined(number, has_sign, gives_number), -np.inf, number(0)

    def impl(a, axis=None, b=None, keepdims=False, return_sign=False):
        values, factors = spread(a, b)
        top = np.max(values, axis=axis, keepdims=True, initial=least)
        is_top = values == top
        others = np.where(is_top, zero, factors * np.exp(values - _finite(top)))
        return combined(
            np.max(values, axis=axis, keepdims=keep, initial=least),
            np.sum(np.where(is_top, factors, zero), axis=axis, keepdims=keep),
            np.sum(others, axis=axis, keepdims=keep),
        )

    return impl
