"""Complete programs, compiled and not, print the same."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from coluber import config

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"

# How much each program does: enough for all its branches, as CPython has to do the same.
SIZES = {
    "dijkstra": 60,
    "evaluator": 20,
    "json_parser": 40,
    "life": 14,
    "lru_cache": 2000,
    "matrix": 6,
    "queens": 6,
    "regex": 4,
    "text_statistics": 1500,
    "tokenizer": 8,
}


def load(name: str, compiled: bool) -> ModuleType:
    """Run a program's file with or without the compiler."""
    spec = spec_from_file_location(f"{name}_{'compiled' if compiled else 'plain'}", PROGRAMS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
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
    printed = load(name, compiled=True).main(SIZES[name])
    assert printed == load(name, compiled=False).main(SIZES[name])
