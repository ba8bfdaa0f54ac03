"""Each row of the table of the language: the example gives what it gives in Python, or is refused by a message."""

from __future__ import annotations

import linecache
import sys
import textwrap
from types import FunctionType, ModuleType

import numpy as np
import pytest

from coluber import config, njit
from coluber.core.errors import NumbaError
from tests.language.row import Row
from tests.language.rows import AREAS
from tests.run.support import assert_same
from tools import language_page

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


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.feature)
def test_a_row_does_what_it_does_in_python(row):
    arguments = 3, np.arange(6.0)
    if row.refused:
        with pytest.raises(NumbaError):
            njit(function_of(row, compiled=True))(*arguments)
        return
    wanted = function_of(row, compiled=False)(*arguments)
    assert_same(njit(function_of(row, compiled=True))(*arguments), wanted)


def test_the_page_is_up_to_date():
    assert language_page.PAGE.read_text() == language_page.text(), "call tools/language_page.py --write"
