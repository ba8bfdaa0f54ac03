"""The decorators `jit` and `njit`."""

from __future__ import annotations

from types import FunctionType

from coluber.core import config
from coluber.core.options import check_options
from coluber.core.sigutils import is_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def jit(signature_or_function: Any = None, **options: Any) -> Any:
    """Compile a function to machine code when it is called.

    Parameters
    ----------
    signature_or_function : callable, signature or list of signatures, optional
        The function, when the decorator is written without arguments. A signature, such as ``"f8(i4, i4)"``,
        ``float64(int32)`` or ``(int32, int32)``, or a list of them, compiles at once, for these types only.
    **options : object
        See `coluber.core.options`: ``fastmath``, ``error_model``, ``boundscheck``, ``nogil``, ``locals``, ``inline``,
        ``forceinline``, ``debug`` and others. Unless there is ``nopython=True``, a function that can't be compiled runs in
        object mode: in the interpreter, with the loops that can be compiled taken out (``looplift=False``: with none);
        ``forceobj=True`` asks for that.

    Returns
    -------
    Dispatcher or callable
        The jitted function, or a decorator that makes one.

    Raises
    ------
    KeyError
        An option does not exist.
    TypeError
        The decorated object is not a Python function.

    Examples
    --------
    >>> @jit
    ... def add(x, y):
    ...     return x + y
    >>> add(1, 2)
    3
    """
    _refuse_removed(options)
    if config.DEBUGINFO_DEFAULT:
        options.setdefault("debug", True)
    if "device" in options:
        from coluber.core.refused import for_kernels

        return for_kernels(signature_or_function)
    if options.get("_target", "cpu") != "cpu":
        return _for_target(signature_or_function, options)
    checked = check_options({name: value for name, value in options.items() if name != "_target"})
    if checked.get("forceobj") or (config.OBJECT_FALLBACK and not checked.get("nopython")):
        checked["_fallback"] = True
    function, signatures = function_and_signatures(signature_or_function)
    if options.get("nopython") is False:
        _warn_nopython_false()

    def decorate(function: Any) -> Any:
        return _make_dispatcher(function, signatures, checked)

    return decorate if function is None else decorate(function)


def _for_target(signature_or_function: Any, options: dict[str, Any]) -> Any:
    """Return what the dispatcher of a target of the program makes of a function."""
    from coluber.core.target_extension import jit_for

    function, signatures = function_and_signatures(signature_or_function)
    make = jit_for(options["_target"], {name: value for name, value in options.items() if name != "_target"})

    def decorate(function: Any) -> Any:
        dispatcher = make(function)
        for signature in signatures or ():
            dispatcher.compile(signature)
        if signatures is not None:
            dispatcher.disable_compile()
        return dispatcher

    return decorate if function is None else decorate(function)


def njit(signature_or_function: Any = None, **options: Any) -> Any:
    """Compile a function to machine code when it is called; as `jit` with ``nopython=True``."""
    for name in ("nopython", "forceobj"):
        if name in options:
            from coluber.core.errors import warn

            warn(RuntimeWarning(f"njit decides {name} itself, and ignores the one that is given"))
            del options[name]
    options["nopython"] = True
    return jit(signature_or_function, **options)


def function_and_signatures(argument: Any) -> tuple[Any, list[Any] | None]:
    """Tell apart what the decorator's first argument may be."""
    if argument is None:
        return None, None
    if isinstance(argument, list):
        return None, argument
    return (None, [argument]) if is_signature(argument) else (argument, None)


def _make_dispatcher(function: Any, signatures: list[Any] | None, options: dict[str, Any]) -> Any:
    if config.DISABLE_JIT and isinstance(function, FunctionType):
        return function
    from coluber.core.dispatcher import new_dispatcher

    if signatures is not None and options.get("forceobj"):
        signatures = [signature for signature in signatures if not _is_empty(signature)] or None
    return jitted(function, signatures, lambda function: new_dispatcher(function, options))


def _is_empty(signature: Any) -> bool:
    """Whether a signature says nothing: in object mode the types of arguments need not be given."""
    return signature == () or (isinstance(signature, str) and signature.replace(" ", "") == "()")


def compiled(function: Any, options: dict[str, Any]) -> Any:
    """As ``njit(**options)(function)``, also where jitted functions are to run as Python: ufuncs are compiled all the same."""
    from coluber.core.dispatcher import new_dispatcher

    all_options = {"debug": True, **options} if config.DEBUGINFO_DEFAULT else options
    return jitted(function, None, lambda function: new_dispatcher(function, check_options(all_options)))


def jitted(function: Any, signatures: list[Any] | None, make: Callable[[FunctionType], Any]) -> Any:
    """Make the dispatcher of a Python function by `make`; with signatures it is compiled for these, and for no others."""
    from coluber.core.dispatcher import Dispatcher

    if isinstance(function, Dispatcher):
        raise TypeError(
            f"A jit decorator was called on an already jitted function, {function}: the Python function that it was made"
            " of is its attribute py_func"
        )
    if not isinstance(function, FunctionType):
        hint = ""
        if isinstance(getattr(function, "__wrapped__", None), FunctionType):
            hint = " Write the jit decorator below the other one, directly above the function."
        raise TypeError(f"The decorated object is not a function, but of {type(function)}.{hint}")
    dispatcher = make(function)
    if signatures is not None:
        for signature in signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _refuse_removed(options: dict[str, Any]) -> None:
    for name in ("argtypes", "restype"):
        if name in options:
            from coluber.core.errors import DeprecationError

            raise DeprecationError(f"`{name}` is a thing of the past: give the signature as the first argument, without a name")
    if options.get("nopython") and options.get("forceobj"):
        raise ValueError("'nopython' and 'forceobj' exclude each other.")


def _warn_nopython_false() -> None:
    from coluber.core.errors import NumbaDeprecationWarning, warn

    message = "'nopython=False' asks for what is done anyway, and changes nothing."
    warn(NumbaDeprecationWarning(message))


def jit_module(**kwargs: Any) -> None:
    """Compile all functions that the calling module has defined so far, as by `jit`.

    Parameters
    ----------
    **kwargs
        The options of `jit`.
    """
    import sys

    module = sys._getframe(1).f_globals
    for name, value in list(module.items()):
        if isinstance(value, FunctionType) and value.__module__ == module.get("__name__"):
            module[name] = jit(value, **kwargs)


def __getattr__(name: str) -> Any:
    """Return the decorators that live elsewhere, which Numba has in this module."""
    if name in ("cfunc", "stencil"):
        from coluber.core import public

        return public.load(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
