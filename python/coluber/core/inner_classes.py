"""Classes that compiled functions define: the compiler is given a function that has them from outside.

``class Node: ...`` in a function makes a new class in each call. Where its body says the same each time, one class will do.
It is made when the function is first compiled, and the function sees it as one sees a class of the module.
"""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from coluber.core.errors import UnsupportedError
from coluber.core.source import definition, function_of, place, replacement, stored_names
from coluber.objectmode.names import own_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_replaced: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


def with_classes(function: FunctionType) -> FunctionType:
    """Return a function that defines classes with these from outside; the function itself where its source can't be read."""
    if function in _replaced:
        return _replaced[function]
    node = definition(function)
    if node is None:
        return function
    made = _Classes(node, function).made()
    _replaced[function] = made
    return made


class _Classes:
    """Takes the classes out of a function.

    Parameters
    ----------
    node : ast.FunctionDef
        The definition, which is changed.
    function : function
        The original.
    """

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> None:
        self.node = node
        self.function = function
        self.local = set(own_names(node))
        self.classes: dict[str, Any] = {}
        self.constants = [statement for statement in node.body if self._is_fixed(statement)]

    def made(self) -> FunctionType:
        """Return the changed function."""
        body = self.node.body
        for statement in [statement for statement in body if isinstance(statement, ast.ClassDef)]:
            self._check(statement)
            body.remove(statement)
            self.classes[statement.name] = self._class(statement)
        if not self.classes:
            return self.function
        node = self.node
        if not body:
            body.append(ast.Pass())
        return replacement(ast.fix_missing_locations(node), self.function, self.classes)

    def _class(self, statement: ast.ClassDef) -> Any:
        """Make a class as the function does."""
        none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        result = ast.copy_location(ast.Return(ast.Name(statement.name, ast.Load())), statement)
        scope = ast.FunctionDef(self.node.name, none, [*self.constants, statement, result], [], type_params=[])
        scope = ast.fix_missing_locations(ast.copy_location(scope, self.node))
        make = function_of(scope, self.function, {**dict.fromkeys(self.local), **self.classes})
        for name in make.__code__.co_freevars:
            if name in self.local and name not in self.classes:
                self._fail(f"class '{statement.name}' uses the variable '{name}' of the function around", statement)
        made = make()
        if isinstance(made, type):
            made.__qualname__ = f"{self.function.__qualname__}.<locals>.{statement.name}"
        return made

    def _is_fixed(self, statement: ast.stmt) -> bool:
        """Whether a statement gives a variable its only value, which is the same in each call: ``MOD = 10**9 + 7``."""
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or not _is_number(statement.value):
            return False
        target = statement.targets[0]
        return isinstance(target, ast.Name) and list(stored_names(self.node)).count(target.id) == 1

    # --------------------------------------------------------------------------------------------------------- checks

    def _check(self, statement: ast.ClassDef) -> None:
        """Raise where a class may be another one in each call."""
        name = statement.name
        if list(stored_names(self.node)).count(name):
            self._fail(f"class '{name}' is one of several things that the name stands for", statement)
        for part in statement.body:
            if not _is_same_each_time(part):
                self._fail(f"the body of class '{name}' makes what each call has for itself", part)

    def _fail(self, message: str, node: ast.AST) -> None:
        error = f"{message}, which a class definition inside of a compiled function can't do"
        raise UnsupportedError(f"{error}; define it outside of the function", loc=place(node, self.function))


def _is_same_each_time(part: ast.stmt) -> bool:
    """Whether a statement of a class's body gives nothing that can be changed."""
    if isinstance(part, (ast.FunctionDef, ast.AnnAssign, ast.Pass)):
        return True
    return isinstance(part, (ast.Assign, ast.Expr)) and _is_constant(part.value)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return all(_is_number(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("float", "int")
        and not node.keywords
    ):
        return all(isinstance(argument, ast.Constant) for argument in node.args)
    return isinstance(node, ast.Constant)


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.BinOp, ast.UnaryOp)):
        return all(_is_constant(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))
    return isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.Lambda))
