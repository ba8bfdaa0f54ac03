"""Typed containers used from Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from benches.implementation import module

COUNT = 1000
ROUNDS = 20


@dataclass(frozen=True)
class TypedCase:
    """A function that uses a container of so many items, from Python.

    Parameters
    ----------
    function : callable
        What is measured.
    make : callable
        The container, of the classes in a module.
    """

    function: Callable[[Any], Any]
    make: Callable[[Any], Any]


def _list(typed: Any) -> Any:
    items = typed.List.empty_list(module.types.int64)
    for k in range(COUNT):
        items.append(k)
    return items


def _dict(typed: Any) -> Any:
    items = typed.Dict.empty(module.types.int64, module.types.float64)
    for k in range(COUNT):
        items[k] = k * 0.5
    return items


def append(items):
    """Append to a list."""
    for k in range(COUNT):
        items.append(k)


def get(items):
    """Read all items by index or key."""
    for k in range(COUNT):
        items[k]


def put(items):
    """Write all items by index or key."""
    for k in range(COUNT):
        items[k] = 7


def put_floats(items):
    """Write all items by key."""
    for k in range(COUNT):
        items[k] = 7.5


def iterate(items):
    """Go over all items."""
    for _ in items:
        pass


CASES = {
    "typed.List: append": TypedCase(append, _list),
    "typed.List: get": TypedCase(get, _list),
    "typed.List: set": TypedCase(put, _list),
    "typed.List: iterate": TypedCase(iterate, _list),
    "typed.Dict: get": TypedCase(get, _dict),
    "typed.Dict: set": TypedCase(put_floats, _dict),
}


def measure(name: str) -> dict[str, float]:
    """Return the seconds that the function takes."""
    from importlib import import_module

    case = CASES[name]
    items = case.make(import_module(f"{module.__name__}.typed"))
    case.function(items)
    return {"run": min(_once(case, items) for _ in range(ROUNDS))}


def _once(case: TypedCase, items: Any) -> float:
    start = perf_counter()
    case.function(items)
    return perf_counter() - start
