"""How lowering code returns and raises, and what it is told of a call, where Numba has it.

A compiled function returns a code: zero where it has a result, another number where it raised. There are no codes for None,
for an exhausted iterator or for exceptions of the interpreter: results of such types say it themselves.
"""

from __future__ import annotations

from coluber.core.base import CallConv as BaseCallConv
from coluber.core.base import ErrorModel, Status, create_error_model
from coluber.core.llvmir import ir

__all__ = ["RETCODE_OK", "BaseCallConv", "ErrorModel", "Status", "create_error_model", "errcode_t"]

errcode_t = ir.IntType(32)

RETCODE_OK = ir.Constant(errcode_t, 0)


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.callconv.{name}: compiled functions are called in another way", name)
