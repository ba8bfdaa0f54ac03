"""What overloads of ``__hash__`` are written with: the types and the constants of CPython's hashes.

``hash(x)`` in compiled code gives the hash that CPython gives. Tuples are hashed as by xxHash, of which this has the constants.
"""

from __future__ import annotations

import sys

from coluber.core import types
from coluber.core.decorators import njit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_hash_width = sys.hash_info.width
_Py_hash_t = types.int64
_Py_uhash_t = types.uint64

_PyHASH_INF = sys.hash_info.inf
_PyHASH_NAN = sys.hash_info.nan
_PyHASH_MODULUS = _Py_uhash_t(sys.hash_info.modulus)
_PyHASH_BITS = sys.hash_info.modulus.bit_length()
_PyHASH_MULTIPLIER = _PyHASH_IMAG = sys.hash_info.imag
_PyLong_SHIFT = sys.int_info.bits_per_digit
_Py_HASH_CUTOFF = sys.hash_info.cutoff
_Py_hashfunc_name = sys.hash_info.algorithm

# The constants of xxHash that hashes of tuples use.
_PyHASH_XXPRIME_1 = _Py_uhash_t(0x9E3779B185EBCA87)
_PyHASH_XXPRIME_2 = _Py_uhash_t(0xC2B2AE3D27D4EB4F)
_PyHASH_XXPRIME_5 = _Py_uhash_t(0x27D4EB2F165667C5)


@njit
def _PyHASH_XXROTATE(x: Any) -> Any:  # noqa: N802 - the name is CPython's
    """Return an unsigned hash, rotated by 31 bits to the left."""
    bits = _Py_uhash_t(x)
    return (bits << _Py_uhash_t(31)) | (bits >> _Py_uhash_t(33))


@njit
def process_return(val: Any) -> Any:
    """Return a number as a hash: -1 would mean an error to CPython, and becomes -2."""
    found = _Py_hash_t(val)
    return -2 if found == -1 else found


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have cpython.hashing.{name}: compiled code can call hash(x)", name)
