"""``scipy.linalg``: eigenvalues and eigenvectors."""

from __future__ import annotations

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.intrinsics import numpy_loop
from coluber.lib.kinds import is_none, literal_bool
from coluber.lib.numpy.loops import extents
from coluber.lib.scipy.arguments import LinAlgError, Numbers, is_matrix, lapack_numbers, refuse_flag, require_finite, word
from coluber.lib.scipy.factors import cholesky_function
from coluber.lib.scipy.triangular import substitute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MODULE = "numpy.linalg._umath_linalg."


def _check_square(a):
    if a.shape[0] != a.shape[1]:
        raise ValueError("expected square matrix")


# --------------------------------------------------------------------------------------------------------- eigenvalues


def _refuse_in_eig(name: str, b: Any, homogeneous_eigvals: Any) -> None:
    instead = f"solve(b, a) has the same eigenvalues: call {name}(solve(b, a))"
    refuse_flag(name, "b", b, None, instead)
    refuse_flag(name, "homogeneous_eigvals", homogeneous_eigvals, False, "put a row of ones under the eigenvalues")


@implements("scipy.linalg.eig")
def eig(
    a: Any, b: Any = None, left: Any = False, right: Any = True, overwrite_a: Any = False, overwrite_b: Any = False,
    check_finite: Any = True, homogeneous_eigvals: Any = False,
) -> FunctionType | None:  # fmt: skip
    """Eigenvalues and right eigenvectors, all as complex numbers."""
    if not is_matrix("eig", a, "expected square matrix"):
        return None
    _refuse_in_eig("eig", b, homogeneous_eigvals)
    refuse_flag("eig", "left", left, False, "left eigenvectors are those of a.conj().T")
    numbers, with_vectors = lapack_numbers(a), literal_bool(right, "right")
    copy, code, result = numbers.copied(a), numbers.code, numbers.complex
    s, loop, values_of = 16 if code == "D" else 8, f"{_MODULE}eig {code}->DD", _eigenvalues(numbers)

    def both(
        a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True,
        homogeneous_eigvals=False,
    ):  # fmt: skip
        require_finite(a, check_finite)
        _check_square(a)
        m, w = a.shape[0], copy(a)
        values, vectors = np.empty(m, np.complex128), np.empty((m, m), np.complex128)
        steps = extents((1, m), (m * m * s, m * 16, m * m * 16, m * s, s, 16, m * 16, 16))
        if m > 0 and numpy_loop(loop, steps, w, values, vectors):
            raise LinAlgError("eig algorithm (geev) did not converge")
        return values.astype(result), vectors.astype(result)

    def values_alone(
        a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True,
        homogeneous_eigvals=False,
    ):  # fmt: skip
        require_finite(a, check_finite)
        return values_of(copy(a))

    return both if with_vectors else values_alone


def _eigenvalues(numbers: Numbers) -> FunctionType:
    """Return ``(w)``: the eigenvalues of a contiguous matrix, as complex numbers."""
    code, result = numbers.code, numbers.complex
    s, loop = 16 if code == "D" else 8, f"{_MODULE}eigvals {code}->D"

    def values_of(w):
        _check_square(w)
        m = w.shape[0]
        values = np.empty(m, np.complex128)
        if m > 0 and numpy_loop(loop, extents((1, m), (m * m * s, m * 16, m * s, s, 16)), w, values):
            raise LinAlgError("eig algorithm (geev) did not converge")
        return values.astype(result)

    return values_of


