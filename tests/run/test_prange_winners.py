"""Loops over `prange` that keep the best value and its position: they are divided, and give what the loop in order gives."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from coluber import errors, get_num_threads, njit, prange, set_num_threads


@pytest.fixture(autouse=True)
def threads():
    """Run with more threads than this machine may have cores."""
    before = get_num_threads()
    try:
        set_num_threads(3)
    except ValueError:
        pytest.skip("fewer threads are allowed")
    yield
    set_num_threads(before)


def strict(a, m):
    best, pos = -5.0, -1
    low, at = 100.0, 7
    for i in prange(a.shape[0]):
        if a[i] > best:
            best = a[i]
            pos = i
        if m[i] and low > a[i]:
            low, at = a[i], i
    return best, pos, low, at


def last(a, m):
    best, pos = 3.0, 1
    low, at = 2.0, 1
    for i in prange(a.shape[0]):
        if a[i] >= best:
            best, pos = a[i], i
        if not m[i]:
            continue
        if a[i] <= low:
            low = a[i]
            at = i
    return best, pos, low, at


def several(a, m):
    best, row, column, where, found = -math.inf, 0, 0, (0, 0), False
    total = 0.0
    for i in prange(a.shape[0]):
        total += a[i]
        for j in range(3):
            x = a[i] * (j - 1) + m[i]
            if x > best:
                best = x
                row, column = i, j
                where = (i, j)
                found = True
    return best, row, column, where, found, total


def unbound(a, m):
    best = -2.0
    for i in prange(a.shape[0]):
        if a[i] >= best:
            best = a[i]
            pos = i
    return best, pos


def whole(a, m):
    n = 1
    at = -1
    top = 2
    for i in prange(a.shape[0]):
        k = int(m[i]) * 3 - i % 7
        if k <= n:
            if i % 3:
                n = k
                at = i
        if k <= top:
            continue
        top = k
    return n, at, top


def texts(a, m):
    names = ["b", "a", "ccc", "", "cc"]
    best = "a"
    pos = 0
    for i in prange(a.shape[0]):
        name = names[int(m[i]) + i % 4]
        if name >= best:
            best = name
            pos = i
    return best, pos


def twice(a, m):
    best = 0.0
    pos = -1
    for i in prange(a.shape[0] - 1):
        if a[i] > best:
            best = a[i]
            pos = i
        if a[i + 1] > best:
            best = a[i + 1]
            pos = -i
    return best, pos


def by_position(a, m):
    pos, low = 0, 0
    for i in prange(a.shape[0]):
        if a[i] > a[pos]:
            pos = i
        if a[low] > a[i]:
            low = i
    return pos, low


def by_position_last(a, m):
    pos = 0
    found = False
    total = 0.0
    for i in prange(1, a.shape[0]):
        total += a[i]
        x = a[i]
        if m[i] and a[pos] <= x:
            pos, found = i, True
    return pos, found, total


def by_position_of_two(a, m):
    rows = np.stack((a, -a))
    top, pos = -1, 0
    for k in range(2):
        b = rows[k]
        for i in prange(b.size):
            if b[i] < b[pos]:
                pos = i
                top = k
    return top, pos


def by_position_of_nothing(a, m):
    pos = -1000
    b = a[:0]
    for i in prange(b.size):
        if b[i] > b[pos]:
            pos = i
    return pos, b.size


def flags(a, m):
    ok, found, at = True, False, -1
    for i in prange(a.shape[0]):
        if a[i] < 0:
            ok = False
        if a[i] == 2:
            found = True
            at = i
    return ok, found, at


def last_of_some(a, m):
    at, value, name, some, pair = None, 0, "none", [0], (0, 1)
    total = 0.0
    for i in prange(a.shape[0]):
        total += a[i] > 0
        if not m[i]:
            continue
        at = i
        if a[i] > 1:
            name = str(i)
            some = [i, 1]
        elif a[i] == 0:
            name = "zero"
            value = -i
        else:
            pair = (i, -i)
    return at, value, name, str(some), pair, total


def last_of_inner_loops(a, m):
    at, column, found = -1, -1, False
    for i in prange(a.shape[0]):
        for j in range(m[i] * 3):
            if a[i] * j == 2.0:
                at, column = i, j
                break
        for _ in prange(2):
            if a[i] == 0:
                found = True
    return at, column, found


def last_unbound(a, m):
    for i in prange(a.shape[0]):
        if a[i] == 2:
            pos = i
            x = 1
    return pos, x


def best_and_last(a, m):
    best, where, last, ok = 0.0, -1, -1, True
    for i in prange(a.shape[0]):
        if a[i] >= best:
            best, where = a[i], i
        if m[i]:
            last = i
        ok = ok and a[i] != 2
    return best, where, last, ok


FUNCTIONS = [strict, last, several, unbound, whole, texts, twice]
KEPT = [flags, last_of_some, last_of_inner_loops, last_unbound, best_and_last]
POSITIONS = [by_position, by_position_last, by_position_of_two, by_position_of_nothing]


@pytest.mark.parametrize("function", FUNCTIONS + POSITIONS + KEPT, ids=lambda f: f.__name__)
def test_the_best_and_its_position(function, capsys):
    compiled = njit(parallel=True)(function)
    rng = np.random.default_rng(5)
    for n in [1, 2, 3, 10, 1000]:
        for values in [rng.integers(0, 4, n), rng.normal(size=n), np.full(n, 2.0), np.zeros(n)]:
            a = values.astype(np.float64)
            a[rng.random(n) < 0.2] = rng.choice([np.nan, 3.0, 2.0, -0.0, np.inf, -np.inf])
            m = rng.integers(0, 2, n)
            try:
                expected = function(a, m)
            except UnboundLocalError:
                with pytest.raises(UnboundLocalError):
                    compiled(a, m)
                continue
            mine = compiled(a, m)
            assert str(mine) == str(tuple(x.item() if isinstance(x, np.generic) else x for x in expected)), (a, m)
    compiled.parallel_diagnostics(level=1)
    said = capsys.readouterr().out
    assert any(f"reductions: {name}" in said for name in ("best", "n", "pos", "low", "top", "total", "ok", "at"))


def counted(a):
    best, count = 0.0, 0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i]
            count += 1
    return best, count


def noted(a):
    best = 0.0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i]
            a[0] = 1.0
    return best


def older(a):
    best, pos = 0.0, 0
    for i in prange(a.size):
        old = best
        if a[i] > best:
            best = a[i]
            pos = i
        if a[i] * 2 > old:
            best = a[i] * 2
            pos = i
    return best, pos


def another(a):
    best, pos = 0.0, 0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i] + 1.0
            pos = i
    return best, pos


def sometimes(a):
    best, pos = 0.0, 0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i]
            if i % 2:
                pos = i
    return best, pos


def both(a):
    best, pos = 0.0, 0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i]
            pos = i
        elif a[i] <= best:
            pos = -i
    return best, pos


def negated(a):
    best, pos = 0.0, 0
    for i in prange(a.size):
        if not a[i] <= best:
            best, pos = a[i], i
    return best, pos


def changed(a):
    pos = 0
    for i in prange(a.size):
        if a[i] > a[pos]:
            pos = i
        a[i] = 0.0
    return pos


def of_another(a):
    pos = 0
    for i in prange(a.size - 1):
        if a[i + 1] > a[pos]:
            pos = i
    return pos


def used_too(a):
    pos, total = 0, 0
    for i in prange(a.size):
        if a[i] > a[pos]:
            pos = i
        total += pos
    return pos, total


def beside(a):
    pos = 0
    for i in prange(a.size):
        if a[i] > a[pos] + 1.0:
            pos = i
    return pos


def first(a):
    pos = -1
    for i in prange(a.size):
        if pos < 0 and a[i] > 0:
            pos = i
    return pos


def seen(a):
    last = -1
    for i in prange(a.size):
        if a[i] > 0:
            last = i
        a[i] = last
    return last


def behind_best(a):
    best, last = 0.0, 0
    for i in prange(a.size):
        if a[i] > best:
            best = a[i]
            continue
        last = i
    return best, last


def in_and(a):
    ok, last = True, 0.0
    for i in prange(a.size):
        ok = ok and (last := a[i]) > 0
    return ok, last


REFUSED = [
    first,
    seen,
    behind_best,
    in_and,
    changed,
    of_another,
    used_too,
    beside,
    counted,
    noted,
    older,
    another,
    sometimes,
    both,
    negated,
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_depends_on_the_order_is_refused(function):
    with pytest.raises(errors.UnsupportedError, match=re.escape("is carried from one iteration")):
        njit(parallel=True)(function)(np.ones(3))
