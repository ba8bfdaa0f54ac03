"""``gdb``, ``gdb_init`` and ``gdb_breakpoint`` in compiled code."""

from __future__ import annotations

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.intrinsics import call_object
from coluber.misc import gdb_hook
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_stop = gdb_hook.stop


def _attach(arguments: tuple[str, ...]) -> None:
    gdb_hook.attach(arguments)


_NONE = types.none
_SITE = register(f"{__name__}!_attach", _attach, _NONE)


def _check(arguments: tuple[Any, ...]) -> None:
    gdb_hook.gdb_binary()
    if not all(isinstance(ty, (types.UnicodeType, types.StringLiteral)) for ty in arguments):
        raise TypingError("the arguments of gdb() and gdb_init() are texts: those of the command gdb")


@implements("coluber.misc.special.gdb")
def gdb(*args: Any) -> FunctionType:
    """Attach gdb, and stop."""
    _check(args)

    def impl(*args):
        call_object(_SITE, _NONE, args)
        _stop()

    return impl


@implements("coluber.misc.special.gdb_init")
def gdb_init(*args: Any) -> FunctionType:
    """Attach gdb."""
    _check(args)

    def impl(*args):
        call_object(_SITE, _NONE, args)

    return impl


@implements("coluber.misc.special.gdb_breakpoint")
def gdb_breakpoint() -> FunctionType:
    """Stop where a debugger has attached."""

    def impl():
        _stop()

    return impl
