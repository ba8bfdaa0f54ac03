"""Types that programs define: arguments, results, attributes, operators, constants."""

from __future__ import annotations

import operator
import sys

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import errors, njit, typed, typeof, types
from coluber.core import cgutils
from coluber.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    ConcreteTemplate,
    _OverloadMethodTemplate,
    bound_function,
    make_overload_attribute_template,
    signature,
)
from coluber.extending import (
    NativeValue,
    box,
    infer_getattr,
    infer_global,
    lower_builtin,
    lower_constant,
    lower_getattr,
    lower_getattr_generic,
    lower_setattr,
    make_attribute_wrapper,
    models,
    overload,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)
from tests.run.interval import (
    Interval,
    IntervalType,
    inside_interval,
    interval_type,
    interval_width,
    sum_intervals,
)


def test_arguments_results_and_attributes():
    x = Interval(1.0, 3.0)
    assert (inside_interval(x, 2.5), inside_interval(x, 3.5)) == (True, False)
    assert interval_width(x) == 2.0
    total = sum_intervals(x, Interval(7.5, 9.0))
    assert type(total) is Interval
    assert (total.lo, total.hi) == (8.5, 12.0)


def test_typeof():
    assert typeof(Interval(0.0, 1.0)) is interval_type
    assert str(interval_type) == "Interval"


def test_texts_by_methods():
    @overload_method(IntervalType, "__repr__")
    def text(interval):
        return lambda interval: f"[{interval.lo}, {interval.hi}]"

    x = Interval(1.0, 3.0)
    assert njit(lambda x: (str(x), repr(x), f"{x}"))(x) == ("[1.0, 3.0]",) * 3


def test_operators_and_builtins_by_overload():
    @overload(operator.add)
    def add(a, b):
        if isinstance(a, IntervalType) and isinstance(b, IntervalType):
            return lambda a, b: Interval(a.lo + b.lo, a.hi + b.hi)

    @overload(operator.contains)
    def contains(a, x):
        if isinstance(a, IntervalType):
            return lambda a, x: a.lo <= x < a.hi

    @overload_method(IntervalType, "scaled")
    def scaled(interval, by):
        return lambda interval, by: Interval(interval.lo * by, interval.hi * by)

    @njit
    def f(a, b):
        c = (a + b).scaled(2.0)
        return c.lo, c.hi, 7.0 in c

    assert f(Interval(1.0, 2.0), Interval(0.5, 4.0)) == (3.0, 12.0, True)


def test_values_in_loops_tuples_and_lists():
    @njit
    def f(n, pair):
        a = Interval(0.0, 1.0)
        for i in range(n):
            a = Interval(a.lo + 1, a.hi + pair[1])
        many = [a, pair[0]]
        return many[1].hi, many[0]

    hi, last = f(3, (Interval(5.0, 6.0), 2.0))
    assert (hi, last.lo, last.hi) == (6.0, 3.0, 7.0)


def test_a_constant_is_what_it_was():
    limits = Interval(0.5, 7.0)

    @njit
    def f(x):
        return x.lo - limits.lo + limits.width

    assert f(Interval(1.0, 2.0)) == 7.0


def test_unboxing_that_fails_raises_what_python_raised():
    with pytest.raises(TypeError, match="must be real number, not str"):
        interval_width(Interval("a", 3.0))
    assert interval_width(Interval(1.0, 3.0)) == 2.0


def test_exceptions_that_the_code_of_an_extension_overlooks_are_raised():
    class Careless:
        pass

    class CarelessType(types.Type):
        def __init__(self):
            super().__init__(name="Careless")

    typeof_impl.register(Careless)(lambda value, c: CarelessType())
    register_model(CarelessType)(models.OpaqueModel)

    @unbox(CarelessType)
    def unbox_careless(typ, obj, c):
        c.pyapi.object_getattr_string(obj, "missing")
        return NativeValue(obj)

    with pytest.raises(AttributeError, match="missing"):
        njit(lambda x: 1)(Careless())


