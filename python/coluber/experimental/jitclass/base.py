"""The class of jitclasses, where Numba has it."""

from __future__ import annotations

from coluber.core.jitclass import JitClassType

__all__ = ["JitClassType"]


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have experimental.jitclass.base.{name}: call jitclass(cls, spec)", name)
