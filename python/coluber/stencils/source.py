"""The syntax tree of a function, and the function of a changed tree."""

from __future__ import annotations

import ast
import dis
import linecache
from types import CodeType, FunctionType

from coluber.core.errors import NumbaValueError
from coluber.core.report import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Instructions of operators.
_OPERATORS = ("BINARY_", "COMPARE_", "UNARY_")


def definition(function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a function; that of a lambda is one with a statement ``return``.

    Raises
    ------
    NumbaValueError
        The source can't be read, or is not that of the function.
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        tree = ast.parse("".join(lines), code.co_filename)
    except SyntaxError:
        tree = ast.Module([], [])
    found = [node for node in ast.walk(tree) if _is_of(node, code)]
    # Of lambdas within lambdas the innermost.
    found.sort(key=lambda node: (node.lineno, node.col_offset), reverse=True)
    made = [node for node in map(_as_definition, found) if _has_code(node, function)]
    if not made:
        raise NumbaValueError(
            f"the stencil kernel {function.__qualname__}() cannot be compiled: its source is needed, and "
            f"{code.co_filename} {'does not have it' if lines else 'cannot be read'} (line {code.co_firstlineno})"
        )
    return made[0]


def _is_of(node: ast.AST, code: CodeType) -> bool:
    """Whether a node may be the definition that a code object was compiled from."""
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return node.name == code.co_name and first == code.co_firstlineno
    if not isinstance(node, ast.Lambda) or code.co_name != "<lambda>" or node.lineno != code.co_firstlineno:
        return False
    return all(_contains(node.body, step.positions) for step in dis.get_instructions(code) if step.opname.startswith("LOAD_"))


def _contains(node: ast.expr, where: dis.Positions | None) -> bool:
    """Whether a place is within a node, as far as it is known."""
    if where is None or None in where:
        return True
    start, end = (where.lineno, where.col_offset), (where.end_lineno, where.end_col_offset)
    return (node.lineno, node.col_offset) <= start and end <= (node.end_lineno, node.end_col_offset)


def _as_definition(node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef:
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args):
        argument.annotation = None
    plain = ast.arguments(
        posonlyargs=[], args=[*arguments.posonlyargs, *arguments.args], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    body = [ast.copy_location(ast.Return(node.body), node.body)] if isinstance(node, ast.Lambda) else node.body
    made = ast.FunctionDef(name="kernel", args=plain, body=body, decorator_list=[], type_params=[])
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _has_code(node: ast.FunctionDef, function: FunctionType) -> bool:
    """Whether a definition compiles to a function's code: the file may have changed since it was imported."""
    if any(isinstance(part, ast.Assert) for part in ast.walk(node)):
        # Test runners rewrite these.
        return True
    return _essence(_compiled(node, function)) == _essence(function.__code__)


def _essence(code: CodeType) -> tuple[Any, ...]:
    """Return what is the same in whatever module a function stands: how methods are called depends on the module's imports."""
    constants = [(type(value), value) for value in code.co_consts if not isinstance(value, CodeType)]
    operators = [(step.opname, step.arg) for step in dis.get_instructions(code) if step.opname.startswith(_OPERATORS)]
    return code.co_names, code.co_varnames, code.co_freevars, constants, operators


def _compiled(node: ast.FunctionDef, function: FunctionType) -> CodeType:
    """Compile a definition in a scope with the free variables of a function."""
    free = function.__code__.co_freevars
    body: list[ast.stmt] = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in free]
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    outer = ast.FunctionDef(name="scope", args=none, body=[*body, node], decorator_list=[], type_params=[])
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(outer, node)], []))
    code = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
    for _ in range(2):
        code = next(part for part in reversed(code.co_consts) if isinstance(part, CodeType))
    return code


def function_of(node: ast.FunctionDef, like: FunctionType) -> FunctionType:
    """Return the function of a changed definition, with the name, the globals and the closure of the original."""
    original = like.__code__
    code = _compiled(node, like).replace(co_name=original.co_name, co_qualname=original.co_qualname)
    cells = dict(zip(original.co_freevars, like.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    made = FunctionType(code, like.__globals__, like.__name__, None, closure)
    made.__qualname__, made.__module__ = like.__qualname__, like.__module__
    return made


def stored_names(node: ast.FunctionDef) -> Iterator[str]:
    """Yield each name that a function or those inside of it assign or have as parameters, as often as they do."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id
        elif isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.FunctionDef) and part is not node:
            yield part.name


def place(node: ast.AST, function: FunctionType) -> Location:
    """Return where a node is, for an error."""
    end = node.end_col_offset if node.end_lineno == node.lineno else None
    return Location(function.__code__.co_filename, node.lineno, node.col_offset, end)
