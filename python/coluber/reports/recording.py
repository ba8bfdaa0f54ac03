"""Which functions a program compiles, while it runs."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


@contextlib.contextmanager
def recorded() -> Iterator[list[Any]]:
    """Collect the jitted functions that a program makes, in the order in which they are made."""
    from coluber.core import dispatcher

    before, dispatcher.made = dispatcher.made, []
    try:
        yield dispatcher.made
    finally:
        dispatcher.made = before


def of_program(dispatchers: list[Any]) -> list[Any]:
    """Return those that are the program's own and were compiled or have run, not loops that are part of other functions."""
    return [
        found
        for found in dispatchers
        if _is_own(found) and (found._typed_for(False) or found._typed_for(True) or "_object_mode" in found.__dict__)
    ]


def _is_own(dispatcher: Any) -> bool:
    from coluber.np.ufunc.elementwise import LOOP_OF

    function = dispatcher.py_func
    module = function.__module__ or ""
    is_made = dispatcher.__dict__.get("_is_loop") or function.__code__.co_filename.startswith(LOOP_OF)
    return module.partition(".")[0] != "coluber" and not is_made
