"""Dicts of names whose values have several types: what is looked up by a constant name has the type of that name's values.

Such dicts are changed, handed on, held by objects, passed and returned, and each function knows what is in them.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check

CASES: list[tuple[Any, tuple[Any, ...]]] = []


def case(*arguments):
    """Compare the function with itself, not compiled, on these arguments."""

    def keep(function):
        CASES.append((function, arguments))
        return function

    return keep


def init(n):
    return {"W": np.ones((n, n)), "b": np.zeros(n), "n": n}


@case(3)
def changed_result(n):
    p = init(n)
    p["W"] = p["W"] * 2
    p["b"] += 1
    return p["W"].sum() + p["b"].sum() + p["n"]


def step(p, g):
    p["W"] -= g
    p["n"] += 1


@case(3)
def callee_changes(n):
    p = {"W": np.ones((n, n)), "b": np.zeros(n), "n": n}
    step(p, 0.5)
    step(p, 0.25)
    return p["W"].sum(), p["n"]


@case(3)
def callee_changes_result(n):
    p = init(n)
    step(p, 0.5)
    return p["W"].sum(), p["n"]


@case(4)
def added_later(n):
    p = {}
    p["W"] = np.ones((n, n))
    p["b"] = np.zeros(n)
    p["name"] = "net"
    p["n"] = 0
    for i in range(3):
        p["n"] += i
        p["W"] = p["W"] @ p["W"] / n
        p["b"] = p["b"] + p["W"][0]
    return p["name"], p["n"], p["b"], p["W"]


@case({"lr": 0.5, "n": 10, "name": "x", "w": np.arange(3.0)})
def argument(cfg):
    s = 0.0
    for i in range(cfg["n"]):
        s += cfg["lr"] * cfg["w"][i % 3]
    return s, cfg["name"] + "!", cfg.get("n", 3), cfg.get("zz", 1)


@case({"lr": 0.5, "n": 10, "name": "x", "w": np.arange(3.0)})
def argument_changed(cfg):
    cfg["n"] += 1
    cfg["w"] = cfg["w"] * cfg["lr"]
    return cfg["w"].sum() + cfg["n"]


@case([{"name": "a", "age": 3, "h": 1.5}, {"name": "b", "age": 5, "h": 2.5}])
def records(rs):
    t = 0
    s = ""
    for r in rs:
        t += r["age"]
        s += r["name"]
    return s, t, max(r["h"] for r in rs)


@case(3)
def loop_update(n):
    p = {"W": np.ones((n, n)), "b": np.ones(n)}
    g = {"W": np.ones((n, n)) * 2, "b": np.ones(n) * 3}
    for k in p:
        p[k] = p[k] - 0.1 * g[k]
    for k in p.keys():
        p[k] -= 0.1 * g[k]
    return p["W"].sum() + p["b"].sum()


class Net:
    def __init__(self, n):
        self.p = {"W": np.ones((n, n)), "b": np.zeros(n), "n": n}
        self.g = {}

    def forward(self, x):
        return x @ self.p["W"] + self.p["b"] + self.p["n"]

    def step(self):
        self.g["W"] = np.ones_like(self.p["W"])
        self.g["b"] = np.ones_like(self.p["b"])
        self.p["W"] -= 0.1 * self.g["W"]
        self.p["b"] -= 0.1 * self.g["b"]
        self.p["n"] += 1


@case(3)
def field(n):
    m = Net(n)
    x = np.ones((2, n))
    for i in range(3):
        y = m.forward(x)
        m.step()
    return y.sum() + m.p["n"] + m.p["W"].sum()


@case(3)
def result(n):
    r = {"mean": 0.5, "count": n, "xs": np.arange(n), "tag": "q"}
    r["count"] += 1
    return r


@case(3)
def nested(n):
    c = {"model": {"w": np.ones(n), "k": n}, "lr": 0.1}
    c["model"]["k"] += 1
    c["lr"] *= 2
    return c["model"]["w"].sum() * c["lr"] + c["model"]["k"]


@case(3)
def history(n):
    h = {"loss": [], "epoch": 0, "name": "a"}
    for i in range(n):
        h["loss"].append(i * 0.5)
        h["epoch"] = i
    return h["loss"], h["epoch"], sum(h["loss"])


@case(2)
def cond(n):
    p = {"a": 1, "s": "x"}
    if n > 1:
        p["v"] = np.ones(2)
    if "v" in p:
        return p["v"].sum() + p["a"]
    return p["a"] * 1.0


@case(2)
def swap(n):
    a = {"a": 1, "s": "x"}
    b = {"a": 2, "s": "y", "t": 2.5}
    c = a if n > 1 else b
    c["a"] += 10
    return c["a"], c["s"], a["a"], b["t"]


@case(2)
def pop(n):
    a = {"a": 1, "s": "x", "v": np.ones(3)}
    v = a.pop("v")
    a.update({"a": 5})
    a.update(s="zz")
    del a["a"]
    a["q"] = 2.5
    s = ""
    for k, x in a.items():
        s += k + str(x)
    return v.sum(), a["s"], s, len(a), a


@case(3)
def number_types(n):
    h = {"loss": 0, "name": "a", "k": 1}
    for i in range(n):
        h["loss"] += 0.5
        h["k"] += 1
    return h["loss"], h["k"], h["name"]


@case(3)
def changes_type(n):
    h = {"x": 1, "name": "a"}
    a = h["x"] + 1
    h["x"] = "text"
    return a, h["x"] + "!", len(h)


@case(3)
def copied_and_widened(n):
    a = {"x": n, "s": "q"}
    c = {**a}
    c["x"] += 0.5
    return a["x"], c["x"]


@case("x")
def dynamic_store(k):
    h = {"x": 1, "name": "a"}
    h[k] = 5
    return h["x"] + 1, h["name"]


def opts(a, b="q", c=1.0):
    return a, b, c


@case(3)
def star(n):
    d = {"b": "z", "c": 2.5}
    d["c"] += n
    return opts(n, **d), opts(**{"a": 1, "b": "u"}), opts(n, **dict(b="e", c=1.5))


def kw_helper(kw):
    kw["x"] = 10


def kw_fun(**kw):
    kw_helper(kw)
    return kw["x"]


@case(3)
def kwargs_changed(n):
    return kw_fun(x=n, y="a")


@case(3)
def optional(n):
    d = {"best": None, "n": 0, "name": "q"}
    for i in range(n):
        if d["best"] is None or i > d["best"]:
            d["best"] = i
    return d["best"], d["n"]


@case(3)
def list_of(n):
    rows = []
    for i in range(n):
        rows.append({"id": i, "name": "r" + str(i), "w": i * 0.5})
    rows[1]["w"] += 1
    for r in rows:
        r["id"] += 10
    return rows, sum(r["w"] for r in rows), [r["name"] for r in rows if r["id"] > 10]


@case(3)
def dict_of(n):
    db = {}
    for i in range(n):
        db[i] = {"id": i, "name": "r" + str(i), "tags": ["a"] * i}
    db[1]["tags"].append("z")
    return db[1], len(db), db[2]["name"]


def make(n, kind):
    return {"kind": kind, "size": n, "data": np.zeros(n)}


def area(s):
    if s["kind"] == "a":
        return s["size"] * 2
    return s["size"] + s["data"].sum()


@case(3)
def passing(n):
    shapes = [make(n, "a"), make(n + 1, "b")]
    return [area(s) * 1.0 for s in shapes], sum([area(s) for s in shapes])


@case(3)
def pair(n):
    def f(p, q):
        p["n"] += q["n"]
        return p, q

    a, b = f({"n": n, "s": "x"}, {"n": 2, "s": "y"})
    a["n"] += 1
    return a, b


def two(n):
    return {"W": np.ones(n), "n": n}, {"dW": np.ones(n), "k": 2.5, "s": "z"}


@case(3)
def two_results(n):
    p, g = two(n)
    p["W"] -= g["dW"] * 0.5
    p["n"] += 1
    g["k"] = 3.5
    return p, g


@case({"a": 1, "b": "x"}, {"a": 2, "b": "y", "c": 1.5})
def two_args(p, q):
    p["a"] += q["a"]
    q.update(p)
    return p["b"] + q["b"], q["c"]


@case([{"a": 1, "b": "x"}, {"b": "y", "c": 1.5, "a": 4}])
def optional_keys(rows):
    t = 0.0
    for r in rows:
        t += r["a"]
        if "c" in r:
            t += r["c"]
        t += r.get("c", 0.0)
    return t


@case(3)
def closure(n):
    cfg = {"n": n, "s": "x"}

    def bump():
        cfg["n"] += 1

    bump()
    bump()
    return cfg["n"], cfg["s"]


@case({"m": {"w": np.ones(2), "k": 3}, "lr": 0.5, "names": ["a", "b"]})
def nested_arg(c):
    c["m"]["k"] += 1
    c["names"].append("c")
    return c["m"]["w"].sum() * c["lr"] + c["m"]["k"], len(c["names"])


@case(3)
def merge(n):
    a = {"x": 1, "s": "q"}
    b = {"x": 2.5, "t": [1]}
    c = {**a, **b, "z": n}
    d = a | {"s": "w"}
    return c["x"] + c["z"], c["t"], d["s"], d["x"]


@case(3)
def isin(n):
    d = {"x": 1, "s": "q"}
    out = []
    for k, v in d.items():
        out.append(k)
    for v in d.values():
        out.append(str(v))
    return out, list(d), sorted(d), "x" in d, d == {"x": 1, "s": "q"}, d != {"x": 1, "s": "q2"}


@case(3)
def missing(n):
    d = {"x": 1, "s": "q"}
    d["y"] = 2
    try:
        return d["zz"]
    except KeyError as e:
        return -1


@case(3)
def setdef(n):
    d = {"x": 1, "s": "q"}
    d.setdefault("l", []).append(n)
    d.setdefault("l", []).append(n)
    d.setdefault("x", 5)
    return d["l"], d["x"], d


class Model:
    def __init__(self, **kw):
        self.hyper = {"lr": 0.1, "epochs": 3, "act": "relu"}
        self.hyper.update(kw)
        self.cache = {}
        self.hist = {"loss": [], "epoch": []}

    def fwd(self, x):
        self.cache["x"] = x
        self.cache["n"] = len(x)
        self.cache["act"] = self.hyper["act"]
        return x * self.hyper["lr"]

    def run(self, x):
        for e in range(self.hyper["epochs"]):
            y = self.fwd(x)
            self.hist["loss"].append(y.sum())
            self.hist["epoch"].append(e)
        return self.cache["x"].sum() + self.cache["n"], self.cache["act"], self.hist["loss"]


@case(3)
def model(n):
    m = Model(lr=0.5)
    return m.run(np.ones(n)), m.hyper["lr"]


@case(3)
def numbers(n):
    settings = {"lr": 0.1, "epochs": n, "verbose": False}
    total = 0.0
    for _ in range(settings["epochs"]):
        total += settings["lr"]
    settings["epochs"] += 1
    return total, settings["epochs"], settings["verbose"], settings


@case({"lr": 0.1, "epochs": 3, "verbose": True})
def numbers_given(settings):
    total = 0.0
    for _ in range(settings["epochs"]):
        total += settings["lr"]
    if settings["verbose"]:
        total += 1.0
    settings["epochs"] += 1
    return total, [0] * settings["epochs"], settings.get("epochs", 0), settings.pop("verbose")


@case({"n": 3, "flag": True})
def flags(settings):
    settings["n"] += 2
    settings["flag"] = not settings["flag"]
    return settings["flag"], settings["n"], settings


class Trained:
    def __init__(self, n):
        self.settings = {"lr": 0.5, "epochs": n}
        self.history = {"loss": 0.0, "step": 0}

    def train(self):
        for k in range(self.settings["epochs"]):
            self.history["loss"] += self.settings["lr"]
            self.history["step"] = k
        return self.history["step"], self.history["loss"]


@case(3)
def numbers_in_fields(n):
    trained = Trained(n)
    return trained.train(), trained.history["step"]


@case({"a": 1, "b": 2.5, "c": 3})
def sums(weights):
    return sum(weights.values()), max(weights.values()) + 0.5, [k for k in weights if weights[k] > 1], sorted(weights)


@case(3)
def texts(n):
    d = {"a": n, "b": "x", "c": [1.5, None]}
    d["a"] += 1
    items = []
    items.append(n)
    items.append("y")
    return str(d), repr(items), f"{d} {items}"


class Configured:
    def __init__(self, n):
        self.settings = {"steps": n, "name": "configured", "rate": 0.5}
        self.stages = [{"name": "first", "n": 1}, {"name": "second", "n": 2}]

    def run(self):
        return self.settings["steps"] * self.settings["rate"], self.settings["name"], len(self.stages[1]["name"])


@case(3)
def settings_that_are_only_read(n):
    return Configured(n).run()


class Fitted:
    def __init__(self, a=None, b=None):
        self.parameters = {"a": a, "b": b, "eps": 1e-3, "n": None}
        self.hyper = {"steps": 3, "name": "fitted"}

    def fit(self, x):
        if self.parameters["a"] is None:
            self.parameters["a"] = x.mean(axis=0)
        self.parameters["b"] = x - self.parameters["a"]
        self.parameters["n"] = len(x)
        for _ in range(self.hyper["steps"]):
            self.parameters["a"] = self.parameters["a"] * 0.5 + self.parameters["eps"]
            self.parameters["b"] += self.parameters["a"]
        return self.parameters["a"].sum() + self.parameters["b"].sum() + self.parameters["n"]


@case(np.arange(6.0).reshape(3, 2))
def parameters_that_are_given(x):
    fitted = Fitted(np.ones(2))
    return fitted.fit(x), fitted.parameters["b"]


class Nodes:
    def __init__(self, n):
        self.nodes, self.open = {}, []
        for k in range(n):
            self.nodes[k] = {"cost": k * 0.5, "open": True, "before": k - 1}
        self.open.append(self.nodes[0])

    def close(self):
        node = self.open.pop()
        node["open"] = False
        self.nodes[1]["cost"] += 10.0
        self.open.append(self.nodes[1])


@case(3)
def records_in_fields(n):
    nodes = Nodes(n)
    nodes.close()
    nodes.open[0]["before"] = 7
    return nodes.nodes, nodes.open


def table(n):
    rows = [{"id": k, "name": str(k)} for k in range(n)]
    rows.append({"id": 0, "name": "last"})
    return rows


@case(3)
def changed_table(n):
    rows = table(n)
    rows[0]["name"] = "first"
    for row in rows:
        row["id"] += 1
    return rows


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_named_values(function, arguments):
    check(function, *arguments, rtol=1e-12)


@pytest.mark.parametrize("function", [argument_changed, two_args, nested_arg], ids=lambda function: function.__name__)
def test_changes_of_arguments_are_seen(function):
    arguments = next(given for known, given in CASES if known is function)
    plain, compiled = copy.deepcopy(arguments), copy.deepcopy(arguments)
    function(*plain)
    njit(function)(*compiled)
    assert [str(a) for a in plain] == [str(b) for b in compiled]


def test_a_value_that_no_statement_names():
    @njit
    def f(key):
        found = {"x": 1, "name": "a"}
        found[key] = 5
        return found["x"] + 1, found["name"]

    assert f("x") == (6, "a")
    with pytest.raises(TypeError, match="the value of 'name' has another type than unicode_type"):
        f("name")


def test_a_name_of_integers_that_gets_a_fraction():
    @njit
    def f(key):
        found = {"x": 1, "y": 0.5}
        found[key] = 2.5
        return found["x"]

    assert f("y") == 1
    with pytest.raises(TypeError, match="the value of 'x' has another type than int64"):
        f("x")


def test_many_sets_of_names_share_code():
    @njit
    def f(prices, name):
        return prices[name] + prices.get("pear", 0)

    for k in range(12):
        name = f"fruit{k}"
        assert f({name: k, "pear": 2.5, "label": "x"} if k % 2 else {name: k, "pear": 2.5}, name) == k + 2.5
    assert len(f.signatures) <= 10


def test_types_show_what_is_known():
    @njit
    def f(settings):
        return settings["n"]

    f({"n": 1, "name": "a"})
    (signature,) = f.signatures
    assert str(signature[0]) == "dict(unicode_type, one of (int64, unicode_type)){n: int64, name: unicode_type}"


def test_other_names_have_code_of_their_own():
    @njit
    def f(settings):
        return settings.get("n", 0) + settings.get("m", 0.5)

    assert f({"n": 1, "name": "a"}) == 1.5
    assert f({"m": 2.5, "name": "a"}) == 2.5
    assert len(f.signatures) == 2


def test_dicts_of_numbers_of_one_type_have_one_type():
    @njit
    def f(prices):
        return prices["a"]

    f({"a": 1.5, "b": 2.5})
    f({"a": 1.5})
    assert [str(signature[0]) for signature in f.signatures] == ["dict(unicode_type, float64)"]
