"""Lines of everyday Python whose types are found out elsewhere: what they print and return, as CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "attributes of exceptions of objects that are filled later": """
        class Short(Exception):
            def __init__(self, need, have):
                super().__init__(f"need {need}, have {have}")
                self.need = need

        class Account:
            def __init__(self):
                self.log = []
                self.balance = 0

            def put(self, amount):
                self.balance += amount
                self.log.append(amount)

            def take(self, amount):
                if amount > self.balance:
                    raise Short(amount, self.balance)
                self.balance -= amount
                self.log.append(-amount)

        @jit
        def main():
            account = Account()
            account.put(10)
            try:
                account.take(30)
            except Short as error:
                return error.need, str(error), error.args
            return 0, "", ()
    """,
    "lists that stay empty beside others": """
        @jit
        def quoted(*args):
            return ["q", *[str(x) for x in args]]

        @jit
        def main():
            words = ["x"]
            nothing = []
            words.extend(nothing)
            joined = ", ".join([str(x) for x in ()])
            return quoted(), quoted(1, 2), words, nothing, joined, {"y", *[str(x) for x in ()]}
    """,
    "sequences of arguments whose number is not known": """
        import itertools, math
        @jit
        def main(n=5):
            near = {"a": {1, 2}, "b": {3}, "c": {4, 5}}
            keys = [key for key in near if key != "b" or n > 3]
            tables = [list(range(k)) for k in range(1, 4)]
            return (
                sorted(itertools.product(*[near[key] for key in keys])), list(itertools.product(*tables))[-1],
                list(itertools.product(*tables[:n - 4], repeat=2)), list(itertools.product(*tables[:0])),
                math.lcm(*range(1, n)), math.gcd(*[n * 4, n * 6]), math.gcd(*tables[0]), math.lcm(*tables[1][1:]),
            )
    """,
    "functions are callable": """
        import collections.abc
        from collections import deque
        import random
        @jit
        def twice(x):
            return 2 * x
        @jit
        def main(n=5):
            add = lambda x: x + n
            shuffled = deque(range(n))
            random.shuffle(shuffled)
            classes = collections.abc.Callable, collections.abc.Hashable
            return (
                isinstance(twice, collections.abc.Callable), isinstance(add, collections.abc.Callable),
                isinstance(len, classes), isinstance(n, collections.abc.Callable), isinstance("a".join, collections.abc.Sized),
                sorted(shuffled), issubclass(bool, (str, (int, float))),
            )
    """,
    "printing of items": """
        @jit
        def main(text="t", n=3):
            d = {"a": 1}
            print(text, *[1, 2])
            print(*["a", "b"], text, sep="-")
            print(1.5, *[1, 2], True, *(3, "u"), *range(n), end="!\\n")
            print(None, *d, *d.items(), *{3}, *"abc", sep=", ")
            print(n, *[x * 2 for x in range(0)], sep=None, end=None)
    """,
    "queues of what has no order": """
        import enum
        import heapq

        class Kind(enum.Enum):
            A = 1
            B = 2

        class Job:
            def __init__(self, name):
                self.name = name

        class Loud:
            def __init__(self, n):
                self.n = n

            def __lt__(self, other):
                print("less", self.n, other.n)
                return self.n < other.n

        @jit
        def main():
            queue = []
            for k, name in enumerate("dacb"):
                heapq.heappush(queue, (k % 2, k, Job(name), Kind.A if k else Kind.B))
            names = []
            while queue:
                _, _, job, kind = heapq.heappop(queue)
                names.append(job.name + kind.name)
            try:
                (1, Kind.A) < (1, Kind.B)
            except TypeError as error:
                names.append(str(error))
            try:
                (1, 2, {1: 2}) >= (1, 2, {})
            except TypeError as error:
                names.append(str(error))
            loud = (1, Loud(1)) < (2, Loud(2)), (1, Loud(1)) < (1, Loud(2))
            return names, (1, Kind.A) < (1, Kind.A), (1, Kind.A) <= (1, Kind.A), (1, Kind.A) < (2, Kind.B), loud
    """,
    "declared fields beside others": """
        from collections import defaultdict
        from dataclasses import dataclass
        from typing import Optional

        @dataclass
        class Item:
            name: str
            count: int = 0

        class Store:
            def __init__(self):
                self.items: dict[int, Item] = {}
                self.by = defaultdict(set)

            def add(self, key, item):
                self.items[key] = item
                self.by[item.name].add(key)

        class Link:
            def __init__(self, value, behind: "Optional[Link]" = None):
                self.value = value
                self.behind = behind

        class Chain:
            def __init__(self):
                self.head: Optional[Link] = None

            def push(self, value):
                self.head = Link(value, self.head)

        class Node:
            def __init__(self, value: str):
                self.value = value
                self.children: list[Node] = []

        class Tree:
            def __init__(self):
                self.root = None
                self.all = []

            def add(self, value):
                node = Node(value)
                if self.root is None:
                    self.root = node
                else:
                    self.root.children.append(node)
                self.all.append(node)

        @jit
        def main():
            store = Store()
            store.add(1, Item("a"))
            store.add(2, Item("a", 3))
            chain = Chain()
            for k in range(3):
                chain.push(k * 1.5)
            tree = Tree()
            tree.add("n")
            tree.add("m")
            values = chain.head.value, chain.head.behind.value
            return len(store.items), sorted(store.by["a"]), values, tree.root.value, len(tree.root.children), len(tree.all)
    """,
    "what there is none of": """
        class Guard:
            def __init__(self):
                self.seen = []

            def __enter__(self):
                return self

            def __exit__(self, kind, error, trace):
                self.seen.append(kind.__name__ if kind else "none")
                return bool(kind)

        class Problem(Exception):
            code = 1

        class Worse(Problem):
            code = 2

        @jit
        def main():
            graph = {"a": {"b", "c"}}
            lists = {1: [1.5]}
            steps = [sorted(graph.get(node, ())) for node in "ab"]
            total = sum(lists.get(1, ())) + len(lists.get(2, ()))
            for x in lists.get(3, ()):
                total += x
            guard = Guard()
            with guard:
                pass
            with guard:
                raise KeyError(1)
            codes = []
            for n in range(3):
                try:
                    if n == 0:
                        raise Problem(n)
                    raise Worse(n)
                except Problem as error:
                    codes.append(error.code)
            return steps, total, guard.seen, codes
    """,
    "powers of zero": """
        @jit
        def power(a, b):
            try:
                return str(a**b)
            except ZeroDivisionError:
                return "none"

        @jit
        def main():
            try:
                known = str(power(0.0, 2) + str(0.0**-1))
            except ZeroDivisionError:
                known = "none"
            return power(0.0, -1), power(-0.0, -3), power(2.0, -2), power(0.0, 3), known
    """,
    "what is itself is equal in containers": """
        @jit
        def main():
            x = float("nan")
            z = complex(x, 1.0)
            same = [x] == [x], (x, 1) == (x, 1), {1: x} == {1: x}, [(x,)] == [(x,)], [x] != [x], (z,) == (z,)
            found = (x,).index(x), (x, x).count(x), [x, 1.0] < [x, 2.0], (x, 1) < (x, 2)
            return same, found, (1.0, 2) == (1.0, 2), (1.0, 2) < (1.0, 3), (0.0,) == (-0.0,), (1.0, x) != (2.0, x)
    """,
    "lists and tuples are never equal": """
        @jit
        def compared(items):
            t = tuple(items)
            others = t == (1, 2), t == (1, "b"), (2.5, "b") != t
            return items == t, items != t, t == items, [t] == [items], (t, 1) == (items, 1), others

        @jit
        def ordered(items):
            try:
                return tuple(items) < tuple(items) + (1,)
            except TypeError:
                return False

        @jit
        def main():
            return compared([1, 2]), compared([]), ordered([1, 2]), tuple([3, 4]) in {(3, "b"), (3, 4)}
    """,
    "texts made by formatting in keys": """
        @jit
        def main():
            d = {}
            for i in range(3):
                d[(i, f"{i}")] = i * 2
            seen = {(i, (f"<{i}>", 1)) for i in range(3)}
            pairs = [(i, f"{i}x") for i in range(3)]
            pairs.append((7, "y"))
            return d, d[(1, "1")], (0, f"{0}") in d, (2, ("<2>", 1)) in seen, sorted(pairs), dict.fromkeys(pairs, 1)
    """,
    "lambdas that call themselves": """
        @jit
        def main():
            factorial = lambda n: 1 if n < 2 else n * factorial(n - 1)
            depth = lambda n, start=0: start if n == 0 else depth(n // 2, start + 1)
            return factorial(5), depth(9), [factorial(k) for k in range(4)]
    """,
    "choices between values of several types that are converted": """
        @jit
        def converted(s, n, items):
            try:
                number = int(s or 1) + int(s or "7")
            except ValueError:
                number = -1
            return number, float(n or 2), f"{n or '.'}|{n or '.':>4}", str(n or ""), len(items or "abc"), bool(n or "x")

        @jit
        def main():
            return converted("", 0, [1]), converted("5", 6, [1]), converted("x", 1, [2, 3])
    """,
    "formats with names of values of several types": """
        @jit
        def main():
            n, s = 3, "q"
            return "%(a)d" % {"a": n}, "%(n)s = %(v)5.2f%%" % {"n": s, "v": n}, "%(a)d %(b)s" % {"a": n, "b": [s]}
    """,
    "hexadecimal digits": """
        @jit
        def read(text):
            try:
                return repr(float.fromhex(text))
            except (ValueError, OverflowError) as error:
                return str(error)

        @jit
        def grouped(b, size):
            return b.hex(":", size), b.hex(b"-", -size), bytearray(b).hex(" "), bytearray(b).hex()

        @jit
        def refused(sep):
            try:
                return b"ab".hex(sep)
            except ValueError as error:
                return str(error)

        @jit
        def main():
            texts = [
                "0x1.921fb54442d18p+1", "-0X1P-1074", "0x1p-1075", "0x1.8p-1074", "1p1024", "0x1.fffffffffffff8p1023",
                " inf", "-nan",
                "0x", "", "0x1p", "zz", "0x.8", "0x1.00000000000008p0", "0x1.000000000000080001p0", "6.d5f5p-1",
            ]
            groups = [grouped(bytes(range(k)), size) for k in range(6) for size in range(4)]
            return [read(text) for text in texts], groups, refused(""), refused("ab"), refused("\xe9")
    """,
    "floats whose shortest texts are equally near": """
        @jit
        def main():
            return repr(3.41788482666015625), repr(2232638638054906.25), str(2125217209556188.75), f"{173.00208227539062}"
    """,
    "named tuples as keys of hash and as dicts": """
        from collections import namedtuple
        from typing import NamedTuple

        class Row(NamedTuple):
            n: int
            name: str
            x: float

        Pair = namedtuple("Pair", "a b")

        @jit
        def main():
            row, pair = Row(1, "r", 2.5), Pair(1, 2)
            d = row._asdict()
            text = ""
            for key, value in row._asdict().items():
                text += f"{key}={value} "
            hashes = hash(row) == hash((1, "r", 2.5)), hash(pair) == hash((1, 2))
            return hashes, d["n"], d["name"], list(d), text, row._asdict(), pair._asdict()
    """,
    "calls until a value comes": """
        @jit
        def main():
            stack, chars, place = [3, 0, 1, 2], "abcde", [0]
            def chunk():
                place[0] += 2
                return chars[place[0] - 2 : place[0]]
            total = 0
            for n in iter(stack.pop, 0):
                total += n
            return total, stack, list(iter(chunk, "")), list(iter(lambda: 1, 1))
    """,
    "inner functions that are decorated for the compiler": """
        import coluber
        from coluber import njit

        @jit
        def main():
            n = 5
            @njit
            def square(x):
                return x * x + n
            @coluber.njit(cache=True)
            def factorial(x):
                return 1 if x < 2 else x * factorial(x - 1)
            double = njit(lambda x: 2 * x)
            return square(2), factorial(5), double(4)
    """,
    "rows of arrays as keys of dicts that make their values": """
        import numpy as np
        from collections import Counter, defaultdict

        @jit
        def main():
            a = np.array([[1, 2], [3, 4], [1, 2]])
            places, counts, counter = defaultdict(list), defaultdict(int), Counter()
            for i in range(len(a)):
                places[tuple(a[i])].append(i)
                counts[tuple(a[i].tolist())] += 1
                counter[tuple(a[i])] += 1
            found = [(int(k[0]), v) for k, v in places.items()]
            return found, sorted(counts.values()), len(counter), counter.most_common(1)[0][1]
    """,
    "copies of lists that are given more than these hold": """
        @jit
        def solved(a, b):
            n = len(a)
            m = [row[:] + [v] for row, v in zip(a, b)]
            for i in range(n):
                for r in range(i + 1, n):
                    f = m[r][i] / m[i][i]
                    m[r] = [x - f * y for x, y in zip(m[r], m[i])]
            x = [0.0] * n
            for i in reversed(range(n)):
                x[i] = (m[i][-1] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
            return x

        @jit
        def halved(items):
            copies = items[:], items.copy(), list(items), items[::-1]
            for c in copies:
                for k in range(len(c)):
                    c[k] /= 4
            copies[0].append(0.25)
            return copies, items

        @jit
        def doubled(points, k):
            centres = points[:k]
            for _ in range(2):
                centres = [tuple(x * 2 for x in p) for p in centres]
            return centres, points

        def main():
            return solved([[2, 1], [1, 3]], [3, 5]), halved([1, 2, 5]), doubled([(1, 2), (3, 4), (5, 6)], 2)
    """,
    "loops over tuples of lists that are given more": """
        @jit
        def main():
            first, second = [1, 2], [3]
            for items in (first, second):
                items[0] = 0.5
                items.append(2.5)
            return [x + 0.5 for x in first], [x + 0.5 for x in second]
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)
