"""Objects that hold objects of their class, and begin with several empty lists of which other functions say what is in them."""

from __future__ import annotations

import pytest

from tests.run.support import check


class Node:
    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.path_x = []
        self.path_y = []
        self.costs = []
        self.parent = None


class Planner:
    """As planners do that grow a tree: the first node has no path, the others are given theirs by a method."""

    def __init__(self, x, y):
        self.start = Node(x, y)
        self.end = Node(x + 10, y)
        self.nodes = []

    def steer(self, near):
        node = Node(near.x + 1, near.y)
        node.path_x = [near.x]
        node.path_x.append(node.x)
        node.path_y = [float(near.y)]
        node.costs.append((near.x, 0.5))
        node.parent = near
        return node

    def plan(self, steps):
        self.nodes = [self.start]
        for _ in range(steps):
            self.nodes.append(self.steer(self.nodes[-1]))
        return self.course()

    def course(self):
        course = []
        node = self.nodes[-1]
        while node.parent:
            course.append((node.x, sum(node.path_y), len(node.path_x), node.costs[0][1]))
            node = node.parent
        return course


def planned(x, y):
    return Planner(x, y).plan(5)


class BNode:
    """A node of a B-tree, which holds up to three items."""

    def __init__(self):
        self.items = []
        self.nodes = None

    def is_leaf(self):
        return self.nodes is None

    def position(self, key):
        for position, item in enumerate(self.items):
            if item[0] >= key:
                return position
        return len(self.items)

    def insert(self, item):
        position = self.position(item[0])
        if position < len(self.items) and self.items[position][0] == item[0]:
            self.items[position] = item
        elif self.is_leaf():
            self.items.insert(position, item)
        else:
            child = self.nodes[position]
            if len(child.items) == 3:
                self.split(position, child)
                if item[0] > self.items[position][0]:
                    position += 1
            self.nodes[position].insert(item)

    def split(self, position, child):
        bigger = self.__class__()
        middle = child.items[1]
        bigger.items = child.items[2:]
        child.items = child.items[:1]
        if not child.is_leaf():
            bigger.nodes = child.nodes[2:]
            child.nodes = child.nodes[:2]
        self.items.insert(position, middle)
        self.nodes.insert(position + 1, bigger)

    def depth(self):
        return 1 if self.is_leaf() else 1 + self.nodes[0].depth()

    def __iter__(self):
        if self.is_leaf():
            yield from self.items
        else:
            for position, item in enumerate(self.items):
                yield from self.nodes[position]
                yield item
            yield from self.nodes[-1]


class BTree:
    def __init__(self):
        self.root = BNode()

    def __setitem__(self, key, value):
        if len(self.root.items) == 3:
            root = BNode()
            root.nodes = [self.root]
            root.split(0, root.nodes[0])
            self.root = root
        self.root.insert((key, value))

    def __iter__(self):
        for item in self.root:
            yield item[0]


def sorted_keys(keys):
    tree = BTree()
    for key in keys:
        tree[key] = len(tree.root.items)
    return list(tree), tree.root.depth(), tree.root.items[0]


@pytest.mark.parametrize("points", [[(1, 2), (3, -4)], [(0.5, 2.5)]], ids=["integers", "floats"])
def test_planner(points):
    for point in points:
        check(planned, *point)


@pytest.mark.parametrize(
    "keys", [[3, 1, 2], list(range(40)), [7 * k % 31 for k in range(80)], [0.5 * (k * 5 % 17) for k in range(30)]], ids=len
)
def test_keys_come_in_order(keys):
    check(sorted_keys, keys)


def test_keys_are_texts():
    check(sorted_keys, "the quick brown fox jumps over the lazy dog".split())
