"""Bytearrays and views of memory where bytes are taken, and other seldom arguments of methods of strings and bytes."""

from __future__ import annotations

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.kinds import is_list, is_object_of_bytes
from coluber.lib.python.byte_methods import bytes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_of_bytes(ty: Any) -> bool:
    return isinstance(ty, types.Bytes) or is_object_of_bytes(ty)


def _is_of_texts(ty: Any) -> bool:
    """Whether the type is one of tuples whose length is not known, of strings or bytes."""
    return is_list(ty) and isinstance(ty.dtype, (types.UnicodeType, types.Bytes))


# ------------------------------------------------------------------------------------------------- numbers and texts


@implements("coluber.int_of_bytes")
def int_of_bytes(number: Any, base: Any = None) -> FunctionType | None:
    """Read an integer of bytes."""

    def impl(number, base=10):
        digits = bytes_in(number)
        try:
            # As text, white space that is not ASCII would be left out.
            return int(digits.decode("ascii"), base)
        except ValueError:
            raise ValueError(f"invalid literal for int() with base {base}: {digits!r}") from None

    return impl if _is_of_bytes(number) else None


@implements("coluber.float_of_bytes")
def float_of_bytes(number: Any) -> FunctionType | None:
    """Read a float of bytes."""

    def impl(number):
        try:
            return float(bytes_in(number).decode("ascii"))
        except ValueError:
            raise ValueError(f"could not convert string to float: {number!r}") from None

    return impl if _is_of_bytes(number) else None


@implements("builtins.ord")
def ord_(c: Any) -> FunctionType | None:
    """Return the only byte."""

    def impl(c):
        if len(c) != 1:
            raise TypeError(f"ord() expected a character, but string of length {len(c)} found")
        return c[0]

    return impl if is_object_of_bytes(c) and hasattr(c.instance_class, "decode") else None


@implements("coluber.str_of_bytes")
def str_of_bytes(object: Any, encoding: Any = None, errors: Any = None) -> FunctionType | None:  # noqa: A002
    """Decode bytes, where there is more than the object; `str(object=x)`."""

    def impl_alone(object):  # noqa: A002
        return str(object)

    def impl(object, encoding="utf-8", errors="strict"):  # noqa: A002
        return bytes(object).decode(encoding, errors)

    if encoding is None and errors is None:
        return impl_alone
    if isinstance(types.unliteral(object), types.UnicodeType):
        raise TypingError("decoding str is not supported")
    if not _is_of_bytes(object):
        raise TypingError(f"decoding to str: need a bytes-like object, not a value of type {object}")
    return impl


# ------------------------------------------------------------------------------------------------- methods of bytes


def _with_bytes(name: str, count: int) -> FunctionType:
    """Return the method for bytearrays and views as arguments: it is called with bytes in their places."""
    call = f"self.{name}({', '.join(f'bytes_in(args[{k}])' for k in range(count))})"
    scope: dict[str, Any] = {"bytes_in": bytes_in}
    exec(compile(f"def impl(self, *args):\n    return {call}\n", f"<bytes.{name}>", "exec"), scope)
    impl: FunctionType = scope["impl"]
    return impl


def _register(name: str) -> None:
    @implements(f"bytes.{name}")
    def method(self: Any, *args: Any) -> FunctionType | None:
        return _with_bytes(name, len(args)) if any(map(is_object_of_bytes, args)) else None


for _name in (
    "find", "rfind", "index", "rindex", "count", "replace", "removeprefix", "removesuffix", "partition", "rpartition", "split",
    "rsplit", "strip", "lstrip", "rstrip", "center", "ljust", "rjust",
):  # fmt: skip
    _register(_name)


def _register_for_an_end(name: str) -> None:
    @implements(f"str.{name}", f"bytes.{name}")
    def method(self: Any, affix: Any, start: Any = None, end: Any = None) -> FunctionType | None:
        """Whether a text begins, or ends, with one of a tuple of strings of any length, or with the bytes of an object."""

        def impl(self, affix, start=None, end=None):
            for one in affix:  # noqa: SIM110
                if getattr(self, name)(one, start, end):
                    return True
            return False

        def impl_object(self, affix, start=None, end=None):
            return getattr(self, name)(bytes(affix), start, end)

        if _is_of_texts(affix):
            return impl
        return impl_object if is_object_of_bytes(affix) else None


for _name in ("startswith", "endswith"):
    _register_for_an_end(_name)
