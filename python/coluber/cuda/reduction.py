"""Reductions of arrays by a function of two values: ``cuda.reduce``."""

from __future__ import annotations

from functools import reduce as fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np

THREADS = 256
# Neighbouring elements of one thread. Each block takes THREADS * ITEMS neighbours, and so on with the results of the blocks, so
# that the order of the elements is kept: the function has to be associative, but not commutative.
ITEMS = 8
WARPS = THREADS // 32
# Types of elements that threads of a warp exchange without memory.
_SHUFFLED = frozenset({"i4", "i8", "f4", "f8"})


# As `init`: the array's elements alone.
NO_VALUE = object()


class Reduce:
    """The reduction of one-dimensional arrays by a function of two values.

    Parameters
    ----------
    functor : callable
        An associative function of two values that kernels can call: a Python function or a device function.

    Examples
    --------
    >>> @cuda.reduce
    ... def total(a, b):
    ...     return a + b
    >>> total(numpy.arange(10.0))
    45.0
    """

    def __init__(self, functor: Callable[[Any, Any], Any]) -> None:
        self._functor = functor
        self._kernels: dict[np.dtype, Any] = {}

    def __call__(self, arr: Any, size: int | None = None, res: Any = None, init: Any = 0, stream: Any = 0) -> Any:
        """Reduce an array to one value of its type.

        Parameters
        ----------
        arr : array
            One-dimensional, on the host or the device. It is not changed.
        size : int, optional
            How many of the first elements to reduce; all of them without it.
        res : device array, optional
            Its first element is set to the result; the call then returns None and does not wait for the device.
        init : scalar
            A value to begin with; also the result for an array without elements.
        stream : Stream, optional
            Where the kernels run.
        """
        if arr.ndim != 1:
            raise TypeError("only support 1D array")
        count = arr.size if size is None else size
        if count > arr.size:
            raise ValueError(f"size is {size}, but the array has {arr.size} elements")
        from coluber.cuda.decorators import is_simulated

        result = (self._simulate if is_simulated() else self._reduce)(arr, count, res, init, stream)
        return None if res is not None else result

    def _reduce(self, arr: Any, count: int, res: Any, init: Any, stream: Any) -> Any:
        from coluber.cuda import device_array, to_device

        if count < 1:
            if res is not None:
                res[:1].copy_to_device(_one(init, res.dtype), stream=stream)
            return init
        kernel = self._kernel(arr.dtype)
        use_init = init is not NO_VALUE
        init = init if use_init else 0
        values = to_device(arr, stream=stream)
        result = device_array(1, arr.dtype, stream=stream) if res is None else res
        while count > 1:
            blocks = -(-count // (THREADS * ITEMS))
            out = result if blocks == 1 else device_array(blocks, arr.dtype, stream=stream)
            kernel[blocks, THREADS, stream](values, count, out, init, use_init and blocks == 1)
            values, count = out, blocks
        if values is not result:
            kernel[1, THREADS, stream](values, 1, result, init, use_init)
        return None if res is not None else result.copy_to_host(stream=0)[0]

    def _simulate(self, arr: Any, count: int, res: Any, init: Any, stream: Any) -> Any:
        values = arr.copy_to_host() if hasattr(arr, "copy_to_host") else arr
        function = getattr(self._functor, "py_func", self._functor)
        result = fold(function, values[:count], *([] if init is NO_VALUE else [init]))
        if count > 0:
            result = _one(result, values.dtype)[0]
        if res is not None:
            res[0] = result
        return result

    def _kernel(self, dtype: Any) -> Any:
        kernel = self._kernels.get(dtype)
        if kernel is None:
            kernel = self._kernels[dtype] = _make_kernel(_device_function(self._functor), dtype)
        return kernel


reduce = Reduce


def _one(value: Any, dtype: Any) -> np.ndarray:
    """Return a value as an array of one element."""
    import numpy as np

    return np.asarray([value]).astype(dtype)


def _device_function(functor: Any) -> Any:
    from coluber.cuda.decorators import jit
    from coluber.cuda.dispatcher import CUDADispatcher

    return functor if isinstance(functor, CUDADispatcher) else jit(functor, device=True)


def _make_kernel(operation: Any, dtype: Any) -> Any:
    """Return the kernel that reduces the elements of each block to one element of `out`."""
    from coluber import cuda

    block_value = (_in_warps if dtype.str[1:] in _SHUFFLED else _in_memory)(operation, dtype)

    @cuda.jit
    def reduce_blocks(values, count, out, init, use_init):
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * (THREADS * ITEMS)
        in_block = min(count - first, THREADS * ITEMS)
        # Threads with elements are the first ones of the block.
        threads = (in_block + ITEMS - 1) // ITEMS
        start = first + min(thread * ITEMS, in_block - 1)
        total = values[start]
        for i in range(start + 1, min(first + (thread + 1) * ITEMS, first + in_block)):
            total = operation(total, values[i])
        total = block_value(thread, threads, total)
        if thread == 0:
            out[cuda.blockIdx.x] = operation(init, total) if use_init else total

    return reduce_blocks


def _in_memory(operation: Any, dtype: Any) -> Any:
    """Return the device function that reduces the values of a block's first threads, in order, in shared memory."""
    from coluber import cuda
    from coluber.np.numpy_support import from_dtype

    element = from_dtype(dtype)

    @cuda.jit(device=True)
    def block_value(thread, threads, value):
        parts = cuda.shared.array(THREADS, element)
        parts[thread] = value
        cuda.syncthreads()
        width = 1
        while width < threads:
            # Thread i takes the neighbours that begin at 2 * i * width.
            place = 2 * width * thread
            if place + width < threads:
                parts[place] = operation(parts[place], parts[place + width])
            cuda.syncthreads()
            width *= 2
        return parts[0]

    return block_value


def _in_warps(operation: Any, dtype: Any) -> Any:
    """Return the device function that reduces the values of a block's first threads, in order: each warp, then the warps."""
    from coluber import cuda
    from coluber.np.numpy_support import from_dtype

    element = from_dtype(dtype)

    @cuda.jit(device=True)
    def warp_value(lane, lanes, value):
        width = 1
        while width < 32:
            other = cuda.shfl_down_sync(0xFFFFFFFF, value, width)
            # The lane's value stands for `width` lanes, itself the first.
            if lane + width < lanes:
                value = element(operation(value, other))
            width *= 2
        return value

    @cuda.jit(device=True)
    def block_value(thread, threads, value):
        parts = cuda.shared.array(WARPS, element)
        lane = thread % 32
        warp = thread // 32
        value = warp_value(lane, threads - 32 * warp, element(value))
        if lane == 0:
            parts[warp] = value
        cuda.syncthreads()
        if warp == 0:
            value = warp_value(lane, (threads + 31) // 32, parts[lane % WARPS])
        return value

    return block_value
