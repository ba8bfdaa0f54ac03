"""Values of types of programs where types meet: joins, results, arguments, and what programs say of their types."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import errors, njit, types
from coluber.core.registry import cpu_target
from coluber.core.typeconv import Conversion
from coluber.extending import (
    NativeValue,
    intrinsic,
    lower_cast,
    models,
    overload,
    overload_attribute,
    register_model,
    typeof_impl,
    unbox,
)


class Money:
    """A number of cents."""

    def __init__(self, cents):
        self.cents = cents


class MoneyType(types.Type):
    def __init__(self):
        super().__init__("Money")

    def can_convert_to(self, typingctx, other):
        return Conversion.safe if isinstance(other, types.Float) else None


money = MoneyType()


class Level:
    """A value with a level that its type has, too."""

    def __init__(self, level):
        self.level = level


class LevelType(types.Type):
    def __init__(self, level):
        self.level = level
        super().__init__(f"Level({level})")

    def unify(self, typingctx, other):
        return LevelType(max(self.level, other.level)) if isinstance(other, LevelType) else None


typeof_impl.register(Money, lambda value, c: money)
typeof_impl.register(Level, lambda value, c: LevelType(value.level))


@register_model(MoneyType)
@register_model(LevelType)
class _Number(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.IntType(64))


@unbox(MoneyType)
def _unbox_money(typ, obj, c):
    cents = c.pyapi.object_getattr_string(obj, "cents")
    value = c.pyapi.long_as_longlong(cents)
    c.pyapi.decref(cents)
    return NativeValue(value)


@unbox(LevelType)
def _unbox_level(typ, obj, c):
    return NativeValue(c.context.get_constant(types.int64, typ.level))


@lower_cast(MoneyType, types.Float)
def _money_to_float(context, builder, fromty, toty, value):
    return builder.fdiv(builder.sitofp(value, context.get_value_type(toty)), context.get_constant(toty, 100.0))


@lower_cast(LevelType, LevelType)
def _level_to_level(context, builder, fromty, toty, value):
    return builder.add(value, context.get_constant(types.int64, 100 * toty.level))


@overload_attribute(LevelType, "number")
def _number(value):
    @intrinsic
    def get(typingctx, value):
        return types.int64(value), lambda context, builder, sig, args: args[0]

    return lambda value: get(value)


def test_a_program_says_how_its_values_convert():
    @njit(types.float64(types.float64))
    def double(x):
        return 2 * x

    @njit
    def everywhere(price, flag):
        either = price if flag else 2.5
        items = [0.5]
        items.append(price)
        return either, double(price), items[1], (price, 1) if flag else (0.25, 1)

    @njit
    def result(price, flag):
        if flag:
            return price
        return 2.5

    @njit(types.float64(money))
    def forced(price):
        return price

    assert everywhere(Money(250), True) == (2.5, 5.0, 2.5, (2.5, 1))
    assert everywhere(Money(250), False)[3] == (0.25, 1)
    assert (result(Money(150), True), result(Money(150), False), forced(Money(125))) == (1.5, 2.5, 1.25)


def test_types_of_a_program_unify():
    @njit
    def join(a, b, first):
        either = a if first else b
        return either.number

    assert (join(Level(1), Level(2), True), join(Level(1), Level(2), False)) == (201, 2)
    assert cpu_target.typing_context.unify_pairs(LevelType(3), LevelType(4)) == LevelType(4)
    assert cpu_target.typing_context.unify_pairs(LevelType(3), money) is None


def test_a_conversion_without_a_function():
    class Bare(types.Type):
        def __init__(self):
            super().__init__("Bare")

        def can_convert_to(self, typingctx, other):
            return Conversion.safe if other == types.float64 else 1 // 0

    register_model(Bare)(_Number)
    unbox(Bare)(lambda typ, obj, c: NativeValue(c.context.get_constant(types.int64, 1)))

    class Value:
        pass

    typeof_impl.register(Value, lambda value, c: Bare())
    f = njit(lambda value, other, flag: value if flag else other)
    with pytest.raises(errors.LoweringError, match=r"Cannot cast Bare\S* to float64: there is no lower_cast"):
        f(Value(), 1.0, True)
    with pytest.warns(errors.NumbaWarning, match=r"ZeroDivisionError in the extension's function .*Bare\.can_convert_to"):
        assert f(Value(), "text", False) == "text"


def test_the_context_says_how_types_convert():
    context = cpu_target.typing_context
    assert context.can_convert(types.int32, types.int64) is Conversion.promote
    assert types.int64.can_convert_to(context, types.float32) is Conversion.unsafe
    assert context.can_convert(types.unicode_type, types.int64) is None


def test_text_by_overloads_of_str_and_repr():
    @overload(str)
    def to_text(value):
        if isinstance(value, LevelType):
            return lambda value: "level"

    @overload(repr)
    def to_source(value):
        if isinstance(value, LevelType):
            return lambda value: "Level()"

    f = njit(lambda value: (str(value) + "!", repr(value), f"<{value}>", f"{value!r:>9}", str((1, 2))))
    assert f(Level(1)) == ("level!", "Level()", "<level>", "  Level()", "(1, 2)")


def test_an_array_without_its_parent_is_another_one():
    def result(keeps):
        @intrinsic
        def same(typingctx, array):
            def codegen(context, builder, sig, args):
                given = context.make_array(sig.args[0])(context, builder, value=args[0])
                if not keeps:
                    given.parent = given.parent.type(None)
                return given._getvalue()

            return array(array), codegen

        return njit(lambda array: (same(array), [same(array)][0]))

    array = np.arange(3.0)
    assert all(part is array for part in result(True)(array))
    for part in result(False)(array):
        assert part is not array
        assert np.shares_memory(part, array)
