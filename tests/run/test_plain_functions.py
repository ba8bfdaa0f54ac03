"""Functions of the program that nobody has decorated: compiled code calls them, and takes them as arguments."""

from __future__ import annotations

import functools
import gc
import locale
import math
import operator
import pickle
import subprocess
import sys
import traceback

import numpy as np
import pytest

from coluber import cuda, njit, prange, types, vectorize
from coluber.core.errors import TypingError
from tests.run.support import check

SCALE = 3
TABLE = np.array([1.0, 2.0, 4.0])


def square(x):
    return x * x


def scaled(x, by=2, *, more=0.5):
    return square(x) * by * SCALE + more


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def pairs(n):
    for k in range(n):
        yield k, square(k)


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs) + 1

    return wrapper


@traced
def wrapped(x, y=2):
    return x * y


BY_SIGN = {"+": lambda a, b: a + b, "*": lambda a, b: a * b}


def calls(x):
    return scaled(x), scaled(x, 4, more=1.5), factorial(5), list(pairs(3)), wrapped(x), wrapped(x, y=5)


def of_a_dict(sign, a, b):
    return BY_SIGN[sign](a, b)


def applied(function, x):
    return function(x)


def test_calls_by_name():
    check(calls, 3)
    check(calls, 2.5)
    check(of_a_dict, "+", 2, 3)
    check(of_a_dict, "*", 2, 3)


def test_passed_functions():
    check(applied, square, 3)
    check(applied, lambda x: x + SCALE, 3)
    check(applied, wrapped, 1.5)
    check(lambda functions, x: [function(x) for function in functions], [square, factorial], 5)
    check(lambda functions, x: [function(x) for function in functions], (square, lambda x: x + 0.5), 5.0)
    check(lambda functions, name: functions[name](4), {"s": square, "f": factorial}, "f")


def test_values_of_a_signature():
    ty = types.FunctionType(types.float64(types.float64))
    call = njit(types.float64(ty, types.float64))(applied)
    assert call(square, 3.0) == 9.0
    assert call(lambda x: x + 1, 3.0) == 4.0


def test_pickled_callers_take_them_along():
    dumped = pickle.dumps(njit(calls))
    program = f"import pickle; print(pickle.loads({dumped!r})(3))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr) == (str(calls(3)), "")


def test_what_they_refer_to_may_change():
    call = njit(applied)
    assert [call(lambda x: x + TABLE[0] + k, 2) for k in (1, 2, 1)] == [4, 5, 4]  # noqa: B023
    values = np.zeros(2)

    def first(x):
        return values[0] + x

    before = call(first, 1.0)
    values[0] = 5
    assert (before, call(first, 1.0)) == (1.0, 6.0)
    count = len(call.overloads)
    values[0] = 0
    assert call(first, 1.0) == 1.0
    assert len(call.overloads) == count


def test_a_global_that_changes(monkeypatch):
    call = njit(applied)
    before = call(scaled, 2)
    monkeypatch.setitem(globals(), "SCALE", 10)
    assert (before, call(scaled, 2)) == (24.5, 80.5)


def test_lambdas_that_are_alike_share_the_code():
    call = njit(applied)
    assert [call(lambda x: x * 2, k) for k in range(50)] == list(range(0, 100, 2))
    assert len(call.overloads) == 1


def test_lambdas_that_are_gone_are_not_mixed_up():
    call = njit(applied)
    for k in range(30):
        functions = {0: "lambda x: x", 1: "lambda x: x + 1", 2: "lambda x: x + 2"}
        assert call(eval(functions[k % 3]), 10) == 10 + k % 3  # noqa: S307
        gc.collect()


def power(p, x, more=0):
    return x**p + more


class Model:
    start = 10

    def __init__(self, slope):
        self.slope = slope
        self.calls = 0

    def value(self, x):
        self.calls += 1
        return self.slope * x

    @classmethod
    def of_class(cls, x):
        return cls.start + x

    @staticmethod
    def of_none(x):
        return x - 1


