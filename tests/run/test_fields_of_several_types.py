"""Fields that hold values of several types: objects that meet, dicts with names, containers that begin empty or with None."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from coluber import errors, njit
from tests.run.support import check


class Leaf:
    def __init__(self, value):
        self.value = value


def sum_of_leaves(n):
    leaves = [Leaf(1.5) if k % 2 else Leaf(np.ones(k)) for k in range(n)]
    leaves.append(Leaf(3))
    return sum([float(np.sum(leaf.value)) for leaf in leaves])


@njit
def leaf_of(y, is_class):
    v = np.mean(y, axis=0)
    if is_class:
        v = np.bincount(y) / len(y)
    return Leaf(v)


def mean_or_shares(y, is_class):
    value = leaf_of(y, is_class).value
    return value


class Prior:
    def __init__(self, beta=0.5):
        self.beta = beta

    def spread(self, n):
        self.beta = self.beta * np.ones(n)
        return self


def spread_prior(n):
    prior = Prior()
    before = prior.beta
    return before, prior.spread(n).beta


def doubled_prior(prior, spread):
    if spread:
        prior.spread(2)
    return prior.beta * 2


class Margin:
    def __init__(self, margin):
        self.margin = margin
        if not isinstance(margin[0], tuple):
            self.margin = ((margin[0], margin[0]), (margin[1], margin[1]))

    def total(self):
        return self.margin[0][0] + self.margin[0][1] + self.margin[1][1]


def margins():
    return Margin((1, 2)).total(), Margin(((1, 0), (2, 5))).total()


class Given:
    """Parameters by name, which begin as an empty dict."""

    def __init__(self):
        self.params = {}

    def fit(self, x):
        self.params = {"mean": x.mean(axis=0), "n": x.shape[0]}
        return self

    def predict(self, x):
        return x - self.params["mean"], self.params["n"], len(self.params)


class Begun(Given):
    def __init__(self):
        self.params = {"mean": None, "n": None}

    def fit(self, x):
        self.params["mean"] = x.mean(axis=0)
        self.params["n"] = x.shape[0]
        return self


class Filled(Given):
    def fit(self, x):
        params = self.params
        params["n"] = x.shape[0]
        params["mean"] = x.mean(axis=0)
        return self


class Replaced(Given):
    def __init__(self):
        self.params = {"mean": None, "n": 0, "name": "replaced"}

    def fit(self, x):
        self.params["mean"], self.params["n"] = x.mean(axis=0), x.shape[0]
        return self


class Scaled:
    def __init__(self):
        self.stats = {"mean": None, "std": None}

    def fit(self, x):
        self.stats["mean"] = x.mean(axis=0)
        self.stats["std"] = x.std(axis=0)

    def scaled(self, x):
        return (x - self.stats["mean"]) / self.stats["std"]


def by_given(x):
    return Given().fit(x).predict(x)


def by_begun(x):
    return Begun().fit(x).predict(x)


def by_filled(x):
    return Filled().fit(x).predict(x)


def by_replaced(x):
    return Replaced().fit(x).predict(x)


def by_scaled(x):
    scaled = Scaled()
    before = scaled.stats["mean"] is None
    scaled.fit(x)
    return before, scaled.scaled(x)


class Rows:
    """Lists in a list, which a method makes and fills."""

    def fit(self, x):
        self.rows = []
        self.shares = []
        for k in range(x.shape[0]):
            self.rows.append([])
            self.shares.append([])
            for v in x[k]:
                self.rows[k].append(v * 2)
                self.shares[k].append({"value": v, "share": v / x[k].sum()})


def rows_of(x):
    rows = Rows()
    rows.fit(x)
    return rows.rows, [[share["share"] for share in shares] for shares in rows.shares]


X = np.arange(1.0, 7.0).reshape(3, 2)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (sum_of_leaves, (4,)),
        (mean_or_shares, (np.array([0, 1, 1]), True)),
        (mean_or_shares, (np.array([0, 1, 1]), False)),
        (spread_prior, (3,)),
        (margins, ()),
        (by_given, (X,)),
        (by_begun, (X,)),
        (by_filled, (X,)),
        (by_replaced, (X,)),
        (by_scaled, (X,)),
        (rows_of, (X,)),
    ],
)
def test_fields_hold_values_of_several_types(function, args):
    check(function, *args)


def test_objects_with_such_fields_go_to_python_and_back():
    compiled = njit(doubled_prior)
    for spread in (False, True, False):
        prior, expected = Prior(), Prior()
        np.testing.assert_equal(compiled(prior, spread), doubled_prior(expected, spread))
        np.testing.assert_equal(prior.beta, expected.beta)
    given = njit(lambda x: Given().fit(x))(X)
    assert given.params["n"] == 3
    np.testing.assert_equal(given.params["mean"], X.mean(axis=0))
    again = njit(lambda given, x: given.predict(x))(given, X)
    np.testing.assert_equal(again[0], X - X.mean(axis=0))


class Said:
    value: float

    def __init__(self, value):
        self.value = value


class Grower:
    def __init__(self, limit):
        self.limit = limit

    def grow(self, y, depth=0):
        if depth >= self.limit:
            v = np.mean(y)
            if self.limit:
                v = np.bincount(y)
            return Said(v)
        middle = len(y) // 2
        return [self.grow(y[:middle], depth + 1), self.grow(y[middle:], depth + 1)][0]


def test_annotated_fields_hold_what_they_say():
    # Each of the calls could be tried with other constants, and for each of the types of `v`.
    with pytest.raises(errors.TypingError):
        njit(lambda y: Grower(2).grow(y).value)(np.array([0, 1, 1, 0]))


class Step:
    def slope(self, x):
        return np.where(x > 0, 1, 0)

    def name(self):
        return "step"


class Line:
    def slope(self, x):
        return np.full(x.shape, 0.5)

    def name(self):
        return 1


def slopes(x, kind):
    function = Step() if kind == "step" else Line()
    return x * function.slope(x), function.name()


def sum_of_slopes(x):
    return sum([float((x * function.slope(x)).sum()) for function in [Step(), Line()]])


def test_methods_of_several_classes_give_values_of_several_types():
    x = np.array([-1.0, 2.0])
    check(slopes, x, "step")
    check(slopes, x, "line")
    check(sum_of_slopes, x)


class Placed:
    def __init__(self):
        self.place, self.name = (0, 0), ""


class Free:
    def __init__(self):
        self.value = 2


def moved(x):
    placed = Placed()
    placed.place = (placed.place[0] + x, x)
    return placed.place


def test_tuples_keep_their_fractions():
    check(moved, 1.5)


def asked():
    both = [Placed(), Free()]
    return [hasattr(x, "name") for x in both], [getattr(x, "value", 7) for x in both], [hasattr(x, "no") for x in both]


def test_attributes_that_only_some_have():
    check(asked)


@pytest.mark.parametrize("x", [None, 3, "text"])
def test_hasattr_of_plain_values(x):
    check(lambda x: (hasattr(x, "__len__"), hasattr(x, "no"), getattr(x, "no", 5), hasattr(x, "__class__")), x)


class Holder:
    def __init__(self, kind):
        self.current = None
        if kind == 1:
            self.current = Leaf(3)
        elif kind == 2:
            self.current = Free()


def set_what_is_held(kind):
    holder = Holder(kind)
    holder.current.value = 9
    holder.current.value += 1
    return holder.current.value, kind


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_fields_of_none_or_one_of_several_classes_are_set(kind):
    check(set_what_is_held, kind)


def one_of_two(k):
    return "more" if k > 2 else ("item", [k])


class Log:
    def __init__(self):
        self.lines = []

    def feed(self, *items):
        for item in items:
            self.lines.append(one_of_two(item))
        return self.lines

    def note(self, k):
        if k > 2:
            self.lines.append("more")
        else:
            self.lines.append(k)


def logged(k):
    log, other = Log(), Log()
    other.note(1)
    other.note(k)
    return log.feed(1, k), other.lines, len(log.lines)


@pytest.mark.parametrize("k", [2, 3])
def test_methods_that_add_items_of_several_types(k):
    check(logged, k)


def one_or_text(flag):
    return 1 if flag else "x"


class Chosen:
    def __init__(self, a, flag):
        self.number = 1 if flag else 2.5
        self.value = 1 if flag else "x"
        self.given = one_or_text(not flag)
        if flag:
            self.array = a
        else:
            self.array = a.astype(np.complex128)

    def size(self):
        return np.abs(self.array).max(), str(self.value)


def chosen(a, flag):
    one = Chosen(a, flag)
    return one.value, one.given, one.array, one.size(), one.number * 2.0


@pytest.mark.parametrize("flag", [True, False])
def test_statements_of_init_give_values_of_several_types(flag):
    check(chosen, np.arange(3.0), flag)


class Momentum:
    def __init__(self):
        self.of_names, self.of_pairs, self.of_others = {}, {}, {}

    def step(self, layers):
        for i, layer in enumerate(layers):
            for name, p in layer.items():
                self.of_names[name] = 0.5 * self.of_names.get(name, np.zeros_like(p)) + p
                if (i, name) not in self.of_pairs:
                    self.of_pairs[i, name] = np.zeros_like(p)
                self.of_pairs[i, name] = 0.5 * self.of_pairs[i, name] + p
                v = 0.5 * self.of_others.get((i, name), 0.0) + p
                self.of_others[i, name] = v
                layer[name] += v


def steps(n):
    layers = [{"W": np.ones((n, n)), "b": np.ones(n)} for _ in range(2)]
    momentum = Momentum()
    momentum.step(layers)
    momentum.step(layers)
    pairs = [(key, a.sum()) for key, a in momentum.of_pairs.items()]
    return momentum.of_names["W"].sum() + momentum.of_names["b"].sum(), pairs, momentum.of_others[1, "b"], layers[0]


def test_dicts_that_are_filled_with_values_of_several_types():
    check(steps, 3)


@dataclass
class Result:
    x: float
    extra: dict[str, Any] = field(default_factory=dict)


SOLVERS = {
    "array": lambda x: Result(x, extra={"H": np.ones(2)}),
    "nothing": lambda x: Result(x),
    "number": lambda x: Result(x, {"n": 3}),
}


def solved(name):
    result = SOLVERS[name](1.5)
    return result.x, list(result.extra)


@pytest.mark.parametrize("name", SOLVERS)
def test_functions_of_a_table_give_objects_that_hold_several_types(name):
    check(solved, name)
