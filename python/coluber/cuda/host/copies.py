"""Copies between arrays of any strides, made of the driver's copies of rows."""

from __future__ import annotations

import ctypes
from ctypes import c_int, c_size_t, c_uint64, c_void_p

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.cuda.host.driver import Driver

_HOST = 1
_DEVICE = 2

# The longest distance between rows that every device takes.
_MAX_PITCH = 2**31 - 1


class Rows(ctypes.Structure):
    """The driver's description of a copy of rows."""

    _fields_ = (
        ("source_x", c_size_t),
        ("source_y", c_size_t),
        ("source_kind", c_int),
        ("source_host", c_void_p),
        ("source_device", c_uint64),
        ("source_array", c_void_p),
        ("source_pitch", c_size_t),
        ("target_x", c_size_t),
        ("target_y", c_size_t),
        ("target_kind", c_int),
        ("target_host", c_void_p),
        ("target_device", c_uint64),
        ("target_array", c_void_p),
        ("target_pitch", c_size_t),
        ("width", c_size_t),
        ("height", c_size_t),
    )


def assign(driver: Driver, target: np.ndarray, source: np.ndarray, to_device: bool, from_device: bool, stream: int) -> None:
    """Copy the elements of `source` to `target`; their types and shapes are equal.

    A host array that is copied from may be rearranged first; everything else is copied where it lies.
    """
    if not target.size:
        return
    if not from_device and not _alike(target, source):
        source = _arranged_like(source, target)
    copier = _Copier(driver, to_device, from_device, stream)
    axes = [
        (length, to, start)
        for length, to, start in zip(target.shape, target.strides, source.strides, strict=True)
        if length != 1
    ]
    to_address, from_address = _address(target), _address(source)
    for index, (length, to, start) in enumerate(axes):
        if to < 0:
            to_address += (length - 1) * to
            from_address += (length - 1) * start
            axes[index] = (length, -to, -start)
    axes.sort(key=lambda axis: axis[1], reverse=True)
    copier.copy(to_address, from_address, axes, target.itemsize)


def _alike(target: np.ndarray, source: np.ndarray) -> bool:
    return target.strides == source.strides


def _arranged_like(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return a copy of a host array whose elements follow each other as another array's do."""
    order = sorted(range(target.ndim), key=lambda axis: abs(target.strides[axis]), reverse=True)
    return np.ascontiguousarray(source.transpose(order)).transpose(np.argsort(order)) if order else source


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


class _Copier:
    """Copies of bytes in one direction and one stream."""

    def __init__(self, driver: Driver, to_device: bool, from_device: bool, stream: int) -> None:
        self.driver = driver
        self.to_device = to_device
        self.from_device = from_device
        self.stream = stream

    def copy(self, target: int, source: int, axes: list[tuple[int, int, int]], width: int) -> None:
        """Copy along the axes, each its length and both strides, the outermost first; an element has `width` bytes."""
        axes = list(axes)
        while axes and axes[-1][1] == axes[-1][2] == width:
            width *= axes.pop()[0]
        rows = [axis for axis in axes if width <= axis[1] <= _MAX_PITCH and width <= axis[2] <= _MAX_PITCH]
        longest = max(rows, default=None)
        if longest is not None:
            axes.remove(longest)
        self._loop(target, source, axes, width, longest)

    def _loop(
        self, target: int, source: int, axes: list[tuple[int, int, int]], width: int, rows: tuple[int, int, int] | None
    ) -> None:
        if axes:
            length, to, start = axes[0]
            for index in range(length):
                self._loop(target + index * to, source + index * start, axes[1:], width, rows)
        elif rows is not None:
            self._rows(target, source, width, rows)
        else:
            self._bytes(target, source, width)

    def _bytes(self, target: int, source: int, size: int) -> None:
        driver = self.driver
        if self.to_device and self.from_device:
            driver.copy_on_device(target, source, size, self.stream)
        elif self.to_device:
            driver.copy_to_device(target, source, size, self.stream)
        else:
            driver.copy_to_host(target, source, size, self.stream)

    def _rows(self, target: int, source: int, width: int, rows: tuple[int, int, int]) -> None:
        copy = Rows(width=width, height=rows[0], target_pitch=rows[1], source_pitch=rows[2])
        if self.from_device:
            copy.source_kind, copy.source_device = _DEVICE, source
        else:
            copy.source_kind, copy.source_host = _HOST, source
        if self.to_device:
            copy.target_kind, copy.target_device = _DEVICE, target
        else:
            copy.target_kind, copy.target_host = _HOST, target
        self.driver.copy_rows(copy, self.stream)
