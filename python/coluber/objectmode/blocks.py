"""``with objmode(y="float64[:]"):`` in compiled functions: the block runs in the interpreter.

The compiler is given a function in which each block is a call of a Python function of the block's own. That gets the variables
that the block reads, and returns those that are needed behind it, whose types the block states.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from weakref import WeakKeyDictionary

from coluber.core.errors import CompilerError, NumbaError, TypingError, UnsupportedError
from coluber.core.report import Location
from coluber.core.source import definition, function_of, names_seen
from coluber.objectmode.exits import COERCE, LOCALS, RESULT, Exits
from coluber.objectmode.flow import MAY_STORE, STORE, Flow
from coluber.objectmode.names import own_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_CALL = ".call_object"
_TYPE = ".type"


class ObjectModeBlock:
    """What `objmode` is: outside of compiled functions the block is an ordinary one."""

    def __call__(self, *args: object, **types: object) -> ObjectModeBlock:
        """Annotate the variables that come out of the block with their types."""
        if args:
            raise CompilerError("objmode() takes its outputs by name only")
        return self

    def __enter__(self) -> ObjectModeBlock:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def __repr__(self) -> str:
        return "objmode"

    def __reduce__(self) -> str:
        return "objmode"


objmode = ObjectModeBlock()

_replaced: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


def without_blocks(function: FunctionType) -> FunctionType:
    """Return a function that calls its blocks; the function itself where it has none."""
    if function in _replaced:
        return _replaced[function]
    if not _mentions_blocks(function):
        return function
    node = definition(function)
    if node is None:
        raise UnsupportedError(
            "the source of a function with objmode blocks is needed, and can't be read",
            loc=Location(function.__code__.co_filename, function.__code__.co_firstlineno),
        )
    made = _Blocks(node, function).made()
    _replaced[function] = made
    return made


def _mentions_blocks(function: FunctionType) -> bool:
    scope = names_seen(function)
    names = (*function.__code__.co_names, *function.__code__.co_freevars)
    return any(name == "objmode" or scope.get(name) is objmode for name in names)


class _Blocks(ast.NodeTransformer):
    """Puts calls in the place of a function's blocks."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> None:
        self.node = node
        self.function = function
        self.scope = names_seen(function)
        self.flow = Flow(node)
        self.live = self.flow.live()
        self.bound = self.flow.bound()
        self.functions: list[FunctionType] = []
        self.types: dict[str, Type] = {}

    def made(self) -> FunctionType:
        """Return the changed function."""
        from coluber.lib.intrinsics import call_object, coerce

        node = ast.fix_missing_locations(self.generic_visit(self.node))
        if not self.functions:
            return self.function
        made = function_of(node, self.function, {_CALL: call_object, COERCE: coerce, **self.types})
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        # The names in the calls don't keep them alive.
        made.__dict__["_blocks"] = self.functions
        return made

    def visit_With(self, node: ast.With) -> Any:
        """Replace a block."""
        keywords = self._keywords(node)
        if keywords is None or node not in self.flow.spans:
            return self.generic_visit(node)
        _check_yields(node, self._error)
        types = {keyword.arg: self._type(keyword) for keyword in keywords}
        inputs, results = self._variables(node, types)
        exits = Exits(node, types, results, self._error)
        body = _function_of_block(node, self.function, inputs, results, exits)
        self.functions.append(body)
        if exits.found:
            return self._call_with_exits(node, body, inputs, exits)
        return self._call(node, body, inputs, [(name, types[name]) for name in results])

    def _keywords(self, node: ast.With) -> list[ast.keyword] | None:
        """Return the annotations of a block; None for another ``with`` statement."""
        if len(node.items) != 1 or node.items[0].optional_vars is not None:
            return None
        manager = node.items[0].context_expr
        called = isinstance(manager, ast.Call)
        if self._value(manager.func if called else manager) is not objmode:
            return None
        if called and manager.args:
            raise self._error(CompilerError, "objmode() takes its outputs by name only", node)
        return manager.keywords if called else []

    def _value(self, node: ast.expr) -> Any:
        """Return what a name, or an attribute of one, is outside of the function."""
        if isinstance(node, ast.Attribute):
            return getattr(self._value(node.value), node.attr, None)
        return self.scope.get(node.id) if isinstance(node, ast.Name) and node.id not in self.flow.names else None

    def _type(self, keyword: ast.keyword) -> Type:
        from coluber.core.sigutils import parse_type

        expression = ast.fix_missing_locations(ast.Expression(keyword.value))
        try:
            return parse_type(eval(compile(expression, "<annotation>", "eval"), self.scope))
        except NumbaError:
            raise
        except Exception as error:
            message = f"the annotation of '{keyword.arg}' in an objmode block is not a type: {error}"
            raise self._error(CompilerError, message, keyword.value) from error

    def _variables(self, node: ast.With, types: dict[str, Type]) -> tuple[list[str], list[str]]:
        """Return the variables that go into a block, and those that come out."""
        flow, span = self.flow, self.flow.spans[node]
        stored = needed = 0
        for step in flow.nodes[span.first : span.end]:
            stored |= step.bit if step.kind in (STORE, MAY_STORE) else 0
            for other in step.follows:
                needed |= 0 if span.first <= other < span.end else self.live[other]
        results = flow.names_of(stored & needed)
        missing = [name for name in results if name not in types]
        if missing:
            example = ", ".join(f"{name}='<add_type_as_string_here>'" for name in missing)
            raise self._error(
                TypingError,
                f"the types of what leaves the block are missing: {missing}\n\nwrite, for example: with objmode({example})",
                node,
            )
        unused = [name for name in types if name not in flow.names_of(stored)]
        if unused:
            raise self._error(
                TypingError, f"Invalid type annotation on variables that the block does not assign: {unused}", node
            )
        # What the block may leave as it was goes in, too.
        certain = _assigned_first(node)
        kept = flow.set_of(name for name in results if name not in certain) & ~self.bound[0][span.first]
        # The flow takes it that managers suppress exceptions and loops have no turns: what has no value yet is the block's own.
        given = flow.live(span.first, span.end)[0] & self.bound[1][span.first]
        return flow.names_of(given | kept), results

    def _site(self, body: FunctionType, inputs: list[str], ty: Type) -> ast.Call:
        """Return the call of a block's function, whose result has a type."""
        from coluber.objectmode.sites import register

        like, number = self.function, len(self.functions)
        site = ast.Constant(register(f"{like.__module__}.{like.__qualname__}.{number}", body, ty))
        given = self._named_type(ty)
        return ast.Call(ast.Name(_CALL, ast.Load()), [site, given, *(ast.Name(name, ast.Load()) for name in inputs)], [])

    def _named_type(self, ty: Type) -> ast.Name:
        name = next((name for name, known in self.types.items() if known == ty), f"{_TYPE}{len(self.types)}")
        self.types[name] = ty
        return ast.Name(name, ast.Load())

    def _call_with_exits(self, node: ast.With, body: FunctionType, inputs: list[str], exits: Exits) -> list[ast.stmt]:
        """Return the call of a block that may be left by a jump, and what becomes of its result."""
        from coluber.core import types

        call = self._site(body, inputs, types.Tuple((types.int64, *map(_optional, exits.types))))
        first = ast.Assign([ast.Name(RESULT, ast.Store())], call)
        jumps, last = exits.taken(self._named_type)
        for statement in (first, *last):
            for part in ast.walk(statement):
                ast.copy_location(part, node.items[0].context_expr)
        return [first, *jumps, *last]

    def _call(self, node: ast.With, body: FunctionType, inputs: list[str], results: list[tuple[str, Type]]) -> ast.stmt:
        from coluber.core import types

        gives = [ty for _, ty in results]
        call = self._site(body, inputs, types.none if not gives else gives[0] if len(gives) == 1 else types.Tuple(gives))
        targets = [ast.Name(name, ast.Store()) for name, _ in results]
        if not targets:
            made: ast.stmt = ast.Expr(call)
        elif len(targets) == 1:
            made = ast.Assign(targets, call)
        else:
            made = ast.Assign([ast.Tuple(targets, ast.Store())], call)
        for part in ast.walk(made):
            ast.copy_location(part, node.items[0].context_expr)
        return made

    def _error(self, cls: type[NumbaError], message: str, node: ast.AST) -> NumbaError:
        end = node.end_col_offset if node.end_lineno == node.lineno else None
        return cls(message, loc=Location(self.function.__code__.co_filename, node.lineno, node.col_offset, end))


