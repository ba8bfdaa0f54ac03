"""Methods that set fields in ``self.__dict__``, whose statements name the fields: as methods that set these themselves."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.source import Definition

_NAME = "__dict__"


def with_statements(node: Definition) -> Definition:
    """Return a definition that sets fields by statements in the place of ``self.__dict__.update(x=x)`` and the like.

    Parameters
    ----------
    node : ast.FunctionDef
        The definition, which is changed.
    """
    arguments = [*node.args.posonlyargs, *node.args.args]
    return _Statements(arguments[0].arg).visit(node) if arguments else node


class _Statements(ast.NodeTransformer):
    """Puts assignments in the place of statements that change the dict of the fields of an object.

    Parameters
    ----------
    own : str
        The name of the object.
    """

    def __init__(self, own: str) -> None:
        self.own = own

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Set the fields that ``update`` names."""
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "update":
            return node
        fields = _named_by(call) if self._is_dict(call.func.value) else None
        if not fields:
            return node
        targets: list[ast.expr] = [self._field(name) for name, _ in fields]
        values = [value for _, value in fields]
        if len(fields) == 1:
            made = ast.Assign(targets, values[0])
        else:
            made = ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load()))
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Set the field that ``self.__dict__["x"]`` names."""
        node.targets = [self._target(target) for target in node.targets]
        return ast.fix_missing_locations(node)

    def _target(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Subscript) or not self._is_dict(node.value):
            return node
        name = _text(node.slice)
        return node if name is None else ast.copy_location(self._field(name), node)

    def _is_dict(self, node: ast.expr) -> bool:
        is_dict = isinstance(node, ast.Attribute) and node.attr == _NAME
        return is_dict and isinstance(node.value, ast.Name) and node.value.id == self.own  # type: ignore[attr-defined]

    def _field(self, name: str) -> ast.Attribute:
        return ast.Attribute(ast.Name(self.own, ast.Load()), name, ast.Store())


def _named_by(call: ast.Call) -> list[tuple[str, ast.expr]] | None:
    """Return the names and values of ``update(x=x)`` and ``update({"x": x})``; None where not all names are known."""
    if any(keyword.arg is None for keyword in call.keywords) or len(call.args) > 1:
        return None
    found = [(keyword.arg, keyword.value) for keyword in call.keywords]
    if call.args:
        display = call.args[0]
        if not isinstance(display, ast.Dict):
            return None
        found[:0] = [(_text(key), value) for key, value in zip(display.keys, display.values, strict=True)]
    names = [name for name, _ in found]
    is_known = None not in names and len(set(names)) == len(names)
    is_known = is_known and not any(name.startswith("__") for name in names if name)
    return found if is_known else None  # type: ignore[return-value]


def _text(node: ast.expr | None) -> str | None:
    """Return the name of a field that a constant says; private ones are called otherwise in statements."""
    is_name = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier()
    return node.value if is_name else None  # type: ignore[union-attr, return-value]
