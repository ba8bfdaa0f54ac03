"""What a loop reads of globals, of variables of functions around, and of classes and modules that they name.

A compiled function has such values as constants. Object mode promises what the interpreter gives, where they may be others at
the next call: numbers and arrays become arguments of the loop's function, and for each other constant there is one of its own.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from types import ModuleType

from coluber.core.source import globals_and_cells
from coluber.objectmode.names import own_names, parameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any

_NUMBERS = (int, float, complex)

# What may steer which code is compiled, as in ``if DEBUG:`` and ``np.zeros(n, DTYPE)``.
_CONSTANTS = (bool, type(None), str, bytes, tuple, frozenset)


@dataclass(frozen=True)
class Outside:
    """A value from outside of a function.

    Attributes
    ----------
    path : tuple of str
        The global or free variable, and attributes of it.
    is_argument : bool
        Whether it is handed over, or else compiled in.
    """

    path: tuple[str, ...]
    is_argument: bool

    @property
    def name(self) -> str:
        """The variable that the loop's function has for it."""
        return self.path[0] if len(self.path) == 1 else f"__{'_'.join(self.path)}"

    def expression(self) -> ast.expr:
        """Return how the interpreter gets it."""
        node: ast.expr = ast.Name(self.path[0], ast.Load())
        for attribute in self.path[1:]:
            node = ast.Attribute(node, attribute, ast.Load())
        return node


class Surroundings:
    """What a function sees besides its own variables.

    Parameters
    ----------
    function : function
        The function.
    definition : ast.FunctionDef or ast.AsyncFunctionDef
        Its definition.
    """

    def __init__(self, function: FunctionType, definition: ast.AST) -> None:
        own = _assigned_anywhere(definition)
        self._values = {name: value for name, value in globals_and_cells(function).items() if name not in own}

    def read_by(self, loop: ast.AST) -> tuple[Outside, ...]:
        """Return what a loop reads, in the order of the source."""
        found: dict[Outside, None] = {}
        for path in _paths(loop):
            if path[0] in self._values:
                found.update(dict.fromkeys(_outside(path, self._values[path[0]])))
        return tuple(found)


class AsVariables(ast.NodeTransformer):
    """Has the attributes among some values read from the variables that stand for them."""

    def __init__(self, values: tuple[Outside, ...]) -> None:
        self.names = {value.path: value.name for value in values if len(value.path) > 1}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Replace the attribute, or look into it."""
        name = self.names.get(_path(node))
        if name is None:
            return self.generic_visit(node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _assigned_anywhere(definition: ast.AST) -> set[str]:
    """Return the variables of a function and of the functions inside of it, and the globals that they assign."""
    found = set(own_names(definition))
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            found.update(argument.arg for argument in parameters_of(node.args))
    return found


def _path(node: ast.AST) -> tuple[str, ...]:
    """Return the names of an expression like ``a.b.c``; nothing for others, and for those that are assigned."""
    names: list[str] = []
    while isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        names.append(node.attr)
        node = node.value
    return (node.id, *reversed(names)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else ()


def _paths(node: ast.AST) -> Iterator[tuple[str, ...]]:
    path = _path(node)
    if path:
        yield path
        return
    for child in ast.iter_child_nodes(node):
        yield from _paths(child)


def _outside(path: tuple[str, ...], value: Any) -> Iterator[Outside]:
    """Follow attributes of classes and modules to the first value that is one of those that may change."""
    for length in range(1, len(path) + 1):
        if _is_number(value) or isinstance(value, _CONSTANTS):
            yield Outside(path[:length], _is_number(value))
            return
        if length == len(path) or not _may_change(value):
            return
        try:
            value = getattr(value, path[length])
        except AttributeError:
            return


def _is_number(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return type(value) in _NUMBERS or (numpy is not None and isinstance(value, (numpy.generic, numpy.ndarray)))


def _may_change(value: Any) -> bool:
    """Whether attributes of a class or module are a program's own."""
    if not isinstance(value, (type, ModuleType)):
        return False
    module = value.__name__ if isinstance(value, ModuleType) else value.__module__
    top = module.partition(".")[0]
    return top not in sys.stdlib_module_names and top not in ("numpy", "coluber", "numba")
