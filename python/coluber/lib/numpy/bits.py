"""``packbits``, ``unpackbits`` and ``bitwise_count``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import bit_count
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


# By whether the first of eight bytes has the highest bit: factors that bring their lowest bits together in the highest byte,
# and masks with a bit of each.
_GATHER = {False: 0x0102040810204080, True: 0x8040201008040201}
_SCATTER = {False: 0x8040201008040201, True: 0x0102040810204080}


def _packed(factor: int) -> FunctionType:
    """Return ``(words, target)``: store a byte for each word of eight bools."""
    gather, shift, byte = np.uint64(factor), np.uint64(56), np.uint8

    def packed(words, target):
        for k in range(words.size):
            target[k] = byte((words[k] * gather) >> shift)

    return packed


def _spread(mask: int) -> FunctionType:
    """Return ``(source, words)``: store a word of eight bytes for each byte, which are its bits."""
    repeat, chosen, carry, ones = np.uint64(0x0101010101010101), np.uint64(mask), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(7)

    def spread(source, words):
        for k in range(words.size):
            # A byte with its bit becomes 128 or more, one without 127.
            words[k] = (((np.uint64(source[k]) * repeat & chosen) + carry) >> ones) & repeat

    return spread


def _truth(a):
    return a != 0


def _as_it_is(a):
    return a


@implements("numpy.packbits")
def packbits(a: Any, axis: Any = None, bitorder: Any = "big") -> FunctionType | None:
    """Return bytes with the truth of eight elements each."""
    if not is_array(a):
        return None
    if not is_integral(a.dtype):
        raise errors.TypingError(f"packbits() expects the argument 'a' to have integers or bools, not {a}")
    big, byte, ndim = _is_big(bitorder), np.uint8, a.ndim
    truth = _as_it_is if isinstance(a.dtype, types.Boolean) else _truth
    packed = _packed(_GATHER[big])

    def pack(source, target):
        whole = source.size // 8
        packed(source[: 8 * whole].view(np.uint64), target)
        if whole < target.size:
            bits = 0
            for j in range(source.size - 8 * whole):
                bits |= np.int64(source[8 * whole + j]) << (7 - j if big else j)
            target[whole] = byte(bits)

    def impl_flat(a, axis=None, bitorder="big"):
        source = truth(a).ravel()
        target = np.empty((source.size + 7) // 8, byte)
        pack(source, target)
        return target

    def impl(a, axis=None, bitorder="big"):
        rows = np.ascontiguousarray(np.moveaxis(truth(a), normalize_axis(axis, ndim), -1))
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

    spread = _spread(_SCATTER[big])

    def unpack(source, target):
        whole = min(source.size, target.size // 8)
        spread(source, target[: 8 * whole].view(np.uint64))
        for k in range(8 * whole, target.size):
            shift = 7 - k % 8 if big else k % 8
            target[k] = byte(source[k // 8] >> shift) & byte(1) if k < 8 * source.size else byte(0)

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
        for k in range(targets.size // width if width > 0 else 0):
            unpack(sources[k * n : (k + 1) * n], targets[k * width : (k + 1) * width])
        return np.ascontiguousarray(np.moveaxis(target, -1, normalize_axis(axis, ndim)))

    return impl_flat if is_none(axis) else impl if is_integer(axis) else None


@ufunc_like("numpy.bitwise_count", lambda x: (types.uint8,))
def bitwise_count(x: Any) -> FunctionType | None:
    """Count the bits that are set in the absolute values of integers."""
    byte = np.uint8

    def bits(v):
        return byte(bit_count(np.uint64(-v if v < 0 else v)))

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
