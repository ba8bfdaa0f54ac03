"""The IR that passes and rewrites of programs work on, under the names of Numba's.

The compiler has an IR of its own. This one is made for functions that a pass or a rewrite of a program looks at, and compiled
in the function's place when it has been changed: see `coluber.core.program_ir`.
"""

from __future__ import annotations

from coluber.core.errors import NotDefinedError, RedefinedError, VerificationError
from coluber.core.program_ir.function import Block, FunctionIR, Scope, VarMap
from coluber.core.program_ir.nodes import (
    UNDEFINED,
    AbstractRHS,
    Arg,
    Const,
    Expr,
    FreeVar,
    Global,
    Inst,
    Loc,
    Stmt,
    Terminator,
    Var,
    Yield,
    unknown_loc,
)
from coluber.core.program_ir.nodes import Undefined as UndefinedType
from coluber.core.program_ir.statements import (
    Assign,
    Branch,
    Del,
    DelAttr,
    DelItem,
    DynamicRaise,
    Jump,
    Print,
    Raise,
    Return,
    SetAttr,
    SetItem,
    StaticRaise,
    StaticSetItem,
    StoreMap,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "UNDEFINED", "AbstractRHS", "Arg", "Assign", "Block", "Branch", "Const", "Del", "DelAttr", "DelItem",
    "DynamicRaise", "Expr", "FreeVar", "FunctionIR", "Global", "Inst", "Jump", "Loc", "NotDefinedError", "Print",
    "Raise", "RedefinedError", "Return", "Scope", "SetAttr", "SetItem", "StaticRaise", "StaticSetItem", "Stmt",
    "StoreMap", "Terminator", "UndefinedType", "Var", "VarMap", "VerificationError", "Yield", "unknown_loc",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Say what there is instead."""
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.ir.{name}: the IR for programs has no words for with statements and loops", name)
