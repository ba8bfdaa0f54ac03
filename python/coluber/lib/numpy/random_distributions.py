"""The distributions that ``numpy.random`` and its generators have under the same names, one row each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coluber.core.extending import implements
from coluber.lib.numpy.random_shared import (
    POISSON_LIMIT,
    above_one,
    at_least_one,
    check_each,
    implementation,
    is_generator,
    non_negative,
    poisson_mean,
    positive,
    positive_number,
    positive_probability,
    probability,
    probability_below_one,
    run_function,
    unchecked,
    with_parameters,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


class Row(NamedTuple):
    """A distribution.

    Parameters
    ----------
    name : str
        Its name.
    parameters : str
        Names of its parameters, with defaults of the last ones.
    codes : str
        Codes of the parameters and of the result, as `draw` takes them.
    legacy, modern : str
        The runtime's function for ``numpy.random``, and for generators.
    legacy_check, modern_check : function
        ``(parameters)``: refuse parameters that are out of range.
    """

    name: str
    parameters: str
    codes: str
    legacy: str
    modern: str
    legacy_check: FunctionType
    modern_check: FunctionType


def _row(name: str, parameters: str, codes: str, check: Any, modern_check: Any = None, legacy: str = "") -> Row:
    return Row(name, parameters, codes, legacy or f"random_legacy_{name}", f"random_{name}", check, modern_check or check)


def _shared(name: str, parameters: str, codes: str, check: Any, modern_check: Any = None) -> Row:
    """Return the row of a distribution for which there is one function."""
    return _row(name, parameters, codes, check, modern_check, f"random_{name}")


def _check_triangle(parameters):
    left, mode, right = parameters
    if left > mode:
        raise ValueError("left > mode")
    if mode > right:
        raise ValueError("mode > right")
    if left == right:
        raise ValueError("left == right")


_negative_binomial_parts = check_each(positive_number("n"), positive_probability("p"))
_negative_binomial_limit = float(POISSON_LIMIT)


def _check_negative_binomial(parameters):
    _negative_binomial_parts(parameters)
    n, p = parameters
    if (1 - p) / p * (n + 10 * np.sqrt(n)) > _negative_binomial_limit:
        raise ValueError("n too large or p too small, see Generator.negative_binomial Notes")


_legacy_hypergeometric_parts = check_each(non_negative("ngood"), non_negative("nbad"), at_least_one("nsample"))
_hypergeometric_parts = check_each(non_negative("ngood"), non_negative("nbad"), non_negative("nsample"))


def _check_legacy_hypergeometric(parameters):
    good, bad, sample = parameters
    if good + bad < sample:
        raise ValueError("ngood + nbad < nsample")
    _legacy_hypergeometric_parts(parameters)


def _check_hypergeometric(parameters):
    good, bad, sample = parameters
    if good >= 1000000000 or bad >= 1000000000:
        raise ValueError("both ngood and nbad must be less than 1000000000")
    if good + bad < sample:
        raise ValueError("ngood + nbad < nsample")
    _hypergeometric_parts(parameters)


_scale = check_each(unchecked, non_negative("scale"))

ROWS: tuple[Row, ...] = (
    _row("beta", "a b", "dd->d", check_each(positive("a"), positive("b"))),
    _row("exponential", "scale=1", "d->d", check_each(non_negative("scale"))),
    _row("normal", "loc=0 scale=1", "dd->d", _scale),
    _row("gamma", "shape scale=1", "dd->d", check_each(non_negative("shape"), non_negative("scale"))),
    _row("f", "dfnum dfden", "dd->d", check_each(positive("dfnum"), positive("dfden"))),
    _row("noncentral_f", "dfnum dfden nonc", "ddd->d", check_each(positive("dfnum"), positive("dfden"), non_negative("nonc"))),
    _row("chisquare", "df", "d->d", check_each(positive("df"))),
    _row("noncentral_chisquare", "df nonc", "dd->d", check_each(positive("df"), non_negative("nonc"))),
    _row("standard_cauchy", "", "->d", check_each()),
    _row("standard_t", "df", "d->d", check_each(positive("df"))),
    _row("vonmises", "mu kappa", "dd->d", check_each(unchecked, non_negative("kappa"))),
    _row("pareto", "a", "d->d", check_each(positive("a"))),
    _row("weibull", "a", "d->d", check_each(non_negative("a"))),
    _row("power", "a", "d->d", check_each(positive("a"))),
    _shared("laplace", "loc=0 scale=1", "dd->d", _scale),
    _shared("gumbel", "loc=0 scale=1", "dd->d", _scale),
    _shared("logistic", "loc=0 scale=1", "dd->d", _scale),
    _row("lognormal", "mean=0 sigma=1", "dd->d", check_each(unchecked, non_negative("sigma"))),
    _row("rayleigh", "scale=1", "d->d", check_each(non_negative("scale"))),
    _row("wald", "mean scale", "dd->d", check_each(positive("mean"), positive("scale"))),
    _shared("triangular", "left mode right", "ddd->d", _check_triangle),
    _row("binomial", "n p", "ld->l", check_each(non_negative("n"), probability("p"))),
    _row("negative_binomial", "n p", "dd->l", check_each(positive("n"), probability("p")), _check_negative_binomial),
    _shared("poisson", "lam=1", "d->l", check_each(poisson_mean("lam"))),
    _row("zipf", "a", "d->l", check_each(above_one("a"))),
    _row("geometric", "p", "d->l", check_each(positive_probability("p"))),
    _row("hypergeometric", "ngood nbad nsample", "lll->l", _check_legacy_hypergeometric, _check_hypergeometric),
    _row("logseries", "p", "d->l", check_each(probability_below_one("p"))),
)


def _register(row: Row) -> None:
    parts = [part.partition("=") for part in row.parameters.split()]
    names = (*(name for name, _, _ in parts), "size")
    defaults = (*(float(default) for _, equals, default in parts if equals), None)
    number = np.int64 if row.codes.endswith("l") else np.float64

    def of_function(arguments: tuple[Any, ...]) -> FunctionType | None:
        return _implementation(f"{row.legacy} {row.codes}", row.legacy_check, arguments, False)

    def of_method(arguments: tuple[Any, ...]) -> FunctionType | None:
        if not is_generator(arguments[0]):
            return None
        return _implementation(f"{row.modern} {row.codes}", row.modern_check, arguments[1:], True)

    def _implementation(function: str, check: Any, arguments: tuple[Any, ...], is_method: bool) -> FunctionType | None:
        *parameters, size = arguments
        run = run_function(function, parameters, size, check, number)
        return None if run is None else implementation(run, names, defaults, is_method)

    implements(f"numpy.random.{row.name}")(with_parameters(of_function, names, defaults))
    implements(f"generator.{row.name}")(with_parameters(of_method, ("self", *names), defaults))


for _each in ROWS:
    _register(_each)
