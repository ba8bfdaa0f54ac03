"""Questions about types that overload functions ask."""

from __future__ import annotations

import re

from coluber.core import errors, types
from coluber.core.types.iterations import Made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type

_CODES = {
    "?": "bool", "b1": "bool", "bool_": "bool", "b": "int8", "h": "int16", "i": "int32", "l": "int64", "q": "int64",
    "B": "uint8", "H": "uint16", "I": "uint32", "L": "uint64", "Q": "uint64", "f": "float32", "d": "float64",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
    "e": "float16", "f2": "float16", "half": "float16",
    "f4": "float32", "f8": "float64", "F": "complex64", "D": "complex128", "c8": "complex64", "c16": "complex128",
    "int": "int64", "uint": "uint64", "single": "float32", "float": "float64", "double": "float64", "complex": "complex128",
}  # fmt: skip


def is_integral(ty: object) -> bool:
    """Whether the type is one of integers or bools."""
    return isinstance(ty, (types.Integer, types.Boolean))


def is_one_of_several(ty: object) -> bool:
    """Whether a value has one of several types, which only the running program knows."""
    return isinstance(ty, types.Type) and ty.name.startswith("one of (")


def is_integer(ty: object) -> bool:
    """Whether the type is one of integers."""
    return isinstance(ty, types.Integer)


def is_unsigned(ty: object) -> bool:
    """Whether the type is one of integers without sign."""
    return isinstance(ty, types.Integer) and not ty.signed


def is_real(ty: object) -> bool:
    """Whether the type is one of bools, integers or floats."""
    return isinstance(ty, (types.Integer, types.Boolean, types.Float))


def is_integer_member(ty: object) -> bool:
    """Whether the type is one of members of enumerations of integers."""
    return isinstance(ty, types.IntEnumMember)


def vector_class(ty: object) -> Any:
    """Return CUDA's vector class of a type of vectors, which have no class of their own here; None for other types."""
    from coluber.cuda.kernel.vector import VECTORS

    return VECTORS.get(str(ty)) if isinstance(ty, types.Type) else None


def is_half(ty: object) -> bool:
    """Whether the type is one of floats of 16 bits."""
    return isinstance(ty, types.Float) and ty.bitwidth == 16


def is_time(ty: object) -> bool:
    """Whether the type is one of times or spans of time."""
    return isinstance(ty, (types.NPDatetime, types.NPTimedelta))


def is_object_of_bytes(ty: object) -> bool:
    """Whether the type is one of bytearrays or views of memory."""
    cls = getattr(ty, "instance_class", None)
    return getattr(cls, "__module__", "") in ("coluber.lib.python.byte_arrays", "coluber.lib.python.memory_views")


def is_text(ty: object) -> bool:
    """Whether the type is one of text of a fixed length in arrays."""
    return isinstance(ty, (types.CharSeq, types.UnicodeCharSeq))


def text_dtype(ty: Any) -> str:
    """Return the name of the dtype of such text."""
    return f"{'U' if isinstance(ty, types.UnicodeCharSeq) else 'S'}{ty.count}"


def is_complex(ty: object) -> bool:
    """Whether the type is one of complex numbers."""
    return isinstance(ty, types.Complex)


def is_number(ty: object) -> bool:
    """Whether the type is one of bools or numbers."""
    return isinstance(ty, (types.Integer, types.Boolean, types.Float, types.Complex))


def is_array(ty: object, ndim: int | None = None) -> bool:
    """Whether the type is one of arrays, of a number of axes where one is given."""
    return isinstance(ty, types.Array) and ndim in (None, ty.ndim)


def is_list(ty: object) -> bool:
    """Whether the type is one of lists, or of tuples that are like lists, of any length."""
    return isinstance(ty, (types.List, types.ListType, types.LongTuple))


def is_any_tuple(ty: object) -> bool:
    """Whether the type is one of tuples, of a known length or of any."""
    return isinstance(ty, (types.BaseTuple, types.LongTuple))


def is_deque(ty: object) -> bool:
    """Whether the type is one of deques."""
    return isinstance(ty, types.Deque)


def is_iterator(ty: object) -> bool:
    """Whether the type is one of iterators: of generators, or one of the compiler's own; or of bytes and views of dicts."""
    return isinstance(ty, (types.Generator, Made, types.Bytes)) or type(ty) is types.Type


def is_function(ty: Type) -> bool:
    """Whether values of a type are functions, or classes."""
    return isinstance(ty, types.Callable) or ty.name.startswith("function(")


def is_none(ty: object) -> bool:
    """Whether an argument is None or was left out, None being its default."""
    return ty is None or isinstance(ty, types.NoneType)


def is_int_tuple(ty: object) -> bool:
    """Whether the type is one of tuples of integers."""
    return isinstance(ty, types.BaseTuple) and all(is_integer(item) for item in ty.types)


def numpy_class(ty: Type) -> Any:
    """Return NumPy's class of a number type: it converts numbers, and says a dtype. Where there is none, the type does that."""
    import numpy

    if is_time(ty) or is_text(ty) or isinstance(ty, types.BFloat16):
        return ty
    name = types.unliteral(ty).name
    found = getattr(numpy, "bool_" if name == "bool" else name, None)
    if found is None:
        from coluber.core.errors import TypingError

        raise TypingError(f"a number is needed, not a value of type {name}")
    return found


