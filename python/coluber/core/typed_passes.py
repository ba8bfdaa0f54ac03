"""Names of passes for pipelines that programs describe."""

from __future__ import annotations

from coluber.core import compiler_passes


def __getattr__(name: str) -> object:
    return compiler_passes.find("core.typed_passes", compiler_passes.TYPED_NAMES, name)
