"""Elements that the iterations of a parallel loop share: reductions, loops in order, and errors."""

import warnings

import numpy as np
import pytest

from coluber import errors, njit, prange
from coluber.experimental import jitclass
from coluber.types import float64

SHARED = {
    "greater, tested": ("if s[k[i]] < a[i]: s[k[i]] = a[i]", "reductions: s"),
    "greater, the other way round": ("if a[i] >= s[k[i]]: s[k[i]] = a[i]", "reductions: s"),
    "lesser, with names": ("j = k[i]; x = a[i]\n        if x < s[j]: s[j] = x", "reductions: s"),
    "one element": ("if a[i] > s[2]: s[2] = a[i]", "reductions: s"),
    "tested and more": ("if a[i] > s[k[i]]: s[k[i]] = a[i]; m[0, k[i]] = i", "in order"),
    "row": ("m[0][k[i]] += a[i]", "reductions: m"),
    "row, written out": ("m[1][k[i]] = m[1][k[i]] + a[i]", "reductions: m"),
    "field": ("r['x'][k[i]] += a[i]", "reductions: r"),
    "attribute": ("o.h[k[i]] += a[i]", "reductions: h"),
    "attribute of a jitclass": ("c.h[k[i]] += a[i]", "reductions: h"),
    "list": ("p[k[i]] += a[i]", "in order"),
    "own": ("if m[2, i] < a[i]: m[2, i] = a[i]", "run on all cores"),
    "own items": ("q[i] += a[i]", "run on all cores"),
}


class Counts:
    def __init__(self):
        self.h = np.zeros(50)


@jitclass([("h", float64[:])])
class Compiled:
    def __init__(self):
        self.h = np.zeros(50)


def targets(n):
    return {
        "s": np.zeros(50), "m": np.zeros((3, n)), "r": np.zeros(50, [("x", "f8"), ("y", "i4")]), "o": Counts(), "c": Compiled(),
        "p": [0.0] * 50, "q": [0.0] * n,
    }  # fmt: skip


def compiled(source, **options):
    scope = {"prange": prange, "np": np}
    exec(source, scope)
    return njit(**options)(scope["f"])


def loop(statement):
    return f"def f(s, m, r, o, c, p, q, a, k):\n    for i in prange(a.size):\n        {statement}\n"


def contents(values):
    return {name: np.array(getattr(value, "h", value)).tolist() for name, value in values.items()}


@pytest.mark.parametrize("name", SHARED)
def test_elements_that_iterations_share(name, capsys):
    statement, what = SHARED[name]
    rng = np.random.default_rng(5)
    a, k = rng.integers(-1000, 1000, 20_000).astype(float), rng.integers(0, 50, 20_000)
    found = []
    for options in ({}, {"parallel": True}):
        values = targets(a.size)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", errors.NumbaPerformanceWarning)
            f = compiled(loop(statement), **options)
            f(*values.values(), a, k)
        found.append(contents(values))
    assert found[0] == found[1]
    f.parallel_diagnostics(level=1)
    assert what in capsys.readouterr().out


def test_large_integers_beside_floats_stay():
    f = compiled("def f(s, a):\n    for i in prange(s.size):\n        if s[i] < a[i]: s[i] = a[i]\n", parallel=True)
    s = np.array([2**60 + 1, 3])
    f(s, np.array([1.0, 4.5]))
    assert s.tolist() == [2**60 + 1, 4]


def test_a_loop_without_iterations_finds_no_arrays():
    f = compiled("def f(m, a):\n    for i in prange(a.size):\n        m[7][0] += a[i]\n", parallel=True, boundscheck=True)
    f(np.zeros((2, 3)), np.zeros(0))
    with pytest.raises(IndexError):
        f(np.zeros((2, 3)), np.zeros(2))


