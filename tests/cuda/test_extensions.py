"""Extensions of kernels: objects that change arguments before a launch."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, types

pytestmark = pytest.mark.emulator_alone("extensions are given to compiled kernels only")


class Boxed:
    """A value that no kernel takes."""

    def __init__(self, array):
        self.array = array
        self.synced = 0


class Unbox:
    """Puts the array of a box in its place."""

    def __init__(self, calls):
        self.calls = calls

    def prepare_args(self, ty, val, stream, retr):
        self.calls.append((self, ty, stream))
        if isinstance(val, Boxed):
            retr.append(lambda: setattr(val, "synced", val.synced + 1))
            return types.float64[::1], val.array
        return ty, val


def test_arguments_are_prepared():
    calls = []
    first, last = Unbox(calls), Unbox(calls)

    @cuda.jit(extensions=[first, last])
    def double(x, n):
        i = cuda.grid(1)
        if i < n:
            x[i] *= 2

    box = Boxed(np.arange(4.0))
    double[1, 32](box, n=3)
    assert box.array.tolist() == [0, 2, 4, 3]
    assert box.synced == 1
    assert [extension for extension, _, _ in calls] == [last, first, last, first]
    assert calls[2][1] == types.int64
    assert double[1, 32].griddim == (1, 1, 1)


def test_extensions_may_come_later():
    @cuda.jit
    def double(x):
        x[cuda.grid(1)] *= 2

    plain = np.ones(4)
    double[1, 4](plain)
    double.extensions.append(Unbox([]))
    box = Boxed(np.ones(4))
    double[1, 4](box)
    assert plain.tolist() == box.array.tolist() == [2, 2, 2, 2]
