"""What simulated kernels are given for each argument of a launch."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def prepare(values: tuple[Any, ...], extensions: list[Any]) -> tuple[tuple[Any, ...], list[Callable[[], Any]]]:
    """Return the arguments of the kernel's function, and what is to be called after the launch.

    Host arrays are passed as they are, device arrays as the NumPy arrays over their memory.

    Parameters
    ----------
    values : tuple
        The arguments of the launch.
    extensions : list
        Objects with a method ``prepare_args(type, value, stream=, retr=)``, which arguments go through, the last one first.
    """
    after: list[Callable[[], Any]] = []
    return tuple(_prepare(value, extensions, after) for value in values), after


def _prepare(value: Any, extensions: list[Any], after: list[Callable[[], Any]]) -> Any:
    for extension in reversed(extensions):
        _, value = extension.prepare_args(None, value, stream=0, retr=after)
    from coluber.cuda.host import arguments
    from coluber.cuda.kernel.memory import records

    value, finish = arguments.prepare(value)
    if finish is not None:
        after.append(finish)
    return _with_attributes(value, records)


def _with_attributes(value: Any, records: Callable[[Any], Any]) -> Any:
    """Return an array of records, or a record, as one that has its fields as attributes."""
    import numpy as np

    if type(value) is np.ndarray:
        return records(value)
    if type(value) is np.void and value.dtype.names:
        return records(np.asarray(value))[()]
    return value
