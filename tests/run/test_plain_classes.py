"""Classes without decoration: made, used and passed in compiled code, compared with CPython."""

from __future__ import annotations

from typing import Generic, TypeVar

import pytest

from coluber import errors, njit
from tests.run.support import check_program

PROGRAMS = {
    "methods": """
        class Stack:
            def __init__(self):
                self.items: list[int] = []

            def push(self, x):
                self.items.append(x)
                return self

            def pop(self):
                if not self.items:
                    raise IndexError("pop from empty stack")
                return self.items.pop()

            def __len__(self):
                return len(self.items)

            @property
            def top(self):
                return self.items[-1]

        @jit
        def main():
            s = Stack().push(1).push(2).push(3)
            out = [s.top, s.pop(), len(s)]
            while s:
                out.append(s.pop())
            try:
                s.pop()
            except IndexError as e:
                return out, str(e), Stack() == Stack(), s is s, {s: 1}[s]
    """,
    "fields that turn out to hold more": """
        class Meter:
            def __init__(self):
                self.n = 0
                self.total = 0
                self.best = None
                self.tags = None

            def add(self, x):
                self.total += x
                self.n += 1
                if self.best is None or x > self.best:
                    self.best = x

        class State:
            pass

        class Red(State):
            def next(self):
                return Green()

        class Green(State):
            def next(self):
                return Red()

        class Light:
            def __init__(self):
                self.state = Red()
                self.log = []

            def step(self):
                self.log.append(type(self.state).__name__)
                self.state = self.state.next()

        @jit
        def main():
            m, light = Meter(), Light()
            for k in range(4):
                m.add(k * 0.5)
                light.step()
            if m.n > 3:
                m.tags = ["a"]
            return m.n, m.total, m.best, m.tags, light.log
    """,
    "generic classes and protocols": """
        from typing import Generic, Protocol, TypeVar

        T = TypeVar("T")

        class Stack(Generic[T]):
            def __init__(self) -> None:
                self._items: list[T] = []

            def push(self, x: T) -> None:
                self._items.append(x)

            def pop(self) -> T:
                return self._items.pop()

        class Speaker(Protocol):
            name: str

            def speak(self) -> str: ...

        class Dog(Speaker):
            def speak(self):
                return "woof"

        class Cat:
            def __init__(self, n):
                self.n = n

            def speak(self):
                return f"meow{self.n}"

        @jit
        def loud(s: Speaker):
            return s.speak().upper()

        @jit
        def main():
            texts, numbers = Stack(), Stack[int]()
            for k in range(3):
                texts.push(str(k))
                numbers.push(k)
            return texts.pop(), numbers.pop(), loud(Dog()), loud(Cat(4))
    """,
    "constants in classes that annotations name": """
        class Trie:
            def __init__(self):
                self.children: dict[str, "Trie"] = {}
                self.end = False
                self.count = 0

            def add(self, word):
                node = self
                for c in word:
                    node = node.children.setdefault(c, Trie())
                    node.count += 1
                node.end = True

        class Item:
            def __init__(self, name: str, price: float):
                self.name = name
                self.price = price
                self.count = 0

        class Store:
            def __init__(self):
                self.items: dict[str, Item] = {}

            def add(self, name, price, n=1):
                if name not in self.items:
                    self.items[name] = Item(name, price)
                self.items[name].count += n

        @jit
        def main():
            trie, store = Trie(), Store()
            for word in ["abc", "ad", "x", "a"]:
                trie.add(word)
                store.add(word[0], 2.5)
            a = trie.children["a"]
            return sorted(trie.children), a.count, a.end, [(i.name, i.price, i.count) for i in store.items.values()]
    """,
    "containers that begin empty": """
        from collections import defaultdict
        from dataclasses import dataclass, field

        class Store:
            def __init__(self):
                self.items = []
                self.counts = {}
                self.seen = set()
                self.unused = []

            def put(self, x):
                self.items.append(x)
                self.counts[x] = self.counts.get(x, 0) + 1
                return self

            def see(self, x):
                if x not in self.seen:
                    self.seen.add(x)

            def __len__(self):
                return len(self.items)

        class Graph:
            def __init__(self):
                self.next = {}
                self.weights = defaultdict(int)

            def edge(self, a, b):
                for node in (a, b):
                    if node not in self.next:
                        self.next[node] = []
                self.next[a].append(b)
                self.weights[a, b] += 1

            def visit(self, node, seen):
                if node in seen:
                    return
                seen.append(node)
                for other in self.next[node]:
                    self.visit(other, seen)

        @dataclass
        class Row:
            name: str
            values: list = field(default_factory=list)

        @jit
        def filled(store, n):
            for k in range(n):
                store.put((k, "t"))

        @jit
        def made():
            return Store()

        @jit
        def main():
            words, numbers = Store(), [Store() for _ in range(2)]
            words.put("a").put("b").see("a")
            words.see("c")
            for k, store in enumerate(numbers):
                store.put(k)
                store.put(2.5)
            while len(words) < 4:
                words.put("c")
            pairs = made()
            filled(pairs, 2)
            graph = Graph()
            graph.edge("a", "b")
            graph.edge("b", "a")
            graph.edge("a", "c")
            seen = []
            graph.visit("a", seen)
            row = Row("r")
            row.values.append(1.5)
            row.values.append(0.5)
            first = words.items, words.counts, sorted(words.seen), len(words.unused), [sum(s.items) for s in numbers]
            return first, pairs.items, seen, graph.next, sorted(graph.weights.items()), row.values
    """,
    "keys": """
        from dataclasses import dataclass, field

        class City:
            def __init__(self, name, people):
                self.people = people
                self.name = name

            def __eq__(self, other):
                return isinstance(other, City) and self.name == other.name

            def __hash__(self):
                return 31 * len(self.name) + 7

        @dataclass(frozen=True)
        class Tag:
            number: int
            text: str = field(compare=False)

        @jit
        def main():
            d = {City("a", 1): 5}
            d[City("a", 2)] = 6
            d[City("b", 3)] = 7
            seen = {City("x", 1), City("x", 2), City("y", 1)}
            tags = {Tag(1, "p"): 1, Tag(1, "q"): 2, Tag(2, "p"): 3}
            people = [c.people for c in d]
            found = d[City("a", 9)], City("b", 0) in d, tags[Tag(1, "z")], hash(City("abc", 1))
            return len(d), len(seen), len(tags), people, found

        def main_argument():
            return len({City("a", 1): 2})
    """,
    "types_of_arguments": """
        import math

        class Vec:
            def __init__(self, x, y=0):
                self.x = x
                self.y = y

            def __add__(self, o):
                return Vec(self.x + o.x, self.y + o.y)

            def __eq__(self, o):
                return isinstance(o, Vec) and self.x == o.x and self.y == o.y

            def __hash__(self):
                return hash((self.x, self.y))

            def __repr__(self):
                return f"Vec({self.x}, {self.y})"

            def length(self):
                return math.hypot(self.x, self.y)

        @jit
        def changed(v, k):
            v.x += k
            return v.x + v.y, v

        @jit
        def main():
            a, b = Vec(1, 2), Vec(1.5, 2.5)
            return repr(a + Vec(1)), a == Vec(1, 2), b + b, a, Vec(3, 4).length(), {Vec(1, 2): "k"}[a], Vec(1, 2) in {b}

        def main_argument():
            v = Vec(1, 2)
            total, w = changed(v, 4)
            return total, w is v, v
    """,
    "inheritance": """
        from abc import ABC, abstractmethod

        class Account(ABC):
            interest = 0.02

            def __init__(self, owner: str, balance: float = 0.0):
                self.owner = owner
                self.__balance = balance
                self.log: list[tuple[str, float]] = []

            @property
            def balance(self):
                return self.__balance

            def deposit(self, amount):
                if amount <= 0:
                    raise ValueError("bad amount")
                self.__balance += amount
                self.log.append(("in", amount))

            def year(self):
                self.deposit(self.__balance * self.interest)

            @abstractmethod
            def kind(self): ...

        class Savings(Account):
            def __init__(self, owner, rate):
                super().__init__(owner, 100.0)
                self.rate = rate

            def year(self):
                super().year()
                self.deposit(self.balance * self.rate)

            def kind(self):
                return "savings"

            @classmethod
            def default(cls, owner):
                return cls(owner, 0.5)

            @staticmethod
            def valid(amount):
                return amount > 0

        @jit
        def main():
            s = Savings.default("bob")
            s.year()
            try:
                s.deposit(-1.0)
            except ValueError as e:
                return s.balance, s.log, isinstance(s, Account), Savings.valid(3), s.kind(), str(e), s.owner
    """,
    "references": """
        from typing import Optional

        class Tree:
            def __init__(self, key: int):
                self.key = key
                self.left: Optional[Tree] = None
                self.right: Optional["Tree"] = None

            def insert(self, key):
                if key < self.key:
                    if self.left is None:
                        self.left = Tree(key)
                    else:
                        self.left.insert(key)
                elif self.right is None:
                    self.right = Tree(key)
                else:
                    self.right.insert(key)

            def __iter__(self):
                if self.left is not None:
                    yield from self.left
                yield self.key
                if self.right is not None:
                    yield from self.right

        @jit
        def main():
            t = Tree(5)
            for k in [2, 8, 1, 9, 3]:
                t.insert(k)
            return list(t), sum(t)
    """,
    "several_classes": """
        import heapq
        from abc import ABC, abstractmethod

        class Event(ABC):
            def __init__(self, time: float):
                self.time = time

            def __lt__(self, other):
                return self.time < other.time

            def __str__(self):
                return f"{self.kind()} at {self.time}"

            @abstractmethod
            def kind(self): ...

        class Arrive(Event):
            def kind(self):
                return "arrive"

            def apply(self, state):
                state.waiting += 1
                return Leave(self.time + 1.5, 2)

        class Leave(Event):
            def __init__(self, time: float, places: int):
                super().__init__(time)
                self.places = places

            def kind(self):
                return "leave"

            def apply(self, state):
                state.waiting -= 1
                return None

        class State:
            def __init__(self):
                self.waiting = 0
                self.log: list[tuple[float, int]] = []
                self.done: list[Event] = []

        @jit
        def main():
            state = State()
            heap = [Arrive(0.0), Leave(3.0, 1), Arrive(1.0)]
            heapq.heapify(heap)
            last = None
            while heap:
                event = heapq.heappop(heap)
                new = event.apply(state)
                if new is not None:
                    heapq.heappush(heap, Leave(new.time, new.places))
                state.log.append((event.time, state.waiting))
                state.done.append(event)
                if last is None or event.time >= last.time:
                    last = event
            return state.log, [str(e) for e in state.done], last.kind(), sum(isinstance(e, Leave) for e in state.done)

        @jit
        def kinds(events):
            out = []
            for event in events:
                event.time += 1.0
                try:
                    out.append(f"{event.places}")
                except AttributeError as e:
                    out.append(str(e))
                match event:
                    case Leave(places=n):
                        out.append(f"leave {n}")
                    case Arrive(time=t):
                        out.append(f"arrive {t}")
            return out

        def main_argument():
            events = [Arrive(1.0), Leave(2.0, 7)]
            return kinds(events), [e.time for e in events]
    """,
    "calls_in_init": """
        class Temperature:
            def __init__(self, celsius, name):
                self.celsius = celsius
                self.reset(name)

            @property
            def celsius(self):
                return self._celsius

            @celsius.setter
            def celsius(self, value):
                if value < -273:
                    raise ValueError("too cold")
                self._celsius = value

            def reset(self, name):
                self.name = name
                self.count = 0

        @jit
        def main():
            t = Temperature(3.5, "t")
            t.celsius = 5.0
            try:
                Temperature(-300.0, "x")
            except ValueError as e:
                return t.celsius, t.name, t.count, str(e)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)


class Purse:
    """Objects that Python makes with an integer, and compiled code gives fractions."""

    def __init__(self):
        self.coins = 0


class Box:
    """A field that is an integer, by its annotation."""

    def __init__(self):
        self.coins: int = 0


def test_fields_of_arguments_hold_what_they_are_given():
    @njit
    def put(box, x):
        box.coins += x
        return box.coins

    purse = Purse()
    assert repr((put(purse, 1), purse.coins)) == "(1, 1)"
    assert repr((put(purse, 0.5), purse.coins, put(purse, 1))) == "(1.5, 1.5, 2.5)"
    box = Box()
    assert repr((put(box, 1), put(box, 0.5), box.coins)) == "(1, 1.5, 1.5)"


class Hasty:
    """Reads what it does not set."""

    def __init__(self):
        self.double = self.single * 2


def test_fields_that_are_not_set_are_named():
    @njit
    def make():
        return Hasty().double

    with pytest.raises(errors.TypingError, match=r"self\.single is no field that is set before it is used here"):
        make()


T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self):
        self.items: list[T] = []

    def push(self, *items):
        self.items.extend(items)
        return len(self.items)


def test_generic_classes_with_a_variable():
    def f(x):
        stack = Stack[T]()
        stack.push(x)
        return stack.items

    assert njit(f)(2.5) == [2.5]


def test_methods_are_given_the_items_of_lists():
    def f(items):
        stack = Stack()
        return stack.push(*items), stack.items

    assert njit(f)([1, 2, 3]) == (3, [1, 2, 3])
