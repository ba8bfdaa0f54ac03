"""The modules heapq, bisect, copy and the clocks of time in compiled code."""

from __future__ import annotations

import bisect
import copy
import heapq
import math
import random
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import njit
from tests.run.support import check, source

ITEMS = [
    [3, 1, 2, 5, 4, 1, 3],
    [2.5, -1.0, 2.5],
    ["b", "a", "ab", ""],
    [(2, "x"), (1, "z"), (1, "y")],
    [1],
]


def heapify(a):
    heapq.heapify(a)
    return a


def pushed(a):
    out = []
    for item in a:
        heapq.heappush(out, item)
    return out


def popped(a):
    heapq.heapify(a)
    return [heapq.heappop(a) for _ in range(len(a))]


def replaced(a):
    heapq.heapify(a)
    out = []
    for item in list(a):
        out.append(heapq.heapreplace(a, item))
        out.append(heapq.heappushpop(a, item))
    return out, a


def extremes(a):
    return heapq.nsmallest(2, a), heapq.nlargest(2, a), heapq.nsmallest(len(a) > 99, a), heapq.nlargest(99, a)


def keyed(a):
    return heapq.nsmallest(2, a, key=lambda x: str(x)), heapq.nlargest(2, a, key=lambda x: str(x))


def pop_empty(a):
    a.clear()
    return heapq.heappop(a)


@pytest.mark.parametrize("function", [heapify, pushed, popped, replaced, extremes, keyed, pop_empty])
@pytest.mark.parametrize("items", ITEMS, ids=repr)
def test_heaps(function, items):
    check(function, items)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 8)))
def test_places_of_equal_items(items):
    pairs = [(x, float(k)) for k, x in enumerate(items)] or [(1, 2.0)]
    expected = heapify(list(pairs))
    assert compiled_heapify(list(pairs)) == expected
    assert compiled_popped(list(pairs)) == popped(list(pairs))


compiled_heapify, compiled_popped = njit(heapify), njit(popped)


def merged(a, b):
    a.sort()
    b.sort()
    return list(heapq.merge(a, b)), list(heapq.merge(a, b, a)), list(heapq.merge(a)), list(heapq.merge(a, range(3)))


def merged_in_reverse(a, b):
    a.sort(reverse=True)
    b.sort(reverse=True)
    return list(heapq.merge(a, b, reverse=True)), [x for x in heapq.merge(a, b, key=lambda x: -x)]


def test_merge():
    check(merged, [3, 1, 2], [2, 2, 5])
    check(merged_in_reverse, [3, 1, 2], [2, 2, 5])


def dijkstra(edges, n):
    rows = [[(0, 0.0)] for _ in range(n)]
    for a, b, length in edges:
        rows[a].append((b, length))
    distance = [np.inf] * n
    distance[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        d, a = heapq.heappop(heap)
        if d > distance[a]:
            continue
        for b, length in rows[a][1:]:
            if d + length < distance[b]:
                distance[b] = d + length
                heapq.heappush(heap, (distance[b], b))
    return distance


def test_shortest_paths():
    choose = random.Random(1)
    check(dijkstra, [(choose.randrange(50), choose.randrange(50), choose.random()) for _ in range(200)], 50)


def places(a, x):
    return bisect.bisect_left(a, x), bisect.bisect_right(a, x), bisect.bisect(a, x)


def places_between(a, x):
    return bisect.bisect_left(a, x, 1), bisect.bisect_right(a, x, 1, 2), bisect.bisect(a, x, lo=1, hi=len(a))


def inserted(a, x):
    bisect.insort(a, x)
    bisect.insort_left(a, x)
    bisect.insort_right(a, x)
    return a


def places_by_key(a, x):
    return bisect.bisect_left(a, x, key=lambda y: y), bisect.bisect_right(a, x, key=lambda y: y)


def wrong_place(a, x):
    return bisect.bisect(a, x, -1)


SORTED = [([1, 2, 2, 3], 2), ([1.5, 2.5], 2.0), (["a", "b"], "b"), ([(1, "x"), (2, "y")], (1, "z")), ([5, 5, 5], 9)]


@pytest.mark.parametrize("function", [places, places_between, inserted, places_by_key, wrong_place])
@pytest.mark.parametrize(("items", "x"), SORTED, ids=repr)
def test_bisect(function, items, x):
    check(function, items, x)


def test_bisect_in_an_array():
    assert njit(places)(np.array([1.0, 2.0, 2.0]), 2.0) == (1, 3, 3)


def copies(a):
    b = copy.copy(a)
    b.append(a[0])
    c = copy.copy({1: a})
    c[2] = b
    return a, b, c, copy.copy(2.5), copy.copy("x"), copy.copy((1, a))


def test_copies():
    check(copies, [[1], [2]])


def clocks():
    return (
        time.time(),
        time.perf_counter(),
        time.monotonic(),
        time.process_time(),
        time.time_ns() / 1e9,
        time.perf_counter_ns() / 1e9,
        time.thread_time() * 0.0,
    )


def test_sleep():
    @njit
    def f(x):
        before = time.monotonic()
        time.sleep(x)
        return time.monotonic() - before

    assert 0.06 <= f(0.06) < 1
    assert f(0) < 0.05
    for x in (-1.0, math.nan, math.inf, -1):
        with pytest.raises((ValueError, OverflowError)) as expected:
            time.sleep(x)
        with pytest.raises(expected.type, match=str(expected.value)[:8]):
            f(x)


def test_other_threads_run_while_one_sleeps():
    f = njit(lambda x: time.sleep(x))
    f(0.0)
    seen = []
    other = threading.Thread(target=lambda: seen.extend(time.monotonic() for _ in range(3)))
    other.start()
    f(0.3)
    assert time.monotonic() - seen[-1] > 0.1
    other.join()


def test_clocks():
    before, found, after = clocks(), njit(clocks)(), clocks()
    assert all(a <= x <= b for a, x, b in zip(before, found, after, strict=True))


@pytest.mark.parametrize("rows", [[[1, 4], [2, 3], []], [[5]], []])
@pytest.mark.parametrize(
    "text",
    ["*rows", "*rows, key=lambda x: x", "*[sorted(row) for row in rows]", "*(row for row in rows)", "*map(sorted, rows)"],
)
def test_merge_of_a_list_of_iterables(text, rows):
    check(source(f"import heapq\n\ndef f(rows):\n    rows = rows + [[0, 9]]\n    return list(heapq.merge({text}))\n"), rows)


def test_merge_of_a_list_in_reverse():
    def f(rows):
        return list(heapq.merge(*rows, key=lambda pair: pair[0], reverse=True)), next(heapq.merge(*rows, reverse=True))

    check(f, [[(4, "a"), (1, "b")], [(5, "c")]])
