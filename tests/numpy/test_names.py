"""Each public name of NumPy is in compiled code, or there is a reason why not."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from tests.run.support import compile_error, expression

_PATH = Path(__file__).parents[2] / "tools" / "numpy_names.py"
_SPEC = importlib.util.spec_from_file_location("numpy_names", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
names = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(names)

ONE_VERSION = pytest.mark.skipif(np.__version__[:4] != "2.4.", reason="each version of NumPy has its own names")


@ONE_VERSION
@pytest.mark.parametrize("module", [*names.MODULES, "ndarray"])
def test_every_name_has_a_place(module):
    public = set(names.array_names() if module == "ndarray" else names.public_functions(module))
    supported, absent = set(names.supported(module)), names.absent(module)
    assert public - supported - absent == set(), "names of NumPy without a place in tools/numpy_names.py"
    assert supported & absent == set(), "names that compiled code has, and yet a reason why not"
    assert absent <= public, "reasons for names that NumPy does not have"


@ONE_VERSION
def test_the_page_is_current():
    assert names.PAGE.read_text() == names.page(), "run 'python tools/numpy_names.py --write'"


def test_what_is_said_to_be_there_compiles():
    """A sample of the names, called."""
    from coluber import njit

    a = np.arange(6.0).reshape(2, 3)
    assert "sqrt" in names.supported("numpy")
    assert njit(lambda a: np.sqrt(a).sum() + np.linalg.norm(a) + a.T.size)(a) > 0
    assert "no_such_name" not in names.supported("numpy")


@pytest.mark.parametrize("module", [*names.MODULES, "ndarray"])
def test_what_is_refused_says_what_to_use_instead(module):
    """The message of a name that compiled code does not have for a reason."""
    for name, text in names.instead(module).items():
        call = f"a.{name}" if name == "base" else f"a.{name}(3)" if module == "ndarray" else f"{module}.{name}(a)"
        message = compile_error(expression(call.replace("numpy.", "np."), "a"), np.ones(3))
        assert text in message, call
