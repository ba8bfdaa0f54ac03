"""`x and y` of a condition and anything else gives False where the condition is false, `x or y` gives True where it is true."""

from __future__ import annotations

import pytest

from tests.run.support import check


class Shelf:
    def __init__(self, count):
        self.items = [1] * count


def is_full(shelf):
    return shelf and len(shelf.items) > 2


def is_long(items):
    return items and len(items) > 2


def object_or_false(a):
    shelf = a > 0 and Shelf(a)
    if is_full(shelf):
        return 1
    return 2 if shelf else 3


def list_or_false(a):
    items = a > 0 and [1, 2, 3][:a]
    if is_long(items):
        return 1
    return 2 if items else 3


def negated(a):
    items = not a <= 0 and [1, 2, 3][:a]
    return 1 if is_long(items) else 2


def list_or_true(a):
    items = a > 2 or [1, 2, 3][:a]
    return 7 if items is True else len(items)


def text_or_false(a):
    word = a > 1 and "x" * a
    return word.upper() if word else "none"


def chained(a):
    shelf = a > 0 and a < 3 and Shelf(a)
    return is_full(shelf), is_full(a > 2 and Shelf(a))


def in_a_loop(a):
    found = 0
    for k in range(a + 2):
        shelf = k > 1 and Shelf(k)
        if is_full(shelf):
            found += k
    return found


def numbers(a):
    return a > 1 and a * 2.5, a > 2 or a - 1


@pytest.mark.parametrize("argument", [-1, 0, 1, 2, 3, 5])
@pytest.mark.parametrize(
    "function",
    [object_or_false, list_or_false, negated, list_or_true, text_or_false, in_a_loop],
    ids=lambda function: function.__name__,
)
def test_like_python(function, argument):
    check(function, argument)
