"""``argmin`` and ``argmax``."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import in_parallel, tuple_remove, tuple_replace
from coluber.lib.kinds import is_array, is_complex, is_integer, is_none, is_text, literal_bool, numpy_class
from coluber.lib.numpy.axes import check_one_axis, normalize_axis
from coluber.lib.numpy.folds import split_at
from coluber.lib.numpy.parallel import piece_count
from coluber.lib.numpy.reductions import extremum_fold
from coluber.lib.numpy.text_elements import positions_of_texts_at_ends
from coluber.lib.numpy.time_functions import has_times, positions_of_extremes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type

# Elements that are compared before asking whether one was equal.
_GLANCE = 64

# Columns that are not worth dividing.
_GROUP = 64

# Elements whose extremum is compared with the best one so far.
_STRETCH = 1024


def find(a, start, n, value):
    """Return the position of the first element that is equal to a value, or is a NaN as the value is."""
    index = np.uint64
    if value != value:
        for i in range(n):
            x = a[index(start + i)]
            if x != x:
                return i
        return 0
    for low in range(0, n, _GLANCE):
        end = min(low + _GLANCE, n)
        hit = False
        for i in range(low, end):
            hit = hit | (a[index(start + i)] == value)
        if hit:
            for i in range(low, end):
                if a[index(start + i)] == value:
                    return i
    return 0


def before(x, best):
    """Whether x is a new minimum: smaller, or the first NaN."""
    return (x < best) | ((x != x) & (best == best))


def after(x, best):
    """Whether x is a new maximum: larger, or the first NaN."""
    return (x > best) | ((x != x) & (best == best))


def complex_before(x, best):
    """Whether a complex number is a new minimum: by the real parts first, or the first NaN."""
    smaller = (x.real < best.real) | ((x.real == best.real) & (x.imag < best.imag))
    return (smaller & (x == x) & (best == best)) | ((x != x) & (best == best))


def complex_after(x, best):
    """Whether a complex number is a new maximum: by the real parts first, or the first NaN."""
    larger = (x.real > best.real) | ((x.real == best.real) & (x.imag > best.imag))
    return (larger & (x == x) & (best == best)) | ((x != x) & (best == best))


def better_of(dtype: Type, name: str) -> FunctionType:
    """Return ``(x, best)``: whether an element is a new extremum."""
    if is_complex(dtype):
        return complex_before if name == "minimum" else complex_after
    return before if name == "minimum" else after


def _one_by_one(better: FunctionType, message: str) -> FunctionType:
    """Return ``(a, start, n)``: the position of an extremum."""

    def run(a, start, n):
        if n == 0:
            raise ValueError(message)
        best, at = a[start], np.int64(0)
        for i in range(1, n):
            if better(a[start + i], best):
                best, at = a[start + i], i
        return at

    return run


def position_run(dtype: Type, name: str, message: str, strided: bool = False) -> FunctionType:
    """Return ``(a, start, n)``: the position of an extremum, which is looked for in the stretch whose extremum it is."""
    better = better_of(dtype, name)
    if is_complex(dtype):
        return _one_by_one(better, message)
    if isinstance(dtype, types.Boolean):
        return _first_of_bools(name == "maximum", message)
    fold = extremum_fold(dtype, name)
    extremum, index = fold.strided if strided else fold.run, np.uint64

    def run(a, start, n):
        if n == 0:
            raise ValueError(message)
        best, at = a[index(start)], np.int64(0)
        for low in range(0, n, _STRETCH):
            count = min(_STRETCH, n - low)
            top = extremum(a, start + low, count)
            if better(top, best):
                best, at = top, low
                if top != top:
                    break
        return at + find(a, start + at, min(_STRETCH, n - at), best)

    return run


def _first_of_bools(wanted: bool, message: str) -> FunctionType:
    """As `position_run`, for bools: there is none behind the first that is the best there can be."""

    def run(a, start, n):
        if n == 0:
            raise ValueError(message)
        return find(a, start, n, wanted)

    return run


def _columns(dtype: Type, better: Any) -> FunctionType:
    """Return ``(source, target, n, first, last)``: the positions of the extrema of some of the columns of n rows."""
    number, integer = numpy_class(dtype), np.int64

    def positions(source, target, n, first, last):
        inner, width = target.size, last - first
        best, places = np.empty(width, number), target[first:last]
        best[:] = source[first:last]
        places[:] = integer(0)
        for k in range(1, n):
            row = source[k * inner + first : k * inner + last]
            for j in range(width):
                x = row[j]
                if better(x, best[j]):
                    best[j] = x
                    places[j] = k

    return positions


@cache
def _along(a: Array, name: str, message: str) -> FunctionType:
    """Return ``(array, axis)`` for an array of more than one axis."""
    run = position_run(a.dtype, name, message)
    columns = _columns(a.dtype, better_of(a.dtype, name))
    ndim = a.ndim

    def positions(a, axis):
        at = normalize_axis(axis, ndim)
        n = a.shape[at]
        if n == 0:
            raise ValueError(message)
        outer, inner = split_at(a.shape, at)
        result = np.empty(tuple_remove(a.shape, at), np.int64)
        source, target = a.ravel(), result.ravel()
        if inner == 1:
            pieces = piece_count(outer, source.size)
            for p in prange(pieces):
                for k in range(outer * p // pieces, outer * (p + 1) // pieces):
                    target[k] = run(source, k * n, n)
        else:
            # Columns in groups of at least a line of memory.
            groups = piece_count(inner // _GROUP, n * inner)
            tasks = outer * groups
            pieces = piece_count(tasks, source.size)
            for p in prange(pieces):
                for t in range(tasks * p // pieces, tasks * (p + 1) // pieces):
                    k, group = t // groups, t % groups
                    first, last = inner * group // groups, inner * (group + 1) // groups
                    columns(source[k * n * inner : (k + 1) * n * inner], target[k * inner : (k + 1) * inner], n, first, last)
        return result

    return positions


def _choose(a: Any, axis: Any, out: Any, keepdims: Any, name: str) -> FunctionType | None:
    if is_array(a) and has_times(a):
        return positions_of_extremes(name, literal_bool(keepdims, "keepdims"))
    if is_array(a) and is_text(a.dtype) and is_none(out) and (is_none(axis) or (a.ndim == 1 and is_integer(axis))):
        return positions_of_texts_at_ends(name, literal_bool(keepdims, "keepdims"))
    if not is_array(a):
        return None
    check_one_axis(axis)
    keep = literal_bool(keepdims, "keepdims")
    message = f"attempt to get arg{name[:3]} of an empty sequence"
    if is_none(axis) or a.ndim <= 1:
        found = _of_all(a, name, message, keep, checked=not is_none(axis))
    else:
        found = _of_lines(a, name, message, keep)
    if is_none(out):
        return found
    store = _stored(f"np.arg{name[:3]}", out, a.ndim if keep else 0 if is_none(axis) else a.ndim - 1)

    def impl_stored(a, axis=None, out=None, keepdims=False):
        return store(found(a, axis), out)

    return impl_stored


def _stored(name: str, out: Any, ndim: int) -> FunctionType:
    """Return ``(result, out)``: store positions in an array."""
    if not is_array(out) or out.dtype != types.int64:
        raise errors.TypingError(f"{name} stores positions in arrays of int64, not {out}")
    message, is_same_rank = f"output array does not match result of {name}.", out.ndim == ndim

    def refused(result, out):
        raise ValueError(message)

    def store(result, out):
        if result.shape != out.shape:
            raise ValueError(message)
        out[...] = result
        return out

    def store_number(result, out):
        out[()] = result
        return out

    if not is_same_rank:
        return refused
    return store if ndim else store_number


def _of_lines(a: Array, name: str, message: str, keep: bool) -> FunctionType:
    """Return the function for lines along an axis."""
    line, ndim = _along(a, name, message), a.ndim

    def impl(a, axis=None, out=None, keepdims=False):
        return line(a, axis)

    def impl_kept(a, axis=None, out=None, keepdims=False):
        return line(a, axis).reshape(tuple_replace(a.shape, normalize_axis(axis, ndim), 1))

    return impl_kept if keep else impl


def _of_all(a: Array, name: str, message: str, keep: bool, checked: bool) -> FunctionType:
    """Return the function for all elements in C order."""
    run = position_run(a.dtype, name, message, strided=a.ndim == 1 and a.layout == "A")
    ones = (1,) * a.ndim

    better, index = better_of(a.dtype, name), np.uint64

    def divided(a):
        n = a.size
        pieces = piece_count(n, n)
        places = np.empty(pieces, np.int64)
        for k in prange(pieces):
            low = n * k // pieces
            places[k] = low + run(a, low, n * (k + 1) // pieces - low)
        at = places[0]
        for k in range(1, pieces):
            if better(a[index(places[k])], a[index(at)]):
                at = places[k]
        return at

    def position(a):
        if in_parallel():
            return divided(a)
        return run(a, 0, a.size)

    def impl_vector(a, axis=None, out=None, keepdims=False):
        return position(a)

    def impl_flat(a, axis=None, out=None, keepdims=False):
        return position(a.ravel())

    every = impl_vector if a.ndim == 1 else impl_flat

    def impl_checked(a, axis=None, out=None, keepdims=False):
        normalize_axis(axis, 1)
        return every(a)

    given = impl_checked if checked else every
    if not keep or a.ndim == 0:
        return given

    def impl_kept(a, axis=None, out=None, keepdims=False):
        return np.full(ones, given(a, axis), np.int64)

    return impl_kept


@implements("numpy.argmin", "array.argmin")
def argmin(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first smallest element, or of the first NaN."""
    return _choose(a, axis, out, keepdims, "minimum")


@implements("numpy.argmax", "array.argmax")
def argmax(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first largest element, or of the first NaN."""
    return _choose(a, axis, out, keepdims, "maximum")
