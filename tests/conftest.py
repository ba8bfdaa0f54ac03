"""What tests of all folders use."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator

import pytest

# Loops on several threads are tested on machines with fewer cores too.
os.environ.setdefault("COLUBER_NUM_THREADS", "4")

# The threads of NumPy's BLAS go to sleep at once where there is no work: otherwise they look for it for 30 ms in each Python.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")

if "XDG_CACHE_HOME" not in os.environ:
    # Code that tests keep is not the user's. Processes that they start inherit the folder.
    _folder = tempfile.TemporaryDirectory(prefix="coluber-tests-", ignore_cleanup_errors=True)
    os.environ["XDG_CACHE_HOME"] = _folder.name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the checkers of types, which take ten seconds at a time: at the end one core would wait for them."""
    items.sort(key=lambda item: "typing" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Keep the collector of garbage away from the tests themselves: many tests call it, and there are some 20,000 of them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def collector_passes_over_files_that_are_done() -> Iterator[None]:
    """Keep it away from what the tests of a file leave, too: a collection would take longer with each of them."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def optimised_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the first case of each test as users do and the others without optimisation, which takes a quarter of the time.

    For files whose cases are many calls of long functions of the library: what these compute does not depend on the optimiser.
    ``COLUBER_OPT=3`` in the environment optimises all cases.
    """
    from coluber import config

    callspec = getattr(request.node, "callspec", None)
    if callspec is not None and any(callspec.indices.values()) and not {"COLUBER_OPT", "NUMBA_OPT"} & os.environ.keys():
        monkeypatch.setattr(config, "OPT", 0)


@pytest.fixture
def fresh_python() -> Callable[..., str]:
    """Run code in a Python of its own and return what it prints; keyword arguments are environment variables."""

    def run(code: str, *arguments: str, **environment: str) -> str:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COLUBER_"))}
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code), *arguments],
            env={**inherited, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    return run


@pytest.fixture(autouse=True)
def no_allocations_stay(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test after which more values of compiled code are alive than before it."""
    from coluber import _native

    if request.node.get_closest_marker("keeps_values"):
        yield
        return
    before = _native.live_allocations()
    yield
    _native.forget_kept()
    if _native.live_allocations() > before:
        gc.collect()
        kept = _native.live_allocations() - before
        assert kept <= 0, f"{kept} allocations of compiled code are alive after the test"
