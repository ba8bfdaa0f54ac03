"""Functions that are made from a table of names, types and formulas."""

from __future__ import annotations

from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The letters by which tables name types.
TYPES = {
    "i": "int32",
    "l": "int64",
    "h": "int16",
    "b": "int8",
    "I": "uint32",
    "L": "uint64",
    "H": "uint16",
    "B": "uint8",
    "e": "float16",
    "f": "float32",
    "d": "float64",
    "?": "bool",
    "g": "bfloat16",
    "v": "float32x2",
    "w": "float64x2",
}


class Row:
    """One function of a table.

    Parameters
    ----------
    arguments : str
        The types of the arguments, a letter each.
    results : str
        The types of the results, a letter each; more than one are returned as a tuple.
    compute : callable
        Takes NumPy scalars of the arguments' types; what it returns is converted to the results' types.
    """

    __slots__ = ("arguments", "compute", "results")

    def __init__(self, arguments: str, results: str, compute: Callable[..., Any]) -> None:
        self.arguments = arguments
        self.results = results
        self.compute = compute


def define(namespace: dict[str, Any], family: str, rows: dict[str, Row]) -> None:
    """Put the functions of a table into a module.

    Parameters
    ----------
    namespace : dict
        The module's variables.
    family : str
        The public name of the module below ``cuda``, for messages.
    rows : dict
        The table, by name.
    """
    for name, row in rows.items():
        namespace[name] = _function(namespace["__name__"], f"{family}.{name}", name, row)


def _function(module: str, word: str, name: str, row: Row) -> Callable[..., Any]:
    count = len(row.arguments)

    def function(*values: Any) -> Any:
        current(word)
        if len(values) != count:
            raise TypeError(f"cuda.{word} takes {count} arguments; {len(values)} were given")
        import numpy as np

        with np.errstate(all="ignore"):
            result = row.compute(*(cast(value, letter) for value, letter in zip(values, row.arguments, strict=True)))
            if len(row.results) == 1:
                return cast(result, row.results)
            return tuple(cast(item, letter) for item, letter in zip(result, row.results, strict=True))

    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = _describe(name, row)
    return function


def _describe(name: str, row: Row) -> str:
    arguments = ", ".join(TYPES[letter] for letter in row.arguments)
    results = ", ".join(TYPES[letter] for letter in row.results)
    return f"{name}({arguments}) -> {results}."


def cast(value: Any, letter: str) -> Any:
    """Return a value as a NumPy scalar of a type; integers wrap around."""
    import numpy as np

    if letter == "g":
        from coluber.cuda.kernel.bf16_type import bfloat16

        return bfloat16(value)
    if letter in "vw":
        from coluber.cuda.kernel.vector import VECTORS

        return VECTORS[TYPES[letter]](value)
    dtype = np.dtype(TYPES[letter])
    if dtype.kind in "iu" and not isinstance(value, np.generic):
        bits = int(value) & ((1 << (8 * dtype.itemsize)) - 1)
        return np.array(bits, f"u{dtype.itemsize}").view(dtype)[()]
    return np.asarray(value).astype(dtype)[()]
