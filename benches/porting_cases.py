"""What porting in stages rests on: code from the cache, lifted loops, object mode, extensions of the user's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from benches.implementation import module

REPEATS = 30


def polynomial(x):
    """Evaluate a polynomial."""
    return ((2.0 * x + 3.0) * x - 1.0) * x + 0.5


def total(a):
    """Sum an array."""
    result = 0.0
    for i in range(a.size):
        result += a[i]
    return result


def dot(a, b):
    """Multiply two vectors."""
    result = 0.0
    for i in range(a.size):
        result += a[i] * b[i]
    return result


def smooth(a, out):
    """Average neighbours."""
    for i in range(1, a.size - 1):
        out[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0


def largest(a):
    """Return the place of the largest element."""
    best = 0
    for i in range(1, a.size):
        if a[i] > a[best]:
            best = i
    return best


def escape(c, limit):
    """Count the steps until a point of the Mandelbrot set's surroundings escapes."""
    z = 0j
    for step in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return step
    return limit


def distances(points, out):
    """Compute the distances of all pairs of points."""
    for i in range(points.shape[0]):
        for j in range(points.shape[0]):
            dx, dy = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
            out[i, j] = math.sqrt(dx * dx + dy * dy)


def histogram(a, counts):
    """Count elements between 0 and 1."""
    for i in range(a.size):
        counts[int(a[i] * counts.size)] += 1


def primes(n):
    """Count primes with a sieve."""
    sieve = np.ones(n, np.bool_)
    count = 0
    for i in range(2, n):
        if sieve[i]:
            count += 1
            for j in range(i * i, n, i):
                sieve[j] = False
    return count


def normalise(a):
    """Scale an array to mean 0 and deviation 1."""
    return (a - a.mean()) / a.std()


def _cached_calls() -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    a = np.linspace(0.0, 0.99, 100)
    return [
        (polynomial, (1.5,)),
        (total, (a,)),
        (dot, (a, a)),
        (smooth, (a, np.zeros(100))),
        (largest, (a,)),
        (escape, (0.1 + 0.2j, 100)),
        (distances, (np.ones((10, 2)), np.zeros((10, 10)))),
        (histogram, (a, np.zeros(10, np.int64))),
        (primes, (1000,)),
        (normalise, (a,)),
    ]


def call_cached() -> None:
    """Call ten functions for the first time in the process."""
    for function, arguments in _cached_calls():
        module.njit(cache=True)(function)(*arguments)


# ------------------------------------------------------------------------------------------------------------ object mode


def collatz(n):
    """Count steps: the loop alone."""
    steps = 0
    for k in range(1, n):
        x = k
        while x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
    return steps


def collatz_in_object_mode(n):
    """Count steps in a function that does not compile."""
    steps = 0
    name = type("Local", (), {}).__name__
    for k in range(1, n):
        x = k
        while x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
    return steps if name else 0


def words(texts):
    """Do what the interpreter does best."""
    return sorted({text.title(): len(text) for text in texts if not text.startswith("x")}.items(), key=repr)


def lifted() -> dict[str, float]:
    """Seconds of a lifted loop, and of the same loop in a compiled function."""
    functions = {"run": module.jit(forceobj=True)(collatz_in_object_mode), "peer": module.njit(collatz)}
    # The machine code is the same: what is looked for is small beside what other programs of the machine take.
    return _turns(functions, 30_000, repeats=10 * REPEATS)


def interpreted() -> dict[str, float]:
    """Seconds of a function in object mode, and in plain CPython."""
    texts = [f"word {k}" for k in range(2000)]
    return _turns({"run": module.jit(forceobj=True)(words), "peer": words}, texts)


def _turns(functions: dict[str, Any], *arguments: Any, repeats: int = REPEATS) -> dict[str, float]:
    """Return the least time of each function; they run in turns."""
    best = dict.fromkeys(functions, math.inf)
    for _ in range(repeats):
        for name, function in functions.items():
            start = perf_counter()
            function(*arguments)
            best[name] = min(best[name], perf_counter() - start)
    return best


# ------------------------------------------------------------------------------------------------------------- extensions


def extension() -> dict[str, float]:
    """Seconds of the first call of a function that uses an overload and an intrinsic of the program's own."""
    from importlib import import_module

    extending = import_module(f"{module.__name__}.extending")
    types = module.types

    @extending.intrinsic
    def twice(typingctx, value):
        def codegen(context, builder, signature, args):
            return builder.add(args[0], args[0])

        return types.int64(types.int64), codegen

    def shifted(x):
        raise NotImplementedError

    @extending.overload(shifted)
    def overload_shifted(x):
        if isinstance(x, types.Integer):
            return lambda x: twice(x) + 1
        return lambda x: x + 0.5

    @module.njit
    def use(x, y):
        return shifted(x) + shifted(y)

    start = perf_counter()
    use(3, 1.5)
    return {"run": perf_counter() - start}


CASES: dict[str, Callable[[], dict[str, float]]] = {"lifted": lifted, "interpreted": interpreted, "extension": extension}
