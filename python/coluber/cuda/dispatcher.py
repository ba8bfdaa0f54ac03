"""Kernels and device functions as users see them."""

from __future__ import annotations

import copyreg
from contextlib import suppress
from functools import update_wrapper

from coluber import _native
from coluber.core.dispatcher import Dispatcher, noted
from coluber.core.sigutils import normalize_signature
from coluber.cuda.configuration import check_launch_bounds, checked_configuration, one_thread, warn_of_few_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Launch configurations that a kernel remembers.
_REMEMBERED = 64


def new_dispatcher(function: FunctionType, options: dict[str, Any]) -> CUDADispatcher:
    """Make the kernel or device function of a Python function; the options are checked."""
    dispatcher = CUDADispatcher(function, {**options, "cuda": True})
    dispatcher.targetoptions = options
    return noted(update_wrapper(dispatcher, function))


class CUDADispatcher(Dispatcher):
    """A kernel, launched as ``kernel[grid, block, stream, sharedmem](arguments)``, or a function that kernels call.

    Attributes
    ----------
    targetoptions : dict
        The options of the decorator.
    specialized : bool
        Whether it is compiled for the types of one signature only.
    """

    targetoptions: dict[str, Any]
    specialized = False
    _runs_in_kernels = True

    def __getitem__(self, configuration: Any) -> Any:
        """Return the kernel with a launch configuration: ``grid, block[, stream[, sharedmem]]``.

        Grid and block are an integer or a tuple of up to three; shared memory is in bytes.
        """
        try:
            return self._launches[configuration]
        except (AttributeError, KeyError, TypeError):
            return self._configure(configuration)

    def _configure(self, configuration: Any) -> Any:
        if self.targetoptions["device"]:
            raise TypeError(f"{self.__qualname__} is a device function: only kernels can be launched")
        griddim, blockdim, stream, sharedmem = checked_configuration(configuration)
        check_launch_bounds(self.targetoptions.get("launch_bounds"), blockdim)
        warn_of_few_blocks(griddim)
        launch = _native.Launch(self, griddim, blockdim, stream, sharedmem)
        if self.targetoptions.get("extensions"):
            from coluber.cuda.extended import ExtendedLaunch

            return ExtendedLaunch(launch, self.extensions)
        launches = self.__dict__.setdefault("_launches", {})
        if len(launches) >= _REMEMBERED:
            launches.clear()
        # Lists are no keys.
        with suppress(TypeError):
            launches[configuration] = launch
        return launch

    def configure(self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0) -> Any:
        """Return the kernel with a launch configuration; the same as ``kernel[griddim, blockdim, stream, sharedmem]``."""
        return self[griddim, blockdim, stream, sharedmem]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Launch one thread, with a warning: a kernel needs a launch configuration."""
        if self.targetoptions["device"]:
            raise TypeError(f"{self.__qualname__} is a device function: it can be called from kernels only")
        return one_thread(self)(*args, **kwargs)

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> ForAll:
        """Return the kernel with a one-dimensional configuration of at least `ntasks` threads.

        Parameters
        ----------
        ntasks : int
            Number of threads that are wanted.
        tpb : int
            Threads of a block; 0 leaves it to the kernel's occupancy.
        stream : Stream or 0
            Where it runs.
        sharedmem : int
            Bytes of dynamic shared memory.
        """
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    def mark_launch_config_sensitive(self) -> None:
        """Have the kernel compiled for each launch configuration; while a launch compiles it, code that is asked calls this."""
        from coluber.cuda.launchconfig import ensure_current_launch_config

        config = ensure_current_launch_config()
        if config.dispatcher is not self:
            raise RuntimeError(f"{self.__qualname__} is not the kernel that is being compiled for a launch")
        self.__dict__.setdefault("_configured", {}).setdefault(_configuration_key(config), self)
        self._configure_apart()

    def _for_configuration(self, launch: Any) -> CUDADispatcher:
        """Return the kernel for a launch configuration, whose code depends on it."""
        key = _configuration_key(launch)
        if key not in self._configured:
            self._configured[key] = new_dispatcher(self.py_func, self.targetoptions)
        return self._configured[key]

    @property
    def specializations(self) -> dict[Any, CUDADispatcher]:
        """What `specialize` has returned, by the compute capability and the types of the arguments."""
        return self.__dict__.setdefault("_specializations", {})

    def specialize(self, *args: Any) -> CUDADispatcher:
        """Return the kernel compiled for these types, or those of these arguments, and for no others, once for each."""
        if self.specialized:
            raise RuntimeError("Dispatcher already specialized")
        from coluber.core import types
        from coluber.cuda.host.arguments import type_of
        from coluber.cuda.host.devices import get_current_device

        wanted = tuple(arg if isinstance(arg, types.Type) else type_of(arg) for arg in args)
        key = get_current_device().compute_capability, wanted
        if key not in self.specializations:
            special = self.specializations[key] = new_dispatcher(self.py_func, self.targetoptions)
            special.compile(wanted)
            special.disable_compile()
            special.specialized = True
        return self.specializations[key]

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile for argument types, as a device function."""
        self.compile(tuple(args) if return_type is None else return_type(*args))
        return self

    @property
    def extensions(self) -> list[Any]:
        """Objects with a method ``prepare_args`` that arguments go through before a launch, the last one first.

        The method is called as ``prepare_args(type, value, stream=..., retr=...)`` and returns a type and a value; what it
        adds to the list `retr` is called after the launch.
        """
        self.__dict__.pop("_launches", None)
        return self.targetoptions.setdefault("extensions", [])

    @property
    def overloads(self) -> dict[tuple[Type, ...], Any]:
        """The specialisations by their argument types."""
        from coluber.cuda.attributes import KernelResult

        return {signature.args: KernelResult(self, signature) for signature in self.nopython_signatures}

    def inspect_asm(self, signature: Any = None) -> Any:
        """Return the PTX of one signature, or of each."""
        return self._inspect("inspect_asm", signature)

    def inspect_llvm(self, signature: Any = None) -> Any:
        """Return the LLVM IR of one signature, or of each."""
        return self._inspect("inspect_llvm", signature)

    def inspect_sass(self, signature: Any = None) -> Any:
        """Return the machine code of one signature, or of each; this needs programs of the CUDA toolkit."""
        return self._inspect("inspect_sass", signature)

    def inspect_sass_cfg(self, signature: Any = None) -> Any:
        """Refuse: the control flow of machine code is what ``nvdisasm -cfg`` shows."""
        raise _unsupported("inspect_sass_cfg", "assemble the text of inspect_asm with ptxas, and call nvdisasm -cfg")

    def inspect_lto_ptx(self, signature: Any = None) -> Any:
        """Refuse: there is no intermediate code for the linker, since the PTX of a kernel is complete."""
        raise _unsupported("inspect_lto_ptx", "inspect_asm returns the PTX of the whole kernel")

    def _inspect(self, name: str, signature: Any) -> Any:
        from coluber.cuda import compiler
        from coluber.reports import links

        def text(types: Any) -> str:
            comment = ";" if name == "inspect_llvm" else "//"
            return links.in_code(getattr(compiler, name)(self, types), self.py_func, comment)

        if signature is not None:
            return text(normalize_signature(signature)[0])
        return {types: text(types) for types in self.signatures}

    def _numbers(self, name: str, signature: Any) -> Any:
        from coluber.cuda import attributes

        compute = getattr(attributes, name)
        if signature is not None:
            return compute(self, normalize_signature(signature)[0])
        if self.specialized:
            return compute(self, self.signatures[0])
        return {types: compute(self, types) for types in self.signatures}

    def get_shared_mem_per_block(self, signature: Any = None) -> Any:
        """Return the bytes of static shared memory of one signature, or of each."""
        return self._numbers("shared_mem_per_block", signature)

    def get_regs_per_thread(self, signature: Any = None) -> Any:
        """Return the registers of a thread."""
        return self._numbers("regs_per_thread", signature)

    def get_const_mem_size(self, signature: Any = None) -> Any:
        """Return the bytes of constant memory."""
        return self._numbers("const_mem_size", signature)

    def get_local_mem_per_thread(self, signature: Any = None) -> Any:
        """Return the bytes of local memory of a thread."""
        return self._numbers("local_mem_per_thread", signature)

    def get_max_threads_per_block(self, signature: Any = None) -> Any:
        """Return how many threads a block can have."""
        return self._numbers("max_threads_per_block", signature)

    def __repr__(self) -> str:
        return f"<CUDADispatcher of {self.py_func!r}>"

    def _argument_types(self, index: int) -> tuple[Type, ...]:
        return self.signatures[index]


