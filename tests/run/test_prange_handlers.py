"""Parallel loops in ``with`` and ``try``: what the handlers read has the value from before the loop while that runs."""

from __future__ import annotations

import contextlib
import warnings

import numpy as np
import pytest

from coluber import get_parallel_chunksize, njit, parallel_chunksize, prange
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


@njit
def _twice_or_raise(i, bad):
    if i == bad:
        raise ValueError("the bad one")
    return 2.0 * i


def test_a_handler_sees_variables_as_they_were_before_the_loop():
    def tried(a):
        n = 7
        try:
            for i in prange(a.size):
                n += 1
                if a[i] > 100:
                    raise ValueError("large")
        except ValueError:
            return n
        return -n

    compiled = njit(parallel=True)(tried)
    a = np.arange(50.0)
    assert compiled(a) == tried(a) == -57
    a[30] = 101
    assert compiled(a) == 7


def test_calls_in_a_with_statement_or_a_try_statement_run_on_all_cores():
    def chunks(n, bad):
        out = np.zeros(n)
        with parallel_chunksize(3):
            for i in prange(n):
                out[i] = _twice_or_raise(i, bad)
        return out, get_parallel_chunksize()

    def caught(n, bad):
        out, failed = np.zeros(n), False
        try:
            for i in prange(n):
                out[i] = _twice_or_raise(i, bad)
        except ValueError:
            failed = True
        return out, failed

    for function in (chunks, caught):
        compiled = njit(parallel=True)(function)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            out, other = compiled(100, -1)
        assert (out == 2.0 * np.arange(100)).all()
        assert other == 0
    with pytest.raises(ValueError, match="the bad one"):
        njit(parallel=True)(chunks)(100, 50)
    assert get_parallel_chunksize() == 0
    assert njit(parallel=True)(caught)(100, 50)[1]
