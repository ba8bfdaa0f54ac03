"""What a course for CUDA programmers shows: kernels, transfers, array functions, types, porting, tools, debugging."""

from __future__ import annotations

import gc
import math
import re
import time

import numpy as np
import pytest

from coluber import cuda, float32, float64, guvectorize, int32, int64, jit, njit, vectorize
from coluber.core.errors import TypingError
from coluber.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)


def escape(x, y, limit):
    c = complex(x, y)
    z = 0j
    for i in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return 255 * i // limit
    return 255


escape_on_host = njit(escape)
escape_on_device = cuda.jit(device=True)(escape)


@jit
def picture_on_host(low_x, high_x, low_y, high_y, image, limit):
    for x in range(image.shape[1]):
        for y in range(image.shape[0]):
            real = low_x + x * (high_x - low_x) / image.shape[1]
            imaginary = low_y + y * (high_y - low_y) / image.shape[0]
            image[y, x] = escape_on_host(real, imaginary, limit)


@cuda.jit
def picture(low_x, high_x, low_y, high_y, image, limit):
    x, y = cuda.grid(2)
    if x < image.shape[1] and y < image.shape[0]:
        real = low_x + x * (high_x - low_x) / image.shape[1]
        imaginary = low_y + y * (high_y - low_y) / image.shape[0]
        image[y, x] = escape_on_device(real, imaginary, limit)


@vectorize(["uint8(float64, float64, int64)"], target="cuda")
def pixel(x, y, limit):
    return escape_on_device(x, y, limit)


