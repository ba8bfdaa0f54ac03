"""The decorator `cuda.jit`."""

from __future__ import annotations

from coluber.core import config
from coluber.core.decorators import function_and_signatures, jitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """Compile a function as a CUDA kernel, or as a function that kernels call.

    Parameters
    ----------
    func_or_sig : callable, signature or list of signatures, optional
        The function, when the decorator is written without arguments. A signature, such as ``"void(float32[:], int32)"``, or
        a list of them, compiles at once, for these types only.
    device : bool
        The function is for kernels to call, and may return a value.
    **options : object
        See `coluber.cuda.options`: ``debug``, ``opt``, ``lineinfo``, ``fastmath``, ``max_registers``, ``launch_bounds``,
        ``link``, ``cache``, ``inline`` and others.

    Returns
    -------
    CUDADispatcher or callable
        The kernel, to be launched as ``kernel[grid, block](arguments)``; or a decorator that makes one.

    Raises
    ------
    KeyError
        An option does not exist.
    TypeError
        The decorated object is not a Python function, or a kernel's signature has a result.

    Examples
    --------
    >>> @cuda.jit
    ... def increment(a):
    ...     i = cuda.grid(1)
    ...     if i < a.size:
    ...         a[i] += 1
    >>> increment[4, 32](numpy.zeros(100))
    """
    from coluber.cuda.options import check_options

    checked = check_options({"device": device, **options})
    if checked.get("debug") is None:
        checked["debug"] = bool(getattr(config, "CUDA_DEBUGINFO_DEFAULT", False))
    if config.CUDA_CHECK:
        if not checked["debug"]:
            # The optimiser stays: what is checked does not depend on it.
            checked |= {"debug": True, "_dbg_optnone": False}
        checked["_check"] = True
    function, signatures = function_and_signatures(func_or_sig)
    specialized = signatures is not None and not isinstance(func_or_sig, list)

    def decorate(function: Any) -> Any:
        made = _make_dispatcher(function, signatures, checked)
        if specialized:
            made.specialized = True
        return made

    return decorate if function is None else decorate(function)


def is_simulated() -> bool:
    """Return whether kernels run as plain Python."""
    return bool(config.ENABLE_CUDASIM) or config.CUDA_BACKEND == "simulator"


def _make_dispatcher(function: Any, signatures: list[Any] | None, options: dict[str, Any]) -> Any:
    if is_simulated():
        from coluber.cuda.simulator.kernel import simulate

        return simulate(function, options, signatures)
    from coluber.cuda.dispatcher import new_dispatcher

    return jitted(function, signatures, lambda function: new_dispatcher(function, options))
