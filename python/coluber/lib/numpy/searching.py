"""Looking for elements: ``in``, ``where``, ``nonzero``."""

from __future__ import annotations

import enum

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import elements, in_kernel, in_parallel, strided_view, tuple_replace
from coluber.lib.kinds import (
    is_array,
    is_integer,
    is_iterator,
    is_none,
    is_number,
    is_object_of_bytes,
    is_real,
    is_text,
    is_time,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import is_element, reversed_axes, reversed_type
from coluber.lib.numpy.options import is_everywhere
from coluber.lib.numpy.parallel import piece_count, piece_starts
from coluber.lib.numpy.record_choice import are_alike, chosen_records
from coluber.lib.numpy.records import truth_of
from coluber.lib.numpy.text_arrays import is_string
from coluber.lib.numpy.text_order import contains_text
from coluber.lib.numpy.texts import shape_text
from coluber.lib.numpy.ufunc_options import Options
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


@implements("operator.contains")
def contains(container: Any, item: Any) -> FunctionType | None:
    """``item in array``: whether an element is equal, also to that of an array beside it.

    As well ``item in iterator`` and ``member in enumeration``.
    """
    if isinstance(container, types.Bytes):
        return (lambda container, item: bytes(item) in container) if is_object_of_bytes(item) else None
    if isinstance(item, types.EnumMember) and isinstance(getattr(container, "typing_key", None), enum.EnumMeta):
        is_member = issubclass(item.instance_class, container.typing_key)
        return lambda container, item: is_member
    if is_array(container) and is_text(container.dtype) and is_string(item):
        return contains_text

    def impl_items(container, item):
        for x in container:  # noqa: SIM110
            if x == item:
                return True
        return False

    if is_iterator(container):
        return impl_items
    if is_array(container) and is_array(item) and is_number(container.dtype) and is_number(item.dtype):
        return lambda container, item: bool(np.any(container == item))
    if not is_array(container) or not (is_number(item) or (is_element(item) and type(item) is type(container.dtype))):
        return None

    def impl_rows(container, item):
        for row in container:  # noqa: SIM110
            if item in row:
                return True
        return False

    def impl_flat(container, item):
        return item in container.ravel()

    if container.ndim == 1:
        return impl_items
    return impl_rows if container.layout == "A" and container.ndim > 1 else impl_flat


# -------------------------------------------------------------------------------------------------------------- where


def _element_type(ty: Any) -> Type:
    return ty.dtype if is_array(ty) else types.unliteral(ty)


def _choice_dtype(x: Any, y: Any) -> Type:
    """Return the dtype of ``where(condition, x, y)``; constant integers and Python's floats adapt to an array."""
    operands = []
    for ty, other in ((x, y), (y, x)):
        if is_array(ty) or not is_array(other):
            operands.append(_element_type(ty).name)
        else:
            operands.append({"int64": 0, "float64": 0.0, "complex128": 0j}.get(_element_type(ty).name, _element_type(ty).name))
    return from_dtype(np.result_type(*operands))


@implements("numpy.where")
def where(condition: Any, x: Any = None, y: Any = None) -> FunctionType | None:
    """Return elements of x where a condition holds, else of y; or the indices where it holds."""
    if x is None and y is None:
        return nonzero(condition)
    operands = (condition, x, y)
    if are_alike(x, y):
        return chosen_records(condition, x, y)
    if any((is_array(ty) and is_text(ty.dtype)) or isinstance(ty, types.StringLiteral) for ty in (x, y)):
        from coluber.lib.numpy.text_elements import chosen_texts

        return chosen_texts(condition, x, y)
    if not all(is_array(ty) or is_number(ty) or is_time(ty) for ty in operands):
        return None
    number = numpy_class(_choice_dtype(x, y))
    arrays = [ty for ty in operands if is_array(ty)]
    if not arrays:
        return _where_scalar(number)
    ndim = max(ty.ndim for ty in arrays)
    if ndim > 1 and all(ty.layout == "F" and ty.ndim == ndim for ty in arrays):
        return _where_reversed(operands, _where_broadcast(tuple(map(reversed_type, operands)), ndim, number))
    return _where_broadcast(operands, ndim, number)


def _where_reversed(operands: tuple[Any, ...], chosen: FunctionType) -> FunctionType:
    """Return the function for arrays in Fortran order, which gives one, too."""
    turn_condition, turn_x, turn_y = map(reversed_axes, operands)

    def impl(condition, x, y):
        return chosen(turn_condition(condition), turn_x(x), turn_y(y)).T

    return impl


def _where_scalar(number: Any) -> FunctionType:
    def impl(condition, x, y):
        if in_kernel():
            return number(x) if condition else number(y)
        return np.full((), number(x) if condition else number(y), number)

    return impl


def _where_broadcast(operands: tuple[Any, ...], ndim: int, number: Any) -> FunctionType:
    """Return the function for operands of which at least one is an array."""
    extend = [_extender(ty, ndim) for ty in operands]
    expand_condition, expand_x, expand_y = extend
    if ndim == 0:

        def impl_zero(condition, x, y):
            return np.full((), number(expand_x(x)[()]) if expand_condition(condition)[()] else number(expand_y(y)[()]), number)

        return impl_zero
    fill = _fill(ndim, number)
    general = _where_general(operands, extend, fill, number)
    contiguous = all(ty.layout == "C" and ty.ndim == ndim for ty in operands if is_array(ty))
    return _where_contiguous(operands, general, number) if contiguous else general


def _where_contiguous(operands: tuple[Any, ...], general: FunctionType, number: Any) -> FunctionType:
    """Return the function for numbers and C arrays of one rank: a single loop where the arrays have one shape."""
    flat_condition, flat_x, flat_y = (_flat_function(ty) for ty in operands)
    item_condition, item_x, item_y = (_item_function(ty) for ty in operands)
    which = next(k for k, ty in enumerate(operands) if is_array(ty))
    same_condition, same_x, same_y = (_same_shape_function(ty) for ty in operands)

    def impl(condition, x, y):
        shape = (condition, x, y)[which].shape
        if not (same_condition(condition, shape) and same_x(x, shape) and same_y(y, shape)):
            return general(condition, x, y)
        result = np.empty(shape, number)
        target, c, p, q = result.ravel(), flat_condition(condition), flat_x(x), flat_y(y)
        for i in elements(target.size):
            first, second = number(item_x(p, i)), number(item_y(q, i))
            target[i] = first if item_condition(c, i) else second
        return result

    return impl


def _flat_function(ty: Any) -> FunctionType:
    """Return the function that gives an array's elements as a vector, a number as it is."""

    def of_array(a):
        return a.ravel()

    def of_number(x):
        return x

    return of_array if is_array(ty) else of_number


def _item_function(ty: Any) -> FunctionType:
    """Return the function that gives element i of a vector, a number as it is."""

    def of_array(a, i):
        return a[np.uint64(i)]

    def of_number(x, i):
        return x

    return of_array if is_array(ty) else of_number


def _same_shape_function(ty: Any) -> FunctionType:
    """Return the function that says whether an array has a shape; numbers fit all."""

    def of_array(a, shape):
        return a.shape == shape

    def of_number(x, shape):
        return True

    return of_array if is_array(ty) else of_number


def _where_general(operands: tuple[Any, ...], extend: list[FunctionType], fill: FunctionType, number: Any) -> FunctionType:
    """Return the function that broadcasts arrays of any shapes and layouts."""
    expand_condition, expand_x, expand_y = extend
    text_of_condition, text_of_x, text_of_y = (_shape_text_function(ty) for ty in operands)

    def impl(condition, x, y):
        c, p, q = expand_condition(condition), expand_x(x), expand_y(y)
        shape = common_shape(common_shape(c.shape, p.shape), q.shape)
        if not (_fits(c.shape, shape) and _fits(p.shape, shape) and _fits(q.shape, shape)):
            raise ValueError(
                "operands could not be broadcast together with shapes "
                f"{text_of_condition(condition)} {text_of_x(x)} {text_of_y(y)} "
            )
        result = np.empty(shape, number)
        fill(result, spread(c, shape), spread(p, shape), spread(q, shape))
        return result

    return impl


def _fill(ndim: int, number: Any) -> FunctionType:
    """Return ``(target, condition, x, y)`` for arrays of one shape."""
    if ndim == 1:

        def fill_vector(target, condition, x, y):
            for i in elements(target.shape[0]):
                target[i] = number(x[i]) if condition[i] else number(y[i])

        return fill_vector
    row = _fill(ndim - 1, number)

    def fill_rows(target, condition, x, y):
        for i in range(target.shape[0]):
            row(target[i], condition[i], x[i], y[i])

    return fill_rows


def _extender(ty: Any, ndim: int) -> FunctionType:
    """Return the function that makes an array with a number of axes, new ones first."""
    if not is_array(ty):
        number = numpy_class(types.unliteral(ty))
        ones = (1,) * ndim

        def of_number(x):
            return np.full(ones, x, number)

        return of_number
    missing = ndim - ty.ndim

    def same(a):
        return a

    if missing == 0:
        return same
    extend = _extender(ty.copy(ndim=ty.ndim + 1, layout="A"), ndim)

    def one_more(a):
        return extend(a[None])

    return one_more


def _shape_text_function(ty: Any) -> FunctionType:
    """Return the function that gives the text of an operand's shape in NumPy's messages."""
    if not is_array(ty):
        return lambda x: "()"
    text = shape_text(ty.ndim)
    return lambda a: text(a.shape)


def common_shape(p, q):
    """Return the shape to which two shapes of one length broadcast, if they do."""
    shape = p
    for k in range(len(p)):
        if p[k] == 1:
            shape = tuple_replace(shape, k, q[k])
    return shape


def _fits(shape, whole):
    """Whether an array of a shape can be broadcast to another one of the same length."""
    fits = True
    for k in range(len(shape)):
        fits = fits and (shape[k] == whole[k] or shape[k] == 1)
    return fits


def spread(a, shape):
    """Return a view in which axes of one element are repeated, as a shape of the same length says."""
    strides = a.strides
    for k in range(len(shape)):
        if a.shape[k] != shape[k]:
            strides = tuple_replace(strides, k, 0)
    return strided_view(a, shape, strides)


# ------------------------------------------------------------------------------------------------------------ indices


@implements("numpy.nonzero", "array.nonzero")
def nonzero(a: Any) -> FunctionType | None:
    """Return the indices of the elements that are not zero, an array for each axis."""
    if not is_array(a):
        return None
    if a.ndim == 0:
        raise errors.NumbaValueError(
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead."
        )
    holds, divides = truth_of(a.dtype), is_number(a.dtype)

    def divided(a):
        n, index = a.size, np.uint64
        pieces = piece_count(n, n)
        starts = piece_starts(a, pieces)
        result = np.empty(starts[pieces], np.int64)
        for p in prange(pieces):
            i, k, end = n * p // pieces, starts[p], starts[p + 1]
            while k < end:
                result[index(k)] = i
                k += 1 if holds(a[index(i)]) else 0
                i += 1
        return (result,)

    def impl(a):
        if divides and in_parallel():
            return divided(a)
        count = np.count_nonzero(a)
        result = np.empty(count, np.int64)
        index = np.uint64
        i, k = 0, 0
        # Each position is stored, and stays if its element is not zero: no branch depends on the elements.
        while k < count:
            result[index(k)] = i
            k += 1 if holds(a[index(i)]) else 0
            i += 1
        return (result,)

    def impl_matrix(a):
        count = np.count_nonzero(a)
        rows, columns = np.empty(count, np.int64), np.empty(count, np.int64)
        k = 0
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                if holds(a[i, j]):
                    rows[k] = i
                    columns[k] = j
                    k += 1
        return rows, columns

    def impl_any(a):
        return np.unravel_index(np.flatnonzero(a), a.shape)

    return {0: None, 1: impl, 2: impl_matrix}.get(a.ndim, impl_any)


@implements("numpy.flatnonzero")
def flatnonzero(a: Any) -> FunctionType | None:
    """Return the positions, in C order, of the elements that are not zero."""

    def impl(a):
        return np.nonzero(a.ravel())[0]

    return impl if is_array(a) else None


@implements("numpy.count_nonzero")
def count_nonzero(a: Any, axis: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Return how many elements are not zero."""
    if not is_array(a):
        return None
    keep, holds = literal_bool(keepdims, "keepdims"), truth_of(a.dtype)

    def impl_vector(a, axis=None, keepdims=False):
        count = 0
        for i in elements(a.shape[0]):
            count += 1 if holds(a[i]) else 0
        return count

    def impl_flat(a, axis=None, keepdims=False):
        return impl_vector(a.ravel())

    def impl_axis(a, axis=None, keepdims=False):
        return np.sum(a != 0, axis, keepdims=keep)

    if not is_none(axis) or keep:
        return impl_axis
    return impl_vector if a.ndim == 1 else impl_flat


@implements("numpy.clip")
def clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
    where: Any = True,
    casting: Any = "same_kind",
    order: Any = "K",
    dtype: Any = None,
    subok: Any = True,
    signature: Any = None,
) -> FunctionType | None:
    """Return the elements moved into an interval."""
    if not (is_array(a) or is_number(a)):
        return None
    if not (is_everywhere(where) and is_none(dtype) and casting == "same_kind" and order == "K"):
        return _clip_with_options(a, (a_min, a_max, min, max), Options("clip", out, where, casting, order, dtype, signature))
    by_name = not (is_none(min) and is_none(max))
    if by_name and not (is_none(a_min) and is_none(a_max)):
        raise errors.TypingError("clip takes either a_min and a_max or min and max")
    bounds = (min, max) if by_name else (a_min, a_max)
    low, high = (_given(ty) and not _is_beyond(a, ty, is_low) for ty, is_low in zip(bounds, (True, False), strict=True))
    if is_none(out) and _is_simple(a, bounds):
        clipped = _between
    else:
        clipped = _clipped(low and _least(a, bounds[0]), high and _most(a, bounds[1]))

    def impl(a, a_min=None, a_max=None, out=None, *, min=None, max=None):  # noqa: A002
        return clipped(a, a_min, a_max, out)

    def impl_named(a, a_min=None, a_max=None, out=None, *, min=None, max=None):  # noqa: A002
        return clipped(a, min, max, out)

    return impl_named if by_name else impl


@implements("array.clip")
def array_clip(
    a: Any,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
    out: Any = None,
    *,
    where: Any = True,
    casting: Any = "same_kind",
    order: Any = "K",
    dtype: Any = None,
    subok: Any = True,
    signature: Any = None,
) -> FunctionType:
    """Return the elements moved into an interval."""
    if is_everywhere(where) and is_none(dtype) and casting == "same_kind" and order == "K":
        return lambda a, min=None, max=None, out=None: np.clip(a, min, max, out)  # noqa: A006
    clipped = _clipped_with_options(a, (min, max), Options("clip", out, where, casting, order, dtype, signature))

    def impl(
        a, min=None, max=None, out=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=True,  # noqa: A002
        signature=None,
    ):  # fmt: skip
        return clipped(a, min, max, out, where)

    return impl


def _clip_with_options(a: Any, bounds: tuple[Any, ...], options: Options) -> FunctionType:
    """Return the function for arguments that all ufuncs have."""
    by_name = not (is_none(bounds[2]) and is_none(bounds[3]))
    clipped = _clipped_with_options(a, bounds, options)

    def impl(
        a, a_min=None, a_max=None, out=None, *, min=None, max=None, where=True, casting="same_kind", order="K", dtype=None,  # noqa: A002
        subok=True, signature=None,
    ):  # fmt: skip
        return clipped(a, a_min, a_max, out, where)

    def impl_named(
        a, a_min=None, a_max=None, out=None, *, min=None, max=None, where=True, casting="same_kind", order="K", dtype=None,  # noqa: A002
        subok=True, signature=None,
    ):  # fmt: skip
        return clipped(a, min, max, out, where)

    return impl_named if by_name else impl


def _clipped_with_options(a: Any, bounds: tuple[Any, ...], options: Options) -> Any:
    """Return what clips with these options: the array, the bounds, where to, and which elements."""
    convert = options.converter(a)
    kept = [ty.dtype for ty in bounds if is_array(ty)]
    store = options.storing((options.dtype or result_type(a.dtype if is_array(a) else types.unliteral(a), *kept),))

    def clipped(a, low, high, out, where):
        return store(np.clip(convert(a), low, high), out, where)

    return clipped


def _is_simple(a: Any, bounds: tuple[Any, Any]) -> bool:
    """Whether all results are float64, and both bounds are numbers."""
    return is_array(a) and a.dtype == types.float64 and a.layout == "C" and a.ndim > 0 and all(is_real(ty) for ty in bounds)


def _between(a, low, high, out):
    """Move elements between two numbers; one comparison a bound is enough where none is a NaN."""
    least, most, index = np.float64(low), np.float64(high), np.uint64
    result = np.empty(a.shape, np.float64)
    source, target = a.ravel(), result.ravel()
    if least != least or most != most:
        target[:] = np.nan
        return result
    for i in elements(target.size):
        x = source[index(i)]
        x = least if x < least else x
        target[index(i)] = most if x > most else x
    return result


def _clipped(least: Any, most: Any) -> FunctionType:
    """Return ``(a, low, high, out)`` for the bounds that are given, of which each has a function."""

    def both(a, low, high, out):
        return np.minimum(np.maximum(a, least(low)), most(high), out)

    def above(a, low, high, out):
        return np.maximum(a, least(low), out)

    def below(a, low, high, out):
        return np.minimum(a, most(high), out)

    def unbound(a, low, high, out):
        return np.positive(a, out)

    if least:
        return both if most else above
    return below if most else unbound


def _as_it_is(bound):
    return bound


def _can_be_beyond(a: Any, bound: Any) -> bool:
    """Whether a bound is an integer that only the running program knows, and may be one that the array's integers can't be."""
    if not (is_array(a) and is_integer(a.dtype) and is_integer(bound)) or isinstance(bound, types.IntegerLiteral):
        return False
    return bound.signed and (a.dtype.minval > bound.minval or a.dtype.maxval < bound.maxval)


def _least(a: Any, bound: Any) -> FunctionType:
    """Return the function of a lower bound: one below all integers of the array's type is the least of them."""
    if not _can_be_beyond(a, bound):
        return _as_it_is
    least = int(a.dtype.minval)
    return lambda bound: max(bound, least)


def _most(a: Any, bound: Any) -> FunctionType:
    """Return the function of an upper bound: one above all integers of the array's type is the greatest of them."""
    if not _can_be_beyond(a, bound) or a.dtype.maxval > bound.maxval:
        return _as_it_is
    most = int(a.dtype.maxval)
    return lambda bound: min(bound, most)


def _is_beyond(a: Any, bound: Any, is_low: bool) -> bool:
    """Whether a bound is a constant that no element of the array's integers is beyond."""
    if not (is_array(a) and is_integer(a.dtype) and isinstance(bound, types.IntegerLiteral)):
        return False
    limits = np.iinfo(a.dtype.name)
    return bound.literal_value <= limits.min if is_low else bound.literal_value >= limits.max


def _given(ty: Any) -> bool:
    return is_array(ty) or is_number(ty) or is_time(ty)
