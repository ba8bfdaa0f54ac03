"""Arrays and records in device memory.

An array's shape, strides and address are those of a NumPy array that lies at the device's address, so that NumPy works out
views. On a GPU nothing reads that array's elements.
"""

from __future__ import annotations

import math

import numpy as np

from coluber import _native
from coluber.cuda.host import backend
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.layout import (
    as_shape,
    check_array_compatibility,
    memory_size,
    reshaped,
    select,
    sentry_contiguous,
)
from coluber.cuda.host.memory import MemoryPointer, is_device_memory
from coluber.cuda.host.streams import handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator
    from typing import Any


class DeviceNDArrayBase:
    """What arrays that a device sees have in common.

    ``_array`` is the NumPy array at the device's address, ``_owner`` what keeps the memory, ``stream`` the default stream of
    operations.
    """

    __slots__ = ()

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    # ----------------------------------------------------------------------------------------------------- attributes

    @property
    def _view(self) -> np.ndarray | None:
        """The memory as a NumPy array; None on a GPU."""
        return self._array if backend.current().emulated else None

    @property
    def address(self) -> int:
        """The address of the first element."""
        return self._array.__array_interface__["data"][0] if self._array.size else 0

    @property
    def gpu_data(self) -> MemoryPointer:
        """The memory, as a pointer that keeps it alive."""
        array, owner = self._array, self._owner
        if not array.size:
            return MemoryPointer(current_context(), 0, 0)
        low, high = np.lib.array_utils.byte_bounds(array)
        if isinstance(owner, MemoryPointer):
            if owner.address == low and owner.size == high - low:
                return owner
            return owner.view(low - owner.address, high - owner.address)
        return MemoryPointer(current_context(), low, high - low, owner=owner)

    @property
    def alloc_size(self) -> int:
        """The bytes from the first element's start to the last one's end."""
        if not self._array.size:
            return 0
        low, high = np.lib.array_utils.byte_bounds(self._array)
        return high - low

    @property
    def device_ctypes_pointer(self) -> ctypes.c_void_p:
        """The address, for ctypes."""
        from ctypes import c_void_p

        return c_void_p(self.address)

    def as_cuda_arg(self) -> MemoryPointer:
        """Return what a kernel is given."""
        return self.gpu_data

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return _interface(self)

    def __dlpack_device__(self) -> tuple[int, int]:
        from coluber.cuda.host.dlpack import device_of

        return device_of(self)

    def __dlpack__(self, **options: Any) -> Any:
        from coluber.cuda.host.dlpack import export

        return export(self, **options)

    @property
    def _numba_type_(self) -> Any:
        """The type that a kernel sees."""
        from coluber.core.types import Array
        from coluber.np.numpy_support import from_dtype

        flags, array = self._array.flags, self._array
        broadcast = array.size and 0 in array.strides
        layout = "A" if broadcast else "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return Array(from_dtype(array.dtype), array.ndim, layout)

    def is_c_contiguous(self) -> bool:
        """Whether the elements lie in C's order without gaps."""
        return self._array.flags.c_contiguous

    def is_f_contiguous(self) -> bool:
        """Whether the elements lie in Fortran's order without gaps."""
        return self._array.flags.f_contiguous

    # ------------------------------------------------------------------------------------------------------ transfers

    def _stream_or_own(self, stream: Any) -> Any:
        return stream or self.stream

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copy an array's elements into this one.

        Parameters
        ----------
        ary : array
            A host array or a device array of the same type and shape.
        stream : Stream, optional
            The copy is done in this stream; the call need not wait for it.
        """
        target = self._array
        source, from_device = _elements(ary)
        if source.size == 0 and target.size == 0:
            return
        sentry_contiguous(target)
        if from_device:
            sentry_contiguous(source)
            check_array_compatibility(target, source)
        else:
            check_array_compatibility(target, source, strides=False)
        if target.shape != source.shape:
            target, source = target.squeeze(), source.squeeze()
        backend.current().assign(target, source, True, from_device, handle_of(self._stream_or_own(stream)))

    def copy_to_host(self, ary: np.ndarray | None = None, stream: Any = 0) -> np.ndarray:
        """Copy the elements to the host.

        Parameters
        ----------
        ary : ndarray, optional
            Where to; its type, shape and strides have to be the same.
        stream : Stream, optional
            The copy is done in this stream; the call need not wait for it.

        Returns
        -------
        ndarray
            `ary`, or a new array.
        """
        source = self._array
        if ary is None:
            ary = np.empty_like(source, order="K", subok=False)
        else:
            check_array_compatibility(source, ary)
        if source.size:
            target = ary
            if target.shape != source.shape:
                target, source = target.squeeze(), source.squeeze()
            backend.current().assign(target, source, False, True, handle_of(self._stream_or_own(stream)))
        return ary

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("a device array becomes a host array by copying alone")
        host = self.copy_to_host()
        return host if dtype is None else host.astype(dtype, copy=False)

    # ---------------------------------------------------------------------------------------------------------- views

    def _derive(self, array: np.ndarray, stream: Any = 0) -> DeviceNDArray:
        return DeviceNDArray._of(array, self._owner, stream or self.stream)

    def bind(self, stream: Any = 0) -> DeviceNDArray:
        """Return the same array with another default stream."""
        return DeviceNDArray._of(self._array, self._owner, stream)

    def reshape(self, *newshape: Any, order: str = "C") -> DeviceNDArray:
        """Return a view with another shape.

        Raises
        ------
        NotImplementedError
            It would take a copy.
        """
        shape = newshape[0] if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)) else newshape
        return self._derive(reshaped(self._array, shape, order))

    def ravel(self, order: str = "C", stream: Any = 0) -> DeviceNDArray:
        """Return a view with one dimension; raises NotImplementedError where it would take a copy."""
        if order not in ("C", "F", "A"):
            raise ValueError(f"order not C|F|A: {order!r}")
        if order == "A":
            order = "F" if self._array.flags.fnc else "C"
        return self._derive(reshaped(self._array, (-1,), order), stream)

    def squeeze(self, axis: Any = None, stream: Any = 0) -> DeviceNDArray:
        """Return a view without axes of length one."""
        return self._derive(self._array.squeeze(axis), stream)

    def view(self, dtype: Any) -> DeviceNDArray:
        """Return the same memory with another type of elements."""
        return self._derive(self._array.view(np.dtype(dtype)))

    @property
    def T(self) -> DeviceNDArray:  # noqa: N802
        """A copy with reversed axes."""
        return self.transpose()

    def transpose(self, axes: Any = None) -> DeviceNDArray:
        """Return a copy on the device with permuted axes."""
        if axes is not None:
            axes = tuple(axes)
            if axes == tuple(range(self._array.ndim)):
                return self
            if sorted(axes) != list(range(self._array.ndim)):
                raise ValueError(f"invalid axes list {axes!r}")
        source = self._array.transpose(axes)
        result = allocate(source.shape, source.dtype, None, "C", self.stream)
        if source.size:
            backend.current().assign(result._array, source, True, True, handle_of(self.stream))
        return result

    def split(self, section: int, stream: Any = 0) -> Iterator[DeviceNDArray]:
        """Give parts of `section` elements; the last one may be shorter."""
        if self._array.ndim != 1:
            raise ValueError("only support 1d array")
        if self._array.strides[0] != self._array.itemsize:
            raise ValueError("only support unit stride")
        for start in range(0, self._array.size, section):
            yield self._derive(self._array[start : start + section], stream)

    def get_ipc_handle(self) -> Any:
        """Return a handle by which another process can use the array; it can be pickled."""
        from coluber.cuda.host.ipc import IpcArrayHandle

        handle = current_context().get_ipc_handle(self.gpu_data)
        return IpcArrayHandle(handle, {"shape": self._array.shape, "strides": self._array.strides, "dtype": self._array.dtype})


class DeviceNDArray(DeviceNDArrayBase):
    """An array in device memory.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    strides : int or tuple of int
        The strides in bytes.
    dtype : dtype
        The type of the elements.
    stream : Stream, optional
        The default stream of operations.
    gpu_data : MemoryPointer, optional
        The memory; new memory by default.
    """

    __slots__ = ("__weakref__", "_array", "_owner", "stream")

    def __init__(self, shape: Any, strides: Any, dtype: Any, stream: Any = 0, gpu_data: Any = None) -> None:
        shape = as_shape(shape)
        strides = (strides,) if isinstance(strides, int) else None if strides is None else tuple(strides)
        if strides is not None and len(strides) != len(shape):
            raise ValueError("strides not match ndim: the numbers of strides and dimensions differ")
        dtype = np.dtype(dtype)
        if gpu_data is None:
            made = allocate(shape, dtype, strides, "C", stream)
            self._array, self._owner = made._array, made._owner
        else:
            self._array, self._owner = array_at(gpu_data, shape, dtype, strides), gpu_data
        self.stream = stream

    @classmethod
    def _of(cls, array: np.ndarray, owner: Any, stream: Any) -> DeviceNDArray:
        self = object.__new__(cls)
        self._array = array
        self._owner = owner
        self.stream = stream
        return self

    def __copy__(self) -> DeviceNDArray:
        return self._of(self._array, self._owner, self.stream)

    def __deepcopy__(self, memo: dict[int, Any]) -> DeviceNDArray:
        clone = allocate(self._array.shape, self._array.dtype, None, "F" if self._array.flags.fnc else "C", self.stream)
        if self._array.size:
            backend.current().assign(clone._array, self._array, True, True, handle_of(self.stream))
        return self._of(clone._array, clone._owner, self.stream)

    def __reduce_ex__(self, protocol: int) -> Any:
        raise TypeError("device arrays can't be pickled; get_ipc_handle() and copy_to_host() return what can")

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions."""
        return self._array.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one element to the next, in each dimension."""
        return self._array.strides

    @property
    def dtype(self) -> np.dtype:
        """The type of the elements."""
        return self._array.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._array.size

    @property
    def itemsize(self) -> int:
        """The bytes of an element."""
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self._array.nbytes

    @property
    def flags(self) -> dict[str, bool]:
        """Whether the elements lie in C's and in Fortran's order without gaps."""
        flags = self._array.flags
        return {"C_CONTIGUOUS": flags.c_contiguous, "F_CONTIGUOUS": flags.f_contiguous}

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self)):
            yield self[index]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} shape={self.shape} dtype={self.dtype} at {self.address:#x}>"

    def __getitem__(self, item: Any) -> Any:
        return self.getitem(item)

    def getitem(self, item: Any, stream: Any = 0) -> Any:
        """Return an element, copied to the host, or a view."""
        found, is_element = select(self._array, item)
        if not is_element:
            return self._derive(found, stream)
        stream = self._stream_or_own(stream)
        if found.dtype.names is not None:
            return DeviceRecord._of(found, self._owner, stream)
        host = np.empty((), found.dtype)
        driver = backend.current()
        driver.assign(host, found, False, True, handle_of(stream))
        if stream and not driver.emulated:
            driver.stream_synchronize(handle_of(stream))
        return host[()]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.setitem(key, value)

    def setitem(self, key: Any, value: Any, stream: Any = 0) -> None:
        """Assign to an element or to a view."""
        target, _ = select(self._array, key)
        if target.dtype.names is not None and not hasattr(value, "dtype"):
            value = np.array(value, target.dtype)
        source, from_device = _elements(value)
        if source.ndim > target.ndim:
            raise ValueError(f"an array with {source.ndim} axes does not fit into one with {target.ndim}")
        for back, length in enumerate(reversed(source.shape), start=1):
            if length not in (1, target.shape[-back]):
                raise ValueError(f"{length} items do not fit into axis {target.ndim - back}, which has {target.shape[-back]}")
        if not target.size:
            return
        stream = self._stream_or_own(stream)
        driver = backend.current()
        if not driver.emulated:
            source, from_device = _ready_to_assign(source, target, from_device, stream)
        driver.assign(target, source, True, from_device, handle_of(stream))


class DeviceRecord(DeviceNDArray):
    """A record in device memory; a field is an item.

    Parameters
    ----------
    dtype : dtype
        The record's type.
    stream : Stream, optional
        The default stream of operations.
    gpu_data : MemoryPointer, optional
        The memory; new memory by default.
    """

    __slots__ = ()

    def __init__(self, dtype: Any, stream: Any = 0, gpu_data: Any = None) -> None:
        super().__init__((), (), dtype, stream, gpu_data)

    @property
    def _view(self) -> Any:
        """The memory as a record of NumPy's; None on a GPU."""
        return self._array[()] if backend.current().emulated else None

    @property
    def _numba_type_(self) -> Any:
        """The type that a kernel sees."""
        from coluber.np.numpy_support import from_dtype

        return from_dtype(self._array.dtype)

    def copy_to_host(self, ary: Any = None, stream: Any = 0) -> Any:
        """Copy the record to the host, into an array of one record where it is given."""
        if isinstance(ary, np.void):
            super().copy_to_host(np.asarray(ary), stream)
            return ary
        return super().copy_to_host(ary, stream)


