"""The keys of functions of the standard library that compiled code calls through the interpreter.

The compiler's own table has the modules whose functions it computes itself; those here are known by being what a public module
has under a name for which the library has an implementation.
"""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper, cache
from types import BuiltinFunctionType, FunctionType, MethodType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Public modules, and those that may have what another module defines.
_MODULES = (
    "base64", "binascii", "builtins", "fnmatch", "glob", "hashlib", "hmac", "html", "json", "os", "os.path", "pathlib",
    "platform", "pprint", "secrets", "shutil", "sys", "tempfile", "unicodedata", "urllib.parse", "uuid", "zlib",
)  # fmt: skip
_BEHIND = {
    "_io": "builtins",
    "_operator": "secrets",
    "genericpath": "os.path",
    "io": "builtins",
    "nt": "os os.path",
    "ntpath": "os.path",
    "pathlib._local": "pathlib",
    "posix": "os os.path",
    "posixpath": "os.path",
    "random": "secrets",
    **dict.fromkeys(("_blake2", "_md5", "_sha1", "_sha2", "_sha256", "_sha3", "_sha512"), "hashlib"),
    "_hashlib": "hashlib secrets",
}
_CLASSES = (BuiltinFunctionType, FunctionType, MethodType, _lru_cache_wrapper, type)


@cache
def _names_of(module: str) -> tuple[str, ...]:
    """Return the names under which the library implements functions of a module."""
    from coluber.lib.index import keys

    return tuple(key.rpartition(".")[2] for key in keys() if key.rpartition(".")[0] == module)


def key_of(value: Any) -> str | None:
    """Return the key of a function or class of the standard library; None for other objects."""
    if not isinstance(value, _CLASSES):
        return None
    if isinstance(value, MethodType) and isinstance(value.__self__, type):
        return _of_class_method(value)
    own = getattr(value, "__module__", None)
    if not isinstance(own, str):
        return None
    for name in _BEHIND.get(own, own).split():
        module = sys.modules.get(name) if name in _MODULES else None
        if module is not None and (member := _member(module, name, value)) is not None:
            return f"{name}.{member}"
    return None


def _of_class_method(value: Any) -> str | None:
    from coluber.lib.index import module_of

    owner = key_of(value.__self__)
    key = f"{owner}.{value.__name__}"
    return key if owner is not None and module_of(key) else None


def _member(module: Any, name: str, value: Any) -> str | None:
    """Return the name of what the library implements of a module."""
    return next((member for member in _names_of(name) if getattr(module, member, None) is value), None)
