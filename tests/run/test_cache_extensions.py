"""The cache on disk for functions that use LLVM IR and types of programs."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from tests.run.test_cache import Place

LIBRARY = """
import ctypes
from coluber import types
from coluber.extending import intrinsic

FACTOR = 5

@intrinsic
def times_factor(typingctx, x):
    def codegen(context, builder, signature, args):
        return builder.mul(args[0], context.get_constant(types.int64, FACTOR))
    return types.int64(types.int64), codegen

absolute = ctypes.CDLL(None).labs
absolute.argtypes, absolute.restype = [ctypes.c_long], ctypes.c_long
"""

PROGRAM = """
from coluber import njit
from interval import Interval
from library import absolute, times_factor

@njit(cache=True)
def scaled(x):
    return times_factor(x) + 1

@njit(cache=True)
def width(interval):
    return interval.hi - interval.lo

@njit(cache=True)
def grown(interval, by):
    return Interval(interval.lo - by, interval.hi + by)

@njit(cache=True)
def distance(a, b):
    return absolute(a - b)

result = grown(Interval(1.0, 3.0), 0.5)
print([scaled(3), width(Interval(1.0, 3.0)), result.lo, result.hi, distance(1, 5)])
print(*["hit" if f.stats.cache_hits else "miss" for f in (scaled, width, grown, distance)])
"""

RESULTS = "[16, 2.0, 0.5, 3.5, 4]"


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("library.py", LIBRARY)
    place.write("interval.py", (Path(__file__).parent / "interval.py").read_text())
    place.write("program.py", PROGRAM)
    assert place.run() == f"{RESULTS}\nmiss miss miss miss"
    # The address of a C function has no meaning in another process.
    assert place.run() == f"{RESULTS}\nhit hit hit miss"
    return place


def test_what_an_intrinsic_writes_counts(place):
    place.edit("library.py", "FACTOR = 5", "FACTOR = 6")
    assert place.run() == f"{RESULTS.replace('16', '19')}\nmiss hit hit miss"


def test_the_members_of_a_type_count(place):
    place.edit("interval.py", '("lo", types.float64), ("hi", types.float64)', '("hi", types.float64), ("lo", types.float64)')
    assert place.run() == f"{RESULTS}\nhit miss miss miss"
