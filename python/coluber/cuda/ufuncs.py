"""Functions of numbers that a GPU applies to all elements of arrays: ``vectorize(..., target='cuda')``."""

from __future__ import annotations

from math import prod

import numpy as np

from coluber.cuda.elementwise import (
    Loop,
    as_device,
    broadcast,
    finish,
    imported,
    is_on_device,
    make_core,
    prepare_output,
    result_dtype,
)
from coluber.np.resolution import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.cuda.elementwise import Loops


class CUDAUFunc:
    """A function of numbers that is applied to arrays, element by element, with broadcasting.

    Parameters
    ----------
    function : callable
        The Python function.
    signatures : list
        The types that it is compiled for. A call takes the first one that its arguments have, or can be converted to.
    options : dict
        Options of `cuda.jit`.
    """

    max_blocksize = 2**30

    def __init__(self, function: Callable[..., Any], signatures: list[Any], options: dict[str, Any]) -> None:
        self.py_func = getattr(function, "py_func", function)
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self._core, self._signatures = make_core(function, signatures, options)
        self._dtypes = [tuple(result_dtype(t) for t in (*types, result)) for types, result in self._signatures]
        self._loops: Loops = {}
        self._reductions: dict[Any, Any] = {}
        self.nin = len(self._signatures[0][0])
        self.nout = 1

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._core, self.signatures, {})

    @property
    def nargs(self) -> int:
        """The number of inputs and outputs."""
        return self.nin + self.nout

    @property
    def types(self) -> list[str]:
        """The signatures in NumPy's letters, such as ``ff->f``."""
        return ["".join(t.char for t in dtypes[:-1]) + "->" + dtypes[-1].char for dtypes in self._dtypes]

    @property
    def signatures(self) -> list[Any]:
        """The types of the arguments of each signature."""
        return [types for types, _ in self._signatures]

    def __repr__(self) -> str:
        return f"<CUDA ufunc {self.__name__!r}: {', '.join(self.types)}>"

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any:
        """Apply the function.

        Parameters
        ----------
        *args : array or number
            The inputs, on the host or the device; then perhaps the output.
        out : array, optional
            Where the results go.
        stream : Stream, optional
            Where copies and the kernel run.

        Returns
        -------
        array
            `out`, or a new array: on the device if an input is there.
        """
        if len(args) == self.nargs and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs and perhaps an output; {len(args)} arguments were given"
            )
        args = imported(args)
        which = resolve(self.__name__, args, [dtypes[:-1] for dtypes in self._dtypes])
        types, dtypes = self._signatures[which][0], self._dtypes[which]
        inputs = [as_device(arg, dtype, stream) for arg, dtype in zip(args, dtypes[:-1], strict=True)]
        shape = np.broadcast_shapes(*(value.shape for value in inputs))
        target, device = prepare_output(out, shape, dtypes[-1], stream)
        size = prod(shape)
        if size:
            arrays, extents = broadcast([*inputs, device], shape)
            loop = Loop("elements", types, len(extents))
            loop.launch(self._core, self._loops, arrays, size, self.max_blocksize, stream)
        on_device = any(is_on_device(arg) for arg in args)
        return finish(target, device, shape, on_device, stream)

    def reduce(self, arg: Any, stream: Any = 0) -> Any:
        """Reduce a one-dimensional array to one value, by a function of two inputs of one type."""
        if self.nin != 2:
            raise TypeError("must be a binary ufunc")
        if arg.ndim != 1:
            raise TypeError("must use 1d array")
        if arg.size == 0:
            raise TypeError("Reduction on an empty array.")
        which = resolve(self.__name__, (arg, arg), [dtypes[:-1] for dtypes in self._dtypes])
        dtype = self._dtypes[which][-1]
        if arg.dtype != dtype:
            arg = np.asarray(arg).astype(dtype)
        from coluber.cuda.reduction import NO_VALUE, Reduce

        reduction = self._reductions.get(dtype)
        if reduction is None:
            reduction = self._reductions[dtype] = Reduce(self._core)
        return reduction(arg, init=NO_VALUE, stream=stream)
