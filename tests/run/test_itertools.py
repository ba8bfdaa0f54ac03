"""Modules ``itertools`` and ``functools`` in compiled code: as CPython, and nothing is left allocated."""

from __future__ import annotations

import itertools

import pytest

from coluber import njit
from tests.run.generators import check
from tests.run.support import source

EXPRESSIONS = [
    "list(it.islice(it.count(3), 4)), list(it.islice(it.count(), 2)), list(it.islice(it.count(0.5, 2), 4))",
    "list(it.islice(it.cycle(a), 9))",
    "[x for x in it.cycle(a[:0])]",
    "list(it.repeat(s, 3)), list(it.islice(it.repeat(a[0]), 2)), list(it.repeat(1, 0))",
    "list(it.accumulate(a)), list(it.accumulate([x * 0.5 for x in a]))",
    "list(it.accumulate(a, lambda x, y: x * y)), list(it.accumulate(a, operator.mul)), list(it.accumulate(a, max))",
    "list(it.accumulate(a, initial=10)), list(it.accumulate(a, max, initial=2)), list(it.accumulate(a[:0]))",
    "list(it.chain(*[a, a[:2]]))",
    "list(it.chain(a, range(2), a)), list(it.chain(a, a)), list(it.chain(s, s)), list(it.chain(a))",
    "list(it.chain.from_iterable([a, a])), list(it.chain.from_iterable([s, s]))",
    "list(it.compress(a, [True, False, True])), list(it.compress(s, a))",
    "list(it.dropwhile(lambda x: x < 3, a)), list(it.takewhile(lambda x: x < 3, a))",
    "list(it.filterfalse(lambda x: x < 3, a)), list(it.filterfalse(None, a))",
    "[(k, list(g)) for k, g in it.groupby(a)], [(k, len(list(g))) for k, g in it.groupby(s)]",
    "[(k, list(g)) for k, g in it.groupby(a, lambda x: x // 2)], [k for k, g in it.groupby(s, ord)]",
    "list(it.islice(a, 1, None, 2)), list(it.islice(a, 2)), list(it.islice(a, 1, 3)), list(it.islice(a, None))",
    "list(it.islice(a, 0)), list(it.islice(a, 2, 2)), list(it.islice(a, 50, 60)), list(it.islice(a, None, None, 3))",
    "list(it.islice(a, -1))",
    "list(it.islice(a, 0, 2, 0))",
    "list(it.pairwise(a)), list(it.pairwise(s)), list(it.pairwise(a[:1]))",
    "list(it.starmap(lambda x, y: x * y, zip(a, a))), list(it.starmap(pow, [(2, 3), (3, 2)]))",
    "[list(t) for t in it.tee(a)], [list(t) for t in it.tee(a, 3)], [next(t) for t in it.tee(iter(s))]",
    "list(it.zip_longest(a, range(9))), list(it.zip_longest(a, range(9), fillvalue=-1)), list(it.zip_longest(s, a[:2]))",
    "list(it.product(a, range(2))), list(it.product(a, s)), list(it.product(s, repeat=2)), list(it.product(a, a[:0]))",
    "list(it.product(a[:2], s, repeat=2)), [len(t) for t in it.product(a, a, a)][-1], list(it.product(a))",
    "list(it.combinations(a, 2)), list(it.combinations(s, 3)), list(it.combinations(s, 0)), list(it.combinations(a, 9))",
    "list(it.combinations_with_replacement(a, 2)), list(it.combinations_with_replacement(s, 3))",
    "list(it.permutations(a, 2)), list(it.permutations(s, 3)), list(it.permutations(s, 1)), list(it.permutations(s, 5))",
    "functools.reduce(lambda x, y: x - y, a), functools.reduce(operator.add, a, 100), functools.reduce(max, a[:0], 3)",
    "functools.reduce(operator.mul, a[:0])",
    "functools.partial(lambda x, y: x - y, 10)(a[0]), list(map(functools.partial(max, 2), a))",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_as_cpython(expression):
    check(f"def f(a, s):\n    return {expression}", [1, 1, 2, 0, 3, 3, 1], "aabc")


def test_only_as_much_is_read_as_is_needed():
    source = """
def f(n):
    g = (x for x in range(n))
    a = list(it.islice(g, 3))
    b = [x for x in it.takewhile(lambda x: x < 5, g)]
    c = next(g)
    d = list(it.islice(g, 1, 4, 2))
    return a, b, c, d, list(g)
"""
    check(source, 20)


def test_copies_share_what_they_read():
    source = """
def f(n):
    a, b = it.tee(x * x for x in range(n))
    first = next(a)
    second = next(a)
    return first, second, list(b), list(a)
"""
    check(source, 5)


@pytest.mark.skipif(not hasattr(itertools, "batched"), reason="needs CPython 3.12")
def test_batched():
    @njit
    def f(n):
        return list(itertools.batched(range(n), 2))

    assert f(4) == f.py_func(4)
    assert f(5) == f.py_func(5)


def test_length_that_is_not_constant():
    @njit
    def f(a, r):
        chosen = list(itertools.combinations(a, r)), list(itertools.combinations_with_replacement(a, r))
        return chosen, list(itertools.permutations(a, r)), ["".join(p) for p in itertools.permutations("abc")]

    for r in (0, 2, 4):
        assert f([1, 2, 3], r) == f.py_func([1, 2, 3], r)
    with pytest.raises(ValueError, match="r must be non-negative"):
        f([1], -1)


def test_the_repeat_of_a_product_is_any_number():
    @njit
    def f(a, repeat):
        texts = ["".join(t) for t in itertools.product("xy", "z", repeat=repeat)]
        return texts, list(itertools.product(a, repeat=repeat)), list(itertools.product(a[:0], repeat=repeat))

    for repeat in (0, 1, 2):
        assert f([1, 2, 3], repeat) == f.py_func([1, 2, 3], repeat)
    with pytest.raises(ValueError, match="repeat argument cannot be negative"):
        f([1], -1)


@pytest.mark.parametrize(
    "call", ["product(a, repeat=-1)", "product(a, a, repeat=-2)", "product(repeat=-1)", "product(repeat=n)"]
)
def test_the_repeat_of_a_product_is_not_negative(call):
    function = source(f"from itertools import product\n\ndef f(a, n):\n    return list({call})\n")
    with pytest.raises(ValueError, match="repeat argument cannot be negative"):
        njit(function)([1], -1)
