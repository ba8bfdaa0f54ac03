"""``with`` over instances of classes, compared with CPython."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from coluber import _native, int64, njit, types
from coluber.experimental import jitclass


def classes(decorate: Callable[[Any], Any]) -> tuple[Any, Any, Any]:
    """Make the managers with a decorator."""

    @decorate([("log", types.List(int64)), ("quiet", types.boolean)])
    class Manager:
        def __init__(self, quiet):
            self.log = [0]
            self.quiet = quiet

        def __enter__(self):
            self.log.append(1)
            return self

        def __exit__(self, kind, error, trace):
            self.log.append(2 if kind is None else 3)
            if error is None:
                return False
            if isinstance(error, KeyError):
                self.log.append(4)
            if kind is not None and issubclass(kind, (ValueError, IndexError)):
                self.log.append(5)
            return self.quiet

    @decorate([("value", int64)])
    class Number:
        def __init__(self, value):
            self.value = value

        def __enter__(self):
            return self.value * 2

        def __exit__(self, kind, error, trace):
            self.value = -1

    @decorate([("n", int64)])
    class Raising:
        def __init__(self, n):
            self.n = n

        def __enter__(self):
            if self.n == 0:
                raise RuntimeError("enter")
            return self

        def __exit__(self, kind, error, trace):
            if self.n == 1:
                raise RuntimeError("exit")

    return Manager, Number, Raising


def functions(decorate: Callable[[Any], Any], jit: Callable[[Any], Any]) -> list[tuple[Callable[..., Any], list[Any]]]:
    """Return functions, and arguments for each."""
    Manager, Number, Raising = classes(decorate)

    def fail(k):
        if k == 1:
            raise ValueError("one")
        if k == 2:
            raise KeyError("two")
        if k == 3:
            raise IndexError(3)
        return k

    fail = jit(fail)

    def plain(k):
        m = Manager(False)
        with m as x:
            x.log.append(10 + k)
        m.log.append(9)
        return m.log

    def caught(k):
        m = Manager(False)
        try:
            with m:
                m.log.append(fail(k))
        except (ValueError, KeyError):
            m.log.append(20)
        return m.log

    def suppressed(k):
        m = Manager(True)
        with m:
            m.log.append(fail(k))
        m.log.append(9)
        return m.log

    def entered(k):
        n = Number(k)
        with n as v:
            total = v + n.value
        return total, n.value

    def returned(k):
        m = Manager(False)
        for i in range(5):
            with m:
                if i == k:
                    return i, m.log
                if i == 1:
                    continue
                m.log.append(100 + i)
                if i == 3:
                    break
        return -1, m.log

    def nested(k):
        a, b = Manager(False), Manager(True)
        with a, b as c, Number(k) as v:
            c.log.append(v)
            fail(k)
        return a.log, b.log

    def bad(k):
        m = Manager(False)
        with m, Raising(k):
            m.log.append(fail(k))
        return m.log

    def leaves(k):
        with Manager(False):
            fail(k)
        return k

    def in_finally(k):
        n = Number(k)
        try:
            try:
                fail(k)
            finally:
                if k > 2:
                    return n.value, 5
        finally:
            with n as v:
                n.value += v
        return n.value, k

    def behind_a_break(k):
        m = Manager(False)
        for i in range(3):
            try:
                try:
                    m.log.append(i)
                finally:
                    if i == k:
                        break
            finally:
                with m:
                    m.log.append(50)
        return m.log

    def in_two_finallys(k):
        m, n = Manager(True), Number(k)
        with m:
            try:
                with n:
                    return k
            finally:
                with n:
                    fail(k)
        return n.value, m.log

    table = [in_finally, behind_a_break, in_two_finallys, plain, caught, suppressed, entered, returned, nested, bad, leaves]
    return [(jit(f), [0, 1, 2, 3, 4]) for f in table]


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """Return the value, or class and arguments of the exception."""
    try:
        return function(*args)
    except Exception as error:
        return type(error), error.args


EXPECTED = functions(lambda spec: lambda cls: cls, lambda f: f)
FOUND = functions(jitclass, njit)


@pytest.mark.parametrize("number", range(len(EXPECTED)), ids=[f.__name__ for f, _ in EXPECTED])
def test_as_in_cpython(number: int) -> None:
    """The same is logged, returned and raised; no memory is left."""
    (plain, arguments), (compiled, _) = EXPECTED[number], FOUND[number]
    for argument in arguments:
        assert outcome(compiled, argument) == outcome(plain, argument), argument
    gc.collect()
    before = _native.live_allocations()
    for argument in arguments:
        outcome(compiled, argument)
    gc.collect()
    assert _native.live_allocations() == before


def test_from_python() -> None:
    """An instance is a manager in Python, too."""
    manager = classes(jitclass)[1](4)
    with manager as value:
        assert value == 8
    assert manager.value == -1
