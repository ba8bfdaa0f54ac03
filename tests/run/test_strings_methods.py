"""Methods of strings, and strings of numbers and back, as in CPython."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native
from tests.run.support import check, expression, jitted, source

TEXTS = [
    "",
    "a",
    "hello world",
    "Hello World",
    "HELLO",
    "  padded\t\n",
    "größe ÄÖÜ ß",
    "日本語 テキスト",
    "a😀b😀",
    "İıſŉǆ ﬃ",
    "ΑΣ Σίσυφος",
    "x,y,,z,",
    "12345",
    "١٢٣",
    "Ⅷ½²",
    "tab\tnew\tline\nand\tmore",
    "\x1c\x85\u2003 white \u3000",
    "aaaa",
    'it\'s "quoted" \\ \x00\x7f\u200b\ud7ff',
    "they're bill's friends from the UK",
    "-42",
    "_id3",
]

WITHOUT_ARGUMENTS = [
    "upper",
    "lower",
    "casefold",
    "swapcase",
    "title",
    "capitalize",
    "isalpha",
    "isdigit",
    "isdecimal",
    "isnumeric",
    "isalnum",
    "isspace",
    "isascii",
    "isprintable",
    "isidentifier",
    "isupper",
    "islower",
    "istitle",
    "strip",
    "lstrip",
    "rstrip",
    "expandtabs",
]


@pytest.mark.parametrize("method", WITHOUT_ARGUMENTS)
def test_without_arguments(method):
    for text in TEXTS:
        check(expression(f"a.{method}()", "a"), text)
        check(expression(f"a[1:].{method}()", "a"), text)


WITH_TEXT = [
    "a.find(b), a.rfind(b), a.count(b), b in a",
    "a.find(b, 2), a.rfind(b, -5, -1), a.count(b, 1, 100), a.find(b, 50), a.find(b, 3, 1)",
    "a.find(b, None, 4), a.count(b, None), a.startswith(b, None, None)",
    "a.index(b)",
    "a.rindex(b, 1)",
    "a.startswith(b), a.endswith(b), a.startswith(b, 1), a.endswith(b, 0, -1), a.startswith(b, 99)",
    "a.startswith((b, 'he')), a.endswith((b, 'd', 'x')), a.startswith(())",
    "a.strip(b), a.lstrip(b), a.rstrip(b), a.strip(None)",
    "a.removeprefix(b), a.removesuffix(b)",
    "a.replace(b, 'XY'), a.replace(b, '', 1), a.replace('l', b), a.replace('', b, 3), a.replace(b, '日')",
    "a.partition(b)",
    "a.rpartition(b)",
    "b.join(a), a.join((b, a, 'x')), a.join(()), b.join((a,))",
    "a.center(20, b)",
    "a.ljust(15, b), a.rjust(14, b)",
]


@pytest.mark.parametrize("code", WITH_TEXT)
def test_with_a_text(code):
    for part in ("", "l", "lo", "a", "ö", "日本", "😀", " ", "Σ", ",", "zzz", "aa"):
        for text in TEXTS:
            check(expression(code), text, part)


@pytest.mark.parametrize("n", [-3, 0, 1, 4, 5, 12, 13])
@pytest.mark.parametrize(
    "code",
    [
        "a.center(b), a.ljust(b), a.rjust(b)",
        "a.zfill(b)",
        "a.expandtabs(b), a.expandtabs(tabsize=b)",
        "a.replace('a', 'bb', b)",
    ],
)
def test_with_a_number(code, n):
    for text in TEXTS:
        check(expression(code), text, n)


@pytest.mark.parametrize(
    "value", [0, 7, -7, 2**63 - 1, -(2**63), True, False, np.uint64(2**64 - 1), np.int8(-128), np.uint8(200)]
)
def test_integers_as_text(value):
    check(expression("len(str(a)), str(a) + '', repr(a)[0]", "a"), int(value) if isinstance(value, np.generic) else value)
    check(expression("bin(a), oct(a), hex(a)", "a"), value)


FLOATS = [
    0.0,
    -0.0,
    1.0,
    0.1,
    1e15,
    1e16,
    123456789.125,
    1e-4,
    1e-5,
    5e-324,
    1.7976931348623157e308,
    math.inf,
    -math.inf,
    math.nan,
    2 / 3,
]


@pytest.mark.parametrize("value", FLOATS)
def test_floats_as_text(value):
    check(expression("str(a) + '', repr(a)[:], f'{a}'[::-1]", "a"), value)
    check(expression("str(complex(a, b)) + '', str(complex(b, a)) + ''"), value, 1.5)
    check(expression("str(complex(a, -0.0))[:]", "a"), value)


@settings(deadline=None, max_examples=300)
@given(st.floats())
def test_random_floats_as_text(value):
    assert _FLOAT_TEXT(value) == str(value) + "!"


_FLOAT_TEXT = jitted(source("def f(x):\n    return str(x) + '!'\n"))


@pytest.mark.parametrize("text", TEXTS)
def test_quoted(text):
    check(expression("repr(a) + '', ascii(a) + '', f'{a!r}'[:], f'{a!a}'[1:], f'{a!s}'[:]", "a"), text)


def test_texts_of_other_values():
    check(expression("str(None) + str(True) + str(1 > 2) + str((1, 'x', 2.5))", "a"), 1)
    check(expression("str(a)[1:]", "a"), np.arange(3))
    check(expression("str(a)[:]", "a"), np.float32(0.1))


NUMBERS = ["0", "12", "-12", " 42\n", "+7", "1_000", "", "-", "abc", "12a", "0x1f", "٣", "999999999999999", "1 2", "\u00a05"]


@pytest.mark.parametrize("text", NUMBERS)
def test_text_to_integers(text):
    check(expression("int(a)", "a"), text)
    check(expression("int(a, 16)", "a"), text)
    check(expression("int(a, base=0)", "a"), text)
    check(source(f"def f():\n    return int({text!r})\n"))


@pytest.mark.parametrize("base", [-1, 0, 1, 2, 8, 36, 37])
@pytest.mark.parametrize("text", ["101", "0b11", "0o17", "z", ""])
def test_bases(text, base):
    check(expression("int(a, b)"), text, base)


def test_integers_that_are_too_large():
    f = jitted(expression("int(a)", "a"))
    with pytest.raises(OverflowError):
        f("9223372036854775808")


@pytest.mark.parametrize(
    "text",
    ["0", "1.5", "-1e3", " .5 ", "5.", "inf", "-Infinity", "nan", "1_0.5", "", "abc", "1e", "1e400", "٣.٥", "0x10", "1.2.3"],
)
def test_text_to_floats(text):
    check(expression("float(a)", "a"), text)
    check(source(f"def f():\n    return float({text!r})\n"))


def programs():
    def words(s):
        count, inside = 0, False
        for c in s:
            if c.isspace():
                inside = False
            elif not inside:
                inside = True
                count += 1
        return count

    def caesar(s, n):
        out = ""
        for c in s:
            if "a" <= c <= "z":
                out += chr((ord(c) - 97 + n) % 26 + 97)
            elif c.isupper() and c.isascii():
                out += chr((ord(c) - 65 + n) % 26 + 65)
            else:
                out += c
        return out

    def fields(s):
        total, rest = 0, s
        while rest:
            head, sep, rest = rest.partition(",")
            if head.strip().isdecimal() and head.isascii():
                total += int(head)
        return total, rest

    def palindrome(s):
        kept = ""
        for c in s.lower():
            if c.isalnum():
                kept += c
        return kept == kept[::-1]

    def report(s):
        out = ""
        for i in range(3):
            line = f"{i}: {s[i : i + 4]!r}".ljust(12, ".")
            out += line + "|"
        return out.rstrip("|"), out.count("."), len(out)

    return [(words, ()), (caesar, (3,)), (fields, ()), (palindrome, ()), (report, ())]


@pytest.mark.parametrize(("function", "more"), programs(), ids=lambda v: getattr(v, "__name__", ""))
def test_programs(function, more):
    for text in [*TEXTS, "1, 22,x,333", "A man, a plan, a canal: Panama"]:
        check(function, text, *more)


@pytest.mark.parametrize(("function", "more"), programs(), ids=lambda v: getattr(v, "__name__", ""))
def test_nothing_leaks(function, more):
    f = jitted(function)
    f("warm up", *more)
    before = _native.live_allocations()
    for text in TEXTS:
        f(text, *more)
    assert _native.live_allocations() == before


@pytest.mark.parametrize(
    "code", ["a.center(9, '')", "a.index('missing')", "int(a + 'x')", "(a + a).partition('')", "f'{a:d}' + a"]
)
def test_a_failure_leaks_nothing(code):
    f = jitted(expression(code, "a"))
    for text in TEXTS:
        before = _native.live_allocations()
        with pytest.raises((ValueError, TypeError)):
            f(text + "?")
        assert _native.live_allocations() == before


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=20), st.text(max_size=3), st.text(max_size=3), st.integers(-3, 12))
def test_random_texts(text, x, y, n):
    assert _RANDOM(text, x, y, n) == _random(text, x, y, n)


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="aZß ÿµé", max_size=20), st.text(alphabet="aß ", max_size=2), st.integers(-3, 12))
def test_random_texts_of_narrow_characters(text, x, n):
    assert _RANDOM(text, x, "a", n) == _random(text, x, "a", n)


def _random(text, x, y, n):
    first = (text.replace(x, y, n), text.find(x, n), text.rfind(x), text.count(y), text.strip(x), text.upper(), text.title())
    second = (text.lower().swapcase(), text.capitalize(), text.zfill(n), text.center(n), text.isalnum(), text.expandtabs(n))
    return first, second, x.join(text), text.rstrip(), repr(text) + ascii(text)


_RANDOM = jitted(_random)
