"""Objects of classes that are derived from `str` and `bytes`."""

from __future__ import annotations

import enum

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import ColuberError


class Name(str):
    """A text with a method more, which knows how it was made."""

    __slots__ = ()

    def __new__(cls, text):
        return super().__new__(cls, text)

    def shout(self):
        return self.upper() + "!"


class Loud(str):
    __slots__ = ()

    def upper(self):
        return "OTHER"


class Long(bytes):
    def __len__(self):
        return 99


class Louder(Loud):
    __slots__ = ()


class Mark(str, enum.Enum):
    ONE = "one"

    def upper(self):
        return self.value


@njit
def look(text):
    return text[:2], len(text)


@pytest.mark.parametrize("text", [Name("abc"), np.str_("abc"), np.bytes_(b"abc"), b"abc"])
def test_texts(text):
    assert look(text) == look.py_func(text)


@pytest.mark.parametrize(
    ("text", "method"), [(Loud("a"), "str.upper"), (Louder("a"), "str.upper"), (Long(b"a"), "bytes.__len__")]
)
def test_classes_with_other_methods_are_refused(text, method):
    with pytest.raises((ColuberError, TypeError), match=rf"its class overrides {method}, which compiled code does not call"):
        look(text)


def test_members_of_enumerations():
    assert njit(lambda mark: mark.value)(Mark.ONE) == "one"


def test_making_one_is_refused():
    with pytest.raises(ColuberError, match="the interpreter's or derived from one of its classes"):
        njit(lambda text: Name(text))("a")
