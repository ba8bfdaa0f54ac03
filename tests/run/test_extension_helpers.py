"""What extensions find in the modules that Numba has for them: `cgutils`, `pyapi`, `unsafe`, targets, literal arguments."""

from __future__ import annotations

import operator
import os
import sys

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

import coluber
from coluber import errors, njit, types
from coluber.core import cgutils
from coluber.core.compiler_lock import global_compiler_lock
from coluber.core.imputils import call_len, force_error_model, numba_typeref_ctor
from coluber.core.target_extension import (
    CPU,
    GPU,
    Generic,
    current_target,
    dispatcher_registry,
    get_local_target,
    target_override,
    target_registry,
)
from coluber.core.typing.templates import AbstractTemplate, ConcreteTemplate
from coluber.core.unsafe.bytes import grab_byte, memcpy_region
from coluber.core.unsafe.nrt import NRT_get_api
from coluber.cpython.unsafe.numbers import leading_zeros, trailing_zeros, viewer
from coluber.cpython.unsafe.tuple import build_full_slice_tuple, tuple_setitem, unpack_single_tuple
from coluber.extending import (
    NativeValue,
    SentryLiteralArgs,
    box,
    include_path,
    infer,
    infer_global,
    intrinsic,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)
from coluber.np.unsafe.ndarray import empty_inferred, to_fixed_tuple
from tests.numpy.rows import same

word = ir.IntType(64)


def test_arithmetic_and_structures():
    class Pair(cgutils.Structure):
        _fields = [("left", types.int64), ("right", ir.DoubleType())]  # noqa: RUF012

    @intrinsic
    def work(typingctx, number):
        def codegen(context, builder, sig, args):
            quotient, remainder = cgutils.divmod_by_constant(builder, args[0], 7)
            pair = Pair(context, builder)
            pair.left, pair.right = quotient, builder.sitofp(remainder, ir.DoubleType())
            zero = cgutils.is_scalar_zero_or_nan(builder, pair.right)
            values = [pair.left, builder.fptosi(pair.right, word), builder.zext(zero, word), word(len(pair))]
            struct = cgutils.make_anonymous_struct(builder, values)
            items = [builder.extract_value(struct, k) for k in range(4)]
            size = cgutils.sizeof(builder, Pair(context, builder)._getpointer().type)
            return context.make_tuple(builder, sig.return_type, [*items, size])

        return types.UniTuple(types.int64, 5)(types.int64), codegen

    f = njit(lambda number: work(number))
    assert [f(n) for n in (17, -17, -14)] == [(2, 3, 0, 2, 16), (-3, 4, 0, 2, 16), (-2, 0, 1, 2, 16)]


def test_items_of_arrays():
    @intrinsic
    def item(typingctx, array, index):
        def codegen(context, builder, sig, args):
            given = context.make_array(sig.args[0])(context, builder, value=args[0])
            place = cgutils.get_item_pointer(
                context, builder, sig.args[0], given, [args[1], args[1]], wraparound=True, boundscheck=True
            )
            return builder.load(place)

        return array.dtype(array, types.int64), codegen

    f = njit(lambda array, index: item(array, index))
    array = np.arange(24).reshape(4, 6)[::-1, ::2]
    assert [f(array, k) for k in (0, 2, -1)] == [array[k, k] for k in (0, 2, -1)]
    with pytest.raises(IndexError, match="index is out of bounds for axis 1"):
        f(array, 3)


def test_an_intrinsic_of_any_number_of_arguments():
    @intrinsic
    def count(typingctx, first, *rest):
        def codegen(context, builder, sig, args):
            return context.get_constant(types.int64, len(sig.args[1]))

        return types.int64(first, types.BaseTuple.from_types(rest)), codegen

    assert njit(lambda x: (count(x), count(x, 1), count(x, 2.5, "a", x)))(1) == (0, 1, 3)


