"""``choose``, ``select`` and ``piecewise``: elements of one of several arrays."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements
from coluber.lib.kinds import is_array, is_integral, is_list, is_none, is_number, is_text, literal_str, numpy_class
from coluber.lib.numpy.arguments import array_type, common_dtype, gather_items, is_array_like, is_element, ndim_of, to_array
from coluber.lib.numpy.broadcasting import broadcast_shape, spread_function
from coluber.lib.numpy.layouts import order_of
from coluber.lib.numpy.record_choice import are_alike, selected_records
from coluber.lib.numpy.text_arrays import is_string
from coluber.lib.numpy.text_elements import goes_with_texts, selected_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def flat_operands(operands: tuple[Any, ...]) -> FunctionType:
    """Return ``(items)``: the shape to which arrays and numbers are broadcast, and vectors of their elements in that shape."""
    shape_of, ndim = broadcast_shape(tuple(ndim_of(ty) for ty in operands))
    arrays = gather_items([to_array(ty) for ty in operands])
    shapes = gather_items([_shape] * len(operands))
    flatten = _flatten(tuple(ndim_of(ty) for ty in operands), ndim)

    def flat(items):
        given = arrays(items)
        shape = shape_of(shapes(given))
        return shape, flatten(given, shape)

    return flat


def _shape(a):
    return a.shape


def _flatten(ranks: tuple[int, ...], ndim: int) -> FunctionType:
    """Return ``(arrays, shape)``: vectors of the elements of arrays that are broadcast."""
    if not ranks:
        return lambda arrays, shape: ()
    before, k, spread = _flatten(ranks[:-1], ndim), len(ranks) - 1, spread_function(ranks[-1], ndim)

    def flatten(arrays, shape):
        return (*before(arrays, shape), spread(arrays[k], shape).ravel())

    return flatten


@cache
def _pick(number: Any, count: int, first: int) -> FunctionType:
    """Return ``(vectors, which, i)``: element i of the vector with a number, of some vectors from `first` on."""
    last = first + count - 1
    if count == 1:
        return lambda vectors, which, i: number(vectors[last][np.uint64(i)])
    before = _pick(number, count - 1, first)

    def pick(vectors, which, i):
        return number(vectors[last][np.uint64(i)]) if which == last - first else before(vectors, which, i)

    return pick


# ------------------------------------------------------------------------------------------------------------- choose


def _raise_choice(k, n):
    if k < 0 or k >= n:
        raise ValueError("invalid entry in choice array")
    return k


def _wrap_choice(k, n):
    return k % n


def _clip_choice(k, n):
    return min(max(k, 0), n - 1)


@implements("numpy.choose", "method:choose")
def choose(a: Any, choices: Any, out: Any = None, mode: Any = "raise") -> FunctionType | None:
    """Return elements of several arrays, which are given in a tuple; an array says of which one each is."""
    if not is_none(out):
        return _chosen_into(out, mode)
    if is_array(choices) and choices.ndim > 0 and is_array_like(a) and is_integral(array_type(a).dtype):
        return _choose_rows(a, choices, literal_str(mode, "mode"))
    if not is_array_like(a) or not is_integral(array_type(a).dtype) or not _is_tuple_of_arrays(choices):
        return None
    rule = {"raise": _raise_choice, "wrap": _wrap_choice, "clip": _clip_choice}.get(literal_str(mode, "mode"))
    if rule is None:
        raise errors.TypingError("clipmode must be one of 'clip', 'raise', or 'wrap'")
    number, count = numpy_class(common_dtype(*choices.types)), len(choices)
    flat, pick = flat_operands((a, *choices.types)), _pick(number, count, 1)

    def impl(a, choices, out=None, mode="raise"):
        shape, vectors = flat((a, *choices))
        which = vectors[0]
        result = np.empty(which.size, number)
        for i in elements(which.size):
            result[i] = pick(vectors, rule(np.int64(which[i]), count), i)
        return result.reshape(shape)

    return impl


def _chosen_into(out: Any, mode: Any) -> FunctionType | None:
    """Return the function that stores what is chosen in an array."""
    name = literal_str(mode, "mode")
    if not is_array(out):
        return None

    def impl(a, choices, out=None, mode="raise"):
        np.copyto(out, np.choose(a, choices, mode=name), "unsafe")
        return out

    return impl


def _choose_rows(a: Any, choices: Any, mode: str) -> FunctionType:
    """Return the function for choices that are the parts of an array along its first axis."""
    rule = {"raise": _raise_choice, "wrap": _wrap_choice, "clip": _clip_choice}.get(mode)
    if rule is None:
        raise errors.TypingError("clipmode must be one of 'clip', 'raise', or 'wrap'")
    number, of_array, ones = numpy_class(choices.dtype), to_array(a), (1,) * max(ndim_of(a) - choices.ndim + 1, 0)

    def impl(a, choices, out=None, mode="raise"):
        positions = of_array(a)
        shape = np.broadcast_shapes(positions.shape, choices.shape[1:])
        rows = choices.reshape((choices.shape[0], *ones, *choices.shape[1:]))
        which, parts = np.broadcast_to(positions, shape), np.broadcast_to(rows, (choices.shape[0], *shape))
        result = np.empty(shape, number)
        for index in np.ndindex(shape):
            result[index] = parts[rule(np.int64(which[index]), choices.shape[0])][index]
        return result

    return impl


def _is_tuple_of_arrays(ty: Any) -> bool:
    return isinstance(ty, types.BaseTuple) and len(ty) > 0 and all(is_array_like(item) for item in ty.types)


# ------------------------------------------------------------------------------------------------------------- select


@implements("coluber.broadcast_list")
def broadcast_list(items: Any) -> FunctionType | None:
    """Return an array whose parts are the arrays of a list, broadcast to one shape."""
    if not is_list(items) or not is_array(items.dtype) or not is_number(items.dtype.dtype):
        return None
    number, ones = numpy_class(items.dtype.dtype), (1,) * items.dtype.ndim

    def impl(items):
        shape = ones
        for item in items:
            shape = np.broadcast_shapes(shape, item.shape)
        result = np.empty((len(items), *shape), number)
        for k in range(len(items)):
            result[k] = items[k]
        return result

    return impl


@implements("numpy.select")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> FunctionType | None:
    """Return elements of the first of several arrays whose condition holds, else a default."""
    if is_array(choicelist) and is_text(choicelist.dtype):
        return _select_texts(condlist, choicelist, default)
    if is_array(condlist) and condlist.ndim > 0 and is_array(choicelist) and choicelist.ndim > 0:
        return _select_rows(condlist, choicelist, types.literal(0) if isinstance(default, int) else default)
    if is_array(condlist) != is_array(choicelist):
        return _select_some_rows(condlist, choicelist)
    if not (_is_tuple_of_arrays(condlist) and _is_tuple_of_arrays(choicelist)):
        return None
    if len(condlist) != len(choicelist):
        raise errors.NumbaValueError("list of cases must be same length as list of conditions")
    if are_alike(*choicelist.types, default):
        return selected_records(len(condlist))
    if goes_with_texts(choicelist.types[0], default):
        return selected_texts(choicelist.types[0], default)
    if not all(isinstance(array_type(ty).dtype, types.Boolean) for ty in condlist.types):
        raise errors.TypingError("invalid entry in condlist: should be boolean ndarray")
    given = types.literal(0) if isinstance(default, int) else default
    number, count = numpy_class(common_dtype(*choicelist.types, given)), len(condlist)
    flat, pick = flat_operands((*condlist.types, *choicelist.types, given)), _pick(number, count + 1, count)
    first = _first_true(count)

    def impl(condlist, choicelist, default=0):
        shape, vectors = flat((*condlist, *choicelist, default))
        result = np.empty(vectors[0].size, number)
        for i in elements(result.size):
            result[i] = pick(vectors, first(vectors, i), i)
        return result.reshape(shape)

    return impl


def _check_bools(dtype: Any) -> None:
    if not isinstance(dtype, types.Boolean):
        raise errors.TypingError("invalid entry in condlist: should be boolean ndarray")


def _select_texts(condlist: Any, choicelist: Any, default: Any) -> FunctionType | None:
    """Return the function for choices that are texts, and a default that is a constant one."""
    is_several = _is_tuple_of_arrays(condlist)
    if choicelist.ndim != 1 or not isinstance(choicelist.dtype, types.UnicodeCharSeq):
        return None
    if not is_several and not (is_array(condlist) and condlist.ndim > 0):
        return None
    for ty in condlist.types if is_several else [condlist]:
        _check_bools(array_type(ty).dtype)
    text = literal_str(default, "default")
    element = types.UnicodeCharSeq(max(choicelist.dtype.count, len(text), 1))

    def impl(condlist, choicelist, default=0):
        if len(condlist) != len(choicelist):
            raise ValueError("list of cases must be same length as list of conditions")
        result = np.empty(condlist.shape[1:], element)
        result[...] = text
        for k in range(len(condlist) - 1, -1, -1):
            result[condlist[k]] = choicelist[k]
        return result

    def impl_several(condlist, choicelist, default=0):
        return impl(np.stack(np.broadcast_arrays(*condlist)), choicelist, default)

    return impl_several if is_several else impl


def _select_rows(condlist: Any, choicelist: Any, default: Any) -> FunctionType:
    """Return the function for conditions and choices that are the parts of arrays along their first axes."""
    _check_bools(condlist.dtype)
    row = types.Array(choicelist.dtype, choicelist.ndim - 1, "C")
    number, ones = numpy_class(common_dtype(row, default)), (1,) * max(condlist.ndim, choicelist.ndim)

    def impl(condlist, choicelist, default=0):
        if len(condlist) != len(choicelist):
            raise ValueError("list of cases must be same length as list of conditions")
        if len(condlist) == 0:
            raise ValueError("select with an empty condition list is not possible")
        shape = np.broadcast_shapes(ones[1:], condlist.shape[1:], choicelist.shape[1:])
        result = np.empty(shape, number)
        result[...] = default
        for k in range(len(condlist) - 1, -1, -1):
            np.copyto(result, choicelist[k], "unsafe", condlist[k])
        return result

    return impl


def _select_some_rows(condlist: Any, choicelist: Any) -> FunctionType | None:
    """Return the function where either the conditions or the choices are the parts of an array, and the others in a tuple."""
    first, second = is_array(condlist), is_array(choicelist)
    others = choicelist if first else condlist
    if not isinstance(others, types.BaseTuple) or not (first or second) or (condlist if first else choicelist).ndim == 0:
        return None
    parts, count = rows_of(len(others)), len(others)

    def impl(condlist, choicelist, default=0):
        if len(condlist) != count or len(choicelist) != count:
            raise ValueError("list of cases must be same length as list of conditions")
        conditions = parts(condlist) if first else condlist
        return np.select(conditions, parts(choicelist) if second else choicelist, default)

    return impl


@cache
def rows_of(count: int) -> FunctionType:
    """Return ``(array)``: a tuple of so many parts of an array along its first axis."""
    if count == 0:
        return lambda array: ()
    before, last = rows_of(count - 1), count - 1
    return lambda array: (*before(array), array[last])


@cache
def _first_true(count: int) -> FunctionType:
    """Return ``(vectors, i)``: the number of the first vector whose element i is true among so many; else their count."""
    if count == 0:
        return lambda vectors, i: 0
    before, last = _first_true(count - 1), count - 1

    def first(vectors, i):
        k = before(vectors, i)
        return k if k < last else (last if vectors[last][np.uint64(i)] else count)

    return first


# ---------------------------------------------------------------------------------------------------------- piecewise


@implements("numpy.piecewise")
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any) -> FunctionType | None:
    """Return values of functions, or numbers, each where a condition holds; one more of them is for the rest."""
    are_rows = is_array_like(x) and is_array(condlist) and condlist.ndim == ndim_of(x) + 1
    if is_array_like(x) and are_rows:
        return _piecewise_rows(x, funclist)
    if is_array_like(x) and isinstance(condlist, types.BaseTuple) and is_array(funclist, 1):
        return _piecewise_numbers(len(condlist))
    if not is_array_like(x) or not isinstance(funclist, types.BaseTuple):
        return None
    is_single = not isinstance(condlist, types.BaseTuple)
    conditions = (condlist,) if is_single else condlist.types
    n, count = len(conditions), len(funclist)
    if count not in (n, n + 1):
        raise errors.NumbaValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    of_array, of_conditions = to_array(x), gather_items([to_array(ty) for ty in conditions])
    rest, order = _none_of(n), order_of(array_type(x))
    apply = _apply(tuple(_is_constant(ty) for ty in funclist.types))

    def impl(x, condlist, funclist, *args):
        source = of_array(x)
        where = of_conditions((condlist,) if is_single else condlist)
        result = np.zeros(source.shape, source.dtype, order)
        apply(result, source, rest(where), funclist, args)
        return result

    def impl_exact(x, condlist, funclist, *args):
        source = of_array(x)
        result = np.zeros(source.shape, source.dtype, order)
        apply(result, source, of_conditions((condlist,) if is_single else condlist), funclist, args)
        return result

    return impl_exact if count == n else impl


def _piecewise_rows(x: Any, funclist: Any) -> FunctionType | None:
    """Return the function for conditions that are the parts of an array along its first axis."""
    of_array, order = to_array(x), order_of(array_type(x))

    def with_numbers(x, condlist, funclist, *args):
        n, source = len(condlist), of_array(x)
        if len(funclist) != n and len(funclist) != n + 1:
            raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
        result = np.zeros(source.shape, source.dtype, order)
        if len(funclist) == n + 1:
            result[...] = funclist[n]
        for k in range(n):
            np.copyto(result, funclist[k], "unsafe", condlist[k])
        return result

    if is_array(funclist, 1):
        return with_numbers
    if not isinstance(funclist, types.BaseTuple) or len(funclist) == 0:
        return None
    count = len(funclist)
    rows, fewer, rest = rows_of(count), rows_of(count - 1), _none_of(max(count - 1, 1))
    apply, is_one = _apply(tuple(_is_constant(ty) for ty in funclist.types)), count == 1

    def impl(x, condlist, funclist, *args):
        n, source = len(condlist), of_array(x)
        if n != count and (n != count - 1 or is_one):
            raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
        result = np.zeros(source.shape, source.dtype, order)
        if n == count or is_one:
            apply(result, source, rows(condlist), funclist, args)
        else:
            apply(result, source, rest(fewer(condlist)), funclist, args)
        return result

    return impl


def _piecewise_numbers(count: int) -> FunctionType:
    """Return the function for a tuple of conditions and numbers in an array."""
    numbers, more = rows_of(count), rows_of(count + 1)

    def impl(x, condlist, funclist, *args):
        if len(funclist) == count:
            return np.piecewise(x, condlist, numbers(funclist))
        if len(funclist) != count + 1:
            raise ValueError(f"with {count} condition(s), either {count} or {count + 1} functions are expected")
        return np.piecewise(x, condlist, more(funclist))

    return impl


def _none_of(n: int) -> FunctionType:
    """Return ``(conditions)``: the conditions, and one that holds where none of them does."""
    anywhere = _any_of(n)

    def none_of(conditions):
        return (*conditions, ~anywhere(conditions))

    return none_of


def _any_of(n: int) -> FunctionType:
    if n == 1:
        return lambda conditions: conditions[0]
    before, last = _any_of(n - 1), n - 1
    return lambda conditions: before(conditions) | conditions[last]


def _is_constant(ty: Any) -> bool:
    """Whether it is no function, but an element: a number, a time, a text or a record."""
    return is_number(ty) or is_element(ty) or is_string(ty)


def _apply(numbers: tuple[bool, ...]) -> FunctionType:
    """Return ``(result, source, conditions, functions, args)``: set each part, the last one last."""
    if not numbers:
        return lambda result, source, conditions, functions, args: None
    before, k, is_constant = _apply(numbers[:-1]), len(numbers) - 1, numbers[-1]

    def apply_number(result, source, conditions, functions, args):
        before(result, source, conditions, functions, args)
        result[conditions[k]] = functions[k]

    def apply_function(result, source, conditions, functions, args):
        before(result, source, conditions, functions, args)
        part = source[conditions[k]]
        if part.size > 0:
            result[conditions[k]] = functions[k](part, *args)

    return apply_number if is_constant else apply_function
