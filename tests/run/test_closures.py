"""Inner functions that share variables, outlive their function, call themselves and stand for each other."""

from __future__ import annotations

import gc

import pytest

from coluber import _native, njit
from tests.run.generators import check, functions

MAKERS = """
@jit
def adder(k):
    def add(x): return x + k
    return add
@jit
def square(x): return x * x
@jit
def cube(x): return x * x * x
@jit
def apply(f, x): return f(x)
"""

BODIES = """
# nonlocal
c = 0
def inc():
    nonlocal c
    c += 1
    return c
inc(); inc()
return c, inc(), c
# nonlocal in two functions
total, calls = 0.5, 0
def add(x):
    nonlocal total, calls
    total += x
    calls += 1
def get(): return total, calls
for i in range(n): add(i)
return get(), total
# nonlocal of two levels
c = 1
def outer():
    def inner():
        nonlocal c
        c *= 3
    inner()
    inner()
    return c
return outer(), c
# nonlocal strings and lists
text, items = 'a', [n]
def add(x):
    nonlocal text, items
    text += str(x)
    items = items + [x]
for i in range(n): add(i)
return text, items
# assigned after capture
x = 1
def f(): return x
x = 2
a = f()
x = n
return a, f()
# loop variable
fs = []
for i in range(n): fs.append(lambda x: x + i)
return [f(1) for f in fs]
# default value in a loop
fs = []
for i in range(n): fs.append(lambda x, i=i: x + i)
return [f(1) for f in fs]
# parameter that changes
def f(): return n
n += 1
a = f()
n += 1
return a, f()
# unbound in a cell
def f(): return x
if n > 100: x = 1
r = f()
x = 2
return r
# unbound local in a cell
def f():
    nonlocal x
    x = 3
if n < 100: r = x
x = 1
f()
return r
# shared in a comprehension
k = 1
def bump():
    nonlocal k
    k += 1
    return k
return [k + bump() for _ in range(n)], sum(bump() for _ in range(n))
# recursion
def fact(k): return 1 if k < 2 else k * fact(k - 1)
return fact(n)
# recursion with capture
def count(k): return 0 if k == 0 else n + count(k - 1)
return count(3)
# state and recursion
calls = 0
def fib(k):
    nonlocal calls
    calls += 1
    return k if k < 2 else fib(k - 1) + fib(k - 2)
return fib(n), calls
# returned
f, g = adder(n), adder(10)
return f(1), g(1), adder(2)(3)
# two functions in one variable
f = square if n > 3 else cube
return f(n), f(n + 0.5)
# functions in tuples and lists
s = 0
for f in (square, cube): s = 10 * s + f(n)
fs = [cube, square]
fs.append(cube)
return s, [f(2) for f in fs], [f(2) for f in fs[1:]]
# closures beside functions
fs = [adder(n), adder(1), square, lambda x: x - n]
return [f(3) for f in fs], [apply(f, 4) for f in fs]
# builtin functions
f = np.sin if n > 3 else np.cos
return f(n) == np.sin(n)
# results of two types
f = (lambda x: x) if n > 3 else (lambda x: x * 0.5)
return f(n)
# handed on
return apply(lambda x: x * n, 3), apply(adder(n), 3), apply(square, 3)
# in a dict
d = {'a': adder(n), 'b': adder(2 * n)}
return d['a'](1), d['b'](1)
# one that may be none
f = None
if n > 3: f = adder(n)
return f(3) if f is not None else -1
# functions of functions
def twice(f):
    def g(x): return f(f(x))
    return g
return twice(twice(square))(2), twice(adder(n))(1)
# generator that shares
k = 0
def numbers(m):
    nonlocal k
    for i in range(m):
        k += i
        yield k
return [x + k for x in numbers(n)], k
# an array that is shared
a = np.arange(3)
def grow():
    nonlocal a
    a = np.concatenate((a, a))
    return len(a)
return grow(), grow(), len(a)
# caught in a function that shares
c = 0
def f(x):
    nonlocal c
    try:
        c += 10 // x
    except ZeroDivisionError:
        c = -1
f(2); f(0)
return c
"""


def bodies():
    for part in BODIES.strip().split("# ")[1:]:
        title, body = part.split("\n", 1)
        lines = "\n".join("    " + line for line in body.rstrip().split("\n"))
        yield pytest.param(f"{MAKERS}\ndef f(n):\n{lines}", id=title)


@pytest.mark.parametrize("source", [*bodies()])
def test_as_cpython(source):
    check(source, 5)


RETURNED = [
    ("return adder(n)", (3,)),
    ("return lambda x, y=n: x + y", (3,)),
    ("return lambda *, x=n: x", ()),
    ("def f(k): return 1 if k < 2 else k * f(k - 1)\n    return f", (5,)),
    ("a = np.arange(n)\n    def f(i): return a[i]\n    return f", (3,)),
    ("k, s = 2.5, 'text'\n    def f(i): return s, k * i + n\n    return f", (3,)),
    ("g = adder(n)\n    return lambda x: g(x) * 2", (3,)),
    ("return square if n > 3 else cube", (3,)),
    ("return functools.partial(square, n)", ()),
    ("fs = [lambda x: x + 1, lambda x: x * 2]\n    return fs[1]", (5,)),
    ("return (lambda x: x + 1) if n > 9 else (lambda x: x - 1)", (1,)),
    ("return lambda x: [(lambda: 1), (lambda: x)][1]()", (7,)),
    ("f = lambda x: x + 1; f = lambda x: x - n\n    return f", (1,)),
]


@pytest.mark.parametrize(("body", "arguments"), RETURNED, ids=[row[0] for row in RETURNED])
def test_returned_to_python(body, arguments):
    plain, compiled = functions(f"{MAKERS}\ndef f(n):\n    {body}")
    assert compiled(5)(*arguments) == plain(5)(*arguments)
    del compiled
    gc.collect()


def test_shared_variables_can_not_leave():
    _, compiled = functions("def f(n):\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g")
    before = _native.live_allocations()
    with pytest.raises(TypeError, match="shares the variable 'n'"):
        compiled(5)
    assert _native.live_allocations() == before


def test_functions_as_arguments():
    square, cube = njit(lambda x: x * x), njit(lambda x: x**3)

    @njit
    def total(functions, x):
        s = 0
        for f in functions:
            s = 10 * s + f(x)
        return s

    assert total((square, cube), 2) == 48
    assert total((cube, square, cube), 2) == 848
    assert total([square, square], 2) == 44
