"""Launches on a GPU, with a library of functions that behave as libcuda's: what the driver is given is what the PTX asks for.

The library knows a kernel's parameters from the PTX that it was given, as the driver does, and reads so many bytes of each.
"""

import struct
from collections import namedtuple

import numpy as np
import pytest

from coluber import literally
from coluber.core.errors import NumbaPerformanceWarning, TypingError
from coluber.cuda.host.errors import CudaAPIError, LinkerError
from tests.cuda.fake_libcuda import installed
from tests.cuda.hostapi import cuda

pytestmark = pytest.mark.filterwarnings("ignore::coluber.core.errors.NumbaPerformanceWarning")


@pytest.fixture(autouse=True)
def fake():
    with installed() as library:
        yield library


def launched(fake, kernel, *arguments, config=(1, 1)):
    """Launch a kernel, and return what the driver was given."""
    kernel[config](*arguments)
    return fake.launches[-1]


@cuda.jit
def one(x):
    pass


@cuda.jit
def two(x, y):
    pass


SCALARS = [
    (True, "?", True),
    (7, "q", 7),
    (2**63 + 1, "Q", 2**63 + 1),
    (1.5, "d", 1.5),
    (np.bool_(False), "?", False),
    *((getattr(np, f"int{bits}")(-3), letter, -3) for bits, letter in ((8, "b"), (16, "h"), (32, "i"), (64, "q"))),
    *((getattr(np, f"uint{bits}")(200), letter, 200) for bits, letter in ((8, "B"), (16, "H"), (32, "I"), (64, "Q"))),
    (np.float32(0.25), "f", 0.25),
    (np.float64(0.25), "d", 0.25),
]


@pytest.mark.parametrize(("value", "letter", "expected"), SCALARS)
def test_scalars_have_the_size_of_their_type(fake, value, letter, expected):
    (parameter,) = launched(fake, one, value).parameters
    assert parameter == struct.pack(letter, expected)


@pytest.mark.parametrize(("value", "letter"), [(1 + 2j, "d"), (np.complex64(1 + 2j), "f")])
def test_complex_numbers_are_two_parameters(fake, value, letter):
    assert launched(fake, one, value).parameters == [struct.pack(letter, 1), struct.pack(letter, 2)]


@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4)])
def test_arrays_are_address_extents_and_strides(fake, shape):
    array = cuda.to_device(np.zeros(shape, np.float32))
    # The memory is that of the device, and no argument of the next launch.
    words = [array.device_ctypes_pointer.value, *shape, *array.strides]
    assert launched(fake, one, array).parameters == [struct.pack("q", word) for word in words]
    view = array[1:]
    words = [array.device_ctypes_pointer.value + array.strides[0], shape[0] - 1, *shape[1:], *array.strides]
    assert launched(fake, one, view).parameters == [struct.pack("q", word) for word in words]
    assert fake.log.count("cuMemAlloc") == 1


def test_arguments_that_became_constants_are_not_passed(fake):
    @cuda.jit
    def kernel(out, place, mixed):
        out[0] = mixed[literally(place)]

    array = cuda.to_device(np.zeros(1))
    for place in (0, 1):
        parameters = launched(fake, kernel, array, place, (np.int8(1), 2.5)).parameters
        assert parameters[3:] == [struct.pack("b", 1), struct.pack("d", 2.5)]
    assert len(kernel.signatures) == 2


def test_tuples_are_their_items(fake):
    array = cuda.to_device(np.zeros(4))
    parameters = launched(fake, two, (np.int8(1), (2.5, array)), np.uint16(9)).parameters
    address = array.device_ctypes_pointer.value
    assert parameters == [b"\1", struct.pack("d", 2.5), *(struct.pack("q", w) for w in (address, 4, 8)), struct.pack("H", 9)]
    Point = namedtuple("Point", "x y")
    assert launched(fake, one, Point(1.5, np.int32(2))).parameters == [struct.pack("d", 1.5), struct.pack("i", 2)]


