"""Attributes that programs give functions, such as counters of their calls.

Those of inner functions (``wrapper.calls = 0``) become variables of the function around them, which the inner function captures
under its name, a dot and that of the attribute: the compiler finds them there. Those of functions of a module that are numbers
or texts are fields of an object that all code shares, whose attributes are those of the function.
"""

from __future__ import annotations

import ast
import dis
import functools
from types import CodeType, FunctionType
from weakref import WeakKeyDictionary

from coluber import _native
from coluber.core.source import definition, names_seen, replacement, stored_names
from coluber.objectmode.names import own_names, own_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The name of what gives a function the name of another one.
_NAMED_AS = ".named_as"

_KINDS = (bool, int, float, complex, str)

_replaced: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()
_objects: WeakKeyDictionary[FunctionType, dict[str, Any]] = WeakKeyDictionary()


def with_attributes(function: FunctionType) -> FunctionType:
    """Return a function in which attributes of inner functions are variables; the function itself where there are none."""
    if function in _replaced:
        return _replaced[function]
    if not _gives_attributes(function.__code__):
        return function
    node = definition(function)
    made = function if node is None else _with_variables(node, function)
    _replaced[function] = made
    return made


def _gives_attributes(code: CodeType) -> bool:
    """Whether code sets an attribute of what has the name of an inner function."""
    parts = [part for part in code.co_consts if isinstance(part, CodeType)]
    if any(map(_gives_attributes, parts)):
        return True
    inner = {part.co_name for part in parts}
    before: Any = None
    for step in dis.get_instructions(code):
        if step.opname == "STORE_ATTR" and not inner.isdisjoint(before if isinstance(before, tuple) else (before,)):
            return True
        before = step.argval if step.opname.startswith("LOAD_") else None
    return False


def _with_variables(node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> FunctionType:
    scope, is_changed = names_seen(function), False
    for part in [part for part in ast.walk(node) if isinstance(part, ast.FunctionDef)]:
        given = _attributes(part, scope)
        if given:
            _Variables(given).of_function(part)
            is_changed = True
    if not is_changed:
        return function
    from coluber.lib.intrinsics import named_as

    return replacement(ast.fix_missing_locations(node), function, {_NAMED_AS: named_as})


def _attributes(node: ast.FunctionDef, scope: dict[str, Any]) -> dict[str, set[str]]:
    """Return the names of the attributes that a function gives its inner functions, by the names of these."""
    names, local = list(stored_names(node)), set(own_names(node))
    inner = {part.name: part for part in own_nodes(node) if isinstance(part, ast.FunctionDef) and names.count(part.name) == 1}
    given: dict[str, set[str]] = {}
    for part in own_nodes(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name):
            found = inner.get(part.value.id)
            if found is not None and all(_is_wraps(one, scope, local) for one in found.decorator_list):
                given.setdefault(found.name, set()).add(part.attr)
    return given


def _is_wraps(decorator: ast.expr, scope: dict[str, Any], local: set[str]) -> bool:
    """Whether a decorator is ``functools.wraps(...)``: what another one gives may be another function."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id not in local:
        return getattr(scope.get(called.value.id), called.attr, None) is functools.wraps
    return isinstance(called, ast.Name) and called.id not in local and scope.get(called.id) is functools.wraps


class _Variables(ast.NodeTransformer):
    """Makes variables of attributes.

    Parameters
    ----------
    given : dict
        The names of the attributes, by those of functions, which no other variable has.
    """

    def __init__(self, given: dict[str, set[str]]) -> None:
        self.variables = {name: {_variable(name, one) for one in attributes} for name, attributes in given.items()}

    def of_function(self, node: ast.FunctionDef) -> None:
        """Change what is in the function that has the variables."""
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Turn an attribute of a function into a variable."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name):
            variable = _variable(node.value.id, node.attr)
            if variable in self.variables.get(node.value.id, ()):
                return ast.copy_location(ast.Name(variable, node.ctx), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Change an inner function; one with attributes captures them, whether it uses them or not."""
        self.generic_visit(node)
        known = set().union(*self.variables.values())
        stored = {part.id for part in own_nodes(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        captured = self.variables.get(node.name, set()) | known & stored
        if captured:
            at = 1 if ast.get_docstring(node, clean=False) is not None else 0
            node.body.insert(at, ast.copy_location(ast.Nonlocal(sorted(captured)), node.body[0]))
        return _named(node) if node.name in self.variables else node


def _named(node: ast.FunctionDef) -> list[ast.stmt]:
    """Return a definition, and what gives it the names that its decorators would: no calls, which wait for what lists hold."""
    wrapped = [decorator.args[0] for decorator in node.decorator_list if isinstance(decorator, ast.Call) and decorator.args]
    node.decorator_list = []
    statements: list[ast.stmt] = [node]
    for function in reversed(wrapped):
        name = ast.Call(ast.Name(_NAMED_AS, ast.Load()), [ast.Name(node.name, ast.Load()), function], [])
        statements.append(ast.copy_location(ast.Assign([ast.Name(node.name, ast.Store())], name), function))
    return statements


def _variable(function: str, attribute: str) -> str:
    return f"{function}.{attribute}"


def object_of(function: FunctionType, name: str) -> Any:
    """Return the object that has an attribute of a function of a module as its field."""
    value = vars(function).get(name)
    if type(value) not in _KINDS:
        raise AttributeError(name)
    known = _objects.setdefault(function, {})
    if name not in known:
        from coluber.core.annotations import type_of_annotation
        from coluber.core.classes import View

        made = type(f"{function.__name__}.attributes", (), {"__slots__": (), name: _forwarded(function, name)})
        _native.class_add(made, View(made), [name], "", False, "", object, 0)
        found = type_of_annotation(type(value))
        _native.class_define(made, [found.id])  # type: ignore[union-attr]
        known[name] = made()
    return known[name]


def _forwarded(function: FunctionType, name: str) -> property:
    attributes = vars(function)
    return property(lambda _: attributes.get(name), lambda _, value: attributes.__setitem__(name, value))
