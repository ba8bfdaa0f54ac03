"""Arrays of comprehensions, and loops over `pndindex`, in functions with ``parallel=True``."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, pndindex
from tests.run.support import assert_same, source

# Texts of functions of n, and whether a loop is divided.
COMPREHENSIONS = [
    ("np.array([i * 0.5 for i in range(n)])", 1),
    ("np.asarray([np.sin(i) + n for i in range(3, n)])", 1),
    ("np.array([i for i in range(n, 0, -1)])", 1),
    ("np.array([i + 1 for i in range(2, n + 3, 3)])", 1),
    ("np.array([2 * i for i in range(n, 1, -4)])", 1),
    ("np.array([i > 2 for i in range(n)])", 1),
    ("np.array([1j * i for i in range(n)], dtype=np.complex64)", 1),
    ("np.array([[i * j + 0.5 for j in range(5)] for i in range(n)])", 1),
    ("np.array([[[i, j, k][k] for k in range(3)] for i in range(n) for j in range(2)])", 1),
    ("np.array([i if i % 2 else -i for i in range(n)])", 1),
    ("np.array([np.arange(i + 1).sum() for i in range(n)])", 1),
    ("np.array([i for i in range(n) if i % 2])", 0),
    ("np.array([x * 2 for x in np.arange(n)])", 1),
    ("[i * 2 for i in range(n)]", 0),
    ("np.array([i for i in [k * 2 for k in range(n)]])", 0),
    ("np.array([sum([j for j in range(i)]) for i in range(n)])", 1),
]


@pytest.mark.parametrize(("text", "count"), COMPREHENSIONS)
def test_comprehensions(text, count, capsys):
    function = source(f"import numpy as np\ndef f(n):\n    return {text}\n")
    divided = njit(parallel=True)(function)
    for n in (3, 5, 1000):
        assert_same(divided(n), function(n))
    divided.parallel_diagnostics(level=1)
    assert capsys.readouterr().out.count("its iterations run on all cores") == count


def test_no_items():
    assert njit(parallel=True)(lambda n: np.array([i * 0.5 for i in range(n)]))(0).size == 0


def test_an_exception_ends_the_comprehension():
    def root(i):
        if i == 777:
            raise ValueError("no root of", i)
        return i**0.5

    inner = njit(root)
    divided = njit(parallel=True)(lambda n: np.array([inner(i) for i in range(n)]))
    assert divided(500).shape == (500,)
    with pytest.raises(ValueError, match="no root of"):
        divided(5000)


def test_rows_that_are_given_up():
    @njit(parallel=True)
    def rows(n, last):
        return np.array([[1.0 / (last - i) for j in range(3)] for i in range(n)])

    assert rows(100, 100).shape == (100, 3)
    with pytest.raises(ZeroDivisionError):
        rows(1000, 501)


def test_a_carried_variable_keeps_the_order():
    @njit(parallel=True)
    def running(n):
        total = 0
        return np.array([(total := total + i) for i in range(n)])

    assert_same(running(100), np.cumsum(np.arange(100)))


INDICES = """
import numpy as np
from coluber import pndindex
def total(a):
    s = 0.0
    for index in pndindex(a.shape):
        s += a[index]
    return s
def weights(a):
    out = np.zeros(a.shape)
    for i, j in pndindex(a.shape):
        out[i, j] = i * 1000 + j
    return out
def numbers(a):
    out = np.zeros(a.size)
    for i in pndindex(a.size):
        out[i] = i + a.ravel()[i]
    return out
def extents(a):
    s = 0
    for i, j, k in pndindex(a.shape[0], 3, a.shape[1]):
        s += i * j + k
    return s
"""


@pytest.mark.parametrize("name", ["total", "weights", "numbers", "extents"])
def test_pndindex(name, capsys):
    function = source(INDICES, name)
    a = np.random.default_rng(3).random((301, 170))
    divided, serial = njit(parallel=True)(function), njit(function)
    for b in (a, a[:1], a[:0]):
        np.testing.assert_allclose(divided(b), serial(b), rtol=1e-12)
        if name != "numbers":
            np.testing.assert_allclose(serial(b), function(b), rtol=1e-12)
    divided.parallel_diagnostics(level=1)
    assert "its iterations run on all cores" in capsys.readouterr().out


def test_pndindex_in_python():
    assert list(pndindex(2, 2)) == list(pndindex((2, 2))) == [(0, 0), (0, 1), (1, 0), (1, 1)]
