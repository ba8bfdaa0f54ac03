"""What gives the contents of registries bit by bit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class BaseRegistryLoader:
    """Gives what registries have been told since it was asked last.

    Parameters
    ----------
    registry : Registry
        The registry.
    """

    registry_items: tuple[str, ...] = ()

    def __init__(self, registry: Any) -> None:
        self._registry = registry
        self._seen = dict.fromkeys(self.registry_items, 0)

    def new_registrations(self, name: str) -> Iterator[Any]:
        """Yield what has been added to one of the lists of the registry."""
        items = self._registry.registrations(name)
        first, self._seen[name] = self._seen[name], len(items)
        yield from items[first:]
