"""Messages of arguments without a type: which part of a container or an object has none."""

from __future__ import annotations

import io

import pytest

from coluber import njit
from coluber.core.errors import TypingError


class Basket:
    def __init__(self, owner):
        self.owner = owner
        self.items = []


class Shop:
    def __init__(self, *baskets):
        self.baskets = list(baskets)
        self.number = len(baskets)


class File:
    def __init__(self):
        self.out = io.BytesIO()


@njit
def take(argument):
    return 1


@pytest.mark.parametrize(
    ("argument", "part"),
    [
        (
            Basket("a"),
            "<class '.*Basket'>: it.items is empty, and nothing says what it is to hold, such as self.items: list[int] = []",
        ),
        (Shop(Basket("a")), "<class '.*Shop'>: it.baskets[0].items is empty"),
        ([File()], "<class 'list'>: it[0].out is of the class 'BytesIO'"),
        ([{"a": File()}], "<class 'list'>: it[0]['a'].out is of the class 'BytesIO'"),
    ],
)
def test_the_part_is_named(argument, part):
    with pytest.raises(TypingError) as caught:
        take(argument)
    before, _, after = part.partition(".*")
    text = str(caught.value)
    assert before in text
    assert after in text


def test_objects_in_a_circle():
    first, second = Shop(), Shop()
    first.other, second.other = second, first
    first.baskets.append(Basket("x"))
    with pytest.raises(TypingError, match=r"Shop"):
        take(first)
