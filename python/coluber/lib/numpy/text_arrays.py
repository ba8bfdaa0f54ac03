"""Arrays of text of a fixed length: made of strings and bytes, converted, and the functions of ``np.strings``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_integer,
    is_list,
    is_none,
    is_number,
    is_text,
    is_time,
    numpy_class,
)
from coluber.lib.numpy.conversion import check_cast, converted
from coluber.lib.numpy.structured import converted_records
from coluber.lib.numpy.time_order import dtype_name
from coluber.lib.numpy.time_texts import reader_of_times, texts_of_times, times_of_texts
from coluber.np.numpy_support import as_dtype, from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def is_string(ty: object) -> bool:
    """Whether the type is one of strings or bytes."""
    if not isinstance(ty, types.Type):
        return False
    plain = types.unliteral(ty)
    return isinstance(plain, types.UnicodeType) or str(plain) == "bytes"


_CHANGED = (
    "an array is made of a list of texts that has changed since the code was compiled, whose lengths are part of its type: "
    "give it a dtype, such as 'U10'"
)

# ------------------------------------------------------------------------------------------------------- made of values


def ndim_of_texts(ty: Any) -> int | None:
    """Return how many axes the array of text has that is made of a value; None where it is no text."""
    if is_string(ty):
        return 0
    if is_list(ty):
        items = [ty.dtype]
    elif isinstance(ty, types.BaseTuple) and len(ty) > 0:
        items = list(ty)
    else:
        return None
    inners = {ndim_of_texts(item) for item in items}
    inner = inners.pop()
    return None if inners or inner is None else inner + 1


def of_texts(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes an array of texts; None for other values."""
    ndim = ndim_of_texts(value)
    if ndim is None:
        return None
    element = element_of_texts(value, dtype)
    read = reader_of_times(element)
    shape_of, fill = _shape_function(value), _fill_function(ndim, read or unchanged)

    def impl(value, dtype=None):
        result = np.empty(shape_of(value), element)
        fill(result, value)
        return result

    name = element.name

    def impl_times(value, dtype=None):
        result = np.empty(shape_of(value), np.int64)
        fill(result, value)
        return result.view(name)

    return impl if read is None else impl_times


def element_of_texts(value: Any, dtype: Any) -> Type:
    """Return the type of elements: that of the dtype, or that which has room for constants."""
    kind = _class_of_text(dtype)
    if not is_none(dtype) and kind is None:
        return dtype_type(dtype)
    constants = list(_constants(value))
    if None in constants:
        raise errors.TypingError(_unknown_lengths(value))
    length = max((len(text) for text in constants), default=1)
    return (types.CharSeq if kind == "S" else types.UnicodeCharSeq)(max(length, 1))


@implements("coluber.check_texts")
def check_texts(texts: Any, known: Any) -> FunctionType:
    """Raise where a list has other texts than those for which the code was compiled."""
    count = len(known)

    def impl(texts, known):
        if len(texts) != count:
            raise ValueError(_CHANGED)
        for k in range(count):
            if texts[k] != known[k]:
                raise ValueError(_CHANGED)

    return impl


@implements("coluber.characters")
def characters(texts: Any) -> FunctionType | None:
    """Return an array of a list of characters, as NumPy makes it. Longer texts raise TypeError."""
    if ndim_of_texts(texts) in (None, 0):
        return None
    element = (types.CharSeq if str(_leaf(texts)) == "bytes" else types.UnicodeCharSeq)(1)
    message, shape_of = _unknown_lengths(texts), _shape_function(texts)

    def one_character(text):
        if len(text) > 1:
            raise TypeError(message)
        return text

    fill = _fill_function(ndim_of_texts(texts), one_character)

    def impl(texts):
        result = np.empty(shape_of(texts), element)
        fill(result, texts)
        return result

    return impl


def _unknown_lengths(texts: Any) -> str:
    """Return the message for an array of texts whose dtype is not known."""
    example = "'S10'" if str(_leaf(texts)) == "bytes" else "'U10'"
    return f"an array of texts whose lengths are not known when the code is compiled needs a dtype, such as {example}"


def _leaf(ty: Any) -> Type:
    while not is_string(ty):
        ty = ty.dtype if is_list(ty) else next(iter(ty))
    return types.unliteral(ty)


def _constants(ty: Any) -> Any:
    """Yield the strings that a value is made of, None for one that is no constant."""
    if isinstance(ty, types.BaseTuple):
        for item in ty:
            yield from _constants(item)
    else:
        yield ty.literal_value if isinstance(ty, types.StringLiteral) else None


