"""Arrays in extensions that write LLVM IR, and annotations."""

from __future__ import annotations

import sys

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import errors, njit, types
from coluber.core import cgutils
from coluber.core.imputils import impl_ret_borrowed
from coluber.core.registry import cpu_target
from coluber.core.typing.arraydecl import get_array_index_type
from coluber.core.typing.npydecl import parse_dtype
from coluber.extending import as_numba_type, intrinsic
from coluber.np.arrayobj import (
    _empty_nd_impl,
    _getitem_array_generic,
    _getitem_array_single_int,
    basic_indexing,
    get_itemsize,
    load_item,
    make_array,
    normalize_indices,
    store_item,
)
from coluber.np.linalg import get_blas_kind
from tests.numpy.rows import same


@intrinsic
def place(typingctx, array, index):
    """Return how many bytes behind the start an index leads, and the shape and the strides of what is there."""
    view = get_array_index_type(array, index)
    ndim = view.result.ndim if isinstance(view.result, types.Array) else 0
    extents = types.UniTuple(types.intp, ndim)
    sig = types.Tuple((types.intp, extents, extents))(array, index)

    def codegen(context, builder, signature, args):
        members = make_array(array)(context, builder, args[0])
        is_tuple = isinstance(index, types.BaseTuple)
        kinds = index.types if is_tuple else (index,)
        values = cgutils.unpack_tuple(builder, args[1], len(kinds)) if is_tuple else [args[1]]
        kinds, values = normalize_indices(context, builder, kinds, values)
        pointer, shape, strides = basic_indexing(context, builder, array, members, kinds, values, boundscheck=True)
        offset = builder.sub(builder.ptrtoint(pointer, cgutils.intp_t), builder.ptrtoint(members.data, cgutils.intp_t))
        parts = [context.make_tuple(builder, extents, part) for part in (shape, strides)]
        return context.make_tuple(builder, signature.return_type, [offset, *parts])

    return sig, codegen


@njit
def find(array, index):
    return place(array, index)


@pytest.mark.parametrize(
    "index",
    [
        0,
        -1,
        (1, 2),
        (-1, -2),
        (slice(None), 1),
        (slice(1, None, 2),),
        (slice(None, None, -1), slice(3, 0, -2)),
        (..., 1),
        (None, 1),
    ],
)
@pytest.mark.parametrize(
    "array", [np.arange(20.0).reshape(4, 5), np.asfortranarray(np.arange(20, dtype=np.int16).reshape(4, 5))[::2]]
)
def test_the_address_of_an_index(array, index):
    expected = array[index]
    shape, strides = (expected.shape, expected.strides) if expected.ndim else ((), ())
    offset, found_shape, found_strides = find(array, index)
    assert (found_shape, found_strides) == (shape, strides)
    offsets = {sum(k * s for k, s in zip(at, array.strides, strict=True)): array[at] for at in np.ndindex(array.shape)}
    assert offsets[offset] == expected[(0,) * expected.ndim]


def test_an_index_outside():
    with pytest.raises(IndexError):
        find(np.arange(3.0), 3)


@intrinsic
def row(typingctx, array, index):
    """Return the element or the row at an index."""
    result = get_array_index_type(array, types.uintp).result

    def codegen(context, builder, signature, args):
        members = make_array(array)(context, builder, args[0])
        found = _getitem_array_single_int(context, builder, result, array, members, args[1])
        return impl_ret_borrowed(context, builder, result, found)

    return result(array, types.uintp), codegen


@intrinsic
def part(typingctx, array, index):
    """Return what an index of integers and slices leads to."""
    result = get_array_index_type(array, index).result

    def codegen(context, builder, signature, args):
        members = make_array(array)(context, builder, args[0])
        values = cgutils.unpack_tuple(builder, args[1], len(index.types))
        found = _getitem_array_generic(context, builder, result, array, members, index.types, values)
        return impl_ret_borrowed(context, builder, result, found)

    return result(array, index), codegen


@pytest.mark.parametrize("array", [np.arange(12), np.arange(12.0).reshape(3, 4)[::-1], np.arange(24).reshape(2, 3, 4).T])
def test_rows_as_views(array):
    @njit
    def second(array):
        return row(array, 1)

    found = second(array)
    same(found, array[1])
    if array.ndim > 1:
        found[:] = 7
        assert (array[1] == 7).all()


