"""Texts that are constants where NumPy makes arrays of them: labels for conditions, lists of names, sets of texts."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import check

MASK, NAMES, PLACES = np.array([True, False, True]), np.array(["a", "bb", "c"]), np.array([1, 0, 1])

ROWS = [
    'np.where(a, "x", "yy"), np.where(a, b, "longer"), np.where(a, np.where(~a, "a", "b"), "ccc"), np.where(b == "a", "", b)',
    'np.select([a, ~a], ["lo", "high"], default=""), np.select([a], ["lo"], "other")',
    'np.select([a, c > 0], ["first", "second"], "none"), np.select([a[:, None], c > 0], ["x", "yy"], "z")',
    'np.unique(["b", "a", "b"]), np.sort(["b", "a", "b"]), np.argsort(["b", "a", "b"]), np.searchsorted(["a", "b"], "b")',
    'np.char.upper(["a", "bb"]), np.concatenate((b, ["abcd"])), np.append(b, ["x", "longer"]), np.repeat(["ab", "c"], 3)',
    'np.tile(["ab", "c"], 2), np.take(["lo", "hi"], c), np.isin(b, ["c", "bb"])',
    'np.array(["a", "bcd"], dtype=str), np.array(["a", "bcd"], dtype="U"), np.array(["a"], np.str_), np.array(["ab"], "U5")',
    'np.union1d(b, ["q", "a"]), np.setdiff1d(b, ["a"]), np.intersect1d(b, ["a", "long"]), np.setxor1d(b, ["a", "long"])',
    "np.union1d(b, b[:1]), np.setdiff1d(b[::-1], b[:1]), np.intersect1d(b, b[1:])",
    "np.setdiff1d(b[::-1], b[:1], assume_unique=True)",
]


@pytest.mark.parametrize("source", ROWS)
def test_arrays_of_constant_texts(source):
    check(source, MASK, NAMES, PLACES)


def test_choices_of_constant_texts():
    check('r = np.random.default_rng(3)\nreturn r.choice(["a", "bb", "c"], 3), r.permutation(["a", "bb", "c"])')
    check('np.random.seed(3)\nreturn np.random.choice(["a", "bb", "c"], size=(2, 2), p=[0.2, 0.3, 0.5])')
    check('np.random.seed(3)\nreturn np.random.permutation(["a", "bb", "c"]), np.random.choice(["a", "bb"])')

    @njit
    def one(names):
        return {np.random.choice(["a", "b"]): 1, **{str(n): 2 for n in names}}

    assert set(one(NAMES)) <= {"a", "b", "bb", "c"}