def test_no_reference_is_lost_or_kept():
    class Half(float):
        pass

    lo = Half(0.5)
    x = Interval(lo, 2.5)
    interval_width(x)
    sum_intervals(x, x)
    before = sys.getrefcount(lo), sys.getrefcount(x), sys.getrefcount(Interval)
    for _ in range(100):
        interval_width(x)
        sum_intervals(x, x)
    assert (sys.getrefcount(lo), sys.getrefcount(x), sys.getrefcount(Interval)) == before


def test_a_call_that_has_no_type_is_refused():
    with pytest.raises(errors.TypingError, match="No implementation of function"):
        njit(lambda: Interval("a", 2))()


# ------------------------------------------------------------------------------------------------- other ways to say it


class Point:
    def __init__(self, x, values, name):
        self.x, self.values, self.name = x, values, name


class PointType(types.Type):
    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"Point({dtype})")


@typeof_impl.register(Point)
def typeof_point(val, c):
    return PointType(typeof(val.values).dtype)


@register_model(PointType)
class PointModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        members = [("x", types.int32), ("values", types.Array(fe_type.dtype, 1, "C")), ("ok", types.boolean)]
        super().__init__(dmm, fe_type, members)


make_attribute_wrapper(PointType, "values", "values")


@unbox(PointType)
def unbox_point(typ, obj, c):
    point = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    values = c.pyapi.object_getattr_string(obj, "values")
    native = c.unbox(types.Array(typ.dtype, 1, "C"), values)
    c.pyapi.decref(values)
    x = c.pyapi.object_getattr_string(obj, "x")
    number = c.unbox(types.int32, x)
    c.pyapi.decref(x)
    point.x, point.values, point.ok = number.value, native.value, cgutils.true_bit
    return NativeValue(point._getvalue(), is_error=c.builder.or_(native.is_error, number.is_error))


@box(PointType)
def box_point(typ, val, c):
    point = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=val)
    parts = [
        c.box(types.int32, point.x),
        c.box(types.Array(typ.dtype, 1, "C"), point.values),
        c.pyapi.string_from_string("boxed"),
    ]
    made = c.pyapi.call_function_objargs(c.pyapi.unserialize(c.pyapi.serialize_object(Point)), parts)
    for part in parts:
        c.pyapi.decref(part)
    return made


class PointTimes(AbstractTemplate):
    key = "point.times"

    def generic(self, args, kws):
        return signature(types.int64, *args) if len(args) == 1 else None


@infer_getattr
class PointAttributes(AttributeTemplate):
    key = PointType

    def resolve_x(self, point):
        return types.int32

    def generic_resolve(self, point, name):
        if name == "times":
            return types.BoundFunction(PointTimes, point)
        return types.boolean if name.startswith("is_") else None

    @bound_function("point.plus")
    def resolve_plus(self, point, args, kws):
        if len(args) == 1 and isinstance(args[0], types.Integer):
            return signature(types.int64, types.int64, recvr=point)


@lower_getattr(PointType, "x")
def point_x(context, builder, typ, value):
    return context.make_helper(builder, typ, value).x


@lower_getattr_generic(PointType)
def point_is(context, builder, typ, value, name):
    return builder.extract_value(value, 2) if name == "is_ok" else cgutils.false_bit


@lower_builtin("point.plus", PointType, types.int64)
def point_plus(context, builder, sig, args):
    x = builder.sext(builder.extract_value(args[0], 0), args[1].type)
    return builder.add(x, args[1])


@lower_builtin("point.times", PointType, types.Integer)
def point_times(context, builder, sig, args):
    x = builder.sext(builder.extract_value(args[0], 0), args[1].type)
    return builder.mul(x, args[1])


def test_parameterised_types_arrays_and_templates():
    @njit
    def f(p):
        p.values[0] = 7
        return p.x, p.values.sum(), p.is_ok, p.is_other, p.plus(10), p.times(3)

    values = np.arange(4.0)
    assert f(Point(5, values, "a")) == (5, 13.0, True, False, 15, 15)
    assert values[0] == 7.0
    assert f(Point(6, np.arange(3, dtype=np.int32), "a")) == (6, 10, True, False, 16, 18)
    assert typeof(Point(1, values, "")) == PointType(types.float64)
    assert typeof(Point(1, values, "")) != PointType(types.int32)


