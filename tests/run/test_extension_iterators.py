"""Loops over values of types of programs (``getiter``, ``iternext``), what is done behind a call (``cleanup``, ``reflect``)."""

from __future__ import annotations

import gc

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from coluber import _native, njit, typeof, types
from coluber.core import cgutils, imputils
from coluber.core.errors import LoweringError, NumbaError
from coluber.core.typing.templates import AbstractTemplate, infer, infer_global
from coluber.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    models,
    reflect,
    register_model,
    typeof_impl,
    unbox,
)


class Down:
    """Counts down; ``seen`` is set behind each call."""

    def __init__(self, n):
        self.n = n
        self.seen = None


class DownType(types.IterableType):
    def __init__(self):
        super().__init__(name="Down")

    @property
    def iterator_type(self):
        return DownIterator()


class DownIterator(types.common.SimpleIteratorType):
    def __init__(self):
        super().__init__("DownIterator", types.int64)


@typeof_impl.register(Down)
def type_of_down(value, c):
    return DownType()


@register_model(DownType)
class DownModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("n", types.int64)])


@register_model(DownIterator)
class DownIteratorModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("left", types.EphemeralPointer(types.int64))])


@unbox(DownType)
def unbox_down(typ, obj, c):
    number = c.pyapi.object_getattr_string(obj, "n")
    value = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    value.n = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)

    def cleanup():
        twice = c.pyapi.long_from_longlong(c.builder.add(value.n, value.n))
        c.pyapi.object_setattr_string(obj, "seen", twice)
        c.pyapi.decref(twice)

    failed = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    return NativeValue(value._getvalue(), is_error=failed, cleanup=cleanup)


@lower_builtin("getiter", DownType)
def start(context, builder, sig, args):
    iterable = context.make_helper(builder, sig.args[0], args[0])
    iterator = context.make_helper(builder, sig.return_type)
    iterator.left = cgutils.alloca_once_value(builder, iterable.n)
    return imputils.impl_ret_new_ref(context, builder, sig.return_type, iterator._getvalue())


@lower_builtin("iternext", DownIterator)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def step(context, builder, sig, args, result):
    iterator = context.make_helper(builder, sig.args[0], args[0])
    left = builder.load(iterator.left)
    valid = builder.icmp_signed(">", left, left.type(0))
    result.set_valid(valid)
    with builder.if_then(valid):
        left = builder.sub(left, left.type(1))
        builder.store(left, iterator.left)
        result.yield_(left)


def test_loops():
    @njit
    def f(down):
        total = 0
        for x in down:
            for y in down:
                if y == 1:
                    continue
                total += x * 10 + y
            if x == 1:
                break
        else:
            total = -1
        return total

    assert f(Down(5)) == sum(x * 10 + y for x in (4, 3, 2, 1) for y in (4, 3, 2, 0))
    assert f(Down(0)) == -1


def test_other_consumers():
    @njit
    def f(down):
        pairs = [(i, x) for i, x in enumerate(down)]
        return list(down), sum(down), pairs, [a * b for a, b in zip(down, range(10))], max(down, default=-1), any(down)

    assert f(Down(4)) == ([3, 2, 1, 0], 6, [(0, 3), (1, 2), (2, 1), (3, 0)], [0, 2, 2, 0], 3, True)
    assert f(Down(0)) == ([], 0, [], [], -1, False)


def test_iterators_as_values():
    @njit
    def f(down):
        it = iter(down)
        first = next(it)
        return first, [x for x in it]

    assert f(Down(4)) == (3, [2, 1, 0])


# ------------------------------------------------------------------------------------- items with references, templates


class Rows:
    """Goes over the rows of an array."""

    def __init__(self, array):
        self.array = array


class RowsType(types.IterableType):
    def __init__(self, array):
        self.array = array
        super().__init__(name=f"Rows({array})")


class RowsIterator(types.common.SimpleIteratorType):
    def __init__(self, array):
        self.array = array
        super().__init__(f"RowsIterator({array})", array)


@typeof_impl.register(Rows)
def type_of_rows(value, c):
    return RowsType(typeof(value.array))


