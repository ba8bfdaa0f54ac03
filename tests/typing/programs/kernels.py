"""Kernels: their words, what they are launched with, and device arrays."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from coluber import cuda, float32, int32
from coluber.cuda.cudadrv.devicearray import DeviceNDArray
from coluber.cuda.host.devices import Device
from coluber.cuda.kernel.vector import float32x4
from coluber.cuda.ufuncs import CUDAUFunc

Floats = NDArray[np.float32]


@cuda.jit(device=True)
def squared(x: float) -> float:
    return x * x


@cuda.jit
def words(a: Floats, count: NDArray[np.int32]) -> None:
    x, y = cuda.grid(2)
    assert_type(x, int)
    assert_type(cuda.gridsize(1), int)
    assert_type(cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x, int)
    assert_type(cuda.laneid % cuda.warpsize, int)
    tile = cuda.shared.array((32, 32), dtype=float32)
    own = cuda.local.array(4, np.float32)
    assert_type(tile, NDArray[Any])
    own[0] = cuda.libdevice.sinf(a[x, y])
    cuda.syncthreads()
    cuda.atomic.add(count, 0, 1)
    assert_type(cuda.shfl_down_sync(cuda.activemask(), 1.5, 1), float)
    assert_type(cuda.popc(cuda.ballot_sync(0xFFFFFFFF, x > 3)), int)
    assert_type(cuda.libdevice.sincosf(0.5), tuple[float, float])
    assert_type(cuda.fp16.hadd(np.float16(1), 2.0), float)
    assert_type(cuda.bf16.hadd(cuda.bfloat16(1.0), 2.0), cuda.bfloat16)
    assert_type(cuda.bfloat16(1.0) + 1.0, cuda.bfloat16)
    assert_type(cuda.bfloat16(1.0) < 1.0, bool)
    assert_type(cuda.float4(1.0, 2.0, 3.0, 4.0), float32x4)
    assert_type(cuda.float4(1.0, 2.0, 3.0, 4.0).w, float)
    assert_type(cuda.int2(1, 2).y, int)
    cuda.int2(1, 2).z  # E: attr-defined
    cuda.libdevice.sinf("text")  # E: arg-type
    cuda.libdevice.sinus(1.0)  # E: attr-defined
    cuda.grid("all")  # E: call-overload
    a[x, y] = squared(2.0)


@cuda.reduce
def total(a: float, b: float) -> float:
    return a + b


@cuda.vectorize(["float32(float32)"])
def added(x: float) -> float:
    return x + 1


stream = cuda.stream()
on_device = cuda.to_device(np.zeros((4, 4), np.float32), stream=stream)
counts = cuda.device_array(1, np.int32)
assert_type(on_device, DeviceNDArray)
assert_type(on_device.copy_to_host(), NDArray[Any])
assert_type(cuda.to_device(np.ones(4), to=on_device), DeviceNDArray)
words[(1, 1), (4, 4), stream](on_device, counts)
words[1, 32]
words[1]  # E: index
words(on_device, counts)  # E: arg-type
assert_type(squared(2.0), float)
assert_type(squared.py_func(2.0), float)
assert_type(added, CUDAUFunc)
total(on_device)
cuda.compile_ptx(squared.py_func, int32(float32), device=True)
assert_type(cuda.declare_device("twice", "float32(float32)")(1.0), Any)
assert_type(cuda.gpus[0], Device)
assert_type(cuda.require_context(squared.py_func)(2.0), float)
with cuda.pinned(np.zeros(3)):
    cuda.synchronize()
