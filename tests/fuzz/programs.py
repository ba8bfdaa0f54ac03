"""Whole programs, and the arguments of their calls."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.fuzz import blocks, classes, containers, expressions, functions
from tests.fuzz.kinds import parse
from tests.fuzz.literals import literal
from tests.fuzz.rules import Rule
from tests.fuzz.writer import Variable, Writer, started

# Parts of the language that a program has or not; the rest is always there.
GROUPS = (
    *("bytes", "tuples", "iterators", "optionals", "dicts", "sets", "deques", "counters", "typed", "objects", "dataclasses"),
    *("named", "enums", "exceptions", "managers", "match", "closures", "recursion", "generators"),
)
ALWAYS = frozenset({"numbers", "texts", "lists", "statements", "functions"})
RULES: list[Rule] = expressions.RULES + containers.RULES + blocks.SIMPLE + functions.VALUES

PRELUDE = """\
from __future__ import annotations
import bisect, contextlib, functools, heapq, itertools, math
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import NamedTuple
from coluber import typed
LIMIT = 7
NAMES = ('p', 'q')
"""
TWICE = """\
def twice(p, q):
    return f'{p}{q}' * 2
"""
ERRORS = """\
class ErrorOfProgram(Exception):
    def __init__(self, reason, code=3):
        super().__init__(reason, code)
        self.reason = reason
        self.code = code
class ErrorBelow(ErrorOfProgram):
    pass
"""
MANAGERS = """\
class Noted:
    def __init__(self, number):
        self.number = number
    def __enter__(self):
        print('enter', self.number)
        return self.number
    def __exit__(self, kind, error, trace):
        print('exit', self.number, kind is None)
        return False
class Swallowing(Noted):
    def __exit__(self, kind, error, trace):
        print('swallow', kind is not None)
        return True
@contextlib.contextmanager
def noted(number):
    print('begin', number)
    try:
        yield number + 1
    finally:
        print('end', number)
"""


@dataclass(frozen=True)
class Program:
    """A program.

    Parameters
    ----------
    text : str
        Its source; the function to call is ``main``.
    arguments : tuple of str
        The arguments of each call, as expressions.
    """

    text: str
    arguments: tuple[str, ...]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Programs that end, and that do the same whenever they are called."""
    few = draw(st.lists(st.sampled_from(GROUPS), max_size=14, unique=True))
    writer = started(draw, ALWAYS | frozenset(few), RULES)
    writer.lines = PRELUDE.splitlines()
    writer.scope = [Variable("LIMIT", parse("int"), False), Variable("NAMES[1]", parse("str"), False)]
    if "closures" in few:
        writer.lines += TWICE.splitlines()
    if "exceptions" in few:
        writer.lines += ERRORS.splitlines()
        writer.literals |= {"ErrorOfProgram": ["ErrorOfProgram('a')"], "ErrorBelow": ["ErrorBelow('b', 5)"]}
        writer.add(blocks.RAISES)
    if "managers" in few:
        writer.lines += MANAGERS.splitlines()
    classes.classes(writer)
    functions.functions(writer)
    return main(writer)


def main(writer: Writer) -> Program:
    """Write the function that is called, which returns its variables."""
    given = [Variable(writer.fresh("p"), writer.any_kind()) for _ in range(writer.number(1, 3))]
    calls = [f"({', '.join(literal(writer, one.kind) for one in given)},)" for _ in range(2)]
    with writer.function(f"def main({', '.join(one.name for one in given)}):", given):
        for _ in range(4):
            blocks.simple(writer)
        blocks.statements(writer, 8, 3)
        names = [one.name for one in writer.scope if one.writable and one.kind.name not in ("fn", "iter")]
        writer.line(f"return {', '.join(names[-6:])},")
    return Program("\n".join(writer.lines) + "\n", tuple(calls))
