"""Values in the fields of objects that are linked, which have one type in all of them: none is taken for another one."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit


class Link:
    def __init__(self, value, behind=None):
        self.value = value
        self.behind = behind


class Leaf:
    def __init__(self, tree, value):
        self.tree = tree
        self.value = value


class Grove:
    def __init__(self, values):
        self.leaves = [Leaf(self, value) for value in values]


def linked(*values):
    head = None
    for value in reversed(values):
        head = Link(value, head)
    return head


def values_of(head):
    found = []
    while head is not None:
        found.append(head.value)
        head = head.behind
    return found


def values_of_leaves(grove):
    return [leaf.value for leaf in grove.leaves]


VALUES = [
    (1, 2, 2.5),
    (1, 2.5, 3),
    (True, 5, 2.5),
    ("a", "b", b"c"),
    (b"a", b"b", "c"),
    ((1, 2), (1, 2), (1, 2.5)),
    ([1], [2], [2.5]),
    ({1}, {2}, {2.5}),
    ({"a": 1}, {"a": 2}, {"a": 1.5}),
    (1, 2, "text"),
    (1, 2, None),
]


@pytest.mark.parametrize("values", VALUES, ids=str)
def test_values_of_linked_objects_stay_what_they_are(values):
    class Own(Link):
        pass

    head = None
    for value in reversed(values):
        head = Own(value, head)
    found = njit(values_of)(head)
    assert found == list(values)
    assert [type(value) for value in found if not isinstance(value, float)] == [
        type(value) for value, own in zip(values, found, strict=True) if not isinstance(own, float)
    ]


def test_values_of_objects_that_know_what_holds_them():
    assert njit(values_of_leaves)(Grove([1, 2.5])) == [1.0, 2.5]
    assert njit(values_of_leaves)(Grove([1, 2, 3, 0.5])) == [1.0, 2.0, 3.0, 0.5]


@njit
def sums(head):
    found = []
    while head is not None:
        found.append(float(head.value.sum()))
        head = head.behind
    return found


@njit
def clear(head):
    while head is not None:
        head.value[:] = 7.0
        head = head.behind


def test_arrays_of_linked_objects():
    ones = np.ones(2)
    for other in (np.arange(2), np.ones(2, np.float32), np.arange(4.0)[::2], np.ones((2, 2))):
        assert sums(linked(ones, ones, other)) == [2.0, 2.0, float(other.sum())]
    short = np.zeros(2, np.int8)
    clear(linked(ones.copy(), ones.copy(), short))
    assert short.tolist() == [7, 7]
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    with pytest.raises((TypeError, errors.TypingError), match="readonly"):
        clear(linked(ones, ones, frozen))
    assert frozen.tolist() == [0.0, 0.0]
