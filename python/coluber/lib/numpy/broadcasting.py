"""Broadcasting of shapes and arrays."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import coerce, strided_view, tuple_replace
from coluber.lib.kinds import is_array, is_int_tuple, is_integer, literal_bool, literal_str
from coluber.lib.numpy.arguments import array_type, gather_items, is_array_like, ndim_of, to_array
from coluber.lib.numpy.texts import shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def broadcast_shape(ranks: tuple[int, ...]) -> tuple[FunctionType, int]:
    """Return ``(shapes)``, which gives the shape to which those of arrays of some ranks are broadcast, and its length."""
    ndim = max(ranks, default=0)
    return _shape_of(ranks, ndim), ndim


@cache
def _shape_of(ranks: tuple[int, ...], ndim: int) -> FunctionType:
    if not ranks:
        ones = (1,) * ndim
        return lambda shapes: ones
    before, last, own = _shape_of(ranks[:-1], ndim), len(ranks) - 1, ranks[-1]
    if own == 0:
        return before
    start = ndim - own

    def shape_of(shapes):
        shape, given = before(shapes), shapes[last]
        for k in range(own):
            if given[k] != 1 and given[k] != shape[start + k]:
                if shape[start + k] != 1:
                    raise ValueError(
                        "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape "
                        f"{shapes[0]} and arg {last} with shape {given}."
                    )
                shape = tuple_replace(shape, start + k, given[k])
        return shape

    return shape_of


@cache
def spread_function(have: int, want: int) -> FunctionType:
    """Return ``(array, shape)``: a view of an array, which fits, that has a shape."""
    start = want - have
    zeros = (0,) * start

    def spread_one(a, shape):
        return strided_view(a, shape, zeros)

    if have == 0:
        return spread_one

    def spread(a, shape):
        strides = zeros + a.strides
        for k in range(have):
            if a.shape[k] != shape[start + k]:
                strides = tuple_replace(strides, start + k, 0)
        return strided_view(a, shape, strides)

    return spread


@cache
def read_only(dtype: Type, ndim: int, aligned: bool, layout: str = "A") -> FunctionType:
    """Return the function that makes of a view of so many axes one that can't be written to."""
    wanted = types.Array(dtype, ndim, layout, readonly=True, aligned=aligned)

    def view(a):
        return coerce(a, wanted)

    return view


def _shape(a):
    return a.shape


@implements("numpy.broadcast_to")
def broadcast_to(array: Any, shape: Any, subok: Any = False) -> FunctionType | None:
    """Return a view of an array with a shape, in which elements are repeated."""
    if not is_array_like(array) or not (is_integer(shape) or is_int_tuple(shape)):
        return None
    is_number, of_array, have = is_integer(shape), to_array(array), ndim_of(array)
    want = 1 if is_number else len(shape)
    if have > want:
        raise errors.NumbaValueError("input operand has more dimensions than allowed by the axis remapping")
    spread, start, have_text, want_text = spread_function(have, want), want - have, shape_text(have), shape_text(want)
    protect = read_only(array_type(array).dtype, want, not is_array(array) or array.aligned)

    def impl(array, shape, subok=False):
        a = of_array(array)
        lengths = (shape,) if is_number else shape
        for n in lengths:
            if n < 0:
                raise ValueError("all elements of broadcast shape must be non-negative")
        fits = True
        for own, n in zip(a.shape, lengths[start:]):  # noqa: B905
            fits = fits and own in (1, n)
        if not fits:
            raise ValueError(
                "operands could not be broadcast together with remapped shapes [original->remapped]: "
                f"{have_text(a.shape)}  and requested shape {want_text(lengths)}"
            )
        return protect(spread(a, lengths))

    return impl


@implements("numpy.broadcast_arrays")
def broadcast_arrays(*args: Any) -> FunctionType | None:
    """Return views of arrays that have one shape."""
    if not args or not all(is_array_like(ty) for ty in args):
        return None
    ranks = tuple(ndim_of(ty) for ty in args)
    shape_of, ndim = broadcast_shape(ranks)
    arrays, shapes = gather_items([to_array(ty) for ty in args]), gather_items([_shape] * len(args))
    views = spread_all(ranks, ndim)

    def impl(*args):
        given = arrays(args)
        return views(given, shape_of(shapes(given)))

    return impl


def spread_all(ranks: tuple[int, ...], ndim: int) -> FunctionType:
    """Return ``(arrays, shape)``: the views of arrays that have a shape."""
    if not ranks:
        return lambda arrays, shape: ()
    before, k, spread = spread_all(ranks[:-1], ndim), len(ranks) - 1, spread_function(ranks[-1], ndim)

    def views(arrays, shape):
        return (*before(arrays, shape), spread(arrays[k], shape))

    return views


@implements("numpy.broadcast_shapes")
def broadcast_shapes(*args: Any) -> FunctionType | None:
    """Return the shape to which shapes are broadcast."""
    if not all(is_integer(ty) or is_int_tuple(ty) for ty in args):
        return None
    shape_of, _ = broadcast_shape(tuple(1 if is_integer(ty) else len(ty) for ty in args))
    tuples = gather_items([_lengths(is_integer(ty)) for ty in args])

    def impl(*args):
        return shape_of(tuples(args))

    return impl


def _lengths(is_number: bool) -> FunctionType:
    return (lambda n: (np.int64(n),)) if is_number else (lambda shape: shape)


# ----------------------------------------------------------------------------------------------------------- meshgrid


@implements("numpy.meshgrid")
def meshgrid(*xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy") -> FunctionType | None:
    """Return the coordinates of the points of a grid, an array for each axis, of the elements of arrays."""
    given = list(xi)
    if not given or not all(is_array_like(ty) for ty in given):
        return None
    order = literal_str(indexing, "indexing")
    if order not in ("xy", "ij"):
        raise errors.NumbaValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(given)
    axes = [1 - k if order == "xy" and n > 1 and k < 2 else k for k in range(n)]
    vectors = gather_items([_vector(ty, (1,) * axis, (1,) * (n - 1 - axis)) for ty, axis in zip(given, axes, strict=True)])
    full = _grid(n, literal_bool(sparse, "sparse"), literal_bool(copy, "copy"))

    def impl(*xi, copy=True, sparse=False, indexing="xy"):
        return full(vectors(xi))

    return impl


def _vector(ty: Any, before: tuple[int, ...], after: tuple[int, ...]) -> FunctionType:
    """Return the function that makes of a vector an array whose other axes have one element."""
    of_array = to_array(ty)

    def vector(x):
        a = of_array(x)
        return a.reshape((*before, a.size, *after))

    return vector


def _copied(a):
    return a.copy()


def _grid(n: int, sparse: bool, copy: bool) -> FunctionType:
    """Return the function that makes the result of vectors along different axes."""
    shape_of, ndim = broadcast_shape((n,) * n)
    views, copies, shapes = spread_all((n,) * n, ndim), gather_items([_copied] * n), gather_items([_shape] * n)

    def grid(vectors):
        return vectors if sparse else views(vectors, shape_of(shapes(vectors)))

    def grid_copied(vectors):
        return copies(grid(vectors))

    return grid_copied if copy else grid
