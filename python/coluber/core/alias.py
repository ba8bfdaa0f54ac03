"""``install_as_numba``: from then on ``import numba`` gives Coluber.

``numba.X`` and ``coluber.X`` are the same module objects. Only the package ``numba`` itself is an object of its own, which
passes everything on to ``coluber`` but its version: programs compare ``numba.__version__``, so that it names the Numba whose
interface this is.
"""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

import coluber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

COMPATIBLE_VERSION = "0.68.1"

# Modules of Numba that live elsewhere here.
_RENAMED = {
    "numba.np.numpy_support": "coluber.np.numpy_support",
    "numba.np.ufunc.decorators": "coluber.np.decorators",
    "numba.np.ufunc.gufunc": "coluber.np.ufunc.generalised",
    "numba.core.typeconv.castgraph": "coluber.core.typeconv",
    "numba.core.types.function_type": "coluber.core.types.functions",
    "numba.stencils.stencil": "coluber.stencils.decorator",
}

# Packages and modules of which numba-cuda has copies of its own; here kernels and other functions share them.
_OF_NUMBA_CUDA = {
    "coluber.cuda.cgutils": "coluber.core.cgutils",
    "coluber.cuda.core": "coluber.core",
    "coluber.cuda.datamodel": "coluber.core.datamodel",
    "coluber.cuda.misc": "coluber.misc",
    "coluber.cuda.np": "coluber.np",
    "coluber.cuda.serialize": "coluber.core.serialize",
    "coluber.cuda.typeconv": "coluber.core.typeconv",
    "coluber.cuda.typing": "coluber.core.typing",
    "coluber.cuda.utils": "coluber.core.utils",
}


class _Package(ModuleType):
    """The package ``numba``: Coluber under another name and version."""

    def __getattr__(self, name: str) -> Any:
        return getattr(coluber, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__"):
            super().__setattr__(name, value)
        elif not (isinstance(value, ModuleType) and value.__name__.startswith("coluber")):
            setattr(coluber, name, value)

    def __delattr__(self, name: str) -> None:
        # Of what `__setattr__` has put into the other module.
        if name in vars(self):
            super().__delattr__(name)
        else:
            delattr(coluber, name)

    def __dir__(self) -> list[str]:
        return dir(coluber)


class _Loader(Loader):
    """Gives a module that is there already."""

    def __init__(self, target: str) -> None:
        self.target = target

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return Coluber's module."""
        module = importlib.import_module(self.target)
        self.original_spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module back its own spec; nothing is executed twice."""
        module.__spec__ = self.original_spec


class _Finder(MetaPathFinder):
    """Finds ``numba.X`` in Coluber."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of Coluber's module; raises ImportError for one that Coluber lacks."""
        here = _home(fullname)
        # `from numba.cuda import typing` asks for the module by the name of the package here.
        if here == fullname or not fullname.startswith(("numba.", "coluber.cuda.")):
            return None
        if find_spec(here) is None:
            from coluber.core.missing import no_module

            raise no_module(fullname)
        return ModuleSpec(fullname, _Loader(here), is_package=True)


def _home(fullname: str) -> str:
    """Return the name that a module has in Coluber."""
    here = "coluber" + fullname[len("numba") :] if fullname.startswith("numba.") else fullname
    here = _RENAMED.get(fullname, here)
    for copied, shared in _OF_NUMBA_CUDA.items():
        if here == copied or here.startswith(f"{copied}."):
            return shared + here[len(copied) :]
    return here


def install_as_numba() -> None:
    """Make ``import numba``, ``import numba.X`` and ``from numba import X`` give Coluber in this process.

    ``numba.__version__`` then is the version of the Numba whose interface Coluber offers. Calling it again does nothing.

    Raises
    ------
    ImportError
        Another ``numba`` has been imported already.
    """
    present = sys.modules.get("numba")
    if isinstance(present, _Package):
        return
    if present is not None:
        raise ImportError("numba is imported already; call coluber.install_as_numba() before the first 'import numba'")
    sys.modules["numba"] = _make_package()
    sys.meta_path.insert(0, _Finder())


def is_installed() -> bool:
    """Whether ``import numba`` gives Coluber."""
    return isinstance(sys.modules.get("numba"), _Package)


def _make_package() -> _Package:
    package = _Package("numba", coluber.__doc__)
    package.__version__ = COMPATIBLE_VERSION
    package.__path__ = []
    package.__file__ = coluber.__file__
    spec = ModuleSpec("numba", None, is_package=True)
    package.__spec__ = spec
    package.__dict__["version_info"] = tuple(map(int, COMPATIBLE_VERSION.split(".")))
    return package
