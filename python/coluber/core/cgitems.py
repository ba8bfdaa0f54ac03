"""Helpers of `coluber.core.cgutils` for items of arrays, members of records, and structures that are written by hand."""

from __future__ import annotations

from contextlib import contextmanager

from coluber.core.llvmir import ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_intp = ir.IntType(64)


def sizeof(builder: Any, ptr_type: Any) -> Any:
    """Return the bytes of what an LLVM pointer type points to."""
    from coluber.core.datamodel.builtin import abi_size

    return _intp(abi_size(ptr_type.pointee))


def get_or_insert_named_metadata(module: Any, name: str) -> Any:
    """Return the named metadata of a module; make it where it is missing."""
    try:
        return module.get_named_metadata(name)
    except KeyError:
        return module.add_named_metadata(name)


def is_empty_tuple(ty: Any) -> bool:
    """Return whether a type is that of the empty tuple."""
    from coluber.core import types

    return isinstance(ty, types.BaseTuple) and len(ty) == 0


def is_scalar_zero_or_nan(builder: Any, value: Any) -> Any:
    """Return whether a number is zero, or no number."""
    zero = value.type(0)
    if isinstance(value.type, (ir.FloatType, ir.DoubleType)):
        return builder.fcmp_unordered("==", zero, value)
    return builder.icmp_signed("==", zero, value)


@contextmanager
def if_zero(builder: Any, value: Any, likely: bool = False) -> Iterator[None]:
    """Write what runs where a number is zero."""
    from coluber.core.cgutils import is_scalar_zero

    with builder.if_then(is_scalar_zero(builder, value), likely=likely):
        yield


def cbranch_or_continue(builder: Any, cond: Any, bbtrue: Any) -> Any:
    """Jump to a block where a condition is true; return the new block behind, in which writing goes on."""
    following = builder.append_basic_block(".continue")
    builder.cbranch(cond, bbtrue, following)
    builder.position_at_end(following)
    return following


def divmod_by_constant(builder: Any, val: Any, divisor: int) -> tuple[Any, Any]:
    """Return quotient and remainder of a signed integer and a positive constant, rounded down as Python does."""
    if divisor <= 0:
        raise ValueError(f"the divisor must be positive, not {divisor}")
    by, zero = val.type(divisor), val.type(0)
    quotient, remainder = builder.sdiv(val, by), builder.srem(val, by)
    is_negative = builder.icmp_signed("<", remainder, zero)
    lower = builder.select(is_negative, builder.sub(quotient, val.type(1)), quotient)
    return lower, builder.select(is_negative, builder.add(remainder, by), remainder)


# ------------------------------------------------------------------------------------------------------------- arrays


def do_boundscheck(context: Any, builder: Any, ind: Any, dimlen: Any, axis: Any = None) -> None:
    """Raise IndexError for an index that is not one of an axis; negative ones are not."""
    message = "index is out of bounds" if axis is None else f"index is out of bounds for axis {axis}"
    is_low, is_high = builder.icmp_signed("<", ind, ind.type(0)), builder.icmp_signed(">=", ind, dimlen)
    with builder.if_then(builder.or_(is_low, is_high), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, (message,))


def get_item_pointer(
    context: Any,
    builder: Any,
    aryty: Any,
    ary: Any,
    inds: Sequence[Any],
    wraparound: bool = False,
    boundscheck: bool = False,
) -> Any:
    """Return the address of an element of an array.

    Parameters
    ----------
    context, builder
        Where to write.
    aryty : Array
        The type of the array.
    ary : object
        The array, as `BaseContext.make_array` gives it.
    inds : sequence of value
        An index for each axis.
    wraparound : bool
        Whether negative indices count from the end.
    boundscheck : bool
        Whether other indices raise IndexError.
    """
    from coluber.core.cgutils import unpack_tuple

    shape, strides = (unpack_tuple(builder, part, aryty.ndim) for part in (ary.shape, ary.strides))
    return get_item_pointer2(context, builder, ary.data, shape, strides, aryty.layout, inds, wraparound, boundscheck)


