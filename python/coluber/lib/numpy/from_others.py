"""Arrays made of other things: of an iterable, of the bytes of another array; indices of a mask."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view
from coluber.lib.kinds import dtype_type, is_array, is_complex, is_integer, is_number, literal_bool, numpy_class
from coluber.lib.numpy.broadcasting import read_only
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Elements for which there is room at first.
_ROOM = 16


@implements("numpy.fromiter")
def fromiter(iter: Any, dtype: Any, count: Any = -1, like: Any = None) -> FunctionType | None:  # noqa: A002
    """Return a vector of what an iterable gives, up to a number of items."""
    if not (count == -1 or is_integer(count)):
        return None
    number = numpy_class(dtype_type(dtype))

    def impl(iter, dtype, count=-1, like=None):  # noqa: A002
        result, found = np.empty(_ROOM if count < 0 else np.int64(count), number), 0
        if count != 0:
            for x in iter:
                if found == result.size:
                    longer = np.empty(2 * found, number)
                    longer[:found] = result
                    result = longer
                result[found] = number(x)
                found += 1
                if found == count:
                    break
        if found < count:
            raise ValueError("iterator too short: Expected ", count, " but iterator had only ", found, " items.")
        return result[:found].copy()

    return impl


@implements("numpy.frombuffer")
def frombuffer(buffer: Any, dtype: Any = float, count: Any = -1, offset: Any = 0) -> FunctionType | None:
    """Return a view of the memory of a contiguous array as a vector; of bytes a copy that can't be written to."""
    if str(types.unliteral(buffer)) == "bytes":
        return _from_bytes(dtype)
    if isinstance(buffer, types.InstanceType):
        return _from_object(buffer, _element(dtype))
    if not is_array(buffer) or buffer.layout == "A":
        return None
    if not (count == -1 or is_integer(count)) or not (offset == 0 or is_integer(offset)):
        return None
    number = _element(dtype)
    size = as_dtype(number).itemsize

    def impl(buffer, dtype=float, count=-1, offset=0):
        data = buffer.T.ravel().view(np.uint8) if buffer.flags.f_contiguous else buffer.ravel().view(np.uint8)
        if offset < 0 or offset > data.size:
            raise ValueError(f"offset must be non-negative and no greater than buffer length ({data.size})")
        rest = data.size - offset
        if count < 0 and rest % size != 0:
            raise ValueError("buffer size must be a multiple of element size")
        if count >= 0 and count * size > rest:
            raise ValueError("buffer is smaller than requested size")
        length = rest if count < 0 else count * size
        return data[offset : offset + length].view(number)

    return impl


def _from_object(buffer: Any, number: Any) -> FunctionType | None:
    """Return the function for a bytearray, a memoryview or an ``array.array``."""
    from coluber.lib.python.memory_views import View
    from coluber.lib.python.packed import Packed

    def of_view(buffer, dtype=float, count=-1, offset=0):
        return np.frombuffer(buffer.of, number, count, offset)

    def of_packed(buffer, dtype=float, count=-1, offset=0):
        return np.frombuffer(memoryview(buffer).of, number, count, offset)

    is_view, is_packed = (issubclass(buffer.instance_class, cls) for cls in (View, Packed))
    return of_view if is_view else of_packed if is_packed else None


def _element(dtype: Any) -> Type:
    """Return the type of the elements: numbers, texts or records; floats where nothing is said."""
    return types.float64 if dtype is float else dtype_type(dtype)


def _from_bytes(dtype: Any) -> FunctionType:
    number = _element(dtype)
    protect = read_only(number, 1, number == types.uint8, "C")

    def impl(buffer, dtype=float, count=-1, offset=0):
        data = np.empty(len(buffer), np.uint8)
        for k in range(data.size):
            data[k] = buffer[k]
        return protect(np.frombuffer(data, number, count, offset))

    return impl


def _field_of(a: Any, dtype: Any, offset: Any) -> FunctionType | None:
    """Return ``(a, offset)``: a view of bytes of each element as numbers of another dtype."""
    if not is_array(a) or not is_number(a.dtype) or not (offset == 0 or is_integer(offset)):
        return None
    number, whole = numpy_class(dtype_type(dtype)), np.dtype(numpy_class(a.dtype)).itemsize
    size = np.dtype(number).itemsize
    if size > whole:
        raise errors.NumbaValueError("new type is larger than original type")

    def field(a, offset):
        if offset < 0:
            raise ValueError("offset is negative")
        if offset + size > whole:
            raise ValueError("new type plus offset is larger than original type")
        return (
            strided_view(a, (*a.shape, 1), (*a.strides, whole)).view(np.uint8)[..., offset : offset + size].view(number)[..., 0]
        )

    return field


@implements("method:getfield")
def getfield(a: Any, dtype: Any, offset: Any = 0) -> FunctionType | None:
    """Return a view of bytes of each element as numbers of another dtype."""
    field = _field_of(a, dtype, offset)
    return field and (lambda a, dtype, offset=0: field(a, offset))


@implements("method:setfield")
def setfield(a: Any, val: Any, dtype: Any, offset: Any = 0) -> FunctionType | None:
    """Set bytes of each element to those of numbers of another dtype."""
    field = _field_of(a, dtype, offset)

    def impl(a, val, dtype, offset=0):
        field(a, offset)[...] = val

    return field and impl


@implements("method:byteswap")
def byteswap(a: Any, inplace: Any = False) -> FunctionType | None:
    """Return a copy with the bytes of each element in reverse order."""
    if not is_array(a) or not is_number(a.dtype):
        return None
    is_inplace = literal_bool(inplace, "inplace")
    number, size = numpy_class(a.dtype), np.dtype(a.dtype.name).itemsize
    part = size // 2 if is_complex(a.dtype) else size

    def swapped(a):
        data = a.copy().ravel().view(np.uint8)
        for low in range(0, data.size, part):
            for k in range(part // 2):
                data[low + k], data[low + part - 1 - k] = data[low + part - 1 - k], data[low + k]
        return data.view(number).reshape(a.shape)

    is_reversed = a.layout == "F" and a.ndim > 1

    def impl(a, inplace=False):
        return swapped(a.T).T if is_reversed else swapped(a)

    def impl_inplace(a, inplace=False):
        a[...] = impl(a)
        return a

    return impl_inplace if is_inplace else impl


@implements("numpy.mask_indices")
def mask_indices(n: Any, mask_func: Any, k: Any = 0) -> FunctionType | None:
    """Return the indices of the elements of a square array that a function such as ``numpy.triu`` leaves."""
    if not is_integer(n) or not (k == 0 or is_number(k)):
        return None

    def impl(n, mask_func, k=0):
        return np.nonzero(mask_func(np.ones((n, n), np.int64), k) != 0)

    return impl
