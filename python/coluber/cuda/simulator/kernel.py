"""What `cuda.jit` returns when kernels are simulated."""

from __future__ import annotations

from functools import update_wrapper

from coluber.cuda.configuration import checked_configuration, one_thread
from coluber.cuda.kernel.thread import running
from coluber.cuda.simulator.signatures import check_results, converted, converters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Threads of a block in `forall`, where the caller does not say.
_BLOCK_SIZE = 128

# Blocks of a cooperative launch that programs are told to be possible, as many as a large device has multiprocessors.
_GRID_BLOCKS = 128


def simulate(function: FunctionType, options: dict[str, Any], signatures: list[Any] | None = None) -> SimulatedKernel:
    """Return a function as a simulated kernel, or as a function that kernels call.

    Parameters
    ----------
    function : function
        The function.
    options : dict
        The options of the decorator. ``device`` and ``extensions`` have a meaning; the others are for compiled code.
    signatures : list, optional
        The signatures of the decorator. Where there is one, numbers become what it declares.
    """
    if not callable(function):
        raise TypeError(f"The decorated object is not a function, but of {type(function)}")
    return SimulatedKernel(function, options, signatures)


class SimulatedKernel:
    """A kernel that runs as plain Python; launched as ``kernel[grid, block, stream, sharedmem](arguments)``.

    Parameters
    ----------
    function : function
        The kernel.
    options : dict
        The options of the decorator.
    signatures : list, optional
        The signatures of the decorator.

    Attributes
    ----------
    py_func : function
        The function.
    converters : tuple
        What is applied to each argument of a launch, or None.
    targetoptions : dict
        The options.
    specialized : bool
        False: nothing is compiled.
    """

    specialized = False

    def __init__(self, function: FunctionType, options: dict[str, Any], signatures: list[Any] | None = None) -> None:
        update_wrapper(self, function)
        self.py_func = getattr(function, "py_func", function)
        self.targetoptions = options
        self.converters = converters(signatures[0]) if signatures is not None and len(signatures) == 1 else ()
        if signatures is not None and not options.get("device"):
            check_results(signatures)

    def __getitem__(self, configuration: Any) -> Launch:
        """Return the kernel with a launch configuration: ``grid, block[, stream[, sharedmem]]``."""
        if self.targetoptions.get("device"):
            raise TypeError(f"{self.__qualname__} is a device function: only kernels can be launched")
        griddim, blockdim, _, sharedmem = checked_configuration(configuration)
        return Launch(self, griddim, blockdim, sharedmem)

    def configure(self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0) -> Launch:
        """Return the kernel with a launch configuration; the same as ``kernel[griddim, blockdim, stream, sharedmem]``."""
        return self[griddim, blockdim, stream, sharedmem]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a function of the thread that calls it; outside of kernels, launch one thread, with a warning."""
        if running.thread is not None:
            return self.py_func(*args, **kwargs)
        if self.targetoptions.get("device"):
            raise TypeError(f"{self.__qualname__} is a device function: it can be called from kernels only")
        return one_thread(self)(*args, **kwargs)

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> ForAll:
        """Return the kernel with a one-dimensional configuration of at least `ntasks` threads.

        Parameters
        ----------
        ntasks : int
            Number of threads that are wanted.
        tpb : int
            Threads of a block; 0 leaves it to the simulator.
        stream : Stream or 0
            Ignored: launches are over when they return.
        sharedmem : int
            Bytes of dynamic shared memory.
        """
        if ntasks < 0:
            raise ValueError(f"forall needs a number of threads that is not negative: {ntasks}")
        return ForAll(self, ntasks, tpb or _BLOCK_SIZE, sharedmem)

    def specialize(self, *args: Any) -> SimulatedKernel:
        """Return the kernel: nothing is compiled for types."""
        return self

    def compile(self, sig: Any) -> None:
        """Do nothing: nothing is compiled."""

    def disable_compile(self) -> None:
        """Do nothing: nothing is compiled."""

    @property
    def extensions(self) -> list[Any]:
        """Objects with a method ``prepare_args`` that arguments go through before a launch."""
        if self.targetoptions.get("extensions") is None:
            self.targetoptions["extensions"] = []
        return self.targetoptions["extensions"]

    @property
    def signatures(self) -> list[Any]:
        """An empty list: nothing is compiled."""
        return []

    @property
    def overloads(self) -> Overloads:
        """A mapping that has one entry for every signature."""
        return Overloads()

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("inspect_", "get_")) or name in ("stats", "definition", "recompile"):
            raise AttributeError(f"'{name}' is about compiled code, and simulated kernels have none", name=name)
        raise AttributeError(f"'SimulatedKernel' object has no attribute '{name}'", name=name)

    def __repr__(self) -> str:
        return f"<SimulatedKernel of {self.py_func!r}>"


class Overload:
    """What a program may ask about a kernel for one signature."""

    def max_cooperative_grid_blocks(self, blockdim: Any, dynsmemsize: int = 0) -> int:
        """Return how many blocks can wait for each other; the simulator has no limit but memory.

        Parameters
        ----------
        blockdim : int or tuple of int
            Numbers of threads of a block.
        dynsmemsize : int
            Bytes of dynamic shared memory.
        """
        return _GRID_BLOCKS


class Overloads:
    """The overloads of a kernel: nothing is compiled, and so all signatures have the same one."""

    def __getitem__(self, signature: Any) -> Overload:
        return Overload()


class Launch:
    """A kernel with a launch configuration.

    Parameters
    ----------
    kernel : SimulatedKernel
        The kernel.
    griddim, blockdim : tuple of int
        Numbers of blocks and of threads of a block.
    sharedmem : int
        Bytes of dynamic shared memory.
    """

    __slots__ = ("blockdim", "griddim", "kernel", "sharedmem")

    def __init__(
        self, kernel: SimulatedKernel, griddim: tuple[int, int, int], blockdim: tuple[int, int, int], sharedmem: int
    ) -> None:
        self.kernel = kernel
        self.griddim = griddim
        self.blockdim = blockdim
        self.sharedmem = sharedmem

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Run the kernel; when it returns, all threads have ended."""
        if running.thread is not None:
            raise RuntimeError(f"{self.kernel.__qualname__} is launched from a kernel: kernels can't launch kernels")
        from coluber.cuda.simulator.arguments import prepare
        from coluber.cuda.simulator.grid import Grid

        args = converted(args, self.kernel.converters)
        values, after = prepare((*args, *kwargs.values()), self.kernel.extensions)
        keywords = dict(zip(kwargs, values[len(args) :], strict=True))
        Grid(self.kernel.py_func, values[: len(args)], keywords, self.griddim, self.blockdim, self.sharedmem).run()
        for finish in after:
            finish()


class ForAll:
    """A kernel whose launch configuration follows from the number of threads that are wanted.

    Parameters
    ----------
    kernel : SimulatedKernel
        The kernel.
    ntasks : int
        Number of threads.
    block_size : int
        Threads of a block.
    sharedmem : int
        Bytes of dynamic shared memory.
    """

    __slots__ = ("block_size", "kernel", "ntasks", "sharedmem")

    def __init__(self, kernel: SimulatedKernel, ntasks: int, block_size: int, sharedmem: int) -> None:
        self.kernel = kernel
        self.ntasks = ntasks
        self.block_size = block_size
        self.sharedmem = sharedmem

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Run the kernel; without tasks nothing happens."""
        if self.ntasks > 0:
            blocks = -(-self.ntasks // self.block_size)
            self.kernel[blocks, self.block_size, 0, self.sharedmem](*args, **kwargs)
