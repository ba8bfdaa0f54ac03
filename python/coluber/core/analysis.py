"""What follows from the IR that passes of programs work on: control flow, uses, liveness."""

from __future__ import annotations

from typing import NamedTuple

from coluber.core.controlflow import CFGraph, Loop
from coluber.core.program_ir.nodes import Expr
from coluber.core.program_ir.statements import Assign, Del

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class UseDefs(NamedTuple):
    """Of each block, the variables that it reads before it assigns them, and those that it assigns."""

    usemap: dict[int, set[str]]
    defmap: dict[int, set[str]]


def compute_cfg_from_blocks(blocks: dict[int, Any]) -> CFGraph:
    """Return the control flow between blocks."""
    graph = CFGraph()
    for label in blocks:
        graph.add_node(label)
    for label, block in blocks.items():
        handler = [] if block.handler is None else [block.handler]
        for target in (*block.terminator.get_targets(), *handler):
            graph.add_edge(label, target)
    graph.set_entry_point(min(blocks))
    graph.process()
    return graph


def compute_use_defs(blocks: dict[int, Any]) -> UseDefs:
    """Return what each block reads and assigns."""
    found = UseDefs({}, {})
    for label, block in blocks.items():
        used, assigned = found.usemap.setdefault(label, set()), found.defmap.setdefault(label, set())
        for stmt in block.body:
            if isinstance(stmt, Del):
                continue
            used.update(name for name in _read(stmt) if name not in assigned)
            if isinstance(stmt, Assign):
                assigned.add(stmt.target.name)
    return found


def _read(stmt: Any) -> Iterator[str]:
    """Yield the variables that a statement reads."""
    if not isinstance(stmt, Assign):
        yield from (var.name for var in stmt.list_vars())
    elif hasattr(stmt.value, "list_vars"):
        yield from (var.name for var in stmt.value.list_vars())
    elif not isinstance(stmt.value, Expr) and type(stmt.value).__name__ == "Var":
        yield stmt.value.name


def compute_live_map(
    cfg: CFGraph, blocks: dict[int, Any], var_use_map: dict[int, set[str]], var_def_map: dict[int, set[str]]
) -> dict[int, set[str]]:
    """Return of each block the variables whose values are needed where it begins."""
    live = {label: set(var_use_map[label]) for label in blocks}
    changed = True
    while changed:
        changed = False
        for label in reversed(cfg.topo_order()):
            needed = set().union(*(live[other] for other, _ in cfg.successors(label)))
            made = live[label] | (needed - var_def_map[label])
            changed |= made != live[label]
            live[label] = made
    return live


def find_top_level_loops(cfg: CFGraph) -> Iterator[Loop]:
    """Yield the loops that are in no other loop."""
    loops = cfg.loops().values()
    for loop in loops:
        if not any(loop.header in other.body for other in loops if other is not loop):
            yield loop


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.analysis.{name}: the compiler has an IR of its own", name)
