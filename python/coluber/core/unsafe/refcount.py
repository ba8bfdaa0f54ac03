"""Looking at the counts of references to memory of compiled code."""

from __future__ import annotations

from coluber.core import types
from coluber.core.intrinsics import intrinsic
from coluber.core.typing import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Bytes from the beginning of an allocation to its count.
_COUNT_OFFSET = 0


def _counts(context: Any, builder: Any, ty: Any, value: Any) -> list[Any]:
    """Return the counts of what a value owns; 0 for memory that is not compiled code's own."""
    from coluber.core import cgutils
    from coluber.core.llvmir import ir

    word, found = ir.IntType(64), []
    for _, leaf in context.nrt.get_meminfos(builder, ty, value):
        address = builder.ptrtoint(leaf, word)
        is_own = builder.and_(
            builder.icmp_unsigned("!=", address, word(0)),
            builder.icmp_unsigned("==", builder.and_(address, word(1)), word(0)),
        )
        count = cgutils.alloca_once_value(builder, word(0))
        with builder.if_then(is_own):
            place = cgutils.pointer_add(builder, leaf, word(_COUNT_OFFSET), word.as_pointer())
            builder.store(builder.load(place), count)
        found.append(builder.load(count))
    return found


@intrinsic
def get_refcount(tyctx: Any, obj: Any) -> Any:
    """Return the number of references to the memory of a value: an array, a list, a string, an instance ...

    It is 0 for memory that Python owns, such as that of an argument, and for constants.
    """

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        from coluber.core.llvmir import ir

        counts = _counts(context, builder, sig.args[0], args[0])
        total = ir.IntType(64)(0)
        for count in counts:
            total = builder.add(total, count)
        return builder.trunc(total, ir.IntType(32))

    return signature(types.int32, obj), codegen


@intrinsic
def dump_refcount(tyctx: Any, obj: Any) -> Any:
    """Print the number of references to each part of the memory of a value; True where there is any."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        from coluber.core import cgutils
        from coluber.core.llvmir import ir

        counts = _counts(context, builder, sig.args[0], args[0])
        text = f"dump refct of {sig.args[0]}" + " | refct=%zu" * len(counts) + "\n"
        cgutils.printf(builder, text, *counts)
        return ir.IntType(1)(bool(counts))

    return signature(types.boolean, obj), codegen
