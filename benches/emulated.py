"""Kernels of the seed documents for the emulator, and the same algorithms as parallel functions of the processor."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

TILE = 16

# What the kernels name; `_bind` and `time_parallel` set them to the implementation's.
cuda: Any = None
float32: Any = None
prange: Any = range

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Case:
    """A kernel, how it is launched, and perhaps the same as a parallel function.

    Attributes
    ----------
    kernel
        A Python function that names ``cuda`` and types of the implementation as globals.
    make
        The arguments for a size; what the kernel writes comes last.
    grid
        Grid and block for a size.
    parallel
        A Python function that names ``prange`` as a global, with the kernel's arguments.
    small, large
        Sizes for the comparison with a simulator and with the parallel function.
    """

    kernel: Callable[..., None]
    make: Callable[[int], Arguments]
    grid: Callable[[int], tuple[Any, Any]]
    small: int
    large: int = 0
    parallel: Callable[..., None] | None = None


def _blocks(size: int, block: int) -> int:
    return (size + block - 1) // block


def vecadd(x, y, z):
    i = cuda.grid(1)
    if i < z.size:
        z[i] = x[i] + y[i]


def vecadd_parallel(x, y, z):
    for i in prange(z.size):
        z[i] = x[i] + y[i]


def gemv(a, x, y):
    row = cuda.grid(1)
    if row < y.size:
        total = 0.0
        for k in range(x.size):
            total += a[row, k] * x[k]
        y[row] = total


def gemv_parallel(a, x, y):
    for row in prange(y.size):
        total = 0.0
        for k in range(x.size):
            total += a[row, k] * x[k]
        y[row] = total


def transpose(a, out):
    tile = cuda.shared.array((16, 17), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    out[cuda.blockIdx.x * 16 + ty, cuda.blockIdx.y * 16 + tx] = tile[tx, ty]


def tree_sum(a, out):
    part = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    part[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    k = cuda.blockDim.x // 2
    while k > 0:
        if t < k:
            part[t] += part[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def mandelbrot(image):
    x, y = cuda.grid(2)
    if x < image.shape[1] and y < image.shape[0]:
        c = complex(-2.0 + 3.0 * x / image.shape[1], -1.0 + 2.0 * y / image.shape[0])
        z = 0j
        count = 0
        while count < 50 and z.real * z.real + z.imag * z.imag < 4.0:
            z = z * z + c
            count += 1
        image[y, x] = count


def mandelbrot_parallel(image):
    for y in prange(image.shape[0]):
        for x in range(image.shape[1]):
            c = complex(-2.0 + 3.0 * x / image.shape[1], -1.0 + 2.0 * y / image.shape[0])
            z = 0j
            count = 0
            while count < 50 and z.real * z.real + z.imag * z.imag < 4.0:
                z = z * z + c
                count += 1
            image[y, x] = count


def compute_pi(states, iterations, out):
    i = cuda.grid(1)
    if i < out.size:
        s = states[i]
        inside = 0
        for _ in range(iterations):
            s = (s * 1103515245 + 12345) & 0x7FFFFFFF
            x = s / 2147483648.0
            s = (s * 1103515245 + 12345) & 0x7FFFFFFF
            y = s / 2147483648.0
            if x * x + y * y <= 1.0:
                inside += 1
        out[i] = 4.0 * inside / iterations


def compute_pi_parallel(states, iterations, out):
    for i in prange(out.size):
        s = states[i]
        inside = 0
        for _ in range(iterations):
            s = (s * 1103515245 + 12345) & 0x7FFFFFFF
            x = s / 2147483648.0
            s = (s * 1103515245 + 12345) & 0x7FFFFFFF
            y = s / 2147483648.0
            if x * x + y * y <= 1.0:
                inside += 1
        out[i] = 4.0 * inside / iterations


def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)


def _random(*shape: int) -> np.ndarray:
    return np.random.default_rng(7).random(shape)


CASES: dict[str, Case] = {
    "vecadd": Case(
        vecadd,
        lambda n: (_random(n), _random(n), np.zeros(n)),
        lambda n: (_blocks(n, 256), 256),
        4096,
        4_000_000,
        vecadd_parallel,
    ),
    "gemv": Case(
        gemv,
        lambda n: (_random(n, n), _random(n), np.zeros(n)),
        lambda n: (_blocks(n, 64), 64),
        256,
        2048,
        gemv_parallel,
    ),
    "tile transpose": Case(
        transpose,
        lambda n: (_random(n, n).astype(np.float32), np.zeros((n, n), np.float32)),
        lambda n: ((n // TILE, n // TILE), (TILE, TILE)),
        64,
    ),
    "tree reduction": Case(
        tree_sum,
        lambda n: (_random(n).astype(np.float32), np.zeros(n // 256, np.float32)),
        lambda n: (n // 256, 256),
        2048,
    ),
    "mandelbrot": Case(
        mandelbrot,
        lambda n: (np.zeros((n, n), np.int64),),
        lambda n: ((_blocks(n, 16), _blocks(n, 16)), (16, 16)),
        64,
        1024,
        mandelbrot_parallel,
    ),
    "compute_pi": Case(
        compute_pi,
        lambda n: (np.arange(n) * 2654435761 % (1 << 31), 100, np.zeros(n)),
        lambda n: (_blocks(n, 64), 64),
        256,
        40_000,
        compute_pi_parallel,
    ),
    "histogram": Case(
        histogram,
        lambda n: (np.random.default_rng(7).integers(0, 64, n), np.zeros(64, np.int64)),
        lambda n: (_blocks(n, 128), 128),
        4096,
    ),
}


def time_kernel(case: str, size: int, simulated: bool) -> dict[str, float]:
    """Median seconds of a launch, and the sum of what it wrote at the first."""
    implementation = _bind(simulated)
    chosen = CASES[case]
    launch = implementation.jit(chosen.kernel)[chosen.grid(size)]
    return _timed(lambda arguments: launch(*arguments), chosen.make(size), 1 if simulated else 15)


def time_parallel(case: str, size: int) -> dict[str, float]:
    """Median seconds of a call of the parallel function."""
    implementation = _module()
    globals()["prange"] = implementation.prange
    chosen = CASES[case]
    function = implementation.njit(parallel=True)(chosen.parallel)
    return _timed(lambda arguments: function(*arguments), chosen.make(size), 15)


def time_first_launch(case: str, size: int) -> dict[str, float]:
    """Seconds of the first launch of the process, and with the import of the package."""
    chosen = CASES[case]
    arguments = chosen.make(size)
    start = perf_counter()
    kernel = _bind(False).jit(chosen.kernel)
    launch = perf_counter()
    kernel[chosen.grid(size)](*arguments)
    end = perf_counter()
    return {"seconds": end - launch, "with_import": end - start}


def time_compile_ptx(case: str, size: int) -> dict[str, float]:
    """Seconds of the first compilation of the process to PTX, and with the import of the package."""
    chosen = CASES[case]
    arguments = chosen.make(size)
    start = perf_counter()
    implementation = _bind(False)
    types = tuple(map(_module().typeof, arguments))
    compilation = perf_counter()
    implementation.compile_ptx(chosen.kernel, types, cc=(7, 5))
    end = perf_counter()
    return {"seconds": end - compilation, "with_import": end - start}


def time_empty_launch() -> dict[str, float]:
    """Median seconds of a launch of a kernel that does nothing, from Python."""
    launch = _bind(False).jit(_nothing)[1, 1]
    launch()
    times = []
    for _ in range(50):
        start = perf_counter()
        for _ in range(200):
            launch()
        times.append((perf_counter() - start) / 200)
    return {"seconds": median(times)}


def _nothing() -> None:
    pass


def _timed(call: Callable[[Arguments], Any], arguments: Arguments, repeats: int) -> dict[str, float]:
    start = perf_counter()
    call(arguments)
    times = [perf_counter() - start]
    written = math.fsum(np.asarray(arguments[-1], float).ravel())
    if repeats > 1:
        times = []
        for _ in range(repeats):
            start = perf_counter()
            call(arguments)
            times.append(perf_counter() - start)
    return {"seconds": median(times), "written": written}


@cache
def _module() -> Any:
    import os
    from importlib import import_module

    return import_module(os.environ.get("COLUBER_BENCH_MODULE", "coluber"))


def _bind(simulated: bool) -> Any:
    """Give the kernels the implementation's ``cuda``."""
    import os
    from importlib import import_module

    if simulated:
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
    module = _module()
    found = import_module(f"{module.__name__}.cuda")
    globals().update(cuda=found, float32=module.float32)
    return found
