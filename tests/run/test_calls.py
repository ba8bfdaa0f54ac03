"""Calls: forms of arguments, functions that call functions, recursion, and names that functions find outside."""

from __future__ import annotations

import math
import types
from collections import namedtuple

import numpy as np
import pytest

from coluber import NumbaError, TypingError, njit
from tests.run.support import check, compile_error, jitted, source

SCALE = 3
PI_ISH = 3.25
FLAG = True
NAME = "north"
NOTHING = None
PAIR = (2, 7)
MIXED = (1, 2.5, True)
TABLE = np.array([1.0, 4.0, 9.0, 16.0])
GRID = np.arange(6, dtype=np.int32).reshape(2, 3)
Point = namedtuple("Point", "x y")
ORIGIN = Point(1.5, 2)
settings = types.ModuleType("settings")
settings.limit = 11


@njit
def double(x):
    return x + x


@njit
def affine(x, a=2, b=1):
    return a * x + b


@njit
def keyword_only(x, *, a, b=10):
    return x * 100 + a * 10 + b


@njit
def variadic(first, *rest):
    total = first
    for x in rest:
        total = total * 10 + x
    return total


@njit
def everything(a, b=2, *rest, c, d=4):
    return a + 10 * b + 100 * len(rest) + 1000 * c + 10000 * d


@njit
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@njit
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@njit
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


@njit
def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


@njit
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@njit
def swap(t):
    a, b = t
    return b, a


@njit
def fill(a, x):
    for i in range(a.shape[0]):
        a[i] = x


@njit
def new_array(n, x):
    a = np.empty(n)
    fill(a, x)
    return a


@njit
def apply(function, x):
    return function(x)


@njit
def apply_twice(function, x):
    return function(function(x))


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [
        ((3,), {}),
        ((3, 4), {}),
        ((3, 4, 5), {}),
        ((3,), {"b": 7}),
        ((), {"x": 1, "a": 2, "b": 3}),
        ((3,), {"b": 7, "a": 9}),
        ((3, 4.5), {}),
        ((2.5,), {"b": 7}),
    ],
)
def test_defaults_and_keywords(arguments, keywords):
    check(affine, *arguments, keywords=keywords)


@pytest.mark.parametrize("keywords", [{"a": 1}, {"a": 1, "b": 2}, {"b": 2, "a": 1}])
def test_keyword_only(keywords):
    check(keyword_only, 7, keywords=keywords)


@pytest.mark.parametrize("arguments", [(1,), (1, 2), (1, 2, 3), (1, 2.5, 3)])
def test_variadic(arguments):
    def f(*values):
        return len(values)

    check(f, *arguments)
    if arguments != (1, 2.5, 3):
        check(variadic, *arguments)


def test_variadic_heterogeneous():
    def f(*values):
        return values[0] + values[1], values

    check(f, 1, 2.5, True)


def test_variadic_empty():
    def f(*values):
        return len(values)

    check(f)


@pytest.mark.parametrize(
    ("arguments", "keywords"), [((1,), {"c": 3}), ((1, 5, 6, 7), {"c": 3, "d": 9}), ((), {"a": 1, "c": 3, "b": 0})]
)
def test_every_kind_of_parameter(arguments, keywords):
    check(everything, *arguments, keywords=keywords)


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"x": 2}), ((1,), {"c": 2}), ((1,), {"A": 2})],
)
def test_wrong_arguments_are_type_errors(arguments, keywords):
    with pytest.raises(TypeError):
        jitted(affine.py_func)(*arguments, **keywords)


def test_missing_keyword_only_is_a_type_error():
    with pytest.raises(TypeError):
        jitted(keyword_only.py_func)(1)


@pytest.mark.parametrize("default", [1, 2.5, True, None, "text", (1, 2.5), ()])
def test_kinds_of_default(default):
    check(source(f"def f(x={default!r}):\n    return x\n"))


def test_default_array():
    def f(x, table=TABLE):
        return table[x]

    check(f, 2)


def test_defaults_of_callees_that_are_no_simple_constants():
    from typing import NamedTuple

    class Limits(NamedTuple):
        low: float
        high: float

    @njit
    def interpolate(x, points=TABLE, *, scale=np.float32(0.5), limits=Limits(0.0, 3.0), more=(TABLE * 2, 1)):
        if x < limits.low or x > limits.high:
            return 0.0
        return points[x] * scale + more[0][x] + more[1] + (interpolate(x - 1, points) if x else 0)

    def f(x, other):
        return interpolate(x), interpolate(x, other), interpolate(x, scale=2.0), interpolate(7)

    check(f, 2, TABLE + 1)
    with pytest.raises(TypingError, match="missing a required argument: 'seen'"):
        njit(lambda x: collecting(x))(1)


