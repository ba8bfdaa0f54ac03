"""Integers of the simulator that know how many bits they have in compiled code; arithmetic with them gives plain integers."""

from __future__ import annotations


class Sized(int):
    """An integer of less than 64 bits.

    Attributes
    ----------
    width : int
        The number of bits.
    signed : bool
        Whether the highest bit is the sign.
    """

    __slots__ = ()

    width = 32
    signed = True


class Int32(Sized):
    """An int32: positions of threads and their like."""

    __slots__ = ()


def sized_type(name: str) -> type[Sized] | None:
    """Return the class of a type of integers by the type's name; None for those of 64 bits and for all other types."""
    if name == "int32":
        return Int32
    bits = name.removeprefix("uint").removeprefix("int")
    if name[:1] not in "iu" or bits not in ("8", "16", "32"):
        return None
    return type(name, (Sized,), {"__slots__": (), "width": int(bits), "signed": name.startswith("int")})


def wrap(value: int, kind: type[Sized]) -> Sized:
    """Return an integer as one of a sized type, as C converts it."""
    bits = int(value) & ((1 << kind.width) - 1)
    if kind.signed and bits >> (kind.width - 1):
        bits -= 1 << kind.width
    return kind(bits)
