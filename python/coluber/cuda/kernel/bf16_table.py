"""The table of the functions of bfloat16: `FUNCTIONS`."""

from __future__ import annotations

import math

import numpy as np

from coluber.cuda.kernel.bf16_type import bfloat16, to_bits
from coluber.cuda.kernel.half_table import shared_rows
from coluber.cuda.kernel.rounding import DIRECTIONS, integer
from coluber.cuda.kernel.tables import TYPES, Row, cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# C's names of the integers, by letter; those of 8 bits only come out, rounded to zero.
_INTEGERS = {"h": "short", "H": "ushort", "i": "int", "I": "uint", "l": "ll", "L": "ull"}
_BYTES = {"b": "char", "B": "uchar"}


def wide(x: Any) -> np.float64:
    """Return a bfloat16 as a float64."""
    return np.float64(float(x))


def _of_wide(compute: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: compute(*map(wide, values))


def _saturate(x: float) -> float:
    return min(max(x, 0.0), 1.0) if x == x else 0.0


def _relu(x: float) -> float:
    return max(x, 0.0) if x == x else x


def _to_integer(direction: str, letter: str) -> Callable[[Any], int]:
    limits = np.iinfo(TYPES[letter])

    def convert(x: Any) -> int:
        value = float(x)
        if math.isnan(value):
            return 0
        if math.isinf(value):
            return limits.max if value > 0 else limits.min
        return min(max(integer(value, direction), int(limits.min)), int(limits.max))

    return convert


def _from_number(direction: str) -> Callable[[Any], Any]:
    return lambda x: bfloat16.from_bits(to_bits(x, direction))


def _from_integer(direction: str) -> Callable[[Any], Any]:
    return lambda x: bfloat16.from_bits(to_bits(int(x), direction))


def _arithmetic_rows() -> dict[str, Row]:
    unordered = {
        "equ": np.equal,
        "neu": np.not_equal,
        "ltu": np.less,
        "leu": np.less_equal,
        "gtu": np.greater,
        "geu": np.greater_equal,
    }
    rows = {}
    for name, compute in (("hadd", np.add), ("hsub", np.subtract), ("hmul", np.multiply)):
        rows[name + "_rn"] = Row("gg", "g", _of_wide(compute))
        rows[name + "_sat"] = Row("gg", "g", _of_wide(lambda x, y, compute=compute: _saturate(compute(x, y))))
    rows["hfma_sat"] = Row("ggg", "g", _of_wide(lambda x, y, z: _saturate(x * y + z)))
    rows["hfma_relu"] = Row("ggg", "g", _of_wide(lambda x, y, z: _relu(x * y + z)))
    rows["hmax_nan"] = Row("gg", "g", _of_wide(np.maximum))
    rows["hmin_nan"] = Row("gg", "g", _of_wide(np.minimum))
    rows["hisnan"] = Row("g", "?", _of_wide(np.isnan))
    rows["hisinf"] = Row("g", "?", _of_wide(np.isinf))
    for name, compare in unordered.items():
        rows["h" + name] = Row("gg", "?", _of_wide(lambda x, y, compare=compare: x != x or y != y or compare(x, y)))
    return rows


def _conversion_rows() -> dict[str, Row]:
    rows = {}
    for direction in DIRECTIONS:
        for letter, name in (_INTEGERS | _BYTES).items():
            if letter in _INTEGERS or direction == "rz":
                out = Row("g", letter, _to_integer(direction, letter))
                rows[f"bfloat162{name}_{direction}"] = rows[f"bfloat16_to_{TYPES[letter]}_{direction}"] = out
            if letter in _INTEGERS:
                into = Row(letter, "g", _from_integer(direction))
                rows[f"{name}2bfloat16_{direction}"] = rows[f"{TYPES[letter]}_to_bfloat16_{direction}"] = into
        rows[f"float2bfloat16_{direction}"] = rows[f"float32_to_bfloat16_{direction}"] = Row("f", "g", _from_number(direction))
    rows["float2bfloat16"] = rows["float32_to_bfloat16"] = Row("f", "g", _from_number("rn"))
    rows["double2bfloat16"] = rows["float64_to_bfloat16"] = Row("d", "g", _from_number("rn"))
    rows["bfloat162float"] = rows["bfloat16_to_float32"] = Row("g", "f", wide)
    for letter, name in (("h", "short"), ("H", "ushort")):
        out = Row("g", letter, lambda x, letter=letter: cast(x.bits, letter))
        into = Row(letter, "g", lambda x: bfloat16.from_bits(int(x)))
        rows[f"bfloat16_as_{name}"] = rows[f"bfloat16_as_{TYPES[letter]}"] = out
        rows[f"{name}_as_bfloat16"] = rows[f"{TYPES[letter]}_as_bfloat16"] = into
    return rows


FUNCTIONS: dict[str, Row] = shared_rows("g", wide) | _arithmetic_rows() | _conversion_rows()
