"""Programs that are so long that they are compiled in parts."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from coluber import njit

HEAD = """
from enum import Enum
import numpy as np

class Kind(Enum):
    A = "first"
    B = "second"

TEXT = "second"

class Info:
    def __init__(self, kind, text):
        self.kind, self.text = kind, text

def kind_of(n):
    return Kind.A if n % 2 else Kind.B

def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
"""

FUNCTION = """
def work{k}(info, n):
    total = {k}
    for i in range(n):
{lines}
        if info.kind is not kind_of(i) and info.text is not TEXT:
            total -= 1
    if total == {k} - 1000:
        raise ValueError("never")
    return total + (info.kind is Kind.A) + (kind_of(1) is info.kind) + {next}
"""

MAIN = """
def main(n):
    info = Info(kind_of(n), TEXT)
    try:
        found = work0(info, n)
    except ZeroDivisionError as error:
        return -1, str(error)
    return found, depth(n), np.arange(n).sum()
"""


def program(count: int) -> str:
    lines = "\n".join(f"        total += (i * {j} + total % {j + 3}) // (n + {j - 3})" for j in range(4, 24))
    parts = [
        FUNCTION.format(k=k, lines=lines, next=f"work{k + 1}(info, n - 1)" if k + 1 < count else "100 // (n - 3)")
        for k in reversed(range(count))
    ]
    return HEAD + "".join(parts) + MAIN


@pytest.fixture(params=[1, 5, 12])
def module(request: Any, tmp_path: Path) -> Any:
    path = tmp_path / "long_program.py"
    path.write_text(program(request.param))
    spec = importlib.util.spec_from_file_location("long_program", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["long_program"] = found
    spec.loader.exec_module(found)
    yield found
    del sys.modules["long_program"]


def test_values_and_exceptions(module: Any) -> None:
    """Constant texts are in each part, and yet the members of an enumeration are what they are; exceptions go through parts."""
    compiled = njit(module.main)
    for n in (3, 4, 7, 8, 14, 20):
        assert compiled(n) == module.main(n)


def test_later_runs(module: Any) -> None:
    """What is kept on disk is linked like what was compiled."""
    assert njit(module.main)(20) == njit(module.main)(20) == module.main(20)
