"""The table of the functions of `cuda.fp8`: `FUNCTIONS`, and the enumerations of their arguments."""

from __future__ import annotations

from enum import IntEnum

from coluber.cuda.kernel.tables import Row
from coluber.lib.cuda.fp8_formulas import (
    double_to_fp8,
    e8m0_to_bfloat16,
    float_to_fp8,
    pair_of_doubles_to_fp8,
    pair_to_e8m0,
    pair_to_fp8,
    to_e8m0,
)


class saturation_t(IntEnum):  # noqa: N801 - the name is the interface's
    """What becomes of numbers that are too large: infinity or NaN, or the largest finite number."""

    NOSAT = 0
    SATFINITE = 1


class fp8_interpretation_t(IntEnum):  # noqa: N801 - the name is the interface's
    """The formats with a mantissa."""

    E4M3 = 0
    E5M2 = 1


FUNCTIONS: dict[str, Row] = {
    "cvt_double_to_fp8": Row("dii", "B", double_to_fp8),
    "cvt_float_to_fp8": Row("fii", "B", float_to_fp8),
    "cvt_bfloat16raw_to_fp8": Row("gii", "B", float_to_fp8),
    "cvt_double_to_e8m0": Row("dii", "B", to_e8m0),
    "cvt_float_to_e8m0": Row("fii", "B", to_e8m0),
    "cvt_bfloat16raw_to_e8m0": Row("gii", "B", to_e8m0),
    "cvt_double2_to_fp8x2": Row("wii", "H", pair_of_doubles_to_fp8),
    "cvt_float2_to_fp8x2": Row("vii", "H", pair_to_fp8),
    "cvt_double2_to_e8m0x2": Row("wii", "H", pair_to_e8m0),
    "cvt_float2_to_e8m0x2": Row("vii", "H", pair_to_e8m0),
    "cvt_e8m0_to_bf16raw": Row("B", "g", e8m0_to_bfloat16),
}
