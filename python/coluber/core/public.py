"""The public names of the package, and where each is."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HOMES = {
    "deferred_type": "coluber.core.types.instances",
    "jit": "coluber.core.decorators",
    "jit_module": "coluber.core.decorators",
    "njit": "coluber.core.decorators",
    "typeof": "coluber.core.typing.typeof",
    "from_dtype": "coluber.np.numpy_support",
    "vectorize": "coluber.np.decorators",
    "guvectorize": "coluber.np.decorators",
    "objmode": "coluber.objectmode.blocks",
    "carray": "coluber.np.carrays",
    "cfunc": "coluber.core.ccallback",
    "farray": "coluber.np.carrays",
    "gdb": "coluber.misc.special",
    "gdb_breakpoint": "coluber.misc.special",
    "gdb_init": "coluber.misc.special",
    "literal_unroll": "coluber.misc.special",
    "literally": "coluber.misc.special",
    "install_as_numba": "coluber.core.alias",
    "get_num_threads": "coluber.core.threads",
    "get_parallel_chunksize": "coluber.core.threads",
    "get_thread_id": "coluber.core.threads",
    "parallel_chunksize": "coluber.core.threads",
    "pndindex": "coluber.core.threads",
    "prange": "coluber.core.threads",
    "set_num_threads": "coluber.core.threads",
    "set_parallel_chunksize": "coluber.core.threads",
    "stencil": "coluber.stencils.decorator",
    "threading_layer": "coluber.core.threads",
}

MODULES = {
    "config": "coluber.core.config",
    "core": "coluber.core",
    "cpython": "coluber.cpython",
    "cuda": "coluber.cuda",
    "experimental": "coluber.experimental",
    "errors": "coluber.core.errors",
    "extending": "coluber.extending",
    "misc": "coluber.misc",
    "np": "coluber.np",
    "parfors": "coluber.parfors",
    "pycc": "coluber.pycc",
    "random": "coluber.random",
    "testing": "coluber.testing",
    "typed": "coluber.typed",
    "types": "coluber.types",
}

ERRORS = frozenset(
    """
    ByteCodeSupportError CompilerError ConstantInferenceError DeprecationError ForbiddenConstruct ForceLiteralArg IRError
    InternalError InternalTargetMismatchError LiteralTypingError LoweringError NonexistentTargetError NotDefinedError
    NumbaAssertionError NumbaAttributeError NumbaDebugInfoWarning NumbaDeprecationWarning NumbaError
    NumbaExperimentalFeatureWarning NumbaIRAssumptionWarning NumbaIndexError NumbaInvalidConfigWarning NumbaKeyError
    NumbaNotImplementedError NumbaParallelSafetyWarning NumbaPedanticWarning NumbaPendingDeprecationWarning
    NumbaPerformanceWarning NumbaRuntimeError NumbaSystemWarning NumbaTypeError NumbaTypeSafetyWarning NumbaValueError
    NumbaWarning RedefinedError RequireLiteralValue TypingError UnsupportedBytecodeError UnsupportedError
    UnsupportedParforsError UnsupportedRewriteError UntypedAttributeError VerificationError ColuberError ColuberWarning
    """.split()
)

# Types that are public besides those of the table of names.
TYPES = ("ffi", "ffi_forced_object", "optional")

# Names that Numba has and Coluber does not have yet: functions, and modules below the package.
NOT_YET = frozenset(
    """
    runtests stubs test cloudpickle scripts
    """.split()
)


def load(name: str) -> Any:
    """Return the value of a public name; raises AttributeError for any other."""
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    if name in MODULES:
        return import_module(MODULES[name])
    if name in ERRORS:
        return getattr(import_module("coluber.core.errors"), name)
    from coluber.core.typenames import PUBLIC

    if name in PUBLIC or name in TYPES:
        return getattr(import_module("coluber.core.types"), name)
    if name == "__version__":
        return _version()
    if name == "version_info":
        return _version_info()
    if name == "__all__":
        # As in Numba, `import *` gives no modules: `np` and `random` would hide those of the program.
        return sorted(names() - {"__version__", "version_info", *MODULES} | {"experimental"})
    from coluber.core.missing import missing

    raise missing(_complaint(name), name)


def names() -> set[str]:
    """Return all public names."""
    from coluber.core.typenames import PUBLIC

    return {*HOMES, *MODULES, *ERRORS, *PUBLIC, *TYPES, "version_info", "__version__"}


def _complaint(name: str) -> str:
    if name in NOT_YET:
        return f"coluber does not have numba.{name} yet"
    if name.startswith("_") or f"coluber.{name}" in sys.modules:
        return f"module 'coluber' has no attribute '{name}'"
    from coluber.core.errors import did_you_mean

    return f"module 'coluber' has no attribute '{name}'{did_you_mean(name, names())}"


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("coluber")
    except metadata.PackageNotFoundError:
        return "0.0.0"


def _version_info() -> tuple[int, ...]:
    """Return the numbers of the version."""
    return tuple(int(part) for part in _version().split(".")[:3] if part.isdigit())
