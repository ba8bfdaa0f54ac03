"""``RandomState`` objects as arguments, as results and made in compiled code, compared with NumPy draw by draw."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import same

RandomState = np.random.RandomState


def uniform(r, a):
    return r.rand(), r.rand(2, 3), r.random(3), r.random_sample(), r.uniform(1, 2, 4), r.randint(10), r.randint(0, 5, (2, 2))


def normal(r, a):
    return r.randn(), r.normal(), r.normal(1, 2, 3), r.standard_normal(2), r.lognormal(), r.multivariate_normal(a, np.eye(3))


def in_order(r, a):
    r.shuffle(a)
    weights = np.array([0.2, 0.3, 0.5])
    return a, r.permutation(5), r.permutation(a), r.choice(a, 3), r.choice(5, 3, replace=False), r.choice(a, 2, p=weights)


def others(r, a):
    first = r.beta(1, 2, 2), r.gamma(2.0, size=3), r.binomial(5, 0.3, 4), r.poisson(3.0, 2), r.exponential(), r.chisquare(3)
    second = r.geometric(0.3, 3), r.multinomial(5, np.array([0.2, 0.8])), r.dirichlet(a + 1), r.zipf(2.0), r.laplace()
    return *first, *second, r.gumbel(size=2), r.vonmises(1.0, 2.0), r.standard_t(3.0), r.weibull(2.0), r.hypergeometric(3, 4, 5)


def seeded(r, a):
    r.seed(3)
    r.randn()
    other = RandomState(8)
    return r.rand(2), other.randn(3), RandomState(np.array([1, 2, 3])).rand(2)


@pytest.mark.parametrize("function", [uniform, normal, in_order, others, seeded])
def test_the_stream_is_numpys(function):
    results = []
    for call in (function, njit(function)):
        state = RandomState(5)
        state.randn(3)
        results.append((call(state, np.arange(3.0)), state.rand(), state.randn(), state.randn()))
    same(results[1], results[0], rtol=0)


def test_results_and_the_state_of_the_thread():
    @njit
    def made(seed):
        np.random.seed(1)
        first, state = np.random.randn(), RandomState(seed)
        state.randn()
        return state, first, np.random.randn(), isinstance(state, RandomState)

    state, *numbers, answer = made(4)
    assert answer
    expected = RandomState(4)
    expected.randn()
    assert isinstance(state, RandomState)
    assert (state.randn(), state.rand()) == (expected.randn(), expected.rand())
    np.random.seed(1)
    assert numbers == [np.random.randn(), np.random.randn()]


def test_errors_leave_the_states_where_they_are():
    @njit
    def bad(r):
        np.random.seed(1)
        try:
            r.normal(0, -1)
        except ValueError:
            return np.random.rand(), r.rand()
        return 0.0, 0.0

    np.random.seed(1)
    assert bad(RandomState(2)) == (np.random.rand(), RandomState(2).rand())
    with pytest.raises(ValueError, match="scale < 0"):
        njit(lambda r: r.normal(0, -1))(RandomState(2))
    with pytest.raises(TypeError, match="a RandomState over PCG64 has no type"):
        njit(lambda r: r.rand())(RandomState(np.random.PCG64(2)))
