"""What compilers make vector code of: a loop over a part of a vector, steps of such loops."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import compile_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


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


@compile_with(fastmath={"reassoc", "contract"})
def add_product(total, x, y):
    """Return ``total + x * y``. Compilers make vector code of a loop over contiguous vectors, which adds in any order."""
    return total + x * y


def sum_in_lanes(term: FunctionType, number: Any) -> FunctionType:
    """Return ``(a, b)``: the sum of ``term(a, b, i)`` over two vectors, as eight sums that do not wait for each other."""

    def total_of(a, b):
        n = a.shape[0]
        end = n & -8
        p0 = p1 = p2 = p3 = p4 = p5 = p6 = p7 = number(0)
        for i in range(0, end, 8):
            p0 += term(a, b, i)
            p1 += term(a, b, i + 1)
            p2 += term(a, b, i + 2)
            p3 += term(a, b, i + 3)
            p4 += term(a, b, i + 4)
            p5 += term(a, b, i + 5)
            p6 += term(a, b, i + 6)
            p7 += term(a, b, i + 7)
        total = ((p0 + p1) + (p2 + p3)) + ((p4 + p5) + (p6 + p7))
        for i in range(end, n):
            total += term(a, b, i)
        return total

    return total_of
