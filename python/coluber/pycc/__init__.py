"""Compiling functions ahead of time: a module that has their machine code, and compiles nothing when it is imported.

With Numba's interface. The module is one file of Python, which needs Coluber where it is imported. On a processor that lacks
what the code was compiled for, its functions are compiled again.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

__all__ = ["CC"]

_LINE = 120


class CC:
    """A module to be compiled.

    Parameters
    ----------
    extension_name : str
        The name of the module.
    source_module : module, optional
        Says in which folder the module is written: that of the module's file; by default that of the caller.

    Attributes
    ----------
    name : str
        The name of the module.
    output_dir, output_file : str
        Where it is written.
    target_cpu : str
        The processor to compile for, by LLVM's name: ``"generic"`` for any; this machine's (``"host"``) by default.
    verbose : bool
        Whether `compile` says what it does.
    use_nrt, debug : bool
        Accepted; they have no effect.
    """

    def __init__(self, extension_name: str, source_module: Any = None) -> None:
        if "." in extension_name:
            raise ValueError("the name of the module must be without dots")
        self.name = extension_name
        file = sys._getframe(1).f_globals.get("__file__") if source_module is None else source_module.__file__
        self.output_dir = os.path.dirname(os.path.abspath(file)) if file else os.getcwd()
        self.output_file = f"{extension_name}.py"
        self.target_cpu = "host"
        self.verbose = self.debug = False
        self.use_nrt = True
        self._exported: dict[str, tuple[FunctionType, Any]] = {}

    def export(self, exported_name: str, sig: Any) -> Callable[[FunctionType], FunctionType]:
        """Compile the decorated function, which stays as it is, for a signature under a name.

        Parameters
        ----------
        exported_name : str
            The name in the module.
        sig : signature
            The types, in any form that `jit` takes.
        """
        from coluber.core.sigutils import normalize_signature

        normalize_signature(sig)
        if exported_name in self._exported:
            raise KeyError(f"duplicated export symbol {exported_name}")

        def take(function: FunctionType) -> FunctionType:
            self._exported[exported_name] = function, sig
            return function

        return take

    def compile(self) -> None:
        """Compile the functions and write the module."""
        functions = {name: self._compiled(name, *export) for name, export in self._exported.items()}
        path = os.path.join(self.output_dir, self.output_file)
        if self.verbose:
            print("writing", path)
        with open(path, "w", encoding="ascii") as file:
            file.write(_text_of(self.name, pickle.dumps(functions)))

    def _compiled(self, name: str, function: FunctionType, sig: Any) -> Any:
        """Return the jitted function of an exported one, with code for its signature alone."""
        from coluber import njit
        from coluber.core import config

        if self.verbose:
            print("compiling", name)
        before = config.CPU_NAME
        if self.target_cpu not in ("host", None):
            config.CPU_NAME = self.target_cpu
        try:
            return njit([sig])(function)
        finally:
            config.CPU_NAME = before

    def distutils_extension(self, **kwargs: Any) -> None:
        """Refuse: the module is a file of Python, which `compile` writes."""
        from coluber.core.errors import UnsupportedError

        raise UnsupportedError(
            "CC.distutils_extension is not supported: the module is a file of Python. "
            "Call cc.compile() in setup.py before setup()"
        )


def _text_of(name: str, pickled: bytes) -> str:
    """Return the text of a module."""
    code = base64.b85encode(pickled).decode("ascii")
    lines = "".join(f'    r"{code[at : at + _LINE]}"\n' for at in range(0, len(code), _LINE))
    return (
        f'"""The functions of {name}, compiled ahead of time by Coluber."""\n\nfrom coluber.pycc import load as _load\n\n'
        f"globals().update(\n    _load(\n{lines}    )\n)\n"
    )


def load(text: str) -> dict[str, Any]:
    """Return the functions of a module that `CC.compile` has written."""
    return pickle.loads(base64.b85decode(text))


def __getattr__(name: str) -> object:
    """Load a module of this package at first use."""
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
