"""Reductions of expressions: ``((a - b) ** 2).sum()`` makes no array of the squares.

The compiler calls these functions in place of those of `reductions.py` where an array is an expression that is used nowhere
else. They are given the type of the array, the name of the expression, and the arrays and numbers that it is computed from; the
array itself is not there. Results are the same as those of an array.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import expression_shape, tuple_replace
from coluber.lib.kinds import dtype_type, is_integer, is_integral, is_none, literal_bool
from coluber.lib.numpy import reductions
from coluber.lib.numpy.axes import are_constant, constant_axes, normalize_axis
from coluber.lib.numpy.folds import Fold, one_by_one
from coluber.lib.numpy.fused_folds import functions_of, is_plain, of_expression, size_of
from coluber.lib.numpy.layouts import is_reversed, reshaped
from coluber.lib.numpy.options import is_everywhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


# ---------------------------------------------------------------------------------------------------- axis arguments


@cache
def _reduction(a: Array, text: str, fold: Fold, keep: bool, decided: bool | None = None) -> tuple[FunctionType, FunctionType]:
    """Return functions for all elements and for an axis: ``(inputs, axis)``."""
    whole, along = functions_of(of_expression(text, a.dtype), fold, decided)
    number, ndim, ones, reverse, shaped = fold.number, a.ndim, (1,) * a.ndim, is_reversed(a), reshaped(a)

    def every(inputs, axis):
        total = whole(inputs, size_of(expression_shape(text, inputs)))
        return np.full(ones, total, number) if keep else total

    def only(inputs, axis):
        normalize_axis(axis, 1)
        return every(inputs, axis)

    def one(inputs, axis):
        shape = expression_shape(text, inputs)
        at = normalize_axis(axis, ndim)
        found = along(inputs, shape[::-1], ndim - 1 - at).T if reverse else along(inputs, shape, at)
        return shaped(found, tuple_replace(shape, at, 1)) if keep else found

    return every, only if ndim == 1 else one


def reducer(a: Array, name: Any, fold: Fold, axis: Any, keepdims: Any, decided: bool | None = None) -> FunctionType | None:
    """Return ``(inputs, axis)``; None for several axes that are not all, and for types whose partial results can't be kept."""
    if not is_plain(a.dtype) or not is_plain(fold.result):
        return None
    every, one = _reduction(a, name.literal_value, fold, literal_bool(keepdims, "keepdims"), decided)
    if is_none(axis):
        return every
    if is_integer(axis):
        return one
    return every if are_constant(axis) and len(constant_axes(axis, a.ndim)) == a.ndim else None


# --------------------------------------------------------------------------------------------------------- functions


def _with_dtype(reduce: FunctionType | None) -> FunctionType | None:
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return impl


def _without_dtype(reduce: FunctionType | None) -> FunctionType | None:
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return impl


def is_usual(out: Any, initial: Any, where: Any) -> bool:
    """Whether none of the arguments is given that need an array of the elements."""
    return is_none(out) and is_none(initial) and is_everywhere(where)


def register_total(module: str, function: str, make: Callable[[Type], Fold]) -> None:
    """Register a sum or product of a module of the library, by the fold that is made for the type of its result."""

    def total(
        a: Any,
        name: Any,
        inputs: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> FunctionType | None:
        """Join all elements."""
        result = reductions.accumulator(a.dtype) if is_none(dtype) else dtype_type(dtype)
        if not is_usual(out, initial, where) or not is_plain(result):
            return None
        return _with_dtype(reducer(a, name, make(result), axis, keepdims))

    total.__module__ = module
    implements(f"coluber.fused.{function}")(total)


def register_extreme(module: str, functions: str, make: Callable[[Type], Fold | None]) -> None:
    """As `register_total`, a smallest or largest element: the fold is made for the type of the elements, or is None."""

    def extreme(
        a: Any,
        name: Any,
        inputs: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> FunctionType | None:
        """Return the element that comes first or last."""
        fold = make(a.dtype) if is_usual(out, initial, where) and is_plain(a.dtype) else None
        return None if fold is None else _without_dtype(reducer(a, name, fold, axis, keepdims))

    extreme.__module__ = module
    implements(*(f"coluber.fused.{function}" for function in functions.split()))(extreme)


register_total(__name__, "sum", reductions.sum_fold)
register_total(__name__, "prod", reductions.prod_fold)
register_extreme(__name__, "min amin", lambda dtype: reductions.extremum_fold(dtype, "minimum"))
register_extreme(__name__, "max amax", lambda dtype: reductions.extremum_fold(dtype, "maximum"))


def _truth(decided: bool, a: Array, name: Any, axis: Any, out: Any, keepdims: Any, where: Any) -> FunctionType | None:
    if not is_usual(out, None, where):
        return None
    reduce = reducer(a, name, reductions.truth_fold(decided), axis, keepdims, decided)
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, out=None, keepdims=False, where=True):
        return reduce(inputs, axis)

    return impl


@implements("coluber.fused.any")
def any_(
    a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Whether an element is not zero."""
    return _truth(True, a, name, axis, out, keepdims, where)


@implements("coluber.fused.all")
def all_(
    a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Whether no element is zero."""
    return _truth(False, a, name, axis, out, keepdims, where)


def _one_if_true(x):
    """Return how much an element counts."""
    return np.int64(1) if x != 0 else np.int64(0)


@cache
def _count_fold() -> Fold:
    run = one_by_one(_one_if_true, reductions.add, np.int64(0))
    return Fold(_one_if_true, reductions.add, run, types.int64, np.int64(0))


@implements("coluber.fused.count_nonzero")
def count_nonzero(a: Any, name: Any, inputs: Any, axis: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Return how many elements are not zero."""
    reduce = reducer(a, name, _count_fold(), axis, keepdims)
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, keepdims=False):
        return reduce(inputs, axis)

    return impl


@implements("coluber.fused.mean")
def mean(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    where: Any = True,
) -> FunctionType | None:
    """Arithmetic mean."""
    result = dtype_type(dtype) if not is_none(dtype) else types.float64 if is_integral(a.dtype) else a.dtype
    if not is_usual(out, None, where) or not is_plain(result):
        return None
    total = reducer(a, name, reductions.sum_fold(result), axis, keepdims)
    if total is None:
        return None
    divide, text, ndim, is_one = reductions.division(result), name.literal_value, a.ndim, is_integer(axis)

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, where=True):
        shape = expression_shape(text, inputs)
        if is_one:
            return divide(total(inputs, axis), shape[normalize_axis(axis, ndim)])
        return divide(total(inputs, axis), size_of(shape))

    return impl
