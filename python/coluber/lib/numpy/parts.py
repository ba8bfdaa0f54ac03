"""``modf``, ``frexp`` and ``divmod``: two results for each number."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_array, is_integral, is_real, numpy_class, result_type
from coluber.lib.numpy.arguments import dtype_of
from coluber.lib.numpy.ufunc_options import ufunc_like
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _float(x: Any) -> Any:
    """Return the class in which NumPy computes with integers and floats; None for other values."""
    if not (is_array(x) or is_real(x)) or not is_real(dtype_of(x)):
        return None
    dtype = dtype_of(x)
    if isinstance(dtype, types.Boolean):
        return np.float16
    if not is_integral(dtype):
        return numpy_class(dtype)
    if dtype.bitwidth == 8:
        return np.float16
    return np.float32 if dtype.bitwidth == 16 else np.float64


def _types_of_modf(x: Any) -> tuple[Any, ...]:
    part = from_dtype(np.dtype(_float(x)))
    return part, part


def _types_of_frexp(x: Any) -> tuple[Any, ...]:
    return from_dtype(np.dtype(_float(x))), types.int32


def _types_of_divmod(x1: Any, x2: Any) -> tuple[Any, ...]:
    found = result_type(dtype_of(x1), dtype_of(x2))
    return found, found


@ufunc_like("numpy.divmod", _types_of_divmod)
def divmod_(x1: Any, x2: Any) -> FunctionType | None:
    """Return quotients and remainders, for the call that stores them; others are the compiler's."""
    if not is_array(x1) and not is_array(x2):
        return None
    return lambda x1, x2: (np.floor_divide(x1, x2), np.remainder(x1, x2))


@ufunc_like("numpy.modf", _types_of_modf)
def modf(x: Any) -> FunctionType | None:
    """Return fractions and integer parts."""
    number = _float(x)
    if number is None:
        return None

    def split(v):
        whole = np.trunc(v)
        return np.copysign(number(0) if np.isinf(v) else v - whole, v), whole

    def impl_number(x):
        return split(number(x))

    def impl(x):
        values = x.astype(number)
        whole = np.trunc(values)
        return np.copysign(np.where(np.isinf(values), number(0), values - whole), values), whole

    return impl if is_array(x) else impl_number


@ufunc_like("numpy.frexp", _types_of_frexp)
def frexp(x: Any) -> FunctionType | None:
    """Return mantissas of at least 0.5 and below 1, and exponents of 2."""
    number = _float(x)
    if number is None:
        return None

    def impl_number(x):
        mantissa, exponent = math.frexp(np.float64(x))
        return number(mantissa), np.int32(exponent)

    def impl_element(x):
        return impl_number(x[()])

    def impl(x):
        source = np.ascontiguousarray(x)
        mantissas, exponents = np.empty(source.shape, number), np.empty(source.shape, np.int32)
        values, first, second = source.ravel(), mantissas.ravel(), exponents.ravel()
        for k in range(values.size):
            mantissa, exponent = math.frexp(np.float64(values[k]))
            first[k], second[k] = number(mantissa), np.int32(exponent)
        return mantissas, exponents

    if not is_array(x) or x.ndim == 0:
        return impl_element if is_array(x) else impl_number
    return impl
