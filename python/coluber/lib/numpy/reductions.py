"""``sum``, ``prod``, ``min``, ``max``, ``mean``, ``any`` and ``all`` of arrays: of all elements and along axes."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_half,
    is_int_tuple,
    is_integer,
    is_integral,
    is_none,
    is_number,
    is_text,
    is_time,
    is_unsigned,
    literal_bool,
    numpy_class,
)
from coluber.lib.numpy.axes import are_constant, constant_axes, normalize_axis
from coluber.lib.numpy.folds import (
    Fold,
    flat_view,
    in_lanes,
    nonempty,
    one_by_one,
    pairwise,
    reduce_all,
    reduce_axes,
    reduce_axis,
    reduce_named_axes,
    until,
)
from coluber.lib.numpy.options import along, first_number, is_everywhere, masked, one_long, output_type, result_ndim, stored
from coluber.lib.numpy.vectors import larger_number, smaller_number

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
    """Whether an element counts as true."""
    return bool(x)


# ------------------------------------------------------------------------------------------------------------- folds


def accumulator(dtype: Type) -> Type:
    """Return the type in which NumPy adds and multiplies: 64 bits for integers and bools."""
    if is_integral(dtype):
        return types.uint64 if is_unsigned(dtype) else types.int64
    return dtype


@cache
def sum_fold(result: Type) -> Fold:
    """Return the fold to a sum of a type."""
    if isinstance(result, types.Boolean):
        return truth_fold(True)
    number = numpy_class(result)
    zero = number(0)
    if is_half(result):
        return Fold(number, add, rounded_once(number, pairwise(np.float32, add, np.float32(0))), result, zero)
    join = joining(add, result)
    run = one_by_one(number, join, zero) if is_integral(result) else pairwise(number, join, zero)
    return Fold(number, join, run, result, zero)


@cache
def joining(join: Any, result: Type) -> Any:
    """Return the function that joins two partial results, which for integers of less than 64 bits wraps around."""
    if not is_integral(result) or result.bitwidth == 64:
        return join
    number = numpy_class(result)

    def wrapped(p, q):
        return number(join(p, q))

    return wrapped


def rounded_once(number: Any, wide: FunctionType) -> FunctionType:
    """Return the run of numbers of 16 bits for one of float32: NumPy rounds what it makes of a line once."""

    def run(a, start, n):
        return number(wide(a, start, n))

    return run


@cache
def prod_fold(result: Type) -> Fold:
    """Return the fold to a product of a type."""
    if isinstance(result, types.Boolean):
        return truth_fold(False)
    number = numpy_class(result)
    one = number(1)
    if is_half(result):
        return Fold(number, multiply, rounded_once(number, one_by_one(np.float32, multiply, np.float32(1))), result, one)
    join = joining(multiply, result)
    run = one_by_one(number, join, one) if is_integral(result) else in_lanes(number, join, one)
    return Fold(number, join, run, result, one)


@cache
def truth_fold(decided: bool) -> Fold:
    """Return the fold that asks for a truth value."""
    join = either if decided else both
    return Fold(is_true, join, until(is_true, join, decided), types.boolean, np.bool_(not decided))


@cache
def extremum_fold(dtype: Type, name: str, shown: str = "") -> Fold:
    """Return the fold to the ``minimum`` or ``maximum``; messages may show another name."""
    number, join = numpy_class(dtype), smaller if name == "minimum" else larger
    message = f"zero-size array to reduction operation {shown or name} which has no identity"
    if not isinstance(dtype, types.Float):
        return Fold(number, join, nonempty(_extremum(number, join), message), dtype, message=message)
    worst = number(np.inf if name == "minimum" else -np.inf)
    strided = nonempty(in_lanes(number, join, worst), message)
    return Fold(number, join, nonempty(_float_extremum(number, name), message), dtype, strided=strided, message=message)


def _extremum(number: Any, join: Any) -> FunctionType:
    """Return a run that begins with the first element."""
    index = np.uint64

    def run(a, start, n):
        best = number(a[index(start)])
        for i in range(start + 1, start + n):
            best = join(best, number(a[index(i)]))
        return best

    return run


def _float_extremum(number: Any, name: str) -> FunctionType:
    """Return a run that compares as if there were no NaNs, and looks for them beside that: vector code does both at once."""
    choose = smaller_number if name == "minimum" else larger_number
    index, nan = np.uint64, number(np.nan)

    def run(a, start, n):
        best, found = a[index(start)], False
        for i in range(start, start + n):
            x = a[index(i)]
            best = choose(x, best)
            found = found | (x != x)
        return nan if found else best

    return run


@cache
def extremes(a: Array) -> FunctionType:
    """Return ``(a)``: the smallest and the largest of all elements, found by reading memory once where it is in order."""
    number, is_float, index = numpy_class(a.dtype), isinstance(a.dtype, types.Float), np.uint64

    def of_any(a):
        high = a.max()
        return a.min(), high

    if a.layout == "A" or is_half(a.dtype) or not is_number(a.dtype):
        return of_any
    flat, nan = flat_view(a), number(np.nan if is_float else 0)
    low_of, high_of = (smaller_number, larger_number) if is_float else (smaller, larger)

    def of_contiguous(a):
        elements = flat(a)
        if elements.size == 0:
            raise ValueError("zero-size array to reduction operation maximum which has no identity")
        low, high, found = elements[0], elements[0], False
        for i in range(elements.size):
            x = elements[index(i)]
            low, high, found = low_of(x, low), high_of(x, high), found | (x != x)
        return (nan, nan) if found else (low, high)

    return of_contiguous


# --------------------------------------------------------------------------------------------------------- functions


def reduction(a: Array, fold: Fold, axis: Any, keepdims: Any) -> tuple[FunctionType, bool]:
    """Return the function for an axis argument, and whether that is to be passed: ``(array, axis)``, else ``(array)``."""
    keep = literal_bool(keepdims, "keepdims")
    if is_none(axis):
        return reduce_all(a, fold, keep), False
    if is_integer(axis):
        return reduce_axis(a, fold, keep, axis), True
    if is_int_tuple(axis) and not are_constant(axis):
        return reduce_named_axes(a, fold, keep, len(axis)), True
    return reduce_axes(a, fold, keep, constant_axes(axis, a.ndim)), False


def _without_dtype(a: Array, fold: Fold, axis: Any, keepdims: Any) -> FunctionType:
    reduce, takes_axis = reduction(a, fold, axis, keepdims)

    def impl(a, axis=None, out=None, keepdims=False):
        return reduce(a)

    def impl_axis(a, axis=None, out=None, keepdims=False):
        return reduce(a, axis)

    return impl_axis if takes_axis else impl


def _with_dtype(a: Array, fold: Fold, axis: Any, keepdims: Any) -> FunctionType:
    reduce, takes_axis = reduction(a, fold, axis, keepdims)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False):
        return reduce(a)

    def impl_axis(a, axis=None, dtype=None, out=None, keepdims=False):
        return reduce(a, axis)

    return impl_axis if takes_axis else impl


def _total(name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, initial: Any, where: Any) -> FunctionType | None:
    """Return the function for a sum or product."""
    if not is_array(a) or is_text(a.dtype):
        return None
    fold, function, neutral = (sum_fold, np.sum, 0) if name == "add" else (prod_fold, np.prod, 1)
    if is_none(dtype):
        result = output_type(name, a, out) or accumulator(a.dtype)
    else:
        result = dtype_type(dtype)
    if is_none(out) and initial is None and where is True:
        return _with_dtype(a, fold(result), axis, keepdims)
    number = numpy_class(result)
    select, compute = masked(a, where, neutral), along(function, axis, a.ndim, keepdims, number)
    store = stored(name, result, out, result_ndim(a, axis, keepdims))
    join, begins, first = add if name == "add" else multiply, not is_none(initial), first_number(initial, result)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        found = compute(select(a, where), axis)
        return store(join(found, first(initial)) if begins else found, out)

    return impl


@implements("numpy.sum", "array.sum")
def sum_(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Sum of the elements; of floats, halves are summed separately."""
    return _total("add", a, axis, dtype, out, keepdims, initial, where)


