"""``cuda.kernels.transpose``, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda
from coluber.cuda.kernels.transpose import transpose


@pytest.mark.parametrize("shape", [(1, 1), (32, 32), (33, 31), (1, 100), (130, 7), (0, 3)])
@pytest.mark.parametrize("dtype", ["f8", "i2", "c16", [("x", "i4"), ("y", "f8")]])
def test_shapes(shape, dtype):
    a = np.zeros(shape, dtype)
    numbers = a["x"] if a.dtype.names else a
    numbers[...] = np.arange(a.size).reshape(shape)
    result = transpose(cuda.to_device(a))
    assert np.array_equal(result.copy_to_host(), a.T)


def test_into_an_array():
    a = np.random.default_rng(2).random((40, 50))
    out = np.zeros((50, 40))
    assert transpose(a, out) is out
    assert np.array_equal(out, a.T)
    device = cuda.device_array((50, 40))
    assert transpose(cuda.to_device(a), device) is device
    assert np.array_equal(device.copy_to_host(), a.T)
    strided = transpose(cuda.to_device(a)[:, ::2])
    assert np.array_equal(strided.copy_to_host(), a[:, ::2].T)


def test_what_is_refused():
    with pytest.raises(ValueError, match="2 dimensions"):
        transpose(np.zeros(3))
    with pytest.raises(ValueError, match="does not fit"):
        transpose(np.zeros((2, 3)), np.zeros((2, 3)))