_native.register_device_classes(DeviceNDArray, DeviceRecord)


class _HostArray(DeviceNDArrayBase, np.ndarray):
    """A host array that the device sees, too."""

    _owner: Any = None
    stream: Any = 0

    # NumPy's methods come first where both have one.
    reshape = np.ndarray.reshape
    ravel = np.ndarray.ravel
    squeeze = np.ndarray.squeeze
    view = np.ndarray.view
    transpose = np.ndarray.transpose
    T = np.ndarray.T
    __array__ = np.ndarray.__array__
    __dlpack__ = np.ndarray.__dlpack__
    __dlpack_device__ = np.ndarray.__dlpack_device__

    def __array_finalize__(self, parent: Any) -> None:
        owner = getattr(parent, "_owner", None)
        # The result of a calculation is an array of this class, too, but lies elsewhere.
        if owner is not None and 0 <= self.__array_interface__["data"][0] - owner.host_address < max(1, owner.size):
            self._owner, self.stream = owner, parent.stream

    def device_setup(self, gpu_data: Any, stream: Any = 0) -> None:
        """Say what memory it lies in."""
        self._owner, self.stream = gpu_data, stream

    @property
    def __cuda_memory__(self) -> bool:
        return self._owner is not None

    __cuda_ndarray__ = __cuda_memory__

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._owner is None:
            raise AttributeError("this array is the result of a calculation on the host, which the device does not see")
        return _interface(self)

    @property
    def _array(self) -> np.ndarray:
        """The array at the device's address."""
        owner = self._owner
        here = np.ndarray.view(self, np.ndarray)
        if owner is None or owner.host_address == owner.address:
            return here
        offset = here.__array_interface__["data"][0] - owner.host_address
        return np.ndarray(self.shape, self.dtype, _buffer(owner, owner.address, owner.size), offset, self.strides)


