"""Inner loops that end by what they compute, whose turns run side by side for several iterations of the loop around them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import njit, prange, vectorize


def escape(out, n):
    for y in range(n):
        for x in range(n):
            c = complex(-2.0 + 3.0 * x / n, -1.0 + 2.0 * y / n)
            z = 0j
            count = 50
            for k in range(50):
                z = z * z + c
                if z.real * z.real + z.imag * z.imag >= 4:
                    count = k
                    break
            out[x] = out[x] * 3 + count


def escape_in_all(out, n):
    for y in prange(n):
        z, k = 0.1 * y, 0
        while abs(z) < 100.0 and k < 1000:
            z = z * z - 0.7
            k += 1
        out[y] = k + z


def newton(out, n):
    for i in range(n):
        a = i + 0.5
        x = a
        while abs(x * x - a) > 1e-12 * a:
            x = 0.5 * (x + a / x)
        out[i] = x


def single(out, n):
    one = np.float32(1)
    for i in range(n):
        x = np.float32(i)
        while x > one:
            x = x / np.float32(3) - np.float32(0.25)
        out[i] = x


def halving(out, n):
    for i in range(n):
        low, high = 0.0, float(i + 1)
        while high - low > 1e-9:
            middle = (low + high) / 2
            if middle * middle * middle > i:
                high = middle
            else:
                low = middle
        out[i] = low


def flags(out, n):
    for i in range(n):
        x, odd, k = i * 0.37, False, np.uint8(0)
        while x < 50:
            x = x * 1.5 + 1
            odd = not odd
            k += np.uint8(1)
        out[i] = x + odd * 1000 + k


def skipping(out, n):
    for i in range(n):
        if i % 5 == 3:
            continue
        x = 1.0 + i
        while x > 0.1:
            x *= 0.6
        out[i] = x


def sums(out, n):
    total, best = 0.0, -1
    for i in range(n):
        x, k = 1.0 + i, 0
        while x > 0.01:
            x *= 0.55
            k += 1
        total += x
        if k > best:
            best = k
        out[i] = total
    return total, best


def returning(out, n):
    for i in range(n):
        x, k = 1000.0, 0
        while x > 1:
            x = x * 0.9 - i * 0.001
            k += 1
            if k > 40 and i > 70:
                return i, k, x
        out[i] = k
    return None


def breaking(out, n):
    found = -1
    for i in range(n):
        x = 100.0 + i
        while x > 1:
            x /= 1.5
        if x < 0.7:
            found = i
            break
        out[i] = x
    return found


def raising(out, n):
    for i in range(n):
        x, k = 50.0 - i, 0
        while k < 30:
            x = x + 1.0 / x
            k += 1
            if x > 100 or x < -100:
                break
        out[i] = x
    return 1


def raising_before(out, n):
    for i in range(n):
        x = 7.0 / (45 - i)
        while x < 3:
            x = x * 1.3 + 0.5
        out[i] = x


def raising_behind(out, n):
    for i in range(n):
        x = 5.0
        while x > 0.2:
            x *= 0.7
        if i == 61:
            raise ValueError("behind", i)
        out[i] = x


def caught(out, n):
    for i in range(n):
        try:
            x = 40.0 - i
            k = 0
            while k < 10:
                x += 2 / x
                k += 1
            out[i] = x
        except ZeroDivisionError:
            out[i] = -1


def endless_behind(out, n):
    """From iteration 20 on the inner loop would never end, but the program does not come there."""
    for i in range(n):
        x = 1.0
        while x < 10:
            x = x * 1.5 if i < 20 else 1.0
        out[i] = x
        if i == 19:
            return i
    return -1


def uneven(out, n):
    for i in range(n):
        x, limit = 1.0, 100000 if i % 37 == 0 else i % 7
        k = 0
        while k < limit and x < 1e30:
            x = x * 1.0001 + 0.5
            k += 1
        out[i] = x + k


def narrow(out, n):
    for i in range(np.int8(100)):
        x = 1.0 + i
        while x > 0.3:
            x = x * 0.5 - 0.01
        out[i] = x


def listed(out, n):
    found = []
    for i in range(n):
        x = 0.1 + i
        while x > 0.3:
            x = math.sqrt(x) * 0.5
        found.append(x)
        out[i] = len(found)
    return found


@njit
def steps(x, limit):
    z = 0j
    for k in range(limit):
        z = z * z + complex(x, 0.3)
        if abs(z.real) + abs(z.imag) > 4:
            return k
    return limit


def calling(out, n):
    for i in range(n):
        out[i] = steps(-2.0 + i * 3.0 / n, 60)


def calling_in_all(out, n):
    for i in prange(n):
        out[i] = steps(-2.0 + i * 3.0 / n, 60)


FUNCTIONS = [
    escape,
    escape_in_all,
    newton,
    single,
    halving,
    flags,
    skipping,
    sums,
    returning,
    breaking,
    raising,
    raising_before,
    raising_behind,
    caught,
    endless_behind,
    uneven,
    narrow,
    listed,
    calling,
    calling_in_all,
]


def over(a, out):
    for i in range(out.size):
        v = a[i] + 0.5
        x = v
        while abs(x * x - v) > 1e-12 * v:
            x = 0.5 * (x + v / x)
        out[i] = x


def over_rows(a, out):
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            x = a[j, i] + a[0, 0]
            while x > 0.01:
                x *= 0.8
            out[i, j] = x + out[i, j]


def over_complex(a, out):
    for i in range(out.size):
        z, k = 0j, 0
        while z.real * z.real + z.imag * z.imag < 4.0 and k < 40:
            z = z * z + a[i]
            k += 1
        out[i] = k + z


# Arrays of 60 numbers, of which the second is written to.
PAIRS = {
    "apart": lambda x: (x[:30], x[30:]),
    "same": lambda x: (x, x),
    "read ahead": lambda x: (x[1:], x[:-1]),
    "read behind": lambda x: (x[:-1], x[1:]),
    "read far behind": lambda x: (x[:-9], x[9:]),
    "backwards": lambda x: (x[::-1], x),
    "interleaved": lambda x: (x[::2], x[1::2]),
    "broadcast": lambda x: (np.broadcast_to(x[5:6], (50,)), x[:50]),
    "one before the other": lambda x: (x[20:], x[:20]),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_arrays_that_may_overlap(pair):
    compiled = njit(over)
    mine, theirs = np.linspace(0, 7, 60), np.linspace(0, 7, 60)
    compiled(*PAIRS[pair](mine))
    over(*PAIRS[pair](theirs))
    assert mine.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("layout", ["C", "F", "same", "strided"])
def test_planes(layout):
    def arguments():
        x = np.linspace(0.1, 3, 400).reshape(20, 20)
        if layout == "F":
            return np.asfortranarray(x), np.zeros((20, 20), order="F")
        if layout == "strided":
            return x[::-2, 3:18:2], x[1:9, 1:9]
        return (x, x) if layout == "same" else (x, np.zeros((20, 20)))

    mine, theirs = arguments(), arguments()
    njit(over_rows)(*mine)
    over_rows(*theirs)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(mine, theirs))


def test_complex_arrays():
    a = np.linspace(-2, 1, 50) + 0.3j
    mine, theirs = np.zeros(50, complex), np.zeros(50, complex)
    njit(over_complex)(a, mine)
    over_complex(a, theirs)
    np.testing.assert_array_equal(mine, theirs)


def test_flags_of_ufuncs():
    """A lane that has left its loop computes on in other functions, but would flag an overflow here."""

    @vectorize(["float64(float64, int64)"])
    def grown(x, n):
        k = 0
        while k < n and x < 1e6:
            x = x * x + 1.0
            k += 1
        return x

    with np.errstate(all="raise"):
        found = grown(np.linspace(0, 3, 64), np.arange(64) % 13)
    assert found.shape == (64,)


def outcome(function, n):
    out = np.zeros(max(n, 100))
    try:
        result = function(out, n)
    except (ArithmeticError, ValueError) as error:
        result = type(error), error.args if isinstance(error, ValueError) else ()
    return result, out.tobytes()


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_same_as_python(function):
    compiled = njit(function)
    for n in (0, 1, 7, 8, 9, 45, 100):
        assert outcome(compiled, n) == outcome(function, n), n


@pytest.mark.parametrize("function", [escape_in_all, calling_in_all], ids=lambda function: function.__name__)
def test_on_all_cores(function):
    compiled = njit(parallel=True)(function)
    assert outcome(compiled, 100) == outcome(function, 100)


def test_text_of_the_loops():
    """The loops are those that the pass is for: there are eight lanes of floats in the code."""
    compiled = njit(newton)
    compiled(np.zeros(3), 3)
    (text,) = compiled.inspect_llvm().values()
    assert text.count("<4 x double>") + text.count("<8 x double>") + text.count("<2 x double>") > 8
