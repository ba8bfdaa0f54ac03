"""The functions that allocate memory which compiled code owns, for C code that it calls."""

from __future__ import annotations

from coluber.core import types
from coluber.core.intrinsics import intrinsic
from coluber.core.typing import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@intrinsic
def NRT_get_api(tyctx: Any) -> Any:  # noqa: N802
    """Return the address of the table of functions that ``nrt_external.h`` describes."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        from coluber.core.llvmir import ir
        from coluber.core.runtime._nrt_python import c_helpers

        pointer = ir.IntType(8).as_pointer()
        address = ir.Constant(ir.IntType(64), c_helpers["get_api"])
        return builder.call(builder.inttoptr(address, ir.FunctionType(pointer, []).as_pointer()), [])

    return signature(types.voidptr), codegen