def test_unsafe_functions():
    @intrinsic
    def address(typingctx, array):
        def codegen(context, builder, sig, args):
            return builder.bitcast(builder.extract_value(args[0], 4), cgutils.voidptr_t)

        return types.voidptr(array), codegen

    @intrinsic
    def is_there(typingctx, pointer):
        return types.boolean(pointer), lambda context, builder, sig, args: cgutils.is_not_null(builder, args[0])

    @njit
    def f(x, k, target, source):
        memcpy_region(address(target), 8, address(source), 0, 16, 1)
        shape = target.reshape(2, 2)[build_full_slice_tuple(2)].shape
        tuples = tuple_setitem((1, 2, 3), k, 9.5), unpack_single_tuple((4,)), to_fixed_tuple(source, 2)
        bits = viewer(x, types.int64), leading_zeros(np.int32(k)), trailing_zeros(40), grab_byte(address(source), 8)
        return shape, tuples, bits, is_there(NRT_get_api())

    target, source = np.zeros(4, np.int64), np.arange(1, 5)
    shape, tuples, bits, there = f(1.5, 1, target, source)
    assert shape == (2, 2)
    assert there
    assert tuples == ((1, 9, 3), (4,), (1, 2))
    assert bits == (0x3FF8000000000000, 31, 3, 2)
    assert target.tolist() == [0, 1, 2, 0]
    assert os.path.exists(os.path.join(include_path(), "numba/core/runtime/nrt_external.h"))


def test_calls_of_the_interpreter():
    class Thing:
        pass

    class ThingType(types.Type):
        def __init__(self):
            super().__init__("Thing")

    typeof_impl.register(Thing, lambda value, c: ThingType())

    @register_model(ThingType)
    class Model(models.PrimitiveModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, word)

    @unbox(ThingType)
    def unbox_thing(typ, obj, c):
        api, builder = c.pyapi, c.builder
        held = {name: api.object_getattr_string(obj, name) for name in ("numbers", "where", "text")}
        total = cgutils.alloca_once_value(builder, word(0))
        with api.set_iterate(held["numbers"]) as loop:
            builder.store(builder.add(builder.load(total), api.long_as_longlong(loop.value)), total)
        _, _, stop, _ = api.slice_as_ints(held["where"])
        _, _, length = api.string_as_string_and_size(held["text"])
        two, five = (api.long_from_longlong(word(number)) for number in (2, 5))
        power = api.number_power(two, five)
        bits = api.number_or(power, two, inplace=True)
        api.object_delattr_string(obj, "text")
        found = [builder.load(total), stop, length, api.long_as_longlong(bits)]
        value = word(0)
        for number in found:
            value = builder.add(builder.mul(value, word(100)), number)
        for reference in (*held.values(), two, five, power, bits):
            api.decref(reference)
        return NativeValue(value, is_error=api.c_api_error())

    @box(ThingType)
    def box_thing(typ, value, c):
        return c.pyapi.long_from_longlong(value)

    thing = Thing()
    thing.numbers, thing.where, thing.text = {1, 2, 3}, slice(1, 10, 2), "h\u00e9llo"
    assert njit(lambda thing: thing)(thing) == 6_10_06_34
    assert not hasattr(thing, "text")


def test_literal_arguments_that_an_overload_wants():
    def scaled(array, factor):
        raise NotImplementedError

    @overload(scaled)
    def ov_scaled(array, factor):
        SentryLiteralArgs(["factor"]).for_function(ov_scaled).bind(array, factor)
        number = factor.literal_value
        return lambda array, factor: array * number

    assert njit(lambda array: scaled(array, 3))(5) == 15
    f = njit(lambda array, factor: scaled(array, factor))
    assert (f(5, 4), f(5, 6)) == (20, 30)


def test_an_overload_that_refuses_what_is_no_constant():
    def axis_of(name):
        raise NotImplementedError

    @overload(axis_of)
    def ov_axis_of(name):
        if isinstance(name, types.UnicodeType):
            raise errors.TypingError("name must be a constant")
        number = "xyz".index(name.literal_value)
        return lambda name: number

    assert njit(lambda: (axis_of("y"), axis_of(name="z")))() == (1, 2)
    with pytest.raises(errors.TypingError, match="name must be a constant"):
        njit(lambda name: axis_of(name))("y")


def test_targets():
    assert target_registry["cpu"] is CPU
    assert CPU.inherits_from(Generic)
    assert not CPU.inherits_from(GPU)
    assert isinstance(njit(lambda x: x), dispatcher_registry[CPU])
    with target_override("gpu"):
        assert current_target() == "gpu"
        assert get_local_target() is GPU
    with pytest.raises(errors.NonexistentTargetError, match="'tpu'"):
        target_registry["tpu"]
    with pytest.raises(errors.UnsupportedError, match="'cpu' can't be replaced"):
        target_registry["cpu"] = GPU
    with pytest.raises(TypeError, match="derived from Target"):
        target_registry["tpu"] = int


