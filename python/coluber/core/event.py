"""Events of the compiler: programs listen to when compilations begin and end.

========================= ================================================================================================
kind                      what it is
========================= ================================================================================================
``numba:compile``         the compilation of a jitted function, with all that it needs, for the types of a call
``numba:run_pass``        a stage of it; told of when the compilation is over, with the times at which it began and ended
``numba:compiler_lock``   the time for which the compiler was in use by a thread: that of a compilation
``numba:llvm_lock``       accepted; there is no such lock
========================= ================================================================================================

Programs may broadcast kinds of their own. Listeners are called in the thread that compiles.
"""

from __future__ import annotations

import abc
import enum
import time
from contextlib import ExitStack, contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

COMPILE, RUN_PASS, COMPILER_LOCK = "numba:compile", "numba:run_pass", "numba:compiler_lock"
_OWN = (COMPILE, COMPILER_LOCK, RUN_PASS, "numba:llvm_lock")

_listeners: dict[str, list[Listener]] = {}


class EventStatus(enum.Enum):
    """Whether something begins or ends."""

    START = enum.auto()
    END = enum.auto()


class Event:
    """Something that begins or ends.

    Parameters
    ----------
    kind : str
        What it is.
    status : EventStatus
        Whether it begins or ends.
    data : object, optional
        What is known of it.
    exc_details : tuple, optional
        Class, exception and traceback with which it ended.
    """

    def __init__(self, kind: str, status: EventStatus, data: Any = None, exc_details: Any = None) -> None:
        self._kind, self._status, self._data = kind, status, data
        self._exc_details = None if exc_details is None or exc_details[0] is None else exc_details

    @property
    def kind(self) -> str:
        """What it is."""
        return self._kind

    @property
    def status(self) -> EventStatus:
        """Whether it begins or ends."""
        return self._status

    @property
    def data(self) -> Any:
        """What is known of it."""
        return self._data

    @property
    def is_start(self) -> bool:
        """Whether it begins."""
        return self._status is EventStatus.START

    @property
    def is_end(self) -> bool:
        """Whether it ends."""
        return self._status is EventStatus.END

    @property
    def is_failed(self) -> bool:
        """Whether it ended with an exception."""
        return self._exc_details is not None

    def __str__(self) -> str:
        data = type(self.data).__qualname__ if self.data is not None else "None"
        return f"Event({self.kind}, {self.status}, data: {data})"

    __repr__ = __str__


class Listener(abc.ABC):
    """What is told of events."""

    @abc.abstractmethod
    def on_start(self, event: Event) -> None:
        """Hear that something begins."""

    @abc.abstractmethod
    def on_end(self, event: Event) -> None:
        """Hear that something ends."""

    def notify(self, event: Event) -> None:
        """Hear of an event."""
        if event.is_start:
            self.on_start(event)
        elif event.is_end:
            self.on_end(event)


class TimingListener(Listener):
    """Measures the time from the first beginning to the end that belongs to it, in seconds: ``duration``."""

    def __init__(self) -> None:
        self._depth = 0

    def on_start(self, event: Event) -> None:
        """Begin to measure, unless that has begun."""
        if self._depth == 0:
            self._begin = _time_of(event)
        self._depth += 1

    def on_end(self, event: Event) -> None:
        """End what has begun."""
        self._depth -= 1
        if self._depth == 0:
            self._duration = getattr(self, "_duration", 0.0) + _time_of(event) - self._begin

    @property
    def done(self) -> bool:
        """Whether there is a duration."""
        return hasattr(self, "_duration")

    @property
    def duration(self) -> float:
        """The seconds of all that was measured."""
        return self._duration


def _time_of(event: Event) -> float:
    """Return when an event was, in seconds."""
    at = event.data.get("at") if isinstance(event.data, dict) else None
    return time.time() if at is None else at


class RecordingListener(Listener):
    """Keeps events with their times: ``buffer`` is a list of pairs."""

    def __init__(self) -> None:
        self.buffer: list[tuple[float, Event]] = []

    def on_start(self, event: Event) -> None:
        """Keep the event."""
        self.buffer.append((_time_of(event), event))

    on_end = on_start


