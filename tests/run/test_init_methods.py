"""Objects whose ``__init__`` calls methods, and reads constants and properties: fields have the types of what these give."""

import math
from functools import wraps

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check


class Table:
    SIZE = 3
    count = 0

    def __init__(self, n):
        self.n = n
        self.items = self._build()
        self.zeros = [0.0] * self.SIZE
        self.count += n

    def _build(self):
        return [k * self.n for k in range(self.n)]


class Private:
    def __init__(self, name=None):
        self.__name = name or self.__make("made")
        self.size = len(self.__name)

    def __make(self, text):
        return text.upper()

    def get(self):
        return self.__name


class Steps:
    def __init__(self, start, far=False):
        self.start = start
        self._set_limits(far)
        total = self._load(self.stop) + 1
        self.total = total

    def _set_limits(self, far):
        self.stop = self.start + 2
        if far:
            self.stop = self.stop * 10
            return
        self.stop += 1

    def _load(self, n):
        self.data = np.arange(n) * 0.5
        return self.data.sum()


class Tree:
    def __init__(self, values):
        self.values = sorted(values)
        self.depth = self._depth(0, len(self.values))
        self.flat = self._flat(0, len(self.values))

    def _depth(self, low, high):
        if high - low < 1:
            return 0
        middle = (low + high) // 2
        return 1 + max(self._depth(low, middle), self._depth(middle + 1, high))

    def _flat(self, low, high):
        if high <= low:
            return ""
        middle = (low + high) // 2
        return self._flat(low, middle) + f"{self.values[middle]}." + self._flat(middle + 1, high)


class Shape:
    sides = 4

    def __init__(self, width):
        self.width = width
        self.area = self.square
        self.name = self.title()
        self.around = self.times(self.sides, width)

    @property
    def square(self):
        return self.width**2

    def title(self):
        return "shape of " + self.kind()

    def kind(self):
        return "side " + str(self.width)

    @staticmethod
    def times(a, b):
        return a * b

    @classmethod
    def unit(cls):
        return cls(1)


class Round(Shape):
    sides = 0

    def __init__(self, radius):
        Shape.__init__(self, radius)
        self.corners = [self.times(math.pi, k) for k in range(self.width)]
        self.first = next(self.each())
        self.all = list(self.each())

    def kind(self):
        return "radius"

    def each(self):
        for k in range(self.width):
            yield k + 0.5


class Pile:
    """Methods that set no fields say what a container holds; ``len(self)`` calls one."""

    def __init__(self, n):
        self.items = []
        for k in range(n):
            self._add(k)
        self.last = self._take()
        self.size = len(self)

    def _add(self, k):
        self.items.append(k * 1.5)

    def _take(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


class Options:
    def __init__(self, *items, **options):
        self.items = list(items)
        self.count = self._count(*items, scale=options.get("scale", 2))

    def _count(self, *items, scale=1):
        return len(items) * scale + len(self.items)


class Scanner:
    def __init__(self, text):
        self.text = text
        self.place = 0
        self.word = self._next()

    def _next(self):
        while self.place < len(self.text) and self.text[self.place] == " ":
            self.place += 1
        start = self.place
        while self.place < len(self.text) and self.text[self.place] != " ":
            self.place += 1
        return self.text[start : self.place]

    def all(self):
        found = []
        while self.word:
            found.append(self.word)
            self.word = self._next()
        return found


def pile(n):
    p = Pile(n)
    return p.items, p.last, p.size


def options():
    o = Options(1, 2, 3, scale=5)
    return o.items, o.count


def scanned(text):
    return Scanner(text).all()


def table(n):
    t = Table(n)
    return t.items, t.zeros, t.count, t.SIZE


def private():
    return Private().get(), Private("x").get(), Private().size


def steps():
    near, far = Steps(1), Steps(2.0, True)
    return near.stop, near.total, near.data, far.stop, far.total, far.data


def tree():
    t = Tree([5, 3, 9, 1])
    return t.values, t.depth, t.flat


def shape():
    s = Shape(3)
    return s.area, s.name, s.around, Shape.unit().name


def derived():
    r = Round(2)
    return r.area, r.name, r.around, r.corners, r.first, r.all


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (table, (4,)),
        (private, ()),
        (tree, ()),
        (shape, ()),
        (derived, ()),
        (pile, (4,)),
        (options, ()),
        (scanned, ("ab  cd e",)),
    ],
)
def test_fields_of_what_methods_give(function, arguments):
    assert njit(function)(*arguments) == function(*arguments)


