"""Questions about dtypes, answered while compiling: ``can_cast``, ``result_type``, ``issubdtype``, ``finfo`` and the like."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_array, is_complex, is_number, literal_str, numpy_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_KINDS = "generic number integer signedinteger unsignedinteger inexact floating complexfloating".split()

FloatInfo = namedtuple(
    "FloatInfo",
    "bits eps epsneg iexp machep max maxexp min minexp negep nexp nmant precision resolution smallest_normal "
    "smallest_subnormal tiny dtype",
)
IntegerInfo = namedtuple("IntegerInfo", "bits max min kind dtype")


def _is_dtype(ty: Any) -> bool:
    return isinstance(ty, (types.DType, types.NumberClass, types.StringLiteral, types.Function))


def _dtype(ty: Any) -> np.dtype[Any]:
    """Return NumPy's dtype for an argument: one that names a dtype, an array or a number of NumPy."""
    found = dtype_type(ty) if _is_dtype(ty) else ty.dtype if is_array(ty) else types.unliteral(ty)
    if not is_number(found):
        raise errors.TypingError(f"{ty} is not a dtype that compiled code knows")
    return np.dtype(numpy_class(found))


@implements("numpy.can_cast")
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> FunctionType | None:
    """Whether numbers of a dtype may become those of another, by a rule."""
    if not _is_dtype(from_) and not is_array(from_):
        raise errors.TypingError(f"can_cast() takes dtypes and arrays, not {from_}")
    rule = literal_str(casting, "casting")
    if rule not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise errors.NumbaValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe'")
    answer = bool(np.can_cast(_dtype(from_), _dtype(to), rule))
    return lambda from_, to, casting="safe": answer


@implements("numpy.promote_types")
def promote_types(type1: Any, type2: Any) -> FunctionType | None:
    """Return the dtype to which both can be converted without loss."""
    answer = np.promote_types(_dtype(type1), _dtype(type2))
    return lambda type1, type2: answer


@implements("numpy.result_type")
def result_type(*arrays_and_dtypes: Any) -> FunctionType | None:
    """Return the dtype that an operation on the arguments has; Python's numbers adapt."""
    weak = {"int64": 0, "float64": 0.0, "complex128": 0j}
    operands = []
    for ty in arrays_and_dtypes:
        plain = types.unliteral(ty)
        operands.append(weak[plain.name] if is_number(plain) and plain.name in weak else _dtype(ty))
    answer = np.result_type(*operands)
    return lambda *arrays_and_dtypes: answer


@implements("numpy.issubdtype")
def issubdtype(arg1: Any, arg2: Any) -> FunctionType | None:
    """Whether a dtype is one of a kind of dtypes, or another dtype."""
    kind = arg2.typing_key if isinstance(arg2, types.Function) and arg2.typing_key in _classes() else _dtype(arg2)
    answer = bool(np.issubdtype(_dtype(arg1), kind))
    return lambda arg1, arg2: answer


def _classes() -> list[Any]:
    return [getattr(np, name) for name in _KINDS]


def _about(ty: Any) -> np.dtype[Any]:
    return _dtype(ty)


@implements("numpy.finfo")
def finfo(dtype: Any) -> FunctionType | None:
    """Return the limits of a dtype of floats, as numbers."""
    of = _about(dtype)
    if of.kind not in "fc":
        raise errors.NumbaValueError(f"data type {of.name!r} not inexact")
    info = np.finfo(of)
    answer = FloatInfo(*(getattr(info, name) for name in FloatInfo._fields))
    return lambda dtype: answer


@implements("numpy.iinfo")
def iinfo(type: Any) -> FunctionType | None:  # noqa: A002
    """Return the limits of a dtype of integers."""
    of = _about(type)
    if of.kind not in "iu":
        raise errors.NumbaValueError(f"Invalid integer data type {of.kind!r}.")
    info = np.iinfo(of)
    answer = IntegerInfo(*(getattr(info, name) for name in IntegerInfo._fields))
    return lambda type: answer  # noqa: A006


# Names of kinds of dtypes, as the array API has them, and the codes of NumPy's kinds.
_API_KINDS = {
    "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
    "complex floating": "c", "numeric": "iufc",
}  # fmt: skip


@implements("numpy.isdtype")
def isdtype(dtype: Any, kind: Any) -> FunctionType | None:
    """Whether a dtype is of one of some kinds, or one of some dtypes."""
    given, kinds = _dtype(dtype), kind.types if isinstance(kind, types.BaseTuple) else (kind,)
    answer = any(_is_of_kind(given, ty) for ty in kinds)
    return lambda dtype, kind: answer


def _is_of_kind(dtype: np.dtype[Any], kind: Any) -> bool:
    if not isinstance(kind, types.StringLiteral):
        return dtype == _dtype(kind)
    name = str(kind.literal_value)
    if name not in _API_KINDS:
        raise errors.NumbaValueError(f"kind argument is a string, but {name!r} is not a known kind name.")
    return dtype.kind in _API_KINDS[name]


@implements("numpy.common_type")
def common_type(*arrays: Any) -> FunctionType | None:
    """Return the class of floating numbers that can hold the elements of arrays."""
    if not all(is_array(ty) for ty in arrays):
        return None
    answer = np.common_type(*(np.empty(0, _dtype(ty)) for ty in arrays))
    return lambda *arrays: answer


@implements("numpy.min_scalar_type")
def min_scalar_type(a: Any) -> FunctionType | None:
    """Return the dtype of an array, or the smallest one that can hold a constant."""
    if is_array(a):
        answer = _dtype(a)
    elif isinstance(a, (types.IntegerLiteral, types.BooleanLiteral)):
        answer = np.min_scalar_type(a.literal_value)
    elif isinstance(types.unliteral(a), types.Boolean):
        answer = np.dtype(np.bool_)
    else:
        raise errors.UnsupportedError("np.min_scalar_type() of a number that is no constant depends on its value")
    return lambda a: answer


@implements("numpy.real_if_close")
def real_if_close(a: Any, tol: Any = 100) -> FunctionType | None:
    """Return an array of real numbers as it is; whether complex ones are real is known when they are there."""
    if is_complex(a.dtype if is_array(a) else types.unliteral(a)):
        raise errors.UnsupportedError(
            "'numpy.real_if_close' of complex numbers is not supported in compiled code: the dtype of the result would depend "
            "on the values; use .real where they are known to be real"
        )
    if not is_array(a) and not is_number(types.unliteral(a)):
        return None

    def number(a, tol=100):
        return np.asarray(a)

    return (lambda a, tol=100: a) if is_array(a) else number
