"""Functions as arguments: lists and tuples of different ones, C callbacks; factories that make containers."""

from __future__ import annotations

import gc
import math
from collections import defaultdict

import numpy as np
import pytest

from coluber import _native, cfunc, njit, types
from coluber.core.errors import NumbaError
from tests.run.support import check


@njit
def increment(x):
    return x + 1


@njit
def double(x):
    return x * 2


@njit(["int64(int64)"])
def square(x):
    return x * x


@cfunc("int64(int64)")
def hundred(x):
    return x + 100


def call_all(functions, x):
    total = 0
    for function in functions:
        total = total * 1000 + function(x)
    return total


def call_one(functions, k, x):
    return functions[k](x)


CHOICES = [
    [increment, double],
    [double, increment, double],
    [square, hundred],
    [hundred],
    (increment, double),
    (hundred, hundred),
    (square, hundred, increment),
]


@pytest.mark.parametrize("functions", CHOICES, ids=lambda functions: f"{type(functions).__name__} {len(functions)}")
def test_several(functions):
    assert njit(call_all)(functions, 7) == call_all(functions, 7)
    for k in range(-1, len(functions)):
        assert njit(call_one)(functions, k, 7) == call_one(functions, k, 7)


def test_c_callback():
    assert njit(lambda f, x: f(x))(hundred, 3) == 103


def nested(n):
    d = defaultdict(lambda: defaultdict(int))
    for i in range(n):
        d[i % 2][i % 3] += i
    return {k: dict(v) for k, v in d.items()}


def lists(n):
    d = defaultdict(lambda: [])
    for i in range(n):
        d[i % 2].append(str(i))
    return dict(d)


def sets(n):
    d = defaultdict(lambda: set())
    for i in range(n):
        d[i % 2].add(i % 3)
    return {k: sorted(v) for k, v in d.items()}


def begun(n):
    d = defaultdict(lambda: [0, 0])
    for i in range(n):
        d[i % 3][i % 2] += i
    return dict(d)


@pytest.mark.parametrize("function", [nested, lists, sets, begun])
def test_factories(function):
    gc.collect()
    before = _native.live_allocations()
    assert njit(function)(20) == function(20)
    gc.collect()
    assert _native.live_allocations() == before


def test_functions_are_equal_to_themselves():
    @njit
    def one(x):
        return x

    @njit
    def two(x):
        return x + 1

    def f(g):
        chosen = 3 if g == one or g == math.sin else "other"
        return g == one, g != one, g in (one, two), math.sin == math.sin, ValueError == KeyError, chosen

    assert njit(f)(one) == f(one)
    assert njit(f)(two) == f(two)


# ------------------------------------------------------------------------------------------------ types.FunctionType

OPERATION = types.FunctionType("float64(float64, float64)")


@njit([types.float64(types.float64[:], OPERATION), types.float64(types.int64[:], OPERATION)])
def fold(values, operation):
    result = 1.0
    for value in values:
        result = operation(result, value)
    return result


def test_functions_of_a_type_share_code():
    @njit
    def product(a, b):
        return a * b

    @cfunc("float64(float64, float64)")
    def difference(a, b):
        return a - b

    @njit
    def rounded(a, b):
        if b > 2:
            raise ValueError("too large")
        return int(a + b)

    @njit
    def compiled(values):
        return fold(values, product) - fold(values, rounded)

    x = np.array([1.0, 2.0])
    assert [fold(x, f) for f in (product, difference, rounded)] == [2.0, -2.0, 4.0]
    assert fold(np.array([3, 4]), product) == 12.0
    assert compiled(x) == -2.0
    assert len(fold.signatures) == 2
    with pytest.raises(ValueError, match="too large"):
        fold(x + 1, rounded)


def test_values_of_several_words_go_through_functions_of_a_type():
    numbers = types.boolean, types.int32, types.float32
    kind = types.FunctionType(types.Tuple(numbers)(*numbers))

    @njit((kind,))
    def of_numbers(f):
        return f(True, -5, 2.5)

    @njit((types.FunctionType(types.float64[::1](types.float64[::1], types.unicode_type)), types.float64[::1]))
    def of_arrays(f, a):
        return f(a, "abc")

    assert of_numbers(njit(lambda a, b, c: (not a, b - 1, c * 2))) == (False, -6, 5.0)
    np.testing.assert_array_equal(of_arrays(njit(lambda a, s: a + len(s)), np.ones(2)), [4.0, 4.0])


def test_function_types_say_what_they_take():
    assert types.FunctionType(types.float64(types.float64, types.float64)) is OPERATION
    assert (str(OPERATION), OPERATION.nargs, OPERATION.return_type) == (
        "FunctionType[float64(float64, float64)]",
        2,
        types.float64,
    )
    for wrong in (3, njit(lambda a: a), hundred):
        with pytest.raises(TypeError, match="No matching definition"):
            fold(np.ones(2), wrong)


