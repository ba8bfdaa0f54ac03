"""``scipy.special``: factorials, and numbers of choices. Ufuncs are those of the program's own SciPy."""

from __future__ import annotations

import math
import sys

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_name,
    is_array,
    is_complex,
    is_integer,
    is_number,
    literal_bool,
    literal_str,
)
from coluber.lib.numpy.arguments import dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_NOT_WHOLE = "Non-integer `N` and `k` with `exact=True` is not supported."


def _special() -> Any:
    """Return SciPy's module, which the program has imported: it calls a function of it."""
    return sys.modules["scipy.special"]


def _are_real(*operands: Any) -> bool:
    """Whether the arguments are real numbers or arrays of them."""
    dtypes = [dtype_of(ty) for ty in operands if is_array(ty) or is_number(ty)]
    return len(dtypes) == len(operands) and not any(is_complex(ty) or not is_number(ty) for ty in dtypes)


def _converted(*operands: Any) -> list[FunctionType]:
    """Return the functions that convert operands to the floats that a ufunc of SciPy computes with.

    Numbers count as arrays here: SciPy makes arrays of them.
    """
    dtype = np.result_type(*(dtype_name(dtype_of(ty)) for ty in operands))
    number = np.float32 if np.can_cast(dtype, np.float32) else np.float64
    return [(lambda x: x.astype(number)) if is_array(ty) else (lambda x: number(x)) for ty in operands]


def _whole(ty: Any) -> FunctionType:
    """Return the function that makes an integer of a number that must be whole."""

    def of_float(x):
        if x != math.floor(x):
            raise ValueError(_NOT_WHOLE)
        return int(x)

    return (lambda x: int(x)) if not hasattr(ty, "bitwidth") or is_integer(ty) else of_float


def _replacing(is_number_: bool) -> FunctionType:
    """Return ``(found, is_right, instead)``: what a ufunc gave of numbers or arrays, and a number where that isn't right."""

    def in_array(found, is_right, instead):
        found[~is_right] = instead
        return found

    return (lambda found, is_right, instead: found if is_right else np.float64(instead)) if is_number_ else in_array


def _refuse_exact_arrays(name: str, *operands: Any) -> None:
    if any(is_array(ty) for ty in operands):
        raise errors.UnsupportedError(f"{name}: `N` and `k` must be numbers with `exact=True`; call it for each element")


@implements("scipy.special.comb")
def comb(N: Any, k: Any, *, exact: Any = False, repetition: Any = False) -> FunctionType | None:  # noqa: N803
    """Return the number of choices; OverflowError where an exact one does not fit in an int64."""
    if not _are_real(N, k):
        return None
    if literal_bool(exact, "exact"):
        _refuse_exact_arrays("comb", N, k)
        return _exact_comb(_whole(N), _whole(k))
    (as_n, as_k), special, replaced = _converted(N, k), _special(), _replacing(not (is_array(N) or is_array(k)))

    def impl(N, k, *, exact=False, repetition=False):  # noqa: N803
        total, count = as_n(N), as_k(k)
        if repetition:
            return replaced(special.binom(total + count - 1, count), (count != 0) | ~(total >= 0), 1.0)
        return replaced(special.binom(total, count), (count <= total) & (total >= 0) & (count >= 0), 0.0)

    return impl


def _exact_comb(whole_n: FunctionType, whole_k: FunctionType) -> FunctionType:
    def impl(N, k, *, exact=False, repetition=False):  # noqa: N803
        total, count = whole_n(N), whole_k(k)
        if repetition and count == 0 and total >= 0:
            return 1
        if repetition:
            total += count - 1
        return 0 if total < 0 or count < 0 else math.comb(total, count)

    return impl


@implements("scipy.special.perm")
def perm(N: Any, k: Any, exact: Any = False) -> FunctionType | None:  # noqa: N803
    """Return the number of ordered choices; OverflowError where an exact one does not fit in an int64."""
    if not _are_real(N, k):
        return None
    if literal_bool(exact, "exact"):
        _refuse_exact_arrays("perm", N, k)
        return _exact_perm(_whole(N), _whole(k))
    (as_n, as_k), special, replaced = _converted(N, k), _special(), _replacing(not (is_array(N) or is_array(k)))

    def impl(N, k, exact=False):  # noqa: N803
        total, count = as_n(N), as_k(k)
        return replaced(special.poch(total - count + 1, count), (count <= total) & (total >= 0) & (count >= 0), 0.0)

    return impl


def _exact_perm(whole_n: FunctionType, whole_k: FunctionType) -> FunctionType:
    def impl(N, k, exact=False):  # noqa: N803
        total, count = whole_n(N), whole_k(k)
        return 0 if total < 0 or count < 0 else math.perm(total, count)

    return impl


# ----------------------------------------------------------------------------------------------------------- factorial


def _check_factorial(n: Any, exact: bool, extend: Any) -> None:
    """Raise for what SciPy refuses too: bools, complex numbers, and floats that are to be exact."""
    text = literal_str(extend, "extend")
    if text == "complex":
        raise errors.UnsupportedError("factorial: extend='complex' is not supported in compiled code; call gamma(n + 1)")
    if text != "zero":
        raise errors.NumbaValueError(f"argument `extend` must be either 'zero' or 'complex', received: {text}")
    dtype = dtype_of(n)
    if not isinstance(dtype, (types.Integer, types.Float)):
        raise errors.NumbaValueError(f"Unsupported data type for `n` in factorial: {dtype}")
    if exact and not is_integer(dtype):
        raise errors.NumbaValueError(f"`exact=True` only supports integers, cannot use data type {dtype}")


def _exact(n):
    return 0 if n < 0 else math.factorial(n)


@implements("scipy.special.factorial")
def factorial(n: Any, exact: Any = False, extend: Any = "zero") -> FunctionType | None:
    """Return the factorial, zero for negative numbers; OverflowError for exact ones of more than 20."""
    if not (is_array(n) or is_number(n)) or not is_number(dtype_of(n)):
        return None
    is_exact = literal_bool(exact, "exact")
    _check_factorial(n, is_exact, extend)
    each = _exact if is_exact else _gamma_function(dtype_of(n))
    number = np.int64 if is_exact else np.float64

    def of_array(n, exact=False, extend="zero"):
        values, out = np.ascontiguousarray(n).reshape(-1), np.empty(n.shape, number)
        flat = out.reshape(-1)
        for i in range(values.size):
            flat[i] = each(values[i])
        return out

    return of_array if is_array(n) else (lambda n, exact=False, extend="zero": each(n))


def _gamma_function(dtype: Any) -> FunctionType:
    """Return the function of one element: in single precision for numbers that have it."""
    special, number = _special(), np.float32 if dtype.name in ("float16", "float32") else np.float64
    return lambda n: number(0) if n < 0 else special.gamma(number(n) + number(1))
