"""What is done with an argument once the call is over: extensions write it behind the code that unboxes it, in one function.

The function is called twice. Values of the first part that the second one uses go through a frame, in which the first part puts
them.
"""

from __future__ import annotations

from coluber.core import cgutils
from coluber.core.datamodel.builtin import abi_size
from coluber.core.errors import LoweringError
from coluber.core.llvmir import ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Aftercare:
    """The second part of a function under construction.

    Parameters
    ----------
    context : BaseContext
        The context.
    builder : llvmlite.ir.IRBuilder
        Stands at the beginning of the function.
    frame : llvmlite.ir.Value
        The address of the frame.
    is_over : llvmlite.ir.Value
        Whether the second part is to run.

    Attributes
    ----------
    bytes : int
        The size of the frame.
    """

    def __init__(self, context: Any, builder: Any, frame: Any, is_over: Any) -> None:
        self.bytes = 0
        self._context, self._builder, self._frame = context, builder, frame
        self._start = builder.append_basic_block("after")
        first = builder.append_basic_block("unbox")
        builder.cbranch(is_over, self._start, first)
        builder.position_at_end(first)

    def begin(self, result: Any) -> None:
        """Return the result of the first part; what is written from here on is the second."""
        self._context.call_conv.return_value(self._builder, result)
        self._return = self._builder.block.terminator
        self._first = {block for block in self._builder.function.blocks if block is not self._start}
        self._builder.position_at_end(self._start)

    def end(self) -> None:
        """Have the values of the first part that the second one uses go through the frame."""
        blocks = [block for block in self._builder.function.blocks if block not in self._first]
        known: dict[int, Any] = {}
        place = self._builder.block
        for block in blocks:
            for instruction in list(block.instructions):
                for operand in list(instruction.operands):
                    if self._is_of_first(operand):
                        instruction.replace_usage(operand, self._carried(operand, known))
        self._builder.position_at_end(place)

    def _is_of_first(self, value: Any) -> bool:
        return isinstance(value, ir.Instruction) and value.parent in self._first

    def _carried(self, value: Any, known: dict[int, Any]) -> Any:
        """Return the value of the first part in the second; places in the frame of the function keep their contents."""
        if id(value) not in known:
            known[id(value)] = self._carry(value, known)
        return known[id(value)]

    def _carry(self, value: Any, known: dict[int, Any]) -> Any:
        builder = self._builder
        if isinstance(value, ir.AllocaInstr):
            if value.operands and not (isinstance(value.operands[0], ir.Constant) and value.operands[0].constant == 1):
                raise LoweringError("cleanup can't use places for several values that unbox has made in its frame")
            slot = self._slot(value.type.pointee)
            builder.position_before(self._return)
            self._store(builder.load(value), slot)
            self._at_start()
            builder.store(self._load(slot, value.type.pointee), value)
            return value
        if isinstance(value, (ir.GEPInstr, ir.CastInstr)) and isinstance(value.type, ir.PointerType):
            given = [self._carried(op, known) if self._is_of_first(op) else op for op in value.operands]
            self._at_start()
            if isinstance(value, ir.CastInstr):
                return getattr(builder, value.opname)(given[0], value.type)
            return builder.gep(given[0], given[1:], inbounds=value.inbounds)
        slot = self._slot(value.type)
        self._behind(value)
        self._store(value, slot)
        self._at_start()
        return self._load(slot, value.type)

    def _behind(self, value: Any) -> None:
        if isinstance(value, ir.PhiInstr):
            after = next(step for step in value.parent.instructions if not isinstance(step, ir.PhiInstr))
            self._builder.position_before(after)
        else:
            self._builder.position_after(value)

    def _at_start(self) -> None:
        """Write in front of the second part, behind what has been written there."""
        if not hasattr(self, "_mark"):
            # The carried values go into a block of their own.
            function = self._builder.function
            self._mark = function.append_basic_block("carried")
            entry = function.entry_basic_block.terminator
            entry.replace_usage(self._start, self._mark)
            entry.operands = [self._mark if op is self._start else op for op in entry.operands]
            self._builder.position_at_end(self._mark)
            self._builder.branch(self._start)
        self._builder.position_before(self._mark.terminator)

    def _slot(self, ty: Any) -> int:
        at = self.bytes
        self.bytes += -(-abi_size(ty) // 8) * 8
        return at

    def _address(self, slot: int, ty: Any) -> Any:
        return self._builder.bitcast(cgutils.pointer_add(self._builder, self._frame, slot), ty.as_pointer())

    def _store(self, value: Any, slot: int) -> None:
        self._builder.store(value, self._address(slot, value.type))

    def _load(self, slot: int, ty: Any) -> Any:
        return self._builder.load(self._address(slot, ty))
