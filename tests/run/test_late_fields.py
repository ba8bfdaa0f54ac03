"""Objects whose fields other methods than ``__init__`` set, which they begin without, or with a value of the class."""

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check


class Model:
    def __init__(self, n):
        self.n = n

    def fit(self, x):
        self.mean = float(x.mean())
        self.doubled = x * 2
        self.steps = []
        self.by_name = {}
        for k in range(self.n):
            self.steps.append(k * 1.5)
            self.by_name[str(k)] = k
        return self

    def predict(self, value):
        return value * self.mean + self.doubled[0] + sum(self.steps) + len(self.by_name)


class Record:
    pass


one, two = Record(), Record()
one.width = one.height = 1.5
one.title = "one"
two.width, two.height, two.title = 2.5, 4.0, "two"


@njit
def grow(records, by):
    total = 0.0
    for record in records:
        record.width += by
        total += record.width * record.height
    return total, records[-1].title


@njit
def height_of(record):
    return record.height


def test_fields_that_statements_of_the_module_set():
    assert height_of(two) == 4.0
    assert grow([one, two], 0.5) == (2.0 * 1.5 + 3.0 * 4.0, "two")
    assert (one.width, two.width) == (2.0, 3.0)


class Part:
    def __init__(self, name=None):
        if name is None:
            self.whole = None
        else:
            self.name = name
            self.count = len(name)


def test_fields_that_init_sets_under_a_condition():
    @njit
    def count(part):
        return part.count

    assert count(Part("abc")) == 3


class Chain:
    def __init__(self, value):
        self.value = value

    def then(self, value):
        self.next = Chain(value)
        return self.next

    def total(self):
        link, total = self, self.value
        while hasattr(link, "next"):
            link = link.next
            total += link.value
        return total


class Squares:
    def __init__(self, n):
        self.n = n

    @property
    def values(self):
        if not hasattr(self, "_values"):
            self._values = [k * k for k in range(self.n)]
        return self._values


class Base:
    def __init__(self):
        self.reset()

    def reset(self):
        self.a = 1


class Derived(Base):
    def go(self):
        self.b = self.a + 1.5
        return self.b


class Without:
    def begin(self):
        self.__hidden = 5

    def get(self):
        return self.__hidden * 2


class Counter:
    total = 0
    name = "none"

    def add(self, value):
        self.total += value
        self.name = "some"
        return self.total


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a

    def double(self):
        self.b = self.a * 2
        return self.b


X = np.arange(4.0) + 1


def fitted(n, x):
    return Model(n).fit(x).predict(2.0)


def fit_argument(model, x):
    return model.fit(x).predict(3.0), len(model.steps)


def chain(n):
    first = Chain(0)
    last = first
    for k in range(1, n):
        last = last.then(k)
    return first.total()


def squares(n):
    made = Squares(n)
    return made.values[1] + made.values[3], len(made.values)


def derived():
    return Derived().go()


def without():
    made = Without()
    made.begin()
    return made.get()


def counted(counter):
    return counter.add(2), counter.add(3), counter.name


def counter_inside():
    made = Counter()
    return made.name, made.add(2), made.add(1.5), made.name


def slots(n):
    made = Slots(n)
    return made.double() + made.a + made.b


