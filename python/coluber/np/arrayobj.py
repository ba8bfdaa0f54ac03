"""Arrays in the LLVM IR of extensions: their members, and the address of an element."""

from __future__ import annotations

import functools

from coluber.core import cgutils, types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from coluber.core.types import Type


def make_array(array_type: Any) -> Any:
    """Return the class of objects whose attributes are the members of an array of a type."""
    return cgutils.create_struct_proxy(array_type)


def get_itemsize(context: Any, array_type: Any) -> int:
    """Return the bytes of an element of arrays of a type."""
    return context.get_abi_sizeof(context.get_data_type(array_type.dtype))


def load_item(context: Any, builder: Any, arrayty: Any, ptr: Any) -> Any:
    """Return the element at an address in an array of a type."""
    return context.unpack_value(builder, arrayty.dtype, ptr, align=_alignment(arrayty))


def store_item(context: Any, builder: Any, arrayty: Any, val: Any, ptr: Any) -> None:
    """Put an element to an address in an array of a type."""
    context.pack_value(builder, arrayty.dtype, val, ptr, align=_alignment(arrayty))


def _alignment(arrayty: Any) -> int | None:
    """Return the alignment of elements; None where it is that of their type."""
    return None if arrayty.aligned else 1


def normalize_index(context: Any, builder: Any, idxty: Type, idx: Any) -> tuple[Type, Any]:
    """Return an index as ``intp``, or as it is where it is no integer; arrays without axes count by their element."""
    if isinstance(idxty, types.Array) and idxty.ndim == 0 and isinstance(idxty.dtype, types.Integer):
        members = make_array(idxty)(context, builder, idx)
        idxty, idx = idxty.dtype, builder.load(members.data)
    if isinstance(idxty, types.Integer):
        # Unsigned indices are never negative, and keep their type for that.
        wanted = types.uintp if isinstance(idxty, types.Integer) and not idxty.signed else types.intp
        return wanted, context.cast(builder, idx, idxty, wanted)
    return idxty, idx


def normalize_indices(
    context: Any, builder: Any, index_types: Sequence[Type], indices: Sequence[Any]
) -> tuple[list[Type], list[Any]]:
    """Return indices as `normalize_index` does, and their types."""
    pairs = [normalize_index(context, builder, ty, index) for ty, index in zip(index_types, indices, strict=True)]
    return [ty for ty, _ in pairs], [index for _, index in pairs]


def fix_integer_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
    """Return an index as ``intp``; one that is negative counts from the end."""
    index = context.cast(builder, idx, idxty, types.intp)
    if not idxty.signed:
        return index
    is_negative = builder.icmp_signed("<", index, index.type(0))
    return builder.select(is_negative, builder.add(index, size), index)


def basic_indexing(
    context: Any,
    builder: Any,
    aryty: Any,
    ary: Any,
    index_types: Sequence[Type],
    indices: Sequence[Any],
    boundscheck: Any = None,
) -> tuple[Any, tuple[Any, ...], tuple[Any, ...]]:
    """Return where an index leads to: the address, and the shape and the strides of what is there.

    Parameters
    ----------
    aryty : Array
        The type of the array.
    ary : object
        Its members.
    index_types, indices : sequence
        One for each of the first axes: integers, slices, ``...`` and None. Later axes are taken whole.
    boundscheck : bool, optional
        Whether an index outside raises IndexError.
    """
    walk = _Walk(context, builder, aryty, ary, bool(boundscheck))
    for idxty, idx in zip(index_types, indices, strict=True):
        walk.step(idxty, idx, list(index_types))
    walk.skip(aryty.ndim - walk.axis)
    return walk.pointer, tuple(walk.shape), tuple(walk.strides)


