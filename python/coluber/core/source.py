"""The syntax tree of a function, and the function of a changed tree."""

from __future__ import annotations
import __future__

import ast
import builtins
import dis
import linecache
import sys
from functools import lru_cache, reduce
from types import CellType, CodeType, FunctionType
from weakref import WeakKeyDictionary

from coluber.core.installed import is_in_library
from coluber.core.report import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, TypeVar

    N = TypeVar("N")
    Definition = ast.FunctionDef | ast.AsyncFunctionDef

# Instructions of operators.
_OPERATORS = ("BINARY_", "COMPARE_", "UNARY_")

# The instruction that sets an attribute.
_STORE = dis.opmap["STORE_ATTR"]

# Parts of a syntax tree that have no place in the text.
_SHARED = ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop

# The attribute of a function that has its definition where no file does.
_DEFINITION = "_definition"

# What was found, with the code that it is of: it is asked for many times for the methods of a class.
_definitions: WeakKeyDictionary[FunctionType, tuple[CodeType, Definition]] = WeakKeyDictionary()

_FUTURE = reduce(int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))


def definition(function: FunctionType) -> Definition | None:
    """Return the definition of a function, without decorators, defaults and annotations; that of a lambda has a ``return``.

    What sets fields in ``self.__dict__`` is an assignment of these fields.

    None where the source can't be read, or is not that of the function.
    """
    return copied(shared_definition(function))


def shared_definition(function: FunctionType) -> Definition | None:
    """Return what `definition` does, for readers: it must not be changed."""
    if has_definition(function):
        return function.__dict__[_DEFINITION]
    code = function.__code__
    known = _definitions.get(function)
    if known is None or known[0] is not code:
        found = _found_definition(function)
        if found is None:
            return None
        if "__dict__" in code.co_names:
            from coluber.core.fields_by_name import with_statements

            found = with_statements(found)
        known = _definitions[function] = code, found
    return known[1]


def copied(part: N) -> N:
    """Return a copy of a syntax tree, or of what is in one, which may be changed; many times as fast as that of `copy`.

    What nodes have no places of, such as operators, is shared.
    """
    if isinstance(part, list):
        return [copied(item) for item in part]  # type: ignore[return-value]
    if not isinstance(part, ast.AST) or isinstance(part, _SHARED):
        return part
    new = type(part).__new__(type(part))
    for name, value in vars(part).items():
        setattr(new, name, copied(value) if isinstance(value, (list, ast.AST)) else value)
    return new


def define(function: FunctionType, node: Any) -> None:
    """Say the definition of a function that no file has."""
    setattr(function, _DEFINITION, _as_definition(node))


def has_definition(function: FunctionType) -> bool:
    """Whether `define` has been told the definition of a function."""
    return _DEFINITION in vars(function)


def parsed_file(function: FunctionType) -> ast.Module:
    """Return the syntax tree of the file that a function is in, for readers; an empty one where it can't be read."""
    name = function.__code__.co_filename
    return _parsed("".join(linecache.getlines(name, function.__globals__)), name)


def parsed_module(name: str) -> ast.Module:
    """Return the syntax tree of a module's file, as :func:`parsed_file` does of a function's."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None) or ""
    return _parsed("".join(linecache.getlines(file, vars(module) if module is not None else None)), file)


def _found_definition(function: FunctionType) -> Definition | None:
    code = function.__code__
    tree = parsed_file(function)
    found = [node for node in _definitions_in(tree) if _is_of(node, code)]
    # Of lambdas within lambdas the innermost.
    found.sort(key=lambda node: (node.lineno, node.col_offset), reverse=True)
    private = _private_prefix(function)
    made = (_Mangled(private).visit(_as_definition(node)) for node in found)
    return next((node for node in made if _has_code(node, function)), None)


def _private_prefix(function: FunctionType) -> str:
    """Return what private names have in front of them in a method; nothing in other functions."""
    outer = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    return f"_{outer.lstrip('_')}" if outer.isidentifier() else ""


class _Mangled(ast.NodeTransformer):
    """Gives private names of a class (``self.__x``) the names that they have in its code.

    Parameters
    ----------
    prefix : str
        What is put in front of them; nothing for functions that are no methods.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def _name(self, name: str) -> str:
        private = self.prefix and name.startswith("__") and not name.endswith("__")
        return self.prefix + name if private else name

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Change the name of an attribute."""
        node.attr = self._name(node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        """Change the name of a variable."""
        node.id = self._name(node.id)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Leave a class inside of the function as it is, which has names of its own."""
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        """Change the name of a parameter."""
        node.arg = self._name(node.arg)
        return node


@lru_cache(maxsize=4)
def _parsed(source: str, filename: str) -> ast.Module:
    try:
        return ast.parse(source, filename)
    except SyntaxError:
        return ast.Module([], [])


def _definitions_in(tree: ast.Module) -> list[Definition | ast.Lambda]:
    """Return all definitions of a file. The tree keeps them: all methods of its classes ask."""
    known: list[Definition | ast.Lambda] | None = getattr(tree, "_definitions", None)
    if known is None:
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
        known = [node for node in ast.walk(tree) if isinstance(node, kinds)]
        tree._definitions = known  # type: ignore[attr-defined]
    return known


def stored_attributes(code: CodeType) -> set[str]:
    """Return the names of the attributes that code sets, also that of functions in it, of whatever objects."""
    parts = [part for part in code.co_consts if isinstance(part, CodeType)]
    names: set[str] = set().union(*map(stored_attributes, parts))
    if _STORE in code.co_code[::2]:
        names.update(step.argval for step in dis.get_instructions(code) if step.opcode == _STORE)
    return names


