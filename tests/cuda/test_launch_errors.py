"""Launches that can't be: a clear error before anything runs, and everything else stays usable."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

from coluber import cuda, float32
from coluber.core.errors import NumbaError, TypingError, UnsupportedError
from coluber.cuda import CudaAPIError


@cuda.jit
def fill(a, value):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = value


def refused(error, text, *arguments, kernel=fill, configuration=(1, 32)):
    """Launch with what is refused beside a device array and a host array; both stay as they are, and usable."""
    host, device = np.arange(4.0), cuda.to_device(np.arange(4.0))
    with pytest.raises(error, match=text) as raised:
        kernel[configuration](*arguments)
    assert np.array_equal(host, np.arange(4.0))
    fill[1, 4](device, 3)
    fill[1, 4](host, 3)
    assert device.copy_to_host().tolist() == host.tolist() == [3, 3, 3, 3]
    return str(raised.value)


def test_text_in_arrays_is_for_the_host():
    @cuda.jit
    def length(texts, out):
        out[0] = len(texts[0])

    with pytest.raises(UnsupportedError, match="a string made at run time is not supported in a kernel"):
        length[1, 1](np.array(["abc"]), np.zeros(1))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([None, 2], dtype=object), "argument 0: Unsupported array dtype: object"),
        (np.zeros(3, np.longdouble), "argument 0: Unsupported array dtype: float128"),
        (np.zeros(3, ">f8"), "argument 0: Unsupported array dtype: >f8"),
        (np.array(["a"], ">U1"), "argument 0: Unsupported array dtype: >U1"),
        ([1, 2], "argument 0: Cannot determine Numba type of <class 'list'>"),
        ({"a": 1}, "argument 0: Cannot determine Numba type of <class 'dict'>"),
        (object(), "argument 0: Cannot determine Numba type of <class 'object'>"),
        (cuda.In([1, 2]), "argument 0: Cannot determine Numba type of <class 'list'>"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_arguments_of_unsupported_types(value, text):
    message = refused(TypingError, text, value, 1)
    assert "hint:" in message


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((np.zeros(1),), "missing argument 'value'"),
        ((np.zeros(1), 1, 2), "too many arguments: expected 2, got 3"),
    ],
    ids=["few", "many"],
)
def test_numbers_of_arguments(arguments, text):
    refused(TypeError, text, *arguments)


def test_wrong_dimensions():
    @cuda.jit
    def kernel(a):
        a[0, 0] = 1

    refused(TypingError, r"cannot index array\(float64, 1d, C\) with 2 indices", np.zeros(3), kernel=kernel)

    @cuda.jit("void(float64[:,:])")
    def declared(a):
        a[0, 0] = 1

    refused(TypeError, r"No matching definition for argument type\(s\) array\(float64, 1d, C\)", np.zeros(3), kernel=declared)


@pytest.mark.parametrize(
    ("configuration", "text"),
    [
        ((1, 2048), "is larger than"),
        ((1, (32, 33)), "has 1056 threads, more than 1024"),
        ((1, (1, 1, 65)), "is larger than"),
        ((1, 32, 0, 300_000), "300000 bytes of shared memory"),
    ],
    ids=str,
)
def test_blocks_that_no_device_has(configuration, text):
    refused(CudaAPIError, text, np.zeros(3), 1, configuration=configuration)


def test_static_and_dynamic_shared_memory_together():
    @cuda.jit
    def kernel(a):
        static = cuda.shared.array(10_000, float32)
        dynamic = cuda.shared.array(0, float32)
        static[0], dynamic[0] = 1, 2
        a[0] = static[0] + dynamic[0]

    a = np.zeros(1)
    kernel[1, 1, 0, 100_000](a)
    assert a[0] == 3
    text = "40000 bytes of static and 232448 of dynamic shared memory are more than 232448"
    refused(CudaAPIError, text, a, kernel=kernel, configuration=(1, 1, 0, 227 * 1024))


def test_launch_bounds():
    kernel = cuda.jit(launch_bounds=16)(fill.py_func)
    a = np.zeros(20)
    kernel[2, 16](a, 1)
    assert np.all(a == 1)
    refused(CudaAPIError, "32 threads, more than the 16 of launch_bounds", a, 1, kernel=kernel)


def test_a_stream_that_is_none():
    refused(TypeError, "a stream or 0, got 'x'", np.zeros(1), 1, configuration=(1, 1, "x"))


def test_a_kernel_launches_no_kernel():
    @cuda.jit
    def kernel(a):
        fill[1, 1](a, 1.0)

    text = refused(TypingError, "getitem", np.zeros(1), kernel=kernel)
    assert "hint: kernels can't launch kernels" in text


@pytest.mark.parametrize("kernel", [fill, cuda.jit("void(float64[:], int64)")(fill.py_func)])
def test_keywords(kernel):
    a = np.zeros(4)
    kernel[1, 4](value=2, a=a)
    assert np.all(a == 2)
    kernel.forall(4)(a, value=5)
    assert np.all(a == 5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'values'"):
        kernel[1, 4](a, values=2)


def test_arrays_in_and_out():
    a, b = np.arange(4.0), np.zeros(4)
    fill[1, 4](cuda.In(a), 9)
    assert np.array_equal(a, np.arange(4.0))
    fill[1, 4](cuda.Out(b), 9)
    assert np.all(b == 9)
    fill[1, 4](cuda.InOut(a), 8)
    assert np.all(a == 8)


class Foreign:
    """An object with the CUDA array interface of an array; some entries may be other ones, or missing."""

    def __init__(self, array, without=(), **entries):
        interface = {**array.__cuda_array_interface__, **entries}
        self.interface = {name: value for name, value in interface.items() if name not in without}

    @property
    def __cuda_array_interface__(self):
        """The description."""
        return self.interface


@pytest.mark.emulator_alone("the object's memory is not copied")
def test_foreign_memory_is_not_copied():
    device = cuda.to_device(np.zeros(8))
    fill[1, 8](Foreign(device[1::2]), 7)
    assert device.copy_to_host().tolist() == [0, 7] * 4


def test_foreign_memory_that_is_read_only():
    device = cuda.to_device(np.zeros(8))
    address = device.__cuda_array_interface__["data"][0]
    refused(TypingError, "Cannot modify readonly array", Foreign(device, data=(address, True)), 1)
    assert not device.copy_to_host().any()


@pytest.mark.parametrize("name", ["shape", "typestr", "data"])
def test_descriptions_that_lack_something(name):
    text = f"the CUDA array interface of an object of the class Foreign has no '{name}'"
    refused(TypeError, text, Foreign(cuda.to_device(np.zeros(8)), without=(name,)), 1)


def test_masked_arrays():
    refused(NotImplementedError, "Masked arrays", Foreign(cuda.to_device(np.zeros(8)), mask=cuda.to_device(np.zeros(8))), 1)


@pytest.mark.parametrize("name", ["inspect_sass_cfg", "inspect_lto_ptx"])
def test_refused_inspections(name):
    with pytest.raises(UnsupportedError, match=name):
        getattr(fill, name)()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("x = [i for i in range(3)]; a[0] = x[0]", "list"),
        ("x = {1: 2}; a[0] = x[1]", "dict"),
        ("x = {1, 2}; a[0] = len(x)", "set"),
        ("yield a[0]", "generators"),
        ("with a: a[0] = 1", "with"),
        ("class A: pass", "class"),
        ("a[0] = float(input())", "input"),
    ],
    ids=lambda text: text[:8],
)
def test_what_kernels_have_no_word_for(source, text):
    namespace = {}
    exec(f"def kernel(a):\n    {source}\n", namespace)
    with pytest.raises(NumbaError, match=text):
        cuda.jit(namespace["kernel"])[1, 1](np.zeros(3))


def test_tracebacks_of_debug_mode():
    @cuda.jit(device=True, debug=True, opt=False)
    def quotient(x, y):
        return x // y

    @cuda.jit(debug=True, opt=False)
    def kernel(a):
        i = cuda.grid(1)
        a[i] = quotient(i, i - 3)

    with pytest.raises(ZeroDivisionError, match=r"^tid=\[3, 0, 0\] ctaid=\[0, 0, 0\]: ") as raised:
        kernel[2, 4](np.zeros(8))
    frames = [(frame.name, frame.line) for frame in traceback.extract_tb(raised.value.__traceback__)][-2:]
    assert frames == [("kernel", "a[i] = quotient(i, i - 3)"), ("quotient", "return x // y")]


def test_asserts_of_debug_mode():
    @cuda.jit(debug=True, opt=False)
    def kernel(a):
        x, y, z = cuda.grid(3)
        if a[x, y, z] != 0:
            raise AssertionError("not zero")
        a[x, y, z] = 1

    a = np.zeros((4, 3, 2))
    a[2, 1, 1] = 5
    with pytest.raises(AssertionError, match=r"tid=\[0, 1, 1\] ctaid=\[1, 0, 0\]: not zero"):
        kernel[2, (2, 3, 2)](a)
    a[:] = 0
    kernel[2, (2, 3, 2)](a)
    assert a.all()
