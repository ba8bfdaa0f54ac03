# ruff: noqa: E501
"""``match`` statements and special methods of classes: as CPython."""

from __future__ import annotations

import collections
import dataclasses
import gc
from typing import Any

import pytest

from coluber import _native, njit
from tests.run.generators import plain_value

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Cell:
    """A class with attributes."""

    n: int
    s: str


SUBJECTS = {
    "list": "[x, 2]",
    "long list": "[x, 2, 5]",
    "tuple": "(x, 2)",
    "range": "range(x)",
    "text": "'ab'",
    "int": "x",
    "float": "x * 0.5",
    "bytes": "b'ab'",
    "named tuple": "Point(x, 2)",
    "dataclass": "Cell(x, 'a')",
    "set": "{x}",
    "dict": "{x: 1}",
}

PATTERNS = [
    "case [a, b]: return 1",
    "case [a, *rest]: return 2",
    "case (0, b) | (b, 2): return 3",
    "case int(): return 4",
    "case float() | int(): return 5",
    "case str(): return 6",
    "case list(): return 7",
    "case tuple(): return 8",
    "case dict() | set(): return 9",
    "case Point(): return 10",
    "case Point(3, 2): return 11",
    "case Point(x=1): return 12",
    "case Cell(n=3, s='a'): return 13",
    "case Cell(3, 'b'): return 14",
    "case bytes() as b if len(b) > 1: return 15",
    "case _ if x > 1: return 16",
]


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_pattern(subject: str, pattern: str):
    source = f"def f(x):\n    match {SUBJECTS[subject]}:\n        {pattern}\n    return 0"
    scope: dict[str, Any] = {"Point": Point, "Cell": Cell}
    exec(source, scope)
    assert njit(scope["f"])(3) == scope["f"](3)


CAPTURES = [
    "match [x, 2, 5]:\n    case [a, *rest]: return a, rest",
    "match [[1, x], [2, 3]]:\n    case [[a, b], c]: return a, b, c",
    "match Point(x, 2):\n    case Point(x=p, y=q): return p, q",
    "match Point(x, 2):\n    case Point(p, q): return p * q",
    "match Cell(x, 'word'):\n    case Cell(1, s): return 0, s\n    case Cell(n, s): return n, s",
    "match Cell(x, 'word'):\n    case Cell(s=s) if len(s) > 2: return s",
    "match (x, 'a'):\n    case (int(n), str(s)): return n, s",
    "total = 0\nfor c in [Cell(x, 'a'), None]:\n    match c:\n        case Cell(n, s): total += n * len(s)\n        case None: total += 100\nreturn total",
    "match {'a': x, 'b': 1}:\n    case {'a': 1} | {'c': _}: return 0, 0\n    case {'b': k, **rest}: return k, len(rest)",
    "match {x: 'p', 5: 'q'}:\n    case {3: a, 5: b} if a > b: return a\n    case {5: b, 'no': c}: return b\n    case {}: return 'rest'",
    "total = 0\nfor c in [Cell(1, 'a'), Cell(2, 'b'), Cell(5, 'a')]:\n    match c:\n        case Cell(s='a', n=n): total += n\n        case Cell(n, 'b'): total += n * 100\nreturn total",
]


@pytest.mark.parametrize("body", CAPTURES)
def test_captures(body: str):
    lines = "\n".join("    " + line for line in body.split("\n"))
    scope: dict[str, Any] = {"Point": Point, "Cell": Cell}
    exec(f"def f(x):\n{lines}", scope)
    gc.collect()
    before = _native.live_allocations()
    assert plain_value(njit(scope["f"])(3)) == plain_value(scope["f"](3))
    gc.collect()
    assert _native.live_allocations() == before
