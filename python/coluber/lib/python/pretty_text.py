"""``pprint.pformat`` and ``pprint.pprint``, which the interpreter does with objects made of the values."""

from __future__ import annotations

import pprint
from typing import Any

from coluber.core.errors import UnsupportedError
from coluber.core.extending import implements
from coluber.lib.hosted import TEXT, calling, is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


def _formatted(
    value: tuple[Any], indent: int, width: int, depth: Any, compact: bool, sort_dicts: bool, underscore_numbers: bool
) -> str:
    options = {"compact": compact, "sort_dicts": sort_dicts, "underscore_numbers": underscore_numbers}
    return pprint.pformat(value[0], indent, width, depth, **options)


_FORMATTED = calling(_formatted, TEXT, "value, indent, width, depth, compact, sort_dicts, underscore_numbers")


def _text(
    object,  # noqa: A002
    indent=1,
    width=80,
    depth=None,
    *,
    compact=False,
    sort_dicts=True,
    underscore_numbers=False,
):  # type: ignore[no-untyped-def]
    """Return the text of a value in lines that are not longer than they have to be, in compiled code."""
    return _FORMATTED((object,), indent, width, depth, compact, sort_dicts, underscore_numbers)


@implements("pprint.pformat")
def pformat(
    object: Any,  # noqa: A002
    indent: Any = 1,
    width: Any = 80,
    depth: Any = None,
    *,
    compact: Any = False,
    sort_dicts: Any = True,
    underscore_numbers: Any = False,
) -> FunctionType:
    """Return the text of a value in lines."""
    return _text


@implements("pprint.pprint")
def pprint_(
    object: Any,  # noqa: A002
    stream: Any = None,
    indent: Any = 1,
    width: Any = 80,
    depth: Any = None,
    *,
    compact: Any = False,
    sort_dicts: Any = True,
    underscore_numbers: Any = False,
) -> FunctionType:
    """Print the text of a value in lines."""

    def impl(
        object,  # noqa: A002
        stream=None,
        indent=1,
        width=80,
        depth=None,
        *,
        compact=False,
        sort_dicts=True,
        underscore_numbers=False,
    ):
        print(_FORMATTED((object,), indent, width, depth, compact, sort_dicts, underscore_numbers))

    if not is_none(stream):
        raise UnsupportedError(
            "pprint.pprint() with 'stream=' is not supported in compiled code: print what pprint.pformat() gives"
        )
    return impl
