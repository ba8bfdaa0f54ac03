"""How an objmode block is left before its end: by ``return``, and by ``break`` and ``continue`` of a loop around it.

The block's function gives back a number, 0 for the end and then one for each jump, the variables of the block that are needed
behind it, and what each ``return`` returns; None stands for what is not there.
"""

from __future__ import annotations

import ast
from copy import deepcopy

from coluber.core.errors import TypingError, UnsupportedError
from coluber.objectmode.names import SCOPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type

RESULT = ".result"
LOCALS = ".locals"
COERCE = ".coerce"


class Exits(ast.NodeTransformer):
    """The jumps out of a block.

    Parameters
    ----------
    node : ast.With
        The block.
    types : dict
        The types that it states, by the names of variables.
    results : list of str
        The variables that are needed behind it.
    error : callable
        Makes an exception of a class, a text and a node.

    Attributes
    ----------
    found : list of ast.stmt
        The jumps.
    types : list of Type
        The types of the variables that are needed, then those of what is returned.
    """

    def __init__(self, node: ast.With, types: dict[str, Type], results: list[str], error: Any) -> None:
        self.node = node
        self.stated = types
        self.results = results
        self.types = [types[name] for name in results]
        self.found: list[ast.stmt] = []
        self._error = error
        self._loops = 0
        # The tuples that leave the function, and what is returned by them.
        self._leaving: list[tuple[ast.Tuple, ast.expr | None]] = []
        self._body = self._statements(deepcopy(node.body))

    def body(self) -> list[ast.stmt]:
        """Return the statements of the block's function, in which jumps return from it."""
        body = [*self._body, ast.copy_location(self._leave(0), self._body[-1])]
        returned = [value for _, value in self._leaving if value is not None]
        for made, value in self._leaving:
            made.elts += [value if value is other else ast.Constant(None) for other in returned]
        return body

    # ------------------------------------------------------------------------------------------------ in the block

    def visit(self, node: ast.AST) -> Any:
        """Leave other functions as they are."""
        if isinstance(node, SCOPES):
            return node
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self._in_loop(node)
        if isinstance(node, (ast.Break, ast.Continue)):
            return node if self._loops else self._jump(node)
        return super().visit(node)

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(statement) for statement in body]

    def _in_loop(self, node: ast.For | ast.AsyncFor | ast.While) -> ast.stmt:
        """Leave the jumps of a loop in the block as they are."""
        self._loops += 1
        node.body = self._statements(node.body)
        self._loops -= 1
        node.orelse = self._statements(node.orelse)
        return node

    def _jump(self, node: ast.Break | ast.Continue) -> ast.stmt:
        """Have a jump of a loop around the block return."""
        if any(_may_be_none(ty) for ty in self.types[: len(self.results)]):
            word = type(node).__name__.lower()
            raise self._error(UnsupportedError, f"a '{word}' out of an objmode block whose variables may be None", node)
        self.found.append(node)
        return ast.copy_location(self._leave(len(self.found)), node)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        """Have the value be part of what is returned."""
        value = ast.Constant(None) if node.value is None else node.value
        self.types.append(self._type_of(value))
        self.found.append(node)
        return ast.copy_location(self._leave(len(self.found), value), node)

    def _type_of(self, node: ast.expr) -> Type:
        from coluber.core.types import Tuple
        from coluber.core.typing.typeof import typeof

        if isinstance(node, ast.Tuple):
            return Tuple([self._type_of(item) for item in node.elts])
        if isinstance(node, ast.Name) and node.id in self.stated:
            return self.stated[node.id]
        try:
            return typeof(ast.literal_eval(node))
        except ValueError:
            text = (
                "nothing says the type of what is returned in an objmode block: return variables whose types the block states"
            )
            raise self._error(TypingError, text, node) from None

    def _leave(self, number: int, value: ast.expr | None = None) -> ast.Return:
        """Return the statement that leaves the block's function: at its end (0), or by one of the jumps."""
        parts: list[ast.expr] = [ast.Constant(number)]
        for name in self.results:
            variables = ast.Call(ast.Name(LOCALS, ast.Load()), [], [])
            found = ast.Call(ast.Attribute(variables, "get", ast.Load()), [ast.Constant(name)], [])
            parts.append(found if number else ast.Name(name, ast.Load()))
        made = ast.Tuple(parts, ast.Load())
        self._leaving.append((made, value))
        return ast.Return(made)

    # ---------------------------------------------------------------------------------------- behind the block's call

    def taken(self, named: Callable[[Type], ast.expr]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """Return what takes the result of the block's function, which is in `RESULT`: for each jump, and at its end."""
        made: list[ast.stmt] = []
        position = 1 + len(self.results)
        for number, jump in enumerate(self.found, 1):
            body: list[ast.stmt]
            if isinstance(jump, ast.Return):
                body = [ast.Return(self._value(position, self.types[position - 1], named))]
                position += 1
            else:
                body = [self._if_there(k, named) for k in range(len(self.results))]
                body.append(type(jump)())
            made.append(ast.If(ast.Compare(_part(0), [ast.Eq()], [ast.Constant(number)]), body, []))
            # Code of the same place counts as copies of one.
            for part in ast.walk(made[-1]):
                ast.copy_location(part, jump)
        return made, [self._assign(k, named) for k in range(len(self.results))]

    def _value(self, position: int, ty: Type, named: Callable[[Type], ast.expr]) -> ast.expr:
        if _may_be_none(ty):
            return _part(position)
        return ast.Call(ast.Name(COERCE, ast.Load()), [_part(position), named(ty)], [])

    def _assign(self, k: int, named: Callable[[Type], ast.expr]) -> ast.stmt:
        return ast.Assign([ast.Name(self.results[k], ast.Store())], self._value(k + 1, self.types[k], named))

    def _if_there(self, k: int, named: Callable[[Type], ast.expr]) -> ast.stmt:
        return ast.If(ast.Compare(_part(k + 1), [ast.IsNot()], [ast.Constant(None)]), [self._assign(k, named)], [])


def _part(position: int) -> ast.expr:
    return ast.Subscript(ast.Name(RESULT, ast.Load()), ast.Constant(position), ast.Load())


def _may_be_none(ty: Type) -> bool:
    from coluber.core import types

    return ty == types.none or isinstance(ty, types.Optional)
