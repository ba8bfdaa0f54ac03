"""Settings: the environment variables ``NUMBA_X`` and ``COLUBER_X``, and attributes of this module that programs may set.

``COLUBER_X`` wins over ``NUMBA_X``. Each setting is one row of `SETTINGS`. The compiler takes a `snapshot` whenever it
compiles a function, so that ``config.OPT = 0`` takes effect from the next compilation on.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # instead of typing's, which takes milliseconds to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PREFIXES = ("COLUBER_", "NUMBA_")

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}

# ------------------------------------------------------------------------------------------------------------ parsing


def _integer(text: str) -> int:
    lowered = text.strip().lower()
    if lowered in _TRUE:
        return 1
    if lowered in _FALSE:
        return 0
    return int(lowered)


def _optional_flag(text: str) -> int | None:
    return _integer(text) if text.strip() else None


def _level(text: str) -> int:
    level = 3 if text.strip().lower() == "max" else int(text)
    if not 0 <= level <= 3:
        raise ValueError("the levels are 0, 1, 2, 3 and max")
    return level


def _names(text: str) -> list[str]:
    return text.split()


def _compute_capability(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)


def _threading_layer(text: str) -> str:
    layers = ("default", "safe", "forksafe", "threadsafe", "tbb", "omp", "workqueue")
    if text not in layers:
        raise ValueError(f"the layers are {', '.join(layers)}")
    return text


def _backend(text: str) -> str:
    choice = text.strip().lower()
    if choice not in ("auto", "gpu", "emulator", "simulator"):
        raise ValueError("the choices are auto, gpu, emulator and simulator")
    return choice


def _processor_name(text: str) -> str | None:
    return text.strip() or None


class Setting:
    """One row of the table of settings.

    Parameters
    ----------
    name : str
        The attribute of this module.
    parse : callable
        Makes a value of the variable's text; raises ValueError when it can't.
    default : object
        The value when the variable is not set; a callable is called for it.
    doc : str
        What it does.
    variable : str
        The environment variable without its prefix, where it is not the attribute's name.
    """

    __slots__ = ("default", "doc", "name", "parse", "variable")

    def __init__(self, name: str, parse: Callable[[str], Any], default: Any, doc: str, variable: str = "") -> None:
        self.name = name
        self.parse = parse
        self.default = default
        self.doc = doc
        self.variable = variable or name


def _processors() -> int:
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return max(1, os.cpu_count() or 1)


# Settings that the compiler reads; they make up `snapshot`.
_COMPILER = (
    Setting("DISABLE_JIT", _integer, 0, "decorators return the plain Python function"),
    Setting("BOUNDSCHECK", _optional_flag, None, "check array indices in every function (0: in none; unset: by the option)"),
    Setting("OPT", _level, 3, "optimisation level, 0 to 3 or max"),
    Setting("CPU_NAME", _processor_name, None, "compile for this processor; 'generic' for any of the architecture"),
    Setting("CPU_FEATURES", _processor_name, None, "compile for these features, in LLVM's notation"),
    Setting("LOOP_VECTORIZE", _integer, 1, "let LLVM vectorise loops"),
    Setting("SLP_VECTORIZE", _integer, 0, "let LLVM vectorise straight-line code"),
    Setting("DUMP_BYTECODE", _integer, 0, "print the decoded bytecode"),
    Setting("DUMP_CFG", _integer, 0, "print the control-flow graph"),
    Setting("DUMP_IR", _integer, 0, "print the untyped IR"),
    Setting("DUMP_SSA", _integer, 0, "print the typed IR before the passes"),
    Setting("DUMP_ANNOTATION", _integer, 0, "print the typed IR after the passes"),
    Setting("DUMP_LLVM", _integer, 0, "print the LLVM IR"),
    Setting("DUMP_OPTIMIZED", _integer, 0, "print the optimised LLVM IR"),
    Setting("DUMP_ASSEMBLY", _integer, 0, "print the machine code"),
    Setting("ENABLE_PROFILING", _integer, 0, "write /tmp/perf-PID.map, by which perf finds compiled functions"),
    Setting("TIMINGS", _integer, 0, "print the time of each stage of a compilation"),
    Setting("CHROME_TRACE", str, "", "write the time of each stage into this file, for chrome://tracing or Perfetto"),
    Setting("PROGRESS", float, 1.0, "show compilations on a terminal that take longer than so many seconds; 0: none"),
    Setting("OBJECT_CACHE", _integer, 1, "keep machine code of all functions in the user's cache folder, for the next run"),
    Setting("DEBUGINFO_DEFAULT", _integer, 0, "default of the option debug", "DEBUGINFO"),
)

# Settings that the Python half reads.
_PYTHON = (
    Setting("COLOR_SCHEME", str, "auto", "colours of messages: auto, no_color, dark_bg, light_bg, blue_bg, jupyter_nb"),
    Setting("DISABLE_ERROR_MESSAGE_HIGHLIGHTING", _integer, 0, "no colours in messages"),
    Setting("DISABLE_PERFORMANCE_WARNINGS", _integer, 0, "no NumbaPerformanceWarning"),
    Setting("GDB_BINARY", str, "gdb", "the gdb that numba.gdb() starts"),
    Setting("HTML", _processor_name, None, "where a page of the functions made from now on is written", "DUMP_HTML"),
    Setting("JIT_COVERAGE", _integer, 0, "lines that have been compiled count as run for the package coverage"),
    Setting("LLVM_PASS_TIMINGS", _integer, 0, "get_metadata() of jitted functions has the times of LLVM's passes"),
    Setting("OBJECT_FALLBACK", _integer, 1, "functions with jit that can't be compiled run in object mode"),
)

# Settings of CUDA's host side.
_CUDA = (
    Setting("CUDA_BACKEND", _backend, "auto", "what runs kernels: gpu, emulator, simulator, or auto", "CUDA"),
    Setting("CUDA_EMULATED_DEVICES", int, 1, "the number of devices that the emulator has"),
    Setting("CUDA_ARRAY_INTERFACE_SYNC", _integer, 1, "wait for the stream that an imported array names"),
    Setting(
        "CUDA_DEALLOCS_COUNT",
        _integer,
        10,
        "free device memory when more than this many pieces are pending",
        "CUDA_MAX_PENDING_DEALLOCS_COUNT",
    ),
    Setting(
        "CUDA_DEALLOCS_RATIO",
        float,
        0.2,
        "free device memory when more than this part of it is pending",
        "CUDA_MAX_PENDING_DEALLOCS_RATIO",
    ),
    Setting("CUDA_MEMORY_MANAGER", str, "default", "module whose _numba_memory_manager allocates device memory"),
    Setting("CUDA_PER_THREAD_DEFAULT_STREAM", _integer, 0, "the default stream is one for each thread"),
    Setting(
        "CUDA_WARN_ON_IMPLICIT_COPY", _integer, 1, "warn when a kernel's host arrays are copied; set to 1, also on the emulator"
    ),
    Setting("DISABLE_CUDA", _integer, 0, "no CUDA at all"),
    Setting("CUDA_CHECK", _integer, 0, "the emulator reports races, wrong barriers, unwritten shared memory and indices"),
    Setting("ENABLE_CUDASIM", _integer, 0, "kernels run as plain Python, as with CUDA_BACKEND = 'simulator'"),
    Setting("FORCE_CUDA_CC", _compute_capability, None, "the compute capability to compile for, and that the emulator states"),
)

# Settings of Numba that programs may read or set, and that change nothing in Coluber.
_ACCEPTED = (
    Setting("ALWAYS_WARN_UNINIT_VAR", _integer, 0, "accepted"),
    Setting("ANNOTATE", _integer, 0, "accepted"),
    Setting("CACHE_DIR", str, "", "folder of the cache"),
    Setting("CACHE_SIZE", _integer, 1024, "MiB that a folder of the cache may have"),
    Setting("CACHE_LOCATOR_CLASSES", str, "", "accepted"),
    Setting("CUDA_DEBUG_POLY", _integer, 0, "accepted"),
    Setting("CUDA_DEBUGINFO_DEFAULT", _integer, 0, "accepted", "CUDA_DEBUGINFO"),
    Setting("CUDA_DEFAULT_PTX_CC", _compute_capability, (7, 5), "what cuda.compile compiles for unless it is told"),
    Setting("CUDA_DRIVER", str, "", "accepted"),
    Setting("CUDA_ENABLE_MINOR_VERSION_COMPATIBILITY", _integer, 0, "accepted"),
    Setting("CUDA_ENABLE_NRT", _integer, 0, "accepted"),
    Setting("CUDA_INCLUDE_PATH", str, "/usr/local/cuda/include", "where CUDA's headers are, for CUDA C++"),
    Setting("CUDA_NVRTC_EXTRA_SEARCH_PATHS", str, "", "further folders of headers for CUDA C++"),
    Setting("CUDA_LOG_API_ARGS", _integer, 0, "accepted"),
    Setting("CUDA_LOG_LEVEL", str, "", "accepted"),
    Setting("CUDA_LOG_SIZE", _integer, 1024, "accepted"),
    Setting("CUDA_LOW_OCCUPANCY_WARNINGS", _integer, 1, "warn of grids with few blocks, on a GPU"),
    Setting("CUDA_USE_NVIDIA_BINDING", _integer, 0, "accepted"),
    Setting("CUDA_VERBOSE_JIT_LOG", _integer, 1, "accepted"),
    Setting("DEBUG", _integer, 0, "accepted"),
    Setting("DEBUG_ARRAY_OPT", _integer, 0, "accepted"),
    Setting("DEBUG_ARRAY_OPT_RUNTIME", _integer, 0, "accepted"),
    Setting("DEBUG_ARRAY_OPT_STATS", _integer, 0, "accepted"),
    Setting("DEBUG_CACHE", _integer, 0, "print what the cache does"),
    Setting("DEBUG_FRONTEND", _integer, 0, "accepted"),
    Setting("DEBUG_INLINE_CLOSURE", _integer, 0, "accepted"),
    Setting("DEBUG_JIT", _integer, 0, "accepted"),
    Setting("DEBUG_NRT", _integer, 0, "accepted"),
    Setting("DEBUG_NRT_STACK_LIMIT", _integer, 0, "accepted"),
    Setting("DEBUG_PRINT_AFTER", str, "none", "accepted"),
    Setting("DEBUG_PRINT_BEFORE", str, "none", "accepted"),
    Setting("DEBUG_PRINT_WRAP", str, "none", "accepted"),
    Setting("DEBUG_TYPEINFER", _integer, 0, "accepted"),
    Setting("DEVELOPER_MODE", _integer, 0, "accepted"),
    Setting("DIFF_IR", _integer, 0, "accepted"),
    Setting("DISABLE_INTEL_SVML", _integer, 0, "accepted"),
    Setting("DISABLE_TYPEINFER_FAIL_CACHE", _integer, 0, "accepted"),
    Setting("DUMP_FUNC_OPT", _integer, 0, "accepted"),
    Setting("ENABLE_AVX", _integer, 1, "accepted"),
    Setting("ENABLE_SYS_MONITORING", _integer, 0, "profilers count the calls of jitted functions made from now on"),
    Setting("EXTEND_VARIABLE_LIFETIMES", _integer, 0, "accepted"),
    Setting("FULL_TRACEBACKS", _integer, 0, "accepted"),
    Setting("FUNCTION_CACHE_SIZE", _integer, 128, "accepted"),
    Setting("HIGHLIGHT_DUMPS", _integer, 0, "accepted"),
    Setting("LLVM_REFPRUNE_FLAGS", str, "all", "accepted"),
    Setting("LLVM_REFPRUNE_PASS", _integer, 1, "accepted"),
    Setting("NRT_STATS", _integer, 0, "accepted"),
    Setting("NUMBA_NUM_THREADS", _integer, _processors, "accepted", "NUM_THREADS"),
    Setting("PARALLEL_DIAGNOSTICS", _integer, 0, "print what became of parallel loops, 1 to 4: as parallel_diagnostics()"),
    Setting("PARFOR_MAX_TUPLE_SIZE", _integer, 100, "accepted"),
    Setting("SHOW_HELP", _integer, 0, "accepted"),
    Setting("THREADING_LAYER", _threading_layer, "default", "accepted"),
    Setting("THREADING_LAYER_PRIORITY", _names, ["tbb", "omp", "workqueue"], "accepted"),
    Setting("TRACE", _integer, 0, "accepted"),
    Setting("USE_LLVMLITE_MEMORY_MANAGER", _optional_flag, None, "accepted"),
)

SETTINGS: tuple[Setting, ...] = _COMPILER + _PYTHON + _CUDA + _ACCEPTED

_COMPILER_NAMES = tuple(setting.name for setting in _COMPILER)

# Facts about the machine, which Numba keeps in the same place.
IS_WIN32 = sys.platform == "win32"
IS_OSX = sys.platform == "darwin"
MACHINE_BITS = 64 if sys.maxsize > 2**32 else 32
IS_32BITS = MACHINE_BITS == 32
PYVERSION = sys.version_info[:2]
NUMBA_DEFAULT_NUM_THREADS = _processors()
USING_SVML = False

# ------------------------------------------------------------------------------------------------------------ reading


def reload_config() -> None:
    """Read all settings from the environment again."""
    environment = os.environ
    values = globals()
    for setting in SETTINGS:
        default = setting.default
        values[setting.name] = default() if callable(default) else default
    if any(name.startswith(PREFIXES) for name in environment):
        for setting in SETTINGS:
            _read(setting, environment, values)


def _read(setting: Setting, environment: os._Environ[str], values: dict[str, Any]) -> None:
    for prefix in PREFIXES:
        text = environment.get(prefix + setting.variable)
        if text is not None:
            try:
                values[setting.name] = setting.parse(text)
            except ValueError as error:
                _warn_invalid(prefix + setting.variable, text, error)
            return


def _warn_invalid(variable: str, text: str, error: ValueError) -> None:
    from coluber.core.errors import NumbaInvalidConfigWarning, warn

    message = f"Environment variable '{variable}' is set to {text!r}, which can't be used ({error}); its default stays"
    warn(NumbaInvalidConfigWarning(message))


def snapshot() -> dict[str, Any]:
    """Return the present values of the settings that the compiler reads."""
    values = globals()
    return {name: values[name] for name in _COMPILER_NAMES}


reload_config()
