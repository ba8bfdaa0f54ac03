"""``python -m benches.gpu_worker``: times of kernels on a GPU, as JSON. ``COLUBER_BENCH_MODULE`` says whose: coluber or numba.

A kernel's time is that between two events around many launches, divided by their number, and the smallest of some such times.
Arrays are in device memory, and compilation has been done before.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from benches import emulated

# Sizes at which a kernel takes long enough to be measured.
SIZES = {
    "vecadd": 1 << 26,
    "gemv": 1 << 13,
    "tile transpose": 1 << 13,
    "tree reduction": 1 << 26,
    "mandelbrot": 1 << 12,
    "compute_pi": 1 << 20,
    "histogram": 1 << 26,
}
_ROUNDS = 7
_LAUNCHES = 20
_BYTES = 1 << 29


def _seconds(cuda: Any, work: Callable[[], Any]) -> float:
    work()
    cuda.synchronize()
    start, end = cuda.event(), cuda.event()
    times = []
    for _ in range(_ROUNDS):
        start.record()
        for _ in range(_LAUNCHES):
            work()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) * 1e-3 / _LAUNCHES)
    return min(times)


def kernels(cuda: Any) -> dict[str, float]:
    """Seconds of each kernel of the seed documents."""
    found = {}
    for name, size in SIZES.items():
        case = emulated.CASES[name]
        launch = cuda.jit(case.kernel)[case.grid(size)]
        arguments = [cuda.to_device(each) if isinstance(each, np.ndarray) else each for each in case.make(size)]
        found[name] = _seconds(cuda, lambda: launch(*arguments))
    return found


def bandwidth(cuda: Any) -> dict[str, float]:
    """Seconds for each byte that is moved: by a copy on the device, and by ``z[i] = x[i] + y[i]`` of float32."""
    count = _BYTES // 4
    x, y, z = (cuda.to_device(np.ones(count, np.float32)) for _ in range(3))
    launch = cuda.jit(emulated.vecadd)[-(-count // 256), 256]
    copy = _seconds(cuda, lambda: z.copy_to_device(x)) / (2 * _BYTES)
    add = _seconds(cuda, lambda: launch(x, y, z)) / (3 * _BYTES)
    return {"copy": copy, "vecadd": add}


def _nothing(a, b, c, d):
    pass


def launch(cuda: Any) -> dict[str, float]:
    """Seconds that the calling thread spends in a launch of an empty kernel with four arrays."""
    arrays = [cuda.to_device(np.zeros(16)) for _ in range(4)]
    kernel = cuda.jit(_nothing)
    kernel[128, 32](*arrays)
    times = []
    for _ in range(100):
        cuda.synchronize()
        start = perf_counter()
        # Fewer than the driver's queue holds, so that no launch waits.
        for _ in range(100):
            kernel[128, 32](*arrays)
        times.append((perf_counter() - start) / 100)
    cuda.synchronize()
    return {"four arrays": median(times)}


def main() -> None:
    """Print all times."""
    cuda = emulated._bind(False)
    print(json.dumps({measure.__name__: measure(cuda) for measure in (bandwidth, kernels, launch)}))


if __name__ == "__main__":
    main()