def register(kind: str, listener: Listener) -> None:
    """Tell a listener of events of a kind from now on."""
    if not isinstance(listener, Listener):
        raise TypeError(f"a listener is an instance of a class derived from Listener, not {listener!r}")
    _listeners.setdefault(kind, []).append(listener)


def unregister(kind: str, listener: Listener) -> None:
    """Tell a listener of events of a kind no longer."""
    _listeners[kind].remove(listener)


def broadcast(event: Event) -> None:
    """Tell all listeners of an event."""
    for listener in tuple(_listeners.get(event.kind, ())):
        listener.notify(event)


@contextmanager
def install_listener(kind: str, listener: Listener) -> Iterator[Listener]:
    """Tell a listener of events of a kind inside a block."""
    register(kind, listener)
    try:
        yield listener
    finally:
        unregister(kind, listener)


@contextmanager
def install_timer(kind: str, callback: Callable[[float], Any]) -> Iterator[TimingListener]:
    """Call a function with the seconds that something took inside a block, if it came up."""
    timer = TimingListener()
    with install_listener(kind, timer):
        yield timer
    if timer.done:
        callback(timer.duration)


@contextmanager
def install_recorder(kind: str) -> Iterator[RecordingListener]:
    """Keep the events of a kind inside a block."""
    recorder = RecordingListener()
    with install_listener(kind, recorder):
        yield recorder


def start_event(kind: str, data: Any = None) -> None:
    """Tell that something begins."""
    broadcast(Event(kind, EventStatus.START, data))


def end_event(kind: str, data: Any = None, exc_details: Any = None) -> None:
    """Tell that something ends."""
    broadcast(Event(kind, EventStatus.END, data, exc_details))


@contextmanager
def trigger_event(kind: str, data: Any = None) -> Iterator[None]:
    """Tell that something begins and ends with a block."""
    with ExitStack() as stack:

        @stack.push
        def on_exit(*exc_details: Any) -> None:
            end_event(kind, data, exc_details)

        start_event(kind, data)
        yield


class _Compilation:
    """A compilation that some listener is told of."""

    def __init__(self, dispatcher: Any, types: tuple[Any, ...]) -> None:
        self._name = dispatcher.__name__
        self._data = {"dispatcher": dispatcher, "args": types, "return_type": None}
        pipeline = dispatcher.targetoptions.get("pipeline_class")
        # Those that change code have run before.
        self._passes = () if pipeline is None or pipeline.changes else pipeline.passes
        start_event(COMPILER_LOCK, {"at": None})
        start_event(COMPILE, self._data)

    def done(self, stages: list[tuple[str, str, float, float]], failed: bool) -> None:
        """Tell that it is over, and of its stages: each with the function's name, beginning and end."""
        for stage, function, begin, end in stages if RUN_PASS in _listeners else ():
            data = {"name": stage, "qualname": function, "module": None, "flags": "", "args": "", "return_type": ""}
            start_event(RUN_PASS, {**data, "at": begin})
            end_event(RUN_PASS, {**data, "at": end})
        details = (RuntimeError, RuntimeError(f"{self._name} could not be compiled"), None) if failed else None
        if self._passes and not failed:
            from coluber.core.compiler_machinery import run_passes

            run_passes(self._passes, self._data["dispatcher"], self._data["args"])
        end_event(COMPILE, self._data, details)
        end_event(COMPILER_LOCK, {"at": None}, details)


def compilation(dispatcher: Any, numbers: list[int]) -> _Compilation | None:
    """Tell listeners that a jitted function is compiled for types; None where nobody listens. The compiler calls it."""
    # Dispatchers of programs' own classes may lack what the package's have.
    options = getattr(dispatcher, "targetoptions", {})
    if not any(_listeners.get(kind) for kind in _OWN) and not options.get("pipeline_class"):
        return None
    from coluber.core.types.base import from_id

    return _Compilation(dispatcher, tuple(map(from_id, numbers)))
