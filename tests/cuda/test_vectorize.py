"""``vectorize`` and ``guvectorize`` for CUDA, compared with NumPy; and `vectorize` with signatures on the processor."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import cuda, float64, guvectorize, int64, vectorize
from coluber.core.errors import TypingError


@vectorize(["int32(int32, int32)", "float32(float32, float32)", float64(float64, float64)], target="cuda")
def add(x, y):
    return x + y


@vectorize(["int32(int32, int32)", "float32(float32, float32)", float64(float64, float64)], target="parallel")
def add_here(x, y):
    return x + y


RANDOM = np.random.default_rng(4)
PAIRS = [
    (np.arange(7, dtype="i4"), np.arange(7, dtype="i4")),
    (np.arange(6.0).reshape(2, 3), np.float64(2)),
    (np.arange(3, dtype="f4")[:, None], np.arange(4, dtype="f4")),
    (RANDOM.random((2, 1, 4)), RANDOM.random((3, 1))),
    (RANDOM.random((5, 6)).T, RANDOM.random((6, 5))),
    (RANDOM.random(40)[::4], RANDOM.random(10)[::-1]),
    (np.zeros((0, 3)), np.ones(3)),
    (np.arange(1000, dtype="i2"), np.arange(1000, dtype="u2")),
    (np.arange(5, dtype="f4"), 2),
    (np.arange(5), 0.5),
    (np.array(2.0), np.array(3.0)),
]


@pytest.mark.parametrize("function", [add, add_here])
@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_broadcasting(function, x, y):
    result = function(x, y)
    expected = np.add(x, y)
    assert result.shape == expected.shape
    assert np.array_equal(result, expected)


@pytest.mark.parametrize("function", [add, add_here])
def test_choice_of_the_signature(function):
    of = lambda *args: function(*args).dtype  # noqa: E731
    short, single = np.zeros(2, "i2"), np.zeros(2, "f4")
    assert of(short, short) == np.int32
    assert of(single, single) == np.float32
    assert of(short, single) == np.float32
    assert of(single, 1) == np.float32
    assert of(single, 1.5) == np.float32
    assert of(np.zeros(2, "i4"), single) == np.float64
    assert of(np.zeros(2, "i8"), 1) == np.float64
    assert of(np.float32(1), np.float64(2)) == np.float64
    with pytest.raises(TypeError, match="No matching version|not supported for the input types"):
        function(np.zeros(2, "c16"), 1)
    assert function.types == ["ii->i", "ff->f", "dd->d"]


@pytest.mark.parametrize("shapes", [((4, 5), (4, 5)), ((4, 5), (5,)), ((4, 1), (1, 5))])
def test_device_arrays(shapes):
    x, y = (RANDOM.random(shape) for shape in shapes)
    result = add(cuda.to_device(x), cuda.to_device(y))
    assert cuda.is_cuda_array(result)
    assert np.array_equal(result.copy_to_host(), x + y)
    mixed = add(cuda.to_device(x), y)
    assert np.array_equal(mixed.copy_to_host(), x + y)


def test_elements_of_device_arrays_are_converted():
    x = np.arange(10, dtype="i2")
    result = add(cuda.to_device(x), cuda.to_device(x.astype("f8")))
    assert result.dtype == np.float64
    assert np.array_equal(result.copy_to_host(), 2 * x)


class Foreign:
    """An array of another library: it has the interface and nothing else."""

    def __init__(self, array):
        self.__cuda_array_interface__ = cuda.to_device(array).__cuda_array_interface__
        self.kept = array


def test_arrays_of_other_libraries():
    @guvectorize(["(float64[:], float64, float64[:])"], "(n),()->(n)", target="cuda")
    def shifted(x, y, out):
        for k in range(x.size):
            out[k] = x[k] + y

    x = np.arange(4.0)
    kept = [cuda.to_device(x), cuda.to_device(np.zeros(4))]
    given, out = (Foreign(array) for array in kept)
    assert np.array_equal(add(given, 6.0).copy_to_host(), x + 6)
    assert np.array_equal(shifted(given, 7.0).copy_to_host(), x + 7)
    for function in (add, shifted):
        function(x, 8.0, out=out)
        assert np.array_equal(kept[1].copy_to_host(), x + 8)


def test_out():
    x = np.arange(12.0).reshape(3, 4)
    out = np.zeros((3, 4))
    assert add(x, 1, out=out) is out
    assert np.array_equal(out, x + 1)
    assert add(x, 2, out) is out
    assert np.array_equal(out, x + 2)
    device = cuda.device_array_like(x)
    assert add(cuda.to_device(x), x, out=device) is device
    assert np.array_equal(device.copy_to_host(), 2 * x)
    assert add(x, 3, out=device) is device
    assert np.array_equal(device.copy_to_host(), x + 3)
    strided = np.zeros((3, 8))
    add(x, 1, out=strided[:, ::2])
    assert np.array_equal(strided[:, ::2], x + 1)
    with pytest.raises(ValueError, match="shape"):
        add(x, 1, out=np.zeros(4))
    with pytest.raises(TypeError, match="same_kind"):
        add(x, 1, out=np.zeros((3, 4), int))


def test_stream():
    stream = cuda.stream()
    x = cuda.to_device(np.arange(100.0), stream)
    result = add(x, 1.0, stream=stream)
    stream.synchronize()
    assert np.array_equal(result.copy_to_host(), np.arange(100.0) + 1)
    assert np.array_equal(add(np.arange(5.0), 1.0, stream=stream), np.arange(5.0) + 1)


@pytest.mark.parametrize("size", [1, 2, 1000, 5000])
def test_reduce(size):
    x = np.arange(size, dtype="i4") + 3
    assert add.reduce(x) == x.sum()
    assert add.reduce(cuda.to_device(x)) == x.sum()
    assert add.reduce(x.astype("i2")) == x.sum()
    largest = vectorize(["float64(float64, float64)"], target="cuda")(lambda x, y: max(x, y))
    assert largest.reduce(-1.0 * x) == -3


def test_what_reduce_refuses():
    with pytest.raises(TypeError, match="empty"):
        add.reduce(np.zeros(0))
    with pytest.raises(TypeError, match="1d"):
        add.reduce(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="binary"):
        vectorize(["float64(float64)"], target="cuda")(lambda x: x).reduce(np.zeros(3))


def test_device_functions_and_max_blocksize():
    @cuda.jit(device=True)
    def square(x):
        return x * x

    @vectorize(["float32(float32, float32, float32)"], target="cuda")
    def length(x, y, z):
        return math.sqrt(square(x) + square(y) + square(z))

    length.max_blocksize = 32
    a = RANDOM.random((3, 1000)).astype("f4")
    result = length(*a)
    assert result.dtype == np.float32
    assert np.allclose(result, np.sqrt((a**2).sum(0)))


def test_result_types_that_are_inferred():
    half = vectorize([(int64,)], target="cuda")(lambda x: x / 2)
    result = half(np.arange(4))
    assert result.dtype == np.float64
    assert np.array_equal(result, np.arange(4) / 2)


def test_what_vectorize_refuses():
    with pytest.raises(ValueError, match="Unsupported target: gpu"):
        vectorize(["float64(float64)"], target="gpu")
    with pytest.raises(TypeError, match="needs the types"):
        vectorize([], target="cuda")
    with pytest.raises(TypingError):
        vectorize(["float64(float64)"], target="cuda")(lambda x: x.no_such)
    with pytest.raises(TypeError, match="takes 2 inputs"):
        add(1)
    with pytest.raises(ValueError, match="broadcast"):
        add(np.zeros(3), np.zeros(4))


@guvectorize(
    ["void(float32[:,:], float32[:,:], float32[:,:])", "void(float64[:,:], float64[:,:], float64[:,:])"],
    "(m,n),(n,p)->(m,p)",
    target="cuda",
)
def matmul(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = 0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("outer", [((), ()), ((5,), (5,)), ((6, 1), (3,)), ((2, 3), ())])
def test_matmul(dtype, outer):
    a = RANDOM.random((*outer[0], 4, 3)).astype(dtype)
    b = RANDOM.random((*outer[1], 3, 2)).astype(dtype)
    result = matmul(a, b)
    assert result.dtype == dtype
    assert np.allclose(result, a @ b)
    on_device = matmul(cuda.to_device(a), cuda.to_device(b))
    assert np.allclose(on_device.copy_to_host(), a @ b)
    out = np.zeros_like(result)
    assert matmul(a, b, out=out) is out
    assert np.array_equal(out, result)
    out[...] = 0
    assert matmul(a, b, out) is out
    assert np.array_equal(out, result)


def test_numbers_as_parts():
    @guvectorize(["void(int64[:], int64, int64[:])"], "(n),()->(n)", target="cuda")
    def shifted(x, by, out):
        for i in range(x.shape[0]):
            out[i] = x[i] + by

    x = np.arange(6).reshape(2, 3)
    assert np.array_equal(shifted(x, 5), x + 5)
    assert np.array_equal(shifted(x, [10, 20]), x + [[10], [20]])
    assert np.array_equal(shifted(x[0], 1), x[0] + 1)

    @guvectorize(["void(int64[:], int64[:], int64[:])"], "(n),()->(n)", target="cuda")
    def scaled(x, by, out):
        for i in range(x.shape[0]):
            out[i] = x[i] * by[0]

    assert np.array_equal(scaled(x, [10, 20]), x * [[10], [20]])


def test_several_outputs():
    @guvectorize(["void(float64[:], float64[:], float64[:])"], "(n)->(),()", target="cuda")
    def extremes(x, low, high):
        low[0] = high[0] = x[0]
        for value in x:
            low[0] = min(low[0], value)
            high[0] = max(high[0], value)

    x = RANDOM.random((4, 5, 6))
    low, high = extremes(x)
    assert np.array_equal(low, x.min(-1))
    assert np.array_equal(high, x.max(-1))


def test_what_guvectorize_refuses():
    types = ["void(float64[:], float64[:])"]
    identity = lambda x, out: None  # noqa: E731
    with pytest.raises(ValueError, match="no '->'"):
        guvectorize(types, "(n)", target="cuda")(identity)
    with pytest.raises(ValueError, match="undefined output symbols: m"):
        guvectorize(types, "(n)->(m)", target="cuda")(identity)
    with pytest.raises(ValueError, match="neither sizes nor optional"):
        guvectorize(types, "(3)->(3)", target="cuda")(identity)
    with pytest.raises(TypeError, match="does not fit"):
        guvectorize(types, "(n,m)->(n)", target="cuda")(identity)
    with pytest.raises(ValueError, match="dimension n"):
        matmul(np.zeros((2, 3)), np.zeros((4, 2)))
    with pytest.raises(ValueError, match="needs 2"):
        matmul(np.zeros(3), np.zeros((4, 2)))
    with pytest.raises(TypeError, match="device array of float32"):
        matmul(cuda.to_device(np.zeros((2, 2), "f4")), cuda.to_device(np.zeros((2, 2))))
