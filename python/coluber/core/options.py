"""The options of the decorators: one row each, checked by name and value where the decorator is written."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

FASTMATH_FLAGS = frozenset(("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"))
ERROR_MODELS = ("python", "numpy")


def _flag(name: str, value: object) -> bool:
    return bool(value)


def _optional_flag(name: str, value: object) -> bool | None:
    return None if value is None else bool(value)


def _fastmath(name: str, value: object) -> bool | frozenset[str]:
    if isinstance(value, (bool, int)) or value is None:
        return bool(value)
    if not isinstance(value, (set, frozenset, tuple, list, dict)):
        raise ValueError(f"fastmath takes True, False or a set of flags, not {value!r}")
    unknown = set(value) - FASTMATH_FLAGS
    if unknown:
        raise ValueError(f"Unrecognized fastmath flags: {unknown}. Known flags are {sorted(FASTMATH_FLAGS)}")
    return frozenset(flag for flag in value if not isinstance(value, dict) or value[flag])


def _error_model(name: str, value: object) -> str:
    if value not in ERROR_MODELS:
        raise ValueError(f"error_model must be 'python' or 'numpy', got {value!r}")
    return value


def _locals(name: str, value: object) -> dict[str, Any]:
    from coluber.core.types.base import Type

    if not isinstance(value, dict):
        raise TypeError(f"locals must be a dict of variable names and types, got {value!r}")
    for variable, ty in value.items():
        if not isinstance(ty, Type):
            raise TypeError(f"locals: the type of variable {variable!r} must be a type instance, got {ty!r}")
    return dict(value)


def _inline(name: str, value: object) -> object:
    """Check how calls of the function are inlined.

    ``'always'`` puts the function's body in the place of each call, as ``forceinline=True`` does; calls of a recursive function
    from itself stay. With ``'never'``, the default of Numba, the optimiser decides by the sizes of the functions. A callable is
    asked for each call of a function that is compiled, with the call and the IR of both functions (`coluber.core.ir`): where it
    returns something true, that is as with ``'always'``, else as with ``'never'``.
    """
    # Modules that most programs don't need are not loaded for what is usual.
    if value not in ("always", "never"):
        from coluber.core import inlining

        inlining.check(value)
        inlining.note_option(value)
    return value


def _debug(name: str, value: object) -> bool:
    """Make the function known to debuggers such as gdb, by file, lines and variables, and check its indices.

    The function is then compiled without optimisation, so that each line and variable can be seen; with ``_dbg_optnone=False``
    it is optimised, and what a debugger shows is only roughly right.
    """
    return bool(value)


# The constructs that a dict for `parallel` can leave on one thread. Expressions are fused in any case.
PARALLEL_CONSTRUCTS = ("comprehension", "prange", "numpy", "reduction", "inplace_binop", "setitem", "stencil", "fusion")


def _parallel(name: str, value: object) -> object:
    if isinstance(value, dict):
        unknown = [key for key in value if key not in PARALLEL_CONSTRUCTS]
        if unknown:
            known = ", ".join(PARALLEL_CONSTRUCTS)
            raise NameError(f"Unrecognized parallel options: {', '.join(map(repr, unknown))}. Known options are {known}")
    if not isinstance(value, (bool, int, dict)) or (isinstance(value, int) and value not in (0, 1)):
        raise ValueError(f"parallel takes True, False or a dict of what is divided, not {value!r}")
    return value


def _pipeline(name: str, value: object) -> Any:
    """Check a pipeline: a class derived from `coluber.core.compiler.CompilerBase`."""
    if value is None:
        return None
    from coluber.core.compiler_machinery import Pipeline

    return value if isinstance(value, Pipeline) else Pipeline(value)


OPTIONS: dict[str, Callable[[str, Any], Any]] = {
    "nopython": _flag,
    "fastmath": _fastmath,
    "error_model": _error_model,
    "boundscheck": _optional_flag,
    "nogil": _flag,
    "locals": _locals,
    "inline": _inline,
    "forceinline": _flag,
    "debug": _debug,
    "parallel": _parallel,
    "cache": _flag,
    "forceobj": _flag,
    "pipeline_class": _pipeline,
    "looplift": _flag,
    "no_cpython_wrapper": _flag,
    "no_cfunc_wrapper": _flag,
    "no_rewrites": _flag,
    "_nrt": _flag,
    "_dbg_extend_lifetimes": _flag,
    "_dbg_optnone": _flag,
    # Applied to elements of arrays: numbers of NumPy, which widen a float16 or an array beside them.
    "_elementwise": _flag,
    "_target": lambda name, value: value,
}


def unknown_options(unknown: list[str]) -> KeyError:
    """Return the error for names that are not options."""
    from coluber.core.errors import did_you_mean

    names = ", ".join(f"'{name}'{did_you_mean(name, OPTIONS)}" for name in unknown)
    return KeyError(f"Unrecognized options: {{{names}}}. Known options are {sorted(OPTIONS)}")


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with their values in one form.

    Raises
    ------
    KeyError
        A name is not an option.
    ValueError, TypeError
        A value does not fit.
    UnsupportedError
        An option that Coluber does not have yet, and without which the results would differ.
    """
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        raise unknown_options(unknown)
    return {name: OPTIONS[name](name, value) for name, value in options.items()}
