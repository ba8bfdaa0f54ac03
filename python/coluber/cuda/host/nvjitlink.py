"""Linking of LTO-IR by NVIDIA's linker as a library, nvJitLink, where it is installed."""

from __future__ import annotations

import ctypes
import functools

from coluber.cuda.host import libraries
from coluber.cuda.host.errors import LinkerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_KINDS = {"cubin": 1, "ptx": 2, "ltoir": 3, "fatbin": 4, "o": 5, "a": 6}
_SIZE = ctypes.POINTER(ctypes.c_size_t)
_PROTOTYPES = {
    "nvJitLinkCreate": (ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint32, ctypes.POINTER(ctypes.c_char_p)),
    "nvJitLinkDestroy": (ctypes.POINTER(ctypes.c_void_p),),
    "nvJitLinkAddData": (ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p),
    "nvJitLinkComplete": (ctypes.c_void_p,),
    "nvJitLinkGetLinkedCubinSize": (ctypes.c_void_p, _SIZE),
    "nvJitLinkGetLinkedCubin": (ctypes.c_void_p, ctypes.c_char_p),
    "nvJitLinkGetErrorLogSize": (ctypes.c_void_p, _SIZE),
    "nvJitLinkGetErrorLog": (ctypes.c_void_p, ctypes.c_char_p),
    "nvJitLinkGetInfoLogSize": (ctypes.c_void_p, _SIZE),
    "nvJitLinkGetInfoLog": (ctypes.c_void_p, ctypes.c_char_p),
}


@functools.cache
def _library(path: str) -> Any:
    library = ctypes.CDLL(path)
    for name, arguments in _PROTOTYPES.items():
        function = library[name]
        function.argtypes, function.restype = arguments, ctypes.c_int
        setattr(library, name, function)
    return library


def library() -> Any:
    """Return the library.

    Raises
    ------
    LinkerError
        It is not installed.
    """
    path = libraries.find("nvjitlink")
    if path is None:
        raise LinkerError(
            "LTO-IR can't be linked: nvJitLink is missing. It comes with the CUDA toolkit and with the package"
            " nvidia-nvjitlink; PTX and CUDA C++ are linked without it"
        )
    return _library(path)


def link(
    items: Iterable[tuple[str, bytes, str]],
    cc: tuple[int, int],
    max_registers: int | None = None,
    debug: bool | None = False,
    lineinfo: bool | None = False,
) -> tuple[bytes, str]:
    """Link code, and return the machine code and the linker's log.

    Parameters
    ----------
    items : iterable of (str, bytes, str)
        The kind (``ltoir`` and those of `modules.link`), the code, and a name for messages.
    cc : tuple of int
        The compute capability.
    max_registers : int, optional
        The most registers that a thread may use.
    debug, lineinfo : bool, optional
        Whether to keep debug information, and line numbers.

    Raises
    ------
    LinkerError
        The code can't be linked; the text has the linker's log.
    """
    linker = library()
    options = [f"-arch=sm_{cc[0]}{cc[1]}", "-lto"]
    options += [f"-maxrregcount={max_registers}"] if max_registers else []
    options += ["-g"] if debug else []
    options += ["-lineinfo"] if lineinfo else []
    state = ctypes.c_void_p()
    texts = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    _check(linker, state, linker.nvJitLinkCreate(ctypes.byref(state), len(options), texts), "nvJitLink")
    try:
        for kind, code, name in items:
            if kind not in _KINDS:
                raise LinkerError(f"{name}: code of the kind '{kind}' can't be linked; the kinds are {', '.join(_KINDS)}")
            _check(linker, state, linker.nvJitLinkAddData(state, _KINDS[kind], code, len(code), name.encode()), name)
        _check(linker, state, linker.nvJitLinkComplete(state), "linking failed")
        return _text(linker, state, "LinkedCubin"), _log(linker, state, "InfoLog")
    finally:
        linker.nvJitLinkDestroy(ctypes.byref(state))


def _text(linker: Any, state: ctypes.c_void_p, what: str) -> bytes:
    size = ctypes.c_size_t()
    if getattr(linker, f"nvJitLinkGet{what}Size")(state, ctypes.byref(size)):
        return b""
    text = ctypes.create_string_buffer(max(1, size.value))
    failed = getattr(linker, f"nvJitLinkGet{what}")(state, text)
    return b"" if failed else text.raw[: size.value]


def _log(linker: Any, state: ctypes.c_void_p, what: str) -> str:
    return _text(linker, state, what).rstrip(b"\0").decode(errors="replace").strip()


def _check(linker: Any, state: ctypes.c_void_p, code: int, what: str) -> None:
    if code:
        log = _log(linker, state, "ErrorLog") if state.value else ""
        raise LinkerError(f"{what}: nvJitLink's error {code}\n{log}".rstrip())
