"""Distributions of vectors: ``multinomial``, ``dirichlet``, ``multivariate_normal``, ``multivariate_hypergeometric``."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core.errors import NumbaValueError
from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_integer, is_integral, is_none, is_real, literal_str
from coluber.lib.numpy.arguments import array_type, is_array_like, np_asarray, to_array
from coluber.lib.numpy.random_shared import as_shape, is_generator, is_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_array_of(ty: Any, ndim: int | None = None) -> bool:
    """Whether a type is that of arrays of real numbers, of a number of axes where one is given."""
    return is_array_like(ty) and is_real(array_type(ty).dtype) and ndim in (None, array_type(ty).ndim)


@cache
def _shape_function(sized: bool) -> FunctionType:
    """Return ``(size, length)``: the shape of an array of vectors."""
    if sized:
        return lambda size, length: (*as_shape(size), length)
    return lambda size, length: (length,)


# --------------------------------------------------------------------------------------------------------------- multinomial


def check_multinomial(n, pvals):
    """Refuse a negative count, and what are no probabilities."""
    for p in pvals:
        if not (p >= 0 and p <= 1):
            raise ValueError("pvals < 0, pvals > 1 or pvals contains NaNs")
    total, lost = 0.0, 0.0
    for k in range(pvals.size - 1):
        term = pvals[k] - lost
        more = total + term
        lost = (more - total) - term
        total = more
    if total > 1.0 + 1e-12:
        raise ValueError("sum(pvals[:-1]) > 1.0")


def fill_multinomial(generator, n, line, weights):
    """Write how often each of some events comes in n trials."""
    draw("random_multinomial lppl->", generator, n, line, weights, weights.size)


def fill_legacy_multinomial(generator, n, line, weights):
    """Write how often each of some events comes in n trials, by the binomial numbers of ``numpy.random``."""
    left, rest = n, 1.0
    for k in range(weights.size - 1):
        line[k] = draw("random_legacy_binomial ld->l", generator, left, weights[k] / rest)
        left -= line[k]
        if left <= 0:
            return
        rest -= weights[k]
    if weights.size > 0:
        line[weights.size - 1] = left


@cache
def legacy_multinomial_draws() -> bool:
    """Whether ``numpy.random.multinomial`` draws also where the result is certain: that depends on NumPy's version."""
    one, other = np.random.RandomState(1), np.random.RandomState(1)
    one.multinomial(0, (0.5, 0.5))
    return one.random() != other.random()


def _multinomial(n: Any, pvals: Any, size: Any, is_method: bool) -> FunctionType | None:
    """Return ``(generator, n, pvals, size)``."""
    if not is_integral(n) or not _is_array_of(pvals, 1) or not is_size(size):
        return None
    of_array, shape = to_array(pvals), _shape_function(not is_none(size))
    fill = fill_multinomial if is_method or not legacy_multinomial_draws() else fill_legacy_multinomial

    def run(generator, n, pvals, size):
        weights = of_array(pvals).astype(np.float64)
        if is_method and weights.size == 0:
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
        if n < 0 and is_method:
            raise ValueError("n < 0")
        check_multinomial(n, weights)
        if n < 0:
            raise ValueError("n < 0")
        out = np.zeros(shape(size, weights.size), np.int64)
        lines = out.reshape(-1, max(weights.size, 1))
        for k in range(lines.shape[0]):
            fill(generator, n, lines[k], weights)
        return out

    return run


@implements("numpy.random.multinomial")
def multinomial(n: Any, pvals: Any, size: Any = None) -> FunctionType | None:
    """Return how often each of some events comes in n trials."""
    run = _multinomial(n, pvals, size, False)
    return run and (lambda n, pvals, size=None: run(random_state(0), n, pvals, size))


def _multinomial_of_arrays(n: Any, pvals: Any, size: Any) -> FunctionType | None:
    """Return ``(generator, n, pvals, size)`` for several counts or several lines of probabilities, which are broadcast."""
    counted = is_integral(n) or (is_array_like(n) and is_integer(array_type(n).dtype))
    if not counted or not _is_array_of(pvals) or array_type(pvals).ndim == 0 or not is_size(size):
        return None
    counts_of, lines_of, sized = np_asarray if is_integral(n) else to_array(n), to_array(pvals), not is_none(size)

    def shape_of(size, counts, weights):
        return np.broadcast_shapes(counts.shape, weights.shape[:-1])

    def shape_of_size(size, counts, weights):
        shape, common = as_shape(size), np.broadcast_shapes(counts.shape, weights.shape[:-1], as_shape(size))
        if shape != common:
            raise ValueError(f"Output size {shape} is not compatible with broadcast dimensions of inputs {common}.")
        return shape

    shape_function = shape_of_size if sized else shape_of

    def run(generator, n, pvals, size):
        counts, weights = counts_of(n), lines_of(pvals).astype(np.float64)
        length = weights.shape[-1]
        if length == 0:
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
        lines = np.ascontiguousarray(weights).reshape(-1, length)
        for k in range(lines.shape[0]):
            check_multinomial(0, lines[k])
        if np.any(counts < 0):
            raise ValueError("n < 0")
        shape = shape_function(size, counts, weights)
        out = np.zeros((*shape, length), np.int64)
        made = out.reshape(-1, length)
        given = np.broadcast_to(counts, shape).ravel()
        at = np.broadcast_to(np.arange(lines.shape[0]).reshape(weights.shape[:-1]), shape).ravel()
        for k in range(given.size):
            fill_multinomial(generator, np.int64(given[k]), made[k], lines[at[k]])
        return out

    return run


