"""What type checkers see of the package: programs that they check, and stubs against the package itself."""

from __future__ import annotations

import re
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


def test_a_program_is_checked_as_it_was_written(tmp_path):
    source = (HERE / "user.py").read_text()
    wanted = {(k, found[1]) for k, line in enumerate(source.splitlines(), 1) if (found := re.search(r"# E: ([\w-]+)", line))}
    program = tmp_path / "user.py"
    program.write_text(source)
    report = run("mypy", "--config-file", CONFIG, "--no-error-summary", str(program), where=tmp_path)
    errors = re.findall(r"^.*?user\.py:(\d+): error: .*\[([\w-]+)\]$", report, re.M)
    assert {(int(line), code) for line, code in errors} == wanted, report


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
    assert len(modules) >= 7
    wrong = [line for line in report.splitlines() if module_of(line.split(" ")[0]) in modules]
    assert not wrong, "\n".join(wrong)


def test_generated_stubs_are_up_to_date():
    wrong = [str(path) for path, text in stubs.stubs().items() if path.read_text() != text]
    assert not wrong, "call tools/stubs.py --write"
