"""Parallel loops, as programs ask whether there are any; what makes them is the compiler's own."""

from __future__ import annotations


def ensure_parallel_support() -> None:
    """Return if loops can run on several cores, which is so on all systems that the compiler is for."""


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have parfors.parfor.{name}: its parallel loops have no IR that programs could see", name)
