"""Ufuncs of two operands called with the items of a list or array, `np.subtract(*pair)`: a call checks how many there are."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_list

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

        def numbers(items):
            check(len(items), True)
            return function(items[0], items[1])

        def parts(items):
            check(len(items), False)
            if len(items) == 3:
                return function(items[0], items[1], items[2])
            return function(items[0], items[1])

        return parts if is_array(items) and items.ndim > 1 else numbers

    return spread


for _name in _NAMES.split():
    implements(f"spread:numpy.{_name}")(_of_two(_name))