def _shape_function(ty: Any) -> FunctionType:
    ndim = ndim_of_texts(ty)
    if ndim == 0:
        return lambda value: ()
    if ndim == 1:
        return lambda value: (len(value),)
    inner = _shape_function(ty.dtype if is_list(ty) else next(iter(ty)))

    def shape_of(value):
        first = inner(value[0])
        for k in range(1, len(value)):
            if inner(value[k]) != first:
                raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
        return (len(value), *first)

    return shape_of


def unchanged(text):
    """Return the argument."""
    return text


def _fill_function(ndim: int, convert: FunctionType) -> FunctionType:
    if ndim == 0:

        def store(target, value):
            target[()] = convert(value)

        return store

    def fill_texts(target, value):
        for k in range(len(value)):
            target[k] = convert(value[k])

    if ndim == 1:
        return fill_texts
    fill = _fill_function(ndim - 1, convert)

    def fill_items(target, value):
        for k in range(len(value)):
            fill(target[k], value[k])

    return fill_items


# ----------------------------------------------------------------------------------------------------------- conversion


def _class_of_text(dtype: Any) -> str | None:
    """Return ``'U'`` or ``'S'`` for a dtype argument that means text of the length that is needed."""
    if isinstance(dtype, types.Function):
        return {str: "U", bytes: "S"}.get(dtype.typing_key)
    name = dtype.literal_value if isinstance(dtype, types.StringLiteral) else None
    return {"U": "U", "str": "U", "S": "S", "bytes": "S"}.get(name)


