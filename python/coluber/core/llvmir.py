"""llvmlite's ``ir``, in which extensions write LLVM IR; an optional dependency.

Pointers are written as LLVM has them, without the type that they point to.
"""

from __future__ import annotations

try:
    import llvmlite
    from llvmlite import ir
except ImportError as error:
    raise ImportError(
        "extensions that write LLVM IR (intrinsic, lower_builtin, box, ...) need llvmlite: pip install 'coluber[llvmlite]'"
    ) from error

# The names of types are made of this switch at each use.
llvmlite.ir_layer_typed_pointers_enabled = False
ir.types.ir_layer_typed_pointers_enabled = False

__all__ = ["ir"]
