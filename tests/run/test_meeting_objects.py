"""Objects without annotations whose fields hold numbers of several types, that name each other, or that `__init__` hands on."""

from __future__ import annotations

from collections import defaultdict

import pytest

from coluber import njit
from coluber.core.errors import TypingError, UnsupportedError
from tests.run.support import check

TOTAL = 0


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Scene:
    def __init__(self):
        self.points = []
        self.named = {}

    def add(self, name, point):
        self.points.append(point)
        self.named[name] = point


def in_a_loop():
    p = Point(0, 0)
    for _ in range(3):
        p = Point(p.x + 0.5, p.y)
    return p.x, p.y


def in_containers():
    scene = Scene()
    scene.add("a", Point(0, 1))
    scene.add("b", Point(1.5, 2))
    scene.named["a"].x = 4
    return [p.x + p.y for p in scene.points]


def returned(far):
    def make():
        if far:
            return Point(1.5, 0)
        return Point(0, 0)

    return make().x


class Tree:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)

    def path(self):
        return self.name if self.parent is None else self.parent.path() + "/" + self.name


class Later:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = []

    def add(self, child):
        self.children.append(child)


def trees():
    root = Tree("root")
    inner = Tree("inner", root)
    leaf = Tree("leaf", inner)
    first = Later("first")
    first.add(Later("second", first))
    found = leaf.path(), root.children[0].children[0].name, first.children[0].name, len(first.children[0].children)
    # Circles are not freed.
    for children in (root.children, inner.children, first.children):
        children.clear()
    return found


class Registered:
    def __init__(self, log, key):
        self.key = key
        self.total = 0
        log.append((key, self))


def handed_on():
    log = []
    Registered(log, "a")
    Registered(log, "b").total += 2.5
    return [(key, one.total) for key, one in log]


class Table:
    def __init__(self):
        self.counts = defaultdict(lambda: 1.0)
        self.rows = defaultdict(lambda: defaultdict(int))

    def add(self, key):
        self.counts[key] += 1
        self.rows[key][key] += 1


def factories():
    table = Table()
    for key in ("x", "y", "x"):
        table.add(key)
    return table.counts["x"], table.rows["x"]["x"], table.counts["none"], len(table.rows)


class Job:
    def __init__(self):
        self.start = None


class Clock:
    def __init__(self):
        self.now = 0
        self.kept = [None] * 3
        self.unused = {}

    def begin(self, job, when, place):
        self.now = when
        job.start = self.now
        self.kept[place] = when


def optional_numbers():
    job, clock, out = Job(), Clock(), []
    clock.begin(job, 1, 0)
    for when in (0.5, 1.25):
        clock.begin(job, when, 1)
        out.append(job.start)
    return out, clock.kept


class Path:
    def __init__(self):
        self.lengths = []
        self.kinds = []
        self.total = 0.0
        self.x = []
        self.rows = []


@njit
def paths(n):
    found = []
    for k in range(n):
        path = Path()
        path.lengths = [k, k + 1]
        path.kinds = ["a", "b"]
        path.total = sum(path.lengths)
        found.append(path)
    return found


def filled_by_the_caller(n=3):
    found = paths(n)
    for path in found:
        path.x = [value * 1.5 for value in path.lengths]
        path.rows = [[0.5, path.total]]
        path.lengths = [value / 2 for value in path.lengths]
    return [(path.x, path.rows, path.lengths, path.kinds, path.total) for path in found]


def test_lists_of_objects_that_another_function_makes():
    want = [([0.0, 1.5], [[0.5, 1.0]], [0.0, 0.5], ["a", "b"], 1.0), ([1.5, 3.0], [[0.5, 3.0]], [0.5, 1.0], ["a", "b"], 3.0)]
    assert njit(filled_by_the_caller)(2) == want


def put_beside_one_that_was_read(m=2.5):
    points = [Point(1, 0.0)]
    first = points[0]
    points.append(Point(first.x + m, 1.0))
    return [point.x for point in points]


def reached(moves=((1, 0), (0.5, 1), (1, 1))):
    waiting, done = {}, {}
    start = Point(0, 0)
    waiting[start.x] = start
    while waiting and len(done) < 6:
        key = min(waiting, key=lambda k: waiting[k].y)
        point = waiting[key]
        del waiting[key]
        done[key] = point
        for dx, dy in moves:
            other = Point(point.x + dx, point.y + dy)
            if other.x not in done:
                waiting[other.x] = other
    return sorted((point.x, point.y) for point in done.values())


@pytest.mark.parametrize("function", [put_beside_one_that_was_read, reached])
def test_objects_that_are_made_of_those_that_a_container_holds(function):
    assert njit(function)() == function()


@pytest.mark.parametrize("function", [in_a_loop, in_containers, trees, handed_on, factories, optional_numbers])
def test_objects(function):
    assert njit(function)() == function()


def test_returned_objects():
    assert [njit(returned)(far) for far in (True, False)] == [1.5, 0]


class Sensor:
    def __init__(self):
        self.seen = 0


class Motor:
    def __init__(self, speed):
        self.speed = speed


