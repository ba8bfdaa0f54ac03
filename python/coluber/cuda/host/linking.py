"""Kernels linked with the code of other compilers."""

from __future__ import annotations

import os

from coluber.cuda.host.linkable import LinkableCode, as_linkable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def gather(items: Iterable[Any]) -> list[LinkableCode]:
    """Return code and paths as code, each once."""
    unique = {item if isinstance(item, LinkableCode) else os.fspath(item): item for item in items}
    return [as_linkable(item) for item in unique.values()]


def link_kernel(ptx: bytes, items: list[LinkableCode], cc: tuple[int, int], **options: Any) -> bytes:
    """Return the machine code of a kernel with other code.

    Parameters
    ----------
    ptx : bytes
        The kernel.
    items : list of LinkableCode
        The other code. CUDA C++ is compiled by NVRTC. Where there is LTO-IR, nvJitLink links all, else the driver does.
    cc : tuple of int
        The compute capability.
    **options : object
        Options of the driver's compiler, as for `modules.link`.

    Raises
    ------
    LinkerError
        The code can't be linked.
    """
    if any(item.kind == "ltoir" for item in items):
        from coluber.cuda.host import nvjitlink

        nvjitlink.library()
        return nvjitlink.link([("ptx", ptx, "<kernel>"), *(_linked(item, cc) for item in items)], cc, **options)[0]
    from coluber.cuda.host.modules import link

    return link([("ptx", ptx, "<kernel>"), *(_linked(item, cc) for item in items)], **options)[0]


def _linked(item: LinkableCode, cc: tuple[int, int]) -> tuple[str, bytes, str]:
    if item.kind == "cu":
        from coluber.cuda.host.nvrtc import compile_source

        return "ptx", compile_source(item.data, item.name, cc), item.name
    return item.kind, item.data, item.name
