"""What an introduction to CUDA in Python shows: compiled functions, ufuncs, device arrays, kernels, races, tiles."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import cuda, float32, int32, jit, vectorize


def distance(x, y):
    x, y = abs(x), abs(y)
    small, large = min(x, y), max(x, y)
    ratio = small / large
    return large * math.sqrt(1 + ratio * ratio)


def test_a_compiled_function_keeps_the_python_function(capsys):
    compiled = jit(distance)
    assert compiled(3.0, 4.0) == distance(3.0, 4.0) == compiled.py_func(3.0, 4.0) == 5.0
    assert math.isclose(compiled(np.float32(5), np.float32(12)), 13, rel_tol=1e-7)
    compiled.inspect_types()
    shown = capsys.readouterr().out
    assert "float64" in shown
    assert "math.sqrt" in shown


@vectorize(["int64(int64, int64)"], target="cuda")
def total(x, y):
    return x + y


def test_a_ufunc_broadcasts():
    a, b = np.array([1, 2, 3, 4]), np.array([10, 20, 30, 40])
    table = np.arange(16).reshape(4, 4)
    assert total(a, b).tolist() == [11, 22, 33, 44]
    assert np.array_equal(total(table, b), table + b)
    assert np.array_equal(total(table, b[:, np.newaxis]), table + b[:, np.newaxis])
    assert total(a, 100).tolist() == [101, 102, 103, 104]


ROOT_TWO_PI = np.float32(math.sqrt(2 * math.pi))


@vectorize(["float32(float32, float32, float32)"], target="cuda")
def bell(x, mean, sigma):
    """The density of a normal distribution."""
    return math.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * ROOT_TWO_PI)


def test_a_ufunc_with_a_global_constant():
    x = np.linspace(-3, 3, 2001).astype(np.float32)
    result = bell(x, 0.5, 2.0)
    assert result.dtype == np.float32
    exact = np.exp(-0.5 * ((x.astype(float) - 0.5) / 2) ** 2) / (2 * math.sqrt(2 * math.pi))
    assert np.allclose(result, exact, rtol=1e-5)


@cuda.jit(device=True)
def to_plane(radius, angle):
    return radius * math.cos(angle), radius * math.sin(angle)


@vectorize(["float32(float32, float32, float32, float32)"], target="cuda")
def apart(radius1, angle1, radius2, angle2):
    x1, y1 = to_plane(radius1, angle1)
    x2, y2 = to_plane(radius2, angle2)
    return ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5


def test_a_device_function_returns_two_values():
    rng = np.random.default_rng(0)
    radii = rng.uniform(0.5, 1.5, (2, 1000)).astype(np.float32)
    angles = rng.uniform(-math.pi, math.pi, (2, 1000)).astype(np.float32)
    x, y = radii * np.cos(angles), radii * np.sin(angles)
    result = apart(radii[0], angles[0], radii[1], angles[1])
    assert np.allclose(result, np.hypot(x[0] - x[1], y[0] - y[1]), atol=1e-5)


@vectorize(["float32(float32, float32)"], target="cuda")
def plus(x, y):
    return x + y


def test_device_arrays_go_in_and_out():
    x = np.arange(1000, dtype=np.float32)
    on_device = cuda.to_device(x)
    twice = cuda.to_device(2 * x)
    assert (on_device.shape, on_device.dtype) == ((1000,), np.float32)
    assert "DeviceNDArray" in repr(on_device)
    result = plus(on_device, twice)
    assert isinstance(result, cuda.devicearray.DeviceNDArray)
    assert np.array_equal(result.copy_to_host(), 3 * x)
    out = cuda.device_array(shape=(1000,), dtype=np.float32)
    plus(on_device, twice, out=out)
    assert np.array_equal(out.copy_to_host(), 3 * x)


@cuda.jit
def add_by_hand(x, y, out):
    first = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    step = cuda.blockDim.x * cuda.gridDim.x
    for i in range(first, x.shape[0], step):
        out[i] = x[i] + y[i]


@cuda.jit
def add(x, y, out):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        out[i] = x[i] + y[i]


@pytest.mark.parametrize("kernel", [add_by_hand, add])
@pytest.mark.parametrize("on_device", [False, True])
def test_a_grid_smaller_than_the_data(kernel, on_device):
    x = np.arange(5000, dtype=np.float32)
    y, out = 2 * x, np.empty_like(x)
    if not on_device:
        kernel[10, 64](x, y, out)
    else:
        device_out = cuda.device_array_like(x)
        kernel[10, 64](cuda.to_device(x), cuda.to_device(y), device_out)
        cuda.synchronize()
        device_out.copy_to_host(out)
    assert np.array_equal(out, 3 * x)


@cuda.jit
def count_with_a_race(counter):
    counter[0] += 1


@cuda.jit
def count(counter):
    cuda.atomic.add(counter, 0, 1)


def test_every_thread_counts():
    right = cuda.to_device(np.zeros(1, np.int32))
    count[32, 64](right)
    assert right.copy_to_host()[0] == 32 * 64


@pytest.mark.emulator_alone("what a race leaves is not defined")
def test_a_race_leaves_some_count():
    wrong = cuda.to_device(np.zeros(1, np.int32))
    count_with_a_race[64, 64](wrong)
    assert 1 <= wrong.copy_to_host()[0] <= 64 * 64


def fill_bins(values, low, high, bins):
    width = (high - low) / bins.shape[0]
    for i in range(cuda.grid(1), values.shape[0], cuda.gridsize(1)):
        k = int32((values[i] - low) / width)
        if 0 <= k < bins.shape[0]:
            cuda.atomic.add(bins, k, 1)


def fill_bins_wrongly(values, low, high, bins):
    width = (high - low) / bins.shape[0]
    for i in range(cuda.grid(1), values.shape[0], cuda.gridsize(1)):
        cuda.atomic.add(bins, int32((values[i] - low) / width), 1)


def test_a_histogram():
    values = np.random.default_rng(1).normal(size=10_000).astype(np.float32)
    bins = np.zeros(10, np.int32)
    cuda.jit(fill_bins)[16, 64](values, np.float32(-4), np.float32(4), bins)
    assert np.array_equal(bins, np.histogram(values, 10, (-4, 4))[0])


def test_debug_finds_the_index_outside():
    values = np.array([0.5, 3.5, 1.5], np.float32)
    bins = np.zeros(4, np.int32)
    wrong = cuda.jit(debug=True, opt=False)(fill_bins_wrongly)
    with pytest.raises(IndexError, match=r"^tid=\[1, 0, 0\] ctaid=\[0, 0, 0\]: ") as raised:
        wrong[1, 4](values, np.float32(0), np.float32(2), bins)
    frames = [(entry.path.name, entry.lineno + 1) for entry in raised.traceback]
    line = fill_bins_wrongly.__code__.co_firstlineno + 3
    assert frames[-1] == ("test_first_steps.py", line)
    assert bins[1] == 1


TILE = 32
ROWS = 8
PADDED = TILE + 1


@cuda.jit
def transposed(a, out):
    x = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE + cuda.threadIdx.y
    for j in range(0, TILE, ROWS):
        out[x, y + j] = a[y + j, x]


@cuda.jit
def transposed_by_tiles(a, out):
    tile = cuda.shared.array((TILE, PADDED), int32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    for j in range(0, TILE, ROWS):
        tile[ty + j, tx] = a[y + j, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    for j in range(0, TILE, ROWS):
        out[y + j, x] = tile[tx, ty + j]


@pytest.mark.parametrize("kernel", [transposed, transposed_by_tiles])
@pytest.mark.parametrize("size", [64, 256])
def test_a_transpose(kernel, size):
    a = np.arange(size * size, dtype=np.int32).reshape(size, size)
    out = cuda.device_array_like(a)
    kernel[(size // TILE, size // TILE), (TILE, ROWS)](cuda.to_device(a), out)
    assert np.array_equal(out.copy_to_host(), a.T)


@cuda.jit
def expressions_as_shapes(out):
    tile = cuda.shared.array((TILE, TILE + 1), float32)
    mine = cuda.local.array(2 * ROWS, float32)
    out[0], out[1] = tile.size, mine.size


def test_shapes_are_expressions_of_constants():
    out = np.zeros(2, np.int64)
    expressions_as_shapes[1, 1](out)
    assert out.tolist() == [TILE * (TILE + 1), 2 * ROWS]
