"""`pprint.pformat` and `pprint.pprint`: as CPython."""

from __future__ import annotations

from pprint import pformat, pprint

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import UnsupportedError
from tests.run.support import check


def texts(n, s):
    rows = {"b": n, "a": [s] * n, "c": {"d": (n, s)}}
    return pformat(rows), pformat(rows, 2, 30), pformat(rows, width=20, sort_dicts=False), pformat([[[n]]], depth=n - 2)


def test_texts():
    check(texts, 3, "word")
    check(lambda n: (pformat(list(range(n)), width=20, compact=True), pformat(10**6 + n, underscore_numbers=True)), 30)
    check(lambda x, a: (pformat(x), pformat(None), pformat((x, None)), pformat({x}), pformat(a)), 2.5, np.arange(3))
    check(lambda n: pformat([n], indent=-1), 3)


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __repr__(self):
        if self.left is None and self.right is None:
            return str(self.value)
        return pformat({f"{self.value}": (self.left, self.right)}, indent=1)


def test_objects_have_their_own_texts():
    check(lambda n: repr(Node(n, Node(2), Node(3, None, Node(n)))), 5)


@njit
def shown(n):
    pprint({"a": n, "b": [n] * 30}, width=20, compact=True)
    pprint("text")


def test_printed(capfd):
    shown(3)
    found = capfd.readouterr().out
    shown.py_func(3)
    assert found == capfd.readouterr().out


def test_streams_are_refused():
    with pytest.raises(UnsupportedError, match="print what pprint.pformat"):
        njit(lambda n: pprint(n, 1))(3)
