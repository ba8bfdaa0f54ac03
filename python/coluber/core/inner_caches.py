"""``functools.cache`` and ``lru_cache`` of functions inside of compiled ones, and ``njit``, which says nothing there.

The compiler is given a function in which such an inner function keeps its results itself, in a dict beside it: it looks
there when it is called, and puts there what it returns.
"""

from __future__ import annotations

import ast
import functools
from weakref import WeakKeyDictionary

from coluber.core import decorators
from coluber.core.source import definition, names_seen, replacement, stored_names
from coluber.objectmode.names import SCOPES, own_names, own_nodes, parameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# What `lru_cache` keeps where it is not told.
_USUAL_SIZE = 128
_UNKNOWN = object()
_ORDERED = ".OrderedDict"
_INFO = ".CacheInfo"
_NAMES = {"cache", "lru_cache", "njit", "jit"}

_replaced: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


def with_results(function: FunctionType) -> FunctionType:
    """Return a function whose inner functions keep their results that are to; the function itself where there are none."""
    if function in _replaced:
        return _replaced[function]
    if not _mentions_caches(function):
        return function
    node = definition(function)
    made = function if node is None else _Caches(node, function).made()
    _replaced[function] = made
    return made


def _mentions_caches(function: FunctionType) -> bool:
    code = function.__code__
    if not _NAMES.isdisjoint(code.co_names):
        return True
    scope = names_seen(function)
    return any(_is_cache(scope.get(name)) or _is_jit(scope.get(name)) for name in (*code.co_names, *code.co_freevars))


def _is_cache(value: Any) -> bool:
    return value is functools.cache or value is functools.lru_cache


def _is_jit(value: Any) -> bool:
    return value is decorators.njit or value is decorators.jit


class _Caches(ast.NodeTransformer):
    """Takes the decorators off a function's inner functions, and lets these keep results."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> None:
        self.node, self.function = node, function
        self.scope = names_seen(function)
        self.local = set(own_names(node))
        # The inner functions that keep results, by the names that no other value has.
        self.found: set[str] = set()
        # What the function asks of names, such as how often results were found.
        self.asked = {
            (part.value.id, part.attr)
            for part in ast.walk(node)
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
        }
        # How many results those keep that are asked for this.
        self.counted: dict[str, int | None] = {}
        # Whether a function is compiled here that is anyway.
        self.is_changed = False

    def made(self) -> FunctionType:
        """Return the changed function."""
        from collections import OrderedDict

        node = self.generic_visit(self.node)
        if not self.found and not self.is_changed:
            return self.function
        node = ast.fix_missing_locations(_Asking(self.found, self.counted).visit(node))
        return replacement(node, self.function, {_ORDERED: OrderedDict, _INFO: functools._CacheInfo})

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Change an inner function."""
        self.generic_visit(node)
        others = [decorator for decorator in node.decorator_list if not self._is_jit(decorator)]
        self.is_changed |= len(others) != len(node.decorator_list)
        node.decorator_list = others
        size = self._size(node.decorator_list[0]) if len(node.decorator_list) == 1 else _UNKNOWN
        if size is _UNKNOWN or node.args.kwarg is not None or _is_generator(node):
            return node
        node.decorator_list = []
        if size == 0:
            return node
        if list(stored_names(self.node)).count(node.name) == 1:
            self.found.add(node.name)
            if (node.name, "cache_info") in self.asked:
                self.counted[node.name] = size
        return _keeping(node, size, node.name in self.counted)

    def visit_Call(self, node: ast.Call) -> Any:
        """Take ``njit`` off an inner function that it is called with."""
        self.generic_visit(node)
        if len(node.args) != 1 or node.keywords or not self._is_jit(node.func):
            return node
        self.is_changed = True
        return node.args[0]

    def _is_jit(self, node: ast.expr) -> bool:
        return _is_jit(self._value(node.func if isinstance(node, ast.Call) else node))

    def _size(self, decorator: ast.expr) -> Any:
        """Return how many results a decorator says to keep, None for all of them."""
        if not isinstance(decorator, ast.Call):
            value = self._value(decorator)
            if value is functools.cache:
                return None
            return _USUAL_SIZE if value is functools.lru_cache else _UNKNOWN
        if self._value(decorator.func) is not functools.lru_cache:
            return _UNKNOWN
        named = {keyword.arg: keyword.value for keyword in decorator.keywords}
        size = decorator.args[0] if decorator.args else named.get("maxsize")
        if size is None:
            return _USUAL_SIZE
        value = size.value if isinstance(size, ast.Constant) else self._value(size)
        return max(value, 0) if isinstance(value, int) else None if value is None else _UNKNOWN

    def _value(self, node: ast.expr) -> Any:
        """Return what a name, or an attribute of one, is outside of the function."""
        if isinstance(node, ast.Attribute):
            return getattr(self._value(node.value), node.attr, _UNKNOWN)
        known = isinstance(node, ast.Name) and node.id not in self.local
        return self.scope.get(node.id, _UNKNOWN) if known else _UNKNOWN


