"""Ufuncs of two operands called with the items of a list or array, `np.subtract(*pair)`: a call checks how many there are."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_list, is_number, numpy_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_NAMES = """
    add arctan2 bitwise_and bitwise_or bitwise_xor copysign divide equal float_power floor_divide fmax fmin fmod gcd greater
    greater_equal heaviside hypot lcm ldexp left_shift less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor
    maximum minimum mod multiply nextafter not_equal power remainder right_shift subtract true_divide
"""


def _of_two(name: str) -> Any:
    function = getattr(np, name)
    start = f"{function.__name__}() takes from 2 to 3 positional arguments but"

    def check(count, are_numbers):
        if count == 3 and are_numbers:
            raise TypeError("return arrays must be of ArrayType")
        if count < 2 or count > 3:
            raise TypeError(f"{start} {count} {'was' if count == 1 else 'were'} given")

    def spread(items: Any) -> FunctionType | None:
        if not is_list(items) and not (is_array(items) and items.ndim > 0):
            return None
        refusal = _refusal(function, items)

        def numbers(items):
            check(len(items), True)
            return function(items[0], items[1])

        def parts(items):
            check(len(items), False)
            if len(items) == 3:
                return function(items[0], items[1], items[2])
            return function(items[0], items[1])

        def parts_of_other_kind(items):
            check(len(items), False)
            if len(items) == 3:
                raise TypeError(refusal)
            return function(items[0], items[1])

        if refusal is not None:
            return parts_of_other_kind
        return parts if is_array(items) and items.ndim > 1 else numbers

    return spread


def _refusal(function: Any, items: Any) -> str | None:
    """Return what is wrong with the third part of an array as the place for the result; None where nothing is."""
    if not (is_array(items) and items.ndim > 1 and is_number(items.dtype)):
        return None
    one = np.ones(1, numpy_class(items.dtype))
    try:
        result = function(one, one)
        function(one, one, one.copy())
    except TypeError as error:
        return str(error) if " output from " in str(error) else None
    if result.dtype == one.dtype:
        return None
    return f"{function.__name__}() with the elements of an array can't write {result.dtype} to the third one in compiled code"


for _name in _NAMES.split():
    implements(f"spread:numpy.{_name}")(_of_two(_name))
