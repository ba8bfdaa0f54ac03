"""Every public name of `coluber.cuda` does what `uses` says; ``make bless`` writes ``docs/cuda-names.md``."""

from __future__ import annotations

import inspect
import io
import os
import warnings
from pathlib import Path

import numpy as np
import pytest

from coluber import cuda, types
from coluber.core.errors import NumbaError
from coluber.cuda import options
from coluber.cuda.random import create_xoroshiro128p_states

from . import uses

PAGE = Path(__file__).parents[2] / "docs" / "cuda-names.md"
TABLE = 3 * np.arange(32)
TABLE_ON_DEVICE = cuda.to_device(TABLE)

# Without kernels that are compared: these are about names, and the words of kernels are compared elsewhere.
pytestmark = pytest.mark.emulator_alone("device arrays are captured")


@cuda.jit
def fill(a, value):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = value


def plus(a, b):
    return a + b


def copy(a, b):
    for k in range(a.size):
        b[k] = a[k]


def refused(call, text):
    """Whether a call says that something is not supported, by its name."""
    with pytest.raises(NumbaError, match=text):
        call()
    return True


@pytest.fixture(autouse=True, scope="module")
def compiled():
    """Compile the kernel that the uses of the dispatcher's members ask about."""
    fill[1, 1](np.zeros(1), 1)


def run(use: str) -> None:
    """Run a use: an expression must be true."""
    names = {**globals(), "io": io, "types": types}
    try:
        code = compile(use, "<use>", "eval")
    except SyntaxError:
        exec(use, names)
    else:
        assert eval(code, names), use


HOST = {name: use for area in uses.HOST.values() for name, use in area.items()}
KERNEL = {name: use for area in uses.KERNEL.values() for name, use in area.items()}


