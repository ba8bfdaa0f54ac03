"""Loops over a part of a vector that compilers make vector code of: one question each."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import compile_with


def has_nan(a, start, end):
    """Whether one of some elements of a vector is not a number."""
    index = np.uint64
    found = False
    for i in range(start, end):
        x = a[index(i)]
        found = found | (x != x)
    return found


@compile_with(fastmath={"nnan", "nsz"})
def smallest(a, start, end, best):
    """Return the smallest of a number and some elements of a vector, which are no NaNs."""
    index = np.uint64
    for i in range(start, end):
        x = a[index(i)]
        best = x if x < best else best
    return best


@compile_with(fastmath={"nnan", "nsz"})
def largest(a, start, end, best):
    """Return the largest of a number and some elements of a vector, which are no NaNs."""
    index = np.uint64
    for i in range(start, end):
        x = a[index(i)]
        best = x if x > best else best
    return best