def test_a_value_with_an_array_as_result():
    same = njit(lambda p: p)
    values = np.arange(4.0)
    before = sys.getrefcount(values)
    result = same(Point(5, values, "a"))
    assert (result.x, result.name) == (5, "boxed")
    result.values[1] = 9.0
    assert values[1] == 9.0
    del result
    assert sys.getrefcount(values) == before


def test_a_method_without_a_signature_is_refused():
    with pytest.raises(errors.TypingError, match="plus"):
        njit(lambda p: p.plus(1.5))(Point(5, np.arange(4.0), "a"))


def test_unboxing_a_member_that_does_not_fit():
    with pytest.raises(TypeError, match="must be an integer, not str"):
        njit(lambda p: p.x)(Point("five", np.arange(4.0), "a"))


# ------------------------------------------------------------------------------------------------- mutable, by address


class Counter:
    def __init__(self):
        self.cell = np.zeros(1, np.int64)


class CounterType(types.Type):
    def __init__(self):
        super().__init__("Counter")


counter_type = CounterType()
typeof_impl.register(Counter, lambda val, c: counter_type)


@register_model(CounterType)
class CounterModel(models.OpaqueModel):
    pass


@unbox(CounterType)
def unbox_counter(typ, obj, c):
    cell = c.pyapi.object_getattr_string(obj, "cell")
    array = c.unbox(types.Array(types.int64, 1, "C"), cell)
    c.pyapi.decref(cell)
    data = c.context.make_array(types.Array(types.int64, 1, "C"))(c.context, c.builder, array.value).data
    return NativeValue(c.builder.bitcast(data, cgutils.voidptr_t), is_error=array.is_error)


@infer_getattr
class CounterAttributes(AttributeTemplate):
    key = CounterType

    def resolve_count(self, counter):
        return types.int64


def count_place(context, builder, value):
    return builder.bitcast(value, context.get_value_type(types.int64).as_pointer())


@lower_getattr(CounterType, "count")
def get_count(context, builder, typ, value):
    return builder.load(count_place(context, builder, value))


@lower_setattr(CounterType, "count")
def set_count(context, builder, sig, args):
    value = context.cast(builder, args[1], sig.args[1], types.int64)
    builder.store(value, count_place(context, builder, args[0]))


def test_attributes_that_are_set():
    @njit
    def f(c, n):
        for i in range(n):
            c.count = c.count + i
        return c.count

    counter = Counter()
    assert f(counter, 5) == 10
    assert counter.cell[0] == 10


def test_a_result_without_box_is_refused():
    with pytest.raises(TypeError, match="no function with @box"):
        njit(lambda c: c)(Counter())


# --------------------------------------------------------------------------------------------------------- functions


def test_functions_with_concrete_and_abstract_templates():
    def twice(x):
        raise NotImplementedError

    def largest(*args):
        raise NotImplementedError

    @infer_global(twice)
    class Twice(ConcreteTemplate):
        cases = [signature(types.int64, types.int64), signature(types.float64, types.float64)]  # noqa: RUF012

    @lower_builtin(twice, types.int64)
    def twice_int(context, builder, sig, args):
        return builder.add(args[0], args[0])

    @lower_builtin(twice, types.Float)
    def twice_float(context, builder, sig, args):
        return builder.fadd(args[0], args[0])

    @infer_global(largest)
    class Largest(AbstractTemplate):
        def generic(self, args, kws):
            if len(args) > 1 and all(isinstance(types.unliteral(a), types.Integer) for a in args):
                return signature(types.int64, *[types.int64] * len(args))

    @lower_builtin(largest, types.VarArg(types.Integer))
    def lower_largest(context, builder, sig, args):
        best = args[0]
        for arg in args[1:]:
            best = builder.select(builder.icmp_signed(">", arg, best), arg, best)
        return best

    f = njit(lambda a, b: (twice(a), twice(b), largest(a, 3, 2)))
    assert f(2, 1.5) == (4, 3.0, 3)
    assert f(np.int8(9), np.float32(0.25)) == (18, 0.5, 9)
    with pytest.raises(errors.TypingError):
        njit(lambda: largest(1))()


