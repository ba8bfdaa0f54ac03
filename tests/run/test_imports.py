"""Imports inside of functions."""

from __future__ import annotations

import pytest

from coluber import njit
from coluber.core.errors import NumbaError
from tests.run.support import check


def modules(x):
    import math
    import os.path as path
    from math import cos as c
    from math import sin

    return math.sqrt(x), sin(x), c(x), path is not None


def of_collections(x):
    import operator
    from collections import deque

    return deque([x]), operator.add(1, 2)


@pytest.mark.parametrize("function", [modules, of_collections])
def test_imports_are_those_of_python(function):
    check(function, 2.0)


def test_a_missing_module_is_named():
    def missing():
        import no_such_module_at_all

        return no_such_module_at_all.x

    with pytest.raises((NumbaError, ImportError), match="no_such_module_at_all"):
        njit(missing)()
