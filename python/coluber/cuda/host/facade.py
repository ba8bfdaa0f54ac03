"""The object ``driver`` of Numba's: what programs ask the driver itself."""

from __future__ import annotations

from coluber.cuda.host import availability, backend, devices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.cuda.host.devices import Device


class DriverFacade:
    """Answers for the driver, or for the emulator in its place."""

    @property
    def is_available(self) -> bool:
        """Whether it can be used."""
        return availability.cuda_error() is None

    @property
    def initialization_error(self) -> str | None:
        """Why it can't be used."""
        return availability.cuda_error()

    def ensure_initialized(self) -> None:
        """Start it, or raise CudaSupportError."""
        backend.current()

    def get_version(self) -> tuple[int, int]:
        """Return the version of CUDA that it offers."""
        return backend.current().driver_version()

    def get_device_count(self) -> int:
        """Return the number of devices."""
        return len(devices.gpus)

    def get_device(self, devnum: int = 0) -> Device:
        """Return a device."""
        return devices.gpus[devnum]

    def list_devices(self) -> list[Device]:
        """Return all devices."""
        return list(devices.gpus)

    def pop_active_context(self) -> int | None:
        """Take the current context off the thread's stack; return its handle, or None."""
        context = devices.pop()
        return None if context is None else context.handle

    def reset(self) -> None:
        """Free everything on all devices."""
        for device in devices.gpus:
            device.reset()


driver = DriverFacade()


def get_version() -> tuple[int, int]:
    """Return the version of CUDA that the driver offers."""
    return driver.get_version()
