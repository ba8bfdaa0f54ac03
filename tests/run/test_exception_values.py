"""Exceptions that are made and not raised: as results, in containers, as arguments of others."""

from __future__ import annotations

import pytest

from coluber import _native, njit
from tests.run.support import check


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


class Short(Exception):
    def __init__(self, who, n):
        super().__init__(f"{n} short")
        self.who = who
        self.n = n


class Account:
    def __init__(self, number):
        self.number = number

    def take(self, n):
        raise Short(self, n)


class Savings(Account):
    pass


def taken_of_one_of(is_savings):
    account = Savings(1) if is_savings else Account(2)
    try:
        account.take(10)
    except Short as error:
        return error.n, error.who.number, isinstance(error.who, Savings), str(error)


def short_of_several(kind):
    try:
        if kind == 0:
            raise Short(None, 1)
        if kind == 1:
            raise Short(2, 3)
        raise Short("text", 5)
    except Short as error:
        return error.n, error.args


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        *((taken_of_one_of, is_savings) for is_savings in (True, False)),
        *((short_of_several, kind) for kind in range(3)),
    ],
)
def test_arguments_of_several_types_come_to_one_handler(function, argument):
    check(function, argument)


class Diverged(RuntimeError):
    def __init__(self, count):
        self.count = count
        super().__init__("diverged")


def solve(x):
    if x < 0:
        raise ValueError("negative")
    if x > 9:
        raise Diverged(3)
    return int("1" * x)


def with_default(x):
    try:
        return solve(x), None
    except (ValueError, Diverged) as error:
        return str(error), getattr(error, "count", None)


def whether_there(x):
    try:
        return solve(x)
    except Exception as error:
        return hasattr(error, "count"), getattr(error, "count", -1)


def beside_lists(x):
    found = {}
    for name in ("a", "b"):
        try:
            found[name] = solve(x), 2, 3
        except (ValueError, Diverged) as error:
            found[name] = str(error), getattr(error, "count", None)
    return found, sum([k for k in range(x)])


@pytest.mark.parametrize("x", [-1, 0, 3, 10])
@pytest.mark.parametrize("function", [with_default, whether_there, beside_lists])
def test_attributes_that_some_exceptions_have(function, x):
    check(function, x)


class Worse(ValueError):
    pass


def class_of_caught(x):
    try:
        if x > 1:
            raise Worse(x)
        if x > 0:
            raise ValueError(x)
        x = 1 // x
    except Exception as e:
        kind = type(e)
        return kind is ValueError, ValueError is not type(e), kind == Worse, kind in (KeyError, ZeroDivisionError), kind is int


class Kept:
    def __init__(self):
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.count += kind is ValueError
        return kind is not None and kind != Worse


def class_in_exit(x):
    kept = Kept()
    try:
        with kept:
            if x > 1:
                raise Worse(x)
            if x > 0:
                raise ValueError(x)
    except ValueError:
        return -kept.count - 1
    return kept.count


@pytest.mark.parametrize("function", [class_of_caught, class_in_exit])
def test_which_class_a_caught_exception_has(function):
    for x in range(3):
        check(function, x)


def without_traceback(x):
    try:
        try:
            raise ValueError(x).with_traceback(None)
        except ValueError as e:
            raise e.with_traceback(None)  # noqa: B904
    except ValueError as e:
        return str(e)


def test_exceptions_without_a_traceback():
    check(without_traceback, 3)
