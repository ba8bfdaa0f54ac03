"""``warnings.catch_warnings`` in compiled code: what is in it may warn by statements, and set filters."""

from __future__ import annotations

import threading
import warnings

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import literal_bool
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_NONE = types.none


class _Entered(threading.local):
    """The managers that compiled code of a thread is in."""

    def __init__(self) -> None:
        self.managers: list[warnings.catch_warnings[None]] = []


_entered = _Entered()


def _enter(action: str | None) -> None:
    manager = warnings.catch_warnings()
    manager.__enter__()
    _entered.managers.append(manager)
    if action is not None:
        warnings.simplefilter(action)  # type: ignore[arg-type]


def _leave() -> None:
    _entered.managers.pop().__exit__(None, None, None)


_ENTER = register(f"{__name__}!_enter", _enter, _NONE)
_LEAVE = register(f"{__name__}!_leave", _leave, _NONE)


@implements("warnings.catch_warnings")
def catch_warnings(*, record: Any = False, action: Any = None) -> FunctionType:
    """Return a manager behind which the filters of warnings are those of before."""
    if literal_bool(record, "record"):
        raise errors.UnsupportedError("catch_warnings(record=True) is not supported in compiled code: warnings have no type")

    def impl(*, record=False, action=None):
        call_object(_ENTER, _NONE, action)
        try:
            yield None
        finally:
            call_object(_LEAVE, _NONE)

    return impl
