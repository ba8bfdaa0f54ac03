"""Contexts, pointers, the queue of deallocations, pinned, mapped and managed memory."""

import gc
import threading

import numpy as np
import pytest

from coluber.core import config
from coluber.cuda.host import backend
from coluber.cuda.host.errors import CudaAPIError, CudaDriverError
from tests.cuda.hostapi import cuda


@pytest.fixture
def queue():
    context = cuda.current_context()
    gc.collect()
    context.memory_manager.deallocations.clear()
    context.deallocations.clear()
    return context.memory_manager.deallocations


def test_memory_figures(queue):
    context = cuda.current_context()
    free, total = context.get_memory_info()
    assert 0 < free <= total
    # So large that a GPU gives it pages of its own.
    d = cuda.device_array(1 << 26, np.int8)
    info = context.get_memory_info()
    assert info.free == free - (1 << 26)
    assert info.total == total
    del d
    queue.clear()
    assert context.get_memory_info().free == free


def test_memory_runs_out():
    with pytest.raises(CudaAPIError, match="OUT_OF_MEMORY") as caught:
        cuda.device_array(cuda.current_context().get_memory_info().total + 1, np.int8)
    assert caught.value.code == 2
    assert str(caught.value).startswith("[2] ")


def test_pending_count(queue, monkeypatch):
    monkeypatch.setattr(config, "CUDA_DEALLOCS_COUNT", 3)
    for number in range(1, 4):
        cuda.device_array(1)
        assert len(queue) == number
    cuda.device_array(1)
    assert len(queue) == 0


def test_pending_ratio(queue, monkeypatch):
    monkeypatch.setattr(queue, "memory_capacity", 1000)
    monkeypatch.setattr(config, "CUDA_DEALLOCS_RATIO", 0.5)
    cuda.device_array(400, np.int8)
    assert len(queue) == 1
    cuda.device_array(200, np.int8)
    assert len(queue) == 0


@pytest.mark.emulated("its total is set")
def test_short_memory_flushes_the_queue(queue, monkeypatch):
    free = cuda.current_context().get_memory_info().free
    cuda.device_array(1 << 20, np.int8)
    assert len(queue) == 1
    # The whole of the free memory is there only if what is pending is freed first.
    emulator = backend.current()
    monkeypatch.setattr(emulator, "_total", emulator._used[0] + (1 << 20) - 1)
    d = cuda.device_array(1 << 20, np.int8)
    assert len(queue) == 0
    assert free
    assert d.size == 1 << 20


def test_defer_cleanup_nests(queue, monkeypatch):
    monkeypatch.setattr(config, "CUDA_DEALLOCS_COUNT", 0)
    with cuda.defer_cleanup():
        with cuda.defer_cleanup():
            cuda.device_array(1)
            assert len(queue) == 1
            assert queue.is_disabled
        cuda.device_array(1)
        assert len(queue) == 2
        queue.clear()
        assert len(queue) == 2
    assert not queue.is_disabled
    cuda.device_array(1)
    assert len(queue) == 0


def test_exception_leaves_defer_cleanup(queue):
    with pytest.raises(ZeroDivisionError), cuda.defer_cleanup():
        1 / 0
    assert not queue.is_disabled


def test_streams_and_events_are_freed_later(queue):
    deallocations = cuda.current_context().deallocations
    cuda.stream()
    cuda.event()
    gc.collect()
    assert len(deallocations) == 2
    deallocations.clear()


def test_freeing_twice():
    pointer = cuda.current_context().memalloc(16)
    pointer.free()
    with pytest.raises(RuntimeError, match="Freeing dead memory"):
        pointer.free()


