"""Kernels whose threads wait for each other, compared with NumPy: loops, conditions, early ends, single warps, local arrays."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, float64, int32, int64
from coluber.cuda.kernel.sync import sync_grid

WIDTH = 8


@cuda.jit
def product(a, b, out):
    rows = cuda.shared.array((WIDTH, WIDTH), float64)
    columns = cuda.shared.array((WIDTH, WIDTH), float64)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = 0.0
    for tile in range((a.shape[1] + WIDTH - 1) // WIDTH):
        rows[ty, tx] = 0.0
        columns[ty, tx] = 0.0
        if y < a.shape[0] and tx + tile * WIDTH < a.shape[1]:
            rows[ty, tx] = a[y, tx + tile * WIDTH]
        if x < b.shape[1] and ty + tile * WIDTH < b.shape[0]:
            columns[ty, tx] = b[ty + tile * WIDTH, x]
        cuda.syncthreads()
        for k in range(WIDTH):
            total += rows[ty, k] * columns[k, tx]
        cuda.syncthreads()
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = total


@pytest.mark.parametrize("shape", [(8, 8, 8), (20, 33, 7), (1, 50, 3)])
def test_matrix_product_in_tiles(shape):
    m, n, k = shape
    a, b = np.arange(m * k).reshape(m, k) % 11 * 0.5, np.arange(k * n).reshape(k, n) % 7 * 0.25
    out = np.zeros((m, n))
    product[((n + 7) // 8, (m + 7) // 8), (8, 8)](a, b, out)
    assert np.array_equal(out, a @ b)


@cuda.jit
def running_sum(a, out):
    """Hillis and Steele: two arrays take turns."""
    first = cuda.shared.array(256, int64)
    second = cuda.shared.array(256, int64)
    t = cuda.threadIdx.x
    first[t] = a[t]
    cuda.syncthreads()
    step = 1
    while step < cuda.blockDim.x:
        value = first[t]
        if t >= step:
            value += first[t - step]
        second[t] = value
        cuda.syncthreads()
        first[t] = second[t]
        cuda.syncthreads()
        step *= 2
    out[t] = first[t]


@pytest.mark.parametrize("count", [1, 2, 31, 64, 200, 256])
def test_running_sum(count):
    a = np.arange(count) * 3 - 50
    out = np.zeros(count, np.int64)
    running_sum[1, count](a, out)
    assert np.array_equal(out, np.cumsum(a))


@cuda.jit
def bitonic_sort(a):
    shared = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    shared[t] = a[t]
    cuda.syncthreads()
    size = 2
    while size <= 128:
        distance = size // 2
        while distance > 0:
            other = t ^ distance
            if other > t:
                up = (t & size) == 0
                if (shared[t] > shared[other]) == up:
                    shared[t], shared[other] = shared[other], shared[t]
            cuda.syncthreads()
            distance //= 2
        size *= 2
    a[t] = shared[t]


def test_bitonic_sort():
    a = (np.arange(128) * 7919 % 257).astype(np.int32)
    want = np.sort(a)
    bitonic_sort[1, 128](a)
    assert np.array_equal(a, want)


@cuda.jit
def block_sums(a, out):
    """Each warp by shuffles, then the first warp alone."""
    shared = cuda.shared.array(32, float64)
    i = cuda.grid(1)
    lane, warp = cuda.threadIdx.x % 32, cuda.threadIdx.x // 32
    value = a[i] if i < a.size else 0.0
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
    if lane == 0:
        shared[warp] = value
    cuda.syncthreads()
    if warp == 0:
        value = shared[lane] if lane < cuda.blockDim.x // 32 else 0.0
        for step in (16, 8, 4, 2, 1):
            value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
        if lane == 0:
            out[cuda.blockIdx.x] = value


@pytest.mark.parametrize("block", [32, 96, 256])
def test_one_warp_shuffles_alone(block):
    a = np.arange(1000.0)
    blocks = (1000 + block - 1) // block
    out = np.zeros(blocks)
    block_sums[blocks, block](a, out)
    padded = np.zeros(blocks * block)
    padded[:1000] = a
    assert np.array_equal(out, padded.reshape(blocks, block).sum(1))


@cuda.jit
def compact(a, out, counter):
    """Each warp reserves room for those of its lanes that have something."""
    i = cuda.grid(1)
    wanted = i < a.size and a[min(i, a.size - 1)] % 3 == 0
    votes = cuda.ballot_sync(0xFFFFFFFF, wanted)
    lane = cuda.laneid
    start = 0
    if lane == 0:
        start = cuda.atomic.add(counter, 0, cuda.popc(votes))
    start = cuda.shfl_sync(0xFFFFFFFF, start, 0)
    if wanted:
        out[start + cuda.popc(votes & ((1 << lane) - 1))] = a[i]


@pytest.mark.emulator_alone("blocks may reserve their rooms in any order")
def test_ballots_and_atomics():
    a = np.arange(500)
    out, counter = np.zeros(500, np.int64), np.zeros(1, np.int64)
    compact[4, 128](a, out, counter)
    want = a[a % 3 == 0]
    assert counter[0] == want.size
    assert np.array_equal(np.sort(out[: want.size]), want)


@cuda.jit
def leave_in_a_loop(a, out):
    shared = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    for step in range(10):
        shared[t] = a[t] + step
        cuda.syncthreads()
        seen = shared[(t + 16) % 64]
        cuda.syncthreads()
        if step == t % 16:
            out[t] = seen
            return
    out[t] = -1


def test_threads_leave_a_loop_one_after_the_other():
    a = np.arange(64) * 10
    out = np.zeros(64, np.int64)
    leave_in_a_loop[1, 64](a, out)
    step = np.arange(64) % 16
    assert np.array_equal(out, np.where(step < 10, a[(np.arange(64) + 16) % 64] + step, -1))


@cuda.jit
def uniform_choice(a, out, mode):
    shared = cuda.shared.array(40, float64)
    t = cuda.threadIdx.x
    shared[t] = a[t]
    if mode > 0:
        cuda.syncthreads()
        value = shared[cuda.blockDim.x - 1 - t]
        if mode > 1:
            cuda.syncthreads()
            shared[t] = value * 2
            cuda.syncthreads()
            value = shared[(t + 1) % cuda.blockDim.x]
    else:
        value = -shared[t]
    out[t] = value


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_barriers_under_conditions_that_all_threads_share(mode):
    a = np.arange(40.0)
    out = np.zeros(40)
    uniform_choice[1, 40](a, out, mode)
    want = [-a, a[::-1], np.roll(a[::-1] * 2, -1)][mode]
    assert np.array_equal(out, want)


@cuda.jit
def counted(a, out):
    t = cuda.threadIdx.x
    out[t, 0] = cuda.syncthreads_count(a[t] > 3)
    out[t, 1] = cuda.syncthreads_and(a[t] >= 0)
    out[t, 2] = cuda.syncthreads_or(a[t] > 100)


def test_barriers_that_count():
    a = np.arange(45) % 10
    out = np.zeros((45, 3), np.int64)
    counted[1, 45](a, out)
    assert np.array_equal(out, np.tile([np.count_nonzero(a > 3), 1, 0], (45, 1)))


@cuda.jit(device=True)
def rotated(values, t, by):
    """Waits, and has shared memory of its own."""
    shared = cuda.shared.array(64, float64)
    shared[t] = values
    cuda.syncthreads()
    result = shared[(t + by) % cuda.blockDim.x]
    cuda.syncthreads()
    return result


@cuda.jit
def rotate_twice(a, out):
    t = cuda.threadIdx.x
    out[t] = rotated(rotated(a[t], t, 1), t, 5) + a[t]


def test_device_functions_that_wait():
    a = np.arange(50.0) ** 2
    out = np.zeros(50)
    rotate_twice[1, 50](a, out)
    assert np.array_equal(out, np.roll(a, -6) + a)


@cuda.jit
def in_three_dimensions(out):
    shared = cuda.shared.array((2, 3, 4), int64)
    x, y, z = cuda.threadIdx.x, cuda.threadIdx.y, cuda.threadIdx.z
    shared[z, y, x] = 100 * z + 10 * y + x
    cuda.syncthreads()
    out[z, y, x] = shared[1 - z, 2 - y, 3 - x]


def test_blocks_of_three_dimensions():
    out = np.zeros((2, 3, 4), np.int64)
    in_three_dimensions[1, (4, 3, 2)](out)
    z, y, x = np.indices((2, 3, 4))
    assert np.array_equal(out, 100 * (1 - z) + 10 * (2 - y) + 3 - x)


@cuda.jit
def tuples_across(a, out):
    t = cuda.threadIdx.x
    pair = (a[t] * 2, a[t] > 5)
    value = complex(a[t], 1.0)
    cuda.syncthreads()
    out[t] = pair[0] + (100 if pair[1] else 0) + value.real * value.imag


def test_tuples_and_complex_numbers_live_across_barriers():
    a = np.arange(33.0)
    out = np.zeros(33)
    tuples_across[1, 33](a, out)
    assert np.array_equal(out, a * 3 + np.where(a > 5, 100, 0))


@cuda.jit
def smooth(a, b, rounds):
    """All blocks wait for each other between the rounds."""
    i = cuda.grid(1)
    for step in range(rounds):
        source, target = (a, b) if step % 2 == 0 else (b, a)
        left, right = source[max(i - 1, 0)], source[min(i + 1, a.size - 1)]
        target[i] = (left + right) / 2 + step
        sync_grid()


def smooth_by_numpy(a, rounds):
    a = a.copy()
    for step in range(rounds):
        padded = np.pad(a, 1, mode="edge")
        a = (padded[:-2] + padded[2:]) / 2 + step
    return a


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_blocks_wait_for_each_other(rounds):
    a = np.arange(96.0) % 13
    b = np.zeros(96)
    want = smooth_by_numpy(a, rounds)
    smooth[3, 32](a, b, rounds)
    assert np.array_equal(b if rounds % 2 else a, want)
