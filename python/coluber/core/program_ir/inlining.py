"""Asks callables of the program, ``inline=callable``, which calls of a function are inlined.

A call that is becomes one of another jitted function with the same code and ``inline='always'``.
"""

from __future__ import annotations

import operator
from collections import namedtuple
from types import ModuleType
from weakref import WeakKeyDictionary

from coluber.core import inlining
from coluber.core.program_ir.nodes import Expr, FreeVar, Global, Var
from coluber.core.program_ir.statements import Assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from coluber.core.program_ir.function import Block

# What a callable of an implementation is told of the caller and of the implementation.
InlineInfo = namedtuple("InlineInfo", ("func_ir", "typemap", "calltypes", "signature"))

# Jitted functions with ``inline='always'``, by the Python functions and the options besides.
_always: WeakKeyDictionary[Any, list[tuple[dict[str, Any], Any]]] = WeakKeyDictionary()


def inline_jitted(state: Any) -> bool:
    """Ask about calls of jitted functions."""
    changed = False
    if inlining.refers_to_jitted(state.func_id.func):
        for block, stmt in _assignments(state):
            callee = _known(state, stmt.value.func) if stmt.value.op == "call" else None
            decide = inlining.decider_of(callee)
            if decide is not None:
                changed |= _decide_jitted(state, block, stmt, callee, decide)
    return changed


def _decide_jitted(state: Any, block: Block, stmt: Assign, callee: Any, decide: Any) -> bool:
    from coluber.core.compiler import run_frontend

    if not _answer(state, decide, stmt.value, state.func_ir, run_frontend(callee)):
        return False
    options = dict(callee.targetoptions)
    signatures = None if callee._can_compile else list(callee.nopython_signatures)
    _call_instead(state, block, stmt, _inlined(callee.py_func, options, signatures), stmt.value.args)
    return True


def inline_overloads(state: Any) -> bool:
    """Ask about uses of implementations; types are known."""
    changed = False
    if state.get("calltypes") is not None and inlining.refers_to_implemented(state.func_id.func):
        for block, stmt in _assignments(state):
            changed |= _decide_use(state, block, stmt)
    return changed


def _decide_use(state: Any, block: Block, stmt: Assign) -> bool:
    use = _use(state, stmt.value)
    if use is None:
        return False
    key, operands, named = use
    from coluber.core import overloads

    given = tuple(state.typemap[var.name] for var in operands) + tuple(state.typemap[var.name] for _, var in named)
    found = overloads.candidate(key, given, tuple(name for name, _ in named))
    decide = None if found is None else found[0].options.get("inline")
    if not callable(decide):
        return False
    implementation = found[1]
    signature = state.calltypes.get(stmt.value)
    caller = InlineInfo(state.func_ir, state.typemap, state.calltypes, signature)
    callee = _implementation_info(state, implementation, operands, named, signature)
    if not _answer(state, decide, stmt.value, caller, callee):
        return False
    jitted = _inlined(getattr(implementation, "py_func", implementation), dict(found[0].options), None)
    _call_instead(state, block, stmt, jitted, operands, named)
    return True


def _use(state: Any, expr: Expr) -> tuple[str, list[Var], list[tuple[str, Var]]] | None:
    """Return under which key an expression looks for an implementation, and its arguments, by position and by name."""
    if expr.op == "call":
        return _called(state, expr)
    if expr.op == "getattr":
        return f"attribute:{expr.attr}", [expr.value], []
    if expr.op in ("binop", "inplace_binop"):
        return _keyed(expr.fn, [expr.lhs, expr.rhs], [])
    if expr.op == "unary":
        return _keyed(expr.fn, [expr.value], [])
    return _keyed(operator.getitem, [expr.value, expr.index], []) if expr.op == "getitem" else None


def _called(state: Any, expr: Expr) -> tuple[str, list[Var], list[tuple[str, Var]]] | None:
    if expr.vararg is not None or expr.varkwarg is not None:
        return None
    args, named = list(expr.args), list(expr.kws.items() if isinstance(expr.kws, dict) else expr.kws)
    function = _known(state, expr.func)
    if function is not None:
        return _keyed(function, args, named)
    method = _definition(state, expr.func)
    if isinstance(method, Expr) and method.op == "getattr":
        return f"method:{method.attr}", [method.value, *args], named
    return None


def _keyed(function: Any, args: list[Var], named: list[tuple[str, Var]]) -> Any:
    from coluber.core import overloads

    is_decided = any(function is known for known in inlining.registered.functions)
    return (overloads.key_of(function), args, named) if is_decided else None


