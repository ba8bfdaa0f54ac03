"""What the signatures of a decorator mean to simulated kernels."""

from __future__ import annotations

from coluber.core.sigutils import normalize_signature
from coluber.cuda.kernel.integers import sized_type, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Converter = Callable[[Any], Any] | None


def check_results(signatures: list[Any]) -> None:
    """Check that no signature of a kernel has a result; raises TypeError."""
    for signature in signatures:
        result = str(_types(signature)[1])
        if result not in ("None", "none", "void"):
            raise TypeError("a kernel must return nothing")


def _types(signature: Any) -> tuple[tuple[Any, ...], Any]:
    """Return argument types and result; nothing where the compiler lacks a type, which simulated kernels don't need."""
    try:
        return normalize_signature(signature)
    except AttributeError:
        return (), None


def converters(signature: Any) -> tuple[Converter, ...]:
    """Return for each argument what makes a number of Python what the signature declares, or None."""
    return tuple(_converter(str(kind)) for kind in _types(signature)[0])


def converted(values: tuple[Any, ...], functions: tuple[Converter, ...]) -> tuple[Any, ...]:
    """Return the arguments of a launch, the numbers of Python among them converted."""
    if not any(functions):
        return values
    rest = (None,) * (len(values) - len(functions))
    pairs = zip(values, (*functions, *rest), strict=False)
    return tuple(value if convert is None else convert(value) for value, convert in pairs)


def _converter(name: str) -> Converter:
    if name == "float32":
        return _to_float32
    if name.endswith("*"):
        return lambda value: Pointer(value, name[:-1]) if isinstance(value, int) else value
    kind = sized_type(name)
    return None if kind is None else lambda value: wrap(value, kind) if type(value) is int else value


class Pointer:
    """Numbers at an address.

    Parameters
    ----------
    address : int
        Where they are.
    dtype : str
        What they are.
    """

    __slots__ = ("address", "dtype")

    def __init__(self, address: int, dtype: str) -> None:
        import numpy as np

        self.address = int(address)
        self.dtype = np.dtype(dtype)

    def _element(self, index: Any) -> Any:
        import ctypes
        import operator

        import numpy as np

        size = self.dtype.itemsize
        memory = (ctypes.c_char * size).from_address(self.address + operator.index(index) * size)
        return np.frombuffer(memory, self.dtype)

    def __getitem__(self, index: Any) -> Any:
        return self._element(index)[0]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._element(index)[0] = value


def _to_float32(value: Any) -> Any:
    if type(value) not in (int, float):
        return value
    import numpy as np

    return float(np.float32(value))
