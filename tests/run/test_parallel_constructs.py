"""``parallel={...}``: what stays on one thread."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, prange, stencil


@stencil
def neighbours(a):
    """Return the sum of two neighbours."""
    return a[-1] + a[1]


def everything(a):
    """Return a result of each construct; the lines are those of the report."""
    total = 0.0
    for i in prange(a.size):
        total += a[i]
    b = a * 2
    b[1:] = a[1:] * 3
    b += a
    c = np.array([x * 2 for x in a])
    return total, b, c, b.max(), neighbours(a), np.sort(a)


def reported(choices, capsys):
    """Return what the report says, by lines counted from that of the function."""
    a = np.arange(50.0)
    compiled = njit(parallel=choices)(everything)
    for got, wanted in zip(compiled(a), everything(a), strict=True):
        np.testing.assert_allclose(got, wanted)
    compiled.parallel_diagnostics(level=1)
    first = everything.__code__.co_firstlineno
    rows = [line.split(":")[:2] for line in capsys.readouterr().out.splitlines() if line.startswith("  line")]
    return [(int(line.split()[1]) - first, what.strip()) for line, what in rows]


LOOP, EXPRESSION = "prange loop", "array expression"


@pytest.mark.parametrize(
    ("key", "missing"),
    [
        ("prange", [(3, LOOP)]),
        ("comprehension", [(8, LOOP)]),
        ("setitem", [(6, EXPRESSION)]),
        ("inplace_binop", [(7, EXPRESSION)]),
        ("reduction", [(9, "call of max")]),
        ("stencil", [(9, "call of call")]),
        ("numpy", [(5, EXPRESSION), (8, "call of array"), (9, "call of max"), (9, "call of sort")]),
        ("fusion", []),
    ],
)
def test_what_stays_on_one_thread(key, missing, capsys):
    every = reported({}, capsys)
    assert reported({key: False, "fusion": True}, capsys) == [row for row in every if row not in missing]
    assert all(row in every for row in missing)


def test_unknown_keys():
    with pytest.raises(NameError, match="Unrecognized parallel options: 'fuse'"):
        njit(parallel={"fuse": True})
