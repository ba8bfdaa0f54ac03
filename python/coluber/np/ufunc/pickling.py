"""What pickle writes of ufuncs: the jitted functions in them, with their machine code, and the types of the loops."""

from __future__ import annotations

import copyreg

import numpy as np

from coluber.core import overloads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _of_builder(builder: Any, signatures: Any) -> np.ufunc:
    # A builder that was read before may have other loops.
    return builder.ufunc_with(signatures)


_usual: Any = copyreg.dispatch_table.get(np.ufunc)


def _reduce(ufunc: np.ufunc) -> Any:
    """Write a ufunc of the program by its builder, others as NumPy does."""
    builder = overloads.builder_of(ufunc)
    if builder is not None:
        return _of_builder, (builder, builder.signatures(ufunc))
    return ufunc.__name__ if _usual is None else _usual(ufunc)


def install() -> None:
    """Let pickle write the ufuncs of programs."""
    copyreg.pickle(np.ufunc, _reduce)
