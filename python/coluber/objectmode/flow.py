"""The control flow of a function's syntax tree, and what it says of variables: which are needed, and which may be unbound.

A node of the graph is one access of one variable. Sets of variables are integers with a bit for each.
"""

from __future__ import annotations

import ast

from coluber.objectmode.names import COMPREHENSIONS, SCOPES, captured_names, comprehension_names, own_names, parameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_TRIES = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))

LOAD, STORE, MAY_STORE, DELETE, JOIN = range(5)


class Node:
    """An access of a variable, or a place where paths meet.

    Attributes
    ----------
    kind : int
        What is done: one of the constants of this module.
    bit : int
        The variable; 0 for those that are not the function's own.
    follows : list of int
        The nodes that may come next.
    handler : int or None
        The node where an exception goes.
    """

    __slots__ = ("bit", "follows", "handler", "kind")

    def __init__(self, kind: int, bit: int, handler: int | None) -> None:
        self.kind = kind
        self.bit = bit
        self.handler = handler
        self.follows: list[int] = []


class Span:
    """The nodes of a statement: from `first` on and before `end`. If it is `in_try`, its returns run ``finally`` clauses."""

    __slots__ = ("end", "first", "in_try")

    def __init__(self, first: int, in_try: bool) -> None:
        self.first = first
        self.end = first
        self.in_try = in_try


class _Loop:
    """Where ``break`` and ``continue`` go, and how many ``finally`` clauses are around the loop."""

    def __init__(self, head: int, exit_node: int, depth: int) -> None:
        self.head, self.exit, self.depth = head, exit_node, depth


def _evaluated(node: ast.AST) -> list[ast.AST] | None:
    """Return the children of a node that are evaluated whenever it is; None for all."""
    if isinstance(node, ast.BoolOp):
        return node.values[:1]
    if isinstance(node, (ast.IfExp, ast.Assert)):
        return [node.test]
    if isinstance(node, ast.Compare):
        return [node.left, node.comparators[0]]
    return None


