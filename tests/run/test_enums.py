"""Members of enumerations: as constants, arguments and results, in jitted functions and in kernels."""

from __future__ import annotations

import enum

import numpy as np
import pytest

from coluber import cuda, njit, vectorize
from coluber.core.errors import TypingError
from tests.run.support import check, compile_error


class Color(enum.Enum):
    red = 1
    green = 2
    blue = 3


class Shape(enum.IntEnum):
    circle = 2
    square = 5


class Ratio(enum.Enum):
    half = 0.5
    double = 2.0


class Pair(enum.Enum):
    first = (1, 2.0)
    second = (3, 4.0)


class Word(enum.Enum):
    yes = "y"
    no = "n"


class Mixed(enum.Enum):
    one = 1
    two = 2.0


class Bits(enum.IntFlag):
    low = 1
    high = 2


class Other(enum.Enum):
    red = 1


class Access(enum.Flag):
    read = 1
    write = 2
    run = 4
    both = 3


PROGRAMS = {
    "constant": (lambda: Color.red,),
    "integer_constant": (lambda: Shape.circle,),
    "argument": (lambda x: x, Color.blue),
    "integer_argument": (lambda x: x, Shape.square),
    "equal": (lambda x: (x == Color.red, x != Color.red, x is Color.red, x is not Color.blue, x is None), Color.red),
    "other_class": (lambda x: (x == Other.red, x != Other.red, x == 1, x == Shape.circle), Color.red),
    "value": (lambda x: (x.value, Color.green.value, Color.green.value * 2), Color.blue),
    "values": (lambda x, y, z: (x.value, y.value, z.value, z == Word.no), Ratio.half, Pair.second, Word.no),
    "by_name": (lambda: (Color["green"], Shape["square"]),),
    "join": (lambda x: Color.red if x == Color.green else Color.blue, Color.green),
    "join_integers": (lambda x: Shape.circle if x else Shape.square, True),
    "in": (lambda x: (x in (Color.red, Color.blue), x in (Color.red,)), Color.blue),
    "tuple": (lambda x: (x, Color.red, (Shape.circle, 1)), Color.blue),
    "truth": (lambda x, y: (1 if x else 0, 1 if y else 0, not x), Color.blue, Bits(0)),
    "arithmetic": (lambda x: (x + Shape.circle * 3, x == 5, x < Shape.circle, -x, x // 2, 2**x, x / 2), Shape.square),
    "conversions": (lambda x: (int(x), float(x), x.value), Shape.square),
    "flags": (lambda x: (int(x) | int(Bits.high), int(x) & 1), Bits.low),
    "names": (lambda x, y, z: (x.name, y.name, z.name, Color.red.name), Color.green, Shape.square, Pair.second),
    "by_value": (lambda x, y, z: (Color(x), Shape(y), Word(z), Color(x).name), 3, 5, "n"),
    "by_name_at_run_time": (lambda x, y: (Color[x], Shape[y]), "blue", "circle"),
    "iteration": (lambda: ([c.name for c in Color], [s for s in Shape], [w.value for w in Word], len([c for c in Color])),),
    "range": (lambda x: len(range(x)) + len(range(Shape.circle)), Shape.square),
    "extremes": (
        lambda x, y: (max(x, y), min(x, Shape.circle), max([x, y]), sorted([y, x]), max(x, 100)),
        Shape.square,
        Shape.circle,
    ),
    "extremes_of_classes": (lambda: (max(Shape), min(Shape), sorted(Shape, reverse=True), max(Shape, key=lambda s: -s.value)),),
    "integer_flags": (
        lambda x, y: (x | y, x & y, x ^ y, ~x, x | 1, 1 | x, x in (x | y), (x | y).value, x + 1, (x | y) == 3, x & 1 != 0),
        Bits.low,
        Bits.high,
    ),
    "names_of_flags": (
        lambda x, y: ((x | y).name, x.name, (x & y).name, str(x | y), (Access.read | Access.run).name, Access.both.name),
        Bits.low,
        Bits.high,
    ),
    "flags_by_value": (
        lambda values: ([Access(v) for v in values], [Bits(v) for v in values], Access(0).name, Bits(5).name),
        [0, 1, 3, 5, 7, -1, -3, -8],
    ),
    "flags_in_a_combination": (
        lambda x, y: ([f.name for f in x | y], [f for f in Access(5)], len(x | y), [f for f in Bits(6)], len(Access(0))),
        Access.run,
        Access.write,
    ),
    "isinstance": (lambda x, y: (isinstance(x, Color), isinstance(y, Shape), isinstance(y, Color)), Color.red, Shape.circle),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_python(name):
    function, *arguments = PROGRAMS[name]
    result, expected = njit(function)(*arguments), function(*arguments)
    assert result == expected
    assert str(result) == str(expected)


class Strict(enum.IntFlag, boundary=enum.STRICT):
    low = 1
    high = 4


class Conform(enum.Flag, boundary=enum.CONFORM):
    low = 1
    high = 4


@pytest.mark.parametrize("value", [0, 2, 4, 5, 8, 9, -1, -3, -4, -9])
@pytest.mark.parametrize("cls", [Access, Bits, Strict, Conform], ids=lambda cls: cls.__name__)
def test_integers_as_flags(cls, value):
    def f(v):
        try:
            return cls(v), "", cls(v).value
        except ValueError as error:
            return None, str(error), 0

    assert njit(f)(value) == f(value)


def test_indexing_and_loops():
    @njit
    def total(a, place):
        a[Shape.circle] += place
        return a[place] + a[Shape.square] + a[Shape.circle : Shape.square].sum()

    a = np.arange(8.0)
    assert total(a.copy(), Shape.circle) == total.py_func(a.copy(), Shape.circle)


def test_calls_keep_the_member():
    @njit
    def is_red(color):
        return color == Color.red

    @njit
    def value(shape):
        return shape.value

    @njit
    def outer(color):
        return is_red(color), is_red(Color.red), value(Shape.circle)

    assert outer(Color.blue) == (False, True, 2)


def test_enumerations_are_different_types():
    @njit
    def same(x, y):
        return x == y

    assert same(Color.red, Color.red)
    assert not same(Color.red, Other.red)
    assert same(Shape.circle, 2)
    assert [str(t) for t in same.nopython_signatures[1].args] == ["Enum<int64>(Color)", "Enum<int64>(Other)"]
    assert str(same.nopython_signatures[2].args[0]) == "IntEnum<int64>(Shape)"


def test_default_and_closure():
    chosen = Color.green

    @njit
    def function(x=Color.red):
        return x == chosen, x

    assert function() == (False, Color.red)
    assert function(Color.green) == (True, Color.green)


def test_members_that_are_missing_raise():
    by_value, by_name = njit(lambda x: Color(x)), njit(lambda x: Color[x])
    with pytest.raises(ValueError, match="77 is not a valid Color"):
        by_value(77)
    with pytest.raises(KeyError, match="purple"):
        by_name("purple")


def test_what_python_does_not_do():
    with pytest.raises(TypingError, match=r"Enum<int64>\(Color\)"):
        njit(lambda x: x < Color.blue)(Color.red)
    with pytest.raises(TypingError, match="no common type"):
        njit(lambda x: x)(Mixed.one)


@cuda.jit(device=True)
def next_color(color):
    if color == Color.red:
        return Color.green
    return Color.blue if color is Color.green else Color.red


@cuda.jit
def colored(out, color, shape):
    i = cuda.threadIdx.x
    part = cuda.shared.array(Shape.square, np.int64)
    if i < Shape.square:
        part[i] = shape
    cuda.syncthreads()
    later = next_color(color)
    if later == Color.green:
        out[i] = part[Shape.circle] + Shape.circle
    else:
        out[i] = -later.value


@pytest.mark.parametrize("color", Color)
def test_kernels(color):
    out = np.zeros(8, np.int64)
    colored[1, 8](out, color, Shape.square)
    assert out.tolist() == [{Color.red: 7, Color.green: -3, Color.blue: -1}[color]] * 8


class Light(enum.Enum):
    red = "r"
    green = "g"

    def next(self):
        return Light.green if self is Light.red else Light.red

    @property
    def label(self):
        return f"{self.name}: {self.value}"

    @classmethod
    def first(cls):
        return cls.red


def methods(light):
    counts = {Light.red: 1, light: 5}
    seen = {light, Light.red, Light.first()}
    return (
        light.next(),
        light.label,
        Light.first(),
        counts[light],
        Light.green in seen,
        len(Light),
        list(reversed(Light)),
        sorted(m.value for m in Light),
    )


def flags(access):
    both = Access.read | access
    tests = Access.write in both, Access.run in both, bool(both & Access.run), both == Access.read | Access.write
    return both, both & ~Access.read, both ^ Access.write, ~access, tests, "some" if both & access else "none", both.value


def test_methods_keys_and_flags():
    for function, argument in ((methods, Light.green), (methods, Light.red), (flags, Access.write)):
        assert njit(function)(argument) == function(argument)


def test_integer_members_are_arguments_of_ufuncs():
    assert vectorize(lambda x: x * 2)(Shape.square) == 10


class Level(str, enum.Enum):
    low = "low"
    high = "high"


class Grade(str, enum.Enum):
    low = "low"


def texts_among_members(text):
    ranks = {Level.low: 1, Level.high: 2}
    names = {"low": 3, "high": 4}
    found = ranks[text], ranks.get(text), ranks.get("none", 9), text in ranks, "none" in ranks, text in {Level.high}
    others = names.get(Level.high), names.pop(Level.low), ranks.get(Grade.low), Grade.low in ranks, ranks.pop("low"), len(names)
    level = {Level.low}
    level.discard("low")
    return found, others, len(level), ",".join([Level.low, Level.high]), "-".join(Level), "+".join(x for x in Level)


def missing_text(text):
    return {Level.low: 1}[text]


def test_texts_are_found_among_members():
    assert njit(texts_among_members)("low") == texts_among_members("low")
    with pytest.raises(KeyError, match="^'none'$"):
        njit(missing_text)("none")


class Several(enum.Enum):
    """Members whose values have several types."""

    ONE = 1
    TEXT = "text"
    PAIR = (1, 2)
    TRIPLE = (1, 2, 3)

    @property
    def is_one(self):
        return self is Several.ONE

    def label(self):
        return f"{self.name}={self.value}"


class Close(enum.Enum):
    """Members whose values are numbers of two types."""

    WHOLE = 1
    PART = 2.5


@pytest.mark.parametrize("member", list(Several), ids=lambda member: member.name)
def test_members_of_several_types(member):
    def f(x):
        same = x is Several.ONE, x == Several.TEXT, x != Several.PAIR, x in (Several.ONE, Several.PAIR)
        return x, x.value, x.name, same, x.label(), x.is_one, str(x), repr(x), Several.TRIPLE

    check(f, member)


def test_looking_up_members_of_several_types():
    check(lambda name: Several[name].value, "TEXT")
    check(lambda name: Several[name].name, "PAIR")
    check(lambda name: Several[name] is Several.PAIR, "PAIR")
    check(lambda name: Several[name] == Several.PAIR, "ONE")
    check(lambda name: Several[name], "TRIPLE")
    check(lambda name: Several[name].value, "NONE")
    check(lambda value: Several(value), "text")
    check(lambda value: Several(value), 1)
    check(lambda value: Several(value), 7)
    check(lambda flag: Several.ONE if flag else Several.TEXT, True)


def test_members_whose_values_could_become_each_others_are_refused():
    assert "no common type: int64, float64" in compile_error(lambda x: x, Close.WHOLE)
    check(lambda: (Close.WHOLE.value, Close.PART.value, Close.PART.name))
