"""`isinstance` with the abstract classes of `numbers` and `collections.abc`, and classes that have these as bases."""

from __future__ import annotations

import abc
import collections
import collections.abc
import numbers

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check

ABSTRACT = [
    numbers.Number,
    numbers.Integral,
    numbers.Real,
    numbers.Complex,
    collections.abc.Hashable,
    collections.abc.Iterable,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Mapping,
    collections.abc.Set,
    collections.abc.Sized,
]


@pytest.mark.parametrize("cls", ABSTRACT, ids=[cls.__name__ for cls in ABSTRACT])
def test_instances_of_abstract_classes(cls):
    def f(x):
        return isinstance(x, cls)

    for x in (1, 2.5, 1j, True, "a", b"a", None, (1, 2), (1, "a"), [1], {1: 2}, {1}, frozenset({1}), range(3)):
        check(f, x)
    check(f, np.arange(3))
    check(f, np.float32(1))


def test_what_is_iterable_is_flattened():
    def flattened(items):
        found = []
        for item in items:
            if isinstance(item, collections.abc.Iterable) and not isinstance(item, str):
                for x in item:
                    found.append(x)
            else:
                found.append(item)
        return found

    check(flattened, [1, [2, 3], "text", (4, 5)])


class Table(collections.abc.MutableMapping):
    def __init__(self):
        self.keys_there, self.values_there = [], []

    def __getitem__(self, key):
        if key not in self.keys_there:
            raise KeyError(key)
        return self.values_there[self.keys_there.index(key)]

    def __setitem__(self, key, value):
        if key in self.keys_there:
            self.values_there[self.keys_there.index(key)] = value
        else:
            self.keys_there.append(key)
            self.values_there.append(value)

    def __delitem__(self, key):
        self.values_there.pop(self.keys_there.index(key))
        self.keys_there.remove(key)

    def __iter__(self):
        return iter(self.keys_there)

    def __len__(self):
        return len(self.keys_there)


class Squares(collections.abc.Sequence):
    def __init__(self, n):
        self.n = n

    def __getitem__(self, k):
        if not 0 <= k < self.n:
            raise IndexError("no such square")
        return k * k

    def __len__(self):
        return self.n


class Row(collections.abc.MutableSequence):
    def __init__(self, items):
        self.items = items

    def __getitem__(self, k):
        return self.items[k]

    def __setitem__(self, k, item):
        self.items[k] = item

    def __delitem__(self, k):
        del self.items[k]

    def __len__(self):
        return len(self.items)

    def insert(self, k, item):
        self.items.insert(k, item)


class Bag(collections.abc.MutableSet):
    def __init__(self, items):
        self.items = list(items)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


class Countdown(collections.abc.Iterator):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def table_of(words):
    table = Table()
    for word in words:
        table[word] = table.get(word, 0) + len(word)
    found = [table.setdefault("new", 7), table.pop("a", -1), table.pop("a", -1)]
    return found, list(table), "b" in table, "c" in table, table.popitem(), len(table)


def test_mappings_of_programs():
    check(table_of, ["a", "bb", "b", "a"])
    check(lambda words: Table()[words[0]], ["a"])


def test_sequences_of_programs():
    check(lambda n: (9 in Squares(n), Squares(n).index(4), Squares(n).count(1), list(reversed(Squares(n))), sum(Squares(n))), 4)
    check(lambda n: Squares(n).index(5), 3)


def changed(items):
    row = Row(items)
    row.append(7)
    row.extend([8, 9])
    row += [1]
    row.reverse()
    row.remove(8)
    return row.pop(), row.items, 9 in row


def test_lists_of_programs():
    check(changed, [4, 5])


def bags(items):
    bag, other = Bag(items), Bag([2, 9])
    bag.add(3)
    bag.remove(1)
    return (bag & other).items, (bag | other).items, (bag - other).items, bag <= other, bag.isdisjoint(other), bag.pop()


def test_sets_and_iterators_of_programs():
    check(bags, [1, 2])
    check(lambda n: (list(Countdown(n)), next(Countdown(n)), [x for x in iter(Countdown(n))]), 3)


def test_objects_of_such_classes_are_arguments():
    def read(squares, table):
        table["b"] = squares[2]
        return 4 in squares, table.get("a", 0), isinstance(squares, collections.abc.Sequence)

    table = Table()
    table["a"] = 5
    assert njit(read)(Squares(3), table) == (True, 5, True)
    assert table["b"] == 4


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


class Square(Shape):
    def __init__(self, x):
        self.x = x

    def area(self):
        return self.x * self.x


class Disc(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return 3.0 * self.r * self.r


class Drawing:
    def __init__(self):
        self.shapes: list[Shape] = []
        self.last: Shape | None = None
        self.by_name: dict[str, Shape] = {}

    def add(self, name, shape):
        self.shapes.append(shape)
        self.by_name[name] = shape
        self.last = shape


def areas(n):
    drawing = Drawing()
    for k in range(n):
        drawing.add(str(k), Square(float(k)) if k % 2 else Disc(k + 0.5))
    last = drawing.last
    return [shape.area() for shape in drawing.shapes], 0.0 if last is None else last.area(), drawing.by_name["1"].area()


def squares(n):
    drawing = Drawing()
    drawing.shapes.append(Square(n))
    return [shape.area() for shape in drawing.shapes]


def test_fields_of_an_abstract_class_without_fields():
    check(areas, 4)
    check(squares, 3.0)


MORE = [
    *ABSTRACT,
    collections.abc.Collection,
    collections.abc.Container,
    collections.abc.ItemsView,
    collections.abc.Iterator,
    collections.abc.KeysView,
    collections.abc.MappingView,
    collections.abc.MutableMapping,
    collections.abc.MutableSet,
    collections.abc.Reversible,
    collections.abc.ValuesView,
]


@pytest.mark.parametrize("cls", MORE, ids=[cls.__name__ for cls in MORE])
def test_views_iterators_and_slices(cls):
    def of_views(n):
        d = {n: 1}
        return isinstance(d.keys(), cls), isinstance(d.values(), cls), isinstance(d.items(), cls)

    def of_iterators(n):
        numbers = [n]
        return (
            isinstance(iter(numbers), cls),
            isinstance(iter({n: 1}), cls),
            isinstance(enumerate(numbers), cls),
            isinstance(zip(numbers, numbers), cls),
            isinstance(reversed(numbers), cls),
            isinstance(map(abs, numbers), cls),
            isinstance((k for k in numbers), cls),
        )

    def of_others(n):
        return isinstance(slice(1, n), cls), isinstance(collections.deque([n]), cls), isinstance(range(n), cls)

    for function in (of_views, of_iterators, of_others):
        check(function, 3)
