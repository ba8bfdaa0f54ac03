"""Functions of float16: ``cuda.fp16.hadd(a, b)``; `half_table` lists them."""

from __future__ import annotations

import numpy as np

from coluber.cuda.kernel.half_table import shared_rows
from coluber.cuda.kernel.tables import define

FUNCTIONS = shared_rows("e", np.float64)

define(globals(), "fp16", FUNCTIONS)
