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


PACKAGE = {
    "__init__.py": "",
    "shapes.py": "def area(x):\n    return 2 * x\n\n\nUNIT = 3\n",
    "inner/__init__.py": "",
    "inner/own.py": "def own(x):\n    return x + 1\n",
    "inner/use.py": """
from coluber import njit

from . import own

@njit
def of_packages(x):
    from . import own
    from ..shapes import UNIT, area
    from .own import own as function
    return njit_area(x), function is not None, own is not None, UNIT

@njit
def too_far(x):
    from ...shapes import UNIT
    return UNIT

from ..shapes import area
njit_area = njit(area)
""",
}


def test_relative_imports_begin_at_the_package_of_the_function(tmp_path, monkeypatch):
    for name, text in PACKAGE.items():
        path = tmp_path / "relative_package" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    from relative_package.inner import use

    assert use.of_packages(2) == (4, True, True, 3) == use.of_packages.py_func(2)
    with pytest.raises(NumbaError, match="beyond top-level package"):
        use.too_far(2)
