"""What decorators make of methods, with the object among ``*args``, as functions that take it first."""

from __future__ import annotations

import ast
from types import FunctionType
from weakref import WeakKeyDictionary

from coluber.core.source import captured_by, definition, replacement, shared_definition, stored_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The name that the object gets.
_OBJECT = "self"

# The flag of code with ``*args``.
_TAKES_MORE = 0x04

# None where it stays as it is.
_known: WeakKeyDictionary[FunctionType, FunctionType | None] = WeakKeyDictionary()


def with_object(function: FunctionType) -> FunctionType:
    """Return ``def f(self, *args): return g(self, *args)`` for ``def f(*args): return g(*args)``; others as they are."""
    if function.__code__.co_argcount or not function.__code__.co_flags & _TAKES_MORE or not function.__closure__:
        return function
    if function not in _known:
        _known[function] = _made(function)
    return _known[function] or function


def _made(function: FunctionType) -> FunctionType | None:
    tree: Any = shared_definition(function)
    if tree is None or not _hands_all_on(tree, function) or _OBJECT in stored_names(tree):
        return None
    tree = definition(function)
    for node in ast.walk(tree):
        if _takes_all(node, tree.args.vararg.arg):
            node.args.insert(0, ast.copy_location(ast.Name(_OBJECT, ast.Load()), node))
    tree.args.args.insert(0, ast.copy_location(ast.arg(_OBJECT), tree))
    return replacement(tree, function)


def _hands_all_on(tree: Any, function: FunctionType) -> bool:
    """Whether a function uses its arguments to call functions that it has captured, and for nothing else."""
    name = tree.args.vararg.arg
    uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))
    calls: list[Any] = [node for node in ast.walk(tree) if _takes_all(node, name)]
    methods = {free for free, value in captured_by(function).items() if isinstance(value, FunctionType)}
    return uses == len(calls) > 0 and all(isinstance(call.func, ast.Name) and call.func.id in methods for call in calls)


def _takes_all(node: Any, name: str) -> bool:
    """Whether a node is a call whose first arguments are all of ``*name``."""
    first = node.args[0] if isinstance(node, ast.Call) and node.args else None
    return isinstance(first, ast.Starred) and isinstance(first.value, ast.Name) and first.value.id == name
