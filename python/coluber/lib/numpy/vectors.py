"""What compilers make vector code of: a loop over a part of a vector, steps of such loops."""

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
def smaller_number(x, best):
    """Return the smaller one of two numbers; of a NaN, anything. Compilers make vector code of a loop of these."""
    return x if x < best else best


@compile_with(fastmath={"nnan", "nsz"})
def larger_number(x, best):
    """As `smaller_number`, the larger one."""
    return x if x > best else best
