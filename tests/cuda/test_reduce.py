"""``cuda.reduce``, compared with NumPy and with a fold in Python."""

from __future__ import annotations

from functools import reduce as fold

import numpy as np
import pytest

from coluber import cuda
from coluber.core.errors import TypingError

SIZES = [1, 2, 7, 31, 32, 33, 255, 256, 2047, 2048, 2049, 100_003]


@cuda.reduce
def total(a, b):
    return a + b


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["i4", "i8", "u1", "u4", "f4", "f8", "c8", "c16"])
def test_sums(size, dtype):
    a = (np.arange(size) % 13).astype(dtype)
    result = total(a)
    assert result == a.sum(dtype=dtype)
    assert result.dtype == a.dtype


def test_enough_elements_for_three_rounds():
    a = np.arange(2048 * 2048 + 5) % 7
    assert total(a) == a.sum()


@pytest.mark.parametrize("size", SIZES)
def test_maximum(size):
    a = np.random.default_rng(size).random(size) - 2
    maximum = cuda.Reduce(lambda a, b: max(a, b))
    assert maximum(a, init=-np.inf) == a.max()
    assert maximum(a, init=7.0) == 7.0


def compose(a, b):
    """Compose two affine maps modulo 97, packed as 100 * factor + offset: associative, not commutative."""
    return (a // 100 * (b // 100)) % 97 * 100 + (a % 100 * (b // 100) + b % 100) % 97


@pytest.mark.parametrize("dtype", ["i8", "u2"])
@pytest.mark.parametrize("size", SIZES)
def test_order_is_kept(size, dtype):
    random = np.random.default_rng(size)
    a = (random.integers(1, 97, size) * 100 + random.integers(0, 97, size)).astype(dtype)
    expected = fold(compose, map(int, a), 100)
    assert cuda.reduce(compose)(a, init=100) == expected


def test_device_array_is_not_changed():
    a = np.arange(1234.0)
    device = cuda.to_device(a)
    assert total(device) == a.sum()
    assert np.array_equal(device.copy_to_host(), a)


def test_result_in_a_device_array():
    a = np.arange(5000.0) + 1
    out = cuda.to_device(np.zeros(3))
    assert total(a, res=out) is None
    assert list(out.copy_to_host()) == [a.sum(), 0, 0]
    assert total(cuda.to_device(a), res=out, init=2.0) is None
    assert out[0] == a.sum() + 2
    assert total(a[:1], res=out) is None
    assert out[0] == 1


def test_size_and_empty_arrays():
    a = np.arange(1000)
    assert total(a, size=10) == 45
    assert total(a, size=1, init=4) == 4
    assert total(a[:0], init=3) == 3
    out = cuda.to_device(np.full(1, -1))
    total(a[:0], res=out, init=3)
    assert out[0] == 3
    with pytest.raises(ValueError, match="has 1000 elements"):
        total(a, size=1001)


def test_strided_view():
    a = np.arange(10_000.0)
    assert total(cuda.to_device(a)[::3]) == a[::3].sum()


def test_stream():
    stream = cuda.stream()
    a = cuda.to_device(np.ones(3000), stream)
    assert total(a, stream=stream) == 3000


def test_device_function_as_the_operation():
    @cuda.jit(device=True)
    def product(a, b):
        return a * b

    a = np.linspace(0.999, 1.001, 3000)
    assert np.isclose(cuda.reduce(product)(a, init=1), a.prod())


def test_what_is_refused():
    with pytest.raises(TypeError, match="1D"):
        total(np.zeros((2, 2)))
    with pytest.raises(TypingError):
        cuda.reduce(lambda a, b: a.no_such)(np.zeros(3))
