"""Rows of tests: an expression or some statements, and arguments, run compiled and in Python."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from coluber import njit


def functions(source, count):
    """Return the function of a source, compiled, and as it is; its parameters are called a, b, c..."""
    scope = {"np": np, "P": np.polynomial.polynomial}
    body = source if "return " in source else f"return {source}"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    exec(f"def f({', '.join('abcdef'[:count])}):\n{lines}", scope)
    return njit(scope["f"]), scope["f"]


def same(got, wanted, rtol=1e-12):
    """Assert that a result is another one: values, dtype and shape."""
    if isinstance(wanted, (tuple, list)):
        assert isinstance(got, (tuple, list))
        assert len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            same(one, other, rtol)
    elif isinstance(wanted, (bytes, bool, str)):
        assert got == wanted
    else:
        assert isinstance(got, np.ndarray) == isinstance(wanted, np.ndarray)
        if isinstance(wanted, np.ndarray):
            assert got.dtype == wanted.dtype
            assert got.shape == wanted.shape
        if np.asarray(wanted).dtype.kind == "V":
            # NaNs in records are not equal.
            assert str(got) == str(wanted)
        elif np.asarray(wanted).dtype.kind in "mMUSO":
            np.testing.assert_array_equal(got, wanted)
        else:
            np.testing.assert_allclose(got, wanted, rtol=rtol)


def check(source, *args, rtol=1e-12):
    """Run a row."""
    compiled, python = functions(source, len(args))
    fresh = lambda: [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]  # noqa: E731
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = python(*fresh())
    same(compiled(*fresh()), wanted, rtol)


def check_error(source, *args):
    """Run a row that raises: the classes and the texts are the same."""
    compiled, python = functions(source, len(args))
    with pytest.raises(Exception) as wanted:  # noqa: PT011
        python(*args)
    with pytest.raises(type(wanted.value)) as got:
        compiled(*args)
    assert str(got.value) == str(wanted.value)
