"""``jitclass``: each program runs with the classes as they are written, in CPython, and with them decorated, in compiled code.

A program is a function that makes classes with a decorator and returns functions of them. What the functions return is
compared; instances by their fields.
"""

from __future__ import annotations

import abc
import copy
import gc
import pickle
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Optional

import numpy as np
import pytest

from coluber import _native, deferred_type, float64, int64, njit, optional, typeof, types
from coluber.core.errors import TypingError
from coluber.experimental import jitclass


def fields_of(value: Any) -> Any:
    """Return a value that can be compared: an instance as its class's name and its fields."""
    if isinstance(value, (tuple, list)):
        return type(value)(fields_of(item) for item in value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    names = getattr(type(value), "NAMES", None)
    if names is None:
        return value
    return (type(value).__name__, *(fields_of(getattr(value, name, "unset")) for name in names))


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """Return the value, or class and arguments of the exception."""
    try:
        return fields_of(function(*args))
    except Exception as error:
        return type(error).__name__, error.args


def plain(spec: Any = None) -> Any:
    """Leave the class as it is."""
    return lambda cls: cls


Program = Callable[[Any, Any], list[tuple[Callable[..., Any], tuple[Any, ...]]]]
programs: list[Program] = []


def program(function: Program) -> Program:
    """Add a program to the table."""
    programs.append(function)
    return function


@program
def attributes(cls: Any, jit: Any) -> Any:
    """Fields, methods, properties, static and class methods, constants."""

    @cls([("x", float64), ("y", float64)])
    class Point:
        NAMES = ("x", "y")
        SCALE = 3
        ORIGIN = (0.0, 0.0)

        def __init__(self, x, y=4.0):
            self.x = x
            self.y = y

        def norm(self):
            return (self.x * self.x + self.y * self.y) ** 0.5

        def scaled(self, by=2.0, *, shift=0.0):
            return Point(self.x * by + shift, self.y * by + shift)

        @property
        def total(self):
            return self.x + self.y

        @total.setter
        def total(self, value):
            self.x = value - self.y

        @staticmethod
        def at(x):
            return Point(x, x)

        @classmethod
        def origin(cls):
            return cls(cls.ORIGIN[0], cls.ORIGIN[1])

    @jit
    def use(x):
        p = Point(x)
        p.total = 20.0
        q = p.scaled(shift=1.0)
        q.y += 0.5
        return p, q, p.norm(), q.total, Point.at(2.0), Point.origin(), p.at(1.0), p.origin(), p.SCALE, Point.SCALE

    @jit
    def change(p, by):
        p.x += by
        return p

    def outside():
        p = Point(1.0, y=2.0)
        p.y = 7.0
        p.total = 9.0
        same = change(p, 3.0) is p
        return p, same, p.norm(), p.total, Point.at(2.0), Point.origin(), p.SCALE, Point.SCALE, p.scaled(3.0)

    return [(use, (3.0,)), (outside, ())]


@program
def operators(cls: Any, jit: Any) -> Any:
    """Special methods for operators and builtin functions."""

    @cls([("v", int64)])
    class N:
        NAMES = ("v",)

        def __init__(self, v):
            self.v = v

        def __add__(self, o):
            return N(self.v + o.v)

        def __sub__(self, o):
            return N(self.v - o)

        def __rsub__(self, o):
            return N(o - self.v)

        def __mul__(self, o):
            return N(self.v * o)

        def __imul__(self, o):
            self.v *= o
            return self

        def __truediv__(self, o):
            return self.v / o

        def __floordiv__(self, o):
            return self.v // o

        def __mod__(self, o):
            return self.v % o

        def __pow__(self, o):
            return self.v**o

        def __and__(self, o):
            return self.v & o

        def __or__(self, o):
            return self.v | o

        def __xor__(self, o):
            return self.v ^ o

        def __lshift__(self, o):
            return self.v << o

        def __rshift__(self, o):
            return self.v >> o

        def __matmul__(self, o):
            return self.v * 100 + o.v

        def __neg__(self):
            return N(-self.v)

        def __pos__(self):
            return N(self.v)

        def __invert__(self):
            return N(~self.v)

        def __abs__(self):
            return abs(self.v)

        def __int__(self):
            return self.v

        def __float__(self):
            return self.v / 2

        def __complex__(self):
            return complex(self.v, 1.0)

        def __index__(self):
            return self.v

        def __bool__(self):
            return self.v != 0

        def __len__(self):
            return self.v

        def __hash__(self):
            return self.v + 1

        def __eq__(self, o):
            return self.v == o.v

        def __lt__(self, o):
            return self.v < o.v

        def __le__(self, o):
            return self.v <= o.v

        def __getitem__(self, i):
            return self.v + i

        def __setitem__(self, i, value):
            self.v = i * value

        def __contains__(self, x):
            return x == self.v

        def __call__(self, a, b=5):
            return self.v + a * b

        def __str__(self):
            return "N" + str(self.v)

        def __repr__(self):
            return "N(" + str(self.v) + ")"

    @jit
    def arithmetic(a, b):
        x, y = N(a), N(b)
        z = N(a)
        z *= 3
        return x + y, x - 1, 1 - x, x * 2, z, x / 2, x // 2, x % 3, x**2, -x, +x, ~x, x @ y

    @jit
    def bits(a):
        x = N(a)
        return x & 3, x | 8, x ^ 5, x << 2, x >> 1

    @jit
    def functions(a):
        x = N(a)
        return abs(x), int(x), float(x), complex(x), bool(x), len(x), hash(x), 1 if x else 2, not x, x(3), x(3, b=1)

    @jit
    def comparisons(a, b):
        x, y = N(a), N(b)
        return x == y, x != y, x < y, x <= y, x > y, x >= y, 3 in x, 3 not in x, x is x, x is y, x is not y

    @jit
    def items(a):
        x = N(a)
        first = x[5]
        x[3] = 4
        return first, x

    @jit
    def texts(a):
        x = N(a)
        return str(x), repr(x)

    def outside(a, b):
        x, y = N(a), N(b)
        x[2] = 3
        return (
            x + y,
            x - 1,
            1 - x,
            -x,
            ~x,
            abs(x),
            int(x),
            float(x),
            complex(x),
            len(x),
            hash(x),
            x == y,
            x < y,
            str(x),
            repr(y),
        )

    both = [(3, 2), (2, 3), (0, 0), (3, 3)]
    calls = [(f, args) for f in (arithmetic, comparisons, outside) for args in both]
    return calls + [(f, (a,)) for f in (bits, functions, items, texts) for a in (0, 3, 11)]


@program
def iteration(cls: Any, jit: Any) -> Any:
    """``__iter__`` and ``__next__``."""

    @cls([("left", int64)])
    class Down:
        NAMES = ("left",)

        def __init__(self, n):
            self.left = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.left == 0:
                raise StopIteration
            self.left -= 1
            return self.left

    @cls([("n", int64)])
    class Countdown:
        NAMES = ("n",)

        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return Down(self.n)

    @cls([("items", types.List(int64))])
    class Bag:
        def __init__(self, items):
            self.items = items

        def __iter__(self):
            return iter(self.items)

        def __len__(self):
            return len(self.items)

    @jit
    def loop(n):
        total = 0
        for k in Countdown(n):
            if k == 1:
                continue
            for j in Down(k):
                total += j
                if j == 3:
                    break
        return total

    @jit
    def stopped(n):
        it = Down(n)
        for k in it:
            if k == 2:
                break
        return it

    @jit
    def collected(n):
        return list(Down(n)), [k * k for k in Countdown(n) if k != 1], sum(Down(n))

    @jit
    def nested(n):
        pairs = [(i, k) for i, k in enumerate(Countdown(n))]
        both = [(a, b) for a, b in zip(Down(n), range(100))]
        return pairs, both, [a for a in Bag([5, 6, 7])], len(Bag([1]))

    @jit
    def by_hand(n):
        it = iter(Down(n))
        first = next(it)
        return first, next(it)

    def outside(n):
        return list(Down(n)), list(Countdown(n)), next(Down(3))

    return [(f, (n,)) for f in (loop, stopped, collected, nested, by_hand, outside) for n in (2, 5, 6)]


@program
def inheritance(cls: Any, jit: Any) -> Any:
    """Fields and methods of bases, ``super()``, ``isinstance``."""

    @cls([("name", types.unicode_type), ("legs", int64)])
    class Animal:
        NAMES = ("name", "legs")
        KIND = "animal"

        def __init__(self, name, legs):
            self.name = name
            self.legs = legs

        def describe(self):
            return self.name + " has " + str(self.legs) + " legs, says " + self.sound()

        def sound(self):
            return "..."

        @property
        def feet(self):
            return self.legs * 2

        @classmethod
        def kind(cls):
            return cls.KIND

    @cls([("age", float64)])
    class Dog(Animal):
        NAMES = ("name", "legs", "age")
        KIND = "dog"

        def __init__(self, name, age):
            super().__init__(name, 4)
            self.age = age

        def sound(self):
            return "wuff" + super().sound()

        @property
        def feet(self):
            return super().feet + 1

    @cls([])
    class Puppy(Dog):
        NAMES = ("name", "legs", "age")

        def __init__(self, name):
            super().__init__(name, 0.5)

    @jit
    def use():
        a, d, p = Animal("cat", 3), Dog("rex", 3.5), Puppy("pip")
        kinds = isinstance(d, Animal), isinstance(a, Dog), isinstance(p, Dog), isinstance(p, (int, Animal)), isinstance(1, Dog)
        return a.describe(), d.describe(), p.describe(), p, d.feet, a.feet, d.kind(), Puppy.kind(), kinds

    def outside():
        d, p = Dog("rex", 3.5), Puppy("pip")
        return (
            d.describe(),
            p.describe(),
            p,
            d.feet,
            d.kind(),
            isinstance(p, Animal),
            isinstance(d, Puppy),
            issubclass(Puppy, Dog),
        )

    return [(use, ()), (outside, ())]


@program
def linked(cls: Any, jit: Any) -> Any:
    """Fields that hold the class itself, or nothing."""
    node = deferred_type()

    @cls([("value", int64), ("next", optional(node))])
    class Node:
        def __init__(self, value, next):
            self.value = value
            self.next = next

    if hasattr(Node, "class_type"):
        node.define(Node.class_type.instance_type)

    @cls([("head", optional(node)), ("size", int64)])
    class Stack:
        def __init__(self):
            self.head = None
            self.size = 0

        def push(self, value):
            self.head = Node(value, self.head)
            self.size += 1

        def pop(self):
            top = self.head
            if top is None:
                raise IndexError("pop from an empty stack")
            self.head = top.next
            self.size -= 1
            return top.value

        def reverse(self):
            before = None
            node = self.head
            while node is not None:
                after = node.next
                node.next = before
                before = node
                node = after
            self.head = before

        def __len__(self):
            return self.size

    @jit
    def use(n):
        s = Stack()
        for k in range(n):
            s.push(k)
        s.reverse()
        first = s.pop()
        return first, s.pop(), len(s), s.head is None, s.head is s.head

    @jit
    def empty():
        return Stack().pop()

    def outside(n):
        s = Stack()
        for k in range(n):
            s.push(k)
        s.head.value = 70
        return s.head.value, s.head.next.value, s.head.next is s.head.next, s.pop(), s.pop(), len(s), Stack().head

    return [(use, (5,)), (use, (2,)), (use, (1,)), (empty, ()), (outside, (4,))]


@program
def containers(cls: Any, jit: Any) -> Any:
    """Fields that hold arrays, strings, lists, dicts, tuples and other instances."""
    spec = OrderedDict(
        array=float64[:],
        text=types.unicode_type,
        items=types.List(int64),
        table=types.DictType(types.unicode_type, float64),
        pair=types.Tuple((int64, types.unicode_type)),
        number=optional(float64),
    )

    @cls(spec)
    class All:
        NAMES = tuple(spec)

        def __init__(self, n, text):
            self.array = np.arange(n) * 1.5
            self.text = text + "!"
            self.items = [k * k for k in range(n)]
            self.table = {text: 1.0, "b": 2.0}
            self.pair = (n, text)
            self.number = None

        def grow(self, k):
            self.items.append(k)
            self.table[str(k)] = self.array.sum()
            self.array[0] = k
            self.number = k / 2
            self.pair = (self.pair[0] + 1, self.text)
            self.text += "?"
            return len(self.items), sorted(self.table), self.pair[1]

    @(
        cls([("inner", All.class_type.instance_type if hasattr(All, "class_type") else None)])
        if hasattr(All, "class_type")
        else cls()
    )
    class Outer:
        NAMES = ("inner",)

        def __init__(self, inner):
            self.inner = inner

    @jit
    def use(n, text):
        a = All(n, text)
        first = a.grow(7)
        o = Outer(a)
        o.inner.grow(8)
        o.inner = All(2, "new")
        return a, first, o, [All(1, "x"), a][1].text, a.number is None

    def outside(n, text):
        a = All(n, text)
        o = Outer(a)
        o.inner.text = "set"
        same = o.inner is a
        a.array = np.ones(3)
        a.items = [5, 6]
        a.table = {"z": 3.0}
        a.pair = (1, "p")
        a.number = 2.5
        before = a.number
        a.number = None
        return a, o, same, a.grow(4), before

    return [(use, (3, "a")), (use, (1, "äπ")), (outside, (2, "t"))]


@program
def exceptions(cls: Any, jit: Any) -> Any:
    """What methods raise."""

    @cls([("v", int64)])
    class Account:
        NAMES = ("v",)

        def __init__(self, v):
            if v < 0:
                raise ValueError("negative", v)
            self.v = v

        def take(self, n):
            if n > self.v:
                raise KeyError(n)
            self.v -= n
            return self.v

    @jit
    def use(v, n):
        a = Account(v)
        try:
            a.take(n)
        except KeyError:
            a.v = -1
        return a

    @jit
    def fail(v, n):
        return Account(v).take(n)

    def outside(v, n):
        return Account(v).take(n)

    return [(f, args) for f in (use, fail, outside) for args in [(3, 2), (3, 5), (-2, 1)]]


@pytest.mark.parametrize("make", programs, ids=lambda f: f.__name__)
def test_as_in_cpython(make: Program) -> None:
    """Each function of a program returns or raises the same."""
    expected = [outcome(f, *args) for f, args in make(plain, lambda f: f)]
    found = [outcome(f, *args) for f, args in make(jitclass, njit)]
    for k, (want, got) in enumerate(zip(expected, found, strict=True)):
        assert got == want, f"call {k}"


@pytest.mark.parametrize("make", programs, ids=lambda f: f.__name__)
def test_nothing_is_left(make: Program) -> None:
    """All memory of instances goes when nobody refers to them."""
    calls = make(jitclass, njit)
    for f, args in calls:
        outcome(f, *args)
    gc.collect()
    before = _native.live_allocations()
    for f, args in calls:
        outcome(f, *args)
    gc.collect()
    assert _native.live_allocations() == before


def test_annotations() -> None:
    """Types come from annotations; the specification goes before them."""

    @jitclass({"small": types.int8})
    class A:
        small: int
        x: float
        names: list[str]
        other: Optional["A"]
        pair: tuple[int, float]

        def __init__(self, x: float) -> None:
            self.small = 300
            self.x = x
            self.names = ["a", "b"]
            self.other = None
            self.pair = (1, 2)

    a = A(2)
    assert (a.small, a.x, a.names, a.other, a.pair) == (44, 2.0, ["a", "b"], None, (1, 2.0))
    a.other = a
    assert a.other is a
    a.other = None
    assert list(A.class_type.struct) == ["small", "x", "names", "other", "pair"]


def test_class_attributes_of_fields() -> None:
    """A field whose class attribute has a value begins with it."""

    @jitclass
    class A:
        n: int = 5
        x: float = 1.5
        name: str = "none"

        def __init__(self):
            self.n += 1

    @jitclass
    class B(A):
        n: int
        more: int = 7

        def __init__(self):
            self.x = self.x + self.more

    @njit
    def make():
        a, b = A(), B()
        return a.n, a.x, a.name, b.n, b.x, b.name, b.more

    a, b = A(), B()
    assert make() == (a.n, a.x, a.name, b.n, b.x, b.name, b.more) == (6, 1.5, "none", 5, 8.5, "none", 7)


@jitclass([("x", float64), ("items", types.List(int64))])
class Global:
    """A class that pickle finds by its name."""

    def __init__(self, x):
        self.x = x
        self.items = [1, 2]


def test_pickle_and_copy() -> None:
    """Instances are written with the values of their fields."""
    g = Global(2.5)
    for other in (pickle.loads(pickle.dumps(g)), copy.copy(g), copy.deepcopy(g)):
        assert type(other) is Global
        assert other is not g
        assert (other.x, other.items) == (2.5, [1, 2])


def test_types() -> None:
    """The types have the names and attributes that Numba gives them."""
    g = Global(1.0)
    kind = Global.class_type.instance_type
    assert typeof(g) is kind is g._numba_type_
    assert str(kind).startswith("instance.jitclass.Global#")
    assert str(kind).endswith("<x:float64,items:list(int64)>")
    assert str(Global.class_type) == str(kind).removeprefix("instance.")
    assert isinstance(kind, types.ClassInstanceType)
    assert kind.classname == "Global"
    assert dict(kind.struct) == {"x": float64, "items": types.List(int64)}
    assert set(kind.jit_methods) == {"__init__"}
    assert Global.__doc__ == "A class that pickle finds by its name."
    assert Global.__name__ == "Global"


def test_identity_and_references() -> None:
    """An instance has one proxy at a time, and lives as long as somebody refers to it."""

    @njit
    def same(g):
        return g

    @njit
    def keep(items, g):
        items.append(g)
        return items

    before = _native.live_allocations()
    g = Global(1.0)
    assert same(g) is g
    assert keep([g], g) == [g, g]
    alive = weakref.ref(g)
    del g
    assert alive() is None
    assert _native.live_allocations() == before


def test_two_types_of_arguments() -> None:
    """Functions take instances in tuples and lists, and None beside them."""

    @njit
    def total(gs):
        t = 0.0
        for g in gs:
            t += g.x
        return t

    @njit
    def value(g):
        if g is None:
            return -1.0
        return g.x

    a, b = Global(1.0), Global(2.0)
    assert total((a, b)) == total([a, b]) == 3.0
    assert value(a) == 1.0
    assert value(None) == -1.0


def test_lists_that_are_kept() -> None:
    """A list of Python's is copied into a field, with what it holds."""

    @jitclass([("names", types.List(types.unicode_type))])
    class Names:
        def __init__(self, names):
            self.names = names

        def join(self):
            return ",".join(self.names)

    parts = ["".join(["long text ", str(k)]) for k in range(50)]
    expected = ",".join(parts)
    names = Names(parts)
    del parts
    gc.collect()
    other = ["".join(["other text", str(k)]) for k in range(50)]
    assert names.join() == expected
    assert len(other) == 50


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: jitclass({"x": int}), TypeError, "a field of a class needs a type such as types.int64, not <class 'int'>"),
        (lambda: jitclass([(1, int64)]), TypeError, "the name of a field must be a string, not 1"),
        (lambda: jitclass([("f", int64)]), NameError, "name shadowing: f"),
    ],
)
def test_wrong_specifications(make: Any, error: type[Exception], text: str) -> None:
    """What Numba says of wrong specifications."""

    class A:
        def f(self):
            return 1

    with pytest.raises(error) as caught:
        make()(A)
    assert str(caught.value) == text


