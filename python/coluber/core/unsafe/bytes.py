"""Copying bytes, and reading them."""

from __future__ import annotations

from coluber.core import types
from coluber.core.intrinsics import intrinsic
from coluber.core.typing import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@intrinsic
def memcpy_region(typingctx: Any, dst: Any, dst_offset: Any, src: Any, src_offset: Any, nbytes: Any, align: Any) -> Any:
    """Copy bytes from one address to another; the offsets count bytes."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        from coluber.core import cgutils

        to, to_offset, source, source_offset, count, _ = args
        places = cgutils.pointer_add(builder, to, to_offset), cgutils.pointer_add(builder, source, source_offset)
        cgutils.raw_memcpy(builder, *places, count, 1)
        return context.get_dummy_value()

    sig = signature(types.none, types.voidptr, types.intp, types.voidptr, types.intp, types.intp, types.intp)
    return sig, codegen


def _reading(bits: int, result: Any) -> Any:
    def read(typingctx: Any, data: Any, offset: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            from coluber.core import cgutils
            from coluber.core.llvmir import ir

            return builder.load(cgutils.pointer_add(builder, args[0], args[1], ir.IntType(bits).as_pointer()), align=1)

        return signature(result, types.voidptr, types.intp), codegen

    return read


def _named(name: str, doc: str, bits: int, result: Any) -> Any:
    function = _reading(bits, result)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return intrinsic(function)


grab_byte = _named("grab_byte", "Return the byte so many bytes behind an address.", 8, types.uint8)
grab_uint64_t = _named("grab_uint64_t", "Return the integer of 64 bits so many bytes behind an address.", 64, types.uint64)