def _configured(kernel: CUDADispatcher, griddim: Any, blockdim: Any, sharedmem: int) -> Any:
    return kernel[griddim, blockdim, 0, sharedmem]


def _reduce_launch(launch: Any) -> tuple[Any, ...]:
    """Tell pickle how to make a configured kernel; its stream is of this process, and is left out."""
    if launch.pre_launch_callbacks:
        raise TypeError("a configured kernel with callbacks before launches can't be pickled")
    return _configured, (launch.dispatcher, launch.griddim, launch.blockdim, launch.sharedmem)


copyreg.pickle(_native.Launch, _reduce_launch)


def _configuration_key(launch: Any) -> tuple[Any, ...]:
    return launch.griddim, launch.blockdim, launch.sharedmem


def _unsupported(name: str, hint: str) -> Exception:
    from coluber.core.errors import UnsupportedError

    return UnsupportedError(f"{name} is not supported: {hint}")


class ForAll:
    """A kernel whose launch configuration follows from the number of threads that are wanted."""

    def __init__(self, dispatcher: CUDADispatcher, ntasks: int, tpb: int, stream: Any, sharedmem: int) -> None:
        if ntasks < 0:
            raise ValueError(f"forall needs a number of threads that is not negative: {ntasks}")
        self.dispatcher = dispatcher
        self.ntasks = ntasks
        self.thread_per_block = tpb
        self.stream = stream
        self.sharedmem = sharedmem

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Launch the kernel; without tasks nothing happens."""
        if self.ntasks == 0:
            return
        block = self.thread_per_block or self._block_size(args, kwargs)
        blocks = (self.ntasks + block - 1) // block
        self.dispatcher[blocks, block, self.stream, self.sharedmem](*args, **kwargs)

    def _block_size(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
        from coluber.cuda.host import backend

        if backend.current().emulated:
            # The number matters little there.
            bounds = self.dispatcher.targetoptions.get("launch_bounds")
            return min(256, bounds[0]) if bounds else 256
        from coluber.cuda.attributes import block_size
        from coluber.cuda.host.arguments import type_of

        kernel = self.dispatcher
        given = kernel.__signature__.bind(*args, **kwargs).args if kwargs else args
        types = tuple(map(type_of, given))
        if types not in kernel.signatures:
            if kernel._can_compile:
                kernel.compile(types)
            else:
                # One of the signatures is taken, with converted arguments.
                types = kernel.signatures[0]
        return block_size(kernel, types, self.sharedmem)
