"""Values that have no order: CPython's errors, where there are two of them to be compared."""

from __future__ import annotations

import heapq

import pytest

from tests.run.support import check, expression

LISTS = [[1j, 2j], [1j], [{"a": 1}, {"b": 2}], [{}], [None], [None, None]]
LINES = ["sorted(a)", "a.sort()", "a.sort(reverse=True)", "sorted(a, key=lambda x: x)", "max(a)", "min(a)"]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("items", LISTS, ids=repr)
def test_of_lists(line, items):
    check(expression(line, "a"), items)


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
def test_of_two_lists(sign):
    for a, b in (([1], ["a"]), ([1j, 2j], [1j, 3j]), ([1j], [1j]), ([b"x"], ["x"]), ([1], [2.5])):
        check(expression(f"a {sign} b"), a, b)


class Leaf:
    def __init__(self, name):
        self.name = name


class Node:
    def __init__(self, left, right):
        self.left, self.right = left, right


def merged(weights):
    heap = [(weight, k, Leaf(k)) for k, weight in enumerate(weights)]
    heapq.heapify(heap)
    for k in range(1, len(weights)):
        first = heapq.heappop(heap)
        second = heapq.heappop(heap)
        heapq.heappush(heap, (first[0] + second[0], -k, Node(first[2], second[2])))
    return heap[0][:2]


def of_several_classes(weights):
    heap = [(weight, Leaf(weight)) for weight in weights]
    heap.append((weights[0] + 1, Node(1, 2)))
    return min(heap)[0], sorted(heap)[0][0]


@pytest.mark.parametrize("function", [merged, of_several_classes])
def test_objects_of_several_classes_behind_what_tells_them_apart(function):
    for weights in ([5, 3, 9, 1], [4, 4, 9], [2, 3]):
        check(function, weights)