def test_the_same_picture_three_times():
    on_host = np.zeros((40, 60), np.uint8)
    on_device = np.zeros_like(on_host)
    picture_on_host(-2.0, 1.0, -1.0, 1.0, on_host, 20)
    configuration = (60 // 32 + 1, 40 // 32 + 1), (32, 32)
    picture[configuration](-2.0, 1.0, -1.0, 1.0, on_device, 20)
    assert np.array_equal(on_device, on_host)
    x, y = -2.0 + np.arange(60) * 3.0 / 60, -1.0 + np.arange(40) * 2.0 / 40
    assert np.array_equal(pixel(x, y[:, np.newaxis], 20), on_host)
    assert set(np.unique(on_host)) > {0, 255}


@cuda.jit
def add(r, x, y):
    i = cuda.grid(1)
    if i < len(r):
        r[i] = x[i] + y[i]


def test_transfers_that_are_asked_for():
    x = np.arange(10)
    r = np.zeros_like(x)
    add[1, 32](r, x, 2 * x)
    assert np.array_equal(r, 3 * x)
    on_device = cuda.device_array_like(x)
    add[1, 32](on_device, cuda.to_device(x), cuda.to_device(5 * x))
    assert np.array_equal(on_device.copy_to_host(), 6 * x)


def test_device_arrays_are_freed():
    a = cuda.device_array((64, 128), dtype=np.float32)
    assert (a.shape, a.dtype, a.nbytes) == ((64, 128), np.float32, 64 * 128 * 4)
    with cuda.defer_cleanup():
        before = cuda.current_context().get_memory_info().free
        del a
        gc.collect()
        assert cuda.current_context().get_memory_info().free <= before


def difference(x, y):
    return 2 * (x - y) / (x + y)


def test_signatures_are_tried_in_their_order():
    a = np.arange(1000, dtype=np.float32)
    b = 2 * a + 1
    exact = 2 * (a.astype(float) - b) / (a.astype(float) + b)
    narrow = vectorize([float32(float32, float32), float64(float64, float64)], target="cuda")(difference)
    wide = vectorize([float64(float64, float64), float32(float32, float32)], target="cuda")(difference)
    assert narrow(a, b).dtype == np.float32
    assert narrow(a.astype(float), b.astype(float)).dtype == np.float64
    assert np.allclose(narrow(a, b), exact, rtol=1e-5)
    assert np.allclose(wide(a, b), exact, rtol=1e-5)


@guvectorize([(int64[:], int64[:], int64[:])], "(n),()->(n)", target="cuda")
def add_number(x, y, result):
    for i in range(x.shape[0]):
        result[i] = x[i] + y[0]


@guvectorize([(float64[:, :], float64[:], float64[:])], "(m,n),(n)->(m)", target="cuda")
def product(matrix, vector, result):
    for i in range(matrix.shape[0]):
        total = 0.0
        for j in range(matrix.shape[1]):
            total += matrix[i, j] * vector[j]
        result[i] = total


@guvectorize([(float64[:], float64[:], float64[:])], "(n)->(),()", target="cuda")
def extremes(values, largest, smallest):
    largest[0] = smallest[0] = values[0]
    for value in values:
        largest[0] = max(largest[0], value)
        smallest[0] = min(smallest[0], value)


def test_functions_of_rows():
    rng = np.random.default_rng(2)
    table = np.arange(12).reshape(3, 4)
    assert np.array_equal(add_number(table, np.array([10, 20, 30])), table + [[10], [20], [30]])
    matrices, vectors = rng.random((5, 3, 4)), rng.random((5, 4))
    assert np.allclose(product(matrices, vectors), np.einsum("kij,kj->ki", matrices, vectors))
    largest, smallest = extremes(rng.random((6, 9)))
    assert np.all(largest > smallest)


def test_types_that_do_not_unify():
    @cuda.jit
    def kernel(x):
        for i in range(10):
            if i == 8:
                x = 10
            else:
                x[0] = 10

    with pytest.raises(TypingError, match=r"Cannot unify array\(int64, 1d, C\) and Literal\[int\]\(10\) for 'x"):
        kernel[1, 1](np.zeros(1, np.int64))


def test_an_index_too_many():
    @cuda.jit
    def kernel(x):
        x[0] = 10.0
        x[0, 0] = 2.0

    with pytest.raises(TypingError, match=r"cannot index array\(int64, 1d, C\) with 2 indices"):
        kernel[1, 1](np.zeros(1, np.int64))


def test_a_branch_that_types_decide():
    @njit
    def first_or_second(a, b, which):
        if which is None:
            return a
        return b

    @cuda.jit
    def kernel(out, b):
        out[0] = first_or_second(out[1], b, None)

    out = np.array([0, 7])
    kernel[1, 1](out, (1, 2))
    assert out[0] == 7
    assert first_or_second(1, (1, 2), True) == (1, 2)


def ptx_of(function, *types):
    return cuda.compile_ptx(function, types, cc=(7, 5))[0]


def test_a_constant_has_the_width_of_what_it_is_stored_to():
    def assign(x):
        x[0] = 2.0

    def increment(x):
        x[0] += 2.0

    assert ".f64" not in ptx_of(assign, float32[:])
    assert ".f64" not in ptx_of(increment, float32[:])


def test_wide_constants_widen_what_they_meet():
    def wide(x, y):
        x[0] += y[0] + 2.0

    def narrow(x, y):
        x[0] += y[0] + float32(2.0)

    assert "add.f64" in ptx_of(wide, float32[:], float32[:])
    assert ".f64" not in ptx_of(narrow, float32[:], float32[:])


def test_registers_are_limited():
    def work(x, y, a):
        a = y[0]
        b = 2.0
        c = y[1] / 6
        d = y[2] % 8
        e = y[3] * y[4]
        for _ in range(a):
            a += 2
            b -= c
            e *= d
            x[0] += a * b + c * d - e

    types = (float32[:], int64[:], int64)
    kernel = cuda.jit(max_registers=24)(work)
    kernel.compile(types)
    ((_, ptx),) = kernel.inspect_asm().items()
    assert re.search(r"\.maxnreg\s+24", ptx)
    assert kernel.get_regs_per_thread(types) > 0


def test_arithmetic_of_integers_is_wide():
    @cuda.jit
    def indices(x):
        i = cuda.grid(1)
        if i < x.shape[0]:
            for j in range(3):
                x[i, j] = (i * 2) + (j * 3)

    @cuda.jit
    def narrow_indices(x):
        i = cuda.grid(1)
        if i < int32(x.shape[0]):
            for j in range(int32(3)):
                x[i, j] = int32(int32(i) * int32(2)) + int32(int32(j) * int32(3))

    expected = 2 * np.arange(64)[:, np.newaxis] + 3 * np.arange(3)
    for kernel in (indices, narrow_indices):
        x = np.zeros((64, 3), np.int32)
        kernel[2, 32](x)
        assert np.array_equal(x, expected)


@cuda.jit
def centred(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        mean = float32(0.0)
        for j in range(x.shape[1]):
            mean += x[i, j]
        mean /= x.shape[1]
        for j in range(x.shape[1]):
            x[i, j] = x[i, j] / mean


@cuda.jit
def centred_by_arrays(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        mean = x[i, :].mean()
        x[i, :] /= mean


@pytest.mark.parametrize("kernel", [centred, centred_by_arrays])
def test_rows_divided_by_their_means(kernel):
    x = np.random.default_rng(3).uniform(1, 2, (20, 7)).astype(np.float32)
    expected = x / x.mean(axis=1, keepdims=True)
    kernel[1, 32](x)
    assert np.allclose(x, expected, rtol=1e-5)


@cuda.jit
def increment(a, value):
    for i in range(cuda.grid(1), len(a), cuda.gridsize(1)):
        a[i] += value


def test_work_of_a_stream_is_timed_by_events():
    stream = cuda.stream()
    a = cuda.pinned_array(2000, dtype=np.int32)
    a[:] = np.arange(2000)
    on_device = cuda.device_array_like(a, stream)
    start, stop = cuda.event(), cuda.event()
    begin = time.perf_counter()
    start.record(stream=stream)
    on_device.copy_to_device(a, stream=stream)
    increment[8, 64, stream](on_device, 5)
    on_device.copy_to_host(a, stream=stream)
    stop.record(stream=stream)
    while not stop.query():
        pass
    elapsed = 1000 * (time.perf_counter() - begin)
    stop.synchronize()
    assert 0 <= start.elapsed_time(stop) <= elapsed + 1
    assert cuda.event_elapsed_time(start, stop) == start.elapsed_time(stop)
    assert np.array_equal(a, np.arange(2000) + 5)
    with stream.auto_synchronize():
        increment[1, 64, stream](on_device, 1)
    assert np.array_equal(on_device.copy_to_host(), np.arange(2000) + 6)


@cuda.jit
def estimate_pi(states, count, out):
    thread = cuda.grid(1)
    inside = 0
    for _ in range(count):
        x = xoroshiro128p_uniform_float32(states, thread)
        y = xoroshiro128p_uniform_float32(states, thread)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[thread] = 4.0 * inside / count


def test_pi_by_random_points():
    states = create_xoroshiro128p_states(256, seed=1)
    out = np.zeros(256)
    estimate_pi[4, 64](states, 200, out)
    assert abs(out.mean() - math.pi) < 0.03
    again = np.zeros(256)
    estimate_pi[4, 64](create_xoroshiro128p_states(256, seed=1), 200, again)
    assert np.array_equal(out, again)


@cuda.jit
def draws(states, out):
    thread = cuda.grid(1)
    out[thread, 0] = xoroshiro128p_uniform_float64(states, thread)
    out[thread, 1] = xoroshiro128p_normal_float64(states, thread)


def test_distributions():
    out = np.zeros((2000, 2))
    draws[20, 100](create_xoroshiro128p_states(2000, seed=7), out)
    assert 0 <= out[:, 0].min() < 0.01 < 0.99 < out[:, 0].max() < 1
    assert abs(out[:, 1].mean()) < 0.1
    assert abs(out[:, 1].std() - 1) < 0.1


@cuda.reduce
def summed(a, b):
    return a + b


def test_reductions_to_the_host_and_on_the_device():
    a = np.arange(1234, dtype=np.float64) + 1
    assert summed(a) == a.sum()
    result = cuda.device_array(1, dtype=np.float64)
    summed(a, res=result)
    assert result.copy_to_host()[0] == a.sum()
    summed(cuda.to_device(a), res=result, init=5.0)
    assert result.copy_to_host()[0] == a.sum() + 5
    assert cuda.reduce(lambda a, b: max(a, b))(a, size=100) == 100


@cuda.jit
def rounded(column, out, places):
    i = cuda.grid(1)
    factor = 10**places
    if i < column.size:
        out[i] = cuda.libdevice.rint(column[i] * factor) / factor


def test_one_thread_for_each_element():
    values = np.random.default_rng(4).uniform(-5, 5, 1000)
    out = cuda.device_array_like(values)
    rounded.forall(len(values))(cuda.to_device(values), out, 3)
    assert np.allclose(out.copy_to_host(), np.round(values, 3))


class Foreign:
    """An object that says where its memory on the device is."""

    def __init__(self, shape, typestr, address):
        self._description = {"shape": shape, "typestr": typestr, "data": (address, False), "version": 2}

    @property
    def __cuda_array_interface__(self):
        """The description."""
        return self._description


@cuda.jit
def fill(x):
    i = cuda.grid(1)
    if i < len(x):
        x[i] = 3.14


@pytest.mark.emulator_alone("both would write to the memory of the object")
def test_memory_of_another_library():
    memory = cuda.device_array(32, np.float32)
    array = Foreign((32,), "<f4", memory.device_ctypes_pointer.value)
    fill[1, 64](array)
    assert np.all(memory.copy_to_host() == np.float32(3.14))
    view = cuda.as_cuda_array(array)
    assert cuda.is_cuda_array(array)
    assert np.all(view[:5].copy_to_host() == np.float32(3.14))


def test_division_by_zero_under_debug():
    @cuda.jit(debug=True, opt=False)
    def reciprocal(x):
        i = cuda.grid(1)
        if i < x.shape[0]:
            x[i] = 1 / x[i]

    with pytest.raises(ZeroDivisionError, match=r"tid=\[2, 0, 0\] ctaid=\[1, 0, 0\]: division by zero"):
        reciprocal[2, 4](np.array([1, 2, 3, 4, 5, 6, 0.0, 8]))
    x = np.array([1.0, 0, 4])
    with np.errstate(divide="ignore"):
        cuda.jit(reciprocal.py_func)[1, 4](x)
    assert x.tolist() == [1, math.inf, 0.25]


def test_an_index_one_too_far_under_debug():
    @cuda.jit(debug=True, opt=False)
    def add_one(x):
        i = cuda.grid(1)
        if i > x.shape[0]:
            return
        x[i] += 1

    x = np.zeros(10)
    with pytest.raises(IndexError, match=r"^tid=\[10, 0, 0\] ctaid=\[0, 0, 0\]: "):
        add_one[1, 32](x)
    assert np.all(x == 1)


def test_a_memory_manager_of_ones_own(fresh_python):
    code = """
    import ctypes
    import numpy as np
    from coluber import cuda

    class Counting(cuda.GetIpcHandleMixin, cuda.HostOnlyCUDAMemoryManager):
        live = 0

        def memalloc(self, size):
            buffer = (ctypes.c_ubyte * size)()
            Counting.live += 1

            def free(buffer=buffer):
                Counting.live -= 1

            pointer = ctypes.c_uint64(ctypes.addressof(buffer))
            return cuda.MemoryPointer(self.context, pointer, size, finalizer=free)

        def initialize(self):
            pass

        def get_memory_info(self):
            raise NotImplementedError

        @property
        def interface_version(self):
            return 1

    cuda.set_memory_manager(Counting)
    a = cuda.to_device(np.arange(5.0))
    b = cuda.device_array(5)
    print(Counting.live, a.copy_to_host().sum())
    del a, b
    print(Counting.live)
    """
    assert fresh_python(code, COLUBER_CUDA="emulator").split() == ["2", "10.0", "0"]
