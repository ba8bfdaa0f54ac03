"""Functions of the modules ``unicodedata`` and ``html``."""

from __future__ import annotations

import html
import unicodedata
from typing import Any

from coluber.lib.hosted import BOOL, FLOAT, INT, TEXT, implement, is_number, is_text, is_whole


def _category(chr: str) -> str:  # noqa: A002
    return unicodedata.category(chr)


def _bidirectional(chr: str) -> str:  # noqa: A002
    return unicodedata.bidirectional(chr)


def _east_asian_width(chr: str) -> str:  # noqa: A002
    return unicodedata.east_asian_width(chr)


def _decomposition(chr: str) -> str:  # noqa: A002
    return unicodedata.decomposition(chr)


def _combining(chr: str) -> int:  # noqa: A002
    return unicodedata.combining(chr)


def _mirrored(chr: str) -> int:  # noqa: A002
    return unicodedata.mirrored(chr)


def _lookup(name: str) -> str:
    return unicodedata.lookup(name)


def _normalize(form: Any, unistr: str) -> str:
    return unicodedata.normalize(form, unistr)


def _is_normalized(form: Any, unistr: str) -> bool:
    return unicodedata.is_normalized(form, unistr)


# What stands for a default that is not given: no argument is this text.
_MISSING = "\0"


def _with_default(function: Any, chr: str, default: Any) -> Any:  # noqa: A002
    return function(chr) if default == _MISSING else function(chr, default)


def _name(chr: str, default: str) -> str:  # noqa: A002
    return _with_default(unicodedata.name, chr, default)  # type: ignore[no-any-return]


def _decimal(chr: str, default: Any) -> int:  # noqa: A002
    return _with_default(unicodedata.decimal, chr, default)  # type: ignore[no-any-return]


def _digit(chr: str, default: Any) -> int:  # noqa: A002
    return _with_default(unicodedata.digit, chr, default)  # type: ignore[no-any-return]


def _numeric(chr: str, default: Any) -> float:  # noqa: A002
    return float(_with_default(unicodedata.numeric, chr, default))


def _is_default(ty: Any) -> bool:
    return isinstance(ty, str) or is_whole(ty)


_function: Any
for _function in (_category, _bidirectional, _east_asian_width, _decomposition):
    implement(f"unicodedata.{_function.__name__[1:]}", "chr, /", TEXT, _function, chr=is_text)
for _function in (_combining, _mirrored):
    implement(f"unicodedata.{_function.__name__[1:]}", "chr, /", INT, _function, chr=is_text)
for _function in (_decimal, _digit):
    implement(
        f"unicodedata.{_function.__name__[1:]}",
        f"chr, default={_MISSING!r}, /",
        INT,
        _function,
        chr=is_text,
        default=_is_default,
    )
implement(
    "unicodedata.numeric",
    f"chr, default={_MISSING!r}, /",
    FLOAT,
    _numeric,
    chr=is_text,
    default=lambda ty: isinstance(ty, str) or is_number(ty),
)
implement("unicodedata.name", f"chr, default={_MISSING!r}, /", TEXT, _name, chr=is_text, default=is_text)
implement("unicodedata.lookup", "name, /", TEXT, _lookup, name=is_text)
implement("unicodedata.normalize", "form, unistr, /", TEXT, _normalize, form=is_text, unistr=is_text)
implement("unicodedata.is_normalized", "form, unistr, /", BOOL, _is_normalized, form=is_text, unistr=is_text)


def _escape(s: str, quote: Any) -> str:
    return html.escape(s, quote)


def _unescape(s: str) -> str:
    return html.unescape(s)


implement("html.escape", "s, quote=True", TEXT, _escape, s=is_text, quote=is_number)
implement("html.unescape", "s", TEXT, _unescape, s=is_text)
