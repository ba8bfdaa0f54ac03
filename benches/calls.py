"""Calls from Python that do almost nothing: what a call costs."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from time import perf_counter
from typing import Any

import numpy as np

from benches.implementation import njit


@dataclass(frozen=True)
class Call:
    """A function and the text of a call of it, in terms of ``f`` and the names in ``values``."""

    name: str
    function: Any
    text: str
    values: dict[str, Any]
    target: float = 0.35


def _array() -> np.ndarray:
    return np.zeros(4)


CALLS = {
    call.name: call
    for call in (
        Call("no argument", njit(lambda: None), "f()", {}, 0.8),
        Call("1 int", njit(lambda a: a), "f(i)", {"i": 7}),
        Call("3 floats", njit(lambda a, b, c: a), "f(x, y, z)", {"x": 1.5, "y": 2.5, "z": 3.5}),
        Call("1 array", njit(lambda a: None), "f(a)", {"a": _array()}),
        Call("4 arrays", njit(lambda a, b, c, d: None), "f(a, b, c, d)", {name: _array() for name in "abcd"}),
        Call("a tuple", njit(lambda t: t[0]), "f(t)", {"t": (1, 2.5)}),
        Call("a keyword argument", njit(lambda a, b: a), "f(i, b=j)", {"i": 7, "j": 8}),
    )
}


def names() -> list[dict[str, Any]]:
    """Name and target of each case."""
    return [{"name": call.name, "target": call.target} for call in CALLS.values()]


def measure(case: str, number: int = 20_000, samples: int = 7) -> float:
    """Seconds a call, the loop's own cost subtracted: median of some loops."""
    call = CALLS[case]
    loop = _loop(call.text, tuple(call.values))
    empty = _loop("pass", tuple(call.values))
    loop(call.function, 1, **call.values)
    costs = []
    for _ in range(samples):
        costs.append((loop(call.function, number, **call.values) - empty(call.function, number, **call.values)) / number)
    return statistics.median(costs)


@cache
def _loop(statement: str, parameters: tuple[str, ...]) -> Callable[..., float]:
    """Compile a timing loop around a statement."""
    source = f"""
def loop({", ".join(("f", "n", *parameters))}):
    start = perf_counter()
    for _ in repeat(None, n):
        {statement}
    return perf_counter() - start
"""
    namespace: dict[str, Any] = {"perf_counter": perf_counter, "repeat": repeat}
    exec(source, namespace)
    return namespace["loop"]
