"""Each row of the table of the language: the example gives what it gives in Python, or is refused by a message."""

from __future__ import annotations

import linecache
import sys
import textwrap
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from coluber import config, njit
from coluber.core.errors import NumbaError
from tests.language.row import Row
from tests.language.rows import AREAS
from tests.run.support import assert_same, outcome
from tools import language_page

# What every example is called with; more of these types take no time.
USUAL = ("3, a", "1, a", "8, a[:3]")

ROWS = [row for rows in AREAS.values() for row in rows]


def function_of(row: Row, compiled: bool) -> FunctionType:
    """Return the function of a row, with all that it calls compiled or not."""
    outside, _, body = row.body.rpartition("---\n")
    source = f"{outside}\ndef example(x, a):\n{textwrap.indent(body, '    ')}\n"
    name = f"<{row.feature}, {'compiled' if compiled else 'plain'}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    module = sys.modules[f"language_example_{compiled}"] = ModuleType(f"language_example_{compiled}")
    namespace = module.__dict__
    namespace |= {"njit": njit, "np": np, "FACTOR": 2, "TABLE": np.arange(3.0), "NAMES": ("p", "q")}
    config.DISABLE_JIT = 0 if compiled else 1
    try:
        exec(compile(source, name, "exec"), namespace)
    finally:
        config.DISABLE_JIT = 0
    return namespace["example"]


@pytest.fixture(autouse=True)
def modules_go():
    """Forget the modules of a row, whose variables are values of compiled code."""
    yield
    for compiled in (False, True):
        sys.modules.pop(f"language_example_{compiled}", None)


def cases():
    """The rows as parameters."""
    for row in ROWS:
        yield pytest.param(row, id=row.feature, marks=[pytest.mark.keeps_values] * row.keeps)


@pytest.mark.parametrize("row", cases())
def test_a_row_does_what_it_does_in_python(row):
    if row.refused:
        with pytest.raises(NumbaError) as refusal:
            njit(function_of(row, compiled=True))(3, np.arange(6.0))
        assert words(row.refused) in words(str(refusal.value))
        return
    plain, compiled = function_of(row, compiled=False), njit(function_of(row, compiled=True))
    for given in (*USUAL, *row.others):
        expected, found = outcome(plain, arguments(given), {}), outcome(compiled, arguments(given), {})
        if expected.error is not None or found.error is not None:
            assert repr(found.error) == repr(expected.error), given
        else:
            assert_same(found.value, expected.value, row.rtol, what=given)


def arguments(given: str) -> tuple[Any, ...]:
    """What a text of arguments stands for."""
    return eval(f"({given},)", {"np": np, "a": np.arange(6.0)})


def words(text: str) -> str:
    """A text without quotes, on one line."""
    return " ".join(text.replace("`", "").replace("'", "").replace('"', "").split())


def test_the_page_is_up_to_date():
    assert language_page.PAGE.read_text() == language_page.text(), "call tools/language_page.py --write"
