"""What a kernel is given for each argument of a launch."""

from __future__ import annotations

import numpy as np

from coluber.core import config
from coluber.cuda.host import backend
from coluber.cuda.host.arrays import DeviceNDArray, DeviceRecord, _HostArray
from coluber.cuda.host.memory import is_device_memory
from coluber.cuda.host.transfer import auto_device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PLAIN = frozenset({int, float, complex, bool, str, type(None)})


class ArgHint:
    """A host array as the argument of a kernel, with what is to be copied.

    Parameters
    ----------
    value : array
        The array.
    """

    copy_in = True
    copy_out = True

    def __init__(self, value: Any) -> None:
        self.value = value

    def to_device(self, retr: list[Callable[[], Any]], stream: Any = 0) -> Any:
        """Return what the kernel is given; what is to be done after the launch is appended to `retr`."""
        value, finish = prepare(self, stream)
        if finish is not None:
            retr.append(finish)
        return value

    @property
    def _numba_type_(self) -> Any:
        """The type that the kernel sees."""
        from coluber.core.typing.typeof import typeof

        return typeof(self.value)


class In(ArgHint):
    """The kernel reads the array; the host's array stays as it is."""

    copy_out = False


class Out(ArgHint):
    """The kernel writes all of the array."""

    copy_in = False


class InOut(ArgHint):
    """The kernel reads and writes the array."""


def wrap_arg(value: Any, default: type[ArgHint] = InOut) -> ArgHint:
    """Return a value as an `ArgHint`."""
    return value if isinstance(value, ArgHint) else default(value)


def type_of(argument: Any) -> Any:
    """Return the type that a kernel sees of an argument."""
    from coluber.core.typing.typeof import typeof

    value = argument.value if isinstance(argument, ArgHint) else argument
    if isinstance(value, (np.ndarray, np.generic, DeviceNDArray)) or type(value) in _PLAIN:
        return typeof(value)
    return typeof(prepare(value)[0])


def prepare(argument: Any, stream: Any = 0) -> tuple[Any, Callable[[], Any] | None]:
    """Return what a kernel is given for an argument, and what is to be called after the launch.

    On the emulator a device array becomes the NumPy array over its memory, and a host array is passed as it is. On a GPU
    device arrays are passed on, and host arrays are copied to the device and back. Other values stay as they are.
    """
    kind = type(argument)
    if kind in _PLAIN:
        return argument, None
    driver = backend.current()
    if kind is DeviceNDArray or kind is DeviceRecord:
        return (argument._view if driver.emulated else argument), None
    if kind is np.ndarray:
        return _host_array(argument, stream, driver, True, True)
    if isinstance(argument, np.generic):
        return _scalar(argument, stream, driver)
    if isinstance(argument, tuple):
        return _tuple(argument, stream)
    if isinstance(argument, ArgHint):
        return _hinted(argument, stream, driver)
    return _other(argument, stream, driver)


def _host_array(
    array: Any, stream: Any, driver: Any, copy_in: bool, copy_out: bool, explicit: bool = False
) -> tuple[Any, Callable[[], Any] | None]:
    if not explicit:
        _warn_of_copy(driver)
    if driver.emulated:
        # The kernel's writes must not reach an array that is not copied back.
        return (array if copy_out else array.copy(order="K")), None
    device, _ = auto_device(array, stream=stream, copy=copy_in)
    if not copy_out or not array.flags.writeable:
        return device, None

    def finish() -> None:
        device.copy_to_host(array, stream=stream)

    return device, finish


def _scalar(argument: Any, stream: Any, driver: Any) -> tuple[Any, Callable[[], Any] | None]:
    if not isinstance(argument, np.void) or argument.dtype.names is None or driver.emulated:
        return argument, None
    return _host_array(argument, stream, driver, True, True)


def _tuple(argument: tuple[Any, ...], stream: Any) -> tuple[Any, Callable[[], Any] | None]:
    prepared = [prepare(item, stream) for item in argument]
    if all(new is old for (new, _), old in zip(prepared, argument, strict=True)):
        return argument, None
    values = [value for value, _ in prepared]
    finishers = [finish for _, finish in prepared if finish is not None]

    def finish_all() -> None:
        for finish in finishers:
            finish()

    make = getattr(type(argument), "_make", type(argument))
    return make(values), finish_all if finishers else None


def _hinted(hint: ArgHint, stream: Any, driver: Any) -> tuple[Any, Callable[[], Any] | None]:
    value = hint.value
    if isinstance(value, (np.ndarray, np.void)) and not is_device_memory(value):
        value = value if isinstance(value, np.void) else np.asarray(value)
        return _host_array(value, stream, driver, hint.copy_in, hint.copy_out, explicit=True)
    return prepare(value, stream)


def _other(argument: Any, stream: Any, driver: Any) -> tuple[Any, Callable[[], Any] | None]:
    if isinstance(argument, _HostArray) and argument.__cuda_memory__:
        array = argument._array
        return (array if driver.emulated else DeviceNDArray._of(array, argument, argument.stream)), None
    if driver.emulated and is_device_memory(argument):
        return prepare(getattr(argument, "_view", None), stream)
    if isinstance(argument, DeviceNDArray):
        # A subclass: kernels know the class itself.
        kind = DeviceRecord if isinstance(argument, DeviceRecord) else DeviceNDArray
        return kind._of(argument._array, argument, argument.stream), None
    if is_device_memory(argument):
        return argument, None
    if isinstance(argument, np.ma.MaskedArray):
        # The compiler says what is wrong with it.
        return argument, None
    if isinstance(argument, np.ndarray):
        return _host_array(np.asarray(argument), stream, driver, True, True)
    foreign = _of_another_library(argument)
    return (argument, None) if foreign is None else prepare(foreign, stream)


def _of_another_library(argument: Any) -> DeviceNDArray | None:
    """Return an array of another library as one of ours, or None for what is none."""
    described = hasattr(argument, "__cuda_array_interface__")
    if hasattr(argument, "__dlpack__"):
        from coluber.cuda.host.dlpack import from_dlpack

        try:
            return from_dlpack(argument)
        except BufferError:
            # DLPack has fewer dtypes: no times, for one.
            if not described:
                raise
    return _foreign(argument) if described else None


def _foreign(argument: Any) -> DeviceNDArray:
    """Return another library's array as one of ours; kernels may not write to it where its library says so."""
    from coluber.cuda.host.interop import from_cuda_array_interface

    description = argument.__cuda_array_interface__
    array = from_cuda_array_interface(description, owner=argument)
    if not description["data"][1]:
        return array
    fixed = array._array.view()
    fixed.flags.writeable = False
    return DeviceNDArray._of(fixed, array._owner, array.stream)


def _warn_of_copy(driver: Any) -> None:
    if driver.warns_of_copies and config.CUDA_WARN_ON_IMPLICIT_COPY and not config.DISABLE_PERFORMANCE_WARNINGS:
        from coluber.core.errors import NumbaPerformanceWarning, warn

        warn(
            NumbaPerformanceWarning(
                "Host array as argument: it is copied to the device and back for each launch, which device arrays save"
            )
        )
