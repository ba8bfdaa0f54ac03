"""PTX and LLVM IR of small kernels against `ptx/NAME.ptx` and `ptx/NAME.ll`; ``ptxas`` takes the PTX for five generations.

``make bless`` (or ``COLUBER_UPDATE=1``) writes what comes out into the expected files. libdevice and ``ptxas`` are those of
``build/cuda-venv`` (``make`` installs them); what needs them is skipped where they are missing.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from coluber import cuda, float32, int32, types
from coluber.cuda import compiler, toolkit

HERE = Path(__file__).parent / "ptx"
PACKAGES = sorted(Path(__file__).parents[2].glob("build/cuda-venv/lib/python3*/site-packages/nvidia/*"))
KERNELS = runpy.run_path(str(HERE / "kernels.py"), init_globals={"cuda": cuda, "types": types})["KERNELS"]
CAPABILITIES = [(7, 5), (8, 0), (9, 0), (10, 0), (12, 0)]

# NVIDIA's assembler takes seconds for each: `make fuzz` has all of them assembled.
ASSEMBLED = CAPABILITIES if os.environ.get("COLUBER_FUZZ") else CAPABILITIES[::2]


def _file(name: str) -> Path | None:
    return next((path / name for path in PACKAGES if (path / name).is_file()), None)


PTXAS = _file("bin/ptxas")
LIBDEVICE = _file("nvvm/libdevice/libdevice.10.bc")


@pytest.fixture(autouse=True)
def packages(monkeypatch):
    """Use the packages of `build/cuda-venv` and no other ones."""
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.setenv("CUDA_HOME", str(LIBDEVICE.parents[2]) if LIBDEVICE else "/nowhere")


def compiled(name: str, cc: tuple[int, int], **more: object) -> dict:
    function, signature, options = KERNELS[name]
    options = dict(options)
    if options.pop("libdevice", False) and LIBDEVICE is None:
        pytest.skip("there is no libdevice: the package nvidia-nvvm has it")
    dispatcher = compiler._dispatcher(function, {"device": False, **options})
    return compiler._ptx(dispatcher, compiler.normalize_signature(signature), cc, **more)


def plain(text: str) -> str:
    """Return a text without what depends on the version of LLVM or on where the source is."""
    dropped = ("//", ".version", "; ModuleID", "source_filename", "target ", "\t.file")
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith(dropped)]
    # Calls are numbered through all modules of the process.
    kept = [re.sub(r"callseq \d+", "callseq", line) for line in lines if "!DIFile(" not in line]
    return "\n".join(kept).strip() + "\n"


def compare(path: Path, text: str) -> None:
    if os.environ.get("COLUBER_UPDATE"):
        path.write_text(text)
    assert path.read_text() == text


@pytest.mark.parametrize("name", KERNELS)
def test_texts(name):
    out = compiled(name, (8, 0), llvm=True)
    compare(HERE / f"{name}.ptx", plain(out["ptx"]))
    # What libdevice brings along is not ours.
    if not KERNELS[name][2].get("libdevice"):
        compare(HERE / f"{name}.ll", plain(out["optimised"]))


@pytest.mark.skipif(PTXAS is None, reason="there is no ptxas: the package nvidia-cuda-nvcc has it")
@pytest.mark.parametrize("cc", ASSEMBLED, ids=lambda cc: f"sm_{cc[0]}{cc[1]}")
def test_ptxas_takes_all(cc, tmp_path):
    sources = []
    for name, (_, _, options) in KERNELS.items():
        if options.get("libdevice") and LIBDEVICE is None:
            continue
        source = tmp_path / f"{name}.ptx"
        source.write_text(compiled(name, cc)["ptx"])
        sources.append(source)
    for source in sources:
        command = [PTXAS, f"-arch=sm_{cc[0]}{cc[1]}", source, "-o", source.with_suffix(".cubin")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{source.name}: {done.stderr}"


def add(x, y):
    return x + y


def test_device_function_with_the_abi_of_c():
    ptx, result = cuda.compile(add, float32(float32, float32), cc=(8, 0))
    assert result == float32
    assert re.search(r"\.visible \.func  \(\.param \.b32 func_retval0\) add\(", ptx)
    ptx, _ = cuda.compile(add, (int32, int32), cc=(8, 0), abi_info={"abi_name": "sum"})
    assert " sum(" in ptx


def test_device_function_with_the_abi_of_numba():
    ptx, result = cuda.compile_ptx(add, (int32, int32), device=True)
    # The status is returned, and the address of the result is the first parameter.
    assert ptx.count(".param .b") == 4
    assert str(result) == "int64"
    assert ".target sm_75" in ptx


def test_what_is_not_supported_is_refused_by_name():
    signature = (int32, int32)
    with pytest.raises(NotImplementedError, match="output='ltoir'"):
        cuda.compile(add, signature, output="ltoir")
    with pytest.raises(NotImplementedError, match="output='ltoir'"):
        cuda.compile_all(add, signature)
    with pytest.raises(NotImplementedError, match="Unsupported ABI: fortran"):
        cuda.compile(add, signature, abi="fortran")
    with pytest.raises(NotImplementedError, match="kernels are not called as functions of C"):
        cuda.compile(add, signature, device=False)
    with pytest.raises(ValueError, match=r"compute capability 7\.0 is not supported"):
        cuda.compile(add, signature, cc=(7, 0))
    with pytest.raises(TypeError, match="a kernel must return nothing"):
        cuda.compile_ptx(add, signature)


def test_inspection_of_a_kernel():
    @cuda.jit
    def double(a):
        a[cuda.grid(1)] *= 2

    double.compile((types.float32[::1],))
    ((signature, ptx),) = double.inspect_asm().items()
    assert ".visible .entry" in ptx
    assert "define ptx_kernel void" in double.inspect_llvm(signature)


def test_parameters_are_the_words_without_owners():
    out = compiled("saxpy", (8, 0))
    # A float, then address, extent and stride of two arrays; the first word of an array is its owner.
    assert out["params"] == [(0, 4), (2, 8), (3, 8), (4, 8), (6, 8), (7, 8), (8, 8)]
    assert out["symbol"] == "saxpy"
    assert out["errors"] is None
    assert not out["cooperative"]


def test_debug_has_variables_and_records_errors():
    def first(a):
        if a.size == 0:
            raise ValueError("empty")
        a[0] = 1

    ptx, _ = cuda.compile_ptx(first, (float32[::1],), debug=True, opt=False)
    assert ", debug" in ptx
    assert ".section\t.debug_info" in ptx
    assert "coluber_error" in ptx
    dispatcher = compiler._dispatcher(first, {"device": False, "debug": True, "opt": False})
    errors = compiler._ptx(dispatcher, ((float32[::1],), None), None)["errors"]
    line = first.__code__.co_firstlineno + 2
    assert errors["symbol"] == "coluber_error"
    assert ("ValueError", "", ["Literal[str](empty)"], __file__, line) in errors["sites"]
    assert ("IndexError", "index is out of bounds", [], __file__, line + 1) in errors["sites"]
    ptx, _ = cuda.compile_ptx(first, (float32[::1],))
    assert "coluber_error" not in ptx
    assert "exit;" in ptx


def test_without_libdevice(monkeypatch):
    monkeypatch.setenv("CUDA_HOME", "/nowhere")
    monkeypatch.setattr(toolkit, "_packages", lambda: iter(()))
    function, signature, _ = KERNELS["power_double"]
    ptx, _ = cuda.compile_ptx(function, signature)
    assert ".func" not in ptx
    assert "fma.rn.f64" in ptx
    function, signature, _ = KERNELS["exp_sin"]
    # Large arguments of sin are reduced by a function of our own.
    assert ".extern" not in cuda.compile_ptx(function, signature)[0]


def test_libdevice_is_found_by_the_variables(monkeypatch, tmp_path):
    (tmp_path / "nvvm" / "libdevice").mkdir(parents=True)
    file = tmp_path / "nvvm" / "libdevice" / "libdevice.10.bc"
    file.touch()
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    assert toolkit.libdevice() == file
    monkeypatch.setenv("CUDA_HOME", "/nowhere")
    monkeypatch.setenv("NUMBAPRO_LIBDEVICE", str(file))
    assert toolkit.libdevice() == file
    monkeypatch.setenv("NUMBAPRO_LIBDEVICE", str(file.parent))
    assert toolkit.libdevice() == file
