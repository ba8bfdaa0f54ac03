"""Classes whose objects hold values of other types in other functions, declared fields, and comparisons with None."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check


class Node:
    def __init__(self, data):
        self.data = data
        self.next = None


class Stack:
    def __init__(self):
        self.head = None
        self.count = 0

    def push(self, data):
        node = Node(data)
        node.next = self.head
        self.head = node
        self.count += 1

    def items(self):
        found = []
        node = self.head
        while node is not None:
            found.append(node.data)
            node = node.next
        return found


def of_integers():
    stack = Stack()
    for k in range(3):
        stack.push(k)
    return stack.items(), stack.count


def of_texts():
    stack = Stack()
    for k in range(3):
        stack.push(f"item {k}")
    return stack.items(), stack.count


def of_pairs():
    stack = Stack()
    for k in range(3):
        stack.push((k, "x" * k))
    return stack.items(), stack.count


def test_linked_objects_hold_other_values_in_other_functions():
    compiled = [njit(function) for function in (of_integers, of_texts, of_pairs, of_integers)]
    for _ in range(2):
        assert [function() for function in compiled] == [of_integers(), of_texts(), of_pairs(), of_integers()]


class Best:
    def __init__(self):
        self.found = None

    def put(self, value):
        self.found = value
        return self.found


def test_fields_that_begin_as_none_hold_other_values_in_other_functions():
    values = [3, "text", [1.5], (1, 2)]
    put = njit(lambda value: Best().put(value))
    for value in [*values, *values]:
        assert put(value) == value
    passed = njit(lambda best, value: best.put(value))
    for value in values:
        best = Best()
        assert passed(best, value) == value
        assert best.found == value


class Recorded:
    def __init__(self):
        self.total = 0
        self.last = None


def record(n):
    recorded = Recorded()
    for i in range(n):
        recorded.total += i * 0.3
        recorded.last = (i, recorded.total)
    return recorded.last


def test_tuples_in_fields_that_begin_as_none_keep_their_fractions():
    check(record, 4)


class Ranked:
    def __init__(self, value):
        self.value = value
        self.rank: int
        self.names: list[str]

    def set(self):
        self.rank = self.value + 1
        return self

    def name(self, text):
        self.names = [text]


def ranks():
    first, second = Ranked(3).set(), Ranked(4)
    second.rank = 7
    second.name("b")
    return first.rank, second.rank, second.names


def unnamed():
    return Ranked(3).names


def test_fields_that_are_only_declared():
    check(ranks)
    with pytest.raises(AttributeError, match="names"):
        njit(unnamed)()
    made = njit(lambda: Ranked(3).set())()
    assert vars(made) == {"value": 3, "rank": 4}


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return self.amount == other.amount

    __hash__ = None


class Length:
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        if other is None:
            return NotImplemented
        return self.amount == other.amount

    def __ne__(self, other):
        if other is None:
            return NotImplemented
        return self.amount != other.amount

    __hash__ = None


def compared(amount):
    money = Money(amount) if amount > 0 else None
    length = Length(amount) if amount > 0 else None
    return (
        Money(1) == money,
        Money(1) != money,
        Length(1) == length,
        Length(1) != length,
        money == Money(1),
        length != Length(1),
    )


@pytest.mark.parametrize("amount", [0, 1, 2])
def test_comparisons_with_what_may_be_none(amount):
    check(compared, amount)
