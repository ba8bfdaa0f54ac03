"""What programs ask of the targets that functions are compiled for."""

from __future__ import annotations

from coluber.core.target_extension import dispatcher_registry, target_registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["cpu_target", "dispatcher_registry", "target_registry"]


class CPUTarget:
    """The processor."""

    @property
    def typing_context(self) -> Any:
        """The typing context."""
        from coluber.core.typing.context import typing_context

        return typing_context

    @property
    def target_context(self) -> Any:
        """Say that there is none: each function that an extension writes has one of its own."""
        from coluber.core.errors import UnsupportedError

        raise UnsupportedError("cpu_target.target_context: a lowering function is given its context as the first argument")


cpu_target = CPUTarget()


def __getattr__(name: str) -> Any:
    if name == "CPUDispatcher":
        from coluber.core.dispatcher import Dispatcher

        return Dispatcher
    from coluber.core.missing import missing

    raise missing(f"coluber does not have registry.{name} yet", name)
