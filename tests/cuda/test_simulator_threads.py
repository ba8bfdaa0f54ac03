"""Simulated kernels: positions, barriers, shared memory, launches."""

import numpy as np
import pytest

from coluber import cuda
from coluber.core.errors import NumbaWarning

from .simulated import kernel


def test_every_thread_of_three_dimensions_runs_once():
    @kernel
    def fill(a):
        x, y, z = cuda.grid(3)
        assert (x, y) == cuda.grid(2)
        assert x == cuda.grid(1)
        assert x == cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
        assert cuda.gridsize(3) == a.shape
        assert (cuda.gridDim.x, cuda.gridDim.y, cuda.gridDim.z) == (2, 3, 4)
        a[x, y, z] += 1

    a = np.zeros((4, 9, 8), int)
    fill[(2, 3, 4), (2, 3, 2)](a)
    assert (a == 1).all()


def test_lanes_and_warps():
    @kernel
    def lanes(a):
        a[cuda.grid(1)] = cuda.laneid + 100 * (cuda.threadIdx.x // cuda.warpsize)

    a = np.zeros(80, int)
    lanes[1, 80](a)
    np.testing.assert_array_equal(a, np.arange(80) % 32 + 100 * (np.arange(80) // 32))


def test_a_tree_reduction_in_shared_memory():
    @kernel
    def total(a, out):
        part = cuda.shared.array(64, np.float64)
        i = cuda.threadIdx.x
        part[i] = a[cuda.grid(1)]
        cuda.syncthreads()
        step = 32
        while step > 0:
            if i < step:
                part[i] += part[i + step]
            cuda.syncthreads()
            step //= 2
        if i == 0:
            out[cuda.blockIdx.x] = part[0]

    a = np.random.default_rng(1).random(64 * 5)
    out = np.zeros(5)
    total[5, 64](a, out)
    np.testing.assert_allclose(out, a.reshape(5, 64).sum(axis=1))


def test_a_tiled_matrix_product():
    size = 4

    @kernel
    def product(a, b, c):
        left = cuda.shared.array((size, size), np.float32)
        right = cuda.shared.array((size, size), np.float32)
        x, y = cuda.grid(2)
        i, j = cuda.threadIdx.x, cuda.threadIdx.y
        total = np.float32(0)
        for tile in range(a.shape[1] // size):
            left[i, j] = a[x, j + tile * size]
            right[i, j] = b[i + tile * size, y]
            cuda.syncthreads()
            for k in range(size):
                total += left[i, k] * right[k, j]
            cuda.syncthreads()
        c[x, y] = total

    rng = np.random.default_rng(2)
    a, b = rng.random((8, 12), np.float32), rng.random((12, 4), np.float32)
    c = np.zeros((8, 4), np.float32)
    product[(2, 1), (size, size)](a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)


def test_counting_barriers():
    @kernel
    def count(out):
        i = cuda.threadIdx.x
        out[i] = cuda.syncthreads_count(i % 3 == 0), cuda.syncthreads_and(i < 40), cuda.syncthreads_or(i == 7)

    out = np.zeros((40, 3), int)
    count[1, 40](out)
    assert (out == [14, 1, 1]).all()


def test_threads_that_have_ended_are_not_waited_for():
    @kernel
    def early(out, n):
        i = cuda.threadIdx.x
        if i >= n:
            return
        out[i] = cuda.syncthreads_count(True)

    out = np.zeros(64, int)
    early[1, 64](out, 50)
    np.testing.assert_array_equal(out, [50] * 50 + [0] * 14)


def test_shared_memory_belongs_to_a_block_and_a_place():
    @kernel
    def places(out):
        first = cuda.shared.array(2, np.int32)
        second = cuda.shared.array(2, np.int32)
        if cuda.threadIdx.x == 0:
            first[:] = cuda.blockIdx.x
            second[:] = 10 + cuda.blockIdx.x
        cuda.syncthreads()
        out[cuda.grid(1)] = first[0] * 100 + second[1]

    out = np.zeros(4, int)
    places[2, 2](out)
    assert out.tolist() == [10, 10, 111, 111]


def test_dynamic_shared_memory_is_one_room():
    @kernel
    def dynamic(out):
        words = cuda.shared.array(0, np.int32)
        floats = cuda.shared.array(0, np.float32)
        out[0], out[1] = words.size, floats.size
        floats[3] = 1.0
        out[2] = words[3]

    out = np.zeros(3, np.int64)
    dynamic[1, 1, 0, 64](out)
    assert out.tolist() == [16, 16, int(np.float32(1).view(np.int32))]


def test_local_and_constant_arrays():
    table = np.arange(10) * 1.5

    @kernel
    def own(out):
        i = cuda.threadIdx.x
        mine = cuda.local.array(4, np.float64)
        constant = cuda.const.array_like(table)
        mine[:] = i
        cuda.syncthreads()
        out[i] = mine[3] + constant[i]

    out = np.zeros(10)
    own[1, 10](out)
    np.testing.assert_array_equal(out, np.arange(10) + table)


def test_constant_arrays_are_not_written():
    table = np.zeros(3)

    @kernel
    def write():
        cuda.const.array_like(table)[0] = 1

    with pytest.raises(ValueError, match="read-only"):
        write[1, 1]()


def test_records_have_their_fields_as_attributes():
    point = np.dtype([("x", np.float32), ("n", np.int16)])

    @kernel
    def fields(points, out):
        i = cuda.threadIdx.x
        room = cuda.shared.array(4, point)
        room[i].x = points[i].x * 2
        points[i].n = i
        cuda.syncthreads()
        out[i] = room[3 - i].x

    points = np.zeros(4, point)
    points["x"] = [1, 2, 3, 4]
    out = np.zeros(4)
    fields[1, 4](points, out)
    assert out.tolist() == [8, 6, 4, 2]
    assert points["n"].tolist() == [0, 1, 2, 3]


def test_vectors_in_shared_memory():
    @kernel
    def vectors(out):
        i = cuda.threadIdx.x
        room = cuda.shared.array(2, cuda.float32x3)
        room[i] = cuda.float3(i, cuda.float2(2, 3))
        cuda.syncthreads()
        other = cuda.float3(room[1 - i])
        out[i] = other.x + other.y * other.z

    out = np.zeros(2)
    vectors[1, 2](out)
    assert out.tolist() == [7, 6]


def test_the_grid_barrier_waits_for_all_blocks():
    @kernel
    def grids(a, out):
        i = cuda.grid(1)
        a[i] = i
        cuda.cg.this_grid().sync()
        out[i] = a[a.size - 1 - i]
        cuda.cg.this_grid().sync()
        a[i] = out[(i + 1) % a.size]

    a, out = np.zeros(12, int), np.zeros(12, int)
    grids[3, 4](a, out)
    np.testing.assert_array_equal(out, np.arange(12)[::-1])
    np.testing.assert_array_equal(a, np.roll(out, -1))


def test_device_functions_return_values():
    @kernel(device=True)
    def twice(x):
        return 2 * x

    @kernel
    def use(a):
        a[cuda.grid(1)] = twice(cuda.grid(1))

    a = np.zeros(6, int)
    use[2, 3](a)
    assert a.tolist() == [0, 2, 4, 6, 8, 10]
    with pytest.raises(TypeError, match="device function"):
        twice[1, 1](1)
    with pytest.raises(TypeError, match="from kernels only"):
        twice(1)


def test_device_functions_have_shared_memory_of_their_own():
    @kernel(device=True)
    def rotate(x):
        room = cuda.shared.array(8, np.int64)
        room[cuda.threadIdx.x] = x
        cuda.syncthreads()
        return room[(cuda.threadIdx.x + 1) % 8]

    @kernel
    def use(a):
        i = cuda.threadIdx.x
        a[i] = rotate(a[i])

    a = np.arange(8)
    use[1, 8](a)
    np.testing.assert_array_equal(a, np.roll(np.arange(8), -1))


def test_forall_has_enough_threads():
    @kernel
    def fill(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = i

    for tpb in (0, 7):
        a = np.full(300, -1)
        fill.forall(a.size, tpb=tpb)(a)
        np.testing.assert_array_equal(a, np.arange(300))
    fill.forall(0)(np.zeros(0))


def test_keywords_and_defaults():
    @kernel
    def fill(a, value=2, *, extra=1):
        a[cuda.grid(1)] = value + extra

    a = np.zeros(4)
    fill[1, 4](a)
    assert (a == 3).all()
    fill[1, 4](value=5, a=cuda.In(a), extra=2)
    assert (a == 3).all()
    fill[1, 4](extra=2, a=a)
    assert (a == 4).all()


def test_positions_are_numbers_in_texts():
    texts = []

    @kernel
    def say():
        texts.append(f"{cuda.laneid} {cuda.laneid:02d} {cuda.warpsize} {cuda.threadIdx}")

    say[1, 2]()
    assert texts == ["0 00 32 (0, 0, 0)", "1 01 32 (1, 0, 0)"]
    assert str(cuda.laneid) == "<cuda.laneid>"


def test_launches_are_checked():
    @kernel
    def empty():
        pass

    with pytest.warns(NumbaWarning, match="without a launch configuration"):
        empty()
    with pytest.raises(ValueError, match="the size of the grid"):
        empty[1,]
    with pytest.raises(ValueError, match="one to three integers"):
        empty[(1, 1, 1, 1), 1]
    with pytest.raises(cuda.CudaAPIError, match="2048 threads, more than 1024"):
        empty[1, (1024, 2)]
    with pytest.raises(AttributeError, match="compiled code"):
        _ = empty.inspect_asm


def test_kernels_return_nothing():
    @kernel
    def result():
        return 1

    with pytest.raises(TypeError, match="a kernel must return nothing"):
        result[1, 1]()


def test_kernels_launch_no_kernels():
    @kernel
    def inner():
        pass

    @kernel
    def outer():
        inner[1, 1]()

    with pytest.raises(RuntimeError, match="kernels can't launch kernels"):
        outer[1, 1]()


def test_device_arrays_and_hints():
    @kernel
    def add(a, b, c):
        i = cuda.grid(1)
        a[i] += 1
        b[i] += 1
        c[i] = a[i] + b[i]

    device = cuda.to_device(np.arange(4.0))
    read, written = np.ones(4), np.zeros(4)
    add[2, 2](device, cuda.In(read), cuda.Out(written))
    assert device.copy_to_host().tolist() == [1, 2, 3, 4]
    assert read.tolist() == [1, 1, 1, 1]
    assert written.tolist() == [3, 4, 5, 6]


def test_extensions_prepare_arguments():
    class Extension:
        def prepare_args(self, ty, value, stream, retr):
            if isinstance(value, list):
                array = np.array(value)
                retr.append(lambda: value.__setitem__(slice(None), array.tolist()))
                return ty, array
            return ty, value

    @kernel(extensions=[Extension()])
    def double(a):
        a[cuda.grid(1)] *= 2

    values = [1, 2, 3]
    double[1, 3](values)
    assert values == [2, 4, 6]


def test_settings_of_numpy_reach_the_threads():
    @kernel
    def divide(a):
        a[0] = a[1] / a[0]

    a = np.zeros(2)
    with np.errstate(all="ignore"):
        divide[1, 1](a)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        divide[1, 1](np.array([0.0, 1.0]))


def test_threads_of_the_system_launch_on_their_own():
    from concurrent.futures import ThreadPoolExecutor

    @kernel
    def turn(a):
        room = cuda.shared.array(16, np.int64)
        i = cuda.threadIdx.x
        room[i] = a[i]
        cuda.syncthreads()
        a[i] = room[(i + 1) % 16]

    def launch(number):
        a = np.arange(16) + number
        for _ in range(20):
            turn[1, 16](a)
        return a

    with ThreadPoolExecutor(4) as pool:
        for number, a in enumerate(pool.map(launch, range(8))):
            np.testing.assert_array_equal(a, np.roll(np.arange(16) + number, -20))


def test_cooperative_launches_are_possible():
    assert kernel(lambda: None).overloads[()].max_cooperative_grid_blocks(32) > 1


def test_a_thread_may_wait_for_another_in_a_loop():
    @kernel
    def signal(flag, out):
        if cuda.threadIdx.x == 0:
            while cuda.atomic.add(flag, 0, 0) == 0:
                pass
            out[0] = 1
        elif cuda.threadIdx.x == 40:
            cuda.nanosleep(100)
            cuda.atomic.add(flag, 0, 1)

    flag, out = np.zeros(1, np.int32), np.zeros(1, np.int32)
    signal[1, 64](flag, out)
    assert out[0] == 1


def test_a_block_may_wait_for_another_in_a_loop():
    @kernel
    def chain(flag, out):
        while cuda.atomic.add(flag, 0, 0) < cuda.gridDim.x - 1 - cuda.blockIdx.x:
            cuda.nanosleep(10)
        out[flag[0]] = cuda.blockIdx.x
        cuda.atomic.add(flag, 0, 1)

    flag, out = np.zeros(1, np.int32), np.zeros(4, np.int32)
    chain[4, 1](flag, out)
    assert out.tolist() == [3, 2, 1, 0]
