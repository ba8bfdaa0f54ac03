"""Methods of strings and bytes that give lists, `join` of lists, and lists of strings, as in CPython."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native
from tests.run.support import check, expression, jitted, source

TEXTS = [
    "",
    " ",
    "a",
    "a b  c ",
    "  lead and trail  ",
    "x,y,,z,",
    "größe\u2003ÄÖ\u3000ß",
    "日本 語,日",
    "a😀b😀",
    "one\ntwo\r\nthree\rfour\n\nfive\x0bsix\x1cseven\x85eight\u2028nine",
    "\n",
    "aXXbXXXc",
    "\x1c\x1d \x85",
]
SPLITS = [
    "a.split()",
    "a.rsplit()",
    "a.split(None), a.split(maxsplit=1), a.rsplit(maxsplit=1), a.split(None, 0), a.rsplit(None, 2)",
    "a.split(','), a.rsplit(',')",
    "a.split('XX'), a.rsplit('XX'), a.split('XX', 1), a.rsplit('XX', 1)",
    "a.split(sep='😀'), a.split('日', maxsplit=5), a.split(' ', -1)",
    "a.split('')",
    "a.rsplit('')",
    "a.splitlines(), a.splitlines(True), a.splitlines(keepends=False)",
    "'-'.join(a.split())",
    "', '.join([a, a, 'x']), a.join(['b', 'c']), ''.join([])",
    "[len(w) for w in a.split()], [w[::-1] for w in a.split(',')]",
    "sorted(a.split())",
    "list(a), [c for c in a]",
    "len(a.split()), a.split()[-1:], a.split(',')[0]",
    "'a' in a.split(), a.split().count('a')",
]


@pytest.mark.parametrize("code", SPLITS)
def test_split_and_join(code):
    for text in TEXTS:
        check(expression(code, "a"), text)


def test_join_of_nothing():
    @jitted
    def joined(*args):
        return "-".join(map(str, args))

    check(lambda: (joined(), joined(1, 2)))
    check(lambda: ",".join([None for _ in range(0)]))
    check(lambda: ",".join([None, None]))


BYTES = [b"", b"a b  c ", b"x,y,,z,", b"one\ntwo\r\nthree\r\x0bfour\x1c \x85", bytes(range(40)), b"\xff,\x00"]


BYTES_SPLITS = [
    "a.split(), a.rsplit()",
    "a.split(b','), a.rsplit(b',', 1)",
    "a.splitlines(), a.splitlines(True)",
    "b'-'.join(a.split())",
    "a.split(b'')",
]


@pytest.mark.parametrize("value", BYTES)
@pytest.mark.parametrize("code", BYTES_SPLITS)
def test_bytes(code, value):
    check(expression(code, "a"), value)


def programs():
    def count_words(s):
        longest, total = "", 0
        for word in s.split():
            total += len(word)
            if len(word) > len(longest):
                longest = word
        return longest, total

    def kept(s):
        words = s.split()
        words.append("end")
        words.append(f"{len(s)}")
        words.extend(s.split(","))
        words.insert(0, s[1:])
        words.sort()
        return words, " ".join(words)

    def table(s):
        out = ""
        for k, line in enumerate(s.splitlines()):
            cells = line.split(",")
            out += f"{k:>2} {len(cells)} " + "|".join([cell.strip().upper() for cell in cells]) + "\n"
        return out

    def outlives(s):
        parts = (s + "!" + s).split("!")
        s = "gone"
        return parts[0] + parts[-1], parts

    def pieces(s):
        out = []
        for c in s:
            out.append(c + c)
        return "".join(out), out

    return [count_words, kept, table, outlives, pieces]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("function", programs(), ids=lambda f: f.__name__)
def test_programs(function, text):
    check(function, text)


@pytest.mark.parametrize("function", programs(), ids=lambda f: f.__name__)
def test_nothing_leaks(function):
    f = jitted(function)
    f("warm up")
    before = _native.live_allocations()
    for text in TEXTS:
        f(text)
    assert _native.live_allocations() == before


def test_a_failure_leaks_nothing():
    f = jitted(expression("(a + a).split(a[:0])", "a"))
    with pytest.raises(ValueError, match="empty separator"):
        f("abc")
    before = _native.live_allocations()
    for _ in range(3):
        with pytest.raises(ValueError, match="empty separator"):
            f("abc")
    assert _native.live_allocations() == before


def test_lists_of_strings_as_arguments():
    check(source("def f(a):\n    return '/'.join(a), a[0] + a[-1], [w.upper() for w in a]\n"), ["x", "größe", "日本", ""])


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ab ,\n\u3000日😀", max_size=20), st.sampled_from([",", "a", " ", "ab", "日"]), st.integers(-1, 4))
def test_random(text, sep, most):
    assert _RANDOM(text, sep, most) == _random(text, sep, most)


def _random(text, sep, most):
    first = (text.split(), text.rsplit(), text.split(None, most), text.rsplit(None, most))
    return first, text.split(sep, most), text.rsplit(sep, most), text.splitlines(True), sep.join(text.split(sep))


_RANDOM = jitted(_random)
