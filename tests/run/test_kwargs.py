"""`**kwargs`, as a parameter and in calls."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from coluber import njit
from coluber.core.errors import NumbaError
from tests.run.support import check


@njit
def weighted(a, **options):
    return a + options["p"] + options["q"]


@njit
def passing(*args, **options):
    return weighted(*args, **options)


def looked_at(a, **options):
    total = 0
    for name, value in options.items():
        total += value * len(name)
    found = "x" in options, "zz" in options, options.get("x"), options.get("zz", 5)
    return a, total, len(options), found, sorted(options), dict(options), bool(options), options


@pytest.mark.parametrize("options", [{}, {"x": 2}, {"x": 2, "yy": 3}, {"yy": 3, "b": 7}])
def test_named_arguments_are_a_dict(options):
    check(looked_at, 1, keywords=options)


def test_values_of_several_types_are_found_by_name():
    def mixed(**options):
        return options["x"] + len(options["name"]), options.get("missing"), "name" in options

    check(mixed, keywords={"x": 1.5, "name": "abc"})


def test_a_name_that_is_missing_raises():
    check(lambda **options: options["x"], keywords={"y": 1})


def test_names_are_passed_on():
    def calls(x):
        several = passing(x, p=1, q=2), passing(1, q=x, p=2.5)
        return several, weighted(x, **{"p": 1, "q": 2}), weighted(x, p=4, **{"q": 2})

    check(calls, 3)


def test_own_names_and_others():
    def other(a, *args, b=2, **options):
        return weighted(a, p=b, **options), args

    check(other, 1, 2, 3, keywords={"q": 5})
    check(other, 1, keywords={"q": 5, "b": 7})


def test_positional_only_names_are_free():
    def named(a, /, **options):
        return a, options["a"]

    check(named, 1, keywords={"a": 5})


def test_inner_functions_take_them():
    def outer(x):
        def inner(**options):
            return options["k"] * x

        return inner(k=2), inner(**{"k": 3})

    check(outer, 5)


def test_partial_keeps_named_arguments():
    def kept(x):
        f, g = functools.partial(weighted, q=5), functools.partial(weighted, 1, p=2)
        return f(x, p=1), g(q=x)

    check(kept, 3)


def named_or_not(a, *rest, c=3, d="x", **others):
    return a, rest, c, d, others


GIVEN = functools.partial(functools.partial(named_or_not, 1, d="q", z=2), 5, c=4)


def test_names_of_a_call_go_before_those_of_partial():
    def called(x, given):
        p = functools.partial(named_or_not, x, d="q", z=2, y=4)
        q = functools.partial(p, 5, d="r")
        inside = p(), p(3, d="w"), p(z=1, d=x, v=3), q(7, c=x, d=8)
        return inside, given(d=x), given(), GIVEN(d=3), GIVEN(c=2.5, v=x)

    check(called, 3, GIVEN)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: max(x, 2, **{"key" * x: abs}), "the names must be known"),
        (lambda x: weighted(x, p=1, **{"p": 2, "q": 3}), "multiple values for keyword argument 'p'"),
    ],
)
def test_what_is_refused_is_named(function, message):
    with pytest.raises(NumbaError, match=message):
        njit(function)(1)


def test_a_change_is_one_of_the_functions_own_dict():
    def changed(a, *more, **options):
        n = options.pop("n", 3)
        options["x"] = 5
        options.setdefault("k", a)
        del options["x"]
        return n, options, len(more)

    inner = njit(changed)
    assert inner(1, 2, n=7, q=1) == (7, {"q": 1, "k": 1}, 1)
    assert njit(lambda: (inner(1, p=4), inner(2)))() == ((3, {"p": 4, "k": 1}, 0), (3, {"k": 2}, 0))


def test_values_of_several_types_are_changed():
    def changed(**options):
        options["x"] = 1
        options["z"] = 2.5
        return options

    assert njit(changed)(x=2, y="text") == {"x": 1, "y": "text", "z": 2.5}


def test_displays_of_several_types_are_items():
    @njit
    def f(n):
        rows = [{"name": "x", "n": 1.5}, {"name": "y" * n, "n": 2}]
        rows.append({"name": "z", "n": n})
        more = [{"k": str(i), "v": i} for i in range(n)]
        of, again = {"a": {"b": 10, "c": "text"}}, {"a": 1, "b": 2j, "a": "last"}  # noqa: F601
        total = 0.0
        for row in rows:
            total += row["n"]
        by_name = {row["name"]: row for row in rows}
        names = [row["name"] for row in rows], len(rows[0]), "n" in rows[0], max(more, key=lambda row: row["v"])["k"]
        text = f"{more[1]} {more}" + str(more[2]) + repr(of)
        return rows, more, total, text, of["a"]["c"], of, again.copy(), by_name["z"]["n"], names

    wanted = repr(f.py_func(3)).replace("'n': 2}", "'n': 2.0}").replace("'n': 3}", "'n': 3.0}")
    assert repr(f(3)) == wanted.replace(" 3, (", " 3.0, (")


def test_values_without_a_common_type_are_put_into_a_list():
    assert njit(lambda **options: list(options.values()))(x=1, y="a") == [1, "a"]


def test_calls_with_many_named_arguments():
    # From sixteen on CPython makes a dict of them, pair by pair.
    names = [f"p{k}" for k in range(20)]
    values = ", ".join(f"{name}=({k}.5 if c else x)" if k == 3 else f"{name}=x + {k}" for k, name in enumerate(names))
    source = f"""
