"""What programs hear of compilations: events, passes that look, and the map of profilers."""

from __future__ import annotations

import os

import pytest

from coluber import _native, config, errors, njit, types
from coluber.core import event


class Heard(event.Listener):
    """Keeps what it hears."""

    def __init__(self):
        self.found = []

    def on_start(self, event):
        self.found.append(("start", event.kind, event.data))

    def on_end(self, event):
        self.found.append(("end", event.kind, event.is_failed))


def test_dispatchers_of_other_classes_have_no_options():
    class Own(_native.Dispatcher):
        pass

    def increment(x):
        return x + 1

    with event.install_recorder("numba:compile"):
        pass
    assert Own(increment, {})(1) == 2


def test_events():
    heard = Heard()
    with event.install_listener("numba:compile", heard), event.install_recorder("numba:run_pass") as recorder:
        times = []
        with event.install_timer("numba:compile", times.append):
            increment = njit(lambda x: x + 1)
            assert (increment(1), increment(2)) == (2, 3)
    first, second = heard.found
    assert first[:2] == ("start", "numba:compile")
    assert (first[2]["dispatcher"], first[2]["args"]) == (increment, (types.int64,))
    assert second == ("end", "numba:compile", False)
    assert times[0] > 0
    stages = [each.data["name"] for _, each in recorder.buffer if each.is_start]
    assert "LLVM IR" in stages
    times = [time for time, _ in recorder.buffer]
    assert all(start <= end for start, end in zip(times[::2], times[1::2], strict=True))
    increment(1.5)
    assert len(heard.found) == 2


def test_failures():
    heard = Heard()
    event.register("numba:compile", heard)
    try:
        with pytest.raises(errors.TypingError, match="Unknown attribute 'nothing'"):
            njit(lambda x: x.nothing)(1)
    finally:
        event.unregister("numba:compile", heard)
    assert heard.found[-1] == ("end", "numba:compile", True)


def test_kinds_of_programs():
    heard = Heard()
    with event.install_listener("own", heard):
        with event.trigger_event("own", data=5):
            pass
        with pytest.raises(KeyError), event.trigger_event("own"):
            raise KeyError
    assert heard.found == [("start", "own", 5), ("end", "own", False), ("start", "own", None), ("end", "own", True)]
    assert str(event.Event("own", event.EventStatus.START, 5)) == "Event(own, EventStatus.START, data: int)"
    with pytest.raises(TypeError, match="derived from Listener"):
        event.register("own", print)


def test_the_map_of_profilers(monkeypatch):
    path = f"/tmp/perf-{os.getpid()}.map"
    monkeypatch.setattr(config, "ENABLE_PROFILING", 1)

    @njit
    def named_in_the_map(x):
        return x * 3

    assert named_in_the_map(2) == 6
    lines = [line.split() for line in open(path)]
    found = [(int(start, 16), int(size, 16)) for start, size, name in lines if "named_in_the_map" in name]
    assert found
    assert all(start > 0 and size > 0 for start, size in found)
    os.remove(path)
