"""What ``coverage`` is told with `JIT_COVERAGE`: the lines of functions that have been compiled count as run."""

from __future__ import annotations

import sys
import weakref

from coluber.core import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType
    from typing import Any

# Jitted functions whose lines coverage has not been told.
_waiting: weakref.WeakSet[Any] = weakref.WeakSet()


class _Listener(event.Listener):
    def on_start(self, event: Any) -> None:
        """Do nothing."""

    def on_end(self, event: Any) -> None:
        """Tell coverage the lines of what has been compiled, also of functions that others call."""
        for dispatcher in list(_waiting):
            if dispatcher._typed_for(False) or dispatcher._typed_for(True):
                _waiting.discard(dispatcher)
                _report(dispatcher.py_func.__code__)


_listener = _Listener()
_registered: list[_Listener] = []


def watch(dispatcher: Any) -> None:
    """Tell coverage the lines of a jitted function when it is compiled."""
    _waiting.add(dispatcher)
    if not _registered:
        event.register(event.COMPILE, _listener)
        _registered.append(_listener)


def _report(code: CodeType) -> None:
    coverage = sys.modules.get("coverage")
    measured = None if coverage is None else coverage.Coverage.current()
    if measured is None:
        return
    data, lines = measured.get_data(), sorted(set(_lines(code)))
    # Files that are left out of the measurement stay out.
    if code.co_filename not in data.measured_files():
        return
    if data.has_arcs():
        start, ends = code.co_firstlineno, [-code.co_firstlineno]
        arcs = zip([-start, *lines], [*lines, *ends], strict=True)
        data.add_arcs({code.co_filename: list(arcs)})
    else:
        data.add_lines({code.co_filename: lines})


def _lines(code: CodeType) -> Iterator[int]:
    """Yield the numbers of the lines of a function's body, and of the functions in it."""
    yield from (line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno)
    for constant in code.co_consts:
        if hasattr(constant, "co_lines"):
            yield from _lines(constant)
