"""Bytes, and strings encoded and decoded, as in CPython."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native
from tests.run.support import check, expression, jitted, source

VALUES = [
    b"",
    b"a",
    b"hello world",
    b"  padded\t\n",
    b"\xff\x00\x80",
    bytes(range(256)),
    b"x,y,,z",
    b"Title Case",
    b"ABC",
    b"123",
]

ALONE = [
    "a",
    "len(a), bool(a), not a",
    "a[0]",
    "a[-1]",
    "a[5]",
    "a[1:], a[:-1], a[::-1], a[1:7:2]",
    "a + a, a * 3, 2 * a",
    "a == a[:], a != b'x', a < b'b', a >= b'hello', a == 'hello'",
    "b'l' in a, 108 in a, b'' in a, a in b'hello world'",
    "300 in a",
    "a.upper(), a.lower(), a.swapcase(), a.title(), a.capitalize()",
    "a.isalpha(), a.isdigit(), a.isalnum(), a.isspace(), a.isupper(), a.islower(), a.istitle(), a.isascii()",
    "a.strip(), a.lstrip(), a.rstrip(), a.strip(b'hd\\xff'), a.rstrip(None)",
    "a.find(b'l'), a.rfind(108), a.count(b'l'), a.count(120), a.find(b'o', 5, -1)",
    "a.index(b'o')",
    "a.rindex(108, 1)",
    "a.find(256)",
    "a.startswith(b'he'), a.endswith((b'd', b'c')), a.startswith(b'l', 2)",
    "a.replace(b'l', b'LL'), a.replace(b'', b'-', 3)",
    "a.removeprefix(b'he'), a.removesuffix(b'ld')",
    "a.center(14), a.ljust(14, b'*'), a.rjust(15, b'-'), a.zfill(13), a.expandtabs()",
    "a.partition(b' '), a.rpartition(b',')",
    "a.join((b'x', a, b'y')), b', '.join((a, a))",
    "a.hex()",
    "a.decode('latin-1')",
    "a.decode()",
    "a.decode('ascii', 'replace')",
    "a.decode(encoding='utf-8', errors='ignore')",
    "a.decode('cp1252')",
    "a.decode('nonsense')",
    "f'{a}', f'{a!r}'[1:], str(a) + ''",
    "ord(a[:1])",
    "isinstance(a, bytes), isinstance(a, str)",
    "a if a else None",
]


@pytest.mark.parametrize("code", ALONE)
def test_values(code):
    for value in VALUES:
        if code.startswith("300 in") or "find(256)" in code:
            with pytest.raises(ValueError, match=r"byte must be in range\(0, 256\)"):
                jitted(expression(code, "a"))(value)
        else:
            check(expression(code, "a"), value)


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "latin-1", "ascii", "utf-16", "cp1252", "nonsense"])
@pytest.mark.parametrize("errors", ["strict", "ignore", "replace"])
def test_encode(encoding, errors):
    for text in ["", "abc", "größe", "日本", "a😀"]:
        check(source("def f(s, e, r):\n    return s.encode(e, r)\n"), text, encoding, errors)
        check(expression("a.encode(), a.encode('utf-8')[1:], len(a.encode())", "a"), text)


def test_loops():
    def checksum(data):
        total = 0
        for i, byte in enumerate(data):
            total = (total * 31 + byte * (i + 1)) & 0xFFFFFFFF
        for byte in reversed(data):
            total ^= byte
        return total

    def doubled(data):
        out = b""
        for k in range(len(data)):
            out += data[k : k + 1] * 2
        return out, len(out)

    def constants(data):
        if data == b"GET":
            return b"\x01" + data
        return PREFIX + data

    PREFIX = b"\xff\xfe"
    for value in VALUES:
        check(checksum, value)
        check(doubled, value)
        check(constants, value)
    check(constants, b"GET")


def test_nothing_leaks():
    f = jitted(source("def f(a):\n    b = (a + b'x').upper()\n    return b.decode('latin-1').encode() + b[1:], b.hex()\n"))
    f(b"warm")
    before = _native.live_allocations()
    for value in VALUES:
        f(value)
    assert _native.live_allocations() == before


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=20), st.binary(max_size=3), st.text(max_size=10))
def test_random(data, part, text):
    assert _RANDOM(data, part, text) == _random(data, part, text)


def _random(data, part, text):
    found = (data.find(part), data.count(part), data.replace(part, b"--"), data.strip(part), part in data, data < part)
    return found, data.title(), text.encode().decode() == text, text.encode() + data, data[::-1]


_RANDOM = jitted(_random)
