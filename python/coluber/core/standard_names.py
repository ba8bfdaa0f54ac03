"""The keys of functions of the standard library that compiled code calls through the interpreter.

The compiler's own table has the modules whose functions it computes itself; those here are known by being what a public module
has under a name for which the library has an implementation.
"""

from __future__ import annotations

import sys
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Public modules, and the name of each function's own module where that is another one.
_MODULES = (
    "base64", "binascii", "builtins", "hashlib", "json", "os", "os.path", "pathlib", "platform", "secrets", "shutil", "sys",
    "tempfile", "urllib.parse", "uuid", "zlib",
)  # fmt: skip
_BEHIND = {
    "_io": "builtins",
    "genericpath": "os.path",
    "io": "builtins",
    "nt": "os",
    "ntpath": "os.path",
    "posix": "os",
    "posixpath": "os.path",
    "random": "secrets",
    **dict.fromkeys(("_blake2", "_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha3", "_sha512"), "hashlib"),
}
_CLASSES = (BuiltinFunctionType, FunctionType, MethodType, type)


@cache
def _names_of(module: str) -> tuple[str, ...]:
    """Return the names under which the library implements functions of a module."""
    from coluber.lib.index import keys

    return tuple(key.rpartition(".")[2] for key in keys() if key.rpartition(".")[0] == module)


def key_of(value: Any) -> str | None:
    """Return the key of a function or class of the standard library; None for other objects."""
    if not isinstance(value, _CLASSES):
        return None
    own = getattr(value, "__module__", None)
    name = _BEHIND.get(own, own) if isinstance(own, str) else None
    module = sys.modules.get(name) if name in _MODULES else None
    if name is None or module is None:
        return None
    return next((f"{name}.{member}" for member in _names_of(name) if getattr(module, member, None) is value), None)
