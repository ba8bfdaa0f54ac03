"""``scipy.spatial.distance``: distances of vectors, and of all pairs of the rows of matrices."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_complex, is_integral, is_none, is_number, literal_str
from coluber.lib.numpy.arguments import dtype_of, is_array_like, ndim_of
from coluber.lib.scipy.arguments import refuse_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# ------------------------------------------------------------------------------------------------------------- metrics
#
# Each is a function of two vectors, of weights, which may be no array where there are none, and of an exponent.


def _weight_function(has_weights: bool) -> FunctionType:
    """Return ``(w, k)``: the weight of an element."""
    return (lambda w, k: w[k]) if has_weights else (lambda w, k: 1.0)


def _sqeuclidean(has_weights: bool) -> FunctionType:
    weight = _weight_function(has_weights)

    def metric(u, v, w, p):
        total = 0.0
        for k in range(u.size):
            d = u[k] - v[k]
            total += weight(w, k) * d * d
        return total

    return metric


def _euclidean(has_weights: bool) -> FunctionType:
    square = _sqeuclidean(has_weights)
    return lambda u, v, w, p: math.sqrt(square(u, v, w, p))


def _cityblock(has_weights: bool) -> FunctionType:
    weight = _weight_function(has_weights)

    def metric(u, v, w, p):
        total = 0.0
        for k in range(u.size):
            total += weight(w, k) * abs(u[k] - v[k])
        return total

    return metric


def _chebyshev(has_weights: bool) -> FunctionType:
    weight = _weight_function(has_weights)

    def metric(u, v, w, p):
        largest = 0.0
        for k in range(u.size):
            d = abs(u[k] - v[k])
            if weight(w, k) > 0 and not d <= largest:
                largest = d
        return largest

    return metric


def _minkowski(has_weights: bool) -> FunctionType:
    weight, largest = _weight_function(has_weights), _chebyshev(has_weights)

    @compile_with(error_model="numpy")
    def metric(u, v, w, p):
        if p <= 0:
            raise ValueError("p must be greater than 0")
        if math.isinf(p):
            return largest(u, v, w, p)
        total = 0.0
        for k in range(u.size):
            total += weight(w, k) * abs(u[k] - v[k]) ** p
        return total ** (1 / p)

    return metric


def _angle_function(has_weights: bool, is_centered: bool) -> FunctionType:
    """Return the function for one minus the cosine of an angle between vectors, whose means are taken off before perhaps."""
    weight = _weight_function(has_weights)

    @compile_with(error_model="numpy")
    def means(u, v, w):
        total, first, second = 0.0, 0.0, 0.0
        for k in range(u.size):
            total += weight(w, k)
            first += weight(w, k) * u[k]
            second += weight(w, k) * v[k]
        return first / total, second / total

    @compile_with(error_model="numpy")
    def metric(u, v, w, p):
        first, second = means(u, v, w) if is_centered else (0.0, 0.0)
        both, uu, vv = 0.0, 0.0, 0.0
        for k in range(u.size):
            x, y = u[k] - first, v[k] - second
            both += weight(w, k) * x * y
            uu += weight(w, k) * x * x
            vv += weight(w, k) * y * y
        found = 1.0 - both / math.sqrt(uu * vv)
        return 0.0 if found < 0 else 2.0 if found > 2 else found

    return metric


def _cosine(has_weights: bool) -> FunctionType:
    return _angle_function(has_weights, is_centered=False)


def _correlation(has_weights: bool) -> FunctionType:
    return _angle_function(has_weights, is_centered=True)


_METRICS = {
    "euclidean": _euclidean,
    "sqeuclidean": _sqeuclidean,
    "cityblock": _cityblock,
    "chebyshev": _chebyshev,
    "minkowski": _minkowski,
    "cosine": _cosine,
    "correlation": _correlation,
}
_OTHER_NAMES = {
    **dict.fromkeys(("euclid", "eu", "e"), "euclidean"),
    **dict.fromkeys(("sqe", "sqeuclid"), "sqeuclidean"),
    **dict.fromkeys(("cblock", "cb", "c"), "cityblock"),
    **dict.fromkeys(("chebychev", "cheby", "cheb", "ch"), "chebyshev"),
    **dict.fromkeys(("mi", "m", "pnorm"), "minkowski"),
    "cos": "cosine",
    "co": "correlation",
}


def _checked(name: str, *operands: Any) -> bool:
    """Whether arguments are like arrays of real numbers; raises for complex ones."""
    if not all(is_array_like(ty) and is_number(dtype_of(ty)) for ty in operands):
        return False
    if any(is_complex(dtype_of(ty)) for ty in operands):
        raise errors.UnsupportedError(f"{name}: complex numbers are not supported in compiled code")
    return True


def _weights_function(w: Any) -> FunctionType:
    """Return ``(w, n)``: the weights of so many elements as float64, checked; nothing where there are none."""

    def weights(w, n):
        found = np.asarray(w).astype(np.float64)
        if (found < 0).any():
            raise ValueError("Input weights should be all non-negative")
        if found.shape != (n,):
            raise ValueError(f"operands could not be broadcast together with shapes {(n,)} {found.shape}")
        return found

    return (lambda w, n: None) if is_none(w) else weights


# ---------------------------------------------------------------------------------------------------------- two vectors


def _class_of_distance(name: str, has_weights: bool, u: Any, v: Any) -> Any:
    """Return NumPy's class of the distance of two vectors: sums of integers are integers."""
    is_exact = all(is_integral(dtype_of(ty)) for ty in (u, v))
    if name == "chebyshev" or (name == "cityblock" and not has_weights):
        if is_exact:
            return np.int64
    elif name in ("euclidean", "cityblock"):
        return np.float64
    names = [dtype_of(ty).name for ty in (u, v)]
    return np.float32 if not is_exact and np.result_type(*names).itemsize <= 4 else np.float64


