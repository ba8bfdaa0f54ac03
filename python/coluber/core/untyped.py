"""Which part of an argument has no type, for the message of the error."""

from __future__ import annotations

from collections import deque
from itertools import islice

from coluber import _native
from coluber.core.classes import is_plain
from coluber.core.errors import NumbaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# So many parts are looked at, and so many items of each.
_MOST_PARTS = 500
_MOST_ITEMS = 50

_CONTAINERS = (list, tuple, set, frozenset, dict, deque)


def why(argument: Any) -> str | None:
    """Return what has no type in an argument that is a container or an object of the program; None where it is not found."""
    waiting, seen = deque([("it", argument)]), {id(argument)}
    while waiting and len(seen) < _MOST_PARTS:
        path, value = waiting.popleft()
        for path_of_part, part in _parts(path, value):
            if _is_empty(part) and "." in path_of_part:
                name = path_of_part.rpartition(".")[2]
                example = {list: "list[int] = []", dict: "dict[str, int] = {}", set: "set[int] = set()"}[type(part)]
                return f"{path_of_part} is empty, and nothing says what it is to hold, such as self.{name}: {example}"
            if id(part) not in seen and not _has_type(part):
                if not isinstance(part, _CONTAINERS) and not is_plain(type(part)):
                    return f"{path_of_part} is {_named(type(part))}"
                seen.add(id(part))
                waiting.append((path_of_part, part))
    return None


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in islice(value.items(), _MOST_ITEMS):
            yield f"a key of {path}", key
            yield f"{path}[{key!r:.20}]", item
    elif isinstance(value, _CONTAINERS):
        ordered = isinstance(value, (list, tuple, deque))
        for k, item in enumerate(islice(value, _MOST_ITEMS)):
            yield f"{path}[{k}]" if ordered else f"an item of {path}", item
    elif is_plain(type(value)):
        for name in _native.class_names(type(value)):
            if name in getattr(value, "__dict__", ()) or name in getattr(type(value), "__slots__", ()):
                yield f"{path}.{name}", getattr(value, name, None)


def _is_empty(value: Any) -> bool:
    return type(value) in (list, dict, set) and not value


def _has_type(value: Any) -> bool:
    from coluber.core.typing.typeof import typeof

    try:
        typeof(value)
    except (ValueError, TypeError, RecursionError, NumbaError):
        return False
    return True


def _named(cls: type) -> str:
    return f"of the class {cls.__qualname__!r}"
