"""`raise` of what is no exception: the TypeError of CPython, where it is reached."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check, source


@pytest.mark.parametrize(
    "statement",
    [
        "raise 'text'",
        "raise f'text {x}'",
        "raise 'text %d' % x",
        "raise 5",
        "raise x",
        "raise None",
        "raise int",
        "raise len",
        "raise NotImplemented",
        "raise (ValueError, 'text')",
        "raise [1]",
        "raise {'a': 1}",
        "raise 'text' from ValueError('cause')",
        "raise ValueError('text') from 'cause'",
        "raise ValueError from x",
        "raise ValueError('text') from None",
    ],
)
def test_raise_of_what_is_no_exception(statement):
    function = source(f"def f(x):\n    if x > 0:\n        {statement}\n    return x\n")
    check(function, -1)
    check(function, 1)


def test_what_is_no_exception_is_caught():
    def f(x):
        try:
            if x:
                raise "text"
        except TypeError as error:
            return str(error), repr(error.__cause__)
        finally:
            x += 1
        return "none", str(x)

    check(f, 1)
    check(f, 0)


def test_raise_of_what_is_no_exception_has_the_context_of_python():
    def f(x):
        try:
            return [1][x]
        except IndexError:
            raise "text"  # noqa: B016, B904

    for function in (f, njit(f)):
        with pytest.raises(TypeError, match="^exceptions must derive from BaseException$") as caught:
            function(3)
        assert type(caught.value.__context__) is IndexError
        assert caught.value.__cause__ is None
