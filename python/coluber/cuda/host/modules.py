"""Code for a GPU: linked and loaded by the driver, and its kernels launched. The emulator's kernels don't come here."""

from __future__ import annotations

import ctypes
import weakref

from coluber.core import config
from coluber.cuda.host import backend, enums
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.errors import CudaAPIError, LinkerError
from coluber.cuda.host.streams import handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from coluber.cuda.host.contexts import Context
    from coluber.cuda.host.driver import Calls, Driver

# Shared memory that a kernel may have, static and dynamic, without being asked for more.
PLAIN_SHARED = 48 * 1024


def _driver() -> Driver:
    found = backend.current()
    if found.emulated:
        raise LinkerError("code for a GPU can't be loaded: kernels run on the emulator")
    return found


class _Options:
    """Options of the driver's compiler, with its logs.

    Parameters
    ----------
    max_registers : int, optional
        The most registers that a thread may use.
    debug : bool
        Whether to keep debug information.
    lineinfo : bool
        Whether to keep line numbers.
    """

    def __init__(self, max_registers: int | None = None, debug: bool = False, lineinfo: bool = False) -> None:
        size = max(1, config.CUDA_LOG_SIZE)
        self._info, self._errors = ctypes.create_string_buffer(size), ctypes.create_string_buffer(size)
        values = {
            enums.JIT_INFO_LOG: ctypes.addressof(self._info),
            enums.JIT_INFO_LOG_SIZE: size,
            enums.JIT_ERROR_LOG: ctypes.addressof(self._errors),
            enums.JIT_ERROR_LOG_SIZE: size,
            enums.JIT_LOG_VERBOSE: int(bool(config.CUDA_VERBOSE_JIT_LOG)),
        }
        if max_registers:
            values[enums.JIT_MAX_REGISTERS] = max_registers
        if debug:
            values[enums.JIT_DEBUG_INFO] = 1
        if lineinfo:
            values[enums.JIT_LINE_INFO] = 1
        self.count = len(values)
        self.names = (ctypes.c_int * self.count)(*values)
        self.values = (ctypes.c_void_p * self.count)(*values.values())

    @property
    def info_log(self) -> str:
        """What the driver said."""
        return self._info.value.decode(errors="replace")

    @property
    def error_log(self) -> str:
        """What went wrong."""
        return self._errors.value.decode(errors="replace")


def link(
    items: Iterable[tuple[str, bytes, str]],
    max_registers: int | None = None,
    debug: bool | None = False,
    lineinfo: bool | None = False,
) -> tuple[bytes, str]:
    """Link code, and return the machine code and the driver's log.

    Parameters
    ----------
    items : iterable of (str, bytes, str)
        The kind (``ptx``, ``cubin``, ``fatbin``, ``o``, ``a``), the code, and a name for messages.
    max_registers : int, optional
        The most registers that a thread may use.
    debug, lineinfo : bool, optional
        Whether to keep debug information, and line numbers.

    Raises
    ------
    LinkerError
        The code can't be linked; the text has the driver's log.
    """
    calls = _driver().calls
    options = _Options(max_registers, debug, lineinfo)
    state = ctypes.c_void_p()
    calls.cuLinkCreate(options.count, options.names, options.values, ctypes.byref(state))
    try:
        for kind, code, name in items:
            _add(calls, state, kind, code, name, options)
        code, size = ctypes.c_void_p(), ctypes.c_size_t()
        try:
            calls.cuLinkComplete(state, ctypes.byref(code), ctypes.byref(size))
        except CudaAPIError as error:
            raise LinkerError(f"{error}\n{options.error_log}") from None
        return ctypes.string_at(code.value or 0, size.value), options.info_log
    finally:
        calls.cuLinkDestroy(state)


def _add(calls: Calls, state: ctypes.c_void_p, kind: str, code: bytes, name: str, options: _Options) -> None:
    if kind not in enums.CODE_KINDS:
        raise LinkerError(f"{name}: code of the kind '{kind}' can't be linked; the kinds are {', '.join(enums.CODE_KINDS)}")
    # PTX is text that ends with a zero byte.
    code = code + b"\0" if kind == "ptx" and not code.endswith(b"\0") else code
    try:
        calls.cuLinkAddData(state, enums.CODE_KINDS[kind], code, len(code), name.encode(), 0, None, None)
    except CudaAPIError as error:
        raise LinkerError(f"{name}: {error}\n{options.error_log}") from None