def _is_of(node: Definition | ast.Lambda, code: CodeType) -> bool:
    """Whether a node may be the definition that a code object was compiled from."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return node.name == code.co_name and first == code.co_firstlineno
    if code.co_name != "<lambda>" or node.lineno != code.co_firstlineno:
        return False
    return all(_contains(node.body, step.positions) for step in dis.get_instructions(code) if step.opname.startswith("LOAD_"))


def _contains(node: ast.expr, where: dis.Positions | None) -> bool:
    """Whether a place is within a node, as far as it is known."""
    if where is None or None in where:
        return True
    start, end = (where.lineno, where.col_offset), (where.end_lineno, where.end_col_offset)
    return (node.lineno, node.col_offset) <= start and end <= (node.end_lineno, node.end_col_offset)


def _as_definition(node: Definition | ast.Lambda) -> Definition:
    node = copied(node)
    arguments = node.args
    extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra):
        argument.annotation = None
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    if isinstance(node, ast.Lambda):
        body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        made = ast.FunctionDef(name="_", args=arguments, body=body, decorator_list=[], type_params=[])
        return ast.fix_missing_locations(ast.copy_location(made, node))
    node.decorator_list, node.returns, node.type_params = [], None, []
    return node


def _has_code(node: Definition, function: FunctionType) -> bool:
    """Whether a definition compiles to a function's code: the file may have changed since it was imported."""
    if any(isinstance(part, ast.Assert) for part in ast.walk(node)):
        # Test runners rewrite these.
        return True
    return _essence(_compiled(node, function, ())) == _essence(function.__code__)


def _essence(code: CodeType) -> tuple[Any, ...]:
    """Return what is the same in whatever module a function stands: how methods are called depends on the module's imports."""
    constants = [(type(value), value) for value in code.co_consts if not isinstance(value, CodeType)]
    operators = [(step.opname, step.arg) for step in dis.get_instructions(code) if step.opname.startswith(_OPERATORS)]
    return code.co_names, code.co_varnames, code.co_freevars, constants, operators


def _compiled(node: Definition, function: FunctionType, extra: Iterable[str]) -> CodeType:
    """Compile a definition in a scope with the free variables of a function, and extra ones."""
    free = (*function.__code__.co_freevars, *extra)
    body: list[ast.stmt] = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in free]
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    outer = ast.FunctionDef(name="scope", args=none, body=[*body, node], decorator_list=[], type_params=[])
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(outer, node)], []))
    flags = function.__code__.co_flags & _FUTURE
    code = compile(module, function.__code__.co_filename, "exec", flags, dont_inherit=True)
    for _ in range(2):
        code = next(part for part in reversed(code.co_consts) if isinstance(part, CodeType))
    return code


def _placed(code: CodeType, place: str) -> CodeType:
    """Return the code of a function with another place in its module, and so the functions inside of it."""
    inner = f"{code.co_qualname}."
    constants = (
        _placed(part, f"{place}.{part.co_qualname.removeprefix(inner)}") if isinstance(part, CodeType) else part
        for part in code.co_consts
    )
    return code.replace(co_qualname=place, co_consts=tuple(constants))


def function_of(node: Definition, like: FunctionType, extra: Mapping[str, object] | None = None) -> FunctionType:
    """Return the function of a changed definition, with the name, the globals and the closure of the original.

    Parameters
    ----------
    extra : dict, optional
        Further variables, by their names.
    """
    original = like.__code__
    extra = extra or {}
    code = _placed(_compiled(node, like, extra), original.co_qualname).replace(co_name=original.co_name)
    cells = dict(zip(original.co_freevars, like.__closure__ or (), strict=True))
    cells.update((name, CellType(value)) for name, value in extra.items())
    closure = tuple(cells[name] for name in code.co_freevars)
    made = FunctionType(code, like.__globals__, like.__name__, None, closure)
    made.__qualname__, made.__module__ = like.__qualname__, like.__module__
    return made


def replacement(node: Definition, like: FunctionType, extra: Mapping[str, object] | None = None) -> FunctionType:
    """Return what `function_of` does, with the original's defaults and its own definition: what is compiled in its place."""
    made = function_of(node, like, extra)
    made.__defaults__, made.__kwdefaults__ = like.__defaults__, like.__kwdefaults__
    return keep_definition(made, node)


def keep_definition(function: FunctionType, node: Definition) -> FunctionType:
    """Keep the definition with a function that was made of it: no file has that."""
    function.__dict__[_DEFINITION] = node
    return function


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


def names_seen(function: FunctionType) -> dict[str, Any]:
    """Return the names that a function sees, with their values."""
    return {**vars(builtins), **globals_and_cells(function)}


def globals_and_cells(function: FunctionType) -> dict[str, Any]:
    """Return the globals of a function and the variables that it has of functions around, with their values."""
    return {**function.__globals__, **captured_by(function)}


def captured_by(function: FunctionType) -> dict[str, Any]:
    """Return the variables that a function has of functions around, with their values, as far as they have some."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def library_name(function: object) -> str | None:
    """Return the full name of a Python function of the standard library or of an installed package; None for other objects.

    Parameters
    ----------
    function : object
        What a program calls.
    """
    code = getattr(function, "__code__", None)
    if code is None or not is_in_library(code.co_filename):
        return None
    return f"{function.__module__}.{getattr(function, '__qualname__', '')}"
