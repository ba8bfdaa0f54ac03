"""Kernels on a GPU: compiled for the current device, loaded, and described for native launches.

`_native.Gpu` holds this module and calls `load`, `make_current` and `fail`.
"""

from __future__ import annotations

import ctypes
import weakref

from coluber.cuda.external import declarations
from coluber.cuda.host import backend
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.linking import gather, link_kernel
from coluber.cuda.host.modules import PLAIN_SHARED, Function, Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.cuda.host.linkable import LinkableCode

_CARVEOUTS = {"MaxL1": 0, "MaxShared": 100, "default": -1}


class LoadedKernel:
    """The code of a kernel's specialisation in a context.

    Parameters
    ----------
    function : Function
        The kernel.
    described : dict
        What the compiler says of it.

    Attributes
    ----------
    handle : int
        The driver's handle.
    words : list of int
        Of each parameter, the word among those of the arguments.
    cooperative : bool
        Whether all blocks have to run at once.
    dynamic_shared : int
        Bytes of dynamic shared memory that a launch may ask for.
    checks : bool
        Whether `check` is to be called after each launch.
    """

    def __init__(self, function: Function, described: dict[str, Any]) -> None:
        self.function = function
        self.handle = function.handle
        self.words = [word for word, _ in described["params"]]
        self.cooperative = described["cooperative"]
        self.dynamic_shared = max(0, PLAIN_SHARED - function.attribute("shared_size_bytes"))
        errors = described["errors"]
        self._failures = None if errors is None else errors["failures"]
        self._record = 0 if errors is None else function.module.get_global_symbol(errors["symbol"])[0]
        self.checks = errors is not None

    def allow_shared(self, size: int) -> None:
        """Let launches ask for so many bytes of dynamic shared memory, which is more than usual."""
        self.function.set_attribute("max_dynamic_shared_size_bytes", size)

    def check(self, stream: int) -> None:
        """Wait for a stream, and raise the exception that a thread has raised."""
        driver = backend.current()
        driver.stream_synchronize(stream)
        record = ctypes.create_string_buffer(self._failures.bytes)
        driver.copy_to_host(ctypes.addressof(record), self._record, len(record), 0)
        error = self._failures.exception(record.raw)
        if error is not None:
            driver.memset(self._record, 0, len(record), 0)
            raise error


def make_current() -> None:
    """Give the calling thread a context."""
    current_context()


def fail(function: str, code: int) -> None:
    """Raise the error for a result code of the driver."""
    backend.current().calls.fail(function, code)


def load(dispatcher: Any, number: int) -> LoadedKernel:
    """Compile a specialisation of a kernel for the current device, and load it into the current context."""
    from coluber.cuda.compiler import of_specialisation

    options = dispatcher.targetoptions
    context = current_context()
    cc = capability(context.device.compute_capability)
    described = of_specialisation(dispatcher, number, cc)
    declared = declarations(described["externals"])
    described["cooperative"] |= any(each.use_cooperative for each in declared)
    others = gather([*options.get("link", ()), *(item for each in declared for item in each.link)])
    compiling = {"debug": bool(options.get("debug")), "lineinfo": bool(options.get("lineinfo"))}
    compiling["max_registers"] = options.get("max_registers")
    code = described["ptx"].encode()
    if others:
        code = link_kernel(code, others, cc, **compiling)
    module = Module(code, **compiling)
    _call_back(module, others)
    function = module.get_function(described["symbol"])
    carveout = options.get("shared_memory_carveout")
    if carveout is not None:
        function.set_attribute("preferred_shared_memory_carveout", _CARVEOUTS.get(carveout, carveout))
    return LoadedKernel(function, described)


def _call_back(module: Module, items: list[LinkableCode]) -> None:
    """Call what linked code wants to be called, now and when the module is unloaded."""
    for item in items:
        if item.setup_callback is not None:
            item.setup_callback(module)
        if item.teardown_callback is not None:
            weakref.finalize(module, item.teardown_callback, module.handle).atexit = False


def capability(device: tuple[int, int]) -> tuple[int, int]:
    """Return the newest compute capability that PTX can be made for and that a device has.

    Raises
    ------
    CCSupportError
        The device is too old.
    """
    from coluber import _native
    from coluber.cuda.host.errors import CCSupportError

    known = _native.compute_capabilities()
    usable = [each for each in known if each <= tuple(device)]
    if not usable:
        have, least = (".".join(map(str, each)) for each in (device, known[0]))
        raise CCSupportError(f"the GPU has compute capability {have}; kernels need {least}")
    return usable[-1]
