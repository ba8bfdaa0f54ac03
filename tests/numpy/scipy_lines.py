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


# How many functions of a table are compiled as one. They are longer than lines.
CASES_OF_A_FUNCTION = 6


def cases(table: Iterable[str]) -> list[Any]:
    """The parameters of a test that takes several names of a table of functions at a time, for `compare_cases`."""
    return support.groups(table, CASES_OF_A_FUNCTION)


def compare_cases(table: dict[str, Callable[[], Any]], names: Iterable[str], compare: Callable[[Any, Any], None]) -> None:
    """Compare what functions without arguments give, compiled as one function that calls them all, with Python's results.

    Parameters
    ----------
    table, names
        The functions by their names, and the names of those that are compared here.
    compare
        Asserts that a result, the first argument, is the expected one; the message of an error names the function.
    """
    made = support.source(f"def f():\n    return {''.join(f'{name}(), ' for name in names)}\n")
    made.__globals__.update({name: table[name] for name in names})
    for name, found in zip(names, njit(made)(), strict=True):
        try:
            compare(found, outcome(table[name]))
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error


def check_errors(table: dict[str, Callable[[], Any]], names: Iterable[str]) -> None:
    """Compare the errors that functions raise in compiled code, as one function that calls one of them, with Python's."""
    calls = "".join(f"    if which == {index}:\n        {name}()\n" for index, name in enumerate(names))
    made = support.source(f"def f(which):\n{calls}")
    made.__globals__.update({name: table[name] for name in names})
    compiled = njit(made)
    assert compiled(-1) is None
    for index, name in enumerate(names):
        expected, found = outcome(table[name]), outcome(lambda which=index: compiled(which))
        assert isinstance(expected, Exception), name
        assert (type(found), str(found)) == (type(expected), str(expected)), name
