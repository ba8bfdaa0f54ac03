"""Memory that types of programs take for their arrays: the class method ``_allocate`` of types derived from ``types.Array``."""

from __future__ import annotations

import numpy as np

from coluber.core import cgutils, overloads, types
from coluber.core.errors import TypingError
from coluber.core.intrinsics import intrinsic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.typing.templates import Signature


def renewing(wrap: Any, cls: type) -> FunctionType | None:
    """Return what makes an array a value of a class of types that takes memory itself, in such memory; None for other classes.

    Parameters
    ----------
    wrap : intrinsic
        Makes an array such a value, as it is.
    cls : class derived from types.Array
        The class.
    """
    if not _takes_memory(cls):
        return None
    # Compiled code knows classes that have a key.
    overloads.key_of(cls)
    alignment = np.uint32(_alignment())

    def renewed(source: Any, result: Any) -> Any:
        values = np.ascontiguousarray(result)
        made = placed(cls._allocate(values.nbytes, alignment), values)
        made[...] = values
        return wrap(source, made)

    return renewed


def _takes_memory(cls: type) -> bool:
    found = overloads.registered_under("method:_allocate")
    return any(isinstance(known.receiver, type) and issubclass(cls, known.receiver) for known in found)


def _alignment() -> int:
    from coluber.core.registry import cpu_target

    return cpu_target.target_context.get_preferred_array_alignment(types.float64)


@intrinsic
def placed(typingctx: Any, meminfo: Any, values: Any) -> Any:
    """Return an array with the type and shape of another one in the memory that ``_allocate`` gave."""
    if not isinstance(meminfo, types.MemInfoPointer):
        raise TypingError(f"_allocate of a type of arrays must return a MemInfoPointer, not {meminfo}")

    def codegen(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        owner = args[0]
        is_null = cgutils.is_null(builder, owner)
        with builder.if_then(is_null, likely=False):
            context.call_conv.return_user_exc(builder, MemoryError, ("no memory for an array",))
        made = cgutils.create_struct_proxy(values)(context, builder, value=args[1])
        made.data = builder.bitcast(context.nrt.meminfo_data(builder, owner), made.data.type)
        made.meminfo = builder.bitcast(owner, made.meminfo.type)
        if hasattr(made, "parent"):
            made.parent = cgutils.get_null_value(made.parent.type)
        value = made._getvalue()
        context.nrt.incref(builder, values, value)
        return value

    return values(meminfo, values), codegen