class Flow:
    """The graph of a function.

    Parameters
    ----------
    function : ast.FunctionDef or ast.AsyncFunctionDef
        Its definition.

    Attributes
    ----------
    nodes : list of Node
    names : list of str
        The function's own variables, by the positions of their bits.
    captured : int
        The variables that functions inside of it use.
    spans : dict
        The `Span` of each loop and ``with`` statement; those in ``finally`` clauses are not there.
    """

    def __init__(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.nodes: list[Node] = []
        self.spans: dict[ast.AST, Span] = {}
        self.names = own_names(function)
        self._bits = {name: 1 << k for k, name in enumerate(self.names)}
        self.parameters = self.set_of(arg.arg for arg in parameters_of(function.args))
        self.captured = self.set_of(captured_names(function))
        self._at: int | None = None
        self._handlers: list[int] = []
        self._finally: list[list[ast.stmt]] = []
        self._loops: list[_Loop] = []
        self._in_finally = 0
        self._place(self._label())
        self._statements(function.body)
        self.end = self._label()
        self._place(self.end)

    def set_of(self, names: Iterable[str]) -> int:
        """Return the set of the variables of these names."""
        found = 0
        for name in names:
            found |= self._bits.get(name, 0)
        return found

    def names_of(self, variables: int) -> list[str]:
        """Return the names of a set of variables."""
        return [name for name in self.names if self._bits[name] & variables]

    # ------------------------------------------------------------------------------------------------------ the graph

    def _label(self) -> int:
        self.nodes.append(Node(JOIN, 0, self._handlers[-1] if self._handlers else None))
        return len(self.nodes) - 1

    def _place(self, label: int) -> None:
        self._goto(label)
        self._at = label

    def _goto(self, label: int) -> None:
        if self._at is not None:
            self.nodes[self._at].follows.append(label)
        self._at = None

    def _branch(self, label: int) -> None:
        """Go on at the label or here."""
        at = self._at
        self._goto(label)
        self._at = at

    def _access(self, kind: int, name: str) -> None:
        if name in self._bits:
            label = self._label()
            self.nodes[label].kind, self.nodes[label].bit = kind, self._bits[name]
            self._place(label)

    # ----------------------------------------------------------------------------------------------------- statements

    def _statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            visit = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if visit is not None:
                visit(statement)
            elif isinstance(statement, _TRIES):
                self._try(statement)
            else:
                self._expressions(statement)

    def _assign(self, node: ast.Assign) -> None:
        self._expressions(node.value)
        for target in node.targets:
            self._target(target)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._expressions(node.value)
            self._target(node.target)

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._access(LOAD, node.target.id)
        self._expressions(node.value)
        self._target(node.target)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._access(DELETE, target.id)
            else:
                self._expressions(target)

    def _if(self, node: ast.If) -> None:
        self._expressions(node.test)
        other, after = self._label(), self._label()
        self._branch(other)
        self._statements(node.body)
        self._goto(after)
        self._at = other
        self._statements(node.orelse)
        self._place(after)

    def _while(self, node: ast.While) -> None:
        def head(out: int) -> None:
            self._expressions(node.test)
            if not (isinstance(node.test, ast.Constant) and node.test.value):
                self._branch(out)

        self._loop(node, head, node)

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        def head(out: int) -> None:
            self._branch(out)
            self._target(node.target)

        self._loop(node, head, node, node.iter)

    _asyncfor = _for

    def _loop(
        self,
        key: ast.stmt,
        enter: Callable[[int], None],
        node: ast.For | ast.AsyncFor | ast.While,
        first: ast.expr | None = None,
    ) -> None:
        exit_node = self._label()
        start = self._label()
        span = Span(start, bool(self._finally))
        self._place(start)
        if first is not None:
            self._expressions(first)
        head, other = self._label(), self._label()
        self._place(head)
        enter(other)
        self._loops.append(_Loop(head, exit_node, len(self._finally)))
        self._statements(node.body)
        self._goto(head)
        self._loops.pop()
        self._at = other
        self._statements(node.orelse)
        self._goto(exit_node)
        span.end = len(self.nodes)
        if not self._in_finally:
            self.spans[key] = span
        self._at = exit_node

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        start = self._label()
        self._place(start)
        for item in node.items:
            self._expressions(item.context_expr)
        handler, after = self._label(), self._label()
        self._handlers.append(handler)
        for item in node.items:
            if item.optional_vars is not None:
                self._target(item.optional_vars)
        self._statements(node.body)
        self._handlers.pop()
        self._goto(after)
        if not self._in_finally:
            self.spans[node] = Span(start, bool(self._finally))
            self.spans[node].end = len(self.nodes)
        # The manager may suppress an exception.
        self._at = handler
        self._raise_on()
        self._place(after)

    _asyncwith = _with

    def _raise_on(self) -> None:
        """Let an exception go on to the handler around."""
        if self._handlers:
            self._branch(self._handlers[-1])

    def _try(self, node: ast.Try) -> None:
        after, outer = self._label(), self._label()
        if node.finalbody:
            self._handlers.append(outer)
            self._finally.append(node.finalbody)
        caught = self._label()
        if node.handlers:
            self._handlers.append(caught)
        self._statements(node.body)
        if node.handlers:
            self._handlers.pop()
        self._statements(node.orelse)
        normal = self._label()
        self._goto(normal)
        if node.handlers:
            self._at = caught
            self._except(node.handlers, normal)
        if node.finalbody:
            self._handlers.pop()
            self._finally.pop()
            self._at = outer
            self._final(node.finalbody)
            self._raise_on()
            self._at = normal
            self._final(node.finalbody)
            self._goto(after)
        else:
            self._at = normal
            self._goto(after)
        self._at = after

    def _except(self, handlers: list[ast.ExceptHandler], normal: int) -> None:
        for handler in handlers:
            if handler.type is not None:
                self._expressions(handler.type)
            following = self._label()
            self._branch(following)
            if handler.name:
                self._access(STORE, handler.name)
            self._statements(handler.body)
            if handler.name:
                self._access(DELETE, handler.name)
            self._goto(normal)
            self._at = following
        self._raise_on()
        self._at = None

    def _final(self, body: list[ast.stmt]) -> None:
        self._in_finally += 1
        self._statements(body)
        self._in_finally -= 1

    def _leave(self, depth: int) -> None:
        """Run the ``finally`` clauses beyond a depth, innermost first."""
        kept, handlers = self._finally, self._handlers
        while len(self._finally) > depth:
            body = self._finally[-1]
            self._finally = self._finally[:-1]
            self._final(body)
        self._finally, self._handlers = kept, handlers

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            self._expressions(node.value)
        self._leave(0)
        self._at = None

    def _raise(self, node: ast.Raise) -> None:
        self._expressions(node)
        # The edge to the handler is that of each node.
        self._place(self._label())
        self._at = None

    def _break(self, node: ast.Break) -> None:
        if self._loops:
            self._leave(self._loops[-1].depth)
            self._goto(self._loops[-1].exit)

    def _continue(self, node: ast.Continue) -> None:
        if self._loops:
            self._leave(self._loops[-1].depth)
            self._goto(self._loops[-1].head)

    def _match(self, node: ast.Match) -> None:
        self._expressions(node.subject)
        after = self._label()
        for case in node.cases:
            following = self._label()
            self._branch(following)
            self._expressions(case.pattern)
            if case.guard is not None:
                self._expressions(case.guard)
                self._branch(following)
            self._statements(case.body)
            self._goto(after)
            self._at = following
        self._place(after)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self._expressions(node)
        self._access(STORE, node.name)

    _asyncfunctiondef = _classdef = _functiondef

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self._access(STORE, alias.asname or alias.name.partition(".")[0])

    _importfrom = _import

    # ---------------------------------------------------------------------------------------------------- expressions

    def _target(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            self._access(STORE, node.id)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self._target(element)
        elif isinstance(node, ast.Starred):
            self._target(node.value)
        else:
            self._expressions(node)

    def _expressions(self, node: ast.AST, certain: bool = True) -> None:
        """Visit the names below a node. What may be left out, as in ``a and b``, counts as read and as perhaps assigned.

        Parameters
        ----------
        node : ast.AST
            An expression, or a statement without blocks.
        certain : bool
            Whether it is evaluated whenever the flow comes here.
        """
        if isinstance(node, SCOPES):
            # What is inside runs whenever it is called: `captured` has it.
            for child in ast.walk(node):
                if isinstance(child, ast.Name):
                    self._access(LOAD, child.id)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node)
        elif isinstance(node, ast.NamedExpr):
            self._expressions(node.value, certain)
            self._access(STORE if certain else MAY_STORE, node.target.id)
        elif isinstance(node, ast.Name):
            self._access(LOAD, node.id)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.MatchMapping)):
            for child in ast.iter_child_nodes(node):
                self._expressions(child)
            name = node.rest if isinstance(node, ast.MatchMapping) else node.name
            if name is not None:
                self._access(MAY_STORE, name)
        else:
            always = _evaluated(node)
            for child in ast.iter_child_nodes(node):
                self._expressions(child, certain and (always is None or child in always))

    def _comprehension(self, node: ast.AST) -> None:
        hidden = set(comprehension_names(node))
        self._expressions(node.generators[0].iter)
        for child in ast.walk(node):
            if isinstance(child, ast.NamedExpr):
                self._access(MAY_STORE, child.target.id)
            elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load) and child.id not in hidden:
                self._access(LOAD, child.id)

    # ------------------------------------------------------------------------------------------------------- analyses

    def live(self, first: int = 0, end: int | None = None, after: int = 0) -> list[int]:
        """Return for each node from `first` on and before `end` which variables are needed when it is come to.

        Parameters
        ----------
        after : int
            What is needed wherever the nodes are left.
        """
        end = len(self.nodes) if end is None else end
        needed = [0] * (end - first)
        changed = True
        while changed:
            changed = False
            for k in range(end - 1, first - 1, -1):
                node = self.nodes[k]
                found = after if not node.follows else 0
                for other in node.follows:
                    found |= needed[other - first] if first <= other < end else after
                if node.kind in (STORE, DELETE):
                    found &= ~node.bit
                elif node.kind == LOAD:
                    found |= node.bit
                if node.handler is not None:
                    found |= needed[node.handler - first] if first <= node.handler < end else after
                if found != needed[k - first]:
                    needed[k - first] = found
                    changed = True
        return needed

    def bound(self) -> tuple[list[int], list[int]]:
        """Return for each node which variables may be unbound there, and which may be bound."""
        everything = (1 << len(self.names)) - 1
        unbound, bound = [0] * len(self.nodes), [0] * len(self.nodes)
        unbound[0], bound[0] = everything & ~self.parameters, self.parameters
        waiting = list(range(len(self.nodes) - 1, -1, -1))
        while waiting:
            k = waiting.pop()
            node = self.nodes[k]
            after = unbound[k], bound[k]
            if node.kind == STORE:
                after = unbound[k] & ~node.bit, bound[k] | node.bit
            elif node.kind == MAY_STORE:
                after = unbound[k], bound[k] | node.bit
            elif node.kind == DELETE:
                after = unbound[k] | node.bit, bound[k] & ~node.bit
            targets = [(other, after) for other in node.follows]
            if node.handler is not None:
                targets += [(node.handler, after), (node.handler, (unbound[k], bound[k]))]
            for other, (no, yes) in targets:
                if no & ~unbound[other] or yes & ~bound[other]:
                    unbound[other] |= no
                    bound[other] |= yes
                    waiting.append(other)
        return unbound, bound
