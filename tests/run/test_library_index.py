"""The index of the Python library agrees with what its modules register."""

from __future__ import annotations

from importlib import import_module

import pytest

from coluber.core import extending
from coluber.lib import index
from tests.run.support import script_output


@pytest.mark.parametrize("module", index.MODULES)
def test_keys_of_a_module(module):
    loaded = import_module(module)
    declared = set(index.MODULES[module].split())
    registered = {key for key in extending.registered_keys() if extending.overload_module(key) == loaded.__name__}
    assert registered == declared


def test_every_key_is_in_one_module():
    keys = [key for keys in index.MODULES.values() for key in keys.split()]
    assert len(keys) == len(set(keys))
    assert all(index.module_of(key) for key in keys)


def test_unknown_keys_have_no_module():
    assert index.module_of("numpy.no_such_function") is None
    assert extending.find_overload("numpy.no_such_function", ()) is None


def test_the_library_is_imported_when_it_is_needed():
    script = """
    import sys
    from coluber import njit
    @njit
    def f(x):
        return x + 1
    f(1)
    print([name for name in sys.modules if name.startswith("coluber.lib.")])
    @njit
    def g(x, n):
        return x ** n
    print(g(3, 5))
    print([name for name in sys.modules if name.startswith("coluber.lib.python.")])
    """
    lines = script_output(script).splitlines()
    assert lines[0] == "[]"
    assert lines[1] == "243"
    assert lines[2] == "['coluber.lib.python.integers']"
