"""`COLUBER_CUDA_CHECK`: what wrong kernels do on the emulator is reported with lines, threads and blocks."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from coluber import cuda, float32, int32, int64
from coluber.core import config

pytestmark = pytest.mark.emulator_alone("the simulator does not check")

BOTH = r"both of block \[0, 0, 0\], and no barrier is between them$"


@pytest.fixture(autouse=True)
def _check(monkeypatch):
    monkeypatch.setattr(config, "CUDA_CHECK", 1)


def line_of(function, text):
    """Return the number of the line of a function that holds a text."""
    lines, first = inspect.getsourcelines(function)
    return next(first + k for k, line in enumerate(lines) if text in line)


def report(error, kernel, configuration, *arguments):
    """Return what a launch of the kernel reports."""
    with pytest.raises(error) as caught:
        kernel[configuration](*arguments)
    return str(caught.value)


def matches(text, kernel, pattern, **lines):
    """Assert that a report is of this form, in which names stand for lines of the kernel."""
    function = kernel.py_func
    places = {name: f"line {line_of(function, mark)} of {function.__name__}" for name, mark in lines.items()}
    wanted = pattern.format(**places)
    assert re.search(wanted, text), f"{text}\ndoes not match\n{wanted}"


def at(*index):
    """Return the pattern of the index of a thread or block."""
    return re.escape(str([*index, 0, 0][:3]))


# Shared memory


def test_read_and_write_without_a_barrier():
    @cuda.jit
    def reverse(a):
        tile = cuda.shared.array(8, float32)
        i = cuda.threadIdx.x
        tile[i] = a[i]  # write
        a[i] = tile[7 - i]  # read

    text = report(RuntimeError, reverse, (1, 8), np.ones(8, np.float32))
    pattern = rf"race on tile\[4\] in shared memory: read at {{read}} by thread {at(3)}, write at {{write}} by thread {at(4)}, "
    pattern += BOTH
    matches(text, reverse, pattern, read="# read", write="# write")
    assert text.startswith("tid=[4, 0, 0] ctaid=[0, 0, 0]: ")


def test_write_and_read_without_a_barrier():
    @cuda.jit
    def previous(a):
        tile = cuda.shared.array((2, 8), float32)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        tile[y, x] = a[y, x]  # write
        if x > 0:
            a[y, x] = tile[y, x - 1]  # read

    text = report(RuntimeError, previous, (1, (8, 2)), np.ones((2, 8), np.float32))
    pattern = (
        rf"race on tile\[0, 0\] in shared memory: write at {{write}} by thread {at(0)}, read at {{read}} by thread {at(1)}, "
    )
    pattern += BOTH
    matches(text, previous, pattern, read="# read", write="# write")


def test_the_line_of_the_report_is_in_the_traceback():
    @cuda.jit
    def flag(a):
        found = cuda.shared.array(1, int32)
        found[0] = 1  # write
        cuda.syncthreads()
        a[cuda.threadIdx.x] = found[0]

    with pytest.raises(RuntimeError) as caught:
        flag[1, 2](np.zeros(2))
    frame = caught.traceback[-1]
    assert (frame.name, frame.lineno + 1) == ("flag", line_of(flag.py_func, "# write"))
    # Equal values are a race as well.
    matches(str(caught.value), flag, f"write at {{w}} by thread {at(0)}, write at {{w}} by thread {at(1)}", w="# write")


def test_dynamic_shared_memory_and_other_blocks():
    @cuda.jit
    def shift(a):
        tile = cuda.shared.array(0, float32)
        i = cuda.threadIdx.x
        tile[i] = a[cuda.grid(1)]  # write
        if cuda.blockIdx.x != 2:
            cuda.syncthreads()
        a[cuda.grid(1)] = tile[i ^ 1]  # read

    text = report(RuntimeError, shift, (4, 4, 0, 16), np.ones(16, np.float32))
    pattern = rf"race on tile\[1\] in shared memory: write at {{write}} by thread {at(1)}, read at {{read}} by thread {at(0)}"
    matches(text, shift, pattern + rf", both of block {at(2)}", read="# read", write="# write")
    assert text.startswith("tid=[0, 0, 0] ctaid=[2, 0, 0]: ")


def test_in_a_function_that_the_kernel_calls():
    @cuda.jit(device=True)
    def neighbour(values, i):
        return values[i - 1]  # read

    @cuda.jit
    def call(a):
        tile = cuda.shared.array(4, float32)
        i = cuda.threadIdx.x
        tile[i] = a[i]
        if i > 0:
            a[i] = neighbour(tile, i)

    text = report(RuntimeError, call, (1, 4), np.ones(4, np.float32))
    matches(text, neighbour, r"race on values\[0\] in shared memory: write at .*, read at {read} by thread", read="# read")


def test_statements_over_whole_arrays():
    @cuda.jit
    def fill(a):
        a[:] = 1  # here

    text = report(RuntimeError, fill, (1, 2), np.zeros(3))
    pattern = r"race on element \[0\] of a part of a in global memory: write at {here} by thread .*, write at {here}"
    matches(text, fill, pattern, here="# here")


def test_reads_of_what_nothing_wrote():
    @cuda.jit
    def edge(a):
        tile = cuda.shared.array(10, float32)
        i = cuda.threadIdx.x
        tile[i] = a[i]
        cuda.syncthreads()
        a[i] = tile[i + 1]  # read

    text = report(RuntimeError, edge, (1, 8), np.ones(8, np.float32))
    pattern = rf"read of shared memory that nothing wrote: tile\[8\] in shared memory, read at {{read}} by thread {at(7)}"
    matches(text, edge, pattern + f" of block {at(0)}$", read="# read")
    assert text.startswith("tid=[7, 0, 0] ctaid=[0, 0, 0]: ")

    @cuda.jit
    def hole(a):
        tile = cuda.shared.array(8, float32)
        i = cuda.threadIdx.x
        if i != 3:
            tile[i] = 1
        cuda.syncthreads()
        a[i] = tile[i]
        cuda.syncthreads()
        a[i] += tile[i]

    text = report(RuntimeError, hole, (1, 8), np.zeros(8, np.float32))
    assert text.startswith("tid=[3, 0, 0] ctaid=[0, 0, 0]: read of shared memory that nothing wrote: tile[3]")


def test_each_block_writes_its_own_shared_memory():
    @cuda.jit
    def once(a):
        tile = cuda.shared.array(4, float32)
        i = cuda.threadIdx.x
        if cuda.blockIdx.x == 0:
            tile[i] = 1
        cuda.syncthreads()
        a[cuda.grid(1)] = tile[i]  # read

    text = report(RuntimeError, once, (2, 4), np.ones(8, np.float32))
    matches(text, once, f"nothing wrote: .* read at {{read}} by thread {at(0)} of block {at(1)}", read="# read")


@pytest.mark.parametrize("dynamic", [False, True])
def test_atomic_changes_of_what_nothing_wrote(dynamic):
    size = 0 if dynamic else 4

    @cuda.jit
    def count(a):
        bins = cuda.shared.array(size, int32)
        cuda.atomic.add(bins, a[cuda.threadIdx.x], 1)  # add
        cuda.syncthreads()
        a[cuda.threadIdx.x] = bins[cuda.threadIdx.x]

    text = report(RuntimeError, count, (1, 4, 0, 16), np.array([2, 2, 2, 2]))
    pattern = rf"nothing wrote: bins\[2\] in shared memory, atomic change at {{add}} by thread {at(0)} of block"
    matches(text, count, pattern, add="# add")


def test_what_an_unwritten_index_leads_to():
    @cuda.jit
    def gather(a):
        places = cuda.shared.array(4, int64)
        a[places[cuda.threadIdx.x]] = 1  # read

    matches(report(RuntimeError, gather, (1, 4), np.zeros(4)), gather, r"nothing wrote: places\[", read="# read")


# Global memory


def test_races_of_threads_of_a_block():
    @cuda.jit
    def smooth(a):
        i = cuda.threadIdx.x
        if i > 0:
            a[i] = a[i - 1]  # both

    text = report(RuntimeError, smooth, (1, 4), np.zeros(4))
    pattern = rf"race on a\[1\] in global memory: write at {{both}} by thread {at(1)}, read at {{both}} by thread {at(2)}, "
    pattern += BOTH
    matches(text, smooth, pattern, both="# both")


def test_races_of_blocks():
    @cuda.jit
    def sums(a, total):
        cuda.syncthreads()
        i = cuda.threadIdx.x
        if i == 1:
            total[cuda.blockIdx.x // 2] += a[i]  # change

    text = report(RuntimeError, sums, ((1, 3), 2), np.zeros(4), np.zeros(2))
    pattern = (
        rf"race on total\[0\] in global memory: write at {{change}} by thread {at(1)} of block {at(0)},"
        rf" read at {{change}} by thread {at(1)} of block \[0, 1, 0\], and nothing orders the blocks$"
    )
    matches(text, sums, pattern, change="# change")


def test_atomic_and_plain_accesses():
    @cuda.jit
    def count(total, out):
        cuda.atomic.add(total, 0, 1)  # add
        out[cuda.grid(1)] = total[0]  # read

    for configuration, where in [((1, 2), at(0)), ((2, 1), at(1))]:
        text = report(RuntimeError, count, configuration, np.zeros(1), np.zeros(2))
        pattern = rf"race on total\[0\] in global memory: read at {{read}} by thread {at(0)}.*, atomic change at {{add}} by"
        matches(text, count, pattern, read="# read", add="# add")
        assert f"of block {where.replace(chr(92), '')}" in text


def test_a_fence_is_missing():
    @cuda.jit
    def last_sums(partial, counter, out):
        partial[cuda.blockIdx.x] = cuda.blockIdx.x  # write
        if cuda.atomic.add(counter, 0, 1) == cuda.gridDim.x - 1:
            for k in range(cuda.gridDim.x):
                out[0] += partial[k]  # read

    text = report(RuntimeError, last_sums, (4, 1), np.zeros(4), np.zeros(1, np.int32), np.zeros(1))
    pattern = rf"race on partial\[0\] .*: write at {{write}} by thread {at(0)} of block {at(0)}, read at {{read}} by thread"
    matches(text, last_sums, pattern, write="# write", read="# read")


def test_a_barrier_of_the_block_does_not_order_the_grid():
    @cuda.jit
    def exchange(a, out):
        i = cuda.grid(1)
        a[i] = i  # write
        cuda.syncthreads()
        out[i] = a[a.size - 1 - i]  # read

    text = report(RuntimeError, exchange, (2, 4), np.zeros(8), np.zeros(8))
    pattern = rf"read at {{read}} by thread {at(3)} of block {at(0)}, write at {{write}} by thread {at(0)} of block {at(1)}"
    matches(text, exchange, pattern, read="# read", write="# write")


def test_arrays_of_many_axes():
    @cuda.jit
    def same(a):
        a[0, 1, 2, cuda.threadIdx.x // 4] = 1

    text = report(RuntimeError, same, (1, 8), np.zeros((2, 3, 4, 5)))
    assert ": race on a[0, 1, 2, ...] in global memory: " in text


# Warps


def test_lanes_do_not_run_in_step():
    @cuda.jit
    def rotate(a):
        tile = cuda.shared.array(32, float32)
        i = cuda.threadIdx.x
        tile[i] = a[i]
        cuda.syncwarp()
        value = tile[(i + 1) % 32]  # read
        tile[i] = value  # write
        cuda.syncwarp()
        a[i] = tile[i]

    text = report(RuntimeError, rotate, (1, 32), np.ones(32, np.float32))
    pattern = rf"race on tile\[1\] .* read at {{read}} by thread {at(0)}, write at {{write}} by thread {at(1)}, {BOTH}"
    matches(text, rotate, pattern, read="# read", write="# write")


def test_syncwarp_does_not_order_other_warps():
    @cuda.jit
    def across(a):
        tile = cuda.shared.array(64, float32)
        i = cuda.threadIdx.x
        tile[i] = a[i]
        cuda.syncwarp()
        a[i] = tile[i ^ 32]

    text = report(RuntimeError, across, (1, 64), np.ones(64, np.float32))
    assert "by thread [32, 0, 0], " in text
    assert text.endswith("no barrier is between them")


# Barriers


def test_a_part_of_the_threads_ends_before_the_barrier():
    @cuda.jit
    def part(a):
        i = cuda.threadIdx.x
        if i >= 6:
            return  # end
        cuda.syncthreads()  # barrier
        a[i] = 1

    text = report(RuntimeError, part, (1, 8), np.zeros(8))
    pattern = (
        rf"barrier that not all threads of block {at(0)} come to: threads {at(0)} and 5 more are at the barrier of {{barrier}};"
        rf" threads {at(6)}, {at(7)} have ended at {{end}}$"
    )
    matches(text, part, pattern, barrier="# barrier", end="# end")


def test_a_barrier_in_a_condition():
    @cuda.jit
    def conditional(a):
        i = cuda.grid(1)
        if i != 5:
            cuda.syncthreads()  # barrier

    text = report(RuntimeError, conditional, (2, 4), np.zeros(8))
    pattern = (
        rf"threads of block {at(1)} come to: threads {at(0)}, {at(2)}, {at(3)} are at the barrier of {{barrier}};"
        rf" thread {at(1)} has ended"
    )
    matches(text, conditional, pattern, barrier="# barrier")
    assert text.startswith("tid=[0, 0, 0] ctaid=[1, 0, 0]: ")


def test_two_barriers():
    @cuda.jit
    def two(a):
        i = cuda.threadIdx.x
        if i % 2:
            cuda.syncthreads()  # odd
        else:
            cuda.syncthreads()  # even
        a[i] = i

    text = report(RuntimeError, two, (1, 8), np.zeros(8))
    pattern = (
        rf"threads {at(0)} and 3 more are at the barrier of {{even}}; threads {at(1)} and 3 more are at the barrier of {{odd}}"
    )
    matches(text, two, pattern, even="# even", odd="# odd")


def test_loops_of_different_lengths():
    @cuda.jit
    def rounds(a):
        i = cuda.threadIdx.x
        for _ in range(i + 1):
            cuda.syncthreads()  # loop
        cuda.syncthreads()  # behind
        a[i] = i

    text = report(RuntimeError, rounds, (1, 3), np.zeros(3))
    pattern = rf"thread {at(0)} is at the barrier of {{behind}}; threads {at(1)}, {at(2)} are at the barrier of {{loop}}$"
    matches(text, rounds, pattern, loop="# loop", behind="# behind")


def test_lanes_that_never_come():
    @cuda.jit
    def stuck(a):
        i = cuda.threadIdx.x
        if i < 4:
            cuda.syncthreads()  # barrier
        else:
            cuda.syncwarp()  # warp

    text = report(RuntimeError, stuck, (1, 8), np.zeros(8))
    pattern = (
        rf"threads of block {at(0)} wait for each other: .*: threads {at(0)} and 3 more are at the barrier of {{barrier}};"
        rf" threads {at(4)} and 3 more wait for lanes of their warps at {{warp}}$"
    )
    matches(text, stuck, pattern, barrier="# barrier", warp="# warp")


def test_a_barrier_of_the_grid_that_a_block_does_not_come_to():
    @cuda.jit
    def grid_wide(a):
        if cuda.blockIdx.x < 2:
            cuda.cg.this_grid().sync()  # grid
        a[cuda.grid(1)] = 1

    text = report(RuntimeError, grid_wide, (3, 2), np.zeros(6))
    pattern = (
        rf"barrier of the grid that not all blocks come to: of block {at(0)}, threads {at(0)}, {at(1)} are at the barrier"
        rf" of the grid of {{grid}}; block {at(2)} has ended$"
    )
    matches(text, grid_wide, pattern, grid="# grid")


# The setting


def test_indices_and_the_program_as_it_is(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np\n"
        "from coluber import cuda\n"
        "@cuda.jit\n"
        "def beyond(a):\n"
        "    a[cuda.grid(1)] = 1\n"
        "@cuda.jit\n"
        "def race(a):\n"
        "    a[0] = cuda.grid(1)\n"
        "for kernel in beyond, race:\n"
        "    try:\n"
        "        kernel[1, 8](np.zeros(5))\n"
        "    except (IndexError, RuntimeError) as error:\n"
        "        print(type(error).__name__, error)\n"
    )
    environment = {**os.environ, "COLUBER_CUDA_CHECK": "1", "COLUBER_CUDA": "emulator"}
    command = [sys.executable, program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("IndexError tid=[5, 0, 0] ctaid=[0, 0, 0]: ")
    assert second.startswith("RuntimeError tid=[1, 0, 0] ctaid=[0, 0, 0]: race on a[0] in global memory: write at line 8")
    assert done.stderr == ""


def test_without_the_setting_nothing_is_reported(monkeypatch):
    monkeypatch.setattr(config, "CUDA_CHECK", 0)

    @cuda.jit
    def race(a):
        a[0] = cuda.grid(1)

    a = np.zeros(1)
    race[2, 8](a)
    assert a[0] in range(16)


def test_reports_are_the_same_each_time():
    @cuda.jit
    def race(a):
        a[cuda.grid(1) % 37] = 1

    texts = {report(RuntimeError, race, (64, 32), np.zeros(40)) for _ in range(5)}
    assert len(texts) == 1


def test_kernels_from_the_cache_report_the_lines_that_they_have(tmp_path):
    program = tmp_path / "program.py"
    text = (
        "import numpy as np\n"
        "from coluber import cuda\n"
        "@cuda.jit(cache=True)\n"
        "def race(a):\n"
        "    a[0] = cuda.grid(1)\n"
        "try:\n"
        "    race[1, 8](np.zeros(5))\n"
        "except RuntimeError as error:\n"
        "    print(sum(race.stats.cache_hits.values()), error)\n"
    )
    environment = {
        **os.environ,
        "COLUBER_CUDA_CHECK": "1",
        "COLUBER_CUDA": "emulator",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    for source, hits, line in [(text, 0, 5), (text, 1, 5), ("\n" + text, 0, 6)]:
        program.write_text(source)
        command = [sys.executable, program]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
        assert done.stdout.startswith(f"{hits} tid=[1, 0, 0] ctaid=[0, 0, 0]: race on a[0] ")
        assert f"write at line {line} of race by thread [0, 0, 0], write at line {line} of race" in done.stdout


def test_races_on_a_device_array_that_is_a_global():
    table = cuda.to_device(np.zeros(4))

    @cuda.jit
    def together(a):
        table[0] += a[0]  # change

    matches(
        report(RuntimeError, together, (1, 2), np.ones(1)),
        together,
        r"race on element \[0\] of an array in global memory: .*{change}",
        change="# change",
    )
