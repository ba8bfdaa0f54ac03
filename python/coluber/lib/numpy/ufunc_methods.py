"""Methods of NumPy's ufuncs and of those of programs: ``reduce``, ``accumulate``, ``reduceat``, ``outer`` and ``at``."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np

from coluber.core import overloads, types
from coluber.core.errors import NumbaValueError, TypingError
from coluber.core.extending import bind
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_int_tuple,
    is_integer,
    is_list,
    is_none,
    is_number,
    literal_bool,
    numpy_class,
)
from coluber.lib.numpy.arguments import is_array_like, to_array
from coluber.lib.numpy.axes import are_constant, constant_axes, normalize_axis
from coluber.lib.numpy.several_axes import checked_axes
from coluber.np.numpy_support import as_dtype, from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_PREFIX = "ufunc."

# ufunc of NumPy -> its reduction and its running results, which have the same arguments
_REDUCTIONS = {
    "add": np.sum, "multiply": np.prod, "maximum": np.max, "minimum": np.min, "logical_and": np.all, "logical_or": np.any,
}  # fmt: skip
_RUNNING = {"add": np.cumsum, "multiply": np.cumprod}

# key -> the ufunc and the name of its method
_methods: dict[str, tuple[Any, str]] = {}


def key_of(function: Any) -> str | None:
    """Return the key of a method of a ufunc; None for other functions."""
    ufunc, name = getattr(function, "__self__", None), getattr(function, "__name__", None)
    if name not in _IMPLEMENTATIONS or not (isinstance(ufunc, np.ufunc) or _is_lazy(ufunc)):
        return None
    key = f"{_PREFIX}{name}.{overloads.key_of(ufunc)}"
    _methods[key] = ufunc, name
    overloads.add_generic(_PROVIDER)
    return key


def _is_lazy(ufunc: Any) -> bool:
    lazy = sys.modules.get("coluber.np.ufunc.dufunc")
    return lazy is not None and isinstance(ufunc, lazy.DUFunc)


class _Provider:
    """Answers for the keys of methods."""

    def has(self, key: str) -> bool:
        """Whether there are implementations under a key."""
        return key in _methods

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return what implements a call, or None."""
        if key not in _methods:
            return None
        ufunc, name = _methods[key]
        describe = _IMPLEMENTATIONS[name]
        bound = bind(describe, (_Operation.of(ufunc), *positional), named)
        return None if bound is None else describe(*bound[0], **bound[1])


_PROVIDER = _Provider()


class _Operation:
    """A ufunc as its methods need it."""

    def __init__(self, ufunc: Any) -> None:
        self.ufunc = ufunc
        self.name = ufunc.__name__
        self.identity = ufunc.identity
        self.is_numpys = overloads.key_of(ufunc).startswith("numpy.")
        given = getattr(overloads.builder_of(ufunc), "identity", None)
        known = given == "reorderable" or (self.is_numpys and self.name in (*_REDUCTIONS, "fmin", "fmax"))
        self.reorderable = self.identity is not None or known

    @staticmethod
    @cache
    def of(ufunc: Any) -> _Operation:
        """Return that of a ufunc."""
        return _Operation(ufunc)

    def check_binary(self, method: str) -> None:
        """Refuse ufuncs of another number of arguments."""
        if (self.ufunc.nin, self.ufunc.nout) != (2, 1):
            raise NumbaValueError(f"{method} only supported for binary functions")

    def loop(self, element: Type, dtype: Any) -> tuple[Type, Type]:
        """Return the types of partial results and of elements that a reduction of such elements has."""
        if not is_none(dtype):
            element = dtype.dtype if is_array(dtype) else dtype_type(dtype)
        if isinstance(self.ufunc, np.ufunc) and self.is_numpys:
            given = (as_dtype(element), None, None) if not is_none(dtype) else (None, as_dtype(element), None)
            if not is_none(dtype):
                return element, element
            found = self.ufunc.resolve_dtypes(given, reduction=True)
            return from_dtype(found[2]), from_dtype(found[1])
        if isinstance(self.ufunc, np.ufunc) and is_number(element):
            return self._own_loop(element)
        result = self._result((element, element))
        if result != element:
            result = self._result((result, element))
        return result, element

    def _own_loop(self, element: Type) -> tuple[Type, Type]:
        """Return the types of a ufunc of a program that has the loops of its signatures."""
        try:
            found = self.ufunc.resolve_dtypes((None, as_dtype(element), None), reduction=True)
        except TypeError as error:
            raise TypingError(str(error)) from None
        return from_dtype(found[2]), from_dtype(found[1])

    def _result(self, args: tuple[Type, ...]) -> Type:
        from coluber.np.ufunc.compiled import UfuncCall

        core = UfuncCall.builders[overloads.key_of(self.ufunc)].core
        core.compile(args)
        return types.unliteral(next(s.return_type for s in core.nopython_signatures if s.args == args))


