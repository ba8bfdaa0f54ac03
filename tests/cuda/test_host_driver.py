"""The GPU's driver, with a library of functions that behave as libcuda's: no GPU is needed.

The tests of arrays run on it, too.
"""

import ctypes
import gc
import os

import numpy as np
import pytest

from coluber.cuda.host import arguments, backend, devices, enums
from coluber.cuda.host.driver import Driver
from coluber.cuda.host.errors import CudaAPIError, CudaDriverError, CudaSupportError
from coluber.cuda.host.prototypes import PROTOTYPES
from tests.cuda.fake_libcuda import FakeLibrary, installed
from tests.cuda.hostapi import cuda

# The same tests again: each is collected here under its own name, and runs on the driver of `fake`.
from tests.cuda.test_host_arrays import *  # noqa: F403


@pytest.fixture(autouse=True, scope="module")
def fake():
    with installed() as library:
        yield library


def test_devices(fake):
    assert len(devices.gpus) == 2
    device = devices.gpus[1]
    assert device.compute_capability == (8, 6)
    assert device.WARP_SIZE == 32
    with pytest.raises(AttributeError, match="the driver of this machine knows no attribute 'LOCALITY_DOMAIN_COUNT'"):
        device.LOCALITY_DOMAIN_COUNT  # noqa: B018
    assert device.uuid == "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f"
    assert cuda.runtime.get_version() == (12, 4)
    with device:
        assert cuda.get_current_device().id == 1
        d = cuda.to_device(np.arange(3))
    assert cuda.get_current_device().id == 0
    assert d[2] == 2
    assert cuda.current_context().can_access_peer(1)
    with pytest.raises(CudaAPIError, match="INVALID_DEVICE"):
        backend.current().device_name(5)


def test_context_that_another_library_made_current(fake):
    import threading

    def work():
        fake.contexts().append(0x7FFF00000000 + 11)
        found.append(cuda.get_current_device().id)
        fake.contexts()[:] = [0xABC00B]
        devices._thread.contexts.clear()
        try:
            cuda.current_context()
        except RuntimeError as error:
            found.append("is not the primary one" in str(error))

    found = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [1, True]


def test_view_is_not_offered():
    d = cuda.to_device(np.arange(3))
    assert d._view is None
    value, finish = arguments.prepare(d)
    assert value is d
    assert finish is None


def test_host_arrays_are_copied_both_ways():
    from coluber.core.errors import NumbaPerformanceWarning

    a = np.arange(4.0)
    with pytest.warns(NumbaPerformanceWarning, match="which device arrays save"):
        value, finish = arguments.prepare(a)
    assert isinstance(value, type(cuda.to_device(a)))
    value[1] = 50
    assert a[1] == 1
    finish()
    assert a[1] == 50
    value, finish = arguments.prepare(cuda.In(a))
    assert finish is None
    assert (value.copy_to_host() == a).all()
    value, finish = arguments.prepare(cuda.Out(a))
    value[:] = 3
    finish()
    assert (a == 3).all()
    value, finish = arguments.prepare((cuda.to_device(a), cuda.InOut(a), 5))
    value[1][0] = 9
    finish()
    assert a[0] == 9
    assert value[2] == 5


def test_pinned_mapped_managed():
    a = np.arange(5)
    with cuda.pinned(a), pytest.raises(CudaAPIError, match="ALREADY_REGISTERED"), cuda.pinned(a):
        pass
    with cuda.mapped(a) as d:
        d[2] = 20
    assert a[2] == 20
    for array in (cuda.mapped_array(5), cuda.managed_array(5), cuda.pinned_array(5)):
        array[:] = 6
        assert (cuda.to_device(array, copy=True) if type(array) is np.ndarray else cuda.as_cuda_array(array))[3] == 6
    mapped = cuda.mapped_array(5)
    mapped[:] = 1
    value, finish = arguments.prepare(mapped[2:])
    assert value.shape == (3,)
    assert value[0] == 1
    assert finish is None


def test_results_of_calculations_on_mapped_arrays():
    mapped = cuda.mapped_array(4)
    mapped[:] = 2
    result = mapped + 1
    assert not cuda.is_cuda_array(result)
    d = cuda.to_device(result)
    assert d.copy_to_host().tolist() == [3] * 4
    value, finish = arguments.prepare(cuda.InOut(result))
    value[1] = 8
    finish()
    assert result[1] == 8
    d.copy_to_device(mapped[::-1][:2].repeat(2))
    d[1:] = mapped[:-1]
    assert d.copy_to_host().tolist() == [2] * 4
    assert cuda.as_cuda_array(mapped[::-1]).strides == (-8,)