class MappedNDArray(_HostArray):
    """A host array in memory that is mapped to the device."""


class ManagedNDArray(_HostArray):
    """A host array in managed memory."""


def _interface(of: DeviceNDArrayBase) -> dict[str, Any]:
    """Return the description of an array by the CUDA array interface."""
    array = of._array
    return {
        "shape": array.shape,
        "strides": None if array.flags.c_contiguous else array.strides,
        "data": (of.address, False),
        "typestr": array.dtype.str,
        "descr": array.dtype.descr,
        "stream": int(of.stream) if of.stream else None,
        "version": 3,
    }


# ------------------------------------------------------------------------------------------------------------- making


def allocate(shape: tuple[int, ...], dtype: np.dtype, strides: Any, order: str, stream: Any) -> DeviceNDArray:
    """Return a new array; its elements have no particular values."""
    if dtype.hasobject:
        raise TypeError(f"device memory can't hold Python objects (dtype {dtype})")
    size = math.prod(shape) * dtype.itemsize if strides is None else memory_size(shape, strides, dtype.itemsize)
    context = current_context()
    if size <= 0:
        array = np.empty(shape, dtype, order)
        return DeviceNDArray._of(array, MemoryPointer(context, 0, 0), stream)
    pointer = context.memory_manager.memalloc(size)
    array = np.ndarray(shape, dtype, _buffer(pointer, pointer.address, size), 0, strides, order)
    return DeviceNDArray._of(array, pointer, stream)