def of_one_of_several_classes_or_none():
    found, last = [], None
    for part in [Sensor(), Motor(1.0)]:
        found.append((isinstance(last, Motor), isinstance(last, Sensor), isinstance(last, (Sensor, Motor))))
        last = part
    return found, isinstance(last, Motor), isinstance(last, Sensor)


def test_the_class_of_one_of_several_or_none():
    assert njit(of_one_of_several_classes_or_none)() == of_one_of_several_classes_or_none()


class Kind0:
    number = 0


class Kind1(Kind0):
    number = 1


class Kind2(Kind0):
    number = 2


class Kind3(Kind0):
    number = 3


class Kind4(Kind0):
    number = 4


class Kind5(Kind0):
    number = 5


class Kind6(Kind0):
    number = 6


class Kind7(Kind0):
    number = 7


class Kind8(Kind0):
    number = 8


class Kind9(Kind0):
    number = 9


class Slot:
    def __init__(self, text):
        self.held = Kind0()
        if text == "1":
            self.held = Kind1()
        if text == "2":
            self.held = Kind2()
        if text == "3":
            self.held = Kind3()
        if text == "4":
            self.held = Kind4()
        self.more(text)

    def more(self, text):
        if text == "5":
            self.held = Kind5()
        if text == "6":
            self.held = Kind6()
        if text == "7":
            self.held = Kind7()
        if text == "8":
            self.held = Kind8()
        if text == "9":
            self.held = Kind9()


def test_a_field_of_objects_of_many_classes():
    @njit
    def sums(text):
        return [Slot(c).held.number for c in text]

    assert sums("0123456789") == list(range(10))


class Material:
    def __init__(self, color):
        self.color = color


class Glass(Material):
    def __init__(self, color, index):
        super().__init__(color)
        self.index = index


class Chrome(Material):
    pass


class Body:
    def __init__(self, size, material):
        self.size, self.material = size, material


class Stage:
    def __init__(self, name, bodies):
        self.name, self.bodies = name, bodies


def colors_of_a_stage():
    glass, chrome = Glass(1.0, 1.5), Chrome(2.0)
    stage = Stage("s", [Body(1.0, glass), Body(2.0, chrome), Body(3.0, Material(4.0)), Body(5.0, Material(8.0))])
    return sum([body.material.color * body.size for body in stage.bodies])


class Mesh:
    def __init__(self):
        self.parts = []
        self.by_name = {}

    @classmethod
    def of(cls, parts):
        mesh = cls()
        mesh.parts = parts
        mesh.by_name = {part.color: part for part in parts}
        return mesh


def parts_of_a_mesh():
    return len(Mesh.of([Material(k * 1.5) for k in range(3)]).by_name), Mesh.of([Material(0.5)]).parts[0].color


def test_fields_of_objects_in_a_display_and_containers_that_replace_empty_ones():
    for function in (colors_of_a_stage, parts_of_a_mesh):
        assert njit(function)() == function()


def test_what_is_missing_is_named():
    @njit
    def g():
        global len
        len = 1

    with pytest.raises(UnsupportedError, match=r"give the new value back, or keep it in a container"):
        g()


class Holder:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

    def text(self):
        return f"<{self.value}>"

    def is_text(self):
        return isinstance(self.value, str)


def of_several_types(n):
    holders = [Holder(1), Holder("x"), Holder(2.5), Holder((1, 2)), Holder([n, 3])]
    return [holder.value for holder in holders], [holder.text() for holder in holders], [holder.is_text() for holder in holders]


def told_apart(n):
    total, text = 0, ""
    for holder in [Holder(n), Holder("x"), Holder(4)]:
        if isinstance(holder.value, int):
            total += holder.value
        else:
            text += holder.value
    return total, text


def under_keys(n):
    found = {k: Holder(k) if k % 2 else Holder("b", Holder("c")) for k in range(n)}
    return [holder.value for holder in found.values()], found[0].value, found[1].value, found[0].next.value


def beside_none(n):
    holders = [Holder(k) if k % 2 else Holder(None) for k in range(n)] + [Holder("t")]
    return [holder.value for holder in holders], [holder.value is None for holder in holders]


def moves(n):
    holders = [Holder(move) for move in [("fill", n)] + [("pour", n, n + 1)]]
    return [holder.value for holder in holders], [len(holder.value) for holder in holders]


@pytest.mark.parametrize("function", [of_several_types, told_apart, under_keys, beside_none, moves])
def test_fields_that_hold_values_of_several_types(function):
    check(function, 4)


def test_what_is_wrong_for_one_of_the_types_is_an_error():
    # When it runs, or already while compiling where the class is found to hold both by the same function.
    with pytest.raises((TypeError, TypingError)):
        njit(lambda n: [holder.value + 1 for holder in [Holder(1), Holder("x")]])(1)


def test_containers_without_room_are_no_errors_of_the_program():
    def kept(n):
        found = set()
        for value in [("a", n), ("b", n, n)]:
            found.add(value)
        return len(found)

    with pytest.raises(TypingError, match="can't hold|have one type"):
        njit(kept)(1)
