"""Launches of these tests are repeated in the simulator, see `comparison`; ``emulator_alone`` marks where not, and why.

``emulated`` marks tests of what only the emulator does: they are left out on a GPU.
"""

from __future__ import annotations

import os

import pytest

try:
    import greenlet
except ModuleNotFoundError:
    greenlet = None


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", "emulator_alone(reason): kernels of the test are not run in the simulator as well")
    config.addinivalue_line("markers", "emulated(reason): the test is about the emulator, and is left out on a GPU")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave tests of the emulator out on a GPU."""
    mark = item.get_closest_marker("emulated")
    if mark is not None and os.environ.get("COLUBER_CUDA") == "gpu":
        pytest.skip(f"on the emulator only: {mark.args[0]}")


@pytest.fixture(autouse=True)
def compared_launches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what the test launches in the simulator too, and compare."""
    if greenlet is None or request.node.get_closest_marker("emulator_alone"):
        return
    from coluber.cuda.dispatcher import CUDADispatcher

    from . import comparison

    configured = CUDADispatcher.__getitem__

    def configure(kernel: CUDADispatcher, configuration: object) -> object:
        return comparison.Compared(kernel, configuration, configured(kernel, configuration))

    monkeypatch.setattr(CUDADispatcher, "__getitem__", configure)
    monkeypatch.setattr(CUDADispatcher, "__call__", comparison.call_in_simulator)