def test_a_constant_that_a_program_lowers():
    class Unit:
        pass

    class UnitType(types.Type):
        def __init__(self):
            super().__init__("Unit")

    unit_type = UnitType()
    typeof_impl.register(Unit, lambda val, c: unit_type)

    @register_model(UnitType)
    class UnitModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [("a", types.float32), ("b", types.uint8)])

    make_attribute_wrapper(UnitType, "a", "a")
    make_attribute_wrapper(UnitType, "b", "b")

    @lower_constant(UnitType)
    def lower_unit(context, builder, ty, value):
        unit = cgutils.create_struct_proxy(ty)(context, builder)
        unit.a = context.get_constant(types.float32, 1.5)
        unit.b = context.get_constant(types.uint8, 200)
        return unit._getvalue()

    unit = Unit()
    assert njit(lambda: (unit.a, unit.b))() == (1.5, 200)


def test_values_of_types_of_programs_are_called():
    class Scale:
        pass

    class ScaleType(types.Type):
        def __init__(self):
            super().__init__("Scale")

    scale_type = ScaleType()
    typeof_impl.register(Scale, lambda val, c: scale_type)

    @register_model(ScaleType)
    class ScaleModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [("factors", types.float64[::1])])

    make_attribute_wrapper(ScaleType, "factors", "factors")

    @lower_constant(ScaleType)
    def lower_scale(context, builder, ty, value):
        factors = context.make_constant_array(builder, types.float64[::1], np.array([2.0, 3.0]))
        made = ty(factors, factors)
        scale = cgutils.create_struct_proxy(made.return_type)(context, builder)
        scale.factors = made.args[0]
        return scale._getvalue()

    def call_scale(self, x, k=0):
        return lambda self, x, k=0: self.factors[k] * x

    template = make_overload_attribute_template(ScaleType, "__call__", call_scale, base=_OverloadMethodTemplate)
    assert template is infer_getattr(template)
    scale = Scale()
    assert njit(lambda x: (scale(x), scale(x, k=1)))(1.5) == (3.0, 4.5)
    with pytest.raises(errors.TypingError, match="__call__"):
        njit(lambda: scale())()


def test_a_type_without_a_data_model_is_refused():
    class Bare:
        pass

    class BareType(types.Type):
        def __init__(self):
            super().__init__("Bare")

    bare_type = BareType()
    typeof_impl.register(Bare, lambda val, c: bare_type)

    @unbox(BareType)
    def unbox_bare(typ, obj, c):
        return NativeValue(obj)

    with pytest.raises(errors.LoweringError, match="has no data model"):
        njit(lambda x: None)(Bare())


def test_a_class_says_the_type_of_its_instances():
    class Tagged:
        _numba_type_ = interval_type
        lo, hi = 2.0, 5.0

    assert typeof(Tagged()) is interval_type
    assert interval_width(Tagged()) == 3.0


def test_a_type_of_the_compiler_for_another_class_is_refused():
    class Like:
        pass

    typeof_impl.register(Like, lambda val, c: types.unicode_type)
    with pytest.raises(ValueError, match="Cannot determine Numba type"):
        typeof(Like())
    with pytest.raises(errors.TypingError, match="Cannot determine Numba type"):
        njit(lambda x: x)(Like())


def test_boxing_code_that_is_wrong_names_its_function():
    class Wrong:
        pass

    class WrongType(types.Type):
        def __init__(self):
            super().__init__("Wrong")

    wrong_type = WrongType()
    typeof_impl.register(Wrong, lambda val, c: wrong_type)

    @register_model(WrongType)
    class WrongModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [("a", types.float64)])

    @unbox(WrongType)
    def unbox_wrong(typ, obj, c):
        return obj

    with pytest.raises(errors.LoweringError, match=r"must return a NativeValue(.|\n)*unbox_wrong"):
        njit(lambda x: None)(Wrong())

    @unbox(WrongType)
    def unbox_other(typ, obj, c):
        return NativeValue(obj)

    with pytest.raises(errors.LoweringError, match=r"not a {double} for Wrong(.|\n)*unbox_other"):
        njit(lambda x: None)(Wrong())


class Metres:
    """A class whose instances are numbers in compiled code."""

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value)


class Samples(np.ndarray):
    """Arrays whose elements compiled code can't change."""


