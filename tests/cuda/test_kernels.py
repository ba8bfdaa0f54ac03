"""Kernels on the emulator, compared with NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import cuda, float32, float64, int32, njit
from coluber.core.errors import NumbaError, NumbaWarning, TypingError
from coluber.cuda import CudaAPIError
from coluber.cuda.host.errors import LinkerError


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@pytest.mark.parametrize("count", [1, 31, 32, 1000, 100_003])
@pytest.mark.parametrize("block", [1, 32, 100, 1024])
def test_vector_addition(count, block):
    a, b = np.arange(count) * 0.5, np.arange(count) ** 2.0
    c = np.zeros(count)
    add[(count + block - 1) // block, block](a, b, c)
    assert np.array_equal(c, a + b)


def test_device_arrays_are_copies():
    a = np.arange(10.0)
    device = cuda.to_device(a)
    out = cuda.device_array_like(device)
    add[1, 32](device, device, out)
    assert np.array_equal(a, np.arange(10.0))
    assert np.array_equal(out.copy_to_host(), 2 * a)


@cuda.jit
def indices(out):
    x, y, z = cuda.grid(3)
    sx, sy, sz = cuda.gridsize(3)
    out[x, y, z, 0] = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    out[x, y, z, 1] = cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z)
    out[x, y, z, 2] = cuda.laneid
    out[x, y, z, 3] = sx * 10000 + sy * 100 + sz
    out[x, y, z, 4] = cuda.warpsize


def test_indices():
    grid, block = (2, 3, 2), (4, 3, 5)
    out = np.zeros((8, 9, 10, 5), np.int64)
    indices[grid, block](out)
    x, y, z = np.meshgrid(*(np.arange(n) for n in out.shape[:3]), indexing="ij")
    thread = x % 4 + 4 * (y % 3 + 3 * (z % 5))
    assert np.array_equal(out[..., 0], thread)
    assert np.array_equal(out[..., 1], x // 4 + 2 * (y // 3 + 3 * (z // 5)))
    assert np.array_equal(out[..., 2], thread % 32)
    assert np.all(out[..., 3] == 80910)
    assert np.all(out[..., 4] == 32)


TILE = 8


@cuda.jit
def transpose(a, out):
    tile = cuda.shared.array((TILE, TILE + 1), float64)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    if x < a.shape[0] and y < a.shape[1]:
        tile[tx, ty] = a[x, y]
    cuda.syncthreads()
    row = cuda.blockIdx.y * TILE + tx
    column = cuda.blockIdx.x * TILE + ty
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = tile[ty, tx]


@pytest.mark.parametrize("shape", [(8, 8), (16, 24), (30, 17)])
def test_transpose_in_tiles(shape):
    a = np.random.default_rng(1).random(shape)
    out = np.zeros(shape[::-1])
    transpose[((shape[0] + 7) // 8, (shape[1] + 7) // 8), (TILE, TILE)](a, out)
    assert np.array_equal(out, a.T)


@cuda.jit
def block_sums(a, out):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = a[i] if i < a.size else 0
    cuda.syncthreads()
    k = cuda.blockDim.x // 2
    while k > 0:
        if t < k:
            part[t] += part[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


@pytest.mark.parametrize("count", [1, 128, 1000, 50_000])
def test_tree_reduction(count):
    a = np.arange(count, dtype=np.float32) % 17
    out = np.zeros(1, np.float32)
    block_sums[(count + 127) // 128, 128](a, out)
    assert out[0] == a.sum(dtype=np.float64)


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    step = cuda.gridsize(1)
    for k in range(i, values.size, step):
        cuda.atomic.add(bins, values[k], 1)


def test_histogram():
    values = np.random.default_rng(2).integers(0, 50, 100_000)
    bins = np.zeros(50, np.int32)
    histogram[20, 64](values, bins)
    assert np.array_equal(bins, np.bincount(values, minlength=50))


@cuda.jit
def reverse(a):
    shared = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    shared[t] = a[t]
    cuda.syncthreads()
    a[t] = shared[shared.size - 1 - t]


def test_dynamic_shared_memory():
    a = np.arange(100, dtype=np.int32)
    reverse[1, 100, 0, 400](a)
    assert np.array_equal(a, np.arange(100)[::-1])


@cuda.jit(device=True)
def polar(x, y):
    return math.hypot(x, y), math.atan2(y, x)


@njit
def square(x):
    return x * x


@cuda.jit
def device_functions(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        r, phi = polar(a[i, 0], a[i, 1])
        out[i] = square(r) + phi


def test_device_functions():
    a = np.random.default_rng(3).standard_normal((100, 2))
    out = np.zeros(100)
    device_functions[4, 32](a, out)
    expected = np.hypot(a[:, 0], a[:, 1]) ** 2 + np.arctan2(a[:, 1], a[:, 0])
    assert np.allclose(out, expected, rtol=1e-15)


@cuda.jit
def early_return(a, out):
    shared = cuda.shared.array(32, int32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    shared[t] = 0
    if i >= a.size:
        return
    shared[t] = a[i]
    cuda.syncthreads()
    out[i] = shared[0] + shared[t]


def test_early_return_before_a_barrier():
    a = np.arange(75, dtype=np.int32)
    out = np.zeros_like(a)
    early_return[3, 32](a, out)
    assert np.array_equal(out, a + a // 32 * 32)


@cuda.jit
def warp_sum(a, out):
    i = cuda.grid(1)
    value = a[i]
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    if cuda.laneid == 0:
        out[i // 32] = value


def test_warp_sum():
    a = np.arange(256)
    out = np.zeros(8, np.int64)
    warp_sum[2, 128](a, out)
    assert np.array_equal(out, a.reshape(8, 32).sum(1))


@cuda.jit
def local_memory(a, out):
    i = cuda.grid(1)
    mine = cuda.local.array(4, float64)
    for k in range(4):
        mine[k] = a[i] * k
    cuda.syncthreads()
    total = 0.0
    for k in range(4):
        total += mine[k]
    out[i] = total


def test_local_arrays_live_across_barriers():
    a = np.arange(64.0)
    out = np.zeros(64)
    local_memory[2, 32](a, out)
    assert np.array_equal(out, 6 * a)


def test_signatures():
    @cuda.jit("void(float32[:], int32)")
    def fill(a, value):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = value

    a = np.zeros(5, np.float32)
    fill[1, 32](a, 3)
    assert np.all(a == 3)
    assert len(fill.signatures) == 1
    with pytest.raises(TypeError):
        fill[1, 32]("text", 3)


def test_keywords_and_defaults():
    @cuda.jit
    def fill(a, value=2, *, extra=1):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = value + extra

    a = np.zeros(4)
    fill[1, 4](a)
    assert np.all(a == 3)
    fill[1, 4](value=5, a=a, extra=2)
    assert np.all(a == 7)


def test_blocks_that_can_wait_for_each_other():
    a = np.zeros(4)
    add[1, 4](a, a, a)
    kernel = next(iter(add.overloads.values()))
    device = cuda.get_current_device()
    assert kernel.max_cooperative_grid_blocks(1024) == 2 * device.MULTIPROCESSOR_COUNT
    assert kernel.max_cooperative_grid_blocks((32, 32), 100_000) <= 2 * device.MULTIPROCESSOR_COUNT
    assert kernel.shared_mem_per_block == 0
    assert ".entry" in kernel.inspect_asm()


def test_forall():
    a = np.zeros(1000)
    add.forall(1000)(a + 1, a + 2, a)
    assert np.all(a == 3)


def test_call_without_configuration():
    a = np.zeros(3)
    with pytest.warns(NumbaWarning, match="without a launch configuration"):
        add(a + 1, a, a)
    assert np.array_equal(a, [1, 0, 0])


@pytest.mark.parametrize(
    ("configuration", "error"),
    [
        ((1,), ValueError),
        ((1, (1, 1, 1, 1)), ValueError),
        ((1.5, 1), TypeError),
        ((1, 1025), CudaAPIError),
        ((1, (32, 33)), CudaAPIError),
        ((0, 1), CudaAPIError),
        ((1, -1), CudaAPIError),
        ((1, 1, 0, 1 << 20), CudaAPIError),
    ],
    ids=str,
)
def test_wrong_configurations(configuration, error):
    with pytest.raises(error):
        add[configuration]


def test_choice_between_numbers():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = np.where(x[i] > 1, x[i], -1)

    out = np.zeros(4)
    kernel[1, 8](np.arange(4.0), out)
    assert out.tolist() == [-1, -1, 2, 3]


def test_a_kernel_returns_nothing():
    @cuda.jit
    def wrong(a):
        return a[0]

    with pytest.raises(TypeError, match="a kernel must return nothing"):
        wrong[1, 1](np.zeros(1))


def test_vocabulary_outside_of_kernels():
    @njit
    def wrong():
        return cuda.grid(1)

    with pytest.raises(NumbaError, match="for CUDA kernels"):
        wrong()


def test_shapes_must_be_constant():
    @cuda.jit
    def of_argument(out, n):
        tile = cuda.shared.array(n, float32)
        tile[cuda.threadIdx.x] = cuda.threadIdx.x
        cuda.syncthreads()
        out[cuda.threadIdx.x] = tile[n - 1 - cuda.threadIdx.x] + tile.size

    for n in (3, 5):
        out = np.zeros(n)
        of_argument[1, n](out, n)
        assert np.array_equal(out, np.arange(n)[::-1] + n)

    @cuda.jit
    def wrong(n):
        cuda.shared.array(n + 1, float32)

    with pytest.raises(TypingError, match="shape of constants"):
        wrong[1, 1](3)


def test_shapes_that_a_function_is_passed():
    @cuda.jit(device=True)
    def turned(a, shape, dtype, n):
        tile, own = cuda.shared.array(shape, dtype), cuda.local.array(n, dtype)
        i, j = cuda.grid(2)
        tile[i, j] = a[i, j]
        cuda.syncthreads()
        own[n - 1] = tile[j, i]
        a[i, j] = own[n - 1]

    @cuda.jit
    def kernel(a):
        turned(a, (4, 4), float32, 3)

    a = np.arange(16.0).reshape(4, 4)
    kernel[1, (4, 4)](a)
    assert np.array_equal(a, np.arange(16.0).reshape(4, 4).T)

    @cuda.jit
    def wrong(a, n):
        turned(a, (n, 4), float32, 3)

    with pytest.raises(TypingError, match="shape of constants, not UniTuple"):
        wrong[1, (4, 4)](a, 4)


def test_inlining_by_flags():
    @cuda.jit(device=True, inline=True)
    def here(x):
        return x + 1

    @cuda.jit(device=True, inline=False)
    def called(x):
        return x * 2

    @cuda.jit
    def kernel(a):
        a[0] = here(called(a[0]))

    a = np.ones(1)
    kernel[1, 1](a)
    assert a[0] == 3
    with pytest.raises(ValueError, match="inline must be"):
        cuda.jit(inline=2)(lambda a: None)


def test_exceptions_in_debug_mode():
    @cuda.jit(debug=True, opt=False)
    def wrong(a):
        i = cuda.grid(1)
        if i == 37:
            raise ValueError("no good")
        a[i] = i

    a = np.zeros(64)
    with pytest.raises(ValueError, match=r"tid=\[5, 0, 0\] ctaid=\[1, 0, 0\]: no good"):
        wrong[2, 32](a)

    @cuda.jit(debug=True, opt=False)
    def beyond(a):
        a[cuda.grid(1)] = 1

    with pytest.raises(IndexError, match=r"tid=\[10, 0, 0\] ctaid=\[0, 0, 0\]"):
        beyond[1, 32](np.zeros(10))


@pytest.mark.emulator_alone("the simulator raises every exception")
def test_exceptions_without_debug_end_the_thread():
    @cuda.jit
    def silent(a):
        i = cuda.grid(1)
        if i % 2:
            raise ValueError("no good")
        a[i] = 1

    a = np.zeros(6)
    silent[1, 6](a)
    assert np.array_equal(a, [1, 0, 1, 0, 1, 0])


@pytest.mark.emulator_alone("threads come in any order, and keep what was there before")
@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64])
@pytest.mark.parametrize("name", ["add", "sub", "max", "min", "exch"])
def test_atomics(dtype, name):
    operation = getattr(cuda.atomic, name)

    @cuda.jit
    def kernel(values, target, before):
        i = cuda.grid(1)
        if i < values.size:
            before[i] = operation(target, (0, 1), values[i])

    values = (np.random.default_rng(4).integers(1, 90, 500)).astype(dtype)
    target = np.full((2, 2), 60_000, dtype)
    before = np.zeros(500, dtype)
    kernel[5, 100](values, target, before)
    expected = {
        "add": target[1, 1] + values.sum(),
        "sub": target[1, 1] - values.sum(),
        "max": max(target[1, 1], values.max()),
        "min": min(target[1, 1], values.min()),
    }
    if name == "exch":
        assert sorted([*before, target[0, 1]]) == sorted([60_000, *values])
    else:
        assert target[0, 1] == expected[name]
    assert 60_000 in before


def test_all_threads_of_the_grid_wait():
    @cuda.jit
    def reverse_through(a, b):
        i = cuda.grid(1)
        grid = cuda.cg.this_grid()
        a[i] = i
        grid.sync()
        b[i] = a[a.size - 1 - i]

    a, b = np.zeros(640), np.zeros(640)
    reverse_through[10, 64](a, b)
    assert np.array_equal(b, np.arange(640)[::-1])


def test_masks_of_lanes_are_words_of_32_bits():
    @cuda.jit
    def masks(out):
        i = cuda.grid(1)
        out[i, 0] = cuda.ballot_sync(0xFFFFFFFF, i > 3)
        out[i, 1] = cuda.match_any_sync(0xFFFFFFFF, i // 16)
        out[i, 2] = cuda.match_all_sync(0xFFFFFFFF, 1)[0]
        out[i, 3] = cuda.activemask()
        out[i, 4] = cuda.lanemask_lt()

    out = np.zeros((32, 5), np.int64)
    masks[1, 32](out)
    assert np.all(out[:, 0] == -0x10)
    assert np.array_equal(out[:, 1], np.repeat([0xFFFF, -0x10000], 16))
    assert np.all(out[:, 2] == -1)
    assert np.all(out[:, 3] == 0xFFFFFFFF)
    assert np.array_equal(out[:, 4], (1 << np.arange(32)) - 1)


def test_rows_without_allocation():
    @cuda.jit
    def scale(x, out, summary, m):
        i = cuda.grid(1)
        if i < x.shape[0]:
            out[i, :] = x[i, :] / m + 1
            summary[i, 0] = x[i].sum()
            summary[i, 1] = x[i].mean()
            summary[i, 2] = x[i, :].min()
            summary[i, 3] = x[i, :].max()
            summary[i, 4] = (x[i] * x[i]).sum() + np.max(x[i] - m)
            summary[i, 5] = (x[i] * m).var() + np.std(x[i] * x[0], ddof=1)
            summary[i, 6] = np.argmin(x[i] * x[0]) + (x[i] > m).any()
            summary[i, 7] = np.nanmean(np.sqrt(x[i] - 0.2)) + np.nanstd(np.sqrt(x[i] - 0.2))

    x = np.random.default_rng(5).random((40, 7))
    out, summary = np.zeros_like(x), np.zeros((40, 8))
    with np.errstate(invalid="ignore"):
        scale[2, 32](x, out, summary, 3.0)
        roots = np.sqrt(x - 0.2)
    assert np.array_equal(out, x / 3 + 1)
    spread = (x * 3).var(1) + np.std(x * x[0], axis=1, ddof=1)
    wanted = [x.sum(1), x.mean(1), x.min(1), x.max(1), (x * x).sum(1) + (x - 3).max(1), spread]
    wanted += [np.argmin(x * x[0], axis=1), np.nanmean(roots, axis=1) + np.nanstd(roots, axis=1)]
    assert np.allclose(summary, np.stack(wanted, 1), rtol=1e-13)


def test_the_spread_of_rows():
    @cuda.jit
    def spread(x, out):
        i = cuda.grid(1)
        out[i, 0] = x[i].var()
        out[i, 1] = np.std(x[i], ddof=1)
        out[i, 2] = np.nanmean(x[i, ::2])
        out[i, 3] = x[i, :].prod() + x[i].argmax() + np.ptp(x[i])
        out[i, 4] = np.nanvar(x[i, ::2]) + np.nanstd(x[i], ddof=1)
        out[i, 5] = np.nanargmax(x[i]) + np.nanargmin(x[i]) * 100

    x = np.random.default_rng(5).random((8, 50))
    x[2, 4] = np.inf
    x[3, 4] = np.nan
    out = np.zeros((8, 6))
    with np.errstate(invalid="ignore"):
        spread[1, 8](x, out)
        expected = [x.var(1), np.std(x, 1, ddof=1), np.nanmean(x[:, ::2], 1), x.prod(1) + x.argmax(1) + np.ptp(x, 1)]
        expected.append(np.nanvar(x[:, ::2], 1) + np.nanstd(x, 1, ddof=1))
        expected.append(np.nanargmax(x, 1) + np.nanargmin(x, 1) * 100)
    assert np.allclose(out, np.stack(expected, 1), rtol=1e-13, equal_nan=True)


def test_rows_are_changed_by_expressions_without_allocation():
    @cuda.jit
    def change(x, out, m):
        i = cuda.grid(1)
        out[i, :] += x[i, :] * m - 1
        row = out[i, 1:]
        row /= x[i, :-1] + m
        row -= np.sqrt(x[i, 1:] * x[i, 1:]) / m

    x = np.random.default_rng(5).random((40, 7))
    out = np.ones_like(x)
    expected = out + (x * 3.0 - 1)
    expected[:, 1:] /= x[:, :-1] + 3.0
    expected[:, 1:] -= np.sqrt(x[:, 1:] * x[:, 1:]) / 3.0
    change[1, 40](x, out, 3.0)
    assert np.array_equal(out, expected)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("b = np.zeros(3); a[0] = b[0]", "new array is not supported in a kernel"),
        ("b = a + a; a[0] = b[0]", "new array is not supported in a kernel"),
        ("b = [1, 2]; a[0] = b[0]", "a list is not possible in a CUDA kernel"),
        (
            "try:\n        a[0] = 1 // int(a[1])\n    except ZeroDivisionError:\n        a[0] = 2",
            "'try' is not supported in a kernel",
        ),
    ],
    ids=["zeros", "sum", "list", "try"],
)
def test_what_kernels_cannot_do(body, message):
    namespace = {"np": np}
    exec(f"def kernel(a):\n    {body}\n", namespace)
    kernel = cuda.jit(debug=True, opt=False)(namespace["kernel"])
    with pytest.raises(NumbaError, match=message) as raised:
        kernel[1, 1](np.ones(3))
    assert "hint:" in str(raised.value)


@pytest.mark.emulator_alone("the simulator runs 'try'")
def test_a_raise_that_would_be_caught_is_refused():
    @cuda.jit
    def kernel(a):
        try:
            if a[0] == 0:
                raise ValueError
            a[1] = 1
        except ValueError:
            a[0] = 2

    with pytest.raises(NumbaError, match="'try' is not supported in a kernel"):
        kernel[1, 1](np.zeros(2))

    @cuda.jit(device=True)
    def positive(x):
        if x <= 0:
            raise ValueError("not positive")
        return x

    @cuda.jit
    def calls(a):
        try:
            a[1] = positive(a[0])
        except ValueError:
            a[0] = 2

    with pytest.raises(NumbaError, match="'try' is not supported in a kernel"):
        calls[1, 1](np.zeros(2))


def test_too_much_shared_memory():
    @cuda.jit
    def large(a):
        shared = cuda.shared.array(100_000, float32)
        i = cuda.threadIdx.x
        shared[i] = a[i]
        cuda.syncthreads()
        a[i] = shared[1 - i]

    with pytest.raises((NumbaError, LinkerError), match="uses too much shared data"):
        large[1, 2](np.zeros(2))


@pytest.mark.emulator_alone("both write to the same array on the device")
def test_device_arrays_as_globals():
    table = cuda.to_device(np.arange(5.0))

    @cuda.jit
    def look_up(a):
        i = cuda.grid(1)
        a[i] = table[i]
        table[i] = -i

    a = np.zeros(5)
    look_up[1, 5](a)
    assert np.array_equal(a, np.arange(5.0))
    assert np.array_equal(table.copy_to_host(), -np.arange(5.0))


@pytest.mark.emulator_alone("the simulator has no memory of a device")
def test_objects_with_the_array_interface_as_globals():
    table = cuda.to_device(np.arange(12, dtype=np.float32).reshape(3, 4))

    class Foreign:
        @property
        def __cuda_array_interface__(self):
            return table[:, 1:].__cuda_array_interface__

    foreign = Foreign()

    @cuda.jit
    def look_up(a):
        a[cuda.grid(1)] = foreign[cuda.grid(1), 2]

    a = np.zeros(3)
    look_up[1, 3](a)
    assert np.array_equal(a, [3, 7, 11])


@pytest.mark.emulator_alone("the simulator calls jitted functions of the processor")
def test_device_arrays_are_no_globals_of_the_processors_functions():
    table = cuda.to_device(np.arange(5.0))

    @njit
    def look_up(i):
        return table[i]

    with pytest.raises(TypingError, match="Untyped freevar name 'table': .* array of a device"):
        look_up(1)

    @cuda.jit
    def kernel(a):
        a[cuda.grid(1)] = look_up(cuda.grid(1))

    a = np.zeros(5)
    kernel[1, 5](a)
    assert np.array_equal(a, np.arange(5.0))


def test_constant_arrays():
    table = np.arange(12.0).reshape(3, 4)

    @cuda.jit
    def look_up(a):
        constant = cuda.const.array_like(table)
        i, j = cuda.grid(2)
        a[i, j] = constant[i, j]

    a = np.zeros((3, 4))
    look_up[1, (3, 4)](a)
    assert np.array_equal(a, table)


def test_printing(capfd):
    @cuda.jit
    def show(a):
        i = cuda.grid(1)
        print("thread", i, a[i])

    show[1, 3](np.arange(3.0))
    cuda.synchronize()
    lines = [line.split() for line in capfd.readouterr().out.splitlines()]
    # A GPU prints six places.
    assert [(word, int(i), float(x)) for word, i, x in lines] == [("thread", i, i) for i in range(3)]


@pytest.mark.emulated("a GPU without a debugger ends the kernel")
def test_breakpoints_are_passed(monkeypatch):
    # The simulator, in which the launch is repeated, would stop.
    monkeypatch.setenv("PYTHONBREAKPOINT", "0")

    @cuda.jit
    def stop(a):
        i = cuda.grid(1)
        if i == 1:
            breakpoint()
        a[i] += i

    a = np.zeros(3)
    stop[1, 3](a)
    assert a.tolist() == [0, 1, 2]


def test_breakpoints_are_for_kernels():
    with pytest.raises(NumbaError, match=r"breakpoint\(\) is for CUDA kernels"):
        njit(lambda: breakpoint())()


def test_specialisations_are_kept():
    @cuda.jit
    def kernel(a):
        a[cuda.grid(1)] += 1

    special = kernel.specialize(np.zeros(2))
    assert kernel.specialize(float64[::1]) is special
    assert kernel.specialize(np.zeros(2, np.float32)) is not special
    assert len(kernel.specializations) == 2
    with pytest.raises(RuntimeError, match="already specialized"):
        special.specialize(np.zeros(2))
    assert isinstance(special.get_shared_mem_per_block(), int)
    signed = cuda.jit("void(float64[::1])")(kernel.py_func)
    assert signed.specialized
    assert isinstance(signed.get_shared_mem_per_block(), int)
    assert not cuda.jit(["void(float64[::1])"])(kernel.py_func).specialized