# What an iteration takes from another one, or leaves to it.
CARRIED = {
    "sum": "for i in prange(1, n): a[i] = a[i - 1] + x[i]",
    "moved up": "for i in prange(n - 1): a[i + 1] = a[i]",
    "moved down": "for i in prange(n - 1): a[i] = a[i + 1]",
    "with a test of the index": "for i in prange(n):\n        if i > 0: a[i] += a[i - 1]",
    "from the end": "for i in prange(n - 1): a[n - 1 - i] = a[n - 2 - i]",
    "two apart": "for i in prange(2, n, 2): a[i] = a[i - 2] * 2",
    "one element": "for i in prange(n): a[0] = a[0] * 0.5 + x[i]",
    "all elements": "for i in prange(n):\n        for j in range(n): a[j] = a[j] * 0.9 + x[i]",
    "scratch": "for i in prange(n): a[0] = x[i]; a[1] = a[0] * 2; x[i] = a[1]",
    "rows": "for i in prange(1, n): m[i] = m[i - 1] * 2",
    "rows, written out": "for i in prange(1, n): m[i, :] = m[i - 1, :] * 2",
    "rows with names": "for i in prange(1, n):\n        r, p = m[i], m[i - 1]\n        for j in range(n): r[j] = p[j] + 1",
    "column by column": "for i in prange(1, n):\n        for j in range(n): m[i, j] = m[i - 1, j] + 1",
    "diagonals": "for i in prange(1, n):\n        for j in range(1, n): m[i, j] = m[i - 1, j - 1] + 1",
    "written twice": "for i in prange(n - 1): a[i] = 1.0; a[i + 1] = 2.0",
    "scratch, by loops": """for i in prange(n):
        for j in range(n): a[j] = x[i] * j
        s = 0.0
        for j in range(n): s += a[j]
        x[i] = s""",
    "scratch, some of it": """for i in prange(n):
        for j in range(5): a[j] = x[i] * j
        x[i] = a[3] + a[4]""",
    "scratch, and its sum": "for i in prange(n):\n        for j in range(n): a[j] = x[i]\n        x[i] = a.sum()",
    "scratch, filled": "for i in prange(n): a.fill(x[i]); x[i] = a.sum()",
    "scratch, as a whole": "for i in prange(n): a[:] = x[i]; x[i] = np.sum(a)",
    "scratch, kept": """b = np.ones((n, n))
    for i in prange(n):
        for j in range(n): a[j] = x[i] * j
        b[i] = a""",
    "scratch of a ufunc": "for i in prange(n): np.multiply(x[i], 2.0, out=a); x[i] = a[0]",
    "counts": """for i in prange(n):
        a[:] = 0
        for j in range(n): a[int(x[j]) % n] += 1
        x[i] = a.max()""",
    "whole array": "for i in prange(n): a[:] = a * 0.5 + x[i]",
    "one number": "a = np.zeros(())\n    for i in prange(n): a[()] = a[()] * 0.5 + x[i]",
    "list": "a = [0.0] * n\n    for i in prange(n):\n        for j in range(n): a[j] = x[i] * j\n        x[i] = sum(a)",
    "all others": """for i in prange(n):
        s = 0.0
        for j in range(n):
            if i != j: s += a[j] - a[i]
        a[i] += s""",
    "all before": """for i in prange(len(a)):
        for j in range(a.shape[0]):
            if j < i: x[i] += a[j]
        a[i] = x[i]""",
    "reversed": "for i in prange(n): a[i] = a[len(a) - 1 - i]",
    "in a circle": "for i in prange(n): a[i] = a[(i + 1) % n] + 1",
    "in a circle, backwards": "for i in prange(n): a[i] = a[(i + n - 1) % n] + 1",
    "a view": "b = a[1:]\n    for i in prange(n - 1): b[i] = a[i] + 1",
    "views": "b, c = a[1:-1], a[2:]\n    for i in prange(len(b)): b[i] = 0.5 * (a[i] + c[i])",
    "views of a table": "b = m[1:, 2:]\n    for i in prange(5):\n        for j in range(5): b[i, j] = m[i, j + 2]",
    "exchanged axes": "for i in prange(n):\n        for j in range(n): m[i, j] = m[j, i] + 1",
    "columns above": """h, w = m.shape
    for i in prange(h):
        for j in range(w):
            s = 0.0
            for k in range(h): s += m[k, j]
            m[i, j] = s""",
}