@implements("generator.multinomial")
def generator_multinomial(self: Any, n: Any, pvals: Any, size: Any = None) -> FunctionType | None:
    """Return how often each of some events comes in n trials."""
    if not is_generator(self):
        return None
    run = _multinomial(n, pvals, size, True) or _multinomial_of_arrays(n, pvals, size)
    return run and (lambda self, n, pvals, size=None: run(self, n, pvals, size))


# ----------------------------------------------------------------------------------------------------------------- dirichlet


def gammas_as_parts(generator, alpha, line):
    """Write parts of a whole: gamma numbers divided by their sum."""
    total = 0.0
    for k in range(alpha.size):
        line[k] = draw("random_standard_gamma d->d", generator, alpha[k])
        total += line[k]
    scale = 1 / total
    for k in range(alpha.size):
        line[k] *= scale


def legacy_gammas_as_parts(generator, alpha, line):
    """Write parts of a whole: gamma numbers of ``numpy.random`` divided by their sum."""
    total = 0.0
    for k in range(alpha.size):
        line[k] = draw("random_legacy_standard_gamma d->d", generator, alpha[k])
        total += line[k]
    scale = 1 / total
    for k in range(alpha.size):
        line[k] *= scale


def broken_stick(generator, alpha, line):
    """Write parts of a whole by breaking one off after the other, for small parameters."""
    sums = alpha.copy()
    for k in range(alpha.size - 2, -1, -1):
        sums[k] += sums[k + 1]
    rest = 1.0
    for k in range(alpha.size - 1):
        part = draw("random_beta dd->d", generator, alpha[k], sums[k + 1])
        line[k] = rest * part
        rest *= 1.0 - part
        if sums[k + 1] == 0:
            return
    line[alpha.size - 1] = rest


@implements("numpy.random.dirichlet")
def dirichlet(alpha: Any, size: Any = None) -> FunctionType | None:
    """Return parts of a whole."""
    if not _is_array_of(alpha, 1) or not is_size(size):
        return None
    of_array, shape = to_array(alpha), _shape_function(not is_none(size))

    def impl(alpha, size=None):
        weights = of_array(alpha).astype(np.float64)
        for a in weights:
            if a <= 0:
                raise ValueError("alpha <= 0")
        out = np.zeros(shape(size, weights.size), np.float64)
        lines, state = out.reshape(-1, max(weights.size, 1)), random_state(0)
        for k in range(lines.shape[0]):
            legacy_gammas_as_parts(state, weights, lines[k])
        return out

    return impl


@implements("generator.dirichlet")
def generator_dirichlet(self: Any, alpha: Any, size: Any = None) -> FunctionType | None:
    """Return parts of a whole."""
    if not is_generator(self) or not _is_array_of(alpha, 1) or not is_size(size):
        return None
    of_array, shape = to_array(alpha), _shape_function(not is_none(size))

    def impl(self, alpha, size=None):
        weights = of_array(alpha).astype(np.float64)
        largest = 0.0
        for a in weights:
            if a < 0:
                raise ValueError("alpha < 0")
            largest = max(largest, a)
        out = np.zeros(shape(size, weights.size), np.float64)
        lines = out.reshape(-1, max(weights.size, 1))
        if weights.size > 0 and largest > 0:
            for k in range(lines.shape[0]):
                if largest < 0.1:
                    broken_stick(self, weights, lines[k])
                else:
                    gammas_as_parts(self, weights, lines[k])
        return out

    return impl


# ------------------------------------------------------------------------------------------------------- multivariate normal


def check_normal(mean, cov):
    """Refuse a mean and a covariance that don't fit."""
    if cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")


def fill_legacy_gauss(generator, flat):
    """Write normal numbers of ``numpy.random``."""
    for k in range(flat.size):
        flat[k] = draw("random_legacy_gauss ->d", generator)


def fill_gauss(generator, flat):
    """Write normal numbers."""
    draw("random_standard_normal_fill lp->", generator, flat.size, flat)


def refuse_covariance():
    """Raise the error for a covariance that is none."""
    raise ValueError("covariance is not symmetric positive-semidefinite.")


def _normal_shapes(mean: Any, cov: Any, size: Any) -> bool:
    """Whether the arguments fit; raises where there are other numbers of axes."""
    if not _is_array_of(mean) or not _is_array_of(cov) or not is_size(size):
        return False
    if array_type(mean).ndim != 1:
        raise NumbaValueError("mean must be 1 dimensional")
    if array_type(cov).ndim != 2:
        raise NumbaValueError("cov must be 2 dimensional and square")
    return True


