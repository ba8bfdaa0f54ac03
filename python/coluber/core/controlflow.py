"""Graphs of what may follow what."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Loop(NamedTuple):
    """A loop: where it is entered from, where it leads, its head, and all that is in it."""

    entries: Any
    exits: Any
    header: Any
    body: Any


class CFGraph:
    """A graph of nodes, which can be anything that a dict takes as a key.

    Nodes and edges are added first; `process` then finds what is asked for.
    """

    def __init__(self) -> None:
        self._nodes: set[Any] = set()
        self._successors: dict[Any, dict[Any, Any]] = {}
        self._predecessors: dict[Any, dict[Any, Any]] = {}
        self._entry: Any = None
        self._dead: set[Any] = set()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CFGraph):
            return NotImplemented
        return self._nodes == other._nodes and self._successors == other._successors and self._entry == other._entry

    __hash__ = object.__hash__

    def add_node(self, node: Any) -> None:
        """Add a node."""
        self._nodes.add(node)
        self._successors.setdefault(node, {})
        self._predecessors.setdefault(node, {})

    def add_edge(self, src: Any, dest: Any, data: Any = None) -> None:
        """Add an edge between two nodes that are there."""
        if src not in self._nodes or dest not in self._nodes:
            raise ValueError("Cannot add edge as one of the nodes is not in the graph")
        self._successors[src][dest] = data
        self._predecessors[dest][src] = data

    def set_entry_point(self, node: Any) -> None:
        """Say where everything begins."""
        if node not in self._nodes:
            raise ValueError(f"no node {node!r}")
        self._entry = node

    def process(self) -> None:
        """Find what can't be reached, and take it out of the graph."""
        if self._entry is None:
            raise RuntimeError("no entry point defined!")
        seen = set(self._reachable(self._entry, self._successors))
        self._dead = self._nodes - seen
        self._nodes = seen
        for edges in (self._successors, self._predecessors):
            for node in self._dead:
                edges.pop(node, None)
            for others in edges.values():
                for node in self._dead & others.keys():
                    del others[node]

    @staticmethod
    def _reachable(first: Any, edges: dict[Any, dict[Any, Any]]) -> Iterator[Any]:
        seen, work = {first}, [first]
        while work:
            node = work.pop()
            yield node
            fresh = [other for other in edges.get(node, ()) if other not in seen]
            seen.update(fresh)
            work.extend(fresh)

    def successors(self, src: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the nodes behind one, with what is known of the edges."""
        yield from self._successors[src].items()

    def predecessors(self, dest: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the nodes in front of one, with what is known of the edges."""
        yield from self._predecessors[dest].items()

    def nodes(self) -> set[Any]:
        """Return the nodes that can be reached."""
        return self._nodes

    def dead_nodes(self) -> set[Any]:
        """Return the nodes that can't."""
        return self._dead

    def entry_point(self) -> Any:
        """Return where everything begins."""
        return self._entry

    def exit_points(self) -> set[Any]:
        """Return the nodes without successors."""
        return {node for node in self._nodes if not self._successors[node]}

    def topo_order(self) -> list[Any]:
        """Return the nodes, each behind those that come before it on ways without a turn back."""
        order: list[Any] = []
        seen = {self._entry}
        stack = [(self._entry, iter(self._successors[self._entry]))]
        while stack:
            node, rest = stack[-1]
            fresh = next((other for other in rest if other not in seen), None)
            if fresh is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(fresh)
                stack.append((fresh, iter(self._successors[fresh])))
        return order[::-1]

    def topo_sort(self, nodes: Iterable[Any], reverse: bool = False) -> Iterator[Any]:
        """Yield some nodes in the order of `topo_order`."""
        wanted = set(nodes)
        order = self.topo_order()
        return (node for node in (reversed(order) if reverse else order) if node in wanted)

    def dominators(self) -> dict[Any, set[Any]]:
        """Return for each node those that all ways to it go through."""
        return self._dominators({self._entry}, self.topo_order(), self._predecessors)

    def post_dominators(self) -> dict[Any, set[Any]]:
        """Return for each node those that all ways from it go through."""
        return self._dominators(self.exit_points(), self.topo_order()[::-1], self._successors)

    def _dominators(self, first: set[Any], order: list[Any], before: dict[Any, dict[Any, Any]]) -> dict[Any, set[Any]]:
        found = {node: {node} if node in first else set(self._nodes) for node in self._nodes}
        changed = True
        while changed:
            changed = False
            for node in order:
                if node in first:
                    continue
                sets = [found[other] for other in before[node]]
                made = {node} | (set.intersection(*sets) if sets else set())
                changed |= made != found[node]
                found[node] = made
        return found

    def immediate_dominators(self) -> dict[Any, Any]:
        """Return for each node the last of its dominators before it; the entry is its own."""
        all_of = self.dominators()
        return {node: max(doms - {node}, key=lambda other: len(all_of[other]), default=node) for node, doms in all_of.items()}

    def backbone(self) -> set[Any]:
        """Return the nodes that are run whatever way is taken."""
        return self.post_dominators()[self._entry]

    def loops(self) -> dict[Any, Loop]:
        """Return the loops by their heads."""
        dominators = self.dominators()
        bodies: dict[Any, set[Any]] = {}
        for node in self._nodes:
            for head in self._successors[node]:
                if head in dominators[node]:
                    bodies.setdefault(head, {head}).update(self._way_back(node, head))
        return {head: self._loop(head, body) for head, body in bodies.items()}

    def _way_back(self, node: Any, head: Any) -> set[Any]:
        body, work = {head}, [node]
        while work:
            each = work.pop()
            if each not in body:
                body.add(each)
                work.extend(self._predecessors[each])
        return body

    def _loop(self, head: Any, body: set[Any]) -> Loop:
        entries = {node for node in self._predecessors[head] if node not in body}
        exits = {other for node in body for other in self._successors[node] if other not in body}
        return Loop(entries, exits, head, body)

    def in_loops(self, node: Any) -> list[Loop]:
        """Return the loops that a node is in, the innermost first."""
        return sorted((loop for loop in self.loops().values() if node in loop.body), key=lambda loop: len(loop.body))

    def dump(self, file: Any = None) -> None:
        """Print the graph."""
        for node in sorted(self._nodes):
            print(f"{node}: {sorted(self._successors[node])}", file=file)
