"""The truth of variables that hold None or a value, of all kinds that compiled code has."""

import collections

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Switch:
    def __init__(self, on):
        self.on = on

    def __bool__(self):
        return self.on


VALUES = [
    "[n]", "[0] * n", "{n: 1}", "dict.fromkeys(range(n))", "{n}", "set(range(n))", "frozenset(range(n))", "'a' * n", "b'a' * n",
    "bytearray(n)", "np.ones(n + 1)[:1]", "collections.Counter('a' * n)", "collections.deque([0] * n)", "(n, 1)",
    "n * 0.5", "n * 1j", "n > 1", "{1: n}.keys()", "np.timedelta64(n)", "Sized(n)", "Switch(n > 0)",
    "range(n)", "n", "collections.OrderedDict({n: 1})", "collections.defaultdict(int, {1: n})",
]  # fmt: skip

TEXT = """
def function(n, given):
    value = None
    if given:
        value = {value}
    found = 0
    if value:
        found += 1
    if not value:
        found += 2
    if value and n < 5:
        found += 4
    if bool(value) or n > 5:
        found += 8
    found += 16 if value else 32
    while value:
        value = None
        found += 64
    return found
"""


def function_of(value):
    scope = {"np": np, "collections": collections, "Sized": Sized, "Switch": Switch}
    exec(TEXT.replace("{value}", value), scope)
    return scope["function"]


@pytest.mark.parametrize("value", VALUES)
def test_values(value):
    function = function_of(value)
    compiled = njit(function)
    for n in (0, 1, 2):
        for given in (False, True):
            assert compiled(n, given) == function(n, given), (n, given)


def last_of_each(words):
    before, count = None, 0
    for word in words:
        now = sorted(word)
        if before and before == now:
            continue
        before, count = now, count + 1
    return count


def test_values_of_iterations_before():
    check(last_of_each, ["ab", "ba", "c", "cc", "cc"])


class Holder:
    def __init__(self):
        self.items = None

    def add(self, item):
        if not self.items:
            self.items = []
        self.items.append(item)
        return len(self.items)


def held():
    holder = Holder()
    first = 1 if holder.items else 0
    return first, holder.add(3), holder.add(4), 1 if holder.items else 0


def test_fields():
    check(held)


def test_text_in_pieces_that_may_be_missing():
    """What the pieces hold where there is no text has no meaning: no string is made of it."""

    @njit
    def message(name, value):
        return f"{name} has {value}" if value > 30.0 else None

    @njit
    def messages(name, values):
        out = []
        for value in values:
            text = message(name, value)
            if text:
                out.append(text)
            if not text:
                out.append("none")
            out.append(message(name, value) or "nothing")
            out.append(str(len(text) if text else 0) + (text if text is not None else "-"))
        return out

    for _ in range(50):
        assert messages("abc", [20.0, 31.5, 2.0]) == messages.py_func("abc", [20.0, 31.5, 2.0])
