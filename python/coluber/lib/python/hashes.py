"""The class that stands for the objects of ``hashlib`` in compiled code: the interpreter's object computes."""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from coluber import _native
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.hosted import (
    BYTES,
    HANDLE,
    INT,
    NONE,
    TEXT,
    Handle,
    calling,
    handle_of,
    is_buffer,
    is_none,
    is_text,
    is_whole,
    site,
)
from coluber.lib.intrinsics import call_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

# Keyword arguments of the constructors of the two families, with the defaults of CPython.
_BLAKE = {
    "digest_size": "0",
    "key": "b''",
    "salt": "b''",
    "person": "b''",
    "fanout": "1",
    "depth": "1",
    "leaf_size": "0",
    "node_offset": "0",
    "node_depth": "0",
    "inner_size": "0",
    "last_node": "False",
}
_NAMES = (
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
)  # fmt: skip
_OF_ANY_LENGTH = ("shake_128", "shake_256")
_BLAKES = ("blake2b", "blake2s")


def _update(handle: Handle, data: Any) -> None:
    handle.held.update(data)


def _digest(handle: Handle) -> bytes:
    return handle.held.digest()  # type: ignore[no-any-return]


def _hexdigest(handle: Handle) -> str:
    return handle.held.hexdigest()  # type: ignore[no-any-return]


def _digest_of(handle: Handle, length: int) -> bytes:
    return handle.held.digest(length)  # type: ignore[no-any-return]


def _hexdigest_of(handle: Handle, length: int) -> str:
    return handle.held.hexdigest(length)  # type: ignore[no-any-return]


def _copy(handle: Handle) -> Handle:
    return handle_of(handle.held.copy())


def _name(handle: Handle) -> str:
    return handle.held.name  # type: ignore[no-any-return]


def _digest_size(handle: Handle) -> int:
    return handle.held.digest_size  # type: ignore[no-any-return]


def _block_size(handle: Handle) -> int:
    return handle.held.block_size  # type: ignore[no-any-return]


_UPDATE, _COPY = site(_update, NONE), site(_copy, HANDLE)
_DIGEST, _HEXDIGEST = site(_digest, BYTES), site(_hexdigest, TEXT)
_DIGEST_OF, _HEXDIGEST_OF = site(_digest_of, BYTES), site(_hexdigest_of, TEXT)
_NAME, _DIGEST_SIZE, _BLOCK_SIZE = site(_name, TEXT), site(_digest_size, INT), site(_block_size, INT)


class _Hash:
    """What all hashes have in common."""

    handle: Any

    def update(self, data: Any) -> None:
        """Take more data in."""
        call_object(_UPDATE, NONE, self.handle, data)

    @property
    def name(self) -> str:
        """The algorithm."""
        return call_object(_NAME, TEXT, self.handle)  # type: ignore[no-any-return]

    @property
    def digest_size(self) -> int:
        """How many bytes the hash has."""
        return call_object(_DIGEST_SIZE, INT, self.handle)  # type: ignore[no-any-return]

    @property
    def block_size(self) -> int:
        """How many bytes are taken in at once."""
        return call_object(_BLOCK_SIZE, INT, self.handle)  # type: ignore[no-any-return]


@dataclass(eq=False)
class Hash(_Hash):
    """A hash of a fixed length.

    Parameters
    ----------
    handle : array
        What holds the object of ``hashlib``.
    """

    handle: Any

    def digest(self) -> bytes:
        """Return the hash of all data so far."""
        return call_object(_DIGEST, BYTES, self.handle)  # type: ignore[no-any-return]

    def hexdigest(self) -> str:
        """Return the hash of all data so far as hexadecimal digits."""
        return call_object(_HEXDIGEST, TEXT, self.handle)  # type: ignore[no-any-return]

    def copy(self) -> Hash:
        """Return another hash of the same data."""
        return Hash(call_object(_COPY, HANDLE, self.handle))


