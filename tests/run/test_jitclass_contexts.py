"""Instances of jitclasses in ``with`` statements of Python."""

from __future__ import annotations

import pytest

from coluber import int64, njit
from coluber.experimental import jitclass


def test_with_in_python_ends_by_the_method():
    @jitclass([("depth", int64), ("seen", int64)])
    class Level:
        def __init__(self):
            self.depth = 0
            self.seen = 0

        def __enter__(self):
            self.depth += 1
            return self

        def __exit__(self, kind, error, trace):
            self.depth -= 1
            if kind is not None:
                self.seen += 1
            return kind is not None and issubclass(kind, KeyError)

    level = Level()
    with level as entered:
        assert entered.depth == 1
    with level:
        raise KeyError("suppressed")
    with pytest.raises(ValueError, match="passed on"), level:
        raise ValueError("passed on")
    assert (level.depth, level.seen) == (0, 2)

    @njit
    def inside(level):
        with level:
            raise KeyError
        return level.depth, level.seen

    assert inside(level) == (0, 3)


def test_an_exit_method_that_looks_at_the_exception_is_refused_in_python():
    @jitclass([("n", int64)])
    class Looking:
        def __init__(self):
            self.n = 0

        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            if error is not None:
                self.n = 1

    looking = Looking()
    with looking:
        pass
    with pytest.raises(TypeError, match="looks at 'error'") as caught, looking:
        raise KeyError("x")
    assert isinstance(caught.value.__cause__, KeyError)
