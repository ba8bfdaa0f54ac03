"""What ``with`` statements of compiled functions take, under the names that programs import it by."""

from __future__ import annotations

from coluber.core.threads import parallel_chunksize
from coluber.objectmode.blocks import objmode as objmode_context

__all__ = ["objmode_context", "parallel_chunksize"]


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.withcontexts.{name}", name)
