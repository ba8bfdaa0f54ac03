"""``cuda.random``, compared with the algorithm in Python's integers, and with states that Numba makes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import cuda, njit
from coluber.cuda import random as source
from coluber.cuda.random import create_xoroshiro128p_states, init_xoroshiro128p_states, xoroshiro128p_dtype

MASK = 2**64 - 1


def splitmix(seed):
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def rotate(x, k):
    return (x << k | x >> (64 - k)) & MASK


class Model:
    """The generator in Python's integers."""

    def __init__(self, s0, s1):
        self.s0, self.s1 = s0, s1

    def next(self):
        result = (self.s0 + self.s1) & MASK
        mixed = self.s1 ^ self.s0
        self.s0, self.s1 = rotate(self.s0, 55) ^ mixed ^ (mixed << 14 & MASK), rotate(mixed, 36)
        return result

    def jump(self):
        t0 = t1 = 0
        for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
            for bit in range(64):
                if word >> bit & 1:
                    t0, t1 = t0 ^ self.s0, t1 ^ self.s1
                self.next()
        self.s0, self.s1 = t0, t1


def models(count, seed, start=0):
    z = splitmix(seed)
    model = Model(z, z)
    for _ in range(start):
        model.jump()
    for _ in range(count):
        yield Model(model.s0, model.s1)
        model.jump()


SEEDS = [0, 1, 42, 12345678901234567, 2**63, 2**64 - 1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", [0, 1, 5])
def test_states(seed, start):
    states = create_xoroshiro128p_states(6, seed, subsequence_start=start)
    assert states.dtype == xoroshiro128p_dtype
    expected = [(model.s0, model.s1) for model in models(6, seed, start)]
    assert states.copy_to_host().tolist() == expected


def test_states_that_numba_makes():
    first = create_xoroshiro128p_states(2, seed=1).copy_to_host().tolist()
    assert first == [(10451216379200822465, 10451216379200822465), (8341117667364343960, 7824662623250379246)]
    fifth = create_xoroshiro128p_states(2, seed=42, subsequence_start=5).copy_to_host().tolist()
    assert fifth == [(9453079810665557108, 16242466236478186356), (2597645069605232943, 1167954634385444535)]


def test_setting_states_again():
    states = cuda.device_array(10, dtype=xoroshiro128p_dtype)
    init_xoroshiro128p_states(states, 7)
    assert np.array_equal(states.copy_to_host(), create_xoroshiro128p_states(10, 7).copy_to_host())
    init_xoroshiro128p_states(cuda.device_array(0, dtype=xoroshiro128p_dtype), 7)
    with pytest.raises(OverflowError):
        init_xoroshiro128p_states(states, -1)


def drawing(name):
    draw = getattr(source, name)

    @cuda.jit
    def kernel(states, out):
        i = cuda.grid(1)
        if i < states.size:
            for k in range(out.shape[1]):
                out[i, k] = draw(states, i)

    return kernel


def draw(name, dtype, count=50, each=7, seed=3):
    out = np.zeros((count, each), dtype)
    drawing(name)[2, 32](create_xoroshiro128p_states(count, seed), out)
    return out


def bits(count=50, each=7, seed=3):
    return np.array([[model.next() for _ in range(each)] for model in models(count, seed)], np.uint64)


def test_next():
    assert np.array_equal(draw("xoroshiro128p_next", np.uint64), bits())


def test_uniform():
    expected = (bits() >> np.uint64(11)) * 2.0**-53
    assert np.array_equal(draw("xoroshiro128p_uniform_float64", np.float64), expected)
    assert np.array_equal(draw("xoroshiro128p_uniform_float32", np.float32), expected.astype(np.float32))


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-14), (np.float32, 1e-5)])
def test_normal(dtype, tolerance):
    uniform = ((bits(each=8) >> np.uint64(11)) * 2.0**-53).astype(dtype).astype(np.float64)
    expected = np.sqrt(-2 * np.log(uniform[:, ::2])) * np.cos(2 * math.pi * uniform[:, 1::2])
    result = draw(f"xoroshiro128p_normal_{np.dtype(dtype)}", dtype, each=4)
    assert np.allclose(result, expected, rtol=tolerance, atol=tolerance)


def test_jump_and_single_states_in_kernels():
    @cuda.jit
    def kernel(states, seed):
        i = cuda.grid(1)
        if i < states.size:
            source.init_xoroshiro128p_state(states, i, seed + i)
            source.xoroshiro128p_jump(states, i)

    states = cuda.device_array(3, dtype=xoroshiro128p_dtype)
    kernel[1, 32](states, 10)
    expected = [next(iter(models(1, 10 + i, start=1))) for i in range(3)]
    assert states.copy_to_host().tolist() == [(model.s0, model.s1) for model in expected]


def test_on_the_processor():
    states = create_xoroshiro128p_states(2, 9).copy_to_host()
    uniform = source.xoroshiro128p_uniform_float64

    @njit
    def mean(states, count):
        total = 0.0
        for _ in range(count):
            total += uniform(states, 1)
        return total / count

    assert abs(mean(states, 100_000) - 0.5) < 0.005


def test_pi():
    draw = source.xoroshiro128p_uniform_float32

    @cuda.jit
    def compute_pi(rng_states, iterations, out):
        tid = cuda.grid(1)
        inside = 0
        for _ in range(iterations):
            x = draw(rng_states, tid)
            y = draw(rng_states, tid)
            if x**2 + y**2 <= 1.0:
                inside += 1
        out[tid] = 4.0 * inside / iterations

    out = np.zeros(24 * 64, np.float32)
    compute_pi[24, 64](create_xoroshiro128p_states(out.size, seed=1), 1000, out)
    assert abs(out.mean() - math.pi) < 0.005
