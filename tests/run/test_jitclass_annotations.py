"""Annotations of the fields of jitclasses."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping, Sequence  # noqa: F401
from typing import (  # noqa: UP035
    Annotated,  # noqa: F401
    Any,
    Final,  # noqa: F401
    FrozenSet,  # noqa: F401
    Generic,
    List,  # noqa: F401
    Literal,  # noqa: F401
    NamedTuple,
    Optional,
    Tuple,  # noqa: F401
    TypeVar,
)

import pytest

from coluber import njit
from coluber.experimental import jitclass

T = TypeVar("T")


class Place(NamedTuple):
    x: int
    y: float


class Ring(NamedTuple):
    first: int
    others: Optional[Ring] = None  # noqa: UP045


def class_with(annotation: Any) -> Any:
    """A jitclass with a field `a` of this annotation, which `__init__` sets."""

    def __init__(self, value):  # noqa: N807
        self.a = value

    body = {"__init__": __init__, "__annotations__": {"a": annotation}, "__module__": __name__}
    return jitclass(type("Holder", (), body))


def of_table(value: dict[str, int]) -> collections.defaultdict[str, int]:
    return collections.defaultdict(int, value)


FIELDS: list[tuple[Any, Any]] = [
    ("frozenset[int]", frozenset([1, 3])), ("FrozenSet[str]", frozenset(["a"])), ("Optional[frozenset[int]]", frozenset([2])),
    ("Place", Place(1, 2.5)), ("Optional[Place]", Place(1, 2.5)), ("List[Place]", [Place(1, 2.5), Place(2, 3.5)]),
    ("dict[int, Place]", {1: Place(1, 2.5)}), ("None", None), ("Final[int]", 3), ("Final[list[int]]", [1, 2]),
    ("Literal['a', 'b']", "a"), ("Optional[Literal[1, 2]]", 2), ("Annotated[int, 'count']", 3),
    ("Annotated[list[int], 3]", [3]),
    ("Tuple[int, ...]", (1, 2, 3)), ("tuple[str, ...]", ("a",)), ("list[tuple[int, ...]]", [(1, 2), (3,)]),
    ("Optional[tuple[float, ...]]", (1.5, 2.5)), ("Sequence[int]", [1, 2]), ("Mapping[str, int]", {"a": 1}),
    ("collections.defaultdict[str, int]", of_table({"a": 1})),
]  # fmt: skip


@pytest.mark.parametrize(("annotation", "value"), FIELDS)
def test_what_fields_hold(annotation, value):
    holder = class_with(annotation)

    @njit
    def made(value):
        return holder(value).a

    for found in (made(value), holder(value).a):
        assert found == value
    kept = holder(value)
    kept.a = value
    assert kept.a == value


WITHOUT_TYPES = {
    "T": "has no type in compiled code: ~T, which stands for any type",
    "Optional[T]": "which stands for any type: name one, or leave the decorator out",
    "Callable[[int], int]": "call the function where it is known, or leave the decorator out",
    "Literal['a', 1]": "has no type in compiled code: typing.Literal",
    "Optional[Later]": "a text with a name that is not known where the class is decorated",
    "Ring": "has no type in compiled code: <class '.*Ring'>",
}


@pytest.mark.parametrize("annotation", WITHOUT_TYPES)
def test_what_has_no_type_is_named(annotation):
    with pytest.raises(TypeError, match=WITHOUT_TYPES[annotation]):
        class_with(annotation)


def test_slots():
    @jitclass
    class Point:
        __slots__ = ("x", "y")
        x: int
        y: float

        def __init__(self, x, y):
            self.x, self.y = x, y

    point = Point(1, 2)
    point.y += 1
    assert (point.x, point.y) == (1, 3.0)


def test_generic_bases_without_fields():
    @jitclass
    class Counter(Generic[T]):
        count: int

        def __init__(self):
            self.count = 1

    assert Counter().count == 1
