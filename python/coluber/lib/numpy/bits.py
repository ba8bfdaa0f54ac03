"""``packbits``, ``unpackbits`` and ``bitwise_count``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integer, is_integral, is_none, literal_str
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.ufunc_options import ufunc_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_big(bitorder: Any) -> bool:
    order = literal_str(bitorder, "bitorder")
    if order not in ("big", "little"):
        raise errors.NumbaValueError(f"bitorder must be either 'little' or 'big', not '{order}'")
    return order == "big"


@implements("numpy.packbits")
def packbits(a: Any, axis: Any = None, bitorder: Any = "big") -> FunctionType | None:
    """Return bytes with the truth of eight elements each."""
    if not is_array(a):
        return None
    if not is_integral(a.dtype):
        raise errors.TypingError(f"packbits() expects the argument 'a' to have integers or bools, not {a}")
    big, byte, ndim = _is_big(bitorder), np.uint8, a.ndim

    def pack(source, target):
        for k in range(target.size):
            bits = 0
            for j in range(8):
                at = 8 * k + j
                if at < source.size and source[at] != 0:
                    bits |= 1 << (7 - j if big else j)
            target[k] = byte(bits)

    def impl_flat(a, axis=None, bitorder="big"):
        source = a.ravel()
        target = np.empty((source.size + 7) // 8, byte)
        pack(source, target)
        return target

    def impl(a, axis=None, bitorder="big"):
        rows = np.ascontiguousarray(np.moveaxis(a, normalize_axis(axis, ndim), -1))
        n = rows.shape[ndim - 1]
        target = np.empty((*rows.shape[: ndim - 1], (n + 7) // 8), byte)
        width = (n + 7) // 8
        sources, targets = rows.ravel(), target.ravel()
        for k in range(sources.size // n if n else 0):
            pack(sources[k * n : (k + 1) * n], targets[k * width : (k + 1) * width])
        return np.ascontiguousarray(np.moveaxis(target, -1, normalize_axis(axis, ndim)))

    return impl_flat if is_none(axis) else impl if is_integer(axis) else None


@implements("numpy.unpackbits")
def unpackbits(a: Any, axis: Any = None, count: Any = None, bitorder: Any = "big") -> FunctionType | None:
    """Return the bits of bytes, one an element."""
    if not is_array(a) or a.dtype != types.uint8:
        return None
    big, byte, ndim, whole = _is_big(bitorder), np.uint8, a.ndim, is_none(count)

    def length(bits, count):
        if whole:
            return bits
        wanted = np.int64(count)
        if bits + wanted < 0:
            raise ValueError("-count larger than number of elements")
        return wanted if wanted >= 0 else bits + wanted

    def unpack(source, target):
        for k in range(target.size):
            if k < 8 * source.size:
                target[k] = byte(source[k // 8] >> (7 - k % 8 if big else k % 8)) & byte(1)
            else:
                target[k] = byte(0)

    def impl_flat(a, axis=None, count=None, bitorder="big"):
        source = a.ravel()
        target = np.empty(length(8 * source.size, count), byte)
        unpack(source, target)
        return target

    def impl(a, axis=None, count=None, bitorder="big"):
        rows = np.ascontiguousarray(np.moveaxis(a, axis, -1))
        n = rows.shape[ndim - 1]
        width = length(8 * n, count)
        target = np.empty((*rows.shape[: ndim - 1], width), byte)
        sources, targets = rows.ravel(), target.ravel()
        for k in range(sources.size // n if n else 0):
            unpack(sources[k * n : (k + 1) * n], targets[k * width : (k + 1) * width])
        return np.ascontiguousarray(np.moveaxis(target, -1, normalize_axis(axis, ndim)))

    return impl_flat if is_none(axis) else impl if is_integer(axis) else None


@ufunc_like("numpy.bitwise_count", lambda x: (types.uint8,))
def bitwise_count(x: Any) -> FunctionType | None:
    """Count the bits that are set in the absolute values of integers."""
    byte = np.uint8

    def bits(v):
        rest, n = np.uint64(-v if v < 0 else v), 0
        while rest != np.uint64(0):
            rest &= rest - np.uint64(1)
            n += 1
        return byte(n)

    def impl(x):
        source = np.ascontiguousarray(x)
        target = np.empty(x.shape, byte)
        flat, counts = source.ravel(), target.ravel()
        for k in range(flat.size):
            counts[k] = bits(np.int64(flat[k]))
        return target[()]

    def impl_unsigned(x):
        source = np.ascontiguousarray(x)
        target = np.empty(x.shape, byte)
        flat, counts = source.ravel(), target.ravel()
        for k in range(flat.size):
            counts[k] = bits(np.uint64(flat[k]))
        return target[()]

    if is_array(x) and is_integral(x.dtype):
        return impl_unsigned if isinstance(x.dtype, types.Integer) and not x.dtype.signed else impl
    return (lambda x: bits(x)) if is_integral(x) else None