@njit
def collecting(x, seen=[]):  # noqa: B006
    """A default that calls share: Python calls alone have that."""
    seen.append(x)
    return len(seen)


def test_positional_only():
    def f(a, b, /, c):
        return a * 100 + b * 10 + c

    check(f, 1, 2, 3)
    check(f, 1, 2, keywords={"c": 3})


def test_call_of_jitted():
    def f(x):
        return double(x) + double(x + 0.5)

    check(f, 3)


def test_calls_with_defaults_and_keywords():
    def f(x):
        return affine(x), affine(x, 5), affine(x, b=5), affine(b=1, a=2, x=x), affine(x, a=2.5)

    check(f, 3)


def test_calls_with_keyword_only():
    def f(x):
        return keyword_only(x, a=1), keyword_only(x, b=2, a=3)

    check(f, 3)


def test_calls_of_variadic():
    def f(x):
        return variadic(x), variadic(x, 2), variadic(x, *(4, 5, 6))

    check(f, 1)


def test_call_with_every_kind_of_parameter():
    def f(x):
        return everything(x, c=1), everything(x, 1, 2, 3, c=5, d=6)

    check(f, 1)


def test_chain_of_calls():
    @njit
    def level1(x):
        return x + 1

    @njit
    def level2(x):
        return level1(x) * 2

    @njit
    def level3(x):
        return level2(x) + level1(x)

    def f(x):
        return level3(x) - level2(x)

    check(f, 5)


def test_tuples_in_and_out():
    def f(a, b):
        return swap((a, b)), swap(swap((a, b)))

    check(f, 1, 2.5)


def test_arrays_in_and_out():
    def f(n):
        a = new_array(n, 2.5)
        b = new_array(n, 1.0)
        fill(b[1:], 7.0)
        return a + b

    check(f, 4)


def test_called_function_changes_the_array():
    def f(a):
        fill(a[::2], -1.0)

    check(f, np.arange(6.0))


@pytest.mark.parametrize("n", [0, 1, 5, 12])
@pytest.mark.parametrize("function", [factorial, fibonacci, is_even, is_odd])
def test_recursion(function, n):
    assert function(n) == _interpreted(function.__name__)(n)


def _interpreted(name):
    return {
        "factorial": math.factorial,
        "fibonacci": lambda n: [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144][n],
        "is_even": lambda n: n % 2 == 0,
        "is_odd": lambda n: n % 2 == 1,
    }[name]


def test_recursion_of_two_arguments():
    assert ackermann(2, 3) == 9


def test_recursion_with_float_argument():
    @njit
    def half(x):
        if x < 1.0:
            return x
        return half(x / 2.0)

    assert half(10.0) == 0.625


def test_recursion_that_changes_the_argument_type():
    @njit
    def f(n):
        if n <= 0:
            return 1.0
        return f(n - 0.5) + 1.0

    assert f(2) == 5.0


@njit("int64(int64)")
def summed(n):
    return n and n + summed(n - 1)


def plain_sum(n):
    return n and n + plain_sum(n - 1)


def test_recursion_of_what_is_compiled_while_it_is_decorated():
    @njit(["int64(int64)", "float64(float64)"])
    def inner(n):
        return n if n <= 0 else n + inner(n - 1)

    assert summed(10) == njit("int64(int64)")(plain_sum)(10) == njit(plain_sum)(10) == inner(10) == 55
    assert inner(10.0) == 55.0


def test_other_names_that_are_not_bound_yet_are_missing():
    with pytest.raises(TypingError, match="name 'no_such_sum' is not defined"):
        njit("int64(int64)")(lambda n: no_such_sum(n - 1))  # noqa: F821


