"""The methods that a ``bytearray`` has from ``bytes``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Results that are bytes become bytearrays.
_SAME = {
    "capitalize": "", "lower": "", "upper": "", "swapcase": "", "title": "",
    "strip": "chars=None", "lstrip": "chars=None", "rstrip": "chars=None",
    "center": "width, fill=b' '", "ljust": "width, fill=b' '", "rjust": "width, fill=b' '",
    "zfill": "width", "expandtabs": "tabsize=8",
    "replace": "old, new, count=-1", "removeprefix": "prefix", "removesuffix": "suffix",
    "translate": "table, delete=b''", "join": "items",
}  # fmt: skip
_PARTS = {"partition": "sep", "rpartition": "sep"}
_PARTS_OF = "(lambda parts: (made(parts[0]), made(parts[1]), made(parts[2])))({})"
_LISTS = {"split": "sep=None, maxsplit=-1", "rsplit": "sep=None, maxsplit=-1", "splitlines": "keepends=False"}
_OTHERS = {
    "isalnum": "", "isalpha": "", "isascii": "", "isdigit": "", "islower": "", "isspace": "", "istitle": "", "isupper": "",
    "find": "part, start=None, stop=None", "rfind": "part, start=None, stop=None", "index": "part, start=None, stop=None",
    "rindex": "part, start=None, stop=None", "count": "part, start=None, stop=None",
    "startswith": "part, start=None, stop=None", "endswith": "part, start=None, stop=None",
    "decode": "encoding='utf-8', errors='strict'", "hex": "sep=None, bytes_per_sep=1",
}  # fmt: skip


def bytes_in(value: Any) -> Any:
    """Return the bytes of a bytearray or a memoryview, and anything else as it is."""
    return bytes(value) if isinstance(value, (bytearray, memoryview)) else value


def forwarded(made: Any) -> dict[str, FunctionType]:
    """Return the methods; `made` makes a bytearray of bytes."""
    functions: dict[str, FunctionType] = {}
    for result, rows in (("made({})", _SAME), ("[made(part) for part in {}]", _LISTS), ("{}", _OTHERS), (_PARTS_OF, _PARTS)):
        for name, parameters in rows.items():
            names = [text.partition("=")[0] for text in parameters.split(", ")] if parameters else []
            call = f"bytes(self).{name}({', '.join(f'bytes_in({name})' for name in names)})"
            text = f"def {name}(self{', ' if names else ''}{parameters}):\n    return {result.format(call)}\n"
            scope: dict[str, Any] = {"made": made, "bytes_in": bytes_in}
            exec(compile(text, f"<bytearray.{name}>", "exec"), scope)
            functions[name] = scope[name]
    return functions
