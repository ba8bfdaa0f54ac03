"""What programs ask of the targets that functions are compiled for."""

from __future__ import annotations

from coluber.core.target_extension import dispatcher_registry, target_registry
from coluber.core.utils import UniqueDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["DelayedRegistry", "cpu_target", "dispatcher_registry", "target_registry"]


class DelayedRegistry(UniqueDict):
    """A dict of which values are made when they are asked for.

    Parameters
    ----------
    *args, **kwargs
        As of a dict, but for ``key_type`` and ``value_type``: classes from which all keys and values have to be derived.

    Attributes
    ----------
    ondemand : dict
        Functions that make the values of their keys.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.ondemand: dict[Any, Callable[[], Any]] = {}
        self.key_type = kwargs.pop("key_type", None)
        self.value_type = kwargs.pop("value_type", None)
        super().__init__(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        if key in self.ondemand:
            self[key] = self.ondemand.pop(key)()
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        for what, given, base in (("key", key, self.key_type), ("value", value, self.value_type)):
            if base is not None and not (isinstance(given, type) and issubclass(given, base)):
                raise TypeError(f"a {what} of this registry is a class derived from {base.__name__}, not {given!r}")
        super().__setitem__(key, value)


class _NoFunction:
    """In place of the function that a context writes into."""

    def __getattr__(self, name: str) -> Any:
        from coluber.core.errors import UnsupportedError

        raise UnsupportedError("cpu_target.target_context writes no code: a lowering function is given its context")


class CPUTarget:
    """The processor."""

    @property
    def typing_context(self) -> Any:
        """The typing context."""
        from coluber.core.typing.context import typing_context

        return typing_context

    @property
    def target_context(self) -> Any:
        """A context that knows types; what writes code is in those that lowering functions are given."""
        from coluber.core.base import BaseContext

        return BaseContext(_NoFunction())


cpu_target = CPUTarget()


def __getattr__(name: str) -> Any:
    if name == "CPUDispatcher":
        from coluber.core.dispatcher import Dispatcher

        return Dispatcher
    from coluber.core.missing import missing

    raise missing(f"coluber does not have registry.{name} yet", name)
