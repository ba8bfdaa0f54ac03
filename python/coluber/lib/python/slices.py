"""Methods of slices."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type


@implements("method:indices")
def indices(self: Type, length: Type) -> Callable[..., Any] | None:
    """Return ``slice.indices``: start, stop and step for a sequence of a length."""
    if not isinstance(self, types.SliceType) or not isinstance(length, (types.Integer, types.Boolean)):
        return None

    def indices_(self, length):
        if length < 0:
            raise ValueError("length should not be negative")
        step = 1 if self.step is None else int(self.step)
        if step == 0:
            raise ValueError("slice step cannot be zero")
        first, last = (0, length) if step > 0 else (-1, length - 1)
        start, stop = (first, last) if step > 0 else (last, first)
        if self.start is not None:
            start = self.start
            start = max(start + length, first) if start < 0 else min(start, last)
        if self.stop is not None:
            stop = self.stop
            stop = max(stop + length, first) if stop < 0 else min(stop, last)
        return start, stop, step

    return indices_
