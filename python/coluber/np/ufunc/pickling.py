"""What pickle writes of ufuncs: the jitted functions in them, with their machine code, and the types of the loops."""

from __future__ import annotations

import copyreg

import numpy as np

from coluber.core import overloads
from coluber.core.serialize import identify, known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ByValue:
    """An object that is written by value, and that reading gives itself where it comes from.

    A class has ``_state()``, a tuple, and ``_set_up(*state)``, which fills a new object.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        written: Any = self
        return _made, (type(self), identify(self)), written._state()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        read: Any = self
        if self.__dict__.pop("_unfilled", False):
            read._set_up(*state)


def _made(cls: type, identity: str) -> Any:
    """Return the object of an identity: the one that is known, or a new one that its state fills."""
    found = known(identity)
    if found is None:
        found = cls.__new__(cls)
        found.__dict__["_unfilled"] = True
        identify(found, identity)
    return found


def _of_builder(builder: Any) -> np.ufunc:
    return builder.ufunc()


_usual: Any = copyreg.dispatch_table.get(np.ufunc)


def _reduce(ufunc: np.ufunc) -> Any:
    """Write a ufunc of the program by its builder, others as NumPy does."""
    builder = overloads.builder_of(ufunc)
    if builder is not None:
        return _of_builder, (builder,)
    return ufunc.__name__ if _usual is None else _usual(ufunc)


def install() -> None:
    """Let pickle write the ufuncs of programs."""
    copyreg.pickle(np.ufunc, _reduce)
