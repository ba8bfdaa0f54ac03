"""What programs use to extend the compiler; another name of `coluber.core.extending`."""

from __future__ import annotations


def __getattr__(name: str) -> object:
    if name == "__path__":
        raise AttributeError(name)
    from coluber.core import extending

    return getattr(extending, name)
