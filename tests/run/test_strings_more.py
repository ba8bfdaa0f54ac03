"""Strings in loops that run on several threads, in cached functions, in signatures, and with other features of the language."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from coluber import _native, njit, prange
from tests.run.support import check, expression, jitted, source

TEXTS = ["", "abc", "größe", "日本語", "a😀b😀"]


def test_several_threads():
    @njit(parallel=True)
    def f(text, n):
        out = np.zeros(n, np.int64)
        for i in prange(n):
            part = text[i % (len(text) + 1) :] + str(i)
            out[i] = len(part.upper()) + part.count("1")
        return out

    for text in TEXTS:
        expected = []
        for i in range(500):
            part = text[i % (len(text) + 1) :] + str(i)
            expected.append(len(part.upper()) + part.count("1"))
        assert f(text, 500).tolist() == expected


def test_without_the_gil():
    @njit(nogil=True)
    def f(text, n):
        out = ""
        for i in range(n):
            out += text.title() + f"{i:>3}{i / 7:.2e}"
        return out

    plain = f.py_func
    with ThreadPoolExecutor(4) as pool:
        for text, found in zip(TEXTS * 4, pool.map(lambda text: f(text, 50), TEXTS * 4), strict=True):
            assert found == plain(text, 50)


def test_one_string_grown_by_several_threads():
    @njit(nogil=True)
    def f(text, n):
        base = text + "-"
        total = 0
        for i in range(n):
            longer = base + str(i)
            other = base + "x"
            total += len(longer) + (longer[len(base) :] == str(i)) + (other == base + "x")
        return total

    plain = f.py_func
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda k: f("abc", 300), range(16))) == {plain("abc", 300)}


PROGRAM = """
import sys
from coluber import njit

PREFIX, DATA = "größe: ", b"\\x00\\xff"

@njit(cache=True)
def f(text, n):
    out = PREFIX
    for c in text:
        if c == "日" or c.isalpha():
            out += c.upper() + f"{n:04d}"
    return out, out.encode() + DATA, hash(text) == hash(text[:])

