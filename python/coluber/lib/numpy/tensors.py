"""Products of arrays over chosen axes: ``tensordot``, ``inner``, ``kron``, ``cross``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import is_array, is_integer, is_none, is_number, numpy_class, result_type
from coluber.lib.numpy.arguments import array_type, is_array_like, ndim_of, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.texts import not_aligned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# ---------------------------------------------------------------------------------------------------- tensordot, inner


def _constant_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    items = axes.types if isinstance(axes, types.BaseTuple) else (axes,)
    if not all(isinstance(ty, types.IntegerLiteral) for ty in items):
        raise errors.RequireLiteralValue("the argument 'axes' must be made of constants: the result's type depends on it")
    values = [int(ty.literal_value) for ty in items]
    if not all(-ndim <= value < ndim for value in values):
        raise errors.NumbaValueError("an axis of tensordot is out of bounds")
    return tuple(value % ndim for value in values)


def _over_varying_axes(a: Any, b: Any, axes: Any) -> FunctionType:
    """Return `tensordot` over axes that only the running program knows, which are moved to the end and to the front."""
    first, second = axes.types
    count, is_one = (len(first), False) if isinstance(first, types.BaseTuple) else (1, True)
    if (len(second) if isinstance(second, types.BaseTuple) else 1) != count or count > min(a.ndim, b.ndim):
        raise errors.NumbaValueError("shape-mismatch for sum")
    last, front = tuple(range(a.ndim - count, a.ndim)), tuple(range(count))
    product = contraction(a, b, last, front)

    def impl(a, b, axes=2):
        return product(np.moveaxis(a, axes[0], last), np.moveaxis(b, axes[1], front))

    def impl_one(a, b, axes=2):
        return product(np.moveaxis(a, axes[0], -1), np.moveaxis(b, axes[1], 0))

    return impl_one if is_one and not isinstance(second, types.BaseTuple) else impl


def _are_varying(axes: Any) -> bool:
    """Whether axes are integers or tuples of them, of which some are no constants."""
    items = [item for ty in axes.types for item in (ty.types if isinstance(ty, types.BaseTuple) else (ty,))]
    return all(is_integer(item) for item in items) and not all(isinstance(item, types.IntegerLiteral) for item in items)


def _with_numbers(a: Any, b: Any, axes: Any) -> FunctionType | None:
    """Return `tensordot` of one or two numbers, which stand for arrays without axes."""
    if not all(is_array(ty) or is_number(ty) for ty in (a, b)):
        return None
    of_arrays, first, second = tensordot(array_type(a), array_type(b), axes), to_array(a), to_array(b)
    return lambda a, b, axes=2: of_arrays(first(a), second(b))


@implements("numpy.tensordot")
def tensordot(a: Any, b: Any, axes: Any = 2) -> FunctionType | None:
    """Return sums of products over some last axes of a and first axes of b, or over axes that are named."""
    if not (is_array(a) and is_array(b)):
        return _with_numbers(a, b, axes)
    if isinstance(axes, types.BaseTuple) and len(axes.types) == 2 and _are_varying(axes):
        return _over_varying_axes(a, b, axes)
    if isinstance(axes, types.BaseTuple):
        first, second = _constant_axes(axes.types[0], a.ndim), _constant_axes(axes.types[1], b.ndim)
    else:
        count = axes if axes == 2 else int(axes.literal_value) if isinstance(axes, types.IntegerLiteral) else None
        if count is None:
            raise errors.RequireLiteralValue("the argument 'axes' must be a constant: the result's type depends on it")
        first, second = tuple(range(a.ndim - count, a.ndim)), tuple(range(count))
    if len(first) != len(second) or any(axis < 0 for axis in first) or any(axis >= b.ndim for axis in second):
        raise errors.NumbaValueError("shape-mismatch for sum")
    return contraction(a, b, first, second)


def _mismatch(shape, other):
    return "shape-mismatch for sum"


def contraction(
    a: Any, b: Any, first: tuple[int, ...], second: tuple[int, ...], mismatch: FunctionType = _mismatch
) -> FunctionType:
    """Return ``(a, b)``: the sums of products over some axes of a and as many of b.

    Parameters
    ----------
    a, b : type of arrays
        The operands.
    first, second : tuple of int
        Their axes.
    mismatch : function, optional
        Returns the message for shapes that don't fit.
    """
    left = tuple(axis for axis in range(a.ndim) if axis not in first)
    right = tuple(axis for axis in range(b.ndim) if axis not in second)
    left_order, right_order, kept, count = left + first, second + right, len(left), len(first)

    def product(items):
        result = 1
        for n in items:
            result *= n
        return result

    def matrices(a, b):
        p, q = np.transpose(a, left_order), np.transpose(b, right_order)
        if p.shape[kept:] != q.shape[:count]:
            raise ValueError(mismatch(a.shape, b.shape))
        inner = product(p.shape[kept:])
        rows, columns = product(p.shape[:kept]), product(q.shape[count:])
        result = np.dot(p.ravel().reshape(rows, inner), q.ravel().reshape(inner, columns))
        return result.reshape(p.shape[:kept] + q.shape[count:])

    def impl(a, b, axes=2):
        return matrices(a, b)

    return impl


@implements("numpy.inner")
def inner(a: Any, b: Any) -> FunctionType | None:
    """Return the sums of products over the last axes."""
    if is_number(a) or is_number(b):
        return _scaled(a, b)
    if not (is_array(a) and is_array(b)):
        return None
    if a.ndim == 0 or b.ndim == 0:
        return lambda a, b: np.multiply(a, b)

    def vectors(a, b):
        return np.dot(a, b)

    if a.ndim == b.ndim == 1:
        return vectors
    return _contraction_of_last(a, b)


def _scaled(a: Any, b: Any) -> FunctionType:
    """Return the product with a number, which has a type of its own here: it does not adapt to an array."""
    dtypes = [ty.dtype if is_array(ty) else types.unliteral(ty) for ty in (a, b)]
    number = numpy_class(result_type(*dtypes))

    def of_array(x):
        return x.astype(number)

    first, second = (of_array if is_array(ty) else number for ty in (a, b))

    def impl(a, b):
        return first(a) * second(b)

    return impl


def _contraction_of_last(a: Any, b: Any) -> FunctionType:
    last, before = b.ndim - 1, max(b.ndim - 2, 0)
    text = not_aligned((a.ndim, b.ndim), before)

    def mismatch(shape, other):
        # NumPy exchanges the last two axes first.
        return text(shape, tuple_replace(tuple_replace(other, last, other[before]), before, other[last]))

    def matrices(a, b):
        if a.shape[1] != b.shape[1]:
            raise ValueError(mismatch(a.shape, b.shape))
        # NumPy's loop sees that a matrix is multiplied with itself.
        return np.dot(a, b.T)

    if a.ndim == b.ndim == 2:
        return matrices
    contract = contraction(a, b, (a.ndim - 1,), (last,), mismatch)
    return lambda a, b: contract(a, b)


# --------------------------------------------------------------------------------------------------------- kron, cross


@implements("numpy.kron")
def kron(a: Any, b: Any) -> FunctionType | None:
    """Return the Kronecker product: its axes are the products of the axes of both, the last ones with each other."""
    if not (is_array_like(a) and is_array_like(b)):
        return None
    first, second = to_array(a), to_array(b)
    ndim = max(ndim_of(a), ndim_of(b))
    if ndim_of(a) == 0 or ndim_of(b) == 0:
        return lambda a, b: np.multiply(first(a), second(b))
    left, right = _as_rank(ndim_of(a), ndim), _as_rank(ndim_of(b), ndim)

    def impl(a, b):
        p, q = left(first(a)), right(second(b))
        spread, places, shape = p.shape + q.shape, p.shape + q.shape, p.shape
        for k in range(ndim):
            spread = tuple_replace(tuple_replace(spread, 2 * k, p.shape[k]), 2 * k + 1, 1)
            places = tuple_replace(tuple_replace(places, 2 * k, 1), 2 * k + 1, q.shape[k])
            shape = tuple_replace(shape, k, p.shape[k] * q.shape[k])
        return (p.reshape(spread) * q.reshape(places)).reshape(shape)

    return impl


def _as_rank(own: int, ndim: int) -> FunctionType:
    """Return the function that puts axes of one element in front of the own ones."""
    ones = (1,) * (ndim - own)
    return lambda a: a.reshape(ones + a.shape)


# Up to here NumPy has products of vectors of two elements, which have another number of axes.
_CROSS_OF_TWO = np.lib.NumpyVersion(np.__version__) < "2.5.0"


def _check_cross(p, q):
    two = (p.shape[-1] == 2) + (q.shape[-1] == 2)
    if (p.shape[-1] == 3) + (q.shape[-1] == 3) + two == 2 and two <= _CROSS_OF_TWO:
        return
    if not _CROSS_OF_TWO:
        raise ValueError(
            f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {p.shape[-1]} and {q.shape[-1]} "
            "dimensional instead."
        )
    if p.shape[-1] in (2, 3) and q.shape[-1] in (2, 3):
        raise ValueError("np.cross of vectors of two elements is not there in compiled code; coluber.np.extensions has cross2d")
    raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")


@implements("numpy.cross", "numpy.linalg.cross")
def cross(a: Any, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None) -> FunctionType | None:
    """Return the vector products of vectors of three elements; one operand may have vectors in the plane of the first two."""
    if not (is_array(a) and is_array(b)) or a.ndim == 0 or b.ndim == 0:
        return None
    if isinstance(a.dtype, types.Boolean) and isinstance(b.dtype, types.Boolean):
        raise errors.TypingError(
            "cross() subtracts products, which NumPy does not for bools: convert one argument with astype()"
        )
    number, ndim, last = numpy_class(result_type(a.dtype, b.dtype)), max(a.ndim, b.ndim), is_none(axis)
    in_place = last and axisa == -1 and axisb == -1 and axisc == -1
    p_ndim, q_ndim = a.ndim, b.ndim

    def product(p, q):
        result = np.empty(3, number)
        if p.size == 2:
            result[0], result[1] = p[1] * q[2], -(p[0] * q[2])
        elif q.size == 2:
            result[0], result[1] = -(p[2] * q[1]), p[2] * q[0]
        else:
            result[0] = p[1] * q[2] - p[2] * q[1]
            result[1] = p[2] * q[0] - p[0] * q[2]
        result[2] = p[0] * q[1] - p[1] * q[0]
        return result

    def vectors(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
        _check_cross(a, b)
        return product(a, b)

    if ndim == 1:
        return vectors

    def impl(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
        p = a if in_place else np.moveaxis(a, normalize_axis(axisa if last else axis, p_ndim), -1)
        q = b if in_place else np.moveaxis(b, normalize_axis(axisb if last else axis, q_ndim), -1)
        _check_cross(p, q)
        z = p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]
        result = np.empty((*z.shape, 3), number)
        if p.shape[-1] == 2:
            result[..., 0] = p[..., 1] * q[..., 2]
            result[..., 1] = -(p[..., 0] * q[..., 2])
        elif q.shape[-1] == 2:
            result[..., 0] = -(p[..., 2] * q[..., 1])
            result[..., 1] = p[..., 2] * q[..., 0]
        else:
            result[..., 0] = p[..., 1] * q[..., 2] - p[..., 2] * q[..., 1]
            result[..., 1] = p[..., 2] * q[..., 0] - p[..., 0] * q[..., 2]
        result[..., 2] = z
        return result if in_place else np.moveaxis(result, -1, axisc if last else axis)

    return impl


@implements("coluber.np.extensions.cross2d")
def cross2d(a: Any, b: Any) -> FunctionType:
    """Return the vector products of vectors of two elements."""
    from coluber.np import extensions

    return extensions.cross2d
