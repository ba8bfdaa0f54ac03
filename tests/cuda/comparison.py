"""Run each kernel that a test launches once more in the simulator, and compare what the two wrote.

`compared` wraps what ``kernel[grid, block]`` returns. The simulator gets copies of the arguments, made before the launch;
arguments that overlap in memory overlap in the copies as well.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import numpy as np

from coluber.cuda.dispatcher import CUDADispatcher
from coluber.cuda.host import backend
from coluber.cuda.host.arguments import ArgHint
from coluber.cuda.host.arrays import DeviceNDArray
from coluber.cuda.kernel.thread import running
from coluber.cuda.simulator.kernel import simulate

# A simulated thread takes microseconds to start and as much for each barrier: larger launches are left out.
MOST_THREADS = 3000
TOLERANCE = {2: 1e-2, 4: 1e-5, 8: 1e-10}


class Counts:
    """How many launches were compared, and how many were too large, or ran nowhere."""

    compared = 0
    left_out = 0


class Compared:
    """A kernel with a launch configuration that runs on the emulator and in the simulator."""

    def __init__(self, kernel: CUDADispatcher, configuration: Any, launch: Any) -> None:
        self.kernel = kernel
        self.configuration = configuration
        self.launch = launch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.launch, name)

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Launch; an exception of the launch ends it, and nothing is compared."""
        # The GPU of the tests is a library that runs nothing.
        if _threads(self.launch) > MOST_THREADS or not backend.current().emulated:
            Counts.left_out += 1
            self.launch(*args, **kwargs)
            return
        copy = Copies()
        copies = [copy(argument) for argument in args]
        keywords = {name: copy(argument) for name, argument in kwargs.items()}
        self.launch(*args, **kwargs)
        run_simulated(self.kernel, self.configuration, copies, keywords)
        Counts.compared += 1
        name = self.kernel.__qualname__
        for place, (argument, other) in enumerate(zip(args, copies, strict=True)):
            assert_same(argument, other, f"argument {place} of {name}")
        for keyword, argument in kwargs.items():
            assert_same(argument, keywords[keyword], f"argument '{keyword}' of {name}")


def _threads(launch: Any) -> int:
    x, y, z = launch.griddim
    a, b, c = launch.blockdim
    return x * y * z * a * b * c


def run_simulated(kernel: CUDADispatcher, configuration: Any, args: list[Any], kwargs: dict[str, Any]) -> None:
    """Launch a kernel in the simulator; what it prints is dropped."""
    options = dict(kernel.targetoptions)
    # Numbers become what the one signature declares; a lazily compiled kernel declares what they are.
    signatures = kernel.signatures if len(kernel.signatures) == 1 else None
    launch = simulate(kernel.py_func, options, signatures)[configuration]
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        # Scalars of NumPy warn where compiled arithmetic wraps around or gives infinity.
        warnings.simplefilter("ignore", RuntimeWarning)
        launch(*args, **kwargs)


def call_in_simulator(kernel: CUDADispatcher, *args: Any, **kwargs: Any) -> Any:
    """Call a compiled function from a simulated kernel: its Python function runs. Outside of kernels it is called as always."""
    if running.thread is not None:
        return kernel.py_func(*args, **kwargs)
    return _call(kernel, *args, **kwargs)


_call = CUDADispatcher.__call__


class Copies:
    """Copies of arguments that overlap where the arguments do."""

    def __init__(self) -> None:
        self._memory: dict[int, tuple[Any, np.ndarray]] = {}

    def __call__(self, value: Any) -> Any:
        """Return a copy of an argument; device arrays become host arrays, objects without memory stay."""
        if isinstance(value, DeviceNDArray):
            return self._array(array_of(value))
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, np.void):
            return value.copy()
        if isinstance(value, ArgHint):
            return type(value)(self(value.value))
        if type(value) is tuple:
            return tuple(map(self, value))
        return type(value)._make(map(self, value)) if hasattr(value, "_make") else value

    def _array(self, array: np.ndarray) -> np.ndarray:
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        if root.size == 0 or array.size == 0 or root.dtype.hasobject:
            return array.copy()
        low, high = np.lib.array_utils.byte_bounds(root)
        if low not in self._memory:
            source = (np.ctypeslib.ctypes.c_ubyte * (high - low)).from_address(low)
            self._memory[low] = root, np.frombuffer(source, np.uint8).copy()
        memory = self._memory[low][1]
        offset = array.__array_interface__["data"][0] - low
        copy = np.ndarray(array.shape, array.dtype, memory, offset, array.strides)
        copy.flags.writeable = array.flags.writeable
        return copy.view(type(array)) if type(array) is not np.ndarray else copy


def array_of(value: DeviceNDArray) -> np.ndarray:
    """Return a device array as one of NumPy's: the same memory on the emulator, a copy on a GPU."""
    return value.copy_to_host() if value._view is None else value._view


def assert_same(value: Any, simulated: Any, what: str) -> None:
    """Raise AssertionError where an argument differs after the launches."""
    if isinstance(value, ArgHint):
        assert_same(value.value, simulated.value, what)
    elif isinstance(value, tuple):
        for item, other in zip(value, simulated, strict=True):
            assert_same(item, other, what)
    elif isinstance(value, DeviceNDArray):
        _same_arrays(array_of(value), simulated, what)
    elif isinstance(value, (np.ndarray, np.void)):
        _same_arrays(np.asarray(value), np.asarray(simulated), what)


def _same_arrays(value: np.ndarray, simulated: np.ndarray, what: str) -> None:
    if value.dtype.names:
        for name in value.dtype.names:
            _same_arrays(value[name], simulated[name], f"field '{name}' of {what}")
        return
    message = f"{what} differs between the emulator and the simulator"
    if value.dtype.kind in "fc":
        size = value.dtype.itemsize // (2 if value.dtype.kind == "c" else 1)
        tolerance = TOLERANCE[size]
        np.testing.assert_allclose(simulated, value, rtol=tolerance, atol=tolerance, err_msg=message)
    elif value.dtype.kind != "V":
        np.testing.assert_array_equal(simulated, value, err_msg=message)
