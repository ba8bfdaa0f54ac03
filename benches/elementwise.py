"""Elementary functions over arrays, matrix products, and the cost of a call of a ufunc, timed in a process of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benches.implementation import MODULE_NAME, njit
from benches.library_cases import seconds

ELEMENTS = 100_000
PRODUCTS = (100, 2000)


@dataclass(frozen=True)
class Elementary:
    """A function of numbers, and the intervals of its arguments."""

    function: Callable[..., Any]
    intervals: tuple[tuple[float, float], ...]

    def arguments(self) -> tuple[np.ndarray, ...]:
        """Vectors of random numbers."""
        rng = np.random.default_rng(5)
        return tuple(rng.uniform(low, high, ELEMENTS) for low, high in self.intervals)


ELEMENTARY = {
    "exp": Elementary(lambda x: np.exp(x), ((-10.0, 10.0),)),
    "sin": Elementary(lambda x: np.sin(x), ((-100.0, 100.0),)),
    "log": Elementary(lambda x: np.log(x), ((1e-3, 100.0),)),
    "pow": Elementary(lambda x, y: np.power(x, y), ((1e-3, 10.0), (-3.0, 3.0))),
    "tanh": Elementary(lambda x: np.tanh(x), ((-5.0, 5.0),)),
}


def measure_elementary() -> dict[str, dict[str, float]]:
    """Return for each function the seconds of a call, compiled and by NumPy, and the largest error in ulps."""
    return {name: _elementary(case) for name, case in ELEMENTARY.items()}


def _elementary(case: Elementary) -> dict[str, float]:
    compiled, arguments = njit(case.function), case.arguments()
    exact = case.function(*(argument.astype(np.longdouble) for argument in arguments))
    result = compiled(*arguments)
    error = np.abs((result - exact) / np.spacing(np.abs(exact.astype(np.float64)))).max()
    return {"run": seconds(compiled, arguments), "numpy": seconds(case.function, arguments), "error": float(error)}


def measure_products() -> dict[str, dict[str, float]]:
    """Return for each size the seconds of the product of two matrices, compiled and by NumPy."""
    compiled = njit(lambda a, b: a @ b)
    rng = np.random.default_rng(6)
    pairs = {n: (rng.random((n, n)), rng.random((n, n))) for n in PRODUCTS}
    return {str(n): {"run": seconds(compiled, pair), "numpy": seconds(lambda a, b: a @ b, pair)} for n, pair in pairs.items()}


def measure_ufunc() -> dict[str, float]:
    """Return the seconds of a call with ten elements of a ufunc that adds, and of NumPy's."""
    import importlib

    add = importlib.import_module(MODULE_NAME).vectorize(["float64(float64, float64)"])(lambda x, y: x + y)
    pair = (np.arange(10.0), np.ones(10))
    return {"run": seconds(add, pair), "numpy": seconds(np.add, pair)}


def measure() -> dict[str, Any]:
    """Return all of them."""
    return {"elementary": measure_elementary(), "products": measure_products(), "ufunc": measure_ufunc()}