def _is_sequence(ty: Any) -> bool:
    """Whether it is a list or tuple, also one of arrays."""
    return is_list(ty) or (isinstance(ty, types.BaseTuple) and len(ty) > 0)


def _of_sequence(method: Any, **arguments: Any) -> FunctionType:
    """Return the method for a list or tuple, of which it makes an array first; arguments that are not given are left out."""
    passed = {name: _as_text(name, ty) for name, ty in arguments.items() if isinstance(ty, types.Type)}
    given = "".join(f", {name}={text}" for name, text in passed.items())
    defaults = [name if name == "indices" else f"{name}=None" for name in arguments]
    text = f"def call(array, {', '.join(defaults)}):\n    return method(asarray(array){given})"
    scope = {"method": method, "asarray": np.asarray}
    exec(compile(text, "<method of a ufunc>", "exec"), scope)
    return scope["call"]


def _as_text(name: str, ty: Type) -> str:
    """Return an expression for an argument: a constant stays one."""
    if isinstance(ty, (types.IntegerLiteral, types.BooleanLiteral)):
        return repr(ty.literal_value)
    if isinstance(ty, types.BaseTuple) and are_constant(ty):
        return repr(tuple(item.literal_value for item in ty.types))
    return name


# ------------------------------------------------------------------------------------------------------------- reduce


def _reduce(
    op: _Operation, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None,
    where: Any = True,
) -> FunctionType | None:  # fmt: skip
    op.check_binary("reduce")
    if _is_sequence(array):
        return _of_sequence(op.ufunc.reduce, axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)
    if not is_array(array):
        return None
    if array.ndim == 0:
        raise TypingError("cannot reduce on a scalar")
    if op.is_numpys and op.name in _REDUCTIONS:
        return _delegated(_REDUCTIONS[op.name], array.ndim, axis, literal_bool(keepdims, "keepdims"), dtype, initial, where)
    keep = literal_bool(keepdims, "keepdims")
    if is_int_tuple(axis) and not are_constant(axis) and where is True and not keep:
        return _along_named(op, array.ndim, axis)
    axes = _axes(op, axis, array.ndim)
    if keep is None or (axes is None and not is_integer(axis)):
        return None
    merged = array.ndim if axes is None else array.ndim - len(axes) + 1
    has_where = where is not True
    fold = _folded(op, array.dtype, merged, dtype, not is_none(initial), has_where, out)
    if axes is None:
        return _kept_at_axis(fold) if keep else fold
    return _several(fold, array.ndim, tuple(sorted(axes)), keep, has_where)


def _delegated(function: Any, ndim: int, axis: Any, keep: bool, dtype: Any, initial: Any, where: Any) -> FunctionType:
    """Return the function that calls one of NumPy's, whose arguments are the same, but for the default of the axis."""
    axes = None if is_none(axis) else constant_axes(axis, ndim) if are_constant(axis) else "axis"
    given = [f"axis={axes}", "out=out", f"keepdims={keep}"]
    given += ["dtype=dtype"] if function in (np.sum, np.prod) else []
    array = "array.astype(dtype)" if function in (np.max, np.min) and not is_none(dtype) else "array"
    given += ["initial=initial"] if isinstance(initial, types.Type) else []
    given += ["where=where"] if isinstance(where, types.Type) else []
    text = (
        "def call(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):\n"
        f"    return function({array}, {', '.join(given)})"
    )
    scope = {"function": function}
    exec(compile(text, "<method of a ufunc>", "exec"), scope)
    return scope["call"]


