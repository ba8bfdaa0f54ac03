"""The layout of a function of parts of arrays: ``(m,n),(n)->(m)``."""

from __future__ import annotations

import re

Core = tuple[str, ...]

_ARGUMENT = re.compile(r"\(([^()]*)\)")
# A name, which may be optional, or a size.
_DIMENSION = re.compile(r"([^\W\d]\w*\??)|(\d+\??)")


def parse_layout(layout: str) -> tuple[list[Core], list[Core]]:
    """Return the dimensions of each input and each output of a layout; one without an arrow has no outputs.

    Raises
    ------
    ValueError
        The text is no layout, or an output has a dimension that no input has.
    """
    inputs, arrow, outputs = layout.replace(" ", "").partition("->")
    cores = _cores(layout, inputs), _cores(layout, outputs) if arrow else []
    known = {name for core in cores[0] for name in core}
    unknown = sorted({name for core in cores[1] for name in core if not name[0].isdigit()} - known)
    if unknown:
        raise ValueError(f"undefined output symbols: {', '.join(unknown)}")
    return cores


def _cores(layout: str, text: str) -> list[Core]:
    arguments = _ARGUMENT.findall(text)
    if ",".join(f"({argument})" for argument in arguments) != text:
        raise ValueError(f"the layout {layout!r} is not a list of parts such as (m,n),(n)->(m)")
    cores = [tuple(argument.split(",")) if argument else () for argument in arguments]
    wrong = [name for core in cores for name in core if not _DIMENSION.fullmatch(name)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} in the layout {layout!r} is not the name of a dimension")
    return cores


def positions(cores: list[Core]) -> list[list[int]]:
    """Return the dimensions of each part as positions among all that the layout has, in the order in which NumPy meets them."""
    order: dict[str, int] = {}
    for core in cores:
        for name in core:
            order.setdefault(name.rstrip("?"), len(order))
    return [[order[name.rstrip("?")] for name in core] for core in cores]
