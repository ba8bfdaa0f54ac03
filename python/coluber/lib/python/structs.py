"""The module `struct`, with formats that are constants: code is generated for each format.

Functions of a `struct.Struct` that is a global are those of its format.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from coluber.core import errors, overloads, types
from coluber.core.extending import bind, implements
from coluber.lib.hosted import BYTES, INT, calling, is_bytes, is_text, site
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_array, is_integer_member, is_integral, is_none, is_real, is_unsigned, literal_str
from coluber.lib.python.byte_arrays import ByteArray
from coluber.lib.python.memory_views import MemoryView, ReadOnlyView
from coluber.lib.python.typed_arrays import TypedArray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

_INTEGERS = "bBhHiIlLqQnN"
_FLOATS = {"e": 2, "f": 4, "d": 8}
_CODES = _INTEGERS + "efdxc?sp"

# Items of a format: each is a value of its own in compiled code.
_MOST_ITEMS = 1000


# ---------------------------------------------------------------------------------------------------- formats


@dataclass(frozen=True)
class Item:
    """A value of a format: its code, where it lies, and how many bytes it has."""

    code: str
    offset: int
    size: int


@dataclass(frozen=True)
class Format:
    """What a format says; `error` is the text of the error where it is none."""

    text: str
    size: int = 0
    items: tuple[Item, ...] = ()
    error: str = ""

    @property
    def order(self) -> str:
        """The character for the order of the bytes, as `struct` has it."""
        return self.text[0] if self.text[:1] and self.text[0] in "@=<>!" else "@"

    @property
    def is_little(self) -> bool:
        """Whether the lowest byte of a number comes first."""
        return self.order == "<" or (self.order in "@=" and sys.byteorder == "little")


def parsed(text: str) -> Format:
    """Return what a format says."""
    try:
        size = struct.calcsize(text)
    except struct.error as error:
        return Format(text, error=str(error))
    except UnicodeEncodeError:
        raise errors.UnsupportedError(f"the format {text!r} has characters that are no ASCII") from None
    order = Format(text).order
    items: list[Item] = []
    count, offset = "", 0
    for code in text.removeprefix(order):
        if code.isdigit():
            count += code
        elif not code.isspace():
            offset = _add(items, code, 1 if count == "" else int(count), offset, order)
            count = ""
    if offset != size:
        raise errors.UnsupportedError(f"the format {text!r} is not known")
    return Format(text, size, tuple(items))


def _add(items: list[Item], code: str, count: int, offset: int, order: str) -> int:
    """Add the items of a code with its count; return where the next one may begin."""
    if code not in _CODES:
        raise errors.UnsupportedError(f"the format character {code!r} of struct is not supported")
    size = struct.calcsize(order + code)
    if order == "@":
        alignment = struct.calcsize("@c" + code) - size
        offset = -(-offset // alignment) * alignment
    if code in "sp":
        if code == "p" and count == 0:
            raise errors.UnsupportedError("the format '0p' of struct is not supported")
        items.append(Item(code, offset, count))
        return offset + count
    if code != "x":
        if len(items) + count > _MOST_ITEMS:
            raise errors.UnsupportedError(f"a format of more than {_MOST_ITEMS} values is not supported: use numpy.frombuffer")
        items += [Item(code, offset + k * size, size) for k in range(count)]
    return offset + count * size


# ---------------------------------------------------------------------------------------------------- memory


def _write(memory: Any, at: int, word: Any, size: int) -> None:
    for k in range(size):
        memory[at + k] = word >> np.uint64(8 * k) & np.uint64(255)


def _write_big(memory: Any, at: int, word: Any, size: int) -> None:
    for k in range(size):
        memory[at + size - 1 - k] = word >> np.uint64(8 * k) & np.uint64(255)


def _read(memory: Any, at: int, size: int) -> Any:
    word = np.uint64(0)
    for k in range(size):
        word = word | np.uint64(memory[at + k]) << np.uint64(8 * k)
    return word


def _read_big(memory: Any, at: int, size: int) -> Any:
    word = np.uint64(0)
    for k in range(size):
        word = word << np.uint64(8) | np.uint64(memory[at + k])
    return word


def _signed(word: Any, size: int) -> Any:
    lost = 64 - 8 * size
    return int(np.int64(word << np.uint64(lost)) >> lost)


def _unsigned(word: Any) -> Any:
    number = np.int64(word)
    if number < 0:
        raise OverflowError("struct: the integer has more than 63 bits, which compiled code has no int for")
    return int(number)


def _put_bytes(memory: Any, at: int, size: int, text: Any) -> None:
    for k in range(min(size, len(text))):
        memory[at + k] = text[k]


def _put_counted(memory: Any, at: int, size: int, text: Any) -> None:
    count = min(len(text), size - 1, 255)
    memory[at] = count
    for k in range(count):
        memory[at + 1 + k] = text[k]


def _part_of_bytes(memory: bytes, start: int, stop: int) -> bytes:
    return memory[start:stop]


def _part_of_memory(memory: Any, start: int, stop: int) -> bytes:
    return memory[start:stop].tobytes()


def _as_float32(x: Any) -> Any:
    number = np.float32(x)
    if np.isinf(number) and not np.isinf(np.float64(x)):
        raise OverflowError("float too large to pack with f format")
    return number


# Whether CPython packs all NaNs of a sign alike with 16 bits.
_FORGETS_PAYLOADS = struct.pack("<e", struct.unpack("<e", b"\x01\x7f")[0]) == b"\x00\x7e"


def _half(x: Any) -> Any:
    """Return the bits of a number with 16 bits."""
    number = np.float16(x)
    if np.isinf(np.float32(number)) and not np.isinf(np.float64(x)):
        raise OverflowError("float too large to pack with e format")
    if _FORGETS_PAYLOADS and np.isnan(np.float32(number)):
        return np.uint64(0xFE00) if np.signbit(np.float64(x)) else np.uint64(0x7E00)
    return np.uint64(number.view(np.uint16))


def _place(offset: int, length: int, size: int, name: str, what: str, none: str) -> int:
    """Return where in memory of some length the bytes of a format lie."""
    start = offset
    if offset < 0:
        if offset + size > 0:
            raise struct.error(f"{none} {size} bytes at offset {offset}")
        if offset + length < 0:
            raise struct.error(f"offset {offset} out of range for {length}-byte buffer")
        start = offset + length
    if length - start < size:
        raise struct.error(
            f"{name} requires a buffer of at least {size + start} bytes for {what} {size} bytes "
            f"at offset {start} (actual buffer size is {length})"
        )
    return start


def _of_bytes(buffer: Any) -> Any:
    return buffer


def _of_packed(buffer: Any) -> Any:
    buffer.length = buffer.length + 0
    return buffer._items().view(np.uint8)


def _of_view(buffer: Any) -> Any:
    return np.ascontiguousarray(buffer.of).reshape(-1).view(np.uint8)


def _of_array(buffer: Any) -> Any:
    return buffer.reshape(-1).view(np.uint8)


def _memory_of(ty: Any, written: bool) -> Any:
    """Return the function that gives the memory of a buffer as a vector of bytes; None where it is no buffer."""
    if is_array(ty):
        fits = ty.layout == "C" and (ty.mutable or not written) and is_real(ty.dtype)
        return _of_array if fits else None
    cls = getattr(ty, "instance_class", None)
    if cls in (ByteArray, TypedArray):
        return _of_packed
    if written:
        return _of_written_view if cls is MemoryView else None
    return _of_bytes if str(ty) == "bytes" else _of_view if cls in (MemoryView, ReadOnlyView) else None


def _of_written_view(buffer: Any) -> Any:
    return buffer.of.view(np.uint8)


# ---------------------------------------------------------------------------------------------------- packing

_SCOPE = {
    "__name__": __name__,
    "np": np,
    "error": struct.error,
    "write_little": _write,
    "write_big": _write_big,
    "read_little": _read,
    "read_big": _read_big,
    "signed": _signed,
    "unsigned": _unsigned,
    "put_bytes": _put_bytes,
    "put_counted": _put_counted,
    "as_float32": _as_float32,
    "half": _half,
    "place": _place,
}


def _made(name: str, parameters: list[str], lines: list[str], **known: Any) -> FunctionType:
    """Return a function with a body."""
    scope = {**_SCOPE, **known}
    body = "\n    ".join(lines)
    exec(compile(f"def impl({', '.join(parameters)}):\n    {body}\n", f"<struct.{name}>", "exec"), scope)
    return scope["impl"]


def _raising(text: str) -> list[str]:
    return [f"raise error({text!r})"]


def _said(order: str, code: str, value: Any) -> str:
    """Return the text of the error of packing a value."""
    try:
        struct.pack(order + code, value)
    except (struct.error, OverflowError) as error:
        return str(error)
    return ""


def _packing(form: Format, item: Item, ty: Any, name: str) -> list[str] | None:
    """Return the statements that write an argument; None where it is not known what its type would do."""
    if item.code in _INTEGERS:
        return _packing_integer(form, item, ty, name)
    at = f"start + {item.offset}"
    write = f"write_{'little' if form.is_little else 'big'}"
    if item.code in _FLOATS:
        return _packing_float(form, item, ty, f"{write}(memory, {at}, {{}}, {item.size})", name)
    if item.code == "?":
        return [f"memory[{at}] = 1 if {name} else 0"]
    is_bytes = str(ty) == "bytes" or getattr(ty, "instance_class", None) is ByteArray
    if item.code == "c":
        said = _said("", "c", b"")
        if str(ty) != "bytes":
            return _raising(said)
        return [f"if len({name}) != 1:", f"    raise error({said!r})", f"memory[{at}] = {name}[0]"]
    if not is_bytes:
        return _raising(_said("", f"1{item.code}", 0))
    put = "put_bytes" if item.code == "s" else "put_counted"
    return [f"{put}(memory, {at}, {item.size}, {name})"]


def _packing_integer(form: Format, item: Item, ty: Any, name: str) -> list[str] | None:
    if not (is_integral(ty) or is_integer_member(ty)):
        return _raising(_said(form.order, item.code, 0.5)) if _is_no_integer(ty) else None
    bits, signed = 8 * item.size, item.code.islower()
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    lines = [f"x = {name}" if is_unsigned(ty) else f"x = int({name})"]
    if not is_unsigned(ty) and low > -(2**63):
        lines += [f"if x < {low}:", f"    raise error({_said(form.order, item.code, low - 1)!r})"]
    if is_unsigned(ty) and high < 2**63:
        lines += [f"if x > np.uint64({2**63 - 1}):", f"    raise error({_said(form.order, item.code, 2**64 - 1)!r})"]
    if high < (2**64 - 1 if is_unsigned(ty) else 2**63 - 1):
        lines += [f"if x > {f'np.uint64({high})' if is_unsigned(ty) else high}:"]
        lines += [f"    raise error({_said(form.order, item.code, high + 1)!r})"]
    write = "write_little" if form.is_little else "write_big"
    return [*lines, f"{write}(memory, start + {item.offset}, np.uint64(x), {item.size})"]


def _packing_float(form: Format, item: Item, ty: Any, write: str, name: str) -> list[str] | None:
    if not is_real(ty):
        is_none_of_them = isinstance(ty, types.Complex) or _is_no_number(ty)
        return _raising(_said(form.order, item.code, "")) if is_none_of_them else None
    if item.code == "d":
        return [write.format(f"np.float64({name}).view(np.uint64)")]
    if item.code == "e":
        return [write.format(f"half({name})")]
    convert = "np.float32" if form.order == "@" else "as_float32"
    return [write.format(f"np.uint64({convert}({name}).view(np.uint32))")]


def _is_no_integer(ty: Any) -> bool:
    return isinstance(ty, (types.Float, types.Complex)) or _is_no_number(ty)


def _is_no_number(ty: Any) -> bool:
    """Whether a value is surely none of Python's numbers, and can't become one."""
    plain = types.unliteral(ty)
    containers = (types.BaseTuple, types.List, types.DictType, types.Set)
    return plain == types.unicode_type or is_none(ty) or str(ty) == "bytes" or isinstance(plain, containers)


def _writing(form: Format, values: tuple[Any, ...]) -> list[str] | None:
    """Return the statements that write all arguments from `start` on."""
    lines: list[str] = []
    for k, (item, ty) in enumerate(zip(form.items, values, strict=True)):
        found = _packing(form, item, ty, f"v{k}")
        if found is None:
            return None
        lines += found
        if found[0].startswith("raise"):
            break
    return lines


def _names(values: tuple[Any, ...]) -> list[str]:
    return [f"v{k}" for k in range(len(values))]


@cache
def _pack(form: Format, values: tuple[Any, ...], first: tuple[str, ...]) -> FunctionType | None:
    parameters = [*first, *_names(values)]
    if form.error:
        return _made("pack", parameters, _raising(form.error))
    if len(values) != len(form.items):
        text = f"pack expected {len(form.items)} items for packing (got {len(values)})"
        return _made("pack", parameters, _raising(text))
    lines = _writing(form, values)
    if lines is None:
        return None
    made = ["start = 0", f"memory = np.zeros({form.size}, np.uint8)", *lines]
    raises = bool(lines) and lines[-1].startswith("raise")
    return _made("pack", parameters, made if raises else [*made, "return memory.tobytes()"])


@cache
def _pack_into(form: Format, buffer: Any, values: tuple[Any, ...], first: tuple[str, ...]) -> FunctionType | None:
    parameters = [*first, "buffer", "offset", *_names(values)]
    if form.error:
        return _made("pack_into", parameters, _raising(form.error))
    if len(values) != len(form.items):
        text = f"pack_into expected {len(form.items)} items for packing (got {len(values)})"
        return _made("pack_into", parameters, _raising(text))
    memory, lines = _memory_of(buffer, True), _writing(form, values)
    if memory is None or lines is None:
        return None
    made = [
        "memory = memory_of(buffer)",
        f"start = place(int(offset), len(memory), {form.size}, 'pack_into', 'packing', 'no space to pack')",
        f"for k in range({form.size}):",
        "    memory[start + k] = 0",
        *lines,
    ]
    return _made("pack_into", parameters, made, memory_of=memory)


# ---------------------------------------------------------------------------------------------------- unpacking


def _unpacking(form: Format, item: Item) -> str:
    """Return the expression of a value."""
    at = f"start + {item.offset}"
    read = f"read_{'little' if form.is_little else 'big'}(memory, {at}, {item.size})"
    if item.code in _INTEGERS:
        if item.code.islower():
            return f"signed({read}, {item.size})"
        return f"unsigned({read})" if item.size == 8 else f"int(np.int64({read}))"
    if item.code == "d":
        return f"float({read}.view(np.float64))"
    if item.code in _FLOATS:
        bits = 8 * item.size
        return f"float(np.uint{bits}({read}).view(np.float{bits}))"
    if item.code == "?":
        return f"memory[{at}] != 0"
    if item.code == "p":
        return f"part(memory, {at} + 1, {at} + 1 + min(int(memory[{at}]), {item.size - 1}))"
    return f"part(memory, {at}, {at} + {item.size})"


def _part_of(buffer: Any) -> Any:
    return _part_of_bytes if str(buffer) == "bytes" else _part_of_memory


def _values(form: Format) -> str:
    return f"({''.join(f'{_unpacking(form, item)}, ' for item in form.items)})"


@cache
def _unpack(form: Format, buffer: Any, first: tuple[str, ...]) -> FunctionType | None:
    parameters = [*first, "buffer"]
    if form.error:
        return _made("unpack", parameters, _raising(form.error))
    memory = _memory_of(buffer, False)
    if memory is None:
        return None
    lines = [
        "memory = memory_of(buffer)",
        f"if len(memory) != {form.size}:",
        f"    raise error('unpack requires a buffer of {form.size} bytes')",
        "start = 0",
        f"return {_values(form)}",
    ]
    return _made("unpack", parameters, lines, memory_of=memory, part=_part_of(buffer))


@cache
def _unpack_from(form: Format, buffer: Any, first: tuple[str, ...]) -> FunctionType | None:
    parameters = [*first, "buffer", "offset=0"]
    if form.error:
        return _made("unpack_from", parameters, _raising(form.error))
    memory = _memory_of(buffer, False)
    if memory is None:
        return None
    lines = [
        "memory = memory_of(buffer)",
        f"start = place(int(offset), len(memory), {form.size}, 'unpack_from', 'unpacking', 'not enough data to unpack')",
        f"return {_values(form)}",
    ]
    return _made("unpack_from", parameters, lines, memory_of=memory, part=_part_of(buffer))


@cache
def _iter_unpack(form: Format, buffer: Any, first: tuple[str, ...]) -> FunctionType | None:
    """Return the function that checks the length at once, and gives a generator."""
    parameters = [*first, "buffer"]
    if form.error:
        return _made("iter_unpack", parameters, _raising(form.error))
    if form.size == 0:
        return _made("iter_unpack", parameters, _raising("cannot iteratively unpack with a struct of length 0"))
    memory = _memory_of(buffer, False)
    if memory is None:
        return None
    each = [f"for start in range(0, len(memory), {form.size}):", f"    yield {_values(form)}"]
    generator = _made("iter_unpack", ["memory"], each, part=_part_of(buffer))
    text = f"iterative unpacking requires a buffer of a multiple of {form.size} bytes"
    lines = ["memory = memory_of(buffer)", f"if len(memory) % {form.size} != 0:", f"    raise error({text!r})"]
    return _made("iter_unpack", parameters, [*lines, "return each(memory)"], memory_of=memory, each=generator)


# ---------------------------------------------------------------------------------------------------- the module


def _constant(ty: Any) -> Format:
    return parsed(literal_str(ty, "format"))


def _is_constant(ty: Any) -> bool:
    """Whether a format is known while compiling; for others, which are texts or bytes, the interpreter is called."""
    return not (is_text(ty) or is_bytes(ty)) or isinstance(ty, (str, types.StringLiteral))


def _pack_by_host(format: Any, *values: Any) -> bytes:  # noqa: A002
    return struct.pack(format, *values)


def _pack_items_by_host(format: Any, *values: Any) -> bytes:  # noqa: A002
    return struct.pack(format, *values[:-1], *values[-1])


_PACK, _PACK_ITEMS = site(_pack_by_host, BYTES), site(_pack_items_by_host, BYTES)


def _by_host(place: str, count: int) -> FunctionType:
    """Return the function that packs so many arguments where the format is not known."""
    names = ["format", *(f"v{k}" for k in range(count))]
    line = f"return call(place, gives, {', '.join(names)})"
    return _made("pack", names, [line], call=call_object, place=place, gives=BYTES)


def _of_items(form: Format, values: tuple[Any, ...], describe: Callable[..., Any], first: list[str]) -> FunctionType | None:
    """Return the function for values of which the last are the items of one sequence: the format says how many they are."""
    *before, items = values
    name = "pack_into" if "buffer" in first else "pack"
    names, count = _names(tuple(before)), len(form.items) - len(before)
    parameters = [*first, *names, "items"]
    if form.error:
        return _made(name, parameters, _raising(form.error))
    packing = describe(*before, *[items.dtype] * max(count, 0)) if isinstance(items.dtype, types.Type) else None
    if packing is None:
        return None
    given = ", ".join([*first, *names, *(f"items[{k}]" for k in range(count))])
    lines = [f"if len(items) != {count}:", f"    wrong({len(before)} + len(items))", f"return packing({given})"]
    return _made(name, parameters, lines, packing=packing, wrong=_wrong_count(name, len(form.items)))


def _wrong_count(name: str, expected: int) -> FunctionType:
    text = f"{name} expected {expected} items for packing (got "

    def wrong(count):
        raise struct.error(text + str(count) + ")")

    return wrong


def _calcsize(format: Any) -> int:  # noqa: A002
    return struct.calcsize(format)


_CALCSIZE = calling(_calcsize, INT, "format")


@implements("struct.calcsize")
def calcsize(format: Any) -> FunctionType:  # noqa: A002
    """Return the bytes that a format has."""
    if not _is_constant(format):
        return _CALCSIZE
    form = _constant(format)
    return _made("calcsize", ["format"], _raising(form.error) if form.error else [f"return {form.size}"])


@implements("struct.pack")
def pack(format: Any, *values: Any) -> FunctionType | None:  # noqa: A002
    """Return values as bytes."""
    if not _is_constant(format):
        return _by_host(_PACK, len(values))
    return _pack(_constant(format), values, ("format",))


@implements("struct.pack_into")
def pack_into(format: Any, buffer: Any, offset: Any, *values: Any) -> FunctionType | None:  # noqa: A002
    """Write values into a buffer."""
    return _pack_into(_constant(format), buffer, values, ("format",)) if is_integral(offset) else None


@implements("rest:struct.pack")
def pack_items(format: Any, *values: Any) -> FunctionType | None:  # noqa: A002
    """Return values, the last of which are those of a sequence, as bytes."""
    if not _is_constant(format):
        return _by_host(_PACK_ITEMS, len(values))
    form = _constant(format)
    return _of_items(form, values, lambda *each: _pack(form, each, ("format",)), ["format"])


@implements("rest:struct.pack_into")
def pack_items_into(format: Any, buffer: Any, offset: Any, *values: Any) -> FunctionType | None:  # noqa: A002
    """Write values, the last of which are those of a sequence, into a buffer."""
    form, first = _constant(format), ["format", "buffer", "offset"]
    return _of_items(form, values, lambda *each: _pack_into(form, buffer, each, ("format",)), first)


@implements("struct.unpack")
def unpack(format: Any, buffer: Any) -> FunctionType | None:  # noqa: A002
    """Return the values that bytes stand for."""
    return _unpack(_constant(format), buffer, ("format",))


@implements("struct.unpack_from")
def unpack_from(format: Any, buffer: Any, offset: Any = 0) -> FunctionType | None:  # noqa: A002
    """Return the values that bytes of a buffer stand for."""
    return _unpack_from(_constant(format), buffer, ("format",)) if is_integral(offset) or offset == 0 else None


@implements("struct.iter_unpack")
def iter_unpack(format: Any, buffer: Any) -> FunctionType | None:  # noqa: A002
    """Return a generator of the values that bytes stand for, part by part."""
    return _iter_unpack(_constant(format), buffer, ("format",))


# ---------------------------------------------------------------------------------------------------- objects

_OBJECT = "struct.Struct of "
_METHOD = "struct.Struct."


def key_of(value: Any) -> str | None:
    """Return the key of a `struct.Struct` or of its method; None for other objects."""
    if isinstance(value, struct.Struct):
        return f"{_OBJECT}{value.format}"
    receiver, name = getattr(value, "__self__", None), getattr(value, "__name__", "")
    if not isinstance(receiver, struct.Struct) or name not in _METHODS:
        return None
    overloads.add_generic(_PROVIDER)
    return f"{_METHOD}{name} {receiver.format}"


def _method_pack(form: Format, *values: Any) -> FunctionType | None:
    return _pack(form, values, ())


def _method_pack_into(form: Format, buffer: Any, offset: Any, *values: Any) -> FunctionType | None:
    return _pack_into(form, buffer, values, ()) if is_integral(offset) else None


def _method_unpack(form: Format, buffer: Any) -> FunctionType | None:
    return _unpack(form, buffer, ())


def _method_unpack_from(form: Format, buffer: Any, offset: Any = 0) -> FunctionType | None:
    return _unpack_from(form, buffer, ()) if is_integral(offset) or offset == 0 else None


def _method_iter_unpack(form: Format, buffer: Any) -> FunctionType | None:
    return _iter_unpack(form, buffer, ())


def _method_pack_items(form: Format, *values: Any) -> FunctionType | None:
    return _of_items(form, values, lambda *each: _pack(form, each, ()), [])


def _method_pack_items_into(form: Format, buffer: Any, offset: Any, *values: Any) -> FunctionType | None:
    return _of_items(form, values, lambda *each: _pack_into(form, buffer, each, ()), ["buffer", "offset"])


_METHODS: dict[str, Any] = {
    "pack": _method_pack,
    "pack_into": _method_pack_into,
    "unpack": _method_unpack,
    "unpack_from": _method_unpack_from,
    "iter_unpack": _method_iter_unpack,
}
# Those whose last argument is a sequence of values.
_METHODS_OF_ITEMS = {"pack": _method_pack_items, "pack_into": _method_pack_items_into}


def _method_of(key: str) -> tuple[Any, str]:
    """Return what describes the method of a key, and its format; None in the place of the first for other keys."""
    kind, _, of_items = key.partition(":")
    takes_items = kind in ("spread", "rest") and of_items.startswith(_METHOD)
    name, space, text = (of_items if takes_items else key).removeprefix(_METHOD).partition(" ")
    known = takes_items or key.startswith(_METHOD)
    methods = _METHODS_OF_ITEMS if takes_items else _METHODS
    return (methods.get(name) if known and space else None), text


class _Provider:
    """Answers for the keys of methods."""

    def has(self, key: str) -> bool:
        """Whether there is a method under a key."""
        return _method_of(key)[0] is not None

    def find(self, key: str, positional: tuple[Any, ...], named: dict[str, Any]) -> FunctionType | None:
        """Return what implements a call, or None."""
        describe, text = _method_of(key)
        bound = None if describe is None else bind(describe, (parsed(text), *positional), named)
        return None if bound is None else describe(*bound[0], **bound[1])


_PROVIDER = _Provider()
