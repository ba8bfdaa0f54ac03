"""Containers that methods put into fields, empty, where other methods say or need what they hold."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest

from tests.run.support import check


class Base:
    def __init__(self, n):
        self.n = n


class Pairs(Base):
    def go(self):
        self.at = {}
        for i in range(self.n):
            self.at[i, 0] = str(i)
        return self.look(1)

    def look(self, k):
        return self.at[k, 0]


class Texts(Base):
    def go(self):
        self.at = {}
        self.other = {}
        for i in range(self.n):
            self.at[str(i)] = self.at.get(str(i), 0) + i
            self.other.setdefault(str(i % 2), []).append(i)
        return self.look("1"), self.count("1")

    def look(self, k):
        return self.at[k]

    def count(self, k):
        return len(self.other[k])


class Filled(Base):
    def go(self):
        self.begin()
        self.fill()
        return self.look("1")

    def begin(self):
        self.at = {}

    def fill(self):
        for i in range(self.n):
            self.at[str(i)] = (i, i * 0.5)

    def look(self, k):
        return self.at[k][1]


class Sought(Base):
    def go(self):
        self.at = {}
        for i in range(self.n):
            if self.look(str(i % 2)) is None:
                self.at[str(i % 2)] = i
        return len(self.at)

    def look(self, k):
        return self.at.get(k)


class Reset(Base):
    def __init__(self, n):
        super().__init__(n)
        self.reset()
        self.first[n] = 1.5

    def reset(self):
        self.first = {}
        self.second = {}
        self.third = []

    def go(self):
        self.second["x"] = self.n
        self.third.append("y")
        return self.first[self.n], self.second["x"], self.third[0]


class Lists(Base):
    def go(self):
        self.at = defaultdict(list)
        for i in range(self.n):
            self.at[i].append(i)
        return self.total()

    def total(self):
        return sum(sum(values) for values in self.at.values())


class ListsOfTexts(Base):
    def go(self):
        self.at = defaultdict(list)
        for i in range(self.n):
            self.at[str(i % 2), i].append(str(i))
        return self.look("1")

    def look(self, k):
        return ",".join(self.at[k, 1])


class Others(Base):
    def go(self):
        self.sums = defaultdict(int)
        self.sets = defaultdict(set)
        self.dicts = defaultdict(dict)
        self.pairs = defaultdict(lambda: [0.0, 0.0])
        self.counts = Counter()
        for i in range(self.n):
            self.sums[str(i % 2)] += i
            self.sets[i % 2].add(str(i))
            self.dicts[str(i)][i] = 1.5
            self.pairs[i, i][1] += 0.5
            self.counts[str(i % 2)] += 1
        return self.sum("1"), self.set(1), self.dict("1", 1), self.pair(1), self.most()

    def sum(self, k):
        return self.sums[k]

    def set(self, k):
        return sorted(self.sets[k])

    def dict(self, k, i):
        return self.dicts[k][i]

    def pair(self, k):
        return self.pairs[k, k]

    def most(self):
        return self.counts.most_common(1)[0]


class Animal:
    def __init__(self, x):
        self.x = x


class Prey(Animal):
    def act(self, world):
        return None


class Hunter(Animal):
    def act(self, world):
        return len([animal for animal in world.at[self.x, 0] if isinstance(animal, Prey)])


class World:
    def __init__(self, n):
        self.animals = [Prey(i) for i in range(n)] + [Hunter(i) for i in range(n)]

    def go(self):
        self.at = defaultdict(list)
        for animal in self.animals:
            self.at[animal.x, 0].append(animal)
        total = 0
        for animal in self.animals:
            if found := animal.act(self):
                total += found
        return total


CLASSES = (Pairs, Texts, Filled, Sought, Reset, Lists, ListsOfTexts, Others, World)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_values(cls):
    check(lambda n: cls(n).go(), 3)


class Layer:
    def __init__(self):
        self.params = {}
        self.grads = {}


class Dense(Layer):
    def __init__(self, n):
        super().__init__()
        self.params["W"] = np.ones(n)

    def backward(self, g):
        self.grads["W"] = g * 2
        return g


class Activation(Layer):
    def backward(self, g):
        return g


def train(n):
    layers = [Dense(n), Activation()]
    g = np.ones(n)
    for layer in layers:
        g = layer.backward(g)
    total = 0.0
    for layer in layers:
        for name in layer.params:
            layer.params[name] -= layer.grads[name]
            total += layer.params[name].sum()
    return total, [len(layer.params) for layer in layers]


def test_empty_containers_of_objects_among_others():
    check(train, 3)
