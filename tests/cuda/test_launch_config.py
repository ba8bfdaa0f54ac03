"""What depends on a launch: `cuda.launchconfig`, and constants made of arguments by `literally`."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, literally, types
from coluber.core.errors import LiteralTypingError
from coluber.cuda import launchconfig
from coluber.cuda.extending import overload


def threads() -> int:
    """The threads of a block, known when the kernel is compiled."""
    return cuda.blockDim.x


@pytest.fixture
def asked():
    """Give `threads` an implementation; return the configurations that it was compiled for."""
    configurations = []

    @overload(threads)
    def implementation():
        config = launchconfig.ensure_current_launch_config()
        config.dispatcher.mark_launch_config_sensitive()
        configurations.append((config.griddim, config.blockdim, config.sharedmem))
        count = config.blockdim[0]
        return lambda: count

    return configurations


def fill_kernel():
    @cuda.jit
    def fill(out):
        shared = cuda.shared.array(1, types.int64)
        if cuda.threadIdx.x == 0:
            shared[0] = threads()
        cuda.syncthreads()
        out[cuda.grid(1)] = shared[0]

    return fill


def launched(kernel, blocks, count, shared=0):
    out = np.zeros(blocks * count, np.int64)
    kernel[blocks, count, 0, shared](out)
    return out.tolist()


@pytest.mark.emulator_alone
def test_a_kernel_is_compiled_for_each_configuration(asked):
    fill = fill_kernel()
    early = fill[2, 4]
    assert launched(fill, 1, 32) == [32] * 32
    assert launched(fill, 1, 64) == [64] * 64
    assert launched(fill, 1, 32) == [32] * 32
    assert launched(fill, 1, 32, 16) == [32] * 32
    assert asked == [((1, 1, 1), (32, 1, 1), 0), ((1, 1, 1), (64, 1, 1), 0), ((1, 1, 1), (32, 1, 1), 16)]
    out = np.zeros(8, np.int64)
    early(out)
    assert out.tolist() == [4] * 8
    assert launched(fill, 2, 4) == [4] * 8
    assert len(asked) == 4


def test_outside_of_a_launch_there_is_none():
    assert launchconfig.current_launch_config() is None
    with pytest.raises(RuntimeError, match="No launch config set"):
        launchconfig.ensure_current_launch_config()


@pytest.mark.emulator_alone
def test_only_the_kernel_that_is_compiled_can_be_marked():
    with pytest.raises(RuntimeError, match="No launch config set"):
        fill_kernel().mark_launch_config_sensitive()


@pytest.mark.emulator_alone
def test_the_configuration_of_a_compilation_is_captured():
    @cuda.jit
    def kernel(out):
        out[0] = 1

    with launchconfig.capture_compile_config(kernel) as record:
        assert record == {"config": None}
        kernel[3, 5](np.zeros(1))
    config = record["config"]
    assert (config.griddim, config.blockdim, config.sharedmem) == ((3, 1, 1), (5, 1, 1), 0)
    assert config.dispatcher is kernel
    with launchconfig.capture_compile_config(kernel) as record:
        kernel[2, 2](np.zeros(1))
    assert record["config"] is None
    with pytest.raises(TypeError, match="dispatcher"), launchconfig.capture_compile_config(None):
        pass


@pytest.mark.emulator_alone
def test_callbacks_before_launches():
    @cuda.jit
    def kernel(out, value):
        out[cuda.grid(1)] = value

    seen = []
    launch = kernel[2, 2]
    assert launch.pre_launch_callbacks == []
    launch.pre_launch_callbacks.append(lambda compiled, config: seen.append((compiled, config, config.args)))
    out = np.zeros(4)
    launch(out, 7)
    launch(out, 2.5)
    kernel[4, 1](out, 1)
    assert out.tolist() == [1] * 4
    (first, config, args), (second, _, more) = seen
    assert config is launch
    assert args[0].shape == out.shape
    assert (args[1], more[1]) == (7, 2.5)
    assert [str(compiled.signature.args[1]) for compiled in (first, second)] == ["int64", "float64"]
    assert launch.args == ()

    def fail(compiled, config):
        raise RuntimeError("not this time")

    launch.pre_launch_callbacks[:] = [fail]
    with pytest.raises(RuntimeError, match="not this time"):
        launch(out, 9)
    assert out.tolist() == [1] * 4
    assert launch.args == ()


@pytest.mark.emulator_alone
def test_code_that_runs_while_compiling_sees_the_arguments():
    seen = []

    def ask():
        """Has an implementation below."""

    @overload(ask)
    def implementation():
        config = launchconfig.current_launch_config()
        seen.append(config.args)
        config.pre_launch_callbacks.append(lambda compiled, config: seen.append("launched"))
        return lambda: 1

    @cuda.jit
    def kernel(out, value):
        out[0] = ask() + value

    out = np.zeros(1)
    kernel[1, 1](out, 3)
    assert seen == [(out, 3), "launched"]
    kernel[1, 1](out, 3)
    assert seen[2:] == ["launched"]


def test_literally_in_a_kernel():
    @cuda.jit
    def kernel(out, count, mixed, place):
        local = cuda.local.array(literally(count), types.float64)
        for k in range(count):
            local[k] = k
        out[cuda.grid(1)] = local[count - 1] + mixed[literally(place)]

    for count, place in ((3, 0), (5, 1), (3, 1), (3, 0)):
        out = np.zeros(4)
        kernel[2, 2](out, count, (10, 20.5), place)
        assert out.tolist() == [count - 1 + (10, 20.5)[place]] * 4


def test_literally_through_a_device_function_and_by_name():
    @cuda.jit(device=True)
    def pick(mixed, place):
        return mixed[literally(place)]

    @cuda.jit
    def kernel(out, mixed, place, scale):
        out[cuda.grid(1)] = pick(mixed, place) * scale

    out = np.zeros(2)
    kernel[1, 2](out, (1, 2.5), scale=2.0, place=1)
    assert out.tolist() == [5, 5]
    kernel[1, 2](out, place=0, mixed=(1, 2.5), scale=3.0)
    assert out.tolist() == [3, 3]


@pytest.mark.emulator_alone
def test_what_can_be_no_constant_is_refused():
    @cuda.jit
    def kernel(out, x):
        out[0] = literally(x)

    with pytest.raises(LiteralTypingError, match="cannot be used as a literal"):
        kernel[1, 1](np.zeros(1), 1.5)


def test_forall_keeps_to_the_launch_bounds():
    @cuda.jit(launch_bounds=64)
    def kernel(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = cuda.blockDim.x

    a = np.zeros(1000)
    kernel.forall(1000)(a)
    assert np.all((a > 0) & (a <= 64))
