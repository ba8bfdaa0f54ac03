"""Names of functions with the types of their arguments, as C++ compilers write them into object files.

Types that C++ does not have are written as classes with their text as name, those with parameters as templates. Characters that
a name can't have are ``_`` and two hexadecimal digits for each byte.
"""

from __future__ import annotations

import re

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from coluber.core.types import Type

PREFIX = "_Z"

N2CODE = {
    types.none: "v",
    types.boolean: "b",
    types.uint8: "h",
    types.int8: "a",
    types.uint16: "t",
    types.int16: "s",
    types.uint32: "j",
    types.int32: "i",
    types.uint64: "y",
    types.int64: "x",
    types.float16: "Dh",
    types.float32: "f",
    types.float64: "d",
}


def mangle(ident: str, argtys: Iterable[Any], *, abi_tags: Iterable[str] = (), uid: int | None = None) -> str:
    """Return the mangled name of a function.

    Parameters
    ----------
    ident : str
        Its name; dots separate the namespaces that it is in.
    argtys : iterable
        The types of its arguments, or values.
    abi_tags : iterable of str
        Further texts that distinguish it from others.
    uid : int, optional
        A number that does.
    """
    return PREFIX + mangle_identifier(ident, abi_tags=abi_tags, uid=uid) + mangle_args(argtys)


def mangle_identifier(ident: str, template_params: str = "", *, abi_tags: Iterable[str] = (), uid: int | None = None) -> str:
    """Return a name without the prefix and the arguments; ``template_params`` is mangled already."""
    tags = [] if uid is None else [f"v{uid}"]
    marks = "".join(map(mangle_abi_tag, [*tags, *abi_tags]))
    parts = "".join(map(_with_length, ident.split(".")))
    name = f"{parts}{template_params}{marks}"
    return f"N{name}E" if "." in ident else name


def mangle_abi_tag(abi_tag: str) -> str:
    """Return a text that distinguishes a name from others."""
    return f"B{_with_length(abi_tag)}"


def mangle_type(typ: Type) -> str:
    """Return the code of a type."""
    if typ in N2CODE:
        return N2CODE[typ]
    return mangle_templated_ident(*(_parameters(typ) or typ.mangling_args))


def _parameters(typ: Type) -> tuple[str, tuple[Any, ...]] | None:
    """Return the name and the parameters of a tuple without names; None for other types, which say it themselves."""
    if isinstance(typ, (types.NamedTuple, types.NamedUniTuple)):
        return None
    if isinstance(typ, types.UniTuple):
        return "UniTuple", (typ.dtype, typ.count)
    return ("Tuple", tuple(typ.types)) if isinstance(typ, types.BaseTuple) else None


def mangle_value(typ: Any) -> str:
    """Return the code of a value."""
    return f"Li{int(typ)}E" if isinstance(typ, int) else _with_length(str(typ))


def mangle_type_or_value(typ: Any) -> str:
    """Return the code of a type or of a value."""
    return mangle_type(typ) if isinstance(typ, types.Type) else mangle_value(typ)


def mangle_args(argtys: Iterable[Any]) -> str:
    """Return the codes of the arguments of a function."""
    return "".join(map(mangle_type_or_value, argtys))


def mangle_templated_ident(identifier: str, parameters: Sequence[Any]) -> str:
    """Return a name with the parameters of a template."""
    return mangle_identifier(identifier, f"I{mangle_args(parameters)}E" if parameters else "")


def prepend_namespace(mangled: str, ns: str) -> str:
    """Return a mangled name in one namespace more."""
    if not mangled.startswith(PREFIX):
        raise ValueError(f"{mangled!r} is no mangled name")
    rest = mangled[len(PREFIX) :]
    inside = mangle_identifier(ns)
    if rest.startswith("N"):
        return f"{PREFIX}N{inside}{rest[1:]}"
    length = re.match(r"[0-9]+", rest)
    if length is None:
        raise ValueError(f"{mangled!r} is no mangled name")
    end = length.end() + int(length.group())
    return f"{PREFIX}N{inside}{rest[:end]}E{rest[end:]}"


def _with_length(text: str) -> str:
    escaped = re.sub(r"[^A-Za-z0-9_]", _escaped, text)
    escaped = f"_{escaped}" if escaped[:1].isdigit() else escaped
    return f"{len(escaped)}{escaped}"


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"_{byte:02x}" for byte in found.group().encode())
