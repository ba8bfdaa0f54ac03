"""What programs use of Numba's helpers."""

from __future__ import annotations

import sys
from inspect import signature as pysignature

PYVERSION = sys.version_info[:2]

__all__ = ["PYVERSION", "pysignature"]