def test_the_lock_of_the_compiler():
    @global_compiler_lock
    def inside():
        return global_compiler_lock.is_locked()

    assert inside()
    assert not global_compiler_lock.is_locked()


def test_answers_of_extensions_that_are_none_name_their_function():
    def called(x):
        raise NotImplementedError

    @infer_global(called)
    class Template(AbstractTemplate):
        def generic(self, args, kws):
            return 5

    with pytest.raises(TypeError, match=r"Template\.generic \(.*, line \d+\) must return a signature, a type or None, not 5"):
        njit(lambda x: called(x))(1)

    @intrinsic
    def miscounted(typingctx, x):
        return types.int64(types.int64, types.int64), lambda context, builder, sig, args: args[0]

    with pytest.raises(errors.LoweringError, match=r"has 2 arguments, not 1\nin the extension's function .*miscounted \("):
        njit(lambda x: miscounted(x))(1)
    with pytest.raises(TypeError, match="register_model takes a class of types, not 5"):
        register_model(5)


def test_names_that_programs_import_from_other_modules():
    from coluber.core.decorators import cfunc, stencil
    from coluber.core.utils import PYVERSION, pysignature
    from coluber.core.withcontexts import objmode_context, parallel_chunksize
    from coluber.misc.special import pndindex
    from coluber.np import numpy_support
    from coluber.np.extensions import cross2d
    from coluber.np.types import NPDatetime
    from coluber.np.ufunc import get_num_threads, vectorize
    from coluber.np.ufunc.parallel import _get_thread_id, _launch_threads, get_thread_count
    from coluber.parfors.parfor import ensure_parallel_support
    from coluber.typed import Dict, List
    from coluber.typed.typeddict import Dict as dict_there
    from coluber.typed.typedlist import List as list_there

    assert (dict_there, list_there, NPDatetime) == (Dict, List, types.NPDatetime)
    assert (objmode_context, parallel_chunksize) == (coluber.objmode, coluber.parallel_chunksize)
    assert all(map(callable, (cfunc, stencil, pysignature, pndindex, get_num_threads, vectorize)))
    assert ensure_parallel_support() is _launch_threads() is None
    assert njit(lambda: _get_thread_id())() == 0 < get_thread_count()
    vectors = np.arange(8.0).reshape(4, 2)
    got = njit(lambda a: (cross2d(a, a[:1]), cross2d(a[3], (1, 2))))(vectors)
    same(got, (cross2d(vectors, vectors[:1]), cross2d(vectors[3], (1, 2))))
    same(got, ((vectors[:, 0] - 0 * vectors[:, 1]), np.array(5.0)))
    with pytest.raises(ValueError, match="vectors of two numbers"):
        njit(lambda a: cross2d(a, a))(np.zeros(3))
    assert PYVERSION >= (3, 11)
    array = np.zeros((2, 3, 4))
    for view in (array, array.T, array[:, ::2], array[:1]):
        found = [
            is_so(view.shape, view.strides, view.itemsize) for is_so in (numpy_support.is_contiguous, numpy_support.is_fortran)
        ]
        assert found == [view.flags.c_contiguous, view.flags.f_contiguous]
        assert numpy_support.map_layout(view) == ("C" if found[0] else "F" if found[1] else "A")
    assert numpy_support.map_arrayscalar_type(np.float32(1)) == types.float32
    assert numpy_support.type_can_asarray(types.float64[:])
    assert not numpy_support.type_can_asarray(types.none)
    assert numpy_support.numpy_version >= (2, 0)


def test_lengths_and_loops_in_code_of_extensions():
    @intrinsic
    def length(typingctx, value):
        def codegen(context, builder, sig, args):
            found = call_len(context, builder, sig.args[0], args[0])
            return word(-1) if found is None else found

        return types.int64(value), codegen

    assert njit(lambda: (length("abc"), length((1, 2.5)), length(4)))() == (3, 2, -1)


def test_numbers_as_addresses():
    @njit
    def copied(target, source):
        memcpy_region(target.ctypes.data, 3, source.ctypes.data, 1, 2, 1)
        return grab_byte(target.ctypes.data, 4)

    target = np.zeros(6, np.uint8)
    assert copied(target, np.arange(10, 16, dtype=np.uint8)) == 12
    assert target.tolist() == [0, 0, 0, 11, 12, 0]

    @intrinsic
    def of_float(typingctx, value):
        return types.float64(types.voidptr), lambda context, builder, sig, args: context.get_constant(types.float64, 1.0)

    with pytest.raises(errors.TypingError, match=r"an argument of type float64 can't be passed as void\*"):
        njit(lambda x: of_float(x))(1.5)


