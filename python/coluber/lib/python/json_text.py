"""``json.dumps`` and ``json.dump``, which the interpreter does with objects made of the values.

The value is handed over in a tuple: nobody changes it, so that nothing has to be taken over again.
"""

from __future__ import annotations

import json
from typing import Any

from coluber.core.errors import UnsupportedError
from coluber.core.extending import implements
from coluber.lib.hosted import TEXT, calling, is_none, is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

# What parameters are when they are left out.
_LEFT_OUT = (False, True, True, True, None, None, False)


def _dumps(
    value: tuple[Any],
    skipkeys: bool,
    ensure_ascii: bool,
    check_circular: bool,
    allow_nan: bool,
    indent: Any,
    separators: Any,
    sort_keys: bool,
) -> str:
    return json.dumps(
        value[0],
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )


def _dumps_plain(value: tuple[Any]) -> str:
    return json.dumps(value[0])


_DUMPS = calling(_dumps, TEXT, "value, skipkeys, ensure_ascii, check_circular, allow_nan, indent, separators, sort_keys")
_DUMPS_PLAIN = calling(_dumps_plain, TEXT, "value")


def _refuse(name: str, cls: Any, default: Any) -> None:
    for option, ty in (("cls", cls), ("default", default)):
        if not is_none(ty):
            raise UnsupportedError(f"json.{name}() with '{option}=' is not supported in compiled code: give it what has a text")


def _text(
    obj,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    indent=None,
    separators=None,
    sort_keys=False,
):  # type: ignore[no-untyped-def]
    """Return the text of a value, in compiled code."""
    return _DUMPS((obj,), skipkeys, ensure_ascii, check_circular, allow_nan, indent, separators, sort_keys)


@implements("json.dumps")
def dumps(
    obj: Any,
    *,
    skipkeys: Any = False,
    ensure_ascii: Any = True,
    check_circular: Any = True,
    allow_nan: Any = True,
    cls: Any = None,
    indent: Any = None,
    separators: Any = None,
    default: Any = None,
    sort_keys: Any = False,
) -> FunctionType:
    """Return the text of a value."""
    _refuse("dumps", cls, default)

    def impl(
        obj,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        cls=None,
        indent=None,
        separators=None,
        default=None,
        sort_keys=False,
    ):
        return _text(obj, skipkeys, ensure_ascii, check_circular, allow_nan, indent, separators, sort_keys)

    def impl_plain(obj, *, cls=None, default=None):
        return _DUMPS_PLAIN((obj,))

    given = (skipkeys, ensure_ascii, check_circular, allow_nan, indent, separators, sort_keys)
    return impl_plain if given == _LEFT_OUT else impl


@implements("json.dump")
def dump(
    obj: Any,
    fp: Any,
    *,
    skipkeys: Any = False,
    ensure_ascii: Any = True,
    check_circular: Any = True,
    allow_nan: Any = True,
    cls: Any = None,
    indent: Any = None,
    separators: Any = None,
    default: Any = None,
    sort_keys: Any = False,
) -> FunctionType | None:
    """Write the text of a value into a file."""
    _refuse("dump", cls, default)

    def impl(
        obj,
        fp,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        cls=None,
        indent=None,
        separators=None,
        default=None,
        sort_keys=False,
    ):
        fp.write(_text(obj, skipkeys, ensure_ascii, check_circular, allow_nan, indent, separators, sort_keys))

    return None if is_text(fp) else impl


@implements("json.load", "json.loads")
def loads(*args: Any, **kwargs: Any) -> FunctionType:
    """Refuse what has no type."""
    raise UnsupportedError(
        "json.load() and json.loads() are not supported in compiled code: what they give has the types that the text says. "
        "Pass the value as an argument, or read it in a block 'with objmode(value=\"...\")' that says its type"
    )