class Register:
    def __init__(self, n):
        self.n = n

    def inc(self):
        self.n += 1
        return self.n

    def dec(self):
        self.n -= 1
        return self.n

    def add(self, k):
        self.n += k
        return self.n

    def turn(self, up):
        return (self.inc if up else self.dec)()


def by_sign(n):
    r, other = Register(n), Register(10)
    ops = {"+": r.inc, "-": r.dec, "*": other.dec}
    return [ops[c]() for c in "++-*+*"], r.n, other.n


def by_position(n):
    r = Register(n)
    return [[r.inc, r.dec][k % 2]() for k in range(5)], r.turn(n > 1), r.turn(n < 1)


def beside_functions(n):
    r = Register(n)
    ops = {"i": r.add, "x": lambda k: k * 100}
    f = ops["i"] if n else ops["x"]
    return [ops[c](2) for c in "iixi"], f(1), r.n


def of_containers(n):
    xs = [n, 2]
    ops = {"a": xs.append, "r": xs.remove}
    for c in "aar":
        ops[c](7)
    s = "aBc"
    f = s.upper if n else s.lower
    return xs, f()


@pytest.mark.parametrize("function", [by_sign, by_position, beside_functions, of_containers])
def test_methods_that_are_chosen_at_run_time(function):
    for n in (0, 1, 2):
        check(function, n)


@njit
def flat(n):
    return np.ones(n)


@njit
def scaled(n, factor):
    return np.full(n, factor)


@njit
def window_of(name):
    if name == "flat":
        return flat
    if name == "scaled":
        return scaled
    raise ValueError(name)


def window(name):
    function = window_of(name)
    return function(3)


@njit
def mean_of(y):
    return np.mean(y)


@njit
def counts_of(y):
    return np.bincount(y)


def loss_of(y, name):
    loss = mean_of if name == "mean" else counts_of
    return loss(y)


def test_one_of_several_functions_may_not_take_the_arguments():
    np.testing.assert_equal(njit(window)("flat"), np.ones(3))
    with pytest.raises(TypeError, match="missing a required argument: 'factor'"):
        njit(window)("scaled")
    with pytest.raises(ValueError, match="other"):
        njit(window)("other")
    with pytest.raises(NumbaError, match="missing a required argument"):
        njit(lambda: scaled(3))()


def test_functions_may_give_results_of_several_types():
    counts, floats = np.array([0, 1, 1]), np.array([0.5, 1.0])
    compiled = njit(loss_of)
    assert compiled(counts, "mean") == loss_of(counts, "mean")
    np.testing.assert_equal(compiled(counts, "counts"), np.array([1, 2]))
    assert compiled(floats, "mean") == 0.75
    with pytest.raises(TypeError, match="counts integers"):
        compiled(floats, "counts")


class Bus:
    def __init__(self):
        self.handlers = defaultdict(list)

    def on(self, name, handler):
        self.handlers[name].append(handler)

    def emit(self, name, value):
        for handler in self.handlers[name]:
            handler(value)


class Device:
    def __init__(self, bus):
        self.bus = bus

    def tick(self):
        self.bus.emit("a", 2)


def told(factor):
    seen = []

    def add(value):
        seen.append(value * factor)

    bus = Bus()
    bus.on("a", add)
    Device(bus).tick()
    return seen


def told_in_vain():
    seen = []

    def note(value):
        seen.append(value)

    bus = Bus()
    bus.on("a", note)
    Device(bus).tick()
    return seen, bus.missing


def told_in_vain_again():
    def lose(value):
        return None

    bus = Bus()
    bus.on("a", lose)
    return bus.missing


def message_of(compiled):
    with pytest.raises(NumbaError, match="missing") as error:
        compiled()
    return str(error.value)


def test_a_compilation_that_failed_leaves_no_inner_functions_in_fields():
    first, second = njit(told_in_vain), njit(told_in_vain_again)
    message_of(first)
    assert "told_in_vain." not in message_of(second)
    check(told, 3)


def test_inner_functions_in_fields_may_be_gone():
    for k in range(3):
        assert njit(told)(k) == [2 * k]
        message_of(njit(told_in_vain))
        gc.collect()
    check(told, 3)


class Sender:
    def __init__(self, bus):
        self.bus = bus

    def tick(self):
        self.bus.emit("b", "y")


def counted_twice():
    counter = defaultdict(int)

    def count(text):
        counter[text] += 1

    bus = Bus()
    bus.on("b", count)
    bus.on("b", count)
    Sender(bus).tick()
    return dict(counter)


def printed_and_noted():
    counter = {"x": 0}

    def count(text):
        counter[text] = 1

    bus = Bus()
    bus.on("a", lambda text: print(text))
    bus.on("b", count)
    Sender(bus).tick()
    return dict(counter)


def test_objects_fire_functions_of_several_kinds_that_others_registered():
    # What fields have been found to hold goes with the functions in it.
    for function in (counted_twice, printed_and_noted) * 2:
        assert njit(function)() == function()
        gc.collect()
