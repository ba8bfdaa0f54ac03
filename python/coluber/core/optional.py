"""How values that may be None are lowered, for extensions that call it."""

from __future__ import annotations

from coluber.core import cgutils, types
from coluber.core.errors import LoweringError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "always_return_false_impl",
    "always_return_true_impl",
    "any_to_optional",
    "optional_getattr",
    "optional_is_none",
    "optional_setattr",
    "optional_to_any",
    "optional_to_optional",
]


def always_return_true_impl(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return true."""
    return cgutils.true_bit


def always_return_false_impl(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return false."""
    return cgutils.false_bit


def optional_is_none(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return whether one of two values is None, where the other one is the constant None."""
    (first, second), (left, right) = sig.args, args
    optional, value = (second, right) if first == types.none else (first, left)
    if not isinstance(optional, types.Optional):
        return cgutils.true_bit if optional == types.none else cgutils.false_bit
    return builder.not_(_is_there(context, builder, optional, value))


def _is_there(context: Any, builder: Any, ty: types.Optional, value: Any) -> Any:
    return cgutils.as_bool_bit(builder, context.make_helper(builder, ty, value=value).valid)


def _payload(context: Any, builder: Any, ty: types.Optional, value: Any, error: type[Exception], text: str) -> Any:
    """Return the value that is there; the function raises where there is none."""
    with cgutils.if_unlikely(builder, builder.not_(_is_there(context, builder, ty, value))):
        context.call_conv.return_user_exc(builder, error, (text,))
    return context.make_helper(builder, ty, value=value).data


def optional_getattr(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    """Return an attribute of the value that is there."""
    inner = _payload(context, builder, typ, value, AttributeError, f"'NoneType' object has no attribute '{attr}'")
    return context.get_getattr(typ.type, attr)(context, builder, typ.type, inner, attr)


def optional_setattr(context: Any, builder: Any, sig: Any, args: Any, attr: str) -> Any:
    """Set an attribute of the value that is there."""
    target, value = args
    ty = sig.args[0]
    inner = _payload(context, builder, ty, target, AttributeError, f"'NoneType' object has no attribute '{attr}'")
    of_value = sig.replace(args=(ty.type, *sig.args[1:]))
    setter = context.get_setattr(attr, of_value)
    if setter is None:
        raise LoweringError(f"nothing says how attribute {attr!r} of {ty.type} is set to a value of type {sig.args[1]}")
    return setter(builder, (inner, value))


def optional_to_optional(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
    """Return a value that may be None with another type of what may be there."""
    given = context.make_helper(builder, fromty, value=val)
    made = context.make_helper(builder, toty)
    made.valid = given.valid
    with builder.if_else(_is_there(context, builder, fromty, val)) as (there, missing):
        with there:
            made.data = context.cast(builder, given.data, fromty.type, toty.type)
        with missing:
            made.data = context.get_constant_null(toty.type)
    return made._getvalue()


def any_to_optional(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
    """Return a value, or None, as a value that may be None."""
    if fromty == types.none:
        return context.make_optional_none(builder, toty.type)
    return context.make_optional_value(builder, toty.type, context.cast(builder, val, fromty, toty.type))


def optional_to_any(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
    """Return the value that is there; the function raises TypeError where there is none."""
    inner = _payload(context, builder, fromty, val, TypeError, f"expected {fromty.type}, got None")
    return context.cast(builder, inner, fromty.type, toty)
