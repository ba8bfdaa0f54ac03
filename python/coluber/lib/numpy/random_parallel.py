"""Arrays of random numbers on all cores, for functions with ``parallel=True``.

Each thread draws from its own state. A program that has given its thread a seed wants one sequence of numbers: then the thread
draws all.
"""

from __future__ import annotations

import inspect

import numpy as np

from coluber.core.extending import compile_with, implements, registered
from coluber.core.threads import prange
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_integral, is_none, is_number
from coluber.lib.numpy import random_distributions, random_uniform  # noqa: F401 - it registers what is asked for below
from coluber.lib.numpy.arguments import is_array_like
from coluber.lib.numpy.parallel import piece_count
from coluber.lib.numpy.random_shared import with_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_STANDARD = "random random_sample ranf sample standard_normal standard_exponential standard_gamma uniform".split()


def pieces_of_random(size):
    """Return the number of pieces of an array of random numbers."""
    if draw("random_is_seeded ->?", random_state(0)):
        return 1
    return piece_count(size, size)


def _divided(name: str, place: int) -> FunctionType:
    """Return ``(arguments)``: an array of numbers of a distribution, whose size is the argument at a place."""
    function = getattr(np.random, name)

    @compile_with(parallel=False)
    def of_size(arguments, size):
        return function(*arguments[:place], size, *arguments[place + 1 :])

    @compile_with(parallel=True)
    def divided(arguments):
        like = of_size(arguments, 0)
        out = np.empty(arguments[place], like.dtype)
        flat, n = out.ravel(), out.size
        pieces = pieces_of_random(n)
        if pieces == 1:
            return of_size(arguments, arguments[place])
        for k in prange(pieces):
            part = flat[n * k // pieces : n * (k + 1) // pieces]
            part[:] = of_size(arguments, part.size)
        return out

    return divided


def _register(name: str, function: FunctionType) -> None:
    parameters = inspect.signature(function).parameters.values()
    names = tuple(parameter.name for parameter in parameters)
    defaults = tuple(parameter.default for parameter in parameters if parameter.default is not inspect.Parameter.empty)
    place = names.index("size")

    def choose(arguments: tuple[Any, ...]) -> FunctionType | None:
        others = (ty for k, ty in enumerate(arguments) if k != place)
        if is_none(arguments[place]) or any(is_array_like(ty) and not is_number(ty) for ty in others):
            return None
        return with_parameters(_divided(name, place), names, defaults)

    implements(f"parallel:numpy.random.{name}")(with_parameters(choose, names, defaults))


def _of_extents(name: str) -> FunctionType:
    divided = _divided(name, 0)

    def choose(*args: Any) -> FunctionType | None:
        if not args or not all(is_integral(ty) for ty in args):
            return None
        return lambda *args: divided((args,))

    return choose


for _name in (*_STANDARD, "randint", *(row.name for row in random_distributions.ROWS)):
    _register(_name, registered(f"numpy.random.{_name}"))
implements("parallel:numpy.random.rand")(_of_extents("random"))
implements("parallel:numpy.random.randn")(_of_extents("standard_normal"))
