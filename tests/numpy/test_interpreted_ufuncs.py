"""Ufuncs whose functions the interpreter runs: ``forceobj=True``."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from coluber import guvectorize, njit, vectorize


@vectorize(["f8(f8, f8)", "c16(c16, c16)"], forceobj=True)
def digest(a, b):
    """Do what compiled code can't."""
    return a + int(hashlib.md5(str(b).encode(), usedforsecurity=False).hexdigest()[:4], 16)


@guvectorize(["f4[:], i8, f4[:]", "void(f8[:], i8, f8[:])"], "(n),()->(n)", forceobj=True)
def by_text(a, start, out):
    out[:] = sorted(a.tolist(), key=lambda value: str(value)[start:])


def test_ufuncs():
    a = np.arange(6.0).reshape(2, 3)
    got = digest(a, 2.5)
    assert got.dtype == np.float64
    assert got.shape == (2, 3)
    wanted = a + int(hashlib.md5(b"2.5", usedforsecurity=False).hexdigest()[:4], 16)
    np.testing.assert_array_equal(got, wanted)
    assert digest.types == ["dd->d", "DD->D"]
    assert digest(1j, 2).dtype == np.complex128
    assert "Do what compiled code can't." in digest.__doc__


def test_ufuncs_in_compiled_code():
    np.testing.assert_array_equal(njit(lambda a: digest(a, 1.0))(np.arange(3.0)), digest(np.arange(3.0), 1.0))


def test_functions_of_parts():
    got = by_text(np.array([[10.0, 9.0, 21.0], [3.5, 12.25, 7.0]]), [0, 1])
    np.testing.assert_array_equal(got, [[10.0, 21.0, 9.0], [7.0, 3.5, 12.25]])
    assert by_text(np.float32([3.5, 1.5]), 0).dtype == np.float32


def test_exceptions_are_those_of_the_function():
    @vectorize(["f8(f8)"], forceobj=True)
    def look_up(a):
        return {1.0: 2.0}[a]

    assert look_up(1.0) == 2.0
    with pytest.raises(KeyError, match=r"3\.0"):
        look_up(np.array([1.0, 3.0]))


def test_signatures_say_the_types():
    with pytest.raises(TypeError, match="needs signatures"):
        vectorize(forceobj=True)(lambda a: a)
    with pytest.raises(TypeError, match="does not say what it returns"):
        vectorize(["(f8,)"], forceobj=True)(lambda a: a)


def test_signatures_with_contiguous_parts():
    @guvectorize(["void(f8[::1], f8[:, ::1], i1, f8[:])"], "(n),(n,m),()->(m)", forceobj=True)
    def layer(x, kernel, factor, out):
        out[:] = np.dot(x, kernel) * factor

    x, kernel = np.arange(3.0), np.arange(6.0).reshape(3, 2)
    assert layer(x, kernel, 2).tolist() == (2 * x @ kernel).tolist()
    assert layer(x[::-1], kernel[:, ::-1], 1).tolist() == (x[::-1] @ kernel[:, ::-1]).tolist()
