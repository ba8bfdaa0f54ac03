"""Loops that end in one number, and scans."""

from __future__ import annotations

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import integers, kernel, numbers


@kernel(lambda: (numbers(40_000),))
@njit
def total(a):
    s = 0.0
    for x in a:
        s += x
    return s


@kernel(lambda: (numbers(40_000, 1), numbers(40_000, 2)), c_name="dot")
@njit
def dot(a, b):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    return s


@kernel(lambda: (numbers(40_000),))
@njit
def extremes(a):
    low = a[0]
    high = a[0]
    for i in range(1, a.shape[0]):
        low = min(low, a[i])
        high = max(high, a[i])
    return low, high


@kernel(lambda: (numbers(40_000), 100), extra=True)
@njit
def histogram(a, bins):
    counts = np.zeros(bins, np.int64)
    for x in a:
        counts[int(x * bins)] += 1
    return counts


@kernel(lambda: (integers(40_000, 100),), extra=True)
@njit
def prefix_sum(a):
    out = np.empty_like(a)
    running = 0
    for i, x in enumerate(a):
        running += x
        out[i] = running
    return out


@kernel(lambda: (np.sort(numbers(100_000, 1)), numbers(50_000, 2)), extra=True)
@njit
def binary_search(keys, wanted):
    out = np.empty(wanted.shape[0], np.int64)
    for i in range(wanted.shape[0]):
        low = 0
        high = keys.shape[0]
        while low < high:
            middle = (low + high) // 2
            if keys[middle] < wanted[i]:
                low = middle + 1
            else:
                high = middle
        out[i] = low
    return out
