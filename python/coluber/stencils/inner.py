"""``stencil(...)`` in compiled functions: the compiler is given a function with stencils in the place of these calls.

A stencil is made of each call when the function is first compiled. What the kernel takes from the function around it, and a
neighborhood that is known when the code runs, are further arguments of it.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from types import CodeType
from weakref import WeakKeyDictionary

from coluber.core.errors import NumbaError, NumbaValueError, UnsupportedError
from coluber.core.source import definition, function_of, keep_definition, names_seen, place, replacement, stored_names
from coluber.objectmode.names import own_names, parameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any

    from coluber.stencils.decorator import StencilFunc

_replaced: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


def with_stencils(function: FunctionType) -> FunctionType:
    """Return a function that has stencils in the place of calls of `stencil`; the function itself where it has none."""
    if function in _replaced:
        return _replaced[function]
    if not _mentions_stencils(function):
        return function
    node = definition(function)
    if node is None:
        raise UnsupportedError(
            "the source of a function with calls of stencil is needed, and can't be read",
            loc=place(ast.Pass(lineno=function.__code__.co_firstlineno, col_offset=0, end_lineno=None), function),
        )
    made = _Stencils(node, function).made()
    _replaced[function] = made
    return made


def _mentions_stencils(function: FunctionType) -> bool:
    from coluber.stencils.decorator import stencil

    scope = names_seen(function)
    names = set(_names(function.__code__))
    if any(scope.get(name) is stencil for name in names):
        return True
    return "stencil" in names and any(getattr(scope.get(name), "stencil", None) is stencil for name in names)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names from outside of a function that it and those inside of it use."""
    codes = [code]
    while codes:
        code = codes.pop()
        yield from (*code.co_names, *code.co_freevars)
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