def test_recursion_in_an_array():
    @njit
    def quick_sort(a, low, high):
        if low >= high:
            return
        pivot = a[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while a[i] < pivot:
                i += 1
            while a[j] > pivot:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        quick_sort(a, low, j)
        quick_sort(a, i, high)

    a = np.array([5.0, 2.0, 8.0, 1.0, 9.0, 3.0, 3.0])
    quick_sort(a, 0, len(a) - 1)
    assert a.tolist() == [1.0, 2.0, 3.0, 3.0, 5.0, 8.0, 9.0]


def test_runaway_recursion_of_types_is_refused():
    @njit
    def f(n):
        return f(n)

    with pytest.raises(Exception, match=r"(?i)recursion"):
        f(1)


def test_function_as_argument():
    @njit
    def f(x):
        return apply(double, x) + apply_twice(double, x)

    assert f(3) == 18


def test_function_as_argument_from_python():
    assert apply(double, 3) == 6
    assert apply(double, 2.5) == 5.0
    assert apply_twice(double, 3) == 12


def test_lambda():
    assert njit(lambda x, y: x * 10 + y)(3, 4) == 34


def test_lambda_called_inside():
    def f(x):
        return (lambda y: y * x)(5)

    check(f, 3)


def test_lambda_in_a_variable():
    def f(x):
        g = lambda y, z=2: y * x + z
        return g(1) + g(2, 3)

    check(f, 3)


def test_inner_function():
    def f(x):
        def g(y):
            if y > 2:
                return y * 2
            return y

        return g(x) + g(1)

    check(f, 3)


def test_inner_function_reads_variables_of_the_outer():
    def f(a, n):
        total = 0.0

        def item(i):
            return a[i] * n

        for i in range(a.shape[0]):
            total += item(i)
        return total

    check(f, np.arange(4.0), 3)


def test_inner_function_as_argument():
    def f(x):
        def g(y):
            return y + 1

        return apply_twice(g, x)

    assert jitted(f)(3) == 5


def test_function_from_exec():
    namespace = {"base": 100}
    exec("def f(x):\n    return base + x", namespace)
    assert njit(namespace["f"])(5) == 105


def test_function_from_exec_without_a_file():
    code = compile("def f(x):\n    y = x * 2\n    return y + 1", "<string>", "exec")
    namespace = {}
    exec(code, namespace)
    assert njit(namespace["f"])(5) == 11


def test_notebook_cell():
    function = source("def f(a, n):\n    s = 0\n    for i in range(n):\n        s += a\n    return s\n")
    check(function, 2, 5)


def test_two_functions_of_one_name():
    functions = []
    for k in (1, 2):

        @njit
        def f(x):
            return x + k

        functions.append(f)
        assert f(0) == k
    assert functions[0](0) == 1
    assert functions[1](0) == 2


@pytest.mark.parametrize("constant", [3, 2.5, True, 1 + 2j, "text", None, (1, 2), (1, 2.5, "x"), ((1, 2), 3)])
def test_closure_constant(constant):
    def f():
        return constant

    check(f)


def test_closure_array():
    table = np.array([1.0, 4.0, 9.0])

    def f(i):
        return table[i] + table.sum()

    check(f, 2)


def test_closure_function():
    @njit
    def inner(x):
        return x * 3

    def f(x):
        return inner(x) + 1

    check(f, 4)


def test_factory_makes_separate_functions():
    def adder(n):
        @njit
        def add(x):
            return x + n

        return add

    assert [adder(n)(10) for n in (1, 2, 3)] == [11, 12, 13]
    assert adder(0.5)(10) == 10.5


@pytest.mark.parametrize("name", ["SCALE", "PI_ISH", "FLAG", "NAME", "NOTHING", "PAIR", "MIXED", "TABLE", "GRID", "ORIGIN"])
def test_global_constant(name):
    function = types.FunctionType(compile("lambda: NAME".replace("NAME", name), "<global>", "eval").co_consts[0], globals())
    check(function)


def test_global_expressions():
    def f(x):
        return x * SCALE + PI_ISH + PAIR[1] + MIXED[1] + TABLE[2] + GRID[1, 2] + ORIGIN.x

    check(f, 2)


def test_globals_are_frozen():
    namespace = {"limit": 5}
    exec("def f(x):\n    return x + limit", namespace)
    f = njit(namespace["f"])
    assert f(1) == 6
    namespace["limit"] = 50
    assert f(1) == 6
    f.recompile()
    assert f(1) == 51


def test_global_array_is_read_only():
    def f(i):
        TABLE[i] = 1.0

    compile_error(f, 0)


def test_module_attributes():
    def f(x):
        return x + settings.limit + math.pi + np.e

    check(f, 1)


def test_module_functions():
    def f(x):
        return math.sqrt(x) + np.sqrt(x)

    check(f, 4.0)


def test_modules_by_other_names():
    import math as m

    import numpy as nmp

    def f(x):
        return m.floor(x) + nmp.floor(x)

    check(f, 4.5)


def test_function_by_another_name():
    root = math.sqrt

    def f(x):
        return root(x)

    check(f, 4.0)


def test_jitted_function_in_a_module():
    module = types.ModuleType("tools")
    module.double = double

    def f(x):
        return module.double(x)

    check(f, 4)


def test_jitted_without_decorator_syntax():
    def f(x):
        return x + 1

    assert njit(f)(1) == 2
    assert f(1) == 2


def test_one_function_with_many_types():
    def f(x):
        return x + x

    for x in (1, 1.5, True, 1j, np.int8(3), np.uint64(3), np.float32(1.5), np.complex64(1j)):
        jitted(f)(x)
    assert jitted(f)(1) == 2
    assert jitted(f)(1.5) == 3.0
    assert jitted(f)(1j) == 2j


def test_named_tuple_constructor():
    def f(x):
        p = Point(x, x * 2)
        return p, p.y

    check(f, 2.5)


def test_many_arguments():
    names = [f"a{i}" for i in range(60)]
    function = source(f"def f({', '.join(names)}):\n    return {' + '.join(names)}\n")
    check(function, *range(60))


def test_many_array_arguments():
    names = [f"a{i}" for i in range(12)]
    function = source(f"def f({', '.join(names)}):\n    return {' + '.join(f'{n}[0]' for n in names)}\n")
    check(function, *[np.full(2, float(i)) for i in range(12)])


def test_unused_arguments():
    def f(a, b, c):
        return b

    check(f, np.zeros(3), 5, "text")


def test_method_is_bound():
    class Thing:
        @njit
        def method(self, x):
            return x

    assert Thing().method(1) == 1


def test_nested_calls_with_arrays_do_not_leak():
    def f(n):
        total = 0.0
        for i in range(n):
            total += new_array(10, float(i)).sum()
        return total

    check(f, 50)


def test_rows_of_an_array_as_arguments():
    @njit
    def inner(p, q, r=5):
        return p * 100 + q * 10 + r

    @njit
    def outer(a, m):
        return inner(*a[:2]), inner(*a[:6:2]), inner(*m), inner(3, *a[1:3])

    a = np.arange(6)
    assert outer(a, a.reshape(3, 2))[:2] == (15, 24)
    assert outer(a, a.reshape(3, 2))[3] == 312
    np.testing.assert_array_equal(outer(a, a.reshape(3, 2))[2], [24, 135])


class Coordinates:
    def __init__(self, *values):
        self.values = list(values)

    def doubled(self):
        return Coordinates(*[2 * v for v in self.values])


def test_items_of_lists_go_to_a_parameter_for_the_rest():
    @njit
    def rest(*items):
        return len(items), sum(items), items

    @njit
    def both(p, q, *items, r=1):
        return p - q + r, items

    @njit
    def outer(x, items, a):
        def rest_inside(*v):
            return sum(v), len(v)

        point = Coordinates(*items).doubled()
        return rest(*items), both(x, *items), both(*items, r=x), both(x, x, x, *items), rest_inside(*a), point.values

    for items in ([1, 2, 3], [4, 5]):
        arguments = 7, items, np.arange(4.0)
        assert outer(*arguments) == outer.py_func(*arguments)
    with pytest.raises(TypeError, match=r"both\(\) missing 1 required positional argument: 'q'"):
        outer(7, [1], np.arange(4.0))

    @njit
    def with_default(items):
        def inner(p=1, *rest):
            return p

        return inner(*items)

    with pytest.raises(NumbaError, match="both defaults and"):
        with_default([1])


def test_items_of_iterables_are_arguments():
    """What is no tuple, list or array is gone through first."""

    class Stack:
        def __init__(self, *items):
            self.items = list(items)

    @njit
    def all_of(*items):
        return len(items), sum(items)

    @njit
    def some_of(a, b, c=5):
        return a * 100 + b * 10 + c

    def program(n):
        def doubled():
            for k in range(n):
                yield 2 * k

        return (
            all_of(*range(n)),
            all_of(*doubled()),
            all_of(*{4, 5, 6}),
            all_of(*(k * k for k in range(n))),
            some_of(*range(n)),
            Stack(*range(n)).items,
            Stack(*[n] * 7).items,
            max(*range(n)),
        )

    for n in (2, 3):
        check(program, n)

    def too_many(n):
        return some_of(*range(n))

    check(too_many, 4, same_error_args=False)
    check(too_many, 1, same_error_args=False)


@pytest.mark.parametrize("items", [[1, 2], [1.5, 2.5], np.arange(2), [1, 2, 3], [4]])
def test_items_of_lists_as_fields_of_named_tuples(items):
    def plain(items):
        point = Point(*items)
        return point.x + point.y, Point(*[x + 1 for x in items]).y

    if len(items) == 2:
        assert njit(plain)(items) == plain(items)
    else:
        with pytest.raises(TypeError):
            njit(plain)(items)
