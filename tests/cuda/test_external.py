"""Functions of other CUDA code: declarations, the PTX that calls them, linking by NVIDIA's linker and by the driver."""

import ctypes
import io
import os
import struct
import subprocess
import sys

import numpy as np
import pytest

from coluber import float32, types
from coluber.core.errors import UnsupportedError
from coluber.cuda import compiler
from coluber.cuda.host import libraries, linking, nvrtc
from coluber.cuda.host.errors import LinkerError, NvrtcCompilationError, NvrtcSupportError
from tests.cuda.fake_libcuda import installed
from tests.cuda.hostapi import cuda
from tests.cuda.test_ptx import PACKAGES, PTXAS, _file

try:
    import cffi

    ffi = cffi.FFI()
except ImportError:
    ffi = None

pytestmark = pytest.mark.filterwarnings("ignore::coluber.core.errors.NumbaPerformanceWarning")

NVLINK = _file("bin/nvlink")
NVJITLINK = next((path for package in PACKAGES for path in package.glob("lib/libnvJitLink.so*")), None)
NVRTC = next((path for package in PACKAGES for path in package.glob("lib/libnvrtc.so*")), None)

SOURCE = """
extern "C" __device__ float mul(float x, int y) { return x * y; }
extern "C" __device__ int both(float *result, float x, bool y) { *result = y ? x : -x; return 0; }
struct pair { double first, second; };
extern "C" __device__ pair swap(double x, double y) { return {y, x}; }
extern "C" __device__ void nothing(long long x) {}
"""

mul = cuda.declare_device("mul", "float32(float32, int32)", abi="c")
both = cuda.declare_device("both", "float32(float32, boolean)")
swap = cuda.declare_device("swap", "UniTuple(float64, 2)(float64, float64)", abi="c")
nothing = cuda.declare_device("nothing", "void(int64)", abi="c")


def scale(a, k):
    i = cuda.grid(1)
    a[i] = mul(a[i], k)


def all_of_them(a, k):
    first, second = swap(a[0], a[1])
    nothing(k)
    a[0] = first + both(a[2], k > 2)
    a[1] = second


def ptx_of(function, signature, cc=(8, 0)):
    dispatcher = compiler._dispatcher(function, {"device": False})
    return compiler._ptx(dispatcher, compiler.normalize_signature(signature), cc)


@pytest.fixture
def fake():
    with installed() as library:
        yield library


def test_the_ptx_calls_the_symbol():
    out = ptx_of(scale, "void(float32[::1], int64)")
    assert out["externals"] == ["mul"]
    declaration = out["ptx"][out["ptx"].index(".extern .func") :].split(";")[0]
    assert "(.param .b32 func_retval0) mul" in declaration
    assert declaration.count("param .b32 mul_param") == 2
    assert sorted(ptx_of(all_of_them, "void(float64[::1], int64)")["externals"]) == ["both", "nothing", "swap"]


def relocatable(ptx, target):
    source = target.with_suffix(".ptx")
    source.write_text(ptx if isinstance(ptx, str) else ptx.decode())
    subprocess.run([PTXAS, "-c", "-arch=sm_80", source, "-o", target], check=True, capture_output=True, timeout=100)
    return target


@pytest.mark.skipif(None in (PTXAS, NVLINK, NVRTC), reason="there is no ptxas, nvlink or NVRTC: NVIDIA's packages have them")
def test_nvidias_linker_takes_the_kernel_and_cuda_cpp(tmp_path, monkeypatch):
    monkeypatch.setattr(libraries, "roots", lambda: [str(NVRTC.parents[2])])
    monkeypatch.setattr(libraries, "find", lambda name: str(NVRTC))
    other = relocatable(nvrtc.compile_source(SOURCE.encode(), "other.cu", (8, 0)), tmp_path / "other.cubin")
    for function, signature in ((scale, "void(float32[::1], int64)"), (all_of_them, "void(float64[::1], int64)")):
        kernel = relocatable(ptx_of(function, signature)["ptx"], tmp_path / "kernel.cubin")
        command = [NVLINK, "-arch=sm_80", kernel, other, "-o", tmp_path / "linked.cubin"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "linked.cubin").read_bytes()[:4] == b"\x7fELF"


