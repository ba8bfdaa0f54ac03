"""CUDA C++ to PTX by NVIDIA's compiler as a library, NVRTC, where it is installed."""

from __future__ import annotations

import ctypes
import functools
import os

from coluber.core import config
from coluber.cuda.host import libraries
from coluber.cuda.host.errors import NvrtcCompilationError, NvrtcError, NvrtcSupportError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COMPILATION_FAILED = 6
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_PROTOTYPES = {
    "nvrtcCreateProgram": (
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int,
        _TEXTS,
        _TEXTS,
    ),
    "nvrtcDestroyProgram": (ctypes.POINTER(ctypes.c_void_p),),
    "nvrtcCompileProgram": (ctypes.c_void_p, ctypes.c_int, _TEXTS),
    "nvrtcGetPTXSize": (ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)),
    "nvrtcGetPTX": (ctypes.c_void_p, ctypes.c_char_p),
    "nvrtcGetProgramLogSize": (ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)),
    "nvrtcGetProgramLog": (ctypes.c_void_p, ctypes.c_char_p),
}


@functools.cache
def _library(path: str) -> Any:
    library = ctypes.CDLL(path)
    for name, arguments in _PROTOTYPES.items():
        function = library[name]
        function.argtypes, function.restype = arguments, ctypes.c_int
        setattr(library, name, function)
    library.nvrtcGetErrorString.restype = ctypes.c_char_p
    return library


def library() -> Any:
    """Return the library.

    Raises
    ------
    NvrtcSupportError
        It is not installed.
    """
    path = libraries.find("nvrtc")
    if path is None:
        raise NvrtcSupportError(
            "CUDA C++ can't be compiled: NVRTC is missing. It comes with the CUDA toolkit and with the package"
            " nvidia-cuda-nvrtc"
        )
    return _library(path)


def compile_source(source: bytes, name: str, cc: tuple[int, int]) -> bytes:
    """Return the PTX of CUDA C++.

    Parameters
    ----------
    source : bytes
        The code.
    name : str
        A name for messages.
    cc : tuple of int
        The compute capability.

    Raises
    ------
    NvrtcCompilationError
        It does not compile; the text has the compiler's messages.
    """
    nvrtc = library()
    program = ctypes.c_void_p()
    _check(nvrtc, nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, name.encode(), 0, None, None))
    try:
        options = [option.encode() for option in _options(cc)]
        code = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        if code == _COMPILATION_FAILED:
            log = _text(nvrtc, program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog")
            raise NvrtcCompilationError(f"{name} does not compile:", log.decode(errors="replace").strip())
        _check(nvrtc, code)
        return _text(nvrtc, program, "nvrtcGetPTXSize", "nvrtcGetPTX")
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def _options(cc: tuple[int, int]) -> list[str]:
    major, minor = cc
    folders = [os.path.join(root, "include") for root in libraries.roots()]
    folders += [path for root in libraries.roots() for path in libraries.packages(root, "include")]
    folders += [config.CUDA_INCLUDE_PATH]
    found = [path for path in dict.fromkeys(folders) if os.path.isfile(os.path.join(path, "cuda_runtime.h"))]
    found += [path for path in config.CUDA_NVRTC_EXTRA_SEARCH_PATHS.split(os.pathsep) if path]
    options = [f"--gpu-architecture=compute_{major}{minor}", "--relocatable-device-code=true", "--std=c++17"]
    return options + [f"-I{path}" for path in found]


def _text(nvrtc: Any, program: ctypes.c_void_p, ask_size: str, ask: str) -> bytes:
    size = ctypes.c_size_t()
    _check(nvrtc, getattr(nvrtc, ask_size)(program, ctypes.byref(size)))
    text = ctypes.create_string_buffer(size.value)
    _check(nvrtc, getattr(nvrtc, ask)(program, text))
    return text.value


def _check(nvrtc: Any, code: int) -> None:
    if code:
        raise NvrtcError(f"NVRTC failed: {nvrtc.nvrtcGetErrorString(code).decode()}")
