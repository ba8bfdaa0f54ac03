"""Programs of ordinary users, each compared with the uncompiled function on several inputs."""

from __future__ import annotations

import cmath
import math
import operator
from collections import namedtuple

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, source

RNG = np.random.default_rng(2024)
X = RNG.normal(size=50)
Y = RNG.normal(size=50)
COUNTS = RNG.integers(0, 9, 40)

Particle = namedtuple("Particle", "x v mass")
GRAVITY = 9.81
WEIGHTS = (0.25, 0.5, 0.25)
TABLE = np.array([1.0, 4.0, 9.0, 16.0])
LIMITS = {"steps": 10}["steps"]

CASES = []


def case(*calls, rtol=0.0):
    """Register a program with the arguments of each call."""

    def register(function):
        CASES.extend(pytest.param(function, call, rtol, id=f"{function.__name__}-{k}") for k, call in enumerate(calls))
        return function

    return register


# ------------------------------------------------------------------------------------------------ numbers and loops


@case((10,), (1,), (0,), (90,))
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@case((48, 36), (17, 5), (0, 4), (2**40, 6**12))
def euclid(a, b):
    while b:
        a, b = b, a % b
    return a


@case((27,), (1,), (97,))
def collatz(n):
    steps = highest = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        highest = max(highest, n)
        steps += 1
    return steps, highest


@case((2.0,), (1e10,), (0.25,))
def newton_root(x):
    guess = x
    for iteration in range(100):
        better = 0.5 * (guess + x / guess)
        if abs(better - guess) < 1e-12 * better:
            return better, iteration
        guess = better
    raise RuntimeError("no convergence")


@case((100,), (2,), (1,), (1000,))
def count_primes(n):
    count = 0
    for candidate in range(2, n):
        for divisor in range(2, int(candidate**0.5) + 1):
            if candidate % divisor == 0:
                break
        else:
            count += 1
    return count


@case((0.3, 0.5), (-0.5, 0.0), (2.0, 2.0), (-1.2, 0.1))
def mandelbrot(re, im):
    c, z = complex(re, im), 0j
    for k in range(80):
        if abs(z) > 2.0:
            return k
        z = z * z + c
    return 80


@case((153,), (154,), (9474,))
def is_armstrong(n):
    digits, rest = 0, n
    while rest:
        rest //= 10
        digits += 1
    total, rest = 0, n
    while rest:
        rest, digit = divmod(rest, 10)
        total += digit**digits
    return total == n


@case((5, 3, 7), (3, 13, 7), (2, 0, 5))
def power_mod(base, exponent, modulus):
    result = 1
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        exponent >>= 1
        base = base * base % modulus
    return result


@case((1.0, -3.0, 2.0), (1.0, 2.0, 5.0), (0.0, 2.0, 1.0))
def quadratic(a, b, c):
    if a == 0:
        return (complex(-c / b), None)
    root = cmath.sqrt(b * b - 4 * a * c)
    # Signs of zero where a real number meets a complex one are another thing in CPython 3.14.
    return ((complex(-b) + root) / (2 * a), (complex(-b) - root) / (2 * a))


