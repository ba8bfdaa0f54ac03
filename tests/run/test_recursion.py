"""Recursion without end raises RecursionError; it does not end the process."""

from __future__ import annotations

import functools
import gc
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from coluber import _native, njit
from coluber.core.errors import TypingError, UnsupportedError
from tests.run.support import check


@njit
def down(n: int) -> int:
    return 0 if n == 0 else down(n - 1) + 1


@njit
def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


@njit
def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


@njit
def apply(function, n: int) -> int:
    return 0 if n == 0 else function(function, n - 1) + 1


@njit
def with_array(n: int) -> float:
    values = np.full(3, 1.0)
    if n == 0:
        return values[0]
    return with_array(n - 1) + values[1]


@njit
def caught(n: int) -> int:
    values = np.zeros(5)
    try:
        return down(n)
    except RecursionError:
        return -values.size


@njit
def three(a: int) -> int:
    if a == 0:
        return 1
    return three(a - 1) + (four(a - 1) if a % 2 else 0)


@njit
def four(a: int) -> int:
    return three(a - 1) if a > 3 else 2


def unbounded() -> list[Callable[[], object]]:
    return [
        lambda: down(-1),
        lambda: even(-1),
        lambda: odd(-1),
        lambda: apply(apply, -1),
        lambda: with_array(-1),
        lambda: three(-1),
        lambda: four(10**9),
    ]


def assert_all_raise() -> None:
    for call in unbounded():
        with pytest.raises(RecursionError, match="^maximum recursion depth exceeded$"):
            call()
    assert caught(-1) == -5


def test_bounded_recursion_is_unharmed() -> None:
    assert down(5000) == 5000
    assert (even(4000), odd(4001), even(4001)) == (True, True, False)
    assert apply(apply, 3000) == 3000
    assert with_array(2000) == 2001.0
    assert (three(4), four(5)) == (three.py_func(4), four.py_func(5))
    assert caught(100) == 100


def test_on_the_main_stack() -> None:
    assert_all_raise()


def test_traceback_is_bounded() -> None:
    with pytest.raises(RecursionError) as raised:
        down(-1)
    names = [entry.name for entry in raised.traceback]
    assert 100 < names.count("down") <= 1001
    assert raised.value.__traceback__ is not None


