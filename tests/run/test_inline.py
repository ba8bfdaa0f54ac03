"""The options ``inline`` and ``forceinline``."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import TypingError, njit

# More work than the optimiser copies to each call of its own accord.
LARGE = """
def large(n, a):
    total = 0.0
    for i in range(n):
{body}    return total
"""


def make_large(**options):
    rows = "".join(
        f"        if total % {k + 2} > {k} - a:\n            total += (a * i) % ({k} + n) + total / (i + {k}.5)\n"
        for k in range(40)
    )
    scope = {}
    exec(LARGE.format(body=rows), scope)
    return njit(**options)(scope["large"])


def calls(function, name):
    """How many calls of a function there are in the LLVM IR of the caller's only specialisation."""
    (text,) = function.inspect_llvm().values()
    return sum(f'@"{name}' in line and " call " in line for line in text.splitlines())


def make_caller(callee):
    @njit
    def caller(n, a):
        return callee(n, a) + callee(n + 1, a) + callee(n, a + 1.0)

    return caller


def never(expr, caller, callee):
    raise AssertionError("a cost model of Numba's code is not called")


@pytest.mark.parametrize("options", [{}, {"inline": "never"}, {"inline": never}])
def test_the_optimiser_leaves_calls_of_large_functions(options):
    callee = make_large(**options)
    caller = make_caller(callee)
    assert caller(5, 0.5) == caller.py_func(5, 0.5)
    assert calls(caller, "large$") == 3


@pytest.mark.parametrize("options", [{"inline": "always"}, {"forceinline": True}, {"inline": "always", "debug": True}])
def test_always_leaves_no_call(options):
    callee = make_large(**options)
    # What is linked already is not called instead.
    callee(3, 0.5)
    caller = make_caller(callee)
    assert caller(5, 0.5) == caller.py_func(5, 0.5)
    assert calls(caller, "large$") == 0


@pytest.mark.parametrize("options", [{"inline": "always"}, {"forceinline": True}])
def test_always_in_a_function_that_is_debugged(options):
    @njit(**options)
    def small(x):
        return x * 2

    @njit(debug=True)
    def caller(x):
        return small(x) + small(x + 1)

    assert caller(3) == 14
    assert calls(caller, "small$") == 0


@pytest.mark.parametrize("options", [{"inline": "always"}, {"forceinline": True}])
def test_recursive_functions_are_compiled(options):
    @njit(**options)
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    @njit
    def caller(n):
        return fibonacci(n)

    assert fibonacci(10) == 55
    assert caller(11) == 89


@pytest.mark.parametrize("value", ["often", 3, None, True])
def test_other_values_are_refused(value):
    with pytest.raises(ValueError, match=f"option inline must be 'always', 'never' or a callable, got {value!r}"):
        njit(inline=value)


def test_types_beside_the_signatures_of_what_is_inlined():
    add = njit("float64(float64[::1], float64[::1])", inline="always")(lambda a, b: a[0] + b[0])
    fixed = njit("float64(float64[::1], float64[::1])")(lambda a, b: a[0] + b[0])
    read_only = np.ones(3)
    read_only.flags.writeable = False
    assert njit(lambda a, b: add(a, b))(np.ones(3), read_only) == 2.0
    with pytest.raises(TypingError, match="No matching definition"):
        njit(lambda a, b: fixed(a, b))(np.ones(3), read_only)
