"""What follows a change of the IR that passes of programs work on."""

from __future__ import annotations

from coluber.core.program_ir.editing import insert_dels, remove_dels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class PostProcessor:
    """Brings what is known of a function up to date.

    Parameters
    ----------
    func_ir : FunctionIR
        The function.
    """

    def __init__(self, func_ir: Any) -> None:
        self.func_ir = func_ir

    def run(self, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        """Find the definitions of variables.

        Parameters
        ----------
        emit_dels : bool
            Whether to say behind the last statement that needs a variable that it is no longer needed.
        extend_lifetimes : bool
            Whether all variables are needed to the end of their blocks.
        """
        self.func_ir._definitions = type(self.func_ir).definitions_of(self.func_ir.blocks)
        if emit_dels:
            insert_dels(self.func_ir, extend_lifetimes)

    def remove_dels(self) -> None:
        """Take out what says where variables are no longer needed."""
        remove_dels(self.func_ir.blocks)
