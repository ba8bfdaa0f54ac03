"""Runs the passes of programs over functions that are about to be compiled."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from coluber.core.program_ir.stream import UnreadableError
from coluber.core.program_ir.writing import CHANGED, write_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# What passes have noted of functions, by the types of the arguments.
_metadata: WeakKeyDictionary[FunctionType, dict[tuple[Any, ...], dict[str, Any]]] = WeakKeyDictionary()


def changed(
    dispatcher: Any, function: FunctionType, pipeline: Any, numbers: tuple[int, ...], result: int | None
) -> FunctionType | None:
    """Return what passes and rewrites make of a function for arguments of these types; the compiler asks.

    Parameters
    ----------
    dispatcher : Dispatcher
        The jitted function that is compiled, for which this one may be needed.
    function : function
        The function.
    pipeline : class or None
        The pipeline of the program for it.
    numbers, result : tuple of int, int or None
        The types of the arguments, and of the result where that is given.

    Returns
    -------
    function or None
        None where nothing changes it.
    """
    from coluber.core.rewrites import rewrite_registry

    if pipeline is None and (function.__module__ or "").startswith("coluber."):
        # What the package makes of types and values of the program is none of its functions.
        return None
    if pipeline is None and not rewrite_registry and not _is_asked_about(function):
        return None
    known = function.__dict__.setdefault(CHANGED, {})
    key = (pipeline, numbers, result, rewrite_registry.version())
    if key not in known:
        # What the function itself calls while it is typed is what is known of it until then.
        known[key] = None
        try:
            known[key] = _run(dispatcher, function, pipeline, numbers, result, lambda made: known.__setitem__(key, made))
        except UnreadableError:
            del known[key]
            if pipeline is not None:
                raise
            # The compiler says what is wrong with it.
            return None
        except BaseException:
            del known[key]
            raise
    return known[key]


def _is_asked_about(function: FunctionType) -> bool:
    """Whether callables of the program decide what of a function is inlined."""
    from coluber.core import inlining

    return inlining.refers_to_jitted(function) or inlining.refers_to_implemented(function)


def _run(
    dispatcher: Any, function: FunctionType, pipeline: Any, numbers: Any, result: int | None, note: Any
) -> FunctionType | None:
    from coluber.core.compiler import Compiler, Flags
    from coluber.core.errors import NumbaError
    from coluber.core.types.base import from_id
    from coluber.core.typing.context import typing_context

    options = getattr(dispatcher, "targetoptions", {}) if getattr(dispatcher, "py_func", None) is function else {}
    args, wanted = tuple(map(from_id, numbers)), None if result is None else from_id(result)
    known = dict(options.get("locals") or {})
    compiler = (pipeline or Compiler)(typing_context, None, None, args, wanted, Flags(options), known)
    state = compiler.state
    state.dispatcher, state.before_inference = dispatcher, note
    try:
        compiler.compile_extra(function)
    except NumbaError:
        # What is wrong with the types is said by the compiler itself, of the code as it is then.
        if not state.is_untypable:
            raise
    _metadata.setdefault(function, {})[state.args] = state.metadata
    if pipeline is None and not state.get("rewritten"):
        return None
    return write_function(state.func_ir, function, state.get("last_pass", ""))


def needs_types(manager: Any, function: FunctionType) -> bool:
    """Whether anything of the program runs behind type inference."""
    from coluber.core import inlining
    from coluber.core.rewrites import rewrite_registry

    if rewrite_registry.rewrites["after-inference"] or inlining.refers_to_implemented(function):
        return True
    names = [pass_cls.name() if getattr(pass_cls, "_is_own", False) else "" for pass_cls, _ in manager.passes]
    behind = names[names.index("NopythonTypeInference") :] if "NopythonTypeInference" in names else []
    return "" in behind


def metadata_of(function: FunctionType, args: tuple[Any, ...]) -> dict[str, Any]:
    """Return what passes have noted of a function that was compiled for these types."""
    return _metadata.setdefault(function, {}).setdefault(args, {})
