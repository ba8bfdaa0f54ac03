"""The context of lowering code for the processor, and values of options, where Numba has them.

Lowering code is given a context of one class, whatever the function is compiled for.
"""

from __future__ import annotations

from coluber.core.base import BaseContext as CPUContext
from coluber.core.cpu_options import FastMathOptions, InlineOptions, ParallelOptions

__all__ = ["CPUContext", "FastMathOptions", "InlineOptions", "ParallelOptions"]


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.cpu.{name}: functions are compiled by another code generator", name)
