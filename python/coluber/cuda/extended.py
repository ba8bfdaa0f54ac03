"""Launches of kernels with ``extensions``: objects that change arguments before the launch."""

from __future__ import annotations

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class ExtendedLaunch:
    """A kernel with its launch configuration, and what its arguments go through.

    Parameters
    ----------
    launch : Launch
        The launch itself; its attributes are this one's.
    extensions : list
        Objects with a method ``prepare_args``.
    """

    def __init__(self, launch: Any, extensions: list[Any]) -> None:
        self._launch = launch
        self._extensions = extensions

    def __getattr__(self, name: str) -> Any:
        return getattr(self._launch, name)

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Prepare the arguments, run the kernel, and call what the extensions left to be called."""
        after: list[Callable[[], object]] = []
        values = [self._prepared(arg, after) for arg in args]
        named = {name: self._prepared(arg, after) for name, arg in kwargs.items()}
        self._launch(*values, **named)
        for call in after:
            call()

    def _prepared(self, value: Any, after: list[Callable[[], object]]) -> Any:
        ty = _type_of(value)
        for extension in reversed(self._extensions):
            ty, value = extension.prepare_args(ty, value, stream=self._launch.stream, retr=after)
        return value


def _type_of(value: Any) -> Any:
    """Return the type of an argument; for what has none, that of Python objects: an extension may replace it."""
    from coluber.core.typing.typeof import typeof

    try:
        return typeof(value)
    except ValueError:
        return types.pyobject
