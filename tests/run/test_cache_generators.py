"""The cache on disk for functions with `yield` that Python calls."""

from __future__ import annotations

import pytest

from tests.run.test_cache import Place

PROGRAM = """
from coluber import njit
from library import scale


@njit(cache=True)
def multiples(n, step):
    try:
        for k in range(n):
            yield scale(k * step)
    finally:
        print("done")
    return n


@njit(cache=True)
def sums(values):
    total = 0.0
    while True:
        got = yield total
        if got is None:
            return
        total += got * len(values)


@njit(cache=True)
def words(text):
    for word in text.split():
        yield word, len(word)


@njit(cache=True)
def outer(n):
    return multiples(n, 3)


@njit
def total(items):
    s = 0
    for item in items:
        s += item
    return s
"""

LIBRARY = """
from coluber import njit


@njit
def scale(k):
    return k * 10
"""

CALLS = """

def state(function):
    return "hit" if function.stats.cache_hits else "miss"


opened = multiples(3, 2)
results = [next(opened)]
opened.close()
adding = sums([1, 2])
results += [next(adding), adding.send(2.0), adding.send(0.5)]
results += [list(multiples(3, 2)), list(words("one three")), list(outer(2)), total(multiples(3, 1))]
print(results, *map(state, (multiples, sums, words, outer)))
"""

RESULTS = "[0, 0.0, 4.0, 5.0, [0, 20, 40], [('one', 3), ('three', 5)], [0, 30], 30]"


def result(place: Place) -> str:
    *closed, last = place.run().splitlines()
    assert closed == ["done"] * 4
    return last


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("library.py", LIBRARY)
    place.write("program.py", PROGRAM + CALLS)
    assert result(place) == f"{RESULTS} miss miss miss miss"
    assert result(place) == f"{RESULTS} hit hit hit hit"
    return place


def test_a_callee_recompiles_what_calls_it(place):
    place.edit("library.py", "k * 10", "10 * k + 0")
    assert result(place) == f"{RESULTS} miss hit hit miss"


def test_a_line_behind_the_yield_recompiles_it(place):
    place.edit("program.py", 'print("done")', 'print("done", end="\\n")')
    assert result(place) == f"{RESULTS} miss hit hit miss"


def test_an_exception_has_the_line_of_the_moment(place):
    place.write("program.py", PROGRAM.replace("scale(k * step)", "scale(1 // (1 - k))") + FAILING)
    assert place.run().splitlines() == ["done", "10 miss"]
    place.edit("program.py", "from library", "# A comment.\n\nfrom library")
    assert place.run().splitlines() == ["done", "12 hit"]


FAILING = """
import traceback

try:
    list(multiples(3, 2))
except ZeroDivisionError as error:
    line = traceback.extract_tb(error.__traceback__)[-1].lineno
print(line, "hit" if multiples.stats.cache_hits else "miss")
"""
