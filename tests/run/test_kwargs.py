"""`**kwargs`, as a parameter and in calls."""

from __future__ import annotations

import functools

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


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: weighted(x, **{"p": 1} | {"q": x}), "the names must be known"),
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


def test_values_without_a_common_type_have_no_dict():
    with pytest.raises(NumbaError, match="have no common type"):
        njit(lambda **options: list(options.values()))(x=1, y="a")


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
