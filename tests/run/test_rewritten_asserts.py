"""Assertions of compiled functions in files that pytest rewrites."""

import textwrap

SOURCE = """
import numpy as np
import pytest
from coluber import njit


@njit
def checked(x, least=0):
    assert x > least, "positive, please"
    assert x != 5
    return x


def test_assertions_of_a_module():
    assert checked(3) == 3
    with pytest.raises(AssertionError, match="positive, please"):
        checked(-1)
    with pytest.raises(AssertionError):
        checked(5)
    assert checked(-1, -2) == -1


def test_assertions_of_closures():
    limit = 4

    @njit
    def smaller(x):
        def inner(y):
            assert y.shape == (3,) and y[0] < limit
            return checked(y[0])

        return inner(x)

    assert smaller(np.arange(1.0, 4.0)) == 1
    with pytest.raises(AssertionError):
        smaller(np.arange(7.0, 10.0))


def test_messages_of_python_stay():
    with pytest.raises(AssertionError, match="assert 3 == 4"):
        assert checked(3) == 4
"""


def test_pytest_rewrites_nothing_that_is_compiled(fresh_python, tmp_path):
    file = tmp_path / "test_of_a_program.py"
    file.write_text(textwrap.dedent(SOURCE))
    code = "import sys, pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:xdist', sys.argv[1]]))"
    assert "3 passed" in fresh_python(code, str(file))