def _buffer(pointer: Any, address: int, size: int) -> Any:
    """Return what arrays lie in at an address; it keeps the memory, also where it outlives the device array."""
    buffer = backend.current().buffer(address, size)
    if not isinstance(buffer, np.ndarray):
        buffer.pointer = pointer
    return buffer


def array_at(pointer: Any, shape: tuple[int, ...], dtype: np.dtype, strides: Any) -> np.ndarray:
    """Return the array at a pointer."""
    if 0 in shape or not pointer.address:
        return np.empty(shape, dtype)
    size = max(pointer.size, memory_size(shape, strides, dtype.itemsize))
    negative = sum((length - 1) * -stride for length, stride in zip(shape, strides or (), strict=False) if stride < 0)
    buffer = _buffer(pointer, pointer.address - negative, size)
    return np.ndarray(shape, dtype, buffer, negative, strides)


def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceNDArray:
    """Return a device array with the shape, strides and type of an array."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream=stream, gpu_data=gpu_data)


def from_record_like(rec: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceRecord:
    """Return a device record with the type of a record."""
    return DeviceRecord(rec.dtype, stream=stream, gpu_data=gpu_data)


def _elements(value: Any) -> tuple[np.ndarray, bool]:
    """Return the elements to copy from, and whether they are in device memory."""
    if is_device_memory(value):
        return value._array, True
    if not isinstance(value, np.ndarray) and hasattr(value, "__cuda_array_interface__"):
        from coluber.cuda.host.interop import as_cuda_array

        return as_cuda_array(value)._array, True
    return np.asanyarray(value), False


def _ready_to_assign(source: np.ndarray, target: np.ndarray, from_device: bool, stream: Any) -> tuple[np.ndarray, bool]:
    """Return the source of an assignment with the target's type and shape, as plain copies need it."""
    if source.dtype == target.dtype and from_device:
        return np.broadcast_to(source, target.shape), True
    if from_device:
        source = DeviceNDArray._of(source, None, stream).copy_to_host(stream=stream)
        backend.current().stream_synchronize(handle_of(stream))
    return np.broadcast_to(source, target.shape).astype(target.dtype, order="C", casting="unsafe"), False


# ------------------------------------------------------------------------------------------------------------- asking


def is_cuda_ndarray(obj: Any) -> bool:
    """Whether an object is an array that a device sees."""
    return bool(getattr(obj, "__cuda_ndarray__", False))


def require_cuda_ndarray(obj: Any) -> None:
    """Raise ValueError unless an object is an array that a device sees."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def verify_cuda_ndarray_interface(obj: Any) -> None:
    """Raise an exception unless an object has what arrays on a device have."""
    require_cuda_ndarray(obj)
    for name, kind in (("shape", tuple), ("strides", tuple), ("dtype", np.dtype), ("size", int)):
        if not isinstance(getattr(obj, name), kind):
            raise AttributeError(f"{name} must be of type {kind}")
