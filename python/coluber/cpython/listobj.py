"""Lists, as code of extensions reads them."""

from __future__ import annotations

from coluber.core import cgutils

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Where the address of the items and their number lie, behind the owner word.
_ITEMS = 32
_LENGTH = 40


class ListInstance:
    """A list in a register.

    Parameters
    ----------
    context : BaseContext
        The context.
    builder : llvmlite.ir.IRBuilder
        Where to write.
    list_type : types.List
        Its type.
    list_val : llvmlite.ir.Value
        The list.
    """

    def __init__(self, context: Any, builder: Any, list_type: Any, list_val: Any) -> None:
        self._context, self._builder, self._type, self.value = context, builder, list_type, list_val
        self._owner = context.data_model_manager[list_type].to_leaves(builder, list_val)[0]

    def _word(self, offset: int, ty: Any) -> Any:
        place = cgutils.pointer_add(self._builder, self._owner, offset)
        return self._builder.load(self._builder.bitcast(place, ty.as_pointer()))

    @property
    def dtype(self) -> Any:
        """The type of the items."""
        return self._type.dtype

    @property
    def size(self) -> Any:
        """The number of items."""
        return self._word(_LENGTH, cgutils.intp_t)

    @property
    def data(self) -> Any:
        """The address of the items."""
        return self._word(_ITEMS, self._context.get_data_type(self._type.dtype).as_pointer())

    def getitem(self, idx: Any) -> Any:
        """Return an item; the index must be one of the list's."""
        place = self._builder.gep(self.data, [idx])
        return self._context.data_model_manager[self._type.dtype].load_from_data_pointer(self._builder, place)
