"""Streams and events."""

from __future__ import annotations

import contextlib
import weakref

from coluber.cuda.host import backend, enums
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.memory import Handle, as_address

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator
    from typing import Any


class Stream:
    """A queue of work for a device.

    Parameters
    ----------
    handle : int
        The driver's handle.
    finalizer : callable, optional
        Called without arguments when the stream is given up.
    external : bool, optional
        Whether it was made outside of this package.
    owner : object, optional
        What has to live as long as this object.
    """

    def __init__(
        self, handle: int, finalizer: Callable[[], Any] | None = None, external: bool = False, owner: Any = None
    ) -> None:
        self.handle = Handle(handle)
        self.external = external
        self._owner = owner
        if finalizer is not None:
            weakref.finalize(self, finalizer).atexit = False

    def __int__(self) -> int:
        return int(self.handle)

    def __cuda_stream__(self) -> tuple[int, int]:
        """Return the protocol's version and the handle, for other libraries."""
        return 0, int(self.handle)

    def __repr__(self) -> str:
        kinds = {
            enums.STREAM_DEFAULT: "Default CUDA stream",
            enums.STREAM_LEGACY: "Legacy default CUDA stream",
            enums.STREAM_PER_THREAD: "Per-thread default CUDA stream",
        }
        kind = kinds.get(int(self.handle), f"{'External ' * self.external}CUDA stream {int(self.handle)}")
        return f"<{kind} on {current_context()}>"

    def synchronize(self) -> None:
        """Wait until all work of the stream is done."""
        backend.current().stream_synchronize(int(self.handle))

    @contextlib.contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """Wait for the stream at the end of the block."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], Any], arg: Any = None) -> None:
        """Have ``callback(stream, status, arg)`` called when the work before it is done.

        It is called from another thread, and must not use CUDA. An exception in it becomes a warning.
        """

        def call(status: int) -> None:
            try:
                callback(self, status, arg)
            except Exception as error:
                import warnings

                warnings.warn(f"Exception in stream callback: {error!r}", stacklevel=2)

        backend.current().stream_add_callback(int(self.handle), call)

    def async_done(self) -> asyncio.Future[Stream]:
        """Return an awaitable that is done when the work before it is done; its result is the stream."""
        import asyncio

        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def settle(status: int) -> None:
            if future.done():
                return
            if status:
                from coluber.cuda.host.errors import api_error

                future.set_exception(api_error("the stream's work", status))
            else:
                future.set_result(self)

        self.add_callback(lambda stream, status, _: loop.call_soon_threadsafe(settle, status))
        return future

    def query(self) -> bool:
        """Whether all work of the stream is done."""
        return backend.current().stream_query(int(self.handle))


class Event:
    """A moment in a stream.

    Parameters
    ----------
    handle : int
        The driver's handle.
    finalizer : callable, optional
        Called without arguments when the event is given up.
    """

    def __init__(self, handle: int, finalizer: Callable[[], Any] | None = None) -> None:
        self.handle = Handle(handle)
        if finalizer is not None:
            weakref.finalize(self, finalizer).atexit = False

    def query(self) -> bool:
        """Whether the work before the event is done."""
        return backend.current().event_query(int(self.handle))

    def record(self, stream: Any = 0) -> None:
        """Set the event to the present end of a stream."""
        backend.current().event_record(int(self.handle), handle_of(stream))

    def synchronize(self) -> None:
        """Wait until the work before the event is done."""
        backend.current().event_synchronize(int(self.handle))

    def wait(self, stream: Any = 0) -> None:
        """Make later work of a stream wait for the event."""
        backend.current().stream_wait_event(handle_of(stream), int(self.handle))

    def elapsed_time(self, evtend: Event) -> float:
        """Return the milliseconds from this event to another one."""
        return event_elapsed_time(self, evtend)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Return the milliseconds between two events, which both have been recorded."""
    return backend.current().event_elapsed(int(evtstart.handle), int(evtend.handle))


def handle_of(stream: Any) -> int:
    """Return the driver's handle of a stream: a `Stream`, an int, or an object of another library; 0 for the default."""
    if not stream:
        return enums.STREAM_DEFAULT
    if isinstance(stream, Stream):
        return int(stream.handle)
    if isinstance(stream, int):
        return stream
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        return int((protocol() if callable(protocol) else protocol)[1])
    return as_address(getattr(stream, "handle", stream))


def stream() -> Stream:
    """Return a new stream."""
    return current_context().create_stream()


def default_stream() -> Stream:
    """Return the default stream."""
    return current_context().get_default_stream()


def legacy_default_stream() -> Stream:
    """Return the default stream that all threads share."""
    return current_context().get_legacy_default_stream()


def per_thread_default_stream() -> Stream:
    """Return the default stream that each thread has for itself."""
    return current_context().get_per_thread_default_stream()


def external_stream(ptr: int) -> Stream:
    """Return a stream that was made outside of this package, by its address."""
    return current_context().create_external_stream(ptr)


def event(timing: bool = True) -> Event:
    """Return a new event; without `timing` it can't be used for elapsed times."""
    return current_context().create_event(timing=timing)
