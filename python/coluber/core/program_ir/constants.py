"""Which constants the variables of a function are."""

from __future__ import annotations

from coluber.core.errors import ConstantInferenceError
from coluber.core.program_ir.nodes import UNDEFINED, Expr, Var

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.program_ir.function import FunctionIR


def constant_of(func_ir: FunctionIR, name: Any) -> Any:
    """Return the constant that a variable, or what is assigned to it, is.

    Raises
    ------
    ConstantInferenceError
        It is none, or the function does not say which.
    """
    name = name.name if isinstance(name, Var) else name
    try:
        definition = func_ir.get_definition(name)
    except KeyError as error:
        raise ConstantInferenceError(f"{name!r} is not assigned in one place") from error
    return _value(func_ir, definition)


def _value(func_ir: FunctionIR, definition: Any) -> Any:
    loc = getattr(definition, "loc", None)
    if isinstance(definition, Expr):
        try:
            return _computed(func_ir, definition)
        except ConstantInferenceError:
            raise
        except Exception as error:
            raise ConstantInferenceError(f"{definition}: {error}", loc=loc) from error
    value = getattr(definition, "value", UNDEFINED)
    if value is UNDEFINED or isinstance(value, Var):
        raise ConstantInferenceError(str(definition), loc=loc)
    return value


def _computed(func_ir: FunctionIR, expr: Expr) -> Any:
    def value(var: Var) -> Any:
        return constant_of(func_ir, var)

    if expr.op == "call":
        function = value(expr.func)
        if expr.vararg is None and expr.varkwarg is None and (function is slice or _makes_exceptions(function)):
            return function(*map(value, expr.args), **{name: value(var) for name, var in expr.kws})
    elif expr.op == "getattr":
        return getattr(value(expr.value), expr.attr)
    elif expr.op == "build_tuple":
        return tuple(map(value, expr.items))
    elif expr.op == "binop":
        return expr.fn(value(expr.lhs), value(expr.rhs))
    elif expr.op == "unary":
        return expr.fn(value(expr.value))
    elif expr.op == "cast":
        return value(expr.value)
    raise ConstantInferenceError(str(expr), loc=expr.loc)


def _makes_exceptions(function: Any) -> bool:
    return isinstance(function, type) and issubclass(function, BaseException)
