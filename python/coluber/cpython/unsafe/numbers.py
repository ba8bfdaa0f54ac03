"""The bits of numbers."""

from __future__ import annotations

from coluber.core import types
from coluber.core.intrinsics import intrinsic
from coluber.core.typing import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BITS = {types.float32: 32, types.float64: 64, types.boolean: 8}


def _width(ty: Any) -> int | None:
    return ty.bitwidth if isinstance(ty, types.Integer) else _BITS.get(ty)


@intrinsic
def viewer(typingctx: Any, val: Any, viewty: Any) -> Any:
    """Return the number of another type of the same size that has the same bits."""
    wanted = getattr(viewty, "dtype", None) or getattr(viewty, "instance_type", None)
    if wanted is None or _width(types.unliteral(val)) is None or _width(types.unliteral(val)) != _width(wanted):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(sig.return_type))

    return signature(wanted, types.unliteral(val), viewty), codegen


def _counting(name: str) -> Any:
    def count(typingctx: Any, src: Any) -> Any:
        if not isinstance(src, types.Integer):
            return None
        plain = types.unliteral(src)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            from coluber.core import cgutils

            counter = builder.module.declare_intrinsic(f"llvm.{name}", [args[0].type])
            found = builder.call(counter, [args[0], cgutils.false_bit])
            return context.cast(builder, found, plain, types.uint64)

        return signature(types.uint64, plain), codegen

    return count


def _named(name: str, doc: str, bits: str) -> Any:
    function = _counting(bits)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return intrinsic(function)


leading_zeros = _named("leading_zeros", "Return the number of zero bits in front of the highest one of an integer.", "ctlz")
trailing_zeros = _named("trailing_zeros", "Return the number of zero bits behind the lowest one of an integer.", "cttz")
