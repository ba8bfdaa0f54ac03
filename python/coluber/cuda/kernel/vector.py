"""Vector types: 2 to 4 numbers of one type (and, for completeness, 1), read by ``.x .y .z .w``.

``float32x4(a, b, c, d)`` takes numbers and shorter vectors in any mixture that gives four. There are 10 types of numbers, 4
sizes and C's names for them (``float4`` is ``float32x4``). A vector is immutable and has no arithmetic.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BASES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")

# C's names, followed by the number of items.
ALIASES = {
    "char": "int8",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "longlong": "int64",
    "uchar": "uint8",
    "ushort": "uint16",
    "uint": "uint32",
    "ulong": "uint64",
    "ulonglong": "uint64",
    "float": "float32",
    "double": "float64",
}

_FIELDS = "xyzw"


class Vector(tuple):
    """What the vector types share; a tuple, so that NumPy stores it into elements of its `dtype`."""

    __slots__ = ()

    base = ""
    size = 0

    def __new__(cls, *parts: Any) -> Vector:
        """Make a vector of numbers and shorter vectors."""
        import numpy as np

        scalar = np.dtype(cls.base)
        items = [item for part in parts for item in _items(part)]
        if len(items) != cls.size:
            raise TypeError(f"{cls.__name__} takes {cls.size} numbers; {len(items)} were given")
        return super().__new__(cls, (np.asarray(item).astype(scalar)[()] for item in items))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self))})"

    def _no_arithmetic(self, other: object) -> Any:
        return NotImplemented

    __add__ = __mul__ = __rmul__ = _no_arithmetic


def _items(part: Any) -> tuple[Any, ...]:
    if isinstance(part, Vector):
        return tuple(part)
    names = getattr(getattr(part, "dtype", None), "names", None)
    if names and "".join(names) == _FIELDS[: len(names)]:
        return tuple(part[name] for name in names)
    from coluber.cuda.kernel.fp8_classes import Packed

    if isinstance(part, Packed):
        return part.items()
    return (part,)


class _DType:
    """The NumPy dtype of a vector type: a record with the fields x, y, z, w."""

    def __get__(self, instance: Vector | None, owner: type[Vector]) -> Any:
        import numpy as np

        return np.dtype([(name, owner.base) for name in _FIELDS[: owner.size]], align=True)


Vector.dtype = _DType()


def _field(place: int) -> property:
    return property(lambda self: tuple.__getitem__(self, place), doc=f"Item {place}.")


def _make(base: str, size: int) -> type[Vector]:
    name = f"{base}x{size}"
    members = {
        "__slots__": (),
        "__module__": __name__,
        "__doc__": f"{size} numbers of type {base}.",
        "base": base,
        "size": size,
    }
    members.update({field: _field(place) for place, field in enumerate(_FIELDS[:size])})
    return type(name, (Vector,), members)


VECTORS = {f"{base}x{size}": _make(base, size) for base in BASES for size in range(1, 5)}
VECTOR_ALIASES = {f"{alias}{size}": f"{base}x{size}" for alias, base in ALIASES.items() for size in range(1, 5)}

globals().update(VECTORS)
globals().update({alias: VECTORS[name] for alias, name in VECTOR_ALIASES.items()})
