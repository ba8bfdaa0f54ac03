"""Arrays of records: made of tuples, as lists of tuples, compared."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_array, is_complex, is_list, is_number, is_text, literal_str, text_dtype
from coluber.lib.numpy.creation import full_of_texts
from coluber.lib.numpy.records import same_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Record


def is_record_array(ty: Any) -> bool:
    """Whether a type is one of arrays of records."""
    return is_array(ty) and isinstance(ty.dtype, types.Record)


# -------------------------------------------------------------------------------------------------------------- filling


def filler(record: Record) -> FunctionType:
    """Return ``(item, values)``: set the fields of a record to the items of a tuple."""
    fill = _nothing
    for k, (name, field) in enumerate(record.fields.items()):
        fill = _fill_next(fill, k, _setter(name, field.type))
    return fill


def _nothing(item, values):
    pass


def _fill_next(before: FunctionType, k: int, store: FunctionType) -> FunctionType:
    def fill(item, values):
        before(item, values)
        store(item, values[k])

    return fill


def _setter(name: str, ty: Any) -> FunctionType:
    """Return ``(item, value)``: set a field."""
    if isinstance(ty, types.NestedArray):

        def set_elements(item, value):
            item[name][...] = np.asarray(value)

        return set_elements
    if isinstance(ty, types.Record):
        inner = filler(ty)

        def set_record(item, value):
            inner(item[name], value)

        return set_record

    def set_number(item, value):
        item[name] = value

    return set_number


def text_of_number(ty: Any) -> FunctionType:
    """Return ``(value)``: the text that a number becomes in an array of texts."""
    return (lambda value: str(value).encode()) if isinstance(ty, types.CharSeq) else (lambda value: str(value))


def set_fields(a: Any, value: Any, is_one: bool, is_copy: bool = False) -> FunctionType | None:
    """Return ``(a, index, value)``: set fields of records, or of one, to those of others, items of a tuple, or a number.

    What an index with arrays gives is a copy, which is stored.
    """
    assign = _assigner(a.dtype, value, 0 if is_one else a.ndim, is_one)
    if assign is None:
        return None

    def impl(a, index, value):
        assign(a[index], value)

    def impl_copied(a, index, value):
        assign(a[index], value.copy())

    def impl_stored(a, index, value):
        part = a[index]
        assign(part, value)
        a[index] = part

    if is_copy:
        return impl_stored
    return impl_copied if is_array(value) else impl


def converted_records(a: Any, target: Any) -> FunctionType:
    """Return `array.astype` from or to records: fields become those at the same places of the other type."""
    if a.dtype == target:
        return lambda a, dtype, order="K", casting="unsafe", subok=True, copy=True: a.copy()
    fits = isinstance(target, types.Record) and (isinstance(a.dtype, types.Record) or is_number(a.dtype))
    if not fits or set_fields(types.Array(target, a.ndim, "C"), a, False) is None:
        raise errors.TypingError(f"Cannot cast array data from {a.dtype} to {target}")

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result = np.empty(a.shape, target)
        result[...] = a
        return result

    return impl


def _assigner(record: Record, value: Any, ndim: int, is_one: bool) -> FunctionType | None:
    """Return ``(records, value)``: set the fields of an array of records, or of one."""
    given = value.dtype if is_record_array(value) else value
    if isinstance(given, types.Record):
        keys: list[Any] = list(given.fields)
        parts = [field.type for field in given.fields.values()]
    elif isinstance(value, types.BaseTuple):
        keys, parts = list(range(len(value))), list(value.types)
    elif is_number(value):
        keys, parts = [None] * len(record.fields), [value] * len(record.fields)
    else:
        return None
    has_arrays = any(isinstance(ty, types.NestedArray) for ty in parts)
    if len(parts) != len(record.fields) or (has_arrays and is_array(value) and value.ndim != ndim):
        return None
    assign = _nothing
    for (name, field), key, part in zip(record.fields.items(), keys, parts, strict=True):
        inner = _assigner(field.type, part, ndim, is_one) if isinstance(field.type, types.Record) else None
        if isinstance(field.type, types.Record) and inner is None:
            return None
        assign = _assign_next(assign, key, _storer(name, field.type, None if is_array(value) else part, inner, is_one))
    return assign


def _storer(name: str, field: Any, part: Any, inner: FunctionType | None, is_one: bool) -> FunctionType:
    """Return ``(records, value)``: set one field."""

    def store(records, value):
        records[name][...] = value

    if is_text(field) and is_number(part):
        as_text = text_of_number(field)

        def store_text(records, value):
            records[name] = as_text(value)

        def store_texts(records, value):
            records[name][...] = as_text(value)

        return store_text if is_one else store_texts
    if inner is None and is_one:
        return _setter(name, field)

    def store_inner(records, value):
        inner(records[name], value)

    return store if inner is None else store_inner


def _assign_next(before: FunctionType, key: Any, store: FunctionType) -> FunctionType:
    def assign(records, value):
        before(records, value)
        store(records, value[key])

    def assign_number(records, value):
        before(records, value)
        store(records, value)

    return assign_number if key is None else assign


def spreader(record: Record) -> FunctionType:
    """Return ``(item, value)``: set all fields of a record to a number."""
    fill = _nothing
    for name, field in record.fields.items():
        fill = _spread_next(fill, _spreading_setter(name, field.type))
    return fill


def _spread_next(before: FunctionType, store: FunctionType) -> FunctionType:
    def fill(item, value):
        before(item, value)
        store(item, value)

    return fill


def _spreading_setter(name: str, ty: Any) -> FunctionType:
    if is_text(ty):
        as_text = text_of_number(ty)

        def set_text(item, value):
            item[name] = as_text(value)

        return set_text
    if not isinstance(ty, types.Record):
        return _setter(name, ty)
    inner = spreader(ty)

    def set_record(item, value):
        inner(item[name], value)

    return set_record


def filled_with(record: Record, reverse: bool) -> FunctionType:
    """Return ``(shape, value)``: a new array of records, all of whose fields are a number."""
    fill, made_of, order = spreader(record), record.numpy_dtype, "F" if reverse else "C"

    def filled(shape, value):
        result = np.zeros(shape, made_of, order)
        elements = result.T.ravel() if reverse else result.ravel()
        for k in range(elements.size):
            fill(elements[k], value)
        return result

    return filled


@implements("numpy.ones")
def ones(shape: Any, dtype: Any = None, order: Any = "C") -> FunctionType | None:
    """Return a new array of records, all of whose fields are one, or of texts of that number."""
    record = dtype_type(dtype)
    if is_text(record):
        fill = full_of_texts(text_dtype(record))
        return lambda shape, dtype=None, order="C": fill(shape, 1)
    if not isinstance(record, types.Record):
        return None
    filled = filled_with(record, literal_str(order, "order") == "F")

    def impl(shape, dtype=None, order="C"):
        return filled(shape, 1)

    return impl


def of_tuples(value: Any, record: Record) -> FunctionType | None:
    """Return ``(value, dtype)``: an array of records of a list of tuples, or of one tuple."""
    fill, fields, made_of = filler(record), len(record.fields), record.numpy_dtype

    def of_one(value, dtype=None):
        result = np.zeros(1, made_of)
        fill(result[0], value)
        return result.reshape(())

    def of_several(value, dtype=None):
        result = np.zeros(len(value), made_of)
        for k in range(len(value)):
            fill(result[k], value[k])
        return result

    if is_list(value):
        return of_several if _fits(value.dtype, fields) else None
    return of_one if _fits(value, fields) else None


def _fits(ty: Any, fields: int) -> bool:
    return isinstance(ty, types.BaseTuple) and len(ty) == fields


def records_of_tuples(a: Any, value: Any) -> FunctionType | None:
    """Return ``(value)``: the array of records that a tuple, or a list of tuples, is beside an array of records; else None."""
    if not is_record_array(a):
        return None
    if of_tuples(value, a.dtype) is not None:
        made_of = a.dtype.numpy_dtype
        return lambda value: np.array(value, made_of)
    rows = value.types if isinstance(value, types.BaseTuple) else ()
    if (is_array(value) and is_number(value.dtype) and value.ndim > 1) or any(isinstance(ty, types.BaseTuple) for ty in rows):
        raise errors.TypingError("rows of numbers beside an array of records: make records of them by np.array(rows, dtype)")
    return None


# ---------------------------------------------------------------------------------------------------------------- tuples


def tuple_of(record: Record) -> FunctionType:
    """Return ``(item)``: the tuple of a record's fields, as ``tolist`` gives them."""
    make = _no_items
    for name, field in record.fields.items():
        make = _item_next(make, _getter(name, field.type))
    return make


