"""What a module answers for a name that it does not have."""

from __future__ import annotations

import sys


def missing(message: str, name: str) -> Exception:
    """Return the exception to raise from a module's ``__getattr__``.

    It is an AttributeError, so that ``hasattr`` works. ``from module import name`` would replace an AttributeError's text by
    its own words; there it is an ImportError with the text.
    """
    if _asked_by_import_from():
        return ImportError(message)
    return AttributeError(message, name=name)


def module_or_missing(package: str, name: str) -> object:
    """Return a module of a package, which is imported; raises what `missing` makes where there is none.

    Programs use ``numba.core.imputils`` and the like without importing them: Numba has imported all of it.
    """
    from importlib import import_module
    from importlib.util import find_spec

    if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
        return import_module(f"{package}.{name}")
    raise missing(f"coluber does not have {package.partition('.')[2]}.{name} yet", name)


def _asked_by_import_from() -> bool:
    """Whether the first caller outside this package is executing ``from module import name``."""
    import opcode

    frame = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "coluber":
        frame = frame.f_back
    if frame is None or frame.f_lasti < 0:
        return False
    return frame.f_code.co_code[frame.f_lasti] == opcode.opmap["IMPORT_FROM"]
