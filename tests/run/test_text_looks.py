"""Comparisons of texts of which compiled code looks at the first characters itself."""

from __future__ import annotations

from itertools import product

import pytest

from coluber import njit

TEXTS = [
    "",
    "a",
    "b",
    "ab",
    "aba",
    "ba",
    "ä",
    "äb",
    "日",
    "日b",
    "日本",
    "a日",
    "long enough for words",
    "long enough for wards",
]
PLACES = [-10, -2, -1, 0, 1, 2, 3, 30]


@njit
def compared(a, b):
    return a == b, a != b, a[:1] == b[:1], a[-1:] == b[1:]


@njit
def begins(text, sub, start, stop):
    return text.startswith(sub), text.startswith(sub, start), text.startswith(sub, start, stop)


@njit
def ends(text, sub, start, stop):
    return text.endswith(sub), text.endswith(sub, start), text.endswith(sub, start, stop)


def test_texts_are_equal_as_in_cpython():
    for a, b in product(TEXTS, TEXTS):
        assert compared(a, b) == compared.py_func(a, b), (a, b)


@pytest.mark.parametrize("stop", [-1, 1, 100])
def test_texts_begin_and_end_as_in_cpython(stop):
    for text, sub, start in product(TEXTS, TEXTS, PLACES):
        for function in (begins, ends):
            assert function(text, sub, start, stop) == function.py_func(text, sub, start, stop), (text, sub, start)
