"""Values that have no order: CPython's errors, where there are two of them to be compared."""

from __future__ import annotations

import pytest

from tests.run.support import check, expression

LISTS = [[1j, 2j], [1j], [{"a": 1}, {"b": 2}], [{}], [None], [None, None]]
LINES = ["sorted(a)", "a.sort()", "a.sort(reverse=True)", "sorted(a, key=lambda x: x)", "max(a)", "min(a)"]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("items", LISTS, ids=repr)
def test_of_lists(line, items):
    check(expression(line, "a"), items)


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
def test_of_two_lists(sign):
    for a, b in (([1], ["a"]), ([1j, 2j], [1j, 3j]), ([1j], [1j]), ([b"x"], ["x"]), ([1], [2.5])):
        check(expression(f"a {sign} b"), a, b)
