"""Functions of numbers: ``popc brev clz ffs fma cbrt selp nanosleep``.

An integer has the width of its NumPy type. A Python integer has 64 bits, as in compiled code, unless it is an int32 there: a
thread's position, or an argument that the kernel's signature declares so.
"""

from __future__ import annotations

from coluber.cuda.kernel.indices import Word
from coluber.cuda.kernel.integers import Sized
from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, SupportsFloat, SupportsIndex, TypeVar

    _T = TypeVar("_T")


def _bits(word: str, x: Any) -> tuple[int, int]:
    """Return an integer as an unsigned one, and its width."""
    current(word)
    import numpy as np

    if isinstance(x, np.integer):
        width = x.dtype.itemsize * 8
    elif isinstance(x, Sized):
        width = x.width
    elif isinstance(x, Word):
        width = 32
    elif hasattr(x, "__index__"):
        width = 64
    else:
        raise TypeError(f"cuda.{word} takes an integer, not {x!r}")
    return int(x) & ((1 << width) - 1), width


def popc(x: SupportsIndex) -> int:
    """Return the number of bits that are set."""
    return _bits("popc", x)[0].bit_count()


def brev(x: SupportsIndex) -> int:
    """Return the integer with its bits in reverse order, of the same type."""
    bits, width = _bits("brev", x)
    reverse = int(f"{bits:0{width}b}"[::-1], 2)
    import numpy as np

    if isinstance(x, np.integer):
        return np.array(reverse, f"u{width // 8}").astype(x.dtype)[()]
    signed = x.signed if isinstance(x, Sized) else True
    return reverse - (1 << width) if signed and reverse >> (width - 1) else reverse


def clz(x: SupportsIndex) -> int:
    """Return the number of zero bits above the highest bit that is set; the width for 0."""
    bits, width = _bits("clz", x)
    return width - bits.bit_length()


def ffs(x: SupportsIndex) -> int:
    """Return the place of the lowest bit that is set, counted from 1; 0 for 0."""
    bits, _ = _bits("ffs", x)
    return (bits & -bits).bit_length()


def fma(a: SupportsFloat, b: SupportsFloat, c: SupportsFloat) -> float:
    """Return ``a * b + c``, rounded once.

    Parameters
    ----------
    a, b, c : float32 or float64
        Three float32 give a float32.
    """
    current("fma")
    from coluber.cuda.kernel.rounding import fused

    return fused(a, b, c)


def cbrt(a: SupportsFloat) -> float:
    """Return the cube root of a float32 or float64, of the same type."""
    current("cbrt")
    import numpy as np

    root = np.cbrt(np.float64(a))
    return np.float32(root) if isinstance(a, np.float32) else root


def selp(condition: object, a: _T, b: _T) -> _T:
    """Return `a` if the condition is true, else `b`; both are computed."""
    current("selp")
    return a if condition else b


def nanosleep(ns: SupportsIndex) -> None:
    """Let the thread rest for about `ns` nanoseconds; the simulator lets the other threads run."""
    current("nanosleep").pause()
