"""Devices, and which of them a thread uses."""

from __future__ import annotations

import functools
import threading

from coluber.core.errors import did_you_mean
from coluber.cuda.host import backend, enums
from coluber.cuda.host.errors import CudaAPIError, CudaSupportError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable, Iterator
    from typing import Any, ParamSpec, SupportsInt, TypeVar

    from coluber.cuda.host.contexts import Context

    _P = ParamSpec("_P")
    _R = TypeVar("_R")

MIN_REQUIRED_CC = (5, 0)

_lock = threading.RLock()


class Device:
    """A device. Each attribute of CUDA's is an attribute: ``MULTIPROCESSOR_COUNT``, ``WARP_SIZE``, ...

    In a ``with`` statement it is the thread's current device.

    Parameters
    ----------
    number : int
        Its number.
    """

    def __init__(self, number: int) -> None:
        driver = backend.current()
        self.id = number
        self.name = driver.device_name(number)
        self.uuid = driver.device_uuid(number)
        self.compute_capability = (self.COMPUTE_CAPABILITY_MAJOR, self.COMPUTE_CAPABILITY_MINOR)
        self.primary_context: Context | None = None

    @classmethod
    def from_identity(cls, identity: dict[str, int]) -> Device:
        """Return the device with what `get_device_identity` returned."""
        for device in gpus:
            if device.get_device_identity() == identity:
                return device
        raise RuntimeError(f"this process sees no device {identity}")

    def __getattr__(self, name: str) -> int:
        code = enums.ATTRIBUTES.get(name)
        if code is None:
            suggestion = did_you_mean(name, enums.ATTRIBUTES)
            raise AttributeError(f"a CUDA device has no attribute '{name}'{suggestion}", name=name)
        try:
            value = backend.current().device_attribute(self.id, code)
        except CudaAPIError as error:
            if error.code != enums.INVALID_VALUE:
                raise
            raise AttributeError(f"the driver of this machine knows no attribute '{name}' of a device", name=name) from None
        self.__dict__[name] = value
        return value

    def __repr__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.id == other.id

    def __enter__(self) -> Device:
        current_context(self.id)
        return self

    def __exit__(self, *exception: object) -> None:
        self.get_primary_context().pop()

    def get_device_identity(self) -> dict[str, int]:
        """Return what tells the device from others in this machine."""
        return {
            "pci_domain_id": self.PCI_DOMAIN_ID,
            "pci_bus_id": self.PCI_BUS_ID,
            "pci_device_id": self.PCI_DEVICE_ID,
        }

    def get_primary_context(self) -> Context:
        """Return the device's context, without making it current."""
        context = self.primary_context
        return context if context is not None else self._make_context()

    def _make_context(self) -> Context:
        from coluber.cuda.host.contexts import Context

        if self.compute_capability < MIN_REQUIRED_CC:
            raise CudaSupportError(f"{self} has compute capability < {MIN_REQUIRED_CC}")
        with _lock:
            if self.primary_context is None:
                self.primary_context = Context(self, backend.current().context_retain(self.id))
            return self.primary_context

    def release_primary_context(self) -> None:
        """Give up the device's context."""
        with _lock:
            if self.primary_context is not None:
                backend.current().context_release(self.id)
                self.primary_context = None

    def reset(self) -> None:
        """Free everything on the device."""
        try:
            if self.primary_context is not None:
                with self:
                    self.primary_context.reset()
            self.release_primary_context()
        finally:
            backend.current().context_reset(self.id)

    @property
    def supports_float16(self) -> bool:
        """Whether it computes with 16-bit floats."""
        return self.compute_capability >= (5, 3)

    @property
    def supports_bfloat16(self) -> bool:
        """Whether it computes with bfloat16."""
        return self.compute_capability >= (8, 0)

    @property
    def supports_fp8(self) -> bool:
        """Whether it converts 8-bit floats."""
        return self.compute_capability >= (8, 9)


class DeviceList:
    """The devices, by number."""

    @functools.cached_property
    def lst(self) -> list[Device]:
        """All devices."""
        with _lock:
            if "lst" not in self.__dict__:
                self.__dict__["lst"] = [Device(number) for number in range(backend.current().device_count())]
            return self.__dict__["lst"]

    if TYPE_CHECKING:

        @typing.overload
        def __getitem__(self, number: slice) -> list[Device]: ...
        @typing.overload
        def __getitem__(self, number: SupportsInt) -> Device: ...

    def __getitem__(self, number: Any) -> Any:
        devices = self.lst
        if isinstance(number, slice):
            return devices[number]
        try:
            return devices[int(number)]
        except IndexError:
            raise IndexError(f"list index out of range: there is no device {number}; {len(devices)} are present") from None

    def __len__(self) -> int:
        return len(self.lst)

    def __iter__(self) -> Iterator[Device]:
        return iter(self.lst)

    def __str__(self) -> str:
        return ", ".join(map(str, self.lst))

    @property
    def current(self) -> Device | None:
        """The device that this thread uses, if it has used one."""
        number = backend.current().active_device()
        return None if number is None else self[number]


gpus = DeviceList()


class _Thread(threading.local):
    def __init__(self) -> None:
        self.contexts: list[Context] = []


_thread = _Thread()


def current_context(devnum: int | None = None) -> Context:
    """Return the context that is current in this thread.

    Parameters
    ----------
    devnum : int, optional
        Make this device's context current first.
    """
    if devnum is None:
        contexts = _thread.contexts
        if contexts:
            return contexts[-1]
        active = backend.current().active_device()
        devnum = 0 if active is None else active
    context = gpus[devnum].get_primary_context()
    context.push()
    return context


def push(context: Context) -> None:
    """Make a context current in this thread."""
    backend.current().context_push(context.handle)
    _thread.contexts.append(context)


def pop() -> Context | None:
    """Take the current context off this thread's stack, and return it."""
    if not _thread.contexts:
        return None
    backend.current().context_pop()
    return _thread.contexts.pop()


def require_context(fn: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return `fn` as a function that makes sure that the thread has a context."""

    @functools.wraps(fn)
    def with_context(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        current_context()
        return fn(*args, **kwargs)

    return with_context


def select_device(device_id: int) -> Device:
    """Make a device the current one of this thread, and return it."""
    device = gpus[device_id]
    contexts = _thread.contexts
    if not contexts or contexts[-1].device is not device:
        current_context(device_id)
    return device


def get_current_device() -> Device:
    """Return the device that this thread uses."""
    return current_context().device


def list_devices() -> DeviceList:
    """Return all devices."""
    return gpus


def reset() -> None:
    """Take all contexts off this thread's stack; in the main thread, destroy them."""
    while pop() is not None:
        pass
    if threading.current_thread() is threading.main_thread() and "lst" in gpus.__dict__:
        for device in gpus:
            device.reset()


close = reset


def synchronize() -> None:
    """Wait until all work of the current device is done."""
    current_context().synchronize()