def _implementation_info(state: Any, implementation: Any, operands: Any, named: Any, signature: Any) -> InlineInfo:
    """Return the IR of an implementation and its types; no types where it can't be typed for these arguments alone."""
    from coluber.core.compiler import FunctionIdentity, State
    from coluber.core.errors import NumbaError
    from coluber.core.program_ir.steps import infer, read

    function = getattr(implementation, "py_func", implementation)
    args = _argument_types(state, function, operands, named)
    callee = State(func_id=FunctionIdentity(function), args=args, typingctx=state.typingctx, func_ir=None)
    callee.typemap = callee.calltypes = None
    read(callee)
    try:
        infer(callee)
    except NumbaError:
        callee.typemap = callee.calltypes = None
    return InlineInfo(callee.func_ir, callee.typemap, callee.calltypes, signature)


def _argument_types(state: Any, function: Any, operands: Any, named: Any) -> tuple[Any, ...]:
    """Return the type of each parameter of a function that is called with certain variables."""
    import inspect

    from coluber.core import types
    from coluber.core.typing.typeof import typeof

    given = [state.typemap[var.name] for var in operands]
    bound = inspect.signature(function).bind(*given, **{name: state.typemap[var.name] for name, var in named})
    found = []
    for name, parameter in bound.signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            found.append(types.BaseTuple.from_types(bound.arguments.get(name, ())))
        else:
            found.append(bound.arguments[name] if name in bound.arguments else typeof(parameter.default))
    return tuple(map(types.unliteral, found))


def _answer(state: Any, decide: Any, expr: Expr, caller: Any, callee: Any) -> bool:
    """Ask a callable of the program. What it looks at is the program's: the answer may be another one in another process."""
    from coluber.core.compiler_machinery import note_place

    state.rewritten = state.get("rewritten", 0) + 1
    try:
        return bool(decide(expr, caller, callee))
    except Exception as error:
        if hasattr(decide, "__code__"):
            note_place(error, decide, "the callable of the option inline")
        raise


def _call_instead(state: Any, block: Block, stmt: Assign, function: Any, args: Any, named: Any = None) -> None:
    """Make a statement a call of a jitted function."""
    scope, loc, known = stmt.target.scope, stmt.loc, stmt.value
    name = f"$inlined.{function.__name__}.{state.get('rewritten')}"
    scope.get_or_define(name, loc)
    target = Var(scope, name, loc)
    value = Global(f"{function.__name__}, inlined", function, loc)
    at = next(k for k, other in enumerate(block.body) if other is stmt)
    block.body.insert(at, Assign(value, target, loc))
    kws = known.kws if named is None else tuple(named)
    stars = {"vararg": known.vararg, "varkwarg": known.varkwarg} if known.op == "call" else {}
    stmt.value = Expr.call(target, list(args), kws, known.loc, **stars)
    state.func_ir._definitions = type(state.func_ir).definitions_of(state.func_ir.blocks)


def _inlined(function: Any, options: dict[str, Any], signatures: Any) -> Any:
    """Return a function jitted with ``inline='always'``."""
    from coluber.core.decorators import compiled, jitted
    from coluber.core.dispatcher import new_dispatcher

    known = _always.setdefault(function, [])
    for other, made in known:
        if other == options:
            return made
    chosen = {**options, "inline": "always"}
    if signatures is None:
        made = compiled(function, chosen)
    else:
        made = jitted(function, signatures, lambda function: new_dispatcher(function, chosen))
    known.append((options, made))
    return made


def _assignments(state: Any) -> Iterator[tuple[Block, Assign]]:
    """Yield the assignments of expressions; blocks may be changed meanwhile."""
    for block in list(state.func_ir.blocks.values()):
        for stmt in list(block.body):
            if isinstance(stmt, Assign) and isinstance(stmt.value, Expr):
                yield block, stmt


def _definition(state: Any, var: Var) -> Any:
    try:
        return state.func_ir.get_definition(var)
    except KeyError:
        return None


def _known(state: Any, var: Any) -> Any:
    """Return the object that a variable is: a global, a captured one, or a member of a module."""
    found = _definition(state, var) if isinstance(var, Var) else None
    if isinstance(found, (Global, FreeVar)):
        return found.value
    if isinstance(found, Expr) and found.op == "getattr":
        module = _known(state, found.value)
        return vars(module).get(found.attr) if isinstance(module, ModuleType) else None
    return None
