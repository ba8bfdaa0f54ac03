"""`cuda.declare_device`: functions of other CUDA code, for kernels to call."""

from __future__ import annotations

from coluber.core.sigutils import normalize_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from coluber.cuda.dispatcher import CUDADispatcher

_ABIS = ("numba", "c")

# By symbol, what was declared last.
_declared: dict[str, Declaration] = {}


class Declaration:
    """What is known of a function that other code defines.

    Attributes
    ----------
    name : str
        Its symbol.
    link : list
        What defines it.
    use_cooperative : bool
        Whether kernels that call it are launched so that all blocks run at once.
    """

    __slots__ = ("link", "name", "use_cooperative")

    def __init__(self, name: str, link: list[Any], use_cooperative: bool) -> None:
        self.name = name
        self.link = link
        self.use_cooperative = use_cooperative


def declare_device(
    name: str, sig: Any, link: Any = None, use_cooperative: bool = False, abi: str = "numba"
) -> CUDADispatcher[..., Any]:
    """Declare a function of other CUDA code, for kernels to call.

    Parameters
    ----------
    name : str
        Its symbol. What was declared last for a symbol is what is linked.
    sig : signature
        Its argument types and result: numbers, pointers, and tuples of them; arguments with Numba's ABI may be arrays.
    link : path, LinkableCode, or list of them, optional
        What defines it: PTX, a cubin, a fatbin, an object, an archive, or CUDA C++, which NVRTC compiles.
    use_cooperative : bool
        Whether kernels that call it are launched so that all blocks run at once.
    abi : {'numba', 'c'}
        Whether the result is written through a pointer, with a status returned, or returned.

    Returns
    -------
    CUDADispatcher
        A device function. Kernels that call it run on a GPU only: compiling one for the emulator fails.

    Raises
    ------
    TypeError
        The signature has no result.
    NotImplementedError
        The calling convention is not known.
    """
    if abi not in _ABIS:
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    args, result = normalize_signature(sig)
    if result is None:
        raise TypeError(f"declare_device('{name}'): the signature needs the type of the result, such as 'float32(int32)'")
    _declared[name] = Declaration(name, _as_list(link), use_cooperative)
    function = _caller(name, abi, len(args), result)
    from coluber.cuda.decorators import is_simulated

    if is_simulated():
        return function
    from coluber.cuda.dispatcher import new_dispatcher
    from coluber.cuda.options import check_options

    declared = new_dispatcher(function, check_options({"device": True}))
    declared.compile(result(*args))
    declared.disable_compile()
    return declared


def declarations(symbols: Iterable[str]) -> list[Declaration]:
    """Return what was declared for symbols that code leaves undefined."""
    return [_declared[name] for name in symbols if name in _declared]


def _as_list(link: Any) -> list[Any]:
    if link is None:
        return []
    return list(link) if isinstance(link, (list, tuple)) else [link]


def _caller(name: str, abi: str, count: int, result: Any) -> Any:
    """Return a Python function of so many parameters that calls a symbol."""
    from coluber.core.types import none
    from coluber.cuda.kernel.external import call

    own = name if name.isidentifier() else "declared"
    parameters = ", ".join(f"x{number}" for number in range(count))
    source = f"def {own}({parameters}):\n    return _call(_symbol, _abi, _result, {parameters})\n"
    names = {"_call": call, "_symbol": name, "_abi": abi, "_result": None if result == none else result}
    exec(compile(source, f"<declaration of {name}>", "exec"), names)
    return names[own]
