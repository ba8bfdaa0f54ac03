# ruff: noqa: E501
"""``send``, ``throw``, ``close``, the values of ``yield`` and ``yield from``, what runs when a generator ends: as CPython."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from coluber import _native, int64, njit
from coluber.experimental import jitclass
from tests.run.generators import check, functions, plain_value

ECHO = """
@jit
def echo(n):
    got = []
    while True:
        x = yield n
        got.append(x)
        if x is not None:
            n += x
"""

AVERAGE = """
@jit
def average():
    total, count, mean = 0.0, 0, 0.0
    while True:
        x = yield mean
        if x is None:
            break
        total += x
        count += 1
        mean = total / count
    return total, count
"""

FINAL = """
@jit
def final(n, log):
    try:
        for i in range(n):
            yield i
        log.append(100)
    finally:
        log.append(-1)
"""

GUARDED = """
@jit
def guarded(log):
    while True:
        try:
            yield len(log)
        except ValueError:
            log.append(1)
        except KeyError as e:
            log.append(2)
            yield -2
"""

# Each a title, what comes before `f`, the body of `f(n)`.
CONSUMED = [
    ("send", ECHO, "g = echo(n)\nnext(g)\nreturn g.send(2), g.send(3), next(g), g.send(n)"),
    ("send None first", ECHO, "g = echo(n)\nreturn g.send(None), g.send(5)"),
    ("send floats", AVERAGE, "g = average()\nnext(g)\nreturn g.send(1.5), g.send(2.5), g.send(n)"),
    (
        "the result",
        AVERAGE,
        "g = average()\nnext(g)\ng.send(2.0)\ntry:\n    g.send(None)\nexcept StopIteration as e:\n    return e.value\n",
    ),
    ("the result is lost in a loop", "@jit\ndef g(n):\n    yield n\n    return 'end'\n", "return [x for x in g(n)]"),
    (
        "the result of yield from",
        AVERAGE + "@jit\ndef outer(log):\n    while True:\n        r = yield from average()\n        log.append(r)\n",
        "log = [(0.0, 0)]\ng = outer(log)\nnext(g)\nfor x in (1.0, 3.0):\n    g.send(x)\nnext(g)\ng.send(7.0)\nnext(g)\nreturn log",
    ),
    (
        "yield from gives a value",
        "@jit\ndef inner(n):\n    for i in range(n):\n        yield i\n    return n * 10\n"
        "@jit\ndef outer(n):\n    x = yield from inner(n)\n    yield x\n    y = yield from (1, 2)\n    yield -1 if y is None else 0\n",
        "return list(outer(n))",
    ),
    (
        "recursive results",
        "@jit\ndef walk(n):\n    if n == 0:\n        return 0\n    yield n\n    d = yield from walk(n - 1)\n    return d + 1\n"
        "@jit\ndef top(n):\n    d = yield from walk(n)\n    yield d\n",
        "return list(top(n))",
    ),
    (
        "send text",
        "@jit\ndef g():\n    s = ''\n    while True:\n        x = yield s\n        s = s + x + ','\n",
        "g_ = g()\nnext(g_)\ng_.send('a')\nreturn g_.send('b' * n)",
    ),
    (
        "send another type than yielded",
        "@jit\ndef g():\n    words = []\n    while True:\n        w = yield len(words)\n        words.append(w)\n",
        "g_ = g()\nnext(g_)\ng_.send('a')\nreturn g_.send('b')",
    ),
    (
        "send lists",
        "@jit\ndef g():\n    n = 0\n    while True:\n        x = yield n\n        n += len(x)\n",
        "g_ = g()\nnext(g_)\ng_.send([1.5])\nreturn g_.send([1.0] * n)",
    ),
    ("finally at the end", FINAL, "log = [0]\ns = sum(final(n, log))\nreturn s, log"),
    ("finally when left", FINAL, "log = [0]\nfor x in final(n, log):\n    if x == 2: break\nlog.append(7)\nreturn x, len(log)"),
    ("finally at close", FINAL, "log = [0]\ng = final(n, log)\nnext(g)\ng.close()\nlog.append(5)\nreturn log, list(g)"),
    ("close before it begins", FINAL, "log = [0]\ng = final(n, log)\ng.close()\nreturn log, next(g, -5)"),
    ("close twice", FINAL, "log = [0]\ng = final(n, log)\nnext(g)\ng.close()\ng.close()\nreturn log"),
    (
        "throw",
        GUARDED,
        "log = [0]\ng = guarded(log)\nreturn next(g), g.throw(ValueError), g.throw(KeyError('k')), next(g), log",
    ),
    (
        "throw what is not handled",
        GUARDED,
        "log = [0]\ng = guarded(log)\nnext(g)\ntry:\n    g.throw(IndexError('x'))\nexcept IndexError as e:\n    return str(e), next(g, -9)",
    ),
    (
        "throw at the start",
        GUARDED,
        "log = [0]\ng = guarded(log)\ntry:\n    g.throw(ValueError('x'))\nexcept ValueError as e:\n    return str(e), next(g, -9), log",
    ),
    (
        "throw where nothing handles",
        "@jit\ndef g(n):\n    yield n\n    yield n\n",
        "g_ = g(n)\nnext(g_)\ntry:\n    g_.throw(KeyError(3))\nexcept KeyError:\n    return next(g_, -9)",
    ),
    (
        "throw through yield from",
        GUARDED + "@jit\ndef outer(log):\n    yield from guarded(log)\n",
        "log = [0]\ng = outer(log)\nreturn next(g), g.throw(ValueError), g.throw(KeyError), next(g), log",
    ),
    (
        "close through yield from",
        FINAL + "@jit\ndef outer(n, log):\n    try:\n        yield from final(n, log)\n    finally:\n        log.append(-2)\n",
        "log = [0]\ng = outer(n, log)\nnext(g)\ng.close()\nreturn log",
    ),
    (
        "abandoned through yield from",
        FINAL + "@jit\ndef outer(n, log):\n    yield from final(n, log)\n",
        "log = [0]\nfor x in outer(n, log):\n    break\nlog.append(4)\nreturn len(log)",
    ),
    (
        "GeneratorExit",
        "@jit\ndef g(log):\n    try:\n        yield 1\n        yield 2\n    except GeneratorExit:\n        log.append(3)\n",
        "log = [0]\ng_ = g(log)\nnext(g_)\ng_.close()\nreturn log",
    ),
    (
        "GeneratorExit is ignored",
        "@jit\ndef g():\n    while True:\n        try:\n            yield 1\n        except GeneratorExit:\n            pass\n",
        "g_ = g()\nnext(g_)\ntry:\n    g_.close()\nexcept RuntimeError as e:\n    return str(e)",
    ),
    (
        "an exception at close",
        "@jit\ndef g():\n    try:\n        yield 1\n    finally:\n        raise KeyError('late')\n",
        "g_ = g()\nnext(g_)\ntry:\n    g_.close()\nexcept KeyError as e:\n    return 'caught'",
    ),
    (
        "except of all classes",
        "@jit\ndef g(log):\n    try:\n        yield 1\n    except:\n        log.append(1)\n        raise\n",
        "log = [0]\ng_ = g(log)\nnext(g_)\ng_.close()\nreturn log",
    ),
    (
        "return in finally",
        "@jit\ndef g(log):\n    for i in range(3):\n        try:\n            yield i\n        finally:\n            log.append(i)\n",
        "log = [0]\nout = [x for x in g(log)]\nreturn out, log",
    ),
    (
        "exception in the consumer",
        FINAL,
        "log = [0]\ntry:\n    for x in final(n, log):\n        if x == 1: raise KeyError(x)\nexcept KeyError:\n    log.append(9)\nreturn len(log)",
    ),
    (
        "in a list",
        FINAL,
        "log = [0]\ngs = [final(n, log), final(2, log)]\nt = [next(g) for g in gs]\nfor g in gs: g.close()\nreturn t, log",
    ),
    (
        "a generator closes another",
        FINAL + "@jit\ndef outer(n, log):\n    g = final(n, log)\n    for x in g:\n        yield x * 2\n",
        "log = [0]\ng = outer(n, log)\nnext(g)\ng.close()\nlog.append(8)\nreturn len(log)",
    ),
    (
        "values that are objects",
        "@jit\ndef g(words):\n    try:\n        for w in words:\n            r = yield w + '!'\n            if r is not None: words.append(r + '?')\n    finally:\n        words.append('end')\n    return '-'.join(words)\n",
        "ws = ['a', 'b']\ng_ = g(ws)\nout = [next(g_)]\nout.append(g_.send('c' * 3))\nout.append(next(g_))\nwhile True:\n    try:\n        out.append(next(g_))\n    except StopIteration as e:\n        out.append(e.value)\n        break\nreturn out, ws",
    ),
]


@pytest.mark.parametrize(("before", "body"), [row[1:] for row in CONSUMED], ids=[row[0] for row in CONSUMED])
def test_consumed(before, body):
    lines = "\n".join("    " + line for line in body.split("\n"))
    check(f"{before}\ndef f(n):\n{lines}", 4)


def drive(generator: Any, steps: list[Any]) -> list[Any]:
    """What steps give: a method's name and its arguments."""
    out = []
    for name, *arguments in steps:
        try:
            out.append(plain_value(getattr(generator, name)(*arguments)))
        except BaseException as error:
            out.append((type(error), error.args))
            # The frames of a traceback hold the generator.
            error.__traceback__ = None
    return out


