"""How types convert."""

from __future__ import annotations

from enum import IntEnum


class Conversion(IntEnum):
    """How good a conversion is, best first."""

    exact = 1
    promote = 2
    safe = 3
    unsafe = 4
