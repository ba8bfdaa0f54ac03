"""What the array functions of ``vectorize`` and ``guvectorize`` share: device functions, broadcasting, kernels with a loop."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Loops = dict[Any, Any]

# Threads of a block.
_BLOCK = 256


# ------------------------------------------------------------------------------------------------------------- signatures


def make_core(function: Callable[..., Any], signatures: list[Any], options: dict[str, Any]) -> tuple[Any, list[Any]]:
    """Compile a function for signatures; return the device function, and argument types and result of each signature."""
    from coluber.core.sigutils import normalize_signature
    from coluber.cuda.decorators import is_simulated, jit
    from coluber.cuda.dispatcher import CUDADispatcher

    core = function if isinstance(function, CUDADispatcher) else jit(function, device=True, **options)
    found = []
    for signature in signatures:
        types, result = normalize_signature(signature)
        if not is_simulated():
            core.compile_device(types)
        if result is None:
            result = _inferred(core, types)
        found.append((types, result))
    if len({len(types) for types, _ in found}) != 1:
        raise ValueError("the signatures differ in the number of arguments, or there are none")
    return core, found


def _inferred(core: Any, types: Any) -> Any:
    from coluber.core.decorators import njit

    compiled = njit(types)(core.py_func)
    return compiled.nopython_signatures[0].return_type


def result_dtype(ty: Any) -> np.dtype:
    """Return the dtype of a scalar type, or of the elements of an array type."""
    from coluber.np.numpy_support import as_dtype

    return as_dtype(ty)


# ---------------------------------------------------------------------------------------------------------------- arrays


def as_device(arg: Any, dtype: np.dtype, stream: Any) -> Any:
    """Return an input as a device array; elements of a host array have `dtype` then."""
    from coluber.cuda import to_device

    if is_on_device(arg):
        return to_device(arg, stream=stream)
    return to_device(np.ascontiguousarray(arg, dtype).reshape(np.shape(arg)), stream=stream)


def broadcast(
    arrays: list[Any], shape: tuple[int, ...], inner: Sequence[int] | None = None
) -> tuple[list[Any], tuple[int, ...]]:
    """Return views of device arrays for a loop over `shape`, and the extents of the loop.

    Parameters
    ----------
    arrays : list of DeviceNDArray
        Their last dimensions do not take part in the loop: `inner` says how many for each.
    shape : tuple of int
        The shape that the other dimensions are broadcast to.
    inner : list of int, optional
        None means no dimensions.
    """
    inner = [0] * len(arrays) if inner is None else inner
    own = [array.shape[array.ndim - n :] for array, n in zip(arrays, inner, strict=True)]
    whole = all(array.shape == (*shape, *rest) and array.is_c_contiguous() for array, rest in zip(arrays, own, strict=True))
    loop = (int(np.prod(shape)),) if whole or not shape else shape
    return [_view(array, shape, loop, rest) for array, rest in zip(arrays, own, strict=True)], loop


def _view(array: Any, shape: tuple[int, ...], loop: tuple[int, ...], rest: tuple[int, ...]) -> Any:
    view = np.broadcast_to(array._array, (*shape, *rest))
    if loop != shape:
        view = view.reshape((*loop, *rest))
    return array._derive(np.lib.stride_tricks.as_strided(array._array, view.shape, view.strides))


def imported(args: Sequence[Any]) -> list[Any]:
    """Return the arguments, with device arrays for objects of other libraries that tell where their memory is, but no dtype."""
    from coluber.cuda import to_device

    return [to_device(arg) if is_on_device(arg) and not hasattr(arg, "dtype") else arg for arg in args]


def is_on_device(arg: Any) -> bool:
    """Whether an argument is in device memory."""
    return hasattr(arg, "__cuda_array_interface__")


def prepare_output(out: Any, shape: tuple[int, ...], dtype: np.dtype, stream: Any) -> tuple[Any, Any]:
    """Return the array that a call fills, None for a new one, and the device array that the kernel fills."""
    from coluber.cuda import device_array, to_device

    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if out is None:
        return None, device_array(shape, dtype, stream=stream)
    device = to_device(out) if is_on_device(out) else None
    if device is not None and not hasattr(out, "shape"):
        out = device
    if tuple(out.shape) != tuple(shape):
        raise ValueError(f"the output has the shape {tuple(out.shape)}, the result {tuple(shape)}")
    if device is not None:
        return out, device
    if not np.can_cast(dtype, out.dtype, "same_kind"):
        raise TypeError(f"cannot cast the output from {dtype} to {out.dtype} with the rule 'same_kind'")
    return out, device_array(shape, dtype, stream=stream)


def finish(target: Any, device: Any, shape: tuple[int, ...], on_device: bool, stream: Any) -> Any:
    """Return the result of a call; for host arrays when it is there."""
    if target is None:
        if on_device:
            return device
        return _to_host(device, stream)[()]
    if not is_on_device(target):
        target[...] = _to_host(device, stream)
    return target


def _to_host(device: Any, stream: Any) -> np.ndarray:
    host = device.copy_to_host(stream=stream)
    if stream:
        stream.synchronize()
    return host


# --------------------------------------------------------------------------------------------------------------- kernels


class Loop:
    """The source of a kernel that applies a function at each index of a loop.

    Parameters
    ----------
    kind : {'elements', 'parts'}
        Whether the function takes elements and gives one, or takes parts of arrays and writes into them.
    types : tuple of Type
        What the function takes; for `parts`, the outputs too.
    ndim : int
        The number of dimensions of the loop.
    ones : tuple of bool, optional
        For `parts`: which of them are single elements that the function sees as arrays.
    """

    def __init__(self, kind: str, types: tuple[Any, ...], ndim: int, ones: tuple[bool, ...] = ()) -> None:
        self.kind = kind
        self.types = types
        self.ndim = ndim
        self.ones = ones

    def launch(self, core: Any, loops: Loops, arrays: list[Any], size: int, most: int, stream: Any) -> None:
        """Run the kernel over `arrays`, whose first dimensions are those of the loop."""
        key = self.types, self.ndim
        kernel = loops.get(key)
        if kernel is None:
            kernel = loops[key] = self._compile(core)
        block = max(1, min(_BLOCK, most))
        extents = arrays[-1].shape[: self.ndim]
        kernel[-(-size // block), block, stream](size, extents, *arrays)

    def _compile(self, core: Any) -> Any:
        from coluber.cuda import grid
        from coluber.cuda.decorators import jit

        names: dict[str, Any] = {"grid": grid, "core": core}
        names.update({f"T{k}": ty for k, ty in enumerate(self.types)})
        source = self._source()
        exec(compile(source, f"<loop of {core.__name__}>", "exec"), names)
        return jit(names["loop"])

    def _source(self) -> str:
        count = len(self.types) + (self.kind == "elements")
        lines = [
            f"def loop(size, extents, {', '.join(f'a{k}' for k in range(count))}):",
            "    at = grid(1)",
            "    if at < size:",
        ]
        lines += [f"        {line}" for line in (*self._index(), self._apply())]
        return "\n".join(lines)

    def _index(self) -> list[str]:
        """Return the lines that turn a position into an index of each dimension."""
        lines = []
        for axis in range(self.ndim - 1, 0, -1):
            lines += [f"i{axis} = at % extents[{axis}]", f"at //= extents[{axis}]"]
        return [*lines, "i0 = at"]

    def _apply(self) -> str:
        index = ", ".join(f"i{axis}" for axis in range(self.ndim))
        if self.kind == "elements":
            values = ", ".join(f"T{k}(a{k}[{index}])" for k in range(len(self.types)))
            return f"a{len(self.types)}[{index}] = core({values})"
        # A single element as an array is a slice of the last dimension.
        last = self.ndim - 1
        slices = ", ".join([f"i{axis}" for axis in range(last)] + [f"i{last} : i{last} + 1"])
        parts = (f"a{k}[{slices if one else index}]" for k, one in enumerate(self.ones))
        return f"core({', '.join(parts)})"
