"""The functions of NVIDIA's libdevice, without their prefix: ``cuda.libdevice.sinf(x)``; `libdevice_table` lists them."""

from __future__ import annotations

from coluber.cuda.kernel.libdevice_table import FUNCTIONS
from coluber.cuda.kernel.tables import define

define(globals(), "libdevice", FUNCTIONS)