class Module:
    """Code that is loaded into the current context.

    Parameters
    ----------
    code : bytes
        PTX or machine code.
    max_registers : int, optional
        The most registers that a thread may use, where it is PTX.
    debug, lineinfo : bool, optional
        Whether to keep debug information, and line numbers, where it is PTX.

    Raises
    ------
    LinkerError
        The code can't be compiled or loaded; the text has the driver's log.
    """

    def __init__(self, code: bytes, max_registers: int | None = None, debug: bool = False, lineinfo: bool = False) -> None:
        driver = _driver()
        self.context = current_context()
        options = _Options(max_registers, debug, lineinfo)
        handle = ctypes.c_void_p()
        # Text ends with a zero byte; machine code has its length in itself.
        code = code if code.endswith(b"\0") else code + b"\0"
        try:
            driver.calls.cuModuleLoadDataEx(ctypes.byref(handle), code, options.count, options.names, options.values)
        except CudaAPIError as error:
            raise LinkerError(f"{error}\n{options.error_log}") from None
        self.handle = handle.value or 0
        self.info_log = options.info_log
        unload = weakref.finalize(self, _unload, self.context, driver.calls.cuModuleUnload, self.handle)
        unload.atexit = False
        self.context.modules[self.handle] = unload

    def get_function(self, name: str) -> Function:
        """Return a kernel by its name."""
        handle = ctypes.c_void_p()
        _driver().calls.cuModuleGetFunction(ctypes.byref(handle), self.handle, name.encode())
        return Function(self, name, handle.value or 0)

    def get_global_symbol(self, name: str) -> tuple[int, int]:
        """Return the address and the size of a variable."""
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        _driver().calls.cuModuleGetGlobal(ctypes.byref(address), ctypes.byref(size), self.handle, name.encode())
        return address.value, size.value


def _unload(context: Context, unload: Callable[[int], None], handle: int) -> None:
    context.modules.pop(handle, None)
    context.deallocations.add_item(unload, handle)


class Function:
    """A kernel of a module.

    Parameters
    ----------
    module : Module
        Where it is; it stays loaded as long as this object lives.
    name : str
        Its name.
    handle : int
        The driver's handle.
    """

    def __init__(self, module: Module, name: str, handle: int) -> None:
        self.module = module
        self.name = name
        self.handle = handle
        self._dynamic_shared = PLAIN_SHARED

    def __repr__(self) -> str:
        return f"<CUDA function {self.name}>"

    def attribute(self, name: str) -> int:
        """Return a number about the kernel: ``num_regs``, ``shared_size_bytes``, ``max_threads_per_block``, ..."""
        value = ctypes.c_int()
        _driver().calls.cuFuncGetAttribute(ctypes.byref(value), enums.FUNCTION_ATTRIBUTES[name], self.handle)
        return value.value

    def set_attribute(self, name: str, value: int) -> None:
        """Set ``max_dynamic_shared_size_bytes`` or ``preferred_shared_memory_carveout``."""
        _driver().calls.cuFuncSetAttribute(self.handle, enums.FUNCTION_ATTRIBUTES[name], value)

    def launch(
        self,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        arguments: Sequence[Any],
        stream: Any = 0,
        shared: int = 0,
        cooperative: bool = False,
    ) -> None:
        """Start the kernel.

        Parameters
        ----------
        grid, block : tuple of int
            The numbers of blocks, and of threads in a block.
        arguments : sequence
            The parameters in the order of the code: ctypes objects of the parameters' sizes.
        stream : Stream, optional
            Where to run it.
        shared : int, optional
            The bytes of dynamic shared memory.
        cooperative : bool, optional
            Whether all blocks have to run at once.
        """
        calls = _driver().calls
        if shared > self._dynamic_shared:
            self.set_attribute("max_dynamic_shared_size_bytes", shared)
            self._dynamic_shared = shared
        addresses = (ctypes.c_void_p * max(1, len(arguments)))(*map(ctypes.addressof, arguments))
        if cooperative:
            calls.cuLaunchCooperativeKernel(self.handle, *grid, *block, shared, handle_of(stream), addresses)
        else:
            calls.cuLaunchKernel(self.handle, *grid, *block, shared, handle_of(stream), addresses, None)
