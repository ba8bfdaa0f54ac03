"""How ``bytearray``, ``memoryview`` and ``array.array`` become the objects that stand for them in compiled code, and back.

A bytearray or an array keeps its items in NumPy memory that may have more room than they need. An argument is copied, and
written back when compiled code has changed it; a memoryview is a view of the same memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from coluber import _native
from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integral, is_none
from coluber.lib.python.byte_arrays import ByteArray, data_of, of_bytes
from coluber.lib.python.memory_views import MemoryView, ReadOnlyView
from coluber.lib.python.typed_arrays import TypedArray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_CODES = "?bBhHiIlLqQfd"


def counterpart_of(value: Any) -> Any:
    """Return what an object is in compiled code."""
    if isinstance(value, bytearray):
        return ByteArray(np.frombuffer(bytes(value), np.uint8).copy(), len(value))
    if isinstance(value, memoryview):
        code = value.format.removeprefix("@")
        if code not in (*_CODES, "Zf", "Zd"):
            raise TypeError(f"a memoryview of format {value.format!r} has no type in compiled code")
        return (ReadOnlyView if value.readonly else MemoryView)(np.asarray(value), code)
    if value.typecode not in _CODES:
        raise TypeError(f"an array of type code {value.typecode!r} has no type in compiled code: use a string")
    return TypedArray(np.array(value, np.dtype(value.typecode)), len(value), value.typecode)


def write_back(value: Any, counterpart: Any) -> None:
    """Give an object the items of its counterpart."""
    items = counterpart.memory[: counterpart.length]
    if isinstance(value, bytearray):
        value[:] = items.tobytes()
    else:
        value[:] = type(value)(value.typecode, items.tobytes())


def original_of(counterpart: Any) -> Any:
    """Return the object that a counterpart stands for."""
    if isinstance(counterpart, ByteArray):
        return bytearray(counterpart._items().tobytes())
    if isinstance(counterpart, TypedArray):
        from array import array

        return array(counterpart.typecode, counterpart._items().tobytes())
    view = memoryview(counterpart.of)
    if view.format != counterpart.format and view.c_contiguous and view.ndim == 1:
        view = view.cast("B").cast(counterpart.format)
    return view.toreadonly() if isinstance(counterpart, ReadOnlyView) else view


def _register() -> None:
    from array import array

    pairs = (bytearray, ByteArray), (memoryview, MemoryView), (memoryview, ReadOnlyView), (array, TypedArray)
    for original, counterpart in pairs:
        _native.register_counterpart(original, counterpart, __name__)


_register()


# ---------------------------------------------------------------------------------------------------- making them


@implements("builtins.bytearray")
def bytearray_(source: Any = None, encoding: Any = None, errors: Any = None) -> FunctionType | None:
    """Make a bytearray of what makes bytes."""

    def impl_empty():
        return ByteArray(np.empty(0, np.uint8), 0)

    def impl_zeros(source):
        if source < 0:
            raise ValueError("negative count")
        return ByteArray(np.zeros(source, np.uint8), source)

    def impl_text(source, encoding, errors="strict"):
        return of_bytes(data_of(source.encode(encoding, errors)))

    def impl(source):
        return of_bytes(data_of(source))

    if source is None:
        return impl_empty
    if encoding is not None:
        return impl_text
    if isinstance(types.unliteral(source), types.UnicodeType):
        raise TypingError("string argument without an encoding")
    if isinstance(types.unliteral(source), (types.Float, types.Complex)):
        raise TypingError(f"cannot convert a value of type {source} to bytearray")
    return impl_zeros if is_integral(source) else impl


@implements("builtins.memoryview")
def memoryview_(obj: Any) -> FunctionType | None:
    """Make a view of memory."""

    def impl_bytes(obj):
        return ReadOnlyView(np.frombuffer(obj, np.uint8), "B")

    def impl_packed(obj):
        obj.length = obj.length + 0
        return MemoryView(obj._items(), "B")

    def impl_typed(obj):
        obj.length = obj.length + 0
        return MemoryView(obj._items(), obj.typecode)

    def impl_view(obj):
        return obj

    if str(obj) == "bytes":
        return impl_bytes
    if is_array(obj):
        return _of_array(obj)
    cls = getattr(obj, "instance_class", None)
    return {ByteArray: impl_packed, TypedArray: impl_typed, MemoryView: impl_view, ReadOnlyView: impl_view}.get(cls)


def _of_array(ty: Any) -> FunctionType | None:
    view = MemoryView if ty.mutable else ReadOnlyView
    code = np.dtype(str(ty.dtype)).char

    def impl(obj):
        return view(obj, code)

    return impl if code in _CODES and ty.ndim > 0 else None


@implements("array.array")
def array_(typecode: Any, initializer: Any = None) -> FunctionType | None:
    """Make an array of items of one type."""
    code = getattr(typecode, "literal_value", None)
    if code is None or code not in _CODES[1:]:
        return None
    dtype = np.dtype(code).type

    def impl_empty(typecode):
        return TypedArray(np.empty(0, dtype), 0, typecode)

    def impl_bytes(typecode, initializer):
        made = TypedArray(np.empty(0, dtype), 0, typecode)
        made.frombytes(initializer)
        return made

    def impl(typecode, initializer):
        made = TypedArray(np.empty(0, dtype), 0, typecode)
        made.extend(initializer)
        return made

    if initializer is None or is_none(initializer):
        return impl_empty
    if str(initializer) == "bytes" or getattr(initializer, "instance_class", None) is ByteArray:
        return impl_bytes
    return impl
