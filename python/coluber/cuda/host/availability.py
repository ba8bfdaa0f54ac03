"""Whether there is a device, and what it offers."""

from __future__ import annotations

from coluber.cuda.host import backend
from coluber.cuda.host.devices import MIN_REQUIRED_CC, current_context, list_devices
from coluber.cuda.host.errors import CudaDriverError, CudaSupportError

# The versions of CUDA that the driver may have.
_OLDEST = (11, 0)


def is_available() -> bool:
    """Whether kernels can run: on a GPU, or on the emulator."""
    return cuda_error() is None and len(list_devices()) > 0


def cuda_error() -> str | None:
    """Return why CUDA can't be used; None where it can."""
    try:
        backend.current()
    except (CudaSupportError, CudaDriverError) as error:
        return str(error)
    return None


def is_supported_version() -> bool:
    """Whether the version of CUDA is one that this package can use."""
    return runtime.is_supported_version()


class Runtime:
    """The version of CUDA."""

    def get_version(self) -> tuple[int, int]:
        """Return the major and the minor version."""
        return backend.current().driver_version()

    def is_supported_version(self) -> bool:
        """Whether the version is one that this package can use."""
        return self.get_version() >= _OLDEST

    @property
    def supported_versions(self) -> tuple[tuple[int, int], ...]:
        """The versions that this package can use: from 11.0 on."""
        return (*((11, minor) for minor in range(9)), *((12, minor) for minor in range(10)), (13, 0), (13, 1), (13, 2))


runtime = Runtime()


def is_float16_supported() -> bool:
    """Whether the current device computes with 16-bit floats."""
    return current_context().device.supports_float16


def is_bfloat16_supported() -> bool:
    """Whether the current device computes with bfloat16."""
    return current_context().device.supports_bfloat16


def is_fp8_supported() -> bool:
    """Whether the current device converts 8-bit floats."""
    return current_context().device.supports_fp8


def detect() -> bool:
    """Print what devices there are; return whether one of them can be used."""
    devices = list_devices()
    print(f"Found {len(devices)} CUDA devices")
    supported = 0
    for device in devices:
        usable = device.compute_capability >= MIN_REQUIRED_CC
        supported += usable
        state = "[SUPPORTED]" if usable else f"[NOT SUPPORTED: CC < {'.'.join(map(str, MIN_REQUIRED_CC))}]"
        print(f"id {device.id}    {device.name:>20} {state:>40}")
        rows = {
            "Compute Capability": "{}.{}".format(*device.compute_capability),
            "PCI Device ID": device.PCI_DEVICE_ID,
            "PCI Bus ID": device.PCI_BUS_ID,
            "UUID": device.uuid,
            "Watchdog": "Enabled" if device.KERNEL_EXEC_TIMEOUT else "Disabled",
            "FP32/FP64 Performance Ratio": device.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
            "Multiprocessors": device.MULTIPROCESSOR_COUNT,
        }
        for name, value in rows.items():
            print(f"{name:>40}: {value}")
    print("Summary:")
    print(f"\t{supported}/{len(devices)} devices are supported")
    return supported > 0
