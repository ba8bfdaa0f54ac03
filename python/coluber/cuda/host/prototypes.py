"""The functions of libcuda that are used: the ending of the newest name, and the types of the arguments.

Each returns a result code. A default stream that each thread has for itself is chosen by other names of the same functions.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_float, c_int, c_size_t, c_ubyte, c_uint, c_uint64, c_void_p

from coluber.cuda.host.copies import Rows
from coluber.cuda.host.enums import IPC_HANDLE_SIZE

# Called with the stream, the status and what was given with the callback.
STREAM_CALLBACK = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_size_t)
# From a block size to the bytes of dynamic shared memory.
BLOCK_TO_SHARED = ctypes.CFUNCTYPE(c_size_t, c_int)

_address = c_uint64
_handle = c_void_p
_out_int = POINTER(c_int)
_out_size = POINTER(c_size_t)
_out_address = POINTER(_address)
_out_handle = POINTER(_handle)


class IpcHandleBytes(ctypes.Structure):
    """The driver's handle of an allocation, which is passed by value."""

    _fields_ = (("reserved", c_char * IPC_HANDLE_SIZE),)


PROTOTYPES: dict[str, tuple[str, tuple[object, ...]]] = {
    "cuInit": ("", (c_uint,)),
    "cuDriverGetVersion": ("", (_out_int,)),
    "cuDeviceGetCount": ("", (_out_int,)),
    "cuDeviceGet": ("", (_out_int, c_int)),
    "cuDeviceGetName": ("", (c_char_p, c_int, c_int)),
    "cuDeviceGetUuid": ("_v2", (POINTER(c_ubyte), c_int)),
    "cuDeviceGetAttribute": ("", (_out_int, c_int, c_int)),
    "cuDeviceTotalMem": ("_v2", (_out_size, c_int)),
    "cuDeviceCanAccessPeer": ("", (_out_int, c_int, c_int)),
    "cuDevicePrimaryCtxRetain": ("", (_out_handle, c_int)),
    "cuDevicePrimaryCtxRelease": ("_v2", (c_int,)),
    "cuDevicePrimaryCtxReset": ("_v2", (c_int,)),
    "cuCtxPushCurrent": ("_v2", (_handle,)),
    "cuCtxPopCurrent": ("_v2", (_out_handle,)),
    "cuCtxGetCurrent": ("", (_out_handle,)),
    "cuCtxGetDevice": ("", (_out_int,)),
    "cuCtxSynchronize": ("", ()),
    "cuCtxEnablePeerAccess": ("", (_handle, c_uint)),
    "cuMemGetInfo": ("_v2", (_out_size, _out_size)),
    "cuMemAlloc": ("_v2", (_out_address, c_size_t)),
    "cuMemAllocManaged": ("", (_out_address, c_size_t, c_uint)),
    "cuMemFree": ("_v2", (_address,)),
    "cuMemHostAlloc": ("", (_out_handle, c_size_t, c_uint)),
    "cuMemFreeHost": ("", (c_void_p,)),
    "cuMemHostRegister": ("_v2", (c_void_p, c_size_t, c_uint)),
    "cuMemHostUnregister": ("", (c_void_p,)),
    "cuMemHostGetDevicePointer": ("_v2", (_out_address, c_void_p, c_uint)),
    "cuMemGetAddressRange": ("_v2", (_out_address, _out_size, _address)),
    "cuMemsetD8": ("_v2", (_address, c_ubyte, c_size_t)),
    "cuMemsetD8Async": ("", (_address, c_ubyte, c_size_t, _handle)),
    "cuMemcpyHtoD": ("_v2", (_address, c_void_p, c_size_t)),
    "cuMemcpyHtoDAsync": ("_v2", (_address, c_void_p, c_size_t, _handle)),
    "cuMemcpyDtoH": ("_v2", (c_void_p, _address, c_size_t)),
    "cuMemcpyDtoHAsync": ("_v2", (c_void_p, _address, c_size_t, _handle)),
    "cuMemcpyDtoD": ("_v2", (_address, _address, c_size_t)),
    "cuMemcpyDtoDAsync": ("_v2", (_address, _address, c_size_t, _handle)),
    "cuMemcpy2DUnaligned": ("_v2", (POINTER(Rows),)),
    "cuMemcpy2DAsync": ("_v2", (POINTER(Rows), _handle)),
    "cuIpcGetMemHandle": ("", (POINTER(IpcHandleBytes), _address)),
    "cuIpcOpenMemHandle": ("_v2", (_out_address, IpcHandleBytes, c_uint)),
    "cuIpcCloseMemHandle": ("", (_address,)),
    "cuStreamCreate": ("", (_out_handle, c_uint)),
    "cuStreamDestroy": ("_v2", (_handle,)),
    "cuStreamSynchronize": ("", (_handle,)),
    "cuStreamQuery": ("", (_handle,)),
    "cuStreamAddCallback": ("", (_handle, STREAM_CALLBACK, c_size_t, c_uint)),
    "cuStreamWaitEvent": ("", (_handle, _handle, c_uint)),
    "cuEventCreate": ("", (_out_handle, c_uint)),
    "cuEventDestroy": ("_v2", (_handle,)),
    "cuEventRecord": ("", (_handle, _handle)),
    "cuEventQuery": ("", (_handle,)),
    "cuEventSynchronize": ("", (_handle,)),
    "cuEventElapsedTime": ("_v2", (POINTER(c_float), _handle, _handle)),
    "cuModuleLoadDataEx": ("", (_out_handle, c_char_p, c_uint, POINTER(c_int), POINTER(c_void_p))),
    "cuModuleUnload": ("", (_handle,)),
    "cuModuleGetFunction": ("", (_out_handle, _handle, c_char_p)),
    "cuModuleGetGlobal": ("_v2", (_out_address, _out_size, _handle, c_char_p)),
    "cuLinkCreate": ("_v2", (c_uint, POINTER(c_int), POINTER(c_void_p), _out_handle)),
    "cuLinkAddData": (
        "_v2",
        (_handle, c_int, c_char_p, c_size_t, c_char_p, c_uint, POINTER(c_int), POINTER(c_void_p)),
    ),
    "cuLinkComplete": ("", (_handle, _out_handle, _out_size)),
    "cuLinkDestroy": ("", (_handle,)),
    "cuFuncGetAttribute": ("", (_out_int, c_int, _handle)),
    "cuFuncSetAttribute": ("", (_handle, c_int, c_int)),
    "cuLaunchKernel": ("", (_handle, *[c_uint] * 7, _handle, POINTER(c_void_p), POINTER(c_void_p))),
    "cuLaunchCooperativeKernel": ("", (_handle, *[c_uint] * 7, _handle, POINTER(c_void_p))),
    "cuProfilerStart": ("", ()),
    "cuProfilerStop": ("", ()),
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags": ("", (_out_int, _handle, c_int, c_size_t, c_uint)),
    "cuOccupancyMaxPotentialBlockSizeWithFlags": (
        "",
        (_out_int, _out_int, _handle, BLOCK_TO_SHARED, c_size_t, c_int, c_uint),
    ),
}

# The functions for which the default stream is another one where each thread has its own.
DEFAULT_STREAM_CALLS = frozenset(
    name for name in PROTOTYPES if name.startswith(("cuMemcpy", "cuMemset", "cuStream", "cuEventRecord", "cuLaunch"))
) - {"cuStreamCreate", "cuStreamDestroy"}
