"""The CUDA array interface, DLPack, IPC, and the arguments of launches."""

import collections
import pickle
import subprocess
import sys

import numpy as np
import pytest

from coluber.core import config
from coluber.cuda.host import arguments, backend
from coluber.cuda.host.arguments import prepare
from coluber.cuda.host.errors import CudaAPIError
from tests.cuda.hostapi import cuda


def reachable(array):
    """Return an array, or on a GPU a copy in memory of the host that the device reaches."""
    if backend.current().emulated:
        return array
    root = array if array.base is None else array.base
    memory = cuda.mapped_array(max(root.nbytes, 1), np.uint8)
    memory[: root.nbytes] = np.frombuffer(root.tobytes("A"), np.uint8)
    offset = array.__array_interface__["data"][0] - root.__array_interface__["data"][0]
    return np.ndarray(array.shape, array.dtype, memory, offset if array.size else 0, array.strides)


class Foreign:
    """An array of another library."""

    def __init__(self, array, **changes):
        self.array = array = reachable(array)
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "strides": array.strides,
            "typestr": array.dtype.str,
            "descr": array.dtype.descr,
            "data": (array.__array_interface__["data"][0], False),
            "version": 3,
            **changes,
        }


def test_interface_out():
    d = cuda.to_device(np.arange(24.0).reshape(4, 6))
    interface = d.__cuda_array_interface__
    assert interface["version"] == 3
    assert interface["strides"] is None
    assert interface["typestr"] == "<f8"
    assert interface["data"] == (int(d.gpu_data.handle), False)
    assert interface["stream"] is None
    part = d[1:, ::2]
    assert part.__cuda_array_interface__["strides"] == (48, 16)
    assert part.__cuda_array_interface__["data"][0] == interface["data"][0] + 48
    stream = cuda.stream()
    assert d.bind(stream).__cuda_array_interface__["stream"] == int(stream)
    assert cuda.device_array((0, 3)).__cuda_array_interface__["data"][0] == 0


def test_interface_in():
    a = np.arange(24.0).reshape(4, 6)
    for array in (a, a[::-1, 1::2], a.T, a[:0], np.array(5.0)):
        d = cuda.as_cuda_array(Foreign(array))
        assert (d.shape, d.dtype) == (array.shape, array.dtype)
        assert (d.copy_to_host() == array).all()
    foreign = Foreign(np.arange(3))
    d = cuda.as_cuda_array(foreign)
    d[1] = 40
    assert foreign.array[1] == 40
    assert cuda.is_cuda_array(foreign)
    assert not cuda.is_cuda_array(a)
    assert cuda.to_device(foreign)[1] == 40


def test_copies_from_other_libraries():
    foreign = Foreign(np.arange(3))
    d = cuda.device_array(3, np.int64)
    d.copy_to_device(foreign)
    assert d.copy_to_host().tolist() == [0, 1, 2]
    d[:2] = Foreign(np.array([7, 8]))
    assert d.copy_to_host().tolist() == [7, 8, 2]


def test_interface_keeps_its_owner():
    import weakref

    foreign = Foreign(np.arange(3))
    alive = weakref.ref(foreign)
    d = cuda.as_cuda_array(foreign)[1:]
    del foreign
    assert alive() is not None
    assert d[0] == 1
    del d
    assert alive() is None


@pytest.mark.emulated("NumPy sees no memory of a GPU")
def test_memory_lives_as_long_as_its_numpy_views():
    import weakref

    foreign = Foreign(np.arange(3))
    alive = weakref.ref(foreign)
    there = np.from_dlpack(cuda.as_cuda_array(foreign)[1:])
    value, _ = prepare(cuda.as_cuda_array(foreign))
    del foreign
    assert there.tolist() == [1, 2]
    assert alive() is not None
    del there
    assert alive() is not None
    del value
    assert alive() is None


def test_interface_details():
    a = np.arange(3)
    with pytest.raises(NotImplementedError, match="Masked"):
        cuda.as_cuda_array(Foreign(a, mask=object()))
    with pytest.raises(TypeError, match="no __cuda_array_interface__"):
        cuda.as_cuda_array(a)
    stream = cuda.stream()
    d = cuda.as_cuda_array(Foreign(a, stream=int(stream)))
    assert int(d.stream) == int(stream)
    assert cuda.from_cuda_array_interface(Foreign(a, version=2).__cuda_array_interface__, owner=a).shape == (3,)
    record = np.zeros(3, [("x", "f4"), ("y", "i4")])
    assert cuda.as_cuda_array(Foreign(record)).dtype == record.dtype


@pytest.mark.emulated("NumPy sees no memory of a GPU")
def test_dlpack_out():
    d = cuda.to_device(np.arange(6.0).reshape(2, 3))
    for array in (d, d[:, 1:], d.reshape(6)):
        there = np.from_dlpack(array)
        assert (there == array.copy_to_host()).all()
    np.from_dlpack(d)  # the memory outlives the device array
    there = np.from_dlpack(cuda.to_device(np.arange(3)))
    assert there.tolist() == [0, 1, 2]
    assert d.__dlpack_device__() == (1, 0)


@pytest.mark.emulated("NumPy's memory is no memory of a GPU")
def test_dlpack_in():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    a = np.arange(5)
    value, finish = prepare(Foreign(a))
    assert isinstance(value, np.ndarray)
    assert finish is None
    value[0] = 9
    assert a[0] == 9


# ---------------------------------------------------------------------------------------------------------- arguments


