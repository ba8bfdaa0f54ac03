"""Loads and stores with a hint to the caches.

Each takes an array (or pointer) and an index: an int, or a tuple of one for each dimension. The simulator has no caches.
"""

from __future__ import annotations

from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Index = int | tuple[int, ...]


def ldca(array: Any, index: Index) -> Any:
    """Return ``array[index]``, cached at all levels."""
    current("ldca")
    return array[index]


def ldcg(array: Any, index: Index) -> Any:
    """Return ``array[index]``, cached at the global level (L2) alone."""
    current("ldcg")
    return array[index]


def ldcs(array: Any, index: Index) -> Any:
    """Return ``array[index]``, which is likely read once."""
    current("ldcs")
    return array[index]


def ldlu(array: Any, index: Index) -> Any:
    """Return ``array[index]``, which is read for the last time."""
    current("ldlu")
    return array[index]


def ldcv(array: Any, index: Index) -> Any:
    """Return ``array[index]``, not from a cache."""
    current("ldcv")
    return array[index]


def stcg(array: Any, index: Index, value: Any) -> None:
    """Perform ``array[index] = value``, cached at the global level (L2) alone."""
    current("stcg")
    array[index] = value


def stcs(array: Any, index: Index, value: Any) -> None:
    """Perform ``array[index] = value``, which is likely written once."""
    current("stcs")
    array[index] = value


def stwb(array: Any, index: Index, value: Any) -> None:
    """Perform ``array[index] = value``, written back at all levels."""
    current("stwb")
    array[index] = value


def stwt(array: Any, index: Index, value: Any) -> None:
    """Perform ``array[index] = value``, written through to memory."""
    current("stwt")
    array[index] = value
