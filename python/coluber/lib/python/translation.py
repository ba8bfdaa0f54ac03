"""Strings and bytes of other values: tables of characters, ``bytes(...)``, ``format_map``."""

from __future__ import annotations

from coluber import _native
from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_integral, is_none, is_one_of_several
from coluber.lib.texts import text_of
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_LATIN = bytes(range(256)).decode("latin-1")
_LONG_KEY = text_of(lambda: str.maketrans({"ab": 1}))
_ODD_DIGITS = text_of(lambda: bytes.fromhex("012"))


def _is_str(ty: Any) -> bool:
    return isinstance(ty, (types.UnicodeType, types.StringLiteral))


def _character(number: int) -> str:
    if not 0 <= number < 0x110000:
        raise ValueError("character mapping must be in range(0x110000)")
    return chr(number)


def _piece(ty: Any) -> Any:
    """Return the function that makes text of the value of a table of characters; None for values of other types."""
    if isinstance(ty, types.Optional):
        of_value = _piece(ty.type)
        # What is added makes a value of the type without None.
        nothing = 0 if is_integral(ty.type) else ""

        def of_optional(value):  # type: ignore[no-untyped-def]
            return "" if value is None else of_value(value + nothing)

        return None if of_value is None else of_optional
    if is_one_of_several(ty):
        return lambda value: "" if value is None else chr(value) if isinstance(value, int) else value
    if is_none(ty):
        return lambda value: ""
    if is_integral(ty):
        return _character
    return (lambda value: value) if _is_str(ty) else None


@implements("str.translate")
def translate(self: Any, table: Any) -> FunctionType | None:
    """Put other text in the place of characters, by their numbers."""
    if not isinstance(table, types.DictType):
        return None
    if _is_str(table.key_type):
        # The table is asked for numbers, so that keys of text are never found.
        return lambda self, table: self
    piece = _piece(table.value_type)

    def impl(self, table):
        if len(self) > len(table) and self.isascii():
            new, gone, is_plain = list(_LATIN), "", True
            for number, value in table.items():
                if 0 <= number < 128:
                    text = piece(value)
                    if text == "":
                        gone += chr(number)
                    else:
                        new[number] = text
                    is_plain = is_plain and len(text) < 2 and text.isascii()
            if is_plain:
                return self.encode("ascii").translate("".join(new).encode("latin-1"), gone.encode("ascii")).decode("ascii")
        # Of the characters of ASCII it is known whether they stay, and what stays is copied in runs.
        stays = [True] * 128
        for number in table:
            if 0 <= number < 128:
                stays[number] = False
        out, start = "", 0
        for k, character in enumerate(self):
            number = ord(character)
            if (number < 128 and stays[number]) or number not in table:
                continue
            out += self[start:k] + piece(table[number])
            start = k + 1
        return out + self[start:]

    return impl if piece is not None and is_integral(table.key_type) else None


def _number_of(key: Any) -> int:
    """Return the number of a key of one character."""
    if len(key) != 1:
        raise ValueError(_LONG_KEY)
    return ord(key)


@implements("builtins.str.maketrans")
def maketrans(x: Any, y: Any = None, z: Any = None) -> FunctionType | None:
    """Make a table of characters for `str.translate`."""

    def impl_dict(x):
        return {_number_of(key): value for key, value in x.items()}

    def impl_numbers(x):
        return dict(x)

    def impl(x, y):
        if len(x) != len(y):
            raise ValueError("the first two maketrans arguments must have equal length")
        table = {}
        for k in range(len(x)):
            table[ord(x[k])] = ord(y[k])
        return table

    def impl_without(x, y, z):
        if len(x) != len(y):
            raise ValueError("the first two maketrans arguments must have equal length")
        table = {}
        for k in range(len(x)):
            table[ord(x[k])] = ord(y[k])
        for character in z:
            table[ord(character)] = None
        return table

    if isinstance(x, types.DictType) and y is None:
        return impl_dict if _is_str(x.key_type) else impl_numbers
    if not (_is_str(x) and _is_str(y)):
        return None
    return impl if z is None else impl_without


@implements("str.maketrans")
def maketrans_of_text(self: Any, *tables: Any) -> FunctionType | None:
    """Make a table of characters; the text that it is called on does not matter, as in CPython."""

    def impl(self, *tables):
        return str.maketrans(*tables)

    return impl


@implements("bytes.maketrans")
def maketrans_of_some_bytes(self: Any, frm: Any, to: Any) -> FunctionType | None:
    """Make a table of bytes; the bytes that it is called on do not matter, as in CPython."""

    def impl(self, frm, to):
        return bytes.maketrans(frm, to)

    return impl