def test_wrong_uses() -> None:
    """Messages name the class and the attribute."""
    g = Global(1.0)
    with pytest.raises(AttributeError, match="'Global' object has no attribute 'q'"):
        _ = g.q
    with pytest.raises(AttributeError, match="'Global' object has no attribute 'q'"):
        g.q = 1
    with pytest.raises(TypeError, match="missing .*argument.*'x'"):
        Global()
    with pytest.raises(TypeError):
        g.x = "text"
    assert g.x == 1.0

    @njit
    def read(g):
        return g.y

    @njit
    def write(g):
        g.x = "text"

    with pytest.raises(TypingError, match="Unknown attribute 'y'"):
        read(g)
    with pytest.raises(TypingError, match="the field 'x' of Global is float64, and can't hold a value of type unicode_type"):
        write(g)

    class Sub(Global):
        pass

    with pytest.raises(TypeError, match="Sub is no class of compiled code: decorate it with @jitclass"):
        Sub(1.0)


def test_fields_that_were_never_set() -> None:
    """Numbers begin as zero; what would be no value at all raises."""

    @jitclass([("n", int64), ("items", types.List(int64)), ("text", types.unicode_type)])
    class Empty:
        pass

    @njit
    def read(e):
        return e.items

    e = Empty()
    assert (e.n, e.text) == (0, "")
    for get in (read, lambda e: e.items):
        with pytest.raises(AttributeError, match="'Empty' object has no attribute 'items'"):
            get(e)


