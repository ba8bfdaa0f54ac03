"""`hash` of numbers, strings, bytes and tuples is CPython's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.run.support import check, compile_error, expression, jitted

HASH = expression("hash(a)", "a")
PARTS = expression("hash(a[1:]), hash(a[:-1] + a), hash((a, a[1:])), hash(a) == hash(a[:])", "a")


@pytest.mark.parametrize(
    "value",
    [
        0,
        1,
        -1,
        -2,
        2**61 - 1,
        2**61 - 2,
        -(2**61),
        2**63 - 1,
        -(2**63),
        True,
        0.0,
        -0.0,
        -1.0,
        0.5,
        1.5,
        -0.1,
        1e300,
        5e-324,
        2.0**61,
        math.inf,
        -math.inf,
        1 + 2j,
        -1j,
        complex(-2, 1e10),
        (),
        (1,),
        (1, 2.5, "x"),
        ((1, 2), ("a", (b"b", -1.0))),
        np.uint64(2**64 - 1),
        np.float32(0.1),
    ],
    ids=repr,
)
def test_numbers_and_tuples(value):
    check(HASH, value)


@pytest.mark.parametrize("value", ["", "a", "hello world", "größe", "日本語", "日ab", "a😀b", b"", b"abc", b"\xff\x00"])
def test_texts(value):
    check(HASH, value)
    check(PARTS, value)


def test_the_hash_finds_what_python_keeps():
    f = jitted(expression("hash(a[:-1]), a[:-1]", "a"))
    for text in ("word!", "größe!", "日本語!"):
        found, part = f(text)
        assert {part: 1}[text[:-1]] == 1
        assert found == hash(text[:-1])


@settings(deadline=None, max_examples=300)
@given(st.floats(allow_nan=False), st.integers(-(2**63), 2**63 - 1), st.text(max_size=6), st.binary(max_size=6))
def test_random(x, n, text, data):
    value = (x, n, text, (data, n))
    assert _HASH(value) == hash(value)


_HASH = jitted(HASH)


def test_arrays_have_no_hash():
    assert "hash" in compile_error(HASH, np.arange(3))
