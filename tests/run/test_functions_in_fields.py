"""Objects whose fields hold inner functions and methods of the object itself."""

from __future__ import annotations

import operator
from collections import defaultdict

import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check


class Table:
    def __init__(self):
        self.ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}

    def run(self, op, a, b):
        return self.ops[op](a, b)


def table(a):
    return Table().run("+", a, 4), Table().run("-", a, 4)


class Scaled:
    def __init__(self, k):
        self.steps = [lambda a: a + k, lambda a: a * k]

    def run(self, a):
        for step in self.steps:
            a = step(a)
        return a


def captured(a):
    return Scaled(3).run(a), Scaled(4).run(a)


class Layered:
    def __init__(self, k):
        self.make = {"a": lambda x: lambda y: x + y, "b": lambda x: lambda y: x - y}
        self.last = (lambda x: x * k, lambda x: x - k)
        self.best = lambda x: -x
        self.missing = defaultdict(lambda: 3)

    def run(self, x):
        first, second = self.last
        return self.make["a"](x)(1), self.make["b"](x)(1), first(x), second(x), self.best(x), self.missing["?"]


def layered(x):
    return Layered(3).run(x)


class Growing:
    def __init__(self):
        self.ops = {}

    def register(self, name, function):
        self.ops[name] = function

    def run(self, name, x):
        return self.ops[name](x)


def growing(x):
    g = Growing()
    g.register("halve", lambda x: x // 2)
    g.register("double", lambda x: x * 4)
    return g.run("halve", x), g.run("double", x), sorted(g.ops)


class Later:
    def __init__(self):
        self._begin()

    def _begin(self):
        self.ops = [lambda x: x + 1, abs]

    def run(self, x):
        return [f(x) for f in self.ops]


def later(x):
    return Later().run(x)


@pytest.mark.parametrize("function", [table, captured, layered, growing, later])
def test_inner_functions(function):
    check(function, 7)


class Forth:
    def __init__(self):
        self.stack = []
        self.words = {"dup": self.dup, "drop": self.drop, "+": lambda: None}

    def dup(self):
        self.stack.append(self.stack[-1])

    def drop(self):
        self.stack.pop()

    def run(self, line):
        for word in line.split():
            if word in self.words:
                self.words[word]()
            else:
                self.stack.append(int(word))
        return self.stack


def forth(line):
    return Forth().run(line)


class Machine:
    limit = 10

    def __init__(self, code):
        self.code = code
        self.pc = 0
        self.acc = 0
        self.handlers = {"add": self._add, "jump": self._jump, "none": self._none}
        self.trace: list[str] = []

    def _add(self, arg):
        self.acc += arg
        return True

    def _jump(self, arg):
        self.pc = arg - 1
        return self.acc < self.limit

    def _none(self, arg):
        return True

    def run(self):
        going = True
        while going and self.pc < len(self.code):
            name, arg = self.code[self.pc]
            going = self.handlers[name](arg)
            self.trace.append(f"{self.pc}:{name}")
            self.pc += 1
        return self.acc, self.trace


def machine(step):
    return Machine([("none", 0), ("add", step), ("jump", 1)]).run()


class Either:
    def __init__(self, first):
        self.chosen = self.a if first else self.b
        self.all = [self.a, self.b]
        self.hook = self.b

    def a(self, x):
        return x

    def b(self, x):
        return x * 2

    def run(self, x):
        return self.chosen(x), [f(x) for f in self.all], self.hook(x)


def either(x):
    return Either(True).run(x), Either(False).run(x)


class Base:
    def __init__(self):
        self.hooks = {"a": self.greet}

    def greet(self):
        return "base"

    def run(self):
        return self.hooks["a"]()


class Derived(Base):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def greet(self):
        return "derived " + self.name


def overridden(name):
    return Base().run(), Derived(name).run()


class Chosen:
    def __init__(self):
        self.callback = None
        self.n = 1

    def add(self, x):
        return x + self.n

    def double(self, x):
        return x * 2

    def choose(self, adds):
        self.callback = self.add if adds else self.double

    def run(self, x):
        return self.callback(x) if self.callback is not None else 0


def chosen(x):
    c = Chosen()
    found = [c.run(x)]
    for adds in (True, False):
        c.choose(adds)
        found.append(c.run(x))
    return found


class States:
    def __init__(self):
        self.state = self.outside
        self.found = []

    def outside(self, c):
        if c == "(":
            self.state = self.inside

    def inside(self, c):
        if c == ")":
            self.state = self.outside
        else:
            self.found.append(c)

    def run(self, text):
        for c in text:
            self.state(c)
        return "".join(self.found)


def states(text):
    return States().run(text)


class Button:
    def __init__(self, callback):
        self.callback = callback

    def click(self):
        return self.callback()


class Window:
    def __init__(self):
        self.clicks = 0
        self.button = Button(self.on_click)

    def on_click(self):
        self.clicks += 1
        return self.clicks


def clicked(n):
    window = Window()
    return [window.button.click() for _ in range(n)], window.clicks


class Commands:
    def __init__(self):
        self.all = {}
        for name, command in (("count", self.count), ("add", self.add)):
            self.all[name] = command

    def count(self, *args):
        return len(args)

    def add(self, *args):
        return sum(args)

    def run(self, name, *args):
        return self.all[name](*args)


def commands(x):
    c = Commands()
    return c.run("count", x, 2), c.run("add", x, 2)


def kept_beyond_the_object(x):
    def made():
        return Either(False).all

    f, g = made()
    return f(x) + g(x)


CASES = [
    (forth, ("1 2 dup drop dup",)),
    (machine, (4,)),
    (either, (4,)),
    (overridden, ("x",)),
    (chosen, (5,)),
    (states, ("a(bc)d(e)",)),
    (clicked, (3,)),
    (commands, (5,)),
    (kept_beyond_the_object, (4,)),
]


@pytest.mark.keeps_values  # an object that holds its own methods is held by them
@pytest.mark.parametrize(("function", "args"), CASES)
def test_methods_of_the_object_itself(function, args):
    check(function, *args)


class Counting:
    def __init__(self):
        self.callback = 0

    def add(self, x):
        return x

    def choose(self):
        self.callback = self.add


def test_a_number_is_no_field_for_methods():
    @njit
    def make():
        Counting().choose()

    with pytest.raises(
        TypingError, match=r"hint: a field that holds methods of its object begins as None.*self\.callback = None"
    ):
        make()


def wrap_a(step):
    return lambda x: step(x * 10)


def wrap_b(step):
    return lambda x: step(x + 1)


def wrapped():
    step = lambda x: x  # noqa: E731
    for wrap in (wrap_a, wrap_b):
        step = wrap(step)
    return step(5)


def wrapped_often(n):
    step = lambda x: x  # noqa: E731
    for k in range(n):
        step = wrap_a(step) if k % 2 else wrap_b(step)
    return step(5)


def test_functions_that_a_loop_makes_of_each_other_have_no_common_type():
    """But for a loop over functions, which is written out."""
    check(wrapped)
    with pytest.raises(TypingError, match="did not come to an end|Cannot unify|step"):
        njit(wrapped_often)(2)


def test_operators():
    def calculate(name, a, b):
        ops = {"+": operator.add, "-": operator.sub}
        return ops[name](a, b)

    check(calculate, "-", 3, 4)
