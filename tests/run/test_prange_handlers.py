"""Parallel loops in ``with`` and ``try``: what the handlers read has the value from before the loop while that runs."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from coluber import njit, parallel_chunksize, prange
from tests.run.support import assert_same


def chunks(n):
    total = 0
    with parallel_chunksize(8):
        for i in prange(n):
            total += i
    return total


def again(n):
    total = 0
    for _ in range(3):
        with parallel_chunksize(2):
            for i in prange(n):
                total += i
    return total


def elements(n):
    sums = np.zeros(3)
    try:
        for i in prange(n):
            sums += i
    except ValueError:
        sums[0] = -1
    return sums


def largest(n):
    best = 0.0
    with contextlib.nullcontext():
        for i in prange(n):
            if i % 2:
                best = max(best, i * 0.5)
    return best


def raised_behind(n):
    total = 0
    try:
        for i in prange(n):
            total += i
        if total > 10:
            raise ValueError
    except ValueError:
        return total, True
    return total, False


def raised_inside(n):
    total, reached = 5, 0
    try:
        for i in prange(n):
            if i == 7:
                raise ValueError("seven")
            total += i
        reached = 1
    except ValueError:
        pass
    return total if reached else -1


def finally_(n):
    total = 1
    try:
        for i in prange(n):
            total *= 2 if i % 5 == 0 else 1
    finally:
        total += 1
    return total


@pytest.mark.parametrize("n", [0, 3, 12, 1000])
@pytest.mark.parametrize("function", [chunks, again, elements, largest, raised_behind, raised_inside])
def test_reductions(function, n):
    assert_same(njit(parallel=True)(function)(n), function(n))


@pytest.mark.parametrize("n", [0, 3, 40])
def test_finally(n):
    assert njit(parallel=True)(finally_)(n) == finally_(n)