def test_types_of_the_compiler_for_classes_of_programs():
    typeof_impl.register(Metres)(lambda value, c: types.float64)
    typeof_impl.register(Samples)(lambda value, c: types.Array(types.float64, value.ndim, "A", readonly=True))

    @njit
    def double(x):
        return x * 2

    @njit
    def last(a):
        return a[-1] + a.sum()

    samples = np.arange(4.0).view(Samples)
    assert (double(Metres(4)), double(1.5), typeof(Metres(1))) == (8.0, 3.0, types.float64)
    assert (last(samples), last(np.arange(4.0)), typeof(samples)) == (
        9.0,
        9.0,
        types.Array(types.float64, 1, "A", readonly=True),
    )
    with pytest.raises(TypeError, match=r"can't unbox <class '.*Samples'> as readonly array\(float64, 1d, A\)"):
        last(np.arange(4).view(Samples))
    with pytest.raises(ValueError, match="could not convert string to float"):
        double(Metres("far"))


def test_unions_and_counts():
    from coluber.core.unsafe.refcount import dump_refcount, get_refcount
    from coluber.extending import intrinsic

    class EitherType(types.Type):
        types = types.int64, types.float64

        def __init__(self):
            super().__init__("Either")

    register_model(EitherType)(type("EitherModel", (models.UnionModel,), {}))
    either = EitherType()

    @intrinsic
    def second(typingctx, x):
        def codegen(context, builder, sig, args):
            union = cgutils.create_struct_proxy(either)(context, builder)
            union.tag = context.get_constant(types.uintp, 1)
            items = [context.get_constant(types.int64, 7), args[0]]
            union.payload = context.make_tuple(builder, types.Tuple(EitherType.types), items)
            return union._getvalue()

        return signature(either, types.float64), codegen

    @intrinsic
    def value(typingctx, union):
        def codegen(context, builder, sig, args):
            members = cgutils.create_struct_proxy(either)(context, builder, value=args[0])
            return builder.extract_value(members.payload, 1)

        return signature(types.float64, either), codegen

    @njit
    def f(x, array):
        made = np.zeros(3)
        kept = [made, made]
        return value(second(x)), get_refcount(made), get_refcount(array), len(kept), dump_refcount(x)

    assert f(2.5, np.ones(2)) == (2.5, 3, 0, 2, False)


def test_loaders_of_registries():
    from coluber.core import imputils
    from coluber.core.typing import templates

    registry = imputils.Registry("own")
    registry.lower("own.key", types.int64)(lambda context, builder, sig, args: None)
    registry.lower_cast(Interval, types.int64)
    loader = imputils.RegistryLoader(registry)
    assert [(key, wanted) for _, key, wanted in loader.new_registrations("functions")] == [("own.key", (types.int64,))]
    assert list(loader.new_registrations("functions")) == list(loader.new_registrations("casts")) == []
    assert list(templates.RegistryLoader(templates.Registry("own")).new_registrations("globals")) == []


def test_boxing_code_that_calls_compiled_code_and_models_that_name_themselves():
    class Positive:
        def __init__(self, value):
            self.value = value

    class PositiveType(types.Type):
        def __init__(self):
            super().__init__("Positive")

    positive_type = PositiveType()
    typeof_impl.register(Positive, lambda val, c: positive_type)

    # It does so by a name that it gets when it has been registered.
    @register_model(PositiveType)
    class PositiveModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super(PositiveModel, self).__init__(dmm, fe_type, [("value", types.int64)])  # noqa: UP008

    make_attribute_wrapper(PositiveType, "value", "value")

    def checked(value):
        if value < 0:
            raise ValueError("below zero:", value)
        return value + 1

    @unbox(PositiveType)
    def unbox_positive(typ, obj, c):
        value = c.pyapi.object_getattr_string(obj, "value")
        native = c.unbox(types.int64, value)
        c.pyapi.decref(value)
        failed, result = c.pyapi.call_jit_code(checked, types.int64(types.int64), [native.value])
        positive = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        positive.value = result
        return NativeValue(positive._getvalue(), is_error=failed)

    @box(PositiveType)
    def box_positive(typ, val, c):
        value = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=val).value
        _, result = c.pyapi.call_jit_code(checked, types.int64(types.int64), [value])
        return c.box(types.int64, result)

    f = njit(lambda x: (x.value, x))
    assert f(Positive(4)) == (5, 6)
    with pytest.raises(ValueError, match=r"below zero:.*-3"):
        f(Positive(-3))
    assert f(Positive(0)) == (1, 2)


