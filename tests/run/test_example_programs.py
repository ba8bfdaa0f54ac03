"""Complete programs, compiled and not, print the same."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from coluber import config

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"

# How much each program does: the smallest sizes, some of which are errors, and one that is enough for all its
# branches and not too much for CPython.
SIZES = {
    "dijkstra": (0, 1, 2, 60),
    "evaluator": (0, 1, 2, 20),
    "expression_trees": (0, 1, 20),
    "json_parser": (0, 1, 2, 40),
    "life": (0, 1, 2, 14),
    "lru_cache": (0, 1, 2, 2000),
    "matrix": (0, 1, 2, 6),
    "queens": (0, 1, 4, 6),
    "regex": (0, 1, 2, 4),
    "text_statistics": (0, 1, 2, 1500),
    "tokenizer": (0, 1, 2, 8),
}


def load(name: str, compiled: bool) -> ModuleType:
    """Run a program's file with or without the compiler."""
    spec = spec_from_file_location(f"{name}_{'compiled' if compiled else 'plain'}", PROGRAMS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)  # where dataclasses look for it
    before = config.DISABLE_JIT
    config.DISABLE_JIT = 0 if compiled else 1
    try:
        spec.loader.exec_module(module)
    finally:
        config.DISABLE_JIT = before
    return module


def test_every_program_is_run():
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_a_program_prints_what_it_prints_in_python(name):
    compiled, plain = load(name, compiled=True), load(name, compiled=False)
    for size in SIZES[name]:
        assert printed(compiled, size) == printed(plain, size), size


def printed(module: ModuleType, size: int) -> str:
    """The text of a program, or the error that it ends with."""
    try:
        return module.main(size)
    except Exception as error:
        # Texts of divisions by zero differ between versions of CPython.
        return type(error).__name__ if isinstance(error, ZeroDivisionError) else repr(error)
