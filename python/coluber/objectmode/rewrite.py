"""A function with its loops taken out: each becomes a function of its own, and the original tries to call that.

``for i in range(n): s += x[i]`` becomes, with an underscore for names that no program can have::

    if (_ := _loop()(n, s, x)) is not None:
        s = _[0]
    else:
        for i in range(n): s += x[i]

``_loop()`` is the function that fits what the program's globals and classes are now. Where constants are compiled in, or a
variable may be unbound, ``_loop(...)`` sorts that out and calls it.

Where an exception leads to variables that the loop assigns, its function hands them over before it raises, and the call is::

    try:
        _ = _loop()(n, s, x)
    except BaseException:
        if (_ := _rescued()) is not None:
            s = _[0]
        raise
    if _ is not None: ...

All nodes that are added have the line of the loop's first.
"""

from __future__ import annotations

import ast
import builtins
from copy import deepcopy

from coluber.core.source import function_of
from coluber.objectmode.names import SCOPES
from coluber.objectmode.outside import AsVariables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FunctionType
    from typing import Any

    from coluber.objectmode.fallback import LiftedLoop
    from coluber.objectmode.loops import LoopPlan

# Names in the functions that are made. Those of the interpreter's are no identifiers, so that they are free in any function.
_RESULT = ".result"
_LOCALS = ".locals"
_VALUE = "__returned"
_RESCUED = ".rescued"
_EXCEPTION = ".exception"
_KEEP = ".keep"
_NONE = ".none"


def without_loops(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    function: FunctionType,
    plans: dict[ast.AST, LoopPlan],
    compiled: Callable[[LoopPlan, Callable[..., FunctionType]], LiftedLoop],
) -> FunctionType:
    """Return a function that calls its loops where they can be compiled.

    Parameters
    ----------
    node : ast.FunctionDef or ast.AsyncFunctionDef
        The definition, which is changed.
    function : function
        The original.
    plans : dict
        By node the loops that are taken out.
    compiled : callable
        Makes the lifted loop of a loop's plan and its function.
    """
    made = [compiled(plan, LoopFunction(plan, function).make) for plan in plans.values()]
    loops = [loop.choose if loop.plan.has_variants else loop.plain for loop in made]
    names = {plan.node: f".loop{number}" for number, plan in enumerate(plans.values())}
    extra: dict[str, object] = dict(zip(names.values(), loops, strict=True))
    extra[_LOCALS] = builtins.locals
    extra[_EXCEPTION] = BaseException
    if any(plan.rescued for plan in plans.values()):
        from coluber.objectmode.rescue import taken

        extra[_RESCUED] = taken
    _Calls(plans, names).generic_visit(node)
    made = function_of(ast.fix_missing_locations(node), function, extra)
    made.__defaults__, made.__kwdefaults__, made.__doc__ = function.__defaults__, function.__kwdefaults__, function.__doc__
    made.__dict__.update(function.__dict__)
    return made


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _at(loop: ast.For | ast.While, made: ast.AST) -> Any:
    """Give what is made the place of a loop's first line."""
    first = loop.iter if isinstance(loop, ast.For) else loop.test
    for part in ast.walk(made):
        ast.copy_location(part, first)
    return made


