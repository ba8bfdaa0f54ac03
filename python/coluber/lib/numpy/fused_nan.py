"""Reductions of expressions that pass over NaNs."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_complex, is_integer, is_integral, is_none, is_time, literal_bool, numpy_class
from coluber.lib.numpy.folds import Fold, one_by_one
from coluber.lib.numpy.fused import is_usual, reducer, register_extreme, register_total
from coluber.lib.numpy.fused_folds import is_plain
from coluber.lib.numpy.nan_functions import number_extremum_fold, number_prod_fold, number_sum_fold
from coluber.lib.numpy.reductions import add, sum_fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def _one_of_number(x):
    """Return how much an element counts, a NaN nothing."""
    return np.int64(x == x)


@cache
def numbers_fold() -> Fold:
    """Return the fold that counts elements that are no NaNs."""
    zero = np.int64(0)
    return Fold(_one_of_number, add, one_by_one(_one_of_number, add, zero), types.int64, zero)


def _extremum(kind: str) -> Callable[[Type], Fold | None]:
    return lambda dtype: None if is_complex(dtype) else number_extremum_fold(dtype, kind)


register_total(__name__, "nansum", lambda dtype: sum_fold(dtype) if is_time(dtype) else number_sum_fold(dtype))
register_total(__name__, "nanprod", number_prod_fold)
register_extreme(__name__, "nanmin", _extremum("fmin"))
register_extreme(__name__, "nanmax", _extremum("fmax"))


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
