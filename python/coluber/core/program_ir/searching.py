"""Finds things in the IR that programs see."""

from __future__ import annotations

import operator
from contextlib import suppress
from types import ModuleType

from coluber.core.program_ir.nodes import Const, Expr, FreeVar, Global, Var
from coluber.core.program_ir.statements import Assign, SetItem, StaticSetItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class GuardException(Exception):
    """Something that was looked for is not there; `guard` makes None of it."""


def require(cond: Any) -> None:
    """Raise GuardException unless something holds."""
    if not cond:
        raise GuardException


def guard(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return what a function returns; None where it raises GuardException."""
    with suppress(GuardException):
        return func(*args, **kwargs)
    return None


def get_definition(func_ir: Any, name: Any, **kwargs: Any) -> Any:
    """Return the definition of a variable, or raise GuardException."""
    try:
        found = func_ir.get_definition(name, **kwargs)
    except KeyError as error:
        raise GuardException(*error.args) from error
    return found


def _defined_as(func_ir: Any, var: Any, cls: Any) -> Any:
    """Return the definition of a variable, which must be of a class."""
    found = get_definition(func_ir, var) if isinstance(var, Var) else None
    require(isinstance(found, cls))
    return found


def find_const(func_ir: Any, var: Any) -> Any:
    """Return the constant that a variable is, or raise GuardException."""
    return _defined_as(func_ir, var, (Const, Global, FreeVar)).value


def find_build_sequence(func_ir: Any, var: Var) -> tuple[list[Var], str]:
    """Return the items of a tuple, list or set that a variable is, and the operation that makes it."""
    made = _defined_as(func_ir, var, Expr)
    require(made.op in ("build_tuple", "build_list", "build_set"))
    return made.items, made.op


def find_outer_value(func_ir: Any, var: Any) -> Any:
    """Return the value of a global or of a variable of an enclosing function, or of an attribute of one."""
    found = get_definition(func_ir, var)
    if isinstance(found, (Global, FreeVar)):
        return found.value
    require(isinstance(found, Expr) and found.op == "getattr")
    value = find_outer_value(func_ir, found.value)
    require(hasattr(value, found.attr))
    return getattr(value, found.attr)


def find_callname(func_ir: Any, expr: Expr, typemap: Any = None, definition_finder: Any = get_definition) -> tuple[str, Any]:
    """Return the name of the function that is called, and that of its module; for a method the variable in its place."""
    require(isinstance(expr, Expr) and expr.op == "call")
    found = definition_finder(func_ir, expr.func)
    names: list[str] = []
    while isinstance(found, Expr) and found.op == "getattr":
        names.insert(0, found.attr)
        owner, found = found.value, guard(definition_finder, func_ir, found.value)
        if not isinstance(found, (Global, FreeVar)) and not (isinstance(found, Expr) and found.op == "getattr"):
            require(len(names) == 1)
            return names[0], owner
    require(isinstance(found, (Global, FreeVar, Const)))
    value = found.value
    for k, name in enumerate(names):
        if not hasattr(value, name):
            return names[-1], ".".join([getattr(value, "__name__", str(value)), *names[k:-1]])
        owner_value, value = value, getattr(value, name)
        if not isinstance(owner_value, (ModuleType, type)):
            require(len(names) == 1)
            return name, expr_owner(func_ir, expr)
    return _name_of(value)


def expr_owner(func_ir: Any, expr: Expr) -> Var:
    """Return the variable whose method is called."""
    return get_definition(func_ir, expr.func).value


def _name_of(value: Any) -> tuple[str, str]:
    import sys

    value = getattr(value, "py_func", value)
    name, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
    require(isinstance(name, str))
    for public in ("numpy", "numpy.random", "numpy.linalg", "math", "builtins"):
        if getattr(sys.modules.get(public), name, None) is value:
            return name, public
    if module is None and hasattr(value, "__self__"):
        module = getattr(type(value.__self__), "__module__", None)
    require(isinstance(module, str))
    return name, "builtins" if module == "_io" else module


def is_operator_or_getitem(expr: Any) -> bool:
    """Whether an expression is an operator or takes an item."""
    return isinstance(expr, Expr) and expr.op in (
        "unary", "binop", "inplace_binop", "getitem", "static_getitem", "typed_getitem",
    )  # fmt: skip


def is_getitem(stmt: Any) -> bool:
    """Whether a statement assigns an item."""
    ops = ("getitem", "static_getitem", "typed_getitem")
    return isinstance(stmt, Assign) and isinstance(stmt.value, Expr) and stmt.value.op in ops


def is_setitem(stmt: Any) -> bool:
    """Whether a statement sets an item."""
    return isinstance(stmt, (SetItem, StaticSetItem))


def is_get_setitem(stmt: Any) -> bool:
    """Whether a statement takes or sets an item."""
    return is_getitem(stmt) or is_setitem(stmt)


def index_var_of_get_setitem(stmt: Any) -> Any:
    """Return the variable of the index of such a statement."""
    part = stmt.value if is_getitem(stmt) else stmt if is_setitem(stmt) else None
    if part is None:
        return None
    has_constant = isinstance(part, StaticSetItem) or getattr(part, "op", "") == "static_getitem"
    return part.index_var if has_constant else part.index


def set_index_var_of_get_setitem(stmt: Any, new_index: Any) -> None:
    """Set the variable of the index of such a statement."""
    part = stmt.value if is_getitem(stmt) else stmt
    has_constant = isinstance(part, StaticSetItem) or getattr(part, "op", "") == "static_getitem"
    setattr(part, "index_var" if has_constant else "index", new_index)


def is_namedtuple_class(c: Any) -> bool:
    """Whether an object is a class of named tuples."""
    return isinstance(c, type) and issubclass(c, tuple) and isinstance(getattr(c, "_fields", None), tuple)


def get_stmt_writes(stmt: Any) -> set[str]:
    """Return the variables that a statement changes."""
    if isinstance(stmt, (Assign, SetItem, StaticSetItem)):
        return {stmt.target.name}
    return set()


# What gives nothing but its value.
_PURE_BUILTINS = (bool, int, float, complex, abs, len, range, slice, tuple)


def is_pure(func_ir: Any, value: Any) -> bool:
    """Whether a value that nobody uses need not be computed."""
    if not isinstance(value, Expr):
        return type(value).__name__ in ("Const", "Global", "FreeVar", "Arg", "Var")
    if value.op == "call":
        found = guard(get_definition, func_ir, value.func)
        return isinstance(found, (Global, FreeVar)) and found.value in _PURE_BUILTINS
    if value.op == "binop":
        return value.fn in (operator.add, operator.sub, operator.mul, operator.is_, operator.is_not, operator.lt, operator.le,
                            operator.gt, operator.ge, operator.eq, operator.ne)  # fmt: skip
    return value.op in ("build_tuple", "build_list", "build_set", "build_map", "getattr", "cast", "make_function", "unary")
