"""Tables of characters, bytes that are made of other values, `format_map`, `dict.fromkeys`."""

from __future__ import annotations

import pytest

from tests.run.support import check


def tables(text):
    return (
        text.translate(str.maketrans("lo", "01")),
        text.translate(str.maketrans("abc", "xyz", "l ")),
        text.translate({104: "HH", 101: ""}),
        text.translate(str.maketrans({"h": "<", "o": ">"})),
        text.translate({104: None, 101: 0x1F600}),
    )


@pytest.mark.parametrize("text", ["hello world", "", "häll\u20ac"])
def test_characters_are_replaced(text):
    check(tables, text)


@pytest.mark.parametrize("text", ["hello world xyz " * 20, "abc" * 50, "äbc" * 40, "€a" * 30, "c"])
@pytest.mark.parametrize(
    "table",
    [
        str.maketrans("abcxyz", "xyzabc", " l"),
        {97: 98, 98: 99, 99: 97, 8364: 69},
        {97: "AA", 98: None, 99: 100},
        {97: None},
        {97: "é", 98: "b"},
        {-1: 97, 300: 98},
    ],
)
def test_tables_that_python_passes(table, text):
    check(lambda text, table: text.translate(table), text, table)


@pytest.mark.parametrize("table", [bytes(range(255, -1, -1)), None, b"short"])
def test_bytes_are_replaced_and_left_out(table):
    data = bytes(range(256)) * 2
    check(lambda data, table: data.translate(table, b"ae"), data, table)
    check(lambda data, table: data.translate(table, delete=b""), data, table)
    check(lambda data, table: bytearray(data).translate(table), data, table)


def test_tables_of_bytes_may_be_bytearrays():
    check(lambda data: data.translate(bytearray(data[::-1]), bytearray(b"ae")), bytes(range(256)))


def test_tables_are_dicts():
    check(lambda: (str.maketrans("ab", "xy"), str.maketrans("a", "x", "z"), str.maketrans({"a": 1}), str.maketrans({97: 2})))
    check(lambda a, b: str.maketrans(a, b), "a", "bc")
    check(lambda key: str.maketrans({key: 1}), "ab")


def test_tables_are_made_by_methods_of_values():
    check(lambda text: (text.maketrans("ab", "xy"), text.maketrans("ab", "xy", "c"), text.maketrans({"a": "z"})), "any")
    check(lambda text: text.translate(text.maketrans("ATCG", "TAGC")), "GCTA")
    check(lambda data: data.translate(data.maketrans(b"ab", b"xy")), b"abc")
    check(lambda text, to: text.maketrans("ab", to), "", "x")


def made(n):
    numbers = [65, n, 255]
    return bytes(), bytes(3), bytes(numbers), bytes((1, 2)), bytes(b"x"), bytes("aé", "utf-8"), bytes(k for k in range(n))


def test_bytes_are_made():
    check(made, 7)
    check(lambda text: bytes.fromhex(text), "01 fF\n20")


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (lambda n: bytes([n]), 256),
        (lambda n: bytes([n]), -1),
        (lambda n: bytes(n), -1),
        (lambda text: bytes.fromhex(text), "0g"),
        (lambda text: bytes.fromhex(text), "012"),
    ],
)
def test_wrong_bytes_raise(function, argument):
    check(function, argument)


def test_bytes_are_translated():
    def translated(data):
        table = bytes.maketrans(b"ab", b"xy")
        return data.translate(table), data.translate(table, b"c"), data.translate(None, b"ab")

    check(translated, b"abcabd")


def test_formatted_by_names():
    check(lambda d: "{a} and {b:>4}".format_map(d), {"a": 1, "b": 2})
    check(lambda d: "{a}{c}".format_map(d), {"a": 1, "b": 2})


def test_keys_with_one_value():
    check(lambda keys: (dict.fromkeys(keys, 0), dict.fromkeys((1, 2))), ["a", "b", "a"])


def joined(d):
    return (
        ",".join(d),
        ".".join(str(i) for i in range(3)),
        "".join(w[0] for w in d),
        ",".join(d.values()),
        "-".join(sorted(set(d))),
    )


def test_any_strings_are_joined():
    check(joined, {"ab": "x", "cd": "y"})
