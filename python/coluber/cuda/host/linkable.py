"""Code of other compilers, to be linked with kernels."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class LinkableCode:
    """Code that is linked with kernels; its subclasses say of which kind it is.

    Parameters
    ----------
    data : bytes, str or file
        The code, or an object with ``read`` that gives it.
    name : str, optional
        A name for messages.
    setup_callback : callable, optional
        Called with the module after it has been loaded.
    teardown_callback : callable, optional
        Called with the module's handle when it is unloaded.
    nrt : bool, optional
        Whether it uses Numba's runtime for memory; accepted, there is none.
    """

    kind = ""
    default_name = "<unnamed>"

    def __init__(
        self,
        data: Any,
        name: str | None = None,
        setup_callback: Callable[[Any], Any] | None = None,
        teardown_callback: Callable[[Any], Any] | None = None,
        nrt: bool = False,
    ) -> None:
        for role, callback in (("setup_callback", setup_callback), ("teardown_callback", teardown_callback)):
            if callback is not None and not callable(callback):
                raise TypeError(f"{role} has to be callable, not {callback!r}")
        self._data = data
        self.name = name or self.default_name
        self.setup_callback = setup_callback
        self.teardown_callback = teardown_callback
        self.nrt = nrt

    @property
    def data(self) -> bytes:
        """The code."""
        found = self._data
        if hasattr(found, "read"):
            found = self._data = found.read()
        return found.encode() if isinstance(found, str) else bytes(found)


class PTXSource(LinkableCode):
    """PTX."""

    kind = "ptx"
    default_name = "<unnamed-ptx>"


class CUSource(LinkableCode):
    """CUDA C++, which NVRTC compiles."""

    kind = "cu"
    default_name = "<unnamed-cu>"


class Fatbin(LinkableCode):
    """Code for several devices."""

    kind = "fatbin"
    default_name = "<unnamed-fatbin>"


class Cubin(LinkableCode):
    """Machine code."""

    kind = "cubin"
    default_name = "<unnamed-cubin>"


class Archive(LinkableCode):
    """A library of objects."""

    kind = "a"
    default_name = "<unnamed-archive>"


class Object(LinkableCode):
    """An object file of a host compiler with device code in it."""

    kind = "o"
    default_name = "<unnamed-object>"


class LTOIR(LinkableCode):
    """Code that is compiled when it is linked."""

    kind = "ltoir"
    default_name = "<unnamed-ltoir>"


_SUFFIXES: dict[str, type[LinkableCode]] = {
    ".ptx": PTXSource,
    ".cu": CUSource,
    ".fatbin": Fatbin,
    ".cubin": Cubin,
    ".a": Archive,
    ".lib": Archive,
    ".o": Object,
    ".obj": Object,
    ".ltoir": LTOIR,
}


def as_linkable(item: Any) -> LinkableCode:
    """Return a path, or code, as code.

    Raises
    ------
    LinkerError
        The path's ending is not one of code, or there is no such file.
    """
    if isinstance(item, LinkableCode):
        return item
    from coluber.cuda.host.errors import LinkerError

    path = os.fspath(item)
    suffix = os.path.splitext(path)[1]
    if suffix not in _SUFFIXES:
        raise LinkerError(f"{path}: files to link end with {', '.join(_SUFFIXES)}")
    try:
        with open(path, "rb") as file:
            return _SUFFIXES[suffix](file.read(), path)
    except OSError as error:
        raise LinkerError(f"{path} can't be linked: {error.strerror or error}") from None