@pytest.mark.skipif(NVRTC is None, reason="there is no NVRTC: the package nvidia-cuda-nvrtc has it")
def test_cuda_cpp_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setattr(libraries, "roots", lambda: [str(NVRTC.parents[2])])
    monkeypatch.setattr(libraries, "find", lambda name: str(NVRTC))
    text = nvrtc.compile_source(SOURCE.encode(), "other.cu", (9, 0)).decode()
    assert ".target sm_90" in text
    assert ".visible .func  (.param .b32 func_retval0) mul" in text
    with pytest.raises(NvrtcCompilationError, match=r"bad.cu does not compile:\nbad.cu\(1\): error: "):
        nvrtc.compile_source(b"int f() { return x; }", "bad.cu", (8, 0))
    (tmp_path / "own.h").write_text("#define ANSWER 42\n")
    monkeypatch.setattr(nvrtc.config, "CUDA_NVRTC_EXTRA_SEARCH_PATHS", str(tmp_path))
    source = b'#include <own.h>\nextern "C" __device__ int f() { return ANSWER; }'
    assert b"42" in nvrtc.compile_source(source, "with_header.cu", (8, 0))


def lto_ir(source: str, cc: tuple[int, int]) -> bytes:
    """Compile CUDA C++ to LTO-IR."""
    library = nvrtc.library()
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    assert library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"lto.cu", 0, None, None) == 0
    options = [f"-arch=compute_{cc[0]}{cc[1]}".encode(), b"-dlto", b"--relocatable-device-code=true"]
    assert library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)) == 0
    assert library.nvrtcGetLTOIRSize(program, ctypes.byref(size)) == 0
    code = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetLTOIR(program, code) == 0
    return code.raw


@pytest.mark.skipif(None in (NVRTC, NVJITLINK), reason="there is no NVRTC or no nvJitLink: NVIDIA's packages have them")
def test_lto_ir_is_linked_by_nvjitlink(monkeypatch):
    paths = {"nvrtc": str(NVRTC), "nvjitlink": str(NVJITLINK)}
    monkeypatch.setattr(libraries, "find", paths.get)
    code = lto_ir(SOURCE, (8, 0))
    for function, signature in ((scale, "void(float32[::1], int64)"), (all_of_them, "void(float64[::1], int64)")):
        ptx = ptx_of(function, signature)["ptx"].encode()
        others = [cuda.LTOIR(code, "other.ltoir"), cuda.CUSource("__device__ int unused;")]
        linked = linking.link_kernel(ptx, others, (8, 0), max_registers=40, lineinfo=True)
        assert linked[:4] == b"\x7fELF"
        assert function.__name__.encode() in linked
    with pytest.raises(LinkerError, match=r"linking failed: nvJitLink's error \d+\n.*mul"):
        linking.link_kernel(
            ptx_of(scale, "void(float32[::1], int64)")["ptx"].encode(), [cuda.LTOIR(lto_ir("", (8, 0)))], (8, 0)
        )
    with pytest.raises(LinkerError, match="bad.ltoir: nvJitLink's error"):
        linking.link_kernel(ptx, [cuda.LTOIR(b"no code", "bad.ltoir")], (8, 0))


def test_without_nvrtc_the_package_is_named(monkeypatch, fake):
    monkeypatch.setattr(libraries, "find", lambda name: None)
    add = cuda.declare_device("add_cu", "int32(int32)", link=cuda.CUSource("..."), abi="c")

    @cuda.jit
    def kernel(a):
        a[0] = add(a[0])

    with pytest.raises(NvrtcSupportError, match="nvidia-cuda-nvrtc"):
        kernel[1, 1](cuda.to_device(np.zeros(1, np.int32)))


def test_the_emulator_names_the_function():
    kernel = cuda.jit(scale)
    with pytest.raises(UnsupportedError, match="'mul' is other CUDA code, which the emulator can't run") as caught:
        kernel[1, 4](np.zeros(4, np.float32), 2)
    assert "a[i] = mul(a[i], k)" in str(caught.value)


