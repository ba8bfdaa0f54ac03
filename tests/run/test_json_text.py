"""`json.dumps` and `json.dump`: as CPython."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, compile_error, source

VALUES = {
    "numbers": "return json.dumps(n), json.dumps(x), json.dumps(n > 3), json.dumps(x / 3), json.dumps(1e300), json.dumps(-0.0)",
    "texts": "return json.dumps(s), json.dumps('a\"b\\n'), json.dumps(s, ensure_ascii=False), json.dumps('')",
    "None": "return json.dumps(None), json.dumps([None, n]), json.dumps(None if n > 3 else x)",
    "lists": "return json.dumps([1, 2, n]), json.dumps([[x], []]), json.dumps([]), json.dumps([s, None])",
    "tuples": "return json.dumps((1, 'a', None, [n], (x, True))), json.dumps(()), json.dumps([(n, s)])",
    "names": "return json.dumps({'a': 1, 'b': x, 'c': s, 'd': None, 'e': [1, n], 'f': {'g': True}, 'h': (1, 'a')})",
    "a dict": "d = {}\nfor k in range(n):\n    d[str(k)] = k * x\n"
    "return json.dumps(d), json.dumps({}), json.dumps({'a': [], 'b': {}})",
    "other keys": "return json.dumps({1: 'a', n: 'b'}), json.dumps({True: 1}), json.dumps({x: 'a'})",
    "rows": "return json.dumps([{'name': 'a', 'age': 3}, {'name': s, 'age': n}])",
    "rows that are made": "rows = []\nfor k in range(n):\n    rows.append({'k': k, 'half': k / 2, 's': s})\n"
    "return json.dumps(rows)",
    "deep": "return json.dumps({'n': n, 'a': list(a), 'nested': {'k': [{'z': 1}, {'z': 2}], 't': (1, {'u': s})}})",
    "changed": "d = {'a': n}\nd['b'] = s\nd['c'] = [x]\nreturn json.dumps(d)",
    "indents": "return [json.dumps({'a': [1, n], 'b': {}}, indent=k) for k in (0, 2, n)], json.dumps([n], indent='\\t')",
    "sorted": "return json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps({'b': {'d': 1, 'c': x}}, "
    "sort_keys=True, indent=1)",
    "separators": "return json.dumps({'a': [1, 2]}, separators=(',', ':')), json.dumps([n, n], separators=(s, '='))",
    "infinite": "return json.dumps([float('nan'), float('inf'), -float('inf')])",
    "infinite not allowed": "return json.dumps(float('nan'), allow_nan=False)",
    "array": "return json.dumps(a)",
    "items of an array": "return json.dumps(a.tolist()), json.dumps(a.shape), json.dumps(float(a.sum())), json.dumps(a[0])",
    "set": "return json.dumps({1, n})",
    "bytes": "return json.dumps(b'a')",
    "complex": "return json.dumps(1j)",
    "keys without text": "return json.dumps({(1, 2): n})",
    "keys left out": "return json.dumps({(1, 2): n}, skipkeys=True)",
    "by name": "return json.dumps(obj=[n], check_circular=False)",
    "into a stream": "o = io.StringIO()\njson.dump({'a': x, 'b': [n]}, o, indent=1)\njson.dump(s, fp=o)\nreturn o.getvalue()",
}


@pytest.mark.parametrize("body", VALUES.values(), ids=VALUES.keys())
def test_value(body):
    lines = "\n    ".join(body.split("\n"))
    function = source(f"import io\nimport json\n\ndef f(n, x, s, a):\n    {lines}\n")
    check(function, 5, 2.5, "wörld ☃", np.array([0.5, 3.0]))
    check(function, 4, -1e-7, "", np.array([1.25]))


def dumped(value):
    return json.dumps(value), json.dumps(value, indent=2, sort_keys=True)


ARGUMENTS = [
    {"a": 1, "b": "x"},
    {"a": {"b": [1]}},
    [1, None],
    {"a": [{"x": 1, "y": "s"}]},
    (1, ("a", 2.5)),
    [],
    {},
    [{"b": [1.5], "a": None}],
    "a\u2028b\x00",
    2**62,
]


@pytest.mark.parametrize("value", ARGUMENTS, ids=str)
def test_argument(value):
    check(dumped, value)


class Level(IntEnum):
    LOW = 1


@dataclass
class Point:
    x: int


def test_objects():
    check(lambda: json.dumps(Level.LOW))
    check(lambda x: json.dumps(Point(x)), 1)


def test_a_file(tmp_path):
    def saved(path, n):
        with open(path, "w") as f:
            json.dump({"n": n, "items": [1, 2]}, f)
        with open(path) as f:
            return f.read()

    check(saved, str(tmp_path / "a.json"), 3)


def test_what_is_dumped_stays_as_it_is():
    @njit
    def kept(items):
        rows = [{"a": 1, "b": "x"}]
        text = json.dumps(items) + json.dumps(rows)
        items.append(3)
        return text, rows[0]["b"]

    items = [1, 2]
    assert kept(items) == ('[1, 2][{"a": 1, "b": "x"}]', "x")
    assert items == [1, 2, 3]


def test_what_is_refused():
    assert "objmode" in compile_error(lambda s: json.loads(s), "[1]")
    assert "json.load" in compile_error(lambda s: json.load(io.StringIO(s)), "[1]")
    assert "'default='" in compile_error(lambda n: json.dumps(n, default=str), 1)
    assert "'cls='" in compile_error(lambda n: json.dump(n, io.StringIO(), cls=json.JSONEncoder), 1)
