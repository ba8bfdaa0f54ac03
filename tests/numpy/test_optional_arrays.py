"""Arrays that may be None in expressions of several operations, which are computed in one loop elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import assert_same

# The last lines of a function of an array `x` and of `w`, which may be None.
LINES = [
    "return w * 2 + x",
    "return w * 2 + 1",
    "return -w * 2",
    "return w * w * w",
    "return w * w + w",
    "w -= x * 2; return w",
    "w[:] = x * 2 + w; return w",
    "x[:] = w * 2 + x; return x",
    "x += w * 2; return x",
    "x[1:] = w[1:] * 2 + w[0]; return x",
    "return (w * 2).sum()",
    "return (w > 1).sum()",
    "return (w**2).sum()",
    "return ((w - x) ** 2).mean()",
    "return np.sum(w * x)",
    "return np.linalg.norm(w - x * 2)",
    "return (w > x * 2).any()",
    "return np.where(w > x * 2, w, x)",
    "return np.exp(w) * 2 + np.sqrt(w + x)",
    "return np.maximum(w, x) + w",
    "return (x - w) / np.abs(w + 2)",
]


def function_with(line):
    names = {"np": np}
    source = f"def f(x, c):\n    w = None\n    if c:\n        w = x + 1\n    {line}\n"
    exec(source, names)
    return names["f"]


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("line", LINES)
def test_expressions(line, parallel):
    function = function_with(line)
    compiled = njit(function, parallel=parallel)
    for x in (np.array([0.5, 1.0, 2.5]), np.arange(1.0, 7.0).reshape(2, 3)):
        assert_same(compiled(x.copy(), True), function(x.copy(), True))
        with pytest.raises(TypeError):
            compiled(x.copy(), False)


class Scaler:
    """As programs write it: what is computed later is None first."""

    def __init__(self):
        self.mean = None
        self.spread = None

    def fit(self, x):
        self.mean = x.mean()
        self.spread = x - x.mean()
        return self

    def scaled(self, x):
        return (x - self.spread) * 2 / (self.spread + self.mean)


def test_fields_that_begin_as_none():
    def function(x):
        return Scaler().fit(x).scaled(x)

    x = np.array([0.5, 1.0, 4.5])
    assert_same(njit(function)(x), function(x))


def test_the_best_of_several_rows():
    def function(rows):
        best = None
        for row in rows:
            if best is None or row.sum() > best.sum():
                best = row
        return best * 2 + 1

    rows = np.array([[1.0, 2.0], [5.0, 1.0], [0.0, 3.0]])
    assert_same(njit(function)(rows), function(rows))
