"""What statements say of a class, kept for as long as the class and its bases stay as they are: it is asked for many times."""

from __future__ import annotations

from functools import wraps
from weakref import WeakKeyDictionary

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    R = TypeVar("R")

# By class: the interpreter's number for the class as it was, and what was found.
_known: WeakKeyDictionary[type, tuple[int, dict[Any, Any]]] = WeakKeyDictionary()


def kept(function: Callable[..., R]) -> Callable[..., R]:
    """Keep what a function gives for a class and other arguments, which have hashes.

    It depends on the class alone: not on what names mean in annotations, nor on what extensions say of it.
    """

    @wraps(function)
    def ask(cls: type, *others: object) -> R:
        facts = _facts_of(cls)
        if facts is None:
            return function(cls, *others)
        key = function, *others
        if key not in facts:
            facts[key] = function(cls, *others)
        found = facts[key]
        return found.copy() if isinstance(found, (list, dict)) else found

    return ask


def _facts_of(cls: type) -> dict[Any, Any] | None:
    """Return what is known of a class as it is now; None where the interpreter does not say whether it has been changed."""
    version = _native.class_version(cls)
    if version == 0:
        getattr(cls, "__init__", None)
        version = _native.class_version(cls)
        if version == 0:
            return None
    known = _known.get(cls)
    if known is None or known[0] != version:
        known = _known[cls] = version, {}
    return known[1]
