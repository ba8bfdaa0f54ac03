"""Calls of `pyapi` that fill structures from objects and make objects of structures: arrays, buffers, records, generators."""

from __future__ import annotations

import gc
import sys
import weakref

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import njit, types
from coluber.core import cgutils
from coluber.extending import NativeValue, box, intrinsic, models, register_model, typeof_impl, unbox
from coluber.np.numpy_support import from_dtype

word = ir.IntType(64)
byte_pointer = ir.IntType(8).as_pointer()


def type_with(name, members, cls):
    """Return a type of a program whose values are structures, for the objects of a class."""
    made = type(name, (types.Type,), {})
    typ = made(name)

    @register_model(made)
    class Model(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, members)

    typeof_impl.register(cls)(lambda value, c: typ)
    return made, typ


def member(name, result):
    """Return an intrinsic that gives a member."""

    @intrinsic
    def get(typingctx, value):
        def codegen(context, builder, sig, args):
            found = getattr(context.make_helper(builder, sig.args[0], args[0]), name)
            context.nrt.incref(builder, result, found)
            return found

        return result(value), codegen

    return get


@pytest.mark.parametrize("adapt", ["nrt_adapt_ndarray_from_python", "numba_array_adaptor"])
def test_structures_of_arrays(adapt):
    matrix = types.Array(types.float64, 2, "A")

    class Holder:
        """Makes a new array each time that it is asked."""

        made = None

        @property
        def array(self):
            array = np.arange(6.0).reshape(2, 3)[:, ::2]
            self.made = weakref.ref(array)
            return array

    cls, _ = type_with("Holder", [("a", matrix)], Holder)

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        array = c.pyapi.object_getattr_string(obj, "array")
        made = c.context.make_array(matrix)(c.context, c.builder)
        address = c.builder.bitcast(made._getpointer(), c.pyapi.voidptr)
        status = getattr(c.pyapi, adapt)(array, address)
        c.pyapi.decref(array)
        holder = c.context.make_helper(c.builder, typ)
        holder.a = made._getvalue()
        failed = c.builder.icmp_signed("!=", status, status.type(0))
        with c.builder.if_then(failed):
            c.pyapi.err_set_string("PyExc_TypeError", "no array")
        return NativeValue(holder._getvalue(), is_error=failed)

    array_of = member("a", matrix)
    holder = Holder()
    total, shape, part = njit(lambda h: (array_of(h).sum(), array_of(h).shape, array_of(h)[1:]))(holder)
    assert (total, shape, part.tolist()) == (10.0, (2, 2), [[3, 5]])
    assert holder.made() is not None
    del part
    gc.collect()
    assert holder.made() is None
    for other in (3, np.zeros(2), np.zeros((2, 2, 2, 2, 2, 2))):
        Holder.array = other
        with pytest.raises(TypeError, match="no array"):
            njit(lambda h: array_of(h).sum())(holder)


@pytest.mark.parametrize("adapt", ["nrt_adapt_buffer_from_python", "numba_buffer_adaptor"])
def test_structures_of_buffers(adapt):
    bytes_ = types.Array(types.uint8, 1, "C")

    class Holder:
        data = bytearray(b"abc")

    cls, _ = type_with("Bytes", [("a", bytes_)], Holder)

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        data = c.pyapi.object_getattr_string(obj, "data")
        made = c.context.make_array(bytes_)(c.context, c.builder)
        buffer = c.pyapi.alloca_buffer()
        status = c.pyapi.get_buffer(data, buffer)
        getattr(c.pyapi, adapt)(buffer, c.builder.bitcast(made._getpointer(), c.pyapi.voidptr))
        c.pyapi.release_buffer(buffer)
        c.pyapi.decref(data)
        holder = c.context.make_helper(c.builder, typ)
        holder.a = made._getvalue()
        return NativeValue(holder._getvalue(), is_error=c.builder.icmp_signed("!=", status, status.type(0)))

    array_of = member("a", bytes_)

    @njit
    def f(h):
        array_of(h)[0] = 65
        return array_of(h).sum(), len(array_of(h))

    assert f(Holder()) == (65 + 98 + 99, 3)
    assert Holder.data == b"Abc"


def test_records():
    dtype = np.dtype([("i", np.int64), ("x", np.float64)])
    record_type = from_dtype(dtype)

    class Holder:
        record = np.array([(7, 2.5)], dtype)[0]

    cls, _ = type_with("Record", [("i", types.int64), ("x", types.float64)], Holder)

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        record = c.pyapi.object_getattr_string(obj, "record")
        buffer = c.pyapi.alloca_buffer()
        data = c.pyapi.extract_record_data(record, buffer)
        holder = c.context.make_helper(c.builder, typ)
        is_error = cgutils.is_null(c.builder, data)
        with c.builder.if_then(c.builder.not_(is_error)):
            whole = c.builder.bitcast(data, ir.LiteralStructType([word, ir.DoubleType()]).as_pointer())
            value = c.builder.load(whole)
            holder.i, holder.x = (c.builder.extract_value(value, k) for k in range(2))
            c.pyapi.release_buffer(buffer)
        c.pyapi.decref(record)
        return NativeValue(holder._getvalue(), is_error=is_error)

    @box(cls)
    def box_holder(typ, value, c):
        place = cgutils.alloca_once_value(c.builder, value)
        data = c.builder.bitcast(place, byte_pointer)
        return c.pyapi.recreate_record(data, ir.IntType(32)(16), record_type.dtype, c.env_manager)

    found = njit(lambda h: h)(Holder())
    assert (found.dtype.names, found["i"], found["x"]) == (("i", "x"), 7, 2.5)
    assert found.i == 7
    Holder.record = 3
    with pytest.raises(AttributeError, match="data"):
        njit(lambda h: 1)(Holder())