def test_the_driver_links_what_is_declared(fake, tmp_path):
    path = tmp_path / "add.ptx"
    path.write_text(".version 7.0")
    seen = []
    archive = cuda.Archive(io.BytesIO(b"!<arch>"), name="lib.a", setup_callback=seen.append, teardown_callback=seen.append)
    one = cuda.declare_device("one", "int32(int32)", link=[path, archive], abi="c", use_cooperative=True)
    two = cuda.declare_device("two", "int32(int32)", link=str(path), abi="c")

    @cuda.jit(link=[cuda.Cubin(b"\x7fELF\0\1", "c.cubin")])
    def kernel(a):
        a[0] = one(a[0]) + two(a[0])

    array = cuda.to_device(np.zeros(1, np.int32))
    kernel[1, 1](array)
    # Kinds 1, 0, 4 are PTX, cubin, archive; PTX ends with a zero byte.
    assert [(kind, name) for kind, _, name in fake.linked] == [
        (1, b"<kernel>"),
        (0, b"c.cubin"),
        (1, str(path).encode()),
        (4, b"lib.a"),
    ]
    assert fake.linked[1][1] == 6
    assert fake.launches[-1].cooperative
    (module,) = seen
    name = fake.launches[-1].kernel
    assert module.get_function(name).name == name
    handle = module.handle
    seen.clear()
    del module, kernel
    import gc

    gc.collect()
    assert seen == [handle]


CACHED = """
from coluber import cuda, float32
mul = cuda.declare_device("mul", "float32(float32, int32)", abi="c")
@cuda.jit(cache=True)
def kernel(a):
    a[0] = mul(a[0], 2)
print(kernel._ptx(((float32[:],), None), {"cc": (8, 0)})["externals"])
"""


def test_code_from_the_cache_is_linked_too(fresh_python, tmp_path):
    # A file: what has no source file is not kept.
    (tmp_path / "program.py").write_text(CACHED)
    run = f"import runpy; runpy.run_path({str(tmp_path / 'program.py')!r})"
    first, second = (fresh_python(run, COLUBER_CACHE_DIR=str(tmp_path), COLUBER_DEBUG_CACHE="1") for _ in range(2))
    assert "['mul']" in first
    assert ": kept" in first
    assert second == "['mul']\n"


def test_what_can_not_be_linked(fake, tmp_path, monkeypatch):
    def launch(link):
        @cuda.jit(link=[link])
        def kernel(a):
            pass

        kernel[1, 1](1)

    with pytest.raises(LinkerError, match=r"x\.txt: files to link end with \.ptx, "):
        launch("x.txt")
    with pytest.raises(LinkerError, match=r"missing\.ptx can't be linked: No such file"):
        launch(tmp_path / "missing.ptx")
    monkeypatch.setattr(libraries, "find", lambda name: None)
    with pytest.raises(LinkerError, match="nvJitLink is missing.* nvidia-nvjitlink"):
        launch(cuda.LTOIR(b"..."))
    with pytest.raises(TypeError, match="setup_callback has to be callable"):
        cuda.PTXSource("", setup_callback=5)


sum_of = cuda.declare_device("sum_of", "float32(CPointer(float32), int32)", abi="c")
corner = cuda.declare_device("corner", "float32(float32[:,:], int32)")

POINTERS = """
extern "C" __device__ float sum_of(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }
extern "C" __device__ int corner(float *result, void *meminfo, void *parent, long long count, long long itemsize,
                                 const char *data, long long rows, long long columns, long long step, long long stride, int k) {
    *result = *(const float *)(data + (rows - 1) * step + (columns - 1) * stride) * k + count * itemsize;
    return 0;
}
"""


def pass_memory(result, vector, matrix):
    own = cuda.local.array(4, float32)
    shared = cuda.shared.array(4, float32)
    own[cuda.threadIdx.x] = vector[0]
    shared[cuda.threadIdx.x] = vector[1]
    cuda.syncthreads()
    total = sum_of(ffi.from_buffer(vector), len(vector)) + corner(matrix, 3)
    result[0] = total + sum_of(ffi.from_buffer(own), 4) + sum_of(ffi.from_buffer(shared[2:]), 2)


