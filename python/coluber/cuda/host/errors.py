"""The exceptions of CUDA's host side, in the classes that Numba's users know."""

from __future__ import annotations


class CudaDriverError(Exception):
    """The driver refused something, or a request to it makes no sense."""


class CudaAPIError(CudaDriverError):
    """A function of the driver returned an error.

    Parameters
    ----------
    code : int
        The driver's result code.
    msg : str
        What failed.
    """

    def __init__(self, code: int, msg: str) -> None:
        self.code = code
        self.msg = msg
        super().__init__(code, msg)

    def __str__(self) -> str:
        return f"[{self.code}] {self.msg}"


class CudaRuntimeError(Exception):
    """The CUDA runtime failed."""


class CudaRuntimeAPIError(CudaRuntimeError):
    """A function of the CUDA runtime returned an error."""

    def __init__(self, code: int, msg: str) -> None:
        self.code = code
        self.msg = msg
        super().__init__(code, msg)

    def __str__(self) -> str:
        return f"[{self.code}] {self.msg}"


class CudaSupportError(ImportError):
    """CUDA can't be used: it is disabled, or the driver is missing or does not start."""


class CCSupportError(RuntimeError):
    """A compute capability is not supported."""


class DeadMemoryError(RuntimeError):
    """Memory was used after it had been freed."""


class LinkerError(RuntimeError):
    """Device code could not be linked."""


class _LinesError(Exception):
    """An exception whose arguments are lines of text."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class NvvmError(_LinesError):
    """Device code could not be compiled."""


class NvvmSupportError(ImportError):
    """The compiler of device code can't be used."""


class NvvmWarning(Warning):
    """The compiler of device code warns."""


class NvrtcError(_LinesError):
    """The compiler of CUDA C++ failed."""


class NvrtcCompilationError(NvrtcError):
    """CUDA C++ code does not compile."""


class NvrtcBuiltinOperationFailure(NvrtcError):  # noqa: N818
    """The compiler of CUDA C++ lacks a part of its own."""


class NvrtcSupportError(ImportError):
    """The compiler of CUDA C++ can't be used."""


class KernelRuntimeError(RuntimeError):
    """A kernel failed while it ran.

    Parameters
    ----------
    msg : str
        What happened.
    tid : tuple of int, optional
        The thread in its block.
    ctaid : tuple of int, optional
        The block in the grid.
    """

    def __init__(self, msg: str, tid: tuple[int, ...] | None = None, ctaid: tuple[int, ...] | None = None) -> None:
        self.tid = tid
        self.ctaid = ctaid
        self.msg = msg
        super().__init__(f"{msg}\n\tin thread={tid} block={ctaid}" if tid is not None else msg)


def api_error(function: str, code: int) -> CudaAPIError:
    """Return the error for a result code that a function of the driver gave."""
    from coluber.cuda.host.enums import RESULT_NAMES

    return CudaAPIError(code, f"Call to {function} results in {RESULT_NAMES.get(code, f'unknown error {code}')}")
