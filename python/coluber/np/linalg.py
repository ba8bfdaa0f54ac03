"""LAPACK under the names of Numba's module of linear algebra, for programs that call it themselves.

The functions are those that SciPy exports to C, so that SciPy is needed. Compiled code of the library itself does not use them.
"""

from __future__ import annotations

import functools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LETTERS = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}


def ensure_lapack() -> None:
    """Raise ImportError where SciPy, which has the LAPACK, is missing."""
    _of_scipy("lapack")


def ensure_blas() -> None:
    """Raise ImportError where SciPy, which has the BLAS, is missing."""
    _of_scipy("blas")


def _of_scipy(library: str) -> None:
    from importlib.util import find_spec

    if find_spec("scipy") is None:
        raise ImportError(f"SciPy is needed for its {library.upper()}; functions of numpy.linalg work without")


class _LAPACK:
    """Functions of LAPACK that compiled code can call; each is asked for by the type of its matrices.

    The first parameter, the letter of the type, is there for Numba's sake. Arrays are given as ``array.ctypes``, sizes as
    integers. The result is LAPACK's ``info``.
    """

    def __init__(self) -> None:
        ensure_lapack()

    @classmethod
    def numba_xgesv(cls, dtype: Any) -> Any:
        """Return ``gesv(kind, n, nrhs, a, lda, ipiv, b, ldb)``, which solves systems of equations."""
        return _made(_gesv, _letter(dtype))

    @classmethod
    def numba_xxgetrf(cls, dtype: Any) -> Any:
        """Return ``getrf(kind, m, n, a, lda, ipiv)``, which factors a matrix into triangular ones."""
        return _made(_getrf, _letter(dtype))

    @classmethod
    def numba_xxpotrf(cls, dtype: Any) -> Any:
        """Return ``potrf(kind, uplo, n, a, lda)``, which factors a positive definite matrix."""
        return _made(_potrf, _letter(dtype))


def get_blas_kind(dtype: Any, func_name: str = "<BLAS function>") -> str:
    """Return the letter by which functions of BLAS and LAPACK for a type begin: s, d, c or z."""
    try:
        return _letter(dtype)
    except TypeError:
        from coluber.core.errors import TypingError

        raise TypingError(f"unsupported dtype for {func_name}()") from None


def _letter(dtype: Any) -> str:
    try:
        return _LETTERS[str(dtype)]
    except KeyError:
        raise TypeError(f"LAPACK has no functions for {dtype}; it has some for {', '.join(_LETTERS)}") from None


@functools.cache
def _made(make: Callable[[str], Any], letter: str) -> Any:
    return make(letter)


def _exported(name: str, parameters: int) -> Any:
    """Return a function of LAPACK's, all of whose parameters are addresses."""
    import ctypes

    from coluber.core.foreign import get_cython_function_address

    address = get_cython_function_address("scipy.linalg.cython_lapack", name)
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * parameters)(address)


def _gesv(letter: str) -> Any:
    import numpy as np

    from coluber.core.extending import register_jitable

    function = _exported(letter + "gesv", 8)

    @register_jitable
    def gesv(kind, n, nrhs, a, lda, ipiv, b, ldb):
        numbers = np.array([n, nrhs, lda, ldb, 0], np.int32)
        at = numbers.ctypes.data
        function(at, at + 4, a, at + 8, ipiv, b, at + 12, at + 16)
        return numbers[4]

    return gesv


def _getrf(letter: str) -> Any:
    import numpy as np

    from coluber.core.extending import register_jitable

    function = _exported(letter + "getrf", 6)

    @register_jitable
    def getrf(kind, m, n, a, lda, ipiv):
        numbers = np.array([m, n, lda, 0], np.int32)
        at = numbers.ctypes.data
        function(at, at + 4, a, at + 8, ipiv, at + 12)
        return numbers[3]

    return getrf


def _potrf(letter: str) -> Any:
    import numpy as np

    from coluber.core.extending import register_jitable

    function = _exported(letter + "potrf", 5)

    @register_jitable
    def potrf(kind, uplo, n, a, lda):
        numbers = np.array([n, lda, 0, uplo], np.int32)
        at = numbers.ctypes.data
        # The letter is the first byte of its number: processors that LLVM compiles for here store the lowest one first.
        function(at + 12, at, a, at + 4, at + 8)
        return numbers[2]

    return potrf


def _copy_to_fortran_order(a: Any) -> Any:
    """Return a copy of an array in Fortran's order."""
    return a.copy(order="F")


def _register() -> None:
    from coluber.core.extending import register_jitable

    register_jitable(_copy_to_fortran_order)


_register()
