"""What differs most between the emulator and a GPU: the same tests for both (``make test-gpu`` runs them on a GPU)."""

import numpy as np
import pytest

from coluber import float32, float64
from coluber.cuda.host import backend, libraries
from tests.cuda.hostapi import cuda

pytestmark = pytest.mark.filterwarnings("ignore::coluber.core.errors.NumbaPerformanceWarning")


def test_arguments_of_all_kinds():
    pair = np.dtype([("a", np.int32), ("b", np.float64)], align=True)

    @cuda.jit
    def kernel(out, flag, small, single, number, items, record):
        i = cuda.grid(1)
        if i < out.size and flag:
            out[i] = small + single + number.real * number.imag + items[0][i] * items[1] + record["b"]

    x = np.arange(100.0)
    out = np.zeros(100)
    kernel[2, 64](out, True, np.int8(-3), np.float32(0.5), 2 + 3j, (x, 2), np.array([(1, 0.25)], pair)[0])
    assert np.array_equal(out, -3 + 0.5 + 6 + 2 * x + 0.25)


def test_views_and_layouts():
    @cuda.jit
    def kernel(a, out):
        i, j = cuda.grid(2)
        if i < a.shape[0] and j < a.shape[1]:
            out[i, j] = a[i, j] + 1

    host = np.arange(60.0).reshape(6, 10)
    for index in (np.s_[:, :], np.s_[::2, 1:9:3], np.s_[::-1, ::-2]):
        device, out = cuda.to_device(host)[index], cuda.to_device(np.zeros((6, 10)))[index]
        kernel[(2, 2), (8, 8)](device, out)
        assert np.array_equal(out.copy_to_host(), host[index] + 1)
    device = cuda.to_device(np.asfortranarray(host))
    kernel[(2, 2), (8, 8)](device, device)
    assert np.array_equal(device.copy_to_host(), host + 1)


def test_much_dynamic_shared_memory():
    @cuda.jit
    def kernel(a):
        memory = cuda.shared.array(0, float64)
        i = cuda.threadIdx.x
        last = cuda.blockDim.x - 1
        memory[i * 50] = a[i]
        cuda.syncthreads()
        a[i] = memory[(last - i) * 50]

    a = np.arange(150.0)
    size = 150 * 50 * 8
    kernel[1, 150, 0, size](a)
    assert size > 48 * 1024
    assert np.array_equal(a, np.arange(150.0)[::-1])


def test_barrier_of_the_grid():
    @cuda.jit
    def kernel(a, rounds):
        grid = cuda.cg.this_grid()
        i = cuda.grid(1)
        for _ in range(rounds):
            value = a[(i + 1) % a.size]
            grid.sync()
            a[i] = value
            grid.sync()

    a = np.arange(128)
    kernel[4, 32](a, 5)
    assert np.array_equal(a, np.roll(np.arange(128), -5))


def test_exceptions_of_debugged_kernels():
    @cuda.jit(debug=True, opt=False)
    def kernel(a, limit):
        i = cuda.grid(1)
        if i == limit:
            raise ValueError("the limit", i)
        a[i] = 1

    a = np.zeros(8)
    with pytest.raises(ValueError, match=r"tid=\[1, 0, 0\] ctaid=\[1, 0, 0\]: the limit"):
        kernel[2, 4](a, 5)
    assert a[:5].tolist() == [1] * 5
    kernel[2, 4](a, 100)
    assert a.tolist() == [1] * 8
    with pytest.raises(IndexError, match=r"tid=\[0, 0, 0\] ctaid=\[2, 0, 0\]"):
        kernel[3, 4](a, 100)


def test_prints(capfd):
    @cuda.jit
    def kernel(x):
        if cuda.grid(1) == 2:
            print("thread", cuda.grid(1), x)

    kernel[1, 4](7)
    cuda.synchronize()
    assert capfd.readouterr().out == "thread 2 7\n"


def test_work_of_streams_is_in_order():
    @cuda.jit
    def double_and_add(a, k):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = 2 * a[i] + k

    host = cuda.pinned_array(1000)
    host[:] = 1
    stream = cuda.stream()
    device = cuda.to_device(host, stream=stream)
    for k in range(20):
        double_and_add[8, 128, stream](device, k)
    device.copy_to_host(host, stream=stream)
    stream.synchronize()
    expected = 1
    for k in range(20):
        expected = 2 * expected + k
    assert (host == expected).all()


