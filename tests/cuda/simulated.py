"""Kernels of the tests of the simulator."""

import pytest

pytest.importorskip("greenlet")

from coluber.cuda.simulator.kernel import simulate


def kernel(function=None, /, **options):
    """Make a simulated kernel, whatever the environment says."""
    if function is None:
        return lambda function: kernel(function, **options)
    return simulate(function, options)
