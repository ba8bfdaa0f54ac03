"""``python -m tests.gpu [pytest's options]``: the tests of CUDA on a GPU.

Ends with status 2 and one line where there is none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
# What tests the emulator, the simulator, the stand-in for the driver, or what needs no device.
_ELSEWHERE = ("test_simulator_", "test_check", "test_comparison", "test_gpu_launches", "test_host_driver", "test_host_names")
_ELSEWHERE += ("test_external", "test_launch_errors", "test_ptx", "test_vocabulary", "test_host_managers")


def files() -> list[str]:
    """Return the files whose tests are the same on a GPU."""
    found = sorted((HERE / "cuda").glob("test_*.py"))
    return [str(path) for path in found if not path.name.startswith(_ELSEWHERE)]


def main() -> int:
    """Run the tests."""
    from coluber.cuda.host.driver import usable_gpus

    found, reason = usable_gpus()
    if not found:
        print(f"test-gpu: {reason}: no test was run")
        return 2
    print(f"on {found[0]}")
    # In one process: a context is large, and what runs at once makes memory numbers differ.
    os.environ["COLUBER_CUDA"] = "gpu"
    import pytest

    return int(pytest.main(["-q", *sys.argv[1:], *files()]))


if __name__ == "__main__":
    raise SystemExit(main())
