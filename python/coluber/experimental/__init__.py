"""``jitclass`` and ``structref``, under the names that they have in Numba."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "jitclass":
        return import_module("coluber.core.jitclass").jitclass
    if name in ("structref", "function_type"):
        return import_module(f"coluber.experimental.{name}")
    raise AttributeError(f"module 'coluber.experimental' has no attribute {name!r}")