def get_item_pointer2(
    context: Any,
    builder: Any,
    data: Any,
    shape: Sequence[Any],
    strides: Sequence[Any],
    layout: str,
    inds: Sequence[Any],
    wraparound: bool = False,
    boundscheck: bool = False,
) -> Any:
    """As `get_item_pointer`, for the parts of an array; the strides count in bytes, for all layouts."""
    from coluber.core.cgutils import pointer_add

    offset: Any = _intp(0)
    for axis, (index, extent, stride) in enumerate(zip(inds, shape, strides, strict=True)):
        if wraparound:
            is_negative = builder.icmp_signed("<", index, index.type(0))
            index = builder.select(is_negative, builder.add(index, extent), index)
        if boundscheck:
            do_boundscheck(context, builder, index, extent, axis)
        offset = builder.add(offset, builder.mul(index, stride))
    return pointer_add(builder, data, offset)


def get_record_member(builder: Any, record: Any, offset: int, typ: Any) -> Any:
    """Return the address of the member of a record that begins so many bytes behind its start."""
    from coluber.core.cgutils import pointer_add

    return pointer_add(builder, record, offset, typ.as_pointer())


# --------------------------------------------------------------------------------------------------------- structures


def make_anonymous_struct(builder: Any, values: Sequence[Any], struct_type: Any = None) -> Any:
    """Return the structure of values; its type is that of the values unless it is given."""
    if struct_type is None:
        struct_type = ir.LiteralStructType([value.type for value in values])
    struct = struct_type(ir.Undefined)
    for k, value in enumerate(values):
        struct = builder.insert_value(struct, value, k)
    return struct


def copy_struct(dst: Any, src: Any, repl: Any = None) -> Any:
    """Set the members of a structure to those of another one, but for those that are given."""
    given = dict(repl or {})
    for name in src._datamodel.fields:
        setattr(dst, name, given.pop(name, None) or getattr(src, name))
    if given:
        raise AttributeError(f"the structure has no members {sorted(given)}")
    return dst


class Structure:
    """A structure in the frame, whose members ``_fields`` names: pairs of name and type, of the compiler or of LLVM.

    Parameters
    ----------
    context, builder
        Where to write.
    value : llvmlite.ir.Value, optional
        A structure to begin with, or with ``ref`` one to write there.
    ref : llvmlite.ir.Value, optional
        The address of the structure, in the place of memory of its own.
    cast_ref : bool
        Whether the address may be of another type.
    """

    _fields: Sequence[tuple[str, Any]] = ()

    def __init__(self, context: Any, builder: Any, value: Any = None, ref: Any = None, cast_ref: bool = False) -> None:
        from coluber.core.cgutils import alloca_once

        self._context = context
        self._builder = builder
        self._type = context.get_struct_type(self)
        self._names = [name for name, _ in self._fields]
        if ref is None:
            ref = alloca_once(builder, self._type, zfill=True)
        elif ref.type.pointee != self._type:
            if not cast_ref:
                raise TypeError(f"expected the address of a {self._type}, got a {ref.type}")
            ref = builder.bitcast(ref, self._type.as_pointer())
        self._value = ref
        if value is not None:
            builder.store(value, ref)

    def _getpointer(self) -> Any:
        """Return the address of the structure."""
        return self._value

    def _getvalue(self) -> Any:
        """Return the structure."""
        return self._builder.load(self._value)

    def _setvalue(self, value: Any) -> None:
        """Set the structure."""
        self._builder.store(value, self._value)

    def _get_ptr_by_index(self, index: int) -> Any:
        return self._builder.gep(self._value, [ir.IntType(32)(0), ir.IntType(32)(index)], inbounds=True)

    def _get_ptr_by_name(self, name: str) -> Any:
        return self._get_ptr_by_index(self._names.index(name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._names:
            raise AttributeError(name)
        return self._builder.load(self._get_ptr_by_name(name))

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            super().__setattr__(name, value)
        elif name not in self._names:
            raise AttributeError(name)
        else:
            self._builder.store(value, self._get_ptr_by_name(name))

    def __getitem__(self, index: int) -> Any:
        return self._builder.load(self._get_ptr_by_index(index))

    def __setitem__(self, index: int, value: Any) -> None:
        self._builder.store(value, self._get_ptr_by_index(index))

    def __len__(self) -> int:
        return len(self._names)