@dataclass(eq=False)
class LongHash(_Hash):
    """A hash of any length: SHAKE.

    Parameters
    ----------
    handle : array
        What holds the object of ``hashlib``.
    """

    handle: Any

    def digest(self, length: int) -> bytes:
        """Return so many bytes of the hash of all data so far."""
        return call_object(_DIGEST_OF, BYTES, self.handle, length)  # type: ignore[no-any-return]

    def hexdigest(self, length: int) -> str:
        """Return so many bytes of the hash of all data so far as hexadecimal digits."""
        return call_object(_HEXDIGEST_OF, TEXT, self.handle, length)  # type: ignore[no-any-return]

    def copy(self) -> LongHash:
        """Return another hash of the same data."""
        return LongHash(call_object(_COPY, HANDLE, self.handle))


# ---------------------------------------------------------------------------------------------------- Python's objects


def _is_of_any_length(name: str) -> bool:
    return name.lower().startswith("shake")


def counterpart_of(value: Any) -> Any:
    """Return what an object of ``hashlib`` is in compiled code."""
    return (LongHash if _is_of_any_length(value.name) else Hash)(handle_of(value))


def write_back(value: Any, counterpart: Any) -> None:
    """Do nothing: the object itself computes."""


def original_of(counterpart: Any) -> Any:
    """Return the object of ``hashlib``."""
    return counterpart.handle.held


def _register() -> None:
    made = []
    for name in sorted(hashlib.algorithms_guaranteed):
        # Some systems allow no MD5.
        with suppress(ValueError):
            made.append(hashlib.new(name))
    for cls in dict.fromkeys((*map(type, made), hmac.HMAC)):
        _native.register_counterpart(cls, LongHash if cls.__name__.startswith(("shake", "HASHXOF")) else Hash, __name__)


_register()


# ---------------------------------------------------------------------------------------------------- making them


def _new(name: str, data: Any, usedforsecurity: bool) -> Handle:
    return handle_of(hashlib.new(name, data, usedforsecurity=usedforsecurity))


def _blake(name: str, data: Any, *options: Any) -> Handle:
    named = dict(zip((*_BLAKE, "usedforsecurity"), options, strict=True))
    if not named["digest_size"]:
        del named["digest_size"]
    return handle_of(getattr(hashlib, name)(data, **named))


_MAKE = calling(_new, HANDLE, "name, data, usedforsecurity")
_MAKE_BLAKE = calling(_blake, HANDLE, f"name, data, {', '.join(_BLAKE)}, usedforsecurity")


def _takes(data: Any) -> bool:
    """Whether data can be taken in."""
    if is_text(data):
        raise TypingError("Strings must be encoded before hashing: use s.encode()")
    return is_buffer(data)


def _constructor(name: str) -> Any:
    """Return the interpreter's function for a constructor without options, which is the one that is called most."""
    of_data = getattr(hashlib, name)

    def begin(data: Any) -> Handle:
        return handle_of(of_data(data))

    begin.__name__ = f"_{name}"
    return begin


def _of_name(name: str) -> Any:
    """Return the overload function of a constructor."""
    cls, make = (LongHash if name in _OF_ANY_LENGTH else Hash), _MAKE
    of_data = globals()[f"_{name}"] = _constructor(name)
    begun = site(of_data, HANDLE)

    def impl(string=b"", *, usedforsecurity=True):  # type: ignore[no-untyped-def]
        return cls(call_object(begun, HANDLE, string))

    def impl_security(string=b"", *, usedforsecurity=True):  # type: ignore[no-untyped-def]
        return cls(make(name, string, usedforsecurity))

    def overload(string: Any = b"", *, usedforsecurity: Any = True) -> FunctionType | None:
        if not _takes(string):
            return None
        return impl if usedforsecurity is True else impl_security

    return overload


