"""What functions of SciPy have in common: which matrices they take, the types of their results, and what is checked.

As in `numpy.linalg`, all is computed in float64 or complex128, on contiguous copies, and given back in single precision where
LAPACK would compute in it. Flags that concern speed alone, such as ``overwrite_a``, are taken and change nothing.
"""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_array, is_complex, is_none, is_number, literal_str
from coluber.lib.numpy.linalg import copied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FunctionType
    from typing import Any

LinAlgError = np.linalg.LinAlgError

# Elements that LAPACK computes with in double precision; it takes smaller ones, integers too, as float32 or complex64.
_DOUBLE = ("int32", "uint32", "int64", "uint64", "float64", "complex128")


class Numbers:
    """The numbers that a function computes with, and those of its results.

    Parameters
    ----------
    is_complex : bool
        Whether they are complex.
    is_single : bool
        Whether results have single precision.
    """

    def __init__(self, is_complex: bool, is_single: bool) -> None:
        self.code = "D" if is_complex else "d"
        self.work = np.complex128 if is_complex else np.float64
        self.real = np.float32 if is_single else np.float64
        self.complex = np.complex64 if is_single else np.complex128
        self.number = self.complex if is_complex else self.real
        self.is_single = is_single

    def copied(self, a: Any) -> FunctionType:
        """Return the function that copies an array to a contiguous one of what is computed with."""
        return copied(a, self.code)

    def rounded(self) -> FunctionType:
        """Return the function from an array that was computed to one of the results' type."""
        return _converting(self.number) if self.is_single else _same

    def columns(self, b: Any) -> tuple[FunctionType, FunctionType]:
        """Return the function that copies a vector or matrix to columns, and the one that gives a solution the axes of it.

        A vector is the only column of a matrix; solutions have the type of the results.
        """
        copy, round_ = self.copied(b), self.rounded()
        if b.ndim == 1:
            return lambda b: copy(b).reshape(b.size, 1), lambda x: round_(x.reshape(x.shape[0]))
        return copy, round_

    def rounded_real(self) -> FunctionType:
        """As `rounded`, for real arrays."""
        return _converting(self.real) if self.is_single else _same


def _same(x):
    return x


def _converting(number: Any) -> FunctionType:
    return lambda x: x.astype(number)


def lapack_numbers(*operands: Any) -> Numbers:
    """Return the numbers of LAPACK's functions for arrays."""
    is_single = not any(operand.dtype.name in _DOUBLE for operand in operands)
    return Numbers(any(is_complex(operand.dtype) for operand in operands), is_single)


def promoted_numbers(*operands: Any) -> Numbers:
    """Return the numbers of functions that promote arrays as NumPy does, and integers to float64."""
    dtype = np.result_type(*(operand.dtype.name for operand in operands))
    if dtype.kind not in "fc":
        return Numbers(is_complex=False, is_single=False)
    return Numbers(dtype.kind == "c", dtype.name in ("float16", "float32", "complex64"))


def is_matrix(name: str, a: Any, otherwise: str = "expected a matrix") -> bool:
    """Whether an argument is a matrix of numbers; raises for arrays with other numbers of axes.

    Parameters
    ----------
    name : str
        The function.
    a : type
        The argument's type.
    otherwise : str
        What SciPy says of vectors, with ``{}`` for the number of axes.
    """
    if not is_array(a) or not is_number(a.dtype):
        return False
    if a.ndim < 2:
        raise errors.NumbaValueError(otherwise.format(a.ndim))
    if a.ndim > 2:
        raise errors.UnsupportedError(
            f"{name}: stacks of matrices are not supported in compiled code; call it for each matrix, in a loop"
        )
    return True


def is_right_side(name: str, b: Any) -> bool:
    """Whether an argument is a vector or a matrix of numbers, for whose columns equations are solved."""
    if not is_array(b) or not is_number(b.dtype):
        return False
    if b.ndim not in (1, 2):
        raise errors.UnsupportedError(f"{name}: 'b' must be a vector or a matrix in compiled code, not {b}")
    return True


def require_finite(a, is_wanted):
    """Raise ValueError for an array with infinities or NaNs, where that is to be checked."""
    if is_wanted and not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")


def word(name: str, ty: Any, words: Iterable[str], otherwise: str) -> str | None:
    """Return the constant word that an argument is, or None for None.

    Parameters
    ----------
    name : str
        The argument.
    ty : type
        Its type, or the default.
    words : iterable of str
        What it may be.
    otherwise : str
        What is said of other words, with ``{}`` for the word.
    """
    if is_none(ty):
        return None
    text = literal_str(ty, name)
    if text not in words:
        raise errors.NumbaValueError(otherwise.format(text))
    return text


def as_tuple_of(args: Any) -> FunctionType:
    """Return the function that makes a tuple of the further arguments of a function: a single one need not be in one."""
    return _same if isinstance(args, types.BaseTuple) or args == () else (lambda args: (args,))


def refuse_flag(function: str, name: str, ty: Any, default: object, instead: str) -> None:
    """Raise for an argument that has another value than its default, the only one that compiled code takes.

    Parameters
    ----------
    function, name : str
        The function and the argument.
    ty : type
        The argument's type, or the default.
    default : object
        None, a bool or a number.
    instead : str
        What to do instead.
    """
    value = ty.literal_value if isinstance(ty, types.Literal) else None if is_none(ty) else ty
    if value is not default and not (isinstance(value, (bool, int)) and value == default):
        raise errors.UnsupportedError(f"{function}: the argument '{name}' is not supported in compiled code; {instead}")
