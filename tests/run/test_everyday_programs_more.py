"""More programs of everyday Python: what they print and return, as CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "shapes of an abstract class": """
        import math
        from abc import ABC, abstractmethod

        class Shape(ABC):
            count = 0
            def __init__(self, name):
                self.name = name
            @abstractmethod
            def area(self) -> float: ...
            def describe(self):
                return f"{self.name}: {self.area():.2f}"

        class Circle(Shape):
            def __init__(self, r):
                super().__init__("circle")
                self.r = r
            def area(self):
                return math.pi * self.r ** 2

        class Rect(Shape):
            def __init__(self, w, h):
                super().__init__("rect")
                self.w, self.h = w, h
            def area(self):
                return self.w * self.h

        class Square(Rect):
            def __init__(self, s):
                super().__init__(s, s)
                self.name = "square"
            def describe(self):
                return "[" + super().describe() + "]"

        @jit
        def hierarchy():
            shapes = [Circle(1.5), Rect(2.0, 3.0), Square(1.0)]
            for s in sorted(shapes, key=lambda s: s.area(), reverse=True):
                print(s.describe(), isinstance(s, Rect), type(s).__name__)
            total = sum(s.area() for s in shapes)
            big = max(shapes, key=lambda s: s.area())
            names = {s.name: s for s in shapes}
            return f"{total:.3f}", big.name, sorted(names), [s.name for s in shapes if isinstance(s, (Rect, Circle))]

        @jit
        def main1():
            return hierarchy()
    """,
    "a tree that is searched": """
        from typing import Optional

        class TreeNode:
            def __init__(self, key, value=None):
                self.key = key
                self.value = value
                self.left: Optional["TreeNode"] = None
                self.right: Optional["TreeNode"] = None

        class BST:
            def __init__(self):
                self.root: Optional[TreeNode] = None
                self.size = 0
            def insert(self, key, value):
                if self.root is None:
                    self.root = TreeNode(key, value)
                    self.size += 1
                    return
                node = self.root
                while True:
                    if key == node.key:
                        node.value = value
                        return
                    if key < node.key:
                        if node.left is None:
                            node.left = TreeNode(key, value)
                            break
                        node = node.left
                    else:
                        if node.right is None:
                            node.right = TreeNode(key, value)
                            break
                        node = node.right
                self.size += 1
            def __contains__(self, key):
                node = self.root
                while node is not None:
                    if key == node.key:
                        return True
                    node = node.left if key < node.key else node.right
                return False
            def walk(self, node):
                if node:
                    yield from self.walk(node.left)
                    yield node.key, node.value
                    yield from self.walk(node.right)
            def __iter__(self):
                return self.walk(self.root)
            def height(self, node):
                if node is None:
                    return 0
                return 1 + max(self.height(node.left), self.height(node.right))
            def __len__(self):
                return self.size

        @jit
        def bst():
            t = BST()
            for k, w in enumerate("the quick brown fox jumps over the lazy dog".split()):
                t.insert(w, k)
            print(len(t), "fox" in t, "cat" in t, t.height(t.root))
            return [k for k, v in t], dict(t)

        @jit
        def main1():
            return bst()
    """,
    "a stack machine": """
        class Stack:
            class Empty(Exception):
                pass
            def __init__(self, items=()):
                self._items = list(items)
            def push(self, x):
                self._items.append(x)
            def pop(self):
                if not self._items:
                    raise Stack.Empty("pop from empty stack")
                return self._items.pop()
            def peek(self):
                return self._items[-1] if self._items else None
            def __len__(self):
                return len(self._items)
            def __bool__(self):
                return bool(self._items)
            def __iter__(self):
                return iter(reversed(self._items))

        @jit
        def rpn(text):
            s = Stack([0.0])
            s.pop()
            for tok in text.split():
                match tok:
                    case "+" | "-" | "*" | "/":
                        b, a = s.pop(), s.pop()
                        s.push(a + b if tok == "+" else a - b if tok == "-" else a * b if tok == "*" else a / b)
                    case _:
                        s.push(float(tok))
            if len(s) != 1:
                raise ValueError(f"{len(s)} values left: {list(s)}")
            return s.pop()

        @jit
        def rpns():
            out = []
            for t in ["3 4 + 2 *", "1 2", "+", "1 x +", "8 2 /"]:
                try:
                    out.append(f"{t} = {rpn(t)}")
                except Stack.Empty as e:
                    out.append(f"empty: {e}")
                except ValueError as e:
                    out.append(f"value: {e}")
            return out

        @jit
        def main1():
            return rpns()
    """,
    "versions and tables of rows": """
        from collections import defaultdict
        from dataclasses import dataclass
        from functools import total_ordering
        from typing import Optional

        @total_ordering
        class Version:
            def __init__(self, text):
                self.parts = tuple(int(p) for p in text.split("."))
            def __eq__(self, o):
                return self.parts == o.parts
            def __lt__(self, o):
                return self.parts < o.parts
            def __hash__(self):
                return hash(self.parts)
            def __str__(self):
                return ".".join(map(str, self.parts))

        @jit
        def versions():
            vs = [Version(t) for t in ["1.10.0", "1.2.3", "1.2.3", "0.9.1"]]
            print([str(v) for v in sorted(vs)], max(vs), vs[0] >= vs[1], vs[1] <= vs[2], vs[1] != vs[2])
            return len(set(vs)), {str(v): i for i, v in enumerate(vs)}

        @jit
        def main1():
            return versions()

        @dataclass
        class Row:
            name: str
            dept: str
            salary: float
            start: Optional[int] = None

        class CsvError(ValueError):
            def __init__(self, line, msg):
                super().__init__(f"line {line}: {msg}")
                self.line = line

        @jit
        def parse(text):
            rows = []
            for n, line in enumerate(text.strip().splitlines(), start=1):
                if n == 1 or not line.strip() or line.startswith("#"):
                    continue
                name, dept, salary, *rest = [c.strip() for c in line.split(",")]
                try:
                    value = float(salary)
                except ValueError as e:
                    raise CsvError(n, str(e)) from e
                rows.append(Row(name, dept, value, int(rest[0]) if rest and rest[0] else None))
            return rows

        @jit
        def report(text):
            try:
                rows = parse(text)
            except CsvError as e:
                return f"{type(e).__name__} {e} ({e.line})"
            by = defaultdict(list)
            for r in rows:
                by[r.dept].append(r)
            for dept, rs in sorted(by.items()):
                avg = sum(r.salary for r in rs) / len(rs)
                old = min((r.start for r in rs if r.start is not None), default=None)
                print(f"{dept:<6} n={len(rs)} avg={avg:>9,.2f} oldest={old} top={max(rs, key=lambda r: r.salary).name}")
            print(rows[0])
            return f"{len(rows)} rows, {sum(r.salary for r in rows):_.1f}"

        @jit
        def main2():
            return report("name,dept,salary\\nann, it, 5000.5, 2010\\n#x\\nbob,hr,4000\\n\\ncid,it,7000,")

        @jit
        def main3():
            return report("name,dept,salary\\nann,it,5k")
    """,
    "closures that count": """
        @jit

        def counter():
            n = 0
            history = []
            def inc(by=1):
                nonlocal n
                n += by
                history.append(n)
                return n
            def reset():
                nonlocal n
                n = 0
                history.clear()
            return inc, reset, history

        @jit
        def closures():
            inc, reset, history = counter()
            inc()
            inc(5)
            a = list(history)
            reset()
            inc(by=3)
            fs = [lambda x, k=k: x * k for k in range(3)]
            adders = {name: (lambda x, d=d: x + d) for name, d in [("one", 1), ("two", 2)]}
            compose = lambda f, g: lambda x: f(g(x))
            return a, history, [f(10) for f in fs], adders["two"](5), compose(adders["one"], fs[2])(4)

        @jit
        def main1():
            return closures()
    """,
    "a game that is searched": """
        @jit

        def winner(board):
            lines = [board[r * 3:r * 3 + 3] for r in range(3)] + [board[c::3] for c in range(3)] + [board[::4], board[2:7:2]]
            for l in lines:
                if l in ("XXX", "OOO"):
                    return l[0]
            return "-" if "." not in board else None

        @jit
        def minimax(board, me, cache):
            w = winner(board)
            if w is not None:
                return {"X": 1, "O": -1, "-": 0}[w], -1
            if board in cache:
                return cache[board]
            best = None
            for i, c in enumerate(board):
                if c == ".":
                    s, _ = minimax(board[:i] + me + board[i + 1:], "O" if me == "X" else "X", cache)
                    if best is None or (me == "X" and s > best[0]) or (me == "O" and s < best[0]):
                        best = (s, i)
            cache[board] = best
            return best

        @jit
        def game():
            board, me = "X...O....", "X"
            cache = {}
            moves = []
            while winner(board) is None:
                s, i = minimax(board, me, cache)
                board = board[:i] + me + board[i + 1:]
                moves.append((me, i, s))
                me = "O" if me == "X" else "X"
            print("\\n".join(board[r:r + 3] for r in (0, 3, 6)))
            return moves, len(cache), winner(board)

        @jit
        def main1():
            return game()
    """,
    "texts that are coded": """
        import itertools

        @jit
        def caesar(text, shift):
            out = []
            for c in text:
                if c.isalpha():
                    base = ord("a") if c.islower() else ord("A")
                    out.append(chr((ord(c) - base + shift) % 26 + base))
                else:
                    out.append(c)
            return "".join(out)

        @jit
        def rle(text):
            enc = [(k, len(list(g))) for k, g in itertools.groupby(text)]
            s = "".join(f"{n}{c}" if n > 1 else c for c, n in enc)
            dec, num = "", ""
            for ch in s:
                if ch.isdigit():
                    num += ch
                else:
                    dec += ch * int(num or "1")
                    num = ""
            return s, dec == text

        @jit
        def strings(t):
            print(caesar(t, 3), caesar(caesar(t, 3), -3) == t, rle("aaabccdddd"))
            print(f"{t!r:>20}|{t[:5]:^11}|{t.title():*<15}|{len(t):04d}|{len(t) / 7:.3e}|{12345678:,}|{255:#x}|{5:b}")
            print("%-8s|%5.1f|%03d" % ("ab", 3.14159, 7), "{0}-{1}-{0}".format("x", 2), "{name:>5}".format(name="q"))
            pal = [w for w in ["level", "hello", "noon"] if w == w[::-1]]
            trans = str.maketrans("aeiou", "12345")
            return (pal, t.translate(trans), t.partition(" "), sorted(set(t.lower()) - set(" !"),
                key=lambda c: (-t.lower().count(c), c))[:3])

        @jit
        def main1():
            return strings("Hello brave World!")
    """,
    "sections of a file": """
        @jit

        def parse_ini(text):
            sections: dict[str, dict[str, str]] = {}
            current = ""
            for n, raw in enumerate(text.splitlines(), 1):
                line = raw.split("#", 1)[0].strip()
                if not line:
                    continue
                if line[0] == "[" and line[-1] == "]":
                    current = line[1:-1]
                    sections[current] = {}
                elif "=" in line:
                    k, _, v = line.partition("=")
                    if not current:
                        raise SyntaxError(f"line {n}: no section")
                    sections[current][k.strip()] = v.strip()
                else:
                    raise SyntaxError(f"line {n}: {line!r}")
            return sections

        @jit
        def ini():
            cfg = parse_ini("[a]\\nx = 1 # one\\ny=two\\n\\n[b]\\nz = a=b")
            for s, kv in cfg.items():
                for k, v in kv.items():
                    print(f"{s}.{k}={v}")
            try:
                parse_ini("x=1")
            except SyntaxError as e:
                print("bad", e)
            merged = {**cfg["a"], **cfg["b"], "w": "0"}
            flipped = {v: k for k, v in merged.items()}
            first, *rest = merged
            k, v = merged.popitem()
            return merged, flipped, first, rest, k, v, dict(sorted(merged.items(), reverse=True))

        @jit
        def main1():
            return ini()
    """,
    "handlers of events": """
        from collections import defaultdict

        class Emitter:
            def __init__(self):
                self.handlers = defaultdict(list)
            def on(self, name, f):
                self.handlers[name].append(f)
            def emit(self, name, value):
                return [f(value) for f in self.handlers[name]]

        @jit
        def emitter():
            e = Emitter()
            e.on("x", lambda v: v + 1)
            return e.emit("x", 3), e.emit("y", 1)

        @jit
        def main1():
            return emitter()
    """,
    "causes, flags and commands": """
        from dataclasses import dataclass
        from enum import Flag, IntEnum, auto

        class ConfigError(Exception):
            def __init__(self, key):
                super().__init__(f"bad key {key!r}")
                self.key = key

        @jit
        def load(d, key):
            try:
                return int(d[key])
            except (KeyError, ValueError) as e:
                raise ConfigError(key) from e

        @jit
        def causes():
            out = []
            for k in ["a", "b", "c"]:
                try:
                    out.append(str(load({"a": "1", "b": "x"}, k)))
                except ConfigError as e:
                    c = e.__cause__
                    out.append(f"{e} {e.key} <- {type(c).__name__}: {c}")
            return out

        @jit
        def main1():
            return causes()

        class Perm(Flag):
            R = auto()
            W = auto()
            X = auto()

        class Level(IntEnum):
            LOW = 1
            MID = 5
            HIGH = 10

        @jit
        def enums(n):
            p = Perm.R | Perm.W
            q = p & ~Perm.W
            lv = max(Level.LOW, Level.HIGH)
            by = {l: l.name.lower() for l in Level}
            return (Perm.R in p, q == Perm.R, bool(p & Perm.X), lv.name, lv + 1, Level(5).name, by[Level.MID],
                sorted(by)[0] < Level.MID, [l.value for l in Level if l > n])

        @jit
        def main2():
            return enums(3)

        @dataclass
        class Move:
            dx: int
            dy: int

        @dataclass
        class Say:
            text: str

        @jit
        def run(cmds):
            x = y = 0
            log = []
            for c in cmds:
                match c:
                    case Move(dx=0, dy=0):
                        log.append("stay")
                    case Move(dx, dy):
                        x += dx
                        y += dy
                    case Say(text=t) if len(t) > 3:
                        log.append(t.upper())
                    case Say(t):
                        log.append(t)
            return x, y, log

        @jit
        def commands():
            return run([Move(1, 2), Say("hi"), Move(0, 0), Say("hello"), Move(-3, 1)])

        @jit
        def main3():
            return commands()

        @jit
        def words(line):
            match line.split():
                case []:
                    return "nothing"
                case ["go", ("north" | "south") as d]:
                    return f"going {d}"
                case ["take", n, *things] if n.isdigit():
                    return f"{int(n)} x {' '.join(things)}"
                case [cmd]:
                    return f"cmd {cmd}"
                case [first, *_, last]:
                    return f"{first}..{last}"

        @jit
        def all_words():
            return [words(l) for l in ["", "go north", "take 3 red apples", "look", "a b c d", "go up"]]

        @jit
        def main4():
            return all_words()
    """,
    "a ring of items": """
        class Ring:
            def __init__(self, size, fill=0):
                self.buf = [fill] * size
                self.i = 0
                self.full = False
            def __iadd__(self, x):
                self.buf[self.i] = x
                self.i = (self.i + 1) % len(self.buf)
                self.full = self.full or self.i == 0
                return self
            def __getitem__(self, k):
                if isinstance(k, slice):
                    return self.items()[k]
                return self.items()[k]
            def items(self):
                return self.buf[self.i:] + self.buf[:self.i] if self.full else self.buf[:self.i]
            def __call__(self, f):
                return f(self.items())
            def __iter__(self):
                for x in self.items():
                    yield x

        @jit
        def rings():
            r = Ring(3)
            for k in range(5):
                r += k * k
            return r[0], r[-1], r[1:], r(sum), list(r), [a for a in r if a % 2], max(r), 9 in r

        @jit
        def main1():
            return rings()
    """,
    "objects of classes without a common base": """
        from dataclasses import dataclass

        @dataclass
        class Num:
            v: float

        @dataclass
        class Var:
            name: str

        class Add:
            __match_args__ = ("a", "b")

            def __init__(self, a: "Num | Var", b: "Num | Var"):
                self.a = a
                self.b = b

        class Cat:
            def say(self): return "meow"

        class Dog:
            def __init__(self, n): self.n = n
            def say(self): return "woof" * self.n

        @jit
        def zoo(flag):
            pets = [Cat(), Dog(2)]
            p = Cat() if flag else Dog(1)
            out = [x.say() for x in pets]
            d = {"a": Cat(), "b": Dog(3)}
            return out, p.say(), d["b"].say(), isinstance(p, Dog), [type(x).__name__ for x in pets]

        @jit
        def main1():
            return zoo(True)

        @jit
        def main2():
            return zoo(False)

        @jit
        def evaluate(e, env):
            match e:
                case Num(v):
                    return v
                case Var(name):
                    return env[name]
                case Add(a, b):
                    return evaluate(a, env) + evaluate(b, env)
            return 0.0

        @jit
        def expr():
            return evaluate(Add(Num(1.0), Var("x")), {"x": 3.0})

        @jit
        def main3():
            return expr()
    """,
    "vectors that are read by index": """
        class Vec:
            def __init__(self, *xs):
                self.xs = list(xs)

            def __add__(self, o):
                return Vec(*[a + b for a, b in zip(self.xs, o.xs)])

            def __mul__(self, k):
                return Vec(*[a * k for a in self.xs])

            def __rmul__(self, k):
                return self * k

            def __matmul__(self, o):
                return sum(a * b for a, b in zip(self.xs, o.xs))

            def __neg__(self):
                return self * -1

            def __eq__(self, o):
                return self.xs == o.xs

            def __abs__(self):
                return (self @ self) ** 0.5

            def __getitem__(self, k):
                return self.xs[k]

            def __len__(self):
                return len(self.xs)

            def __repr__(self):
                return f"Vec({', '.join(map(str, self.xs))})"

            def __bool__(self):
                return any(self.xs)

        @jit
        def main():
            a, b = Vec(1.0, 2.0, 2.0), Vec(3.0, 0.0, 4.0)
            made = repr(a + b), repr(2 * a), repr(-a), a == Vec(1.0, 2.0, 2.0), bool(Vec(0.0))
            return made, a @ b, abs(a), a[1], len(a), [x for x in a], sum(b), 4.0 in b, list(zip(a, b))
    """,
    "a library with waiting readers": """
        from collections import defaultdict, deque

        class Book:
            def __init__(self, title, author, copies=1):
                self.title = title
                self.author = author
                self.copies = copies
                self.holds = deque()

            def __repr__(self):
                return f"<{self.title} by {self.author} x{self.copies}>"

        class Library:
            def __init__(self):
                self.books = {}
                self.loans = defaultdict(list)

            def add(self, book):
                self.books[book.title] = book
                return self

            def lend(self, title, who):
                book = self.books.get(title)
                if book is None:
                    return f"no {title}"
                if book.copies == 0:
                    book.holds.append(who)
                    return f"{who} waits ({len(book.holds)})"
                book.copies -= 1
                self.loans[who].append(title)
                return f"{who} has {title}"

            def give_back(self, title, who):
                if title not in self.loans[who]:
                    raise LookupError(f"{who} has no {title}")
                self.loans[who].remove(title)
                book = self.books[title]
                book.copies += 1
                if book.holds:
                    return self.lend(title, book.holds.popleft())
                return "shelved"

        @jit
        def main():
            lib = Library().add(Book("Emma", "Austen")).add(Book("Ulysses", "Joyce", 2))
            out = [lib.lend("Emma", "ann"), lib.lend("Emma", "bob"), lib.lend("Dune", "bob")]
            out += [lib.give_back("Emma", "ann"), lib.give_back("Emma", "bob")]
            try:
                lib.give_back("Emma", "eve")
            except LookupError as e:
                out.append(str(e))
            return out, sorted(lib.books), [b for b in lib.books.values()], dict(lib.loans)
    """,
    "recursion through generators": """
        class Tree:
            def __init__(self):
                self.kids: dict[str, Tree] = {}

        @jit
        def text(tree):
            return "(" + "".join(name + text(tree.kids[name]) for name in tree.kids) + ")"

        @jit
        def mapped(tree):
            return f"<{''.join(map(mapped, tree.kids.values()))}>"

        @jit
        def items_of(tree):
            found = []
            for item in (items_of(kid) for kid in tree.kids.values()):
                found.append(item)
            return len(found)

        @jit
        def main():
            root = Tree()
            for path in ("ab", "ac", "b"):
                node = root
                for letter in path:
                    node = node.kids.setdefault(letter, Tree())
            return text(root), mapped(root), items_of(root)
    """,
    "counters that nothing is put into": """
        import heapq
        import math
        from collections import Counter, defaultdict

        class Videos:
            def __init__(self):
                self.last = 0
                self.free = []
                self.titles = {}
                self.views = Counter()

            def upload(self, title):
                number = self._number()
                self.titles[number] = title
                return number

            def seen(self, number):
                return self.views[number] if number in self.titles else -1

            def _number(self):
                if not self.free:
                    self.last += 1
                    return self.last - 1
                return heapq.heappop(self.free)

        @jit
        def size(counts):
            return len(counts)

        @jit
        def divisors(numbers, k):
            found, counts = 0, Counter()
            for number in numbers:
                if number % k:
                    counts.clear()
                    continue
                now = defaultdict(int)
                now[number] += 1
                for before, count in counts.items():
                    now[math.gcd(before, number)] += count
                found += now.get(k, 0)
                counts = now
            return found

        @jit
        def main():
            videos = Videos()
            first = videos.upload("b")
            return first, size(Counter()), divisors([9, 3, 1, 2, 6, 3], 3)

        @jit
        def main_seen():
            return Videos().seen(1)
    """,
    "counters and dicts": """
        from collections import Counter

        @jit
        def main():
            text = "abaccb"
            counts, out = Counter(text), []
            while counts:
                out += [letter for letter in "abc" if letter in counts]
                counts -= dict.fromkeys(counts, 1)
            more = Counter("aab")
            more += {"a": 1, "c": 2}
            most = Counter("ab")
            most |= {"a": 5, "b": 0}
            both = Counter("aabc")
            both &= {"a": 1, "b": 2, "c": 0}
            return "".join(out), more, most, both
    """,
    "texts beside other values are joined": """
        @jit
        def main():
            runs = []
            for letter in "aabbbc":
                if not runs or runs[-1][0] != letter:
                    runs.append([letter, 1])
                else:
                    runs[-1][1] += 1
            try:
                joined = "-".join([["a", 1], ["b", 2]][0])
            except TypeError as e:
                joined = str(e)
            listed = "".join([letter * count for letter, count in runs])
            return "".join(letter * count for letter, count in runs), listed, joined
    """,
    "annotated containers in fields": """
        from collections import Counter, OrderedDict, defaultdict

        class Node:
            def __init__(self, count: int):
                self.count = count
                self.next: Node | None = None

        class Tables:
            def __init__(self):
                self.rows: dict[str, list[list[str]]] = defaultdict(list)
                self.seen: dict[str, int] = Counter()
                self.order: dict[int, float] = OrderedDict()
                self.nodes: dict[str, Node] = {}
                self.chain: list[Node] = []
                self.head = Node(0)
                self.head.next = Node(1)

            def insert(self, name: str, row: list[str]) -> None:
                self.rows[name].append(row)
                self.seen[name] += 1
                self.order[len(self.order)] = 1.5

            def keep(self, name):
                self.nodes[name] = self.head.next
                self.chain.append(self.head.next)

        @jit
        def main():
            tables = Tables()
            tables.insert("a", ["x", "y"])
            tables.keep("b")
            print(tables.rows["a"][0][1], tables.seen, list(tables.order.items()))
            return tables.nodes["b"].count, tables.chain[0].count

        @jit
        def main_unused():
            tables = Tables()
            tables.insert("a", ["x", "y"])
            return 1
    """,
    "a field that is given what may be None": """
        class Node:
            def __init__(self, text):
                self.text = text
                self.kids: dict[str, Node] = {}

        class Cursor:
            def __init__(self):
                self.root = Node("root")
                self.at = self.root

            def go(self, letter):
                if self.at:
                    self.at = self.at.kids.get(letter, None)
                return self.at.text if self.at else "nowhere"

        @jit
        def main():
            cursor = Cursor()
            cursor.root.kids["a"] = Node("a")
            return cursor.go("a"), cursor.go("x"), cursor.go("a")
    """,
    "defaults of another kind than the values": """
        from collections import defaultdict, deque

        @jit
        def distances(neighbours, start):
            waiting, found = deque([(start, 0)]), {start: 0}
            while waiting:
                at, distance = waiting.popleft()
                for other in neighbours.get(at, []):
                    if other not in found:
                        found[other] = distance + 1
                        waiting.append((other, distance + 1))
            return found

        @jit
        def main():
            neighbours = defaultdict(set)
            for a, b in (("a", "b"), ("b", "c"), ("d", "e")):
                neighbours[a].add(b)
                neighbours[b].add(a)
            rows, out = {"a": [1, 2]}, []
            for key in "ab":
                out += [x for x in rows.get(key, ())] + [x for x in rows.get(key, set())] + [x for x in rows.get(key, {})]
            return distances(neighbours, "a"), distances({"x": {"y"}}, "z"), out
    """,
    "lists of several types in dicts": """
        @jit
        def main():
            table = {"a": ["x", True], "b": ["y", 2.5, None]}
            table["a"][0] = "z"
            table["b"].append(3)
            counts = {"a": ["x", 1], "b": ["y", 2]}
            total = 0
            for key in counts:
                total += counts[key][1]
            for key, row in counts.items():
                row[1] += 1
            return table, counts, total, counts["a"] == ["x", 2], counts["b"] + [1]
    """,
    "inner functions that call each other": """
        @jit
        def main():
            def term(words, at):
                if words[at] == "(":
                    value, at = expression(words, at + 1)
                    return value, at + 1
                return int(words[at]), at + 1

            def applied(a, operator, b):
                return a + b if operator == "+" else a * b

            def expression(words, at):
                value, at = term(words, at)
                while at < len(words) and words[at] != ")":
                    other, end = term(words, at + 1)
                    value, at = applied(value, words[at], other), end
                return value, at

            return expression("1+(2*3)+4", 0)

        @jit
        def main_steps():
            def even(n):
                return True if n == 0 else odd(n - step)

            step = 1

            def odd(n):
                return False if n == 0 else even(n - step)

            before = even(10), odd(7)
            step = 2
            return before, even(8), odd(6)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)
