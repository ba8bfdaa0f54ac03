"""Arrays from arrays, tuples and numbers."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_insert
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_deque,
    is_list,
    is_none,
    is_number,
    is_time,
    literal_bool,
    literal_str,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.from_lists import ndim_of_list, of_list
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def in_c_order(a):
    """Return the array, or a copy where it is not contiguous in C order."""
    return a.ravel().reshape(a.shape)


def unchanged(a):
    """Return the array."""
    return a


def in_fortran_order(a):
    """Return a copy in Fortran order."""
    return a.T.ravel().reshape(a.T.shape).T


def c_order_function(a: Any) -> FunctionType:
    """Return the function that makes an array of this type contiguous in C order."""
    return unchanged if a.layout == "C" else in_c_order


@implements("numpy.ascontiguousarray")
def ascontiguousarray(a: Any, dtype: Any = None) -> FunctionType | None:
    """Return the array, or a copy where it is not contiguous, with one axis at least."""
    if not is_array(a):
        return None
    convert, ordered = _with_dtype(a, dtype), c_order_function(a)
    if a.ndim == 0:
        return lambda a, dtype=None: convert(a).reshape(1)
    return lambda a, dtype=None: ordered(convert(a))


@implements("numpy.asfortranarray")
def asfortranarray(a: Any, dtype: Any = None) -> FunctionType | None:
    """Return the array, or a copy where it is not in Fortran order, with one axis at least."""
    if not is_array(a):
        return None
    convert = _with_dtype(a, dtype)
    ordered = unchanged if a.layout == "F" or (a.ndim == 1 and a.layout == "C") else in_fortran_order
    if a.ndim == 0:
        return lambda a, dtype=None: convert(a).reshape(1)
    return lambda a, dtype=None: ordered(convert(a))


def _with_dtype(a: Any, dtype: Any) -> FunctionType:
    """Return the function to an array of a dtype, if one is given."""
    if is_none(dtype) or dtype_type(dtype) == a.dtype:
        return unchanged
    number = numpy_class(dtype_type(dtype))
    return lambda a: a.astype(number)


def _new_array(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes a new array of a value; an array's layout is kept."""
    if not is_array(value):
        if not is_none(dtype) and isinstance(dtype_type(dtype), types.Record):
            from coluber.lib.numpy.structured import of_tuples

            return of_tuples(value, dtype_type(dtype)) or _of_others(value, dtype)
        made = _of_items(value, dtype)
        return _of_others(value, dtype) if made is None else made
    if _means_text(dtype):
        text = dtype.typing_key
        return lambda value, dtype=None: value.astype(text)
    if is_none(dtype) and isinstance(value.dtype, types.Record):
        return copied_value
    number = numpy_class(value.dtype if is_none(dtype) else dtype_type(dtype))

    def impl(value, dtype=None):
        return value.astype(number)

    return impl