def called({", ".join(f"{name}=0" for name in names)}, **more):
    return p0 + 2 * p3 + 3 * p19, len(more)

def calling(x, c):
    return called({values}), called({values}, z="z", **{{"y": 2.5}})
"""
    scope = {"njit": njit}
    exec(source, scope)
    expected = scope["calling"](2, True), scope["calling"](2, False)
    scope["called"] = njit(scope["called"])
    compiled = njit(scope["calling"])
    assert (compiled(2, True), compiled(2, False)) == expected


def scaled(x, alpha=0.1, beta=0.2, *, n=2, opt=None, tag="t"):
    return x * alpha + beta * n, opt, tag


def first_alone(x, alpha, /, beta=0.2):
    return x * alpha + beta


def others(x, alpha=1.0, **more):
    return x * alpha, sorted(more.items()), len(more), "beta" in more, bool(more), more.get("beta", 7.0)


def passed_on(x, **more):
    return scaled(x, **more), others(x, **more)


class Model:
    def __init__(self, a, b=1.0, tag="m"):
        self.a, self.b, self.tag = a, b, tag

    def scaled(self, by=2.0):
        return self.a * by

    @classmethod
    def made(cls, a, b=3.0):
        return cls(a, b)

    @staticmethod
    def sum(x, y=1.0):
        return x + y


@dataclass
class Settings:
    a: float
    b: float = 2.0
    name: str = "s"
    items: list = field(default_factory=list)


class Point(NamedTuple):
    x: float
    y: float = 0.5


def of_model(**names):
    model = Model(**names)
    return model.a, model.b, model.tag


def of_settings(names):
    settings = Settings(**names)
    return settings.a, settings.b, settings.name, len(settings.items)


def of_inner(names):
    def inner(x, alpha):
        return x - alpha

    return inner(1.0, **names)


def caught(names):
    try:
        return scaled(1.0, **names)[0]
    except TypeError:
        return -1.0


CALLS_WITH_DICTS = [
    (lambda names: scaled(2.0, **names), [{"alpha": 0.5}, {"beta": 0.5, "n": 4.0}, {"opt": 2.5}, {"zz": 1.0}, {"x": 1.0}, {}]),
    (lambda names: scaled(*(2.0, 3.0), **names), [{"beta": 0.5}, {"alpha": 0.5}]),
    (lambda names: scaled(1.0, n=3, **{name: x * 2 for name, x in names.items()}), [{"alpha": 0.5, "beta": 1.5}]),
    (lambda names: [scaled(x, **names)[0] for x in (1.0, 2.0)], [{"alpha": 0.5}]),
    (lambda names: first_alone(1.0, 2.0, **names), [{"beta": 0.5}]),
    (lambda names: others(2.0, **names), [{"alpha": 0.5}, {"beta": 0.5, "zz": 1.5}, {"x": 1.0}]),
    (lambda names: passed_on(2.0, **names), [{"alpha": 0.5}, {"beta": 0.5}]),
    (lambda names: of_model(**dict(names)), [{"a": 1.5}, {"a": 1.5, "b": 2.5}, {"b": 2.5}, {"c": 1.5}]),
    (of_settings, [{"a": 1.5}, {"a": 1.5, "b": 2.5}, {"b": 2.5}]),
    (of_inner, [{"alpha": 0.5}]),
    (caught, [{"alpha": 0.5}, {"zz": 0.5}]),
    (lambda names: Model(1.5).scaled(**names), [{"by": 2.5}, {"to": 2.5}]),
    (lambda names: Model.made(**names).b, [{"a": 2.5}, {"a": 2.5, "b": 4.5}, {"b": 4.5}]),
    (lambda names: Model.sum(**names), [{"x": 2.5}, {"x": 2.5, "y": 4.5}]),
]


@pytest.mark.parametrize(("function", "dicts"), CALLS_WITH_DICTS)
def test_names_that_only_the_running_program_knows(function, dicts):
    for names in dicts:
        check(function, names)


def test_values_of_another_type_than_the_default():
    compiled = njit(lambda names: Model(**names).tag)
    assert compiled({"a": 1.5}) == "m"
    with pytest.raises(
        TypeError, match=r"the argument 'tag' of Model.__init__\(\) has another type than the values of the dict"
    ):
        compiled({"a": 1.5, "tag": 2.5})
