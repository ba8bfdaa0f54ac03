"""``cuda.fp8`` in compiled kernels: the formulas are those of the vocabulary's table."""

from __future__ import annotations

from coluber.cuda.kernel.fp8_table import FUNCTIONS
from coluber.lib.cuda.tables import register

for _name, _row in FUNCTIONS.items():
    register(f"coluber.cuda.kernel.fp8.{_name}", _row, _row.compute)
