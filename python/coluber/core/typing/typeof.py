"""The type of a Python value."""

from __future__ import annotations

from coluber import _native
from coluber.core.types.base import from_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def typeof(val: object, purpose: object = None) -> Any:
    """Return the type that the compiler gives to a value.

    Raises
    ------
    ValueError
        The compiler has no type for the value.
    """
    found = _native.typeof(val)
    return from_id(found) if isinstance(found, int) else found
