"""Functions of the NumPy library, one a case, with arguments of a size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from benches.implementation import njit

SIZES = (10, 1000, 1_000_000)
ENOUGH_SECONDS = 2e-3


@dataclass(frozen=True)
class LibraryCase:
    """A call of the library.

    Parameters
    ----------
    name : str
        Its name in the table.
    function : callable
        Calls it.
    make : callable
        Arguments of a size.
    largest : int
        The largest size: matrices have the square root of it as extents.
    first : bool
        Whether its first call counts, too.
    """

    name: str
    function: Callable[..., Any]
    make: Callable[[int], tuple[Any, ...]]
    largest: int = SIZES[-1]
    first: bool = False


def _values(n: int) -> np.ndarray:
    return np.random.default_rng(n).random(n)


def _vector(n: int) -> tuple[Any, ...]:
    return (_values(n),)


def _pair(n: int) -> tuple[Any, ...]:
    return _values(n), _values(n)[::-1].copy()


def _integers(n: int) -> tuple[Any, ...]:
    return (np.random.default_rng(n).integers(0, max(2, n // 4), n),)


def _matrix(n: int) -> tuple[Any, ...]:
    side = max(2, round(n**0.5))
    return (np.random.default_rng(n).random((side, side)) + side * np.eye(side),)


def _matrices(n: int) -> tuple[Any, ...]:
    return (*_matrix(n), _matrix(n)[0])


def _system(n: int) -> tuple[Any, ...]:
    matrix = _matrix(n)[0]
    return matrix, matrix[0].copy()


def _picked(n: int) -> tuple[Any, ...]:
    return _values(n), np.random.default_rng(1).integers(0, n, n)


def _sorted_and_values(n: int) -> tuple[Any, ...]:
    return np.sort(_values(n)), _values(n)


def _vectors_of_root(n: int) -> tuple[Any, ...]:
    return _pair(max(2, round(n**0.5)))


EXPRESSIONS = (
    LibraryCase("a + b * c", lambda a, b: a + b * a, _pair),
    LibraryCase("sqrt(a) + a ** 2", lambda a: np.sqrt(a) + a**2, _vector),
    LibraryCase("a ** 3 - 2 * a + 1", lambda a: a**3 - 2 * a + 1, _vector),
    LibraryCase("exp(-a) * sin(b)", lambda a, b: np.exp(-a) * np.sin(b), _pair),
    LibraryCase("(a > 0.2) & (b < 0.7)", lambda a, b: (a > 0.2) & (b < 0.7), _pair),
    LibraryCase("a[index]", lambda a, i: a[i], _picked),
    LibraryCase("a[a > 0.5]", lambda a: a[a > 0.5], _vector),
    LibraryCase("transpose, copied", lambda a: a.T.copy(), _matrix),
    LibraryCase("a @ b", lambda a, b: a @ b, _matrices, 250_000),
)

FUNCTIONS = (
    LibraryCase("sum", lambda a: a.sum(), _vector, first=True),
    LibraryCase("mean", lambda a: a.mean(), _vector, first=True),
    LibraryCase("std", lambda a: a.std(), _vector, first=True),
    LibraryCase("max", lambda a: a.max(), _vector, first=True),
    LibraryCase("argmax", lambda a: a.argmax(), _vector, first=True),
    LibraryCase("cumsum", lambda a: a.cumsum(), _vector, first=True),
    LibraryCase("sort", lambda a: np.sort(a), _vector, first=True),
    LibraryCase("argsort", lambda a: np.argsort(a), _vector, first=True),
    LibraryCase("unique", lambda a: np.unique(a), _integers, first=True),
    LibraryCase("median", lambda a: np.median(a), _vector, first=True),
    LibraryCase("percentile", lambda a: np.percentile(a, 30.0), _vector, first=True),
    LibraryCase("histogram", lambda a: np.histogram(a, 20)[0], _vector, first=True),
    LibraryCase("searchsorted", lambda a, b: np.searchsorted(a, b), _sorted_and_values, first=True),
    LibraryCase("concatenate", lambda a, b: np.concatenate((a, b)), _pair, first=True),
    LibraryCase("where", lambda a, b: np.where(a > 0.5, a, b), _pair, first=True),
    LibraryCase("linspace", lambda n: np.linspace(0.0, 1.0, n), lambda n: (n,), first=True),
    LibraryCase("diff", lambda a: np.diff(a), _vector, first=True),
    LibraryCase("clip", lambda a: np.clip(a, 0.2, 0.8), _vector, first=True),
    LibraryCase("bincount", lambda a: np.bincount(a), _integers, first=True),
    LibraryCase("interp", lambda a, b: np.interp(a, b, b), lambda n: (_values(n), np.sort(_values(n))), first=True),
    LibraryCase("repeat", lambda a: np.repeat(a, 3), _vector, first=True),
    LibraryCase("roll", lambda a: np.roll(a, 3), _vector, first=True),
    LibraryCase("dot of vectors", lambda a, b: np.dot(a, b), _pair, first=True),
    LibraryCase("solve", lambda a, b: np.linalg.solve(a, b), _system, 90_000, first=True),
    LibraryCase("inv", lambda a: np.linalg.inv(a), _matrix, 90_000, first=True),
    LibraryCase("svd", lambda a: np.linalg.svd(a)[1], _matrix, 10_000),
    LibraryCase("sum of columns", lambda a: a.sum(axis=0), _matrix),
    LibraryCase("sum of rows", lambda a: a.sum(axis=1), _matrix),
    LibraryCase("prod", lambda a: a.prod(), _vector),
    LibraryCase("min", lambda a: a.min(), _vector),
    LibraryCase("var", lambda a: a.var(), _vector),
    LibraryCase("ptp", lambda a: np.ptp(a), _vector),
    LibraryCase("all", lambda a: a.all(), _vector),
    LibraryCase("count_nonzero", lambda a: np.count_nonzero(a), _integers),
    LibraryCase("nansum", lambda a: np.nansum(a), _vector),
    LibraryCase("nanmean", lambda a: np.nanmean(a), _vector),
    LibraryCase("cumprod", lambda a: a.cumprod(), _vector),
    LibraryCase("partition", lambda a: np.partition(a, a.size // 2), _vector),
    LibraryCase("digitize", lambda a, b: np.digitize(a, b), lambda n: (_values(n), np.sort(_values(100)))),
    LibraryCase("flatnonzero", lambda a: np.flatnonzero(a), _integers),
    LibraryCase("take", lambda a, i: np.take(a, i), _picked),
    LibraryCase("vstack", lambda a, b: np.vstack((a, b)), _pair),
    LibraryCase("flip", lambda a: np.flip(a).copy(), _vector),
    LibraryCase("outer", lambda a, b: np.outer(a, b), _vectors_of_root),
    LibraryCase("convolve", lambda a, b: np.convolve(a, b), lambda n: (_values(n), _values(5))),
    LibraryCase("corrcoef", lambda a, b: np.corrcoef(a, b), _pair),
    LibraryCase("round", lambda a: np.round(a, 2), _vector),
    LibraryCase("arange", lambda n: np.arange(n), lambda n: (n,)),
    LibraryCase("tril", lambda a: np.tril(a), _matrix),
    LibraryCase("array_equal", lambda a, b: np.array_equal(a, b), lambda n: (_values(n), _values(n))),
    LibraryCase("trapezoid", lambda a: np.trapezoid(a), _vector),
)

CASES = {case.name: case for case in (*EXPRESSIONS, *FUNCTIONS)}


def measure(names: list[str]) -> dict[str, Any]:
    """Return for each case the seconds of its first call, and of a call by size: compiled, and by NumPy."""
    njit(lambda x: x + 1.0)(1.0)
    return {name: _measured(CASES[name]) for name in names}


def _measured(case: LibraryCase) -> dict[str, Any]:
    compiled = njit(case.function)
    try:
        arguments = case.make(SIZES[0])
        start = perf_counter()
        compiled(*arguments)
        first = perf_counter() - start
    except Exception as error:
        return {"error": f"{type(error).__name__}: {str(error).strip().splitlines()[-1]}"}
    runs, numpy = {}, {}
    for size in SIZES:
        arguments = case.make(min(size, case.largest))
        runs[size], numpy[size] = seconds(compiled, arguments), seconds(case.function, arguments)
    return {"first": first, "runs": runs, "numpy": numpy}


def seconds(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """Seconds a call: the best of some blocks of enough calls to be measurable."""
    function(*arguments)
    start = perf_counter()
    function(*arguments)
    number = max(1, int(ENOUGH_SECONDS / max(perf_counter() - start, 1e-7)))
    return min(_block(function, arguments, number) for _ in range(5))


def _block(function: Callable[..., Any], arguments: tuple[Any, ...], number: int) -> float:
    start = perf_counter()
    for _ in range(number):
        function(*arguments)
    return (perf_counter() - start) / number
