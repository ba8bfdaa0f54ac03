"""What programs ask of the targets that functions are compiled for."""

from __future__ import annotations

from coluber.core.target_extension import dispatcher_registry, target_registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["cpu_target", "dispatcher_registry", "target_registry"]


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