@implements("array.astype")
def astype(
    a: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> FunctionType | None:
    """Return a copy with elements of another type, where there are more arguments than it, or one of them is text."""
    if not is_array(a):
        return None
    kind = _class_of_text(dtype)
    if kind is not None:
        target = from_dtype(np.empty(0, as_dtype(a.dtype)).astype(kind).dtype)
    else:
        target = dtype_type(dtype)
    if isinstance(a.dtype, types.Record) or isinstance(target, types.Record):
        return converted_records(a, target)
    if is_time(a.dtype):
        return texts_of_times(a, target) if is_text(target) else None
    if is_time(target) and isinstance(a.dtype, types.Float):
        return _counts_as_times(a, target, casting)
    if is_text(a.dtype) == is_text(target):
        return converted(a, target, order, casting, copy)
    if is_text(target):
        return _to_text(a, target)
    return _from_text(a, target)


def _counts_as_times(a: Any, target: Type, casting: Any) -> FunctionType:
    """Return the conversion of floats, which are cut to whole counts of the unit; what is none is NaT."""
    check_cast(a.dtype, target, casting)
    name, nat = dtype_name(target), np.int64(-(2**63))

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        return np.where(np.abs(a) < 2.0**63, a.astype(np.int64), nat).view(name)

    return impl


def _to_text(a: Any, target: Type) -> FunctionType | None:
    """Return the conversion of numbers to text."""
    if not is_number(a.dtype):
        return None
    encoded = isinstance(target, types.CharSeq)
    room = target.count

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result = np.empty(a.shape, target)
        for index in np.ndindex(a.shape):
            text = str(a[index])
            result[index] = text[:room].encode() if encoded else text
        return result

    return impl


def _from_text(a: Any, target: Type) -> FunctionType | None:
    """Return the conversion of text to numbers."""
    if is_time(target):
        return times_of_texts(a, target)
    if not is_number(target):
        return None
    decoded = isinstance(a.dtype, types.CharSeq)
    number = numpy_class(target)
    if isinstance(target, types.Boolean):
        return lambda a, dtype, order="K", casting="unsafe", subok=True, copy=True: np.asarray(np.strings.str_len(a) > 0)
    if is_complex(target):
        return None
    convert = _to_integer if is_integer(target) else _to_float

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result = np.empty(a.shape, number)
        for index in np.ndindex(a.shape):
            text = a[index]
            result[index] = number(convert(text.decode() if decoded else text))
        return result

    return impl


def _to_integer(text):
    return int(text)


def _to_float(text):
    return float(text)


# ----------------------------------------------------------------------------------------------------- np.strings, np.char


def _map(a: Any, result: Any, convert: FunctionType) -> FunctionType:
    """Return ``(a)``: a function of each text, in a new array."""

    def mapped(a):
        target = np.empty(a.shape, result)
        for index in np.ndindex(a.shape):
            target[index] = convert(a[index])
        return target

    return mapped


def _map_to_elements(a: Any, result: Any, convert: FunctionType) -> FunctionType:
    """As `_map`; for an array without axes the element, as NumPy's ufuncs give it."""
    mapped = _map(a, result, convert)
    return lambda a: mapped(a)[()]


def _register(name: str, result: Any, convert: FunctionType) -> None:
    """Register a function of a text without further arguments; a result of None is text of the same room."""

    @implements(f"numpy.strings.{name}")
    def choose(a):
        if not is_array(a) or not is_text(a.dtype):
            return None
        return _map(a, a.dtype, convert) if result is None else _map_to_elements(a, result, convert)


_METHODS = "upper lower capitalize title swapcase"
_TESTS = "isalpha isdigit isalnum isspace isupper islower istitle isdecimal isnumeric"
for _name in _METHODS.split():
    _register(_name, None, eval(f"lambda text: text.{_name}()"))
for _name in _TESTS.split():
    _register(_name, np.bool_, eval(f"lambda text: text.{_name}()"))
_register("str_len", np.int64, lambda text: len(text))


def _register_strip(name: str) -> None:
    plain, chosen = eval(f"lambda text: text.{name}()"), eval(f"lambda text, chars: text.{name}(chars)")

    @implements(f"numpy.strings.{name}")
    def choose(a, chars=None):
        if not is_array(a) or not is_text(a.dtype) or not (is_none(chars) or is_string(chars)):
            return None
        element = a.dtype
        if is_none(chars):
            mapped = _map_to_elements(a, element, plain)
            return lambda a, chars=None: mapped(a)

        def impl(a, chars=None):
            target = np.empty(a.shape, element)
            for index in np.ndindex(a.shape):
                target[index] = chosen(a[index], chars)
            return target[()]

        return impl


for _name in ("strip", "lstrip", "rstrip"):
    _register_strip(_name)


def _register_search(name: str, parameter: str, result: Any) -> None:
    """Register a function that looks for a text, or for the texts of an array, in a part of each text."""
    search = eval(f"lambda text, sub, start, end: text[:end].{name}(sub, start)")
    whole = eval(f"lambda text, sub, start: text.{name}(sub, start)")

    def describe(a, sub, start, end):
        texts = is_string(sub) or (is_array(sub) and is_text(sub.dtype))
        if not is_array(a) or not is_text(a.dtype) or not texts or not (is_none(end) or is_integer(end)):
            return None
        one, open_end = is_string(sub), is_none(end)

        def run(a, sub, start, end):
            target = np.empty(a.shape, result)
            subs = None if one else np.broadcast_to(sub, a.shape)
            for index in np.ndindex(a.shape):
                text = sub if one else subs[index]
                if open_end:
                    target[index] = whole(a[index], text, start)
                else:
                    target[index] = search(a[index], text, start, end)
            return target[()]

        return run

    scope = {"describe": describe, "__name__": __name__}
    source = (
        f"def choose(a, {parameter}, start=0, end=None):\n"
        f"    run = describe(a, {parameter}, start, end)\n"
        f"    return None if run is None else lambda a, {parameter}, start=0, end=None: run(a, {parameter}, start, end)\n"
    )
    exec(compile(source, f"<np.strings.{name}>", "exec"), scope)
    implements(f"numpy.strings.{name}")(scope["choose"])


for _name, _result in {"find": np.int64, "rfind": np.int64, "count": np.int64, "index": np.int64, "rindex": np.int64}.items():
    _register_search(_name, "sub", _result)
_register_search("startswith", "prefix", np.bool_)
_register_search("endswith", "suffix", np.bool_)


def _register_padding(name: str) -> None:
    """Register a function that fills texts up to a constant width."""
    pad = eval(f"lambda text, width, fillchar: text.{name}(width, fillchar)")
    pad_with_spaces = eval(f"lambda text, width, fillchar: text.{name}(width)")

    @implements(f"numpy.strings.{name}")
    def choose(a, width, fillchar=" "):
        if not is_array(a) or not is_text(a.dtype) or not is_integer(width):
            return None
        element = type(a.dtype)(max(a.dtype.count, _constant(name, "width", width)))
        fill = pad_with_spaces if fillchar == " " else pad

        def impl(a, width, fillchar=" "):
            target = np.empty(a.shape, element)
            for index in np.ndindex(a.shape):
                target[index] = fill(a[index], width, fillchar)
            return target

        return impl


def _constant(function: str, name: str, ty: Any) -> int:
    """Return the value of an argument that says how long the texts of the result are."""
    if isinstance(ty, types.IntegerLiteral):
        return ty.literal_value
    raise errors.RequireLiteralValue(
        f"np.strings.{function}(): '{name}' must be a constant, since the length of the texts is part of the result's dtype"
    )


for _name in ("center", "ljust", "rjust"):
    _register_padding(_name)


@implements("numpy.strings.zfill")
def zfill(a: Any, width: Any) -> FunctionType | None:
    """Fill texts with zeros up to a constant width."""
    if not is_array(a) or not is_text(a.dtype) or not is_integer(width):
        return None
    element = type(a.dtype)(max(a.dtype.count, _constant("zfill", "width", width)))

    def impl(a, width):
        target = np.empty(a.shape, element)
        for index in np.ndindex(a.shape):
            target[index] = a[index].zfill(width)
        return target

    return impl


def room_of(ty: Any) -> int | None:
    """Return how many characters an operand has at most, as far as its type says it."""
    if isinstance(ty, types.StringLiteral):
        return len(ty.literal_value)
    return ty.dtype.count if is_array(ty) and is_text(ty.dtype) else None


@implements("numpy.add", "operator.add")
def add(x1: Any, x2: Any) -> FunctionType | None:
    """Join the texts of arrays, or of an array and a constant."""
    rooms = room_of(x1), room_of(x2)
    arrays = [ty for ty in (x1, x2) if is_array(ty)]
    if any(is_text(ty.dtype) for ty in arrays) and any(isinstance(types.unliteral(ty), types.Bytes) for ty in (x1, x2)):
        raise errors.TypingError(
            "the sum of an array of bytes and bytes has a dtype that depends on their length, which their type does not say: "
            "add an array of bytes with a dtype such as 'S4'"
        )
    if None in rooms or not arrays or len({type(ty.dtype) for ty in arrays}) > 1:
        return None
    element = type(arrays[0].dtype)(sum(rooms))
    first, second = is_array(x1), is_array(x2)

    def impl(x1, x2):
        shape = np.broadcast_shapes(x1.shape if first else (), x2.shape if second else ())
        left = np.broadcast_to(x1, shape) if first else x1
        right = np.broadcast_to(x2, shape) if second else x2
        result = np.empty(shape, element)
        for index in np.ndindex(shape):
            result[index] = (left[index] if first else left) + (right[index] if second else right)
        return result[()]

    return impl


@implements("numpy.strings.multiply", "numpy.char.multiply")
def multiply(a: Any, i: Any) -> FunctionType | None:
    """Repeat texts a constant number of times."""
    if not is_array(a) or not is_text(a.dtype) or not is_integer(i):
        return None
    element = type(a.dtype)(max(a.dtype.count * _constant("multiply", "i", i), 1))

    def impl(a, i):
        target = np.empty(a.shape, element)
        for index in np.ndindex(a.shape):
            target[index] = a[index] * i
        return target

    return impl


@implements("numpy.strings.slice")
def slice_(a: Any, start: Any = None, stop: Any = False, step: Any = None) -> FunctionType | None:
    """Return parts of texts, which have the same room; without `stop` the first number is where they end."""
    only_stop = stop is False
    given = [ty for ty in (start, None if only_stop else stop, step) if not is_none(ty)]
    if not is_array(a) or not is_text(a.dtype) or not all(is_integer(ty) for ty in given):
        return None
    element = a.dtype

    def impl(a, start=None, stop=False, step=None):
        target = np.empty(a.shape, element)
        for index in np.ndindex(a.shape):
            text = a[index]
            target[index] = text[:start:step] if only_stop else text[start:stop:step]
        return target[()]

    return impl


@implements("numpy.strings.translate", "numpy.char.translate")
def translate(a: Any, table: Any, deletechars: Any = None) -> FunctionType | None:
    """Return texts whose characters a table replaces, cut off where they become longer."""
    if not is_array(a) or not isinstance(a.dtype, types.UnicodeCharSeq) or not is_none(deletechars):
        return None
    element = a.dtype

    def impl(a, table, deletechars=None):
        target = np.empty(a.shape, element)
        for index in np.ndindex(a.shape):
            target[index] = a[index].translate(table)
        return target

    return impl
