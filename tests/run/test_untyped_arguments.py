"""Messages of arguments without a type: which part of a container or an object has none."""

from __future__ import annotations

import io

import pytest

from coluber import njit
from coluber.core.errors import TypingError


class File:
    def __init__(self):
        self.out = io.BytesIO()


@njit
def take(argument):
    return 1


@pytest.mark.parametrize(
    ("argument", "part"),
    [
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
