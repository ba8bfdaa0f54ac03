"""Random nests of loops over arrays: what they write is what they write when they are interpreted."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from coluber import njit
from tests.run.random_programs import function_of

NESTS = 20 * int(os.environ.get("COLUBER_FUZZ", "1"))
COUNTERS = ("i", "j", "k", "m")
SHAPE = (26, 27)


def index(choose: random.Random, counters: list[str]) -> str:
    """An index that is in range, of which the most are counters."""
    counter = choose.choice(counters)
    kinds = [counter] * 5 + [
        f"{counter} + 1",
        f"{choose.choice(counters)} // 2",
        f"{choose.randrange(3)}",
        "n // 2",
        f"-1 - {counter}",
    ]
    return choose.choice(kinds)


def element(choose: random.Random, counters: list[str], names: str) -> str:
    return f"{choose.choice(names)}[{index(choose, counters)}, {index(choose, counters)}]"


def value(choose: random.Random, counters: list[str]) -> str:
    kinds = [
        element(choose, counters, "abc"),
        element(choose, counters, "ab"),
        f"{element(choose, counters, 'ab')} * {element(choose, counters, 'ab')}",
        f"0.5 * s{choose.randrange(2)}",
        f"0.25 * {choose.choice(counters)}",
    ]
    return choose.choice(kinds)


def statement(choose: random.Random, counters: list[str], target: str) -> list[str]:
    """A statement; the most change a sum, or the one element that the loops of this nest change."""
    sums = choose.choice(["s0", "s1"])
    operator = choose.choice(["+=", "+=", "-=", "="])
    kinds = [
        [f"{sums} {operator} {value(choose, counters)}"],
        [f"{sums} {operator} {value(choose, counters)}"],
        [f"{target} {operator} {value(choose, counters)}"],
        [f"{element(choose, counters, 'c')} = {sums}"],
        [f"if {choose.choice(counters)} % 3 == 1:", f"    {sums} -= {value(choose, counters)}"],
        [f"if {element(choose, counters, 'ab')} > 0.5:", f"    {target} {operator} {value(choose, counters)}"],
    ]
    return choose.choice(kinds)


def summing(choose: random.Random, counters: list[str], depth: int) -> list[str]:
    """A loop whose iterations leave nothing to each other: they sum up, in a variable or in an element of their own."""
    inner = [*counters, COUNTERS[len(counters)]]
    own = f"d[{choose.choice(inner)}, {inner[-1]}]" if choose.random() < 0.8 else f"d[{inner[-1]}, {index(choose, inner)}]"
    started = [["s0 = 0.0"], [f"{own} = 1.0", "s0 = 0.5"], ["s0 = 0.0", f"s1 = {element(choose, inner, 'ab')}"]]
    written = [[f"{own} = s0"], [f"{own} += s0"], [f"{element(choose, inner, 'c')} = s0", f"{own} -= 1.0"], []]
    body = [*choose.choice(started), *adding(choose, inner, depth, own), *choose.choice(written)]
    return [f"for {inner[-1]} in range({choose.choice(['n', 'n', 'n + 1', '20'])}):", *(f"    {line}" for line in body)]


def adding(choose: random.Random, counters: list[str], depth: int, own: str) -> list[str]:
    """Loops that add to a sum or to an element."""
    inner = [*counters, COUNTERS[len(counters)]]
    operator = choose.choice(["+=", "-=", "*="])
    added = [f"s0 {operator} {value(choose, inner)}", f"{own} {operator} {value(choose, inner)}"]
    body = [line for _ in range(choose.randrange(1, 3)) for line in (choose.choice(added),)]
    if choose.random() < 0.3:
        body += [f"if {choose.choice(inner)} % 3 == 1:", f"    {choose.choice(added)}"]
    if depth:
        body = adding(choose, inner, depth - 1, own) + (body if choose.random() < 0.4 else [])
    bound = choose.choice(["n", "20", "n - 1", *(f"{other} + 1" for other in counters)])
    return [f"for {inner[-1]} in range({bound}):", *(f"    {line}" for line in body)]


def nest(choose: random.Random, counters: list[str], depth: int, target: str) -> list[str]:
    """A loop with statements and loops in it."""
    counter = COUNTERS[len(counters)]
    inner = [*counters, counter]
    bound = choose.choice(["n", "n", "n - 1", "20", *(f"{other} + 1" for other in counters)])
    body = [line for _ in range(choose.randrange(2)) for line in statement(choose, inner, target)]
    if choose.random() < 0.6:
        body.append(f"s{choose.randrange(2)} = 0.0")
    if depth:
        if choose.random() < 0.5:
            target = f"{choose.choice('cd')}[{', '.join(choose.choices(inner, k=2))}]"
        body += nest(choose, inner, depth - 1, target)
        if choose.random() < 0.15:
            body += nest(choose, inner, depth - 1, target)
    if not depth or choose.random() < 0.7:
        body += statement(choose, inner, target)
    return [f"for {counter} in range({bound}):", *(f"    {line}" for line in body)]


def program(seed: int):
    """A random function of four arrays and a number that is less than their lengths."""
    choose = random.Random(seed)
    made = nest(choose, [], choose.choice([1, 2, 2]), "d[i, 0]")
    if choose.random() < 0.7:
        made = summing(choose, [], choose.choice([0, 0, 1]))
        if choose.random() < 0.3:
            made = ["for i in range(n):", *(f"    {line}" for line in summing(choose, ["i"], 0))]
    lines = ["s0, s1 = 0.0, 1.0", *made, "return s0, s1"]
    return function_of(lines, "a, b, c, d, n")


def arguments(seed: int, overlap: bool):
    values = np.random.default_rng(seed)
    if overlap:
        memory = np.round(values.random((40, 40)), 3)
        return [memory[k : k + SHAPE[0], 2 * k : 2 * k + SHAPE[1]] for k in range(4)]
    return [np.round(values.random(SHAPE), 3) for _ in range(4)]


@pytest.mark.parametrize("seed", range(NESTS))
def test_nests_do_what_the_interpreter_does(seed):
    plain, text = program(seed)
    compiled = njit(plain)
    for n in (0, 1, 12, 19) if seed % 2 else (9, 16):
        for overlap in (False, True):
            wanted, found = arguments(seed, overlap), arguments(seed, overlap)
            with np.errstate(all="ignore"):
                result = plain(*wanted, n)
            np.testing.assert_array_equal(compiled(*found, n), result, text)
            for changed, as_wanted in zip(found, wanted, strict=True):
                np.testing.assert_array_equal(changed, as_wanted, text)
