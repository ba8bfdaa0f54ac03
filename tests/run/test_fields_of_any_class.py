"""Objects of one class whose fields hold objects of different classes."""

from __future__ import annotations

import pytest

from tests.run.support import check


class Plus:
    def __init__(self, n):
        self.n = n

    def f(self, y):
        return y + self.n


class Times:
    def __init__(self, factor, offset):
        self.factor = factor
        self.offset = offset

    def f(self, y):
        return y * self.factor + self.offset


class Bare:
    def f(self, y):
        return y + 1


class Other:
    def f(self, y):
        return y + 2


class Layer:
    def __init__(self, act):
        self.act = act


def display(x):
    for layer in [Layer(Bare()), Layer(Other())]:
        x = layer.act.f(x)
    return x


def display_with_fields(x):
    for layer in [Layer(Plus(3)), Layer(Times(2, 5)), Layer(Plus(1))]:
        x = layer.act.f(x)
    return x


def in_a_tuple(x):
    for layer in (Layer(Bare()), Layer(Other()), Layer(Plus(7))):
        x = layer.act.f(x)
    return x


def in_a_dict(x):
    layers = {"a": Layer(Bare()), "b": Layer(Times(2, 3))}
    return layers["a"].act.f(x) + layers["b"].act.f(x)


def in_pairs(x):
    for k, layer in [(1, Layer(Bare())), (2, Layer(Plus(5)))]:
        x = layer.act.f(x) * k
    return x


def appended(x):
    layers = [Layer(Bare())]
    layers.append(Layer(Times(3, 4)))
    for layer in layers:
        x = layer.act.f(x)
    return x


def pick(x):
    if x > 5:
        return Layer(Bare())
    return Layer(Times(5, 6))


def returned(x):
    a, b = pick(x), pick(x + 5)
    return a.act.f(x), b.act.f(x)


def in_fields_of_fields(x):
    layers = [Layer(Layer(Bare())), Layer(Layer(Times(2, 7)))]
    return [layer.act.act.f(x) for layer in layers]


def kept(x):
    layer = Layer(Bare())
    other = layer if x > 3 else Layer(Plus(2))
    return other.act.f(x), layer.act.f(x)


FUNCTIONS = [display, display_with_fields, in_a_tuple, in_a_dict, in_pairs, appended, returned, in_fields_of_fields, kept]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("x", [1, 6])
def test_results(function, x):
    check(function, x)
