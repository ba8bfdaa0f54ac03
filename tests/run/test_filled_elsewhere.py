"""Lists, dicts and sets that are made in one function and filled in others, which know alone of what they are."""

from __future__ import annotations

import functools
import heapq
from typing import Any

from coluber import njit
from tests.run.support import check


def subsets(numbers: Any) -> Any:
    found, path = [], []

    def go(start: int) -> None:
        found.append(path[:])
        for k in range(start, len(numbers)):
            path.append(numbers[k])
            go(k + 1)
            path.pop()

    go(0)
    return found


def longest_common(a: str, b: str) -> str:
    memo = {}

    def go(i: int, j: int) -> Any:
        if (i, j) in memo:
            return memo[i, j]
        if i == len(a) or j == len(b):
            text = ""
        elif a[i] == b[j]:
            text = a[i] + go(i + 1, j + 1)
        else:
            text = max(go(i + 1, j), go(i, j + 1), key=len)
        memo[i, j] = text
        return text

    return go(0, 0)


def grid_texts(n: int) -> str:
    memo = {}

    def go(i: int, j: int) -> str:
        if (i, j) in memo:
            return memo[i, j]
        if i == 0 or j == 0:
            return "x"
        text = go(i - 1, j) + go(i, j - 1)
        memo[i, j] = text
        return text

    return go(n, n)


def by_two(n: int) -> Any:
    seen = {}

    def a(k: int) -> Any:
        if k not in seen:
            seen[k] = b(k)
        return seen[k]

    def b(k: int) -> Any:
        return (".", 0.5) if k == 0 else (a(k - 1)[0] + str(k), 2.0)

    return a(n), seen


def queens(n: int) -> Any:
    found = []

    def place(row: int, columns: Any) -> None:
        if row == n:
            found.append(columns[:])
            return
        for c in range(n):
            if all(c != other and abs(c - other) != row - r for r, other in enumerate(columns)):
                columns.append(c)
                place(row + 1, columns)
                columns.pop()

    place(0, [])
    return found


def arrangements(n: int) -> Any:
    found = []

    def place(row: int, columns: Any) -> None:
        if row == n:
            found.append(columns[:])
            return
        for c in range(n):
            # What the generator gives depends on the list that is filled behind the loop.
            for taken in (other == c for other in columns):
                if taken:
                    break
            else:
                columns.append(c)
                place(row + 1, columns)
                columns.pop()

    place(0, [])
    return found


def test_inner_functions_fill_what_they_capture() -> None:
    check(arrangements, 3)
    check(subsets, [1, 2, 3])
    check(longest_common, "AGGTAB", "GXTXAYB")
    check(grid_texts, 3)
    check(by_two, 4)
    check(queens, 5)
    check(queens, 3)


@njit
def fill(pairs: Any, counts: Any, text: str) -> None:
    for k, c in enumerate(text):
        pairs.append((k, c))
        counts[c] = counts.get(c, 0) + 0.5


@njit
def empty_list() -> Any:
    return []


@njit
def empty_dict() -> Any:
    return {}


def filled_elsewhere(text: str) -> Any:
    pairs, counts = [], {}
    fill(pairs, counts, text)
    numbers, texts, lists = empty_list(), empty_list(), empty_dict()
    numbers.append(len(text))
    texts.append(text)
    lists["key"] = [1.5]
    heap = [(0, 1)]
    heapq.heappush(heap, (2.5, 0))
    return pairs, counts, numbers, texts, lists, heapq.heappop(heap)[1]


def test_functions_fill_what_others_make() -> None:
    check(filled_elsewhere, "abca")


@njit
def towers(n: int, a: str, b: str, c: str) -> Any:
    if n == 0:
        return []
    return towers(n - 1, a, c, b) + [(a, c)] + towers(n - 1, b, a, c)


@njit
def sums_to(numbers: Any, total: int) -> Any:
    if not numbers:
        return [[]] if total == 0 else []
    head, *rest = numbers
    return [[head] + found for found in sums_to(rest, total - head)] + sums_to(rest, total)


@njit
def determinant(m: Any) -> Any:
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([row[:j] + row[j + 1 :] for row in m[1:]]) for j in range(len(m)))


def recursive(n: int) -> Any:
    return towers(n, "A", "B", "C"), sums_to([1, 2, 3, 4], n + 2), determinant([[2, 0, 1], [1, 3, 2], [1, 1, n]])


def test_recursive_functions_give_empty_lists_first() -> None:
    check(recursive, 3)


def cheapest_order(sizes: Any) -> int:
    @functools.cache
    def cost(i: int, j: int) -> int:
        return min((cost(i, k) + sizes[i] * sizes[k] * sizes[j] + cost(k, j) for k in range(i + 1, j)), default=0)

    return cost(0, len(sizes) - 1)


def test_a_default_says_what_the_least_of_recursive_results_is() -> None:
    check(cheapest_order, [1, 2, 3, 4, 3])


def walk(node: str, parent: Any, near: Any, parents: Any, order: Any) -> None:
    for other in near[node]:
        if other != parent:
            walk_from(other, node, near, parents, order)
    parents[node] = parent
    order.insert(0, node)


walk_from = njit(walk)


def test_a_function_that_calls_itself_with_another_type():
    """The first call puts None there, the others texts."""

    @njit
    def ordered(near):
        parents, order = {}, []
        walk_from("a", None, near, parents, order)
        return parents, order

    near = {"a": ["b", "c"], "b": ["a", "d"], "c": ["a"], "d": ["b"]}
    assert ordered(near) == ({"d": "b", "b": "a", "c": "a", "a": None}, ["a", "c", "b", "d"])


def none_by_name(names: Any) -> Any:
    return dict.fromkeys(names)


def nones(count: int) -> Any:
    return [None] * count


def test_what_begins_with_none_elsewhere() -> None:
    def f(names, x):
        seen, rows, kept = none_by_name(names), nones(3), {name: None for name in names}  # noqa: C420
        seen["a"], rows[1], kept["b"] = True, x, names
        return seen, rows, kept

    check(f, ["a", "b"], 2.5)
    check(f, ["a", "b"], "text")


class Unused:
    def __init__(self, items: Any) -> None:
        pass


class Last:
    def __init__(self, items: Any) -> None:
        self.last: Last | None = None
        self.n = 0
        for item in items:
            self.n = item


def test_empty_lists_that_classes_are_given() -> None:
    def f():
        Unused([])
        Unused({})
        return Last([]).n, Last([3]).n, Last([]).last is None

    check(f)
