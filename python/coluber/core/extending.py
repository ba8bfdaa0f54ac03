"""What programs use to extend the compiler."""

from __future__ import annotations


def is_jitted(function: object) -> bool:
    """Whether an object is a jitted function."""
    from coluber.core.dispatcher import Dispatcher

    return isinstance(function, Dispatcher)


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have extending.{name} yet", name)
