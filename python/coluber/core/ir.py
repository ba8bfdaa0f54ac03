"""Numba's IR, which does not exist here: the compiler has an IR of its own, which programs can look at but not make.

What programs use of this module beside the IR is there: places in the source, and the errors.
"""

from __future__ import annotations

from coluber.core.errors import NotDefinedError, RedefinedError, VerificationError
from coluber.core.report import Location as Loc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["UNDEFINED", "Loc", "NotDefinedError", "RedefinedError", "VerificationError", "unknown_loc"]


class _Undefined:
    """What is not known."""

    def __repr__(self) -> str:
        return "Undefined"

    def __reduce__(self) -> str:
        return "UNDEFINED"


UNDEFINED = _Undefined()
unknown_loc = Loc("unknown location", 0, 0)


def __getattr__(name: str) -> Any:
    """Say what there is instead."""
    from coluber.core.missing import missing

    where = "f.inspect_types() and state.typed_ir of a pass show it"
    raise missing(f"coluber does not have core.ir.{name}: the compiler has an IR of its own; {where}", name)
