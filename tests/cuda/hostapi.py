"""CUDA for tests: the module ``cuda``, on the emulator where ``COLUBER_CUDA`` does not ask for a GPU."""

import os

from coluber import cuda
from coluber.core import config

if os.environ.get("COLUBER_CUDA") != "gpu":
    config.CUDA_BACKEND = "emulator"

__all__ = ["cuda"]