def _of_others(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes an array of texts or records."""
    from coluber.lib.numpy.records import of_records
    from coluber.lib.numpy.text_arrays import of_texts

    return of_records(value, dtype) or of_texts(value, dtype)


def _same_array(value: Any, dtype: Any, must_not_copy: bool = False) -> FunctionType | None:
    """Return the function that makes an array of a value unless it is one of the dtype."""
    if is_array(value) and (is_none(dtype) or (not _means_text(dtype) and dtype_type(dtype) == value.dtype)):
        return unchanged_value
    if must_not_copy:
        raise errors.NumbaValueError("Unable to avoid copy while creating an array as requested.")
    return _new_array(value, dtype)


def _means_text(dtype: Any) -> bool:
    """Whether a dtype is a class of texts of the length that is needed."""
    return isinstance(dtype, types.Function) and dtype.typing_key in (str, bytes)


def copied_value(value, dtype=None):
    """Return a copy of an array."""
    return value.copy()


def unchanged_value(value, dtype=None):
    """Return the argument."""
    return value


def _rank(value: Any) -> int:
    """Return how many axes the array has that is made of a value."""
    if is_array(value):
        return value.ndim
    return _list_rank(value) if is_list(value) or is_deque(value) else len(shape_of_tuples(value) or ())


def _list_rank(value: Any) -> int:
    """Return how many axes the array has that is made of a list or deque; 0 for other values."""
    return ndim_of_list(types.List(value.dtype) if is_deque(value) else value) or 0


def _in_order(value: Any, order: Any, must_not_copy: bool = False) -> FunctionType:
    """Return the function that gives an array made of a value the order that an argument says."""
    name = "K" if is_none(order) else literal_str(order, "order")
    if name not in ("K", "A", "C", "F"):
        raise errors.NumbaValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{name}')")
    layout = value.layout if is_array(value) else "C"
    if name in ("K", "A", layout) or (layout == "C" and _rank(value) < 2):
        return unchanged
    if must_not_copy:
        raise errors.NumbaValueError("Unable to avoid copy while creating an array as requested.")
    return in_c_order if name == "C" else in_fortran_order


def check_cast(source: Type, target: Type, casting: Any) -> None:
    """Raise TypingError where a rule for casts, an argument, forbids one."""
    rule = literal_str(casting, "casting")
    if not np.can_cast(as_dtype(source), as_dtype(target), rule):  # type: ignore[arg-type]
        raise errors.TypingError(
            f"Cannot cast array data from {as_dtype(source)!r} to {as_dtype(target)!r} according to the rule '{rule}'"
        )


def converted(a: Any, target: Type, order: Any, casting: Any, copy: Any) -> FunctionType:
    """Return `array.astype` for a type that the elements are converted to one by one."""
    check_cast(a.dtype, target, casting)
    number, ordered = numpy_class(target), _in_order(a, order)

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        return ordered(a.astype(number))

    def impl_kept(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        return ordered(a)

    return impl_kept if target == a.dtype and not literal_bool(copy, "copy") else impl


@implements("numpy.array")
def array(
    object: Any,  # noqa: A002
    dtype: Any = None,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
) -> FunctionType | None:
    """Return a new array of the elements of an array, a tuple, nested tuples, or of a number."""
    never = not is_none(copy) and not literal_bool(copy, "copy")
    keeps = is_none(copy) or never
    make = _same_array(object, dtype, never) if keeps else _new_array(object, dtype)
    if make is None or not (ndmin == 0 or isinstance(ndmin, types.IntegerLiteral)):
        return None
    ordered = _in_order(object, order, never)
    least = 0 if ndmin == 0 else ndmin.literal_value
    missing = least - _list_rank(object)
    news = (None,) * max(missing, 0)

    def impl(object, dtype=None, copy=True, order="K", subok=False, ndmin=0):  # noqa: A002
        return ordered(make(object))

    def impl_raised(object, dtype=None, copy=True, order="K", subok=False, ndmin=0):  # noqa: A002
        return ordered(make(object))[(*news, ...)]

    return impl_raised if missing > 0 else impl


@implements("numpy.asarray", "numpy.asanyarray")
def asarray(a: Any, dtype: Any = None, order: Any = None, device: Any = None, copy: Any = None) -> FunctionType | None:
    """Return an array as it is, or what `array` makes of other values."""
    always = not is_none(copy) and literal_bool(copy, "copy")
    never = not is_none(copy) and not always
    make = _new_array(a, dtype) if always else _same_array(a, dtype, never)
    if make is None:
        return None
    ordered = _in_order(a, order, never)

    def impl(a, dtype=None, order=None, device=None, copy=None):
        return ordered(make(a))

    return impl


@implements("numpy.asarray_chkfinite")
def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> FunctionType | None:
    """Return an array whose elements are all finite; raise ValueError for others."""
    make = _same_array(a, dtype)
    if make is None:
        return None
    ordered = _in_order(a, order)

    def impl(a, dtype=None, order=None):
        result = ordered(make(a))
        if not np.all(np.isfinite(result)):
            raise ValueError("array must not contain infs or NaNs")
        return result

    return impl


@implements("numpy.require")
def require(a: Any, dtype: Any = None, requirements: Any = None) -> FunctionType | None:
    """Return an array of a dtype and in an order: 'C', 'F', or words such as 'A' and 'W', which all arrays fulfil here."""
    make = _same_array(a, dtype)
    if make is None:
        return None
    items = requirements.types if isinstance(requirements, types.BaseTuple) else (requirements,)
    words = [literal_str(ty, "requirements").upper() for ty in items if not is_none(ty)]
    letters = {_REQUIREMENTS.get(word, word[:1]) for word in words}
    if letters - {"C", "F", "A", "W", "E"}:
        raise errors.UnsupportedError("the requirements 'C', 'F', 'A', 'W' and 'E' are supported")
    if {"C", "F"} <= letters:
        raise errors.NumbaValueError('Cannot specify both "C" and "F" order')
    ordered = _in_order(a, next((types.literal(name) for name in ("C", "F") if name in letters), None))

    def impl(a, dtype=None, requirements=None):
        return ordered(make(a))

    return impl


_REQUIREMENTS = {"CONTIGUOUS": "C", "C_CONTIGUOUS": "C", "F_CONTIGUOUS": "F", "FORTRAN": "F", "ENSUREARRAY": "E"}


def _of_items(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes an array of a tuple or a number; None where NumPy would not give one of numbers."""
    if is_number(value) or is_time(value):
        return _of_number(numpy_class(types.unliteral(value) if is_none(dtype) else dtype_type(dtype)))
    if is_list(value):
        return of_list(value, dtype)
    if is_deque(value):
        made = of_list(types.List(value.dtype), dtype)
        return None if made is None else _of_deque(made)
    if isinstance(value, types.RangeType):
        return _of_range(np.int64 if is_none(dtype) else numpy_class(dtype_type(dtype)))
    if not isinstance(value, types.BaseTuple):
        return None
    if len(value) == 0:
        return _of_nothing(np.float64 if is_none(dtype) else numpy_class(dtype_type(dtype)))
    items = value.types
    if all(is_array(ty) for ty in items):
        return _of_arrays(items, dtype)
    shape = shape_of_tuples(value)
    if shape is None or len(shape) > 3:
        return None
    numbers = leaves(value)
    number = numpy_class(result_type(*numbers) if is_none(dtype) else dtype_type(dtype))
    return (_of_vector, _of_matrix, _of_cube)[len(shape) - 1](shape, number)


def _of_nothing(number: Any) -> FunctionType:
    def of_nothing(value, dtype=None):
        return np.empty(0, number)

    return of_nothing


def _of_deque(made: FunctionType) -> FunctionType:
    def of_deque(value, dtype=None):
        return made(list(value))

    return of_deque


def _of_range(number: Any) -> FunctionType:
    """Return ``(value, dtype)``: an array of the numbers of a range."""

    def of_range(value, dtype=None):
        return np.arange(value.start, value.stop, value.step).astype(number)

    return of_range


def shape_of_tuples(ty: Any) -> tuple[int, ...] | None:
    """Return the shape of nested tuples of numbers, or None where they are ragged."""
    if is_number(ty):
        return ()
    if not isinstance(ty, types.BaseTuple):
        return None
    shapes = {shape_of_tuples(item) for item in ty.types}
    if len(shapes) != 1 or None in shapes:
        return None
    return (len(ty), *shapes.pop())


def leaves(ty: Any) -> list[Type]:
    """Return the types of the numbers in nested tuples."""
    return [ty] if is_number(ty) else [leaf for item in ty.types for leaf in leaves(item)]


def _of_number(number: Any) -> FunctionType:
    def impl(value, dtype=None):
        return np.full((), value, number)

    return impl


def _of_vector(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for k, x in enumerate(value):
            result[k] = number(x)
        return result

    return impl


def _of_matrix(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                result[i, j] = number(x)
        return result

    return impl


def _of_cube(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for i, matrix in enumerate(value):
            for j, row in enumerate(matrix):
                for k, x in enumerate(row):
                    result[i, j, k] = number(x)
        return result

    return impl


def _of_arrays(items: tuple[Any, ...], dtype: Any) -> FunctionType | None:
    """Return the function that stacks arrays of one rank along a new first axis."""
    if len({ty.ndim for ty in items}) != 1:
        return None
    number = numpy_class(result_type(*[ty.dtype for ty in items]) if is_none(dtype) else dtype_type(dtype))
    count = len(items)
    if len(set(items)) != 1:
        return lambda value, dtype=None: np.stack(value).astype(number)

    def impl(value, dtype=None):
        shape = value[0].shape
        result = np.empty(tuple_insert(shape, 0, count), number)
        for k, item in enumerate(value):
            if item.shape != shape:
                raise ValueError("all input arrays must have the same shape")
            result[k] = item
        return result

    return impl
