"""NumPy's dtypes as types, and back."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
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
    from coluber.core.types import (
        Array,
        BFloat16,
        CharSeq,
        DType,
        IntEnumMember,
        NPDatetime,
        NPTimedelta,
        PyObject,
        Record,
        UnicodeCharSeq,
        unliteral,
    )

    ty = unliteral(nbtype)
    while isinstance(ty, (Array, DType, IntEnumMember)):
        ty = ty.dtype
    if isinstance(ty, (Record, CharSeq, UnicodeCharSeq)):
        return ty.numpy_dtype
    if isinstance(ty, BFloat16):
        return _bfloat16_dtype()
    if isinstance(ty, PyObject):
        return numpy.dtype(object)
    if str(ty) not in _DTYPES and not isinstance(ty, (NPDatetime, NPTimedelta)):
        raise NumbaNotImplementedError(f"NumPy has no dtype for {nbtype}")
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


def is_array(val: object) -> bool:
    """Whether a value is an array of NumPy."""
    import numpy

    return isinstance(val, numpy.ndarray)


def map_layout(val: Any) -> str:
    """Return the layout of an array: ``C``, ``F`` or ``A``."""
    if val.flags["C_CONTIGUOUS"]:
        return "C"
    return "F" if val.flags["F_CONTIGUOUS"] else "A"


def map_arrayscalar_type(val: Any) -> Type:
    """Return the type of a scalar of NumPy."""
    import numpy

    return from_dtype(val.dtype if isinstance(val, numpy.generic) else numpy.dtype(type(val)))


def is_contiguous(dims: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Whether an array of such extents, strides and size of an element is contiguous in C order."""
    expected = itemsize
    for extent, stride in zip(reversed(dims), reversed(strides), strict=True):
        if extent != 1 and stride != expected:
            return False
        expected *= extent
    return True


def is_fortran(dims: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Whether an array of such extents, strides and size of an element is contiguous in Fortran order."""
    return is_contiguous(dims[::-1], strides[::-1], itemsize)


def type_can_asarray(arr: Any) -> bool:
    """Whether compiled code can make an array of values of a type."""
    from coluber.core import types

    plain = (types.Array, types.Sequence, types.BaseTuple, types.StringLiteral, types.Number, types.Boolean, types.ListType)
    return isinstance(arr, plain)


def type_is_scalar(typ: Any) -> bool:
    """Whether values of a type are scalars of NumPy."""
    from coluber.core import types

    kinds = (types.Boolean, types.Number, types.UnicodeType, types.StringLiteral, types.NPTimedelta, types.NPDatetime)
    return isinstance(typ, kinds)


def check_is_integer(v: Any, name: str) -> None:
    """Raise TypingError where an argument of an overload function is neither an integer nor the type of one."""
    from coluber.core import types

    if not isinstance(v, (int, types.Integer)):
        from coluber.core.errors import TypingError

        raise TypingError(f"{name} must be an integer")


def from_struct_dtype(dtype: Any) -> Type:
    """Return the type of records of a structured dtype."""
    if dtype.names is None:
        raise TypeError(f"{dtype} has no fields")
    return from_dtype(dtype)


def as_struct_dtype(rec: Any) -> Any:
    """Return the dtype of a type of records."""
    return as_dtype(rec)


def __getattr__(name: str) -> Any:
    """Return what lives elsewhere, and NumPy's version."""
    if name in ("carray", "farray"):
        from coluber.core import public

        return public.load(name)
    if name == "numpy_version":
        import numpy

        return tuple(int(part) for part in numpy.__version__.split(".")[:2])
    from coluber.core.missing import missing

    raise missing(f"coluber does not have np.numpy_support.{name} yet", name)
