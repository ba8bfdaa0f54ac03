"""``np.nditer``: views of the elements of arrays, as arrays without axes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import is_none, is_number, literal_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

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


def steps_along(view):
    """Return the steps along the axes, 0 where there is one element."""
    steps = view.strides
    for k in range(view.ndim):
        if view.shape[k] == 1:
            steps = tuple_replace(steps, k, 0)
    return steps


def in_common_order(strides, ndim):
    """Return the axes in NumPy's order, those with smaller steps last as far as the operands agree, whose steps are given."""
    order = np.arange(ndim)[::-1].copy()
    for k in range(1, ndim):
        place, axis = k, order[k]
        for j in range(k - 1, -1, -1):
            is_open, swaps = True, False
            for steps in strides:
                here, there = abs(steps[axis]), abs(steps[order[j]])
                if here != 0 and there != 0:
                    swaps = here < there and (swaps or is_open)
                    is_open = False
            if not is_open and not swaps:
                break
            place = place if is_open else j
        order[place + 1 : k + 1] = order[place:k].copy()
        order[place] = axis
    return order[::-1]


def goes_backwards(strides, axis):
    """Whether operands go backwards along an axis, and none forwards."""
    least, most = 0, 0
    for steps in strides:
        least, most = min(least, steps[axis]), max(most, steps[axis])
    return least < 0 and most == 0


def places_in_memory(*views):
    """Give the indices of all elements of views of one shape, in the order of their memory."""
    shape, strides = views[0].shape, [steps_along(view) for view in views]
    order, lengths, backwards = in_common_order(strides, len(shape)), shape, shape
    for k in range(len(shape)):
        lengths = tuple_replace(lengths, k, shape[order[k]])
        backwards = tuple_replace(backwards, k, int(goes_backwards(strides, k)))
    for index in np.ndindex(lengths):
        at = shape
        for k in range(len(shape)):
            axis = order[k]
            at = tuple_replace(at, axis, shape[axis] - 1 - index[k] if backwards[axis] else index[k])
        yield at


def check_size(size):
    """Refuse arrays without elements."""
    if size == 0:
        raise ValueError("Iteration of zero-sized operands is not enabled")


@dataclass(eq=False, repr=False)
class Walk:
    """A place in an array that goes from element to element: ``nditer`` of an array with indices."""

    op: Any = field()
    multi_index: Any = field()
    count: Any = field()
    is_new: Any = field()
    # The axes, the one whose index changes from element to element first.
    axes: Any = field()

    @property
    def index(self):
        """The place in C order."""
        place = 0
        for k in range(self.op.ndim):
            place = place * self.op.shape[k] + self.multi_index[k]
        return place

    @property
    def finished(self):
        """Whether all elements have been visited."""
        return self.count >= self.op.size

    @property
    def value(self):
        """A view of the element."""
        return self.op[(*self.multi_index, ...)]

    def __getitem__(self, k):
        """Return a view of the element of the only operand."""
        if k != 0:
            raise IndexError(f"Iterator operand index {k} is out of bounds")
        return self.op[(*self.multi_index, ...)]

    def iternext(self):
        """Go to the next element, and say whether there is one."""
        at = self.multi_index
        for k in self.axes:
            if at[k] + 1 < self.op.shape[k]:
                at = tuple_replace(at, k, at[k] + 1)
                break
            at = tuple_replace(at, k, 0)
        self.count += 1
        if self.count < self.op.size:
            self.multi_index = at
        return self.count < self.op.size

    def __enter__(self):
        """Return the iterator."""
        return self

    def __exit__(self, *args):
        """End nothing: what is written is written at once."""

    def __iter__(self):
        """Return the iterator."""
        return self

    def __next__(self):
        """Return a view of the next element."""
        if self.is_new:
            self.is_new = False
        else:
            self.iternext()
        if self.count >= self.op.size:
            raise StopIteration
        return self.op[(*self.multi_index, ...)]