def _described(text, time):
    return f"{text}: {time}"


def test_objects_and_times_that_code_of_intrinsics_uses():
    @intrinsic
    def described(typingctx, number):
        def codegen(context, builder, sig, args):
            api, environment = context.get_python_api(builder), context.get_env_manager(builder)
            gil = api.gil_ensure()
            function = environment.read_const(environment.add_const(_described))
            text = environment.read_const(environment.add_const("at"))
            time = api.create_np_datetime(args[0], 7)
            span = api.create_np_timedelta(args[0], context.get_constant(types.int32, 4))
            made = api.call_function_objargs(function, (text, time))
            value = api.to_native_value(types.unicode_type, made).value
            units = builder.add(api.extract_np_datetime(time), api.extract_np_timedelta(span))
            for obj in (time, span, made):
                api.decref(obj)
            api.gil_release(gil)
            return context.make_tuple(builder, sig.return_type, (value, units))

        return types.Tuple((types.unicode_type, types.int64))(types.int64), codegen

    assert njit(lambda n: described(n))(60) == (f"at: {np.datetime64(60, 's')}", 120)


@pytest.mark.parametrize(("model", "expected"), [("numpy", "inf"), ("python", "float division by zero")])
def test_what_a_division_by_zero_does_in_code_of_extensions(model, expected):
    @intrinsic
    def quotient(typingctx, x, y):
        sig = types.float64(types.float64, types.float64)

        def codegen(context, builder, sig, args):
            before = context.error_model
            with force_error_model(context, model):
                assert context.error_model.raise_on_fp_zero_division == (model == "python")
                result = context.get_function(operator.truediv, sig)(builder, args)
            assert context.error_model is before
            return result

        return sig, codegen

    f = njit(lambda x, y: quotient(x, y))
    assert f(3.0, 2.0) == 1.5
    if model == "numpy":
        assert str(f(1.0, 0.0)) == expected
    else:
        with pytest.raises(ZeroDivisionError):
            f(1.0, 0.0)


def test_error_models_that_extensions_ask():
    @intrinsic
    def checked(typingctx, x):
        def codegen(context, builder, sig, args):
            zero = builder.fcmp_ordered("==", args[0], args[0].type(0))
            with builder.if_then(zero):
                if not context.error_model.fp_zero_division(builder, ("nothing",)):
                    context.call_conv.return_value(builder, args[0].type(7))
                else:
                    builder.unreachable() if not builder.block.is_terminated else None
            with force_error_model(context):
                assert not context.error_model.fp_zero_division(builder)
            return args[0]

        return types.float64(types.float64), codegen

    f = njit(lambda x: checked(x))
    assert f(2.0) == 2.0
    with pytest.raises(ZeroDivisionError, match="nothing"):
        f(0.0)


def test_calls_of_classes_of_types_that_a_program_makes():
    class Box(types.Type):
        def __init__(self, width):
            self.width = width
            super().__init__(f"Box({width})")

    @register_model(Box)
    class BoxModel(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("value", ty.width)])

    make_attribute_wrapper(Box, "value", "value")

    @intrinsic
    def make(typingctx, value):
        def codegen(context, builder, sig, args):
            made = context.make_helper(builder, sig.return_type)
            made.value = args[0]
            return made._getvalue()

        return Box(value)(value), codegen

    @type_callable(Box)
    def type_box(context):
        def typer(value, more=None):
            return Box(value) if isinstance(value, types.Number) else None

        return typer

    @overload(numba_typeref_ctor)
    def of_another(cls, *args):
        return None

    @overload(numba_typeref_ctor)
    def construct(cls, *args):
        if not isinstance(cls.instance_type, Box):
            return None
        assert cls.instance_type.width == args[0]
        if len(args) == 2:
            return lambda cls, *args: make(args[0] * args[1])
        return lambda cls, *args: make(args[0])

    @njit
    def f(x, y):
        return Box(x).value, Box(x, y).value

    assert f(3, 5) == (3, 15)
    assert f(1.5, 2.0) == (1.5, 3.0)
    with pytest.raises(NotImplementedError):
        numba_typeref_ctor(Box)


