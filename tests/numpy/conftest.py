"""Tests of NumPy's functions compile many cases of long functions of the library: `optimised_once` is for all of them.

``optimised`` marks tests about loops over elements, which the optimiser makes ones over vectors: their cases are all optimised.
"""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", "optimised: each case of the test is compiled with optimisation")


@pytest.fixture(autouse=True)
def library_is_optimised_once(request: pytest.FixtureRequest) -> None:
    """Optimise the first case of each test, and all cases of those about loops."""
    if request.node.get_closest_marker("optimised") is None:
        request.getfixturevalue("optimised_once")
