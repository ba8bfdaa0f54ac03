"""``coluber.extending``: functions, methods and attributes that programs give to compiled code."""

from __future__ import annotations

import collections
import enum
import math
import operator
from functools import partial

import numpy as np
import pytest

from coluber import errors, literally, njit, types
from coluber.extending import (
    box,
    intrinsic,
    overload,
    overload_attribute,
    overload_classmethod,
    overload_method,
    register_jitable,
    type_callable,
    typeof_impl,
    unbox,
)
from tests.run.test_cache import Place


def test_an_overload_for_a_function_of_the_program():
    def scaled(x, factor=2):
        return x * factor

    @overload(scaled)
    def ov_scaled(x, factor=2):
        if isinstance(x, types.Float):
            return lambda x, factor=2: x * factor + 0.5
        if isinstance(x, types.Integer):
            return lambda x, factor=2: x * factor

    f = njit(lambda x: scaled(x))
    assert f(3) == 6
    assert f(3.0) == 6.5
    assert njit(lambda x: scaled(x, factor=5))(2) == 10
    overload(scaled)(lambda x, factor=2: lambda x, factor=3: 0)
    with pytest.raises(errors.TypingError, match=r"ov_scaled|\(factor=2\) returned .*\(factor=3\)"):
        njit(lambda x: scaled(x))((1, 2))
    with pytest.raises(errors.TypingError, match="scaled"):
        f("text")


def test_the_first_that_answers_is_taken():
    def pick(x):
        raise NotImplementedError

    @overload(pick)
    def ints(x):
        return (lambda x: "int") if isinstance(x, types.Integer) else None

    @overload(pick)
    def all_(x):
        return lambda x: "other"

    f = njit(lambda x: pick(x))
    assert (f(1), f(1.5)) == ("int", "other")


def test_overloads_registered_after_a_failure_are_found():
    def late(x):
        raise NotImplementedError

    f = njit(lambda x: late(x))
    with pytest.raises(errors.TypingError):
        f(1)
    overload(late)(lambda x: lambda x: x + 1)
    assert f(1) == 2


@pytest.mark.parametrize("prefer", [False, True])
def test_types_of_constants(prefer):
    def kind(x):
        raise NotImplementedError

    seen = []

    @overload(kind, prefer_literal=prefer)
    def ov_kind(x):
        seen.append(x)
        if isinstance(x, types.Literal):
            value = x.literal_value
            return lambda x: value
        return None if not prefer else (lambda x: -1)

    assert njit(lambda: kind(7))() == 7
    assert isinstance(seen[0], types.Literal) == prefer


def test_numpy_functions_and_operators():
    @overload(np.busday_offset)
    def ov_busday_offset(a):
        if isinstance(a, types.Array):
            return lambda a: a.size

    assert njit(lambda a: np.busday_offset(a))(np.zeros(5)) == 5

    # It stays for the tests that follow in this process.
    @overload(operator.matmul)
    def ov_matmul(a, b):
        if isinstance(a, types.UnicodeType) and isinstance(b, types.Integer):
            return lambda a, b: b + 1000

    assert njit(lambda: "x" @ 7)() == 1007


def test_an_operator_that_wants_to_know_a_value():
    @overload(operator.matmul)
    def ov_matmul(a, b):
        if isinstance(a, types.UnicodeType) and isinstance(b, types.StringLiteral):
            size = len(b.literal_value)
            return lambda a, b: size
        if isinstance(a, types.UnicodeType) and isinstance(b, types.UnicodeType):
            return lambda a, b: literally(b)

    f = njit(lambda a, b: a @ b)
    assert (f("x", "abc"), f("x", "ab"), njit(lambda a: a @ "abcd")("x")) == (3, 2, 4)


