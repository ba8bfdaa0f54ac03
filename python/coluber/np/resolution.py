"""Which of its signatures an array function takes for the arguments of a call."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def resolve(name: str, args: Sequence[Any], candidates: list[tuple[np.dtype, ...]]) -> int:
    """Return which signature a call means.

    That is the first one with the types of the arguments, else the first that they convert to without loss. Python's numbers
    take any type of their kind.
    """
    described = [_describe(arg) for arg in args]
    for test in (_is_same, _is_safe):
        for k, dtypes in enumerate(candidates):
            if all(test(what, dtype) for what, dtype in zip(described, dtypes, strict=True)):
                return k
    given = ", ".join(str(what) for what in described)
    known = "; ".join(", ".join(map(str, dtypes)) for dtypes in candidates)
    raise TypeError(f"No matching version of {name}() for ({given}); there are: {known}")


# Python's numbers: the dtype that they have among themselves, and the kinds of the types that they adapt to.
_WEAK = {bool: (np.dtype(bool), "biufc"), int: (np.dtype(np.int64), "iufc"), float: (np.dtype(np.float64), "fc")}
_WEAK[complex] = (np.dtype(np.complex128), "c")


def _describe(arg: Any) -> Any:
    """Return an argument's dtype, or the class of a Python number."""
    return type(arg) if type(arg) in _WEAK else np.dtype(getattr(arg, "dtype", None) or np.asarray(arg).dtype)


def _is_same(what: Any, dtype: np.dtype) -> bool:
    return (_WEAK[what][0] if what in _WEAK else what) == dtype


def _is_safe(what: Any, dtype: np.dtype) -> bool:
    if what in _WEAK:
        return dtype.kind in _WEAK[what][1]
    return np.can_cast(what, dtype, "safe")
