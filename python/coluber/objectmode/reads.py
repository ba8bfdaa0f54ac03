"""What the compiled code of a loop has read of the program, and whether that is the same when the loop begins again."""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Values that are the same where they are equal, whichever objects they are.
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


class Read:
    """A value that compiled code has as a constant.

    Parameters
    ----------
    place : str
        ``"attribute"`` of an object, ``"global"`` of a function, or ``"free"`` for a variable of the functions around it.
    holder : object
        The object or function.
    name : str
        The attribute or variable.
    """

    def __init__(self, place: str, holder: Any, name: str) -> None:
        self.place = place
        self.holder = holder
        self.name = name
        self.value = self._now()
        self._elements = _elements(self.value)

    def _now(self) -> Any:
        if self.place == "attribute":
            return getattr(self.holder, self.name, _MISSING)
        if self.place == "global":
            return self.holder.__globals__.get(self.name, _MISSING)
        try:
            return self.holder.__closure__[self.holder.__code__.co_freevars.index(self.name)].cell_contents
        except ValueError:
            return _MISSING

    def holds(self) -> bool:
        """Whether the value is what it was."""
        now = self._now()
        return _is_same(now, self.value) and (self._elements is None or _elements(now) == self._elements)


def _is_same(now: Any, before: Any) -> bool:
    if now is before:
        return True
    if type(now) is not type(before):
        return False
    if isinstance(now, tuple):
        return len(now) == len(before) and all(map(_is_same, now, before))
    if isinstance(now, _PLAIN):
        return repr(now) == repr(before)
    return _elements(now) is not None


class _Missing:
    """Stand for what is not there."""


_MISSING = _Missing()


def _elements(value: Any) -> tuple[Any, ...] | None:
    """Return what an array is made of, or the arrays of a tuple, which compiled code has copied; None where there is none."""
    if isinstance(value, tuple):
        found = tuple(map(_elements, value))
        return found if any(part is not None for part in found) else None
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, (numpy.ndarray, numpy.generic)):
        return None
    return value.dtype, value.shape, value.tobytes()


def reads_of(dispatcher: Any) -> list[Read]:
    """Return what the specialisations of a loop have read, but for what no program changes."""
    found = (Read(*each) for each in dispatcher._reads() if not _is_fixed(each[1]))
    return [read for read in found if read.value is not _MISSING and not isinstance(read.value, ModuleType)]


def _is_fixed(holder: Any) -> bool:
    """Whether something is a module or class of Python, NumPy or the package."""
    name = holder.__name__ if isinstance(holder, ModuleType) else getattr(holder, "__module__", None)
    top = name.partition(".")[0] if isinstance(name, str) else ""
    return (top in sys.stdlib_module_names and top != "__main__") or top in ("numpy", "coluber", "numba")
