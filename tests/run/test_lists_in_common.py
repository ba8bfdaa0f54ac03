"""Operations that give one of several lists, whose items have several types."""

import pytest

from coluber import njit


def lesser(n):
    a, b = [1.5, 2.5], [n, n + 1]
    return min(a, b), max(a, b), min([a, b]), max([1.5], [n], [n + 1]), sorted([[1.5], [n]])


def chosen(n):
    best = [float("inf")] * 2
    for k in range(n):
        best = min(best, [n - k, k])
    either = {"a": [1.5]}.get("b", [n])
    pairs = ([n], [0.5])
    return best, either, pairs[n % 2]


@pytest.mark.parametrize("function", [lesser, chosen])
@pytest.mark.parametrize("n", [0, 1, 3])
def test_one_of_several_lists_has_the_items_of_all(function, n):
    assert njit(function)(n) == function(n)
