"""Seeds for the random numbers of compiled code, from outside of it."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["seed"]


@cache
def _seeding() -> Callable[[int | None], None]:
    import random

    import numpy as np

    from coluber.core.decorators import njit

    @njit
    def seed_both(value: int | None) -> None:
        np.random.seed(value)
        random.seed(value)

    return seed_both


def seed(value: int | None = None) -> None:
    """Seed the random numbers that compiled code draws in this thread.

    Those of ``numpy.random`` go on as after ``numpy.random.seed(value)``, those of ``random`` as after ``random.seed(value)``.
    The states of the two modules themselves, and those of other threads, don't change.

    Parameters
    ----------
    value : int, optional
        From 0 to 2**32 - 1; without it, the system gives the seeds.
    """
    _seeding()(value)