@pytest.mark.parametrize("name", CARRIED)
def test_carried_elements_are_refused_with_their_line(name):
    source = f"def f(a, x, m):\n    n = len(a)\n    {CARRIED[name]}\n"
    variable = "m" if "m[" in source else "a"
    with pytest.raises(
        errors.UnsupportedError, match=rf"prange loop (reads|writes) elements of '{variable}' that others write"
    ) as caught:
        compiled(source, parallel=True)(np.ones(9), np.ones(9), np.ones((9, 9)))
    assert "line" in str(caught.value)
    # Without threads there is nothing to refuse.
    compiled(source)(np.ones(9), np.ones(9), np.ones((9, 9)))


OWN = {
    "every other one": "for i in prange(1, n, 2): a[i] = a[i - 1]",
    "the same": "for i in prange(n): a[i] = a[i] * 2 + x[i]",
    "coloured": """for i in prange(1, n - 1):
        for j in range(1, n - 1):
            if (i + j) % 2 == 0: m[i, j] = 0.25 * (m[i - 1, j] + m[i + 1, j])""",
    "along a diagonal": "for i in prange(1, n): m[i, n - i] = m[i - 1, n - i] + m[i, n - i - 1]",
    "far away": "h = n // 2\n    for i in prange(h): a[i + h] = a[i]",
    "within a row": "for i in prange(n):\n        for j in range(1, n): m[i, j] += m[i, j - 1]",
    "other columns": "for i in prange(n): m[i, 0] = 1; m[i, 1] = m[i, 0] * 2",
    "of the iteration": """for i in prange(n):
        s = np.zeros(3)
        for j in range(1, 3): s[j] = s[j - 1] + x[i]
        a[i] = s[2]""",
    "row by row": "for k in range(1, n):\n        for i in prange(n): m[k, i] = m[k - 1, i] + 1",
    "pairs": "for i in prange(n // 2): a[2 * i] = a[2 * i + 1]",
    "reversed, half by half": """for i in prange(n // 2):
        t = a[i]
        a[i] = a[n - 1 - i]
        a[n - 1 - i] = t""",
    "below the diagonal": "for i in prange(n):\n        for j in range(n):\n            if j < i: m[i, j] = m[j, i]",
    "views that are apart": "b, c = a[:5], a[5:]\n    for i in prange(5): b[i] = c[i] + 1",
    "the same by a view": "b = a[2:]\n    for i in prange(n - 2): b[i] = a[i + 2] + 1",
    "halves": "b, c = a[:5], a[5:]\n    for i in prange(5): b[:] = 1.0; x[i] = c.sum()",
    "other rows": "h = n // 2\n    for i in prange(h):\n        for j in range(h, n): m[i, j] = m[j, i] + 1",
    "a row each": """for i in prange(n):
        for j in range(n): m[i, j] = x[i] * j
        s = 0.0
        for j in range(n): s += m[i, j]
        a[i] = s""",
    "in a circle, coloured": "for i in prange(n):\n        if i % 2 == 0: a[i] = a[(i + 1) % n] + 1",
    "parts of a table": "for i in prange(n):\n        for j in range(4): a[j] = 1.0\n        x[i] = a[5] + a[4]",
    "only its length": "for i in prange(n):\n        for j in range(n): a[j] = 2.0 * j\n        x[i] = len(a) + a.size",
    "all of another one": "for i in prange(n):\n        s = 0.0\n        for j in range(n): s += x[j]\n        a[i] = s",
}


@pytest.mark.parametrize("name", OWN)
def test_elements_that_belong_to_an_iteration(name):
    source = f"def f(a, x, m):\n    n = len(a)\n    {OWN[name]}\n"
    found = []
    for options in ({}, {"parallel": True}):
        rng = np.random.default_rng(1)
        values = rng.random(10), rng.random(10), rng.random((10, 10))
        compiled(source, **options)(*values)
        found.append([value.tolist() for value in values])
    assert found[0] == found[1]


PLACES = np.array([2, 0, 1])


@pytest.mark.parametrize("parallel", [False, True])
def test_arrays_of_the_module_in_a_loop_that_changes_elements(parallel):
    @njit(parallel=parallel)
    def f(x):
        for i in prange(len(x)):
            x[i] += PLACES[i % 3]
        return x

    assert f(np.zeros(5)).tolist() == [2, 0, 1, 2, 0]
