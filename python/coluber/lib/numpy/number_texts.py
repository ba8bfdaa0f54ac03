"""Texts of numbers and arrays: ``binary_repr``, ``base_repr``, ``array_str``, ``array_repr``."""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integer, is_none, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _checked(binary, width):
    if width < len(binary):
        raise ValueError(f"Insufficient bit width={width} provided for binwidth={len(binary)}")
    return binary


def _twos_complement(num, width):
    """Return the digits of a negative number in so many bits."""
    count = len(f"{-num:b}")
    if 1 << (count - 1) == -num:
        count -= 1
    binary = _checked(f"{(1 << (count + 1)) + num:b}", width)
    return "1" * (width - len(binary)) + binary


@implements("numpy.binary_repr")
def binary_repr(num: Any, width: Any = None) -> FunctionType | None:
    """Return the binary digits of an integer, in two's complement where a width is given."""
    if not is_integer(num) or not (is_none(width) or is_integer(width)):
        return None

    def impl_plain(num, width=None):
        return f"-{-num:b}" if num < 0 else f"{num:b}"

    def impl(num, width=None):
        if num == 0:
            return "0" * (width or 1)
        return _twos_complement(num, width) if num < 0 else _checked(f"{num:b}", width).zfill(width)

    return impl_plain if is_none(width) else impl


@implements("numpy.base_repr")
def base_repr(number: Any, base: Any = 2, padding: Any = 0) -> FunctionType | None:
    """Return the digits of an integer to a base, with zeros in front."""
    if not is_integer(number):
        return None

    def impl(number, base=2, padding=0):
        if base > 36:
            raise ValueError("Bases greater than 36 not handled in base_repr.")
        if base < 2:
            raise ValueError("Bases less than 2 not handled in base_repr.")
        text, rest = "", abs(number)
        while rest:
            text = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % base] + text
            rest //= base
        text = "0" * padding + text
        return ("-" + text if number < 0 else text) or "0"

    return impl


def _refuse_options(max_line_width: Any, precision: Any, suppress_small: Any) -> None:
    refuse("max_line_width", max_line_width)
    refuse("precision", precision)
    refuse("suppress_small", suppress_small)


@implements("numpy.array_str")
def array_str(a: Any, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None) -> FunctionType | None:
    """Return ``str(a)``."""
    _refuse_options(max_line_width, precision, suppress_small)
    return (lambda a, max_line_width=None, precision=None, suppress_small=None: str(a)) if is_array(a) else None


@implements("numpy.array_repr")
def array_repr(arr: Any, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None) -> FunctionType | None:
    """Return ``repr(arr)``."""
    _refuse_options(max_line_width, precision, suppress_small)
    return (lambda arr, max_line_width=None, precision=None, suppress_small=None: repr(arr)) if is_array(arr) else None