def _check_yields(node: ast.With, error: Any) -> None:
    """Raise where a block waits."""
    for part in own_nodes(node):
        if isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await)):
            word = type(part).__name__.lower().replace("yieldfrom", "yield from")
            raise error(UnsupportedError, f"a '{word}' in an objmode block is not supported", part)


def _optional(ty: Type) -> Type:
    from coluber.core import types

    return ty if ty == types.none or isinstance(ty, types.Optional) else types.Optional(ty)


def _assigned_first(node: ast.With) -> set[str]:
    """Return the variables that a block assigns in any case."""
    targets = [target for part in node.body if isinstance(part, ast.Assign) for target in part.targets]
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name) and _is_store(name)}


def _is_store(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _function_of_block(
    node: ast.With, function: FunctionType, inputs: list[str], results: list[str], exits: Exits
) -> FunctionType:
    """Return the function that runs a block."""
    made = ast.FunctionDef(
        name=function.__name__,
        args=ast.arguments(posonlyargs=[], args=[ast.arg(name) for name in inputs], kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=exits.body() if exits.found else _body_of_block(node, results),
        decorator_list=[],
        type_params=[],
    )
    ast.copy_location(made, node)
    return function_of(ast.fix_missing_locations(made), function, {LOCALS: locals} if exits.found else None)


def _body_of_block(node: ast.With, results: list[str]) -> list[ast.stmt]:
    """Return the statements of the function that runs a block that is left at its end only."""
    given = [ast.Name(name, ast.Load()) for name in results]
    value = given[0] if len(given) == 1 else ast.Tuple(given, ast.Load()) if given else ast.Constant(None)
    last = ast.Return(value)
    for part in ast.walk(last):
        ast.copy_location(part, node.body[-1])
    return [*deepcopy(node.body), last]
