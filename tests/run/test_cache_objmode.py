"""The cache on disk, and pickles, for functions with ``objmode`` blocks."""

from __future__ import annotations

import pytest

from tests.run.test_cache import Place

LIBRARY = """
PREFIX = "a"

def describe(x):
    return f"{PREFIX}{x}"
"""

PROGRAM = """
import library
from coluber import njit, objmode

@njit(cache=True)
def named(x):
    with objmode(text="unicode_type"):
        text = library.describe(x)
    return text

@njit(cache=True)
def caller(x):
    total = 0
    for k in range(x):
        with objmode(n="int64"):
            n = len(str(k)) + k
        with objmode(m="float64"):
            m = n / 2
        total += n + int(m)
    return total, named(x)

@njit(cache=True)
def filled(n):
    return "{n}!".format_map({"n": n})

print(named(3), caller(12), filled(4))
print(*["hit" if f.stats.cache_hits else "miss" for f in (named, caller, filled)])
"""

RESULTS = "a3 (117, 'a12') 4!"


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    made.write("library.py", LIBRARY)
    made.write("program.py", PROGRAM)
    return made


def test_second_run(place):
    assert place.run().splitlines() == [RESULTS, "miss miss miss"]
    assert place.run().splitlines() == [RESULTS, "hit hit hit"]


def test_block_runs_as_it_is(place):
    place.run()
    place.write("library.py", LIBRARY.replace('"a"', '"b"'))
    assert place.run().splitlines() == [RESULTS.replace("a", "b"), "hit hit hit"]
    place.write("program.py", PROGRAM.replace("len(str(k)) + k", "k"))
    assert place.run().splitlines()[0] == "b3 (96, 'b12') 4!"


def test_other_type_of_result(place):
    place.run()
    place.write("program.py", PROGRAM.replace('m="float64"', 'm="int64"'))
    assert place.run().splitlines()[1] == "hit miss hit"


def test_functions_of_one_name():
    from coluber import njit, objmode

    def make(step):
        @njit
        def f(x):
            with objmode(y="int64"):
                y = x + step
            return y

        return f

    first, second = make(1), make(10)
    assert [first(1), second(1), first(2), second(2)] == [2, 11, 3, 12]
    del first
    assert make(100)(1) == 101
    assert second(1) == 11


def test_pickles(place):
    place.write(
        "writer.py", "import pickle, program\nprogram.named(1)\npickle.dump(program.named, open('named.pickle', 'wb'))\n"
    )
    place.write(
        "reader.py",
        "import pickle\nf = pickle.load(open('named.pickle', 'rb'))\nprint(f(2), list(f.stats.cache_hits.values()))\n",
    )
    place.run("writer.py")
    for file in place.files():
        file.unlink()
    assert place.run("reader.py").splitlines()[-1] == "a2 [1]"
