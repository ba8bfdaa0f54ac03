"""Functions behind decorators of the standard library, and its context managers, compared with CPython."""

from __future__ import annotations

import contextlib

import pytest

from tests.run.support import check, check_program

PROGRAMS = {
    "caches": """
        from functools import cache, lru_cache

        @lru_cache(maxsize=None)
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)

        @cache
        def paths(r: int, c: int) -> int:
            return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)

        @lru_cache(maxsize=3)
        def text(a, b=2, *, k="x"):
            return f"{a}{b}{k}"

        @lru_cache
        def edits(a, b):
            if not a or not b:
                return len(a) + len(b)
            if a[0] == b[0]:
                return edits(a[1:], b[1:])
            return 1 + min(edits(a[1:], b), edits(a, b[1:]), edits(a[1:], b[1:]))

        @jit
        def main():
            return fib(80), paths(16, 16), [text(i % 5) for i in range(12)], text(1, b=3), edits("kitten on", "sitting in")
    """,
    "functions by the class of an argument": """
        from dataclasses import dataclass
        from functools import singledispatch

        @dataclass
        class Square:
            side: float

        @singledispatch
        def area(shape, scale):
            return 0.0

        @area.register
        def _(shape: Square, scale):
            return shape.side * shape.side * scale

        @area.register(str)
        @area.register(bytes)
        def _(shape, scale):
            return len(shape) * scale

        @area.register(int)
        def number(shape, scale):
            return shape, scale

        @area.register(bool)
        def flag(shape, scale):
            return "flag"

        @jit
        def main():
            return area(Square(2.0), 3), area("abc", 2), area(b"ab", 2), area(7, 1), area(True, 1), area(2.5, 1), area([1], 1)
    """,
    "caches by another name": """
        from functools import cache as memo

        @jit
        def main():
            @memo
            def fib(k):
                return k if k < 2 else fib(k - 1) + fib(k - 2)

            return fib(60)
    """,
    "what caches are asked": """
        from functools import cache, lru_cache

        @cache
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)

        @lru_cache(maxsize=3)
        def square(x):
            return x * x

        @jit
        def main():
            @lru_cache(maxsize=2)
            def double(k):
                return 2 * k

            @cache
            def other(k):
                return -k

            found = [fib(20), fib(10)]
            info = fib.cache_info()
            fib.cache_clear()
            for k in range(10):
                found.append(square(k % 4) + double(k % 3) + double(0) + other(k % 3))
            print(square.cache_info(), double.cache_info(), f"{fib.cache_info()}")
            square.cache_clear()
            double.cache_clear()
            other.cache_clear()
            found += [square(2), square(2), double(1), double(1), other(4)]
            hits, misses, size, count = square.cache_info()
            return found, info, info.hits / (info.hits + info.misses), hits, misses, size, count, double.cache_info().currsize
    """,
    "caches of inner functions": """
        import functools
        from functools import cache, lru_cache

        @jit
        def main():
            a, b, calls = "thisisatest", "testing123testing", []

            @cache
            def common(i, j):
                if i == len(a) or j == len(b):
                    return ""
                if a[i] == b[j]:
                    return a[i] + common(i + 1, j + 1)
                x, y = common(i + 1, j), common(i, j + 1)
                return x if len(x) >= len(y) else y

            @lru_cache(maxsize=2)
            def noted(k, m=1):
                calls.append(k * m)
                return k * m

            @functools.lru_cache(None)
            def nothing():
                calls.append(100)

            @lru_cache
            def ways(coins: tuple[int, ...], amount):
                if amount == 0:
                    return 1
                if amount < 0 or not coins:
                    return 0
                return ways(coins, amount - coins[0]) + ways(coins[1:], amount)

            for i in range(6):
                noted(i % 3); noted(1); noted(1, 2)
            before = len(calls)
            noted.cache_clear()
            noted(1), nothing(), nothing()
            return common(0, 0), calls, before, ways(tuple([50, 20, 10, 5]), 200)
    """,
    "managers of inner functions": """
        import contextlib
        from contextlib import contextmanager

        @jit
        def main():
            log = []

            @contextmanager
            def scope(name):
                log.append("in " + name)
                try:
                    yield len(name)
                except ValueError as error:
                    log.append(str(error))
                finally:
                    log.append("out " + name)

            @contextlib.contextmanager
            def silent():
                yield

            with scope("a") as length, scope("bb") as other:
                log.append(f"{length} {other}")
            with silent(), scope("c"):
                raise ValueError("refused")
            return log
    """,
    "decorators that keep names": """
        import functools
        from functools import wraps

        def counted(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                return function(*args, **kwargs) + 1
            return wrapper

        @jit
        def main():
            def doubled(function):
                @wraps(function)
                def wrapper(k):
                    return function(k) * 2
                return wrapper

            @counted
            def product(k, m=2):
                return k * m

            @doubled
            @counted
            def plain(k):
                return k

            return product(3), product(3, m=4), plain(5)
    """,
    "order by a function": """
        from functools import cmp_to_key

        @jit
        def main():
            xs = [3, 30, 34, 5, 9]

            def by_length(a, b):
                return len(str(b)) - len(str(a)) or a - b

            joined = sorted(map(str, xs), key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1))
            down = xs[:]
            down.sort(key=cmp_to_key(lambda a, b: b - a))
            key = cmp_to_key(by_length)
            return sorted(xs, key=key), "".join(joined), down, max(xs, key=key), key(3) == key(3), key(3) < key(30)
    """,
    "managers": """
        from contextlib import closing, contextmanager, nullcontext, suppress

        @contextmanager
        def tag(log, name):
            log.append(f"<{name}>")
            try:
                yield name
            finally:
                log.append(f"</{name}>")

        @contextmanager
        def guard(default):
            box = [default]
            try:
                yield box
            except (ValueError, KeyError):
                box[0] = -1
            else:
                box[0] += 1

        class Resource:
            def __init__(self):
                self.open = True

            def close(self):
                self.open = False

        @jit
        def main_tags():
            log = [""]

            def first(k):
                for i in range(5):
                    with tag(log, str(i)):
                        if i == k:
                            return i
                        if i == 0:
                            continue
                        if i == 3:
                            break
                return -1

            with tag(log, "a") as n:
                log.append(n)
            try:
                with tag(log, "c"):
                    raise ValueError("oops")
            except ValueError as e:
                log.append(str(e))
            return first(2), first(9), log

        @jit
        def main_others():
            with guard(5) as a:
                a[0] = 10
            with guard(5) as b:
                raise ValueError("x")
            n = 0
            with suppress(KeyError, IndexError):
                n += 1
                {1: 2}[n + 5]
                n += 10
            with nullcontext(5) as v:
                n += v
            try:
                with suppress(KeyError):
                    int("x")
            except ValueError:
                n += 1000
            r = Resource()
            with closing(r) as q:
                was = q.open
            return a, b, n, was, r.open
    """,
    "wrong_managers": """
        from contextlib import contextmanager

        @contextmanager
        def twice():
            yield 1
            yield 2

        @contextmanager
        def never(x):
            if x:
                yield 1

        @jit
        def main():
            out = []
            try:
                with twice():
                    pass
            except RuntimeError as e:
                out.append(str(e))
            try:
                with never(0):
                    pass
            except RuntimeError as e:
                out.append(str(e))
            return out
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)


class Store:
    def __init__(self):
        self.depth = 0
        self.log = [0]

    @contextlib.contextmanager
    def change(self, by=1):
        self.depth += by
        try:
            yield self.depth
        finally:
            self.depth -= by
            self.log.append(self.depth)


def changes(n):
    store = Store()
    with store.change() as depth, store.change(n) as deeper:
        store.log.append(depth * 10 + deeper)
    try:
        with store.change(by=3):
            raise ValueError(store.depth)
    except ValueError as error:
        store.log.append(error.args[0])
    return store.log, store.depth


def test_methods_that_give_context_managers():
    check(changes, 5)
