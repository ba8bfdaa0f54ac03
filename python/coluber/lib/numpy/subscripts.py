"""The subscripts of `einsum`: which axes of which operand have which labels, and what NumPy says of wrong ones."""

from __future__ import annotations

from coluber.lib.numpy.texts import shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


class InvalidSubscriptsError(Exception):
    """What NumPy says of subscripts that are wrong, or that don't fit the operands."""


def parse_subscripts(text: str, ranks: list[int]) -> tuple[list[str], str]:
    """Return the labels of each operand's axes, and those of the result."""
    text = text.replace(" ", "")
    left, arrow, right = text.partition("->")
    if "-" in left + right or (">" in left + right and arrow):
        raise InvalidSubscriptsError("einstein sum subscript string does not contain proper '->' output specified")
    inputs = left.split(",")
    if len(inputs) != len(ranks):
        more = "fewer" if len(inputs) < len(ranks) else "more"
        raise InvalidSubscriptsError(
            f"{more} operands provided to einstein sum function than specified in the subscripts string"
        )
    for k, (part, rank) in enumerate(zip(inputs, ranks, strict=True)):
        _check_labels(part, f"operand {k}")
        if len(part.replace("...", "")) > rank:
            raise InvalidSubscriptsError(f"einstein sum subscripts string contains too many subscripts for operand {k}")
        if "..." not in part and len(part) < rank:
            raise InvalidSubscriptsError(
                "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to "
                "broadcast the extra dimensions."
            )
    _check_labels(right, "the output")
    if "..." in text:
        left, arrow, right = _without_ellipses(text, ranks).partition("->")
        inputs = left.split(",")
    joined = "".join(inputs)
    if not arrow:
        right = "".join(sorted(label for label in set(joined) if joined.count(label) == 1))
    for label in right:
        if right.count(label) > 1:
            raise InvalidSubscriptsError(f"einstein sum subscripts string includes output subscript '{label}' multiple times")
        if label not in joined:
            raise InvalidSubscriptsError(
                f"einstein sum subscripts string included output subscript '{label}' which never appeared in an input"
            )
    return inputs, right


def _check_labels(part: str, where: str) -> None:
    if "." in part.replace("...", "", 1):
        raise InvalidSubscriptsError(
            f"einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...') in {where}"
        )
    for label in part.replace("...", ""):
        if not (label.isascii() and label.isalpha()):
            raise InvalidSubscriptsError(
                f"invalid subscript '{label}' in einstein sum subscripts string, subscripts must be letters"
            )


def _without_ellipses(text: str, ranks: list[int]) -> str:
    """Return subscripts with labels in the place of each ``...``: those of the last axes are the same for all operands."""
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    spare = [label for label in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if label not in text]
    counts = [rank - len(part.replace("...", "")) for part, rank in zip(inputs, ranks, strict=False) if "..." in part]
    labels = spare[: max(counts, default=0)]
    if labels and arrow and "..." not in right:
        raise InvalidSubscriptsError(
            "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the "
            "extra dimensions."
        )
    made = []
    for part, rank in zip(inputs, ranks, strict=False):
        count = rank - len(part.replace("...", ""))
        made.append(part.replace("...", "".join(labels[len(labels) - count :] if count else [])))
    joined = "".join(inputs).replace(".", "")
    if not arrow:
        right = "..." + "".join(sorted(label for label in set(joined) if joined.count(label) == 1))
    return ",".join(made) + "->" + right.replace("...", "".join(labels))


def mismatch(inputs: list[str], right: str) -> FunctionType:
    """Return the function of a tuple of operands that raises ValueError: with each shape, and how it lies along all axes."""
    labels = right + "".join(sorted(set("".join(inputs)) - set(right)))
    text = _no_text
    for k, names in enumerate(inputs):
        text = _with_operand(text, k, shape_text(len(names)), names, [names.find(label) for label in labels])

    def refuse(operands):
        shapes = text(operands)
        raise ValueError(f"operands could not be broadcast together with remapped shapes [original->remapped]: {shapes}")

    return refuse


def _no_text(operands):
    return ""


def _with_operand(before: FunctionType, k: int, shape_of: FunctionType, names: str, places: list[int]) -> FunctionType:
    while places and places[0] < 0:
        places = places[1:]
    lengths = _no_text
    for n, place in enumerate(places):
        lengths = _with_length(lengths, k, place, "," if n else "")

    def text(operands):
        return f"{before(operands)}{shape_of(operands[k].shape)}->({lengths(operands)}) "

    return text


def _with_length(before: FunctionType, k: int, axis: int, comma: str) -> FunctionType:
    def number(operands):
        return f"{before(operands)}{comma}{operands[k].shape[axis]}"

    def new(operands):
        return f"{before(operands)}{comma}newaxis"

    return new if axis < 0 else number
