"""Values of the classes of `cuda.fp8` in compiled kernels, converted to numbers and vectors."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.cuda.kernel.fp8_classes import CLASSES
from coluber.lib.cuda.fp8_formulas import DECODERS
from coluber.lib.kinds import vector_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.cuda.kernel.fp8_classes import Packed

_float32 = types.float32


def _packed(ty: Any) -> type[Packed] | None:
    """Return the class of the values of a type, if it is one of this family."""
    found = getattr(ty, "instance_class", None)
    return found if found in CLASSES.values() else None


def _limits(number: Type) -> tuple[float, float]:
    """Return between what a number has to lie to be converted: 64 bits are left to the conversion, which saturates."""
    if not isinstance(number, types.Integer):
        return -math.inf, math.inf
    return float(number.minval), float(number.maxval) if number.bitwidth < 64 else math.inf


def _to_number(cls: type[Packed], number: Type) -> FunctionType:
    decode = DECODERS[cls.form]
    lowest, largest = _limits(number)

    def to_float(target, x):
        return number(_float32(decode(x.__x)))

    def to_whole(target, x):
        value = decode(x.__x)
        return number(lowest if value < lowest else largest if value > largest else value)

    def always(target, x):
        return True

    def is_nonzero(target, x):
        return x.__x & 127 != 0

    if isinstance(number, types.Boolean):
        return always if cls.form == "e8m0" else is_nonzero
    return to_whole if isinstance(number, types.Integer) else to_float


def _to_vector(cls: type[Packed], vector: Any) -> FunctionType | None:
    decode = DECODERS[cls.form]

    def to_pair(target, x):
        bits = x.__x
        return vector(decode(bits & 255), decode(bits >> 8))

    def to_four(target, x):
        bits = x.__x
        return vector(decode(bits & 255), decode((bits >> 8) & 255), decode((bits >> 16) & 255), decode(bits >> 24))

    if cls.count != vector.size:
        return None
    return to_pair if cls.count == 2 else to_four


@implements("coluber.as_number")
def as_number(target: Any, x: Any) -> FunctionType | None:
    """Convert to a class of numbers or vectors."""
    cls = _packed(x)
    if cls is None:
        return None
    vector = vector_class(target.dtype)
    if vector is not None:
        return _to_vector(cls, vector)
    return _to_number(cls, target.dtype) if cls.count == 1 else None


def _one_number(x: Any) -> type[Packed] | None:
    cls = _packed(x)
    return cls if cls is not None and cls.count == 1 else None


@implements("builtins.float")
def to_float(x: Any) -> FunctionType | None:
    """Convert to float64."""
    return None if _one_number(x) is None else lambda x: np.float64(x)


@implements("builtins.int")
def to_int(x: Any) -> FunctionType | None:
    """Convert to int64, which saturates."""
    return None if _one_number(x) is None else lambda x: np.int64(x)


@implements("builtins.bool")
def to_bool(x: Any) -> FunctionType | None:
    """Whether a number is not zero."""
    return None if _one_number(x) is None else lambda x: np.bool_(x)
