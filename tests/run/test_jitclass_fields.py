"""What the fields of jitclasses take, and how Python shares the containers in them."""

from __future__ import annotations

import typing
from typing import Any

import numpy as np
import pytest

from coluber import float64, from_dtype, int64, njit, optional, typeof, types
from coluber.core.errors import TypingError
from coluber.experimental import jitclass
from coluber.typed import Dict, List
from tests.run.support import expression


def test_annotated_lists_take_typed_ones() -> None:
    """A field that is annotated as a list holds the memory of a typed list, too."""

    @jitclass
    class Items:
        items: list[float]

        def __init__(self, items: Any) -> None:
            self.items = items

        def add(self, x: float) -> float:
            self.items.append(x)
            return sum(self.items)

    typed = List([1.0, 2.0])
    assert Items(typed).add(3.0) == Items([1.0, 2.0]).add(3.0) == 6.0
    assert list(typed) == [1.0, 2.0, 3.0]
    with pytest.raises(TypingError, match="can't hold a value of type"):
        Items(List([1]))


def test_annotated_containers_are_shared() -> None:
    """Lists and dicts of annotations are typed ones, which Python and compiled code share."""

    @jitclass
    class Store:
        rows: typing.List[int]  # noqa: UP006
        table: dict[int, float]

        def __init__(self) -> None:
            self.rows = [1, 2]
            self.table = {1: 0.5}

        def own(self) -> Any:
            return self.rows, self.table

    store = Store()
    assert isinstance(store.rows, List)
    store.rows.append(3)
    store.own()[0].append(4)
    store.own()[1][2] = 1.0
    store.table[3] = 2.0
    assert list(store.rows) == [1, 2, 3, 4]
    assert isinstance(store.table, Dict)
    assert dict(store.table) == {1: 0.5, 2: 1.0, 3: 2.0}
    mine = List([7])
    store.rows = mine
    mine.append(8)
    assert list(store.rows) == [7, 8]
    store.rows, store.table = [5], {2: 2.5}
    store.rows.append(6)
    store.table[4] = 4.5
    assert (list(store.rows), dict(store.table)) == ([5, 6], {2: 2.5, 4: 4.5})


def test_text_is_no_number() -> None:
    """A field of numbers refuses text that looks like one."""

    @jitclass([("x", int64), ("y", float64)])
    class Pair:
        def __init__(self) -> None:
            self.x = 1
            self.y = 2.0

    pair = Pair()
    with pytest.raises(TypeError, match="the field 'x' is int64, and can't hold a value of type str"):
        pair.x = "5"
    with pytest.raises(TypeError, match="the field 'y' is float64, and can't hold a value of type bytes"):
        pair.y = b"5"
    for value in (None, [1], 1j):
        with pytest.raises(TypeError):
            pair.x = value
    pair.x = True
    pair.x += 2.5
    assert (pair.x, pair.y) == (3, 2.0)


def read_only(array: Any) -> Any:
    array.flags.writeable = False
    return array


WRONG_FIELDS: list[tuple[Any, Any]] = [
    (float64[:], np.arange(3)),
    (float64[:], np.ones(3, np.float32)),
    (float64[:], np.ones(3, np.int8)),
    (float64[:], np.ones((2, 2))),
    (float64[:], read_only(np.ones(3))),
    (float64[:], np.array(["abc"])),
    (float64[:], np.array(["2020-01-01"], "datetime64[D]")),
    (float64[::1], np.arange(6.0)[::2]),
    (float64[:, ::1], np.asfortranarray(np.ones((2, 3)))),
    (optional(float64[:]), np.arange(3)),
    (types.Tuple((float64[:], int64)), (np.arange(3), 1)),
    (types.List(float64[:]), [np.ones(2), np.arange(3)]),
    (types.unicode_type, b"abc"),
    (typeof(b"q"), "q"),
    (types.List(int64), [1, 2.5]),
    (types.Set(int64), {1.5}),
    (from_dtype(np.dtype([("a", "f8")])), np.zeros(1, [("a", "f4"), ("b", "f4")])[0]),
]


@pytest.mark.parametrize(("ty", "value"), WRONG_FIELDS)
def test_fields_refuse_what_is_something_else_in_memory(ty: Any, value: Any) -> None:
    class Plain:
        def __init__(self) -> None:
            pass

    made = jitclass([("a", ty)])(Plain)()
    with pytest.raises(TypeError, match="the field 'a' is .*, and can't hold a value of type"):
        made.a = value


def test_fields_take_what_has_their_type() -> None:
    class Plain:
        def __init__(self) -> None:
            pass

    made = jitclass([("a", float64[:]), ("both", types.Tuple((float64[:], int64))), ("some", optional(float64[:]))])(Plain)()
    made.a = np.arange(6.0)[::2]
    made.both = np.ones(2), 3
    made.some = None
    made.some = np.ones(3)
    assert made.a.tolist() == [0.0, 2.0, 4.0]
    assert made.both[0].tolist() == [1.0, 1.0]
    assert made.some.tolist() == [1.0, 1.0, 1.0]


UNSET = [
    (typing.Tuple[str, list[int]], "len(x.o[1])"),  # noqa: UP006
    (typing.Tuple[typing.Tuple[dict[str, int], int], int], "len(x.o[0][0])"),  # noqa: UP006
    (types.FunctionType(int64(int64)), "x.o(1)"),
]


@pytest.mark.parametrize(("held", "read"), UNSET, ids=[read for _, read in UNSET])
def test_unset_fields_that_hold_references(held: Any, read: str) -> None:
    """A field that was never set, and whose zeros are no value, raises AttributeError in compiled code and in Python."""
    function = njit(expression(read, "x"))

    class Part:
        v: int

        def __init__(self) -> None:
            self.v = 1

    Part.__annotations__["o"] = held
    unset = jitclass(Part)()
    for read_field in (function, lambda x: x.o):
        with pytest.raises(AttributeError, match="'Part' object has no attribute 'o'"):
            read_field(unset)


@jitclass
class Counted:
    count = 0
    name = "a"
    x: int

    def __init__(self, x: int) -> None:
        self.x = x
        Counted.count += 1

    def named(self) -> Any:
        Counted.name += "b"
        return Counted.count, self.count, Counted.name


def test_variables_of_the_class() -> None:
    """What methods of the class assign to is one variable for Python and compiled code."""

    @njit
    def made() -> Any:
        Counted(1)
        return Counted(2).named(), Counted.count

    assert made() == ((2, 2, "ab"), 2)
    assert Counted.count == 2
    Counted.count = 10
    assert Counted(3).named() == (11, 11, "abb")
    assert made() == ((13, 13, "abbb"), 13)
