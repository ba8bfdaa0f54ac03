"""The class that stands for ``numpy.random.RandomState`` in compiled code.

An argument is copied, and written back when compiled code has drawn from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber import _native
from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.random_memory import SIZE, lending, memory_of, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_METHODS = (
    "beta(a, b, size=None)",
    "binomial(n, p, size=None)",
    "bytes(length)",
    "chisquare(df, size=None)",
    "choice(a, size=None, replace=True, p=None)",
    "dirichlet(alpha, size=None)",
    "exponential(scale=1.0, size=None)",
    "f(dfnum, dfden, size=None)",
    "gamma(shape, scale=1.0, size=None)",
    "geometric(p, size=None)",
    "gumbel(loc=0.0, scale=1.0, size=None)",
    "hypergeometric(ngood, nbad, nsample, size=None)",
    "laplace(loc=0.0, scale=1.0, size=None)",
    "logistic(loc=0.0, scale=1.0, size=None)",
    "lognormal(mean=0.0, sigma=1.0, size=None)",
    "logseries(p, size=None)",
    "multinomial(n, pvals, size=None)",
    "multivariate_normal(mean, cov, size=None)",
    "negative_binomial(n, p, size=None)",
    "noncentral_chisquare(df, nonc, size=None)",
    "noncentral_f(dfnum, dfden, nonc, size=None)",
    "normal(loc=0.0, scale=1.0, size=None)",
    "pareto(a, size=None)",
    "permutation(x)",
    "poisson(lam=1.0, size=None)",
    "power(a, size=None)",
    "rand(*args)",
    "randint(low, high=None, size=None, dtype=int)",
    "randn(*args)",
    "random(size=None)",
    "random_sample(size=None)",
    "rayleigh(scale=1.0, size=None)",
    "seed(seed=None)",
    "shuffle(x)",
    "standard_cauchy(size=None)",
    "standard_exponential(size=None)",
    "standard_gamma(shape, size=None)",
    "standard_normal(size=None)",
    "standard_t(df, size=None)",
    "triangular(left, mode, right, size=None)",
    "uniform(low=0.0, high=1.0, size=None)",
    "vonmises(mu, kappa, size=None)",
    "wald(mean, scale, size=None)",
    "weibull(a, size=None)",
    "zipf(a, size=None)",
)


@dataclass(eq=False)
class RandomState:
    """A ``RandomState`` over MT19937.

    Parameters
    ----------
    memory : array
        The state, as the runtime stores one.
    changes : int
        How often it was changed; the object is written back when it was.
    """

    memory: Any
    changes: int

    def exchange(self) -> None:
        """Exchange the state with that of the thread."""
        draw("random_exchange p->", random_state(0), self.memory)
        self.changes = self.changes + 1


for _signature in _METHODS:
    setattr(RandomState, _signature.partition("(")[0], lending(np.random, _signature))


def counterpart_of(value: Any) -> RandomState:
    """Return what a ``RandomState`` is in compiled code."""
    state = value.get_state(legacy=False)
    if state["bit_generator"] != "MT19937":
        raise TypeError(f"a RandomState over {state['bit_generator']} has no type in compiled code: use one over MT19937")
    kept = float(state["gauss"]) if state["has_gauss"] else None
    return RandomState(memory_of(state["state"]["key"], state["state"]["pos"], kept), 0)


def write_back(value: Any, counterpart: RandomState) -> None:
    """Give an object the state of its counterpart."""
    words, used, kept = words_of(counterpart.memory)
    value.set_state(("MT19937", words, used, kept is not None, kept or 0.0))


def original_of(counterpart: RandomState) -> Any:
    """Return the object that a counterpart stands for."""
    made = np.random.RandomState(0)
    write_back(made, counterpart)
    return made


_native.register_counterpart(np.random.RandomState, RandomState, __name__)


@implements("numpy.random.mtrand.RandomState")
def random_state_(seed: Any = None) -> FunctionType:
    """Make a state from a seed, or from what the system gives."""

    def impl(seed=None):
        made = RandomState(np.zeros(SIZE, np.uint64), 0)
        made.seed(seed)
        return made

    return impl