def test_methods_and_attributes():
    @overload_method(types.Array, "scaled_sum")
    def ov_sum(a, factor=1):
        if a.ndim == 1:
            return lambda a, factor=1: a.sum() * factor

    @overload_attribute(types.Array, "middle")
    def ov_middle(a):
        return lambda a: a[a.size // 2]

    a = np.arange(5.0)
    assert njit(lambda a: a.scaled_sum(3))(a) == 30
    assert njit(lambda a: a.scaled_sum())(a) == 10
    assert njit(lambda a: a.middle)(a) == 2
    with pytest.raises(errors.TypingError, match="scaled_sum"):
        njit(lambda a: a.scaled_sum())(np.ones((2, 2)))
    with pytest.raises(errors.TypingError, match="middle"):
        njit(lambda a: a.middle)(1)


def test_jitable_functions():
    @register_jitable
    def twice(x):
        return 2 * x

    @register_jitable(fastmath=True, error_model="numpy")
    def inverse(x):
        return 1 / x

    assert twice(4) == 8
    assert njit(lambda x: twice(x))(4) == 8
    assert njit(lambda x: inverse(x))(0.0) == math.inf


def test_a_jitable_function_has_the_variables_of_its_closure_that_it_has_when_a_caller_is_compiled():
    factor = 2

    @register_jitable
    def scaled(x):
        return factor * x

    assert njit(lambda x: scaled(x))(4) == 8
    factor = 3
    assert njit(lambda x: scaled(x))(4) == 12


def test_implementations_may_be_jitted_and_call_each_other():
    def outer(x):
        raise NotImplementedError

    inner = njit(lambda x: x + 1)

    @overload(outer)
    def ov_outer(x):
        def implementation(x):
            return inner(x) * 10

        return njit(implementation)

    assert njit(lambda x: outer(x))(1) == 20


def test_parameters_must_agree():
    def agreed(x):
        raise NotImplementedError

    @overload(agreed)
    def ov_agreed(x):
        return lambda y: y

    with pytest.raises(errors.TypingError, match=r"parameters of an implementation.*\(x\).*\(y\)"):
        njit(lambda x: agreed(x))(1)

    def loose(x):
        raise NotImplementedError

    overload(loose, strict=False)(lambda x: lambda y: y)
    assert njit(lambda x: loose(x))(1) == 1


def test_errors_of_overload_functions():
    def broken(x):
        raise NotImplementedError

    @overload(broken)
    def ov_broken(x):
        raise ZeroDivisionError("in the overload function")

    with pytest.raises(ZeroDivisionError, match="in the overload function"):
        njit(lambda x: broken(x))(1)

    def refusing(x):
        raise NotImplementedError

    @overload(refusing)
    def ov_refusing(x):
        raise errors.TypingError("only Tuesdays")

    with pytest.raises(errors.TypingError, match="only Tuesdays"):
        njit(lambda x: refusing(x))(1)


EXTENSION = """
from coluber import njit, types
from coluber.extending import overload, overload_method

def rate(x):
    raise NotImplementedError

@overload(rate)
def ov_rate(x):
    return lambda x: x * 3

@overload_method(types.Float, "third")
def ov_third(x):
    return lambda x: x / 3

@njit(cache=True)
def f(x):
    return rate(x) + x.third()

print(f(6.0), "hit" if f.stats.cache_hits else "miss")
"""


def test_options_of_njit_at_an_overload_are_ignored_with_a_warning():
    def first(x):
        return x[0]

    with pytest.warns(errors.NumbaWarning, match="overload has no options .'nogil'.*jit_options"):

        @overload(first, nogil=True)
        def _first(x):
            return lambda x: x[0]

    assert njit(lambda x: first(x))((4, 5)) == 4


def test_overload_functions_may_call_jitted_functions():
    @njit
    def helper(x):
        total = 0.0
        for i in range(x.size):
            total += x[i] * 3
        return total

    def wanted(x):
        pass

    values = np.arange(100.0)
    seen = []

    @overload(wanted)
    def _wanted(x):
        seen.append((helper(values), callee(2)))

    @njit
    def callee(x):
        return x + 1

    # What was compiled for the overload function outlives the compilation that asked it and failed.
    with pytest.raises(errors.TypingError):
        njit(lambda x: callee(x) + wanted(x))(1)
    for k in range(20):
        assert njit(lambda x, k=k: x * k + np.sum(np.ones(3)))(1.0) == k + 3
    assert seen == [(helper(values), 3)]
    assert njit(lambda x: helper(x) + callee(1))(values) == helper(values) + 2


def test_overload_functions_may_call_the_function_that_asks():
    depth = []

    def wanted(x):
        pass

    @overload(wanted)
    def _wanted(x):
        depth.append(x)
        inner = caller(7) if len(depth) < 3 else 0
        return lambda x: x + inner

    @njit
    def caller(x):
        return wanted(x)

    # The innermost compilation ends first: its code is there when the others end.
    assert caller(1) == 1
    assert len(depth) == 3


def test_types_that_grow_for_ever():
    def wanted(x):
        pass

    @overload(wanted)
    def _wanted(x):
        return lambda x: wanted((x, x))

    with pytest.raises(errors.TypingError, match="runaway recursion"):
        njit(lambda x: wanted(x))(1)


@pytest.mark.parametrize("found", [dict, len, 5, types.int64, partial(max, 1)], ids=repr)
def test_implementations_are_functions(found):
    def wanted(x):
        pass

    @overload(wanted)
    def ov_wanted(x):
        return found

    with pytest.raises(
        errors.TypingError, match=r"overload function .*ov_wanted returned .*, not a function\nin the .*ov_wanted \("
    ):
        njit(lambda x: wanted(x))(1)


def test_the_option_inline_is_checked():
    with pytest.raises(ValueError, match="inline must be 'always', 'never' or a callable, got 'often'"):
        overload(max, inline="often")
    with pytest.raises(ValueError, match="inline must be"):
        overload_method(types.Integer, "often", inline="often")


def test_types_that_are_nested_ever_deeper():
    def even(x):
        pass

    def odd(x):
        pass

    @overload(even)
    def _even(x):
        return lambda x: odd((x,))

    @overload(odd)
    def _odd(x):
        return lambda x: even((x,))

    with pytest.raises(errors.TypingError, match="runaway recursion"):
        njit(lambda x: even(x))(1)


def test_overloads_in_the_cache(tmp_path):
    place = Place(tmp_path)
    place.write("extension.py", EXTENSION)
    assert place.run("extension.py") == "20.0 miss"
    assert place.run("extension.py") == "20.0 hit"
    place.edit("extension.py", "x * 3", "x * 4")
    assert place.run("extension.py") == "26.0 miss"
    place.edit("extension.py", "x / 3", "x / 2")
    assert place.run("extension.py") == "27.0 miss"
    assert place.run("extension.py") == "27.0 hit"


def test_methods_of_classes_of_types():
    seen = []

    @overload_classmethod(types.Array, "made")
    def ov_made(cls, n, fill=1.0):
        seen.append(cls)

        def made(cls, n, fill=1.0):
            return np.full(n, fill)

        return made

    f = njit(lambda n: types.Array.made(n).sum() + types.Array.made(n, fill=2.0).sum())
    assert f(3) == 9
    assert all(isinstance(cls, types.TypeRef) and cls.instance_type is types.Array for cls in seen)
    assert str(seen[0]) == "typeref[<class 'coluber.core.types.npytypes.Array'>]"
    with pytest.raises(errors.TypingError, match="made"):
        njit(lambda a: a.made(3))(np.ones(3))
    with pytest.raises(errors.TypingError, match="made"):
        njit(lambda n: types.Integer.made(n))(3)


def test_types_of_calls():
    def typed(x):
        raise NotImplementedError

    @type_callable(typed)
    def type_typed(context):
        return lambda x: types.float32 if isinstance(x, types.Integer) else None

    with pytest.raises(errors.UnsupportedError, match=r"No definition for lowering.*float32"):
        njit(lambda x: typed(x))(1)
    with pytest.raises(errors.TypingError, match="typed"):
        njit(lambda x: typed(x))("a")
    overload(typed)(lambda x: lambda x: x + 1)
    assert njit(lambda x: typed(x))(1.5) == 2.5


def test_classes_of_types_without_values():
    def kind(x):
        raise NotImplementedError

    @overload(kind)
    def ov_kind(x):
        if isinstance(x, (types.List, types.ListType, types.DictType, types.Bytes, types.UndefVar)):
            return lambda x: "container"
        return lambda x: "other"

    assert njit(lambda x: kind(x))(1) == "other"
    with pytest.raises(AttributeError, match="does not have types.UndefVar yet"):
        types.UndefVar(types.int64)


def scaled(x, *, by, plus=0):
    raise NotImplementedError


def test_parameters_that_are_passed_by_name_only():
    @overload(scaled)
    def scaled_overload(x, *, by, plus=0):
        if isinstance(by, types.Float):
            return lambda x, *, by, plus=0: x * by + plus

        return lambda x, *, by, plus=0: x * by - plus

    assert njit(lambda x: scaled(x, by=2.5))(3) == 7.5
    assert njit(lambda x: scaled(x, plus=1, by=2.5))(3) == 8.5
    assert njit(lambda x: scaled(x, by=2, plus=1))(3) == 5
    for wrong in (lambda x: scaled(x), lambda x: scaled(x, 2), lambda x: scaled(x, by=2, other=1)):
        with pytest.raises(errors.TypingError, match="scaled"):
            njit(wrong)(3)


def test_what_one_overload_refuses_another_takes():
    def measured(x):
        raise NotImplementedError

    @overload(measured)
    def of_numbers(x):
        if not isinstance(x, types.Number):
            raise errors.TypingError("only numbers are measured")
        return lambda x: x + 1

    @overload(measured)
    def of_text(x):
        return (lambda x: len(x)) if isinstance(x, types.UnicodeType) else None

    f = njit(lambda x: measured(x))
    assert (f(1), f("abc")) == (2, 3)
    with pytest.raises(errors.TypingError, match="only numbers are measured"):
        f((1, 2))


def test_the_next_overload_is_taken_where_an_implementation_does_not_type():
    def first_item(x):
        raise NotImplementedError

    @overload(first_item)
    def of_sequences(x):
        return lambda x: x[0]

    @overload(first_item)
    def of_others(x):
        return (lambda x: x) if isinstance(x, types.Number) else None

    f = njit(lambda x: first_item(x))
    assert (f((4, 5)), f(6)) == (4, 6)
    with pytest.raises(errors.TypingError, match="getitem"):
        f(None)


def test_types_of_iterators_and_classes():
    class Colour(enum.IntEnum):
        RED = 1

    Point = collections.namedtuple("Point", "x y")
    seen = []

    def given(*values):
        raise NotImplementedError

    @overload(given)
    def ov_given(*values):
        seen.extend(values)
        return lambda *values: len(values)

    @njit
    def f(a):
        d, items = {1: 2.0}, [1, 2]
        first = given(iter(items), iter((1, 2)), iter("ab"), iter(range(3)), iter(a), a.flat, enumerate(items), zip(items, a))
        return first + given(d.keys(), d.values(), d.items(), b"a", (1, 2), (1, ("a", 2)), {1}, Colour, Point)

    assert f(np.zeros((2, 3))) == 17
    names = "ListIter UniTupleIter UnicodeIteratorType RangeIteratorType ArrayIterator NumpyFlatType EnumerateType ZipType"
    assert [type(ty).__name__ for ty in seen[:8]] == names.split()
    assert all(isinstance(ty, types.SimpleIteratorType) and ty.iterator_type is ty for ty in seen[:8])
    row = types.Array(types.float64, 1, "C")
    pair = types.UniTuple(types.int64, 2)
    yields = [types.int64, types.int64, types.unicode_type, types.int64, row, types.float64, pair]
    assert [ty.yield_type for ty in seen[:7]] == yields
    assert seen[7].yield_type == types.Tuple((types.int64, row))
    views, rest = seen[8:11], seen[11:]
    assert [ty.yield_type for ty in views] == [types.int64, types.float64, types.Tuple((types.int64, types.float64))]
    assert all(isinstance(ty, types.IterableType) for ty in views)
    assert isinstance(rest[0], types.Bytes)
    assert isinstance(rest[1], types.UniTuple)
    assert isinstance(rest[3], types.Container)
    assert rest[2] == types.Tuple((types.int64, types.Tuple((types.unicode_type, types.int64))))
    assert isinstance(rest[4], types.IntEnumClass)
    assert isinstance(rest[5], types.NamedTupleClass)


def test_jitted_functions_have_their_implementation():
    with pytest.raises(TypeError, match="cannot overload"):
        overload(njit(lambda x: x))(lambda x: None)


def test_implementations_of_functions_in_classes():
    class Scale:
        def __init__(self, factor):
            self.factor = factor

        @staticmethod
        def shifted(x):
            return None

        @staticmethod
        def tripled(x):
            return x * 3

        @staticmethod
        @register_jitable
        def hundred_more(x):
            return x + 100

        def of(self, x):
            return None

    @overload(Scale.shifted)
    def ov_shifted(x):
        return lambda x: x + 7

    @overload(Scale.of)
    def ov_of(self, x):
        return lambda self, x: self.factor * x

    @njit
    def f(scale, x):
        mine = Scale(5)
        both = Scale.shifted(x), mine.shifted(x), Scale.tripled(x), scale.hundred_more(x)
        return both, mine.of(x), Scale.of(mine, x), scale.of(x)

    assert f(Scale(2), 1) == ((8, 8, 3, 101), 5, 5, 2)


class Unlike:
    pass


def test_what_can_never_be_used_is_refused_where_it_is_registered():
    with pytest.raises(TypeError, match=r"method 'third' needs a type, or a class derived from Type, not <class 'int'>"):
        overload_method(int, "third")
    with pytest.raises(TypeError, match="attribute 'third' needs"):
        overload_attribute("int64", "third")
    with pytest.raises(TypeError, match="intrinsic takes a function, not 5"):
        intrinsic(5)
    with pytest.raises(TypeError, match="for a class of types, not for int64"):
        unbox(types.int64)
    with pytest.raises(TypeError, match="function .* is needed, not None"):
        box(types.Integer)(None)


def test_a_type_that_is_none_names_the_function():
    @typeof_impl.register(Unlike)
    def typeof_unlike(val, c):
        return "int64"

    match = r"must return a type or None, not 'int64'\n.*typeof_unlike \(.*test_extending.py, line"
    with pytest.raises(TypeError, match=match):
        njit(lambda x: 1)(Unlike())
