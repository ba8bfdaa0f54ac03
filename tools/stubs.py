"""The stubs of modules whose names are loaded at their first use, or are rows of tables.

They are the package itself, ``config``, ``cuda``, ``extending``, ``core.types``; `kernel_stubs` has those of words of kernels.
``python -m tools.stubs`` says which of them are not what the tables say; ``--write`` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType
from typing import Any

from tools import kernel_stubs

PACKAGE = Path(__file__).parents[1] / "python" / "coluber"

HEAD = '''"""{}; `tools/stubs.py` writes this file."""

'''


def stubs() -> dict[Path, str]:
    """Return the text of each stub."""
    return {
        PACKAGE / "__init__.pyi": _package(),
        PACKAGE / "cuda" / "__init__.pyi": _cuda(),
        PACKAGE / "core" / "config.pyi": _config(),
        PACKAGE / "extending.pyi": _extending(),
        PACKAGE / "core" / "types" / "__init__.pyi": _types(),
        **kernel_stubs.stubs(PACKAGE / "cuda" / "kernel", HEAD),
    }


def _package() -> str:
    from coluber.core import public
    from coluber.core.typenames import PUBLIC

    homes = {**public.HOMES, **dict.fromkeys(public.ERRORS, "coluber.core.errors")}
    lines = [*_imports(homes), *_modules(public.MODULES), *_types_by_name([*PUBLIC, *public.TYPES])]
    lines += ["__version__: str", "version_info: tuple[int, ...]"]
    return HEAD.format("The public names") + _sorted(lines) + _all(public.load("__all__"))


def _cuda() -> str:
    from coluber.core.typenames import PUBLIC
    from coluber.cuda import _tables

    homes, modules = _tables()
    lines = [*_imports(homes), *_modules(modules), *_types_by_name(PUBLIC)]
    return HEAD.format("The public names of ``numba.cuda``") + _sorted([*lines, "HAS_NUMBA: bool"])


_CONFIG = """\
from collections.abc import Callable
from typing import Any

PREFIXES: tuple[str, ...]
SETTINGS: tuple[Setting, ...]
IS_WIN32: bool
IS_OSX: bool
IS_32BITS: bool
MACHINE_BITS: int
PYVERSION: tuple[int, int]
NUMBA_DEFAULT_NUM_THREADS: int
USING_SVML: bool

class Setting:
    name: str
    parse: Callable[[str], Any]
    default: Any
    doc: str
    variable: str
    def __init__(self, name: str, parse: Callable[[str], Any], default: Any, doc: str, variable: str = "") -> None: ...

def reload_config() -> None: ...
def snapshot() -> dict[str, Any]: ...

"""


def _config() -> str:
    from coluber.core.config import SETTINGS

    lines = [f"{setting.name}: {_value_type(setting)}" for setting in SETTINGS]
    return HEAD.format("The settings") + _CONFIG + "\n".join(sorted(lines)) + "\n"


def _value_type(setting: Any) -> str:
    """Return the type of a setting: that of what its text becomes, and of its default."""
    parse = setting.parse
    found = parse.__name__ if isinstance(parse, type) else parse.__annotations__["return"]
    return f"{found} | None" if setting.default is None and not found.endswith("None") else found


def _extending() -> str:
    from coluber.core import extending

    homes = {name: extending.home_of(name) for name in extending.__all__}
    return HEAD.format("What programs use to extend the compiler") + _sorted(_imports(homes)) + _all(sorted(extending.__all__))


def _types() -> str:
    from coluber.core import types
    from coluber.core.typenames import NOT_YET

    names = [*types.__all__, "deferred_type", "from_id"]
    lines = [_declaration(name, getattr(types, name)) for name in names]
    # Classes of types that have no values here.
    lines += [f"class {name}(Type): ..." for name in NOT_YET.difference(names) if name[0].isupper()]
    return HEAD.format("The types") + _sorted(lines) + _all(sorted(set(types.__all__)))


def _imports(homes: dict[str, str]) -> list[str]:
    return [f"from {module} import {name} as {name}" for name, module in homes.items()]


def _modules(modules: dict[str, str]) -> list[str]:
    lines = []
    for name, module in modules.items():
        parent, _, own = module.rpartition(".")
        lines.append(f"from {parent} import {own} as {name}")
    return lines


def _types_by_name(names: Iterable[str]) -> list[str]:
    return [f"from coluber.types import {name} as {name}" for name in names]


def _declaration(name: str, value: Any) -> str:
    """Return the lines for a class or a function, which are imported, a set of types or a type."""
    if isinstance(value, (type, FunctionType)):
        return f"from {value.__module__} import {value.__name__} as {name}"
    if isinstance(value, frozenset):
        return f"{name}: frozenset[Type]"
    cls = type(value)
    return f"from {cls.__module__} import {cls.__name__} as _{cls.__name__}\n{name}: _{cls.__name__}"


def _sorted(lines: list[str]) -> str:
    every = sorted({line for entry in lines for line in entry.split("\n")})
    imports = [line for line in every if line.startswith("from ")]
    others = [line for line in every if not line.startswith("from ")]
    return "\n".join([*imports, *(["", *others] if others else [])]) + "\n"


def _all(names: list[str]) -> str:
    quoted = "".join(f'    "{name}",\n' for name in names)
    return f"\n__all__ = [\n{quoted}]\n"


def main() -> int:
    """Compare the files with the tables, or write them."""
    wrong = [path for path, text in stubs().items() if not path.exists() or path.read_text() != text]
    for path in wrong:
        if "--write" in sys.argv:
            path.write_text(stubs()[path])
        else:
            print(f"{path} is not up to date")
    return 0 if "--write" in sys.argv else len(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
