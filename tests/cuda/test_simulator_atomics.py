"""Simulated kernels: atomic operations, against NumPy."""

import numpy as np
import pytest

from coluber import cuda

from .simulated import kernel

VALUES = np.random.default_rng(3).integers(0, 1000, 256)


def fold(operation, start, dtype, values=VALUES):
    """Let every thread apply an operation to one element; return it."""

    @kernel
    def body(values, out):
        operation(out, 0, values[cuda.grid(1)])

    out = np.array([start], dtype)
    body[4, len(values) // 4](values.astype(dtype), out)
    return out[0]


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.float32, np.float64])
def test_folds(dtype):
    assert fold(cuda.atomic.add, 5, dtype) == 5 + VALUES.sum()
    assert fold(cuda.atomic.sub, 2**21, dtype) == 2**21 - VALUES.sum()
    assert fold(cuda.atomic.max, 3, dtype) == VALUES.max()
    assert fold(cuda.atomic.min, 500, dtype) == VALUES.min()


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_bits(dtype):
    assert fold(cuda.atomic.and_, 1023, dtype) == np.bitwise_and.reduce(VALUES) & 1023
    assert fold(cuda.atomic.or_, 1024, dtype) == np.bitwise_or.reduce(VALUES) | 1024
    assert fold(cuda.atomic.xor, 77, dtype) == np.bitwise_xor.reduce(VALUES) ^ 77


def test_numbers_and_nan():
    values = np.array([np.nan, 1, 2, np.nan])
    assert fold(cuda.atomic.nanmax, np.nan, np.float64, values) == 2
    assert fold(cuda.atomic.nanmin, np.nan, np.float32, values) == 1
    assert np.isnan(fold(cuda.atomic.max, np.nan, np.float64, values))


def test_wrapping_counters():
    assert fold(cuda.atomic.inc, 0, np.uint32, np.full(16, 4)) == 16 % 5
    assert fold(cuda.atomic.dec, 3, np.uint64, np.full(16, 4)) == (3 - 16) % 5
    with pytest.raises(TypeError, match="uint32 and uint64; the array has int32"):
        fold(cuda.atomic.inc, 0, np.int32)


def test_the_old_element_comes_back():
    @kernel
    def tickets(counter, out):
        out[cuda.grid(1)] = cuda.atomic.add(counter, (0, 0), 1)

    out = np.zeros(64, int)
    tickets[2, 32](np.zeros((1, 1), np.int32), out)
    np.testing.assert_array_equal(np.sort(out), np.arange(64))


def test_a_histogram_in_shared_memory():
    @kernel
    def histogram(values, out):
        counts = cuda.shared.array(10, np.int32)
        i = cuda.threadIdx.x
        if i < 10:
            counts[i] = 0
        cuda.syncthreads()
        cuda.atomic.add(counts, values[cuda.grid(1)] % 10, 1)
        cuda.syncthreads()
        if i < 10:
            cuda.atomic.add(out, i, counts[i])

    out = np.zeros(10, np.int32)
    histogram[4, 64](VALUES, out)
    np.testing.assert_array_equal(out, np.bincount(VALUES % 10, minlength=10))


def test_exchanges():
    @kernel
    def swap(a, out):
        i = cuda.threadIdx.x
        out[i] = cuda.atomic.cas(a, i, 3, 30)
        cuda.atomic.exch(a, 0, 9)
        cuda.atomic.compare_and_swap(a[2:], 5, 50)

    a, out = np.array([1, 3, 5, 3], np.int32), np.zeros(4, int)
    swap[1, 4](a, out)
    assert out.tolist() == [1, 3, 50, 3]
    assert a.tolist() == [9, 30, 50, 30]


def test_exchanges_of_floats():
    assert fold(cuda.atomic.exch, 1, np.float32, np.full(8, 2.5)) == 2.5


def test_integers_wrap_around():
    assert fold(cuda.atomic.add, 2**31 - 1, np.int32, np.ones(4)) == -(2**31) + 3


def test_an_index_names_one_element():
    @kernel
    def row(a):
        cuda.atomic.add(a, 0, 1)

    with pytest.raises(TypeError, match="changes one element"):
        row[1, 1](np.zeros((2, 2)))
