"""What a compiled kernel needs of a device: numbers of the emulator's code, or of the code that the driver has loaded."""

from __future__ import annotations

from coluber.core.dispatcher import CompileResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _of_gpu(kernel: Any, types: Any) -> Any:
    """Return the loaded code of a kernel on the current GPU; None on the emulator."""
    from coluber.cuda.host import backend

    number = kernel.signatures.index(tuple(types))
    return None if backend.current().emulated else kernel._loaded(number)


def _number(kernel: Any, types: Any, name: str, need: str | None = None, otherwise: int = 0) -> int:
    """Return an attribute of the driver's; on the emulator what its code needs, or a number for what it has not got."""
    loaded = _of_gpu(kernel, types)
    if loaded is not None:
        return loaded.function.attribute(name)
    needs = kernel._kernel_needs(kernel.signatures.index(tuple(types)))
    return otherwise if need is None else needs[need]


def shared_mem_per_block(kernel: Any, types: Any) -> int:
    """Return the bytes of static shared memory."""
    return _number(kernel, types, "shared_size_bytes", "shared_bytes")


def local_mem_per_thread(kernel: Any, types: Any) -> int:
    """Return the bytes of memory that a thread has for itself."""
    return _number(kernel, types, "local_size_bytes", "thread_bytes")


def regs_per_thread(kernel: Any, types: Any) -> int:
    """Return the registers of a thread.

    The emulator has no such limit; the number is the least that a thread of a GPU has.
    """
    return _number(kernel, types, "num_regs", otherwise=16)


def const_mem_size(kernel: Any, types: Any) -> int:
    """Return the bytes of constant memory. Constant arrays are in the host's memory on the emulator."""
    return _number(kernel, types, "const_size_bytes")


def max_threads_per_block(kernel: Any, types: Any) -> int:
    """Return how many threads a block can have."""
    from coluber.cuda.configuration import MAX_THREADS

    bounds = kernel.targetoptions.get("launch_bounds")
    most = min(bounds[0], MAX_THREADS) if bounds else MAX_THREADS
    return _number(kernel, types, "max_threads_per_block", otherwise=most)


def max_cooperative_grid_blocks(kernel: Any, types: Any, blockdim: Any, dynsmemsize: int = 0) -> int:
    """Return how many blocks of a cooperative launch can run at once: the blocks of a multiprocessor, on all of them.

    The emulator runs any number; what is returned is what its device, as it describes itself, would take.
    """
    import math

    from coluber.cuda.host.devices import current_context

    threads = math.prod(blockdim) if isinstance(blockdim, (tuple, list)) else int(blockdim)
    loaded, context = _of_gpu(kernel, types), current_context()
    function = 0 if loaded is None else loaded.function
    blocks = context.get_active_blocks_per_multiprocessor(function, threads, dynsmemsize)
    return blocks * context.device.MULTIPROCESSOR_COUNT


def block_size(kernel: Any, types: Any, sharedmem: int) -> int:
    """Return the threads of a block with which most threads of the current GPU are busy."""
    from coluber.cuda.configuration import MAX_THREADS

    function = _of_gpu(kernel, types).function
    context = function.module.context
    return context.get_max_potential_block_size(function, 0, sharedmem, MAX_THREADS)[1]


class KernelResult(CompileResult):
    """One specialisation of a kernel."""

    @property
    def regs_per_thread(self) -> int:
        """The registers of a thread."""
        return regs_per_thread(self.entry_point, self.signature.args)

    @property
    def const_mem_size(self) -> int:
        """The bytes of constant memory."""
        return const_mem_size(self.entry_point, self.signature.args)

    @property
    def shared_mem_per_block(self) -> int:
        """The bytes of static shared memory."""
        return shared_mem_per_block(self.entry_point, self.signature.args)

    @property
    def max_threads_per_block(self) -> int:
        """How many threads a block can have."""
        return max_threads_per_block(self.entry_point, self.signature.args)

    @property
    def local_mem_per_thread(self) -> int:
        """The bytes of memory that a thread has for itself."""
        return local_mem_per_thread(self.entry_point, self.signature.args)

    def max_cooperative_grid_blocks(self, blockdim: int | tuple[int, ...], dynsmemsize: int = 0) -> int:
        """Return how many blocks of a cooperative launch can run at once.

        Parameters
        ----------
        blockdim : int or tuple of int
            The threads of a block.
        dynsmemsize : int, optional
            The bytes of dynamic shared memory.
        """
        return max_cooperative_grid_blocks(self.entry_point, self.signature.args, blockdim, dynsmemsize)

    def inspect_asm(self) -> str:
        """Return the PTX."""
        return self.entry_point.inspect_asm(self.signature.args)

    def inspect_llvm(self) -> str:
        """Return the LLVM IR."""
        return self.entry_point.inspect_llvm(self.signature.args)

    def inspect_sass(self) -> str:
        """Return the machine code; this needs programs of the CUDA toolkit."""
        return self.entry_point.inspect_sass(self.signature.args)
