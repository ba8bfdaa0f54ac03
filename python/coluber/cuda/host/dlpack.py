"""Device arrays for other libraries, and theirs here, by DLPack."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

import numpy as np

from coluber.cuda.host import backend
from coluber.cuda.host.arrays import DeviceNDArray
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.layout import memory_size
from coluber.cuda.host.memory import MemoryPointer
from coluber.cuda.host.streams import handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CPU = 1
CUDA = 2

_PLAIN = b"dltensor"
_VERSIONED = b"dltensor_versioned"
_USED = {_PLAIN: b"used_dltensor", _VERSIONED: b"used_dltensor_versioned"}

_KINDS = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_KIND_NAMES = {code: kind for kind, code in _KINDS.items()}
_IS_COPIED = 2

_DELETER = ctypes.CFUNCTYPE(None, c_void_p)


class _Device(ctypes.Structure):
    _fields_ = (("kind", c_int32), ("number", c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", c_void_p),
        ("device", _Device),
        ("ndim", c_int32),
        ("dtype", _DataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", c_void_p), ("deleter", _DELETER))


class _Versioned(ctypes.Structure):
    _fields_ = (
        ("major", c_uint32),
        ("minor", c_uint32),
        ("context", c_void_p),
        ("deleter", _DELETER),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    )


def device_of(array: Any) -> tuple[int, int]:
    """Return the kind and the number of the device that an array is on."""
    if backend.current().emulated:
        return CPU, 0
    return CUDA, array.gpu_data.context.device.id


def export(
    array: Any,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """Return the capsule for another library.

    Parameters
    ----------
    array : DeviceNDArray
        The array.
    stream : int, optional
        The stream that the other library will use; -1 for no synchronization.
    max_version : tuple of int, optional
        The newest version of DLPack that it knows.
    dl_device : tuple of int, optional
        The device that it wants the array on; any but the array's own is refused.
    copy : bool, optional
        Whether it needs a copy.
    """
    driver = backend.current()
    if driver.emulated:
        return array._array.__dlpack__(max_version=max_version, dl_device=dl_device, copy=copy)
    if dl_device is not None and tuple(dl_device) != device_of(array):
        raise BufferError(f"the array is on the device {device_of(array)}; copy_to_host() brings it to the host")
    if copy:
        clone = DeviceNDArray(array.shape, None, array.dtype)
        driver.assign(clone._array, array._array, True, True, handle_of(array.stream))
        array = clone
    if stream != -1:
        _let_wait(driver, stream, array)
    return _capsule(array, versioned=max_version is not None and max_version[0] >= 1, copied=bool(copy))


def _let_wait(driver: Any, stream: Any, array: Any) -> None:
    """Make the other library's stream wait for the work on the array."""
    event = driver.event_create(False)
    driver.event_record(event, handle_of(array.stream))
    # 1 is the legacy default stream and 2 the one of each thread, as the driver has them.
    driver.stream_wait_event(int(stream) if stream else 1, event)
    driver.event_destroy(event)


# What exported capsules refer to, by the address of the structure.
_exported: dict[int, tuple[Any, ...]] = {}


@_DELETER
def _delete(address: int) -> None:
    _exported.pop(address, None)


_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = (c_void_p, c_char_p, c_void_p)
_api.PyCapsule_SetName.argtypes = (ctypes.py_object, c_char_p)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, c_void_p, c_char_p)(("PyCapsule_IsValid", _api))
_get_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", _api))


@ctypes.PYFUNCTYPE(None, c_void_p)
def _drop_capsule(capsule: int) -> None:
    """Delete what a capsule refers to, if no one has taken it."""
    for name in (_PLAIN, _VERSIONED):
        if _is_valid(capsule, name):
            _exported.pop(_get_pointer(capsule, name), None)


def _capsule(array: Any, versioned: bool, copied: bool) -> Any:
    dtype = array.dtype
    if dtype.kind not in _KINDS or not dtype.isnative:
        raise BufferError(f"DLPack has no arrays of {dtype}")
    shape = (c_int64 * max(1, array.ndim))(*array.shape)
    strides = (c_int64 * max(1, array.ndim))(*(stride // dtype.itemsize for stride in array.strides))
    managed = _Versioned(major=1, minor=0, flags=_IS_COPIED * copied) if versioned else _Managed()
    managed.deleter = _delete
    managed.tensor = _Tensor(
        data=array.address,
        device=_Device(*device_of(array)),
        ndim=array.ndim,
        dtype=_DataType(_KINDS[dtype.kind], dtype.itemsize * 8, 1),
        shape=ctypes.cast(shape, POINTER(c_int64)),
        strides=ctypes.cast(strides, POINTER(c_int64)),
    )
    address = ctypes.addressof(managed)
    _exported[address] = (managed, shape, strides, array)
    return _api.PyCapsule_New(address, _VERSIONED if versioned else _PLAIN, ctypes.cast(_drop_capsule, c_void_p))


class _Imported:
    """Memory of another library, which is told when it is given up."""

    def __init__(self, managed: Any) -> None:
        self.managed = managed

    def __del__(self) -> None:
        if self.managed.deleter:
            self.managed.deleter(ctypes.addressof(self.managed))


def from_dlpack(obj: Any, stream: Any = 0) -> DeviceNDArray:
    """Return a device array for an object with DLPack, without a copy."""
    if backend.current().emulated:
        array = np.from_dlpack(obj)
        return DeviceNDArray._of(array, obj, stream)
    try:
        capsule = obj.__dlpack__(stream=handle_of(stream) or 1, max_version=(1, 0))
    except TypeError:
        capsule = obj.__dlpack__(stream=handle_of(stream) or 1)
    name = _VERSIONED if _is_valid(id(capsule), _VERSIONED) else _PLAIN
    kind = _Versioned if name == _VERSIONED else _Managed
    managed = kind.from_address(_get_pointer(id(capsule), name))
    # The name says that the memory is taken over; it has to outlive the capsule.
    _api.PyCapsule_SetName(capsule, _USED[name])
    return _wrap(managed, stream)


def _wrap(managed: Any, stream: Any) -> DeviceNDArray:
    owner = _Imported(managed)
    tensor = managed.tensor
    if tensor.device.kind not in (CUDA, 3, 13):
        raise BufferError(f"the array of the other library is not on a CUDA device (DLPack's kind {tensor.device.kind})")
    if tensor.dtype.lanes != 1 or tensor.dtype.code not in _KIND_NAMES:
        raise BufferError(f"arrays of DLPack's type {tensor.dtype.code} with {tensor.dtype.lanes} lanes are not supported")
    dtype = np.dtype(f"{_KIND_NAMES[tensor.dtype.code]}{tensor.dtype.bits // 8}")
    shape = tuple(tensor.shape[: tensor.ndim])
    strides = tuple(stride * dtype.itemsize for stride in tensor.strides[: tensor.ndim]) if tensor.strides else None
    address = (tensor.data or 0) + tensor.byte_offset
    pointer = MemoryPointer(current_context(), address, memory_size(shape, strides, dtype.itemsize), owner=owner)
    return DeviceNDArray(shape, strides, dtype, stream=stream, gpu_data=pointer)
