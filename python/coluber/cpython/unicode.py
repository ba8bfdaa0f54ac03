"""Strings, as code of extensions makes and reads them: a kind is the number of bytes of a character."""

from __future__ import annotations

from coluber.core import cgutils, types
from coluber.core.decorators import njit
from coluber.core.extending import intrinsic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@njit
def _get_code_point(a, i):
    """Return the code point of a character."""
    return ord(a[i])


@njit
def _codepoint_to_kind(cp):
    """Return the kind of strings that have a code point."""
    if cp < 256:
        return 1
    if cp < 65536:
        return 2
    if cp < 0x110000:
        return 4
    raise ValueError("Invalid code point")


@intrinsic
def _empty_string(typingctx: Any, kind: Any, length: Any, is_ascii: Any) -> Any:
    """Return a string of a kind and length whose characters are yet to be set."""
    if not all(isinstance(ty, (types.Integer, types.Boolean)) for ty in (kind, length, is_ascii)):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        count = context.cast(builder, args[1], sig.args[1], types.intp)
        width = context.cast(builder, args[0], sig.args[0], types.int32)
        size = builder.mul(count, builder.sext(width, cgutils.intp_t))
        made = context.make_helper(builder, types.unicode_type)
        made.meminfo = context.nrt.meminfo_alloc(builder, size)
        made.data = context.nrt.meminfo_data(builder, made.meminfo)
        made.length, made.kind = count, width
        return made._getvalue()

    return types.unicode_type(kind, length, is_ascii), codegen


@intrinsic
def _set_code_point(typingctx: Any, a: Any, i: Any, ch: Any) -> Any:
    """Set a character of a string that `_empty_string` has made; the index must be one of the string's."""
    if a != types.unicode_type or not all(isinstance(ty, types.Integer) for ty in (i, ch)):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        from llvmlite import ir

        text = context.make_helper(builder, types.unicode_type, args[0])
        at = context.cast(builder, args[1], sig.args[1], types.intp)
        point = context.cast(builder, args[2], sig.args[2], types.uint32)
        for kind in (1, 2, 4):
            unit = ir.IntType(8 * kind)
            with builder.if_then(builder.icmp_signed("==", text.kind, ir.IntType(32)(kind))):
                place = builder.gep(builder.bitcast(text.data, unit.as_pointer()), [at])
                builder.store(point if kind == 4 else builder.trunc(point, unit), place)
        return context.get_dummy_value()

    return types.none(a, i, ch), codegen
