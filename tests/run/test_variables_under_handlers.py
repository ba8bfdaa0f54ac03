"""Variables that are assigned under a handler: each read has the type of the values that come there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check


def found_or_not(n, x):
    if n > 5:
        found = False
        try:
            value = x * 2.0
            found = value >= 1.0 and value <= 3.0
            if value < 0.5 or value > 2.5:
                found = False
        except ValueError:
            pass
        if not found:
            value = 0.25
    else:
        value = x + 1j
    return abs(value), n


def best_so_far(n):
    best, total = None, 0
    for i in range(n):
        try:
            if i == 3:
                raise ValueError("three")
            if best is not None:
                best = max(best + 1, i)
            else:
                best = i
            total += best
        except ValueError:
            total += 100
    return -1 if best is None else best, total


def halves_or_whole(n):
    out = []
    for i in range(n):
        value = i
        try:
            value = 0.5 * i
            if i % 2:
                raise KeyError(i)
            out.append(value)
        except KeyError:
            out.append(-value)
        finally:
            value = 7
    return out, value


def progress(items, wrong):
    done, last = 0, ""
    try:
        for item in items:
            last = item
            if item == wrong:
                raise ValueError(item)
            done += 1
    except ValueError:
        return done, last, False
    return done, last, True


def nested(a, b):
    text = "start"
    try:
        try:
            text = "inner"
            value = a // b
            text = text + " done"
        except ZeroDivisionError:
            text += " caught"
            value = -1
            if a > 5:
                raise ValueError(text) from None
        else:
            text += " else"
    except ValueError as error:
        return str(error), text, -2
    finally:
        text += " finally"
    return text, text, value


def list_of_values(n):
    found = []
    for k in range(n):
        try:
            found = [*found, 10 // (k - 2)]
        except ZeroDivisionError:
            found = [*found, 99]
    return found


def unbound(n):
    try:
        if n > 1:
            value = n
        if n > 2:
            raise ValueError("n")
        other = value + 1
    except ValueError:
        other = value * 2
    return other, value


@pytest.mark.parametrize("n", [3, 7])
@pytest.mark.parametrize("x", [0.1, 1.2, 9.0])
def test_a_read_before_the_handler_has_the_type_of_its_assignment(n, x):
    check(found_or_not, n, x)


@pytest.mark.parametrize("n", [0, 1, 3, 4, 8])
def test_what_is_not_none_is_known_under_a_handler(n):
    check(best_so_far, n)


def test_the_handler_sees_the_last_assignment():
    check(halves_or_whole, 5)
    check(list_of_values, 5)
    for wrong in ("a", "c", "nothing"):
        check(progress, ["a", "b", "c"], wrong)


@pytest.mark.parametrize(("a", "b"), [(7, 2), (3, 0), (8, 0)])
def test_handlers_in_handlers(a, b):
    check(nested, a, b)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_unbound_variables(n):
    check(unbound, n)


def scaled(a, factors):
    """A loop that raises while it changes an array and counts."""
    count, sign = 0, 1
    for factor in factors:
        try:
            for i in range(len(a)):
                if a[i] * factor > 1000:
                    raise OverflowError
                a[i] = a[i] * factor
                count += 1
            sign = -sign
        except OverflowError:
            sign *= 2
            count -= 1
    return count, sign, a.sum()


def test_counts_of_loops_that_are_left():
    for factors in ([1.5, 2.0], [1000.0, 2.0, 0.5], [400.0, 3.0]):
        check(scaled, np.arange(5.0), np.array(factors))