def test_functions_of_types_derived_from_callable():
    class Maker:
        pass

    class MakerType(types.Callable):
        def __init__(self, maker):
            self.maker = maker
            super().__init__(f"MakerType({maker.__name__})")

        def get_call_type(self, context, args, kws):
            return None

    infer_global(Maker, MakerType(Maker))

    @overload(MakerType)
    def make_of_number(x):
        return (lambda x: x + 0.5) if isinstance(x, types.Integer) else None

    @overload(MakerType)
    def make_of_text(x):
        return (lambda x: x + "!") if isinstance(x, types.UnicodeType) else None

    assert njit(lambda a, b: (Maker(a), Maker(b)))(1, "so") == (1.5, "so!")
    with pytest.raises(errors.TypingError, match="Maker"):
        njit(lambda x: Maker(x))(1j)


@pytest.mark.parametrize("ask", ["is_error", "err_occurred", "too late", "cleared"])
def test_the_first_exception_of_code_that_unboxes_arrives(ask):
    class Pair:
        def __init__(self, x, y):
            self.x, self.y = x, y

    class PairType(types.Type):
        def __init__(self):
            super().__init__("Pair")

    typeof_impl.register(Pair)(lambda value, c: PairType())

    @register_model(PairType)
    class Model(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("x", types.float64), ("y", types.float64)])

    @unbox(PairType)
    def unbox_pair(typ, obj, c):
        pair = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        found = {}
        for name in "xy":
            member = c.pyapi.object_getattr_string(obj, name)
            found[name] = c.unbox(types.float64, member)
            c.pyapi.decref(member)
        pair.x, pair.y = found["x"].value, found["y"].value
        number = c.box(types.float64, pair.y)
        c.pyapi.decref(number)
        if ask in ("too late", "cleared"):
            # CPython does so where it looks up an attribute for the first time.
            fnty = ir.FunctionType(ir.VoidType(), [])
            c.builder.call(c.pyapi._get_function(fnty, "PyErr_Clear"), [])
        if ask == "cleared":
            return NativeValue(pair._getvalue())
        if ask != "err_occurred":
            is_error = c.builder.or_(found["x"].is_error, found["y"].is_error)
        else:
            is_error = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
        return NativeValue(pair._getvalue(), is_error=is_error)

    f = njit(lambda pair: 1)
    assert f(Pair(1, 2.5)) == 1
    for pair, text in ((Pair("first", 2), "first|str"), (Pair(1, []), "list"), (Pair("first", []), "first|str")):
        with pytest.raises((TypeError, ValueError), match=text):
            f(pair)


class Angle:
    def __init__(self, degrees):
        self.degrees = degrees


class AngleType(types.Type):
    def __init__(self):
        super().__init__("Angle")


typeof_impl.register(Angle)(lambda value, c: AngleType())


@register_model(AngleType)
class AngleModel(models.StructModel):
    def __init__(self, manager, ty):
        super().__init__(manager, ty, [("degrees", types.int64)])


make_attribute_wrapper(AngleType, "degrees", "degrees")