@pytest.mark.parametrize("kib", [64, 128, 256, 4096])
def test_on_the_stack_of_a_thread(kib: int) -> None:
    assert_all_raise()
    done = []

    def run() -> None:
        for call in unbounded():
            try:
                call()
            except RecursionError as error:
                done.append(str(error))
        done.append(caught(-1))

    before = threading.stack_size(kib << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert done == ["maximum recursion depth exceeded"] * 7 + [-5]


@pytest.mark.parametrize("limit", ["256", "1024", "unlimited"])
def test_limit_of_the_process(fresh_python: Callable[..., str], limit: str) -> None:
    code = """
        import os, resource, subprocess, sys

        limit = resource.RLIM_INFINITY if sys.argv[1] == "unlimited" else int(sys.argv[1]) << 10
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
        program = "from tests.run import test_recursion; test_recursion.assert_all_raise(); print('survived')"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=sys.argv[2])
        print(done.stdout, done.stderr, done.returncode)
    """
    assert fresh_python(code, limit, str(Path(__file__).parents[2])).split() == ["survived", "0"]


def test_nothing_leaks() -> None:
    caught(-1)
    # What earlier tests left in cycles of references.
    gc.collect()
    before = _native.live_allocations()
    for _ in range(3):
        assert_all_raise()
    assert _native.live_allocations() == before


def call_each_other(n):
    calls = 0

    def even(k):
        nonlocal calls
        calls += 1
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(n), odd(n), calls


def calculated(text):
    """A parser by recursive descent: the functions call each other, and share the position."""
    words = text.split()
    at = 0

    def total():
        nonlocal at
        value = product()
        while at < len(words) and words[at] in ("+", "-"):
            sign = 1 if words[at] == "+" else -1
            at += 1
            value += sign * product()
        return value

    def product():
        nonlocal at
        value = single()
        while at < len(words) and words[at] == "*":
            at += 1
            value *= single()
        return value

    def single():
        nonlocal at
        word = words[at]
        at += 1
        if word == "(":
            value = total()
            at += 1
            return value
        return float(word)

    return total(), at


def with_parameter_of_the_same_name(k):
    def first(n):
        return second(n - 1, k) if n else 0

    def second(n, k):
        return first(n) + k

    return first(3)


def test_inner_functions_that_call_each_other():
    for n in (0, 7):
        assert njit(call_each_other)(n) == call_each_other(n)
    text = "2 * ( 3 + 4 ) - 1 * 5"
    assert njit(calculated)(text) == calculated(text)
    with pytest.raises(UnsupportedError, match="inner functions that call each other"):
        njit(with_parameter_of_the_same_name)(2)


# In a smaller stack CPython 3.14 itself compiles and calls nothing.
SMALL_STACKS = [64, 256, 1024] if sys.version_info < (3, 14) else [256, 1024]


@pytest.mark.parametrize("kib", SMALL_STACKS)
def test_long_chains_of_functions_to_compile(fresh_python: Callable[..., str], kib: int) -> None:
    code = """
        import sys, threading
        from coluber import njit
        from coluber.core.errors import TypingError

        lines = ["@njit\\ndef f0(x): return x + 1"]
        lines += [f"@njit\\ndef f{k}(x): return f{k - 1}(x) + 1" for k in range(1, 1500)]
        names = {"njit": njit}
        exec("\\n".join(lines), names)

        def run():
            try:
                print(names["f1499"](1))
            except TypingError as error:
                print("too many functions call each other" in str(error))
            print(names["f1"](1))

        threading.stack_size(int(sys.argv[1]) << 10)
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    """
    assert fresh_python(code, str(kib)).split() == ["True", "3"]


def _digits(n, found=()):
    if n == 0:
        return len(found), found
    return _digits(n // 2, (*found, n % 2))


def _shortest(graph, node, target, path=()):
    path = (*path, node)
    if node == target:
        return path
    best = None
    for other in graph[node]:
        if other not in path:
            found = _shortest(graph, other, target, path)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
    return best


def _way(n):
    return _shortest({k: [(k + 1) % n, 3 * k % n, (k + 5) % n] for k in range(n)}, 0, n // 2)


def _orders(items, so_far=()):
    if not items:
        return [so_far]
    found = []
    for k in range(len(items)):
        found += _orders(items[:k] + items[k + 1 :], (*so_far, items[k]))
    return found


def _orders_of(n):
    return _orders(list(range(n))), sorted(_orders([str(k) for k in range(n)]), reverse=True)[:3]


def _chosen(items, k, so_far=()):
    if len(so_far) == k:
        yield so_far
        return
    for at, item in enumerate(items):
        yield from _chosen(items[at + 1 :], k, (*so_far, item))


def _choices(n):
    return list(_chosen(list(range(n)), 3))


def _keyed(n, path=()):
    return {path: n} if n == 0 else {**_keyed(n - 1, (*path, n)), path: n}


@pytest.mark.parametrize(("function", "n"), [(_digits, 1234), (_way, 7), (_orders_of, 4), (_choices, 6), (_keyed, 9)])
def test_tuples_that_grow(function, n):
    """Behind some calls they have a type without a length."""
    check(function, n)


def test_tuples_of_several_types_that_grow_are_named():
    @njit
    def digits(n, found=()):
        if n == 0:
            return len(found)
        return digits(n // 2, (*found, n % 2, str(n)))

    with pytest.raises(TypingError, match="the tuple 'found' grows with each call of .*digits'") as caught:
        digits(5)
    assert len(str(caught.value).splitlines()) < 20


@functools.cache
def _ways(n, coins):
    if n == 0:
        return 1
    if n < 0 or not coins:
        return 0
    return _ways(n - coins[0], coins) + _ways(n, coins[1:])


def test_recursion_over_shorter_and_shorter_tuples_takes_no_exponential_time():
    """Each length is a function of its own that calls itself and the next."""

    @njit
    def change(n):
        return _ways(n, (500, 200, 100, 50, 20, 10, 5, 2, 1))

    start = time.perf_counter()
    assert change(60) == change.py_func(60)
    assert time.perf_counter() - start < 60


def test_a_chain_of_functions_below_a_failure_is_typed_once():
    """What fails is tried with other types by each of its callers; what they called before that and is there is used again."""
    lines = ["def f0(x): return x.nothing"]
    for k in range(1, 12):
        lines.append(f"def g{k}(x, n): return 0 if n < 1 else 1 + g{k}(x, n - 1)")
        lines.append(f"def f{k}(x): return g{k}(x, 2) + f{k - 1}(x)")
    names: dict = {}
    exec("\n".join(lines), names)
    for name in [name for name in names if name[0] in "fg"]:
        names[name] = njit(names[name])
    start = time.perf_counter()
    with pytest.raises(TypingError, match="nothing"):
        names["f11"](1)
    assert time.perf_counter() - start < 60


def _each(items, k):
    if k == 0:
        yield from items
    else:
        yield from _each(map(abs, items), k - 1)


def _sieve(items):
    first = next(items)
    yield first
    yield from _sieve(x for x in items if x % first)


def _wrapped(items, k):
    return items if k == 0 else _wrapped([items], k - 1)


@pytest.mark.parametrize(
    "function",
    [lambda: list(_each(iter([1, -2]), 2)), lambda: next(_sieve(iter(range(2, 100)))), lambda: _wrapped([1], 3)],
    ids=["iterators", "expressions", "lists"],
)
def test_types_that_grow_with_each_call_are_refused(function):
    with pytest.raises(TypingError, match="the types of the arguments grow with each call") as caught:
        njit(function)()
    assert len(str(caught.value)) < 5000


def _inner_first(k):
    if k > 0:
        yield from _inner_first(k - 1)
    yield k


@njit
def _closed(n):
    it = _inner_first(n)
    first = next(it)
    it.close()
    return first


@njit
def _abandoned(n):
    return next(_inner_first(n))


@pytest.mark.parametrize("function", [_closed, _abandoned], ids=["closed", "abandoned"])
def test_long_chains_of_generators_are_closed(function):
    """Those that wait for others are closed inside of each other, where there is stack for that."""
    assert function(100) == 0
    for n in (30_000, 60_000, 300_000):
        try:
            assert function(n) == 0
        except RecursionError:
            pass
