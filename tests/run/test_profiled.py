"""Jitted functions that profilers count."""

from __future__ import annotations

import cProfile
import pstats
import sys

import pytest

from coluber import config, njit


@pytest.fixture
def counted(monkeypatch):
    """A jitted function that profilers count, and one that they don't."""

    def twice(x, *, by=2):
        return x * by

    other = njit(twice)
    monkeypatch.setattr(config, "ENABLE_SYS_MONITORING", 1)
    return njit(twice), other


def test_profiles_have_entries_of_jitted_functions(counted):
    twice, other = counted
    assert twice(2) == other(2) == 4
    profile = cProfile.Profile()
    profile.runcall(lambda: [twice(k, by=3) + other(k) for k in range(10)])
    code = twice.py_func.__code__
    entries = {key: value[0] for key, value in pstats.Stats(profile).stats.items()}
    assert entries[code.co_filename, code.co_firstlineno, "twice"] == 10


def test_calls_are_those_of_the_function(counted):
    twice, _ = counted
    assert twice(5) == 10
    assert twice(x=5, by=3) == 15
    with pytest.raises(TypeError, match="missing|argument"):
        twice()
    seen = []
    sys.setprofile(lambda frame, event, _: seen.append((frame.f_code.co_name, event)))
    try:
        twice(1)
    finally:
        sys.setprofile(None)
    assert seen[:2] == [("twice", "call"), ("twice", "return")]
    assert len(twice.signatures) == 2