print(ascii(f("a1日b", 42)), f.stats.cache_hits and sum(f.stats.cache_hits.values()))
"""


def test_cached(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    runs = [subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    first, second = (run.rsplit(" ", 1) for run in runs)
    assert first[0] == second[0]
    assert int(second[1]) == 1


def test_signatures():
    f = njit("unicode_type(unicode_type, int64)")(source("def f(s, n):\n    return f'{s}{n}' if n else s\n"))
    assert f("a", 3) == "a3"
    assert f("a", 0) == "a"


def test_closures_and_recursion():
    @njit
    def repeat(s, n):
        if n <= 0:
            return ""
        return s + repeat(s, n - 1)

    def f(s, n):
        def around(t, c="|"):
            return c + t + c

        return around(repeat(s, n)) + around(s[::-1], "/")

    plain_repeat = repeat.py_func
    for text in TEXTS:
        expected = "|" + text * 3 + "|" + "/" + text[::-1] + "/"
        assert jitted(f)(text, 3) == expected
    assert plain_repeat("", 0) == ""


def test_unpacking_min_max_and_swaps():
    check(source("def f(a, b):\n    a, b = b + a, a\n    a, b = min(a, b), max(a, b)\n    return a, b\n"), "x", "ab")
    check(source("def f(s):\n    (a, b, c), d = s.partition(','), s[:2]\n    return a + d, b, c\n"), "1,2")


def test_try_and_finally():
    def f(s):
        out = ""
        for k in range(4):
            try:
                out += s[k]
                if s[k] == "x":
                    raise ValueError("found " + s[k:])
            except IndexError:
                out += "?"
            except ValueError as error:
                out += f"<{error}>"
            finally:
                out += ";"
        return out

    for text in ["", "ab", "axbx", "日x😀y"]:
        check(f, text)


def test_optional_strings():
    def f(s, n):
        best = None
        for k in range(n):
            if best is None or s[k:] > best:
                best = s[k:]
        if best is None:
            return "none"
        return best + "!"

    for text in TEXTS:
        check(f, text, len(text))


@pytest.mark.parametrize("code", ["a + 1", "a - 'x'", "a['x']", "a.find(1)", "a.replace('x')", "a.nothing()", "a < 1", "-a"])
def test_what_does_not_fit_is_refused_while_compiling(code):
    from coluber.core import errors

    with pytest.raises(errors.ColuberError):
        jitted(expression(code, "a"))("abc")


def odd_programs():
    def grown_while_iterated(s):
        for c in s:
            s += c
        return s

    def matched(s):
        match s:
            case "abc":
                return 1
            case "größe" | "x":
                return 2
        return 3

    def in_tuples_and_lists(s):
        out = []
        for i in range(3):
            out.append((i, s[i:]))
        return out, [t for _, t in out]

    def deferred_in_a_loop(s):
        n = None
        for c in s:
            n = f"{c}{c}" if n is None else n + f"{c}"
        return n

    def outlives_its_list(s):
        words = s.split("a")
        first = words[0]
        words.clear()
        return first + "".join([first, s])

    def swapped(s):
        pair = (s, s + "x")
        for _ in range(3):
            pair = (pair[1], pair[0] + pair[1])
        return pair

    def two_names(s):
        x = s
        y = x
        x += "1"
        y += "2"
        return x, y, s, s[:1] or "none"

    def converted_or_not(s):
        out = ""
        for word in s.split():
            try:
                out += str(int(word) * 2)
            except ValueError as error:
                out += str(error)
            out += ";"
        return out

    return [
        grown_while_iterated,
        matched,
        in_tuples_and_lists,
        deferred_in_a_loop,
        outlives_its_list,
        swapped,
        two_names,
        converted_or_not,
    ]


@pytest.mark.parametrize("function", odd_programs(), ids=lambda f: f.__name__)
def test_odd_programs(function):
    texts = [*TEXTS, "abab x", "12 x 34 5a"]
    for text in texts:
        check(function, text)
    f = jitted(function)
    before = _native.live_allocations()
    for text in texts:
        f(text)
    assert _native.live_allocations() == before


NO_NUMBERS = [
    "", " ", "abc", "12a", "1 2", "1__2", "_1", "1_", "0x1f", "0b2", "+", "--1", "1.5", "é", "\u0661\u0662", "it's", 'a"b',
    "a\\b", "a\nb", "\t7\n", "$", "x" * 90, "x" * 99 + "!", "x" * 150, "9" * 150, "12!", "zz", "nan", "in f", "1e5", "1e",
    "infinity?", "\u0663.\u0665", "0x1p3",
]  # fmt: skip


@pytest.mark.parametrize("base", [0, 2, 10, 16, 36, 1, 37, -1])
def test_what_is_no_integer_says_so(base: int) -> None:
    def number(text, base):
        try:
            return f"{int(text, base)}"
        except ValueError as error:
            return f"ValueError: {error}"

    # Integers beyond 64 bits are refused.
    for text in NO_NUMBERS:
        if text != "9" * 150 and (text != "x" * 90 or base != 36) and (text != "x" * 150 or base != 36):
            check(number, text, base)


def test_what_is_no_float_says_so() -> None:
    def number(text):
        try:
            return repr(float(text))
        except ValueError as error:
            return f"ValueError: {error}"

    for text in NO_NUMBERS:
        check(number, text)


TABLES = [{97: "x"}, {97: 98, 228: None, 0x1F600: 33}, {98: "", 99: "long"}, {5000: "?", -1: "no"}, {200: "é"}]


@pytest.mark.parametrize("table", TABLES)
def test_characters_are_translated(table: dict) -> None:
    def translated(text, table):
        return text.translate(table)

    for text in ["", "abc", "cabbage", "aäa😀", "x" * 300 + "abc", "日本語a", "ÈÉ"]:
        check(translated, text, table)


@pytest.mark.parametrize("codec", ["utf-8", "ascii", "latin-1", "utf-16-le"])
def test_texts_are_encoded(codec: str) -> None:
    def encoded(text, codec):
        try:
            return text.encode(codec)
        except UnicodeEncodeError as error:
            return str(error).encode()

    for text in ["", "abc" * 200, "größe", "日本語", "a😀b", "abc\x80", "\u0100bc"[1:], "é" * 40]:
        check(encoded, text, codec)