@register_model(RowsType)
class RowsModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("array", fe_type.array)])


@register_model(RowsIterator)
class RowsIteratorModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("array", fe_type.array), ("at", types.EphemeralPointer(types.intp))])


@unbox(RowsType)
def unbox_rows(typ, obj, c):
    array = c.pyapi.object_getattr_string(obj, "array")
    value = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    value.array = c.unbox(typ.array, array).value
    c.pyapi.decref(array)
    return NativeValue(value._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@infer
class TypeOfIteration(AbstractTemplate):
    key = "getiter"

    def generic(self, args, kws):
        if len(args) == 1 and isinstance(args[0], RowsType):
            return RowsIterator(args[0].array)(args[0])
        return None


@lower_builtin("getiter", RowsType)
def start_rows(context, builder, sig, args):
    iterator = context.make_helper(builder, sig.return_type)
    iterator.array = context.make_helper(builder, sig.args[0], args[0]).array
    iterator.at = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    return imputils.impl_ret_borrowed(context, builder, sig.return_type, iterator._getvalue())


@lower_builtin("iternext", RowsIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def next_row(context, builder, sig, args, result):
    iterator = context.make_helper(builder, sig.args[0], args[0])
    at = builder.load(iterator.at)
    result.set_valid(builder.icmp_signed("<", at, context.get_constant(types.intp, 3)))
    with builder.if_then(result.is_valid()):
        result.yield_(iterator.array)
        builder.store(cgutils.increment_index(builder, at), iterator.at)


def test_items_with_references():
    @njit
    def f(rows):
        kept = [np.zeros(3)]
        for array in rows:
            kept.append(array)
        return len(kept), kept[-1]

    array = np.arange(3.0)
    f(Rows(array))
    gc.collect()
    before = _native.live_allocations()
    for _ in range(50):
        count, last = f(Rows(np.arange(3.0)))
    assert count == 4
    np.testing.assert_array_equal(last, array)
    del last
    gc.collect()
    assert _native.live_allocations() <= before + 1


# ---------------------------------------------------------------------------------------------------- behind the call


def test_cleanup():
    @njit
    def total(down, fail):
        if fail:
            raise ValueError("no")
        return sum(down)

    down = Down(4)
    assert total(down, False) == 6
    assert down.seen == 8
    down = Down(7)
    with pytest.raises(ValueError, match="no"):
        total(down, True)
    assert down.seen == 14


class Box:
    """A number that compiled code changes."""

    def __init__(self, number):
        self.number = number


class BoxType(types.Type):
    def __init__(self):
        super().__init__(name="Box")


@typeof_impl.register(Box)
def type_of_box(value, c):
    return BoxType()


@register_model(BoxType)
class BoxModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("place", types.CPointer(types.float64)), ("parent", types.pyobject)])


@unbox(BoxType)
def unbox_box(typ, obj, c):
    number = c.pyapi.object_getattr_string(obj, "number")
    value = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    kept = _room(c)
    value.place = kept
    value.parent = obj
    c.builder.store(c.pyapi.float_as_double(number), kept)
    c.pyapi.decref(number)
    return NativeValue(value._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


ROOM = np.zeros(1)


def _room(c):
    from llvmlite import ir

    return c.builder.inttoptr(ir.Constant(cgutils.intp_t, ROOM.ctypes.data), ir.DoubleType().as_pointer())


@reflect(BoxType)
def reflect_box(typ, val, c):
    value = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=val)
    number = c.pyapi.float_from_double(c.builder.load(value.place))
    c.pyapi.object_setattr_string(value.parent, "number", number)
    c.pyapi.decref(number)


@intrinsic
def put(typingctx, target, number):
    def codegen(context, builder, sig, args):
        value = context.make_helper(builder, sig.args[0], args[0])
        builder.store(args[1], value.place)
        return context.get_dummy_value()

    return types.none(target, types.float64), codegen


def test_reflect():
    @njit
    def f(target):
        put(target, 2.5)

    target = Box(1.0)
    f(target)
    assert target.number == 2.5


def test_failed_unboxing_has_no_cleanup():
    @njit
    def f(down):
        return sum(down)

    down = Down("text")
    with pytest.raises(TypeError):
        f(down)
    assert down.seen is None


