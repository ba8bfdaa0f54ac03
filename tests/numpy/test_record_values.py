"""Records as values: copies, comparison, their fields in order, texts."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, expression

PLAIN = np.dtype([("a", "i4"), ("b", "f8")])
MIXED = np.dtype([("a", "u1"), ("p", [("x", "f4"), ("y", "f4")]), ("v", "i2", (2,)), ("s", "U3")], align=True)


def records(dtype):
    made = np.zeros(4, dtype)
    made["a"] = [3, 1, 2, 1]
    if dtype is MIXED:
        made["p"]["y"] = [1.5, 2, 3, 2]
        made["v"][:, 1] = [1, 4, 5, 4]
        made["s"] = ["a", "bc", "", "bc"]
    return made


ROWS = [
    "a[1] == a[3]", "a[0] == a[1]", "a[1] != a[3]", "a[0] != a[1]", "len(a[2])", "tuple(a[1])[0]", "a[0].copy()['a']",
    "str(a[1])", "f'{a[0]}'",
]  # fmt: skip


@pytest.mark.parametrize("dtype", [PLAIN, MIXED], ids=["plain", "mixed"])
@pytest.mark.parametrize("row", ROWS)
def test_records(row, dtype):
    check(expression(row, "a"), records(dtype))


def sorted_by_swaps(a):
    for i in range(1, len(a)):
        j = i
        while j > 0 and a[j - 1]["a"] > a[j]["a"]:
            kept = a[j].copy()
            a[j] = a[j - 1]
            a[j - 1] = kept
            j -= 1
    return a


def unpacked(a):
    total = 0.0
    for k in range(len(a)):
        number, value = a[k]
        total += number * value
    return total


def text_before_a_change(a):
    text = f"{a[0]}"
    a[0]["a"] = 100
    return text


@pytest.mark.parametrize("function", [sorted_by_swaps, unpacked, text_before_a_change])
def test_programs(function):
    check(function, records(PLAIN))


def test_wrong_numbers_of_fields():
    def three(a):
        x, y, z = a[0]
        return x

    with pytest.raises(Exception, match="unpack"):
        njit(three)(records(PLAIN))
