"""CUDA on the emulator, for tests: the module ``cuda``."""

from coluber import cuda
from coluber.core import config

config.CUDA_BACKEND = "emulator"

__all__ = ["cuda"]
