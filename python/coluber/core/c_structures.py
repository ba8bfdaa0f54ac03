"""How C functions take and give structures by value: the rules of System V for x86-64.

A structure of up to 16 bytes goes in registers, one for each 8 bytes of it: one of vectors where these are floats, else one of
integers. Where there are not enough registers left for all of it, and for larger ones, it lies in memory.
"""

from __future__ import annotations

import platform

from coluber.core import types
from coluber.core.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import numpy as np

    from coluber.core.types import Type

# The registers for arguments.
_INTEGERS, _VECTORS = 6, 8


def in_registers(record: Any) -> list[str] | None:
    """Return the LLVM types of the registers that a structure goes in; None where it lies in memory."""
    if platform.machine() not in ("x86_64", "AMD64"):
        raise UnsupportedError(f"C structures by value are not there for processors of the type {platform.machine()}: {record}")
    scalars = list(_scalars(record.dtype, 0))
    if record.size > 16 or any(offset % scalar.itemsize for offset, scalar in scalars):
        return None
    words = range(0, record.size, 8)
    return [_register([s for at, s in scalars if begin <= at < begin + 8], record.size - begin) for begin in words]


def _scalars(dtype: np.dtype, offset: int) -> Iterator[tuple[int, np.dtype]]:
    """Yield the scalars of a dtype, and where they are."""
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        count = 1
        for extent in shape:
            count *= extent
        for k in range(count):
            yield from _scalars(item, offset + k * item.itemsize)
    elif dtype.fields is not None:
        for field, begin, *_ in dtype.fields.values():
            yield from _scalars(field, offset + begin)
    elif dtype.kind == "c":
        part = dtype.type(0).real.dtype
        yield offset, part
        yield offset + part.itemsize, part
    else:
        yield offset, dtype


def _register(scalars: list[Any], size: int) -> str:
    if any(scalar.kind != "f" for scalar in scalars) or not scalars:
        return f"i{8 * min(size, 8)}"
    if scalars[0].itemsize == 8:
        return "double"
    return "float" if len(scalars) == 1 else "<2 x float>"


class Registers:
    """The registers that are left for the arguments of a call.

    Parameters
    ----------
    ret : Type
        The type of the result: one in memory takes a register for its address.
    """

    def __init__(self, ret: Type) -> None:
        in_memory = isinstance(ret, types.Record) and in_registers(ret) is None
        self.integers, self.vectors = _INTEGERS - in_memory, _VECTORS

    def take(self, forms: list[str]) -> bool:
        """Take registers for values of these LLVM types, if there are enough."""
        integers = sum(form.startswith(("i", "ptr")) for form in forms)
        vectors = len(forms) - integers
        fits = integers <= self.integers and vectors <= self.vectors
        if fits:
            self.integers, self.vectors = self.integers - integers, self.vectors - vectors
        return fits


def loaded(value: str, record: Any, registers: Registers, lines: list[str]) -> list[str]:
    """Return the arguments that a structure at an address is; adds the instructions that make them."""
    forms = in_registers(record)
    if forms is None or not registers.take(forms):
        return [f"ptr byval([{record.size} x i8]) align 8 {value}"]
    passed = []
    for k, form in enumerate(forms):
        lines += [
            f"  {value}.p{k} = getelementptr i8, ptr {value}, i64 {8 * k}",
            f"  {value}.r{k} = load {form}, ptr {value}.p{k}, align 1",
        ]
        passed.append(f"{form} {value}.r{k}")
    return passed


def stored(record: Any, value: str, target: str) -> list[str]:
    """Return the instructions that store a result that came in registers."""
    forms = in_registers(record) or []
    if len(forms) == 1:
        return [f"  store {forms[0]} {value}, ptr {target}, align 1"]
    lines = []
    for k, form in enumerate(forms):
        lines += [
            f"  {value}.{k} = extractvalue {result_form(record)} {value}, {k}",
            f"  {value}.p{k} = getelementptr i8, ptr {target}, i64 {8 * k}",
            f"  store {form} {value}.{k}, ptr {value}.p{k}, align 1",
        ]
    return lines


def result_form(record: Any) -> str:
    """Return the LLVM type by which a C function gives a structure; nothing where that lies in memory."""
    forms = in_registers(record)
    if forms is None:
        return "void"
    return forms[0] if len(forms) == 1 else f"{{ {', '.join(forms)} }}"


def taken(address: str, record: Any, registers: Registers, lines: list[str]) -> list[str]:
    """Return the parameters by which a C function is given a structure; adds the instructions that put it at an address."""
    forms = in_registers(record)
    if forms is None or not registers.take(forms):
        return [f"ptr byval([{record.size} x i8]) align 8 {address}"]
    lines.append(f"  {address} = alloca [{8 * len(forms)} x i8], align 8")
    for k, form in enumerate(forms):
        lines += [
            f"  {address}.p{k} = getelementptr i8, ptr {address}, i64 {8 * k}",
            f"  store {form} {address}.r{k}, ptr {address}.p{k}, align 1",
        ]
    return [f"{form} {address}.r{k}" for k, form in enumerate(forms)]


def room_for(address: str, record: Any, lines: list[str]) -> list[str]:
    """Return the parameter for the structure that a C function gives, if there is one; adds what makes room of zeros."""
    forms = in_registers(record)
    size = record.size if forms is None else 8 * len(forms)
    if forms is not None:
        lines.append(f"  {address} = alloca [{size} x i8], align 8")
    lines.append(f"  store [{size} x i8] zeroinitializer, ptr {address}, align 1")
    return [f"ptr sret([{size} x i8]) align 8 {address}"] if forms is None else []


def given(record: Any, address: str) -> list[str]:
    """Return the instructions that return the structure at an address."""
    form, forms = result_form(record), in_registers(record) or []
    lines, whole = [], "poison"
    for k, part in enumerate(forms):
        lines += [
            f"  %g{k}.p = getelementptr i8, ptr {address}, i64 {8 * k}",
            f"  %g{k} = load {part}, ptr %g{k}.p, align 1",
        ]
        if len(forms) > 1:
            lines.append(f"  %g{k}.whole = insertvalue {form} {whole}, {part} %g{k}, {k}")
            whole = f"%g{k}.whole"
    if not forms:
        return ["  ret void"]
    return [*lines, f"  ret {form} {whole if len(forms) > 1 else '%g0'}"]