@implements("numpy.prod", "array.prod")
def prod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Product of the elements."""
    return _total("multiply", a, axis, dtype, out, keepdims, initial, where)


def _extreme(name: str, a: Any, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any) -> FunctionType | None:
    """Return the function for the smallest or largest element."""
    if not is_array(a):
        return None
    if is_text(a.dtype):
        raise errors.TypingError(f"NumPy's {name} has no loop for texts, which {a} has: use min() or max() of a.tolist()")
    if is_none(initial):
        if not is_everywhere(where):
            return needs_initial(name)
        if is_none(out) and initial is None and where is True:
            if isinstance(a.dtype, types.Boolean) and is_none(axis) and not literal_bool(keepdims, "keepdims"):
                return _extreme_of_bools(name)
            return _without_dtype(a, extremum_fold(a.dtype, name), axis, keepdims)
    store = stored(name, a.dtype, out, result_ndim(a, axis, keepdims))
    compute = along(np.min if name == "minimum" else np.max, axis, a.ndim, keepdims)
    if is_none(initial):

        def impl_stored(a, axis=None, out=None, keepdims=False, initial=None, where=True):
            return store(compute(a, axis), out)

        return impl_stored
    return extreme_of_some(a, axis, initial, where, store, compute, smaller if name == "minimum" else larger)


def _extreme_of_bools(name: str) -> FunctionType:
    """Return the function that asks whether a bool is set, or all are."""
    truth = np.any if name == "maximum" else np.all
    message = f"zero-size array to reduction operation {name} which has no identity"

    def impl(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        if a.size == 0:
            raise ValueError(message)
        return truth(a)

    return impl


def extreme_of_some(a: Array, axis: Any, initial: Any, where: Any, store: Any, compute: Any, join: Any) -> FunctionType:
    """Return the function for the elements that count, and a first one."""
    begin, shape_of, everywhere = first_number(initial, a.dtype), one_long(a, axis), is_everywhere(where)

    def impl(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        first = begin(initial)
        if a.size == 0:
            return store(compute(np.full(shape_of(a.shape, axis), first), axis), out)
        if everywhere:
            return store(join(compute(a, axis), first), out)
        return store(join(compute(np.where(where, a, first), axis), first), out)

    return impl


def needs_initial(name: str) -> FunctionType:
    """Return the function that raises: there may be no elements that count."""
    message = f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify 'initial'"

    def impl(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        raise ValueError(message)

    return impl


@implements("numpy.min", "numpy.amin", "array.min")
def min_(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Smallest element, or a NaN if there is one."""
    return _extreme("minimum", a, axis, out, keepdims, initial, where)


