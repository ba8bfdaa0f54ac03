"""``convolve``, ``correlate``, ``interp``, ``cov`` and ``corrcoef``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, sort_number_pairs
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_half,
    is_none,
    is_number,
    is_real,
    is_varying_bool,
    is_varying_str,
    literal_bool,
    literal_str,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.bisection import bisector, bisector_of_many
from coluber.lib.numpy.linear import converted, vector_product
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Of so many variables the products are taken one by one: a product of matrices would copy the elements in another order.
_FEW = 4

# Results that are computed together: they stay in the first cache.
_STRETCH = 2048

_MODES = ("valid", "same", "full")


# --------------------------------------------------------------------------------------------------------- convolution


def _mode(mode: Any) -> str:
    name = literal_str(mode, "mode")
    if name not in _MODES:
        raise errors.NumbaValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{name}')")
    return name


def _slide(dtype: Type, mode: str) -> FunctionType:
    """Return ``(a, v, step)``: the sums of ``a[i + j] * v[j]``, or with the step -1 of v reversed, for the places i of a mode.

    a has at least as many elements as v.
    """
    if is_half(dtype):
        return _slide_half(mode)
    number = numpy_class(dtype)

    def add(target, a, x):
        for i in range(target.size):
            target[i] = number(target[i] + number(a[i] * x))

    def add_four(target, a, x0, x1, x2, x3):
        for i in range(target.size):
            total = number(target[i] + number(a[i] * x0))
            total = number(total + number(a[i + 1] * x1))
            total = number(total + number(a[i + 2] * x2))
            target[i] = number(total + number(a[i + 3] * x3))

    def factor(v, j, backwards):
        return v[v.size - 1 - j] if backwards else v[j]

    def add_stretch(result, a, v, backwards, shift, start, end):
        # Element i of the result is beside element i + j - shift of a.
        n, j, last = a.size, max(0, shift - end + 1), min(v.size, a.size + shift - start)
        while j < last:
            count = 4 if j + 4 <= last else 1
            # Where elements are beside all four, these are added at once.
            low, high = max(shift - j, start), min(n + shift - j - 3, end)
            if count == 1 or low >= high:
                low = high = end
            else:
                x0, x1 = factor(v, j, backwards), factor(v, j + 1, backwards)
                x2, x3 = factor(v, j + 2, backwards), factor(v, j + 3, backwards)
                add_four(result[low:high], a[low + j - shift : high + j - shift + 3], x0, x1, x2, x3)
            for edge in range(2 * count):
                k = j + (edge >> 1)
                first = max(shift - k, high if edge & 1 else start)
                until = min(n + shift - k, end if edge & 1 else low)
                if first < until:
                    add(result[first:until], a[first + k - shift : until + k - shift], factor(v, k, backwards))
            j += count

    def slide(a, v, backwards):
        n, m = a.size, v.size
        if mode == "valid":
            length, shift = n - m + 1, 0
        elif mode == "same":
            length, shift = n, m // 2
        else:
            length, shift = n + m - 1, m - 1
        result = np.zeros(length, number)
        for start in range(0, length, _STRETCH):
            add_stretch(result, a, v, backwards, shift, start, min(start + _STRETCH, length))
        return result

    return slide


def _slide_half(mode: str) -> FunctionType:
    """Return `_slide` of float16, whose sums NumPy takes in float32."""
    slide = _slide(types.float32, mode)

    def rounded(a, v, backwards):
        return slide(a.astype(np.float32), v.astype(np.float32), backwards).astype(np.float16)

    return rounded


def _by_mode(function: Any) -> FunctionType:
    """Return the function for a mode that is no constant."""

    def impl(a, v, mode="valid"):
        if mode == "full":
            return function(a, v, "full")
        if mode == "same":
            return function(a, v, "same")
        if mode != "valid":
            raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")
        return function(a, v, "valid")

    return impl


def _products(a: Any, v: Any) -> Type | None:
    for name, ty in (("a", a), ("v", v)):
        if is_array(ty) and ty.ndim > 1:
            raise errors.NumbaValueError(f"object too deep for desired array: the argument '{name}' must be a vector, not {ty}")
    if not (is_array(a, 1) and is_array(v, 1) and is_number(a.dtype) and is_number(v.dtype)):
        return None
    return result_type(a.dtype, v.dtype)


@implements("numpy.convolve")
def convolve(a: Any, v: Any, mode: Any = "full") -> FunctionType | None:
    """Return the convolution of two vectors."""
    if any(is_number(ty) or is_array(ty, 0) for ty in (a, v)):
        name = _mode(mode)
        return lambda a, v, mode="full": np.convolve(np.atleast_1d(a), np.atleast_1d(v), name)
    dtype = _products(a, v)
    if dtype is None:
        return None
    slide, first, second = _slide(dtype, _mode(mode)), converted(a, dtype), converted(v, dtype)

    def impl(a, v, mode="full"):
        if a.size == 0:
            raise ValueError("a cannot be empty")
        if v.size == 0:
            raise ValueError("v cannot be empty")
        x, y = first(a), second(v)
        return slide(x, y, True) if x.size >= y.size else slide(y, x, True)

    return impl


@implements("varying:numpy.convolve")
def convolve_by_mode(a: Any, v: Any, mode: Any) -> FunctionType | None:
    """Return the convolution of two vectors in a mode that is no constant."""
    return _by_mode(np.convolve) if is_varying_str(mode) else None


@implements("varying:numpy.correlate")
def correlate_by_mode(a: Any, v: Any, mode: Any) -> FunctionType | None:
    """Return the correlation of two vectors in a mode that is no constant."""
    return _by_mode(np.correlate) if is_varying_str(mode) else None


@implements("numpy.correlate")
def correlate(a: Any, v: Any, mode: Any = "valid") -> FunctionType | None:
    """Return the correlation of two vectors."""
    dtype = _products(a, v)
    if dtype is None:
        return None
    slide, first, second = _slide(dtype, _mode(mode)), converted(a, dtype), converted(v, dtype)
    conjugated = is_complex(dtype)

    def impl(a, v, mode="valid"):
        if a.size == 0:
            raise ValueError("first array argument cannot be empty")
        if v.size == 0:
            raise ValueError("second array argument cannot be empty")
        x, y = first(a), second(v)
        if conjugated:
            y = np.conj(y)
        return slide(x, y, False) if x.size >= y.size else slide(y, x, False)[::-1].copy()

    return impl


# ------------------------------------------------------------------------------------------------------- interpolation


def _line(value: Any) -> FunctionType:
    """Return ``(x, p, q, low, high)``: the height at x of the line between two points."""
    complex_numbers = value is np.complex128

    def real(x, p, q, low, high):
        if x == p or low == high:
            return low
        slope = np.divide(high - low, q - p)
        y = slope * (x - p) + low
        if y != y:
            y = slope * (x - q) + high
        return y

    def complex_(x, p, q, low, high):
        return complex(real(x, p, q, low.real, high.real), real(x, p, q, low.imag, high.imag))

    return complex_ if complex_numbers else real


@implements("numpy.interp")
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> FunctionType | None:
    """Return the heights at places x of the lines between points."""
    if not (is_array(xp, 1) and is_array(fp, 1) and (is_array(x) or is_number(x))):
        return None
    for place in (x.dtype if is_array(x) else x, xp.dtype, *(() if is_complex(fp.dtype) else (fp.dtype,))):
        if not is_real(place):
            raise errors.TypingError(
                f"Cannot cast array data from {as_dtype(place)!r} to dtype('float64') according to the rule 'safe'"
            )
    value = np.complex128 if is_complex(fp.dtype) else np.float64
    between, search = _interpolator(value, left, right), bisector_of_many(types.float64, "right")
    bisect = bisector(types.float64, "right")
    real, prepare = np.float64, _prepare(value, period)

    def checked(xp, fp, period):
        if xp.size == 0:
            raise ValueError("array of sample points is empty")
        if xp.size != fp.size:
            raise ValueError("fp and xp are not of the same length.")
        return prepare(xp.astype(real), fp.astype(value), period)

    def wrapped(x, period):
        return np.mod(x, abs(real(period))) if periodic else x

    def as_they_are(x):
        return x

    def converted_numbers(x):
        return x.astype(real)

    periodic = not is_none(period)
    numbers = as_they_are if is_array(x) and x.dtype == types.float64 else converted_numbers

    def impl_number(x, xp, fp, left=None, right=None, period=None):
        places, heights = checked(xp, fp, period)
        place = wrapped(real(x), period)
        return between(place, places, heights, bisect(places, place) - 1, left, right)

    def impl(x, xp, fp, left=None, right=None, period=None):
        places, heights = checked(xp, fp, period)
        result = np.empty(x.shape, value)
        source, target = wrapped(numbers(x.ravel()), period), result.ravel()
        behind = np.empty(source.size, np.int64)
        search(places, source, behind)
        for i in elements(target.size):
            target[i] = between(source[i], places, heights, behind[i] - 1, left, right)
        return result

    def impl_only(x, xp, fp, left=None, right=None, period=None):
        return impl_number(x[()], xp, fp, left, right, period)

    if is_array(x, 0):
        return impl_only
    return impl if is_array(x) else impl_number


def _interpolator(value: Any, left: Any, right: Any) -> FunctionType:
    """Return ``(x, xp, fp, low, left, right)``: the height at a place behind the point low."""
    no_left, no_right, line = is_none(left), is_none(right), _line(value)
    nan = value(np.nan)

    def between(x, xp, fp, low, left, right):
        last = xp.size - 1
        if x != x:
            return nan if last > 0 else fp[0]
        if low < 0:
            return fp[0] if no_left else value(left)
        if low >= last:
            return fp[last] if no_right or x <= xp[last] else value(right)
        return line(x, xp[low], xp[low + 1], fp[low], fp[low + 1])

    return between


def _prepare(value: Any, period: Any) -> FunctionType:
    """Return ``(xp, fp, period)``: the points, repeated at both ends of a period."""

    def same(xp, fp, period):
        return xp, fp

    def repeated(xp, fp, period):
        if period == 0:
            raise ValueError("period must be a non-zero value")
        length = abs(np.float64(period))
        n = xp.size
        order = np.arange(n)
        for i in range(n):
            xp[i] = np.mod(xp[i], length)
        sort_number_pairs(xp, order)
        places, heights = np.empty(n + 2), np.empty(n + 2, value)
        for i in range(n):
            places[i + 1] = xp[i]
            heights[i + 1] = fp[order[i]]
        places[0], heights[0] = xp[n - 1] - length, heights[n]
        places[n + 1], heights[n + 1] = xp[0] + length, heights[1]
        return places, heights

    return same if is_none(period) else repeated


# ---------------------------------------------------------------------------------------------------------- covariance


def _variables(ty: Any, rowvar: bool, number: Any, is_copied: bool, is_second: bool = False) -> FunctionType:
    """Return the function that makes a matrix, a variable a row, of an argument; it may be a view if it is copied later."""

    # Loops go along the rows.
    def fresh(m):
        return m.astype(number, order="C")

    def same(m):
        return m

    convert = same if is_copied else fresh

    def of_vector(m):
        return convert(m).reshape(1, m.size)

    def rows(m):
        return convert(m)

    def columns(m):
        return convert(m.T)

    # NumPy takes a second argument of one row as it is.
    def columns_or_row(m):
        return convert(m if m.shape[0] == 1 else m.T)

    if ty.ndim < 2:
        return of_vector
    if is_second and not rowvar:
        return columns_or_row
    return rows if rowvar else columns


def _covariance(m: Any, y: Any, rowvar: Any) -> FunctionType | None:
    """Return ``(m, y, bias, ddof)``: the matrix of covariances."""
    by_rows = literal_bool(rowvar, "rowvar")
    if not is_array(m) or m.ndim > 2 or not (is_none(y) or (is_array(y) and y.ndim <= 2)):
        return None
    number = numpy_class(result_type(m.dtype, types.float64, *([] if is_none(y) else [y.dtype])))
    first = _variables(m, by_rows, number, not is_none(y))
    second = first if is_none(y) else _variables(y, by_rows, number, True, True)
    alone, complex_numbers = is_none(y), number is np.complex128
    vector = types.Array(types.float64, 1, "C")
    product = vector_product(vector, vector, several_cores=False)

    def stacked(m, y):
        p, q = first(m), second(y)
        if p.shape[1] != q.shape[1]:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, "
                f"the array at index 0 has size {p.shape[1]} and the array at index 1 has size {q.shape[1]}"
            )
        rows = p.shape[0]
        every = np.empty((rows + q.shape[0], p.shape[1]), number)
        every[:rows] = p
        every[rows:] = q
        return every

    def matrix(m, y, bias, ddof):
        rows = first(m) if alone else stacked(m, y)
        n = rows.shape[1]
        for row in rows:
            mean = np.mean(row)
            for i in range(n):
                row[i] = row[i] - mean
        # What NumPy divides by where there are too few observations.
        scale = np.float64(max(n - ddof, 0.0))
        if complex_numbers or len(rows) > _FEW:
            other = np.conj(rows.T) if complex_numbers else rows.T
            return np.divide(np.dot(rows, other), scale)
        products = np.empty((len(rows), len(rows)), number)
        for j in range(len(rows)):
            for k in range(j + 1):
                products[j, k] = products[k, j] = np.divide(product(rows[j], rows[k]), scale)
        return products

    return matrix


def _is_one_row(m: Any) -> bool:
    """Whether an argument is a tuple of one tuple: a matrix that is known to have one row."""
    return isinstance(m, types.BaseTuple) and len(m) == 1 and isinstance(m[0], types.BaseTuple)


def _freedom(bias: Any, ddof: Any) -> FunctionType:
    """Return the function that says how many degrees of freedom are taken away."""

    def given(bias, ddof):
        if np.float64(ddof) % 1.0 != 0.0:
            raise ValueError("ddof must be integer")
        return np.float64(ddof)

    def by_bias(bias, ddof):
        return 0.0 if bias else 1.0

    return by_bias if is_none(ddof) else given


@implements("numpy.cov")
def cov(
    m: Any,
    y: Any = None,
    rowvar: Any = True,
    bias: Any = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    dtype: Any = None,
) -> FunctionType | None:
    """Return the covariances of variables; of one vector an array without axes, of a matrix always a matrix."""
    if _is_one_row(m) and is_none(y) and literal_bool(rowvar, "rowvar"):
        return lambda m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None: np.cov(
            np.asarray(m).ravel(), None, True, bias, ddof, fweights, aweights, dtype=dtype
        )
    if is_number(y):
        return lambda m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None: np.cov(
            m, np.asarray(y), rowvar, bias, ddof, fweights, aweights, dtype=dtype
        )
    if not is_none(dtype):
        return _in_dtype(y, dtype, literal_bool(rowvar, "rowvar"))
    if not (is_none(fweights) and is_none(aweights)):
        return _weighted_covariance(m, y, rowvar, fweights, aweights)
    if is_array(m, 0) and is_none(y):
        return _covariance_of_one
    matrix, freedom = _covariance(m, y, rowvar), _freedom(bias, ddof)
    if matrix is None:
        return None

    def impl(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
        return matrix(m, y, bias, freedom(bias, ddof))

    def impl_single(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
        return impl(m, y, rowvar, bias, ddof).reshape(())

    return impl_single if m.ndim == 1 and is_none(y) else impl


@implements("varying:numpy.cov")
def cov_by_flag(
    m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: Any = None, fweights: Any = None, aweights: Any = None,
    dtype: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Return the covariances where a flag that is no constant says whether rows are variables."""
    return _covariances_by_flag if is_varying_bool(rowvar) else None


