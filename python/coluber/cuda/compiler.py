"""PTX of Python functions, for any NVIDIA GPU and without one: ``cuda.compile`` and the views of kernels."""

from __future__ import annotations

from coluber.core import config
from coluber.core.sigutils import normalize_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OUTPUTS = ("ptx", "ltoir")
_ABIS = ("numba", "c")


def compile(  # noqa: A001 - the public name
    pyfunc: Any,
    sig: Any,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = True,
    fastmath: Any = False,
    cc: tuple[int, int] | None = None,
    opt: bool | int | None = None,
    abi: str = "c",
    abi_info: dict[str, Any] | None = None,
    output: str = "ptx",
    forceinline: bool = False,
    launch_bounds: int | tuple[int, ...] | None = None,
) -> tuple[str, Any]:
    """Compile a Python function to PTX.

    Parameters
    ----------
    pyfunc : function or CUDADispatcher
        The function.
    sig : signature
        Types of its arguments, and of its result.
    debug, lineinfo : bool
        Whether the PTX has all that a debugger needs, or the lines of instructions only.
    device : bool
        Whether it is a function that other code of the device calls, and no kernel.
    fastmath : bool or set of str
        Floating point rules that are relaxed.
    cc : tuple of int
        The compute capability; without it that of ``NUMBA_FORCE_CUDA_CC``, or 7.5.
    opt : bool or int
        The level of optimisation, 0 to 3.
    abi : {'c', 'numba'}
        How a device function is called: the result is returned, or written through a pointer, with a status returned.
    abi_info : dict
        ``abi_name``: the name of the function in the PTX.
    output : {'ptx'}
        What is made; ``'ltoir'`` is not supported.
    forceinline : bool
        Whether it is always inlined.
    launch_bounds : int or tuple of int
        Most threads of a block, least blocks of a multiprocessor, most blocks of a cluster.

    Returns
    -------
    tuple
        The PTX, and the type of the result.

    Raises
    ------
    NotImplementedError
        A kernel is asked for with C's calling convention, or the output is LTO-IR.
    TypeError
        A kernel has a result.
    """
    _check(abi, output)
    if abi == "c" and not device:
        raise NotImplementedError("kernels are not called as functions of C: abi='c' is for device functions")
    request = {
        "debug": bool(config.CUDA_DEBUGINFO_DEFAULT) if debug is None else debug,
        "lineinfo": lineinfo,
        "device": device,
        "fastmath": fastmath,
        "launch_bounds": launch_bounds,
        "forceinline": forceinline,
    }
    if opt is not None:
        request["opt"] = opt
    dispatcher = _dispatcher(pyfunc, request)
    name = (abi_info or {}).get("abi_name")
    if name is None and abi == "c":
        name = dispatcher.py_func.__name__
    out = _ptx(dispatcher, normalize_signature(sig), cc, abi=abi, symbol=name)
    return out["ptx"], out["result"]


def compile_ptx(
    pyfunc: Any,
    sig: Any,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = False,
    fastmath: Any = False,
    cc: tuple[int, int] | None = None,
    opt: bool | int | None = None,
    abi: str = "numba",
    abi_info: dict[str, Any] | None = None,
    forceinline: bool = False,
    launch_bounds: int | tuple[int, ...] | None = None,
) -> tuple[str, Any]:
    """Compile a Python function to PTX, as a kernel unless `device` is true; the rest is as for `compile`."""
    return compile(
        pyfunc,
        sig,
        debug=debug,
        lineinfo=lineinfo,
        device=device,
        fastmath=fastmath,
        cc=cc,
        opt=opt,
        abi=abi,
        abi_info=abi_info,
        forceinline=forceinline,
        launch_bounds=launch_bounds,
    )


def compile_for_current_device(pyfunc: Any, sig: Any, **options: Any) -> tuple[str, Any]:
    """Compile for the device of the current context; the rest is as for `compile`."""
    return compile(pyfunc, sig, cc=_current_cc(), **options)


def compile_ptx_for_current_device(pyfunc: Any, sig: Any, **options: Any) -> tuple[str, Any]:
    """Compile to PTX for the device of the current context; the rest is as for `compile_ptx`."""
    return compile_ptx(pyfunc, sig, cc=_current_cc(), **options)