def test_addresses_of_arrays_are_passed():
    pytest.importorskip("cffi")
    text = ptx_of(pass_memory, "void(float32[::1], float32[::1], float32[:, :])")["ptx"]
    # Addresses are generic ones, also those of local and shared memory.
    assert "cvta.shared" in text
    assert "cvta.local" in text
    assert text.count("call.uni (retval0), sum_of") == 3
    declaration = text[text.index("corner\n(") :].split(")")[0]
    assert declaration.count("param .b64") == 10
    assert declaration.count("param .b32") == 1


@pytest.mark.skipif(None in (PTXAS, NVLINK, NVRTC), reason="there is no ptxas, nvlink or NVRTC: NVIDIA's packages have them")
def test_nvidias_linker_takes_pointers(tmp_path, monkeypatch):
    pytest.importorskip("cffi")
    monkeypatch.setattr(libraries, "roots", lambda: [str(NVRTC.parents[2])])
    monkeypatch.setattr(libraries, "find", lambda name: str(NVRTC))
    other = relocatable(nvrtc.compile_source(POINTERS.encode(), "other.cu", (8, 0)), tmp_path / "other.cubin")
    text = ptx_of(pass_memory, "void(float32[::1], float32[::1], float32[:, :])")["ptx"]
    kernel = relocatable(text, tmp_path / "kernel.cubin")
    command = [NVLINK, "-arch=sm_80", kernel, other, "-o", tmp_path / "linked.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr


def test_arrays_whose_elements_do_not_follow_each_other_have_no_address():
    pytest.importorskip("cffi")

    def kernel(a):
        sum_of(ffi.from_buffer(a), 4)

    for layout in ("float32[:]", "float32[::1, :]"):
        with pytest.raises(UnsupportedError, match=r"from_buffer\(\) takes contiguous arrays"):
            ptx_of(kernel, f"void({layout})")


def add_one(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] += 1


def test_kernels_take_addresses():
    kernel = cuda.jit(types.void(types.CPointer(types.uint8), types.uint32))(add_one)
    array = cuda.to_device(np.arange(10, dtype=np.uint8))
    # Its numbers are in the memory of the device, of which the simulator of `comparison` can have no copy.
    launch = getattr(kernel[1, 32], "launch", kernel[1, 32])
    launch(array.__cuda_array_interface__["data"][0], len(array))
    assert array.copy_to_host().tolist() == list(range(1, 11))
    with pytest.raises(TypeError, match="No matching definition"):
        launch(1.5, 3)


def test_kernels_take_addresses_in_the_simulator():
    pytest.importorskip("greenlet")
    from coluber.cuda.simulator.kernel import simulate

    array = np.arange(10, dtype=np.float32)
    simulate(add_one, {}, ["void(CPointer(float32), uint32)"])[1, 32](array.ctypes.data, 10)
    assert array.tolist() == list(range(1, 11))


def test_the_driver_gets_an_address(fake):
    kernel = cuda.jit("void(CPointer(float64), int32)")(add_one)
    kernel[1, 32](0x1234567890, 7)
    assert fake.launches[-1].parameters == [struct.pack("Q", 0x1234567890), struct.pack("i", 7)]


def test_declarations_are_checked():
    with pytest.raises(TypeError, match=r"declare_device\('f'\): the signature needs the type of the result"):
        cuda.declare_device("f", "(int32,)")
    with pytest.raises(NotImplementedError, match="Unsupported ABI: pascal"):
        cuda.declare_device("f", "int32(int32)", abi="pascal")
    with pytest.raises(UnsupportedError, match=r"f: a value of type array\(float32, 1d, C\) can't be passed to other"):
        cuda.declare_device("f", "int32(float32[::1])", abi="c")


def test_a_declared_function_in_the_simulator():
    program = """
from coluber import cuda
mul = cuda.declare_device("mul", "float32(float32)")
@cuda.jit
def k(a):
    a[0] = mul(a[0])
try:
    k[1, 1]([1.0])
except Exception as error:
    print(type(error).__name__, error)
"""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=100)
    assert "'mul' is other CUDA code, which runs on a GPU only" in done.stdout, done.stderr
