"""Rewrites of Numba's IR, which are refused: the compiler has an IR of its own."""

from __future__ import annotations

from coluber.core.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Rewrite:
    """Base of the classes of rewrites."""

    def __init__(self, state: Any = None) -> None:
        """Take the state of the compiler."""


def register_rewrite(kind: str) -> Any:
    """Refuse: raises where a class of rewrites is registered.

    Parameters
    ----------
    kind : str
        ``before-inference`` or ``after-inference``.
    """
    if kind not in ("before-inference", "after-inference"):
        raise KeyError(kind)

    def decorate(rewrite_cls: Any) -> Any:
        raise UnsupportedError(
            f"register_rewrite({kind!r}) of {rewrite_cls.__qualname__} is not supported: the compiler has an IR of its own. "
            "What a program wants to change is given by overload, intrinsic, or a change of its syntax tree"
        )

    return decorate


register = register_rewrite
