"""``numpy.polynomial.polyutils.as_series``: vectors of coefficients made of what programs give."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_list, is_number, literal_bool, numpy_class, result_type
from coluber.lib.numpy.arguments import dtype_of, gather_items, is_array_like, ndim_of, same
from coluber.lib.numpy.polynomials import without_last_zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType
    from typing import Any


@implements("numpy.polynomial.polyutils.as_series")
def as_series(alist: Any, trim: Any = True) -> FunctionType | None:
    """Return a list of new vectors of one dtype, one for each item, without the zeros at their ends."""
    items = _item_types(alist)
    if not items or not all(is_array_like(ty) for ty in items):
        return None
    vector = _vector_function(items, literal_bool(trim, "trim"))
    several = gather_items([vector] * len(items))

    def of_tuple(alist, trim=True):
        return list(several(alist))

    def of_each(alist, trim=True):
        return [vector(item) for item in alist]

    return of_tuple if isinstance(alist, types.BaseTuple) else of_each


def _item_types(alist: Any) -> Sequence[Any]:
    """Return the types of the items: of each item of a tuple, else one for all."""
    if isinstance(alist, types.BaseTuple):
        return alist.types
    if is_list(alist):
        return (alist.dtype,)
    if is_array(alist) and alist.ndim > 0:
        return (alist.dtype if alist.ndim == 1 else alist.copy(ndim=alist.ndim - 1, layout="A"),)
    return ()


def _vector_function(items: Sequence[Any], trims: bool) -> FunctionType:
    """Return the function that makes the vector of an item; their common type is that of `numpy.common_type`."""
    if any(ndim_of(ty) > 1 for ty in items):
        raise errors.NumbaValueError("Coefficient array is not 1-d")
    kinds = [types.float64 if isinstance(dtype_of(ty), types.Integer | types.Boolean) else dtype_of(ty) for ty in items]
    if not all(is_number(ty) for ty in kinds):
        raise errors.NumbaTypeError("can't get common type for non-numeric array")
    number, shorten = numpy_class(result_type(*kinds)), without_last_zeros if trims else same

    def vector(item):
        values = np.atleast_1d(item)
        if values.size == 0:
            raise ValueError("Coefficient array is empty")
        return shorten(values).astype(number)

    return vector
