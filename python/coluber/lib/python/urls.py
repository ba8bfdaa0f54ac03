"""Functions of ``urllib.parse`` and ``uuid``, which the interpreter runs."""

from __future__ import annotations

import urllib.parse
import uuid
from dataclasses import dataclass
from typing import Any

from coluber import _native
from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.hosted import TEXT, TEXTS, calling, implement, is_bytes, is_number, is_text, or_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


def _is_data(ty: Any) -> bool:
    return is_text(ty) or is_bytes(ty)


# ---------------------------------------------------------------------------------------------------- quoting


def _quote(string: Any, safe: Any, encoding: str | None, errors: str | None) -> str:
    return urllib.parse.quote(string, safe, encoding, errors)


def _quote_plus(string: Any, safe: Any, encoding: str | None, errors: str | None) -> str:
    return urllib.parse.quote_plus(string, safe, encoding, errors)


def _unquote(string: Any, encoding: str, errors: str) -> str:
    return urllib.parse.unquote(string, encoding, errors)


def _unquote_plus(string: str, encoding: str, errors: str) -> str:
    return urllib.parse.unquote_plus(string, encoding, errors)


for _key, _function, _safe in (("quote", _quote, "/"), ("quote_plus", _quote_plus, "")):
    implement(
        f"urllib.parse.{_key}",
        f"string, safe={_safe!r}, encoding=None, errors=None",
        TEXT,
        _function,
        string=_is_data,
        safe=_is_data,
        encoding=or_none(is_text),
        errors=or_none(is_text),
    )
for _key, _function in (("unquote", _unquote), ("unquote_plus", _unquote_plus)):
    implement(
        f"urllib.parse.{_key}",
        "string, encoding='utf-8', errors='replace'",
        TEXT,
        _function,
        string=_is_data if _key == "unquote" else is_text,
        encoding=is_text,
        errors=is_text,
    )


# ---------------------------------------------------------------------------------------------------- parts


def _urlparse(url: str, scheme: str, allow_fragments: Any) -> Any:
    return urllib.parse.urlparse(url, scheme, bool(allow_fragments))


def _urlsplit(url: str, scheme: str, allow_fragments: Any) -> Any:
    return urllib.parse.urlsplit(url, scheme, bool(allow_fragments))


def _urljoin(base: str, url: str, allow_fragments: Any) -> str:
    return urllib.parse.urljoin(base, url, bool(allow_fragments))


def _parse_qs(qs: str, keep_blank_values: Any) -> dict[str, list[str]]:
    return urllib.parse.parse_qs(qs, bool(keep_blank_values))


def _parse_qsl(qs: str, keep_blank_values: Any) -> list[tuple[str, str]]:
    return urllib.parse.parse_qsl(qs, bool(keep_blank_values))


_TEXT_PAIRS = types.List(types.Tuple((TEXT, TEXT)))

for _key, _function, _class, _count in (
    ("urlparse", _urlparse, urllib.parse.ParseResult, 6),
    ("urlsplit", _urlsplit, urllib.parse.SplitResult, 5),
):
    implement(
        f"urllib.parse.{_key}",
        "url, scheme='', allow_fragments=True",
        types.NamedTuple((TEXT,) * _count, _class),
        _function,
        url=is_text,
        scheme=is_text,
        allow_fragments=is_number,
    )
implement(
    "urllib.parse.urljoin",
    "base, url, allow_fragments=True",
    TEXT,
    _urljoin,
    base=is_text,
    url=is_text,
    allow_fragments=is_number,
)
implement(
    "urllib.parse.parse_qs",
    "qs, keep_blank_values=False",
    types.DictType(TEXT, TEXTS),
    _parse_qs,
    qs=is_text,
    keep_blank_values=is_number,
)
implement(
    "urllib.parse.parse_qsl",
    "qs, keep_blank_values=False",
    _TEXT_PAIRS,
    _parse_qsl,
    qs=is_text,
    keep_blank_values=is_number,
)


def _urlencode(query: tuple[Any]) -> str:
    return urllib.parse.urlencode(query[0])


_URLENCODE = calling(_urlencode, TEXT, "query")


@implements("urllib.parse.urlencode")
def urlencode(query: Any) -> FunctionType:
    """Return the text of names with values."""

    def impl(query):
        return _URLENCODE((query,))

    return impl


# ---------------------------------------------------------------------------------------------------- unique numbers


@dataclass(frozen=True)
class UUID:
    """A ``uuid.UUID``.

    Parameters
    ----------
    hex : str
        Its hexadecimal digits.
    """

    hex: str

    def __str__(self) -> str:
        digits = self.hex
        return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]

    @property
    def urn(self) -> str:
        """The text as the name of a resource."""
        return "urn:uuid:" + str(self)

    @property
    def bytes(self) -> Any:
        """The bytes."""
        return bytes.fromhex(self.hex)

    @property
    def version(self) -> int | None:
        """How it was made, where it says so."""
        return int(self.hex[12], 16) if self.hex[16] in "89ab" else None


def counterpart_of(value: uuid.UUID) -> UUID:
    """Return what a ``uuid.UUID`` is in compiled code."""
    return UUID(value.hex)


def write_back(value: uuid.UUID, counterpart: UUID) -> None:
    """Do nothing: nobody changes one."""


def original_of(counterpart: UUID) -> uuid.UUID:
    """Return the ``uuid.UUID``."""
    return uuid.UUID(counterpart.hex)


_native.register_counterpart(uuid.UUID, UUID, __name__)


def _uuid1() -> str:
    return uuid.uuid1().hex


def _uuid4() -> str:
    return uuid.uuid4().hex


def _digits_of(text: str) -> str:
    return uuid.UUID(text).hex


_NEW1, _NEW4, _DIGITS = calling(_uuid1, TEXT, ""), calling(_uuid4, TEXT, ""), calling(_digits_of, TEXT, "text")


@implements("uuid.uuid1")
def uuid1() -> FunctionType:
    """Make one of the time."""
    return lambda: UUID(_NEW1())


@implements("uuid.uuid4")
def uuid4() -> FunctionType:
    """Make one of random numbers."""
    return lambda: UUID(_NEW4())


@implements("uuid.UUID")
def uuid_(hex: Any) -> FunctionType | None:  # noqa: A002
    """Make one of hexadecimal digits."""

    def impl(hex):  # noqa: A002
        return UUID(_DIGITS(hex))

    return impl if is_text(hex) else None