class _Walk:
    """Goes through the axes of an array, and notes what is left of them."""

    def __init__(self, context: Any, builder: Any, aryty: Any, ary: Any, boundscheck: bool) -> None:
        self.context, self.builder, self.ndim = context, builder, aryty.ndim
        self.boundscheck = boundscheck
        self.extents = cgutils.unpack_tuple(builder, ary.shape, aryty.ndim)
        self.steps = cgutils.unpack_tuple(builder, ary.strides, aryty.ndim)
        self.pointer = ary.data
        self.axis = 0
        self.shape: list[Any] = []
        self.strides: list[Any] = []

    def step(self, idxty: Any, idx: Any, all_types: list[Type]) -> None:
        """Take one index."""
        if isinstance(idxty, types.EllipsisType):
            taken = sum(not isinstance(ty, (types.EllipsisType, types.NoneType)) for ty in all_types)
            self.skip(self.ndim - taken)
        elif isinstance(idxty, types.NoneType):
            one = cgutils.intp_t(1)
            self.shape.append(one)
            self.strides.append(cgutils.intp_t(0))
        elif isinstance(idxty, types.Integer):
            self._at(idxty, idx)
        elif isinstance(idxty, types.SliceType):
            self._slice(idxty, idx)
        else:
            raise NotImplementedError(f"unexpected index type: {idxty}")

    def skip(self, count: int) -> None:
        """Keep axes as they are."""
        for _ in range(count):
            self.shape.append(self.extents[self.axis])
            self.strides.append(self.steps[self.axis])
            self.axis += 1

    def _at(self, idxty: Any, idx: Any) -> None:
        extent = self.extents[self.axis]
        index = fix_integer_index(self.context, self.builder, idxty, idx, extent)
        if self.boundscheck:
            outside = self.builder.icmp_unsigned(">=", index, extent)
            with cgutils.if_unlikely(self.builder, outside):
                self.context.call_conv.return_user_exc(self.builder, IndexError, ("index is out of bounds",))
        self._move(index)

    def _slice(self, idxty: Any, idx: Any) -> None:
        slices = self.context.make_helper(self.builder, idxty, value=idx)

        def parts(slice_: Any, size: int) -> tuple[int, int, int]:
            start, stop, step = slice_.indices(size)
            return start, max(0, (stop - start + step - (1 if step > 0 else -1)) // step), step

        triple = types.UniTuple(types.intp, 3)
        sig = triple(idxty, types.intp)
        found = self.context.compile_internal(self.builder, parts, sig, (slices._getvalue(), self.extents[self.axis]))
        start, length, step = cgutils.unpack_tuple(self.builder, found, 3)
        self.shape.append(length)
        self.strides.append(self.builder.mul(step, self.steps[self.axis]))
        self._move(start)

    def _move(self, index: Any) -> None:
        offset = self.builder.mul(index, self.steps[self.axis])
        self.pointer = cgutils.pointer_add(self.builder, self.pointer, offset, self.pointer.type)
        self.axis += 1


def make_view(
    context: Any, builder: Any, aryty: Any, ary: Any, return_type: Any, data: Any, shapes: Sequence[Any], strides: Sequence[Any]
) -> Any:
    """Return an array of a type, in the form that `make_array` makes, over memory of another; it has no reference of its own.

    Parameters
    ----------
    aryty, ary : Array, object
        The array whose memory it is: its type and its members.
    return_type : Array
        The type of the view.
    data : llvmlite.ir.Value
        The address of its first element.
    shapes, strides : sequence of llvmlite.ir.Value
        Its extents and steps.
    """
    view = make_array(return_type)(context, builder)
    return populate_array(view, data, list(shapes), list(strides), ary.itemsize, ary.meminfo)


def _getitem_array_generic(
    context: Any, builder: Any, return_type: Type, aryty: Any, ary: Any, index_types: Sequence[Type], indices: Sequence[Any]
) -> Any:
    """Return the element or the view that `basic_indexing` leads to."""
    pointer, shape, strides = basic_indexing(context, builder, aryty, ary, index_types, indices, context.enable_boundscheck)
    if not isinstance(return_type, types.Buffer):
        return load_item(context, builder, aryty, pointer)
    return make_view(context, builder, aryty, ary, return_type, pointer, shape, strides)._getvalue()


def _getitem_array_single_int(context: Any, builder: Any, return_type: Type, aryty: Any, ary: Any, idx: Any) -> Any:
    """Return the element or the view at an index that is not negative, in the first axis."""
    return _getitem_array_generic(context, builder, return_type, aryty, ary, (types.uintp,), (idx,))


def _empty_nd_impl(context: Any, builder: Any, arrtype: Any, shapes: Sequence[Any]) -> Any:
    """Return a new array, in the form that `make_array` makes, whose elements have no values yet.

    Parameters
    ----------
    context, builder : object
        Of the function that is being written.
    arrtype : Array
        The type, in C or Fortran order.
    shapes : sequence of llvmlite.ir.Value
        The extents.
    """
    from coluber.core.typing.templates import signature

    lengths = types.UniTuple(types.intp, len(shapes))
    shape = context.make_tuple(builder, lengths, list(shapes))
    made = context.compile_internal(builder, _emptying(arrtype), signature(arrtype, lengths), (shape,))
    return make_array(arrtype)(context, builder, value=made)


@functools.cache
def _emptying(arrtype: Any) -> Any:
    """Return the function that makes such an array for a shape."""
    import numpy as np

    from coluber.np.numpy_support import as_dtype

    dtype = as_dtype(arrtype.dtype)
    if arrtype.layout == "F":
        return lambda shape: np.empty(shape[::-1], dtype).T
    return lambda shape: np.empty(shape, dtype)


def populate_array(
    array: Any, data: Any, shape: Any, strides: Any, itemsize: Any, meminfo: Any = None, parent: Any = None
) -> Any:
    """Set the members of an array that `make_array` has made.

    Parameters
    ----------
    array : object
        The array.
    data : llvmlite.ir.Value
        The address of the elements.
    shape, strides : llvmlite.ir.Value or sequence of them
        Extents and steps in bytes.
    itemsize : llvmlite.ir.Value
        The bytes of an element; follows from the type.
    meminfo : llvmlite.ir.Value, optional
        The owner of the memory; nobody by default, so that it has to live as long as the array.
    parent : llvmlite.ir.Value, optional
        Is accepted for Numba's sake.
    """
    from coluber.core import cgutils

    builder = array._builder

    def packed(values: Any) -> Any:
        return cgutils.pack_array(builder, values, ty=cgutils.intp_t) if isinstance(values, (list, tuple)) else values

    array.shape, array.strides = packed(shape), packed(strides)
    array.data = builder.bitcast(data, array.data.type)
    array.itemsize = itemsize
    array.meminfo = cgutils.get_null_value(array.meminfo.type) if meminfo is None else meminfo
    return array


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have np.arrayobj.{name} yet", name)
