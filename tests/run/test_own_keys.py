"""Objects whose own methods say what is equal, as keys of dicts and items of sets, compared with CPython."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from coluber import njit
from tests.run.support import check_program

CLASSES = """
        from collections import Counter, OrderedDict, defaultdict

        class Word:
            def __init__(self, text):
                self.text = text

            def __eq__(self, other):
                if len(self.text) != len(other.text):
                    return False
                return self.text.lower() == other.text.lower()

            def __hash__(self):
                return hash(self.text.lower())

        class Crowded:
            def __init__(self, n):
                self.n = n

            def __eq__(self, other):
                return self.n % 10 == other.n % 10

            def __hash__(self):
                return self.n % 2
"""

PROGRAMS = {
    "dicts": """
        @jit
        def main():
            d = {Word("a"): 1, Word("A"): 2, Word("b"): 3}
            d[Word("B")] = 4
            d[Word("c")] = 5
            d[Word("C")] += 10
            out = [d[Word("a")], d[Word("B")], d[Word("C")], len(d), d.get(Word("x"), -1), d.pop(Word("c"))]
            d.setdefault(Word("a"), 9)
            d.setdefault(Word("q"), 9)
            del d[Word("b")]
            found = Word("b") in d, Word("Q") in d, Word("q") not in d, d.get(Word("q"))
            other = dict(d)
            other.update({Word("A"): 100, Word("z"): 7})
            other = {**other, Word("Z"): len({**other})}
            d |= {Word("Q"): 8}
            try:
                d[Word("none")]
            except KeyError:
                out.append(-5)
            texts = [k.text for k in d], [k.text for k in other], list(other.values())
            return out, found, texts, {k.text: v for k, v in d.items()}, d == other, other == dict(other)
    """,
    "sets": """
        @jit
        def main():
            a = {Word(t) for t in ["x", "X", "y", "z"]}
            b = {Word("Y"), Word("w")}
            a.add(Word("Z"))
            a.discard(Word("none"))
            counts = len(a), len(a | b), len(a & b), len(a - b), len(a ^ b), a == b, a <= (a | b), a.isdisjoint(b)
            names = sorted(w.text for w in a | b)
            a.remove(Word("X"))
            fixed = frozenset(a)
            a.update(b)
            both = Word("Y") in fixed, Word("x") in fixed, len(fixed), len(a)
            try:
                a.remove(Word("none"))
            except KeyError:
                return counts, names, both, fixed == frozenset({Word("Z"), Word("Y")})
    """,
    "collections": """
        @jit
        def main():
            words = [Word(t) for t in "the The cat THE Cat dog".split()]
            counts = Counter(words)
            groups = defaultdict(list)
            for k, word in enumerate(words):
                groups[word].append(k)
            order = OrderedDict()
            for word in words:
                order[word] = word.text
            common = [(w.text, n) for w, n in counts.most_common()]
            rows = [(w.text, ks) for w, ks in groups.items()]
            return common, counts[Word("nothing")], rows, [(k.text, v) for k, v in order.items()]
    """,
    "many with few hashes": """
        @jit
        def main():
            d, seen = {}, set()
            for k in range(500):
                d[Crowded(k)] = d.get(Crowded(k), 0) + k
                seen.add(Crowded(k * 3))
                if k % 7 == 0:
                    d.pop(Crowded(k), None)
            return sorted((k.n % 10, v) for k, v in d.items()), sorted(c.n for c in seen)
    """,
    "tuples": """
        @jit
        def main():
            d = {(Word("a"), 1): "one"}
            d[Word("A"), 1] = "two"
            d[Word("A"), 2] = "three"
            seen = {(Word("s"), Word("t"))}
            seen.add((Word("S"), Word("T")))
            return list(d.values()), (Word("a"), 2) in d, (Word("b"), 2) in d, len(seen)
    """,
    "errors": """
        class Picky:
            def __init__(self, n):
                self.n = n

            def __eq__(self, other):
                if self.n == other.n == 3:
                    raise ValueError("three")
                return self.n == other.n

            def __hash__(self):
                if self.n < 0:
                    raise OverflowError("negative")
                return 1

        @jit
        def main():
            out = []
            d = {Picky(1): 1, Picky(3): 3}
            for n in (1, 3, -1, 2):
                try:
                    d[Picky(n)] = 10
                    out.append(len(d))
                except ValueError as e:
                    out.append(-1)
                    assert str(e) == "three"
                except OverflowError:
                    out.append(-2)
            return out, [k.n for k in d], list(d.values())
    """,
    "given and returned": """
        @jit
        def add(seen, word):
            seen.add(word)
            return word in seen

        @jit
        def main():
            seen = set()
            found = [add(seen, Word(t)) for t in "aAbB"]
            first = min(w.text for w in seen)
            return found, len(seen), first, len({w for w in seen if w.text == "b"})

        def main_result():
            return sorted(k.text for k in made())

        @jit
        def made():
            return {Word("k"): 1, Word("K"): 2, Word("l"): 3}
    """,
    "jitclass": """
        from coluber import int64
        from coluber.experimental import jitclass

        @jitclass([("n", int64)])
        class Third:
            def __init__(self, n):
                self.n = n

            def __eq__(self, other):
                return self.n % 3 == other.n % 3

            def __hash__(self):
                return self.n % 3

        @jit
        def main():
            return len({Third(k): k for k in range(10)}), Third(4) in {Third(1)}, Third(3) in {Third(1)}
    """,
    "tests beside the comparison": """
        class Level:
            def __init__(self, n):
                self.n = n

            def __eq__(self, other):
                if self.n > 9 and other.n > 9:
                    return True
                return self.n == other.n

            def __hash__(self):
                return min(self.n, 10)

        @jit
        def main():
            return len({Level(k) for k in range(20)}), {Level(12): 1}.get(Level(15)), {Level(1): 1}.get(Level(2))
    """,
    "objects that hold such": """
        class Place:
            def __init__(self, name):
                self.name = name
                self.roads = {}
                self.seen = set()

            def __eq__(self, other):
                return self.name.lower() == other.name.lower()

            def __hash__(self):
                return len(self.name)

            def link(self, other, length):
                self.roads[other] = length
                self.seen.add(other)

        @jit
        def main():
            a, b, c = Place("a"), Place("b"), Place("B")
            a.link(b, 1)
            a.link(c, 2)
            b.link(Place("a"), 3)
            return len(a.roads), a.roads[Place("B")], len(a.seen), Place("A") in b.roads
    """,
    "what changes what is compared": """
        class Shifty:
            def __init__(self, n, all):
                self.n = n
                self.all: list[int] = all

            def __eq__(self, other):
                self.all.append(other.n)
                return self.n == other.n

            def __hash__(self):
                return 7

        @jit
        def main():
            asked = [0]
            d = {Shifty(k, asked): k for k in range(4)}
            found = d[Shifty(2, asked)]
            return found, asked, len(d)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(CLASSES + program)


class Bit:
    """Equal where the last bits are."""

    def __init__(self, n: int):
        self.n = n

    def __eq__(self, other: object) -> bool:
        return self.n % 2 == other.n % 2  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return self.n % 2


def test_dicts_of_python_are_refused_by_name():
    @njit
    def look(d):
        return d[Bit(2)]

    with pytest.raises(TypeError, match="own __eq__ and __hash__"):
        look({Bit(0): 1})


def test_empty_dicts_of_python_are_filled():
    @njit
    def fill(d):
        for k in range(5):
            d[Bit(k)] = k
        return len(d)

    d = {}
    assert fill(d) == 2
    assert {key.n: value for key, value in d.items()} == {0: 4, 1: 3}


@dataclass(frozen=True)
class Place:
    row: int
    column: int


def test_hashes_of_tuples_with_objects():
    def f(n):
        place = Place(n, 2)
        return hash((place, n)), hash((1, (place, 2.5))), hash((place, "x")) == hash((Place(n, 2), "x"))

    assert njit(f)(3)[:2] == f(3)[:2]
    assert njit(f)(3)[2]
