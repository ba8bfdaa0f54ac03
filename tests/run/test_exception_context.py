"""What was being handled when an exception was raised: as CPython."""

from __future__ import annotations

import gc

import pytest

from coluber import _native, njit
from tests.run.support import check


def _raised_while_handling(x):
    try:
        if x:
            raise KeyError(x)
        [1][x + 1]
    except (KeyError, IndexError):
        raise ValueError("second", x)  # noqa: B904


def _raised_while_handling_twice(x):
    try:
        try:
            raise KeyError(x)
        except KeyError:
            raise IndexError("second")  # noqa: B904
    except IndexError:
        raise ValueError("third")  # noqa: B904


def _raised_later(x):
    try:
        raise KeyError(x)
    except KeyError:
        x += 1
    raise ValueError("alone", x)


def _raised_again(x):
    try:
        raise KeyError(x)
    except KeyError:
        raise


@pytest.mark.parametrize("x", [0, 1])
@pytest.mark.parametrize("function", [_raised_while_handling, _raised_while_handling_twice, _raised_later, _raised_again])
def test_context(function, x):
    def chain(f):
        with pytest.raises(Exception) as caught:  # noqa: PT011
            f(x)
        found, error = [], caught.value
        while error is not None:
            found.append((type(error), error.args, error.__cause__, error.__suppress_context__))
            error = error.__context__
        return found

    gc.collect()
    before = _native.live_allocations()
    assert chain(njit(function)) == chain(function)
    gc.collect()
    assert _native.live_allocations() == before


def test_what_python_handles_is_the_context():
    def fails(x):
        try:
            raise IndexError(x)
        except IndexError:
            raise ValueError("second")  # noqa: B904

    def contexts(function):
        found = []
        try:
            try:
                raise KeyError("outer")
            except KeyError:
                function(1)
        except ValueError as error:
            while error is not None:
                found.append(repr(error))
                error = error.__context__
        return found

    assert contexts(njit(fails)) == contexts(fails) == ["ValueError('second')", "IndexError(1)", "KeyError('outer')"]


def what_is_behind(k):
    try:
        try:
            k = 1 // k
        except ZeroDivisionError as e:
            raise ValueError("bad") from e
        raise ValueError("plain")
    except ValueError as e:
        cause = e.__cause__
        names = type(cause).__name__, type(e.__context__).__qualname__, e.__cause__.__class__.__name__
        return names, cause is None, isinstance(cause, ZeroDivisionError), repr(cause), str(cause), f"{cause!r} {cause}"


@pytest.mark.parametrize("k", [0, 1])
def test_what_is_behind_an_exception_may_be_none(k):
    check(what_is_behind, k)
