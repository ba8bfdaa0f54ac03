"""The GPU's driver behind the interface of `backend.Backend`."""

from __future__ import annotations

from coluber.cuda.host.errors import CudaSupportError


class Driver:
    """One implementation of `backend.Backend`."""

    emulated = False

    def __init__(self) -> None:
        raise CudaSupportError("coluber does not use GPUs yet; COLUBER_CUDA=emulator runs kernels on the CPU")