@implements("scipy.linalg.eigvals")
def eigvals(
    a: Any, b: Any = None, overwrite_a: Any = False, check_finite: Any = True, homogeneous_eigvals: Any = False
) -> FunctionType | None:
    """Eigenvalues, as complex numbers."""
    if not is_matrix("eigvals", a, "expected square matrix"):
        return None
    _refuse_in_eig("eigvals", b, homogeneous_eigvals)
    numbers = lapack_numbers(a)
    copy, values_of = numbers.copied(a), _eigenvalues(numbers)

    def impl(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
        require_finite(a, check_finite)
        return values_of(copy(a))

    return impl


_DRIVERS = ("ev", "evd", "evr", "evx", "gv", "gvd", "gvx")


def _chosen(subset_by_index: Any, subset_by_value: Any) -> FunctionType:
    """Return ``(values, by_index, by_value)``: between which places the eigenvalues are that are asked for."""
    if not is_none(subset_by_index) and not is_none(subset_by_value):
        raise errors.NumbaValueError("Either index or value subset can be requested.")

    def all_(values, by_index, by_value):
        return 0, values.size

    def at_indices(values, by_index, by_value):
        first, last, n = int(by_index[0]), int(by_index[1]), values.size
        if first < 0 or first > last or last >= n:
            raise ValueError(
                f"Requested eigenvalue indices are not valid. Valid range is [0, {n - 1}] and start <= end, "
                f"but start={first}, end={last} is given"
            )
        return first, last + 1

    def with_values(values, by_index, by_value):
        low, high = float(by_value[0]), float(by_value[1])
        if not low < high:
            raise ValueError(
                "Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and low < high, "
                f"but low={by_value[0]}, high={by_value[1]} is given"
            )
        return int((values <= low).sum()), int((values <= high).sum())

    if not is_none(subset_by_index):
        return at_indices
    return all_ if is_none(subset_by_value) else with_values


def _standard(code: str) -> FunctionType:
    """Return ``(w, u, lower)``: the eigenvalues and eigenvectors of a Hermitian matrix; `u` is not looked at."""

    def decomposed(w, u, lower):
        if lower:
            return np.linalg.eigh(w, "L")
        return np.linalg.eigh(w, "U")

    return decomposed


def _generalised(numbers: Numbers) -> FunctionType:
    """Return ``(w, u, lower)``: as `_standard`, of a Hermitian matrix beside a positive definite one."""
    factored = cholesky_function(numbers)

    def decomposed(w, u, lower):
        m = w.shape[0]
        if u.shape != w.shape:
            raise ValueError(f"wrong b dimensions {u.shape}, should be {w.shape}")
        factor, minor = factored(u, lower)
        if minor:
            raise LinAlgError(
                f"The leading minor of order {minor} of B is not positive definite. The factorization of B could not be "
                "completed and no eigenvalues or eigenvectors were computed."
            )
        for i in range(m):
            for j in range(i):
                if lower:
                    w[j, i] = np.conj(w[i, j])
                else:
                    w[i, j] = np.conj(w[j, i])
        # With B = L L^H, the matrix is that of L^-1 A L^-H, and its vectors are L^H times those that are asked for.
        upper = np.conj(factor.T).copy()
        first, second = (factor, upper) if lower else (upper, factor)
        substitute(first, w, True, False)
        w = np.conj(w.T).copy()
        substitute(first, w, True, False)
        values, vectors = np.linalg.eigh(w)
        substitute(second, vectors, False, False)
        return values, vectors

    return decomposed


def _eigh(a: Any, b: Any, by_index: Any, by_value: Any, kind: Any, driver: Any) -> FunctionType | None:
    """Return ``(a, b, lower, check_finite, by_index, by_value)``: the eigenvalues and eigenvectors that are asked for."""
    if not is_matrix("eigh", a, 'expected square "a" matrix') or (not is_none(b) and not is_matrix("eigh", b)):
        return None
    refuse_flag("eigh", "type", kind, 1, "solve the problem with type=1")
    word("driver", driver, _DRIVERS, f'"{{}}" is unknown. Possible values are "None", "{chr(34).join(_DRIVERS)}".')
    is_alone = is_none(b)
    numbers = lapack_numbers(a) if is_alone else lapack_numbers(a, b)
    decomposed = _standard(numbers.code) if is_alone else _generalised(numbers)
    copy, rounded, rounded_real = numbers.copied(a), numbers.rounded(), numbers.rounded_real()
    copy_b, chosen = (lambda b: b) if is_alone else numbers.copied(b), _chosen(by_index, by_value)
    check_b = (lambda b, is_wanted: None) if is_alone else _check_second

    def some(a, b, lower, check_finite, by_index, by_value):
        require_finite(a, check_finite)
        if a.shape[0] != a.shape[1]:
            raise ValueError('expected square "a" matrix')
        check_b(b, check_finite)
        values, vectors = decomposed(copy(a), copy_b(b), lower)
        first, last = chosen(values, by_index, by_value)
        return rounded_real(values[first:last].copy()), rounded(vectors[:, first:last].copy())

    return some


def _check_second(b, is_wanted):
    require_finite(b, is_wanted)
    if b.shape[0] != b.shape[1]:
        raise ValueError('expected square "b" matrix')


@implements("scipy.linalg.eigh")
def eigh(
    a: Any, b: Any = None, *, lower: Any = True, eigvals_only: Any = False, overwrite_a: Any = False, overwrite_b: Any = False,
    type: Any = 1, check_finite: Any = True, subset_by_index: Any = None, subset_by_value: Any = None,  # noqa: A002
    driver: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Eigenvalues and eigenvectors of a Hermitian matrix, beside a positive definite one if that is given."""
    some = _eigh(a, b, subset_by_index, subset_by_value, type, driver)
    if some is None:
        return None

    def both(
        a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1,  # noqa: A002
        check_finite=True, subset_by_index=None, subset_by_value=None, driver=None,
    ):  # fmt: skip
        return some(a, b, lower, check_finite, subset_by_index, subset_by_value)

    def values_alone(
        a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1,  # noqa: A002
        check_finite=True, subset_by_index=None, subset_by_value=None, driver=None,
    ):  # fmt: skip
        return some(a, b, lower, check_finite, subset_by_index, subset_by_value)[0]

    return values_alone if literal_bool(eigvals_only, "eigvals_only") else both


@implements("scipy.linalg.eigvalsh")
def eigvalsh(
    a: Any, b: Any = None, *, lower: Any = True, overwrite_a: Any = False, overwrite_b: Any = False,
    type: Any = 1, check_finite: Any = True, subset_by_index: Any = None, subset_by_value: Any = None,  # noqa: A002
    driver: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Eigenvalues of a Hermitian matrix, beside a positive definite one if that is given."""
    some = _eigh(a, b, subset_by_index, subset_by_value, type, driver)
    if some is None:
        return None

    def impl(
        a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True,  # noqa: A002
        subset_by_index=None, subset_by_value=None, driver=None,
    ):  # fmt: skip
        return some(a, b, lower, check_finite, subset_by_index, subset_by_value)[0]

    return impl