@pytest.mark.emulated("arrays of the host are passed as they are")
def test_arguments_on_the_emulator():
    a = np.arange(4.0)
    d = cuda.to_device(a)
    for plain in (1, 2.5, True, 3j, None, "text", np.float32(2), np.bool_(True), object()):
        assert prepare(plain) == (plain, None)
    assert prepare(a) == (a, None)
    assert prepare(a)[0] is a
    value, finish = prepare(d)
    assert type(value) is np.ndarray
    assert finish is None
    assert value.ctypes.data == int(d.gpu_data.handle)
    value[0] = 11
    assert d[0] == 11
    mapped = cuda.mapped_array(3)
    value, _ = prepare(mapped)
    assert type(value) is np.ndarray
    assert value.ctypes.data == mapped.ctypes.data
    assert prepare(Foreign(a))[0].ctypes.data == a.ctypes.data


class Sub(np.ndarray):
    pass


@pytest.mark.emulated("arrays of the host are passed as they are")
def test_kinds_of_arrays():
    a = np.arange(4.0)
    for array in (np.array(a).view(Sub), a.view(np.recarray)):
        value, _ = prepare(array)
        assert type(value) is np.ndarray
        assert value.ctypes.data == array.ctypes.data
    masked = np.ma.masked_array(a, mask=[0, 1, 0, 0])
    assert prepare(masked)[0] is masked


@pytest.mark.emulated("arrays of the host are passed as they are")
def test_hints_on_the_emulator():
    a = np.arange(4.0)
    assert prepare(cuda.Out(a))[0] is a
    assert prepare(cuda.InOut(a))[0] is a
    value, _ = prepare(cuda.In(a))
    value[0] = 7
    assert a[0] == 0
    assert value.tolist() == [7, 1, 2, 3]
    d = cuda.to_device(a)
    assert prepare(cuda.In(d))[0].ctypes.data == int(d.gpu_data.handle)
    retr = []
    assert cuda.InOut(a).to_device(retr) is a
    assert retr == []
    assert isinstance(arguments.wrap_arg(a), cuda.InOut)
    assert isinstance(arguments.wrap_arg(cuda.In(a)), cuda.In)


@pytest.mark.emulated("arrays of the host are passed as they are")
def test_tuples_and_records():
    pair = collections.namedtuple("pair", "x y")
    d = cuda.to_device(np.arange(3))
    value, _ = prepare(pair(d, 5))
    assert type(value) is pair
    assert type(value.x) is np.ndarray
    assert value.y == 5
    plain = (1, 2.0)
    assert prepare(plain)[0] is plain
    records = np.zeros(2, [("x", "f4"), ("y", "i4")])
    on_device = cuda.to_device(records)
    value, _ = prepare(on_device[1])
    value["y"] = 6
    assert on_device[1]["y"] == 6
    host = records[0]
    assert prepare(host)[0] is host


@pytest.mark.emulated("a GPU always warns")
def test_warning_of_copies(monkeypatch):
    from coluber.core.errors import NumbaPerformanceWarning

    a = np.arange(3)
    monkeypatch.setattr(backend.current(), "warns_of_copies", True)
    with pytest.warns(NumbaPerformanceWarning, match="which device arrays save"):
        prepare(a)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare(cuda.In(a))
        prepare(cuda.to_device(a))
        monkeypatch.setattr(config, "CUDA_WARN_ON_IMPLICIT_COPY", 0)
        prepare(a)
        monkeypatch.undo()
        prepare(a)


# ---------------------------------------------------------------------------------------------------------------- IPC

CHILD = """
import pickle, sys
import numpy as np
handle = pickle.loads(bytes.fromhex(sys.stdin.readline()))
with handle as array:
    assert array.copy_to_host().tolist() == [0, 1, 2, 3, 4], array.copy_to_host()
    array[2] = 50
    print("set", flush=True)
    sys.stdin.readline()
    print(array[3])
try:
    handle.close()
except ValueError as error:
    print(error)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="IPC is there on Linux")
def test_ipc_between_processes():
    d = cuda.to_device(np.arange(10))[:5]
    text = pickle.dumps(d.get_ipc_handle()).hex()
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    child.stdin.write(text + "\n")
    child.stdin.flush()
    assert child.stdout.readline() == "set\n"
    assert d[2] == 50
    d[3] = 60
    rest, _ = child.communicate("\n", timeout=60)
    assert rest == "60\nIpcHandle not opened\n"
    assert child.returncode == 0


def _environment():
    import os

    import coluber

    where = "emulator" if backend.current().emulated else "gpu"
    return {**os.environ, "COLUBER_CUDA": where, "PYTHONPATH": coluber.__file__.removesuffix("coluber/__init__.py")}


@pytest.mark.emulated("a driver's handles are for other processes")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="IPC is there on Linux")
def test_ipc_in_one_process():
    d = cuda.to_device(np.arange(10.0))
    part = d[2:6]
    handle = part.get_ipc_handle()
    with handle as array:
        array[0] = 20
        assert part[0] == d[2] == 20
        with pytest.raises(ValueError, match="already opened"):
            handle.open()
    raw = d.get_ipc_handle()._ipc_handle
    with cuda.open_ipc_array(raw.handle, shape=10, dtype=np.float64) as array:
        assert array[2] == 20
    with cuda.open_ipc_array(tuple(raw.handle), shape=4, dtype=np.float64, offset=16) as array:
        assert array[0] == 20
    copy = raw.open_staged(cuda.current_context())
    assert copy.size == 80
    gone = cuda.to_device(np.arange(3)).get_ipc_handle()._ipc_handle.handle
    cuda.current_context().memory_manager.deallocations.clear()
    with pytest.raises(CudaAPIError), cuda.open_ipc_array(gone, 3, np.int64):
        pass
    with pytest.raises(CudaAPIError, match="not made by"), cuda.open_ipc_array(bytes(64), 3, np.int64):
        pass
