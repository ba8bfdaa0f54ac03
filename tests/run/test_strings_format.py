"""Format specifications that are worked on in compiled code, as CPython has them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.run.support import check, jitted, source

FORMAT = source("def f(value, spec):\n    return f'{value:{spec}}' + ''\n")

INTEGER_SPECS = [
    "", "d", "5", "<5", ">5", "^6", "=6", "05", "+d", " d", "-d", "x", "X", "#x", "#010x", "o", "#o", "b",
    "#b", ",", "_", "_x", "_b", "12,", "012,", "*^9d", "日>7", "😀<7d", "e", ".3f", "10.2e", "g", "%", ".1%",
    "c", "n", "+#012b", ",x", ".3d", "s", "q", "5.", "=+8", "<05", "1001", "z", "0<8", "5d ", "00005",
]  # fmt: skip


@pytest.mark.parametrize("spec", INTEGER_SPECS)
def test_integers(spec):
    for value in (0, 7, -7, 65, 1234567, -1234567, 2**62, -(2**63), True):
        check(FORMAT, value, spec)


def test_an_integer_without_a_sign():
    assert jitted(FORMAT)(np.uint64(2**64 - 1), "5") == format(2**64 - 1, "5")


FLOAT_SPECS = [
    "", "f", ".0f", ".1f", ".2f", "10.3f", "<10.3f", "^10.2f", "+.2f", " .2f", "010.2f", "e", ".0e", ".3e",
    "E", "g", ".3g", ".0g", "G", ".12g", "%", ".1%", ",.2f", "_.1f", "015,.2f", "F", "x", "d", "s", "#.0f",
    "*>12.4e", "5", "é^12", "10", ".3", "n", "+", "z.1f", "=+9.1f",
]  # fmt: skip
FLOATS = [
    0.0,
    -0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    -2.675,
    1e-7,
    123456.789,
    1e22,
    -1e100,
    5e-324,
    math.inf,
    -math.inf,
    math.nan,
    999999.5,
    0.0001,
]


@pytest.mark.parametrize("spec", FLOAT_SPECS)
def test_floats(spec):
    for value in FLOATS:
        check(FORMAT, value, spec)


TEXT_SPECS = [
    "",
    "s",
    "5",
    "<8",
    ">8",
    "^8",
    "=8",
    ".2",
    "8.3s",
    "*^9",
    "日^7",
    "05",
    "+",
    "-",
    " ",
    "#",
    ",",
    "d",
    ".0",
    "0>6",
    "5.1s!",
]


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_texts(spec):
    for value in ["", "a", "abcdef", "größe", "日本", "😀x"]:
        check(FORMAT, value, spec)


@pytest.mark.parametrize("value", [True, None, 1 + 2j, -0.5j, np.float32(0.1), (1, 2)])
@pytest.mark.parametrize("spec", ["", ">12", ".2f"])
def test_other_values(value, spec):
    if value is None or (isinstance(value, tuple) and spec):
        value = 3
    check(FORMAT, value, spec)


@pytest.mark.parametrize(
    "text", ["'%d|%5.1f|%s|%r|%%' % (n, x, s, s)", "'{0}-{1:>8}-{0!r}'.format(s, n)", "format(x, '.3e')", "'%s' % s"]
)
def test_other_ways(text):
    function = source(f"def f(n, x, s):\n    t = {text}\n    return t, len(t), t[::-1], t + s\n")
    for s in ("", "abc", "日本"):
        check(function, 42, -1.25, s)


@settings(deadline=None, max_examples=300)
@given(st.floats(), st.sampled_from("feg%"), st.integers(0, 20), st.integers(0, 30))
def test_random_floats(value, kind, places, width):
    spec = f"{width or ''}.{places}{kind}"
    assert jitted(FORMAT)(value, spec) == format(value, spec)


@settings(deadline=None, max_examples=200)
@given(
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from(["", "d", "x", "b", ",", "+_", "o"]),
    st.sampled_from(["", "<", ">", "^", "*^", "="]),
)
def test_random_integers(value, kind, align):
    spec = f"{align}30{kind}" if kind in ("", "d", "x", "b", "o", ",") else kind
    assert jitted(FORMAT)(value, spec) == format(value, spec)


PERCENT_FLAGS = ["", "-", "0", "+", " ", "#", "-0", "+0", "-+", " 0", "#0"]
PERCENT_VALUES = [
    (0, "dxXosrfeg"),
    (-255, "dxXosrfeg"),
    (2**53 + 1, "dxof"),
    (-1.5, "dsrfFeEgG"),
    (math.inf, "sfeG"),
    ("hä'", "sra"),
    (True, "dsxf"),
]


@pytest.mark.parametrize("flags", PERCENT_FLAGS)
def test_percent(flags):
    """Conversions of constant texts become fields where these say the same; the list makes the text in compiled code."""
    for value, kinds in PERCENT_VALUES:
        for size in ["", "9", ".", "9.3"]:
            made = [f"'|%{flags}{size}{kind}|%%' % x" for kind in kinds if size in ("", "9") or kind not in "dxXo"]
            check(source(f"def f(x):\n    return [{', '.join(made)}]\n"), value)


@pytest.mark.parametrize(
    "expression",
    [
        "'%d' % 'a'", "'%d %d' % (x,)", "'%s' % (x,)", "'%d' % None", "'%x' % 1.5", "'%c%c' % (65, 'b')", "'abc' % ()",
        "'abc' % x", "'%s' % [1, 2, x]", "'%s' % {1: x}", "'%s' % (1, 2)", "'%r' % ((1, x),)", "'%*d' % (5, x)",
        "'%(a)s' % {'a': x}", "'%y' % x", "'%' % x", "'%.3d|%ld' % (x, x)", "'{:d}'.format('a')", "'{} {}'.format(1)",
        "'{0} {}'.format(1, 2)", "'{a} {}'.format(x, a=2)", "'{:>{}}|{:^{w}}'.format(x, 8, x, w=9)", "'{!r:>8}'.format('x')",
        "'{0[0]}'.format([x])", "'{{}}'.format()", "'{:5}'.format(None)", "'{'.format(x)", "'{:s}'.format(x)",
        "'{1:<5}|{0:+}|{1!s:^7}'.format(x, x)", "'{:.2f}{:10.3e}'.format(1.5 * x, 2.5 * x)", "'{:{}{}}'.format(x, '>', 7)",
    ],
)  # fmt: skip
def test_constant_texts(expression):
    check(source(f"def f(x):\n    return [{expression}]\n"), 70)


LIST_TEXTS = source("""
def f(n):
    a, b, c = [i - 1 for i in range(n)], [[1.5, -0.0], [float(n)]], ["a'b", 'q"', "\\n"]
    return [str(a), f"{b}", repr(c), "{!r}".format([n > 2]), "%s" % a, str([x for x in a if x > 99]), f"{c!a}", f"{a!s:>30}"]
""")


def test_texts_of_lists():
    check(LIST_TEXTS, 3)
    check(source("def f(n):\n    return len(f'{[n]:>10}')\n"), 3)


def _written(message, *values):
    return message % values if values else message


def test_exceptions_among_values_of_a_template_that_is_passed():
    def f(name):
        try:
            raise ValueError("wrong")
        except ValueError as error:
            return _written("%s failed: %s", name, error), _written("plain"), _written("%r of %s", error, name)

    check(f, "a")
