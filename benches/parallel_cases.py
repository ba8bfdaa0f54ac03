"""Functions with parallel loops, for two threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, sleep
from typing import Any

import numpy as np

from benches.implementation import module, njit

prange: Any = getattr(module, "prange", range)
THREADS = 2
BLOCKS = 15
# The threads of NumPy's BLAS look for work for some 50 ms after their start, on the processors that loops are measured on.
SETTLING = 0.1


@dataclass(frozen=True)
class ParallelCase:
    """A function and its arguments.

    Parameters
    ----------
    function : callable
        Has loops over `prange`.
    make : callable
        Its arguments.
    """

    function: Callable[..., Any]
    make: Callable[[], tuple[Any, ...]]


def total(a):
    """Return a sum."""
    s = 0.0
    for i in prange(a.size):
        s += a[i] * a[i]
    return s


def stencil(a, out):
    """Write means of four neighbours."""
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            out[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def mandelbrot(image, iterations):
    """Count the steps until a point leaves."""
    height, width = image.shape
    for y in prange(height):
        for x in range(width):
            c = complex(-2.0 + 3.0 * x / width, -1.0 + 2.0 * y / height)
            z = 0j
            count = iterations
            for k in range(iterations):
                z = z * z + c
                if z.real * z.real + z.imag * z.imag >= 4:
                    count = k
                    break
            image[y, x] = count


def _vector() -> tuple[Any, ...]:
    return (np.random.default_rng(0).random(1_000_000),)


def _planes() -> tuple[Any, ...]:
    return np.random.default_rng(0).random((700, 700)), np.zeros((700, 700))


def _image() -> tuple[Any, ...]:
    return np.zeros((300, 450), np.int64), 100


CASES = {
    "sum": ParallelCase(total, _vector),
    "stencil": ParallelCase(stencil, _planes),
    "Mandelbrot": ParallelCase(mandelbrot, _image),
}


def measure(name: str) -> dict[str, float]:
    """Return the seconds of the first call, and of a call with two threads and with one."""
    case = CASES[name]
    njit(lambda x: x + 1.0)(1.0)
    compiled = njit(parallel=True)(case.function)
    arguments = case.make()
    start = perf_counter()
    compiled(*arguments)
    found = {"first": perf_counter() - start}
    sleep(SETTLING)
    for threads in (THREADS, 1):
        module.set_num_threads(threads)
        found[str(threads)] = _seconds(compiled, arguments)
    return found


def _seconds(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """Seconds of a call, the best of some."""
    return min(_once(function, arguments) for _ in range(BLOCKS))


def _once(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    start = perf_counter()
    function(*arguments)
    return perf_counter() - start
