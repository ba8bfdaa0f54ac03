"""Copies of instances of jitclasses that hold each other."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Optional

import pytest

from coluber.experimental import jitclass


@jitclass
class Node:
    next: Optional[Node]  # noqa: UP045
    items: list[Node]
    names: dict[str, Node]

    def __init__(self) -> None:
        self.next = None
        self.items = []
        self.names = {}


def copies(value: Any) -> list[Any]:
    return [copy.deepcopy(value), pickle.loads(pickle.dumps(value))]


def let_go(*nodes: Any) -> None:
    for node in nodes:
        node.next = None
        node.items.clear()
        node.names.clear()


def test_circles() -> None:
    first, second = Node(), Node()
    first.next, second.next = second, first
    for made in copies(first):
        assert made is not first
        assert made.next is not made
        assert made.next.next is made
        let_go(made.next, made)
    let_go(first, second)


def test_circles_through_containers() -> None:
    node = Node()
    items, names = node.items, node.names
    items.append(node)
    names["own"] = node
    for made in copies(items):
        assert made[0].items[0] is made[0].names["own"] is made[0]
        let_go(made[0])
        made.clear()
    for made in copies(names):
        assert made["own"].items[0] is made["own"]
        let_go(made["own"])
        made.clear()
    let_go(node)


class Plain:
    def __init__(self) -> None:
        self.next: Any = None


@jitclass
class Link:
    next: Optional[Link]  # noqa: UP045

    def __init__(self) -> None:
        self.next = None


def chain(cls: Any, length: int) -> Any:
    first = None
    for _ in range(length):
        made = cls()
        made.next, first = first, made
    return first


def greatest(cls: Any, copied: Any) -> int:
    """How long a chain may be for a copy of it, in steps of 20."""
    for length in range(20, 1000, 20):
        try:
            copied(chain(cls, length))
        except RecursionError:
            return length
    return 1000


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_chains_may_be_as_long_as_those_of_python(copied: Any) -> None:
    assert greatest(Link, copied) >= 0.8 * greatest(Plain, copied)


@jitclass
class Counted:
    count: int

    def __init__(self) -> None:
        self.count = 1

    def __getstate__(self):
        return self.count + 10

    def __setstate__(self, state):
        self.count = state


def test_states_of_the_program() -> None:
    assert [made.count for made in copies(Counted())] == [11, 11]
