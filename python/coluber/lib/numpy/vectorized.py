"""``np.vectorize`` in compiled code: a function of numbers called with the elements of arrays."""

from __future__ import annotations

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_none, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _call(pyfunc, vectors, k):
    """Call a function with element k of each of up to five vectors, whose number is known while compiling."""
    if len(vectors) == 1:
        return pyfunc(vectors[0][k])
    if len(vectors) == 2:
        return pyfunc(vectors[0][k], vectors[1][k])
    if len(vectors) == 3:
        return pyfunc(vectors[0][k], vectors[1][k], vectors[2][k])
    if len(vectors) == 4:
        return pyfunc(vectors[0][k], vectors[1][k], vectors[2][k], vectors[3][k])
    return pyfunc(vectors[0][k], vectors[1][k], vectors[2][k], vectors[3][k], vectors[4][k])


def _flat(arrays):
    """Return the elements of each of some arrays as vectors."""
    if len(arrays) == 1:
        return (arrays[0].ravel(),)
    return (arrays[0].ravel(), *_flat(arrays[1:]))


def _over_elements(pyfunc, args):
    arrays = np.broadcast_arrays(*args)
    shape = arrays[0].shape
    vectors = _flat(arrays)
    if vectors[0].size == 0:
        raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
    result = np.full(shape, _call(pyfunc, vectors, 0))
    target = result.ravel()
    for k in range(1, target.size):
        target[k] = _call(pyfunc, vectors, k)
    return result


def of_object(value: Any) -> FunctionType:
    """Return the function for an object that was made in Python."""
    from coluber.core.classes import jitted

    for name in ("excluded", "signature"):
        if getattr(value, name):
            raise errors.UnsupportedError(f"np.vectorize({name}=...) is not supported in compiled code")
    pyfunc, otypes = jitted(value.pyfunc), value.otypes
    if otypes is None:
        return lambda *args: _over_elements(pyfunc, args)
    if len(otypes) > 1:
        raise errors.UnsupportedError("np.vectorize of functions with several results is not supported in compiled code")
    number = np.dtype(otypes[0]).type

    def call(*args):
        return _converted_elements(pyfunc, number, args)

    return call


def _converted_elements(pyfunc, number, args):
    arrays = np.broadcast_arrays(*args)
    result, vectors = np.empty(arrays[0].shape, number), _flat(arrays)
    target = result.ravel()
    for k in range(target.size):
        target[k] = number(_call(pyfunc, vectors, k))
    return result


@implements("numpy.vectorize")
def vectorize(
    pyfunc: Any, otypes: Any = None, doc: Any = None, excluded: Any = None, cache: Any = False, signature: Any = None
) -> FunctionType | None:
    """Return a function of arrays that calls one of numbers; the dtype of the result is that of the numbers."""
    for name, given in (("otypes", otypes), ("excluded", excluded), ("signature", signature)):
        if not is_none(given):
            refuse(name, given)

    def impl(pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        def call(*args):
            return _over_elements(pyfunc, args)

        return call

    return impl
