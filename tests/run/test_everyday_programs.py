"""Programs of everyday Python, some 50 lines each: what they print and return, as CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "fractions with operators and keys": """
        from dataclasses import dataclass, field

        class Frac:
            __slots__ = ("num", "den")
            def __init__(self, num, den=1):
                if den == 0:
                    raise ZeroDivisionError("denominator is zero")
                if den < 0:
                    num, den = -num, -den
                a, b = abs(num), den
                while b:
                    a, b = b, a % b
                self.num = num // a if a else 0
                self.den = den // a if a else 1
            def __add__(self, other):
                if isinstance(other, int):
                    other = Frac(other)
                return Frac(self.num * other.den + other.num * self.den, self.den * other.den)
            __radd__ = __add__
            def __sub__(self, other):
                return Frac(self.num * other.den - other.num * self.den, self.den * other.den)
            def __mul__(self, other):
                return Frac(self.num * other.num, self.den * other.den)
            def __truediv__(self, other):
                return Frac(self.num * other.den, self.den * other.num)
            def __neg__(self):
                return Frac(-self.num, self.den)
            def __eq__(self, other):
                return self.num == other.num and self.den == other.den
            def __lt__(self, other):
                return self.num * other.den < other.num * self.den
            def __le__(self, other):
                return self == other or self < other
            def __hash__(self):
                return hash((self.num, self.den))
            def __str__(self):
                return f"{self.num}/{self.den}" if self.den != 1 else str(self.num)
            def __repr__(self):
                return f"Frac({self.num}, {self.den})"
            def __float__(self):
                return self.num / self.den
            def __bool__(self):
                return self.num != 0
            def __abs__(self):
                return Frac(abs(self.num), self.den)

        @jit
        def fracs(n):
            h = Frac(0)
            for k in range(1, n):
                h = h + Frac(1, k)
            print(h, float(h), repr(-h), bool(Frac(0, 5)), abs(Frac(-3, 6)))
            xs = sorted([Frac(3, 4), Frac(-1, 2), Frac(5, 7), Frac(2, 8)])
            print(xs, max(xs), min(xs))
            print(sum(xs, Frac(0)), 3 + Frac(1, 2))
            seen = {Frac(1, 2), Frac(2, 4), Frac(3, 6), Frac(1, 3)}
            print(len(seen), Frac(5, 10) in seen)
            counts = {}
            for k in range(1, 7):
                f = Frac(k, 6)
                counts[f] = counts.get(f, 0) + k
            for f, c in sorted(counts.items(), key=lambda kv: kv[1]):
                print(f"{f!s:>6} -> {c}")
            try:
                Frac(1, 2) / Frac(0)
            except ZeroDivisionError as e:
                print("error:", e)
            return str(h)

        @jit
        def main1():
            return fracs(8)
    """,
    "a bank with its own exceptions": """
        class InsufficientFunds(Exception):
            def __init__(self, account, needed):
                super().__init__(f"{account}: short of {needed:.2f}")
                self.account = account
                self.needed = needed

        class AccountError(Exception):
            pass

        class Account:
            interest = 0.01
            def __init__(self, owner, balance=0.0):
                self.owner = owner
                self._balance = balance
                self.history = []
            @property
            def balance(self):
                return self._balance
            def deposit(self, amount):
                if amount <= 0:
                    raise ValueError(f"bad amount: {amount}")
                self._balance += amount
                self.history.append(("deposit", amount))
                return self
            def withdraw(self, amount):
                if amount > self._balance:
                    raise InsufficientFunds(self.owner, amount - self._balance)
                self._balance -= amount
                self.history.append(("withdraw", amount))
                return self
            def __str__(self):
                return f"{type(self).__name__}({self.owner!r}, {self._balance:.2f})"

        class Savings(Account):
            interest = 0.05
            def year(self):
                self.deposit(self.balance * self.interest)

        class Bank:
            def __init__(self):
                self.accounts: dict[str, Account] = {}
            def open(self, owner, amount):
                if owner in self.accounts:
                    raise AccountError(f"account of {owner} exists")
                self.accounts[owner] = Account(owner, amount)
                return self.accounts[owner]
            def transfer(self, a, b, amount):
                try:
                    src, dst = self.accounts[a], self.accounts[b]
                except KeyError as e:
                    raise AccountError(f"no account {e}") from e
                src.withdraw(amount)
                dst.deposit(amount)
            def total(self):
                return sum(a.balance for a in self.accounts.values())

        @jit
        def bank():
            b = Bank()
            b.open("ann", 100.0)
            b.open("bob", 50.0).deposit(25).withdraw(10)
            for args in [("ann", "bob", 30.0), ("bob", "ann", 500.0), ("ann", "eve", 1.0), ("ann", "bob", -5.0)]:
                try:
                    b.transfer(*args)
                    print("ok", *args)
                except InsufficientFunds as e:
                    print(e, f"{e.account} {e.needed:.1f}", e.args)
                except (AccountError, ValueError) as e:
                    print(type(e).__name__, e, e.__cause__ is not None)
                finally:
                    print(f"total {b.total():.2f}")
            try:
                b.open("ann", 1.0)
            except AccountError as e:
                print(repr(e))
            s = Savings("sue", 1000.0)
            for _ in range(3):
                s.year()
            print(s, s.history[-1], Account.interest)
            for name, acc in sorted(b.accounts.items()):
                print(f"{name:<6}|{acc.balance:>10.2f}|{len(acc.history):3d}")
            return str(b.accounts["ann"])

        @jit
        def main1():
            return bank()
    """,
    "a simulation with a queue of events": """
        import heapq
        from enum import Enum, IntEnum, auto
        from collections import defaultdict, deque, Counter

        class Kind(Enum):
            ARRIVE = auto()
            START = auto()
            LEAVE = auto()

        class Sim:
            def __init__(self, servers, seed):
                self.queue = []
                self.waiting = deque()
                self.free = servers
                self.now = 0.0
                self.seed = seed
                self.log = []
                self.served = 0
                self.waits = []
                self.count = 0
            def rand(self):
                self.seed = (self.seed * 1103515245 + 12345) % 2147483648
                return self.seed / 2147483648
            def push(self, delay, kind, who):
                heapq.heappush(self.queue, (self.now + delay, self.count, kind, who))
                self.count += 1
            def run(self, limit):
                self.push(0.0, Kind.ARRIVE, 0)
                arrived = {}
                n = 0
                while self.queue:
                    self.now, _, kind, who = heapq.heappop(self.queue)
                    if self.now > limit:
                        break
                    self.log.append((round(self.now, 3), kind.name, who))
                    match kind:
                        case Kind.ARRIVE:
                            arrived[who] = self.now
                            n += 1
                            self.push(self.rand() * 2, Kind.ARRIVE, n)
                            if self.free:
                                self.free -= 1
                                self.push(0.0, Kind.START, who)
                            else:
                                self.waiting.append(who)
                        case Kind.START:
                            self.waits.append(self.now - arrived[who])
                            self.push(0.5 + self.rand(), Kind.LEAVE, who)
                        case Kind.LEAVE:
                            self.served += 1
                            if self.waiting:
                                self.push(0.0, Kind.START, self.waiting.popleft())
                            else:
                                self.free += 1
                return self

        @jit
        def simulate(limit):
            s = Sim(1, 42).run(limit)
            counts = Counter(k for _, k, _ in s.log)
            print(counts.most_common(), s.served, len(s.waiting))
            print(f"{sum(s.waits) / max(1, len(s.waits)):.4f} {max(s.waits, default=0):.4f}")
            for t, k, w in s.log[:6]:
                print(f"{t:8.3f} {k:<8} {w:>3}")
            return s.log[-1]

        @jit
        def main1():
            return simulate(20.0)
    """,
    "a calculator by recursive descent": """
        from typing import NamedTuple, Iterator, Optional

        class Token(NamedTuple):
            kind: str
            text: str
            pos: int = 0

        class ParseError(ValueError):
            def __init__(self, message, pos):
                super().__init__(message, pos)
                self.pos = pos

        @jit
        def tokens(text):
            i = 0
            while i < len(text):
                c = text[i]
                if c.isspace():
                    i += 1
                    continue
                if c.isdigit() or c == ".":
                    j = i
                    while j < len(text) and (text[j].isdigit() or text[j] == "."):
                        j += 1
                    yield Token("num", text[i:j], i)
                    i = j
                elif c.isalpha():
                    j = i
                    while j < len(text) and text[j].isalnum():
                        j += 1
                    yield Token("name", text[i:j], i)
                    i = j
                elif c in "+-*/^()=,":
                    yield Token("op", c, i)
                    i += 1
                else:
                    raise ParseError(f"unexpected {c!r}", i)
            yield Token("end", "", len(text))

        class Parser:
            def __init__(self, text, env):
                self.toks = list(tokens(text))
                self.i = 0
                self.env = env
            @property
            def cur(self):
                return self.toks[self.i]
            def eat(self, text):
                if self.cur.text == text and self.cur.kind == "op":
                    self.i += 1
                    return True
                return False
            def expect(self, text):
                if not self.eat(text):
                    raise ParseError(f"expected {text!r}, got {self.cur.text!r}", self.cur.pos)
            def expr(self):
                v = self.term()
                while True:
                    if self.eat("+"):
                        v += self.term()
                    elif self.eat("-"):
                        v -= self.term()
                    else:
                        return v
            def term(self):
                v = self.unary()
                while self.cur.text in ("*", "/"):
                    op = self.cur.text
                    self.i += 1
                    r = self.unary()
                    v = v * r if op == "*" else v / r
                return v
            def unary(self):
                if self.eat("-"):
                    return -self.unary()
                return self.power()
            def power(self):
                v = self.atom()
                if self.eat("^"):
                    v = v ** self.unary()
                return v
            def atom(self):
                t = self.cur
                if t.kind == "num":
                    self.i += 1
                    return float(t.text)
                if t.kind == "name":
                    self.i += 1
                    if self.eat("("):
                        args = [self.expr()]
                        while self.eat(","):
                            args.append(self.expr())
                        self.expect(")")
                        match t.text:
                            case "max":
                                return max(args)
                            case "min":
                                return min(args)
                            case "sum":
                                return sum(args)
                            case other:
                                raise ParseError(f"no function {other}", t.pos)
                    try:
                        return self.env[t.text]
                    except KeyError:
                        raise ParseError(f"undefined {t.text}", t.pos) from None
                if self.eat("("):
                    v = self.expr()
                    self.expect(")")
                    return v
                raise ParseError(f"unexpected {t.text or t.kind!r}", t.pos)

        @jit
        def calc(lines):
            env = {"pi": 3.14159}
            out = []
            for line in lines:
                name, eq, rest = line.partition("=")
                try:
                    p = Parser(rest if eq else line, env)
                    v = p.expr()
                    if p.cur.kind != "end":
                        raise ParseError("trailing input", p.cur.pos)
                    if eq:
                        env[name.strip()] = v
                    out.append(f"{line} -> {v:g}")
                except ParseError as e:
                    out.append(f"{line} !! {e.args[0]} at {e.pos}")
                except ZeroDivisionError:
                    out.append(f"{line} !! division")
            return out

        @jit
        def main1():
            return calc(["1 + 2 * 3", "x = 2 ^ 3 ^ 2", "-x / 4", "(1 + 2",
                "max(1, x, 3) - min(2, 1)", "y + 1", "1 / (2 - 2)", "3 $ 4", "foo(1)", "2 3", "sum(1,2,3)*pi"])
    """,
    "an inventory of dataclasses": """
        from dataclasses import dataclass, field
        from collections import defaultdict, Counter, deque

        @dataclass
        class Item:
            name: str
            price: float
            qty: int = 0
            tags: list[str] = field(default_factory=list)
            @property
            def value(self):
                return self.price * self.qty

        @dataclass(order=True, frozen=True)
        class Sku:
            dept: str
            num: int

        class Inventory:
            def __init__(self):
                self.items: dict[Sku, Item] = {}
                self.by_tag = defaultdict(set)
            def add(self, sku, item):
                if sku in self.items:
                    self.items[sku].qty += item.qty
                else:
                    self.items[sku] = item
                for t in item.tags:
                    self.by_tag[t].add(sku)
            def remove(self, sku, n):
                item = self.items.get(sku)
                if item is None:
                    raise KeyError(sku)
                if item.qty < n:
                    raise ValueError(f"only {item.qty} of {item.name}")
                item.qty -= n
                if item.qty == 0:
                    del self.items[sku]
                    for s in self.by_tag.values():
                        s.discard(sku)
            def report(self):
                lines = [f"{'item':<10}|{'qty':>5}|{'value':>10}", "-" * 27]
                for sku, it in sorted(self.items.items(), key=lambda p: (-p[1].value, p[0])):
                    lines.append(f"{it.name:<10}|{it.qty:>5}|{it.value:>10,.2f}")
                lines.append("=" * 27)
                return "\\n".join(lines)

        @jit
        def shop():
            inv = Inventory()
            inv.add(Sku("toys", 1), Item("robot", 1299.5, 4, ["metal", "toy"]))
            inv.add(Sku("toys", 2), Item("bear", 19.99, 10, ["toy", "soft"]))
            inv.add(Sku("home", 1), Item("lamp", 45.0, 3))
            inv.add(Sku("toys", 2), Item("bear", 19.99, 5))
            print(inv.report())
            for sku, n in [(Sku("toys", 1), 4), (Sku("home", 1), 7), (Sku("none", 9), 1)]:
                try:
                    inv.remove(sku, n)
                except ValueError as e:
                    print("value", e)
                except KeyError as e:
                    print("key", e)
            print(sorted(inv.by_tag["toy"]), len(inv.by_tag["metal"]))
            print(inv.items[Sku("toys", 2)])
            print(Sku("a", 2) < Sku("b", 1), max(inv.items))
            return inv.report()

        @jit
        def main1():
            return shop()
    """,
    "matrices with operators": """
        class Matrix:
            def __init__(self, rows):
                self.rows = rows
                self.n = len(rows)
                self.m = len(rows[0]) if rows else 0
            @classmethod
            def identity(cls, n):
                return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])
            @staticmethod
            def zeros(n, m):
                return Matrix([[0] * m for _ in range(n)])
            def __getitem__(self, ij):
                i, j = ij
                return self.rows[i][j]
            def __setitem__(self, ij, v):
                i, j = ij
                self.rows[i][j] = v
            def __matmul__(self, o):
                if self.m != o.n:
                    raise ValueError(f"shapes {self.n}x{self.m} and {o.n}x{o.m} do not fit")
                return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
            def __add__(self, o):
                return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, o.rows)])
            def __mul__(self, k):
                return Matrix([[a * k for a in r] for r in self.rows])
            __rmul__ = __mul__
            def __eq__(self, o):
                return self.rows == o.rows
            def __iter__(self):
                return iter(self.rows)
            def __len__(self):
                return self.n
            @property
            def T(self):
                return Matrix([list(c) for c in zip(*self.rows)])
            def __str__(self):
                w = max(len(str(x)) for r in self.rows for x in r)
                return "\\n".join("[" + " ".join(f"{x:>{w}}" for x in r) + "]" for r in self.rows)
            def __pow__(self, k):
                result = Matrix.identity(self.n)
                base = self
                while k:
                    if k & 1:
                        result = result @ base
                    base = base @ base
                    k >>= 1
                return result
            def det(self):
                if self.n == 1:
                    return self.rows[0][0]
                total = 0
                for j in range(self.n):
                    minor = Matrix([r[:j] + r[j + 1:] for r in self.rows[1:]])
                    total += (-1) ** j * self.rows[0][j] * minor.det()
                return total

        @jit
        def matrices():
            a = Matrix([[1, 2], [3, 4]])
            fib = Matrix([[1, 1], [1, 0]]) ** 30
            print(fib[0, 1])
            print(a @ a.T)
            print(2 * a + a * 3, sep="|")
            print(a == Matrix([[1, 2], [3, 4]]), a != a.T, len(a))
            a[0, 1] = -7
            for row in a:
                print(row, sum(row))
            print(Matrix([[2, 0, 1], [1, 3, 2], [1, 1, 1]]).det())
            try:
                a @ Matrix.zeros(3, 2)
            except ValueError as e:
                print(e)
            return a.rows

        @jit
        def main1():
            return matrices()
    """,
    "words of a text": """
        from collections import Counter, defaultdict

        @jit
        def words_report(text, top):
            counts = Counter()
            lengths = defaultdict(list)
            for line in text.splitlines():
                for w in line.lower().split():
                    w = w.strip(".,;:!?\\"'")
                    if not w:
                        continue
                    counts[w] += 1
                    lengths[len(w)].append(w)
            print(f"{'word':<12}{'count':>6}{'share':>8}")
            total = sum(counts.values())
            for w, c in counts.most_common(top):
                print(f"{w:<12}{c:>6}{c / total:>8.1%}")
            for n in sorted(lengths):
                print(n, sorted(set(lengths[n]))[:3], sep=": ")
            longest = max(counts, key=lambda w: (len(w), w))
            first = min(counts.items(), key=lambda p: (-p[1], p[0]))
            vowels = {c: sum(c in w for w in counts) for c in "aeiou"}
            return longest, first, vowels, total

        @jit
        def main1():
            return words_report("The quick brown fox.\\nThe lazy dog; the fox!\\n\\nA dog and a fox: THE end", 3)
    """,
    "paths and orders of graphs": """
        from collections import defaultdict, deque

        @jit
        def bfs(graph, start, goal):
            queue = deque([[start]])
            seen = {start}
            while queue:
                path = queue.popleft()
                if path[-1] == goal:
                    return path
                for nxt in sorted(graph.get(path[-1], ())):
                    if nxt not in seen:
                        seen.add(nxt)
                        queue.append(path + [nxt])
            return None

        @jit
        def topo(deps):
            order, state = [], {}
            def visit(n, trail):
                if state.get(n) == "done":
                    return
                if state.get(n) == "open":
                    raise ValueError("cycle: " + " -> ".join(trail + [n]))
                state[n] = "open"
                for d in deps.get(n, []):
                    visit(d, trail + [n])
                state[n] = "done"
                order.append(n)
            for n in sorted(deps):
                visit(n, [])
            return order

        @jit
        def graphs():
            g = {"a": {"b", "c"}, "b": {"d"}, "c": {"d", "e"}, "d": {"f"}, "e": {"f"}}
            print(bfs(g, "a", "f"), bfs(g, "f", "a"))
            print(topo({"app": ["lib", "log"], "lib": ["core"], "log": ["core"], "core": []}))
            try:
                topo({"x": ["y"], "y": ["x"]})
            except ValueError as e:
                print(e)
            inverse = defaultdict(set)
            for k, vs in g.items():
                for v in vs:
                    inverse[v].add(k)
            return {k: sorted(v) for k, v in sorted(inverse.items())}

        @jit
        def main1():
            return graphs()
    """,
    "a machine of states": """
        import enum

        class State(enum.Enum):
            IDLE = "idle"
            RUN = "run"
            STOP = "stop"
            @property
            def final(self):
                return self is State.STOP
            def next(self, event):
                match (self, event):
                    case (State.IDLE, "start"):
                        return State.RUN
                    case (State.RUN, "stop" | "fail"):
                        return State.STOP
                    case (State.RUN, "pause"):
                        return State.IDLE
                    case (s, _):
                        return s

        @jit
        def machine(events):
            s = State.IDLE
            trace = [s.name]
            table = {}
            for k, e in enumerate(events):
                s = s.next(e)
                trace.append(s.name)
                table.setdefault(s, []).append(k)
                if s.final:
                    break
            else:
                trace.append("...")
            return trace, s, s.value, {k.name: v for k, v in table.items()}, [m.value for m in State]

        @jit
        def main1():
            return machine(["x", "start", "pause", "start", "fail", "start"])

        @jit
        def main2():
            return machine(["x", "start"])
    """,
    "generators behind each other": """
        @jit

        def numbers(n):
            for i in range(n):
                yield i

        @jit
        def evens(xs):
            for x in xs:
                if x % 2 == 0:
                    yield x

        @jit
        def squares(xs):
            yield from (x * x for x in xs)

        @jit
        def chunks(xs, n):
            buf = []
            for x in xs:
                buf.append(x)
                if len(buf) == n:
                    yield buf
                    buf = []
            if buf:
                yield buf

        @jit
        def running(xs):
            total = 0
            for x in xs:
                total += x
                yield x, total

        @jit
        def pipeline(n):
            for c in chunks(squares(evens(numbers(n))), 3):
                print(c, sum(c))
            return list(running(evens(numbers(n)))), [*zip(numbers(3), "abc")], dict(enumerate("xy", 1))

        @jit
        def main1():
            return pipeline(15)
    """,
    "managers of contexts": """
        import contextlib

        class Timer:
            depth = 0
            def __init__(self, name, log):
                self.name = name
                self.log = log
            def __enter__(self):
                self.log.append(f"enter {self.name}")
                return self
            def __exit__(self, kind, e, tb):
                self.log.append(f"exit {self.name} {kind.__name__ if kind else 'ok'}")
                return kind is not None and issubclass(kind, KeyError)

        @contextlib.contextmanager
        def tag(name, out):
            out.append(f"<{name}>")
            try:
                yield name.upper()
            finally:
                out.append(f"</{name}>")

        @jit
        def managers():
            log: list[str] = []
            with Timer("a", log) as t, Timer("b", log):
                log.append(t.name)
                d = {"x": 1}
                log.append(str(d["y"]))
            with tag("p", log) as T:
                log.append(T)
                with tag("b", log):
                    log.append("text")
            try:
                with Timer("c", log):
                    raise ValueError("bad")
            except ValueError as e:
                log.append(f"caught {e}")
            with contextlib.suppress(ZeroDivisionError):
                1 // 0
            return log

        @jit
        def main1():
            return managers()
    """,
    "exceptions with codes": """
        class AppError(Exception):
            code = 1
            def __init__(self, msg, *, hint=None):
                super().__init__(msg)
                self.hint = hint

        class NotFound(AppError):
            code = 404

        class Retry(AppError):
            code = 503
            def __init__(self, after):
                super().__init__(f"retry in {after}s", hint="wait")
                self.after = after

        @jit
        def call(n):
            if n == 0:
                raise NotFound("nothing here")
            if n == 1:
                raise Retry(5)
            if n == 2:
                return [1, 2][n]
            if n == 3:
                return int("x1")
            return n

        @jit
        def errors():
            out = []
            for n in range(5):
                try:
                    r = call(n)
                except Retry as e:
                    out.append(f"{e} {e.after} {e.hint} {e.code}")
                except AppError as e:
                    out.append(f"{type(e).__name__} {e} {e.hint} {e.code}")
                except (IndexError, ValueError) as e:
                    out.append(f"{type(e).__name__}: {e}")
                else:
                    out.append(f"ok {r}")
                finally:
                    out.append("-")
            return out

        @jit
        def main1():
            return errors()
    """,
    "records of two kinds": """
        from typing import NamedTuple
        from dataclasses import dataclass, field, replace, asdict, astuple

        class Point(NamedTuple):
            x: float
            y: float = 0.0
            def __add__(self, o):
                return Point(self.x + o.x, self.y + o.y)
            @property
            def norm(self):
                return (self.x ** 2 + self.y ** 2) ** 0.5
            @classmethod
            def origin(cls):
                return cls(0.0)

        @dataclass
        class Shape:
            name: str
            points: list[Point] = field(default_factory=list)
            closed: bool = True
            def area(self):
                s = 0.0
                for (x1, y1), (x2, y2) in zip(self.points, self.points[1:] + self.points[:1]):
                    s += x1 * y2 - x2 * y1
                return abs(s) / 2
            def __len__(self):
                return len(self.points)

        @dataclass(frozen=True)
        class Cfg:
            host: str = "localhost"
            port: int = 80
            def url(self):
                return f"http://{self.host}:{self.port}/"

        @jit
        def shapes():
            s = Shape("sq", [Point(0.0, 0.0), Point(2.0, 0.0), Point(2.0, 2.0), Point(0.0, 2.0)])
            print(s, s.area(), len(s), Point.origin() + Point(3.0, 4.0), Point(3.0, 4.0).norm)
            p = Point(1.5)._replace(y=2.0)
            x, y = p
            print(p, x + y, p == Point(1.5, 2.0), p._asdict(), Point._fields)
            c = Cfg()
            d = replace(c, port=8080)
            print(c, d.url(), c == Cfg("localhost", 80), asdict(d), astuple(d))
            try:
                c.port = 1
            except AttributeError as e:
                print(type(e).__name__, e)
            by = {Cfg(): "a", d: "b"}
            match d:
                case Cfg(host="localhost", port=80):
                    print("default")
                case Cfg(host=h, port=p2) if p2 > 1000:
                    print("high", h, p2)
            return by[Cfg(port=8080)], sorted([p, Point(0.0, 1.0), Point(0.0, 0.0)])

        @jit
        def main1():
            return shapes()
    """,
    "a cache of what was used last": """
        from collections import OrderedDict

        class LRU:
            def __init__(self, size):
                self.size = size
                self.data = OrderedDict()
                self.hits = self.misses = 0
            def get(self, key, default=None):
                if key not in self.data:
                    self.misses += 1
                    return default
                self.hits += 1
                self.data.move_to_end(key)
                return self.data[key]
            def put(self, key, value):
                self.data[key] = value
                self.data.move_to_end(key)
                if len(self.data) > self.size:
                    old, _ = self.data.popitem(last=False)
                    print("evict", old)
            def __contains__(self, key):
                return key in self.data
            def __repr__(self):
                return f"LRU({list(self.data.items())})"

        @jit
        def lru():
            c = LRU(2)
            c.put("a", 1)
            c.put("b", 2)
            c.get("a")
            c.put("c", 3)
            print(c, "b" in c, c.get("b", -1), c.hits, c.misses)
            return c.get("zz")

        @jit
        def main1():
            return lru()
    """,
    "a table of texts, sets and life": """
        from collections import Counter

        @jit
        def table(rows, headers):
            cols = list(zip(*([headers] + rows)))
            widths = [max(len(c) for c in col) for col in cols]
            sep = "+" + "+".join("-" * (w + 2) for w in widths) + "+"
            lines = [sep]
            for k, r in enumerate([headers] + rows):
                cells = [f" {c.ljust(w) if not c.replace('.', '').isdigit() else c.rjust(w)} " for c, w in zip(r, widths)]
                lines.append("|" + "|".join(cells) + "|")
                if k == 0:
                    lines.append(sep.replace("-", "="))
            lines.append(sep)
            return "\\n".join(lines)

        @jit
        def main1():
            return table([["apple", "1.5", "30"], ["fig", "12", "4"]], ["name", "price", "qty"])

        @jit
        def algebra(a, b):
            u, i, d, s = a | b, a & b, a - b, a ^ b
            print(sorted(u), sorted(i), sorted(d), sorted(s), a <= u, i < a, a.isdisjoint(d), len(u))
            f = frozenset(i)
            groups = {f: "common", frozenset(): "none"}
            c = a.copy()
            c -= b
            c |= {100}
            c.discard(7)
            power = [set()]
            for x in sorted(i):
                power += [p | {x} for p in power]
            return groups[frozenset([3, 2])], sorted(c), [sorted(p) for p in power], any(x > 4 for x in s), {x % 3 for x in u}

        @jit
        def main2():
            return algebra({1, 2, 3}, {2, 3, 4, 5})

        @jit
        def life(text, n):
            cells = {(r, c) for r, line in enumerate(text.split("\\n")) for c, ch in enumerate(line) if ch == "#"}
            for _ in range(n):
                near = Counter((r + dr, c + dc) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
                cells = {k for k, v in near.items() if v == 3 or (v == 2 and k in cells)}
            if not cells:
                return ""
            rs, cs = [r for r, _ in cells], [c for _, c in cells]
            return "\\n".join("".join("#" if (r, c) in cells else "." for c in range(min(cs), max(cs) + 1))
                for r in range(min(rs), max(rs) + 1))

        @jit
        def main3():
            return life(".#.\\n..#\\n###", 4)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)
