"""Methods and attributes of NumPy's numbers that are those of arrays without axes."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import bits_float, bits_float32, float32_bits, float_bits
from coluber.lib.kinds import dtype_name, dtype_type, is_number, is_time, numpy_class
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_value(ty: Any) -> bool:
    return is_number(ty) or is_time(ty)


# How a floating-point number becomes an integer with its bits, how that becomes the number, and the type of the integer.
_BITS = {
    types.float64: (float_bits, bits_float, np.int64),
    types.float32: (float32_bits, bits_float32, np.int32),
}


def _size(ty: Any) -> int:
    return np.dtype(dtype_name(ty)).itemsize


@implements("method:astype")
def astype(
    self: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> FunctionType | None:
    """Return a number or time of another type."""
    if is_time(self):
        wanted = as_dtype(dtype_type(dtype))
        return lambda self, dtype, order="K", casting="unsafe", subok=True, copy=True: np.full(1, self).astype(wanted)[0]
    if not is_number(self):
        return None
    number = numpy_class(dtype_type(dtype))
    return lambda self, dtype, order="K", casting="unsafe", subok=True, copy=True: number(self)


@implements("method:view")
def view(self: Any, dtype: Any) -> FunctionType | None:
    """Return the number of another type that has the same bits."""
    if not _is_value(self):
        return None
    given, wanted = types.unliteral(self), dtype_type(dtype)
    if _size(given) != _size(wanted):
        raise errors.NumbaValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
    number = numpy_class(wanted)
    if given in _BITS and isinstance(wanted, types.Integer):
        to_bits = _BITS[given][0]
        return lambda self, dtype: number(to_bits(self))
    if wanted in _BITS and isinstance(given, types.Integer):
        _, from_bits, integer = _BITS[wanted]
        return lambda self, dtype: from_bits(integer(self))
    if isinstance(given, types.Integer) and isinstance(wanted, types.Integer):
        return lambda self, dtype: number(self)
    return lambda self, dtype: np.full(1, self).view(number)[0]


# Methods that functions of NumPy do for numbers.
_FUNCTIONS = {
    "all": np.all, "any": np.any, "argmax": np.argmax, "argmin": np.argmin, "clip": np.clip, "cumprod": np.cumprod,
    "cumsum": np.cumsum, "max": np.max, "mean": np.mean, "min": np.min, "prod": np.prod, "ravel": np.ravel, "repeat": np.repeat,
    "reshape": np.reshape, "round": np.round, "std": np.std, "sum": np.sum, "var": np.var, "flatten": np.ravel,
}  # fmt: skip


def _register(name: str, function: Any) -> None:
    @implements(f"method:{name}")
    def method(self: Any, *args: Any) -> FunctionType | None:
        return (lambda self, *args: function(self, *args)) if is_number(self) else None


for _name, _function in _FUNCTIONS.items():
    _register(_name, _function)


def _register_unchanged(name: str) -> None:
    @implements(f"method:{name}")
    def method(self: Any) -> FunctionType | None:
        return (lambda self: self) if _is_value(self) else None


for _name in ("copy", "squeeze", "transpose"):
    _register_unchanged(_name)


@implements("attribute:shape")
def shape(self: Any) -> FunctionType | None:
    """``x.shape`` of a number."""
    return (lambda self: ()) if _is_value(self) else None


@implements("attribute:ndim")
def ndim(self: Any) -> FunctionType | None:
    """``x.ndim`` of a time."""
    return (lambda self: 0) if is_time(self) else None


@implements("attribute:size")
def size(self: Any) -> FunctionType | None:
    """``x.size`` of a time."""
    return (lambda self: 1) if is_time(self) else None


@implements("attribute:dtype")
def dtype(self: Any) -> FunctionType | None:
    """``x.dtype`` of a time."""
    return (lambda self: np.full(1, self).dtype) if is_time(self) else None


@implements("attribute:T")
def transposed(self: Any) -> FunctionType | None:
    """``x.T`` of a number."""
    return (lambda self: self) if _is_value(self) else None


@implements("attribute:nbytes")
def nbytes(self: Any) -> FunctionType | None:
    """``x.nbytes`` of a number."""
    if not _is_value(self):
        return None
    size = _size(types.unliteral(self))
    return lambda self: size