def _of_vectors(name: str, u: Any, v: Any, w: Any) -> FunctionType | None:
    """Return ``(u, v, w, p)``: the distance of two vectors."""
    operands = (u, v) if is_none(w) else (u, v, w)
    if not _checked(name, *operands):
        return None
    if any(ndim_of(ty) != 1 for ty in (u, v)):
        raise errors.NumbaValueError("Input vector should be 1-D.")
    has_weights = not is_none(w)
    number = _class_of_distance(name, has_weights, u, v)
    metric, weights, is_largest = _METRICS[name](has_weights), _weights_function(w), name == "chebyshev"

    def distance(u, v, w, p):
        x, y = np.asarray(u).astype(np.float64), np.asarray(v).astype(np.float64)
        if x.shape != y.shape:
            raise ValueError(f"operands could not be broadcast together with shapes {x.shape} {y.shape} ")
        if is_largest and x.size == 0:
            raise ValueError("max() arg is an empty sequence")
        return number(metric(x, y, weights(w, x.size), p))

    return distance


def _register(name: str) -> None:
    """Register the function of two vectors for a metric without more parameters."""

    @implements(f"scipy.spatial.distance.{name}")
    def of_vectors(u: Any, v: Any, w: Any = None) -> FunctionType | None:
        distance = _of_vectors(name, u, v, w)
        return None if distance is None else (lambda u, v, w=None: distance(u, v, w, 2.0))


for _name in ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine"):
    _register(_name)


@implements("scipy.spatial.distance.minkowski")
def minkowski(u: Any, v: Any, p: Any = 2, w: Any = None) -> FunctionType | None:
    """Root of the sum of the distances of elements to a power."""
    distance = _of_vectors("minkowski", u, v, w)
    return None if distance is None else (lambda u, v, p=2, w=None: distance(u, v, w, float(p)))


@implements("scipy.spatial.distance.correlation")
def correlation(u: Any, v: Any, w: Any = None, centered: Any = True) -> FunctionType | None:
    """One minus the correlation of two vectors."""
    refuse_flag("correlation", "centered", centered, True, "call cosine(u, v)")
    distance = _of_vectors("correlation", u, v, w)
    return None if distance is None else (lambda u, v, w=None, centered=True: distance(u, v, w, 2.0))


# ------------------------------------------------------------------------------------------------------------ all pairs


def _refuse_in_pairs(name: str, out: Any, others: dict[str, Any], known: tuple[str, ...]) -> None:
    refuse_flag(name, "out", out, None, "assign the result to it")
    for other in others:
        if other not in known:
            raise errors.UnsupportedError(f"{name}: the argument '{other}' is not supported in compiled code")


def _prepared(matrix):
    """Return a contiguous matrix of float64."""
    return np.ascontiguousarray(np.asarray(matrix).astype(np.float64))


def _pair_functions(name: str, metric: Any, out: Any, others: dict[str, Any]) -> tuple[FunctionType, FunctionType]:
    """Return the function that prepares a matrix, and ``(metric, u, v, w, p)``: the distance of two rows."""
    if not isinstance(metric, (str, types.StringLiteral)):
        _refuse_in_pairs(name, out, others, ())
        return (lambda matrix: np.asarray(matrix)), (lambda metric, u, v, w, p: float(metric(u, v)))
    text = literal_str(metric, "metric").lower()
    text = _OTHER_NAMES.get(text, text)
    if text not in _METRICS:
        raise errors.UnsupportedError(
            f"{name}: the metric '{text}' is not supported in compiled code; it has {', '.join(_METRICS)}, and functions"
        )
    _refuse_in_pairs(name, out, others, ("w", "p") if text == "minkowski" else ("w",))
    distance = _METRICS[text]("w" in others)
    return _prepared, lambda metric, u, v, w, p: distance(u, v, w, p)


