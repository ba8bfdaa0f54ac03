"""Dataclasses in programs: made, compared and copied in compiled code, compared with CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "containers that fields begin with": """
        from dataclasses import dataclass, field

        @dataclass
        class Job:
            name: str
            needs: list[str]
            times: dict[str, float] = field(default_factory=dict)

        @dataclass
        class Both:
            names: list[str] = field(default_factory=list)
            numbers: list[int] = field(default_factory=list)

        @jit
        def make(name, *needs):
            return Job(name, list(needs))

        @jit
        def main(n=1):
            jobs = [make("a"), make("b", "c"), Job("d", []), Job("e", list(()), {})]
            jobs[0].needs.append("x")
            jobs[3].times["y"] = 1.5
            return [(job.name, job.needs, job.times) for job in jobs]

        @jit
        def main_of_factories(n=2):
            b, c = Both(), Both([], [n])
            b.names.append("x")
            b.numbers.append(n)
            return b.names, b.numbers, c.names, c.numbers, Both(numbers=[3]).numbers, len(Both(["z"]).numbers)
    """,
    "containers of which annotations do not say what they hold": """
        from dataclasses import dataclass, field

        @dataclass
        class Bag:
            items: list
            known: dict = field(default_factory=dict)
            seen: set = field(default_factory=set)

        @jit
        def main(n=1):
            one, other = Bag([]), Bag([])
            one.items.append(n)
            one.known["a"] = 2.5
            one.seen.add("s")
            other.items.append("x")
            other.known[1] = 2
            other.seen.add(n)
            return one.items, one.known, one.seen, other.items, other.known, other.seen
    """,
    "items as arguments": """
        from dataclasses import dataclass, field

        @dataclass
        class Point:
            x: int
            y: int = 5
            tags: list[str] = field(default_factory=list)

        @jit
        def main(text="1,2"):
            p = Point(*map(int, text.split(",")))
            rows = [Point(*row) for row in [[1, 2], [3], [4, 5]]]
            q, r = Point(1, *[int(text[0])]), Point(*[7], tags=["a"])
            try:
                Point(*[len(text)] * 4)
            except TypeError:
                return p.x, p.y, [(row.x, row.y) for row in rows], q.y, r.x, r.tags
    """,
    "fields that the constructor does not take": """
        from dataclasses import dataclass, field

        @dataclass
        class Box:
            width: int
            height: int = 2
            area: int = field(init=False)
            notes: list[str] = field(init=False)

            def __post_init__(self):
                self.area = self.width * self.height

        @jit
        def main(n=3):
            box, other = Box(n), Box(n, height=5)
            other.notes = ["a"]
            try:
                box.notes.append("b")
            except AttributeError:
                other.notes.append("c")
            return box.area, other.area, other.notes
    """,
    "trees that begin without branches": """
        from dataclasses import dataclass

        @dataclass
        class Node:
            value: int
            kids: list["Node"]

        @jit
        def main(n=2):
            root = Node(1, [])
            root.kids.append(Node(n, []))
            return root.kids[0].value, len(root.kids[0].kids)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    """Compare with CPython."""
    check_program(program)
