"""What the package has in Python for CUDA (reductions, random numbers, array functions, records) with simulated kernels."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("greenlet")

PROGRAM = """
import numpy as np
from coluber import cuda, guvectorize, vectorize
from coluber.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float64

total = cuda.reduce(lambda a, b: a + b)
a = np.arange(1000.0)
assert total(a) == a.sum() and total(cuda.to_device(a), size=10, init=5) == 50
out = cuda.to_device(np.zeros(1))
assert total(a, res=out) is None and out.copy_to_host()[0] == a.sum()
assert total(a[:0], init=3) == 3


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float64(states, i)


drawn = np.zeros(40)
states = create_xoroshiro128p_states(40, seed=1)
bits = [(int(s["s0"]) + int(s["s1"])) % 2**64 for s in states.copy_to_host()]
draw[2, 32](states, drawn)
assert list(drawn) == [(b >> 11) * 2.0**-53 for b in bits]


@vectorize(["float64(float64, float64)"], target="cuda")
def add(x, y):
    return x + y


assert np.array_equal(add(a[:6].reshape(2, 3), [1, 2, 3]), a[:6].reshape(2, 3) + [1, 2, 3])
assert add.reduce(a) == a.sum()


@guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="cuda")
def largest(x, out):
    out[0] = x.max()


assert np.array_equal(largest(a[:12].reshape(3, 4)), [3, 7, 11])

point = np.dtype([("x", "i4"), ("y", "f8")])


@cuda.jit
def scale(points, by):
    i = cuda.grid(1)
    if i < points.size:
        points[i].y *= by.x
        points[i]["x"] = i


points = np.zeros(10, point)
points["y"] = 2
scale[1, 32](points, np.array([(3, 0)], point)[0])
assert np.all(points["y"] == 6) and np.array_equal(points["x"], np.arange(10))
print("done")
"""


def test_in_the_simulator():
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=300)
    assert done.stdout == "done\n", done.stderr
