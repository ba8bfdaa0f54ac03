"""Which names of NumPy compiled code has: ``docs/numpy.md``, and what a test compares with NumPy itself.

``python tools/numpy_names.py`` prints the page, ``--write`` writes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "numpy.md"

FAMILIES = {"chebyshev": "cheb", "legendre": "leg", "hermite": "herm", "hermite_e": "herme", "laguerre": "lag"}
MODULES = (
    "numpy",
    "numpy.linalg",
    "numpy.fft",
    "numpy.random",
    "numpy.polynomial.polynomial",
    *(f"numpy.polynomial.{family}" for family in FAMILIES),
    "numpy.lib.stride_tricks",
)

# What series of orthogonal polynomials have in several variables, after the prefix of the family.
SEVERAL_VARIABLES = ("val2d", "val3d", "grid2d", "grid3d", "vander2d", "vander3d")

# Why compiled code does not have a name that NumPy has.
ABSENT: dict[str, dict[str, str]] = {
    "files, texts and settings, which belong to Python": {
        "numpy": """
            array2string format_float_positional format_float_scientific
            fromfile fromregex fromstring genfromtxt get_include get_printoptions getbufsize geterr geterrcall info load loadtxt
            memmap mintypecode printoptions save savetxt savez savez_compressed set_printoptions setbufsize seterr seterrcall
            show_config show_runtime test
            typename
        """,
        "ndarray": "device dump dumps setflags to_device tofile",
    },
    "objects of Python, which compiled code does not have": {
        "numpy": "asmatrix from_dlpack frompyfunc matrix recarray ufunc flatiter",
        "numpy.random": """
            BitGenerator get_state set_state
        """,
        "numpy.polynomial.chebyshev": "chebinterpolate",
    },
    "polynomials in several variables, and matrices whose eigenvalues are roots: use the functions of one variable": {
        **{
            f"numpy.polynomial.{family}": " ".join(f"{prefix}{name}" for name in (*SEVERAL_VARIABLES, "companion"))
            for family, prefix in FAMILIES.items()
        },
    },
}


def keys() -> set[str]:
    """Return the keys of the library, without those that only say what to use instead."""
    from coluber.lib import index
    from coluber.lib.numpy.refusals import INSTEAD

    return set(index.keys()) - set(INSTEAD)


def instead(module: str) -> dict[str, str]:
    """Return the names of a module that are refused, with what to use instead."""
    from coluber.lib.numpy.refusals import INSTEAD

    if module == "ndarray":
        return {key.rsplit(":", maxsplit=1)[-1]: text for key, text in INSTEAD.items() if ":" in key}
    parts = {key: key.rsplit(".", maxsplit=1) for key in INSTEAD if ":" not in key}
    return {name: INSTEAD[key] for key, (own, name) in parts.items() if own == module}


def is_known(module: str, name: str, function: object) -> bool:
    """Whether compiled code has a function of NumPy."""
    from coluber import _native

    candidates = {f"{module}.{name}", _native.key_of(function)} - {None}
    return any(_native.is_builtin(key) or key in keys() for key in candidates)


def is_known_method(name: str) -> bool:
    """Whether compiled code has a method or an attribute of arrays."""
    from coluber import _native

    return _native.is_builtin(f"array.{name}") or bool({f"array.{name}", f"method:{name}", f"attribute:{name}"} & keys())


def public_functions(module: str) -> dict[str, object]:
    """Return the public functions of a module of NumPy, with types and constants left out."""
    from importlib import import_module

    found = import_module(module)
    names = getattr(found, "__all__", None) or [name for name in dir(found) if not name.startswith("_")]
    values = {name: getattr(found, name) for name in names if not name.startswith("_")}
    return {name: value for name, value in values.items() if not _is_constant(module, value)}


def _is_constant(module: str, value: object) -> bool:
    """Whether a value is no function: a number, a module, a class of numbers or of exceptions."""
    import types

    import numpy

    if isinstance(value, type):
        return issubclass(value, (numpy.generic, Exception, bool)) or value in (numpy.ndarray, numpy.dtype)
    own = getattr(value, "__module__", "") or ""
    return isinstance(value, types.ModuleType) or not (callable(value) or own.startswith("numpy.lib")) or value is True


def array_names() -> list[str]:
    """Return the names of attributes and methods of arrays."""
    import numpy

    return [name for name in dir(numpy.ndarray) if not name.startswith("_")]


def absent(module: str) -> set[str]:
    """Return the names of a module for which a reason is given."""
    return {name for modules in ABSENT.values() for name in modules.get(module, "").split()} | set(instead(module))


def supported(module: str) -> list[str]:
    """Return the names of a module that compiled code has."""
    if module == "ndarray":
        return sorted(name for name in array_names() if is_known_method(name))
    return sorted(name for name, value in public_functions(module).items() if is_known(module, name, value))


def page() -> str:
    """Return the text of the page."""
    lines = [
        "# NumPy in compiled code",
        "",
        "What compiled code has, with all of NumPy's arguments that make sense there: the rest is refused by name. Results are",
        "NumPy's, in value, dtype and shape. Where NumPy takes a sequence of arrays, a tuple is taken, a list that is written",
        "there (`np.select([x < 0, x > 1], [a, b])`), and a list in a variable, whose arrays have one shape unless they are",
        "joined; elsewhere a list of numbers is what `np.array` makes of it. Shapes and axes are tuples, or lists whose",
        "length the code tells (`shape = list(a.shape)`, `shape[axis] = 1`, `shape.insert(0, n)`), and so are indices",
        "(`index = [slice(None)] * a.ndim`, `index[axis] = slice(1, None)`, `a[tuple(index)]`).",
        "`tests/numpy/test_signatures.py` lists the arguments of NumPy that are left out, with reasons.",
        "",
        "`tools/numpy_names.py` writes this page.",
        "",
    ]
    for module in (*MODULES, "ndarray"):
        names = supported(module)
        title = "Attributes and methods of arrays" if module == "ndarray" else f"`{module}`"
        lines += [f"## {title} ({len(names)})", "", *_wrapped(names), ""]
    lines += ["## What there is not", "", "### What compiled code refuses, with what to use instead", ""]
    for module in (*MODULES, "ndarray"):
        lines += [f"* `{module}.{name}`: {text}" for name, text in instead(module).items()]
    lines += [""]
    for reason, modules in ABSENT.items():
        lines += [f"### {reason[0].upper()}{reason[1:]}", ""]
        for module, names in modules.items():
            lines += [f"`{module}`:", "", *_wrapped(sorted(set(names.split()))), ""]
    return "\n".join(lines)


def _wrapped(names: list[str]) -> list[str]:
    import textwrap

    return textwrap.wrap(" ".join(f"`{name}`" for name in names), 128)


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page())
    else:
        print(page())
