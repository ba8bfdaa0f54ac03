"""Coluber compiles Python functions to machine code when they are called; its interface is Numba's.

Importing the package loads nothing: each name is loaded when it is first used (`coluber.core.public` has the table).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """Load a public name at its first use."""
    if name.startswith("_") and name not in ("__version__", "__all__"):
        raise AttributeError(f"module 'coluber' has no attribute '{name}'", name=name)
    from coluber.core import public

    value = public.load(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from coluber.core import public

    return sorted({*globals(), *public.names()})
