"""``jitclass`` and ``structref``, under the names that they have in Numba."""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Package(ModuleType):
    """The package, in which ``jitclass`` is the decorator, also behind an import of the package of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if name != "jitclass" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name == "jitclass":
        from coluber.core.jitclass import jitclass

        return jitclass
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
