"""What extends the compiler: decorated functions and classes stay what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_type

from coluber import types
from coluber.core import extending as core_extending
from coluber.core import types as core_types
from coluber.core.intrinsics import Intrinsic
from coluber.core.types.iterators import RangeType
from coluber.core.types.misc import unliteral
from coluber.core.typing import Signature, signature
from coluber.extending import (
    NativeValue,
    as_numba_type,
    box,
    get_cython_function_address,
    intrinsic,
    is_jitted,
    lower_builtin,
    lower_cast,
    lower_constant,
    lower_getattr,
    make_attribute_wrapper,
    models,
    overload,
    overload_attribute,
    overload_classmethod,
    overload_method,
    register_jitable,
    register_model,
    sentry_literal_args,
    type_callable,
    typeof_impl,
    unbox,
)


class Interval:
    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high


class IntervalType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Interval")


@typeof_impl.register(Interval)
def type_of_interval(value: Interval, context: object) -> IntervalType:
    return IntervalType()


@as_numba_type.register
def type_of_annotation(annotation: object) -> types.Type | None:
    return IntervalType() if annotation is Interval else None


as_numba_type.register(Interval, IntervalType())


@register_model(IntervalType)
class IntervalModel(models.StructModel):
    def __init__(self, manager: Any, ty: IntervalType) -> None:
        super().__init__(manager, ty, [("low", types.float64), ("high", types.float64)])


make_attribute_wrapper(IntervalType, "low", "low")
make_attribute_wrapper(IntervalType, 1, "high")  # E: arg-type


@unbox(IntervalType)
def unbox_interval(ty: IntervalType, value: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_constant_null(ty), is_error=None)


@box(IntervalType)
def box_interval(ty: IntervalType, value: Any, c: Any) -> Any:
    return c.pyapi.make_none()


@type_callable(Interval)
def type_interval(context: Any) -> Callable[[types.Type, types.Type], types.Type | None]:
    return lambda low, high: IntervalType()


@lower_builtin(Interval, types.Float, types.Float)
def make_interval(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
    return args[0]


@lower_cast(IntervalType, types.Float)
def cast_interval(context: Any, builder: Any, source: types.Type, target: types.Type, value: Any) -> Any:
    return value


@lower_constant(IntervalType)
def constant_interval(context: Any, builder: Any, ty: types.Type, value: Interval) -> Any:
    return value


@lower_getattr(IntervalType, "high")
def high_of(context: Any, builder: Any, ty: types.Type, value: Any) -> Any:
    return value


Implementation = Callable[..., object]


@overload(len, prefer_literal=True)
def length(of: types.Type) -> Implementation | None:
    return (lambda of: 2) if isinstance(of, IntervalType) else None


@overload_method(IntervalType, "width", inline="always")
def width(interval: types.Type) -> Implementation:
    return lambda interval: interval.high - interval.low


@overload_attribute(IntervalType, "middle")
def middle(interval: types.Type) -> Implementation:
    return lambda interval: (interval.high + interval.low) / 2


@overload_classmethod(IntervalType, "unit")
def unit(cls: types.Type) -> Implementation:
    return lambda cls: cls(0.0, 1.0)


@intrinsic
def same(context: Any, x: types.Type) -> tuple[Signature, Callable[..., Any]]:
    return signature(x, x), lambda context, builder, sig, args: args[0]


@intrinsic(prefer_literal=True)
def same_constant(context: Any, x: types.Type) -> tuple[Signature, Callable[..., Any]] | None:
    return None


@register_jitable
def square(x: float) -> float:
    return x * x


@register_jitable(fastmath=True)
def cube(x: float) -> float:
    return x * x * x


assert_type(type_of_interval(Interval(0, 1), None), IntervalType)
assert_type(typeof_impl.register(Interval, type_of_interval)(Interval(0, 1), None), IntervalType)
assert_type(type_of_annotation(Interval), types.Type | None)
assert_type(as_numba_type(Interval), types.Type)
assert_type(unbox_interval(IntervalType(), None, None), NativeValue)
assert_type(length(types.int64), Implementation | None)
assert_type(width(types.int64), Implementation)
assert_type(same, Intrinsic)
assert_type(same_constant, Intrinsic)
assert_type(square(2.0), float)
assert_type(cube(2.0), float)
assert_type(types.int64, types.Integer)
assert_type(core_types.int64, types.Integer)
assert_type(core_types.float64(core_types.int64), Signature)
assert_type(unliteral(types.literal(1)), types.Type)
assert_type(types.range_state64_type, RangeType)
isinstance(types.int64, core_types.SetType)
core_types.nothing  # E: attr-defined
assert_type(is_jitted(square), bool)
assert_type(core_extending.is_jitted(square), bool)
assert_type(core_extending.register_jitable(square)(2.0), float)
assert_type(core_extending.overload(len)(length)(types.int64), Implementation | None)
assert_type(get_cython_function_address("m", "f"), int)
sentry_literal_args(["x"]).for_function(square).bind(types.int64)
width(1)  # E: arg-type
square("text")  # E: arg-type
intrinsic(3)  # E: call-overload
