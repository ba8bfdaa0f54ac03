"""Strings as values: indexing, slices, concatenation, comparison, iteration, as in CPython."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native, cuda, njit
from coluber.core import errors
from tests.run.support import check, expression, jitted, source

TEXTS = ["", "a", "hello world", "größe", "日本語テキスト", "a😀b😀", "x" * 70, "tab\tnew\nline", "\0a\0", "aaaa"]

ONE_TEXT = [
    "len(a)",
    "a[0]",
    "a[-1]",
    "a[3]",
    "a[1:]",
    "a[:-1]",
    "a[::-1]",
    "a[1:5:2]",
    "a[-3::-2]",
    "a[5:2]",
    "a[::2][::-1][1:]",
    "a * 3",
    "2 * a",
    "a * -1",
    "a + a",
    "'<' + a + '>'",
    "a + a[:2] + a[-1:]",
    "a == a[:]",
    "a[::-1] == a",
    "bool(a), not a",
    "1 if a else 2",
    "a in 'hello world'",
    "'l' in a, 'lo w' in a, '😀' in a, '' in a",
    "a[:1] == 'a', a[1:2] != '😀', 'ö' == a[2:3]",
    "(a, a[1:], len(a[2:]))",
    "ord(a[0])",
    "ord(a)",
    "a < 'b', a <= 'größe', a > '日本', a >= 'a😀'",
    "max(a, 'hello'), min(a, 'b')",
    "isinstance(a, str), isinstance(a[1:], int)",
    "a[True]",
    "a is None",
]


@pytest.mark.parametrize("code", ONE_TEXT)
def test_one_text(code):
    for text in TEXTS:
        check(expression(code, "a"), text)


TWO_TEXTS = ["a + b", "a + b + a", "a == b", "a != b", "a < b", "a >= b", "a in b", "b not in a", "a[1:] + b[:1] == b"]


@pytest.mark.parametrize("code", TWO_TEXTS)
def test_two_texts(code):
    for x in TEXTS:
        for y in TEXTS:
            check(expression(code), x, y)


def loops():
    def count(s):
        n = 0
        for c in s:
            if c == "a" or c == "😀":
                n += 1
        return n

    def build(s):
        out = ""
        for c in s:
            out += c
            out = out + "-"
        return out, len(out)

    def backwards(s):
        out = ""
        for c in reversed(s):
            out += c
        return out

    def numbers(s):
        total = 0
        for i, c in enumerate(s):
            total += i * ord(c)
        return total

    def pairs(s):
        same = 0
        for x, y in zip(s, s[1:]):
            same += x == y
        return same

    def shared(s):
        a = s + "x"
        b = a + "1"
        c = a + "2"
        d = b + c
        return a, b, c, d, a + c, b

    def last(s):
        word = "none"
        for i in range(len(s)):
            if s[i] > "b":
                word = s[i:]
        return word

    def prepend(s):
        out = ""
        for c in s:
            out = c + out
        return out

    def maybe(s):
        found = None
        for c in s:
            if c > "l":
                found = c
        return found

    def characters(s):
        out = ""
        for c in s:
            out += chr(ord(c) + 1)
        return out

    return [count, build, backwards, numbers, pairs, shared, last, prepend, maybe, characters]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("function", loops(), ids=lambda f: f.__name__)
def test_loops(function, text):
    check(function, text)


def test_shared_memory_stays_apart():
    """Two strings that begin alike are both right, whichever grows first."""

    def f(s, n):
        base = s + s
        kept = base
        for i in range(n):
            base += "abc"
            if i == 3:
                kept = base
            other = kept + "XYZ"
            if len(other) < 0:
                kept = other
        return base, kept, kept + "!"

    for text in TEXTS:
        check(f, text, 40)


@pytest.mark.parametrize("n", [-1, 0, 65, 0xE9, 0x3A9, 0x1F40D, 0x10FFFF, 0x110000, 2**31 - 1])
def test_chr(n):
    check(expression("chr(a)", "a"), n)


@pytest.mark.parametrize("k", [-12, -11, -1, 0, 10, 11, 2**62])
def test_index(k):
    check(expression("a[b]"), "hello world", k)


@pytest.mark.parametrize("bounds", [(0, 3, 1), (None, None, -1), (-3, 50, 2), (5, 1, -1), (2, 9, 3), (1, 2, 0), (9, -99, -4)])
@pytest.mark.parametrize("text", TEXTS)
def test_slices_of_variables(bounds, text):
    check(source("def f(s, a, b, c):\n    return s[a:b:c]\n"), text, *bounds)


def test_unsigned_and_small_indices():
    for kind in (np.uint8, np.int16, np.uint64):
        check(source("def f(s, i):\n    return s[i]\n"), "hello", kind(3))


def test_repeat_that_is_too_long():
    f = source("def f(s, n):\n    return len(s * n)\n")
    check(f, "ab", 2**62)
    with pytest.raises(MemoryError):
        jitted(f)("ab", 2**55)


def test_through_calls_and_tuples():
    @njit
    def surround(s, left, right):
        return left + s + right

    def f(s):
        pair = (surround(s, "(", ")"), surround(s[1:], "[", "]"))
        a, b = pair
        return a + b, pair, pair[0][1:-1] == s

    def plain(s):
        a, b = "(" + s + ")", "[" + s[1:] + "]"
        return a + b, (a, b), True

    for text in TEXTS:
        assert jitted(f)(text) == plain(text)


def test_a_result_is_a_plain_string():
    f = jitted(source("def f(s):\n    return s[1:], s[:], s + ''\n"))
    for text in TEXTS:
        part, whole, same = f(text)
        assert type(part) is str
        assert part == text[1:]
        assert hash(part) == hash(text[1:])
        assert whole == same == text
        assert part.isascii() == text[1:].isascii()
    assert f("日ab")[0] == "ab"
    assert {f("日ab")[0]: 1}["ab"] == 1


def test_raised_with():
    def f(s, i):
        if s[i] == "x":
            raise ValueError(s + "!", s[i:])
        return s[i]

    for i in range(4):
        check(f, "axyz", i)


@pytest.mark.parametrize("function", loops(), ids=lambda f: f.__name__)
def test_nothing_leaks(function):
    f = jitted(function)
    for text in TEXTS:
        f(text)
    before = _native.live_allocations()
    for text in TEXTS:
        f(text)
    assert _native.live_allocations() == before


def test_a_failure_leaks_nothing():
    f = jitted(source("def f(s, i):\n    t = s + s\n    u = t + 'x'\n    return u[i] + t[i]\n"))
    with pytest.raises(IndexError):
        f("abc", 6)
    before = _native.live_allocations()
    for _ in range(3):
        with pytest.raises(IndexError, match="string index out of range"):
            f("abc", 6)
    assert _native.live_allocations() == before


def test_growing_takes_linear_time():
    import time

    f = jitted(source("def f(s, n):\n    t = ''\n    for i in range(n):\n        t += s\n    return t\n"))
    f("ab", 10)
    start = time.perf_counter()
    assert f("ab", 300_000) == "ab" * 300_000
    assert time.perf_counter() - start < 2


GROWING = [
    "s += str(i)\n        if i & 1:\n            s += '!'",
    "s += f'{i},'\n        if i % 3:\n            s += f'{i}'\n        elif i % 5:\n            s += '?'",
    "s = f'{s}ab'\n        if i & 1:\n            s = f'{s}{i}'",
    "s += str(i) + 'ab'\n        while len(s) % 4:\n            s += '.'",
]


@pytest.mark.parametrize("body", GROWING)
def test_growing_by_several_texts_takes_linear_time(body):
    import time

    f = jitted(source(f"def f(n):\n    s = ''\n    for i in range(n):\n        {body}\n    return s\n"))
    check(f.py_func, 50)
    start = time.perf_counter()
    assert len(f(300_000)) >= 600_000
    assert time.perf_counter() - start < 2


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=12), st.text(max_size=12), st.integers(-15, 15), st.integers(-15, 15))
def test_random_texts(x, y, i, j):
    f = _RANDOM
    assert f(x, y, i, j) == _random(x, y, i, j)


def _random(x, y, i, j):
    joined = x + y
    out = joined[i:j] + y[::-1]
    for c in joined:
        if c in y:
            out += c
    return out, joined < y, x[i:] == y[j:], joined == y + x, out * 2


_RANDOM = jitted(_random)


def test_kernels_refuse_by_name():
    def kernel(out, s):
        t = s * 3
        out[0] = len(t)

    with pytest.raises(errors.ColuberError, match="string made at run time"):
        cuda.jit("void(int64[:], unicode_type)")(kernel)
