"""CUDA: kernels in Python, devices, memory, streams; ``numba.cuda``.

Importing the package loads nothing: each name is loaded when it is first used. The words of kernels are listed in
`coluber.cuda.kernel.names`, the host's interface in `coluber.cuda.host.names`, the rest here.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Programs ask whether Numba itself is there, whose types and overloads kernels then may use; here they are part of the package.
HAS_NUMBA = True

_HOMES = {
    "jit": "coluber.cuda.decorators",
    "declare_device": "coluber.cuda.external",
    "vectorize": "coluber.cuda.vectorizers",
    "guvectorize": "coluber.cuda.vectorizers",
    "reduce": "coluber.cuda.reduction",
    "Reduce": "coluber.cuda.reduction",
    "compile": "coluber.cuda.compiler",
    "compile_all": "coluber.cuda.compiler",
    "compile_for_current_device": "coluber.cuda.compiler",
    "compile_ptx": "coluber.cuda.compiler",
    "compile_ptx_for_current_device": "coluber.cuda.compiler",
}

_MODULES = {
    "config": "coluber.core.config",
    "extending": "coluber.cuda.extending",
    "kernels": "coluber.cuda.kernels",
    "launchconfig": "coluber.cuda.launchconfig",
    "random": "coluber.cuda.random",
    "simulator": "coluber.cuda.simulator",
    "types": "coluber.types",
}


def _tables() -> tuple[dict[str, str], dict[str, str]]:
    """Return the homes of all names, and the modules by public name."""
    from coluber.cuda.kernel import names as kernel

    homes = {**_HOMES, **kernel.HOMES}
    modules = {**_MODULES, **kernel.MODULES}
    try:
        from coluber.cuda.host import names as host
    except ModuleNotFoundError:
        return homes, modules
    homes.update(host.HOMES)
    modules.update(getattr(host, "MODULES", {}))
    return homes, modules


def _import(module: str, name: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module and not module.startswith(f"{error.name}."):
            raise
        from coluber.core.missing import missing

        raise missing(f"coluber does not have numba.cuda.{name} yet", name) from None


def __getattr__(name: str) -> Any:
    """Load a public name at its first use."""
    if name.startswith("__"):
        raise AttributeError(f"module 'coluber.cuda' has no attribute '{name}'", name=name)
    homes, modules = _tables()
    if name in homes:
        value = getattr(_import(homes[name], name), name)
    elif name in modules:
        value = _import(modules[name], name)
    else:
        value = _scalar_type(name)
    globals()[name] = value
    return value


def _scalar_type(name: str) -> Any:
    """Return a type of the package that ``numba.cuda`` re-exports (``cuda.float32``); raises AttributeError for other names."""
    from coluber.core.typenames import PUBLIC

    if name in PUBLIC:
        from coluber import types

        return getattr(types, name)
    from coluber.core.errors import did_you_mean
    from coluber.core.missing import missing

    homes, modules = _tables()
    raise missing(f"module 'coluber.cuda' has no attribute '{name}'{did_you_mean(name, {*homes, *modules})}", name)


def __dir__() -> list[str]:
    homes, modules = _tables()
    return sorted({*globals(), *homes, *modules})
