"""Where NVIDIA's libraries and tools are on this machine. None of them is needed but the driver, for a GPU."""

from __future__ import annotations

import glob
import os
import shutil
import sys

_PATTERNS = {
    "libdevice": ("nvvm/libdevice/libdevice*.bc", "nvidia/*/nvvm/libdevice/libdevice*.bc"),
    "nvrtc": ("lib64/libnvrtc.so*", "lib/libnvrtc.so*", "nvidia/*/lib/libnvrtc.so*"),
    "nvjitlink": ("lib64/libnvJitLink.so*", "lib/libnvJitLink.so*", "nvidia/*/lib/libnvJitLink.so*"),
    "ptxas": ("bin/ptxas", "nvidia/*/bin/ptxas"),
}


def roots() -> list[str]:
    """Return the folders in which CUDA's files may be, the first choice first."""
    found = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), os.environ.get("CONDA_PREFIX")]
    found += ["/usr/local/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr"]
    found += [path for path in sys.path if path.endswith("-packages")]
    return [path for path in dict.fromkeys(found) if path and os.path.isdir(path)]


def packages(root: str, folder: str) -> list[str]:
    """Return a folder of each of NVIDIA's packages below a folder of packages."""
    return sorted(glob.glob(os.path.join(root, "nvidia", "*", folder)))


def find(name: str) -> str | None:
    """Return the path of ``libdevice``, ``nvrtc``, ``nvjitlink`` or ``ptxas``; None where it is not found."""
    for root in roots():
        for pattern in _PATTERNS[name]:
            paths = sorted(glob.glob(os.path.join(root, pattern)))
            if paths:
                return paths[-1]
    return shutil.which(name) if name == "ptxas" else None


def report() -> list[tuple[str, str]]:
    """Return rows about CUDA on this machine: what runs kernels, the devices, the libraries that were found."""
    from coluber.core import config
    from coluber.cuda.host import driver
    from coluber.cuda.host.emulated import compute_capability, memory_size, processors

    rows = [("CUDA", "disabled" if config.DISABLE_CUDA else config.CUDA_BACKEND)]
    rows += [("GPU driver (libcuda)", driver.library_name() or "not found")]
    rows += [(f"GPU {number}", text) for number, text in enumerate(driver.describe_devices())]
    capability = ".".join(map(str, compute_capability()))
    state = f"{config.CUDA_EMULATED_DEVICES} device(s) of capability {capability}, {processors()} multiprocessors, "
    rows += [("Emulator", state + f"{memory_size() >> 20} MiB")]
    return rows + [(name, find(name) or "not found") for name in _PATTERNS]
