"""Rows of tests: an expression or some statements, and arguments, run compiled and in Python."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest

from coluber import njit
from tests.run import support
from tests.run.support import copied


@cache
def functions(source, names):
    """Return the function of a source, compiled, and as it is, with parameters of these names."""
    scope = {"np": np, "P": np.polynomial.polynomial}
    body = source if "return " in source else f"return {source}"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    exec(f"def f({', '.join(names)}):\n{lines}", scope)
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


def check(source, *args, rtol=1e-12, names="abcdef"):
    """Run a row."""
    compiled, python = functions(source, names[: len(args)])
    wanted = outcome(python, copied(args))
    same(compiled(*copied(args)), wanted, rtol)


def outcome(python, args):
    """Return what Python gives, without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return python(*args)


def check_error(source, *args, names="abcdef"):
    """Run a row that raises: the classes and the texts are the same."""
    compiled, python = functions(source, names[: len(args)])
    with pytest.raises(Exception) as wanted:  # noqa: PT011
        python(*copied(args))
    with pytest.raises(type(wanted.value)) as got:
        compiled(*copied(args))
    assert str(got.value) == str(wanted.value)


def grouped(rows, size=support.LINES_OF_A_FUNCTION):
    """Join rows that have the same arguments, for `check_rows`; the first source is the name of a test."""
    joined = {}
    for source, *args in rows:
        joined.setdefault(tuple(map(id, args)), (args, []))[1].append(source)
    return [
        pytest.param((several, *args), id=several[0])
        for args, sources in joined.values()
        for several in support.batched(sources, size)
    ]


def check_rows(sources, *args, rtol=1e-12, names="abcdef"):
    """Run rows with the same arguments; the expressions that neither raise nor change an argument are one function."""
    names = names[: len(args)]
    together = []
    for source in sources:
        if "return " in source:
            check(source, *args, rtol=rtol, names=names)
            continue
        given = copied(args)
        try:
            outcome(functions(source, names)[1], given)
        except Exception:
            check_error(source, *args, names=names)
            continue
        if support.are_same(given, args):
            together.append(source)
        else:
            check(source, *args, rtol=rtol, names=names)
    for several in support.batched(together, support.LINES_OF_A_FUNCTION):
        check_together(several, args, rtol, names)


def check_together(sources, args, rtol, names):
    """Compare the results of expressions as one function gives them; the message names the one that differs."""
    compiled, python = functions("".join(f"({source}), " for source in sources), names)
    got, wanted = compiled(*copied(args)), outcome(python, copied(args))
    for source, one, other in zip(sources, got, wanted, strict=True):
        try:
            same(one, other, rtol)
        except AssertionError as error:
            raise AssertionError(f"{source}: {error}") from error
