"""What a program's type checker should see."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from coluber import config, cuda, float64, int32, jit, njit, prange, types
from coluber.core.typing import Signature


@njit
def add(x: int, y: float = 1.0) -> float:
    return x + y


@njit(parallel=True, cache=True)
def total(a: NDArray[np.float64]) -> float:
    s = 0.0
    for i in prange(a.size):
        s += a[i]
    return s


@jit("f8(f8)", nopython=True)
def twice(x: float) -> float:
    return 2 * x


@njit([float64(int32), float64(float64)])
def half(x: float) -> float:
    return x / 2


@cuda.jit
def scale(a: NDArray[np.float32], factor: float) -> None:
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= factor


@cuda.jit("void(float32[:])", fastmath=True)
def clear(a: NDArray[np.float32]) -> None:
    a[cuda.threadIdx.x] = 0


class Scale:
    def __init__(self, factor: float) -> None:
        self.factor = factor

    @njit
    def plus(self, x: int, y: float = 0.0) -> float:
        return x + y


assert_type(Scale(2.0).plus(1), float)
assert_type(Scale.plus(Scale(2.0), 1, 2.0), float)
Scale(2.0).plus("text")  # E: arg-type
assert_type(add(1, 2.0), float)
assert_type(add(1), float)
assert_type(add.py_func(1), float)
assert_type(total(np.zeros(3)), float)
assert_type(twice(1.0), float)
assert_type(half(1.0), float)
assert_type(total.stats.cache_path, str | None)
add("text")  # E: arg-type
add(1, z=2)  # E: call-arg
total()  # E: call-arg
scale[1, 32](np.zeros(32, np.float32), 2.0)
scale[(1, 1), (32, 1), 0, 128](cuda.to_device(np.zeros(32, np.float32)), 2.0)
scale.forall(32)(np.zeros(32, np.float32), 2.0)
scale.py_func(np.zeros(32, np.float32), "no number")  # E: arg-type
clear.inspect_asm()
types.Array(types.float64, 1, "C")
assert_type(types.int64[:, ::1], types.Array)
assert_type(float64(int32, float64), Signature)
half_of_one: float = float64(0.5)
assert_type(config.NUMBA_NUM_THREADS, int)
assert_type(config.CPU_NAME, str | None)
config.DISABLE_JIT = True
config.NUMBER_OF_THREADS  # E: attr-defined
