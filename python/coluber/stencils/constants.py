"""Indices whose values are known before anything is compiled."""

from __future__ import annotations

import ast
import operator
from collections import Counter

from coluber.core.source import stored_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FunctionType
    from typing import Any

_UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos}
_BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def variables(node: ast.FunctionDef, function: FunctionType) -> dict[str, int | None]:
    """Return the variables of a function with the integers that those always are that are assigned once, in its own block."""
    names = Counter(stored_names(node))
    known: dict[str, int | None] = dict.fromkeys(names)
    for statement in node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(statement, ast.Assign) and isinstance(target, ast.Name) and names[target.id] == 1:
            known[target.id] = constant(statement.value, function, known)
    return known


def constant(node: ast.expr, function: FunctionType, local: Mapping[str, int | None]) -> int | None:
    """Return the integer that an expression of a function always is, or None.

    Known are integers, names of integers outside of the function, variables that are one, and sums, differences, products and
    integer quotients.

    Parameters
    ----------
    node : ast.expr
        The expression.
    function : function
        Where it stands.
    local : mapping
        The variables of the function, and the integers that some of them always are.
    """
    if isinstance(node, ast.Constant):
        return _integer(node.value)
    if isinstance(node, ast.Name):
        return local[node.id] if node.id in local else _integer(_outside(node.id, function))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        value = constant(node.operand, function, local)
        return None if value is None else _UNARY[type(node.op)](value)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = constant(node.left, function, local), constant(node.right, function, local)
        if left is None or right is None or (right == 0 and isinstance(node.op, (ast.FloorDiv, ast.Mod))):
            return None
        return _BINARY[type(node.op)](left, right)
    return None


def _outside(name: str, function: FunctionType) -> Any:
    """Return the value of a global or closure variable; None where it has none."""
    if name not in function.__code__.co_freevars:
        return function.__globals__.get(name)
    cell = function.__closure__[function.__code__.co_freevars.index(name)]
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _integer(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