def test_long_chains() -> None:
    """Making and dropping a long chain needs no deep stack."""
    node = deferred_type()

    @jitclass([("next", optional(node))])
    class Link:
        def __init__(self, next):
            self.next = next

    node.define(Link.class_type.instance_type)

    @njit
    def chain(n):
        head = None
        for _ in range(n):
            head = Link(head)
        return head

    before = _native.live_allocations()
    made = chain(200_000)
    assert _native.live_allocations() == before + 200_000
    del made
    assert _native.live_allocations() == before


def test_bases_that_are_no_jitclasses() -> None:
    """Methods and annotated fields of plain classes are those of a jitclass that is derived from them."""

    class Root:
        count: int

        def label(self) -> int:
            return 1

    class Shape(Root, abc.ABC):
        @abc.abstractmethod
        def area(self) -> float: ...

        @property
        def double(self) -> float:
            return 2 * self.area()

        @staticmethod
        def plus(x: int) -> int:
            return x + 1

    @jitclass([("side", types.float64)])
    class Square(Shape):
        def __init__(self, side: float) -> None:
            self.side, self.count = side, 5

        def area(self) -> float:
            return self.side**2

        def label(self) -> int:
            return super().label() + 10

    def use(square: Any) -> Any:
        return square.area(), square.double, square.plus(3), square.label(), square.count

    square = Square(3.0)
    assert list(Square.class_type.struct) == ["count", "side"]
    assert use(square) == njit(use)(square) == (9.0, 18.0, 4, 11, 5)
    with pytest.raises(TypeError, match="the base class ValueError of the jitclass Wrong is no class of Python code"):
        jitclass([])(type("Wrong", (ValueError,), {}))


def test_a_class_that_would_be_written_by_value_is_refused() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")

    @jitclass({"a": types.int64})
    class Local:
        def __init__(self, a: int) -> None:
            self.a = a

    for value in (Local, Local(1), njit(lambda x: Local(x).a)):
        with pytest.raises(TypeError, match="define the class in a module that other processes can import"):
            cloudpickle.dumps(value)
