"""Objects of several classes that hold each other, without annotations: parents and children, parts that know the whole."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check

# What is in a circle that compiled code makes for itself stays.
pytestmark = pytest.mark.keeps_values


class Square:
    def __init__(self, board, pos):
        self.board = board
        self.pos = pos
        self.used = False

    def set_neighbours(self):
        self.neighbours = []
        for d in (-1, 1):
            p = self.pos + d
            if 0 <= p < 5:
                self.neighbours.append(self.board.squares[p])


class Empty:
    def __init__(self, board):
        self.board = board
        self.free = [s.pos for s in board.squares]


class Board:
    def __init__(self):
        self.squares = [Square(self, pos) for pos in range(5)]
        for square in self.squares:
            square.set_neighbours()
        self.reset()

    def reset(self):
        for s in self.squares:
            s.used = True
        self.empty = Empty(self)
        self.color = 1
        self.history = []

    def move(self, p):
        self.history.append(p)
        self.squares[p].used = False
        self.empty.free.remove(p)
        return sum(n.pos for n in self.squares[p].neighbours)


class Player:
    def __init__(self, team, number):
        self.team = team
        self.number = number
        self.friends = ()


class Club:
    def __init__(self, n):
        self.members = set()
        self.ends = (Player(self, 0), Player(self, n))
        for k in range(n):
            self.members.add(Player(self, k))


@njit
def numbers(members):
    return sum([m.number + len(m.team.members) + m.team.ends[1].number for m in members])


def test_objects_in_sets_and_tuples_that_python_passes():
    team = Club(40)
    assert numbers(list(team.members)) == numbers.py_func(list(team.members))


def board():
    b = Board()
    t = b.move(2) + b.move(0)
    return t, b.history, b.empty.free, [s.used for s in b.squares], b.squares[0].board is b


class Engine:
    def __init__(self, car):
        self.car = car
        self.power = 10


class Car:
    def __init__(self, n):
        self.n = n
        self.engine = Engine(self)


def car(n):
    c = Car(n)
    return c.engine.car.n, c.engine.power, c.engine.car is c


class Me:
    def __init__(self, n):
        self.n = n
        self.me = self


def me(n):
    m = Me(n)
    m.me.n += 1
    return m.n, m.me is m


class Parent:
    def __init__(self):
        self.children = []


class Child:
    def __init__(self, parent, v):
        self.parent = parent
        self.v = v
        parent.children.append(self)


def family(n):
    p = Parent()
    for k in range(n):
        Child(p, k)
    return sum(c.v for c in p.children), p.children[1].parent is p


class Subject:
    def __init__(self):
        self.observers = []
        self.value = 0

    def attach(self, o):
        self.observers.append(o)

    def set(self, v):
        self.value = v
        for o in self.observers:
            o.update()


class Observer:
    def __init__(self, subject):
        self.subject = subject
        self.seen = []
        subject.attach(self)

    def update(self):
        self.seen.append(self.subject.value)


def observe():
    s = Subject()
    a = Observer(s)
    s.set(3)
    b = Observer(s)
    s.set(4)
    return a.seen, b.seen


class Item:
    def __init__(self, owner, data):
        self.owner = owner
        self.data = data
        self.prev = None
        self.next = None


class DList:
    def __init__(self):
        self.head = None
        self.tail = None
        self.size = 0

    def append(self, data):
        item = Item(self, data)
        if self.tail is None:
            self.head = item
        else:
            item.prev = self.tail
            self.tail.next = item
        self.tail = item
        self.size += 1

    def items(self):
        out = []
        n = self.head
        while n is not None:
            out.append(n.data)
            n = n.next
        return out


def dlist(n):
    d = DList()
    for k in range(n):
        d.append(k * 2)
    return d.items(), d.size, d.head.owner is d


class Vertex:
    def __init__(self, graph, name):
        self.graph = graph
        self.name = name
        self.edges = []

    def link(self, other):
        self.edges.append(other)
        self.graph.count += 1


class Graph:
    def __init__(self):
        self.nodes = {}
        self.count = 0

    def add(self, name):
        v = Vertex(self, name)
        self.nodes[name] = v
        return v


def graph():
    g = Graph()
    a = g.add("a")
    b = g.add("b")
    a.link(b)
    b.link(a)
    a.link(a)
    return g.count, [e.name for e in a.edges], sorted(g.nodes)


class TNode:
    def __init__(self, tree, key, parent):
        self.tree = tree
        self.key = key
        self.parent = parent
        self.left = None
        self.right = None


class Tree:
    def __init__(self):
        self.root = None
        self.n = 0

    def insert(self, key):
        self.n += 1
        if self.root is None:
            self.root = TNode(self, key, None)
            return
        x = self.root
        while True:
            if key < x.key:
                if x.left is None:
                    x.left = TNode(self, key, x)
                    return
                x = x.left
            else:
                if x.right is None:
                    x.right = TNode(self, key, x)
                    return
                x = x.right


def tree():
    t = Tree()
    for k in (5, 2, 8, 1, 9):
        t.insert(k)
    return t.root.left.key, t.root.right.right.parent.key, t.root.left.tree.n


class Edge:
    def __init__(self, to, w):
        self.to = to
        self.w = w


class N2:
    def __init__(self, v, edge):
        self.v = v
        self.edge = edge


def edges(k):
    n = N2(0, None)
    for i in range(k):
        n = N2(i + 1, Edge(n, 0.5))
    t = 0.0
    while n.edge is not None:
        t += n.edge.w * n.v
        n = n.edge.to
    return t


class Department:
    def __init__(self, name):
        self.name = name
        self.members = []

    def add(self, member):
        self.members.append(member)
        member.department = self


class Member:
    def __init__(self, name):
        self.name = name
        self.department = None


def department():
    made = Department("x")
    made.add(Member("a"))
    return made.members[0].department.name


@pytest.mark.parametrize("function", [board, observe, graph, tree, department])
def test_objects_that_hold_each_other(function):
    check(function)


@pytest.mark.parametrize("function", [car, me, family, dlist, edges])
def test_numbers_of_them(function):
    check(function, 4)


class Field:
    def __init__(self, count):
        self.squares = [Tile(self, k) for k in range(count)]
        self.by_name = {f"s{k}": square for k, square in enumerate(self.squares)}
        self.log = ["made"]
        for square in self.squares:
            square.link()


class Tile:
    def __init__(self, board, place):
        self.board = board
        self.place = place
        self.near = []

    def link(self):
        for step in (-1, 1):
            if 0 <= self.place + step < len(self.board.squares):
                self.near.append(self.board.squares[self.place + step])


@njit
def look(board):
    square = board.squares[1]
    square.place += 10
    board.log.append("seen")
    return square.board is board, len(square.near), square.near[0] is board.squares[0], board.by_name["s1"].place


@njit
def look_from(square):
    square.place += 1
    return len(square.board.squares), square.board.squares[1].place


def test_they_are_passed():
    board = Field(4)
    assert look(board) == (True, 2, True, 11)
    assert look_from(board.squares[1]) == (4, 12)
    assert (board.squares[1].place, board.log) == (12, ["made", "seen"])
    assert board.squares[1].board is board
    assert look(Field(300)) == (True, 2, True, 11)
    made = njit(lambda: Field(3))()
    assert look(made) == (True, 2, True, 11)
    assert look_from(made.squares[1]) == (3, 12)


def test_they_are_returned():
    made = njit(lambda n: Car(n))(3)
    assert made.engine.car is made
    assert (made.n, made.engine.power) == (3, 10)


class Sensor:
    def __init__(self, hub):
        self.hub = hub
        self.seen = 0
        hub.parts.append(self)

    def tick(self):
        self.seen += 1
        self.hub.total += 1


class Motor:
    def __init__(self, hub, speed):
        self.hub = hub
        self.speed = speed
        hub.parts.append(self)

    def tick(self):
        self.speed *= 0.5
        self.hub.total += 10


class Hub:
    def __init__(self):
        self.parts = []
        self.total = 0
        self.last = None


def hub():
    made = Hub()
    Sensor(made)
    Motor(made, 3.0)
    for part in made.parts:
        part.tick()
        made.last = part
    return made.total, [part.hub is made for part in made.parts], isinstance(made.last, Motor)


def test_objects_of_several_classes_in_a_container_of_what_they_hold():
    check(hub)


class Stone:
    def __init__(self, place):
        self.place = place

    def first(self):
        return self.group.place

    def join(self):
        self.group = self
        self.weight = 2


def mark(stones):
    for stone in stones:
        stone.mark_of_others = stone.place * 2


def stones():
    all_of = [Stone(k) for k in range(4)]
    for stone in all_of:
        stone.join()
    for stone in all_of:
        stone.mark_of_others = stone.place * 2
    return [(stone.first(), stone.weight, stone.mark_of_others) for stone in all_of]


def read_first():
    stone = Stone(3)
    if stone.place > 5:
        return stone.first()
    stone.join()
    return stone.first()


@pytest.mark.parametrize("function", [stones, read_first])
def test_fields_that_are_set_late_and_by_others(function):
    check(function)
