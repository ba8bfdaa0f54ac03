"""The types of functions of ctypes."""

from __future__ import annotations

import ctypes

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.foreign import from_ctypes, to_ctypes
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["from_ctypes", "get_pointer", "is_ctypes_funcptr", "make_function_type", "to_ctypes"]


def is_ctypes_funcptr(obj: object) -> bool:
    """Whether an object is a function of ctypes whose parameters are declared."""
    return isinstance(obj, ctypes._CFuncPtr) and obj.argtypes is not None


def get_pointer(ctypes_func: Any) -> int | None:
    """Return the address of a function of ctypes."""
    return ctypes.cast(ctypes_func, ctypes.c_void_p).value


def make_function_type(cfnptr: Any) -> Any:
    """Return the type of a function of ctypes."""
    if cfnptr.argtypes is None:
        raise TypingError(f"ctypes function {cfnptr.__name__!r} does not say what it takes; set its `argtypes`")
    sig = Signature(from_ctypes(cfnptr.restype), map(from_ctypes, cfnptr.argtypes))
    return types.ExternalFunctionPointer(sig, get_pointer=get_pointer)
