"""Names of passes for pipelines that programs describe."""

from __future__ import annotations

from coluber.core import compiler_passes


def __getattr__(name: str) -> object:
    return compiler_passes.find("core.untyped_passes", compiler_passes.UNTYPED_NAMES, name)
