"""Single texts, and lists of them, where NumPy makes arrays of them that go with an array of texts."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_array, is_text, text_dtype
from coluber.lib.numpy.text_arrays import is_string, ndim_of_texts, room_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def goes_with_texts(a: Any, value: Any) -> bool:
    """Whether a is an array of texts, and the value a text."""
    return is_array(a) and is_text(a.dtype) and is_string(value)


def cut_off(dtype: Any) -> FunctionType:
    """Return ``(value)``: the array of a text, of which the dtype may have no room for all."""
    name = text_dtype(dtype)
    return lambda value: np.array(value, name)


def fitting(dtype: Any, value: Any) -> FunctionType:
    """Return ``(value)``: the array of a text or of a sequence of texts; ValueError if the dtype has no room for one."""
    name, room, check = text_dtype(dtype), dtype.count, _check_one if is_string(value) else _check_all

    def fit(value):
        check(value, room)
        return np.array(value, name)

    return fit


def _check_one(text, room):
    check_room(len(text), room)


def _check_all(texts, room):
    for text in texts:
        check_room(len(text), room)


def check_room(length, room):
    """Raise ValueError for a text that is too long for the elements of a result."""
    if length > room:
        raise ValueError(f"a text of {length} characters, which is no constant, has no room in elements of {room} characters")


def appended_texts(arr: Any, values: Any) -> FunctionType | None:
    """Return the function that appends a text, or a list of texts, to an array of texts."""
    if not is_array(arr) or not is_text(arr.dtype) or ndim_of_texts(values) not in (0, 1):
        return None
    fit = fitting(arr.dtype, values)
    return lambda arr, values, axis=None: np.append(arr, fit(values), axis)


def copied_text(dst: Any, where: Any) -> FunctionType:
    """Return the function of ``copyto`` for a text."""
    cut = cut_off(dst.dtype)
    if where is True:
        return lambda dst, src, casting="same_kind", where=True: np.copyto(dst, cut(src))
    return lambda dst, src, casting="same_kind", where=True: np.copyto(dst, cut(src), "same_kind", where)


def selected_texts(choices: Any, default: Any) -> FunctionType:
    """Return the function of ``select`` for arrays of texts and a default that is a text."""
    fit = fitting(choices.dtype, default)
    return lambda condlist, choicelist, default=0: np.select(condlist, choicelist, fit(default))


def positions_of_texts_at_ends(name: str, keep: bool) -> FunctionType | None:
    """Return the function for the position of the least or greatest text of an array, the first of equal ones."""
    if keep:
        return None
    is_least = name == "minimum"
    message = f"attempt to get arg{name[:3]} of an empty sequence"

    def find(a, axis=None, out=None, keepdims=False):
        texts, found = a.ravel(), 0
        if texts.size == 0:
            raise ValueError(message)
        for k in range(1, texts.size):
            if texts[k] < texts[found] if is_least else texts[k] > texts[found]:
                found = k
        return found

    return find


# --------------------------------------------------------------------------------------------------------------- choice


def chosen_texts(condition: Any, x: Any, y: Any) -> FunctionType | None:
    """Return the function that takes texts of one of two arrays, or single ones, as a condition says."""
    rooms = [room_of(ty) for ty in (x, y)]
    if not is_array(condition) or any(room is None and not is_string(ty) for room, ty in zip(rooms, (x, y), strict=True)):
        return None
    if None in rooms and not (is_array(x) or is_array(y)):
        return None
    kinds = {_kind_of(ty) for ty in (x, y)}
    if len(kinds) > 1:
        return None
    room = max(1, *(room or 0 for room in rooms))
    element = kinds.pop()(room)
    spread_x, spread_y, text_x, text_y = _spread(x, room), _spread(y, room), _text_at(x), _text_at(y)
    shape_x, shape_y = _shape(x), _shape(y)

    def impl(condition, x, y):
        shape = np.broadcast_shapes(condition.shape, shape_x(x), shape_y(y))
        mask, left, right = np.broadcast_to(condition, shape), spread_x(x, shape), spread_y(y, shape)
        result = np.empty(shape, element)
        for index in np.ndindex(shape):
            result[index] = text_x(left, index) if mask[index] else text_y(right, index)
        return result

    return impl


def _kind_of(ty: Any) -> Any:
    if is_array(ty):
        return type(ty.dtype)
    return types.CharSeq if str(types.unliteral(ty)) == "bytes" else types.UnicodeCharSeq


def _shape(ty: Any) -> FunctionType:
    return (lambda x: x.shape) if is_array(ty) else (lambda x: ())


def _spread(ty: Any, room: int) -> FunctionType:
    """Return ``(x, shape)``: an array that is broadcast, or a text that has been looked at."""

    def of_text(x, shape):
        check_room(len(x), room)
        return x

    return (lambda x, shape: np.broadcast_to(x, shape)) if is_array(ty) else of_text


def _text_at(ty: Any) -> FunctionType:
    return (lambda x, index: x[index]) if is_array(ty) else (lambda x, index: x)
