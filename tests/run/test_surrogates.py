"""Texts with surrogates, which are no Unicode text, as constants."""

from __future__ import annotations

from coluber import njit
from tests.run.support import check

HIGH = "\ud800"
SEVERAL = ("a", "\udfffb", 2)


def is_surrogate(text):
    return "\ud800" <= text <= "\udfff"


def with_global(text):
    return HIGH + text, len(HIGH), ord(HIGH[0])


def is_one_of(text):
    return text in SEVERAL, SEVERAL[1], text in ("\udc80", "x")


def of_a_default(text, sep="\udc00-"):
    return sep.join([text, text, "\U0001f600"])


def test_constants():
    captured = "\udcff"
    for function in (is_surrogate, with_global, is_one_of, of_a_default, lambda text: captured * 2 + text):
        for text in ("", "a", "\ud801", "\udc80", "\udfffb", "\udfff"):
            check(function, text)


def test_a_dict_with_such_keys():
    def count(text):
        found = {"\udc80": 1, "a": 2}
        return [found.get(c, 0) for c in text]

    check(count, "a\udc80b")


def test_of_inner_functions():
    def outer(text):
        def inner(c):
            return c + "\udc80"

        return [inner(c) for c in text]

    check(outer, "ab")
    assert njit(outer)("\udc80") == ["\udc80\udc80"]
