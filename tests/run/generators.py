"""What the tests of generators share: a source is run as it is and compiled, and both must give the same."""

from __future__ import annotations

import functools
import gc
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coluber import _native, njit


def names(decorate: Callable[..., Any]) -> dict[str, Any]:
    """What a source sees."""
    return {
        "it": itertools,
        "np": np,
        "functools": functools,
        "operator": operator,
        "jit": decorate,
        "Stop": Stop,
    }


class Stop(Exception):
    """An exception of the tests."""


def functions(source: str) -> tuple[Any, Any]:
    """The function ``f`` of a source, as it is and compiled; ``@jit`` marks others in it."""
    plain, compiled = names(lambda function: function), names(njit)
    exec(source, plain)
    exec(source, compiled)
    return plain["f"], njit(compiled["f"])


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """The result, items of iterators included, or the exception."""
    try:
        return plain_value(function(*arguments))
    except Exception as error:
        return type(error), error.args


def plain_value(value: Any) -> Any:
    """The value as something that can be compared."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple):
        return tuple(map(plain_value, value))
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    if isinstance(value, Iterator):
        items = []
        try:
            for item in value:
                items.append(plain_value(item))
        except Exception as error:
            items.append((type(error), error.args))
        return items
    return value


def check(source: str, *arguments: Any) -> None:
    """Compare a source's function, and count what it leaves allocated."""
    plain, compiled = functions(source)
    gc.collect()
    before = _native.live_allocations()
    assert outcome(compiled, arguments) == outcome(plain, arguments), source
    gc.collect()
    assert _native.live_allocations() == before, source