@pytest.mark.parametrize("name", HOST)
def test_names_of_the_host(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run(HOST[name])


@pytest.mark.parametrize("name", uses.DISPATCHER)
def test_members_of_kernels(name):
    run(uses.DISPATCHER[name])


def kernel_of(use: str):
    """Make a kernel of a use."""
    try:
        compile(use, "<use>", "eval")
    except SyntaxError:
        statements = use.split(";")
    else:
        statements = [f"out[i] = {use}"]
    head = ["def kernel(out, n, u, states):", "    i = cuda.grid(1)", "    x, f = i + 1, 0.5 * i"]
    # Tests before this one may have given the memory of the context up.
    names = {**globals(), "TABLE_ON_DEVICE": cuda.to_device(TABLE)}
    exec("\n".join([*head, *(f"    {statement.strip()}" for statement in statements)]), names)
    return cuda.jit(names["kernel"])


@pytest.mark.parametrize("name", KERNEL)
def test_words_of_kernels(name):
    use, expected = KERNEL[name]
    out, n, u = np.zeros(32), np.zeros(32, np.int32), np.zeros(32, np.uint32)
    launch = kernel_of(use)[1, 32]
    states = create_xoroshiro128p_states(32, seed=1)
    if expected == "refused":
        with pytest.raises(NumbaError, match=name.rpartition(".")[2]):
            launch(out, n, u, states)
        return
    launch(out, n, u, states)
    wanted = [expected(i) if callable(expected) else expected for i in range(32)]
    assert out.tolist() == wanted


@pytest.mark.parametrize("name", uses.OPTIONS)
def test_options(name):
    kernel = cuda.jit(**{name: eval(uses.OPTIONS[name])})(fill.py_func)
    a = np.zeros(3)
    kernel[1, 3](a, 4)
    assert a.all()


def test_every_option_has_a_use():
    assert set(uses.OPTIONS) == set(options.OPTIONS)


def test_every_public_name_has_a_use():
    homes, modules = cuda._tables()
    used = {name.partition(".")[0] for name in (*HOST, *KERNEL)}
    vectors = {name for name, home in homes.items() if home.endswith(".vector")}
    assert {*homes, *modules} - vectors - used == set()
    for family in (cuda.atomic, cuda.random, cuda.shared, cuda.local, cuda.const):
        short = family.__name__.rpartition(".")[2]
        own = {
            f"{short}.{name}"
            for name, value in vars(family).items()
            if not name.startswith("_") and callable(value) and inspect.getmodule(getattr(value, "py_func", value)) is family
        }
        hosted = {"random.create_xoroshiro128p_states", "random.init_xoroshiro128p_states", "random.init_xoroshiro128p_state"}
        assert own - hosted - set(KERNEL) == set()


def test_the_same_names_in_numba(fresh_python):
    names = sorted({name for name in (*HOST, *KERNEL)})
    code = f"""
    import coluber
    from coluber import cuda
    coluber.install_as_numba()
    import numba.cuda
    from operator import attrgetter
    for name in {names!r}:
        get = attrgetter(name)
        assert get(numba.cuda) is get(cuda), name
    """
    fresh_python(code, COLUBER_CUDA="emulator")


@pytest.mark.parametrize(
    "statement",
    [
        "from numba.cuda.libdevice import sin",
        "from numba.cuda.cg import this_grid",
        "from numba.cuda.types import float32",
        "from numba.cuda.bf16 import hadd",
        "from numba.cuda.fp8 import cvt_float_to_fp8, saturation_t, fp8_interpretation_t",
        "from numba.cuda.random import create_xoroshiro128p_states",
        "from numba.cuda.kernels.transpose import transpose",
        "from numba.cuda.kernels.reduction import Reduce",
        "from numba.cuda.compiler import compile_ptx",
        "from numba.cuda.cudadrv.devicearray import DeviceNDArray, DeviceRecord",
        "from numba.cuda.cudadrv.driver import driver",
        "from numba.cuda.cudadrv.error import CudaSupportError",
        "from numba.cuda.args import In, Out, InOut",
        "from numba.cuda.api import to_device",
        "from numba.cuda.dispatcher import CUDADispatcher",
        "import numba.cuda.libdevice as a; from numba import cuda; assert a is cuda.libdevice",
    ],
)
def test_modules_where_numba_has_them(statement, fresh_python):
    fresh_python(f"import coluber; coluber.install_as_numba(); {statement}", COLUBER_CUDA="emulator")


def test_modules_of_the_driver_are_attributes(fresh_python):
    code = """
    import coluber
    coluber.install_as_numba()
    from numba import cuda
    print(cuda.cudadrv.devicearray.DeviceNDArray.__name__, hasattr(cuda.cudadrv, "no_such_module"))
    """
    assert fresh_python(code, COLUBER_CUDA="emulator").split() == ["DeviceNDArray", "False"]


def page() -> str:
    """Return the text of the page of names."""
    lines = [
        "# The names of `coluber.cuda`",
        "",
        "`tests/cuda/test_names.py` runs each use on the emulator; the tables are in `tests/cuda/uses.py`. In kernels `i`",
        "is the lane, `x` is `i + 1`, `f` is `0.5 * i`, `out` is an array of float64, `n` of int32, `u` of uint32.",
    ]
    for area, rows in uses.HOST.items():
        lines += _section(area, rows.items())
    lines += _section("Members of a kernel", uses.DISPATCHER.items())
    lines += _section("Options of `cuda.jit`", uses.OPTIONS.items())
    for area, rows in uses.KERNEL.items():
        pairs = [(name, use + (" (refused)" if expected == "refused" else "")) for name, (use, expected) in rows.items()]
        lines += _section(f"In kernels: {area.lower()}", pairs)
    return "\n".join(lines) + "\n"


def _section(title: str, rows) -> list[str]:
    return [
        "",
        f"## {title}",
        "",
        "| name | use |",
        "|---|---|",
        *(f"| `{name}` | `{use.replace('|', chr(92) + '|')}` |" for name, use in rows),
    ]


def test_the_page_of_names():
    if os.environ.get("COLUBER_UPDATE"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page()