def test_mapped_memory_at_another_address(fake):
    """The device may see mapped memory elsewhere; what the device does there shows here."""
    block = ctypes.create_string_buffer(40)
    there = ctypes.addressof(block)
    fake.allocations[there] = block
    original = fake.cuMemHostGetDevicePointer
    fake.cuMemHostGetDevicePointer = lambda out, address, flags: out.__setitem__(0, there)
    try:
        mapped = cuda.mapped_array(5, np.int64)
    finally:
        fake.cuMemHostGetDevicePointer = original
    ctypes.memmove(there, np.arange(5).ctypes.data, 40)
    assert cuda.as_cuda_array(mapped).copy_to_host().tolist() == [0, 1, 2, 3, 4]
    assert cuda.as_cuda_array(mapped[1::2]).copy_to_host().tolist() == [1, 3]
    assert cuda.as_cuda_array(mapped[::-2]).copy_to_host().tolist() == [4, 2, 0]
    assert mapped[3:].gpu_data.address == there + 24


def test_one_copy_for_contiguous_arrays(fake):
    # What tests before have left gives its memory back here, not while calls are counted.
    gc.collect()
    d = cuda.to_device(np.zeros((30, 40), order="F"))
    fake.log.clear()
    d.copy_to_host()
    assert fake.log == ["cuMemcpyDtoH"]
    fake.log.clear()
    d[3:5].copy_to_host()
    d[:, 4] = 7
    assert fake.log == ["cuMemcpy2DUnaligned", "cuMemcpyHtoD"]


def test_streams_and_events(fake):
    stream, calls = cuda.stream(), []
    stream.add_callback(lambda s, status, arg: calls.append((s is stream, status, arg)), "x")
    assert calls == [(True, 0, "x")]
    assert not backend.current()._callbacks
    with pytest.warns(UserWarning, match="NOT_PERMITTED"):
        stream.add_callback(lambda *_: stream.synchronize())
    stream.synchronize()
    start, end = cuda.event(), cuda.event()
    with pytest.raises(CudaAPIError, match="INVALID_HANDLE"):
        start.elapsed_time(end)
    start.record(stream)
    end.record(stream)
    end.synchronize()
    assert 0 <= start.elapsed_time(end) < 1000
    fake.log.clear()
    d = cuda.to_device(np.arange(4), stream=stream)
    d.copy_to_host(stream=stream)
    d.getitem(1, stream=stream)
    assert fake.log == ["cuMemAlloc", "cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync", "cuStreamSynchronize"]
    fake.fail["cuStreamQuery"] = enums.NOT_READY
    try:
        assert not stream.query()
    finally:
        fake.fail.clear()
    assert stream.query()
    start.wait(stream)
    stream.synchronize()
    cuda.synchronize()


def test_errors(fake):
    with pytest.raises(CudaAPIError, match=r"\[2\] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY"):
        cuda.device_array(1 << 31, np.int8)
    fake.fail["cuCtxSynchronize"] = 700
    try:
        with pytest.raises(CudaAPIError, match="ILLEGAL_ADDRESS") as caught:
            cuda.synchronize()
    finally:
        fake.fail.clear()
    assert caught.value.code == 700
    fake.fail["cuInit"] = 100
    try:
        with pytest.raises(CudaSupportError, match="Error at driver init: .*NO_DEVICE"):
            Driver(fake)
    finally:
        fake.fail.clear()


def test_driver_after_a_fork(fake):
    driver = Driver(fake)
    driver.calls._process = os.getpid() + 1
    fake.fail["cuMemGetInfo"] = 3
    try:
        with pytest.raises(CudaDriverError, match="initialized before forking"):
            driver.memory_info()
    finally:
        fake.fail.clear()


def test_missing_function():
    class Old(FakeLibrary):
        def __getitem__(self, symbol):
            if symbol.startswith("cuEventElapsedTime"):
                raise AttributeError(symbol)
            return super().__getitem__(symbol)

    with pytest.raises(CudaDriverError, match="missing function: cuEventElapsedTime"):
        Driver(Old()).event_elapsed(1, 2)


def test_names_for_a_default_stream_of_each_thread(monkeypatch):
    from coluber.core import config

    asked = []

    class Library(FakeLibrary):
        def __getitem__(self, symbol):
            asked.append(symbol)
            return super().__getitem__(symbol)

    monkeypatch.setattr(config, "CUDA_PER_THREAD_DEFAULT_STREAM", 1)
    driver = Driver(Library())
    driver.context_push(0x10)
    driver.stream_synchronize(0)
    assert asked[-3:] == ["cuStreamSynchronize_ptsz", "cuStreamSynchronize_ptds", "cuStreamSynchronize"]


def test_ipc():
    d = cuda.to_device(np.arange(6.0))
    handle = d[2:].get_ipc_handle()
    with handle as array:
        assert array[0] == 2


def test_occupancy(fake):
    context = cuda.current_context()
    assert context.get_active_blocks_per_multiprocessor(5, 256, 0) == 8
    assert context.get_max_potential_block_size(5, lambda block: block * 4, 0, 128) == (7, 128)
    assert fake.log[-1] == ("shared", 512)
    assert context.get_max_potential_block_size(5, 0, 64, 128) == (7, 128)
    assert fake.log[-1] == ("shared", 64)