def test_records_are_addresses_of_the_device(fake):
    dtype = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
    host = np.zeros(3, dtype)
    host[1] = (5, 2.5)

    def change(address):
        (address,) = struct.unpack("q", address)
        assert fake.inside(address, dtype.itemsize)
        record = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_uint8 * dtype.itemsize).from_address(address)).view(dtype)
        assert record[0] == np.array((5, 2.5), dtype)
        record["a"] = 6

    fake.bodies["one"] = change
    one[1, 1](host[1])
    assert host[1]["a"] == 6
    fake.bodies.clear()
    on_device = cuda.to_device(host)
    one[1, 1](on_device[1])
    assert struct.unpack("q", fake.launches[-1].parameters[0]) == (on_device.device_ctypes_pointer.value + dtype.itemsize,)
    assert len(launched(fake, one, on_device).parameters) == 3


def test_omitted_and_none_are_no_parameters(fake):
    @cuda.jit
    def kernel(x, y=None, z=3):
        x[0] = z if y is None else y

    array = cuda.to_device(np.zeros(4))
    assert len(launched(fake, kernel, array).parameters) == 3
    assert len(launched(fake, kernel, array, 2).parameters) == 4
    kernel[1, 1](array, y=2.0)
    assert fake.launches[-1].parameters[3] == struct.pack("d", 2)


def test_configuration_reaches_the_driver(fake):
    stream = cuda.stream()
    seen = launched(fake, one, 1, config=((2, 3, 4), (32, 2), stream, 64))
    assert seen[:5] == ("one", (2, 3, 4), (32, 2, 1), 64, int(stream))
    assert not seen.cooperative
    assert launched(fake, one, 1, config=(5, 6)).stream == 0


def test_much_shared_memory_is_asked_for_once(fake):
    for size, wanted in [(1024, []), (100_000, [("set", 8, 100_000)]), (90_000, []), (120_000, [("set", 8, 120_000)])]:
        fake.log.clear()
        assert launched(fake, one, 1, config=(1, 1, 0, size)).shared == size
        assert [entry for entry in fake.log if entry[0] == "set"] == wanted


def test_kernels_with_a_barrier_of_the_grid_are_launched_together(fake):
    @cuda.jit
    def kernel(a):
        a[0] = 1
        cuda.cg.this_grid().sync()

    assert launched(fake, kernel, cuda.to_device(np.zeros(2)), config=(2, 32)).cooperative


def test_code_is_made_once_for_types_and_context(fake):
    @cuda.jit
    def kernel(x):
        pass

    for value in (1, 2, 3):
        kernel[1, 1](value)
    assert fake.log.count("cuModuleLoadDataEx") == 1
    assert ".target sm_86" in next(iter(fake.modules.values())).text
    kernel[1, 1](1.5)
    assert fake.log.count("cuModuleLoadDataEx") == 2
    with cuda.gpus[1]:
        kernel[1, 1](1)
    assert fake.log.count("cuModuleLoadDataEx") == 3
    first, *_, other = (launch.context for launch in fake.launches)
    assert first != other
    kernel[1, 1](1)
    assert fake.launches[-1].context == first
    assert fake.log.count("cuModuleLoadDataEx") == 3


def test_a_launch_with_device_arrays_calls_two_functions_of_the_driver(fake):
    arrays = [cuda.to_device(np.zeros(4)) for _ in range(2)]
    two[1, 1](*arrays)
    fake.log.clear()
    two[1, 1](*arrays)
    assert fake.log == ["cuCtxGetCurrent", "cuLaunchKernel"]


def test_code_is_loaded_again_after_a_reset(fake):
    one[1, 1](1)
    cuda.current_context().reset()
    assert not fake.modules
    one[1, 1](1)
    assert len(fake.modules) == 1
    cuda.close()
    one[1, 1](1)
    assert len(fake.modules) == 1


def test_code_is_unloaded_with_its_kernel(fake):
    @cuda.jit
    def kernel(x):
        pass

    kernel[1, 1](1)
    assert len(fake.modules) == 1
    del kernel
    import gc

    gc.collect()
    cuda.current_context().deallocations.clear()
    assert not fake.modules


def test_host_arrays_are_copied_there_and_back(fake):
    def increment(address, extent, stride):
        address, extent = struct.unpack("q", address)[0], struct.unpack("q", extent)[0]
        assert fake.inside(address, 8 * extent)
        memory = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_double * extent).from_address(address))
        memory += 1

    fake.bodies["one"] = increment
    a = np.arange(3.0)
    with pytest.warns(NumbaPerformanceWarning, match="Host array as argument"):
        one[200, 1](a)
    assert a.tolist() == [1, 2, 3]
    one[200, 1](cuda.In(a))
    assert a.tolist() == [1, 2, 3]
    fake.log.clear()
    one[200, 1](cuda.Out(a))
    assert "cuMemcpyHtoD" not in fake.log
    assert "cuMemcpyDtoH" in fake.log
    a.flags.writeable = False
    one[200, 1](a)
    cuda.current_context().memory_manager.deallocations.clear()
    assert fake.used() == 0


