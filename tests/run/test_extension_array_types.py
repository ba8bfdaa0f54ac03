"""Types of programs that stand for arrays: derived from ``types.Array``, ``types.Buffer`` and ``types.ArrayCompatible``."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from coluber import errors, njit, objmode, types, vectorize
from coluber.core import cgutils
from coluber.core.imputils import impl_ret_borrowed
from coluber.core.registry import cpu_target
from coluber.core.runtime import rtsys
from coluber.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload_classmethod,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

# ------------------------------------------------------------------------------------------------- a class of arrays


class Metres(np.ndarray):
    """An array of lengths."""


class MetresType(types.Array):
    """Results of ufuncs are lengths, too, but for products of lengths, which are refused."""

    box_type = Metres

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if ufunc is np.multiply and all(isinstance(ty, MetresType) for ty in inputs):
            return NotImplemented
        return types.Array if ufunc is np.sign else MetresType

    def copy(self, dtype=None, ndim=None, layout=None, readonly=None):
        return MetresType(dtype or self.dtype, self.ndim if ndim is None else ndim, layout or self.layout)


@typeof_impl.register(Metres)
def _type_of_metres(value, c):
    array = typeof_impl(value.view(np.ndarray), c)
    return MetresType(array.dtype, array.ndim, array.layout, readonly=not array.mutable)


@vectorize
def halved(x):
    return x / 2


def lengths(a, b):
    c = a + 1.5
    d = np.sqrt(a) - b
    c[0] += 2
    c *= a[1]
    total = 0.0
    for x in a:
        total += x
    largest = max(a.max(), np.max(d), a.shape[0], len(b), a.size, a.ndim)
    order = np.argsort(-a), np.sort(a)[::-1], np.concatenate((a, b))
    return (c, d, halved(a), a[1:], a[::2].copy(), a.reshape(2, 2).T), np.sign(a), a[a > 1], total, largest, order, a


def _same(got, expected):
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for pair in zip(got, expected, strict=True):
            _same(*pair)
    else:
        assert np.array_equal(got, expected)
        if isinstance(got, np.ndarray):
            assert got.dtype == expected.dtype


def test_a_class_of_arrays():
    a = np.array([1.0, 4.0, 9.0, 2.0]).view(Metres)
    got = njit(lengths)(a, np.arange(4.0))
    _same(got, lengths(a, np.arange(4.0)))
    assert got[-1] is a
    assert [type(x) for x in got[0]] == [Metres] * 6
    # What the type's method says of a ufunc, and what is no ufunc.
    assert [type(x) for x in (got[1], *got[5])] == [np.ndarray] * 4


def test_a_ufunc_that_a_class_of_arrays_refuses():
    a = np.ones(3).view(Metres)
    with pytest.raises(errors.TypingError, match=r"No implementation of function .*mul"):
        njit(lambda a: a * a)(a)
    assert type(njit(lambda a: a * 2)(a)) is Metres


@overload_classmethod(MetresType, "counted")
def _counted(cls, count):
    return lambda cls, count: np.arange(count)


@overload_method(MetresType, "in_feet")
def _in_feet(self):
    return lambda self: self / 0.3048


def test_methods_of_a_class_of_arrays_and_of_its_types():
    assert njit(lambda: MetresType.counted(3))().tolist() == [0, 1, 2]
    got = njit(lambda a: a.in_feet())(np.array([0.3048]).view(Metres))
    assert type(got) is Metres
    assert got.tolist() == [1.0]
    with pytest.raises(errors.TypingError):
        njit(lambda: types.Array.counted(3))()


class Pooled(np.ndarray):
    """An array whose memory compiled code takes by the type."""


class PooledType(types.Array):
    box_type = Pooled

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return PooledType

    def copy(self, dtype=None, ndim=None, layout=None, readonly=None):
        return PooledType(dtype or self.dtype, self.ndim if ndim is None else ndim, layout or self.layout)


@typeof_impl.register(Pooled)
def _type_of_pooled(value, c):
    array = typeof_impl(value.view(np.ndarray), c)
    return PooledType(array.dtype, array.ndim, array.layout, readonly=not array.mutable)


taken = []


def _note_taken(size, align):
    taken.append((size, align))


@intrinsic
def _take_memory(typingctx, size, align):
    def codegen(context, builder, signature, args):
        return context.nrt.meminfo_alloc_aligned(builder, *args)

    return types.MemInfoPointer(types.voidptr)(size, align), codegen


@overload_classmethod(PooledType, "_allocate")
def _allocate_pooled(cls, size, align):
    def allocate(cls, size, align):
        with objmode():
            _note_taken(size, align)
        if size == 80:
            raise MemoryError("none of this size")
        return _take_memory(size, align)

    return allocate


def test_memory_that_a_type_of_arrays_takes_itself():
    def f(a):
        b = a + np.arange(a.size)
        return b, b * 1j, a.copy(), a[1:], a.astype(np.float32)

    a = np.arange(4.0).view(Pooled)
    taken.clear()
    got, expected = njit(f)(a), f(a)
    _same(got, expected)
    assert [type(x) for x in got] == [Pooled] * 5
    assert [size for size, _ in taken] == [32, 64, 32, 16]
    assert {align for _, align in taken} == {cpu_target.target_context.get_preferred_array_alignment(types.float64)}
    before = rtsys.get_allocation_stats()
    for _ in range(3):
        njit(f)(a)
    with pytest.raises(MemoryError, match="none of this size"):
        njit(f)(np.arange(10.0).view(Pooled))
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == 0


# ------------------------------------------------------------------- a buffer, and a table that is compatible with arrays


class Labels:
    """Wraps an array."""

    def __init__(self, data):
        self.data = data


class LabelsType(types.Buffer):
    """Has the array as a member; `copy` says what parts of it are."""

    array_priority = 1000

    def __init__(self, dtype, layout):
        super().__init__(dtype, 1, layout)

    @property
    def as_array(self):
        return types.Array(self.dtype, 1, self.layout)

    def copy(self, dtype=None, ndim=1, layout=None):
        return LabelsType(dtype or self.dtype, layout or self.layout)


class Column:
    """Numbers with labels."""

    def __init__(self, values, labels):
        self.values, self.labels = values, labels


class ColumnType(types.ArrayCompatible):
    """Stands for the array of the numbers."""

    array_priority = 2000

    def __init__(self, dtype, labels):
        self.dtype, self.labels = dtype, labels
        self.as_array = types.Array(dtype, 1, "C")
        super().__init__(f"column({dtype}, {labels})")


@typeof_impl.register(Labels)
def _type_of_labels(value, c):
    array = typeof_impl(value.data, c)
    return LabelsType(array.dtype, array.layout)


@typeof_impl.register(Column)
def _type_of_column(value, c):
    return ColumnType(typeof_impl(value.values, c).dtype, typeof_impl(value.labels, c))


@register_model(LabelsType)
class LabelsModel(models.StructModel):
    """An array."""

    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("data", fe_type.as_array)])


@register_model(ColumnType)
class ColumnModel(models.StructModel):
    """Labels and an array."""

    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, [("labels", fe_type.labels), ("values", fe_type.as_array)])


make_attribute_wrapper(ColumnType, "labels", "labels")
MEMBERS = {LabelsType: ("data",), ColumnType: ("values", "labels")}
CLASSES = {LabelsType: Labels, ColumnType: Column}


def _types_of_members(typ):
    return (typ.as_array,) if isinstance(typ, LabelsType) else (typ.as_array, typ.labels)


@unbox(LabelsType)
@unbox(ColumnType)
def _unbox(typ, obj, c):
    made = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    failed = cgutils.false_bit
    for name, ty in zip(MEMBERS[type(typ)], _types_of_members(typ), strict=True):
        member = c.pyapi.object_getattr_string(obj, name)
        found = c.unbox(ty, member)
        c.pyapi.decref(member)
        setattr(made, name, found.value)
        failed = c.builder.or_(failed, found.is_error)
    return NativeValue(made._getvalue(), is_error=failed)


@box(LabelsType)
@box(ColumnType)
def _box(typ, val, c):
    whole = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=val)
    pairs = zip(MEMBERS[type(typ)], _types_of_members(typ), strict=True)
    # Each member's references go into its object.
    members = [c.box(ty, getattr(whole, name)) for name, ty in pairs]
    cls = c.env_manager.read_const(c.env_manager.add_const(CLASSES[type(typ)]))
    made = c.pyapi.call_function_objargs(cls, members)
    for member in members:
        c.pyapi.decref(member)
    return made


@lower_builtin("__array__", LabelsType)
@lower_builtin("__array__", ColumnType)
def _as_array(context, builder, sig, args):
    whole = cgutils.create_struct_proxy(sig.args[0])(context, builder, ref=args[0])
    return whole._get_ptr_by_name(MEMBERS[type(sig.args[0])][0])


@type_callable("__array_wrap__")
def _type_of_wrapped(context):
    def typer(source, result):
        if isinstance(source, LabelsType):
            return source.copy(dtype=result.dtype, layout=result.layout)
        if isinstance(source, ColumnType):
            return ColumnType(result.dtype, source.labels)
        return None

    return typer


@lower_builtin("__array_wrap__", LabelsType, types.Array)
@lower_builtin("__array_wrap__", ColumnType, types.Array)
def _wrapped(context, builder, sig, args):
    made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    setattr(made, MEMBERS[type(sig.return_type)][0], args[1])
    if isinstance(sig.return_type, ColumnType):
        made.labels = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0]).labels
    return impl_ret_borrowed(context, builder, sig.return_type, made._getvalue())


@njit
def use(labels, column, array):
    labels[0] = 7
    labels += 1
    return (
        (labels * 2, -labels, labels[1:], np.negative(labels)),
        (column + array, array - column, abs(column) > labels, np.hypot(column, column)),
        (labels.sum(), labels[1], len(labels), 5 in labels, column.labels[0], sum(column), column.mean()),
        (np.cumsum(column), [x for x in labels], column[::2], np.where(labels > 4, column, 0.0)),
    )


def test_values_that_stand_for_arrays():
    data, values, array = np.array([1, 4, 5]), np.array([0.5, -2.0, 8.0]), np.arange(3.0)
    labels = Labels(data.copy())
    made_labels, made_columns, numbers, others = use(labels, Column(values, labels), array)
    expected = np.array([8, 5, 6])
    assert labels.data.tolist() == [8, 5, 6]
    assert all(type(made) is Labels for made in made_labels)
    _same(tuple(made.data for made in made_labels), (expected * 2, -expected, expected[1:], -expected))
    assert all(type(made) is Column for made in made_columns)
    results = values + array, array - values, abs(values) > expected, np.hypot(values, values)
    _same(tuple(made.values for made in made_columns), results)
    assert all(made.labels.data is labels.data for made in made_columns)
    assert numbers == (19, 5, 3, True, 8, 6.5, values.mean())
    _same((others[0], *others[2:]), (np.cumsum(values), values[::2], np.where(expected > 4, values, 0.0)))
    assert others[1] == expected.tolist()


def test_an_object_whose_array_has_another_type_than_the_type_says():
    class Stale(Labels):
        pass

    typeof_impl.register(Stale)(lambda value, c: LabelsType(types.float64, "C"))
    first = njit(lambda labels: labels[0])
    assert first(Stale(np.ones(2))) == 1.0
    for data in (np.ones(2, np.float32), np.ones((2, 2)), np.ones(4)[::2], [1.0]):
        with pytest.raises(TypeError, match="can't unbox"):
            first(Stale(data))
