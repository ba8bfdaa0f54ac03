"""The classes of `cuda.fp8` in compiled kernels: values made of numbers and vectors; `fp8_numbers` has the way back."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.cuda.kernel.fp8_classes import CLASSES
from coluber.lib.cuda.fp8_formulas import ENCODERS
from coluber.lib.kinds import is_integral, is_real, vector_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.cuda.kernel.fp8_classes import Packed

_float64 = types.float64


_ITEM_KINDS = {"float32": "single", "float64": "double"}


def _kind(ty: Type) -> str:
    """Return by which of a format's encoders a number of the type is converted."""
    if is_integral(ty):
        return "whole"
    return "double" if types.unliteral(ty) is _float64 else "single"


def _of_number(cls: Any, x: Type) -> FunctionType | None:
    if not is_real(x):
        return None
    kind = _kind(x)
    encode = ENCODERS[cls.form][kind]
    wide = types.int64 if isinstance(types.unliteral(x), types.Boolean) else types.unliteral(x) if kind == "whole" else _float64
    storage = types.uint8

    def of_number(x):
        return cls(__x=storage(encode(wide(x))))

    return of_number


def _of_pair(cls: Any, x: Type) -> FunctionType:
    encode = ENCODERS[cls.form][_ITEM_KINDS[vector_class(x).base]]
    storage = types.uint16

    def of_pair(x):
        return cls(__x=storage(encode(_float64(x.x)) | encode(_float64(x.y)) << 8))

    return of_pair


def _of_four(cls: Any, x: Type) -> FunctionType:
    encode = ENCODERS[cls.form][_ITEM_KINDS[vector_class(x).base]]
    storage = types.uint32

    def of_four(x):
        low = encode(_float64(x.x)) | encode(_float64(x.y)) << 8
        return cls(__x=storage(low | encode(_float64(x.z)) << 16 | encode(_float64(x.w)) << 24))

    return of_four


def _zero(cls: Any) -> FunctionType:
    storage = (types.uint8, types.uint16, types.uint32)[cls.count // 2]

    def zero():
        return cls(__x=storage(0))

    return zero


def _register_class(cls: type[Packed]) -> None:
    @implements(f"{cls.__module__}.{cls.__name__}")
    def construct(x=None):
        if x is None:
            return _zero(cls)
        if cls.count == 1:
            return _of_number(cls, x)
        vector = vector_class(x)
        if vector is None or vector.size != cls.count or vector.base not in _ITEM_KINDS:
            return None
        return _of_pair(cls, x) if cls.count == 2 else _of_four(cls, x)


for _class in CLASSES.values():
    _register_class(_class)
