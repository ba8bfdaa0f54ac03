"""Which loops of a function can be taken out of it, and which variables go in and come out."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from coluber.objectmode.flow import DELETE, MAY_STORE, STORE, Flow, Span
from coluber.objectmode.names import own_nodes
from coluber.objectmode.outside import Outside, Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# What a compiled function can't do on behalf of another one.
_NEVER = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Delete, ast.Global, ast.Nonlocal, ast.Import,
    ast.ImportFrom, ast.ClassDef,
)  # fmt: skip

# Functions that see all variables of their caller.
_PEEKING = frozenset(("locals", "vars", "eval", "exec", "dir"))


@dataclass(frozen=True)
class LoopPlan:
    """What flows in and out of a loop.

    Attributes
    ----------
    node : ast.For or ast.While
        The loop.
    arguments : list of str
        Variables that are bound where it begins, and that it reads or may leave as they are.
    perhaps : list of str
        The same of variables that may be unbound there.
    results : list of str
        Variables of `arguments` that are needed behind it, and are bound there.
    found : list of str
        Others that are needed behind it, which may be unbound there.
    returns : bool
        Whether there is a ``return`` in it.
    handled : bool
        Whether an exception goes to a handler, or to a ``with`` statement, of the same function.
    rescued : list of str
        Variables that it assigns and that are needed where an exception goes.
    deleted : frozenset of str
        Variables that it may unbind, as the end of ``except E as e`` does.
    outside : tuple of Outside
        What it reads of globals and the like.
    """

    node: ast.For | ast.While
    arguments: list[str]
    perhaps: list[str]
    results: list[str]
    found: list[str]
    returns: bool
    handled: bool
    rescued: list[str]
    deleted: frozenset[str]
    outside: tuple[Outside, ...]

    def is_bound(self, name: str) -> bool:
        """Whether a variable has a value wherever the loop is left."""
        return name in self.arguments and name not in self.deleted

    @property
    def has_variants(self) -> bool:
        """Whether it depends on variables that are bound, or on constants, which function stands for it."""
        return bool(self.perhaps or self.compiled_in)

    @cached_property
    def handed_over(self) -> list[Outside]:
        """Those of `outside` that are arguments."""
        return [value for value in self.outside if value.is_argument]

    @cached_property
    def compiled_in(self) -> list[Outside]:
        """Those of `outside` that are constants."""
        return [value for value in self.outside if not value.is_argument]

    def split(self, handed: tuple[Any, ...]) -> tuple[list[Any], frozenset[str], tuple[Any, ...]]:
        """Tell apart what a loop is called with.

        Parameters
        ----------
        handed : tuple
            The values of `arguments` and of `handed_over`; those of `perhaps`, each in a tuple, or None where it is unbound;
            those of `compiled_in`.

        Returns
        -------
        arguments : list
            The values of what is bound.
        unbound : frozenset of str
            The variables that are not.
        constants : tuple
            The values of `compiled_in`.
        """
        end = len(handed) - len(self.compiled_in)
        first = end - len(self.perhaps)
        given = handed[first:end]
        unbound = frozenset(name for name, value in zip(self.perhaps, given, strict=True) if value is None)
        return [*handed[:first], *(value[0] for value in given if value is not None)], unbound, handed[end:]


def plans(definition: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> dict[ast.AST, LoopPlan]:
    """Return the loops of a function that may be compiled on their own, by their nodes; nested ones, too."""
    if any(isinstance(node, ast.Name) and node.id in _PEEKING for node in ast.walk(definition)):
        return {}
    flow = Flow(definition)
    assigned = _assigned_globals(definition)
    surroundings = Surroundings(function, definition)
    live = flow.live()
    bound = flow.bound()
    found = {}
    for loop, span in flow.spans.items():
        if _may_move(loop, assigned):
            plan = _plan(flow, loop, span, live, bound, surroundings)
            if plan is not None:
                found[loop] = plan
    return found


def _assigned_globals(function: ast.AST) -> set[str]:
    declared = {name for node in own_nodes(function) if isinstance(node, ast.Global) for name in node.names}
    names = (node for node in own_nodes(function) if isinstance(node, ast.Name) and node.id in declared)
    return {node.id for node in names if not isinstance(node.ctx, ast.Load)}


def _may_move(loop: ast.AST, assigned: set[str]) -> bool:
    if not isinstance(loop, (ast.For, ast.While)):
        return False
    for node in own_nodes(loop):
        if isinstance(node, _NEVER) or (isinstance(node, ast.Name) and node.id in assigned):
            return False
        if isinstance(node, ast.comprehension) and node.is_async:
            return False
    return not any(map(_jumps_out, loop.orelse))


def _jumps_out(node: ast.AST) -> bool:
    """Whether a ``break`` or ``continue`` of the loop around is in a statement."""
    if isinstance(node, (ast.Break, ast.Continue)):
        return True
    if isinstance(node, (ast.For, ast.While)):
        return any(map(_jumps_out, node.orelse))
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return False
    return any(map(_jumps_out, ast.iter_child_nodes(node)))


def _plan(
    flow: Flow,
    loop: ast.For | ast.While,
    span: Span,
    live: list[int],
    bound: tuple[list[int], list[int]],
    surroundings: Surroundings,
) -> LoopPlan | None:
    nodes = flow.nodes[span.first : span.end]
    stored = deleted = 0
    for node in nodes:
        if node.kind in (STORE, MAY_STORE):
            stored |= node.bit
        elif node.kind == DELETE:
            deleted |= node.bit
    returns = any(isinstance(node, ast.Return) for node in own_nodes(loop))
    around = flow.nodes[span.first].handler
    if stored & flow.captured or (returns and span.in_try):
        return None
    # An exception leaves the variables of the interpreter as they were in front of the loop.
    rescued = 0 if around is None else stored & live[around]
    needed = 0
    for node in nodes:
        for other in node.follows:
            if not span.first <= other < span.end:
                needed |= live[other]
    results = stored & needed
    reads = flow.live(span.first, span.end)[0]
    inputs = reads | results | rescued
    unbound, may_be_bound = bound[0][span.first], bound[1][span.first]
    if reads & ~may_be_bound:
        return None
    return LoopPlan(
        loop,
        arguments=flow.names_of(inputs & ~unbound),
        perhaps=flow.names_of(inputs & unbound & may_be_bound),
        results=flow.names_of(results & ~unbound & ~deleted),
        found=flow.names_of(results & (unbound | deleted)),
        returns=returns,
        handled=around is not None,
        rescued=flow.names_of(rescued),
        deleted=frozenset(flow.names_of(deleted)),
        outside=surroundings.read_by(loop),
    )
