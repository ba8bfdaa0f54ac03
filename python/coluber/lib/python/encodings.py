"""Functions of ``zlib``, ``binascii`` and ``base64``, which the interpreter runs."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

from coluber.lib.hosted import BYTES, INT, implement, is_buffer, is_number, is_text, is_whole, or_none


def _is_data(ty: Any) -> bool:
    return is_buffer(ty) or is_text(ty)


# ---------------------------------------------------------------------------------------------------- checksums


def _crc32(data: Any, value: int) -> int:
    return zlib.crc32(data, value)


def _adler32(data: Any, value: int) -> int:
    return zlib.adler32(data, value)


def _binascii_crc32(data: Any, crc: int) -> int:
    return binascii.crc32(data, crc)


def _crc_hqx(data: Any, crc: int) -> int:
    return binascii.crc_hqx(data, crc)


implement("zlib.crc32", "data, value=0, /", INT, _crc32, data=is_buffer, value=is_whole)
implement("zlib.adler32", "data, value=1, /", INT, _adler32, data=is_buffer, value=is_whole)
implement("binascii.crc32", "data, crc=0, /", INT, _binascii_crc32, data=is_buffer, crc=is_whole)
implement("binascii.crc_hqx", "data, crc, /", INT, _crc_hqx, data=is_buffer, crc=is_whole)


# ---------------------------------------------------------------------------------------------------- compressed bytes


def _compress(data: Any, level: int, wbits: int) -> bytes:
    return zlib.compress(data, level) if wbits == zlib.MAX_WBITS else zlib.compress(data, level, wbits)


def _decompress(data: Any, wbits: int, bufsize: int) -> bytes:
    return zlib.decompress(data, wbits, bufsize)


_WINDOW = zlib.MAX_WBITS

implement(
    "zlib.compress", f"data, /, level=-1, wbits={_WINDOW}", BYTES, _compress, data=is_buffer, level=is_whole, wbits=is_whole
)
implement(
    "zlib.decompress",
    f"data, /, wbits={_WINDOW}, bufsize={zlib.DEF_BUF_SIZE}",
    BYTES,
    _decompress,
    data=is_buffer,
    wbits=is_whole,
    bufsize=is_whole,
)


# ---------------------------------------------------------------------------------------------------- digits


def _hexlify(data: Any, sep: Any, bytes_per_sep: int) -> bytes:
    return binascii.hexlify(data) if sep is None else binascii.hexlify(data, sep, bytes_per_sep)


def _unhexlify(hexstr: Any) -> bytes:
    return binascii.unhexlify(hexstr)


for _key in ("binascii.hexlify", "binascii.b2a_hex"):
    _separator = or_none(lambda ty: is_text(ty) or is_buffer(ty))
    implement(_key, "data, sep=None, bytes_per_sep=1", BYTES, _hexlify, data=is_buffer, sep=_separator, bytes_per_sep=is_whole)
for _key in ("binascii.unhexlify", "binascii.a2b_hex"):
    implement(_key, "hexstr, /", BYTES, _unhexlify, hexstr=_is_data)


def _b2a_base64(data: Any, newline: Any) -> bytes:
    return binascii.b2a_base64(data, newline=bool(newline))


def _a2b_base64(data: Any) -> bytes:
    return binascii.a2b_base64(data)


implement("binascii.b2a_base64", "data, /, *, newline=True", BYTES, _b2a_base64, data=is_buffer, newline=is_number)
implement("binascii.a2b_base64", "data, /", BYTES, _a2b_base64, data=_is_data)


# ---------------------------------------------------------------------------------------------------- base64


def _b64encode(s: Any, altchars: Any) -> bytes:
    return base64.b64encode(s, altchars)


def _b64decode(s: Any, altchars: Any, validate: Any) -> bytes:
    return base64.b64decode(s, altchars, bool(validate))


implement("base64.b64encode", "s, altchars=None", BYTES, _b64encode, s=is_buffer, altchars=or_none(is_buffer))
implement(
    "base64.b64decode",
    "s, altchars=None, validate=False",
    BYTES,
    _b64decode,
    s=_is_data,
    altchars=or_none(_is_data),
    validate=is_number,
)


def _standard_b64encode(s: Any) -> bytes:
    return base64.standard_b64encode(s)


def _standard_b64decode(s: Any) -> bytes:
    return base64.standard_b64decode(s)


def _urlsafe_b64encode(s: Any) -> bytes:
    return base64.urlsafe_b64encode(s)


def _urlsafe_b64decode(s: Any) -> bytes:
    return base64.urlsafe_b64decode(s)


def _b16encode(s: Any) -> bytes:
    return base64.b16encode(s)


def _b32encode(s: Any) -> bytes:
    return base64.b32encode(s)


def _b85decode(b: Any) -> bytes:
    return base64.b85decode(b)


for _key, _function in (
    ("base64.standard_b64encode", _standard_b64encode),
    ("base64.urlsafe_b64encode", _urlsafe_b64encode),
    ("base64.b16encode", _b16encode),
    ("base64.b32encode", _b32encode),
):
    implement(_key, "s", BYTES, _function, s=is_buffer)
for _key, _function in (
    ("base64.standard_b64decode", _standard_b64decode),
    ("base64.urlsafe_b64decode", _urlsafe_b64decode),
):
    implement(_key, "s", BYTES, _function, s=_is_data)


def _b16decode(s: Any, casefold: Any) -> bytes:
    return base64.b16decode(s, bool(casefold))


def _b32decode(s: Any, casefold: Any, map01: Any) -> bytes:
    return base64.b32decode(s, bool(casefold), map01)


def _b85encode(b: Any, pad: Any) -> bytes:
    return base64.b85encode(b, bool(pad))


implement("base64.b16decode", "s, casefold=False", BYTES, _b16decode, s=_is_data, casefold=is_number)
implement(
    "base64.b32decode",
    "s, casefold=False, map01=None",
    BYTES,
    _b32decode,
    s=_is_data,
    casefold=is_number,
    map01=or_none(_is_data),
)
implement("base64.b85encode", "b, pad=False", BYTES, _b85encode, b=is_buffer, pad=is_number)
implement("base64.b85decode", "b", BYTES, _b85decode, b=_is_data)
