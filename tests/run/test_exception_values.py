"""Exceptions that are made and not raised: as results, in containers, as arguments of others."""

from __future__ import annotations

import pytest

from coluber import _native, njit


class CustomError(Exception):
    pass


class WithState(Exception):
    def __init__(self, code, *, text="none"):
        super().__init__(code, text)
        self.code = code


def made_and_returned(n):
    return WithState(n), ValueError, KeyError(n, "text", [n])


def made_in_a_list(n):
    return [ValueError(k) for k in range(n)]


def as_argument_of_another(n):
    raise CustomError(ValueError(n), (KeyError(f"key {n}"), n))


def in_a_group(n):
    raise ExceptionGroup("several", [ValueError(n + 1), ValueError(n)])


@pytest.mark.parametrize("function", [made_and_returned, made_in_a_list])
def test_exceptions_that_are_not_raised_are_values(function):
    assert repr(njit(function)(2)) == repr(function(2))
    assert njit(made_and_returned)(3)[0].code == 3


@pytest.mark.parametrize("function", [as_argument_of_another, in_a_group])
def test_exceptions_as_arguments_of_exceptions(function):
    before = _native.live_allocations()
    for _ in range(3):
        with pytest.raises(Exception, match=".") as expected:
            function(2)
        with pytest.raises(expected.type) as found:
            njit(function)(2)
        assert repr(found.value) == repr(expected.value)
    del found
    assert _native.live_allocations() == before
