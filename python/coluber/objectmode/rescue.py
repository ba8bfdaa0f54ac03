"""Variables of a loop that raises: its compiled function hands them over before the exception leaves it."""

from __future__ import annotations

import threading

from coluber.core.types import none
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NONE = none


class _Rescued(threading.local):
    """What the loop that has raised last in this thread has handed over."""

    values: tuple[Any, ...] | None = None


_rescued = _Rescued()


def _keep(*values: object) -> None:
    _rescued.values = values


#: The name by which compiled code calls `_keep`.
SITE = register(f"{__name__}!_keep", _keep, NONE)


def taken() -> tuple[Any, ...] | None:
    """Return what a loop has handed over, once; None where it has not come so far."""
    values, _rescued.values = _rescued.values, None
    return values
