"""``structref``, with Numba's interface."""

from __future__ import annotations

import gc
import operator
from typing import Any

import numpy as np
import pytest

from coluber import _native, float64, int64, njit, typeof, types
from coluber.experimental import structref
from coluber.extending import overload, overload_attribute, overload_method


@structref.register
class MyStructType(types.StructRef):
    """Types of structures with a name and a vector."""

    def preprocess_fields(self, fields: Any) -> Any:
        """Literals are no types of fields."""
        return tuple((name, types.unliteral(ty)) for name, ty in fields)


class MyStruct(structref.StructRefProxy):
    """What Python sees."""

    __slots__ = ()

    def __new__(cls, name, vector):
        return structref.StructRefProxy.__new__(cls, name, vector)

    @property
    def name(self):
        return get_name(self)

    @property
    def vector(self):
        return get_vector(self)


@njit
def get_name(self):
    return self.name


@njit
def get_vector(self):
    return self.vector


structref.define_proxy(MyStruct, MyStructType, ["name", "vector"])


@overload_method(MyStructType, "distance")
def ol_distance(self, other):
    def impl(self, other):
        return np.sqrt(((self.vector - other.vector) ** 2).sum())

    return impl


@overload_attribute(MyStructType, "size")
def ol_size(self):
    def impl(self):
        return len(self.vector)

    return impl


def test_python_side() -> None:
    """A structure is made and read in Python."""
    s = MyStruct("ab", np.arange(3.0))
    assert isinstance(s, MyStruct)
    assert s.name == "ab"
    np.testing.assert_array_equal(s.vector, np.arange(3.0))


def test_compiled_side() -> None:
    """Fields, methods and attributes of overloads; the structure itself is passed on."""

    @njit
    def use(s):
        t = MyStruct("t", np.ones(3))
        t.vector[0] = 5.0
        s.vector = s.vector * 2
        s.name = s.name + "!"
        return t, s.distance(t), s.size, s

    s = MyStruct("ab", np.arange(3.0))
    t, distance, size, same = use(s)
    assert same is s
    assert (t.name, s.name, size) == ("t", "ab!", 3)
    assert distance == pytest.approx(np.sqrt(25 + 1 + 9))


def test_types() -> None:
    """Types are made of fields; each structure has the type of what is in it."""
    kind = MyStructType([("name", types.unicode_type), ("vector", float64[::1])])
    assert isinstance(kind, MyStructType)
    assert typeof(MyStruct("a", np.ones(2))) is kind
    assert kind.field_dict == {"name": types.unicode_type, "vector": float64[::1]}
    other = typeof(MyStruct(1, 2.5))
    assert other is not kind
    assert other.field_dict == {"name": int64, "vector": float64}


def test_new() -> None:
    """A structure whose fields are all zero."""
    kind = MyStructType([("name", int64), ("vector", float64)])

    @njit
    def make():
        s = structref.new(kind)
        s.name = 7
        return s

    s = make()
    assert (s.name, s.vector) == (7, 0.0)


def test_nothing_is_left() -> None:
    """Memory goes with the last reference."""

    @njit
    def chain(n):
        items = [MyStruct("x", np.ones(2)) for _ in range(n)]
        return items[0]

    chain(2)
    gc.collect()
    before = _native.live_allocations()
    s = chain(10)
    assert _native.live_allocations() > before
    del s
    gc.collect()
    assert _native.live_allocations() == before


def test_wrong_uses() -> None:
    """What can't be registered or made."""
    with pytest.raises(ValueError, match="cannot register"):
        structref.register(types.StructRef)
    with pytest.raises(TypeError, match="has no constructor"):
        structref.StructRefProxy(1)
    with pytest.raises(TypeError, match="is not derived from StructRefProxy"):
        structref.define_boxing(MyStructType, int)


def test_fields_that_init_adds():
    @structref.register
    class GridType(types.StructRef):
        def __init__(self, dtype, ndim):
            self.dtype = dtype
            super().__init__([("data", types.Array(dtype, ndim, "C")), ("size", int64)])

    class Grid(structref.StructRefProxy):
        def __new__(cls, data):
            return structref.StructRefProxy.__new__(cls, data)

        @property
        def size(self):
            return size_of(self)

        def total(self, factor):
            return total_of(self, factor)

    structref.define_boxing(GridType, Grid)

    @overload_method(GridType, "total")
    def ol_total(self, factor):
        return lambda self, factor: self.data.sum() * factor

    @njit
    def total_of(grid, factor):
        return grid.total(factor)

    @overload(Grid)
    def ol_grid(data):
        made = GridType(data.dtype, data.ndim)

        def impl(data):
            grid = structref.new(made)
            grid.data, grid.size = data, data.size
            return grid

        return impl

    @njit
    def size_of(grid):
        return grid.size + 1

    @njit
    def use():
        return Grid(np.ones((2, 3))).data.sum()

    grid = Grid(np.ones((2, 2)))
    assert (grid.size, grid.total(2), use(), typeof(grid).dtype) == (5, 8.0, 6.0, float64)
    assert typeof(grid) is GridType(float64, 2)

    class Tagged(structref.StructRefProxy):
        def __new__(cls, value):
            return structref.StructRefProxy.__new__(cls, value)

    @structref.register
    class TaggedType(types.StructRef):
        def __init__(self, fields):
            super().__init__([("tag", int64), ("memory", types.MemInfoPointer(types.voidptr)), *fields])

    structref.define_proxy(Tagged, TaggedType, ["value"])

    @njit
    def tag(tagged):
        tagged.tag += 1
        return tagged.tag, tagged.value

    assert tag(Tagged("a")) == (1, "a")
    with pytest.raises(TypeError, match="must call super"):
        structref.register(type("Empty", (types.StructRef,), {"__init__": lambda self: None}))()


