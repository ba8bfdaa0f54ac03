"""``choose``, ``select`` and ``piecewise``: elements of one of several arrays."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integral, is_none, is_number, literal_str, numpy_class
from coluber.lib.numpy.arguments import array_type, common_dtype, gather_items, is_array_like, ndim_of, to_array
from coluber.lib.numpy.broadcasting import broadcast_shape, spread_function

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
    number, count = numpy_class(common_dtype(*map(array_type, choices.types))), len(choices)
    flat, pick = flat_operands((a, *choices.types)), _pick(number, count, 1)

    def impl(a, choices, out=None, mode="raise"):
        shape, vectors = flat((a, *choices))
        which = vectors[0]
        result = np.empty(which.size, number)
        for i in range(which.size):
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


@implements("numpy.select")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> FunctionType | None:
    """Return elements of the first of several arrays whose condition holds, else a default."""
    if not (_is_tuple_of_arrays(condlist) and _is_tuple_of_arrays(choicelist)):
        return None
    if len(condlist) != len(choicelist):
        raise errors.NumbaValueError("list of cases must be same length as list of conditions")
    if not all(isinstance(array_type(ty).dtype, types.Boolean) for ty in condlist.types):
        raise errors.TypingError("invalid entry in condlist: should be boolean ndarray")
    given = types.literal(0) if isinstance(default, int) else default
    number, count = numpy_class(common_dtype(*choicelist.types, given)), len(condlist)
    flat, pick = flat_operands((*condlist.types, *choicelist.types, given)), _pick(number, count + 1, count)
    first = _first_true(count)

    def impl(condlist, choicelist, default=0):
        shape, vectors = flat((*condlist, *choicelist, default))
        result = np.empty(vectors[0].size, number)
        for i in range(result.size):
            result[i] = pick(vectors, first(vectors, i), i)
        return result.reshape(shape)

    return impl


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
    if not is_array_like(x) or not isinstance(funclist, types.BaseTuple):
        return None
    is_single = not isinstance(condlist, types.BaseTuple)
    conditions = (condlist,) if is_single else condlist.types
    n, count = len(conditions), len(funclist)
    if count not in (n, n + 1):
        raise errors.NumbaValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    of_array, of_conditions = to_array(x), gather_items([to_array(ty) for ty in conditions])
    rest = _none_of(n)
    apply = _apply(tuple(is_number(ty) for ty in funclist.types))

    def impl(x, condlist, funclist, *args):
        source = of_array(x)
        where = of_conditions((condlist,) if is_single else condlist)
        result = np.zeros(source.shape, source.dtype)
        apply(result, source, rest(where), funclist, args)
        return result

    def impl_exact(x, condlist, funclist, *args):
        source = of_array(x)
        result = np.zeros(source.shape, source.dtype)
        apply(result, source, of_conditions((condlist,) if is_single else condlist), funclist, args)
        return result

    return impl_exact if count == n else impl


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
