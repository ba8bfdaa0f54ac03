"""The launch configuration for which a kernel is being compiled.

Code that runs while a launch compiles its kernel, such as an overload function, may ask for it. What it makes of the answer is
for this configuration only if it says so: ``config.dispatcher.mark_launch_config_sensitive()``.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["capture_compile_config", "current_launch_config", "ensure_current_launch_config"]


class _State(threading.local):
    """What this thread is launching, and who listens."""

    def __init__(self) -> None:
        self.current: Any = None
        self.arguments: tuple[Any, ...] = ()
        self.records: list[tuple[Any, dict[str, Any]]] = []


_state = _State()


def swap_current(launch: Any, arguments: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Make a launch with its arguments the current one of this thread, or none; return what was before."""
    from coluber.core import extending

    extending.forget_launch()
    before = _state.current, _state.arguments
    _state.current, _state.arguments = launch, arguments
    for dispatcher, record in _state.records:
        if launch is not None and launch.dispatcher is dispatcher:
            record["config"] = launch
    return before


def current_arguments() -> tuple[Any, ...]:
    """Return the arguments of the launch that is current."""
    return _state.arguments


def call_back(launch: Any, dispatcher: Any, number: int, arguments: tuple[Any, ...]) -> None:
    """Call the functions that are to be called before a launch.

    Parameters
    ----------
    launch : Launch
        The launch.
    dispatcher : CUDADispatcher
        The kernel.
    number : int
        Which of its specialisations is launched.
    arguments : tuple
        What it is given.
    """
    kernel = list(dispatcher.overloads.values())[number]
    before, _state.arguments = _state.arguments, arguments
    try:
        for function in launch.pre_launch_callbacks:
            function(kernel, launch)
    finally:
        _state.arguments = before


def current_launch_config() -> Any:
    """Return the configured kernel that is being compiled in this thread, or None.

    It has the attributes `dispatcher`, `griddim`, `blockdim`, `stream` and `sharedmem`, the arguments `args` of the launch, and
    the list `pre_launch_callbacks` of functions that are called before each launch with the compiled kernel and this object.
    """
    if _state.current is not None:
        from coluber.core import extending

        # The answer holds for this launch.
        extending.answer_once()
    return _state.current


def ensure_current_launch_config() -> Any:
    """Return what `current_launch_config` does; raise RuntimeError where no launch is compiling."""
    config = current_launch_config()
    if config is None:
        raise RuntimeError("No launch config set for this thread: no kernel is being compiled for a launch here")
    return config


@contextmanager
def capture_compile_config(dispatcher: Any) -> Iterator[dict[str, Any]]:
    """Note the configuration for which a kernel is compiled inside the ``with`` statement.

    Parameters
    ----------
    dispatcher : CUDADispatcher
        The kernel.

    Yields
    ------
    dict
        Its item ``"config"`` is that of the last launch that has compiled the kernel; None if none has.
    """
    if dispatcher is None:
        raise TypeError("a dispatcher is needed")
    record: dict[str, Any] = {"config": None}
    entry = (dispatcher, record)
    _state.records.append(entry)
    try:
        yield record
    finally:
        _state.records.remove(entry)
