"""What type checkers see of the package: programs that they check, and stubs against the package itself.

A line of `programs` that a checker must refuse ends in ``# E:`` and mypy's name of the error.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools import stubs

HERE = Path(__file__).parent
PACKAGE = stubs.PACKAGE
CONFIG = str(HERE / "mypy.ini")

pytest.importorskip("mypy")


def run(*arguments: str, where: Path) -> str:
    return subprocess.run([sys.executable, "-m", *arguments], cwd=where, capture_output=True, text=True).stdout


def expected(programs: list[Path]) -> set[tuple[str, int, str]]:
    """The errors that the programs say they have: the file, the line, mypy's name of the error."""
    lines = [(path.name, k, line) for path in programs for k, line in enumerate(path.read_text().splitlines(), 1)]
    return {(name, k, found[1]) for name, k, line in lines if (found := re.search(r"# E: ([\w-]+)", line))}


@pytest.fixture
def programs(tmp_path) -> list[Path]:
    """The programs, elsewhere: the checker reads the package as it does for its users."""
    return [Path(shutil.copy(path, tmp_path)) for path in sorted(HERE.glob("programs/*.py"))]


def test_programs_are_checked_as_they_were_written(programs, tmp_path):
    report = run("mypy", "--config-file", CONFIG, "--no-error-summary", *map(str, programs), where=tmp_path)
    errors = re.findall(r"^(?:.*/)?(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", report, re.M)
    assert {(name, int(line), code) for name, line, code in errors} == expected(programs), report


@pytest.mark.skipif(not find_spec("pyright"), reason="pyright is not installed")
def test_pyright_finds_the_same_errors(programs, tmp_path):
    settings = {"extraPaths": [str(PACKAGE.parent)], "include": ["*.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    found = json.loads(run("pyright", "--pythonpath", sys.executable, "--outputjson", where=tmp_path))["generalDiagnostics"]
    wrong = [entry for entry in found if entry["severity"] == "error"]
    errors = {(Path(entry["file"]).name, entry["range"]["start"]["line"] + 1) for entry in wrong}
    assert errors == {(name, line) for name, line, _ in expected(programs)}, wrong


def stubbed_modules() -> dict[str, Path]:
    """The modules with a stub."""
    found = {}
    for path in PACKAGE.rglob("*.pyi"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def module_of(name: str) -> str:
    """The module that has the object of this dotted name."""
    while find_spec(name.partition(".")[0]) and not _is_module(name):
        name = name.rpartition(".")[0]
    return name


def _is_module(name: str) -> bool:
    place = PACKAGE.parent.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists()


def test_stubs_are_what_the_package_is(tmp_path):
    allowed = str(HERE / "allowed.txt")
    options = ["--concise", "--mypy-config-file", CONFIG, "--allowlist", allowed, "--ignore-unused-allowlist"]
    report = run("mypy.stubtest", *options, "coluber", where=tmp_path)
    assert "not checking stubs" not in report, report
    modules = stubbed_modules()
    assert len(modules) >= 20
    wrong = [line for line in report.splitlines() if module_of(line.split(" ")[0]) in modules]
    assert not wrong, "\n".join(wrong)


def test_generated_stubs_are_up_to_date():
    wrong = [str(path) for path, text in stubs.stubs().items() if path.read_text() != text]
    assert not wrong, "call python -m tools.stubs --write"