@unbox(AngleType)
def unbox_angle(typ, obj, c):
    angle = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    degrees = c.pyapi.object_getattr_string(obj, "degrees")
    angle.degrees = c.pyapi.long_as_longlong(degrees)
    c.pyapi.decref(degrees)
    return NativeValue(angle._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(AngleType)
def box_angle(typ, value, c):
    degrees = c.pyapi.long_from_longlong(cgutils.create_struct_proxy(typ)(c.context, c.builder, value).degrees)
    made = c.pyapi.call_function_objargs(c.pyapi.serialize_object(Angle), [degrees])
    c.pyapi.decref(degrees)
    return made


@overload(operator.eq)
def equal_angles(a, b):
    if isinstance(a, AngleType) and isinstance(b, AngleType):
        return lambda a, b: (a.degrees - b.degrees) % 360 == 0
    return None


@overload_method(AngleType, "__hash__")
def hash_of_angle(angle):
    # So that different ones have one hash.
    return lambda angle: angle.degrees % 90


def test_code_that_unboxes_may_deal_with_exceptions():
    class Number:
        def __init__(self, value):
            self.value = value

    class NumberType(types.Type):
        def __init__(self):
            super().__init__("Number")

    typeof_impl.register(Number)(lambda value, c: NumberType())

    @register_model(NumberType)
    class Model(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("value", types.float64)])

    make_attribute_wrapper(NumberType, "value", "value")

    @unbox(NumberType)
    def unbox_number(typ, obj, c):
        number = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        member = c.pyapi.object_getattr_string(obj, "value")
        found = c.unbox(types.float64, member)
        c.pyapi.decref(member)
        number.value = c.builder.select(found.is_error, found.value.type(-1.0), found.value)
        with c.builder.if_then(found.is_error):
            c.pyapi.err_clear()
        return NativeValue(number._getvalue())

    f = njit(lambda number: number.value)
    assert [f(Number(value)) for value in (2.5, "text", 3)] == [2.5, -1.0, 3.0]


def test_values_as_keys():
    @njit
    def f(a, b, c):
        d = {a: 1}
        d[b] = 2
        d[c] = 3
        d[c] += 10
        pairs = {(a, "x"): 1, (b, "x"): 5, (b, "y"): 7}
        found = {a, b, c}
        gone = d.pop(a)
        return len(d), d[c], gone, a in d, c in d, len(pairs), pairs[a, "x"], len(found), c in found, [a, c].index(b)

    first, same, other = Angle(10), Angle(370), Angle(100)
    assert f(first, same, other) == (1, 13, 2, False, True, 2, 5, 2, True, 0)
    assert f(first, other, other)[:3] == (1, 13, 1)
    with pytest.raises(ValueError, match="not in list"):
        njit(lambda a, b: [a].index(b))(first, other)
    with pytest.raises(KeyError):
        njit(lambda a, b: {a: 1}[b])(first, other)

    @njit
    def many(a, n):
        d = {}
        for k in range(n):
            d[a] = k
        merged = {**d, a: 7}
        return len(d), d[a], merged == d, merged[a], [key.degrees for key in d]

    assert many(first, 100) == (1, 99, False, 7, [10])


def test_values_as_keys_of_typed_containers():
    angle = typeof(Angle(0))
    entries = typed.Dict.empty(angle, types.int64)
    for degrees in (10, 100, 370, 190):
        entries[Angle(degrees)] = degrees

    @njit
    def more(entries):
        for key in entries:
            entries[key] += 1
        return len(entries)

    assert more(entries) == len(entries) == 3
    assert [entries[Angle(degrees)] for degrees in (730, 100, 550)] == [371, 101, 191]
    assert [Angle(10) in entries, Angle(280) in entries, entries.get(Angle(1), -1)] == [True, False, -1]
    assert (entries.pop(Angle(460)), len(entries), Angle(100) in entries) == (101, 2, False)
    del entries[Angle(10)]
    assert [(key.degrees % 360, value) for key, value in entries.items()] == [(190, 191)]
    assert (entries.setdefault(Angle(190), 5), entries.setdefault(Angle(5), 5)) == (191, 5)
    with pytest.raises(KeyError):
        entries[Angle(10)]
    found = typed.Set.empty(angle)
    for degrees in (1, 361, 91):
        found.add(Angle(degrees))
    found.discard(Angle(91))
    assert (len(found), Angle(721) in found, Angle(91) in found) == (1, True, False)


def test_values_without_a_hash_are_no_keys():
    with pytest.raises(errors.TypingError, match="unhashable type: a value of type Interval"):
        njit(lambda i: {i: 1})(Interval(1, 2))
    entries = typed.Dict.empty(typeof(Interval(1, 2)), types.int64)
    with pytest.raises(errors.TypingError, match="unhashable type: a value of type Interval"):
        entries[Interval(1, 2)] = 3


def test_an_attribute_for_a_member_that_is_not_there():
    make_attribute_wrapper(IntervalType, "middle", "centre")

    @njit
    def centre_of(x):
        return x.centre

    with pytest.raises(errors.TypingError, match=r"of Interval has no field 'middle'(.|\n)*return x\.centre"):
        centre_of(Interval(1.0, 3.0))
