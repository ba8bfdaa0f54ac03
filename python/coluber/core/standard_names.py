"""The keys of functions of the standard library that compiled code calls through the interpreter, and classes of its objects.

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


# Classes whose objects have counterparts in compiled code, and the modules of the library that make these.
_FILES, _HASHES = "coluber.lib.python.files", "coluber.lib.python.hashes"
_CLASSES_OF = {
    ("_blake2", "blake2b"): _HASHES,
    ("_blake2", "blake2s"): _HASHES,
    ("_hashlib", "HASH"): _HASHES,
    ("_hashlib", "HASHXOF"): _HASHES,
    ("_io", "BufferedRandom"): _FILES,
    ("_io", "BufferedReader"): _FILES,
    ("_io", "BufferedWriter"): _FILES,
    ("_io", "FileIO"): _FILES,
    ("_io", "TextIOWrapper"): _FILES,
}


class _Counterpart:
    """Stands for classes of the library that are not imported yet."""


def register_classes() -> None:
    """Make the compiler import the library's modules when arguments of the classes come that are imported by now."""
    from coluber import _native

    for (place, name), library in _CLASSES_OF.items():
        cls = getattr(sys.modules.get(place), name, None)
        if cls is not None:
            _native.register_counterpart(cls, _Counterpart, library)