def test_values_that_are_printed_as_a_program_says(capsys):
    class Greeting(types.Type):
        pass

    greeting = Greeting("greeting")

    class Hello:
        pass

    typeof_impl.register(Hello)(lambda value, c: greeting)

    @register_model(Greeting)
    class Model(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("times", types.int64)])

    @unbox(Greeting)
    def unbox_greeting(ty, obj, c):
        made = c.context.make_helper(c.builder, ty)
        made.times = word(2)
        return NativeValue(made._getvalue())

    @infer
    class PrintGreeting(ConcreteTemplate):
        key = "print_item"
        cases = [types.none(greeting)]  # noqa: RUF012

    @lower_builtin("print_item", Greeting)
    def print_greeting(context, builder, sig, args):
        times = context.make_helper(builder, sig.args[0], args[0]).times
        pyapi = context.get_python_api(builder)
        text = pyapi.unserialize(pyapi.serialize_object("hello!"))
        number = pyapi.long_from_longlong(times)
        pyapi.print_object(text)
        pyapi.print_object(number)
        pyapi.decref(text)
        pyapi.decref(number)
        return context.get_dummy_value()

    @njit
    def f(x, y):
        print(x)
        print(1, x, "a", y, x)
        print(x, y, sep="-", end=".\n")
        print(y, x, sep=None, end=None, flush=True)
        print(y, "b")

    f(Hello(), 2.5)
    assert capsys.readouterr().out == "hello!2\n1 hello!2 a 2.5 hello!2\nhello!2-2.5.\n2.5 hello!2\n2.5 b\n"


def test_what_goes_wrong_in_code_that_prints(capsys, monkeypatch):
    class Bad(types.Type):
        pass

    @register_model(Bad)
    class Model(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("x", types.int64)])

    class Text:
        def __str__(self):
            raise ValueError("no text")

    bad, text = Bad("bad"), Text()

    @intrinsic
    def make(typingctx):
        return bad(), lambda context, builder, sig, args: context.make_helper(builder, bad)._getvalue()

    @lower_builtin("print_item", Bad)
    def print_bad(context, builder, sig, args):
        pyapi = context.get_python_api(builder)
        pyapi.print_object(pyapi.serialize_object(text))
        return context.get_dummy_value()

    @njit
    def f():
        print(1, make())
        return 3

    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: seen.append(str(found.exc_value)))
    assert f() == 3
    assert seen == ["no text"]
    assert capsys.readouterr().out == "1 \n"


def test_arrays_whose_dtype_is_that_of_what_is_put_in():
    @njit
    def scaled(n, x):
        out = empty_inferred((n,))
        for k in range(n):
            out[k] = x * k
        return out

    @njit
    def table(n):
        out = empty_inferred((n, 2))
        for k in range(n):
            out[k, 0] = k
            out[k] = np.arange(2) * 0.5 + k
        return out

    @njit
    def of_its_own(n):
        out = empty_inferred((n,))
        out[0] = 1
        for k in range(1, n):
            out[k] = out[k - 1] * 2
        return out

    @njit
    def either(flag):
        out = empty_inferred((1,))
        if flag:
            out[0] = 1
        else:
            out[0] = 2.5
        return out

    assert [scaled(3, x).dtype for x in (2, 1.5, 1j)] == [np.int64, np.float64, np.complex128]
    assert scaled(3, 1.5).tolist() == [0, 1.5, 3]
    assert table(2).tolist() == [[0, 0.5], [1, 1.5]]
    same(of_its_own(4), np.array([1, 2, 4, 8]))
    assert [either(flag).tolist() for flag in (True, False)] == [[1.0], [2.5]]
    with pytest.raises(errors.TypingError, match="nothing says what an array of empty_inferred holds"):
        njit(lambda n: empty_inferred((n,)))(3)
    with pytest.raises(NotImplementedError):
        empty_inferred((3,))

    @njit
    def mixed(n):
        out = empty_inferred((n,))
        out[0] = 1
        out[1] = (1, 2)
        return out

    with pytest.raises(errors.TypingError, match="no common type"):
        mixed(3)

    @njit
    def by_itself(n):
        out = empty_inferred((n,))
        out[0] = out[1]
        return out

    with pytest.raises(errors.TypingError):
        by_itself(3)
