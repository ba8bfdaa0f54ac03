"""The module ``copy``, numbers from text, ``zip(strict=True)``, and dicts with values of several types."""

from __future__ import annotations

import copy
import math
import sys

import numpy as np
import pytest

from coluber import njit

COMPLEX_TEXTS = (
    "1+2j", "(1-2J)", "  3 ", "-j", "+j", "j", "1e5-1e-5j", "nan", "inf-infj", "-0j", "-0-0j", "1_0j", "infinityj",
    "", "1+", "1 + 2j", "2jj", "++1j", "1e", "(1", "1+2", "٣",
)  # fmt: skip


def test_complex_numbers_are_read_as_python_reads_them():
    @njit
    def number(text):
        try:
            return f"{complex(text)}"
        except ValueError:
            return "refused"

    assert [number(text) for text in COMPLEX_TEXTS] == [number.py_func(text) for text in COMPLEX_TEXTS]


def test_zip_checks_lengths():
    @njit
    def two(a, b):
        try:
            return f"{list(zip(a, b, strict=True))}"
        except ValueError as error:
            return str(error)

    @njit
    def three(a, b, c):
        try:
            return f"{list(zip(a, b, c, strict=True))}"
        except ValueError as error:
            return str(error)

    lists = ([1, 2], [3], [4, 5, 6])
    for a in lists:
        for b in lists:
            assert two(a, b) == two.py_func(a, b)
            for c in lists:
                assert three(a, b, c) == three.py_func(a, b, c)


def test_deep_copies_share_nothing():
    @njit
    def changed(lists, pair, table):
        others = copy.deepcopy(lists), copy.deepcopy(pair), copy.deepcopy(table)
        others[0][0][0] = -1
        others[1][0][0] = -2.0
        others[2]["a"].append(-3)
        return lists, pair, table, others

    def arguments():
        return [[1], [2, 3]], (np.zeros(2), "text"), {"a": [1]}

    got, want = changed(*arguments()), changed.py_func(*arguments())
    assert repr(got) == repr(want)


def test_dicts_of_names_hold_values_of_several_types():
    @njit
    def read(x):
        options = {"n": x, "name": "abc", "values": np.arange(x)}
        missing = options.get("other", 2.5)
        names = [name for name in options]  # noqa: C416
        return (
            options["n"],
            options["name"],
            options["values"].sum(),
            missing,
            len(options),
            "n" in options,
            sorted(options),
            names,
        )

    assert read(3) == read.py_func(3)
    made = njit(lambda x: {"n": x, "name": "abc"})
    assert made(2) == {"n": 2, "name": "abc"}

    @njit
    def change(x):
        options = {"n": x, "name": "abc"}
        options["n"] = 1
        return options

    assert change(1) == {"n": 1, "name": "abc"}


def test_lengths_of_vectors_and_properties_of_floats():
    lengths = njit(lambda x: (math.hypot(), math.hypot(-x), math.hypot(x, 2, 3.5), math.hypot(1, 2, 3, x)))
    assert lengths(4) == pytest.approx(lengths.py_func(4), rel=1e-15)
    about = njit(lambda: (sys.float_info, sys.float_info.max, sys.float_info[0]))
    assert about() == (sys.float_info, sys.float_info.max, sys.float_info[0])
    assert type(about()[0]) is type(sys.float_info)


def test_attributes_set_by_name_and_what_can_be_called():
    class Point:
        def __init__(self, x):
            self.x = x

    class Adder:
        def __init__(self, n):
            self.n = n

        def __call__(self, x):
            return x + self.n

    @njit
    def moved(x):
        point = Point(x)
        setattr(point, "x", x + 1)
        return point.x, callable(point), callable(Adder(x)), callable(Point), callable(len), callable(lambda v: v), callable(x)

    assert moved(3) == moved.py_func(3)
