"""`types.SimpleNamespace` and `argparse.Namespace`: as CPython."""

from __future__ import annotations

import argparse
from types import SimpleNamespace

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check

CONFIG = SimpleNamespace(steps=10, dt=0.5, inner=SimpleNamespace(k=3))


def integrate(p, n):
    total = 0.0
    for i in range(n):
        total += p.a * p.weights[i]
    p.total = total
    p.count += 1
    return total


def parameters():
    return SimpleNamespace(a=2.0, weights=[0.5, 1.5, 2.5], total=0.0, count=0)


def test_arguments_are_written_back():
    check(integrate, parameters(), 3)
    p = SimpleNamespace(a=2.0, weights=np.arange(5.0), total=0.0, count=7)
    assert njit(integrate)(p, 5) == 20.0
    assert (p.total, p.count) == (20.0, 8)


def test_changes_arrive_when_an_exception_leaves_the_call():
    @njit
    def fails(p):
        p.count += 1
        raise ValueError("over")

    p = parameters()
    with pytest.raises(ValueError, match="over"):
        fails(p)
    assert p.count == 1


def build(n):
    found = SimpleNamespace(name="run", values=[1, 2], inner=SimpleNamespace(best=None, n=0))
    for i in range(n):
        found.inner.n += i * 0.3
        found.inner.best = (i, found.inner.n)
        found.values.append(i)
    return found


def rows(words):
    found = [SimpleNamespace(word=word, size=len(word)) for word in words]
    found.sort(key=lambda row: (-row.size, row.word))
    return found, str(found[0]), repr(found[-1])


def compared(p):
    same = SimpleNamespace(a=1, b="x")
    return p == same, p != same, p == SimpleNamespace(a=1, b="y"), isinstance(p, SimpleNamespace), hasattr(p, "c")


def passed_on(a, **given):
    return SimpleNamespace(a=a, **given)


def by_name(p):
    return getattr(p, "n") + getattr(p, "m", 7)  # noqa: B009


def filled(p):
    if p.a is None:
        p.a = 3
    return p.a


def of_closures(x):
    return SimpleNamespace(f=lambda y: x + y).f(4)


def test_made_in_compiled_code():
    check(build, 4)
    check(rows, ["b", "abc", "aa"])
    check(compared, SimpleNamespace(a=1, b="x"))
    check(by_name, SimpleNamespace(n=2))
    check(filled, SimpleNamespace(a=None))
    check(filled, SimpleNamespace(a=5))
    check(of_closures, 3)
    assert njit(passed_on)(1, b=2.5, c="x") == SimpleNamespace(a=1, b=2.5, c="x")


def test_results_are_namespaces_with_names_in_order():
    made = njit(lambda x: SimpleNamespace(z=x, a=1))(2.5)
    assert type(made) is SimpleNamespace
    assert repr(made) == "namespace(z=2.5, a=1)"


def test_global_namespaces():
    def advance(x):
        CONFIG.steps += 1
        return x * CONFIG.dt * CONFIG.inner.k

    before = CONFIG.steps
    assert njit(advance)(2.0) == 3.0
    assert CONFIG.steps == before + 1


def test_namespaces_of_argparse():
    def shown(options):
        return f"{options.alpha}: {options}", options.n if options.verbose else -options.n

    parser = argparse.ArgumentParser()
    parser.add_argument("--alpha", type=float, default=0.1)
    parser.add_argument("-n", type=int)
    parser.add_argument("--verbose", action="store_true")
    check(shown, parser.parse_args(["-n", "10", "--verbose"]))
    assert njit(lambda n: argparse.Namespace(n=n))(3) == argparse.Namespace(n=3)


def test_what_is_refused():
    def grows():
        p = SimpleNamespace()
        p.n = 1
        return p.n

    with pytest.raises(TypingError, match="'SimpleNamespace' object has no attribute 'n'"):
        njit(grows)()
    with pytest.raises(TypingError, match="Unknown attribute 'zeta'"):
        njit(lambda p: p.zeta)(SimpleNamespace(a=1))
    with pytest.raises(TypeError, match="'a b', which is no identifier"):
        njit(lambda p: p)(SimpleNamespace(**{"a b": 1}))
