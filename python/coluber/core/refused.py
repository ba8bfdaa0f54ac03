"""Functions that are refused when they are called, as in Numba, so that modules which define them can be imported."""

from __future__ import annotations

from functools import update_wrapper

from coluber.core.options import unknown_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Refused:
    """A function whose decorator has an option of CUDA kernels.

    Parameters
    ----------
    py_func : function
        The function.
    """

    def __init__(self, py_func: Any) -> None:
        self.py_func = py_func
        update_wrapper(self, py_func)

    def __call__(self, *args: object, **kwargs: object) -> Any:
        """Raise KeyError."""
        raise unknown_options(["device"])

    compile = __call__


def for_kernels(signature_or_function: Any) -> Any:
    """Return what `njit(device=True)` gives: a function that can't be called, or a decorator that makes one."""
    return Refused(signature_or_function) if callable(signature_or_function) else Refused