def test_pointers():
    pointer = cuda.current_context().memalloc(64)
    assert int(pointer.handle) == pointer.device_pointer_value == pointer.device_ctypes_pointer.value == pointer.handle.value
    pointer.memset(7)
    part = pointer.view(8, 24)
    assert part.size == 16
    assert int(part.handle) == int(pointer.handle) + 8
    assert part.owner is pointer
    part.memset(1, count=2)
    out = np.zeros(64, np.uint8)
    from coluber.cuda.cudadrv import driver

    driver.device_to_host(out, pointer, 64)
    assert out.tolist() == [7] * 8 + [1] * 2 + [7] * 54
    driver.device_memset(pointer, 3, 4)
    driver.host_to_device(part, np.full(4, 9, np.uint8), 4)
    driver.device_to_device(pointer.view(32), pointer, 16)
    driver.device_to_host(out, pointer, 64)
    assert out[:4].tolist() == [3] * 4
    assert out[8:12].tolist() == [9] * 4
    assert out[40:44].tolist() == [9] * 4
    assert driver.device_extents(part) == (int(pointer.handle), int(pointer.handle) + 64)
    assert driver.device_memory_size(pointer) == 64
    assert driver.is_device_memory(pointer)
    with pytest.raises(RuntimeError, match="negative"):
        pointer.view(10, 5)
    with pytest.raises(TypeError, match="Not a CUDA memory object"):
        driver.device_pointer(np.zeros(3))


def test_view_keeps_its_memory(queue):
    part = cuda.current_context().memalloc(64).view(8)
    gc.collect()
    assert len(queue) == 0
    del part
    assert len(queue) == 1


def test_pinned():
    a = cuda.pinned_array((3, 4), np.int32, order="F")
    assert type(a) is np.ndarray
    assert a.flags.f_contiguous
    a[:] = 5
    assert (cuda.to_device(a).copy_to_host() == 5).all()
    b = np.arange(10)
    c = np.arange(100_000)
    with cuda.pinned(c, b):
        with pytest.raises(CudaAPIError, match="ALREADY_REGISTERED"), cuda.pinned(b):
            pass
    with cuda.pinned(b):
        pass


def test_mapped_array():
    m = cuda.mapped_array((2, 3), np.float32)
    m[:] = 4
    assert isinstance(m, np.ndarray)
    assert m.gpu_data.size == 24
    assert cuda.as_cuda_array(m)[1, 2] == 4
    assert (m + 1).sum() == 30
    m.copy_to_device(np.full((2, 3), 8, np.float32))
    assert (m == 8).all()
    assert (m.copy_to_host() == 8).all()
    part = m[1:]
    del m
    gc.collect()
    assert (part == 8).all()
    assert (cuda.as_cuda_array(part).copy_to_host() == 8).all()


def test_mapped():
    a, b = np.arange(4.0), np.arange(3)
    with cuda.mapped(a) as d:
        d[1] = 50
        assert d.copy_to_host()[1] == 50
    assert a[1] == 50
    with cuda.mapped(a, b) as (d, e):
        assert (e.copy_to_host() == b).all()
        assert d.shape == (4,)


def test_managed_array():
    m = cuda.managed_array(5, np.int64)
    m[:] = range(5)
    assert (cuda.as_cuda_array(m).copy_to_host() == range(5)).all()
    assert cuda.managed_array((2, 2), attach_global=False).shape == (2, 2)


def test_device_attributes():
    device = cuda.get_current_device()
    assert device.WARP_SIZE == 32
    assert device.MAX_THREADS_PER_BLOCK == 1024
    assert device.MAX_SHARED_MEMORY_PER_BLOCK == 48 * 1024
    assert device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN >= 99 * 1024
    assert device.MULTIPROCESSOR_COUNT >= 1
    assert device.compute_capability >= (5, 0)
    assert device.compute_capability == (device.COMPUTE_CAPABILITY_MAJOR, device.COMPUTE_CAPABILITY_MINOR)
    assert device.uuid.startswith("GPU-")
    assert device.name
    assert device.id == 0
    with pytest.raises(AttributeError, match="did you mean 'MULTIPROCESSOR_COUNT'"):
        _ = device.MULTI_PROCESSOR_COUNT
    with pytest.raises(AttributeError, match="NO_SUCH_THING"):
        device.NO_SUCH_THING
    from coluber.cuda.host.enums import ATTRIBUTES

    assert len(ATTRIBUTES) > 150
    unknown = [name for name in ATTRIBUTES if not isinstance(getattr(device, name, None), int)]
    # A GPU's driver may be older than the table.
    assert not unknown if backend.current().emulated else len(unknown) < 20, unknown


def test_device_numbers():
    assert len(cuda.gpus) == len(list(cuda.gpus)) == len(cuda.list_devices()) >= 1
    with pytest.raises(IndexError):
        cuda.select_device(100)
    with pytest.raises(IndexError):
        cuda.gpus[100]
    assert cuda.select_device(0) is cuda.get_current_device()
    with cuda.gpus[0]:
        assert cuda.gpus.current.id == 0


