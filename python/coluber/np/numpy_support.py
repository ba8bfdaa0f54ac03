"""NumPy's dtypes as types, and back."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type

_DTYPES = frozenset(
    """
    int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 bool
    """.split()
)  # the same names in both


def from_dtype(dtype: Any) -> Type:
    """Return the type of the elements of an array of this dtype.

    Raises
    ------
    NumbaNotImplementedError
        There is no such type.
    """
    import numpy

    from coluber.core import types
    from coluber.core.errors import NumbaNotImplementedError

    dtype = numpy.dtype(dtype)
    if dtype.names is not None or dtype.kind in "mMSU" or dtype.name == "bfloat16":
        return _described(dtype)
    if dtype.name not in _DTYPES or not dtype.isnative or dtype.fields is not None:
        raise NumbaNotImplementedError(f"coluber does not have arrays of {dtype!r} yet")
    return getattr(types, dtype.name)


def as_dtype(nbtype: Type) -> Any:
    """Return the dtype of a type.

    Raises
    ------
    NumbaNotImplementedError
        There is no such dtype.
    """
    import numpy

    from coluber.core.errors import NumbaNotImplementedError
    from coluber.core.types import Array, BFloat16, CharSeq, DType, NPDatetime, NPTimedelta, Record, UnicodeCharSeq, unliteral

    ty = unliteral(nbtype)
    while isinstance(ty, (Array, DType)):
        ty = ty.dtype
    if isinstance(ty, (Record, CharSeq, UnicodeCharSeq)):
        return ty.numpy_dtype
    if isinstance(ty, BFloat16):
        return _bfloat16_dtype()
    if str(ty) not in _DTYPES and not isinstance(ty, (NPDatetime, NPTimedelta)):
        raise NumbaNotImplementedError(f"{nbtype} cannot be represented as a NumPy dtype")
    return numpy.dtype(str(ty))


def _bfloat16_dtype() -> Any:
    """Return the dtype of bfloat16, which the package ``ml_dtypes`` adds to NumPy."""
    import numpy

    from coluber.core.errors import NumbaNotImplementedError

    try:
        from ml_dtypes import bfloat16
    except ModuleNotFoundError:
        raise NumbaNotImplementedError("NumPy has arrays of bfloat16 with the package ml_dtypes only") from None
    return numpy.dtype(bfloat16)


def _described(dtype: Any) -> Type:
    """Return the type of the elements of an array of a structured dtype, or of one of times."""
    from coluber.core.errors import NumbaNotImplementedError
    from coluber.core.typing.typeof import typeof

    try:
        return typeof(dtype).dtype
    except ValueError:
        raise NumbaNotImplementedError(f"coluber does not have arrays of {dtype!r} yet") from None


def record(dtype: Any, data: bytearray) -> Any:
    """Return a record with this content: what compiled code returns."""
    import numpy

    return numpy.ndarray((), numpy.dtype((numpy.record, dtype)), data)[()]
