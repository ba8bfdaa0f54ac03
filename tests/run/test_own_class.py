"""Objects that hold objects of their own class, where no annotation says so."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check_program

PROGRAMS = {
    "trees and linked lists": """
        class Node:
            def __init__(self, value):
                self.value = value
                self.left = None
                self.right = None

        class Tree:
            def __init__(self):
                self.root = None
                self.size = 0

            def insert(self, value):
                self.size += 1
                if self.root is None:
                    self.root = Node(value)
                    return
                node = self.root
                while True:
                    if value < node.value:
                        if node.left is None:
                            node.left = Node(value)
                            return
                        node = node.left
                    else:
                        if node.right is None:
                            node.right = Node(value)
                            return
                        node = node.right

            def walk(self, node, out):
                if node is not None:
                    self.walk(node.left, out)
                    out.append(node.value)
                    self.walk(node.right, out)

        class Link:
            def __init__(self, value, next=None):
                self.value = value
                self.next = next

        class Ring:
            def __init__(self, value):
                self.value, self.before, self.behind = value, None, None

        @jit
        def build(depth):
            if depth == 0:
                return None
            node = Node(depth)
            node.left, node.right = build(depth - 1), build(depth - 2) if depth > 1 else None
            return node

        @jit
        def total(node):
            return 0 if node is None else node.value + 2 * total(node.left) + 3 * total(node.right)

        @jit
        def main():
            tree, out = Tree(), []
            for k in range(7):
                tree.insert(k * 5 % 7)
            tree.walk(tree.root, out)
            links = None
            for k in range(4):
                links = Link(k * 0.5, links)
            told = []
            while links is not None:
                told.append(links.value)
                links = links.next
            last = Ring("a")
            for name in "bc":
                new = Ring(name)
                new.before, last.behind = last, new
                last = new
            names = last.value + last.before.value + last.before.before.value + last.before.behind.value
            last.before.before = None
            last.before = None
            return out, tree.size, tree.root.value, told, names, total(build(4)), Link(1, Link(2)).next.value
    """,
    "containers of objects of their own class": """
        class Trie:
            def __init__(self):
                self.children = {}
                self.is_end = False

        class Letters:
            def __init__(self):
                self.children = [None] * 26

        class Table:
            def __init__(self, n):
                self.slots = [None for _ in range(n)]

        class Folder:
            def __init__(self, name):
                self.name = name
                self.folders = []
                self.parent, self.notes = None, []

            def add(self, folder):
                self.folders.append(folder)
                self.notes.append(folder.name)
                return folder

            def path(self):
                return self.name if self.parent is None else self.parent.path() + "/" + self.name

            def depth(self):
                deepest = 0
                for folder in self.folders:
                    deepest = max(deepest, folder.depth())
                return deepest + 1

        @jit
        def main():
            root = Trie()
            letters = Letters()
            for word in ["ab", "b", "abc"]:
                node, place = root, letters
                for c in word:
                    if c not in node.children:
                        node.children[c] = Trie()
                    node = node.children[c]
                    k = ord(c) - ord("a")
                    if place.children[k] is None:
                        place.children[k] = Letters()
                    place = place.children[k]
                node.is_end = True
            found = root.children["a"].children["b"]
            table = Table(3)
            table.slots[1] = 2.5
            top = Folder("top")
            top.add(Folder("in")).add(Folder("deep"))
            leaf = Folder("leaf")
            leaf.parent = top
            words = len(root.children), found.is_end, list(found.children), letters.children[0].children[1].children[0] is None
            return words, table.slots, top.depth(), top.folders[0].folders[0].name, top.notes, leaf.path()
    """,
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_as_in_python(text):
    check_program(text)


class Node:
    """A node of a tree, of which nothing says what it holds."""

    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


def tree_of(depth):
    """Return a tree."""
    if depth == 0:
        return None
    node = Node(depth)
    node.left, node.right = tree_of(depth - 1), tree_of(depth - 1)
    return node


def values_of(node):
    """Return the values in a tree."""
    return None if node is None else (node.value, values_of(node.left), values_of(node.right))


def test_trees_of_python():
    @njit
    def grow(node):
        waiting, total = [node], 0
        while waiting:
            node = waiting.pop()
            total += node.value
            if node.left is None:
                node.left = Node(10)
            else:
                waiting.append(node.left)
            if node.right is not None:
                waiting.append(node.right)
        return total

    for depth in (3, 1, 4):
        plain, tree = tree_of(depth), tree_of(depth)
        assert grow(tree) == grow.py_func(plain)
        assert values_of(tree) == values_of(plain)

    @njit
    def made():
        node = Node(1)
        node.right = Node(2)
        return node

    assert values_of(made()) == (1, None, (2, None, None))
    circle = Node(1)
    circle.left = circle

    @njit
    def is_circle(node):
        return node.left is node, node.left.left.value

    assert is_circle(circle) == (True, 1)


def test_other_types_of_values():
    @njit
    def f():
        node = Node(1)
        node.left = Node("x")
        return node.left.value

    assert f() == "x"


class Part:
    """A part with parts, of which only annotations say what they are."""

    def __init__(self, weight: int):
        self.weight = weight
        self.parts: "list[Part]" = []  # noqa: UP037
        self.named: dict[str, list["Part"]] = {}  # noqa: UP037
        self.spare: list["Part"] | None = None  # noqa: UP037

    def total(self):
        """Return the weight with all parts."""
        return self.weight + sum(part.total() for part in self.parts)


def test_annotated_containers_that_are_empty():
    @njit
    def total(part):
        return part.total(), len(part.named), part.spare is None

    top = Part(1)
    assert total(top) == total.py_func(top)
    top.parts.append(Part(4))
    top.named["x"] = [Part(2)]
    assert total(top) == total.py_func(top)
