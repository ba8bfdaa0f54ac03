"""Random functions and damaged bytecode: they work, or are refused with an error of the compiler, and never crash.

Each batch runs in a process of its own. ``COLUBER_FUZZ`` multiplies the number of functions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run.fuzz_generator import SourceGenerator, fuzz_source

ROOT = Path(__file__).resolve().parents[2]
FACTOR = int(os.environ.get("COLUBER_FUZZ", "1"))
BATCH = 60

# Seeds that found a fault once.
FORMER_SOURCES = [1004]
FORMER_BYTECODE: list[int] = []


def run_batch(kind, first, count):
    command = [sys.executable, "-W", "ignore", "-m", "tests.run.fuzz_generator", kind, str(first), str(count)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def report(done):
    """What went wrong in a batch, if anything."""
    if done.returncode != 0:
        return f"{done.stdout[-300:]}\nended with status {done.returncode}\n{done.stderr[-2000:]}"
    failures = done.stdout.split("FAILED")[1:]
    return "\n".join(failure.split("\nseed ")[0] for failure in failures)


@pytest.mark.parametrize("batch", range(2 * FACTOR))
def test_sources(batch):
    problem = report(run_batch("sources", batch * BATCH, BATCH))
    assert not problem, problem


@pytest.mark.parametrize("batch", range(2 * FACTOR))
def test_damaged_bytecode(batch):
    problem = report(run_batch("bytecode", batch * BATCH, BATCH))
    assert not problem, problem


@pytest.mark.parametrize("seed", FORMER_SOURCES)
def test_former_faults_of_sources(seed):
    assert fuzz_source(seed)[1] is None


@pytest.mark.parametrize("seed", FORMER_BYTECODE)
def test_former_faults_of_bytecode(seed):
    assert not report(run_batch("bytecode", seed, 1))


def test_generated_sources_are_mostly_valid():
    valid = 0
    for seed in range(200):
        try:
            compile(SourceGenerator(seed).function(), "<fuzz>", "exec")
            valid += 1
        except SyntaxError:
            pass
    assert valid > 180