def test_forall_and_numbers_of_a_kernel():
    @cuda.jit(launch_bounds=512)
    def kernel(a):
        part = cuda.shared.array(64, float32)
        i = cuda.grid(1)
        part[cuda.threadIdx.x % 64] = 1
        cuda.syncthreads()
        if i < a.size:
            a[i] += part[(cuda.threadIdx.x + 1) % 64]

    a = np.zeros(5000)
    kernel.forall(a.size)(a)
    assert (a == 1).all()
    result = next(iter(kernel.overloads.values()))
    assert result.shared_mem_per_block >= 256
    assert 256 <= result.max_threads_per_block <= 1024
    assert result.regs_per_thread > 0
    assert result.max_cooperative_grid_blocks(128) > 0


def test_cuda_cpp_is_linked():
    if backend.current().emulated or libraries.find("nvrtc") is None:
        pytest.skip("this takes a GPU and NVRTC")
    source = 'extern "C" __device__ float mul(float x, int y) { return x * y; }'
    mul = cuda.declare_device("mul", "float32(float32, int32)", link=cuda.CUSource(source), abi="c")

    @cuda.jit
    def kernel(a):
        i = cuda.grid(1)
        a[i] = mul(a[i], i)

    a = np.full(8, 1.5, np.float32)
    kernel[1, 8](a)
    assert np.array_equal(a, 1.5 * np.arange(8))


def test_a_callback_may_not_wait_for_a_gpu():
    if backend.current().emulated:
        pytest.skip("the emulator's callbacks may")
    stream = cuda.stream()
    with pytest.warns(UserWarning, match=r"Exception in stream callback.*NOT_PERMITTED"):  # noqa: PT031
        stream.add_callback(lambda *_: stream.synchronize())
        stream.synchronize()


@pytest.mark.parametrize("library", ["cupy", "torch"])
def test_arrays_of_other_libraries(library):
    if backend.current().emulated:
        pytest.skip("this takes a GPU")
    there = pytest.importorskip(library)

    @cuda.jit
    def double(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = 2 * x[i]

    x = there.arange(100) if library == "cupy" else there.arange(100, device="cuda")
    out = there.zeros_like(x)
    double[4, 32](x, out)
    assert (out == 2 * x).all()
    ours = cuda.as_cuda_array(x)
    ours[3] = 50
    assert int(x[3]) == 50
    theirs = there.asarray(ours) if library == "cupy" else there.as_tensor(ours, device="cuda")
    assert int(theirs[3]) == 50
    assert there.from_dlpack(ours)[4] == 4


def test_low_bits_of_numbers_are_stored():
    @cuda.jit
    def split(a, low, lower, single):
        i = cuda.grid(1)
        if i < a.size:
            x = a[i] + 0.5
            low[i] = np.int32(np.float64(x).view(np.int64))
            lower[i] = np.uint8(np.float64(x).view(np.int64))
            single[i] = np.int16(np.float32(x).view(np.int32))

    a = np.linspace(-7, 9, 100)
    low, lower, single = np.zeros(100, np.int32), np.zeros(100, np.uint8), np.zeros(100, np.int16)
    split[4, 32](a, low, lower, single)
    assert np.array_equal(low, (a + 0.5).view(np.int64).astype(np.int32))
    assert np.array_equal(lower, (a + 0.5).view(np.int64).astype(np.uint8))
    assert np.array_equal(single, (a + 0.5).astype(np.float32).view(np.int32).astype(np.int16))


def test_masked_products_are_those_of_wide_integers():
    @cuda.jit
    def mix(a, out):
        i = cuda.grid(1)
        if i < a.size:
            x = a[i] * 6364136223846793005 + 1442695040888963407
            y = (x ^ (a[i] << 13)) - 17
            out[i, 0] = x & 0x7FFFFFFF
            out[i, 1] = (x * x + y) & 0xFFFFFFFF
            out[i, 2] = y & 0xFF
            out[i, 3] = (x | 5) * (y & 0xFFFFFFFFFF)

    a = np.random.default_rng(3).integers(-(2**63), 2**63 - 1, 200)
    out = np.zeros((200, 4), np.int64)
    mix[7, 32](a, out)
    with np.errstate(over="ignore"):
        x = a * 6364136223846793005 + 1442695040888963407
        y = (x ^ (a << 13)) - 17
        expected = np.stack([x & 0x7FFFFFFF, (x * x + y) & 0xFFFFFFFF, y & 0xFF, (x | 5) * (y & 0xFFFFFFFFFF)], 1)
    assert np.array_equal(out, expected)