def _no_items(item):
    return ()


def _item_next(before: FunctionType, get: FunctionType) -> FunctionType:
    return lambda item: (*before(item), get(item))


def _getter(name: str, ty: Any) -> FunctionType:
    """Return ``(item)``: the value of a field."""
    if isinstance(ty, types.NestedArray):
        return lambda item: item[name].copy()
    if isinstance(ty, types.Record):
        inner = tuple_of(ty)
        return lambda item: inner(item[name])
    if is_text(ty):
        return lambda item: item[name]
    number = python_class(ty)
    return lambda item: number(item[name])


def python_class(ty: Any) -> Any:
    """Return Python's class of numbers of a dtype."""
    if is_complex(ty):
        return complex
    if isinstance(ty, types.Boolean):
        return bool
    return float if isinstance(ty, types.Float) else int


# ------------------------------------------------------------------------------------------------------------ comparison


def _comparison(record: Record) -> FunctionType:
    """Return ``(a, b)``: where arrays of records have the same fields."""
    found = None
    for name, field in record.fields.items():
        same = _same_field(name, field.type)
        found = same if found is None else _both(found, same)
    return found or (lambda a, b: np.ones(np.broadcast_shapes(a.shape, b.shape), np.bool_))


def _both(first: FunctionType, second: FunctionType) -> FunctionType:
    return lambda a, b: first(a, b) & second(a, b)


def _same_field(name: str, ty: Any) -> FunctionType:
    if isinstance(ty, types.NestedArray):
        axes = tuple(range(-ty.ndim, 0))
        return lambda a, b: (a[name] == b[name]).all(axis=axes)
    if isinstance(ty, types.Record):
        inner = _comparison(ty)
        return lambda a, b: inner(a[name], b[name])
    return lambda a, b: a[name] == b[name]


def _compared(a: Any, b: Any) -> FunctionType | None:
    first, second = (ty.dtype if is_record_array(ty) else ty for ty in (a, b))
    if not (is_record_array(a) or is_record_array(b)) or not all(isinstance(ty, types.Record) for ty in (first, second)):
        return None
    return _comparison(first) if list(first.fields) == list(second.fields) else None


@implements("operator.eq")
def eq(a: Any, b: Any) -> FunctionType | None:
    """Compare arrays of records, or two records: ``a == b``."""
    same = _compared(a, b) or same_record(a, b)
    return same and (lambda a, b: same(a, b))


@implements("operator.ne")
def ne(a: Any, b: Any) -> FunctionType | None:
    """Compare arrays of records, or two records: ``a != b``."""
    same, single = _compared(a, b), same_record(a, b)
    if single is not None:
        return lambda a, b: not single(a, b)
    return same and (lambda a, b: ~same(a, b))
