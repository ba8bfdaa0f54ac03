"""Random orders and choices in compiled code, compared with NumPy draw by draw."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy.random_support import same_draws

BOTH = [
    "permutation(7)",
    "permutation(0)",
    "permutation(-3)",
    "permutation(V)",
    "permutation(V[::-2])",
    "permutation(A)",
    "permutation(A[:, ::2])",
    "permutation((1.5, 2.5, 3.5))",
    "choice(('a', 'bcd', ''))",
    "choice([str(i) for i in range(5)]), V.sum()",
    "choice(['a', 'b', 'c'], p=[0.1, 0.2, 0.7])",
    "choice(('a', 'bcd', ''), size=(2, 2))",
    "choice(range(5))",
    "choice(range(2, 20, 3), 4)",
    "choice(range(8), size=(3,), replace=False)",
    "choice(range(3), p=[0.1, 0.2, 0.7])",
    "choice(5)",
    "choice(5, 3)",
    "choice(5, (2, 3))",
    "choice(5, ())",
    "choice(V, ())",
    "choice(('a', 'bcd', ''), ())",
    "choice(V, (), p=V / 36)",
    "shuffle((1, 2, 3))",
    "shuffle((1,))",
    "shuffle(tuple(V))",
    "choice(2**40, 3)",
    "choice(V)",
    "choice(V[:0])",
    "choice(V[:0], 0)",
    "choice(V, 20)",
    "choice((1.5, 2.5, 3.5), (2, 2))",
    "choice(0)",
    "choice(0, 0)",
    "choice(-1, 1)",
    "choice(5, 3, False)",
    "choice(V, 9, replace=False)",
    "choice(V, replace=False)",
    "choice(30000, 20, replace=False)",
    "choice(30000, 5000, replace=False)",
    "choice(300, (2, 3), replace=False)",
    "choice(300, 0, replace=False)",
    "choice(V, 0, p=V / 35)",
    "choice(5, 6, False)",
    "choice(3, 20, p=(0.2, 0.5, 0.3))",
    "choice(3, p=(0.2, 0.5, 0.3))",
    "choice(V, (2, 3), p=V / 36)",
    "choice(V, p=V / 36)",
    "choice(V, 8, False, V / 36)",
    "choice(V, 3, False, V / 36)",
    "choice(V, (2, 2), False, V / 36)",
    "choice(V, 9, False, V / 36)",
    "choice(V, 10, False, V / 36)",
    "choice(V, p=V / 35)",
    "choice(V, p=V[:8] / 28)",
    "choice(3, p=(-0.5, 1, 0.5))",
    "choice(3, p=(np.nan, 1, 0.5))",
    "choice(5, 3, seed > 50)",
    "choice(V, 3, seed > 50, V / 36)",
    "choice(4, 5, p=np.full(4, 0.25, np.float32))",
]


@pytest.mark.parametrize("kind", ["numpy", "generator"])
@pytest.mark.parametrize("text", BOTH)
def test_functions_and_methods(text, kind):
    same_draws(f"{'np.random' if kind == 'numpy' else 'g'}.{text}", kind)


@pytest.mark.parametrize(
    "text",
    [
        "permutation(A, axis=1)",
        "permutation(A, 0)",
        "permutation(A, -1)",
        "permutation(A, 2)",
        "permuted(V)",
        "permuted(A)",
        "permuted(A, axis=0)",
        "permuted(A, axis=1)",
        "permuted(A.T, axis=-1)",
        "permuted(A[::-1, ::2], axis=0)",
        "permuted(A[::-1, ::2])",
        "permuted(V[::-1], axis=0)",
        "permuted(A, out=np.zeros((4, 3)))",
        "permuted(A, axis=0, out=np.zeros((4, 3)))",
        "choice(A, 6)",
        "choice(A)",
        "choice(A, (2, 2), axis=1)",
        "choice(A, 3, axis=1, replace=False)",
        "choice(A, (), axis=1)",
        "choice(A, 2, axis=2)",
        "choice(A, axis=-3)",
        "choice((1.5, 2.5), axis=1)",
        "choice(A, 2, p=(0.2, 0.3, 0.5), axis=1)",
        "choice(30000, 20, replace=False, shuffle=False)",
        "choice(30000, 2000, replace=False, shuffle=False)",
        "choice(30000, 1000, replace=False)",
        "choice(50, 50, replace=False, shuffle=False)",
    ],
)
def test_methods(text):
    same_draws(f"g.{text}", "generator")


@njit
def shuffled(x):
    np.random.seed(4)
    np.random.shuffle(x)
    return np.random.random()


@njit
def shuffled_by(g, x):
    g.shuffle(x)
    return g.random()


@njit
def shuffled_along(g, x, axis):
    g.shuffle(x, axis)
    return g.random()


def arrays():
    yield from (np.arange(n) for n in (0, 1, 2, 50))
    yield np.arange(50.0)[::-3]
    yield np.arange(24.0).reshape(6, 4)
    yield np.asfortranarray(np.arange(24.0).reshape(6, 4))
    yield np.arange(48.0).reshape(4, 3, 4)[:, ::2]


def test_shuffle():
    for x in arrays():
        y = x.copy()
        found = shuffled(x)
        np.random.seed(4)
        np.random.shuffle(y)
        assert found == np.random.random()
        np.testing.assert_array_equal(x, y)


def test_shuffle_of_a_generator():
    for x in arrays():
        y, other = x.copy(), np.random.default_rng(3)
        found = shuffled_by(np.random.default_rng(3), x)
        other.shuffle(y)
        assert found == other.random()
        np.testing.assert_array_equal(x, y)
    for axis in (0, 1, -1):
        x, y, other = np.arange(24).reshape(4, 6), np.arange(24).reshape(4, 6), np.random.default_rng(3)
        found = shuffled_along(np.random.default_rng(3), x, axis)
        other.shuffle(y, axis)
        assert found == other.random()
        np.testing.assert_array_equal(x, y)
    with pytest.raises(ValueError, match="axis 2 is out of bounds for array of dimension 2"):
        shuffled_along(np.random.default_rng(3), np.zeros((2, 2)), 2)


RECORDS = np.array([(1, 2.0), (3, 4.0), (5, 6.0), (7, 8.0)], [("a", "i4"), ("b", "f8")])


@pytest.mark.parametrize("seed", range(4))
def test_records_are_all_there(seed):
    def of_generator(generator, records):
        generator.shuffle(records)
        return records, generator.permutation(records), generator.permuted(records), generator.choice(records, 3, replace=False)

    def of_state(seed, records):
        np.random.seed(seed)
        np.random.shuffle(records)
        return records, np.random.permutation(records)

    wanted = of_generator(np.random.default_rng(seed), RECORDS.copy())
    found = njit(of_generator)(np.random.default_rng(seed), RECORDS.copy())
    for got, expected in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(got, expected)
    for got, expected in zip(njit(of_state)(seed, RECORDS.copy()), of_state(seed, RECORDS.copy()), strict=True):
        np.testing.assert_array_equal(got, expected)
