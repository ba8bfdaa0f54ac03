"""Attaching gdb to this process, as compiled code asks by ``gdb()`` and ``gdb_init()``."""

from __future__ import annotations

import ctypes
import os
import sys

from coluber import _native
from coluber.core import config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

# How long gdb may take to attach.
_SECONDS = 60.0

# `prctl` with this lets a process, and nobody else, attach to this one where the system allows that to parents only.
_SET_PTRACER = 0x59616D61

# What is called where gdb is to stop.
_ADDRESS = _native.helper_address("breakpoint")
stop = ctypes.CFUNCTYPE(None)(_ADDRESS)

# gdb reads the terminal as long as it runs.
_started: list[Popen[bytes]] = []


def gdb_binary() -> str:
    """Return the path of gdb; raises RuntimeError where it can't be used."""
    import shutil

    if not sys.platform.startswith("linux"):
        raise RuntimeError("gdb support is only available on Linux")
    found = shutil.which(config.GDB_BINARY)
    if found is None:
        raise RuntimeError(f"Is gdb present? {config.GDB_BINARY!r} does not exist: NUMBA_GDB_BINARY says where gdb is")
    return found


def attach(arguments: tuple[str, ...]) -> None:
    """Start gdb for this process and wait until it has attached; where a debugger has already, do nothing.

    Parameters
    ----------
    arguments : tuple of str
        Its further arguments, behind the command that lets the process go on.
    """
    import subprocess

    if _tracer():
        return
    command = [gdb_binary(), "-p", str(os.getpid()), "-ex", f"break *{_ADDRESS:#x}", "-ex", "continue", *arguments]
    sys.stdout.flush()
    print(f"Attaching to PID: {os.getpid()}", flush=True)
    debugger = subprocess.Popen(command)
    _started.append(debugger)
    _allow(debugger.pid)
    _wait(debugger)


def _tracer() -> int:
    """Return the number of the process that debugs this one, or 0."""
    with open("/proc/self/status") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("TracerPid:")), 0)


def _allow(pid: int) -> None:
    ctypes.CDLL(None).prctl(_SET_PTRACER, ctypes.c_ulong(pid), 0, 0, 0)


def _wait(debugger: Popen[bytes]) -> None:
    """Wait until a debugger has attached and let the process go on."""
    import time

    end = time.monotonic() + _SECONDS
    while not _tracer():
        if debugger.poll() is not None or time.monotonic() > end:
            raise RuntimeError("gdb did not attach to this process: the system may not allow it, see what gdb has printed")
        time.sleep(0.02)


def gdb_information() -> str:
    """Return a text about the gdb that is started."""
    import subprocess

    try:
        path = gdb_binary()
        shown = subprocess.run([path, "-nx", "--version"], capture_output=True, text=True, check=False).stdout
        version = shown.partition("\n")[0]
    except RuntimeError as error:
        path, version = str(error), "None"
    rows = {"Binary location": path, "Version": version, "May attach": _scope()}
    return "".join(f"{name:<20}: {value}\n" for name, value in rows.items())


def _scope() -> str:
    """Return to which processes the system lets debuggers attach."""
    try:
        with open("/proc/sys/kernel/yama/ptrace_scope") as file:
            scope = int(file.read())
    except (OSError, ValueError):
        return "to all processes of its user"
    return ("to all processes of its user", "to the process that starts it", "as administrator", "never")[min(scope, 3)]
