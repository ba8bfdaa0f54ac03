"""What compiled code of a function refers to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Constants(dict[int, object]):
    """The objects that the code of a Python function has addresses of, by these; an attribute of the function.

    In another process there is other code: it is pickled as if it were empty.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return Constants, ()