# -------------------------------------------------------------------------------------------------------------- errors


class NoMembers(models.StructModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [])


class Wrong:
    """Its iteration is wrong."""


class WrongType(types.IterableType):
    def __init__(self):
        super().__init__(name="Wrong")

    @property
    def iterator_type(self):
        return WrongIterator()


class WrongIterator(types.common.SimpleIteratorType):
    def __init__(self):
        super().__init__("WrongIterator", types.float64)


@typeof_impl.register(Wrong)
def type_of_wrong(value, c):
    return WrongType()


for declared in (WrongType, WrongIterator):
    register_model(declared)(
        type(
            "WrongModel",
            (models.StructModel,),
            {"__init__": lambda self, dmm, ty: models.StructModel.__init__(self, dmm, ty, [])},
        )
    )


@unbox(WrongType)
def unbox_wrong(typ, obj, c):
    return NativeValue(cgutils.create_struct_proxy(typ)(c.context, c.builder)._getvalue())


@lower_builtin("getiter", WrongType)
def start_wrong(context, builder, sig, args):
    return context.make_helper(builder, sig.return_type)._getvalue()


@njit
def over_wrong(wrong):
    for x in wrong:
        print(x)


def yields_wrongly(context, builder, sig, args, result):
    result.set_valid()
    result.yield_(context.get_constant(types.int64, 1))


def raises(context, builder, sig, args, result):
    raise KeyError("nowhere")


def plain(context, builder, sig, args):
    return context.get_constant(types.int64, 1)


@pytest.mark.parametrize(
    ("lower", "match"),
    [
        (imputils.iternext_impl(imputils.RefType.NEW)(yields_wrongly), "iternext yields i64, not a double"),
        (imputils.iternext_impl(imputils.RefType.NEW)(raises), "KeyError: 'nowhere'"),
        (plain, "has to be decorated with imputils.iternext_impl"),
    ],
    ids=["type", "exception", "plain"],
)
def test_errors_of_iternext(lower, match):
    lower_builtin("iternext", WrongIterator)(lower)

    @njit
    def f(wrong):
        for x in wrong:
            print(x)

    with pytest.raises(LoweringError, match=match) as found:
        f(Wrong())
    assert "test_extension_iterators.py, line" in str(found.value)


def test_iternext_impl_wants_a_reference_type():
    with pytest.raises(ValueError, match="RefType"):
        imputils.iternext_impl()


def test_cleanup_that_raises():
    class Bad:
        pass

    class BadType(types.Type):
        def __init__(self):
            super().__init__(name="Bad")

    typeof_impl.register(Bad)(lambda value, c: BadType())
    register_model(BadType)(
        type(
            "BadModel",
            (models.StructModel,),
            {"__init__": lambda self, dmm, ty: models.StructModel.__init__(self, dmm, ty, [])},
        )
    )

    @unbox(BadType)
    def unbox_bad(typ, obj, c):
        def cleanup():
            raise IndexError("in cleanup")

        return NativeValue(cgutils.create_struct_proxy(typ)(c.context, c.builder)._getvalue(), cleanup=cleanup)

    @njit
    def f(bad):
        return 1

    with pytest.raises(NumbaError, match="in cleanup") as found:
        f(Bad())
    assert "test_extension_iterators.py, line" in str(found.value)


def test_cleanup_that_sets_an_exception():
    class Late:
        pass

    class LateType(types.Type):
        def __init__(self):
            super().__init__(name="Late")

    typeof_impl.register(Late)(lambda value, c: LateType())

    @register_model(LateType)
    class LateModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [])

    @unbox(LateType)
    def unbox_late(typ, obj, c):
        def cleanup():
            c.pyapi.err_set_string("PyExc_IndexError", "behind the call")

        return NativeValue(cgutils.create_struct_proxy(typ)(c.context, c.builder)._getvalue(), cleanup=cleanup)

    @njit
    def f(late, fail):
        if fail:
            raise ValueError("in the call")
        return "a" * 50

    with pytest.raises(IndexError, match="behind the call"):
        f(Late(), False)