def test_dlpack_both_ways():
    from coluber.cuda.host import dlpack

    d = cuda.to_device(np.arange(12.0).reshape(3, 4))[:, 1:]
    assert d.__dlpack_device__() == (2, 0)
    for limits in ({}, {"max_version": (1, 0)}):
        capsule = d.__dlpack__(**limits)
        assert len(dlpack._exported) == 1
        del capsule
        assert not dlpack._exported
    there = dlpack.from_dlpack(d)
    assert there.address == d.address
    assert (there.strides, there.dtype) == (d.strides, d.dtype)
    there[0, 0] = 40
    assert d[0, 0] == 40
    assert len(dlpack._exported) == 1
    del there
    assert not dlpack._exported
    with pytest.raises(BufferError, match="on the device"):
        d.__dlpack__(dl_device=(1, 0))
    with pytest.raises(BufferError, match="DLPack has no arrays"):
        cuda.to_device(np.zeros(3, "M8[s]")).__dlpack__()
    clone = dlpack.from_dlpack(_Copying(d))
    assert clone.address != d.address
    assert (clone.copy_to_host() == d.copy_to_host()).all()


class _Copying:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__(stream=stream, copy=True)


def test_modules_and_launches(fake):
    from coluber.cuda.host.modules import Module

    text = b".visible .global .align 8 .b32 x[6];\n.entry k(.param .b64 k_0, .param .b64 k_1) { }"
    module = Module(text, max_registers=32)
    assert module.info_log == "loaded"
    assert ("registers", 32) in fake.log
    assert module.get_global_symbol("x")[1] == 24
    kernel = module.get_function("k")
    assert kernel.attribute("num_regs") == 104
    stream = cuda.stream()
    arguments = (ctypes.c_int64(-5), ctypes.c_double(2.5))
    kernel.launch((1, 2, 3), (32, 1, 1), arguments, stream, shared=64)
    parameters = [bytes(ctypes.c_int64(-5)), bytes(ctypes.c_double(2.5))]
    context = cuda.current_context().handle
    assert fake.launches[-1] == ("k", (1, 2, 3), (32, 1, 1), 64, int(stream), parameters, False, context)
    kernel.launch((1, 1, 1), (1, 1, 1), arguments, shared=100_000, cooperative=True)
    assert fake.log[-3::2] == ["cuFuncSetAttribute", "cuLaunchCooperativeKernel"]
    assert fake.launches[-1].cooperative
    assert ("set", 8, 100_000) in fake.log
    assert context_occupancy(kernel) == 8
    with pytest.raises(CudaAPIError, match="NOT_FOUND"):
        module.get_function("missing")
    fake.log.clear()
    del module, kernel
    gc.collect()
    cuda.current_context().deallocations.clear()
    assert "cuModuleUnload" in fake.log


def test_contexts_load_and_unload_modules(fake):
    context = cuda.current_context()
    gc.collect()
    context.deallocations.clear()
    fake.log.clear()
    module = context.create_module_ptx(".entry k() { }")
    assert module.get_function("k").name == "k"
    context.unload_module(module)
    context.deallocations.clear()
    assert fake.log.count("cuModuleUnload") == 1
    del module
    gc.collect()
    context.deallocations.clear()
    assert fake.log.count("cuModuleUnload") == 1
    assert context.create_module_image(b".entry k() { }").handle


def context_occupancy(kernel):
    return cuda.current_context().get_active_blocks_per_multiprocessor(kernel, 256, 0)


def test_linking(fake):
    from coluber.cuda.host.errors import LinkerError
    from coluber.cuda.host.modules import Module, link

    assert link([("ptx", b"text", "a"), ("cubin", b"1234", "b")])[0] == b"text\n1234"
    assert fake.linked == [(1, 5, b"a"), (0, 4, b"b")]
    with pytest.raises(LinkerError, match="nothing to link"):
        link([])
    with pytest.raises(LinkerError, match="kind 'cu'"):
        link([("cu", b"", "c.cu")])
    with pytest.raises(LinkerError, match="INVALID_PTX\nline 1: wrong"):
        Module(b"wrong")


def test_modules_need_a_gpu(monkeypatch):
    from coluber.cuda.host.emulator import Emulator
    from coluber.cuda.host.errors import LinkerError
    from coluber.cuda.host.modules import Module

    monkeypatch.setattr(backend, "_backend", Emulator())
    with pytest.raises(LinkerError, match="run on the emulator"):
        Module(b"")


def test_prototypes_are_those_of_the_interface():
    assert ctypes.sizeof(PROTOTYPES["cuIpcOpenMemHandle"][1][1]) == 64
    from coluber.cuda.host.copies import Rows

    assert ctypes.sizeof(Rows) == 128
