"""Calls of partial functions."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def call_of_partial(func: Any, args: Any, named: Any, *more: Any, **others: Any) -> Any:
    """Return what a function gives for the arguments of a partial one and those of a call, whose names go before."""
    return func(*args, *more, **{**named, **others})
