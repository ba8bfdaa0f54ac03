"""Branches, loops, and expressions that branch."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, expression, source


def if_elif_else(x):
    if x < 0:
        return -1
    elif x == 0:
        return 0
    else:
        return 1


def if_without_else(x):
    y = 1
    if x > 3:
        y = 2
    return y


def nested_if(a, b):
    if a > 0:
        if b > 0:
            r = 1
        else:
            r = 2
    else:
        if b > 0:
            r = 3
        else:
            r = 4
    return r


def early_return_in_loop(n):
    for i in range(n):
        if i * i > 50:
            return i
    return -1


def while_loop(n):
    i = 0
    total = 0
    while i < n:
        total += i
        i += 1
    return total


def while_true_break(n):
    while True:
        n = n // 2
        if n < 3:
            break
    return n


def while_else(n):
    while n > 10:
        n -= 3
        if n == 12:
            break
    else:
        n = -n
    return n


def for_else(n, wanted):
    for i in range(n):
        if i == wanted:
            r = 100
            break
    else:
        r = 200
    return r


def continue_loop(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        total += i
    return total


def nested_loops(n, m):
    total = 0
    for i in range(n):
        for j in range(m):
            if j > i:
                break
            if (i + j) % 2:
                continue
            total += i * 10 + j
        else:
            total += 1000
    return total


def break_outer_with_flag(n):
    found = -1
    for i in range(n):
        for j in range(n):
            if i * j == 12:
                found = i * 100 + j
                break
        if found >= 0:
            break
    return found


def triple_nest(n):
    count = 0
    for i in range(n):
        for j in range(i, n):
            k = j
            while k < n:
                count += i + j + k
                k += 2
    return count


def fibonacci(n):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n -= 1
    return a


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def truth_of_values(i, x, z):
    r = 0
    if i:
        r += 1
    if x:
        r += 2
    if z:
        r += 4
    if not i:
        r += 8
    return r


def loop_variable_after_loop(n):
    i = -5
    for i in range(n):
        pass
    return i


def loop_variable_is_assigned(n):
    total = 0
    for i in range(n):
        total += i
        i = 100
        total += i
    return total


def pass_statements(x):
    if x:
        pass
    else:
        pass
    for _ in range(3):
        pass
    while False:
        pass
    return x


def unreachable_code(x):
    return x
    return x + 1


def constant_conditions(x):
    if True:
        x += 1
    if False:
        x += 10
    if 1 and 2:
        x += 100
    while 0:
        x += 1000
    return x


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@pytest.mark.parametrize("x", [-3, 0, 9])
@pytest.mark.parametrize(
    "function",
    [if_elif_else, if_without_else, pass_statements, unreachable_code, constant_conditions, loop_variable_after_loop],
)
def test_one_argument(function, x):
    check(function, x)


@pytest.mark.parametrize("a", [-1, 1])
@pytest.mark.parametrize("b", [-1, 1])
def test_nested_if(a, b):
    check(nested_if, a, b)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 40])
@pytest.mark.parametrize(
    "function",
    [
        early_return_in_loop,
        while_loop,
        while_true_break,
        while_else,
        continue_loop,
        break_outer_with_flag,
        triple_nest,
        fibonacci,
        loop_variable_is_assigned,
    ],
)
def test_loops(function, n):
    check(function, n)


@pytest.mark.parametrize(("n", "wanted"), [(0, 0), (5, 3), (5, 9), (5, 4)])
def test_for_else(n, wanted):
    check(for_else, n, wanted)


@pytest.mark.parametrize(("n", "m"), [(0, 5), (5, 0), (4, 7), (7, 4)])
def test_nested_loops(n, m):
    check(nested_loops, n, m)


@pytest.mark.parametrize(("a", "b"), [(12, 18), (17, 5), (0, 4)])
def test_gcd(a, b):
    check(gcd, a, b)


@pytest.mark.parametrize("n", [1, 27, 97])
def test_collatz(n):
    check(collatz, n)


@pytest.mark.parametrize("arguments", [(0, 0.0, 0j), (1, 0.5, 1j), (-1, float("nan"), 0j)])
def test_truth_of_values(arguments):
    check(truth_of_values, *arguments)


@pytest.mark.parametrize("values", [(0, 4, 2), (4, 0, -2), (10, 0, -3), (0, 0, 1), (5, 1, 1), (-3, 3, 4), (3, -3, 1)])
def test_range_with_step(values):
    def f(start, stop, step):
        total = 0
        count = 0
        for i in range(start, stop, step):
            total = total * 3 + i
            count += 1
        return total, count

    check(f, *values)


def test_range_of_a_variable_that_a_loop_carries():
    def f(n):
        total = 0
        i = 2
        while i * i <= n:
            if n % i:
                for j in range(i * i, n + 1, i):
                    total += j
            i += 1
        return total

    check(f, 50)


def test_range_whose_step_is_constant_on_one_path():
    def f(n):
        step = 1
        if n > 3:
            step = n // 2
        total = 0
        for i in range(0, 20, step):
            total = total * 3 + i
        return total

    check(f, 2)
    check(f, 10)


def test_range_of_zero_step():
    def f(step):
        for i in range(0, 3, step):
            return i
        return 9

    check(f, 0, same_error_args=False)


def test_range_bounds_are_read_once():
    def f(n):
        total = 0
        for _ in range(n):
            n += 1
            total += n
        return total

    check(f, 5)


@pytest.mark.parametrize(
    "text", ["range(a).start", "range(1, a).stop", "range(1, a, 3).step", "len(range(a))", "len(range(a, 0, -2))"]
)
def test_range_attributes(text):
    check(expression(text, "a"), 7)


@pytest.mark.parametrize("value", [0, 3, 5])
@pytest.mark.parametrize(
    "text",
    [
        "1 if a > 3 else 2",
        "a if a else 7",
        "(1 if a > 4 else 2) if a > 1 else 3",
        "a and 7",
        "a or 7",
        "a > 1 and a < 5",
        "a > 4 or a < 1",
        "not a",
        "not (a > 3 and a < 9) or a == 5",
        "1 < a < 5",
        "0 <= a <= 3 < 9",
        "1 < a > 2 != a",
        "a == 3 == True",
        "(a > 3) == (a < 7)",
    ],
)
def test_conditional_expression(text, value):
    check(expression(text, "a"), value)


def test_chained_comparison_evaluates_the_middle_once():
    def f(n):
        calls = np.zeros(1, np.int64)

        def middle():
            calls[0] += 1
            return n

        inside = 0 < middle() < 10
        return inside, calls[0]

    check(f, 5)


def test_short_circuit_skips_the_right_side():
    def f(a, n):
        if n < len(a) and a[n] > 0.5:
            return 1
        return 0

    check(f, np.ones(3), 10)
    check(f, np.ones(3), 1)


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_walrus_in_condition(n):
    def f(n):
        if (m := n * 2) > 3:
            return m
        return -m

    check(f, n)


def test_walrus_in_while():
    def f(n):
        total = 0
        while (n := n - 3) > 0:
            total += n
        return total, n

    check(f, 20)


def test_walrus_in_expression():
    check(expression("(b := a + 1) * b", "a"), 4)


def test_walrus_as_argument():
    def f(x):
        y = abs(z := x - 5)
        return y, z

    check(f, 2)


@pytest.mark.parametrize("value", [0, 1, 2, 3, 4, 5, -1])
def test_match_on_integers(value):
    def f(x):
        match x:
            case 0:
                return 10
            case 1 | 2:
                return 20
            case -1:
                return 40
            case n if n > 4:
                return n
            case _:
                return 30

    check(f, value)


@pytest.mark.parametrize("value", ["red", "green", "blue"])
def test_match_on_strings(value):
    def f(x):
        match x:
            case "red":
                r = 1
            case "green":
                r = 2
            case _:
                r = 3
        return r

    check(f, value)


def test_match_without_a_case_that_fits():
    def f(x):
        r = 5
        match x:
            case 1:
                r = 6
        return r

    check(f, 1)
    check(f, 2)


@pytest.mark.parametrize("value", [0.5, 2.0, 7.0])
def test_match_on_floats(value):
    def f(x):
        match x:
            case 0.5:
                return 1
            case 2.0:
                return 2
        return 3

    check(f, value)


# pytest rewrites `assert` in test modules, so these functions come from text.
@pytest.mark.parametrize("x", [1, -1])
@pytest.mark.parametrize("statement", ["assert x > 0", "assert x > 0, 'x must be positive'", "assert x > 0, x"])
def test_assert(statement, x):
    check(source(f"def f(x):\n    {statement}\n    return x\n"), x)


def test_iterate_array():
    def f(a):
        total = 0.0
        for x in a:
            total = total * 0.5 + x
        return total

    check(f, np.arange(7.0))
    check(f, np.arange(20.0)[::-3])


def test_iterate_rows():
    def f(a):
        total = 0.0
        for row in a:
            total = total * 0.5 + row[0] - row[1]
        return total

    check(f, np.arange(12.0).reshape(6, 2))


def test_iterate_tuple():
    def f(t):
        total = 0
        for x in t:
            total = total * 10 + x
        return total

    check(f, (3, 1, 4))


@pytest.mark.parametrize("start", [0, 5])
def test_enumerate(start):
    def f(a, start):
        total = 0.0
        for i, x in enumerate(a, start):
            total += i * x
        return total

    check(f, np.arange(5.0), start)


def test_zip():
    def f(a, b, t):
        total = 0.0
        for x, y, z in zip(a, b, t):
            total = total * 0.5 + x * y - z
        return total

    check(f, np.arange(5.0), np.arange(9), (1, 2, 3))


def test_enumerate_of_zip():
    def f(a, b):
        total = 0
        for i, (x, y) in enumerate(zip(a, b)):
            total = total * 3 + i * x - y
        return total

    check(f, np.arange(4), np.arange(6) * 2)


@pytest.mark.parametrize("text", ["range(2, 11, 3)", "(4, 7, 1)", "np.arange(5)", "range(0)"])
def test_reversed(text):
    check(
        source(f"def f():\n    total = 0\n    for i in reversed({text}):\n        total = total * 13 + i\n    return total\n")
    )


def test_deeply_nested_expression():
    text = "a"
    for i in range(40):
        text = f"({text} + {i})"
    check(expression(text, "a"), 3)


def test_many_branches():
    lines = ["def f(x):"]
    for i in range(60):
        lines += [f"    if x == {i}:", f"        return {i * i}"]
    lines.append("    return -1")
    function = source("\n".join(lines))
    for x in (0, 31, 59, 60):
        check(function, x)


def test_type_changes_with_assignment():
    def f(x):
        y = x
        y = y * 0.5
        z = y > 1
        y = z
        return y

    check(f, 3)


def test_variable_with_separate_types_in_separate_branches():
    def f(n):
        total = 0.0
        for i in range(n):
            if i % 2:
                v = i * 2
                total += v
            else:
                v = i * 0.5
                total -= v
        return total

    check(f, 9)


def test_swap_in_loop():
    def f(n):
        a, b, c = 1, 2, 3
        for _ in range(n):
            a, b, c = c, a, b
        return a, b, c

    for n in range(4):
        check(f, n)


def test_implicit_return_is_none():
    def f(x):
        x + 1

    check(f, 1)


def test_bare_return():
    def f(a):
        if a[0] > 0:
            return
        a[0] = 5

    check(f, np.zeros(1))
    check(f, np.ones(1))
