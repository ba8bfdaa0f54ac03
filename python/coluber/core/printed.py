"""What ``print`` does with values of which programs say by ``lower_builtin("print_item", ...)`` how they are printed."""

from __future__ import annotations

from coluber.core.imputils import builtin_registry
from coluber.core.templates import OneQuestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.core.typing.templates import Signature

_DEFAULTS = {"sep": '" "', "end": r'"\n"', "flush": "False"}


class Printed(OneQuestion):
    """Calls of ``print`` with values of such types."""

    key = "coluber.print_items"
    target = "cpu"

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return the function that prints the arguments one by one, or None where ``print`` itself can."""
        if not self.has(key):
            return None
        printers = [_printer(ty) for ty in positional]
        return _one_by_one(printers, named) if any(printers) else None


def _one_by_one(printers: list[Any], named: dict[str, Type]) -> FunctionType:
    given = [f"p{k}" for k in range(len(printers))]
    parameters = [*given, *(f"{name}={_DEFAULTS[name]}" for name in named)]
    between = '" " if sep is None else sep' if "sep" in named else '" "'
    behind = r'"\n" if end is None else end' if "end" in named else r'"\n"'
    lines = [f"def print_items({', '.join(parameters)}):"]
    for k, printer in enumerate(printers):
        lines += [f'    print("", end={between})'] * (k > 0)
        lines.append(f"    print_{k}(p{k})" if printer else f'    print(p{k}, end="")')
    lines.append(f'    print("", end={behind}{", flush=flush" if "flush" in named else ""})')
    scope: dict[str, Any] = {"__name__": __name__, **{f"print_{k}": printer for k, printer in enumerate(printers)}}
    exec(compile("\n".join(lines), "<print>", "exec"), scope)
    return scope["print_items"]  # type: ignore[no-any-return]


def _printer(ty: Type) -> Any:
    """Return the function that prints a value of a type as a program says, or None."""
    from coluber import njit
    from coluber.core import types
    from coluber.core.splice import implementation
    from coluber.core.typing.templates import Signature

    found: Any = builtin_registry.find_function("print_item", (ty,))
    if found is None:
        return None

    def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        pyapi = context.get_python_api(builder)
        gil = pyapi.gil_ensure()
        found(context, builder, sig, args)
        with builder.if_then(pyapi.c_api_error(), likely=False):
            pyapi.err_write_unraisable(pyapi.borrow_none())
        pyapi.gil_release(gil)

    return njit(implementation(f"print of {ty}", Signature(types.none, (ty,)), write, ("value",), found))
