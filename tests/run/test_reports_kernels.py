"""Reports of CUDA kernels, and links to reports from other views."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from coluber import cuda, float32, njit
from coluber.cuda.toolkit import program
from coluber.reports import links
from coluber.reports.collect import report
from coluber.reports.page import page
from coluber.reports.ptx import findings
from coluber.reports.recording import of_program, recorded


@cuda.jit
def mixed(a, b):
    tile = cuda.shared.array(64, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t] = a[i]
    cuda.syncthreads()
    b[i] = tile[63 - t]
    b[i * 2] = tile[t]
    a[int(b[i])] = 1
    b[0] = 2
    cuda.atomic.add(b, i * 3, 1)


@cuda.jit
def transposed(a, b):
    r, c = cuda.grid(2)
    if r < a.shape[0] and c < a.shape[1]:
        b[c, r] = a[c, r]
        a[r, c] = b[c, r]


@cuda.jit
def grid_stride(a, b):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        b[i] = a[i] + 1


@cuda.jit
def rows(a):
    i = cuda.grid(1)
    total = 0.0
    for k in range(a.shape[1]):
        total += a[i, k]
    a[i, 0] = total


def lines_of(kernel, *arguments):
    """The notes of a kernel by offset from its first line (the decorator's)."""
    kernel[1, 64](*arguments)
    found = report(kernel)
    version = found.versions[0]
    return {number - found.first: notes for number, notes in version.notes.items()}, version


def test_lines():
    notes, version = lines_of(mixed, np.zeros(64, np.float32), np.zeros(256, np.float32))
    assert any("barrier" in note for note in notes[6])
    assert 7 not in notes or not any("uncoalesced" in note for note in notes[7])
    assert ["looks uncoalesced: store of global memory, the next thread in x is 8 bytes away, an element has 4"] == notes[8]
    assert any("depends on data" in note for note in notes[9])
    assert not any("uncoalesced" in note for note in notes.get(10, []))
    assert notes[11] == ["atomic operation"]
    text = "; ".join(version.facts)
    assert "256 bytes of shared memory" in text
    assert "1 barrier;" in text
    assert "2 look uncoalesced" in text
    assert "registers" in text
    assert "ptxas" in text
    assert any("st.global" in step for step in version.assembly[report(mixed).first + 8])


def test_rows_and_columns():
    a = np.zeros((8, 8))
    transposed[(1, 1), (8, 8)](a, a)
    found = report(transposed)
    notes = {number - found.first: text for number, text in found.versions[0].notes.items()}
    assert 4 not in notes
    assert len(notes[5]) == 1
    assert "a row" in notes[5][0]
    assert "store" in notes[5][0]


@pytest.mark.parametrize(("kernel", "shape", "bad"), [(grid_stride, 512, False), (rows, (64, 8), True)])
def test_loops(kernel, shape, bad):
    a = np.zeros(shape)
    _, version = lines_of(kernel, *([a, a] if kernel is grid_stride else [a]))
    text = "; ".join(version.facts)
    assert ("uncoalesced: line" in text) == bad
    assert ("none looks uncoalesced" in text) != bad


def test_device_function():
    @cuda.jit(device=True)
    def twice(x):
        return x * 2

    @cuda.jit
    def caller(a):
        a[cuda.threadIdx.x] = twice(a[cuda.threadIdx.x])

    caller[1, 8](np.zeros(8))
    found = report(twice)
    assert [version.title for version in found.versions] == ["(float64)"]
    assert "the kernels that call it" in found.versions[0].facts[0]


def test_jitted_function_that_only_kernels_call():
    with recorded() as made:

        @njit
        def twice(x):
            return x * 2

        @cuda.jit
        def caller(a):
            a[cuda.threadIdx.x] = twice(a[cuda.threadIdx.x])

        caller[1, 8](np.zeros(8))
        own = of_program(made)
    assert [dispatcher.py_func.__name__ for dispatcher in own] == ["twice", "caller"]
    (version,) = report(own[0]).versions
    assert version.title == "in kernels: (float64)"
    assert any("mul" in step or "add" in step for steps in version.assembly.values() for step in steps)
    twice(3)
    assert [version.title for version in report(twice).versions] == ["(int64) -> int64", "in kernels: (float64)"]


PTX = """
.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	.local .align 8 .b8 	__local_depot0[64];
	.loc	1 7 1
	ld.param.b64 	%rd1, [k_param_0];
	mov.u32 	%r1, %tid.x;
	mul.wide.u32 	%rd2, %r1, 16;
	add.s64 	%rd3, %rd1, %rd2;
	ld.global.{width} 	{to}, [%rd3+4];
	@%p1 bra 	$L1;
	bar.sync 	0;
$L1:
	ret;
}
	.file	1 "/a/b.py"
"""


@pytest.mark.parametrize(
    ("width", "to", "bad"),
    [("b32", "%r2", True), ("v4.b32", "{%r2, %r3, %r4, %r5}", False), ("v2.b64", "{%rd4, %rd5}", False), ("b64", "%rd4", True)],
)
def test_widths(width, to, bad):
    found = findings(PTX.replace("{width}", width).replace("{to}", to))
    assert bool(found.uncoalesced) == bad
    assert found.global_accesses == 1
    assert found.barriers == 1
    assert found.local_bytes == 64
    assert found.registers == 2 + 2 * 4
    assert ("/a/b.py", 7) in found.instructions


@pytest.mark.skipif(program("ptxas") is None, reason="there is no ptxas: the package nvidia-cuda-nvcc has it")
def test_registers_of_ptxas():
    _, version = lines_of(mixed, np.zeros(64, np.float32), np.zeros(256, np.float32))
    assert re.search(r"\d+ registers, no spills, \d+ bytes of stack \(ptxas\)", version.facts[0])


@njit
def host(x):
    return x + 1


def test_links(capsys):
    host(1)
    graph = next(iter(host.inspect_cfg().values())).display()
    assert "report: coluber annotate" in graph
    with links.to_page("out.html"):
        graph = next(iter(host.inspect_cfg().values())).display()
        where = f"out.html#host-{host.py_func.__code__.co_firstlineno}"
        assert f'graph [URL="{where}"' in graph
        assert f'<a href="{where}">' in graph._repr_html_()
        host.parallel_diagnostics()
        assert f"report: {where}" in capsys.readouterr().out
        grid_stride[1, 8](np.zeros(8), np.zeros(8))
        assert grid_stride.inspect_asm(grid_stride.signatures[0]).startswith("// report: out.html#grid_stride-")
    assert f'id="{where.partition("#")[2]}"' in page([report(host)], "title")
    assert "out.html" not in grid_stride.inspect_asm(grid_stride.signatures[0])


def test_command(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from numba import cuda\nimport numpy as np\n@cuda.jit\ndef strided(a):\n    a[cuda.grid(1) * 4] = 1\n"
        "strided[1, 8](np.zeros(64))\nprint(strided.inspect_asm(strided.signatures[0]).splitlines()[0])\n"
    )
    out = tmp_path / "page.html"
    done = subprocess.run(
        [sys.executable, "-m", "coluber", f"--annotate-html={out}", str(script)],
        env={**os.environ, "COLUBER_CUDA": "emulator"}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert f"report: {out}#strided-3" in done.stdout
    text = out.read_text()
    assert 'id="strided-3"' in text
    assert "the next thread in x is 32 bytes away, an element has 8" in text
