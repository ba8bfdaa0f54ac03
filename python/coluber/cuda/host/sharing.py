"""Emulated device memory shared between processes, on Linux.

An allocation becomes shared when its handle is asked for: its bytes move to a file in memory, which is mapped where they were.
Another process maps the same file. The handle says where the file is: which process has it open, by which number.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import threading
import weakref

from coluber.cuda.host import enums
from coluber.cuda.host.errors import CudaAPIError, api_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np

_FORMAT = "<8sQQQQ"
_MAGIC = b"coluber\0"
_MAP_FIXED = 0x10
_FAILED = ctypes.c_void_p(-1).value

_lock = threading.Lock()
_exported: dict[int, tuple[int, int]] = {}
_opened: dict[int, tuple[int, int]] = {}


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
    libc.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    return libc


def _map(address: int | None, size: int, flags: int, file: int) -> int:
    found = _libc().mmap(address, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, file, 0)
    if found == _FAILED:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def _pages(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE


def export(block: np.ndarray, address: int) -> bytes:
    """Return the handle of an allocation, which has its pages for itself."""
    with _lock:
        if address not in _exported:
            _exported[address] = _share(block, address)
        file, inode = _exported[address]
    return struct.pack(_FORMAT, _MAGIC, os.getpid(), file, inode, block.nbytes).ljust(enums.IPC_HANDLE_SIZE, b"\0")


def _share(block: np.ndarray, address: int) -> tuple[int, int]:
    size = _pages(block.nbytes)
    file = os.memfd_create("coluber-device-memory", os.MFD_CLOEXEC)
    try:
        os.ftruncate(file, size)
        with mmap.mmap(file, size) as view:
            view[: block.nbytes] = block.tobytes()
        _map(address, size, mmap.MAP_SHARED | _MAP_FIXED, file)
    except BaseException:
        os.close(file)
        raise
    # The root of the views is what gives the memory back; by then it has to be the process's own again.
    root = block if block.base is None else block.base
    weakref.finalize(root, _unshare, address, size, file, os.getpid()).atexit = False
    return file, os.fstat(file).st_ino


def _unshare(address: int, size: int, file: int, process: int) -> None:
    _map(address, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _MAP_FIXED, -1)
    _exported.pop(address, None)
    os.close(file)


def open_handle(handle: bytes) -> int:
    """Map the allocation of a handle, and return its address in this process."""
    try:
        magic, process, number, inode, size = struct.unpack_from(_FORMAT, handle)
    except struct.error:
        magic = b""
    if magic != _MAGIC:
        raise CudaAPIError(enums.INVALID_VALUE, "this IPC handle was not made by an emulator")
    try:
        file = os.open(f"/proc/{process}/fd/{number}", os.O_RDWR)
    except OSError as error:
        raise CudaAPIError(enums.INVALID_VALUE, f"the process {process} of this IPC handle can't be reached: {error}") from None
    try:
        if os.fstat(file).st_ino != inode:
            raise CudaAPIError(enums.INVALID_VALUE, "the memory of this IPC handle has been freed")
        address = _map(None, _pages(size), mmap.MAP_SHARED, file)
    finally:
        os.close(file)
    with _lock:
        _opened[address] = (_pages(size), size)
    return address


def close_mapping(address: int) -> None:
    """Unmap what `open_handle` mapped. Arrays in it must not be used any more."""
    with _lock:
        found = _opened.pop(address, None)
    if found is None:
        raise api_error("cuIpcCloseMemHandle", enums.INVALID_VALUE)
    _libc().munmap(address, found[0])
