"""The list of kernels. A new one is a decorated function in one of the modules beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Kernel:
    """A function and how to make its arguments.

    Attributes
    ----------
    mutates
        The function changes its arguments in a way that changes its work, so each call gets fresh copies.
    tolerance
        Relative difference between implementations that still counts as equal.
    c_name
        Name of the same loop in ``kernels.c``, if it is there.
    extra
        Not part of the summary.
    """

    name: str
    function: Callable[..., Any]
    make: Callable[[], Arguments]
    mutates: bool
    tolerance: float
    c_name: str | None
    extra: bool


KERNELS: dict[str, Kernel] = {}


def kernel(
    make: Callable[[], Arguments],
    *,
    mutates: bool = False,
    tolerance: float = 1e-9,
    c_name: str | None = None,
    extra: bool = False,
) -> Callable[[Any], Any]:
    """Put a function into the list."""

    def register(function: Any) -> Any:
        name = function.__name__
        KERNELS[name] = Kernel(name, function, make, mutates, tolerance, c_name, extra)
        return function

    return register


# Arrays are small enough for the second-level cache, so that the compiled loop is measured and not the machine's memory.


def numbers(size: int, seed: int = 1) -> np.ndarray:
    """Reproducible float64 values in [0, 1)."""
    return np.random.default_rng(seed).random(size)


def integers(size: int, high: int, seed: int = 1) -> np.ndarray:
    """Reproducible int64 values in [0, high)."""
    return np.random.default_rng(seed).integers(0, high, size)
