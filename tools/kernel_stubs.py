"""The stubs of the words of kernels that are made from tables: libdevice, float16, bfloat16, numbers of 8 bits and vectors."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coluber.cuda.kernel.tables import Row

# What type checkers know of a type of the tables: as an argument, and as a result.
_ARGUMENTS = {"?": "object", "g": "SupportsFloat", "v": "float32x2", "w": "float64x2"}
_RESULTS = {"?": "bool", "g": "bfloat16", "v": "float32x2", "w": "float64x2"}

_FUNCTION_IMPORTS = """\
from typing import SupportsFloat, SupportsIndex

from coluber.cuda.kernel.bf16_type import bfloat16 as bfloat16
from coluber.cuda.kernel.vector import float32x2, float64x2
"""


def stubs(folder: Path, head: str) -> dict[Path, str]:
    """Return the text of each stub of the package of words."""
    from coluber.cuda.kernel import bf16, fp8, fp16, libdevice

    texts = {
        "bf16": head.format("The type bfloat16 and its functions") + _of_functions(bf16.FUNCTIONS),
        "fp16": head.format("Functions of float16") + _of_functions(fp16.FUNCTIONS),
        "fp8": head.format("Numbers of 8 bits") + _of_functions(fp8.FUNCTIONS) + _packed(),
        "libdevice": head.format("The functions of NVIDIA's libdevice") + _of_functions(libdevice.FUNCTIONS),
        "vector": head.format("Vector types") + _vectors(),
    }
    return {folder / f"{name}.pyi": text for name, text in texts.items()}


def _of_functions(rows: dict[str, Row]) -> str:
    return _FUNCTION_IMPORTS + "\n" + "".join(_function(name, row) for name, row in sorted(rows.items()))


def _function(name: str, row: Row) -> str:
    names = [f"x{k}: {_argument(letter)}" for k, letter in enumerate(row.arguments)]
    results = [_result(letter) for letter in row.results]
    result = results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"
    given = ", ".join([*names, "/"] if names else [])
    return f"def {name}({given}) -> {result}: ...\n"


def _argument(letter: str) -> str:
    return _ARGUMENTS.get(letter, "SupportsFloat" if letter in "efd" else "SupportsIndex")


def _result(letter: str) -> str:
    return _RESULTS.get(letter, "float" if letter in "efd" else "int")


def _packed() -> str:
    from coluber.cuda.kernel.fp8_classes import CLASSES

    enumerations = "fp8_interpretation_t", "saturation_t"
    lines = ["", *(f"from coluber.cuda.kernel.fp8_table import {name} as {name}" for name in enumerations)]
    lines += ["from coluber.cuda.kernel.fp8_classes import Packed", ""]
    return "\n".join([*lines, *(f"class {name}(Packed): ..." for name in sorted(CLASSES))]) + "\n"


def _vectors() -> str:
    from coluber.cuda.kernel import vector

    text = """\
from typing import Any, ClassVar, Self

import numpy as np

BASES: tuple[str, ...]
ALIASES: dict[str, str]
VECTORS: dict[str, type[Vector]]
VECTOR_ALIASES: dict[str, str]

class Vector(tuple[Any, ...]):
    base: ClassVar[str]
    size: ClassVar[int]
    dtype: ClassVar[np.dtype[Any]]
    def __new__(cls, *parts: Any) -> Self: ...
"""
    classes = (_vector(name, made.base, made.size) for name, made in sorted(vector.VECTORS.items()))
    aliases = (f"{alias} = {name}\n" for alias, name in sorted(vector.VECTOR_ALIASES.items()))
    return text + "".join(classes) + "\n" + "".join(aliases)


def _vector(name: str, base: str, size: int) -> str:
    item = "float" if base.startswith("float") else "int"
    return f"\nclass {name}(Vector):\n" + _fields(item, "xyzw"[:size])


def _fields(item: str, names: Iterable[str]) -> str:
    return "".join(f"    @property\n    def {name}(self) -> {item}: ...\n" for name in names)
