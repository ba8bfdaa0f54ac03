"""``object()`` in compiled code: a value that is only equal to itself.

One that a module or class has is a type of its own. Those that compiled code makes have one type, and a number each.
"""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.intrinsics import kept, with_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_MARK = object()


@implements("builtins.object")
def object_() -> FunctionType:
    """Make an object that is nothing but itself."""

    def impl():
        made = kept([0])
        made[0] += 1
        return with_value(_MARK, made[0])

    return impl
