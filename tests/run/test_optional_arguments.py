"""Values that may be None as arguments of methods and functions, and as bounds of slices."""

from __future__ import annotations

import bisect
import itertools
from typing import Optional

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, source


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


def parts_of(values, is_none):
    stop = None if is_none else 2
    ways = list(itertools.islice(values, stop)), list(itertools.islice(values, 1, stop))
    return ways, bisect.bisect(values, 9, hi=stop), pow(3, 5, stop)


def with_default(is_none, other):
    n = None if is_none else 3
    k = n or other
    return len(range(k)), n and n + 1


@pytest.mark.parametrize("is_none", [False, True])
def test_functions_of_modules(is_none):
    check(parts_of, [1, 2, 3], is_none)
    check(with_default, is_none, 5)


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


def clipped(a, which):
    low = 1.0 if which & 1 else None
    high = a[3] if which & 2 else None
    return np.clip(a, low, high), a.clip(low, max=high), np.clip(a, low, 2.5)


def totals(a, which):
    axis = 0 if which & 1 else None
    start = 3 if which & 2 else None
    return np.sum(a, axis=axis), a.max(axis), a.argmin(axis=axis), np.arange(7, start), np.cumsum(a, axis=axis)


@pytest.mark.parametrize("which", [1, 2, 3])
@pytest.mark.parametrize("function", [clipped, totals])
def test_functions_of_numpy(function, which):
    check(function, np.arange(5.0), which)


def test_functions_of_numpy_without():
    check(totals, np.arange(5.0), 0)
    check(clipped, np.arange(5.0), 0)


def along(a, is_none):
    return np.sum(a, axis=None if is_none else 0)


def test_results_that_do_not_meet():
    check(along, np.ones((2, 3)), False)
    with pytest.raises(TypeError, match="expected a value, got None"):
        njit(along)(np.ones((2, 3)), True)


@pytest.mark.parametrize(
    "text",
    [
        "a[:, j]", "a[0, j]", "a[..., j]", "a[[j, 0]]", "np.zeros((j, 2))", "np.array([j, 1])", "np.bincount([0, j])",
        "np.tile(a, (j, 2))", "a.reshape((j, -1))", "a.sum(axis=(0, j))", "[k for k in range(j)]",
        "sum(k for k in range(0, j))",
        "np.concatenate((w, a))", "np.vstack([w, a])", "np.stack([a, w], axis=1)", "a[:, places]",
    ],
)  # fmt: skip
def test_inside_of_indices_shapes_and_sequences(text):
    def_ = (
        "def f(a, k):\n    j, w, places = None, None, None\n    if k > 0:\n        j, w, places = k, a * 2, np.array([1, 0])\n"
    )
    function = source(f"{def_}    return {text}\n")
    check(function, np.arange(6.0).reshape(3, 2), 1)
    with pytest.raises(TypeError, match="expected a value, got None"):
        njit(function)(np.ones((3, 2)), 0)


def test_assignment_to_elements():
    check(source("def f(a, k):\n    j = None\n    if k > 0:\n        j = k\n    a[0, j] = 5\n    a[1, j] += 1\n    return a\n"),
          np.ones((3, 2)), 1)  # fmt: skip


@pytest.mark.parametrize("k", [0, 2])
@pytest.mark.parametrize(
    "text",
    [
        "a[s]", "a[s].size, s.start, s.stop", "c[s, 0]", "[1, 2, 3][s]", "'text'[s]", "range(5)[s]", "a[t]", "c[t, 0]",
        "[1, 2, 3][t]",
        "a[backward]", "t", "t.stop", "t.indices(4)",
    ],
)  # fmt: skip
def test_slices_whose_bounds_may_be_none(text, k):
    function = f"""
    def f(a, k):
        c = a.reshape(3, 2)
        s = slice(1, None) if k > 0 else slice(0, 1)
        t = slice(None, -k if k > 0 else None)
        backward = slice(-k if k > 0 else None, None, -1)
        return {text}
    """
    check(source(function), np.arange(6.0), k)


@pytest.mark.parametrize("k", [0, 2])
def test_assignment_to_such_slices(k):
    def f(a, items, k):
        s = slice(1, None) if k > 0 else slice(0, 1)
        a[s] = 7
        del items[s]
        return a, items

    check(f, np.arange(6.0), [1, 2, 3], k)


class Step:
    def __init__(self, arg: Optional[int] = None):
        self.arg = arg


class Machine:
    def __init__(self):
        self.memory: dict[int, int] = {}
        self.rows: dict[int, list[int]] = {0: []}

    def store(self, steps):
        for step in steps:
            self.memory[step.arg] = step.arg
            self.memory[step.arg] += 1
            self.rows[0].insert(0, step.arg)
        return self.memory, self.rows


def optional_keys(args):
    return Machine().store([Step(arg) for arg in args] + [Step(1)])


def test_keys_of_annotated_fields():
    check(optional_keys, [3, 4, 3])


def none_as_a_key():
    machine = Machine()
    step = Step()
    machine.memory[step.arg] = 1
    return machine.memory


def test_none_is_no_key_of_annotated_fields():
    with pytest.raises(TypeError, match="expected a value, got None"):
        njit(none_as_a_key)()
