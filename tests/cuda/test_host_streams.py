"""Streams, callbacks and events."""

import asyncio
import threading
import time

import numpy as np
import pytest

from coluber.cuda.host.errors import CudaAPIError
from tests.cuda.hostapi import cuda


def test_kinds_of_streams():
    assert int(cuda.default_stream()) == 0
    assert int(cuda.legacy_default_stream()) == 1
    assert int(cuda.per_thread_default_stream()) == 2
    first, second = cuda.stream(), cuda.stream()
    assert int(first) != int(second)
    assert int(first) > 2
    external = cuda.external_stream(0x1234)
    assert external.external
    assert int(external.handle) == external.handle.value == 0x1234
    with pytest.raises(TypeError, match="is an integer"):
        cuda.external_stream("x")
    assert "Default CUDA stream" in repr(cuda.default_stream())
    assert "External" in repr(external)
    assert first.__cuda_stream__() == (0, int(first))


def test_copies_in_streams():
    stream = cuda.stream()
    with stream.auto_synchronize() as same:
        assert same is stream
        d = cuda.to_device(np.arange(5), stream=stream)
        host = d.copy_to_host(stream=stream)
        value = d.getitem(2, stream=stream)
        d.setitem(3, 9, stream=stream)
    assert host.tolist() == [0, 1, 2, 3, 4]
    assert value == 2
    assert d[3] == 9
    assert stream.query()
    cuda.synchronize()


def test_handles_of_other_libraries():
    from coluber.cuda.host.streams import handle_of

    class Theirs:
        def __cuda_stream__(self):
            return 0, 77

    class Old:
        handle = 78

    assert [handle_of(s) for s in (0, None, 5, Theirs(), Old(), cuda.external_stream(6))] == [0, 0, 5, 77, 78, 6]


def test_callbacks_in_order_and_in_another_thread():
    stream, calls = cuda.stream(), []

    def note(where, status, argument):
        calls.append((where is stream, status, argument, threading.current_thread() is threading.main_thread()))

    for number in range(20):
        stream.add_callback(note, number)
    stream.synchronize()
    assert calls == [(True, 0, number, False) for number in range(20)]


def test_synchronize_waits_for_callbacks():
    stream, go = cuda.stream(), threading.Event()
    stream.add_callback(lambda *_: go.wait(10))
    assert not stream.query()
    end = cuda.event()
    end.record(stream)
    assert not end.query()
    other = cuda.event()
    with pytest.raises(CudaAPIError, match="NOT_READY"):
        end.elapsed_time(end)
    # The default stream would wait for the callback, on a GPU.
    aside = cuda.stream()
    other.record(aside)
    aside.synchronize()
    assert other.query()
    go.set()
    end.synchronize()
    end.wait(other and cuda.stream())
    cuda.synchronize()
    assert stream.query()
    assert end.query()


def test_exception_in_a_callback():
    stream = cuda.stream()
    with pytest.warns(UserWarning, match="Exception in stream callback.*ZeroDivisionError"):  # noqa: PT031
        stream.add_callback(lambda *_: 1 / 0)
        stream.synchronize()


@pytest.mark.emulated("the driver refuses it")
def test_callback_that_synchronizes():
    stream, done = cuda.stream(), []
    stream.add_callback(lambda s, *_: (s.synchronize(), cuda.synchronize(), done.append(1)))
    stream.synchronize()
    assert done == [1]


def test_async_done():
    async def work():
        streams = [cuda.stream() for _ in range(3)]
        return await asyncio.gather(*(stream.async_done() for stream in streams)) == streams

    assert asyncio.run(work())


def test_async_done_cancelled():
    async def work():
        stream, go = cuda.stream(), threading.Event()
        stream.add_callback(lambda *_: go.wait(10))
        future = stream.async_done()
        future.cancel()
        go.set()
        stream.synchronize()
        await asyncio.sleep(0)
        return future.cancelled()

    assert asyncio.run(work())


def test_elapsed_time():
    start, end = cuda.event(), cuda.event()
    start.record()
    time.sleep(0.02)
    end.record()
    end.synchronize()
    elapsed = start.elapsed_time(end)
    assert isinstance(elapsed, float)
    assert 15 < elapsed < 10_000
    assert cuda.event_elapsed_time(start, end) == elapsed
    assert end.elapsed_time(start) == -elapsed


def test_events_without_a_time():
    start, end = cuda.event(), cuda.event()
    assert start.query()
    start.synchronize()
    with pytest.raises(CudaAPIError, match="INVALID_HANDLE"):
        start.elapsed_time(end)
    untimed = cuda.event(timing=False)
    untimed.record()
    start.record()
    with pytest.raises(CudaAPIError, match="INVALID_HANDLE"):
        start.elapsed_time(untimed)


def test_fork_keeps_streams_usable(fresh_python):
    code = """
    import os
    import threading
    from coluber.cuda.host import backend
    from coluber.cuda.host.creation import device_array
    from coluber.cuda.host.devices import current_context
    from coluber.cuda.host.streams import stream

    def hold():
        with backend.current()._lock, current_context().memory_manager.deallocations._lock:
            held.set()
            threading.Event().wait(3)

    held = threading.Event()
    s = stream()
    s.add_callback(lambda *_: None)
    s.synchronize()
    threading.Thread(target=hold, daemon=True).start()
    held.wait()
    if os.fork() == 0:
        calls = []
        for _ in range(20):
            device_array(3)
        s.add_callback(lambda *_: calls.append(1))
        s.synchronize()
        os._exit(7 if calls else 1)
    print(os.waitstatus_to_exitcode(os.wait()[1]))
    """
    # Newer Pythons warn of forks while there are threads.
    assert fresh_python(code, COLUBER_CUDA="emulator", PYTHONWARNINGS="ignore").strip() == "7"
