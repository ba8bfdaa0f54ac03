"""The class that stands for ``random.Random`` in compiled code.

An argument is copied, and written back when compiled code has drawn from it.
"""

from __future__ import annotations

import random
import sys
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
    "betavariate(alpha, beta)",
    "choice(seq)",
    "choices(population, weights=None, *, cum_weights=None, k=1)",
    "expovariate(lambd=1.0)",
    "gammavariate(alpha, beta)",
    "gauss(mu=0.0, sigma=1.0)",
    "getrandbits(k)",
    "lognormvariate(mu, sigma)",
    "normalvariate(mu=0.0, sigma=1.0)",
    "paretovariate(alpha)",
    "randbytes(n)",
    "randint(a, b)",
    "random()",
    "randrange(start, stop=None, step=1)",
    "sample(population, k)",
    "seed(a=None, version=2)",
    "shuffle(x)",
    "triangular(low=0.0, high=1.0, mode=None)",
    "uniform(a, b)",
    "vonmisesvariate(mu, kappa)",
    "weibullvariate(alpha, beta)",
)


@dataclass(eq=False)
class Random:
    """A ``random.Random``.

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
        draw("random_exchange p->", random_state(1), self.memory)
        self.changes = self.changes + 1


_NEWER = ("binomialvariate(n=1, p=0.5)",) if sys.version_info >= (3, 12) else ()

for _signature in (*_METHODS, *_NEWER):
    setattr(Random, _signature.partition("(")[0], lending(random, _signature))


def counterpart_of(value: Any) -> Random:
    """Return what a ``Random`` is in compiled code."""
    _, words, kept = value.getstate()
    return Random(memory_of(words[:-1], words[-1], kept), 0)


def write_back(value: Any, counterpart: Random) -> None:
    """Give an object the state of its counterpart."""
    words, used, kept = words_of(counterpart.memory)
    value.setstate((3, (*map(int, words), used), kept))


def original_of(counterpart: Random) -> Any:
    """Return the object that a counterpart stands for."""
    made = random.Random(0)
    write_back(made, counterpart)
    return made


_native.register_counterpart(random.Random, Random, __name__)


@implements("random.Random")
def random_(x: Any = None) -> FunctionType:
    """Make a state from a seed, or from what the system gives."""

    def impl(x=None):
        made = Random(np.zeros(SIZE, np.uint64), 0)
        made.seed(x)
        return made

    return impl
