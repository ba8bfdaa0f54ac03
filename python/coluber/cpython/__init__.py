"""What extensions know of text, bytes and lists, under the names of the modules that they import it from."""

from __future__ import annotations

_MODULES = ("charseq", "hashing", "listobj", "unicode", "unsafe")


def __getattr__(name: str) -> object:
    if name in _MODULES:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