_FLAGS = frozenset(("multi_index", "c_index", "refs_ok", "zerosize_ok"))


def _walk(op: Any, flags: Any, order: Any) -> FunctionType:
    """Return the function for an array and flags."""
    name = order if isinstance(order, str) else _checked_order(order)
    items = flags.types if isinstance(flags, types.BaseTuple) else () if is_none(flags) else (flags,)
    names = [item.literal_value for item in items if isinstance(item, types.StringLiteral)]
    if len(names) < len(items) or not _FLAGS.issuperset(names):
        raise errors.UnsupportedError(f"np.nditer() takes the constants {', '.join(sorted(_FLAGS))} as flags")
    needs_places = "multi_index" in names or "c_index" in names
    if not isinstance(op, types.Array) or (needs_places and name in ("A", "K") and op.layout == "A"):
        raise errors.UnsupportedError(
            "np.nditer() with indices goes over one array in C or Fortran order: make one by np.ascontiguousarray()"
        )
    zeros, takes_none, view_of = (0,) * op.ndim, "zerosize_ok" in names, _same if needs_places else _view_in(op, name)
    is_first_first = needs_places and (name == "F" or (name != "C" and op.layout == "F"))
    axes = tuple(range(op.ndim)) if is_first_first else tuple(range(op.ndim))[::-1]

    def walk(op, flags=None, op_flags=None):
        if not takes_none:
            check_size(op.size)
        return Walk(view_of(op), zeros, 0, True, axes)

    def walk_in_order(op, flags=None, op_flags=None, order="K"):
        return walk(op)

    return walk if isinstance(order, str) else walk_in_order


def _view_in(op: types.Array, order: str) -> FunctionType:
    """Return the function that gives a view of an array whose indices have the order that an argument says."""
    if order == "F" or (order == "A" and op.layout == "F"):
        return lambda a: a.T
    return in_order_of_memory if order == "K" and op.layout != "C" else _same


def _same(a):
    return a


def _checked_order(order: Any) -> str:
    name = literal_str(order, "order")
    if name not in ("C", "F", "A", "K"):
        raise errors.NumbaValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{name}')")
    return name


@implements("numpy.nditer")
def nditer(op: Type, flags: Any = None, op_flags: Any = None, order: Any = "K") -> FunctionType | None:
    """Give views of the elements: of one array in the order of its memory, of several that are broadcast tuples of views."""
    if not (is_none(flags) and is_none(op_flags)):
        return _walk(op, flags, order)
    if isinstance(order, types.Type):
        return _of_array_in(op, _checked_order(order))
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


def _of_array_in(op: Any, order: str) -> FunctionType:
    """Return the function for an order that is given."""
    if not isinstance(op, types.Array):
        raise errors.UnsupportedError("np.nditer() takes the argument 'order' for one array")
    view_of = _view_in(op, order)

    def in_order(op, flags=None, op_flags=None, order="K"):
        check_size(op.size)
        view = view_of(op)
        for index in np.ndindex(view.shape):
            yield view[(*index, ...)]

    return in_order


def _of_number(op):
    yield np.asarray(op)


def _of_several(op: types.BaseTuple) -> FunctionType:
    # A tuple of items of several types needs constant positions.
    views = [f"views[{k}]" for k in range(len(op))]
    is_in_order = all(is_number(ty) or ty.layout == "C" for ty in op)
    places = "np.ndindex(views[0].shape)" if is_in_order else f"places({', '.join(views)})"
    source = f"""
def several(op):
    views = np.broadcast_arrays(*op)
    check_size(views[0].size)
    for index in {places}:
        at = (*index, ...)
        yield ({", ".join(f"{view}[at]" for view in views)},)
"""
    scope = {"np": np, "check_size": check_size, "places": places_in_memory, "__name__": __name__}
    exec(compile(source, "<nditer>", "exec"), scope)
    return scope["several"]
