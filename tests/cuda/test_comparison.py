"""What repeats launches in the simulator finds differences, and only those."""

import numpy as np
import pytest

from coluber import cuda, float32

from . import comparison

pytest.importorskip("greenlet")


@cuda.jit
def shifted(a, b):
    i = cuda.grid(1)
    if i < b.size:
        b[i] = a[i] + 1


def wrong(a, b):
    i = cuda.grid(1)
    if i < b.size - 1:
        b[i] = a[i] + 1


def test_launches_are_compared():
    before = comparison.Counts.compared
    shifted[1, 32](np.zeros(20), np.zeros(20))
    shifted.forall(20)(np.zeros(20), cuda.device_array(20))
    assert comparison.Counts.compared == before + 2


@pytest.mark.parametrize(
    "make", [np.zeros, lambda n: cuda.to_device(np.zeros(n)), lambda n: cuda.InOut(np.zeros(n)), lambda n: np.zeros(2 * n)[::2]]
)
def test_a_difference_is_found(monkeypatch, make):
    simulate = comparison.simulate
    monkeypatch.setattr(comparison, "simulate", lambda function, *rest: simulate(wrong, *rest))
    with pytest.raises(AssertionError, match="argument 1 of shifted differs"):
        shifted[1, 32](np.ones(20), make(20))


def test_a_failure_of_the_simulator_is_found(monkeypatch):
    simulate = comparison.simulate
    monkeypatch.setattr(comparison, "simulate", lambda function, *rest: simulate(lambda a: None, *rest))
    with pytest.raises(TypeError):
        shifted[1, 32](np.ones(20), np.zeros(20))


def test_copies_overlap_as_the_arguments_do():
    a = np.arange(10.0)
    copy = comparison.Copies()
    whole, part = copy(a), copy(a[1:9:2])
    part[0] = 77
    assert whole[1] == 77
    assert a[1] == 1
    assert part.strides == a[1:9:2].strides
    shifted[1, 8](a[:-1], a[1:])


@cuda.jit(device=True)
def half(x):
    return x * float32(0.5)


@cuda.jit
def calls(a):
    i = cuda.grid(1)
    a[i] = half(a[i])


def test_device_functions_run_as_python():
    calls[1, 8](np.arange(8, dtype=np.float32))
    with pytest.raises(TypeError, match="device function"):
        half(1.0)