@implements("numpy.random.multivariate_normal")
def multivariate_normal(
    mean: Any, cov: Any, size: Any = None, check_valid: Any = "warn", tol: Any = 1e-8
) -> FunctionType | None:
    """Return vectors of normal numbers with a covariance."""
    if not _normal_shapes(mean, cov, size):
        return None
    to_mean, to_cov, shape = to_array(mean), to_array(cov), _shape_function(not is_none(size))
    checked = _checked(check_valid)

    def impl(mean, cov, size=None, check_valid="warn", tol=1e-8):
        centre, square = to_mean(mean).astype(np.float64), to_cov(cov).astype(np.float64)
        check_normal(centre, square)
        out = np.empty(shape(size, centre.size), np.float64)
        lines = out.reshape(out.size // max(centre.size, 1), centre.size)
        fill_legacy_gauss(random_state(0), out.ravel())
        _, s, v = np.linalg.svd(square)
        if checked and not np.allclose(np.dot(v.T * s, v), square, tol, tol):
            refuse_covariance()
        lines[...] = np.dot(lines, np.sqrt(s).reshape(-1, 1) * v) + centre
        return out

    return impl


def _checked(check_valid: Any) -> bool:
    """Whether a covariance that is none is an error; compiled code does not warn."""
    value = literal_str(check_valid, "check_valid")
    if value not in ("warn", "raise", "ignore"):
        raise NumbaValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    return value == "raise"


@implements("generator.multivariate_normal")
def generator_multivariate_normal(
    self: Any, mean: Any, cov: Any, size: Any = None, check_valid: Any = "warn", tol: Any = 1e-8, method: Any = "svd"
) -> FunctionType | None:
    """Return vectors of normal numbers with a covariance."""
    if not is_generator(self) or not _normal_shapes(mean, cov, size):
        return None
    way = literal_str(method, "method")
    if way not in ("svd", "eigh", "cholesky"):
        raise NumbaValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
    factor = _factor_function(way, _checked(check_valid))
    to_mean, to_cov, shape = to_array(mean), to_array(cov), _shape_function(not is_none(size))

    def impl(self, mean, cov, size=None, check_valid="warn", tol=1e-8, method="svd"):
        centre, square = to_mean(mean).astype(np.float64), to_cov(cov).astype(np.float64)
        check_normal(centre, square)
        out = np.empty(shape(size, centre.size), np.float64)
        lines = out.reshape(out.size // max(centre.size, 1), centre.size)
        fill_gauss(self, out.ravel())
        lines[...] = centre + np.dot(lines, factor(square, tol).T)
        return out

    return impl


@cache
def _factor_function(way: str, checked: bool) -> FunctionType:
    """Return ``(cov, tol)``: a matrix whose product with its transpose is a covariance."""

    def by_svd(cov, tol):
        u, s, vh = np.linalg.svd(cov)
        if checked and not np.allclose(np.dot(vh.T * s, vh), cov, tol, tol):
            refuse_covariance()
        return u * np.sqrt(s)

    def by_eigh(cov, tol):
        s, u = np.linalg.eigh(cov)
        if checked and np.any(s < -tol):
            refuse_covariance()
        return u * np.sqrt(np.abs(s))

    def by_cholesky(cov, tol):
        return np.linalg.cholesky(cov)

    return {"svd": by_svd, "eigh": by_eigh, "cholesky": by_cholesky}[way]


# --------------------------------------------------------------------------------------------- multivariate hypergeometric


@implements("generator.multivariate_hypergeometric")
def multivariate_hypergeometric(
    self: Any, colors: Any, nsample: Any, size: Any = None, method: Any = "marginals"
) -> FunctionType | None:
    """Return how many of each colour are among some items that are drawn from a collection."""
    if not is_generator(self) or not is_integral(nsample) or not is_size(size):
        return None
    if not _is_array_of(colors, 1) or not is_integral(array_type(colors).dtype):
        return None
    way = literal_str(method, "method")
    if way not in ("marginals", "count"):
        raise NumbaValueError('method must be "count" or "marginals".')
    function = f"random_multivariate_hypergeometric_{way} llpllp->{'i' if way == 'count' else ''}"
    negative = f"colors must be a one-dimensional sequence of nonnegative integers not exceeding {np.iinfo('l').max}."
    limit, counts = 10**9, way == "count"
    of_array, shape = to_array(colors), _shape_function(not is_none(size))

    def impl(self, colors, nsample, size=None, method="marginals"):
        sizes = of_array(colors).astype(np.int64)
        total = 0
        for count in sizes:
            if count < 0:
                raise ValueError(negative)
            total += count
        if nsample < 0:
            raise ValueError("nsample must be nonnegative.")
        if not counts and total >= limit:
            raise ValueError('When method is "marginals", sum(colors) must be less than 1000000000.')
        if nsample > total:
            raise ValueError("nsample > sum(colors)")
        out = np.zeros(shape(size, sizes.size), np.int64)
        if sizes.size > 0 and out.size > 0:
            draw(function, self, total, sizes.size, sizes, nsample, out.size // sizes.size, out)
        return out

    return impl
