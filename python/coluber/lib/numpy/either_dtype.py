"""Arrays made of lists of arrays of which only the running program knows whether they are complex, as eigenvalues are."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_list, is_one_of_several

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _complex_class(items: Any) -> Any:
    """Return the class of the complex ones among the arrays in a list; None where there are none."""
    if not is_list(items) or not is_one_of_several(items.dtype):
        return None
    name = items.dtype.name
    return next((number for number in (np.complex128, np.complex64) if f"array({number.__name__}," in name), None)


def any_complex(arrays):
    """Whether one of the arrays is complex."""
    return any(np.iscomplexobj(a) for a in arrays)


def real_ones(arrays):
    """Return the arrays that are not complex."""
    return [a for a in arrays if not np.iscomplexobj(a)]


def _register(name: str) -> None:
    function = getattr(np, name)

    @implements(f"either:numpy.{name}")
    def choose(arrays: Any, *args: Any, **named: Any) -> FunctionType | None:
        number = _complex_class(arrays)
        if number is None:
            return None

        def impl(arrays, *args, **named):
            if any_complex(arrays):
                return function([a.astype(number) for a in arrays], *args, **named)
            return function(real_ones(arrays), *args, **named)

        return impl


for _name in ("array", "asarray", "column_stack", "concatenate", "dstack", "hstack", "stack", "vstack"):
    _register(_name)
