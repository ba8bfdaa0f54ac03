"""The type bfloat16 and its functions: ``cuda.bf16.hadd(a, b)``; `bf16_table` lists them."""

from __future__ import annotations

from coluber.cuda.kernel.bf16_table import FUNCTIONS
from coluber.cuda.kernel.bf16_type import bfloat16
from coluber.cuda.kernel.tables import define

bfloat16.__module__ = __name__

define(globals(), "bf16", FUNCTIONS)
