"""Reductions of expressions that pass over NaNs."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_complex, is_integer, is_integral, is_none, literal_bool, numpy_class
from coluber.lib.numpy.folds import Fold, one_by_one
from coluber.lib.numpy.fused import is_usual, reducer
from coluber.lib.numpy.fused_folds import is_plain
from coluber.lib.numpy.nan_functions import number_extremum_fold, number_prod_fold, number_sum_fold
from coluber.lib.numpy.reductions import accumulator, add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


def _one_of_number(x):
    """Return how much an element counts, a NaN nothing."""
    return np.int64(x == x)


@cache
def numbers_fold() -> Fold:
    """Return the fold that counts elements that are no NaNs."""
    zero = np.int64(0)
    return Fold(_one_of_number, add, one_by_one(_one_of_number, add, zero), types.int64, zero)


def _total(
    make: Callable[[Type], Fold], a: Array, name: Any, axis: Any, dtype: Any, keepdims: Any, others: tuple[Any, ...]
) -> FunctionType | None:
    result = accumulator(a.dtype) if is_none(dtype) else dtype_type(dtype)
    reduce = reducer(a, name, make(result), axis, keepdims) if is_usual(*others) and is_plain(result) else None

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return None if reduce is None else impl


@implements("coluber.fused.nansum")
def nansum(
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
    """Sum of the elements that are no NaNs."""
    return _total(number_sum_fold, a, name, axis, dtype, keepdims, (out, initial, where))


@implements("coluber.fused.nanprod")
def nanprod(
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
    """Product of the elements that are no NaNs."""
    return _total(number_prod_fold, a, name, axis, dtype, keepdims, (out, initial, where))


def _extreme(kind: str, a: Array, name: Any, axis: Any, keepdims: Any, others: tuple[Any, ...]) -> FunctionType | None:
    if not is_usual(*others) or not is_plain(a.dtype) or is_complex(a.dtype):
        return None
    reduce = reducer(a, name, number_extremum_fold(a.dtype, kind), axis, keepdims)

    def impl(a, name, inputs, axis=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return None if reduce is None else impl


@implements("coluber.fused.nanmin")
def nanmin(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Smallest element that is no NaN."""
    return _extreme("fmin", a, name, axis, keepdims, (out, initial, where))


@implements("coluber.fused.nanmax")
def nanmax(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Largest element that is no NaN."""
    return _extreme("fmax", a, name, axis, keepdims, (out, initial, where))


@implements("coluber.fused.nanmean")
def nanmean(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    where: Any = True,
) -> FunctionType | None:
    """Mean of the elements that are no NaNs."""
    result = dtype_type(dtype) if not is_none(dtype) else types.float64 if is_integral(a.dtype) else a.dtype
    if not is_usual(out, None, where) or not is_plain(result):
        return None
    total = reducer(a, name, number_sum_fold(result), axis, keepdims)
    count = reducer(a, name, numbers_fold(), axis, keepdims)
    if total is None or count is None:
        return None
    part = numpy_class(result.underlying_float if is_complex(result) else result)
    single = not literal_bool(keepdims, "keepdims") and not (is_integer(axis) and a.ndim > 1)

    def impl_number(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, where=True):
        return np.divide(total(inputs, axis), part(count(inputs, axis)))

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, where=True):
        return np.divide(total(inputs, axis), count(inputs, axis).astype(part))

    return impl_number if single else impl
