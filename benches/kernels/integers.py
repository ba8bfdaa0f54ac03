"""Integer arithmetic."""

from __future__ import annotations

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import integers, kernel


@kernel(lambda: (100_000,))
@njit
def sieve(n):
    prime = np.ones(n + 1, np.bool_)
    prime[0] = False
    prime[1] = False
    i = 2
    while i * i <= n:
        if prime[i]:
            for j in range(i * i, n + 1, i):
                prime[j] = False
        i += 1
    count = 0
    for p in prime:
        if p:
            count += 1
    return count


@kernel(lambda: (20_000,))
@njit
def collatz(n):
    longest = 0
    for start in range(1, n):
        x = start
        steps = 0
        while x != 1:
            if x % 2 == 0:
                x //= 2
            else:
                x = 3 * x + 1
            steps += 1
        longest = max(longest, steps)
    return longest


@kernel(lambda: (integers(20_000, 1_000_000, 1) + 1, integers(20_000, 1_000_000, 2) + 1), extra=True)
@njit
def gcd_sum(a, b):
    total = 0
    for i in range(a.shape[0]):
        x = a[i]
        y = b[i]
        while y:
            x, y = y, x % y
        total += x
    return total


@kernel(lambda: (integers(50_000, 2**60).astype(np.uint64),), extra=True)
@njit
def hash_mix(keys):
    state = np.uint64(14695981039346656037)
    for key in keys:
        x = key
        x ^= x >> np.uint64(33)
        x *= np.uint64(0xFF51AFD7ED558CCD)
        x ^= x >> np.uint64(29)
        state = (state ^ x) * np.uint64(1099511628211)
    return state


@kernel(lambda: (integers(50_000, 2**60),), extra=True)
@njit
def count_bits(values):
    total = 0
    for x in values:
        while x:
            x &= x - 1
            total += 1
    return total
