"""Functions of other CUDA code. `cuda.declare_device` makes functions that call `call`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def call(symbol: str, abi: str, result: Any, *arguments: Any) -> Any:
    """Call a function of other CUDA code.

    Parameters
    ----------
    symbol : str
        Its name in the code.
    abi : {'c', 'numba'}
        How it is called.
    result : type or None
        The type of its result.
    *arguments : object
        What it is given.
    """
    from coluber.core.errors import UnsupportedError

    raise UnsupportedError(f"'{symbol}' is other CUDA code, which runs on a GPU only")
