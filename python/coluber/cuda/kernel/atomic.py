"""Atomic operations on elements of arrays: ``cuda.atomic``.

Each takes an array in global or shared memory, an index (an int, or a tuple of one for each dimension) and a value, which is
converted to the array's type; or a record and the name of a field. Each returns the element as it was before.
"""

from __future__ import annotations

from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np

    Index = int | tuple[int, ...] | str


def _change(word: str, array: np.ndarray, index: Index, compute: Callable[[Any], Any]) -> Any:
    """Replace an element by what `compute` makes of it; return the old one."""
    thread = current(f"atomic.{word}")
    import numpy as np

    old = array[index]
    if getattr(old, "ndim", 0) != 0:
        raise TypeError(
            f"cuda.atomic.{word} changes one element, but the index {index!r} gives an array of {old.ndim} dimensions"
        )
    with np.errstate(over="ignore"):
        array[index] = compute(old)
    thread.step()
    return old


def _dtype(array: np.ndarray, index: Index) -> np.dtype:
    """Return the type of an element, or of a record's field."""
    return array.dtype[index] if isinstance(index, str) else array.dtype


def _typed(array: np.ndarray, index: Index, value: Any) -> Any:
    """Return a value as the element's type; integers wrap around."""
    import numpy as np

    return np.asarray(value).astype(_dtype(array, index))[()]


def _only_integers(word: str, array: np.ndarray, index: Index) -> None:
    dtype = _dtype(array, index)
    if dtype.kind not in "iu":
        raise TypeError(f"cuda.atomic.{word} works on integers; the array has {dtype}")


def _only_unsigned(word: str, array: np.ndarray, index: Index) -> None:
    dtype = _dtype(array, index)
    if dtype.kind != "u" or dtype.itemsize not in (4, 8):
        raise TypeError(f"cuda.atomic.{word} works on uint32 and uint64; the array has {dtype}")


def add(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] += value``; return the old element (int32, int64, uint32, uint64, float32, float64)."""
    return _change("add", array, index, lambda old: old + _typed(array, index, value))


def sub(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] -= value``; return the old element (the types of `add`)."""
    return _change("sub", array, index, lambda old: old - _typed(array, index, value))


def and_(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] &= value``; return the old element (int32, int64, uint32, uint64)."""
    _only_integers("and_", array, index)
    return _change("and_", array, index, lambda old: old & _typed(array, index, value))


def or_(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] |= value``; return the old element (int32, int64, uint32, uint64)."""
    _only_integers("or_", array, index)
    return _change("or_", array, index, lambda old: old | _typed(array, index, value))


def xor(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] ^= value``; return the old element (int32, int64, uint32, uint64)."""
    _only_integers("xor", array, index)
    return _change("xor", array, index, lambda old: old ^ _typed(array, index, value))


def exch(array: np.ndarray, index: Index, value: Any) -> Any:
    """Perform ``array[index] = value``; return the old element (the types of `add`)."""
    return _change("exch", array, index, lambda old: _typed(array, index, value))


def inc(array: np.ndarray, index: Index, value: Any) -> Any:
    """Add one, or start from zero again where the element is `value` or more; return the old one (uint32, uint64)."""
    _only_unsigned("inc", array, index)
    return _change("inc", array, index, lambda old: old * 0 if old >= _typed(array, index, value) else old + 1)


def dec(array: np.ndarray, index: Index, value: Any) -> Any:
    """Take one off, or start from `value` again where the element is zero or above it; return the old one (uint32, uint64)."""
    _only_unsigned("dec", array, index)

    def compute(old: Any) -> Any:
        top = _typed(array, index, value)
        return top if old == 0 or old > top else old - 1

    return _change("dec", array, index, compute)


def max(array: np.ndarray, index: Index, value: Any) -> Any:  # noqa: A001 - the interface's name
    """Keep the larger of the element and `value`; a NaN that is in the array stays; return the old element."""
    return _change("max", array, index, lambda old: _keep(old, _typed(array, index, value), lambda new: new > old))


def min(array: np.ndarray, index: Index, value: Any) -> Any:  # noqa: A001 - the interface's name
    """Keep the smaller of the element and `value`; a NaN that is in the array stays; return the old element."""
    return _change("min", array, index, lambda old: _keep(old, _typed(array, index, value), lambda new: new < old))


def nanmax(array: np.ndarray, index: Index, value: Any) -> Any:
    """Keep the larger of the element and `value`, where a number wins over a NaN; return the old element."""
    return _change(
        "nanmax", array, index, lambda old: _keep(old, _typed(array, index, value), lambda new: new > old or old != old)
    )


def nanmin(array: np.ndarray, index: Index, value: Any) -> Any:
    """Keep the smaller of the element and `value`, where a number wins over a NaN; return the old element."""
    return _change(
        "nanmin", array, index, lambda old: _keep(old, _typed(array, index, value), lambda new: new < old or old != old)
    )


def _keep(old: Any, new: Any, wins: Callable[[Any], bool]) -> Any:
    return new if wins(new) else old


def cas(array: np.ndarray, index: Index, old: Any, value: Any) -> Any:
    """Perform ``if array[index] == old: array[index] = value``; return the element as it was (integers of 32 and 64 bits)."""
    _only_integers("cas", array, index)
    return _change(
        "cas", array, index, lambda present: _typed(array, index, value) if present == _typed(array, index, old) else present
    )


def compare_and_swap(array: np.ndarray, old: Any, value: Any) -> Any:
    """Do as `cas` does, to the first element of the array."""
    return cas(array, (0,) * array.ndim, old, value)
