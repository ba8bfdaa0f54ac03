"""The types of functions of cffi, and what cffi says too little of: modules that it has compiled, and structures."""

from __future__ import annotations

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.foreign import (
    c_function,
    cffi_own,
    from_cffi,
    is_function_of_cffi,
    register_cffi_type,
    register_module,
    signature_of_cffi,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type

SUPPORTED = True

__all__ = [
    "SUPPORTED",
    "get_pointer",
    "is_cffi_func",
    "is_ffi_instance",
    "make_function_type",
    "map_type",
    "register_module",
    "register_type",
]


def is_ffi_instance(obj: object) -> bool:
    """Whether an object is an ``FFI`` of cffi."""
    return type(obj).__name__ in ("FFI", "CompiledFFI") and type(obj).__module__.partition(".")[0] in ("cffi", "_cffi_backend")


def is_cffi_func(obj: object) -> bool:
    """Whether an object is a C function of cffi."""
    try:
        return cffi_own(obj) is not None
    except TypingError:
        return False


def get_pointer(cffi_func: Any) -> int | None:
    """Return the address of a C function of cffi."""
    found = c_function(cffi_func)
    return None if found is None else found.address


def map_type(cffi_type: Any, use_record_dtype: bool = False) -> Any:
    """Return the type of the values of a type of cffi; the signature of a type of functions.

    Parameters
    ----------
    cffi_type : CType
        The type.
    use_record_dtype : bool
        Whether structures become records, as elements of arrays are.
    """
    import cffi

    ffi = cffi.FFI()
    if is_function_of_cffi(cffi_type):
        return signature_of_cffi(ffi, cffi_type, use_record_dtype)
    return from_cffi(ffi, cffi_type, use_record_dtype)


def make_function_type(cffi_func: Any, use_record_dtype: bool = False) -> Any:
    """Return the type of a C function of cffi."""
    found = c_function(cffi_func)
    if found is None:
        raise TypingError(f"{cffi_func!r} is not a C function of cffi")
    return types.ExternalFunctionPointer(found.sig, get_pointer=get_pointer)


def register_type(ffi_type: Any, numba_type: Type) -> None:
    """Say which type the values of a type of cffi have."""
    register_cffi_type(ffi_type, numba_type)