def test_methods():
    model, plain = Model(3.0), Model(3.0)
    call = njit(lambda function, n: sum([function(k) for k in range(n)]))
    assert call(model.value, 4) == sum(plain.value(k) for k in range(4))
    assert model.calls == plain.calls == 4
    assert call(Model(0.5).value, 4) == 3.0
    assert len(call.overloads) == 1
    check(applied, Model.of_class, 2)
    check(applied, Model.of_none, 2)
    check(applied, str.upper, "a")


def test_objects_that_are_called():
    for function in (functools.partial(power, 3), functools.partial(power, 2, more=0.5), functools.partial(pow, 2)):
        check(applied, function, 4)
    check(applied, operator.itemgetter(1), (1, 2.5))
    check(applied, operator.itemgetter(1, 0), [1, 2])
    check(applied, operator.attrgetter("slope"), Model(2.5))
    check(applied, operator.methodcaller("upper"), "abc")
    check(applied, functools.lru_cache(lambda x: x + 1), 2)
    check(applied, np.vectorize(lambda x: x + 1), np.arange(3))
    check(applied, math.sin, 0.5)
    check(applied, np.sqrt, 4.0)


HALF = functools.partial(power, 0.5)


def test_a_global_partial_function():
    check(lambda x: HALF(x) + HALF(x, more=1.0), 4.0)


def test_equal_partial_functions_share_the_code():
    call = njit(applied)
    assert [call(functools.partial(power, k % 3), 2) for k in range(30)] == [2 ** (k % 3) for k in range(30)]
    assert len(call.overloads) == 3


class Layer:
    def __init__(self, activation):
        self.activation = activation

    def run(self, x):
        return self.activation(x)


def test_fields():
    check(lambda layer, x: layer.run(x), Layer(square), 3.0)
    check(lambda x: Layer(square).run(x) + Layer(factorial).run(x), 4)


def test_ufuncs_loops_and_kernels():
    assert vectorize(lambda x: scaled(x))(np.arange(3)).tolist() == [scaled(x) for x in range(3)]

    @njit(parallel=True)
    def total(n):
        result = 0.0
        for k in prange(n):
            result += scaled(k)
        return result

    assert total(10) == sum(scaled(k) for k in range(10))

    @cuda.jit
    def kernel(values):
        k = cuda.grid(1)
        if k < values.size:
            values[k] = scaled(values[k])

    values = np.arange(4.0)
    kernel[1, 4](values)
    assert values.tolist() == [scaled(x) for x in range(4)]


def test_an_error_has_the_line_of_the_function():
    def broken(x):
        return locale.currency(x)

    with pytest.raises(TypingError, match="'locale.currency' is Python code of a library") as caught:
        njit(lambda x: broken(x))("a")
    assert "return locale.currency(x)" in str(caught.value)


def test_functions_of_libraries_are_no_arguments():
    with pytest.raises(TypingError, match="it is Python code of a library"):
        njit(applied)(locale.currency, "a")


def marked(x):
    return x + marked.step


marked.step = 5


def test_attributes():
    check(lambda: (marked.__name__, marked.step, marked(1)))
    check(lambda function: function.__name__, square)


def test_results():
    same = njit(lambda function: function)
    assert same(square) is square
    jitted = njit(square)
    assert same(jitted) is jitted
    assert njit(lambda a, b, c: a if c else b)(square, factorial, False) is factorial


def test_an_exception_comes_from_the_function():
    def failing(x):
        raise ValueError("no", x)

    with pytest.raises(ValueError, match="no") as caught:
        njit(applied)(failing, 3)
    assert caught.value.args == ("no", 3)
    assert [entry.name for entry in traceback.extract_tb(caught.tb)][-2:] == ["applied", "failing"]


def test_stubs_wait_for_an_implementation():
    def stub(x):
        raise NotImplementedError

    with pytest.raises(TypingError, match="'stub' has no implementation for compiled code"):
        njit(lambda x: stub(x))(1)
