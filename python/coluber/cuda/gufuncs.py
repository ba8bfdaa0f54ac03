"""Functions of parts of arrays that a GPU applies along the other dimensions: ``guvectorize(..., target='cuda')``."""

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
from coluber.np.layout import parse_layout
from coluber.np.resolution import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.cuda.elementwise import Loops


class CUDAGUFunc:
    """A function of parts of arrays that is applied along their other dimensions, which are broadcast.

    Parameters
    ----------
    function : callable
        The Python function; it takes inputs and outputs, and writes into the latter.
    signatures : list
        The types that it is compiled for.
    layout : str
        The dimensions of the parts, such as ``(m,n),(n)->(m)``.
    options : dict
        Options of `cuda.jit`.
    """

    max_blocksize = 2**30

    def __init__(self, function: Callable[..., Any], signatures: list[Any], layout: str, options: dict[str, Any]) -> None:
        self.py_func = getattr(function, "py_func", function)
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.signature = layout
        self._inputs, self._outputs = parse_layout(layout)
        if not self._outputs:
            raise ValueError(f"the layout {layout!r} has no '->'")
        special = [name for core in (*self._inputs, *self._outputs) for name in core if name[0].isdigit() or name.endswith("?")]
        if special:
            raise ValueError(
                f"{special[0]!r} in the layout {layout!r}: dimensions on CUDA are names, neither sizes nor optional"
            )
        self.nin, self.nout = len(self._inputs), len(self._outputs)
        self._core, found = make_core(function, signatures, options)
        self._types = [types for types, _ in found]
        for types in self._types:
            self._check(types)
        self._dtypes = [tuple(result_dtype(ty) for ty in types) for types in self._types]
        self._loops: Loops = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._core, self._types, self.signature, {})

    def _check(self, types: Any) -> None:
        """Check that a signature fits the layout."""
        cores = [*self._inputs, *self._outputs]
        if len(types) != len(cores):
            raise TypeError(f"{self.signature} has {len(cores)} parts, the signature {len(types)} arguments")
        for k, (ty, core) in enumerate(zip(types, cores, strict=True)):
            ndim = getattr(ty, "ndim", 0)
            # A part without dimensions may be an array of one element; an output must be.
            fits = ndim == 1 if not core and k >= self.nin else ndim in (0, 1) if not core else ndim == len(core)
            if not fits:
                raise TypeError(f"argument {k} of the type {ty} does not fit ({','.join(core)}) of the layout {self.signature}")

    @property
    def nargs(self) -> int:
        """The number of inputs and outputs."""
        return self.nin + self.nout

    def __repr__(self) -> str:
        return f"<CUDA gufunc {self.__name__!r}: {self.signature}>"

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any:
        """Apply the function.

        Parameters
        ----------
        *args : array or number
            The inputs, on the host or the device; then perhaps the outputs.
        out : array or tuple of arrays, optional
            Where the results go.
        stream : Stream, optional
            Where copies and the kernel run.

        Returns
        -------
        array or tuple of arrays
            The outputs, or new arrays: on the device if an input is there. None for a layout without outputs.
        """
        outs = self._given_outputs(args, out)
        args = imported(args[: self.nin])
        which = resolve(self.__name__, args, [dtypes[: self.nin] for dtypes in self._dtypes])
        types, dtypes = self._types[which], self._dtypes[which]
        inputs = [as_device(arg, dtype, stream) for arg, dtype in zip(args, dtypes, strict=False)]
        self._check_elements(inputs, dtypes)
        shape, sizes = self._extents(inputs)
        shapes = [(*shape, *(sizes[name] for name in core)) for core in self._outputs]
        pairs = [prepare_output(*given, stream) for given in zip(outs, shapes, dtypes[self.nin :], strict=True)]
        self._run([*inputs, *(device for _, device in pairs)], types, shape, stream)
        on_device = any(is_on_device(arg) for arg in args)
        results = [finish(*pair, size, on_device, stream) for pair, size in zip(pairs, shapes, strict=True)]
        return results[0] if len(results) == 1 else tuple(results) or None

    def _given_outputs(self, args: tuple[Any, ...], out: Any) -> list[Any]:
        if len(args) == self.nargs and self.nout and out is None:
            return list(args[self.nin :])
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs and perhaps {self.nout} outputs; {len(args)} arguments were given"
            )
        if out is None:
            return [None] * self.nout
        outs = list(out) if isinstance(out, tuple) else [out]
        if len(outs) != self.nout:
            raise ValueError(f"{self.__name__}() has {self.nout} outputs; {len(outs)} were given")
        return outs

    def _check_elements(self, inputs: list[Any], dtypes: tuple[np.dtype, ...]) -> None:
        for k, (value, dtype) in enumerate(zip(inputs, dtypes, strict=False)):
            if value.dtype != dtype:
                raise TypeError(f"input {k} is a device array of {value.dtype}, which has to be {dtype}: no copy is made of it")

    def _extents(self, inputs: list[Any]) -> tuple[tuple[int, ...], dict[str, int]]:
        """Return the shape of the loop, and the extents of the named dimensions."""
        sizes: dict[str, int] = {}
        outer = []
        for k, (value, core) in enumerate(zip(inputs, self._inputs, strict=True)):
            if value.ndim < len(core):
                raise ValueError(f"input {k} has {value.ndim} dimensions; ({','.join(core)}) needs {len(core)}")
            split = value.ndim - len(core)
            outer.append(value.shape[:split])
            for name, extent in zip(core, value.shape[split:], strict=True):
                if sizes.setdefault(name, extent) != extent:
                    raise ValueError(f"the dimension {name} of input {k} is {extent}, elsewhere {sizes[name]}")
        return np.broadcast_shapes(*outer), sizes

    def _run(self, arrays: list[Any], types: Any, shape: tuple[int, ...], stream: Any) -> None:
        size = prod(shape)
        if not size:
            return
        cores = [*self._inputs, *self._outputs]
        views, extents = broadcast(arrays, shape, [len(core) for core in cores])
        ones = tuple(not core and getattr(ty, "ndim", 0) == 1 for core, ty in zip(cores, types, strict=True))
        loop = Loop("parts", types, len(extents), ones)
        loop.launch(self._core, self._loops, views, size, self.max_blocksize, stream)
