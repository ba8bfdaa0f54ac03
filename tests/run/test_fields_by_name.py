"""Methods that set fields in ``self.__dict__``."""

import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check


class Pair:
    def __init__(self, a, b):
        self.__dict__.update(a=a, b=b)

    def swap(self):
        self.__dict__.update({"a": self.b}, b=self.a)
        return self

    def name(self, text):
        self.__dict__["text"] = text
        return self.text


class Named(Pair):
    def __init__(self, a):
        super().__init__(a, 2 * a)
        self.__dict__["title"] = str(a)


class Any:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def use(n):
    pair, named = Pair(n, n + 1).swap(), Named(n)
    return pair.a, pair.b, pair.name("x"), Pair("s", 1.5).b, named.a, named.b, named.title


def test_fields_that_statements_name():
    check(use, 3)
    assert vars(njit(lambda n: Pair(n, [n]))(2)) == {"a": 2, "b": [2]}
    assert njit(lambda pair: pair.a + pair.b)(Pair(1, 2.5)) == 3.5


def test_names_that_are_not_known():
    with pytest.raises(TypingError, match="set each field by a statement of its own, as in self.x = x"):
        njit(lambda n: Any(x=n).x)(1)