def test_few_blocks_are_warned_of(fake):
    with pytest.warns(NumbaPerformanceWarning, match="a grid of size 7 leaves most of the GPU idle"):
        one[7, 32](1)


def test_mapped_arrays_are_not_copied(fake):
    mapped = cuda.mapped_array(4)
    address = launched(fake, one, mapped).parameters[0]
    assert struct.unpack("q", address)[0] == mapped.device_ctypes_pointer.value
    assert "cuMemcpyHtoD" not in fake.log


def test_arrays_of_other_libraries_are_not_copied(fake):
    class Foreign:
        def __init__(self, array):
            self.__cuda_array_interface__ = array.__cuda_array_interface__

    array = cuda.to_device(np.zeros(4))
    fake.log.clear()
    (address, *_) = launched(fake, one, Foreign(array)).parameters
    assert struct.unpack("q", address)[0] == array.device_ctypes_pointer.value
    assert not any("Memcpy" in str(entry) for entry in fake.log)


def test_the_drivers_errors_are_exceptions(fake):
    one[1, 1](1)
    a = np.arange(3.0)
    fake.fail["cuLaunchKernel"] = 719
    with pytest.raises(CudaAPIError, match=r"\[719\] Call to cuLaunchKernel results in CUDA_ERROR_LAUNCH_FAILED"):
        one[1, 1](a)
    # What was not computed is not copied back.
    assert "cuMemcpyDtoH" not in fake.log
    fake.fail = {"cuCtxGetCurrent": 4}
    with pytest.raises(CudaAPIError, match="cuCtxGetCurrent"):
        one[1, 1](1)
    fake.fail = {"cuModuleLoadDataEx": 218}
    with pytest.raises(LinkerError, match="INVALID_PTX"):
        one[1, 1](1j)
    fake.fail = {}
    one[1, 1](1j)


def test_options_reach_the_drivers_compiler(fake):
    @cuda.jit(max_registers=40, launch_bounds=(128, 2), shared_memory_carveout="MaxShared")
    def kernel(x):
        pass

    kernel[1, 1](1)
    text = next(iter(fake.modules.values())).text
    assert ".maxntid 128" in text
    assert ".minnctapersm 2" in text
    assert ("registers", 40) in fake.log
    assert ("set", 9, 100) in fake.log


@cuda.jit(debug=True, opt=False)
def checked(a, i):
    if i == 3:
        raise ValueError("three", i)
    a[i] = 1


def record(fake, code, words=()):
    """Write a record of an exception as the kernel would."""
    memory = next(m.variables["coluber_error"] for m in fake.modules.values() if "coluber_error" in m.variables)
    header = struct.pack("8i", code, 5, 6, 7, 1, 2, 3, 0)
    memory[:32] = header
    memory[32 : 32 + 8 * len(words)] = struct.pack(f"{len(words)}q", *words)
    return memory


def site(class_name):
    from coluber.cuda import compiler

    errors = compiler.of_specialisation(checked, 0, (8, 6))["errors"]
    return 1 + next(k for k, found in enumerate(errors["sites"]) if found[0] == class_name)


def test_exceptions_in_debug_mode(fake):
    array = cuda.to_device(np.zeros(4))
    checked[1, 1](array, 0)
    memory = record(fake, site("ValueError"), [3])
    with pytest.raises(ValueError, match="three") as caught:
        checked[1, 1](array, 3)
    assert caught.value.args == ("tid=[5, 6, 7] ctaid=[1, 2, 3]: three", 3)
    frame = caught.traceback[-1]
    assert frame.name == "checked"
    assert frame.lineno == checked.py_func.__code__.co_firstlineno + 2
    # The record is empty again.
    assert not any(memory.raw)
    checked[1, 1](array, 0)
    record(fake, site("IndexError"))
    with pytest.raises(IndexError, match=r"tid=\[5, 6, 7\] ctaid=\[1, 2, 3\]: index is out of bounds"):
        checked[1, 1](array, 9)


