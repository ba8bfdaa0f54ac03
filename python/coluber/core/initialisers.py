"""Functions of the arguments of ``__init__`` that give the values of the fields that it sets.

The fields are local variables in them. Calls of methods that set fields, of ``__init__`` of the class above and assignments to
properties take the values that such a function of theirs gives.
"""

from __future__ import annotations

import ast
from types import FunctionType

from coluber.core.plain_classes import is_field, own_name
from coluber.core.source import definition, function_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def made_by(cls: type) -> tuple[FunctionType | None, list[str]]:
    """Return the function for a class, and the fields whose values it gives; None where the statements need the object."""
    init = getattr(cls, "__init__", None)
    if not isinstance(init, FunctionType) or init.__module__ == "typing":
        return None, []
    return _function(cls, init), set_by(cls, init)


def set_by(cls: type, function: FunctionType) -> list[str]:
    """Return the fields that a method sets, in the order in which it does."""
    return list(dict.fromkeys(_set_by(cls, function, ())))


def _set_by(cls: type, function: FunctionType, above: tuple[FunctionType, ...]) -> list[str]:
    tree = definition(function)
    if tree is None or function in above:
        return []
    found: list[str] = []
    own = own_name(function)
    for node in _in_order(tree):
        called = _called(cls, function, node)
        if called is not None:
            found += _set_by(cls, called[0], (*above, function))
        elif _handed_on(cls, function, node) is not None:
            found.append("args")
        elif is_field(node, own) and isinstance(node.ctx, ast.Store) and not _is_property(cls, node.attr):
            found.append(node.attr)
    return found


def _in_order(tree: ast.AST) -> list[Any]:
    found = [node for node in ast.walk(tree) if hasattr(node, "lineno")]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _is_property(cls: type, name: str) -> bool:
    return isinstance(getattr(cls, name, None), property)


def _called(cls: type, function: FunctionType, node: Any) -> tuple[FunctionType, list[ast.expr], list[ast.keyword]] | None:
    """Return the method that a statement calls on the object, or the setter that an assignment does, and the arguments."""
    own = own_name(function)
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and is_field(node.targets[0], own):
        target: Any = node.targets[0]
        setter = getattr(getattr(cls, target.attr, None), "fset", None)
        return (setter, [node.value], []) if isinstance(setter, FunctionType) else None
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    name = call.func.attr
    if is_field(call.func, own):
        found = getattr(cls, name, None)
    elif _is_super(call.func.value):
        found = _above(cls, function, name)
    else:
        return None
    return (found, call.args, call.keywords) if isinstance(found, FunctionType) else None


def _is_of_interpreter(cls: type, function: FunctionType, node: Any) -> bool:
    """Whether a statement calls the ``__init__`` of a class of the interpreter, as exceptions do: it sets no fields."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "__init__":
        return False
    if _is_super(call.func.value):
        return not isinstance(_above(cls, function, "__init__"), FunctionType)
    named = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
    return any(base.__name__ == named and not isinstance(base.__init__, FunctionType) for base in cls.__mro__)


def _handed_on(cls: type, function: FunctionType, node: Any) -> list[ast.expr] | None:
    """Return what a statement gives the ``__init__`` of an exception class of the interpreter; None for other statements."""
    if not issubclass(cls, BaseException) or not _is_of_interpreter(cls, function, node):
        return None
    call: ast.Call = node.value
    of_class = isinstance(call.func, ast.Attribute) and not _is_super(call.func.value)
    given = call.args[1:] if of_class else call.args
    return None if call.keywords or any(isinstance(argument, ast.Starred) for argument in given) else given


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _above(cls: type, function: FunctionType, name: str) -> Any:
    """Return the method that ``super()`` finds in a method."""
    behind = cls.__mro__
    for k, base in enumerate(cls.__mro__):
        if function in vars(base).values():
            behind = cls.__mro__[k + 1 :]
    return next((vars(base)[name] for base in behind if name in vars(base) and base is not object), None)


def _function(cls: type, function: FunctionType) -> FunctionType | None:
    """Return a function of a method's arguments that gives the values of the fields that it sets."""
    tree: Any = definition(function)
    own = own_name(function)
    if not own or not tree.args.args:
        return None
    tree.args.args.pop(0)
    fields = _Fields(cls, function)
    changed = [fields.visit(node) for node in tree.body]
    values: list[ast.expr] = [ast.Name(f"{own}.{name}", ast.Load()) for name in set_by(cls, function)]
    tree.body = [*changed, ast.Return(ast.Tuple(values, ast.Load()))]
    if any(isinstance(node, ast.Name) and node.id == own for node in ast.walk(tree)):
        return None
    scope = {}
    for name, called in fields.called.items():
        made = _function(cls, called)
        if made is None:
            return None
        from coluber.core.classes import jitted

        scope[name] = jitted(made)
    made = function_of(ast.fix_missing_locations(tree), function, scope)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


class _Fields(ast.NodeTransformer):
    """Turns the fields of an object into local variables.

    Parameters
    ----------
    cls : type
        Its class.
    function : function
        The method.
    """

    def __init__(self, cls: type, function: FunctionType) -> None:
        self.cls, self.function, self.own = cls, function, own_name(function)
        # The methods whose fields are taken over, by the names of their functions.
        self.called: dict[str, FunctionType] = {}

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Name the variable of a field."""
        if is_field(node, self.own):
            return ast.copy_location(ast.Name(f"{self.own}.{node.attr}", node.ctx), node)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Take the annotation away."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Take the values that the setter of a property sets."""
        return self._taken(node) or self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Take the values that a method sets."""
        return self._taken(node) or self.generic_visit(node)

    def _taken(self, node: ast.stmt) -> ast.stmt | None:
        found = _called(self.cls, self.function, node)
        handed_on = _handed_on(self.cls, self.function, node)
        if handed_on is not None:
            target = ast.Name(f"{self.own}.args", ast.Store())
            values = ast.Tuple([self.visit(argument) for argument in handed_on], ast.Load())
            return ast.copy_location(ast.Assign([target], values), node)
        if found is None:
            return ast.copy_location(ast.Pass(), node) if _is_of_interpreter(self.cls, self.function, node) else None
        called, arguments, keywords = found
        names = set_by(self.cls, called)
        if not names:
            return ast.copy_location(ast.Pass(), node)
        name = f"fields of {called.__module__}.{called.__qualname__}"
        self.called[name] = called
        targets: list[ast.expr] = [ast.Name(f"{self.own}.{field}", ast.Store()) for field in names]
        given = [self.visit(argument) for argument in arguments]
        call = ast.Call(ast.Name(name, ast.Load()), given, [self.visit(keyword) for keyword in keywords])
        return ast.copy_location(ast.Assign([ast.Tuple(targets, ast.Store())], call), node)
