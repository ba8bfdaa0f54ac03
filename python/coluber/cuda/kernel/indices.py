"""Where a thread is: ``threadIdx blockIdx blockDim gridDim grid gridsize laneid warpsize``."""

from __future__ import annotations

import operator

from coluber.cuda.kernel.integers import Int32
from coluber.cuda.kernel.thread import current, running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, Protocol, overload

    class _ByDimensions(Protocol):
        @overload
        def __call__(self, ndim: Literal[1]) -> int: ...
        @overload
        def __call__(self, ndim: Literal[2]) -> tuple[int, int]: ...
        @overload
        def __call__(self, ndim: Literal[3]) -> tuple[int, int, int]: ...
        @overload
        def __call__(self, ndim: int) -> Any: ...


def _by_dimensions(function: Callable[[int], int | tuple[int, ...]]) -> _ByDimensions:
    """Tell type checkers what a function of the number of dimensions gives for each."""
    return function  # type: ignore[return-value]


class Dim3:
    """Three integers that are read by ``.x``, ``.y`` and ``.z``; each is an int32 in compiled code.

    Parameters
    ----------
    name : str
        The name of the object in this module.
    doc : str
        What it says.
    read : callable
        Returns the three integers for the running thread.
    """

    def __init__(self, name: str, doc: str, read: Callable[[Any], tuple[int, int, int]]) -> None:
        self.__name__ = name
        self.__doc__ = doc
        self._read = read

    @property
    def x(self) -> int:
        """The first dimension, which changes fastest."""
        return Int32(self._read(current(self.__name__))[0])

    @property
    def y(self) -> int:
        """The second dimension."""
        return Int32(self._read(current(self.__name__))[1])

    @property
    def z(self) -> int:
        """The third dimension."""
        return Int32(self._read(current(self.__name__))[2])

    def __str__(self) -> str:
        return repr(self) if running.thread is None else str(self._read(running.thread))

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}>"


threadIdx = Dim3("threadIdx", "The position of the thread in its block.", lambda thread: thread.position)  # noqa: N816
blockIdx = Dim3("blockIdx", "The position of the block in the grid.", lambda thread: thread.block.position)  # noqa: N816
blockDim = Dim3("blockDim", "The numbers of threads of a block.", lambda thread: thread.block.shape)  # noqa: N816
gridDim = Dim3("gridDim", "The numbers of blocks of the grid.", lambda thread: thread.block.grid.shape)  # noqa: N816


class Word:
    """An integer that depends on the thread; it acts as an int.

    Parameters
    ----------
    name : str
        The name of the object in this module.
    doc : str
        What it says.
    read : callable
        Returns the integer.
    """

    __array_ufunc__ = None  # NumPy's scalars leave the arithmetic to this class

    def __init__(self, name: str, doc: str, read: Callable[[], int]) -> None:
        self.__name__ = name
        self.__doc__ = doc
        self._read = read

    def __index__(self) -> int:
        return self._read()

    __int__ = __index__

    def __float__(self) -> float:
        return float(self._read())

    def __bool__(self) -> bool:
        return self._read() != 0

    def __hash__(self) -> int:
        return hash(self._read())

    def __str__(self) -> str:
        return repr(self) if running.thread is None else str(self._read())

    def __format__(self, spec: str) -> str:
        return format(self._read(), spec) if spec else str(self)

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}>"


def _binary(compute: Callable[[Any, Any], Any]) -> Callable[[Word, Any], Any]:
    return lambda self, other: compute(int(self), int(other) if isinstance(other, Word) else other)


def _reflected(compute: Callable[[Any, Any], Any]) -> Callable[[Word, Any], Any]:
    return lambda self, other: compute(other, int(self))


def _unary(compute: Callable[[Any], Any]) -> Callable[[Word], Any]:
    return lambda self: compute(int(self))


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "divmod"):
    _compute = divmod if _name == "divmod" else getattr(operator, _name)
    setattr(Word, f"__{_name.strip('_')}__", _binary(_compute))
    setattr(Word, f"__r{_name.strip('_')}__", _reflected(_compute))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Word, f"__{_name}__", _binary(getattr(operator, _name)))
for _name in ("neg", "pos", "invert", "abs"):
    setattr(Word, f"__{_name}__", _unary(getattr(operator, _name)))


def _integer(word: Word) -> int:
    """Tell type checkers that a word is an integer, as in compiled code."""
    return word  # type: ignore[return-value]


laneid = _integer(Word("laneid", "The position of the thread in its warp, 0 to 31 (int32).", lambda: current("laneid").lane))
warpsize = _integer(Word("warpsize", "The number of threads of a warp: 32.", lambda: 32))


@_by_dimensions
def grid(ndim: int) -> int | tuple[int, ...]:
    """Return the position of the thread in the grid.

    Parameters
    ----------
    ndim : int
        How many dimensions: 1, 2 or 3; a constant in compiled code.

    Returns
    -------
    int or tuple of int
        ``threadIdx + blockIdx * blockDim`` of each dimension (int64); an integer when `ndim` is 1.
    """
    thread = current("grid")
    block = thread.block
    places = zip(thread.position, block.position, block.shape, strict=True)
    return _dimensions("grid", ndim, [t + b * size for t, b, size in places])


@_by_dimensions
def gridsize(ndim: int) -> int | tuple[int, ...]:
    """Return the number of threads of the whole grid.

    Parameters
    ----------
    ndim : int
        How many dimensions: 1, 2 or 3; a constant in compiled code.

    Returns
    -------
    int or tuple of int
        ``blockDim * gridDim`` of each dimension (int64); an integer when `ndim` is 1.
    """
    block = current("gridsize").block
    return _dimensions("gridsize", ndim, [size * count for size, count in zip(block.shape, block.grid.shape, strict=True)])


def _dimensions(name: str, ndim: int, values: list[int]) -> int | tuple[int, ...]:
    if ndim not in (1, 2, 3):
        raise ValueError(f"cuda.{name} takes 1, 2 or 3, not {ndim!r}")
    return values[0] if ndim == 1 else tuple(values[:ndim])
