"""Random programs on arrays: the same results as interpreted, and each allocation given back."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from tests.run.random_programs import check_allocations, function_of

NAMES = ("a", "b", "c")
PROGRAMS = 12 * int(os.environ.get("COLUBER_FUZZ", "1"))
VALUES = (0, 3, 6)


def statement(choose: random.Random, depth: int) -> list[str]:
    """The lines of one random statement that keeps each name a contiguous array of ``n`` elements."""
    x, y, z = choose.choice(NAMES), choose.choice(NAMES), choose.choice(NAMES)
    number = choose.randrange(1, 5)
    simple = [
        f"{x} = {y}",
        f"{x}, {y} = {y}, {x}",
        f"{x} = np.full(n, {number}.0)",
        f"{x} = {y} + {z} * 0.5",
        f"{x} = {y}[::-1].copy()",
        f"{x} = np.zeros(2 * n)[n:]",
        f"{x}[1:] = {y}[:-1].copy()",
        f"{x}[0] += {y}[-1]",
        f"t = ({x}, {y}); {z} = t[{number % 2}]",
        f"if k == {number + 3}: raise ValueError('stop', k)",
    ]
    if depth == 0 or choose.random() < 0.6:
        return [choose.choice(simple)]
    body = ["    " + line for _ in range(2) for line in statement(choose, depth - 1)]
    other = ["    " + line for line in statement(choose, depth - 1)]
    compound = [
        [f"if k > {number}:", *body, "else:", *other],
        [f"for i{depth} in range({number}):", *body, f"    if i{depth} > k: break"],
        ["try:", *body, f"    if k > {number}: raise ValueError('inner')", "except ValueError:", *other],
    ]
    return choose.choice(compound)


def program(seed: int):
    """A random function of an array, its length and a number."""
    choose = random.Random(seed)
    lines = ["b = np.ones(n)", "c = a[:]"]
    for _ in range(6):
        lines += statement(choose, 2)
    lines.append(choose.choice(["return a", "return a, b, c", "return b[1:], c[::2]", "return a.sum() + b.sum()"]))
    return function_of(lines, "a, n, k", np=np)


def outcome(function, k: int):
    """What a call gives, with the argument as the call left it: results as lists, or the arguments of the exception."""
    a = np.arange(4.0)
    try:
        result = function(a, 4, k)
    except ValueError as error:
        return error.args, a.tolist()
    parts = result if isinstance(result, tuple) else (result,)
    return [np.asarray(part).tolist() for part in parts], a.tolist()


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_results_and_allocations(seed):
    check_allocations(*program(seed), outcome, VALUES)