class LoopFunction:
    """The function of a loop.

    Parameters
    ----------
    plan : LoopPlan
        What flows in and out.
    original : function
        The function that the loop is in.

    Notes
    -----
    It returns True where nothing comes out; otherwise a tuple: for a loop with ``return`` whether it returned, and what; the
    results; for each variable that may be unbound whether it is bound, and its value.
    """

    def __init__(self, plan: LoopPlan, original: FunctionType) -> None:
        self.plan = plan
        self.original = original
        # Before the original is changed.
        self.loop = deepcopy(plan.node)

    def make(self, unbound: frozenset[str] = frozenset(), constants: tuple[object, ...] = ()) -> FunctionType:
        """Return it.

        Parameters
        ----------
        unbound : frozenset of str
            Variables of the plan's `perhaps` that are unbound when it is called: they are no parameters.
        constants : tuple
            The values of the plan's `compiled_in`.
        """
        plan = self.plan
        loop = _Returns(self).visit(AsVariables(plan.outside).visit(deepcopy(self.loop)))
        names = [*plan.arguments, *(value.name for value in plan.handed_over)]
        names += (name for name in plan.perhaps if name not in unbound)
        arguments = [ast.arg(name) for name in names]
        if plan.rescued:
            guarded = _at(self.loop, ast.Try([ast.Pass()], [self._handler()], [], []))
            guarded.body = [loop]
            loop = guarded
        node = ast.FunctionDef(
            name=self.original.__name__,
            args=ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[]),
            body=[*map(_as_local, sorted(unbound)), loop, *self.ending(ast.Constant(False), ast.Constant(None))],
            decorator_list=[],
            type_params=[],
        )
        _at(self.loop, node.args)
        ast.copy_location(node, self.loop)
        extra = {value.name: constant for value, constant in zip(plan.compiled_in, constants, strict=True)}
        return function_of(ast.fix_missing_locations(node), self.original, {**extra, **(_rescuers() if plan.rescued else {})})

    def _handler(self) -> ast.ExceptHandler:
        """Return what hands variables over, and raises again."""
        statements: list[ast.stmt] = []
        parts: list[ast.expr] = []
        for name in self.plan.rescued:
            if self.plan.is_bound(name):
                parts.append(_load(name))
            else:
                statements.append(_bound_or_not(name))
                parts += (_load(f"__{name}_is_bound"), _load(f"__{name}_at_end"))
        call = ast.Call(_load(_KEEP), [ast.Constant(_site()), _load(_NONE), *parts], [])
        return ast.ExceptHandler(None, None, [*statements, ast.Expr(call), ast.Raise()])

    def ending(self, returned: ast.expr, value: ast.expr) -> Iterator[ast.stmt]:
        """Yield the statements that collect and return what comes out."""
        plan = self.plan
        parts = [returned, value] if plan.returns else []
        parts += map(_load, plan.results)
        for name in plan.found:
            yield _at(self.loop, _bound_or_not(name))
            parts += (_load(f"__{name}_is_bound"), _load(f"__{name}_at_end"))
        result = ast.Tuple(parts, ast.Load()) if parts else ast.Constant(True)
        yield _at(self.loop, ast.Return(result))


def _site() -> str:
    from coluber.objectmode.rescue import SITE

    return SITE


def _rescuers() -> dict[str, object]:
    """Return what the function of a loop that hands variables over calls."""
    from coluber.lib.intrinsics import call_object
    from coluber.objectmode.rescue import NONE

    return {_KEEP: call_object, _NONE: NONE}


def _as_local(name: str) -> ast.If:
    """Have a variable be one of the function although nothing may assign it."""
    return ast.If(ast.Constant(False), [ast.Assign([_store(name)], ast.Constant(None))], [])


def _bound_or_not(name: str) -> ast.Try:
    flag, value = f"__{name}_is_bound", f"__{name}_at_end"

    def assign(to: str, what: ast.expr) -> ast.Assign:
        return ast.Assign([_store(to)], what)

    bound = [assign(value, _load(name)), assign(flag, ast.Constant(True))]
    unbound = [assign(value, ast.Constant(None)), assign(flag, ast.Constant(False))]
    handler = ast.ExceptHandler(_load("UnboundLocalError"), None, unbound)
    return ast.Try(body=bound, handlers=[handler], orelse=[], finalbody=[])


