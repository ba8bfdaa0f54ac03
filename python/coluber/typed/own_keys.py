"""What typed dicts and sets do in Python with keys that compiled code alone can compare: values of types of programs."""

from __future__ import annotations

from coluber.core.decorators import njit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@njit
def position(entries: Any, key: Any) -> int:
    """Return how many entries are in front of the one with a key; -1 where there is none."""
    if key not in entries:
        return -1
    for k, known in enumerate(entries):
        if known == key:
            return k
    return -1


@njit
def put(entries: Any, key: Any, value: Any) -> None:
    """Put a value under a key into a dict."""
    entries[key] = value


@njit
def add(entries: Any, key: Any) -> None:
    """Put an item into a set."""
    entries.add(key)
