"""The options ``inline`` and ``forceinline``."""

from __future__ import annotations

import subprocess
import sys
import types

import numpy as np
import pytest

import coluber
from coluber import TypingError, njit
from coluber.core import ir
from coluber.extending import overload, overload_attribute, overload_method

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


@pytest.mark.parametrize("options", [{}, {"inline": "never"}, {"inline": lambda *args: False}])
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


# ------------------------------------------------------------------------------------------------------- callables


def test_a_callable_is_asked_for_each_call_with_the_ir_of_both_functions():
    asked = []

    def decide(expr, caller, callee):
        asked.append((type(expr), expr.op, len(expr.args), caller.func_id.func_name, callee.func_id.func_name))
        return caller.infer_constant(expr.args[0]) > 2

    callee = make_large(inline=decide)

    @njit
    def caller(a):
        return callee(1, a) + callee(5, a) + callee(2, a) + callee(3, a)

    assert caller(0.5) == caller.py_func(0.5)
    assert sorted(asked) == [(ir.Expr, "call", 2, "caller", "large")] * 4
    assert calls(caller, "large$") == 2


@pytest.mark.parametrize("answer", [True, False])
def test_a_callable_of_a_member_of_a_module_and_of_a_captured_function(answer):
    module = types.ModuleType("functions")
    module.large = make_large(inline=lambda expr, caller, callee: answer)
    captured = module.large

    @njit
    def caller(n, a):
        return module.large(n, a) + captured(n + 1, a=a)

    assert caller(5, 0.5) == caller.py_func(5, 0.5)
    assert calls(caller, "large$") == (0 if answer else 2)


def test_callers_of_other_functions_are_not_asked_about():
    asked = []
    njit(inline=lambda *args: asked.append(args))(lambda x: x)
    callee = njit(lambda x: x + 1)
    assert njit(lambda x: callee(x))(2) == 3
    assert asked == []


def test_what_a_callable_raises():
    def decide(expr, caller, callee):
        raise LookupError("no decision")

    callee = njit(inline=decide)(lambda x: x + 1)
    with pytest.raises(LookupError, match="no decision") as info:
        njit(lambda x: callee(x))(2)
    assert any("raised by the callable of the option inline (" in note for note in info.value.__notes__)


def test_a_callable_and_a_signature():
    add = njit("float64(float64, float64)", inline=lambda *args: True)(lambda a, b: a + b)
    caller = njit(lambda a: add(a, 2))
    assert caller(1) == 3.0
    assert type(caller(1)) is float


def test_a_callable_of_a_recursive_function():
    @njit(inline=lambda *args: True)
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    assert njit(lambda n: fibonacci(n))(11) == 89
    assert fibonacci(10) == 55


@pytest.mark.parametrize("answer", [True, False])
def test_a_callable_of_an_implementation(answer):
    asked = []

    def scaled(x, factor=2):
        return x * factor

    def decide(expr, caller, callee):
        asked.append((expr.op, caller.typemap["y"], caller.signature.return_type, callee.func_ir.func_id.func_name))
        assert callee.signature is caller.signature
        assert callee.typemap["x"] == coluber.types.unliteral(caller.signature.args[0])
        return answer

    @overload(scaled, inline=decide)
    def ov_scaled(x, factor=2):
        if isinstance(x, coluber.types.Float):
            return lambda x, factor=2: x * factor
        return lambda x, factor=2: x * factor + 1

    @njit
    def caller(y):
        return scaled(y) + scaled(y, factor=3), scaled(7)

    assert caller(1.5) == (7.5, 15)
    assert asked[0] == ("call", coluber.types.float64, coluber.types.float64, "<lambda>")
    assert len(asked) == 3


def test_a_callable_of_a_method_an_attribute_and_an_operator():
    asked = []

    def decide(expr, caller, callee):
        asked.append(expr.op)
        return True

    overload_method(coluber.types.Array, "grown_by", inline=decide)(lambda array, n: lambda array, n: array.size + n)
    overload_attribute(coluber.types.Array, "double_size", inline=decide)(lambda array: lambda array: array.size * 2)

    @njit
    def caller(array):
        return array.grown_by(3), array.double_size

    assert caller(np.ones(4)) == (7, 8)
    assert sorted(asked) == ["call", "getattr"]


def test_functions_that_a_callable_was_asked_about_are_not_kept(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "from coluber import njit\n"
        "def decide(expr, caller, callee):\n    print('asked')\n    return True\n"
        "@njit(inline=decide, cache=True)\ndef callee(x):\n    return x + 1\n"
        "@njit(cache=True)\ndef caller(x):\n    return callee(x)\n"
        "@njit(cache=True)\ndef other(x):\n    return x\n"
        "print(caller(1), other(2), sum(caller.stats.cache_hits.values()), sum(other.stats.cache_hits.values()))\n"
    )
    texts = [subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert texts == ["asked\n2 2 0 0\n", "asked\n2 2 0 1\n"]
