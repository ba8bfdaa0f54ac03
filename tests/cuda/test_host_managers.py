"""External memory managers, with one that is made as RMM's is."""

import contextlib
import ctypes

import numpy as np
import pytest

from coluber.cuda.host import managers
from coluber.cuda.host.devices import Device
from tests.cuda.hostapi import cuda


class Plugin(cuda.HostOnlyCUDAMemoryManager):
    """Allocates by itself; the buffers are kept in ``allocations``, and the finalizer drops them."""

    log: list = []

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.initialized = 0

    def initialize(self):
        self.initialized += 1

    def memalloc(self, size):
        buffer = ctypes.create_string_buffer(size)
        address = ctypes.addressof(buffer)
        self.allocations[address] = buffer
        self.log.append(("alloc", size))
        allocations, log = self.allocations, self.log

        def finalizer():
            # A reset of the context has cleared them before.
            allocations.pop(address, None)
            log.append(("free", size))

        return cuda.MemoryPointer(self.context, ctypes.c_uint64(address), size, finalizer=finalizer)

    def get_ipc_handle(self, memory):
        return cuda.IpcHandle(memory, bytes(64), memory.size, self.context.device.get_device_identity(), offset=0)

    def get_memory_info(self):
        raise NotImplementedError("a pool has no such figures")

    @contextlib.contextmanager
    def defer_cleanup(self):
        with super().defer_cleanup():
            self.log.append(("defer", None))
            yield

    def reset(self):
        super().reset()
        self.log.append(("reset", None))

    @property
    def interface_version(self):
        return 1


@pytest.fixture
def context(monkeypatch):
    from coluber.cuda.host import devices

    monkeypatch.setattr(managers, "_manager", None)
    monkeypatch.setattr(Plugin, "log", [])
    cuda.set_memory_manager(Plugin)
    # A device of its own, so that other tests' contexts keep their manager.
    device = Device(0)
    made = device.get_primary_context()
    devices.push(made)
    yield made
    assert devices.pop() is made


def test_plugin_allocates(context):
    assert isinstance(context.memory_manager, Plugin)
    a = np.arange(10.0)
    d = cuda.to_device(a)
    part = d[3:]
    assert Plugin.log == [("alloc", 80)]
    part[0] = 5
    assert d[3] == 5
    assert (d.copy_to_host()[4:] == a[4:]).all()
    del d
    assert Plugin.log == [("alloc", 80)]
    del part
    assert Plugin.log == [("alloc", 80), ("free", 80)]


def test_plugin_and_the_host(context):
    pinned, mapped, managed = cuda.pinned_array(4), cuda.mapped_array(4), cuda.managed_array(4)
    for array in (pinned, mapped, managed):
        array[:] = 3
    assert Plugin.log == []
    with cuda.defer_cleanup():
        assert ("defer", None) in Plugin.log
        assert context.memory_manager.deallocations.is_disabled
    with pytest.raises(NotImplementedError):
        context.get_memory_info()
    context.push()
    context.pop()
    assert context.memory_manager.initialized == 1
    handle = cuda.to_device(np.arange(3)).get_ipc_handle()
    assert handle._ipc_handle.handle == bytes(64)
    context.reset()
    assert ("reset", None) in Plugin.log


def test_version_of_the_interface():
    class Newer(Plugin):
        interface_version = 2

    before = managers._manager
    with pytest.raises(RuntimeError, match="the memory manager has interface version 2, not 1"):
        cuda.set_memory_manager(Newer)
    assert managers._manager is before


def test_context_is_required():
    with pytest.raises(RuntimeError, match="requires a context"):
        Plugin()
    with pytest.raises(TypeError, match="abstract"):
        cuda.BaseCUDAMemoryManager(context=None)


def test_setting(fresh_python, tmp_path):
    (tmp_path / "their_manager.py").write_text(
        "from coluber.cuda.host.managers import DriverMemoryManager\n"
        "class Theirs(DriverMemoryManager): pass\n"
        "_numba_memory_manager = Theirs\n"
    )
    code = "from coluber.cuda.host.devices import current_context as c; print(type(c().memory_manager).__name__)"
    environment = {"COLUBER_CUDA": "emulator", "PYTHONPATH": f"{tmp_path}:{_here()}"}
    assert "Theirs" in fresh_python(code, NUMBA_CUDA_MEMORY_MANAGER="their_manager", **environment)
    code = """
    from coluber.cuda.host.devices import current_context
    try:
        current_context()
    except RuntimeError as error:
        print(error)
    """
    assert "no memory manager in nowhere" in fresh_python(code, NUMBA_CUDA_MEMORY_MANAGER="nowhere", **environment)


def _here():
    import coluber

    return coluber.__file__.removesuffix("coluber/__init__.py")