def test_methods_that_set_fields():
    for found, wanted in zip(njit(steps)(), steps(), strict=True):
        np.testing.assert_array_equal(found, wanted)


class Keyed:
    def __init__(self, keys=(), name="?"):
        self.order = []
        self.name = name
        self.values = {}
        for key in keys:
            self[key] = 1.0
        self.first = self[keys[0]] if keys else -1.0
        self.has_x = "x" in self
        self.lacks_y = "y" not in self

    def __setitem__(self, key, value):
        if key not in self.order:
            self.order.append(key)
        self.values[key] = value

    def __getitem__(self, key):
        return self.values.get(key, 0.0)

    def __contains__(self, key):
        return key in self.values


class Alone(Keyed):
    """It does not call the ``__init__`` above."""

    def __init__(self, names):
        self.values = {}
        self.names = names


def test_items_of_the_object_itself():
    def made(keys):
        table, empty = Keyed(keys), Keyed()
        empty["q"] = 0.5
        return table.order, table.values, table.first, table.has_x, table.lacks_y, empty.order, empty["q"], empty["z"]

    check(made, ["x", "z"])


def test_an_init_that_does_not_call_the_one_above():
    def made(names):
        alone = Alone(names)
        alone.values["a"] = 0.5
        before = alone["a"], alone.names, "b" in alone
        alone.order = ["first"]
        alone["b"] = 2.5
        return before, alone.order, alone.values

    check(made, ["a"])


class ByPosition:
    def __init__(self, a, /, b=2, *, c=3):
        self.a = a
        self.b = b
        self.c = c


def by_position(n):
    made = ByPosition(n, c=7)
    return made.a, made.b, made.c, ByPosition(1, 5).b


def test_parameters_by_position_only():
    check(by_position, 4)
    assert njit(lambda made: made.a + made.b)(ByPosition(5, b=6)) == 11


def checked(init):
    @wraps(init)
    def inner(self, *args, **kwargs):
        self.checks = 1
        if args[0] <= 0:
            raise ValueError("must be positive")
        return init(self, *args, **kwargs)

    return inner


def at_least(low):
    def decorate(init):
        def inner(self, a, b=2):
            if a < low:
                raise ValueError("too small")
            init(self, a, b=b)

        return inner

    return decorate


def handed_on(init):
    @wraps(init)
    def inner(*args, **kwargs):
        return init(*args, **kwargs)

    return inner


class Checked:
    @checked
    def __init__(self, w, h=3):
        self.w, self.h = w, h
        self._fill()

    @handed_on
    def _fill(self):
        self.area = self.w * self.h


class CheckedSquare(Checked):
    @handed_on
    @checked
    def __init__(self, side):
        super().__init__(side, h=side)
        self.name = "square"


class Limited:
    @at_least(1)
    def __init__(self, a, b):
        self.a = a
        self.b = b

    @handed_on
    def put(self, value):
        self.value = value


def of_decorated_inits(x):
    made = Checked(x)
    square = CheckedSquare(x)
    limited = Limited(x + 2)
    limited.put(x * 0.5)
    first = made.w, made.h, made.checks, made.area
    return first, (square.w, square.area, square.name), (limited.a, limited.b, limited.value)


@pytest.mark.parametrize("x", [2.0, 3, -1.0, 0])
def test_fields_that_a_decorated_init_sets(x):
    check(of_decorated_inits, x)


def repeated(function):
    def inner(self, n):
        if n > 0:
            return inner(self, n - 1)
        return function(self, n)

    return inner


class Repeated:
    def __init__(self, x):
        self.x = x

    @repeated
    def get(self, n):
        self.got = n
        return self.x + n


def get_repeatedly(x):
    box = Repeated(x)
    return box.get(2), box.got


def test_what_a_decorator_makes_may_call_itself():
    check(get_repeatedly, 3)