@case((12, 2), (255, 16), (7, 10))
def digit_sum(n, base):
    total = 0
    while (n := n // base if total else n) and total < 1000:
        total += n % base
        n //= base
        if not n:
            break
    return total


@case((3.7,), (-3.7,), (2.5,), (-0.5,), (1e300,))
def roundings(x):
    return math.floor(x) if abs(x) < 1e18 else 0, round(x, 1), math.trunc(x) if abs(x) < 1e18 else 0, int(abs(x) < 10)


@case((7, 2), (-7, 2), (7, -2), (-7, -2))
def integer_arithmetic(a, b):
    return a // b, a % b, divmod(a, b), a / b, a**2, -a, +b, ~a, a & b, a | b, a ^ b, a << 2, a >> 1


@case((5,), (0,), (12,))
def recursion(n):
    def helper(k, total):
        return total + k * k

    total = 0
    for k in range(n):
        total = helper(k, total)
    return total


# -------------------------------------------------------------------------------------------------- control flow


@case((1,), (5,), (12,), (40,))
def nested_loops(n):
    found = 0
    for a in range(1, n):
        for b in range(a, n):
            c = math.isqrt(a * a + b * b)
            if c > n:
                break
            if c * c != a * a + b * b:
                continue
            found += 1
    return found


@case((0,), (3,), (11,))
def while_else(n):
    k = 0
    while k < n:
        if k == 7:
            result = "seven"
            break
        k += 1
    else:
        result = "end"
    return result, k


@case((0,), (1,), (2,), (3,), (-5,))
def matching(code):
    match code:
        case 0:
            return "idle"
        case 1 | 2:
            return "busy"
        case k if k < 0:
            return "broken"
        case _:
            return "unknown"


@case(((0, 0),), ((0, 3),), ((2, 0),), ((2, 3),))
def matching_points(point):
    match point:
        case (0, 0):
            return 0
        case (0, y):
            return y
        case (x, 0):
            return x * 10
        case (x, y):
            return x * y * 100
    return -1


@case((X,), (np.zeros(3),), (np.zeros(0),))
def walrus(a):
    count = 0
    k = 0
    while k < a.size and (value := a[k]) < 1.5:
        count += value > 0
        k += 1
    return count, k


@case((5, True), (5, False), (0, True))
def conditional_expressions(n, flag):
    value = n * 2 if flag else -n
    sign = 1 if value > 0 else -1 if value < 0 else 0
    return value, sign, n > 2 and flag, n or 7, not flag, 0 < n < 10


@case((0,), (1,), (5,))
def exceptions(n):
    total = 0
    for k in range(-2, n):
        try:
            total += 10 // k
        except ZeroDivisionError:
            total += 1000
        else:
            total += 1
        finally:
            total += 10000
    return total


@case((1.0,), (-1.0,), (0.0,))
def raising(x):
    if x < 0:
        raise ValueError(f"negative value: {x}")
    if x == 0:
        raise ZeroDivisionError("zero")
    return math.log(x)


@case((0,), (3,))
def handler_reraises(n):
    try:
        try:
            return 10 // n
        except ZeroDivisionError:
            raise ValueError("wrong")
    except ValueError as error:
        return -1 if str(error) == "wrong" else -2


@case((6,), (0,))
def continue_in_handler(n):
    done = 0
    for k in range(n):
        try:
            if k % 2:
                raise ValueError
        except ValueError:
            continue
        done += k
    return done


# -------------------------------------------------------------------------------------------------------- functions


@case((1,), (2, 5), (1, 2, 3))
def defaults(a, b=10, c=None):
    return a + b if c is None else a + b * c


@njit
def weighted(x, y, *, scale=1.0, offset=0.0):
    return (x + 2 * y) * scale + offset


@njit
def total_of(*values):
    total = 0.0
    for value in values:
        total += value
    return total


@case((1.0, 2.0), (0.5, -1.5))
def keyword_calls(x, y):
    pair = (x, y)
    options = weighted(*pair, scale=3.0)
    return weighted(x, y), weighted(y=x, x=y, offset=1.0), options, weighted(*pair, offset=1.0, scale=2.0)


@case((1, 2.5), (3, 4))
def star_arguments(x, y):
    first, *rest = (x, y, x * y, x - y)
    return total_of(), total_of(x), total_of(x, y, 3), total_of(*rest), first


@njit
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@njit
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


@njit
def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@case((5,), (0,), (20,))
def recursive_calls(n):
    return factorial(n), is_even(n), is_odd(n)


@njit
def apply_twice(f, x):
    return f(f(x))


@njit
def bisect(f, low, high):
    for _ in range(60):
        middle = 0.5 * (low + high)
        if f(low) * f(middle) <= 0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@njit
def cubic(x):
    return x**3 - 2 * x - 5


@case((1.0, 3.0), (2.0, 2.5))
def functions_as_arguments(low, high):
    return bisect(cubic, low, high), apply_twice(math.sqrt, high), apply_twice(np.cos, low)


@case((2.0, 5), (0.5, 3))
def closures(rate, n):
    def step(x, k):
        return x * rate + k

    x = 1.0
    for k in range(n):
        x = step(x, k)
    return x


@case((3,), (8,))
def lambdas(n):
    square = lambda v: v * v  # noqa: E731
    shift = lambda v, by=2: v + by  # noqa: E731
    return square(n) + shift(n) + shift(n, 5) + shift(by=1, v=n)


@case((2.0,), (7.5,))
def frozen_globals(x):
    return x * GRAVITY + WEIGHTS[1] + TABLE[2] + TABLE.sum() + LIMITS + len(WEIGHTS)


@case((X, 2.0), (np.zeros(3), 1.0))
def generic_helper(a, factor):
    helper = scaled
    return helper(a, factor), helper(1, 2), helper(a[0], 1j)


@njit
def scaled(value, factor):
    return value * factor


# ------------------------------------------------------------------------------------------------ tuples and others


@case(((1, 2.0),), ((5, -1.0),))
def tuple_handling(pair):
    a, b = pair
    swapped = (b, a)
    nested = (pair, swapped, a)
    (c, d), _, e = nested
    return swapped + (c,), nested[0][1], len(nested), pair == (1, 2.0), pair < (2, 0.0), d, e


@case((Particle(1.0, 2.0, 3.0), 0.1), (Particle(0.0, 0.0, 1.0), 1.0))
def named_tuples(p, dt):
    moved = Particle(p.x + p.v * dt, p.v - GRAVITY * dt, p.mass)
    energy = 0.5 * moved.mass * moved.v**2
    x, v, mass = moved
    return moved, energy, moved[1], x + v + mass, Particle(mass=1, x=2, v=3)


@case(((3, 1, 2),), ((5, 5, 5),))
def tuple_builtins(t):
    return sum(t), min(t), max(t), 3 in t, t[::-1], t[1:], t[-1], t * 2, t.index(5) if 5 in t else -1, t.count(5)


@case((X, Y), (np.arange(4), np.arange(3.0)))
def zipped(a, b):
    total = 0.0
    for k, (x, y) in enumerate(zip(a, b)):  # noqa: B905
        total += k * x * y
    for x in reversed(a):
        total -= x
    return total


@case((5, 2), (0, 1), (10, 3))
def ranges(n, step):
    up = down = 0
    for k in range(0, n, step):
        up += k
    for k in range(n, -n, -step):
        down += k * k
    r = range(2, n, step)
    return up, down, len(r), 4 in r, r[0] if len(r) else None


@case(("fast", 4), ("slow", 4), ("other", 4))
def string_options(mode, n):
    if mode == "fast":
        return n * 2.0
    elif mode in ("slow", "careful"):
        return n / 2.0
    raise ValueError(f"unknown mode {mode!r}")


@case((None,), (3,), (2.5,))
def optional_value(x):
    if x is None:
        x = 1
    return x * 2


@case((X, 0.5), (X, 100.0))
def first_above(a, limit):
    for k, value in enumerate(a):
        if value > limit:
            return k
    return None


@case((3, 2.5, True, 1 + 2j))
def type_tests(i, f, b, c):
    return (
        isinstance(i, int),
        isinstance(f, float),
        isinstance(f, (int, complex)),
        isinstance(b, bool),
        isinstance(c, complex),
        bool(i),
        int(f),
        float(i),
        complex(f, i),
    )


@case((1 + 2j, 3 - 1j), (0j, 1j), (-2.5 + 0j, 2 + 2j), rtol=1e-14)
def complex_arithmetic(a, b):
    return a + b, a * b, a / b, a - b, a.conjugate(), a.real, b.imag, abs(b), -a, a == b, cmath.phase(b), cmath.exp(1j * a)


@case((0.5, 2.0), (1.5, 3.5), rtol=1e-14)
def math_module(x, y):
    return (
        math.hypot(x, y),
        math.atan2(y, x),
        math.copysign(x, -y),
        math.fmod(y, x),
        math.pi * math.e,
        math.degrees(x),
        math.gamma(y),
        math.erf(x),
        math.isfinite(x / y),
        math.log(y, 2),
        math.exp(-x) + math.log1p(x) + math.expm1(x),
        math.inf > y,
        math.gcd(12, 18),
    )


@case((3, 4), (2.5, 0.5))
def operator_module(a, b):
    return operator.add(a, b), operator.lt(a, b), operator.truediv(a, b), operator.neg(a), operator.mul(a, b)


@pytest.mark.parametrize(("function", "arguments", "rtol"), CASES)
def test_program(function, arguments, rtol):
    check(function, *arguments, rtol=rtol)


def test_assertions():
    """As source text: pytest rewrites the assertions of its modules."""
    program = source("def f(n):\n    assert n > 0, f'n must be positive, got {n}'\n    assert n != 5\n    return n\n")
    for n in (3, -3, 5):
        check(program, n)


def test_inner_functions_as_arguments():
    @njit
    def compiled(low):
        offset = low / 10
        return bisect(lambda x: x * x - 2 - offset, 0.0, 4.0)

    assert compiled(1.0) == pytest.approx(math.sqrt(2.1))


@pytest.mark.parametrize("value", [(), (1,), (1, 2), (3, 2.5, 7), 5, 2.5, (1, (2, 3)), ((0, 1), 4)])
def test_sequence_patterns(value):
    def f(value):
        match value:
            case ():
                return 0, 0
            case (1, (x, y)):
                return x, y
            case (0 | 1 as first,):
                return first, -1
            case ((a, b), c):
                return a + b, c
            case (1, _):
                return 1, -2
            case (first, *rest):
                return first, len(rest)
            case _:
                return -3, -3

    check(f, value)


def test_sequence_patterns_of_arrays():
    def f(a):
        match a.shape:
            case (n,):
                return n
            case (n, m):
                return n * m
        return -1

    check(f, np.zeros(3))
    check(f, np.zeros((3, 4)))
    check(f, np.zeros((1, 2, 3)))


def test_functions_made_by_exec():
    namespace = {"math": math}
    exec("def area(r, scale=2):\n    return math.pi * r * r * scale\n", namespace)
    check(namespace["area"], 2.0)
    check(namespace["area"], 2.0, 3)


def test_factories():
    def make(power):
        def f(x):
            return x**power

        return f

    for power in (2, 3, 0.5):
        check(make(power), 4.0)


def test_keywords_from_python():
    def f(a, b=2, *, c=3, d=4.0):
        return a * b + c * d

    check(f, 1)
    check(f, 1, keywords={"c": 5})
    check(f, 1, 2, keywords={"d": 0.5, "c": 1})
    check(f, keywords={"b": 7, "a": 2})
