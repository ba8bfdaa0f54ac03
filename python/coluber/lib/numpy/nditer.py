"""``np.nditer``: views of the elements of arrays, as arrays without axes."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type


def in_order_of_memory(a):
    """Return a view whose axes are those of an array, the one with the largest steps first, and none goes backwards."""
    view = a
    for k in range(a.ndim):
        if view.strides[k] < 0:
            view = np.flip(view, k)
    # An insertion sort, which leaves equal steps as they are.
    for k in range(1, a.ndim):
        j = k
        while j > 0 and view.strides[j - 1] < view.strides[j]:
            view = np.swapaxes(view, j - 1, j)
            j -= 1
    return view


def check_size(size):
    """Refuse arrays without elements."""
    if size == 0:
        raise ValueError("Iteration of zero-sized operands is not enabled")


@implements("numpy.nditer")
def nditer(op: Type) -> FunctionType | None:
    """Give views of the elements: of one array in the order of its memory, of several that are broadcast tuples of views."""
    if isinstance(op, types.Array):
        return _of_array(op)
    if isinstance(op, types.BaseTuple) and all(isinstance(ty, types.Array) or is_number(ty) for ty in op):
        return _of_several(op)
    return _of_number if is_number(op) else None


def _of_array(op: types.Array) -> FunctionType:
    def in_order(op):
        check_size(op.size)
        for index in np.ndindex(op.shape):
            yield op[(*index, ...)]

    def sorted_first(op):
        check_size(op.size)
        view = in_order_of_memory(op)
        for index in np.ndindex(view.shape):
            yield view[(*index, ...)]

    return in_order if op.layout == "C" or op.ndim < 1 else sorted_first


def _of_number(op):
    yield np.asarray(op)


def _of_several(op: types.BaseTuple) -> FunctionType:
    # A tuple of items of several types needs constant positions.
    items = ", ".join(f"views[{k}][at]" for k in range(len(op)))
    source = f"""
def several(op):
    views = np.broadcast_arrays(*op)
    check_size(views[0].size)
    for index in np.ndindex(views[0].shape):
        at = (*index, ...)
        yield ({items},)
"""
    scope = {"np": np, "check_size": check_size, "__name__": __name__}
    exec(compile(source, "<nditer>", "exec"), scope)
    return scope["several"]