NEXT = ("__next__",)

# Each the source of a generator `f(log)`, and what is done with it.
DRIVEN = [
    ("def f(log):\n    x = yield 1\n    y = yield x\n    return y", [NEXT, ("send", 5), ("send", 7), NEXT]),
    ("def f(log):\n    x = yield 1\n    yield x", [("send", 5), NEXT, ("send", None)]),
    ("def f(log):\n    x = 0.5\n    while True:\n        y = yield x\n        x = x * y", [NEXT, ("send", 3.0), ("send", 2)]),
    ("def f(log):\n    s = ''\n    while True:\n        s += yield s", [NEXT, ("send", "a"), ("send", "bc"), ("close",), NEXT]),
    ("def f(log):\n    try:\n        yield 1\n        yield 2\n    finally:\n        log.append(5)", [NEXT, ("close",), NEXT]),
    (
        "def f(log):\n    try:\n        yield 1\n    except ValueError as e:\n        yield 2\n    yield 3",
        [NEXT, ("throw", ValueError("x")), NEXT, NEXT],
    ),
    (
        "def f(log):\n    while True:\n        try:\n            yield 1\n        except KeyError:\n            yield 2",
        [NEXT, ("throw", KeyError), ("throw", TypeError("t")), NEXT],
    ),
    ("def f(log):\n    yield 1", [("throw", TypeError("t")), NEXT]),
    ("def f(log):\n    yield 1\n    return 2.5", [NEXT, NEXT, NEXT]),
    ("def f(log):\n    try:\n        yield 1\n    finally:\n        raise KeyError(2)", [NEXT, ("close",), NEXT]),
    (
        "def f(log):\n    while True:\n        try:\n            yield 1\n        except GeneratorExit:\n            log.append(2)",
        [NEXT, ("close",), ("throw", ValueError(3)), NEXT],
    ),
]


