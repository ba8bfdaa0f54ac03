"""Strings: constants that are compared and passed on."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, expression, jitted, source


@pytest.mark.parametrize("text", ["", "a", "mean", "größe", "日本", "x" * 1000, "a\0b", "😀"])
def test_in_and_out(text):
    check(expression("a", "a"), text)


@pytest.mark.parametrize(
    ("x", "y"), [("a", "a"), ("a", "b"), ("", "a"), ("abc", "abd"), ("é", "é"), ("é", "e"), ("日本", "日木")]
)
def test_equality(x, y):
    check(expression("a == b"), x, y)
    check(expression("a != b"), x, y)


@pytest.mark.parametrize("mode", ["sum", "mean", "other", ""])
def test_mode_argument(mode):
    def f(a, mode):
        if mode == "sum":
            return a.sum()
        elif mode == "mean":
            return a.sum() / len(a)
        return -1.0

    check(f, np.arange(4.0), mode)


def test_constant_result():
    check(source("def f(x):\n    return 'yes'\n"), 1)


@pytest.mark.parametrize("x", [1, -1])
def test_choice_of_constants(x):
    check(expression("'positive' if a > 0 else 'negative'", "a"), x)


def test_equality_of_computed_choice():
    def f(x):
        name = "low"
        if x > 3:
            name = "high"
        return name == "high", name != "low", name

    check(f, 1)
    check(f, 5)


def test_default_argument():
    def f(x, mode="double"):
        if mode == "double":
            return x * 2
        return x

    check(f, 3)
    check(f, 3, "single")
    check(f, 3, keywords={"mode": "double"})


def test_global_string():
    namespace = {"MODE": "fast"}
    exec("def f(x):\n    return MODE == x", namespace)
    assert jitted(namespace["f"])("fast") is True
    assert jitted(namespace["f"])("slow") is False


def test_in_tuples():
    check(expression("a", "a"), ("x", 1, "y"))
    check(expression("a[0] == 'x', a[1] == 'x'", "a"), ("x", "y"))
    check(expression("b in a"), ("x", "y"), "y")
    check(expression("b in a"), ("x", "y"), "z")


def test_chained_choice():
    def f(kind):
        if kind == "a" or kind == "b":
            return 1
        if kind != "c":
            return 2
        return 3

    for kind in "abcd":
        check(f, kind)


def test_string_and_number_are_unequal():
    check(expression("a == b"), "1", 1)
    check(expression("a != b"), "1", 1)


def test_many_strings_are_separate_values_of_one_type():
    f = jitted(source("def f(x):\n    return x == 'a'\n"))
    assert [f(text) for text in ("a", "b", "aa", "")] == [True, False, False, False]
    assert len(f.signatures) == 1


def test_texts_of_numpy_and_of_subclasses_are_texts():
    class Name(str):
        __slots__ = ()

    @njit
    def ends(text, data, texts):
        return text[-1] + "!" + "".join(texts), data[0], len(data)

    assert ends(np.str_("añ"), np.bytes_(b"xy"), [np.str_("p"), np.str_("qr")]) == ("ñ!pqr", 120, 2)
    assert ends(Name("ab"), b"xyz", ["p"]) == ("b!p", 120, 3)
