"""Functions behind decorators of the standard library, and its context managers, compared with CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

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
