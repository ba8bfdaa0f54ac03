"""The cache on disk for functions of instances: what counts is the fields of their classes, and the methods that are used."""

from __future__ import annotations

import pytest

from tests.run.test_cache import Place

MODULE = """
from dataclasses import dataclass
from typing import NamedTuple

from coluber import float64, int64, njit, optional, deferred_type
from coluber.experimental import jitclass

node_type = deferred_type()


@jitclass([("value", int64), ("next", optional(node_type))])
class Node:
    def __init__(self, value, after):
        self.value = value
        self.next = after

    def doubled(self):
        return self.value * 2

    def unused(self):
        return self.value * 100


node_type.define(Node.class_type.instance_type)


@dataclass
class Account:
    owner: str
    balance: float = 1.5

    def pay(self, amount: float) -> None:
        self.balance -= amount


class Point(NamedTuple):
    x: float
    y: float

    def scaled(self):
        return Point(self.x * 2, self.y * 2)
"""

PROGRAM = """
from coluber import njit
from library import Account, Node, Point


@njit(cache=True)
def length(node):
    total = node.doubled()
    while node.next is not None:
        node = node.next
        total += node.doubled()
    return total


@njit(cache=True)
def chain(n):
    node = Node(0, None)
    for k in range(1, n):
        node = Node(k, node)
    return node


@njit(cache=True)
def settle(account, amount):
    account.pay(amount)
    return Account("new")


@njit(cache=True)
def grown(point):
    return point.scaled()


def state(function):
    return "hit" if function.stats.cache_hits else "miss"


account = Account("me", 10.0)
node = chain(4)
results = [length(node), settle(account, 1.0), account.balance, grown(Point(1.0, 2.0))]
print(results, *map(state, (chain, length, settle, grown)))
"""

RESULTS = "[12, Account(owner='new', balance=1.5), 9.0, Point(x=2.0, y=4.0)]"


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("library.py", MODULE)
    place.write("program.py", PROGRAM)
    assert place.run() == f"{RESULTS} miss miss miss miss"
    assert place.run() == f"{RESULTS} hit hit hit hit"
    return place


def test_a_comment_or_another_method_recompiles_nothing(place):
    place.edit("library.py", "self.value * 100", "self.value * 101  # more")
    assert place.run() == f"{RESULTS} hit hit hit hit"


def test_a_method_recompiles_what_calls_it(place):
    place.edit("library.py", "self.value * 2", "self.value * 3")
    assert place.run() == f"{RESULTS.replace('12', '18')} hit miss hit hit"


def test_a_field_recompiles_what_has_the_class(place):
    place.edit("library.py", '[("value", int64)', '[("weight", float64), ("value", int64)')
    assert place.run() == f"{RESULTS} miss miss hit hit"


def test_a_default_recompiles_what_makes_an_object(place):
    place.edit("library.py", "balance: float = 1.5", "balance: float = 2.5")
    assert place.run() == f"{RESULTS.replace('1.5', '2.5')} hit hit miss hit"


def test_a_method_of_a_named_tuple(place):
    place.edit("library.py", "self.y * 2", "self.y * 3")
    assert place.run() == f"{RESULTS.replace('4.0', '6.0')} hit hit hit miss"