def fits(value: object, dtype: object) -> bool:
    """Whether a type of integers has a number, as far as it is a constant."""
    if not isinstance(value, types.IntegerLiteral) or not isinstance(dtype, types.Integer):
        return True
    return dtype.minval <= value.literal_value <= dtype.maxval


def literal_bool(ty: object, name: str) -> bool:
    """Return the value of a parameter that must be a constant; a number is what `bool` makes of it."""
    if isinstance(ty, int):
        return bool(ty)
    if isinstance(ty, (types.BooleanLiteral, types.IntegerLiteral)):
        return bool(ty.literal_value)
    raise errors.RequireLiteralValue(
        f"the argument '{name}' must be True or False, as a constant, because the result's type depends on it"
    )


def is_varying_bool(ty: object) -> bool:
    """Whether a parameter is True or False as the program runs, no constant."""
    return isinstance(ty, types.Boolean)


def is_varying_str(ty: object) -> bool:
    """Whether a parameter is a string that is no constant."""
    return isinstance(ty, types.UnicodeType) and not isinstance(ty, types.StringLiteral)


def literal_str(ty: object, name: str) -> str:
    """Return the value of a parameter that must be a constant."""
    if isinstance(ty, str):
        return ty
    if isinstance(ty, types.StringLiteral):
        return str(ty.literal_value)
    raise errors.RequireLiteralValue(f"the argument '{name}' must be a string constant")


def refuse(name: str, ty: object) -> None:
    """Raise the error for a parameter that is not supported, unless the argument is None or left out."""
    if not is_none(ty):
        raise errors.UnsupportedError(f"the argument '{name}=' is not supported yet")


def _plain(name: str) -> str:
    """Return the name of a dtype without the byte order, which can be the processor's only."""
    import sys

    native = "=|<" if sys.byteorder == "little" else "=|>"
    return name[1:] if name[:1] and name[0] in native and len(name) > 2 else name


def dtype_type(ty: object) -> Type:
    """Return the type of elements that a dtype argument names."""
    if isinstance(ty, (types.DType, types.NumberClass)):
        return ty.dtype
    if isinstance(ty, types.StringLiteral):
        name = _plain(str(ty.literal_value))
        if name[:1] in ("U", "S") and name[1:].isdigit():
            return (types.UnicodeCharSeq if name[0] == "U" else types.CharSeq)(int(name[1:]))
        found = getattr(types, _CODES.get(name, name), None) or _time_type(name)
        if found is None and "," in name:
            return _listed_type(name)
        if found is None:
            raise errors.TypingError(f"'{name}' is not a dtype that compiled code knows")
        return found
    if isinstance(ty, types.Function) and ty.typing_key in (bool, int, float, complex):
        return getattr(types, _CODES.get(ty.typing_key.__name__, ty.typing_key.__name__))
    if isinstance(ty, types.BaseTuple) and len(ty) > 0 and all(_is_field(item) for item in ty.types):
        return _record_type(ty)
    raise errors.TypingError(f"{ty} is not a dtype that compiled code knows")


def _is_field(ty: Type) -> bool:
    """Whether the type is that of a name and a dtype, and perhaps a shape."""
    return isinstance(ty, types.BaseTuple) and 2 <= len(ty) <= 3 and isinstance(ty.types[0], types.StringLiteral)


def _record_type(ty: types.BaseTuple) -> Type:
    """Return the type of records with the fields that a tuple describes."""
    import numpy

    from coluber.np.numpy_support import as_dtype, from_dtype

    fields: list[Any] = []
    for name, dtype, *shape in (item.types for item in ty.types):
        extents = [
            tuple(n.literal_value for n in s.types) if isinstance(s, types.BaseTuple) else s.literal_value for s in shape
        ]
        fields.append((name.literal_value, _with_shape(dtype) or as_dtype(dtype_type(dtype)), *extents))
    return from_dtype(numpy.dtype(fields))


def _with_shape(dtype: Type) -> Any:
    """Return the dtype of a field that is an array, such as ``"(2,3)f8"``; None for others."""
    import numpy

    if not isinstance(dtype, types.StringLiteral) or not re.match(r"[(\d]", str(dtype.literal_value)):
        return None
    return numpy.dtype(dtype.literal_value)


def _listed_type(name: str) -> Type:
    """Return the type of records whose fields' dtypes are listed in a text: ``"i4,f8"``."""
    import numpy

    from coluber.np.numpy_support import from_dtype

    return from_dtype(numpy.dtype(name))


def _time_type(name: str) -> Type | None:
    """Return the type of times that a name such as 'M8[D]' stands for; None for other names."""
    kind, _, unit = name.removesuffix("]").partition("[")
    if kind in ("M8", "datetime64"):
        return types.NPDatetime(unit)
    return types.NPTimedelta(unit) if kind in ("m8", "timedelta64") else None


def result_type(*operands: Type) -> Type:
    """Return the type that NumPy gives an array made of values of several types."""
    import numpy

    from coluber.np.numpy_support import from_dtype

    return from_dtype(numpy.result_type(*(dtype_name(ty) for ty in operands)))


def dtype_name(ty: Type) -> Any:
    """Return what NumPy takes for the dtype of a type."""
    return ty.numpy_dtype if is_text(ty) else types.unliteral(ty).name