@pytest.mark.parametrize("index", [(1, 2), (1, slice(None, None, -1)), (slice(1, None), slice(0, 2))])
def test_parts_as_views(index):
    array = np.arange(12.0).reshape(3, 4)
    owners = sys.getrefcount(array)
    found = njit(lambda array, index: part(array, index))(array, index)
    same(found, array[index])
    del found
    assert sys.getrefcount(array) == owners


@intrinsic
def swapped(typingctx, array, value):
    """Put a value into the place of the first element, which is returned, with the bytes of an element."""
    sig = types.Tuple((array.dtype, types.intp))(array, array.dtype)

    def codegen(context, builder, signature, args):
        data = make_array(array)(context, builder, args[0]).data
        before = load_item(context, builder, array, data)
        store_item(context, builder, array, args[1], data)
        size = context.get_constant(types.intp, get_itemsize(context, array))
        return context.make_tuple(builder, signature.return_type, [before, size])

    return sig, codegen


@pytest.mark.parametrize("dtype", ["f8", "i2", "c16", "?"])
def test_elements_at_addresses(dtype):
    packed = np.zeros(3, [("first", "i1"), ("second", dtype)])
    for array in (np.ones(3, dtype), packed["second"]):
        before = array[0].item()
        assert njit(lambda array, value: swapped(array, value))(array, array.dtype.type(0)) == (before, array.itemsize)
        assert array[0] == 0
        assert array[1] == before


TABLE = np.arange(12.0).reshape(3, 4)


@intrinsic
def table(typingctx):
    ty = types.Array(types.float64, 2, "A")

    def codegen(context, builder, signature, args):
        return context.get_constant_generic(builder, ty, TABLE.T)

    return ty(), codegen


def test_constant_arrays():
    @njit
    def use(k):
        return table()[1, k] + table().sum() + table().size

    assert use(2) == TABLE.T[1, 2] + TABLE.sum() + 12


def test_index_types():
    array = types.Array(types.float64, 2, "C")
    assert get_array_index_type(array, types.UniTuple(types.intp, 2)).result == types.float64
    assert get_array_index_type(array, types.intp).result.ndim == 1
    assert get_array_index_type(array, types.unicode_type) is None
    assert parse_dtype(types.DType(types.int8)) == types.int8
    assert parse_dtype(types.literal("f4")) == types.float32


class Named:
    """Stands for a type."""

    def __new__(cls):
        return object.__new__(cls)


def test_types_of_annotations():
    assert as_numba_type(int) == types.int64
    assert as_numba_type(dict[str, float]) == types.DictType(types.unicode_type, types.float64)
    with pytest.raises(errors.TypingError, match="Named"):
        as_numba_type(Named)
    as_numba_type.register(Named, types.complex64)
    assert as_numba_type(tuple[Named, int]) == types.Tuple((types.complex64, types.int64))

    @as_numba_type.register
    def of_text(annotation):
        return types.int8 if annotation == "small" else None

    assert as_numba_type("small") == types.int8


def test_new_arrays_and_calls_by_the_type_of_a_function():
    @njit
    def negated(flag, array):
        return not flag, array.size

    @intrinsic
    def filled(typingctx, flags, n):
        array, pair = types.float64[::1], types.Tuple((types.boolean, types.intp))
        scalar = types.Array(types.float64, 0, "C")

        def codegen(context, builder, signature, args):
            flag = builder.load(make_array(flags)(context, builder, args[0]).data)
            made = _empty_nd_impl(context, builder, array, [args[1]])
            context.populate_array(point := make_array(scalar)(context, builder), **of_first(context, builder, made))
            sig = pair(types.boolean, scalar)
            found = context.get_function(types.Dispatcher(negated), sig)(builder, [flag, point._getvalue()])
            return context.make_tuple(builder, signature.return_type, [made._getvalue(), found])

        return types.Tuple((array, pair))(flags, n), codegen

    def of_first(context, builder, array):
        nothing = cgutils.pack_array(builder, [], ty=cgutils.intp_t)
        return {"data": array.data, "shape": nothing, "strides": [], "itemsize": cgutils.intp_t(8)}

    array, (flag, size) = njit(lambda flags, n: filled(flags, n))(np.array([True]), 3)
    assert (array.shape, array.dtype, flag, size) == ((3,), np.float64, False, 1)
    assert cpu_target.target_context.get_value_type(types.float64) == ir.DoubleType()
    assert [get_blas_kind(types.complex64), get_blas_kind(np.dtype("f8"))] == ["c", "d"]
