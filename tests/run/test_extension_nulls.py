"""Calls of the interpreter with null in the place of an object, which an extension gets where an earlier call has raised."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import njit, types
from coluber.core import pythonapi
from coluber.extending import NativeValue, models, register_model, typeof_impl, unbox


class Thing:
    """What is unboxed."""


class ThingType(types.Type):
    def __init__(self):
        super().__init__(name="Thing")


thing_type = ThingType()


@register_model(ThingType)
class ThingModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.IntType(64))


@typeof_impl.register(Thing)
def type_of_thing(value, context):
    return thing_type


def run(calls):
    """Unbox a thing by code that makes these calls with the object, and with null where getting an attribute has raised."""

    @unbox(ThingType)
    def unbox_thing(typ, obj, c):
        missing = c.pyapi.object_getattr_string(obj, "missing")
        calls(c, obj, missing)
        return NativeValue(ir.IntType(64)(1), is_error=c.pyapi.c_api_error())

    return njit(lambda thing: 1)(Thing())


# They clear the exception, or take null.
TAKING_NULL = {"incref", "decref", "err_restore", "err_write_unraisable", "object_dump"}

ROWS = [line.split() for line in pythonapi._TABLE.strip().splitlines()]
CASES = [
    (name, params[0], k)
    for name, _, _, *params in ROWS
    if params and "p" not in params[0] and name not in TAKING_NULL and not name.endswith("_")
    for k, code in enumerate(params[0])
    if code == "o"
]


@pytest.mark.parametrize(("name", "params", "null"), CASES, ids=[f"{name}-{k}" for name, _, k in CASES])
def test_functions_of_the_table(name, params, null):
    def calls(c, obj, missing):
        others = {"o": obj, "d": ir.Constant(ir.DoubleType(), 1.0), "s": "text"}
        arguments = [missing if k == null else others.get(code, 0) for k, code in enumerate(params)]
        for argument in arguments:
            if argument is obj:
                # Some take the reference over, also when they fail.
                c.pyapi.incref(obj)
        getattr(c.pyapi, name)(*arguments)

    with pytest.raises((AttributeError, SystemError)):
        run(calls)


METHODS = {
    "call_method of null": lambda c, obj, null: c.pyapi.call_method(null, "method", [obj]),
    "call_method with null": lambda c, obj, null: c.pyapi.call_method(obj, "__eq__", [null]),
    "a missing method": lambda c, obj, null: c.pyapi.call_method(obj, "method", [obj]),
    "call_function_objargs": lambda c, obj, null: c.pyapi.call_function_objargs(obj, [obj, null]),
    "call": lambda c, obj, null: c.pyapi.call(null),
    "call with null": lambda c, obj, null: c.pyapi.call(obj, null),
    "tuple_pack": lambda c, obj, null: c.pyapi.object_repr(c.pyapi.tuple_pack([obj, null])),
    "list_pack": lambda c, obj, null: c.pyapi.object_repr(c.pyapi.list_pack([null, obj])),
    "dict_pack": lambda c, obj, null: c.pyapi.object_repr(c.pyapi.dict_pack([("a", null)])),
    "tuple_getitem": lambda c, obj, null: c.pyapi.tuple_getitem(null, 0),
    "list_setslice": lambda c, obj, null: c.pyapi.list_setslice(null, 0, 1, obj),
    "set_update": lambda c, obj, null: c.pyapi.set_update(null, obj),
    "slice_as_ints": lambda c, obj, null: c.pyapi.slice_as_ints(null),
    "object_richcompare": lambda c, obj, null: c.pyapi.object_richcompare(obj, null, "=="),
    "object_delattr": lambda c, obj, null: c.pyapi.object_delattr_string(null, "a"),
    "number_add": lambda c, obj, null: c.pyapi.number_add(obj, null),
    "number_power": lambda c, obj, null: c.pyapi.number_power(null, obj),
    "number_as_ssize_t": lambda c, obj, null: c.pyapi.number_as_ssize_t(null),
    "string_as_string_and_size": lambda c, obj, null: c.pyapi.string_as_string_and_size(null),
    "get_type": lambda c, obj, null: c.pyapi.get_type(null),
    "buffers": lambda c, obj, null: buffers(c, null),
    "parse_tuple": lambda c, obj, null: c.pyapi.parse_tuple(null, "O", c.pyapi.alloca_obj()),
    "unpack_tuple": lambda c, obj, null: c.pyapi.unpack_tuple(null, "f", 1, 1, c.pyapi.alloca_obj()),
    "set_iterate": lambda c, obj, null: iterate(c, null),
    "to_native_value": lambda c, obj, null: c.pyapi.to_native_value(types.float64, null),
    "extract_np_datetime": lambda c, obj, null: c.pyapi.extract_np_datetime(null),
    "complex_adaptor": lambda c, obj, null: c.pyapi.complex_adaptor(null, c.pyapi.alloca_buffer()),
    "print_object": lambda c, obj, null: c.pyapi.print_object(null),
    "raise_object": lambda c, obj, null: c.pyapi.raise_object(null),
    "nrt_adapt_ndarray_from_python": lambda c, obj, null: c.pyapi.nrt_adapt_ndarray_from_python(null, c.pyapi.alloca_buffer()),
    "extract_record_data": lambda c, obj, null: c.pyapi.extract_record_data(null, c.pyapi.alloca_buffer()),
    "string_as_string_size_and_kind": lambda c, obj, null: c.pyapi.string_as_string_size_and_kind(null),
    "object_get_private_data": lambda c, obj, null: c.pyapi.object_get_private_data(null),
    "object_set_private_data": lambda c, obj, null: c.pyapi.object_set_private_data(null, c.pyapi.alloca_obj()),
    "object_reset_private_data": lambda c, obj, null: c.pyapi.object_reset_private_data(null),
    "set_next_entry": lambda c, obj, null: entries(c, null),
    "err_set_string": lambda c, obj, null: c.pyapi.err_set_string(null, "text"),
}


def buffers(c, null):
    buffer = c.pyapi.alloca_buffer()
    c.pyapi.get_buffer(null, buffer)
    c.pyapi.release_buffer(buffer)


def entries(c, null):
    places = [c.builder.alloca(ir.IntType(64)) for _ in range(2)]
    c.pyapi.set_next_entry(null, places[0], c.pyapi.alloca_obj(), places[1])


def iterate(c, null):
    with c.pyapi.set_iterate(null) as loop:
        c.pyapi.incref(loop.value)


@pytest.mark.parametrize("name", METHODS)
def test_methods(name):
    with pytest.raises(AttributeError):
        run(METHODS[name])


def test_a_null_without_an_exception_is_an_error_of_its_own():
    def calls(c, obj, missing):
        c.pyapi.err_clear()
        c.pyapi.object_getattr_string(missing, "a")

    with pytest.raises(SystemError, match="PyObject_GetAttrString of an extension was given null in the place of an object"):
        run(calls)


def test_an_exception_that_nobody_looks_at_is_raised():
    @unbox(ThingType)
    def unbox_thing(typ, obj, c):
        c.pyapi.object_getattr_string(obj, "missing")
        return NativeValue(ir.IntType(64)(1))

    with pytest.raises((AttributeError, SystemError)):
        njit(lambda thing: 1)(Thing())
