"""Comparison of compiled random numbers with those of the interpreter, draw by draw."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from coluber import njit
from tests.run.support import assert_same

SEEDS = (1, 99)


@cache
def drawing(text: str, kind: str) -> Any:
    """A function of a generator and a seed that returns what an expression gives, and a number after it."""
    before, after = {
        "numpy": ("np.random.seed(seed)", "np.random.random()"),
        "generator": ("pass", "g.random()"),
        "python": ("random.seed(seed)", "random.random()"),
    }[kind]
    namespace: dict[str, Any] = {
        "np": np,
        "random": random,
        "A": np.arange(12.0).reshape(4, 3),
        "V": np.arange(9),
        "C": np.array([[2.0, 0.5, 0.1], [0.5, 1.0, -0.2], [0.1, -0.2, 3.0]]),
        "T": (1.5, 2.0, 9.0, -4.0),
    }
    exec(f"def f(g, seed):\n    {before}\n    x = {text}\n    return x, {after}\n", namespace)
    return namespace["f"]


def outcome(function: Any, seed: int) -> Any:
    """What a call gives, with an exception as its class and arguments."""
    try:
        with np.errstate(all="ignore"):
            return function(np.random.default_rng(seed), seed)
    except Exception as error:
        return type(error).__name__, str(error)


def same_draws(text: str, kind: str, seeds: tuple[int, ...] = SEEDS) -> None:
    """Check that an expression gives the same compiled and not, and takes as many bits."""
    function = drawing(text, kind)
    compiled = njit(function)
    for seed in seeds:
        assert_same(outcome(compiled, seed), outcome(function, seed), what=f"{text} with seed {seed}")