def compile_all(pyfunc: Any, sig: Any, output: str = "ltoir", **options: Any) -> tuple[list[str], Any]:
    """Compile to a list of what has to be linked: here the PTX alone; the rest is as for `compile`."""
    code, result = compile(pyfunc, sig, output=output, **options)
    return [code], result


def _check(abi: str, output: str) -> None:
    if abi not in _ABIS:
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    if output not in _OUTPUTS:
        raise NotImplementedError(f"Unsupported output type: {output}")
    if output == "ltoir":
        raise NotImplementedError("output='ltoir' is not supported: it needs NVIDIA's compiler; use output='ptx'")


def _dispatcher(function: Any, options: dict[str, Any]) -> Any:
    """Return a dispatcher of a function, with these options."""
    from coluber.cuda.dispatcher import new_dispatcher
    from coluber.cuda.options import check_options

    return new_dispatcher(getattr(function, "py_func", function), check_options(options))


def as_device_function(jitted: Any) -> Any:
    """Return a jitted function as one that kernels call."""
    fastmath = jitted.targetoptions.get("fastmath", False)
    return _dispatcher(jitted, {"device": True, "fastmath": fastmath})


def _cc(given: tuple[int, int] | None) -> tuple[int, int]:
    """Return the compute capability to compile for."""
    major, minor = given or config.FORCE_CUDA_CC or config.CUDA_DEFAULT_PTX_CC
    return int(major), int(minor)


def _current_cc() -> tuple[int, int]:
    from coluber import cuda

    return cuda.get_current_device().compute_capability


def _ptx(dispatcher: Any, signature: Any, cc: tuple[int, int] | None, **more: Any) -> dict[str, Any]:
    """Compile the function of a dispatcher with its own options."""
    from coluber.cuda.toolkit import libdevice

    options = dispatcher.targetoptions
    fast = options.get("fastmath")
    path = libdevice()
    request = {
        "cc": _cc(cc),
        "opt": options.get("opt", 0 if options.get("debug") else 3),
        "debug": options.get("debug"),
        "lineinfo": options.get("lineinfo"),
        "fastmath": fast is True or "fast" in (fast or ()),
        "fma": options.get("fma", True),
        "max_registers": options.get("max_registers"),
        "launch_bounds": options.get("launch_bounds"),
        "device": options.get("device"),
        "libdevice": None if path is None else str(path),
        **more,
    }
    return dispatcher._ptx(signature, request)


def of_specialisation(dispatcher: Any, number: int, cc: tuple[int, int]) -> dict[str, Any]:
    """Compile a specialisation of a kernel, by its number, for a compute capability; return the PTX and what describes it."""
    return _ptx(dispatcher, number, cc)


def _of_kernel(dispatcher: Any, types: Any, **more: Any) -> dict[str, Any]:
    """Compile a kernel for the current device, or for the usual capability where there is none."""
    return _ptx(dispatcher, (tuple(types), None), None, **more)


def inspect_asm(dispatcher: Any, types: Any) -> str:
    """Return the PTX for argument types."""
    return _of_kernel(dispatcher, types)["ptx"]


def inspect_llvm(dispatcher: Any, types: Any) -> str:
    """Return the optimised LLVM IR for argument types."""
    return _of_kernel(dispatcher, types, llvm=True)["optimised"]


def inspect_sass(dispatcher: Any, types: Any) -> str:
    """Return the machine code for argument types, as NVIDIA's disassembler shows it.

    Raises
    ------
    RuntimeError
        ``ptxas`` or ``nvdisasm`` is not there.
    """
    import tempfile
    from pathlib import Path

    ptx = inspect_asm(dispatcher, types)
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx)
        major, minor = _cc(None)
        _run("ptxas", f"-arch=sm_{major}{minor}", str(source), "-o", str(cubin))
        return _run("nvdisasm", "-c", str(cubin))


def _run(name: str, *arguments: str) -> str:
    """Run a program of the toolkit and return what it prints."""
    import subprocess

    from coluber.cuda.toolkit import program

    path = program(name)
    if path is None:
        package = "nvidia-cuda-nvcc" if name == "ptxas" else "nvidia-cuda-nvdisasm"
        raise RuntimeError(f"{name} is missing: it comes with the CUDA toolkit and with the package {package}")
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} failed: {done.stderr.strip()}")
    return done.stdout
