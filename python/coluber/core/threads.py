"""Loops on several threads: `prange`, and how many threads there are."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy


class prange:  # noqa: N801
    """A range whose iterations run on all cores, in functions that are compiled with ``parallel=True``.

    Elsewhere, and in Python, it is `range`.

    Parameters
    ----------
    *args : int
        As for `range`.
    """

    def __new__(cls, *args: int) -> range:  # type: ignore[misc]
        """Return a range: there are no threads in interpreted code."""
        return range(*args)


class pndindex:  # noqa: N801
    """The indices of an array, for a loop that runs on all cores in functions that are compiled with ``parallel=True``.

    In compiled code the indices of an array of one axis are numbers. In Python it is `numpy.ndindex`.

    Parameters
    ----------
    *args : int or tuple of int
        The extents.
    """

    def __new__(cls, *args: int | tuple[int, ...]) -> numpy.ndindex:  # type: ignore[misc]
        """Return the indices: there are no threads in interpreted code."""
        import numpy

        return numpy.ndindex(*args)


def get_num_threads() -> int:
    """Return how many threads the parallel loops of this thread use."""
    from coluber import _native

    return _native.get_threads()


def set_num_threads(n: int) -> None:
    """Set how many threads the parallel loops of this thread use.

    Parameters
    ----------
    n : int
        From 1 to ``config.NUMBA_NUM_THREADS``.

    Raises
    ------
    TypeError
        It is not an integer.
    ValueError
        It is out of these bounds.
    """
    import operator

    from coluber import _native

    try:
        count = operator.index(n)
    except TypeError:
        raise TypeError("the number of threads is an integer") from None
    most = _native.max_threads()
    if not 1 <= count <= most:
        raise ValueError(f"the number of threads is one of 1 to {most}")
    _native.set_threads(count)


def get_thread_id() -> int:
    """Return the number of this thread among those of the loop that it works for; 0 outside of loops."""
    from coluber import _native

    return _native.thread_index()


def threading_layer() -> str:
    """Return the name of what runs parallel loops: threads of Coluber's own, which take work from each other."""
    return "coluber"


def set_parallel_chunksize(n: int) -> int:
    """Set how many iterations of a parallel loop are handed out at a time, for loops of this thread.

    Parameters
    ----------
    n : int
        The number; 0 leaves it to Coluber.

    Returns
    -------
    int
        The number before.

    Raises
    ------
    TypeError
        It is not an integer.
    ValueError
        It is negative.
    """
    import operator

    from coluber import _native

    try:
        size = operator.index(n)
    except TypeError:
        raise TypeError("the size of chunks is an integer") from None
    if size < 0:
        raise ValueError("the size of chunks is negative")
    return _native.set_piece_size(size)


def get_parallel_chunksize() -> int:
    """Return how many iterations of a parallel loop are handed out at a time; 0 when it is left to Coluber."""
    from coluber import _native

    return _native.piece_size()


@contextmanager
def parallel_chunksize(n: int) -> Iterator[int]:
    """Set how many iterations of a parallel loop are handed out at a time, within a ``with`` statement."""
    before = set_parallel_chunksize(n)
    try:
        yield before
    finally:
        set_parallel_chunksize(before)