@pytest.mark.parametrize(("source", "steps"), DRIVEN)
def test_driven_from_python(source, steps):
    plain, compiled = functions(source)
    gc.collect()
    before = _native.live_allocations()
    assert drive(compiled([1]), steps) == drive(plain([1]), steps)
    gc.collect()
    assert _native.live_allocations() == before


def test_abandoned_by_python():
    @njit
    def f(words):
        try:
            for w in words:
                yield w + "!"
        finally:
            print("ended", len(words))

    gc.collect()
    before = _native.live_allocations()
    made = f(["a", "b"])
    next(made)
    del made
    gc.collect()
    assert _native.live_allocations() == before


def test_code_of_an_abandoned_generator_lives():
    source = "def f(n):\n    try:\n        yield n\n    finally:\n        print('end of', n)"
    scope: dict[str, Any] = {}
    exec(source, scope)
    made = njit(scope["f"])(3)
    assert next(made) == 3
    scope.clear()
    gc.collect()
    made.close()
    assert list(made) == []


@pytest.mark.parametrize("ends", ["finish", "close", "abandon", "throw"])
def test_with(ends):
    plain = run_manager(ends, Manager, lambda function: function)
    gc.collect()
    before = _native.live_allocations()
    assert run_manager(ends, jitclass([("depth", int64), ("left", int64)])(Manager), njit) == plain
    gc.collect()
    assert _native.live_allocations() == before