class _Stencils(ast.NodeTransformer):
    """Puts stencils in the place of a function's calls of `stencil`."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> None:
        self.node = node
        self.function = function
        self.scope = names_seen(function)
        self.local = set(own_names(node))
        self.made_here: dict[str, StencilFunc] = {}

    def made(self) -> FunctionType:
        """Return the changed function."""
        node = ast.fix_missing_locations(self.generic_visit(self.node))
        if not self.made_here:
            return self.function
        return replacement(node, self.function, self.made_here)

    # ---------------------------------------------------------------------------------------------------------- nodes

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Visit an inner function, with its parameters."""
        return self._inside(node, {arg.arg for arg in parameters_of(node.args)})

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Visit an inner function, with its variables; one that `stencil` decorates is made a stencil."""
        decorator = next(iter(node.decorator_list), None)
        options = decorator if isinstance(decorator, ast.Call) else ast.Call(decorator, [], []) if decorator else None
        if options is None or not self._is_stencil(options.func):
            return self._inside(node, set(own_names(node)))
        if len(node.decorator_list) > 1:
            self._fail("stencil is the only decorator that its kernel has", node)
        made = self._replaced(node, node, options)
        return ast.copy_location(ast.Assign([ast.copy_location(ast.Name(node.name, ast.Store()), node)], made), node)

    def _is_stencil(self, node: ast.expr) -> bool:
        from coluber.stencils.decorator import stencil

        return self._value(node) is stencil

    def _inside(self, node: ast.AST, names: set[str]) -> ast.AST:
        outside = self.local
        self.local = outside | names
        changed = self.generic_visit(node)
        self.local = outside
        return changed

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace a call of `stencil`."""
        options, called = node, node.func
        # ``stencil(...)(kernel)``, where the first call has options alone.
        if isinstance(called, ast.Call) and self._is_stencil(called.func) and self._kernel_in(called) is None:
            options, called = called, called.func
        if not self._is_stencil(called):
            return self.generic_visit(node)
        kernel = self._kernel_in(node)
        if kernel is None:
            self._fail("a call of stencil in compiled code needs a kernel", node)
        return self._replaced(node, kernel, options)

    def _value(self, node: ast.expr) -> Any:
        """Return what a name, or an attribute of one, is outside of the function."""
        if isinstance(node, ast.Attribute):
            return getattr(self._value(node.value), node.attr, None)
        return self.scope.get(node.id) if isinstance(node, ast.Name) and node.id not in self.local else None

    def _fail(self, message: str, node: ast.AST) -> Any:
        raise NumbaValueError(message, loc=place(node, self.function))

    # -------------------------------------------------------------------------------------------------------- kernels

    def _kernel_in(self, node: ast.Call) -> ast.expr | None:
        """Return the kernel among the arguments of a call; None where there is none."""
        named = [keyword.value for keyword in node.keywords if keyword.arg == "func_or_mode"]
        given = next(iter((*node.args, *named)), None)
        return None if isinstance(given, ast.Constant) else given

    def _replaced(self, node: ast.Call | ast.FunctionDef, kernel: ast.expr | ast.FunctionDef, options: ast.Call) -> ast.expr:
        mode, given, bounds = self._options(options)
        function, captured = self._function(kernel, bounds)
        name = f".stencil{len(self.made_here)}"
        if captured:
            usual = given.get("standard_indexing", ())
            given["standard_indexing"] = (*((usual,) if isinstance(usual, str) else usual), *captured)
        self.made_here[name] = self._stencil(function, mode, given, node)
        reference = ast.Name(name, ast.Load())
        made: ast.expr = reference
        if captured or bounds:
            made = self._around(reference, kernel, captured, list(bounds.values()))
        for part in ast.walk(made):
            ast.copy_location(part, node)
        return made

    def _stencil(self, function: FunctionType, mode: str, given: dict[str, Any], node: ast.AST) -> StencilFunc:
        from coluber.stencils.decorator import stencil

        try:
            return stencil(mode, **given)(function)
        except NumbaError as error:
            return self._fail(str(error), node)

    def _function(self, kernel: ast.expr | ast.FunctionDef, bounds: dict[str, ast.expr]) -> tuple[FunctionType, list[str]]:
        """Return a kernel with further parameters: what it captures, and the bounds. And the names of what it captures."""
        if isinstance(kernel, ast.FunctionDef):
            node = kernel
        elif isinstance(kernel, ast.Name) and kernel.id in self.local:
            node = self._inner_definition(kernel)
        elif isinstance(kernel, ast.Lambda):
            body: list[ast.stmt] = [ast.copy_location(ast.Return(kernel.body), kernel.body)]
            node = ast.FunctionDef(name="<lambda>", args=kernel.args, body=body, decorator_list=[], type_params=[])
            ast.copy_location(node, kernel)
        else:
            return self._outer_function(kernel, bounds), []
        return self._with_parameters(node, bounds)

    def _inner_definition(self, kernel: ast.Name) -> ast.FunctionDef:
        found = [part for part in ast.walk(self.node) if isinstance(part, ast.FunctionDef) and part.name == kernel.id]
        if len(found) != 1 or found[0] is self.node or list(stored_names(self.node)).count(kernel.id) != 1:
            self._fail(f"the kernel of a stencil, '{kernel.id}', must be one function that is defined here or outside", kernel)
        return found[0]

    def _outer_function(self, kernel: ast.expr, bounds: dict[str, ast.expr]) -> FunctionType:
        value = self._value(kernel)
        function = getattr(value, "py_func", value)
        if not callable(function) or not hasattr(function, "__code__"):
            self._fail("the kernel of a stencil must be a function that is known when the code is compiled", kernel)
        if not bounds:
            return function
        node = definition(function)
        if node is None:
            self._fail(f"the source of the stencil kernel {function.__name__}() is needed, and can't be read", kernel)
        node.args.args += [ast.arg(name) for name in bounds]
        made = keep_definition(function_of(ast.fix_missing_locations(node), function), node)
        made.__defaults__ = None
        return made

    def _with_parameters(self, node: ast.FunctionDef, bounds: dict[str, ast.expr]) -> tuple[FunctionType, list[str]]:
        node = deepcopy(node)
        node.decorator_list, node.returns, node.args.defaults = [], None, []
        for arg in parameters_of(node.args):
            arg.annotation = None
        own = set(stored_names(node))
        used = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        captured = list(dict.fromkeys(name for name in used if name in self.local and name not in own))
        node.args.args += [ast.arg(name) for name in (*captured, *bounds)]
        ast.fix_missing_locations(node)
        made = function_of(node, self.function)
        made.__code__ = made.__code__.replace(co_name=node.name, co_qualname=f"{self.function.__qualname__}.{node.name}")
        made.__name__ = made.__qualname__ = node.name
        return keep_definition(made, node), captured

    def _around(
        self, stencil: ast.expr, kernel: ast.expr | ast.FunctionDef, captured: list[str], bounds: list[ast.expr]
    ) -> ast.Lambda:
        """Return a function that calls a stencil with what its kernel captures, and the bounds of its neighborhood."""
        node = self._inner_definition(kernel) if isinstance(kernel, ast.Name) and kernel.id in self.local else kernel
        if isinstance(node, (ast.Lambda, ast.FunctionDef)):
            names, defaults = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)], deepcopy(node.args.defaults)
        else:
            code = self._value(node)
            code = getattr(code, "py_func", code).__code__
            names, defaults = list(code.co_varnames[: code.co_argcount]), []
        given = [ast.Name(name, ast.Load()) for name in (*names, *captured)]
        out = ast.keyword("out", ast.Name("out", ast.Load()))
        parameters = [ast.arg(name) for name in (*names, "out")]
        call = ast.Call(stencil, [*given, *deepcopy(bounds)], [out])
        arguments = ast.arguments(
            posonlyargs=[], args=parameters, kwonlyargs=[], kw_defaults=[], defaults=[*defaults, ast.Constant(None)]
        )
        return ast.Lambda(arguments, call)

    # -------------------------------------------------------------------------------------------------------- options

    def _options(self, node: ast.Call) -> tuple[str, dict[str, Any], dict[str, ast.expr]]:
        """Return the mode, the options, and what the bounds of the neighborhood are that are known when the code runs."""
        if len(node.args) > 1:
            self._fail("stencil takes one argument without a name", node)
        mode = next((self._constant(arg, "the mode") for arg in node.args if isinstance(arg, ast.Constant)), "constant")
        given: dict[str, Any] = {}
        bounds: dict[str, ast.expr] = {}
        for keyword in node.keywords:
            if keyword.arg == "neighborhood":
                given["neighborhood"] = self._neighborhood(keyword.value, bounds)
            elif keyword.arg == "func_or_mode" and isinstance(keyword.value, ast.Constant):
                mode = keyword.value.value
            elif keyword.arg is not None and keyword.arg != "func_or_mode":
                given[keyword.arg] = self._constant(keyword.value, f"the option '{keyword.arg}'")
        return mode, given, bounds

    def _constant(self, node: ast.expr, what: str) -> Any:
        """Return the value of an expression of constants and of names outside of the function."""
        local = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in self.local]
        if local:
            self._fail(f"{what} of a stencil must be a constant: '{local[0].id}' is a variable", local[0])
        expression = ast.fix_missing_locations(ast.Expression(deepcopy(node)))
        try:
            return eval(compile(expression, self.function.__code__.co_filename, "eval"), self.scope)
        except Exception as error:
            return self._fail(f"{what} of a stencil cannot be evaluated: {error}", node)

    def _neighborhood(self, node: ast.expr, bounds: dict[str, ast.expr]) -> Any:
        """Return pairs of integers and of names, those of parameters that are added to the kernel's."""
        pairs = node.elts if isinstance(node, (ast.Tuple, ast.List)) else []
        if not pairs or not all(isinstance(pair, (ast.Tuple, ast.List)) and len(pair.elts) == 2 for pair in pairs):
            return self._constant(node, "the option 'neighborhood'")
        return tuple(tuple(self._bound(part, bounds) for part in pair.elts) for pair in pairs)

    def _bound(self, node: ast.expr, bounds: dict[str, ast.expr]) -> Any:
        if not any(isinstance(part, ast.Name) and part.id in self.local for part in ast.walk(node)):
            return self._constant(node, "the option 'neighborhood'")
        name = f"_bound{len(bounds)}"
        bounds[name] = node
        return name