def _of_blake(name: str) -> Any:
    """Return the overload function of a constructor with parameters of BLAKE2."""
    parameters = "data=b'', /, *, " + ", ".join(f"{key}={default}" for key, default in _BLAKE.items())
    given = ", ".join(_BLAKE)
    scope: dict[str, Any] = {"__name__": __name__, "cls": Hash, "make": _MAKE_BLAKE, "name": name, "choose": _takes}
    exec(
        f"def impl({parameters}, usedforsecurity=True):\n    return cls(make(name, data, {given}, usedforsecurity))\n"
        f"def overload({parameters}, usedforsecurity=True):\n    return impl if choose(data) else None\n",
        scope,
    )
    return scope["overload"]


for _algorithm in (*_NAMES, *_OF_ANY_LENGTH):
    implements(f"hashlib.{_algorithm}")(_of_name(_algorithm))
for _algorithm in _BLAKES:
    implements(f"hashlib.{_algorithm}")(_of_blake(_algorithm))


@implements("hashlib.new")
def new(name: Any, data: Any = b"", *, usedforsecurity: Any = True) -> FunctionType | None:
    """Make a hash by the name of its algorithm."""
    literal = getattr(name, "literal_value", "")
    cls = LongHash if _is_of_any_length(literal) else Hash

    def impl(name, data=b"", *, usedforsecurity=True):
        return cls(_MAKE(name, data, usedforsecurity))

    return impl if is_text(name) and _takes(data) else None


def _new_hmac(key: Any, message: Any, name: str) -> Handle:
    return handle_of(hmac.new(key, message, name))


def _hmac_digest(key: Any, message: Any, name: str) -> bytes:
    return hmac.digest(key, message, name)


_MAKE_HMAC = calling(_new_hmac, HANDLE, "key, message, name")
_HMAC_DIGEST = calling(_hmac_digest, BYTES, "key, message, name")


def _name_of(algorithm: Any) -> str | None:
    """Return the name of an algorithm that is given by its constructor."""
    key = getattr(algorithm, "typing_key", None)
    return next((name for name in (*_NAMES, *_BLAKES) if getattr(hashlib, name) is key), None)


@implements("hmac.new")
def new_hmac(key: Any, msg: Any = None, digestmod: Any = "") -> FunctionType | None:
    """Make a hash with a key."""
    known = _name_of(digestmod)

    def impl(key, msg=None, digestmod=""):
        return Hash(_MAKE_HMAC(key, msg, digestmod))

    def impl_known(key, msg=None, digestmod=""):
        return Hash(_MAKE_HMAC(key, msg, known))

    if not is_buffer(key) or not (is_none(msg) or _takes(msg)):
        return None
    return impl_known if known is not None else impl if is_text(digestmod) else None


@implements("hmac.digest")
def hmac_digest(key: Any, msg: Any, digest: Any) -> FunctionType | None:
    """Return the hash of a message with a key."""
    known = _name_of(digest)

    def impl(key, msg, digest):
        return _HMAC_DIGEST(key, msg, digest)

    def impl_known(key, msg, digest):
        return _HMAC_DIGEST(key, msg, known)

    if not (is_buffer(key) and _takes(msg)):
        return None
    return impl_known if known is not None else impl if is_text(digest) else None


def _pbkdf2_hmac(hash_name: str, password: Any, salt: Any, iterations: int, dklen: int | None) -> bytes:
    return hashlib.pbkdf2_hmac(hash_name, password, salt, iterations, dklen)


_PBKDF2 = calling(_pbkdf2_hmac, BYTES, "hash_name, password, salt, iterations, dklen=None")


@implements("hashlib.pbkdf2_hmac")
def pbkdf2_hmac(hash_name: Any, password: Any, salt: Any, iterations: Any, dklen: Any = None) -> FunctionType | None:
    """Derive a key from a password."""
    takes = is_text(hash_name) and is_buffer(password) and is_buffer(salt) and is_whole(iterations)
    return _PBKDF2 if takes and (is_none(dklen) or is_whole(dklen)) else None