@implements("numpy.max", "numpy.amax", "array.max")
def max_(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Largest element, or a NaN if there is one."""
    return _extreme("maximum", a, axis, out, keepdims, initial, where)


def _truth(decided: bool, a: Any, axis: Any, out: Any, keepdims: Any, where: Any) -> FunctionType | None:
    """Return the function that asks whether one element, or each, is not zero."""
    if not is_array(a):
        return None
    if is_none(out) and where is True:
        return _without_dtype(a, truth_fold(decided), axis, keepdims)
    select, compute = masked(a, where, not decided), along(np.any if decided else np.all, axis, a.ndim, keepdims)
    store = stored("logical_or" if decided else "logical_and", types.boolean, out, result_ndim(a, axis, keepdims))

    def impl(a, axis=None, out=None, keepdims=False, where=True):
        return store(compute(select(a, where), axis), out)

    return impl


@implements("numpy.any", "array.any")
def any_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True) -> FunctionType | None:
    """Whether an element is not zero."""
    return _truth(True, a, axis, out, keepdims, where)


@implements("numpy.all", "array.all")
def all_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True) -> FunctionType | None:
    """Whether no element is zero."""
    return _truth(False, a, axis, out, keepdims, where)


# -------------------------------------------------------------------------------------------------------------- mean


@implements("numpy.mean", "array.mean")
def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Arithmetic mean; integers are summed as float64."""
    if not is_array(a):
        return None
    if is_none(dtype):
        result = types.float64 if is_integral(a.dtype) else a.dtype
    else:
        result = dtype_type(dtype)
    if is_none(out) and where is True:
        return _mean_of_all(a, result, axis, keepdims)
    store, number = stored("true_divide", result, out, result_ndim(a, axis, keepdims)), numpy_class(result)
    if is_everywhere(where):
        compute = along(np.mean, axis, a.ndim, keepdims, number)

        def impl_stored(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
            return store(compute(a, axis), out)

        return impl_stored
    return _mean_of_some(a, result, axis, keepdims, where, store)


def _mean_of_some(a: Array, result: Type, axis: Any, keepdims: Any, where: Any, store: Any) -> FunctionType:
    number, wide = numpy_class(result), numpy_class(types.float32 if is_half(result) else result)
    select, total = masked(a, where, 0), along(np.sum, axis, a.ndim, keepdims, wide)
    count, ndim = counted(a, where, axis, keepdims), result_ndim(a, axis, keepdims)
    if is_time(result):
        spans = along(np.sum, axis, a.ndim, keepdims)

        def impl_spans(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
            return store(np.divide(spans(select(a, where), axis), count(a, axis, where)), out)

        return impl_spans

    def impl_number(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
        return store(number(np.divide(total(select(a, where), axis), wide(count(a, axis, where)))), out)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
        mean = np.divide(total(select(a, where), axis), count(a, axis, where).astype(wide))
        return store(mean.astype(number), out)

    return impl if ndim else impl_number


def counted(a: Array, where: Any, axis: Any, keepdims: Any) -> FunctionType:
    """Return ``(a, axis, where)``: how many elements count."""
    total = along(np.sum, axis, a.ndim, keepdims)

    def count(a, axis, where):
        return total(np.broadcast_to(where, a.shape), axis)

    return count


def _mean_of_all(a: Array, result: Type, axis: Any, keepdims: Any) -> FunctionType:
    total, takes_axis = reduction(a, sum_fold(types.float32 if is_half(result) else result), axis, keepdims)
    divide = division(result)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a), a.size)

    if is_none(axis):
        return impl
    ndim = a.ndim

    def impl_only(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a, axis), a.size)

    def impl_axis(a, axis=None, dtype=None, out=None, keepdims=False):
        return divide(total(a, axis), a.shape[normalize_axis(axis, ndim)])

    def impl_named(a, axis=None, dtype=None, out=None, keepdims=False):
        found, count = total(a, axis), 1
        for k in axis:
            count *= a.shape[k]
        return divide(found, count)

    if takes_axis and is_int_tuple(axis):
        return impl_named
    if takes_axis:
        return impl_axis if ndim > 1 else impl_only
    axes = constant_axes(axis, a.ndim)

    def impl_axes(a, axis=None, dtype=None, out=None, keepdims=False):
        count = 1
        for k in axes:
            count *= a.shape[k]
        return divide(total(a), count)

    return impl_axes


def division(result: Type) -> FunctionType:
    """Return the function that divides sums, a number or an array, by how many elements they are of.

    Numbers of less than 64 bits are divided as such of 64 bits, which can say how many there are.
    """
    is_narrow = is_half(result) or str(result) in ("float32", "complex64")
    wide = types.complex128 if is_complex(result) else types.float64
    # Spans are divided by integers.
    number = numpy_class(wide if is_number(result) else types.int64)
    back = numpy_class(result)

    def divide(total, count):
        return np.divide(total, number(count))

    def divide_rounded(total, count):
        return back(np.divide(total, number(count)))

    return divide_rounded if is_integral(result) or is_narrow else divide