def test_data_beside_objects():
    class Thing:
        pass

    cls, _ = type_with("Thing", [("p", types.voidptr)], Thing)

    @unbox(cls)
    def unbox_thing(typ, obj, c):
        before = c.pyapi.object_get_private_data(obj)
        is_new = cgutils.is_null(c.builder, before)
        address = word(4096).inttoptr(byte_pointer)
        with c.builder.if_else(is_new) as (new, known):
            with new:
                c.pyapi.object_set_private_data(obj, address)
            with known:
                c.pyapi.object_reset_private_data(obj)
        holder = c.context.make_helper(c.builder, typ)
        holder.p = before
        return NativeValue(holder._getvalue())

    @intrinsic
    def address_of(typingctx, thing):
        def codegen(context, builder, sig, args):
            return builder.ptrtoint(context.make_helper(builder, sig.args[0], args[0]).p, word)

        return types.int64(thing), codegen

    f = njit(lambda thing: address_of(thing))
    first, second = Thing(), Thing()
    assert [f(x) for x in (first, second, first, first, second)] == [0, 0, 4096, 0, 4096]
    f(first)


def test_texts():
    class Text:
        def __init__(self, text):
            self.text = text

    names = ("length", "kind", "is_ascii", "hash", "first")
    cls, _ = type_with("Text", [(name, types.int64) for name in names], Text)

    @unbox(cls)
    def unbox_text(typ, obj, c):
        text = c.pyapi.object_getattr_string(obj, "text")
        worked, data, length, kind, is_ascii, number = c.pyapi.string_as_string_size_and_kind(text)
        holder = c.context.make_helper(c.builder, typ)
        with c.builder.if_then(worked):
            holder.length, holder.hash = length, number
            holder.kind, holder.is_ascii = (c.builder.zext(value, word) for value in (kind, is_ascii))
            holder.first = c.builder.zext(c.builder.load(data), word)
        c.pyapi.decref(text)
        return NativeValue(holder._getvalue(), is_error=c.builder.not_(worked))

    @box(cls)
    def box_text(typ, value, c):
        holder = c.context.make_helper(c.builder, typ, value)
        return c.pyapi.tuple_pack([c.pyapi.long_from_longlong(getattr(holder, name)) for name in names])

    f = njit(lambda text: text)
    for text, kind in (("abc", 1), ("äb", 1), ("\u0414\u0430", 2), ("\U0001f40d", 4)):
        size, own, is_ascii, number, first = f(Text(text))
        assert (size, own, bool(is_ascii), number) == (len(text), kind, text.isascii(), hash(text))
        assert first == ord(text[0]) & 0xFF
    with pytest.raises(TypeError):
        f(Text(3))


def test_generators():
    @njit
    def count(n):
        for k in range(n):
            yield k * k

    class Holder:
        def __init__(self, generator):
            self.generator = generator

    cls, _ = type_with("Generators", [("total", types.int64)], Holder)
    count(1)
    generator_type = count.overloads[(types.int64,)].signature.return_type
    kept = []

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        held = c.pyapi.object_getattr_string(obj, "generator")
        native = c.pyapi.to_native_generator(held, generator_type)
        again = c.pyapi.from_native_generator(native.value, generator_type)
        number = c.pyapi.call_function_objargs(c.pyapi.serialize_object(kept.append), [again])
        for reference in (held, again, number):
            c.pyapi.decref(reference)
        return NativeValue(c.context.make_helper(c.builder, typ)._getvalue(), is_error=native.is_error)

    made = count(4)
    assert next(made) == 0
    njit(lambda h: 1)(Holder(made))
    assert list(kept.pop()) == [1, 4, 9]


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="CPython has no such function any more")
def test_entries_of_sets():
    class Holder:
        items = {3, 40, 500}  # noqa: RUF012

    cls, _ = type_with("Items", [("total", types.int64)], Holder)

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        items = c.pyapi.object_getattr_string(obj, "items")
        place, hash_ = (cgutils.alloca_once_value(c.builder, word(0)) for _ in range(2))
        key = c.pyapi.alloca_obj()
        holder = c.context.make_helper(c.builder, typ)
        holder.total = word(0)
        with cgutils.for_range(c.builder, word(3)):
            status = c.pyapi.set_next_entry(items, place, key, hash_)
            with c.builder.if_then(c.builder.icmp_signed("!=", status, status.type(0))):
                number = c.pyapi.long_as_longlong(c.builder.load(key))
                holder.total = c.builder.add(c.builder.add(holder.total, number), c.builder.load(hash_))
        last = c.pyapi.set_next_entry(items, place, key, hash_)
        c.pyapi.decref(items)
        return NativeValue(holder._getvalue(), is_error=c.builder.icmp_signed("!=", last, last.type(0)))

    total = member("total", types.int64)
    assert njit(lambda h: total(h))(Holder()) == 2 * 543


def test_functions_of_the_interpreter_by_their_names():
    class Holder:
        pass

    cls, _ = type_with("Named", [("x", types.int64)], Holder)

    @unbox(cls)
    def unbox_holder(typ, obj, c):
        c.pyapi.emit_environment_sentry(None)
        fnty = ir.FunctionType(word, [c.pyapi.pyobj])
        length = c.builder.call(c.pyapi._get_function(fnty, "PyObject_Hash"), [obj])
        holder = c.context.make_helper(c.builder, typ)
        holder.x = length
        return NativeValue(holder._getvalue())

    held, x = Holder(), member("x", types.int64)
    assert njit(lambda h: x(h))(held) == hash(held)
