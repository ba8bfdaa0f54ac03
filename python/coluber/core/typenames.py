"""Names of types, such as ``int64`` or ``f8``, as kind and parts of the compiler's table; the ones that Coluber lacks."""

from __future__ import annotations

import sys

_LONG = 32 if sys.platform == "win32" else 64
_WORD = 64 if sys.maxsize > 2**32 else 32


def _int(bits: int) -> tuple[object, ...]:
    return "int", bits, True


def _uint(bits: int) -> tuple[object, ...]:
    return "int", bits, False


NAMES: dict[str, tuple[object, ...]] = {
    "none": ("none",),
    "void": ("none",),
    "boolean": ("bool",),
    "bool_": ("bool",),
    "bool": ("bool",),
    "b1": ("bool",),
    "int8": _int(8),
    "int16": _int(16),
    "int32": _int(32),
    "int64": _int(64),
    "uint8": _uint(8),
    "uint16": _uint(16),
    "uint32": _uint(32),
    "uint64": _uint(64),
    "i1": _int(8),
    "i2": _int(16),
    "i4": _int(32),
    "i8": _int(64),
    "u1": _uint(8),
    "u2": _uint(16),
    "u4": _uint(32),
    "u8": _uint(64),
    "char": _int(8),
    "byte": _uint(8),
    "uchar": _uint(8),
    "short": _int(16),
    "ushort": _uint(16),
    "intc": _int(32),
    "uintc": _uint(32),
    "int_": _int(_WORD),
    "uint": _uint(_WORD),
    "long_": _int(_LONG),
    "ulong": _uint(_LONG),
    "longlong": _int(64),
    "ulonglong": _uint(64),
    "intp": _int(_WORD),
    "uintp": _uint(_WORD),
    "ssize_t": _int(_WORD),
    "size_t": _uint(_WORD),
    "float16": ("float", 16),
    "bfloat16": ("bfloat16",),
    "float32": ("float", 32),
    "float64": ("float", 64),
    "f2": ("float", 16),
    "f4": ("float", 32),
    "f8": ("float", 64),
    "double": ("float", 64),
    "complex64": ("complex", 64),
    "complex128": ("complex", 128),
    "c8": ("complex", 64),
    "c16": ("complex", 128),
    "unicode_type": ("str",),
    "string": ("str",),
    "ellipsis": ("ellipsis",),
    "undefined": ("undefined",),
    "npy_rng": ("generator",),
    "range_state32_type": ("range", _int(32)),
    "range_state64_type": ("range", _int(64)),
    "unsigned_range_state64_type": ("range", _uint(64)),
}

# Names that the package and Numba's package have too: numbers, None and void.
PUBLIC = tuple(
    """
    int8 int16 int32 int64 uint8 uint16 uint32 uint64 intp uintp intc uintc ssize_t size_t boolean float32 float64
    complex64 complex128 bool_ byte char uchar short ushort int_ uint long_ ulong longlong ulonglong double void none b1
    i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16 bool
    """.split()
)

# Types about which only their names are known; the types by their names in `types`.
OPAQUE = {"code_type": "code", "ffi": "ffi", "ffi_forced_object": "ffi_forced_object"}

# Names that Numba has and Coluber does not have yet.
NOT_YET = frozenset(
    """
    ArrayCTypes ArrayFlags BaseContainerPayload ByteArray ClassDataType ContextManager EphemeralArray Generator
    ListPayload ListTypeIterableType ListTypeIteratorType MakeFunctionLiteral MemoryView NumPyRandomBitGeneratorType
    NumPyRandomGeneratorType NumpyNdIterType ObjModeDispatcher Object
    Poison PolynomialType PyArray RecursiveCall SetEntry SetIter SetIterableType SetIteratorType SetPayload SetType
    SliceLiteral StructRefPayload UndefVar UndefinedFunctionType UnionType
    pyfunc_type range_iter32_type range_iter64_type unsigned_range_iter64_type
    """.split()
)
