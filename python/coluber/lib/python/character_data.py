"""Functions of the modules ``unicodedata`` and ``html``."""

from __future__ import annotations

import html
import unicodedata
from functools import partial
from typing import Any

from coluber.lib.hosted import BOOL, FLOAT, INT, TEXT, implement, is_number, is_text, is_whole, module_function

_of = partial(module_function, globals())


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


for _called in ("category", "bidirectional", "east_asian_width", "decomposition"):
    implement(f"unicodedata.{_called}", "chr, /", TEXT, _of(unicodedata, _called), chr=is_text)
for _called in ("combining", "mirrored"):
    implement(f"unicodedata.{_called}", "chr, /", INT, _of(unicodedata, _called), chr=is_text)
_function: Any
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
implement("unicodedata.lookup", "name, /", TEXT, _of(unicodedata, "lookup"), name=is_text)
_OF_FORM = "form, unistr, /"
_normalize, _is_normalized = _of(unicodedata, "normalize"), _of(unicodedata, "is_normalized")
implement("unicodedata.normalize", _OF_FORM, TEXT, _normalize, form=is_text, unistr=is_text)
implement("unicodedata.is_normalized", _OF_FORM, BOOL, _is_normalized, form=is_text, unistr=is_text)
implement("html.escape", "s, quote=True", TEXT, _of(html, "escape"), s=is_text, quote=is_number)
implement("html.unescape", "s", TEXT, _of(html, "unescape"), s=is_text)
