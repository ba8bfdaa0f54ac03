"""The cache on disk for functions that use LLVM IR and types of programs."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from tests.run.test_cache import Place

LIBRARY = """
import ctypes
from llvmlite import ir
from coluber import types
from coluber.extending import NativeValue, intrinsic, lower_cast, models, register_model, typeof_impl, unbox

FACTOR = 5

@intrinsic
def times_factor(typingctx, x):
    def codegen(context, builder, signature, args):
        return builder.mul(args[0], context.get_constant(types.int64, FACTOR))
    return types.int64(types.int64), codegen

@intrinsic
def held(typingctx, array):
    def codegen(context, builder, signature, args):
        context.nrt.incref(builder, signature.args[0], args[0])
        return args[0]
    return array(array), codegen

class Level:
    def __init__(self, level):
        self.level = level

class LevelType(types.Type):
    def __init__(self, level):
        self.level = level
        super().__init__(f"Level({level})")

    def unify(self, typingctx, other):
        return LevelType(max(self.level, other.level))

typeof_impl.register(Level, lambda value, c: LevelType(value.level))

@register_model(LevelType)
class LevelModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.IntType(64))

@unbox(LevelType)
def unbox_level(typ, obj, c):
    return NativeValue(c.context.get_constant(types.int64, typ.level))

@lower_cast(LevelType, LevelType)
def level_to_level(context, builder, fromty, toty, value):
    return builder.add(value, context.get_constant(types.int64, 100 * toty.level))

@intrinsic
def number(typingctx, value):
    return types.int64(value), lambda context, builder, signature, args: args[0]

absolute = ctypes.CDLL(None).labs
absolute.argtypes, absolute.restype = [ctypes.c_long], ctypes.c_long
"""

PROGRAM = """
from coluber import njit
from interval import Interval
from library import Level, absolute, held, number, times_factor

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

@njit(cache=True)
def joined(a, b, first):
    return number(a if first else b), held((3, 4))

result = grown(Interval(1.0, 3.0), 0.5)
print([scaled(3), width(Interval(1.0, 3.0)), result.lo, result.hi, distance(1, 5), joined(Level(1), Level(2), True)[0]])
print(*["hit" if f.stats.cache_hits else "miss" for f in (scaled, width, grown, distance, joined)])
"""

RESULTS = "[16, 2.0, 0.5, 3.5, 4, 201]"


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("library.py", LIBRARY)
    place.write("interval.py", (Path(__file__).parent / "interval.py").read_text())
    place.write("program.py", PROGRAM)
    assert place.run() == f"{RESULTS}\nmiss miss miss miss miss"
    # The address of a C function has no meaning in another process.
    assert place.run() == f"{RESULTS}\nhit hit hit miss hit"
    return place


def test_what_an_intrinsic_writes_counts(place):
    place.edit("library.py", "FACTOR = 5", "FACTOR = 6")
    assert place.run() == f"{RESULTS.replace('16', '19')}\nmiss hit hit miss hit"


def test_the_members_of_a_type_count(place):
    place.edit("interval.py", '("lo", types.float64), ("hi", types.float64)', '("hi", types.float64), ("lo", types.float64)')
    assert place.run() == f"{RESULTS}\nhit miss miss miss hit"


def test_what_a_program_says_of_conversions_counts(place):
    place.edit("library.py", "LevelType(max(", "LevelType(min(")
    assert place.run() == f"{RESULTS.replace('201', '1')}\nhit hit hit miss miss"
    assert place.run() == f"{RESULTS.replace('201', '1')}\nhit hit hit miss hit"
