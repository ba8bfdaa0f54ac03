"""Numbers of 8 bits: ``cuda.fp8.cvt_float_to_fp8(x, saturation, interpretation)``; `fp8_table` lists the functions.

A number is the integer of 8 bits that has its bits, a uint8.
"""

from __future__ import annotations

from coluber.cuda.kernel.fp8_table import FUNCTIONS, fp8_interpretation_t, saturation_t
from coluber.cuda.kernel.tables import define

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

for _enumeration in (saturation_t, fp8_interpretation_t):
    _enumeration.__module__ = __name__

define(globals(), "fp8", FUNCTIONS)

_FORMATS = "e5m2 e4m3 e8m0".split()
# What Numba has and this module has not.
_MISSING = {f"fp8{count}_{name}" for count in ("", "x2", "x4") for name in _FORMATS}
_MISSING |= {"cvt_double2_to_fp8x2", "cvt_float2_to_fp8x2", "cvt_double2_to_e8m0x2", "cvt_float2_to_e8m0x2"}


def __getattr__(name: str) -> Any:
    from coluber.core.missing import missing

    if name in _MISSING:
        raise missing(f"coluber does not have numba.cuda.fp8's {name} yet", name)
    raise missing(f"module {__name__!r} has no attribute {name!r}", name)