def test_numbers_of_a_kernel_are_the_drivers(fake):
    one[1, 1](1)
    (types,) = (types for types in one.signatures if str(types[0]) == "int64")
    # The library's numbers are 100 more than that of the attribute.
    assert one.get_max_threads_per_block(types) == 100
    assert one.get_shared_mem_per_block(types) == 101
    assert one.get_const_mem_size(types) == 102
    assert one.get_local_mem_per_thread(types) == 103
    assert one.get_regs_per_thread(types) == 104
    kernel = one.overloads[types]
    assert kernel.regs_per_thread == 104
    # 2048 threads of a multiprocessor, by the library; 0 has as many multiprocessors as its number says.
    with cuda.gpus[1]:
        blocks = 8 * cuda.get_current_device().MULTIPROCESSOR_COUNT
        assert kernel.max_cooperative_grid_blocks((128, 2)) == blocks > 0


def test_forall_asks_for_the_occupancy(fake):
    one.forall(5000)(cuda.to_device(np.zeros(10)))
    assert fake.launches[-1][1:3] == ((5, 1, 1), (1024, 1, 1))
    assert ("shared", 0) in fake.log
    one.forall(5000, tpb=100)(1)
    assert fake.launches[-1][1:3] == ((50, 1, 1), (100, 1, 1))
    one.forall(5000)(x=cuda.In(np.zeros(10)))
    assert fake.launches[-1].block == (1024, 1, 1)

    @cuda.jit("void(float64)")
    def eager(x):
        pass

    eager.forall(100)(1)
    assert fake.launches[-1].parameters == [struct.pack("d", 1)]
    assert len(eager.signatures) == 1


def test_specialisation_copies_nothing(fake):
    @cuda.jit
    def kernel(x, y):
        pass

    special = kernel.specialize(np.zeros(3), cuda.In(np.zeros((2, 2))))
    assert [str(types) for types in special.signatures[0]] == ["array(float64, 1d, C)", "array(float64, 2d, C)"]
    assert "cuMemAlloc" not in fake.log


def test_kernels_of_a_thread_without_a_context(fake):
    import threading

    failures = []

    def work():
        try:
            one[1, 1](1)
        except Exception as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not failures
    assert fake.launches[-1].context == 0x7FFF00000000 + 10


def test_callbacks_run_while_a_launch_waits(fake):
    """A launch gives the interpreter free: the driver's queue may wait for a callback."""
    import threading

    done = threading.Event()

    def wait(x):
        thread = threading.Thread(target=done.set)
        thread.start()
        assert done.wait(10)
        thread.join()

    fake.bodies["one"] = wait
    one[1, 1](1)
    assert done.is_set()


def test_device_arrays_are_nothing_for_the_processor(fake):
    from coluber import njit, typeof

    array = cuda.to_device(np.zeros((2, 3), np.int16))
    assert str(typeof(array)) == "array(int16, 2d, C)"

    @njit
    def first(a):
        return a[0, 0]

    with pytest.raises(TypingError, match="Cannot determine Numba type of .*DeviceNDArray"):
        first(array)


def test_device_arrays_as_globals_are_addresses_in_the_code(fake):
    table = cuda.to_device(np.arange(10.0))
    row = table[2:8:2]

    @cuda.jit
    def look_up(out):
        i = cuda.grid(1)
        if i < row.size:
            out[i] = row[i]
            row[i] = 1

    (address, *_) = launched(fake, look_up, cuda.to_device(np.zeros(3))).parameters
    (ptx,) = look_up.inspect_asm().values()
    assert str(table.device_ctypes_pointer.value + 16) in ptx
    assert "ld.global.b64" in ptx or "ld.global.f64" in ptx
    assert "constant_" not in ptx
    assert struct.unpack("Q", address) != (row.device_ctypes_pointer.value,)


def test_the_same_kernel_on_the_emulator_afterwards(fake):
    @cuda.jit
    def kernel(a):
        a[cuda.grid(1)] += 1

    kernel[1, 4](cuda.to_device(np.zeros(4)))
    from coluber.cuda.host import backend
    from coluber.cuda.host.emulator import Emulator

    driver = backend.current()
    backend.use(Emulator())
    a = np.zeros(4)
    kernel[1, 4](a)
    backend.use(driver)
    assert a.tolist() == [1, 1, 1, 1]
