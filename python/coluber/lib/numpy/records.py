"""Single records: compared, as tuples, whether they count as true, and arrays that are made of them."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_list, is_none, is_text, is_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Record


# ----------------------------------------------------------------------------------------------------------- comparison


def same_record(a: Any, b: Any) -> FunctionType | None:
    """Return ``(a, b)``: whether all fields of two records are equal; None for others than records with the same fields."""
    if not (isinstance(a, types.Record) and isinstance(b, types.Record)) or list(a.fields) != list(b.fields):
        return None
    same = _always
    for name, field in a.fields.items():
        inner = same_record(field.type, b.fields[name].type)
        same = _both(same, inner or _equal_function(field.type), name)
    return same


def _always(a, b):
    return True


def _both(before: FunctionType, equal: FunctionType, name: str) -> FunctionType:
    return lambda a, b: before(a, b) and equal(a[name], b[name])


def _equal(p, q):
    return p == q


def _equal_elements(p, q):
    return bool((p == q).all())


def _equal_function(ty: Any) -> FunctionType:
    return _equal_elements if isinstance(ty, types.NestedArray) else _equal


# ---------------------------------------------------------------------------------------------------------------- truth


def is_not_zero(x):
    """Whether a number is true."""
    return x != 0


def _has_characters(x):
    return len(x) > 0


def _is_not_start(x):
    """Whether a time is another one than that with the number zero."""
    return x.view(np.int64) != 0


def truth_of(dtype: Any) -> FunctionType:
    """Return ``(x)``: whether an element counts as true; a record does if one of its fields does."""
    if isinstance(dtype, types.Record):
        return _truth_of_record(dtype)
    if isinstance(dtype, types.NestedArray):
        inner = truth_of(dtype.dtype)
        return lambda x: any(inner(part) for part in x.flat)
    if is_time(dtype):
        return _is_not_start
    return _has_characters if is_text(dtype) else is_not_zero


def _truth_of_record(record: Record) -> FunctionType:
    holds = _never
    for name, field in record.fields.items():
        holds = _either(holds, truth_of(field.type), name)
    return holds


def _never(x):
    return False


def _either(before: FunctionType, holds: FunctionType, name: str) -> FunctionType:
    return lambda x: before(x) or holds(x[name])


# ---------------------------------------------------------------------------------------------------- copies and tuples


@implements("record.copy")
def copy(record: Any) -> FunctionType | None:
    """Return a record of its own with the same fields: ``a[0].copy()``."""

    def impl(record):
        made = np.empty(1, record.dtype)
        made[0] = record
        return made[0]

    return impl if isinstance(record, types.Record) else None


@implements("record.to_tuple")
def to_tuple(record: Any) -> FunctionType | None:
    """Return the fields of a record, as NumPy's numbers: ``tuple(a[0])``, and ``x, y = a[0]``."""
    if not isinstance(record, types.Record):
        return None
    make = _nothing
    for name in record.fields:
        make = _with_field(make, name)
    return make


def _nothing(record):
    return ()


def _with_field(before: FunctionType, name: str) -> FunctionType:
    return lambda record: (*before(record), record[name])


# --------------------------------------------------------------------------------------------------------------- arrays


def of_records(value: Any, dtype: Any) -> FunctionType | None:
    """Return ``(value, dtype)``: an array of a record, or of those of a list or a tuple; None for other values."""
    items = [value.dtype] if is_list(value) else list(value.types) if isinstance(value, types.BaseTuple) else [value]
    if not items or any(ty != items[0] for ty in items) or not isinstance(items[0], types.Record):
        return None
    if not is_none(dtype) and dtype_type(dtype) != items[0]:
        return None
    made_of = items[0].numpy_dtype

    def of_one(value, dtype=None):
        result = np.empty(1, made_of)
        result[0] = value
        return result.reshape(())

    def of_several(value, dtype=None):
        result = np.empty(len(value), made_of)
        for k in range(len(value)):
            result[k] = value[k]
        return result

    return of_one if isinstance(value, types.Record) else of_several
