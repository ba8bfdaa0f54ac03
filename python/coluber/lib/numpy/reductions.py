"""``sum``, ``prod``, ``min``, ``max``, ``mean``, ``any`` and ``all`` of arrays: of all elements and along axes."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_integer,
    is_integral,
    is_none,
    is_unsigned,
    literal_bool,
    numpy_class,
    refuse,
)
from coluber.lib.numpy.axes import constant_axes, normalize_axis
from coluber.lib.numpy.folds import (
    Fold,
    in_lanes,
    nonempty,
    one_by_one,
    pairwise,
    reduce_all,
    reduce_axes,
    reduce_axis,
    until,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


# -------------------------------------------------------------------------------------------------- partial results


def add(p, q):
    """Return the sum of two partial sums."""
    return p + q


def multiply(p, q):
    """Return the product of two partial products."""
    return p * q


def either(p, q):
    """Whether one of two truth values holds."""
    return p | q


def both(p, q):
    """Whether two truth values hold."""
    return p & q


def smaller(p, q):
    """Return the smaller one of two numbers, a NaN if there is one."""
    return np.minimum(p, q)


def larger(p, q):
    """Return the larger one of two numbers, a NaN if there is one."""
    return np.maximum(p, q)


def is_true(x):
    """Whether a number is not zero."""
    return x != 0


# ------------------------------------------------------------------------------------------------------------- folds


def _accumulator(dtype: Type) -> Type:
    """Return the type in which NumPy adds and multiplies: 64 bits for integers and bools."""
    if is_integral(dtype):
        return types.uint64 if is_unsigned(dtype) else types.int64
    return dtype


@cache
def _sum_fold(result: Type) -> Fold:
    number = numpy_class(result)
    zero = number(0)
    run = one_by_one(number, add, zero) if is_integral(result) else pairwise(number, add, zero)
    return Fold(number, add, run, result, zero)


@cache
def _prod_fold(result: Type) -> Fold:
    number = numpy_class(result)
    one = number(1)
    run = one_by_one(number, multiply, one) if is_integral(result) else in_lanes(number, multiply, one)
    return Fold(number, multiply, run, result, one)


@cache
def _truth_fold(decided: bool) -> Fold:
    join = either if decided else both
    return Fold(is_true, join, until(is_true, join, decided), types.boolean, np.bool_(not decided))


@cache
def extremum_fold(dtype: Type, name: str) -> Fold:
    """Return the fold to the ``minimum`` or ``maximum``."""
    number, join = numpy_class(dtype), smaller if name == "minimum" else larger
    run = _extremum_run(number, join, in_vector=not is_integral(dtype))
    message = f"zero-size array to reduction operation {name} which has no identity"
    return Fold(number, join, nonempty(run, message), dtype)


def _extremum_run(number: Any, join: Any, in_vector: bool) -> FunctionType:
    """Return a run that begins with the first element; floats in lanes, for NaNs keep compilers from doing that."""
    rest = in_lanes(number, join, number(0)) if in_vector else None
    index = np.uint64

    def run_lanes(a, start, n):
        if n >= 8:
            return rest(a, start, n)
        return run(a, start, n)

    def run(a, start, n):
        best = number(a[index(start)])
        for i in range(start + 1, start + n):
            best = join(best, number(a[index(i)]))
        return best

    return run_lanes if in_vector else run


# --------------------------------------------------------------------------------------------------------- functions


def reduction(a: Array, fold: Fold, axis: Any, keepdims: Any) -> tuple[FunctionType, bool]:
    """Return the function for an axis argument, and whether that is to be passed: ``(array, axis)``, else ``(array)``."""
    keep = literal_bool(keepdims, "keepdims")
    if is_none(axis):
        return reduce_all(a, fold, keep), False
    if is_integer(axis):
        return reduce_axis(a, fold, keep), True
    return reduce_axes(a, fold, keep, constant_axes(axis, a.ndim)), False


def _without_dtype(a: Array, fold: Fold, axis: Any, out: Any, keepdims: Any) -> FunctionType:
    refuse("out", out)
    reduce, takes_axis = reduction(a, fold, axis, keepdims)

    def impl(a, axis=None, out=None, keepdims=False):
        return reduce(a)

    def impl_axis(a, axis=None, out=None, keepdims=False):
        return reduce(a, axis)

    return impl_axis if takes_axis else impl


def _with_dtype(a: Array, fold: Fold, axis: Any, out: Any, keepdims: Any) -> FunctionType:
    refuse("out", out)
    reduce, takes_axis = reduction(a, fold, axis, keepdims)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False):
        return reduce(a)

    def impl_axis(a, axis=None, dtype=None, out=None, keepdims=False):
        return reduce(a, axis)

    return impl_axis if takes_axis else impl


@implements("numpy.sum", "array.sum")
def sum_(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Sum of the elements; of floats, halves are summed separately."""
    if not is_array(a):
        return None
    result = _accumulator(a.dtype) if is_none(dtype) else dtype_type(dtype)
    return _with_dtype(a, _sum_fold(result), axis, out, keepdims)


@implements("numpy.prod", "array.prod")
def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Product of the elements."""
    if not is_array(a):
        return None
    result = _accumulator(a.dtype) if is_none(dtype) else dtype_type(dtype)
    return _with_dtype(a, _prod_fold(result), axis, out, keepdims)


@implements("numpy.min", "numpy.amin", "array.min")
def min_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Smallest element, or a NaN if there is one."""
    return _without_dtype(a, extremum_fold(a.dtype, "minimum"), axis, out, keepdims) if is_array(a) else None


@implements("numpy.max", "numpy.amax", "array.max")
def max_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Largest element, or a NaN if there is one."""
    return _without_dtype(a, extremum_fold(a.dtype, "maximum"), axis, out, keepdims) if is_array(a) else None


@implements("numpy.any", "array.any")
def any_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Whether an element is not zero."""
    return _without_dtype(a, _truth_fold(True), axis, out, keepdims) if is_array(a) else None


@implements("numpy.all", "array.all")
def all_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Whether no element is zero."""
    return _without_dtype(a, _truth_fold(False), axis, out, keepdims) if is_array(a) else None


# -------------------------------------------------------------------------------------------------------------- mean


@implements("numpy.mean", "array.mean")
def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Arithmetic mean; integers are summed as float64."""
    if not is_array(a):
        return None
    refuse("out", out)
    if is_none(dtype):
        result = types.float64 if is_integral(a.dtype) else a.dtype
    else:
        result = dtype_type(dtype)
    total, takes_axis = reduction(a, _sum_fold(result), axis, keepdims)
    divide = _division(result)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a), a.size)

    if is_none(axis):
        return impl
    ndim = a.ndim

    def impl_only(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a, axis), a.size)

    def impl_axis(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a, axis), a.shape[normalize_axis(axis, ndim)])

    if takes_axis:
        return impl_axis if ndim > 1 else impl_only
    axes = constant_axes(axis, a.ndim)

    def impl_axes(a, axis=None, dtype=None, out=None, keepdims=False):
        count = 1
        for k in axes:
            count *= a.shape[k]
        return divide(total(a), count)

    return impl_axes


def _division(result: Type) -> FunctionType:
    """Return the function that divides sums, a number or an array, by how many elements they are of."""
    part = result.underlying_float if is_complex(result) else result
    number = numpy_class(types.float64 if is_integral(part) else part)
    back = numpy_class(result)

    def divide(total, count):
        return np.divide(total, number(count))

    def divide_integer(total, count):
        return back(np.divide(total, number(count)))

    return divide_integer if is_integral(result) else divide