def test_boxing_without_a_class_of_the_program() -> None:
    """``StructRefProxy`` itself stands for structures of several types, and shows no fields."""

    @structref.register
    class First(types.StructRef):
        pass

    @structref.register
    class Second(types.StructRef):
        pass

    structref.define_boxing(First, structref.StructRefProxy)
    structref.define_boxing(Second, structref.StructRefProxy)
    first, second = First([("a", int64)]), Second([("b", float64), ("a", int64)])

    @njit
    def make() -> Any:
        x, y = structref.new(first), structref.new(second)
        x.a, y.a = 3, 4
        return x, y

    x, y = make()
    assert all(isinstance(each, structref.StructRefProxy) for each in (x, y))
    assert (typeof(x), typeof(y)) == (first, second)
    assert not hasattr(x, "a")
    assert njit(lambda s: s.a)(x) + njit(lambda s: s.a)(y) == 7
    with pytest.raises(ValueError, match="cannot register"):
        structref.define_boxing(types.StructRef, MyStruct)


@structref.register
class LinkType(types.StructRef):
    """Types of structures that refer to others of their type."""


def test_fields_of_the_own_type():
    kind = types.deferred_type()
    link = LinkType(fields=(("value", int64), ("next", types.Optional(kind))))
    kind.define(link)

    @njit
    def total(n):
        first = structref.new(link)
        first.value, first.next = 1, None
        for k in range(2, n + 1):
            other = structref.new(link)
            other.value, other.next = k, first
            first = other
        result, here = 0, first
        while here is not None:
            result += here.value
            here = here.next
        return result

    assert total(10) == 55


@structref.register
class BoxType(types.StructRef):
    """Types of structures for which a program implements operators and functions."""


class Box(structref.StructRefProxy):
    """What Python sees of these."""

    def __new__(cls, v):
        return structref.StructRefProxy.__new__(cls, v)


structref.define_proxy(Box, BoxType, ["v"])


def test_functions_of_the_program_for_structures_go_first():
    def given(function, *, of=1):
        def register(implementation):
            def asked(*values):
                return implementation if all(isinstance(x, BoxType) for x in values[:of]) else None

            overload(function, strict=False)(asked)

        return register

    given(operator.eq, of=2)(lambda a, b: a.v == b.v)
    given(operator.contains)(lambda a, x: a.v == x)
    given(hash)(lambda a: a.v + 70)
    given(divmod)(lambda a, b: (a.v, b))
    given(max)(lambda a, b: a.v)

    @njit
    def f(a, b):
        return a == b, a != b, 3 in a, 4 not in a, hash(a), divmod(a, 2), max(a, b), a is b

    assert f(Box(3), Box(3)) == (True, False, True, True, 73, (3, 2), 3, False)


@structref.register
class PolygonType(types.StructRef):
    """Types whose fields are always the same, one of which may hold another structure of the type."""

    def preprocess_fields(self, fields: Any) -> Any:
        """As Numba's documentation has it."""
        self.name = f"Polygon#{id(self)}"
        return ("value", types.Optional(int64)), ("parent", types.Optional(self))


class Polygon(structref.StructRefProxy):
    """What Python sees of them."""

    def __new__(cls, value, parent):
        return structref.StructRefProxy.__new__(cls, value, parent)

    @property
    def value(self):
        return value_of(self)


structref.define_proxy(Polygon, PolygonType, ["value", "parent"])


@njit
def value_of(self):
    return self.value


def test_fields_that_the_type_says():
    assert PolygonType((("value", types.Any), ("parent", types.Any))) is PolygonType(())

    @njit
    def family(x):
        child, parent = Polygon(None, None), Polygon(x, None)
        before = child.value, child.parent is None
        child.value, child.parent = x + 1, parent
        parent.value += 10
        return before, child.value, child.parent.value, child

    *found, child = family(5)
    assert found == [(None, True), 6, 15]
    assert child.value == 6
    assert typeof(child) is typeof(Polygon(3, child)) is PolygonType(())
