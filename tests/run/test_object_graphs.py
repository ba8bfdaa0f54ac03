"""Objects that hold each other, in long chains, in circles and shared, as arguments and results."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from coluber import errors, njit

LONG = 50_000


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class Two:
    def __init__(self, value):
        self.value = value
        self.before = None
        self.behind = None


class Place:
    def __init__(self, name):
        self.name = name
        self.near = []
        self.visits = 0


class Tree:
    def __init__(self, key, parent=None):
        self.key = key
        self.parent = parent
        self.left = None
        self.right = None


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def chain(n, node=Node):
    first = last = node(0)
    for k in range(1, n):
        last.next = node(k)
        last = last.next
    return first


def values(node, limit=None):
    found = []
    while node is not None and (limit is None or len(found) < limit):
        found.append(node.value)
        node = node.next
    return found


def make(n, is_ring):
    first = last = Node(0)
    for k in range(1, n):
        last.next = Node(k)
        last = last.next
    if is_ring:
        last.next = first
    return first


def reverse(first):
    before = None
    while first is not None:
        rest = first.next
        first.next = before
        before = first
        first = rest
    return before


def total(first):
    found = 0
    node = first
    while node is not None:
        found += node.value
        node = node.next
        if node is first:
            break
    return found


@pytest.mark.parametrize("n", [1, 2, 3, 400, 600, LONG])
def test_chains_as_arguments_and_results(n):
    assert values(njit(make)(n, False)) == list(range(n))
    assert njit(total)(chain(n)) == n * (n - 1) // 2


@pytest.mark.parametrize("n", [1, 2, 3, LONG])
def test_a_chain_that_is_turned_around(n):
    first = chain(n)
    last = njit(reverse)(first)
    assert values(last) == list(range(n))[::-1]
    assert first.next is None


@pytest.mark.parametrize("n", [1, 2, 5, 700])
def test_rings(n):
    ring = njit(make)(n, True)
    assert values(ring, 2 * n) == [*range(n), *range(n)]
    node = ring
    for _ in range(n):
        node = node.next
    assert node is ring
    assert njit(total)(ring) == n * (n - 1) // 2


class Early:
    """Has its type found out of a ring, as nothing was made of it before."""

    def __init__(self, value):
        self.value = value
        self.next = None


def test_a_ring_is_the_first_that_is_seen_of_a_class():
    first = chain(3, Early)
    first.next.next.next = first
    assert njit(total)(first) == 3
    assert first.next.next.next is first


def test_one_object_for_one_instance():
    def f(n):
        shared = Node(n)
        return [shared, shared, Node(2)], (shared, shared), {"a": shared}

    for found in (njit(f)(5), f(5)):
        items, pair, table = found
        assert items[0] is items[1] is pair[0] is pair[1] is table["a"]
        assert [item.value for item in items] == [5, 5, 2]


def test_one_object_in_several_arguments_and_the_result():
    def f(a, b):
        new = Node(7)
        a.next = new
        b.next = new
        return new

    for function in (f, njit(f)):
        a, b = Node(1), Node(2)
        found = function(a, b)
        assert a.next is b.next is found
        assert found.value == 7


def link(values):
    first = last = Two(values[0])
    for k in range(1, len(values)):
        new = Two(values[k])
        new.before = last
        last.behind = new
        last = new
    return first


def insert(at, value):
    new = Two(value)
    new.before = at
    new.behind = at.behind
    if at.behind is not None:
        at.behind.before = new
    at.behind = new


def both_ways(first):
    forth, node = [], first
    while node is not None:
        forth.append(node.value)
        last = node
        node = node.behind
    back = []
    while last is not None:
        back.append(last.value)
        last = last.before
    return forth, back


def test_lists_that_are_linked_both_ways():
    for function in (link, njit(link)):
        first = function([1, 2, 3, 4])
        assert both_ways(first) == ([1, 2, 3, 4], [4, 3, 2, 1])
        assert njit(both_ways)(first) == ([1, 2, 3, 4], [4, 3, 2, 1])
        second = first.behind
        njit(insert)(second, 9)
        assert both_ways(first) == ([1, 2, 9, 3, 4], [4, 3, 9, 2, 1])
        assert first.behind is second


def town():
    places = [Place(name) for name in "abcd"]
    for k, place in enumerate(places):
        place.near.append(places[(k + 1) % 4])
        place.near.append(places[(k + 2) % 4])
    return places


def walk(start):
    waiting = [start]
    names = []
    while waiting:
        place = waiting.pop()
        if place.visits:
            continue
        place.visits += 1
        names.append(place.name)
        for other in place.near:
            waiting.append(other)
    return names


def test_graphs_of_lists():
    places, others = town(), town()
    assert njit(walk)(places[0]) == walk(others[0])
    assert [place.visits for place in places] == [1, 1, 1, 1]
    assert places[3].near[0] is places[0]


def grow(keys):
    root = Tree(keys[0])
    for k in range(1, len(keys)):
        node = root
        while True:
            if keys[k] < node.key:
                if node.left is None:
                    node.left = Tree(keys[k], node)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Tree(keys[k], node)
                    break
                node = node.right
    return root


def in_order(root):
    node = root
    while node.left is not None:
        node = node.left
    found = []
    while node is not None:
        found.append(node.key)
        if node.right is not None:
            node = node.right
            while node.left is not None:
                node = node.left
        else:
            while node.parent is not None and node is node.parent.right:
                node = node.parent
            node = node.parent
    return found


def test_trees_with_parents():
    keys = [5, 2, 8, 1, 9, 3]
    root = njit(grow)(keys)
    assert in_order(root) == sorted(keys)
    assert root.left.parent is root
    assert njit(in_order)(grow(keys)) == sorted(keys)
    assert njit(in_order)(root) == sorted(keys)


def test_objects_as_keys_are_complete_when_they_are_hashed():
    def f(n):
        points = {Point(k, -k) for k in range(n)}
        return points, {Point(1, 2): [Point(3, 4)]}, frozenset(points)

    assert njit(f)(5) == f(5)


def test_a_chain_that_has_no_common_type():
    first = Node(1)
    first.next = Node("two")
    with pytest.raises((TypeError, ValueError, errors.TypingError)):
        njit(total)(first)


@dataclass
class Branch:
    key: int
    left: Branch | None = None
    right: Branch | None = None

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right

    def __len__(self):
        return sum(1 for _ in self)


def test_iterators_that_ask_for_the_truth_of_objects_of_their_class():
    def f():
        root = Branch(10)
        root.left, root.right = Branch(5), Branch(20)
        root.left.left = Branch(3)
        return list(root), len(root), len(root.left)

    assert njit(f)() == f()


class Never:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return False


@pytest.mark.keeps_values
def test_tuples_compare_one_object_with_itself_as_equal():
    def f():
        one, other = Never(1), Never(1)
        a, b = Branch(1), Branch(1)
        a.left, b.left = b, a
        return (one,) == (one,), (one, 2) != (one, 2), (one,) == (other,), one == one, a == a, Branch(1, b) == Branch(1, b)

    assert njit(f)() == f()


class Marked:
    def __init__(self, label: int) -> None:
        self.label = label
        self.next: Marked | None = None
        self.other: Marked | None = None


def test_circles_of_a_class_whose_fields_have_annotations():
    nodes = [Marked(k) for k in range(4)]
    for node, behind in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
        node.next, node.other = behind, nodes[2]

    def f(node):
        node.other.label += 10
        return node.next.next.label, node.next.next.next.next is node, node.other

    found = njit(f)(nodes[0])
    assert found[:2] == (12, True)
    assert found[2] is nodes[2]
    assert nodes[2].label == 12


class Marker:
    def __init__(self, number):
        self.number = number


def test_an_object_that_is_made_in_the_call_is_one_in_all_that_hold_it():
    @njit
    def put(first, second):
        made = Marker(3)
        first.append(made)
        second["x"] = made
        return made

    first, second = [], {}
    made = put(first, second)
    assert made is first[0] is second["x"]


class Basket:
    def __init__(self, owner):
        self.owner = owner
        self.items = []
        self.places = {}

    def put(self, item):
        self.items.append(item)
        self.places[item] = len(self.items)


@njit
def fill(basket, n):
    for k in range(n):
        basket.put(k * 0.5)
    return len(basket.items)


@njit
def contents(basket):
    return [item for item in basket.items], len(basket.places)


@njit
def sums(baskets):
    return [sum(basket.items, 0.0) for basket in baskets]


def test_objects_of_python_with_empty_containers():
    basket = Basket("a")
    assert contents(basket) == ([], 0)
    assert (fill(basket, 3), basket.items, basket.places) == (3, [0.0, 0.5, 1.0], {0.0: 1, 0.5: 2, 1.0: 3})
    assert contents(basket) == ([0.0, 0.5, 1.0], 3)
    assert (fill(Basket("b"), 2), contents(Basket("c"))) == (2, ([], 0))
    assert sums([basket, Basket("d")]) == sums([Basket("d"), basket])[::-1] == [1.5, 0.0]
    assert sums([Basket("e")]) == [0.0]


class Leafy:
    def __init__(self, value):
        self.value = value
        self.children = []


@njit
def depth(tree):
    return max([depth(child) for child in tree.children], default=0) + tree.value


def test_trees_of_python_with_empty_lists():
    tree = Leafy(1)
    tree.children.append(Leafy(2))
    tree.children[0].children.append(Leafy(3))
    assert (depth(tree), depth(Leafy(4))) == (6, 4)


class Mass:
    def __init__(self, mass):
        self.mass = mass


class Single(Mass):
    def total(self):
        return self.mass


class Cell(Mass):
    def __init__(self):
        super().__init__(0.0)
        self.parts = [None] * 4

    def put(self, single, place):
        old = self.parts[place % 4]
        if old is None:
            self.parts[place % 4] = single
        elif isinstance(old, Single):
            cell = Cell()
            cell.put(old, place // 4 + 1)
            cell.put(single, place // 4 + 2)
            self.parts[place % 4] = cell
        else:
            old.put(single, place // 4)

    def total(self):
        return sum([part.total() for part in self.parts if part is not None], 0.0)


def cells(n):
    root = Cell()
    for k in range(n):
        root.put(Single(k * 0.5), k * 7)
    return root.total(), isinstance(root.parts[1], Cell)


def test_lists_of_objects_of_the_class_that_has_them_and_of_another_one():
    assert njit(cells)(6) == cells(6)


class Ring:
    def __init__(self, name=None):
        self.name = name
        self.place = None
        self.weight = 0
        self.left = self.right = self


def ring(n):
    first = Ring()
    for k in range(n):
        new = Ring(str(k))
        new.left, new.right = first.left, first
        first.left.right = new
        first.left = new
        if k % 3 == 0:
            new.place = [k, 2 * k]
    return first


@njit
def places(first):
    found, text, link = 0, "", first.right
    while link is not first:
        if link.place is not None:
            found += link.place[1]
        if link.name is not None:
            text += link.name
        link = link.right
    return found, text


def test_fields_that_are_none_in_some_objects_of_a_long_circle():
    assert places(ring(40)) == places.py_func(ring(40))


class Hub:
    def __init__(self):
        self.n, self.kids = 1, None


CIRCLES = {
    "a dict": lambda a: {1: a},
    "a dict of dicts": lambda a: {"x": {2: a}},
    "a list": lambda a: [a, a],
    "lists": lambda a: [[a], [a, a]],
    "a dict of lists": lambda a: {"x": [a]},
}


@pytest.mark.parametrize("name", CIRCLES)
def test_objects_that_hold_themselves_in_containers(name):
    class Own(Hub):
        pass

    a = Own()
    a.kids = CIRCLES[name](a)
    assert njit(lambda x: x.n)(a) == 1
    assert a.kids == CIRCLES[name](a)


@pytest.mark.parametrize("hold", [lambda a: (a, 1), lambda a: [(a, 1)]])
def test_objects_that_hold_themselves_in_tuples(hold):
    """Nothing says what such a field holds: it is refused, and does not end the process."""

    class Own(Hub):
        pass

    a = Own()
    a.kids = hold(a)
    with pytest.raises(RecursionError, match="an object of class Own holds itself"):
        njit(lambda x: x.n)(a)


class Link:
    """Of no other test: what its field holds is found out by the first list."""

    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def test_later_objects_of_a_list_tell_what_fields_hold():
    @njit
    def total(links):
        found = 0
        for link in links:
            found += link.value + (link.next.value if link.next is not None else 0)
        return found

    links = [Link(1), Link(2, Link(3))]
    assert total(links) == total.py_func(links) == 6


class TreeOfTwo:
    """Of no other test, as the classes below: what its fields hold is found out by the first object."""

    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right


class ChainLink:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class PartOfList:
    def __init__(self, value):
        self.value = value
        self.parts = []


class Twig(PartOfList):
    pass


class PartOfDict:
    def __init__(self, value):
        self.value = value
        self.parts = {}


def test_objects_deep_in_others_tell_what_fields_hold():
    @njit
    def total(tree):
        return 0 if tree is None else tree.value + total(tree.left) + total(tree.right)

    tree = TreeOfTwo(2, TreeOfTwo(1, TreeOfTwo(4, TreeOfTwo(4))), TreeOfTwo(9, TreeOfTwo(7, TreeOfTwo(4), TreeOfTwo(1))))
    assert total(tree) == 32


def test_later_arguments_tell_what_fields_hold():
    @njit
    def meet(a, b):
        x, y = a, b
        while x != y:
            x = x.next if x else b
            y = y.next if y else a
        return x

    shared = ChainLink(7)
    assert meet(ChainLink(1), ChainLink(3, ChainLink(5))) is None
    assert meet(ChainLink(1, shared), ChainLink(3, ChainLink(5, shared))) is shared


@njit
def sum_of(tree):
    return tree.value + sum(sum_of(part) for part in tree.parts)


@njit
def depth_of(tree):
    return 1 + max([depth_of(tree.parts[name]) for name in tree.parts], default=0)


def test_leaves_of_trees():
    leaf = PartOfList(3)
    assert sum_of(leaf) == 3
    leaf.parts = [PartOfList(4), PartOfList(5)]
    leaf.parts[1].parts.append(PartOfList(6))
    assert sum_of(leaf) == 18


def test_trees_whose_leaves_hold_empty_containers():
    tree, names = Twig(1), PartOfDict(1)
    tree.parts = [Twig(2), Twig(3)]
    names.parts = {"a": PartOfDict(2), "b": PartOfDict(3)}
    names.parts["b"].parts["c"] = PartOfDict(4)
    assert (sum_of(tree), depth_of(names), depth_of(PartOfDict(1))) == (6, 3, 1)


class RecentlyUsed:
    def __init__(self):
        self.places = {}
        self.first, self.last = Two(-1), Two(-1)
        self.first.behind, self.last.before = self.last, self.first

    def add(self, value):
        new, before = Two(value), self.last.before
        self.places[value] = new
        new.before, new.behind = before, self.last
        before.behind = self.last.before = new


@njit
def oldest(cache):
    total, place = 0, cache.first.behind
    while place is not cache.last:
        total += place.value * len(cache.places)
        place = place.behind
    return total


def test_long_rings_whose_objects_are_in_a_dict_too():
    """Each object is looked at once: the time of a call grows with their number."""
    cache = RecentlyUsed()
    for value in range(LONG):
        cache.add(value)
    assert oldest(cache) == LONG * sum(range(LONG))
