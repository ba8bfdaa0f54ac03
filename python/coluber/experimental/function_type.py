"""The address of a compiled function, for code that calls it as C does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What has an address, by function and signature.
_made: dict[tuple[int, str], Any] = {}


def _get_wrapper_address(func: Any, sig: Any) -> int:
    """Return the address of a C function that calls a jitted function or is the one of a ``cfunc``.

    Parameters
    ----------
    func : Dispatcher, CFunc or object with ``__wrapper_address__``
        The function.
    sig : Signature
        The types of its result and its arguments.
    """
    if hasattr(func, "__wrapper_address__"):
        return func.__wrapper_address__()
    if hasattr(func, "address"):
        return func.address
    from coluber.core.ccallback import CFunc
    from coluber.core.extending import is_jitted

    if not is_jitted(func):
        raise TypeError(f"expected a jitted function, a cfunc or an object with __wrapper_address__, not {func!r}")
    key = id(func), str(sig)
    if key not in _made:
        _made[key] = CFunc(func.py_func, sig, {}), func
    return _made[key][0].address
