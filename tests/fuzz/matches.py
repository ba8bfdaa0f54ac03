"""``match`` statements: numbers, texts, sequences, mappings, classes and None."""

from __future__ import annotations

from tests.fuzz.kinds import Kind, parse
from tests.fuzz.writer import BOOL, INT, Writer

# What is looked at, and cases with the kinds of the names that they bind; ``$v`` and ``$w`` are these names.
SUBJECTS: list[tuple[str, list[tuple[str, tuple[str, ...]]]]] = [
    ("int", [("0", ()), ("1 | 2", ()), ("-3", ()), ("$v if $v > 5", ("int",))]),
    ("str", [("'a'", ()), ("'' | '12'", ()), ("$v if len($v) > 2", ("str",)), ("str($v)", ("str",))]),
    ("tuple[int, str]", [("(0, $v)", ("str",)), ("($v, 'a' | '')", ("int",)), ("($v, $w)", ("int", "str"))]),
    ("list[int]", [("[]", ()), ("[$v]", ("int",)), ("[$v, *$w]", ("int", "list[int]")), ("[*_, $v]", ("int",))]),
    ("list[str]", [("['a', *$v]", ("list[str]",)), ("[$v, $w]", ("str", "str"))]),
    (
        "dict[str, int]",
        [("{'a': $v}", ("int",)), ("{'': 1 | 2 as $v}", ("int",)), ("{'b': $v, **$w}", ("int", "dict[str, int]"))],
    ),
    ("opt[int]", [("None", ()), ("$v", ("int",))]),
    ("bool", [("True", ()), ("False", ())]),
]


def match(writer: Writer, depth: int) -> None:
    """Write a ``match`` statement over a value of some kind."""
    from tests.fuzz.blocks import statements

    kind, cases = writer.choose([*usual(writer), *own(writer)])
    with writer.block(f"match {writer.expression(kind)}:"):
        for index in range(writer.number(1, 2)):
            pattern, kinds = cases[(writer.number(0, len(cases) - 1) + index) % len(cases)]
            catches_all = pattern == "$v"
            names = [writer.fresh() for _ in kinds]
            for mark, name in zip(("$v", "$w"), names, strict=False):
                pattern = pattern.replace(mark, name)
            if not catches_all and " if " not in pattern and writer.chance(4):
                pattern += f" if {writer.expression(BOOL, 1)}"
            with writer.block(f"case {pattern}:"):
                for name, text in zip(names, kinds, strict=True):
                    writer.declare(name, parse(text))
                statements(writer, 2, depth)
            if catches_all:
                return
        if writer.chance(2):
            with writer.block("case _:"):
                statements(writer, 1, depth)


def usual(writer: Writer) -> list[tuple[Kind, list[tuple[str, tuple[str, ...]]]]]:
    """The subjects whose kinds the program has."""
    return [(parse(text), cases) for text, cases in SUBJECTS if parse(text) in writer.kinds]


def own(writer: Writer) -> list[tuple[Kind, list[tuple[str, tuple[str, ...]]]]]:
    """The classes and enumerations of the program."""
    found = []
    for kind in writer.kinds:
        if kind.name.startswith("Colour"):
            found.append((kind, [(f"{kind}.RED", ()), (f"{kind}.GREEN | {kind}.BLUE", ())]))
        elif kind.name.startswith("Pair"):
            found.append((kind, [(f"{kind}(0, $v)", ("str",)), (f"{kind}(first=$v)", ("int",))]))
        elif kind.name.startswith(("Thing", "Record")):
            found.append((kind, [(f"{kind}(number=0 | 1)", ()), (f"{kind}(number=$v) if $v > 1", (str(INT),))]))
    return found