def _is_generator(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in own_nodes(node))


def _results(name: str) -> str:
    return f"{name}.results"


def _counts(name: str) -> str:
    return f"{name}.counts"


def _keeping(node: ast.FunctionDef, size: int | None, is_counted: bool) -> list[ast.stmt]:
    """Return the statements that make a function which keeps its results, and counts how often it finds them."""
    results, counts = _results(node.name), _counts(node.name)
    keep = _Keep(node, results, size)
    moved = "" if size is None else "    {results}.move_to_end({key})\n"
    hit, miss = ("    {counts}[0] += 1\n", "\n{counts}[1] += 1") if is_counted else ("", "")
    found = "if {key} in {results}:\n" + hit + moved + "    return {results}[{key}]" + miss
    body = [keep.visit(part) for part in node.body]
    end = keep.visit(ast.copy_location(ast.Return(ast.Constant(None)), node.body[-1]))
    changed = [part for statement in (*body, end) for part in (statement if isinstance(statement, list) else [statement])]
    names = {"key": f"{node.name}.key", "results": results, "counts": counts}
    key = ast.Assign([ast.Name(names["key"], ast.Store())], _key(node))
    node.body = [ast.copy_location(key, node), *_statements(found, node, names), *changed]
    empty = "{results} = {ordered}()" if size is not None else "{results} = {{}}"
    made = empty + "\n{counts} = [0, 0]" if is_counted else empty
    return [*_statements(made, node, names | {"ordered": _ORDERED}), node]


def _key(node: ast.FunctionDef) -> ast.expr:
    """Return what tells the calls of a function apart."""
    names: list[ast.expr] = [ast.Name(arg.arg, ast.Load()) for arg in parameters_of(node.args)]
    if len(names) == 1:
        return names[0]
    return ast.Tuple(names, ast.Load()) if names else ast.Constant(0)


def _statements(text: str, at: ast.AST, names: dict[str, str]) -> list[ast.stmt]:
    """Return the statements of a text with ``{name}`` for variables, at the place of a node."""
    plain = text.format(**{name: f"_{name}_" for name in names})
    tree = ast.parse(plain)
    for part in ast.walk(tree):
        if isinstance(part, ast.Name):
            part.id = names.get(part.id.strip("_"), part.id)
        ast.copy_location(part, at)
    return tree.body


class _Keep(ast.NodeTransformer):
    """Puts in front of each ``return`` of a function what keeps its value.

    Parameters
    ----------
    node : ast.FunctionDef
        The function.
    results : str
        The variable that has the results.
    size : int, optional
        How many are kept.
    """

    def __init__(self, node: ast.FunctionDef, results: str, size: int | None) -> None:
        self.size = size
        self.names = {"key": f"{node.name}.key", "results": results, "value": f"{node.name}.value"}

    def generic_visit(self, node: ast.AST) -> Any:
        """Visit the parts of a node, but not functions and classes."""
        return node if isinstance(node, SCOPES) else super().generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        """Keep the value."""
        value = ast.Assign([ast.Name(self.names["value"], ast.Store())], node.value or ast.Constant(None))
        text = "{results}[{key}] = {value}\n"
        if self.size is not None:
            text += "if len({results}) > " + str(self.size) + ":\n    {results}.popitem(last=False)\n"
        text += "return {value}"
        return [ast.copy_location(value, node), *_statements(text, node, self.names)]


class _Asking(ast.NodeTransformer):
    """Makes ``f.cache_clear()`` and ``f.cache_info()`` clear and count the results of an inner function.

    Parameters
    ----------
    names : set of str
        The inner functions.
    counted : dict
        How many results those keep of which the function asks how often they were found.
    """

    def __init__(self, names: set[str], counted: dict[str, int | None]) -> None:
        self.names, self.counted = names, counted

    def visit_Call(self, node: ast.Call) -> Any:
        """Turn a call into what it gives."""
        self.generic_visit(node)
        function = node.func
        if node.args or node.keywords or not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
            return node
        name = function.value.id
        if name not in self.names or function.attr not in ("cache_info", "cache_clear"):
            return node
        is_counted = name in self.counted
        text = "{info}({counts}[0], {counts}[1], " + f"{self.counted.get(name)}, len({{results}}))"
        if function.attr == "cache_clear":
            text = "({results}.clear(), {counts}.clear(), {counts}.extend((0, 0)))" if is_counted else "{results}.clear()"
        names = {"info": _INFO, "results": _results(name), "counts": _counts(name)}
        return _statements(text, node, names)[0].value  # type: ignore[attr-defined]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Turn a method that is not called here into another."""
        self.generic_visit(node)
        if node.attr == "cache_clear" and isinstance(node.value, ast.Name) and node.value.id in self.names - set(self.counted):
            results = ast.copy_location(ast.Name(_results(node.value.id), ast.Load()), node.value)
            return ast.copy_location(ast.Attribute(results, "clear", ast.Load()), node)
        return node