class _Returns(ast.NodeTransformer):
    """Has each ``return`` of a loop return what comes out as well."""

    def __init__(self, made: LoopFunction) -> None:
        self.made = made

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, SCOPES) else super().visit(node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        value = node.value if node.value is not None else _at(self.made.loop, ast.Constant(None))
        first = ast.copy_location(ast.Assign([_store(_VALUE)], value), node)
        return [first, *self.made.ending(ast.Constant(True), _load(_VALUE))]


class _Calls(ast.NodeTransformer):
    """Puts calls in front of the loops."""

    def __init__(self, plans: dict[ast.AST, LoopPlan], names: dict[ast.AST, str]) -> None:
        self.plans = plans
        self.names = names

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, SCOPES):
            return node
        plan = self.plans.get(node)
        if plan is None:
            return super().visit(node)
        self.generic_visit(node)
        first, call = _call(plan, self.names[node])
        _at(plan.node, call).orelse = [node]
        return [*(_at(plan.node, each) for each in first), call]


def _call(plan: LoopPlan, name: str) -> tuple[list[ast.stmt], ast.If]:
    """Return the statement that takes what the call of a loop gives, and what comes before it."""
    arguments = [*map(_load, plan.arguments), *(value.expression() for value in plan.handed_over)]
    arguments += map(_value_or_unbound, plan.perhaps)
    arguments += (value.expression() for value in plan.compiled_in)
    # Where nothing is to be sorted out, no frame stands between the function and its loop.
    function: ast.expr = _load(name) if plan.has_variants else ast.Call(_load(name), [], [])
    call: ast.expr = ast.Call(function, arguments, [])
    before: list[ast.stmt] = []
    if plan.rescued:
        handler = ast.ExceptHandler(_load(_EXCEPTION), None, [_is_there(_rescued(), _restore(plan)), ast.Raise()])
        before.append(ast.Try([ast.Assign([_store(_RESULT)], call)], [handler], [], []))
        call = _load(_RESULT)
    else:
        call = ast.NamedExpr(_store(_RESULT), call)
    return before, _is_there(call, _take(plan))


def _rescued() -> ast.expr:
    return ast.NamedExpr(_store(_RESULT), ast.Call(_load(_RESCUED), [], []))


def _is_there(value: ast.expr, body: Iterable[ast.stmt]) -> ast.If:
    return ast.If(ast.Compare(value, [ast.IsNot()], [ast.Constant(None)]), [*body] or [ast.Pass()], [])


def _restore(plan: LoopPlan) -> Iterator[ast.stmt]:
    """Yield the assignments of what a loop has handed over."""
    yield from _assignments(plan, plan.rescued, 0)
    yield ast.Assign([_store(_RESULT)], ast.Constant(None))


def _value_or_unbound(name: str) -> ast.expr:
    """Return the expression of a variable's value in a tuple, or None where it is unbound."""
    variables = ast.Call(_load(_LOCALS), [], [])
    held = ast.Compare(ast.Constant(name), [ast.In()], [variables])
    return ast.IfExp(held, ast.Tuple([_load(name)], ast.Load()), ast.Constant(None))


def _take(plan: LoopPlan) -> Iterator[ast.stmt]:
    """Yield the assignments of what a loop has given back."""
    if plan.returns:
        yield ast.If(_part(0), [ast.Return(_part(1))], [])
    yield from _assignments(plan, [*plan.results, *plan.found], 2 if plan.returns else 0)
    if plan.returns or plan.results or plan.found:
        # What came out is not kept alive.
        yield ast.Assign([_store(_RESULT)], ast.Constant(None))


def _part(position: int) -> ast.expr:
    return ast.Subscript(_load(_RESULT), ast.Constant(position), ast.Load())


def _assignments(plan: LoopPlan, names: list[str], position: int) -> Iterator[ast.stmt]:
    """Yield the assignments of what is in a tuple from a position on: values, behind a flag for those that may be unbound."""
    for name in names:
        if plan.is_bound(name):
            yield ast.Assign([_store(name)], _part(position))
            position += 1
        else:
            unbind = _unbound(name) if name in plan.deleted else []
            yield ast.If(_part(position), [ast.Assign([_store(name)], _part(position + 1))], unbind)
            position += 2


def _unbound(name: str) -> list[ast.stmt]:
    """Return the statements that unbind a variable whether it is bound or not."""
    return [ast.Assign([_store(name)], ast.Constant(None)), ast.Delete([ast.Name(name, ast.Del())])]
