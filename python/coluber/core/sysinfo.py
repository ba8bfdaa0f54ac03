"""What ``coluber -s`` shows."""

from __future__ import annotations

import os
import platform
import sys


def system_information() -> str:
    """Return the system, the versions, and the settings that differ from their defaults, as text."""
    found = rows()
    width = max(len(name) for name, _ in found) + 2
    return "".join(f"{name:{width}}{value}\n" for name, value in found)


def rows() -> list[tuple[str, str]]:
    """Return the same as names and values."""
    import coluber
    from coluber.core import config

    found = [
        ("Coluber", coluber.__version__),
        ("Python", f"{platform.python_implementation()} {platform.python_version()} ({sys.executable})"),
        ("NumPy", _numpy_version()),
        ("System", platform.platform()),
        ("Machine", platform.machine()),
        ("CPU", _processor_name()),
        ("Processors", str(config.NUMBA_DEFAULT_NUM_THREADS)),
        ("Native module", _native_path()),
        *_cuda_rows(),
    ]
    for setting in config.SETTINGS:
        value = getattr(config, setting.name)
        if not callable(setting.default) and value != setting.default:
            found.append((f"Setting {setting.name}", repr(value)))
    found += [(f"Variable {name}", os.environ[name]) for name in sorted(os.environ) if name.startswith(config.PREFIXES)]
    return found


def _numpy_version() -> str:
    try:
        import numpy
    except ImportError:
        return "not installed"
    return numpy.__version__


def _native_path() -> str:
    try:
        from coluber import _native
    except ImportError as error:
        return f"can't be loaded: {error}"
    return str(getattr(_native, "__file__", "built in"))


def _cuda_rows() -> list[tuple[str, str]]:
    try:
        from coluber.cuda.host.libraries import report

        return report()
    except Exception as error:
        return [("CUDA", f"can't be asked: {error}")]


def _processor_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = (line.partition(":") for line in file)
            return next(value.strip() for name, _, value in lines if name.strip() == "model name")
    except (OSError, StopIteration):
        return platform.processor() or "not known"
