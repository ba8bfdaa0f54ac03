"""Literals: the simplest expression of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kinds import Kind

if TYPE_CHECKING:
    from tests.fuzz.writer import Writer

PLAIN = {
    "int": ["0", "1", "2", "5", "-3", "10", "77"],
    "float": ["0.5", "2.0", "-1.25", "1e3", "0.1", "-0.0"],
    "bool": ["True", "False"],
    "str": ["'a'", "''", "'b c'", "'Word'", "'x,y,z'", "'é1'", "'12'"],
    "bytes": ["b'a'", "b''", "b'xyz '", "b'0aF'"],
}
DISPLAYS = {
    "list": "[{}]",
    "set": "{{{}}}",
    "frozenset": "frozenset([{}])",
    "deque": "deque([{}])",
    "typedlist": "typed.List([{}])",
}
DICTS = {
    "dict": "{{{}: {}, {}: {}}}",
    "odict": "OrderedDict([({}, {}), ({}, {})])",
    "typeddict": "typed.Dict({{{}: {}, {}: {}}})",
}


def literal(writer: Writer, kind: Kind) -> str:
    """Return a literal, or what comes next to it: a display, or the construction of an object."""
    if kind.name in PLAIN:
        return writer.choose(PLAIN[kind.name])
    if kind.name in writer.literals:
        return writer.choose(writer.literals[kind.name])
    items = [literal(writer, item) for item in kind.items]
    if kind.name == "tuple":
        return f"({', '.join(items)})"
    if kind.name == "opt":
        return writer.choose([items[0], "None"])
    if kind.name == "iter":
        return f"iter([{items[0]}, {literal(writer, kind.items[0])}])"
    if kind.name in DISPLAYS:
        more = [literal(writer, kind.items[0]) for _ in range(writer.number(0, 2))]
        return DISPLAYS[kind.name].format(", ".join(items + more))
    if kind.name in DICTS:
        return DICTS[kind.name].format(*items, *(literal(writer, item) for item in kind.items))
    if kind.name == "fn":
        return f"(lambda p: {items[0]})"
    if kind.name == "Counter":
        return f"Counter([{items[0]}, {literal(writer, kind.items[0])}])"
    assert kind.name == "ddict", kind
    return f"defaultdict(list, {{{items[0]}: {items[1]}}})"
