"""What the tests of SciPy's functions share: lines of text as functions, and results or errors without warnings."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING, Any

from coluber import njit
from tests.run import support

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType


@cache
def function(text: str, parameters: str, *modules: ModuleType) -> Any:
    """Return a function that computes what the text says, which names modules of SciPy by the last parts of their names."""
    made = support.expression(text, parameters)
    made.__globals__.update({module.__name__.rpartition(".")[2]: module for module in modules})
    return made


def check(made: Any, *arguments: Any, **options: Any) -> Any:
    """Compare what a function gives in compiled code and in Python, without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return support.check(made, *arguments, **options)


def check_lines(
    make: Callable[[str, str], Any], lines: Iterable[str], parameters: str, *arguments: Any, **options: Any
) -> None:
    """Compare what several lines give in compiled code and in Python, without warnings; `make` makes functions of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        support.check_lines(lines, parameters, *arguments, make=make, **options)


def outcome(function: Callable[[], Any]) -> Any:
    """Return what a function gives, or the error that it raises, without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function()
        except Exception as error:
            return error


def check_error(function: Callable[[], Any]) -> None:
    """Compare the error that a function raises in compiled code with Python's."""
    expected, found = outcome(function), outcome(njit(function))
    assert isinstance(expected, Exception)
    assert type(found) is type(expected)
    assert str(found) == str(expected)
