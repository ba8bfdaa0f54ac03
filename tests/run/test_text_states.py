"""Texts show what they were made of as it was then, wherever they are used; and are made only where their expressions run."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, source

MAKES = [
    "str(x)", "repr(x)", "ascii(x)", "format(x)", "f'{x}'", "f'a{x!r}b'", "'%s' % (x,)", "'{}'.format(x)",
    "'{a}'.format(a=x)", "'a' + str(x)", "str((x, 1))", "str([x])", "str({1: x})",
]  # fmt: skip
CHANGES = [
    ("[[0]]", "x[0].append(1)"),
    ("[(1, [2])]", "x[0][1].append(3)"),
    ("{'a': [0]}", "x['a'].append(1)"),
    ("([0], 'b')", "x[0].append(1)"),
    ("{1: {2: 3}}", "x[1][2] = 4"),
    ("{1}", "x.add(2)"),
    ("deque([[0]])", "x[0].append(1)"),
    ("OrderedDict(a=[0])", "x['a'].append(1)"),
    ("np.arange(3)", "x[0] = 9"),
]
USES = [
    "    s = MAKE\n    CHANGE\n    return s\n",
    "    s = ''\n    if n:\n        s = MAKE\n    CHANGE\n    return s, len(s)\n",
    "    s = MAKE\n    CHANGE\n    if n:\n        raise ValueError(s)\n    return [s]\n",
    "    s = None\n    for _ in range(n):\n        s = MAKE\n        CHANGE\n    return s\n",
]


@pytest.mark.parametrize(("value", "change"), CHANGES)
def test_what_is_changed_behind_a_text(value, change):
    head = f"from collections import OrderedDict, deque\n\ndef f(n):\n    x = {value}\n"
    for use in USES:
        for make in MAKES:
            f = source(head + use.replace("MAKE", make).replace("CHANGE", change))
            check(f, 1)
            check(f, 0)


def test_a_record_is_shown_as_it_was():
    rows = np.array([(1, 2.0)], dtype=[("x", "i4"), ("y", "f8")])
    check(source("def f(rows):\n    s = f'{rows[0]}'\n    rows[0]['x'] = 3\n    return s\n"), rows)


MADE_IN_A_BRANCH = [
    "if n:\n        s = str({n: 1})\n    return len(s)",
    "if n:\n        s = f'{n}={(n, x)}'\n    return s + 'a'",
    "for i in range(n):\n        s = repr((i, x))\n    return len(s)",
    "for i in range(n):\n        s = '%s' % ((i, x),)\n    return s",
    "t = None\n    for i in range(n):\n        t = str((i, x))\n    return 0 if t is None else len(t)",
    "t = None\n    for i in range(n):\n        t = (str((i, x)), i)\n    return 0 if t is None else len(t[0])",
    "if n:\n        t = (str((n, x)), 1)\n    return len(t[0])",
    "try:\n        if n:\n            s = str((n, x))\n        [1][n]\n    except IndexError:\n        return 0\n    return s",
    "while True:\n        if n:\n            s = str(x.encode())\n        break\n    return len(s)",
]


@pytest.mark.parametrize("body", MADE_IN_A_BRANCH)
def test_texts_that_may_not_have_been_made(body):
    f = source(f"def f(x, n):\n    {body}\n")
    check(f, "ab", 2)
    check(f, "ab", 0)


ITEMS = [[(1, "x"), (2, "y")], [{1: 2}, {3: 4}], [{1}, {2}], [b"a", b"b"], ["a", "b"], [[("a",)], [("b",)]]]
OVER_ITEMS = [
    "for v in items:\n        s = str(v)\n    return len(s)",
    "for v in items:\n        s = f'{v}!'\n    return [s]",
    "return max(items, key=str), min(items, key=repr)",
    "return [k for k, _ in groupby(items, key=str)]",
]


@pytest.mark.parametrize("body", OVER_ITEMS)
@pytest.mark.parametrize("items", ITEMS, ids=repr)
def test_the_last_text_of_a_loop(items, body):
    check(source(f"from itertools import groupby\n\ndef f(items):\n    {body}\n"), items)
