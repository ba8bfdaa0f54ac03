"""`COLUBER_CUDA_CHECK` on correct kernels: nothing is reported, and the results are right."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, float32, float64, int8, int32, int64
from coluber.core import config
from coluber.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float64

FULL = 0xFFFFFFFF


@pytest.fixture(autouse=True)
def _check(monkeypatch):
    monkeypatch.setattr(config, "CUDA_CHECK", 1)


def test_transpose_in_tiles():
    @cuda.jit
    def transpose(a, out):
        tile = cuda.shared.array((8, 9), float32)
        x, y = cuda.grid(2)
        tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
        if y < a.shape[0] and x < a.shape[1]:
            tile[ty, tx] = a[y, x]
        cuda.syncthreads()
        x = cuda.blockIdx.y * 8 + tx
        y = cuda.blockIdx.x * 8 + ty
        if y < out.shape[0] and x < out.shape[1]:
            out[y, x] = tile[tx, ty]

    a = np.arange(20 * 27, dtype=np.float32).reshape(20, 27)
    out = np.zeros((27, 20), np.float32)
    transpose[(4, 3), (8, 8)](a, out)
    assert np.array_equal(out, a.T)


def test_tree_reduction_and_an_atomic_sum():
    @cuda.jit
    def total(a, out):
        part = cuda.shared.array(64, float64)
        i, t = cuda.grid(1), cuda.threadIdx.x
        part[t] = a[i] if i < a.size else 0.0
        cuda.syncthreads()
        step = 32
        while step > 0:
            if t < step:
                part[t] += part[t + step]
            cuda.syncthreads()
            step //= 2
        if t == 0:
            cuda.atomic.add(out, 0, part[0])

    a, out = np.arange(300.0), np.zeros(1)
    total[5, 64](a, out)
    assert out[0] == a.sum()


def test_histogram():
    @cuda.jit
    def histogram(a, bins):
        own = cuda.shared.array(16, int32)
        t = cuda.threadIdx.x
        if t < 16:
            own[t] = 0
        cuda.syncthreads()
        for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
            cuda.atomic.add(own, a[i], 1)
        cuda.syncthreads()
        if t < 16:
            cuda.atomic.add(bins, t, own[t])

    a = np.random.default_rng(1).integers(0, 16, 1000)
    bins = np.zeros(16, np.int32)
    histogram[4, 32](a, bins)
    assert np.array_equal(bins, np.bincount(a, minlength=16))


def test_warps_that_shuffle_and_vote():
    @cuda.jit
    def sums(a, out, votes):
        parts = cuda.shared.array(4, float64)
        t = cuda.threadIdx.x
        value = a[t]
        for k in range(5):
            value += cuda.shfl_xor_sync(FULL, value, 1 << k)
        if t % 32 == 0:
            parts[t // 32] = value
        cuda.syncthreads()
        if t < 32:
            value = parts[t] if t < 4 else 0.0
            for k in range(2):
                value += cuda.shfl_down_sync(FULL, value, 2 >> k)
            if t == 0:
                out[0] = value
        ballot = cuda.ballot_sync(FULL, a[t] > 40)
        if t % 32 == 0:
            votes[t // 32] = cuda.popc(ballot)
        count = cuda.syncthreads_count(a[t] > 40)
        if t == 5:
            votes[4] = count

    a, out, votes = np.arange(128.0), np.zeros(1), np.zeros(5, np.int64)
    sums[1, 128](a, out, votes)
    assert out[0] == a.sum()
    assert votes.tolist() == [0, 23, 32, 32, 87]


def test_lanes_that_wait_with_syncwarp():
    @cuda.jit
    def warp_sums(a, out):
        part = cuda.shared.array(128, float64)
        t = cuda.threadIdx.x
        lane = t % 32
        part[t] = a[t]
        cuda.syncwarp()
        step = 16
        while step > 0:
            if lane < step:
                part[t] += part[t + step]
            cuda.syncwarp()
            step //= 2
        # Without a condition the read has to be before the write of the next lane.
        value = part[t ^ 1]
        cuda.syncwarp()
        part[t] = value
        cuda.syncwarp()
        if lane == 1:
            out[t // 32] = part[t]

    a, out = np.arange(128.0), np.zeros(4)
    warp_sums[1, 128](a, out)
    assert np.array_equal(out, a.reshape(4, 32).sum(axis=1))


def test_halves_of_a_warp_wait_with_their_own_masks():
    @cuda.jit
    def halves(a):
        part = cuda.shared.array(32, int64)
        t = cuda.threadIdx.x
        part[t] = a[t]
        if t < 16:
            cuda.syncwarp(0x0000FFFF)
            a[t] = part[15 - t]
        else:
            cuda.syncwarp(0xFFFF0000)
            a[t] = part[47 - t]
        cuda.syncwarp()
        part[t] = 0

    a = np.arange(32)
    halves[1, 32](a)
    assert np.array_equal(a, np.concatenate([np.arange(16)[::-1], np.arange(16, 32)[::-1]]))


def test_stencil_whose_threads_return_early():
    @cuda.jit
    def stencil(a, out):
        x, y = cuda.grid(2)
        if x == 0 or y == 0 or x >= a.shape[1] - 1 or y >= a.shape[0] - 1:
            return
        out[y, x] = (a[y, x - 1] + a[y, x + 1] + a[y - 1, x] + a[y + 1, x]) / 4

    a = np.random.default_rng(2).random((19, 30))
    out = np.zeros_like(a)
    stencil[(4, 3), (8, 8)](a, out)
    assert np.allclose(out[1:-1, 1:-1], (a[1:-1, :-2] + a[1:-1, 2:] + a[:-2, 1:-1] + a[2:, 1:-1]) / 4)


def test_the_grid_waits():
    @cuda.jit
    def steps(a, b, rounds):
        grid = cuda.cg.this_grid()
        i = cuda.grid(1)
        for _ in range(rounds):
            b[i] = a[(i + 1) % a.size]
            grid.sync()
            a[i] = b[i]
            grid.sync()

    a, b = np.arange(24), np.zeros(24, np.int64)
    steps[3, 8](a, b, 5)
    assert np.array_equal(a, (np.arange(24) + 5) % 24)


def test_dynamic_shared_memory_of_two_types():
    @cuda.jit
    def both(a, out):
        floats = cuda.shared.array(0, float32)
        ints = cuda.shared.array(0, int32)
        t = cuda.threadIdx.x
        floats[t] = a[t]
        ints[t + 16] = t
        cuda.syncthreads()
        out[t] = floats[15 - t] + ints[31 - t]

    a, out = np.arange(16, dtype=np.float32), np.zeros(16)
    both[1, 16, 0, 128](a, out)
    assert np.array_equal(out, (15 - np.arange(16)) * 2)


def test_bytes_beside_each_other():
    @cuda.jit
    def store(a):
        tile = cuda.shared.array(40, int8)
        i = cuda.threadIdx.x
        tile[i] = i
        a[cuda.grid(1)] = tile[i]

    a = np.zeros(80, np.int8)
    store[2, 40](a)
    assert np.array_equal(a, np.tile(np.arange(40), 2))


def test_local_arrays_of_functions_and_complex_numbers():
    @cuda.jit(device=True)
    def sort(values):
        for i in range(1, values.size):
            for j in range(i, 0, -1):
                if values[j - 1] > values[j]:
                    values[j - 1], values[j] = values[j], values[j - 1]

    @cuda.jit
    def medians(a, out):
        own = cuda.local.array(5, float64)
        i = cuda.grid(1)
        for k in range(5):
            own[k] = a[(i + k) % a.size]
        sort(own)
        out[i] = complex(own[2], own[0])

    a = np.random.default_rng(3).random(40)
    out = np.zeros(40, np.complex128)
    medians[5, 8](a, out)
    windows = np.sort(np.array([np.roll(a, -k) for k in range(5)]), axis=0)
    assert np.array_equal(out, windows[2] + 1j * windows[0])


def test_the_last_block_sums():
    @cuda.jit
    def last_sums(a, partial, counter, out):
        last = cuda.shared.array(1, int32)
        part = cuda.shared.array(16, float64)
        t = cuda.threadIdx.x
        part[t] = a[cuda.grid(1)]
        cuda.syncthreads()
        if t == 0:
            partial[cuda.blockIdx.x] = part.sum()
            cuda.threadfence()
            last[0] = cuda.atomic.add(counter, 0, 1) == cuda.gridDim.x - 1
        cuda.syncthreads()
        if last[0]:
            if t < cuda.gridDim.x:
                part[t] = partial[t]
            else:
                part[t] = 0
            cuda.syncthreads()
            if t == 0:
                out[0] = part.sum()
                counter[0] = 0

    a, partial, counter, out = np.arange(128.0), np.zeros(8), np.zeros(1, np.int32), np.zeros(1)
    last_sums[8, 16](a, partial, counter, out)
    assert (out[0], counter[0]) == (a.sum(), 0)


def test_what_a_lock_protects():
    @cuda.jit
    def count(lock, total):
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        total[0] += 1
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)

    lock, total = np.zeros(1, np.int32), np.zeros(1)
    count[3, 8](lock, total)
    assert total[0] == 24


def test_records_random_numbers_and_whole_rows():
    dtype = np.dtype([("x", "f4"), ("y", "f8")])

    @cuda.jit
    def draw(states, points, rows):
        i = cuda.grid(1)
        points[i].x = xoroshiro128p_uniform_float64(states, i)
        points[i].y = points[i].x * 2
        rows[i, :] = rows[i] + points[i].y
        rows[i, 0] = rows[i].sum()

    points, rows = np.zeros(12, dtype), np.ones((12, 9))
    draw[3, 4](create_xoroshiro128p_states(12, seed=1), points, rows)
    assert np.array_equal(points["y"], points["x"] * 2.0)
    assert len(set(points["x"])) == 12


def test_what_coluber_makes():
    total = cuda.reduce(lambda a, b: a + b)
    assert total(np.arange(5000.0)) == np.arange(5000.0).sum()
