"""Random programs of strings, lists, dicts, sets, inner functions, generators and objects, for ``test_fuzz_sources``.

A program is a function of ``n`` and ``s``, with a class and a generator function beside it. Results are compared with the
interpreter's, and so are the numbers of live allocations before and after each call.
"""

from __future__ import annotations

import gc
import linecache
import random
from typing import Any

from coluber import _native, njit
from coluber.core import errors

REFUSALS = (errors.NumbaError, errors.UnsupportedBytecodeError)
STATISTICS = {"refused": 0}

PRELUDE = """
class Counter:
    def __init__(self, start):
        self.count = start
        self.log = [""]
        self.last = None

    def add(self, k):
        self.count += k
        self.log.append(str(k))
        self.last = k
        if self.count > 40:
            raise OverflowError(f"{self.count} is too much")
        return self.count

    def __len__(self):
        return len(self.log)


@jit
def numbers(k):
    for i in range(k):
        got = i * 2
        try:
            yield got
        finally:
            got = 0


@jit
def pieces(text):
    word = ""
    for c in text:
        if c == " ":
            if word:
                yield word
            word = ""
        else:
            word += c
    yield word
"""

NAMES = {
    "int": ["i", "j", "n"],
    "str": ["s", "t"],
    "list": ["xs", "ys"],
    "texts": ["ws"],
    "dict": ["d"],
    "set": ["q"],
    "bool": ["b"],
}
START = [
    "i, j, b = 1, n, n > 2",
    't = s + "z"',
    "xs, ys, ws = [3, 1, n], [], s.split()",
    "d, q = {s: n}, {1, n}",
    "c = Counter(n)",
    "shared = 0",
]
END = "return i, j, b, t, xs, ys, ws, sorted(d.items()), sorted(q), c.count, c.log, c.last, shared"

# What an expression of a type may be; names in braces are expressions of that type, << and >> are braces.
EXPRESSIONS = {
    "int": [
        "({int} + {int})",
        "({int} - {int})",
        "({int} * 3 % 11)",
        "len({str})",
        "len({list})",
        "len({texts})",
        "sum({list})",
        "max({list} + [0])",
        "{list}[{int} % 3]",
        "{list}[-1]",
        "{str}.find({str})",
        "{str}.count('a')",
        "ord({str}[0])",
        "d.get({str}, {int})",
        "d[{str}]",
        "int({bool})",
        "({int} if {bool} else {int})",
        "next(iter({list}))",
        "{list}.index({int})",
        "int({str})",
        "sum(1 for v in {list} if v > {int})",
        "sum(numbers({int} % 5))",
        "twice({int})",
        "bump({int})",
        "c.count",
        "len(c)",
        "c.add({int})",
        "(lambda a, b: a - b)({int}, {int})",
        "min({int}, {int})",
        "len({set})",
        "{list}.pop()",
        "(k := {int})",
        "reduce_all({list})",
        "({int} // ({int} % 3))",
        "({int} and {int})",
        "max((len(w) for w in {texts}), default=0)",
    ],
    "str": [
        "({str} + {str})",
        "{str}[{int} % 4 :]",
        "{str}[::-1]",
        "{str}.upper()",
        "str({int})",
        "f'<<{int}>>-<<{str}!r:>4>>'",
        "'-'.join({texts})",
        "''.join(sorted({str}))",
        "{str}.replace('a', {str})",
        "{str}.strip()",
        "({str} * 2)[:9]",
        "({str} if {bool} else {str})",
        "{texts}[{int} % 2]",
        "max({texts})",
        "repr({list})",
        "{str}[{int} % 5]",
        "({str} or 'e')",
        "'%d:%s' % ({int}, {str})",
        "chr(97 + abs({int}) % 26)",
        "{str}.partition('b')[2]",
        "next(pieces({str}))",
        "''.join(w[0] for w in {texts} if w)",
        "str({bool})",
        "f'<<{int}:3d>>'",
    ],
    "list": [
        "[{int}, {int}]",
        "[v + 1 for v in {list}]",
        "[v for v in {list} if v % 2]",
        "sorted({list})",
        "{list}[1:]",
        "({list} + {list})[:9]",
        "list(range({int} % 5))",
        "[*{list}, {int}][:9]",
        "list(numbers({int} % 4))",
        "[len(w) for w in {texts}]",
        "list({set})[:0]",
        "{list}[::-1]",
        "[x for x in d.values()]",
        "[a * b for a, b in zip({list}, {list})]",
        "list(map(twice, {list}))",
        "({list} if {bool} else {list})",
        "sorted({list}, key=lambda v: -v)",
        "[ord(ch) for ch in {str}][:6]",
        "{list}.copy()",
        "[u for r in [{list}, {list}] for u in r][:8]",
        "[v for _, v in enumerate({list})]",
        "list(filter(None, {list}))",
    ],
    "texts": [
        "[{str}, {str}]",
        "{str}.split()",
        "[str(v) for v in {list}]",
        "list(d)",
        "sorted({texts})",
        "[w for w in {texts} if w > {str}]",
        "list(pieces({str}))",
        "list({str})[:5]",
        "{texts}[:3] + ['q']",
        "[k + str(v) for k, v in d.items()]",
        "{str}.split('b')",
    ],
    "dict": [
        "<<{str}: {int}>>",
        "<<w: len(w) for w in {texts}>>",
        "<<**d, {str}: {int}>>",
        "dict(zip({texts}, {list}))",
        "<<k: v + 1 for k, v in d.items()>>",
        "d.copy()",
        "(d | <<{str}: {int}>>)",
    ],
    "set": [
        "<<{int}, {int}>>",
        "set({list})",
        "({set} | {set})",
        "({set} & {set})",
        "({set} - {set})",
        "<<v % 3 for v in {list}>>",
    ],
    "bool": [
        "({int} < {int})",
        "({str} == {str})",
        "({str} in {str})",
        "({int} in {list})",
        "({str} in d)",
        "({int} in {set})",
        "(not {bool})",
        "({bool} and {bool})",
        "({bool} or {bool})",
        "{str}.isdigit()",
        "any(v > 1 for v in {list})",
        "({list} < {list})",
        "({list} == {list})",
        "bool({texts})",
        "({int} <= {int} < {int})",
        "all(w for w in {texts})",
        "({set} <= {set})",
    ],
}

