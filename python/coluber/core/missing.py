"""What a module answers for a name that it does not have."""

from __future__ import annotations

import sys

# What to use instead of modules that are parts of Numba's own compiler.
_INTERNALS = "a part of Numba's own compiler, which this one does not have"
_PASSES = "passes of programs see functions by state.func_ir and core.ir (docs/extending.md)"
_CODE = "function.inspect_llvm() and inspect_asm() show code; intrinsics and lower_builtin write it"
_INSTEAD = {
    "core.byteflow": _PASSES,
    "core.codegen": _CODE,
    "core.consts": "core.ir_utils.find_const finds constants",
    "core.debuginfo": "@njit(debug=True) writes debug information",
    "core.descriptors": "core.registry.cpu_target has the contexts",
    "core.environment": "compiled code keeps no objects of Python; context.add_dynamic_addr and pyapi.serialize_object do",
    "core.fastmathpass": "@njit(fastmath=...) sets the flags",
    "core.funcdesc": _CODE,
    "core.generators": "compiled functions with yield are typed and lowered as others",
    "core.inline_closurecall": "@njit(inline='always') and core.ir_utils inline functions",
    "core.interpreter": _PASSES,
    "core.llvm_bindings": _CODE,
    "core.lowering": "lower_builtin, lower_getattr and the others of extending say how things are lowered",
    "core.object_mode_passes": "@jit(forceobj=True) asks for object mode",
    "core.pylowering": "@jit(forceobj=True) asks for object mode, in which CPython runs the function",
    "core.removerefctpass": "references are counted by a pass of the compiler's own",
    "core.ssa": _PASSES,
    "core.targetconfig": "function.targetoptions has the options",
    "core.tracing": "COLUBER_TIMINGS=1 and NUMBA_CHROME_TRACE=FILE tell where time goes",
    "core.transforms": "@jit lifts loops; function.inspect_types() shows them",
    "core.typeconv.typeconv": "core.typeconv.rules and methods of types (can_convert_to) say what converts",
    "core.typeinfer": "function.inspect_types() and get_annotation_info() tell types; type_callable and overload say them",
    "core.unsafe.eh": "try, except and raise work in implementations of overloads",
    "parfors.array_analysis": "function.parallel_diagnostics() tells what runs in parallel",
    "typed.typedobjectutils": "typed.List and typed.Dict work in implementations of overloads",
}


def _missing_module(name: str, package: str) -> str:
    """Return the text for a module of a package (``coluber`` or ``numba``) that is not there."""
    relative = name.partition(".")[2]
    instead = next((text for known, text in _INSTEAD.items() if f"{relative}.".startswith(f"{known}.")), None)
    if instead is None:
        return f"coluber does not have {name if package == 'numba' else relative} yet"
    return f"coluber does not have {name if package == 'numba' else relative}, {_INTERNALS}: {instead}"


def no_module(name: str) -> ModuleNotFoundError:
    """Return the exception for the import of a module of Numba that is not there."""
    return ModuleNotFoundError(_missing_module(name, "numba"), name=name)


def missing(message: str, name: str) -> Exception:
    """Return the exception to raise from a module's ``__getattr__``.

    It is an AttributeError, so that ``hasattr`` works. ``from module import name`` would replace an AttributeError's text by
    its own words; there it is an ImportError with the text.
    """
    # The import system itself asks for attributes such as `__path__`, and goes on without them.
    is_special = name.startswith("__") and name.endswith("__")
    if not is_special and _asked_by_import_from():
        return ImportError(message)
    return AttributeError(message, name=name)


def module_or_missing(package: str, name: str) -> object:
    """Return a module of a package, which is imported; raises what `missing` makes where there is none.

    Programs use ``numba.core.imputils`` and the like without importing them: Numba has imported all of it.
    """
    from importlib import import_module
    from importlib.util import find_spec

    if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
        return import_module(f"{package}.{name}")
    raise missing(_missing_module(f"{package}.{name}", "coluber"), name)


def _asked_by_import_from() -> bool:
    """Whether the first caller outside this package is executing ``from module import name``."""
    import opcode

    frame = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "coluber":
        frame = frame.f_back
    if frame is None or frame.f_lasti < 0:
        return False
    return frame.f_code.co_code[frame.f_lasti] == opcode.opmap["IMPORT_FROM"]