class Manager:
    """Counts how often it was entered and left."""

    def __init__(self):
        self.depth = 0
        self.left = 0

    def __enter__(self):
        self.depth += 1
        return self.depth

    def __exit__(self, kind, error, trace):
        self.depth -= 1
        self.left += 1
        return False


def run_manager(ends: str, manager: Any, decorate: Any) -> Any:
    """What is left of a manager when a generator that entered it has ended."""

    @decorate
    def inside(m, n):
        with m as depth:
            for i in range(n):
                yield i * depth

    @decorate
    def run(m, n, ends):
        g = inside(m, n)
        first = next(g) + next(g)
        if ends == 0:
            for x in g:
                first += x
        elif ends == 1:
            g.close()
        elif ends == 2:
            return first
        else:
            try:
                g.throw(ValueError("thrown"))
            except ValueError:
                first += 100
        return first

    made = manager()
    return run(made, 5, ["finish", "close", "abandon", "throw"].index(ends)), made.depth, made.left


def test_what_is_sent_has_a_type():
    @njit
    def f():
        total = 0
        while True:
            x = yield total
            total += x

    made = f()
    assert (next(made), made.send(2)) == (0, 2)
    with pytest.raises(TypeError, match="int64"):
        made.send("text")
    assert made.send(3) == 5


def test_arguments_from_python():
    @njit
    def count(n):
        for i in range(n):
            yield i * 1.5

    @njit
    def total(g, most):
        s = 0.0
        for x in g:
            s += x
            if x > most:
                break
        return s

    gc.collect()
    before = _native.live_allocations()
    made = count(6)
    assert total(made, 4.0) == 0 + 1.5 + 3.0 + 4.5
    assert next(made) == 6.0
    assert total(made, 100.0) == 7.5
    assert total(made, 100.0) == 0.0
    assert total(count(3), 100.0) == 4.5
    del made
    gc.collect()
    assert _native.live_allocations() == before


@pytest.mark.parametrize("body", ["raise StopIteration", "yield next(iter([n][:0]))"])
def test_stop_iteration_is_no_end(body):
    plain, compiled = functions(f"def f(n):\n    yield n\n    {body}")
    for f in (plain, compiled):
        with pytest.raises(RuntimeError, match="generator raised StopIteration"):
            list(f(3))

    def caught(g, n):
        out = []
        try:
            for x in g(n):
                out.append(x)
        except RuntimeError as error:
            return out, str(error)

    assert njit(caught)(compiled, 3) == caught(plain, 3) == ([3], "generator raised StopIteration")
    with pytest.raises(RuntimeError) as raised:
        njit(lambda g, n: sum(g(n)))(compiled, 3)
    assert type(raised.value.__cause__) is StopIteration


@pytest.mark.parametrize("sent", ["n", "n if n > 2 else None", "'text'"])
def test_only_none_is_sent_to_a_generator_that_has_not_begun(sent):
    source = f"def f(n):\n    def g():\n        x = yield 1\n        yield 0 if x is None else 2\n    return g().send({sent})"
    names: dict = {}
    exec(source, names)
    for n in (1, 3):
        results = []
        for function in (names["f"], njit(names["f"])):
            try:
                results.append(function(n))
            except TypeError as error:
                results.append(str(error))
        assert results[0] == results[1]