# Statements that are one line.
STATEMENTS = [
    "{var_int} = {int}",
    "{var_str} = ({str})[:20]",
    "{var_list} = {list}",
    "ws = {texts}",
    "d = {dict}",
    "q = {set}",
    "b = {bool}",
    "{var_int} += {int}",
    "t += ({str})[:3]",
    "{var_list}.append({int})",
    "{var_list}.extend({list}[:3])",
    "d[({str})[:5]] = {int}",
    "{var_list}[{int} % 2] = {int}",
    "d[s] += {int}",
    "q.add({int})",
    "q |= {set}",
    "del {var_list}[-1]",
    "d.pop({str}, {int})",
    "ws.append(({str})[:5])",
    "{var_list}.sort()",
    "{var_list}.insert(0, {int})",
    "c.add({int} % 9)",
    "i, j = j, i",
    "xs, ys = ys, xs",
    "i, *ys = {list}",
    "d.update({dict})",
    "bump({int})",
    "{var_list} *= 1",
    "d.setdefault({str}, {int})",
    "c = Counter({int})",
    "assert {bool}, {str}",
    "{var_list}.reverse()",
    "q.discard({int})",
    "c.log = ws[:2]",
    "xs[1:2] = {list}[:2]",
]

# Compound statements; the block is behind them.
HEADERS = [
    "for {var_int} in {list}[:5]:",
    "for t in {texts}[:4]:",
    "for w, v in list(d.items()):",
    "for {var_int} in numbers({int} % 4):",
    "for m, {var_int} in enumerate({list}[:4]):",
    "if {bool}:",
    "for t in pieces({str}[:12]):",
    "for u in range({int} % 4):",
    "for ch in {str}[:5]:",
    "for {var_int} in sorted(q)[:4]:",
    "for p, r in zip({list}[:3], {texts}[:3]):",
]
HANDLERS = [
    "ValueError",
    "IndexError",
    "KeyError",
    "(ValueError, LookupError)",
    "Exception as e",
    "ZeroDivisionError",
    "OverflowError as e",
]
INNER = [
    "def twice(v):",
    "    return v * 2 + len(s)",
    "def bump(v):",
    "    nonlocal shared",
    "    shared += v % 7",
    "    return shared",
    "def reduce_all(values):",
    "    if not values:",
    "        return 0",
    "    return values[0] + reduce_all(values[1:])",
]