def test_context():
    context = cuda.current_context()
    assert context.device is cuda.get_current_device()
    assert "device 0" in repr(context)
    assert not context.can_access_peer(0)
    context.push()
    context.pop()
    assert cuda.current_context() is context


@pytest.mark.emulated("no kernel is given")
def test_occupancy():
    context = cuda.current_context()
    assert context.get_active_blocks_per_multiprocessor(None, 256, 0) == 8
    assert context.get_active_blocks_per_multiprocessor(None, 128, 100 * 1024) == 2
    grid, block = context.get_max_potential_block_size(None, 0, 0, 256)
    assert block == 256
    assert grid >= 1


def test_pop_of_another_context():
    def work():
        context = cuda.current_context()
        context.pop()
        with pytest.raises(CudaDriverError):
            context.pop()
        done.append(True)

    done = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


def test_require_context_and_detect(capsys):
    @cuda.require_context
    def f(x):
        "Doc."
        return x + 1

    assert f(1) == 2
    assert f.__doc__ == "Doc."
    assert cuda.detect() is True
    text = capsys.readouterr().out
    assert "Found 1 CUDA devices" in text
    assert "1/1 devices are supported" in text
    assert cuda.is_available()
    assert cuda.cuda_error() is None
    assert cuda.is_supported_version()
    assert cuda.runtime.get_version() >= (11, 0)
    assert cuda.is_float16_supported()
    assert cuda.is_bfloat16_supported()


def test_profiling():
    with cuda.profiling():
        pass
    cuda.profile_start()
    cuda.profile_stop()


def test_several_devices(fresh_python):
    code = """
    import numpy as np
    from coluber.cuda.host.devices import *
    from coluber.cuda.host.transfer import to_device
    assert len(gpus) == 3 and gpus.current is None
    a = to_device(np.arange(1000.0))
    with gpus[2] as device:
        assert get_current_device().id == gpus.current.id == device.id == 2
        b = to_device(np.arange(10.0))
        free, total = current_context().get_memory_info()
        assert total - free == 80
        assert current_context().can_access_peer(0)
        current_context().enable_peer_access(gpus[0].get_primary_context())
    assert get_current_device().id == 0
    assert select_device(1).id == get_current_device().id == 1
    assert current_context().get_memory_info().free == total
    b.copy_to_device(a[:10])
    assert b[3] == 3
    close()
    assert gpus.current is None
    print('done')
    """
    assert "done" in fresh_python(code, COLUBER_CUDA="emulator", COLUBER_CUDA_EMULATED_DEVICES="3")


def test_close_frees_everything(fresh_python):
    code = """
    import numpy as np
    from coluber.cuda.host.devices import *
    from coluber.cuda.host.transfer import to_device
    a = to_device(np.arange(1000.0))
    close()
    free, total = current_context().get_memory_info()
    assert free == total
    print(a.copy_to_host().sum())
    """
    assert "499500.0" in fresh_python(code, COLUBER_CUDA="emulator")


def test_forced_compute_capability(fresh_python):
    code = "from coluber.cuda.host.devices import gpus; print(gpus[0].compute_capability, gpus[0].supports_bfloat16)"
    assert "(7, 5) False" in fresh_python(code, COLUBER_CUDA="emulator", NUMBA_FORCE_CUDA_CC="7.5")


def test_many_threads():
    def work(number):
        try:
            for step in range(50):
                a = np.full(100, number * 1000 + step)
                d = cuda.to_device(a)
                stream = cuda.stream()
                event = cuda.event()
                event.record(stream)
                d[::2] = -1
                event.synchronize()
                assert (d.copy_to_host()[1::2] == number * 1000 + step).all()
        except BaseException as error:
            failed.append(error)

    failed = []
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    gc.collect()
    cuda.current_context().memory_manager.deallocations.clear()
    emulator = backend.current()
    assert not emulator.emulated or emulator._used[0] == sum(size for _, size, _ in emulator._blocks.values())


def test_memory_that_outlives_its_module(monkeypatch):
    from coluber.cuda.host import memory

    calls = []
    pointer = memory.MemoryPointer(None, 8, 8, finalizer=lambda: calls.append("freed"))
    monkeypatch.setattr(memory, "_running", None)
    del pointer
    assert calls == []
