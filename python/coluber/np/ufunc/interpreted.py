"""Functions that the interpreter runs, with the types of signatures: ``forceobj=True`` of `vectorize` and `guvectorize`."""

from __future__ import annotations

from functools import update_wrapper

from coluber.core import types
from coluber.core.sigutils import normalize_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def interpreted(function: Callable[..., Any], signatures: Sequence[Any], usual: Any = None) -> Callable[..., Any]:
    """Return a function for the compiler that calls another one in the interpreter.

    Parameters
    ----------
    function : callable
        The Python function, which may do what compiled code can't.
    signatures : sequence
        The types that it will be called with, and what it returns for each.
    usual : Type, optional
        What it returns where a signature does not say.

    Returns
    -------
    callable
        A function with as many parameters.

    Raises
    ------
    TypeError
        There are no signatures, or one does not say what is returned.
    """
    from coluber.core.overloads import overload

    if not signatures:
        raise TypeError("forceobj=True needs signatures: nothing else says what the function returns")
    results = dict(_with_result(signature, usual) for signature in signatures)

    def call(*args: Any) -> Any:
        return function(*args)

    @overload(call)
    def _call(*args: Any) -> Any:
        return _caller(function, results[tuple(map(_strided, args))])

    return _with_parameters(function, call)


def _with_result(signature: Any, usual: Any) -> tuple[tuple[Any, ...], Any]:
    args, result = normalize_signature(signature)
    result = usual if result is None else result
    if result is None:
        raise TypeError(f"the signature {signature} of a function with forceobj=True does not say what it returns")
    return tuple(map(_strided, args)), result


def _strided(ty: Any) -> Any:
    """Return the type with which a loop passes an argument: parts of arrays have any strides."""
    ty = types.unliteral(ty)
    return types.Array(ty.dtype, ty.ndim, "A") if isinstance(ty, types.Array) else ty


def _caller(function: Callable[..., Any], result: Any) -> Callable[..., Any]:
    from coluber import objmode

    def with_result(*args: Any) -> Any:
        with objmode(value=result):
            value = function(*args)
        return value

    def without_result(*args: Any) -> None:
        with objmode():
            function(*args)

    return without_result if result == types.none else with_result


def _with_parameters(function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with as many parameters as one, which calls another: the builders of ufuncs count them."""
    names = ", ".join(f"a{k}" for k in range(function.__code__.co_argcount))
    scope = {"call": call}
    exec(compile(f"def caller({names}):\n    return call({names})\n", f"<caller of {function.__name__}>", "exec"), scope)
    # Not the code's attributes: a ufunc has its function's name and text.
    return update_wrapper(scope["caller"], function, updated=())
