"""``make test-gpu`` and ``make bench-gpu`` without a GPU; what the benchmark measures, on the emulator with small sizes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benches import emulated, gpu, gpu_worker
from tests.cuda.hostapi import cuda
from tests.gpu import files

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("module", "line"), [("tests.gpu", "no test was run"), ("benches.gpu", "nothing was measured")])
def test_without_a_gpu_there_is_one_line(module, line):
    from coluber.cuda.host.driver import usable_gpus

    if usable_gpus()[0]:
        pytest.skip("there is a GPU")
    done = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 2
    assert done.stdout.endswith(f": no GPU found: {line}\n")
    assert done.stdout.count("\n") == 1


def test_tests_of_the_stand_in_do_not_run_on_a_gpu():
    names = {os.path.basename(path) for path in files()}
    assert {"test_kernels.py", "test_any_device.py", "test_barriers.py"} <= names
    assert not {"test_gpu_launches.py", "test_host_driver.py", "test_simulator_threads.py"} & names


def test_measurements_and_the_table(monkeypatch):
    monkeypatch.setattr(gpu_worker, "SIZES", dict.fromkeys(gpu_worker.SIZES, 256))
    monkeypatch.setattr(gpu_worker, "_BYTES", 1 << 12)
    monkeypatch.setattr(gpu_worker, "_LAUNCHES", 2)
    monkeypatch.setattr(emulated, "cuda", cuda)
    monkeypatch.setattr(emulated, "float32", cuda.float32)
    ours = {measure.__name__: measure(cuda) for measure in (gpu_worker.bandwidth, gpu_worker.kernels, gpu_worker.launch)}
    rows = gpu.rows(ours, ours)
    assert [row.case for row in rows] == ["vecadd, time for a byte", *gpu_worker.SIZES, "four arrays"]
    assert all(row.ratio == 1 for row in rows[1:])
    assert rows[-1].verdict() == "MISSED"
    assert rows[1].verdict() == "ok"
    assert all(row.verdict() == "" for row in gpu.rows(ours, {})[1:])