CASES = [
    (fitted, lambda: (3, X)), (fit_argument, lambda: (Model(2), X)), (fit_argument, lambda: (Model(2).fit(X), X)),
    (chain, lambda: (5,)), (squares, lambda: (5,)), (derived, lambda: ()), (without, lambda: ()),
    (counted, lambda: (Counter(),)), (counter_inside, lambda: ()), (slots, lambda: (4,)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_values(function, arguments):
    assert njit(function)(*arguments()) == function(*arguments())


def test_objects_of_python():
    @njit
    def fit(model, x):
        model.fit(x)

    @njit
    def size(model):
        return model.n

    model, same = Model(2), Model(2)
    assert size(model) == 2
    assert set(vars(model)) == {"n"}
    fit(model, X)
    same.fit(X)
    assert vars(model).keys() == vars(same).keys()
    assert (model.mean, model.steps, model.by_name) == (same.mean, same.steps, same.by_name)


def test_fields_that_no_compiled_code_reads_hold_anything():
    class Window:
        def __init__(self, n):
            self.n = n

        def open(self):
            self.handle = object()

    window = Window(3)
    window.open()
    before = window.handle
    assert njit(lambda window: window.n)(window) == 3
    assert window.handle is before


def test_objects_that_are_returned():
    @njit
    def made(n):
        return Squares(n)

    @njit
    def made_and_used(n):
        found = Squares(n)
        return found, len(found.values)

    assert vars(made(3)) == {"n": 3}
    assert vars(made_and_used(3)[0]) == {"n": 3, "_values": [0, 1, 4]}


def test_reading_a_field_that_is_not_set():
    class Late:
        def __init__(self, n):
            self.n = n

        def set(self):
            self.items = [self.n]

    @njit
    def first(n):
        late = Late(n)
        if n > 0:
            late.set()
        return late.items[0]

    assert first(2) == 2
    with pytest.raises((AttributeError, TypeError)):
        first(0)


def test_fields_that_no_method_sets():
    @njit
    def ranked():
        slots = Slots(1)
        slots.rank = 3
        return slots.rank

    with pytest.raises(TypingError, match="'Slots' object has no attribute 'rank'"):
        ranked()


class Item:
    def __init__(self, place, parts):
        self.place, self.parts = place, parts


class Grid:
    def __init__(self, n):
        self.by_place = {}
        self.by_number = n * n * [None]
        for k in range(n * n):
            item = Item((k // n, k % n), [])
            self.by_place[item.place] = item
            self.by_number[k] = item

    def connect(self):
        for item in self.by_number:
            row, column = item.place
            if (row, column + 1) in self.by_place:
                item.parts.append(self.by_place[(row, column + 1)].place[1])


def parts(n):
    grid = Grid(n)
    grid.connect()
    return [len(item.parts) for item in grid.by_number]


def test_containers_of_objects_that_begin_with_empty_ones():
    check(parts, 3)


class Declared:
    """Fields of which ``__init__`` says the types alone."""

    def __init__(self, data: int):
        self.data = data
        self.rank: int
        self.parent: Declared | None
        self.part: float
        self.part = data / 2

    def begin(self):
        self.rank = 0
        self.parent = None
        return self


def union(a, b):
    a, b = found(a), found(b)
    if a is b:
        return a
    if a.rank < b.rank:
        a, b = b, a
    b.parent = a
    if a.rank == b.rank:
        a.rank += 1
    return a


def found(x):
    while x.parent is not None:
        x = x.parent
    return x


def test_fields_that_init_declares():
    def f(n):
        nodes = [Declared(k).begin() for k in range(n)]
        for k in range(0, n - 1, 2):
            union(nodes[k], nodes[k + 1])
        union(nodes[0], nodes[3])
        return [found(node).data for node in nodes], [node.rank for node in nodes], nodes[1].part

    global union, found
    plain = union, found
    expected = f(5)
    union, found = njit(union), njit(found)
    try:
        assert njit(f)(5) == expected
    finally:
        union, found = plain


class Shown:
    """Sets a field only where a parameter asks for it, to what compiled code has no type for."""

    def __init__(self, n, show=False, debug=False):
        self.n = n
        if show:
            self.lines = open("a file").readlines()
        if debug:
            self.trace = []

    def step(self):
        self.n += 1
        return self.n


class Board:
    def __init__(self, n):
        self.cells = None
        self.moves = [[1, 0.5], [2, 1]]
        self.fill(n)

    def fill(self, n):
        self.cells = [[j == 3 for j in range(n)] for _ in range(n)]


@pytest.mark.parametrize(
    "function",
    [
        lambda n: Shown(n).step(),
        lambda n: Shown(n, False).step(),
        lambda n: Shown(n, debug=False, show=False).step(),
    ],
    ids=["default", "constant", "named"],
)
def test_fields_that_no_statement_sets(function):
    check(function, 3)


def test_fields_that_some_statements_set():
    def f(n, debug):
        shown = Shown(n, False, debug)
        return shown.step() + len(shown.trace) if debug else shown.n

    check(f, 3, True)
    check(f, 3, False)


def test_integers_that_are_floats_in_memory_are_indices_of_fields_that_begin_as_none():
    def f(n, k):
        board = Board(n)
        return board.cells[board.moves[1][0]][board.moves[k][0] + 1], board.cells[0][k + 2]

    check(f, 5, 0)
    check(f, 5, 1)


class Spline:
    """Begins fields as empty lists, one of which becomes an array."""

    def __init__(self, x, y):
        self.a, self.b, self.c = [], [], []
        h = self.steps(x)
        self.c = np.cumsum(np.array(y))
        for k in range(len(x) - 1):
            self.a.append(y[k] / h[k])
            self.b.append(self.c[k] * 2)

    def steps(self, x):
        return np.diff(np.array(x))


def test_fields_that_begin_as_lists_and_become_arrays():
    def f():
        spline = Spline([0.0, 1.0, 3.0], [2.0, 1.0, 0.5])
        return spline.c, spline.a, spline.b, spline.c.sum()

    check(f)
