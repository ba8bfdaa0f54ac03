"""Classes that compiled functions define, and functions as defaults."""

import pickle
from dataclasses import dataclass

import pytest

from coluber import errors, njit


def chain(n):
    class Node:
        """A link."""

        def __init__(self, value, after=None):
            self.value, self.after = value, after

    head = None
    for k in range(n):
        head = Node(k, head)
    found = []
    while head:
        found.append(head.value)
        head = head.after
    return found


def trie(words, wanted):
    class Trie:
        def __init__(self):
            self.__children = {}
            self.__ends = False

        def insert(self, word):
            node = self
            for c in word:
                if c not in node.__children:
                    node.__children[c] = Trie()
                node = node.__children[c]
            node.__ends = True

        def has(self, word):
            node = self
            for c in word:
                if c not in node.__children:
                    return False
                node = node.__children[c]
            return node.__ends

    root = Trie()
    for word in words:
        root.insert(word)
    return [root.has(word) for word in wanted]


def derived(n):
    class Sets:
        count = 0

        def __init__(self, n):
            self.parent = list(range(n))

        def find(self, x):
            while self.parent[x] != x:
                x = self.parent[x]
            return x

        def join(self, a, b):
            self.parent[self.find(a)] = self.find(b)

    class Counting(Sets):
        def roots(self):
            return len({self.find(k) for k in range(len(self.parent))})

    sets = Counting(n)
    for k in range(0, n - 1, 2):
        sets.join(k, k + 1)
    return sets.roots()


def data(n):
    @dataclass
    class Point:
        x: int
        y: float = 2.0

        def total(self):
            return self.x + self.y

    return Point(n).total(), Point(n) == Point(n, 2.0)


def raised(n):
    class Refused(Exception):
        pass

    try:
        if n > 0:
            raise Refused(f"{n}")
    except Refused as error:
        return str(error)
    return "fine"


def compared(n):
    class Item:
        def __init__(self, value):
            self.value = value

        def __lt__(self, other):
            return self.value < other.value

        def __repr__(self):
            return f"Item({self.value})"

    items = [Item(n), Item(n - 2), Item(n - 1)]
    items.sort()
    return [str(item) for item in items], repr(max(items))


class Solution:
    def __init__(self):
        self.__seen = 0

    def run(self, n):
        class Counter:
            def __init__(self):
                self.__seen = 10

            def next(self):
                self.__seen += 1
                return self.__seen

        counter = Counter()
        self.__seen += n
        return counter.next() + counter.next() + self.__seen


def in_a_method(n):
    return Solution().run(n)


def modular(n):
    MOD, START = 7, 1
    LIMIT = 10**2 - 1
    INF = float("inf")

    class Power:
        def __init__(self, base):
            self.base, self.best = base, INF

        def to(self, k):
            self.best = min(self.best, k)
            return self.base**k % LIMIT

    return Power(n).to(3), Power(n).best, MOD * START


CASES = {
    chain: [(0,), (4,)], trie: [(["ab", "abc"], ["ab", "abc", "a", "x"])], derived: [(9,)], data: [(3,)], raised: [(0,), (1,)],
    compared: [(5,)], in_a_method: [(2,)], modular: [(6,)],
}  # fmt: skip


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_classes_inside_of_functions(function):
    compiled = njit(function)
    for arguments in CASES[function]:
        assert compiled(*arguments) == function(*arguments)


def test_objects_of_such_a_class():
    @njit
    def make(n):
        class Pair:
            def __init__(self, a, b):
                self.a, self.b = a, b

        return Pair(n, 2 * n)

    made = make(3)
    assert (made.a, made.b) == (3, 6)
    assert type(made).__qualname__.endswith("make.<locals>.Pair")
    assert type(make(4)) is type(made)
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(made)


def captures(n):
    class Box:
        def value(self):
            return n

    return Box().value()


def holds_a_dict(n):
    class Box:
        known = {}

    return len(Box.known)


def assigned_twice(n):
    class Box:
        pass

    if n > 1:
        Box = None
    return n


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (captures, "class 'Box' uses the variable 'n' of the function around"),
        (holds_a_dict, "the body of class 'Box' makes what each call has for itself"),
        (assigned_twice, "class 'Box' is one of several things that the name stands for"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_what_classes_inside_can_not_do(function, message):
    with pytest.raises(errors.UnsupportedError, match=message) as caught:
        njit(function)(1)
    assert "define it outside of the function" in str(caught.value)


def plus(x, y):
    return x + y


class Folded:
    def __init__(self, start, join=plus, begin=lambda x: [x] * 2, best=max):
        self.items = begin(start)
        self.join, self.best = join, best

    def result(self, x):
        return self.best(self.join(self.items[0], x), self.items[1])


def test_functions_as_defaults():
    def f(x):
        return Folded(x).result(-3), Folded(x, join=lambda a, b: a * b).result(4)

    assert njit(f)(2) == f(2)

    @njit
    def g(x, fn=lambda a: a * 3, *, other=plus):
        return other(fn(x), 1)

    assert njit(lambda x: g(x))(2) == 7
