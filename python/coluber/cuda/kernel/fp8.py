"""Numbers of 8 bits: ``cuda.fp8.fp8_e5m2(x)``, and functions that take and return their bits, a uint8 or, for pairs, a uint16.

`fp8_table` lists the functions, `fp8_classes` makes the classes.
"""

from __future__ import annotations

from coluber.cuda.kernel.fp8_classes import CLASSES
from coluber.cuda.kernel.fp8_table import FUNCTIONS, fp8_interpretation_t, saturation_t
from coluber.cuda.kernel.tables import define

for _enumeration in (saturation_t, fp8_interpretation_t):
    _enumeration.__module__ = __name__

define(globals(), "fp8", FUNCTIONS)

globals().update(CLASSES)
