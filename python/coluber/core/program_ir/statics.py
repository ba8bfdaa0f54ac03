"""Statements with constants, as passes behind the generic rewrites see them."""

from __future__ import annotations

import operator

from coluber.core.errors import ConstantInferenceError
from coluber.core.program_ir.nodes import Expr, Var
from coluber.core.program_ir.searching import get_definition, guard
from coluber.core.program_ir.statements import Assign, Print, Raise, SetItem, StaticRaise, StaticSetItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.program_ir.function import FunctionIR


def use_constants(func_ir: FunctionIR) -> None:
    """Say in statements what is constant in them: indices, exceptions that are raised, exponents."""
    for block in func_ir.blocks.values():
        block.body = [_with_constants(func_ir, stmt) for stmt in block.body]
        block.body = _with_prints(func_ir, block.body)
    func_ir._definitions = type(func_ir).definitions_of(func_ir.blocks)


def _constant(func_ir: FunctionIR, var: Any) -> tuple[bool, Any]:
    """Return whether a variable is a constant, and which."""
    if not isinstance(var, Var):
        return False, None
    try:
        return True, func_ir.infer_constant(var)
    except ConstantInferenceError:
        return False, None


def _with_constants(func_ir: FunctionIR, stmt: Any) -> Any:
    if isinstance(stmt, Assign) and isinstance(stmt.value, Expr):
        return _with_constant_operands(func_ir, stmt)
    if isinstance(stmt, SetItem):
        known, index = _constant(func_ir, stmt.index)
        if known and _is_index(index):
            return StaticSetItem(stmt.target, index, stmt.index, stmt.value, stmt.loc)
    elif isinstance(stmt, Raise) and stmt.exception is not None and not stmt.again and stmt.cause is None:
        return _with_constant_exception(func_ir, stmt)
    return stmt


def _with_constant_exception(func_ir: FunctionIR, stmt: Raise) -> Raise | StaticRaise:
    definition = guard(get_definition, func_ir, stmt.exception)
    is_call = isinstance(definition, Expr) and definition.op == "call"
    if is_call and (definition.kws or definition.vararg is not None or definition.varkwarg is not None):
        return stmt
    known, raised = _constant(func_ir, definition.func if is_call else stmt.exception)
    if not known or not isinstance(raised, type) or not issubclass(raised, BaseException):
        return stmt
    args = [_constant(func_ir, var) for var in definition.args] if is_call else None
    if args is not None and not all(found for found, _ in args):
        return stmt
    made = StaticRaise(raised, None if args is None else tuple(value for _, value in args), stmt.loc)
    made.handled = stmt.handled
    return made


def _with_constant_operands(func_ir: FunctionIR, stmt: Assign) -> Assign:
    expr = stmt.value
    if expr.op == "getitem":
        known, index = _constant(func_ir, expr.index)
        if known and _is_index(index):
            stmt.value = Expr.static_getitem(expr.value, index, expr.index, expr.loc)
    elif (expr.op == "binop" and expr.fn is operator.pow) or (expr.op == "inplace_binop" and expr.fn is operator.ipow):
        known, exponent = _constant(func_ir, expr.rhs)
        if known and isinstance(exponent, int):
            expr.static_rhs = exponent
    return stmt


def _is_index(index: Any) -> bool:
    return isinstance(index, (int, str, slice)) or (isinstance(index, tuple) and all(map(_is_index, index)))


def _with_prints(func_ir: FunctionIR, body: list[Any]) -> list[Any]:
    """Put a statement in the place of each call of ``print``."""
    from coluber.core.program_ir.nodes import Const

    made: list[Any] = []
    for stmt in body:
        call = stmt.value if isinstance(stmt, Assign) else None
        if not (
            isinstance(call, Expr) and call.op == "call" and not call._kws.get("kws") and call._kws.get("varkwarg") is None
        ):
            made.append(stmt)
            continue
        known, function = _constant(func_ir, call.func)
        if not known or function is not print:
            made.append(stmt)
            continue
        made.append(Print(call.args, call.vararg, stmt.loc))
        made.append(Assign(Const(None, stmt.loc), stmt.target, stmt.loc))
    return made
