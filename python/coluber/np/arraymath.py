"""What programs take from Numba's module of the same name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _get_inner_prod(dta: Any, dtb: Any) -> Any:
    """Return a function that compiled code can call: the sum of the products of the elements of two vectors.

    Parameters
    ----------
    dta, dtb : object
        The types of the elements. They make no difference: what the function does follows from its arguments.
    """
    from coluber.core.extending import register_jitable

    return register_jitable(_inner_product)


def _inner_product(a: Any, b: Any) -> Any:
    total = 0
    for k in range(len(a)):
        total = total + a[k] * b[k]
    return total