# ---------------------------------------------------------------------------------------------- modules of extensions


def test_strings_of_extensions():
    from coluber.cpython import unicode

    @njit
    def f(point):
        text = unicode._empty_string(unicode._codepoint_to_kind(point), 3, point < 128)
        for k in range(3):
            unicode._set_code_point(text, k, point + k)
        return text, unicode._get_code_point(text, 1)

    assert f(65) == ("ABC", 66)
    assert f(0x3B1) == ("αβγ", 0x3B2)
    assert f(0x1F600) == ("\U0001f600\U0001f601\U0001f602", 0x1F601)
    with pytest.raises(ValueError, match="Invalid code point"):
        f(0x110000)


def test_lists_of_extensions():
    from coluber.cpython.listobj import ListInstance

    @intrinsic
    def total(typingctx, values):
        def codegen(context, builder, sig, args):
            values = ListInstance(context, builder, sig.args[0], args[0])
            out = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
            with cgutils.for_range(builder, values.size) as loop:
                builder.store(builder.add(builder.load(out), values.getitem(loop.index)), out)
            return builder.load(out)

        return types.int64(values), codegen

    @njit
    def f(n):
        return total([k * k for k in range(n)])

    assert f(10) == 285


def transform(a, n=None, norm=None):
    raise NotImplementedError


@infer_global(transform)
class TypeOfTransform(AbstractTemplate):
    def generic(self, args, kws):
        import inspect

        from coluber.core.typing.templates import fold_arguments

        pysig = inspect.signature(transform)
        folded = fold_arguments(
            pysig, args, kws, lambda k, p, v: v, lambda k, p, d: types.Omitted(d), lambda k, p, v: types.StarArgTuple(v)
        )
        return types.int64(*folded).replace(pysig=pysig)


@lower_builtin(transform, types.VarArg(types.Any))
def lower_transform(context, builder, sig, args):
    given = sum(1 << k for k, ty in enumerate(sig.args) if not isinstance(ty, types.Omitted))
    return builder.add(args[0], context.get_constant(types.int64, given))


def test_arguments_that_are_not_given():
    @njit
    def f(x):
        return transform(x), transform(x, 2), transform(x, norm=3), transform(norm=1, n=2, a=x)

    assert f(100) == (101, 103, 105, 107)


@intrinsic
def bounds(typingctx, index):
    def codegen(context, builder, sig, args):
        value = context.make_helper(builder, sig.args[0], args[0])
        return context.make_tuple(builder, sig.return_type, [value.start, value.stop, value.step])

    return types.UniTuple(types.int64, 3)(index), codegen


def test_slices():
    @njit
    def f(a, b):
        return bounds(slice(a, b)), bounds(slice(1, 4)), bounds(slice(None, b)), bounds(slice(a, None, 2))

    most = (1 << 63) - 1
    assert f(2, 7) == ((2, 7, 1), (1, 4, 1), (0, 7, 1), (2, most, 2))


def test_api_of_the_runtime():
    import ctypes

    from coluber.core.runtime import _nrt_python, rtsys

    class Api(ctypes.Structure):
        _fields_ = [
            ("allocate", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)),
            ("allocate_external", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)),
            ("manage_memory", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)),
            ("acquire", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
            ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
            ("get_data", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
        ]

    get = ctypes.CFUNCTYPE(ctypes.c_void_p)(_nrt_python.c_helpers["get_api"])
    api = Api.from_address(get())
    before = rtsys.get_allocation_stats().alloc
    owner = api.allocate(100)
    assert rtsys.get_allocation_stats().alloc == before + 1
    assert api.get_data(owner) % 32 == 0
    ctypes.memset(api.get_data(owner), 1, 100)
    api.acquire(owner)
    api.release(owner)
    api.release(owner)
    assert rtsys.get_allocation_stats().alloc == before
    given_up = []
    give_up = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(given_up.append)
    owner = api.manage_memory(4096, ctypes.cast(give_up, ctypes.c_void_p))
    assert api.get_data(owner) == 4096
    api.acquire(owner)
    api.release(owner)
    assert not given_up
    api.release(owner)
    assert given_up == [4096]