@implements("builtins.bytes.maketrans")
def maketrans_of_bytes(frm: Any, to: Any) -> FunctionType | None:
    """Make a table of bytes for `bytes.translate`."""

    def impl(frm, to):
        if len(frm) != len(to):
            raise ValueError("maketrans arguments must have same length")
        table = list(range(256))
        for k in range(len(frm)):
            table[frm[k]] = to[k]
        return bytes(table)

    return impl


@implements("bytes.translate")
def translate_bytes(self: Any, table: Any, delete: Any = b"") -> FunctionType | None:
    """Put other bytes in the place of bytes, and leave some out, where the table is no bytes.

    For those that are there is a function of the runtime.
    """

    def impl(self, table, delete=b""):
        return self.translate(bytes(table), bytes(delete))

    def impl_delete(self, table, delete=b""):
        return self.translate(None, bytes(delete))

    return impl_delete if is_none(table) else impl


def _of_numbers(numbers: Any) -> bytes:
    text = ""
    for number in numbers:
        if number < 0 or number > 255:
            raise ValueError("bytes must be in range(0, 256)")
        text += chr(number)
    return text.encode("latin-1")


@implements("builtins.bytes")
def bytes_(source: Any = None, encoding: Any = None, errors: Any = None) -> FunctionType | None:
    """Make bytes of numbers, of so many zeros, or of text."""

    def impl_empty():
        return b""

    def impl_zeros(source):
        if source < 0:
            raise ValueError("negative count")
        return b"\x00" * source

    def impl_same(source):
        return source

    def impl_text(source, encoding, errors="strict"):
        return source.encode(encoding, errors)

    def impl(source):
        return _of_numbers(source)

    if source is None:
        return impl_empty
    if _is_str(source):
        if encoding is None:
            raise TypingError("string argument without an encoding")
        return impl_text
    if encoding is not None or errors is not None:
        raise TypingError("encoding without a string argument")
    if is_integral(source):
        return impl_zeros
    if isinstance(types.unliteral(source), (types.Float, types.Complex)):
        raise TypingError(f"cannot convert a value of type {source} to bytes")
    return impl_same if str(source) == "bytes" else impl


def _odd_digits(position: int) -> str:
    return _ODD_DIGITS


def _odd_digits_at(position: int) -> str:
    return f"non-hexadecimal number found in fromhex() arg at position {position}"


@implements("builtins.bytes.fromhex")
def fromhex(text: Any) -> FunctionType | None:
    """Make bytes of hexadecimal digits."""
    odd_digits = _odd_digits_at if "position" in _ODD_DIGITS else _odd_digits

    def impl(text):
        if not text.isascii():
            position = [character.isascii() for character in text].index(False)
            raise ValueError(f"non-hexadecimal number found in fromhex() arg at position {position}")
        numbers = []
        k = 0
        while k < len(text):
            if text[k] in " \t\n\r\v\f":
                k += 1
                continue
            pair = text[k : k + 2]
            for position in range(k, k + 2):
                if position >= len(text):
                    raise ValueError(odd_digits(position))
                if text[position].lower() not in "0123456789abcdef":
                    raise ValueError(f"non-hexadecimal number found in fromhex() arg at position {position}")
            numbers.append(int(pair, 16))
            k += 2
        return bytes(numbers)

    return impl if _is_str(text) else None


def _format_map(text: str, mapping: Any) -> str:
    return text.format_map(mapping)


_TEXT = types.unicode_type
_SITE = register(f"{__name__}!_format_map", _format_map, _TEXT)


@implements("str.format_map")
def format_map(self: Any, mapping: Any) -> FunctionType | None:
    """Put the values of a dict into text, which Python does."""

    def impl(self, mapping):
        return call_object(_SITE, _TEXT, self, mapping)

    return impl if isinstance(mapping, types.DictType) else None


def _percent(specification: bytes, values: Any) -> bytes:
    return specification % values


_BYTES = types.from_id(_native.type_make("bytes"))
_PERCENT = register(f"{__name__}!_percent", _percent, _BYTES)


@implements("operator.mod")
def percent(a: Any, b: Any) -> FunctionType | None:
    """Put values into bytes, which Python does."""

    def impl(a, b):
        return call_object(_PERCENT, _BYTES, a, b)

    return impl if a == _BYTES else None


@implements("builtins.dict.fromkeys")
def fromkeys(iterable: Any, value: Any = None) -> FunctionType | None:
    """Make a dict of keys with one value."""

    def impl(iterable, value=None):
        return {key: value for key in iterable}  # noqa: C420

    return impl