def _are_matrices(otherwise: str, **operands: Any) -> bool:
    """Whether arguments are like matrices; raises for those with other numbers of axes, with ``{}`` for the argument's name."""
    for name, ty in operands.items():
        if is_array_like(ty) and ndim_of(ty) != 2:
            raise errors.NumbaValueError(otherwise.format(name))
    return all(is_array_like(ty) for ty in operands.values())


@implements("scipy.spatial.distance.cdist")
def cdist(
    XA: Any, XB: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any  # noqa: N803
) -> FunctionType | None:  # fmt: skip
    """Return the distances of all rows of a matrix to all rows of another one."""
    if not _are_matrices("{} must be a 2-dimensional array.", XA=XA, XB=XB) or not _checked("cdist", XA, XB):
        return None
    prepared, distance = _pair_functions("cdist", metric, out, kwargs)
    weights = _weights_function(kwargs.get("w"))

    def impl(XA, XB, metric="euclidean", *, out=None, **kwargs):  # noqa: N803
        a, b = prepared(XA), prepared(XB)
        if a.shape[1] != b.shape[1]:
            raise ValueError("XA and XB must have the same number of columns (i.e. feature dimension.)")
        w, p = weights(kwargs.get("w"), a.shape[1]), float(kwargs.get("p", 2.0))
        found = np.empty((a.shape[0], b.shape[0]))
        for i in range(a.shape[0]):
            for j in range(b.shape[0]):
                found[i, j] = distance(metric, a[i], b[j], w, p)
        return found

    return impl


@implements("scipy.spatial.distance.pdist")
def pdist(X: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> FunctionType | None:  # noqa: N803
    """Return the distances of all pairs of rows of a matrix."""
    if not _are_matrices("A 2-dimensional array must be passed.", X=X) or not _checked("pdist", X):
        return None
    prepared, distance = _pair_functions("pdist", metric, out, kwargs)
    weights = _weights_function(kwargs.get("w"))

    def impl(X, metric="euclidean", *, out=None, **kwargs):  # noqa: N803
        a = prepared(X)
        m, k = a.shape[0], 0
        w, p = weights(kwargs.get("w"), a.shape[1]), float(kwargs.get("p", 2.0))
        found = np.empty(m * (m - 1) // 2)
        for i in range(m):
            for j in range(i + 1, m):
                found[k] = distance(metric, a[i], a[j], w, p)
                k += 1
        return found

    return impl


# ----------------------------------------------------------------------------------------------------------- squareform


def _to_matrix(x):
    """Return the symmetric matrix of the distances of pairs."""
    n = int(np.ceil(np.sqrt(x.size * 2.0))) if x.size else 1
    if n * (n - 1) != x.size * 2:
        raise ValueError("Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.")
    out, k = np.zeros((n, n), x.dtype), 0
    for i in range(n):
        for j in range(i + 1, n):
            out[i, j] = out[j, i] = x[k]
            k += 1
    return out


def _to_vector(x, checks):
    """Return the distances of pairs of a symmetric matrix of them."""
    n, k = x.shape[0], 0
    if x.shape[1] != n:
        raise ValueError("The matrix argument must be square.")
    if checks and not (x == x.T).all():
        raise ValueError("Distance matrix 'X' must be symmetric.")
    if checks and not (np.diag(x) == 0).all():
        raise ValueError("Distance matrix 'X' diagonal must be zero.")
    out = np.empty(n * (n - 1) // 2, x.dtype)
    for i in range(n):
        for j in range(i + 1, n):
            out[k] = x[i, j]
            k += 1
    return out


@implements("scipy.spatial.distance.squareform")
def squareform(X: Any, force: Any = "no", checks: Any = True) -> FunctionType | None:  # noqa: N803
    """Return the matrix for the distances of pairs, or the other way round."""
    if not is_array_like(X) or not is_number(dtype_of(X)):
        return None
    ndim, text = ndim_of(X), literal_str(force, "force").lower()
    if ndim not in (1, 2):
        raise errors.NumbaValueError(
            f"The first argument must be one or two dimensional array. A {ndim}-dimensional array is not permitted"
        )
    if (text, ndim) in (("tomatrix", 2), ("tovector", 1)):
        kind = "vector" if ndim == 2 else "matrix"
        raise errors.NumbaValueError(f"Forcing '{text}' but input X is not a distance {kind}.")
    if ndim == 1:
        return lambda X, force="no", checks=True: _to_matrix(np.asarray(X))  # noqa: N803
    return lambda X, force="no", checks=True: _to_vector(np.asarray(X), checks)  # noqa: N803
