"""The context of lowering code for the processor, and values of options, where Numba has them.

Lowering code is given a context of one class, whatever the function is compiled for.
"""

from __future__ import annotations

from coluber.core.cpu_options import FastMathOptions, InlineOptions, ParallelOptions

__all__ = ["CPUContext", "FastMathOptions", "InlineOptions", "ParallelOptions"]  # noqa: F822 - one is loaded when it is used


def __getattr__(name: str) -> object:
    if name == "CPUContext":
        from coluber.core.base import BaseContext

        return BaseContext
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.cpu.{name}: functions are compiled by another code generator", name)
