"""Values that may be None as arguments of methods and functions, and as bounds of slices."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check


def stripped(s, is_none):
    characters = None if is_none else "ab"
    return s.strip(characters), s.lstrip(characters), s.rstrip(characters)


def pieces(s, is_none):
    separator = None if is_none else "b"
    return s.split(separator), s.rsplit(separator, 1), s.rsplit(sep=separator)


def found(s, is_none):
    start = None if is_none else 2
    end = 4 if is_none else None
    return s.find("a", start), s.rfind("a", start, end), s.count("a", start, end), s.startswith("a", start)


@pytest.mark.parametrize("is_none", [False, True])
@pytest.mark.parametrize("function", [stripped, pieces, found])
@pytest.mark.parametrize("text", ["aabb xx aba b", "", "  a  "])
def test_methods_of_texts(function, text, is_none):
    check(function, text, is_none)


def default_of(values, is_none):
    default = None if is_none else 10
    return max(values, default=default), min([1, 2], default=default)


def popped(is_none):
    key = None if is_none else "a"
    d = {"a": 1, "b": 2}
    return d.pop("c", None if is_none else 4), d.get("c", None if is_none else 5), key


@pytest.mark.parametrize("is_none", [False, True])
def test_functions_and_containers(is_none):
    check(default_of, [3, 1], is_none)
    check(popped, is_none)


def refused(s, is_none):
    return s.replace("a", None if is_none else "b")


def test_what_must_not_be_none():
    check(refused, "banana", False)
    with pytest.raises(TypeError):
        njit(refused)("banana", True)


def parts(values, start, stop, step, which):
    first = start if which & 1 else None
    last = stop if which & 2 else None
    by = step if which & 4 else None
    return values[first:], values[:last], values[first:last], values[first:last:by], values[::by]


@pytest.mark.parametrize("which", range(8))
@pytest.mark.parametrize("values", ["banana", [1, 2, 3, 4, 5], np.arange(6), b"banana"])
@pytest.mark.parametrize(("start", "stop", "step"), [(1, 4, 2), (-2, -4, -1), (4, 0, -2), (-100, 100, 3)])
def test_bounds_of_slices(values, start, stop, step, which):
    check(parts, values, start, stop, step, which)


def assigned(a, start, which):
    first = start if which else None
    a[first:] = 7
    return a


@pytest.mark.parametrize("which", [False, True])
def test_assignment_to_slices(which):
    check(assigned, np.arange(5), 2, which)
