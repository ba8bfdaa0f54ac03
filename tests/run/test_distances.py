"""Loops that end when a distance passes a bound: the distance is not computed where its square decides."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import njit


def while_less(x, y, bound):
    k = 0
    while abs(complex(x, y)) < bound and k < 3:
        k += 1
    return k


def while_at_most(x, y, bound):
    k = 0
    while np.hypot(x, y) <= bound and k < 3:
        k += 1
    return k


def until_more(x, y, bound):
    for k in range(3):
        if abs(complex(x, y)) > bound:
            return k
    return 3


def until_reached(x, y, bound):
    for k in range(3):
        if bound <= np.hypot(x, y):
            break
    else:
        k = -1
    return k


FUNCTIONS = [while_less, while_at_most, until_more, until_reached]

SPECIAL = [0.0, -0.0, 1e-320, 1e-200, 1e-100, 1.0, 3.0, -4.0, 5.0, 1e100, 1e160, 1e308, math.inf, -math.inf, math.nan]


def near_circles():
    """Return points within a few units in the last place of a circle, and its radius."""
    rng = np.random.default_rng(5)
    for radius in (2.0, 5.0, 0.1, 1e-99, 1e99, 3e-101, 1e-160, 1e155):
        for _ in range(60):
            angle = rng.uniform(0, 2 * math.pi)
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            for _ in range(rng.integers(0, 4)):
                x = math.nextafter(x, rng.choice([-math.inf, math.inf]))
                y = math.nextafter(y, rng.choice([-math.inf, math.inf]))
            yield x, y, radius


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_points_near_circles(function):
    compiled = njit(function)
    for point in near_circles():
        assert compiled(*point) == function(*point), point


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_special_values(function):
    compiled = njit(function)
    for x in SPECIAL:
        for y in SPECIAL:
            for bound in (0.0, 1e-300, 1.0, 5.0, 1e200, math.inf, math.nan, -1.0):
                try:
                    expected = function(x, y, bound)
                except OverflowError:  # CPython's abs() of complex numbers; here it is infinite
                    continue
                assert compiled(x, y, bound) == expected, (x, y, bound)


def test_known_bound():
    def steps(c, n):
        z = 0j
        for k in range(n):
            z = z * z + c
            if abs(z) > 2:
                return k
        return n

    compiled = njit(steps)
    for x in np.linspace(-2, 1, 60):
        for y in (0.0, 0.3, 1.0):
            assert compiled(complex(x, y), 60) == steps(complex(x, y), 60)


@pytest.mark.parametrize("bound", [np.float32(5), np.float32(1e-38), np.float32(3e37)])
def test_single_precision(bound):
    def steps(x, y, bound):
        k = 0
        while np.hypot(x, y) < bound and k < 2:
            k += 1
        return k

    compiled = njit(steps)
    rng = np.random.default_rng(1)
    for _ in range(300):
        angle = rng.uniform(0, 2 * math.pi)
        x, y = np.float32(bound * math.cos(angle)), np.float32(bound * math.sin(angle))
        x = np.nextafter(x, np.float32(rng.choice([-10, 10])))
        assert compiled(x, y, bound) == steps(x, y, bound), (x, y)