@implements("varying:numpy.corrcoef")
def corrcoef_by_flag(x: Any, y: Any = None, rowvar: Any = True, dtype: Any = None) -> FunctionType | None:
    """Return the correlation coefficients where a flag that is no constant says whether rows are variables."""
    return _coefficients_by_flag if is_varying_bool(rowvar) else None


def _covariances_by_flag(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
    if rowvar:
        return np.cov(m, y, True, bias, ddof, fweights, aweights, dtype=dtype)
    return np.cov(m, y, False, bias, ddof, fweights, aweights, dtype=dtype)


def _coefficients_by_flag(x, y=None, rowvar=True, dtype=None):
    if rowvar:
        return np.corrcoef(x, y, True, dtype=dtype)
    return np.corrcoef(x, y, False, dtype=dtype)


def _covariance_of_one(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
    return np.cov(m.reshape(1), None, True, bias, ddof)


def _converted(y: Any, number: Any) -> FunctionType:
    return (lambda y: y) if is_none(y) else (lambda y: y.astype(number))


def _in_dtype(y: Any, dtype: Any, by_rows: bool) -> FunctionType:
    """Return the function for covariances as numbers of a dtype."""
    number = numpy_class(dtype_type(dtype))
    convert = _converted(y, number)

    def impl(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
        return np.cov(m.astype(number), convert(y), by_rows, bias, ddof, fweights, aweights).astype(number)

    return impl


def _correlation_in_dtype(y: Any, dtype: Any, by_rows: bool) -> FunctionType:
    number = numpy_class(dtype_type(dtype))
    convert = _converted(y, number)

    def impl(x, y=None, rowvar=True, dtype=None):
        return np.corrcoef(x.astype(number), convert(y), by_rows).astype(number)

    return impl


def check_weights(name, weights, count):
    """Refuse weights that are not one for each observation, or negative."""
    if weights.ndim > 1:
        raise RuntimeError("cannot handle multidimensional " + name)
    if weights.shape[0] != count:
        raise RuntimeError("incompatible numbers of samples and " + name)
    if np.any(weights < 0):
        raise ValueError(name + " cannot be negative")


def _weighted_covariance(m: Any, y: Any, rowvar: Any, fweights: Any, aweights: Any) -> FunctionType | None:
    """Return the function for observations that count as often, or as much, as weights say."""
    if not is_array(m) or m.ndim > 2 or not (is_none(y) or (is_array(y) and y.ndim <= 2)):
        return None
    by_rows, single = literal_bool(rowvar, "rowvar"), m.ndim == 1 and is_none(y)
    second, often, much = not is_none(y), not is_none(fweights), not is_none(aweights)
    number = numpy_class(result_type(m.dtype, types.float64, *([y.dtype] if second else [])))

    def variables(x):
        rows = np.atleast_2d(x).astype(number)
        return rows if by_rows or rows.shape[0] == 1 else rows.T.copy()

    def weights_of(count, fweights, aweights):
        weights = np.ones(count)
        if often:
            numbers = np.asarray(fweights)
            if not np.all(numbers == np.rint(numbers)):
                raise TypeError("fweights must be integer")
            check_weights("fweights", numbers, count)
            weights = weights * numbers
        if much:
            measures = np.asarray(aweights)
            check_weights("aweights", measures, count)
            weights = weights * measures
        return weights

    def impl(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
        x = np.concatenate((variables(m), variables(y))) if second else variables(m)
        weights = weights_of(x.shape[1], fweights, aweights)
        total = weights.sum()
        free = (0.0 if bias else 1.0) if ddof is None else float(ddof)
        if free == 0.0:
            factor = total
        elif much:
            factor = total - free * (weights * np.asarray(aweights)).sum() / total
        else:
            factor = total - free
        centred = x - ((x * weights).sum(1) / total).reshape((x.shape[0], 1))
        return np.dot(centred, np.conj((centred * weights).T)) / max(factor, 0.0)

    def impl_single(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
        return impl(m, y, rowvar, bias, ddof, fweights, aweights).reshape(())

    return impl_single if single else impl


@implements("numpy.corrcoef")
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, dtype: Any = None) -> FunctionType | None:
    """Return the correlation coefficients of variables."""
    if _is_one_row(x) and is_none(y) and literal_bool(rowvar, "rowvar"):
        return lambda x, y=None, rowvar=True, dtype=None: np.corrcoef(np.asarray(x).ravel(), None, True, dtype=dtype)
    if is_number(y):
        return lambda x, y=None, rowvar=True, dtype=None: np.corrcoef(x, np.asarray(y), rowvar, dtype=dtype)
    if not is_none(dtype):
        return _correlation_in_dtype(y, dtype, literal_bool(rowvar, "rowvar"))
    if is_array(x, 0) and is_none(y):
        return lambda x, y=None, rowvar=True, dtype=None: np.corrcoef(x.reshape(1))
    matrix = _covariance(x, y, rowvar)
    if matrix is None:
        return None
    complex_numbers = is_complex(result_type(x.dtype, *([] if is_none(y) else [y.dtype])))

    def limited(value):
        if complex_numbers:
            return complex(min(max(value.real, -1.0), 1.0), min(max(value.imag, -1.0), 1.0))
        return min(max(value, -1.0), 1.0) if value == value else value

    def impl(x, y=None, rowvar=True, dtype=None):
        result = matrix(x, y, False, 1.0)
        n = result.shape[0]
        spread = np.empty(n)
        for i in range(n):
            spread[i] = np.sqrt(result[i, i].real)
        for i in range(n):
            for j in range(n):
                result[i, j] = limited(np.divide(np.divide(result[i, j], spread[i]), spread[j]))
        return result

    def impl_single(x, y=None, rowvar=True, dtype=None):
        result = matrix(x, y, False, 1.0)
        return np.divide(result, result)[0, 0]

    return impl_single if x.ndim == 1 and is_none(y) else impl