def _along_named(op: _Operation, ndim: int, axis: Any) -> FunctionType | None:
    """Return the reduction along axes of a tuple that are known when the program runs: these become the last ones."""
    count = len(axis)
    _check_order(op, count)
    checked = checked_axes(count, ndim, "", "duplicate value in 'axis'")
    last, function = tuple(range(ndim - count, ndim)), op.ufunc

    def impl(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        moved = np.moveaxis(array, checked(axis), last)
        return function.reduce(moved, last, dtype, out, False, initial)

    return impl


def _check_order(op: _Operation, count: int) -> None:
    if count > 1 and not op.reorderable:
        raise NumbaValueError(f"reduction operation '{op.name}' is not reorderable, so at most one axis may be specified")


def _axes(op: _Operation, axis: Any, ndim: int) -> tuple[int, ...] | None:
    """Return constant axes, in decreasing order; None where there is one, which need not be a constant."""
    if is_integer(axis) or axis == 0:
        return (0,) if axis == 0 and not isinstance(axis, types.Type) else None
    axes = tuple(range(ndim))[::-1] if is_none(axis) else constant_axes(axis, ndim)
    _check_order(op, len(axes))
    return axes


def _folded(op: _Operation, given: Type, ndim: int, dtype: Any, has_initial: bool, has_where: bool, out: Any) -> Any:
    """Return the reduction along one axis, with all arguments."""
    result, element = op.loop(given, dtype)
    total_of, value_of, function = numpy_class(result), numpy_class(element), op.ufunc
    identity = None if op.identity is None else total_of(op.identity)
    starts = has_initial or identity is not None
    if has_where and not starts:
        raise NumbaValueError(
            f"reduction operation '{op.name}' does not have an identity, so to use a where mask one has to specify 'initial'"
        )
    message = f"zero-size array to reduction operation {op.name} which has no identity"
    into = is_array(out)

    def first(initial):
        return total_of(initial) if has_initial else identity

    def vector(array, initial, where):
        n, k = array.shape[0], 0
        if starts:
            total = first(initial)
        else:
            if n == 0:
                raise ValueError(message)
            total, k = total_of(array[0]), 1
        for i in range(k, n):
            if has_where:
                if where[i]:
                    total = total_of(function(total, value_of(array[i])))
            else:
                total = total_of(function(total, value_of(array[i])))
        return total

    def lines(rows, initial, where):
        result, n, k = np.empty(rows.shape[1:], total_of), rows.shape[0], 0
        if starts:
            result[...] = first(initial)
        elif n == 0:
            raise ValueError(message)
        else:
            result[...] = rows[0].astype(total_of)
            k = 1
        for i in range(k, n):
            row = rows[i]
            for index in np.ndindex(result.shape):
                if has_where:
                    if where[i][index]:
                        result[index] = function(result[index], value_of(row[index]))
                else:
                    result[index] = function(result[index], value_of(row[index]))
        return result

    reduce_rows, is_vector = vector if ndim == 1 else lines, ndim == 1

    def impl(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        at = normalize_axis(axis, ndim)
        mask = np.moveaxis(np.broadcast_to(np.asarray(where), array.shape), at, 0) if has_where else None
        total = reduce_rows(array if is_vector else np.moveaxis(array, at, 0), initial, mask)
        if into:
            out[...] = total
            return out
        return total

    return impl


def _kept_at_axis(fold: Any) -> FunctionType:
    def impl(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        return np.expand_dims(np.asarray(fold(array, axis, dtype, None, False, initial, where)), axis)

    return impl


def _several(fold: Any, ndim: int, axes: tuple[int, ...], keep: bool, has_where: bool) -> FunctionType:
    """Return the reduction along constant axes, which become one."""
    count = len(axes)
    front = tuple(range(count))

    def merged(array):
        moved = np.moveaxis(array, axes, front)
        length = 1
        for k in range(count):
            length *= moved.shape[k]
        return moved.reshape((length, *moved.shape[count:]))

    def impl(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        mask = merged(np.broadcast_to(np.asarray(where), array.shape)) if has_where else None
        return fold(merged(array), 0, dtype, out, False, initial, mask)

    def kept(array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        mask = merged(np.broadcast_to(np.asarray(where), array.shape)) if has_where else None
        return np.expand_dims(np.asarray(fold(merged(array), 0, dtype, None, False, initial, mask)), axes)

    return kept if keep else impl


# --------------------------------------------------------------------------------------- accumulate, reduceat, outer, at


def _accumulate(op: _Operation, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> FunctionType | None:
    op.check_binary("accumulate")
    if _is_sequence(array):
        return _of_sequence(op.ufunc.accumulate, axis=axis, dtype=dtype, out=out)
    if not is_array(array) or not (axis == 0 or is_integer(axis)):
        return None
    if array.ndim == 0:
        raise TypingError("cannot accumulate on a scalar")
    if op.is_numpys and op.name in _RUNNING:
        running = _RUNNING[op.name]

        def delegated(array, axis=0, dtype=None, out=None):
            return running(array, axis, dtype, out)

        return delegated
    result, element = op.loop(array.dtype, dtype)
    total_of, value_of, function, ndim = numpy_class(result), numpy_class(element), op.ufunc, array.ndim
    is_vector, into = ndim == 1, is_array(out)

    def vector(source, target):
        if source.size == 0:
            return
        total = total_of(source[0])
        target[0] = total
        for i in range(1, source.size):
            total = total_of(function(total, value_of(source[i])))
            target[i] = total

    def lines(source, target):
        if source.shape[0] == 0:
            return
        target[0] = source[0].astype(total_of)
        for i in range(1, source.shape[0]):
            for index in np.ndindex(source.shape[1:]):
                target[i][index] = function(target[i - 1][index], value_of(source[i][index]))

    run = vector if is_vector else lines

    def impl(array, axis=0, dtype=None, out=None):
        at = normalize_axis(axis, ndim)
        result = np.empty(array.shape, total_of)
        run(np.moveaxis(array, at, 0), np.moveaxis(result, at, 0))
        if into:
            out[...] = result
            return out
        return result

    return impl


def _reduceat(
    op: _Operation, array: Any, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None
) -> FunctionType | None:
    op.check_binary("reduceat")
    if not (axis == 0 or is_integer(axis)) or not is_array_like(array):
        return None
    if not is_array(array):
        return _of_sequence(op.ufunc.reduceat, indices=indices, axis=axis, dtype=dtype, out=out)
    if array.ndim == 0:
        raise TypingError("cannot reduceat on a scalar")
    result, element = op.loop(array.dtype, dtype)
    total_of, value_of, function, ndim, name = numpy_class(result), numpy_class(element), op.ufunc, array.ndim, op.name
    is_vector, into = ndim == 1, is_array(out)

    def vector(source, target, low, high, k):
        total = total_of(source[low])
        for i in range(low + 1, high):
            total = total_of(function(total, value_of(source[i])))
        target[k] = total

    def lines(source, target, low, high, k):
        line = target[k]
        line[...] = source[low].astype(total_of)
        for i in range(low + 1, high):
            for index in np.ndindex(line.shape):
                line[index] = function(line[index], value_of(source[i][index]))

    run = vector if is_vector else lines

    def impl(array, indices, axis=0, dtype=None, out=None):
        at, places = normalize_axis(axis, ndim), np.asarray(indices)
        source = np.moveaxis(array, at, 0)
        n, count = source.shape[0], places.size
        for k in range(count):
            if not 0 <= places[k] < n:
                raise IndexError(f"index {places[k]} out-of-bounds in {name}.reduceat [0, {n})")
        result = np.empty(tuple_replace(array.shape, at, count), total_of)
        moved = np.moveaxis(result, at, 0)
        for k in range(count):
            high = places[k + 1] if k + 1 < count else n
            run(source, moved, places[k], high, k)
        if into:
            out[...] = result
            return out
        return result

    return impl


def _outer(op: _Operation, A: Any, B: Any) -> FunctionType | None:  # noqa: N803 - NumPy's names
    op.check_binary("outer")
    if is_list(A) or is_list(B) or isinstance(A, types.BaseTuple) or isinstance(B, types.BaseTuple):
        listed, first, second = op.ufunc, to_array(A), to_array(B)
        return lambda A, B: listed.outer(first(A), second(B))  # noqa: N803
    function = op.ufunc
    # A number counts as an array of its own type.
    if is_number(A) != is_number(B):
        first, second = np.asarray if is_number(A) else _itself, np.asarray if is_number(B) else _itself
        return lambda A, B: function.outer(first(A), second(B))  # noqa: N803
    rank = B.ndim if is_array(B) else 0
    ones = (1,) * rank
    if not is_array(A):

        def of_number(A, B):  # noqa: N803
            return function(A, B)

        return of_number

    def impl(A, B):  # noqa: N803
        return function(A.reshape(A.shape + ones), B)

    return impl


def _itself(x):
    return x


def _at(op: _Operation, a: Any, indices: Any, b: Any = None) -> FunctionType | None:
    if not is_array(a) or a.ndim == 0 or op.ufunc.nin > 2:
        return None
    if is_list(indices):
        listed = op.ufunc
        return lambda a, indices, b=None: listed.at(a, np.asarray(indices), b)
    if (op.ufunc.nin == 2) == is_none(b):
        raise TypingError(
            "second operand needed for ufunc" if op.ufunc.nin == 2 else "second operand provided when ufunc is unary"
        )
    function, number, unary = op.ufunc, numpy_class(a.dtype), op.ufunc.nin == 1
    if is_array(indices) and indices.ndim == 1 and a.ndim == 1 and isinstance(indices.dtype, types.Integer):
        return _at_positions(function, number, unary)

    ndim, zeros = a.ndim, (0,) * a.ndim

    def place(k, shape):
        found = zeros
        for d in range(ndim):
            axis = ndim - 1 - d
            found = tuple_replace(found, axis, k % shape[axis])
            k //= shape[axis]
        return found

    def one(a, indices, b=None):
        places = np.asarray(np.arange(a.size).reshape(a.shape)[indices])
        for index in np.ndindex(places.shape):
            at = place(places[index], a.shape)
            a[at] = number(function(a[at]))

    def two(a, indices, b=None):
        places = np.asarray(np.arange(a.size).reshape(a.shape)[indices])
        other = np.broadcast_to(np.asarray(b), places.shape)
        for index in np.ndindex(places.shape):
            at = place(places[index], a.shape)
            a[at] = number(function(a[at], other[index]))

    return one if unary else two


def _at_positions(function: Any, number: Any, unary: bool) -> FunctionType:
    """Return the function for a vector and an array of positions in it."""

    def place(k, n):
        if not -n <= k < n:
            raise IndexError(f"index {k} is out of bounds for axis 0 with size {n}")
        return k + n if k < 0 else k

    def one(a, indices, b=None):
        for k in indices:
            at = place(k, a.size)
            a[at] = number(function(a[at]))

    def two(a, indices, b=None):
        other = np.broadcast_to(np.asarray(b), indices.shape)
        for i in range(indices.size):
            at = place(indices[i], a.size)
            a[at] = number(function(a[at], other[i]))

    return one if unary else two


_IMPLEMENTATIONS = {"reduce": _reduce, "accumulate": _accumulate, "reduceat": _reduceat, "outer": _outer, "at": _at}
