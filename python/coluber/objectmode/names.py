"""The names that functions use, in their syntax trees."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def parameters_of(arguments: ast.arguments) -> Iterator[ast.arg]:
    """Yield the parameters of a function, those of all kinds."""
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a node that belong to the same function: not those of functions and classes inside of it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from own_nodes(child)


def own_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Return the variables of a function: parameters, and what is assigned and is not global."""
    names = {arg.arg: None for arg in parameters_of(function.args)}
    outside: set[str] = set()
    hidden: set[ast.AST] = set()
    for node in own_nodes(function):
        if isinstance(node, COMPREHENSIONS):
            hidden.update(_comprehension_targets(node))
        names.update(dict.fromkeys(_assigned(node) if node not in hidden else ()))
        if isinstance(node, ast.Global):
            outside.update(node.names)
    return [name for name in names if name not in outside]


def _assigned(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    elif isinstance(node, ast.Nonlocal):
        yield from node.names


def _comprehension_targets(node: ast.AST) -> Iterator[ast.Name]:
    for generator in node.generators:
        for child in ast.walk(generator.target):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                yield child


def comprehension_names(node: ast.AST) -> Iterator[str]:
    """Yield the variables of a comprehension and of those inside of it."""
    for child in ast.walk(node):
        if isinstance(child, COMPREHENSIONS):
            yield from (target.id for target in _comprehension_targets(child))


def captured_names(function: ast.AST) -> Iterator[str]:
    """Yield the names that functions inside of a function use, and generator expressions, which run later."""
    for node in ast.walk(function):
        if node is function:
            continue
        if isinstance(node, ast.Nonlocal):
            yield from node.names
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            own = set(own_names(node)) - _nonlocal_names(node)
            yield from (child.id for child in ast.walk(node) if isinstance(child, ast.Name) and child.id not in own)
        elif isinstance(node, ast.GeneratorExp):
            own = {target.id for target in _comprehension_targets(node)}
            yield from (child.id for child in ast.walk(node) if isinstance(child, ast.Name) and child.id not in own)


def _nonlocal_names(function: ast.AST) -> set[str]:
    return {name for node in own_nodes(function) if isinstance(node, ast.Nonlocal) for name in node.names}