class Program:
    """Writes one program.

    Parameters
    ----------
    seed : int
        What it is made of.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.loops = 0

    def text(self) -> str:
        """The text of the program."""
        self.lines = ["@jit", "def f(n, s):", *("    " + line for line in START + INNER)]
        for _ in range(self.random.randint(2, 6)):
            self.statement(1, 2)
        return PRELUDE + "\n".join([*self.lines, "    " + END]) + "\n"

    def expression(self, kind: str, depth: int) -> str:
        """An expression of a type."""
        if depth == 0 or self.random.random() < 0.25:
            return self.random.choice(NAMES[kind])
        return self.filled(self.random.choice(EXPRESSIONS[kind]), depth - 1)

    def filled(self, template: str, depth: int) -> str:
        """A template with expressions for names in braces."""
        made = template
        for kind in NAMES:
            while f"{{{kind}}}" in made:
                made = made.replace(f"{{{kind}}}", self.expression(kind, depth), 1)
            while f"{{var_{kind}}}" in made:
                made = made.replace(f"{{var_{kind}}}", self.random.choice(["i", "j"] if kind == "int" else NAMES[kind]), 1)
        return made.replace("<<", "{").replace(">>", "}")

    def line(self, indent: int, text: str) -> None:
        """Append a line."""
        self.lines.append("    " * indent + text)

    def block(self, indent: int, depth: int) -> None:
        """Some statements."""
        for _ in range(self.random.randint(1, 3)):
            self.statement(indent, depth)

    def statement(self, indent: int, depth: int) -> None:
        """A statement of any kind."""
        chance = self.random.random()
        if depth == 0 or chance < 0.6:
            self.line(indent, self.filled(self.random.choice(STATEMENTS), 2))
        elif chance < 0.85:
            header = self.filled(self.random.choice(HEADERS), 1)
            is_loop = header.startswith("for")
            self.line(indent, header)
            self.loops += is_loop
            self.block(indent + 1, depth - 1)
            if self.loops and self.random.random() < 0.3:
                self.line(indent + 1, self.filled("if {bool}:", 1))
                self.line(indent + 2, self.random.choice(["break", "continue"]))
            self.loops -= is_loop
        else:
            self.try_(indent, depth)

    def try_(self, indent: int, depth: int) -> None:
        """``try`` with a handler, and perhaps ``finally``."""
        self.line(indent, "try:")
        self.block(indent + 1, depth - 1)
        handler = self.random.choice(HANDLERS)
        self.line(indent, f"except {handler}:")
        self.line(
            indent + 1,
            "t = 'zero' if isinstance(e, ZeroDivisionError) else str(e)" if " as " in handler else self.filled("j = {int}", 1),
        )
        if self.random.random() < 0.3:
            self.line(indent, "finally:")
            self.line(indent + 1, self.filled("xs = {list}", 1))


def _outcome(function: Any, arguments: tuple[Any, ...]) -> Any:
    try:
        return repr(function(*arguments))
    except REFUSALS:
        raise
    except Exception as error:
        # Texts of divisions by zero differ between versions of CPython.
        return type(error).__name__, "" if isinstance(error, ZeroDivisionError) else str(error)


def fuzz_program(seed: int) -> tuple[str, str | None]:
    """The text of a program and what is wrong with it."""
    text = Program(seed).text()
    try:
        compile(text, "<program>", "exec")
    except SyntaxError:
        # Nested texts have too few quotes before CPython 3.12.
        return text, None
    file = f"<program {seed}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    plain, compiled = ({"__name__": "fuzzed", "jit": jit} for jit in (lambda function: function, njit))
    for namespace in (plain, compiled):
        exec(compile(text, file, "exec"), namespace)
    problem = None
    try:
        for arguments in ((3, "ab ca b"), (0, "12")):
            gc.collect()
            before = _native.live_allocations()
            expected, found = _outcome(plain["f"], arguments), _outcome(compiled["f"], arguments)
            gc.collect()
            after = _native.live_allocations()
            if found != expected and "e+" not in str(expected):
                problem = f"f{arguments} gives {found!r}, expected {expected!r}"
            elif after != before:
                problem = f"f{arguments} leaves {after - before} allocations"
            if problem:
                break
    except REFUSALS as refusal:
        STATISTICS["refused"] += 1
        problem = None if str(refusal).strip() else "an error without a message"
        if "InternalError" in type(refusal).__name__:
            problem = f"internal error: {refusal}"
    finally:
        del linecache.cache[file]
    return text, problem
