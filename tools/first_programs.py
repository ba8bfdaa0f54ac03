"""What programs call first, for `function_order`: loops, arrays, containers, classes, the NumPy library, ufuncs, kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber import cuda, guvectorize, njit, prange, vectorize


@dataclass
class Point:
    """A class of a program."""

    x: float
    y: float

    def norm(self):
        """Return the distance from the origin."""
        return (self.x**2 + self.y**2) ** 0.5


def _sum(n):
    total = 0.0
    for i in range(n):
        total += i * 0.5
    return total


def _array(a):
    out = np.zeros_like(a)
    for i in range(a.shape[0]):
        out[i] = a[i] * 2 if a[i] > 0.5 else -a[i]
    return out.sum() + np.sqrt(a).mean()


def _elementary(a):
    return np.exp(-a) * np.sin(a) + np.log(a + 1.0) ** 1.5


def _containers(n):
    words = {}
    for i in range(n):
        words[str(i)] = [i, i * i]
    return sorted(words), {k: sum(v) for k, v in words.items()}, set(words)


def _text(text):
    return [w.upper() for w in text.split()], f"{len(text):>5} {len(text) / 3:.2f}", text.replace("a", "bc")


def _class(n):
    points = [Point(float(i), i + 1.0) for i in range(n)]
    return max(points, key=lambda p: p.norm()).x


def _generator(n):
    def squares():
        for i in range(n):
            yield i * i

    try:
        return list(squares())[n]
    except IndexError as e:
        return [len(str(e))]


def _library(a):
    return np.linalg.solve(a, a[0]) @ a, np.sort(a, axis=0), np.where(a > 0, a, 0), np.unique(a), np.cumsum(a), np.median(a)


def _parallel(a):
    total = 0.0
    for i in prange(a.shape[0]):
        total += a[i] ** 2
    return total + (a * 2 + 1).max()


def _ufunc(x, y):
    return x * x + y


def _gufunc(a, out):
    out[0] = a.sum()


def _kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + cuda.threadIdx.x


def calls() -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Yield functions and arguments, as `benches` and the seeds' programs have them most often."""
    numbers, matrix = np.linspace(0.1, 1.0, 10), np.eye(4) + 1
    for function, argument in (
        (_sum, 10),
        (_array, numbers),
        (_elementary, numbers),
        (_containers, 5),
        (_text, "an example"),
        (_class, 3),
        (_generator, 3),
        (_library, matrix),
    ):
        yield njit(function), (argument,)
    yield njit(parallel=True)(_parallel), (numbers,)
    yield vectorize(_ufunc), (numbers, numbers)
    yield guvectorize("(n)->()")(_gufunc), (matrix, numbers[:4].copy())
    yield njit(fastmath=True, error_model="numpy", cache=True)(_sum), (10.0,)
    yield cuda.jit(_kernel)[1, 16], (numbers, numbers.copy())
