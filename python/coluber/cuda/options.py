"""The options of `cuda.jit`: one row each, checked by name and value where the decorator is written."""

from __future__ import annotations

from coluber.core.options import OPTIONS as CPU_OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def _flag(name: str, value: object) -> bool:
    return bool(value)


def _optional_flag(name: str, value: object) -> bool | None:
    return None if value is None else bool(value)


def _opt(name: str, value: object) -> int:
    if value not in (True, False, 0, 1, 2, 3):
        raise ValueError(f"opt must be a bool or a level from 0 to 3, got {value!r}")
    return int(value) if not isinstance(value, bool) else 3 * value


def _max_registers(name: str, value: object) -> int | None:
    if value is not None and (not isinstance(value, int) or not 16 <= value <= 255):
        raise ValueError(f"max_registers must be an integer from 16 to 255, got {value!r}")
    return value


def _launch_bounds(name: str, value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    bounds = (value,) if isinstance(value, int) else tuple(value)
    if not 1 <= len(bounds) <= 3 or not all(isinstance(bound, int) and bound > 0 for bound in bounds):
        raise ValueError(
            "launch_bounds are one to three positive integers: threads of a block, blocks of a multiprocessor, blocks of a"
            f" cluster; got {value!r}"
        )
    return bounds


def _list(name: str, value: object) -> list[Any]:
    return [] if value is None else list(value)


def _carveout(name: str, value: object) -> object:
    known = {"MaxL1": 0, "MaxShared": 100, "default": -1}
    if value is None or value in known or (isinstance(value, int) and -1 <= value <= 100):
        return value
    raise ValueError(f"shared_memory_carveout must be one of {sorted(known)} or an integer from -1 to 100, got {value!r}")


def _boundscheck(name: str, value: object) -> object:
    if value:
        raise NotImplementedError("bounds checking is not supported for CUDA: use debug=True, which checks every index")
    return value


def _inline(name: str, value: object) -> object:
    """Check how calls of the function are inlined: as on the processor, or whether at all."""
    words = {True: "always", False: "never"}
    return CPU_OPTIONS["inline"](name, words[value] if isinstance(value, bool) else value)


OPTIONS: dict[str, Callable[[str, Any], Any]] = {
    "device": _flag,
    "debug": _optional_flag,
    "opt": _opt,
    "lineinfo": _flag,
    "fastmath": CPU_OPTIONS["fastmath"],
    "max_registers": _max_registers,
    "launch_bounds": _launch_bounds,
    "link": _list,
    "cache": _flag,
    "inline": _inline,
    "forceinline": _flag,
    "lto": _optional_flag,
    "shared_memory_carveout": _carveout,
    "extensions": _list,
    "boundscheck": _boundscheck,
    "fma": _flag,
    "locals": CPU_OPTIONS["locals"],
}


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with their values in one form.

    Raises
    ------
    KeyError
        A name is not an option.
    ValueError, TypeError
        A value does not fit, or two options exclude each other.
    """
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        from coluber.core.errors import did_you_mean

        names = ", ".join(f"'{name}'{did_you_mean(name, OPTIONS)}" for name in unknown)
        raise KeyError(f"Unrecognized options: {{{names}}}. Known options are {sorted(OPTIONS)}")
    checked = {name: OPTIONS[name](name, value) for name, value in options.items()}
    if checked.get("debug") and checked.get("lineinfo"):
        raise ValueError("debug=True includes lineinfo: give one of them")
    if checked.get("device") and checked.get("link"):
        raise ValueError("link= is for kernels: a device function is linked with the kernel that calls it")
    return checked
