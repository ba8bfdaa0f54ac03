"""Random programs on lists, dicts and strings: the same results as interpreted, and each allocation given back."""

from __future__ import annotations

import copy
import os
import random

import pytest

from tests.run.random_programs import check_allocations, function_of

PROGRAMS = 10 * int(os.environ.get("COLUBER_FUZZ", "1"))
LISTS = ("a", "b", "c")
ROWS = ("p", "q")
DICTS = ("d", "e")


def statement(choose: random.Random, depth: int) -> list[str]:
    """The lines of one random statement: lists of strings, lists of such lists and dicts of them keep their types."""
    x, y = choose.choice(LISTS), choose.choice(LISTS)
    r, s = choose.choice(ROWS), choose.choice(ROWS)
    d, e = choose.choice(DICTS), choose.choice(DICTS)
    k, n = choose.randrange(-3, 4), choose.randrange(4)
    simple = [
        f"{x} = {y}",
        f"{x} = {y}[{k}:]",
        f"{x} = [w + 'z' for w in {y}[:5]]",
        f"{x}.append(str(k) + 'v')",
        f"{x}.append({y}.pop({k}))",
        f"{x}.insert({k}, {y}[{k}])",
        f"{x}[{k}] = {y}[{n}] + '!'",
        f"{x}[{k}:{n}] = {y}[:6]",
        f"del {x}[{k}]",
        f"{x}, {y} = {y}, {x}",
        f"{x} = sorted({y})",
        f"{x}.reverse()",
        f"{r}.append({x})",
        f"{x} = {r}.pop({k})",
        f"{r}[{k}], {s}[{n}] = {s}[{n}], {r}[{k}]",
        f"{r}[{k}].append({x}[{n}])",
        f"{r} = {s}[::-1]",
        f"{d}[{x}[{k}]] = {y}",
        f"{x} = {d}['a']",
        f"{x} = {d}.pop({y}[{n}])",
        f"{x} = {d}.get('b', {y})",
        f"{d}.setdefault('b', {x}).append('w')",
        f"{d}.update({e})",
        f"{d} = {e}.copy()",
        f"{d} = {{w: {x} for w in {y}[:4]}}",
        f"{d}.clear()",
        f"{x} = list({d}.keys())",
        f"{r} = list({d}.values())[:4]",
        f"if len({x}) > {n}: raise ValueError({x}[0], len({y}))",
    ]
    if depth == 0 or choose.random() < 0.6:
        return [choose.choice(simple)]
    body = ["    " + line for _ in range(2) for line in statement(choose, depth - 1)]
    other = ["    " + line for line in statement(choose, depth - 1)]
    compound = [
        [f"if k > {n}:", *body, "else:", *other],
        [f"for i{depth} in range({n}):", *body, f"    if i{depth} > k: break"],
        [f"for w{depth} in {x}[:5]:", *body, f"    {y}.append(w{depth})"],
        [f"for v{depth} in {r}[:5]:", *body, f"    v{depth}.append('u')"],
        [f"for w{depth}, v{depth} in {d}.items():", f"    v{depth}.append(w{depth})", *other],
        ["try:", *body, "except IndexError:", *other],
        ["try:", *body, f"    {x} = {d}['missing']", "except KeyError:", *other],
    ]
    return choose.choice(compound)


def program(seed: int):
    """A random function of a list, a list of lists, a dict and a number."""
    choose = random.Random(seed)
    lines = ["b = ['one', 'two']", "c = a[:]", "q = [a, b]", "e = {'b': c}"]
    for _ in range(7):
        lines += ["if len(a) + len(b) + len(c) > 40: return a[:9], p[:3], d", *statement(choose, 2)]
    lines.append("return b, q, e")
    return function_of(lines, "a, p, d, k")


def outcome(function, k: int):
    """What a call gives, with the arguments as the call left them."""
    a = ["x", "longer text", "ß"]
    arguments = copy.deepcopy(([*a], [["y"], [*a]], {"a": ["r"], "x": []}))
    arguments[1].append(arguments[0])
    try:
        return function(*arguments, k), arguments
    except (ValueError, IndexError, KeyError, RuntimeError) as error:
        return type(error), error.args, arguments


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_results_and_allocations(seed):
    check_allocations(*program(seed), outcome, (0, 2, 4))
