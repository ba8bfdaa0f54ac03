"""What extensions do with the memory of objects: owners made of objects, objects made of owners, numbers at addresses."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import errors, njit, types
from coluber.core import cgutils
from coluber.core.unsafe.refcount import get_refcount
from coluber.extending import NativeValue, box, intrinsic, models, register_model, typeof_impl, unbox

word = ir.IntType(64)
vector = types.Array(types.float64, 1, "C")


class Buffer:
    """Numbers that somebody else has."""

    def __init__(self, count):
        self.values = np.arange(float(count))
        self.address = self.values.ctypes.data
        self.count = count


class BufferType(types.Type):
    def __init__(self):
        super().__init__(name="Buffer")


buffer_type = BufferType()
register_model(BufferType)(
    type(
        "Model",
        (models.StructModel,),
        {"__init__": lambda self, dmm, ty: models.StructModel.__init__(self, dmm, ty, [("a", vector)])},
    )
)


@typeof_impl.register(Buffer)
def type_of_buffer(value, context):
    return buffer_type


@unbox(BufferType)
def unbox_buffer(typ, obj, c):
    """Make an array of the memory, which the object keeps."""
    parts = [c.pyapi.object_getattr_string(obj, name) for name in ("address", "count")]
    address, count = (c.pyapi.long_as_longlong(part) for part in parts)
    for part in parts:
        c.pyapi.decref(part)
    data = c.builder.inttoptr(address, ir.IntType(8).as_pointer())
    made = c.context.make_array(vector)(c.context, c.builder)
    owner = c.pyapi.nrt_meminfo_new_from_pyobject(data, obj)
    c.context.populate_array(
        made,
        data=c.builder.bitcast(data, made.data.type),
        shape=cgutils.pack_array(c.builder, [count]),
        strides=cgutils.pack_array(c.builder, [word(8)]),
        itemsize=word(8),
        meminfo=owner,
    )
    holder = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    holder.a = made._getvalue()
    return NativeValue(holder._getvalue(), is_error=cgutils.is_null(c.builder, owner))


@intrinsic
def values_of(typingctx, buffer):
    def codegen(context, builder, sig, args):
        holder = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
        context.nrt.incref(builder, vector, holder.a)
        return holder.a

    return vector(buffer), codegen


def test_arrays_keep_the_objects_whose_memory_they_have():
    @njit
    def kept(buffer):
        found = values_of(buffer)
        found[0] = 7.0
        return [found[1:]]

    buffer = Buffer(4)
    gone = weakref.ref(buffer)
    result = kept(buffer)
    assert buffer.values.tolist() == [7, 1, 2, 3]
    del buffer
    gc.collect()
    assert gone() is not None
    assert result[0].tolist() == [1, 2, 3]
    del result
    gc.collect()
    assert gone() is None


def test_objects_that_keep_memory_of_compiled_code():
    @intrinsic
    def passed_through(typingctx, array):
        def codegen(context, builder, sig, args):
            api = context.get_python_api(builder)
            gil = api.gil_ensure()
            made = context.make_array(vector)(context, builder, value=args[0])
            context.nrt.incref(builder, vector, args[0])
            keeper = api.nrt_meminfo_as_pyobject(made.meminfo)
            context.nrt.decref(builder, vector, args[0])
            made.meminfo = builder.bitcast(api.nrt_meminfo_from_pyobject(keeper), made.meminfo.type)
            context.nrt.incref(builder, vector, args[0])
            api.decref(keeper)
            api.gil_release(gil)
            return made._getvalue()

        return vector(array), codegen

    @njit
    def counts(n):
        array = np.ones(n)
        before = get_refcount(array)
        same = passed_through(array)
        return before, get_refcount(array), same.sum()

    assert counts(5) == (1, 2, 5.0)
    assert njit(lambda a: passed_through(a))(np.arange(3.0)).tolist() == [0, 1, 2]


def test_an_object_that_keeps_no_memory_is_an_error():
    @intrinsic
    def owner_of_text(typingctx, number):
        def codegen(context, builder, sig, args):
            api = context.get_python_api(builder)
            gil = api.gil_ensure()
            owner = api.nrt_meminfo_from_pyobject(api.serialize_object("text"))
            api.err_clear()
            api.gil_release(gil)
            return cgutils.is_null(builder, owner)

        return types.boolean(number), codegen

    assert njit(lambda n: owner_of_text(n))(1) is True


class Point:
    def __init__(self, place):
        self.place = place


class PointType(types.Type):
    def __init__(self):
        super().__init__(name="Point")


point_type = PointType()
register_model(PointType)(
    type(
        "Model",
        (models.StructModel,),
        {"__init__": lambda self, dmm, ty: models.StructModel.__init__(self, dmm, ty, [("z", types.complex128)])},
    )
)


@typeof_impl.register(Point)
def type_of_point(value, context):
    return point_type


@unbox(PointType)
def unbox_point(typ, obj, c):
    place = c.pyapi.object_getattr_string(obj, "place")
    number = c.context.make_complex(c.builder, types.complex128)
    worked = c.pyapi.complex_adaptor(place, number._getpointer())
    c.pyapi.decref(place)
    holder = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    holder.z = number._getvalue()
    return NativeValue(holder._getvalue(), is_error=cgutils.is_false(c.builder, worked))


@box(PointType)
def box_point(typ, val, c):
    holder = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=val)
    return c.box(types.complex128, holder.z)


def test_complex_numbers_of_objects():
    same = njit(lambda point: point)
    for number in (1 - 2j, np.complex64(3 + 4j), 2.5, 7):
        assert same(Point(number)) == complex(number)
    with pytest.raises((TypeError, ValueError), match="complex"):
        same(Point("no number"))


def test_classes_of_objects():
    @intrinsic
    def is_text(typingctx, number):
        def codegen(context, builder, sig, args):
            api = context.get_python_api(builder)
            gil = api.gil_ensure()
            found = api.get_type(api.serialize_object("text"))
            same = builder.icmp_unsigned("==", found, api.serialize_object(str))
            api.gil_release(gil)
            return same

        return types.boolean(number), codegen

    assert njit(lambda n: is_text(n))(1) is True


def test_compiled_functions_have_descriptions():
    @intrinsic
    def hundred_more(typingctx, number):
        def codegen(context, builder, sig, args):
            compiled = context.compile_subroutine(builder, lambda x: x + 100, sig)
            context.add_linking_libs(builder, [compiled.library])
            assert compiled.signature == sig
            status, value = context.call_internal_no_propagate(builder, compiled.fndesc, sig, args)
            with builder.if_then(status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return value

        return types.int64(types.int64), codegen

    assert njit(lambda n: hundred_more(n))(5) == 105


def test_what_has_a_type_and_no_lowering_is_named():
    from coluber.extending import type_callable

    def half_known(x):
        return x

    @type_callable(half_known)
    def _(context):
        return lambda x: types.int64

    with pytest.raises(errors.NumbaError, match="No definition for lowering .*half_known"):
        njit(lambda x: half_known(x))(1)


def test_a_model_that_fails_fails_where_its_type_is_used():
    class Broken:
        pass

    class BrokenType(types.Type):
        def __init__(self):
            super().__init__(name="Broken")

    broken_type = BrokenType()
    typeof_impl.register(Broken)(lambda value, context: broken_type)

    @register_model(BrokenType)
    class BrokenModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            raise ArithmeticError("no members")

    @unbox(BrokenType)
    def unbox_broken(typ, obj, c):
        return NativeValue(cgutils.create_struct_proxy(typ)(c.context, c.builder)._getvalue())

    assert njit(lambda x: x + 1)(1) == 2
    for _ in range(2):
        with pytest.raises((ArithmeticError, errors.LoweringError), match="no members"):
            njit(lambda x: 1)(Broken())
    assert njit(lambda x: x + 2)(1) == 3


def test_a_box_that_fails_in_silence_is_named():
    class Silent:
        pass

    class SilentType(types.Type):
        def __init__(self):
            super().__init__(name="Silent")

    register_model(SilentType)(models.OpaqueModel)
    silent_type = SilentType()
    typeof_impl.register(Silent)(lambda value, context: silent_type)
    unbox(SilentType)(lambda typ, obj, c: NativeValue(cgutils.get_null_value(c.pyapi.pyobj)))
    box(SilentType)(lambda typ, val, c: c.pyapi.get_null_object())
    with pytest.raises(SystemError, match="boxing a value of Silent failed without an exception"):
        njit(lambda x: x)(Silent())


def test_attributes_of_the_compilers_own_types():
    def reading(attribute, result):
        @intrinsic
        def read(typingctx, value):
            def codegen(context, builder, sig, args):
                get = context.get_getattr(sig.args[0], attribute)
                return get(context, builder, sig.args[0], args[0], attribute)

            return result(value), codegen

        return njit(lambda value: read(value))

    assert reading("size", types.intp)(np.ones((2, 3))) == 6
    assert reading("shape", types.UniTuple(types.intp, 2))(np.ones((2, 3))) == (2, 3)
    assert reading("T", types.Array(types.float64, 2, "F"))(np.arange(4.0).reshape(2, 2)).tolist() == [[0, 2], [1, 3]]
    assert reading("imag", types.float64)(1 - 2j) == -2
    with pytest.raises(errors.NumbaError, match="nothing"):
        reading("nothing", types.intp)(np.ones(2))
