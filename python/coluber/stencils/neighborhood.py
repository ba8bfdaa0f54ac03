"""What a program says of a stencil: its neighborhood, what is at the border, which arrays are indexed as usual."""

from __future__ import annotations

import operator

from coluber.core.errors import NumbaValueError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np

    # The first and the last relative index in each axis; the name of a parameter has one that is known when the code runs.
    Neighborhood = tuple[tuple[int | str, int | str], ...]

# Mode -> how `numpy.pad` calls what it does; None where elements at the border are not computed.
MODES = {"constant": None, "wrap": "wrap", "reflect": "symmetric", "nearest": "edge"}


def checked_neighborhood(value: Any) -> Neighborhood | None:
    """Return a neighborhood as tuples of integers, and of names of parameters.

    Raises
    ------
    NumbaValueError
        It is not a sequence of pairs, or the first index of a pair is larger than the last.
    """
    if value is None:
        return None
    try:
        pairs = tuple((_bound(first), _bound(last)) for first, last in value)
    except (TypeError, ValueError):
        raise NumbaValueError(f"neighborhood must be pairs of integers, one for each axis, not {value!r}") from None
    for first, last in pairs:
        if isinstance(first, int) and isinstance(last, int) and first > last:
            raise NumbaValueError(f"neighborhood: the first index must not be larger than the last, got {(first, last)}")
    return pairs


def _bound(value: Any) -> int | str:
    return value if isinstance(value, str) and value.isidentifier() else operator.index(value)


def margins(neighborhood: Neighborhood) -> list[tuple[str, str]]:
    """Return expressions for how many elements at the beginning and at the end of each axis lack neighbours."""
    return [(_margin(first, "-"), _margin(last, "")) for first, last in neighborhood]


def _margin(bound: int | str, sign: str) -> str:
    return f"max(0, {sign}{bound})" if isinstance(bound, str) else str(max(0, -bound if sign else bound))


def checked_standard_indexing(value: Any, parameters: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the parameters that are indexed as usual.

    Raises
    ------
    NumbaValueError
        There is no such parameter, or it is the first.
    """
    names = (value,) if isinstance(value, str) else tuple(value)
    for name in names:
        if name not in parameters:
            raise NumbaValueError(f"standard_indexing: the stencil kernel has no parameter {name!r}")
        if name == parameters[0]:
            raise NumbaValueError(f"standard_indexing: {name!r} is the first array, which must be indexed relatively")
    return names


def border_value(cval: Any, dtype: np.dtype) -> Any:
    """Return the value of elements at the border.

    Raises
    ------
    NumbaValueError
        An element of this dtype can't have the value.
    """
    import numpy as np

    kind = np.asarray(cval).dtype.kind if np.ndim(cval) == 0 else "O"
    wanted = {"m": "m", "M": "M"}.get(dtype.kind, "biufc" if dtype.kind == "c" else "biuf")
    if kind not in wanted:
        raise NumbaValueError(f"cval={cval!r} does not fit into an array of {dtype}")
    try:
        return dtype.type(cval)
    except (OverflowError, ValueError):
        raise NumbaValueError(f"cval={cval!r} does not fit into an array of {dtype}") from None
