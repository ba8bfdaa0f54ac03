"""``install_as_numba`` and the command line."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROLOGUE = "import coluber; coluber.install_as_numba(); coluber.install_as_numba()\n"


def test_the_same_modules(fresh_python):
    fresh_python(
        PROLOGUE
        + """
import sys
import numba, numba.types, numba.core.types as core_types, numba.core.errors
from numba import njit, jit, types, config, typeof, int32, float64, prange, TypingError
from numba.core import sigutils, typing, errors
from numba.core.typing import signature
from numba.np.numpy_support import from_dtype
from numba.np.ufunc.gufunc import GUFunc
from numba.extending import is_jitted
import coluber.core.types, coluber.core.errors
assert njit is coluber.njit and int32 is coluber.int32
assert core_types is coluber.core.types and numba.core.errors is coluber.core.errors is errors
assert config is coluber.config and numba.types is coluber.types
assert TypingError is errors.TypingError
assert coluber.core.types.__spec__.name == "coluber.core.types"
assert coluber.types.__name__ == "coluber.types"
numba.config.DISABLE_JIT = 1
assert coluber.config.DISABLE_JIT == 1
assert "njit" in dir(numba)
from unittest import mock
with mock.patch("numba.njit", lambda f: f):
    assert numba.njit(1) == coluber.njit(1) == 1
assert coluber.njit is njit is numba.njit
"""
    )


def test_copies_that_numba_cuda_has_of_modules(fresh_python):
    fresh_python(
        PROLOGUE
        + """
import numba.cuda
from numba.cuda import cgutils, types, typing, utils
from numba.cuda.core import errors, sigutils
from numba.cuda.core.imputils import Registry
from numba.cuda.datamodel.models import StructModel
from numba.cuda.extending import core_models, overload
from numba.cuda.misc.special import literal_unroll
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AbstractTemplate
import coluber.core.cgutils, coluber.core.datamodel.models, coluber.core.typing.templates
assert errors is coluber.core.errors and cgutils is coluber.core.cgutils and core_models.StructModel is StructModel
assert AbstractTemplate is coluber.core.typing.templates.AbstractTemplate and literal_unroll is coluber.literal_unroll
try:
    import numba.cuda.core.nothing
except ModuleNotFoundError as error:
    assert "numba.cuda.core.nothing" in str(error)
else:
    raise AssertionError
"""
    )


def test_all_names_at_once_hide_no_modules(fresh_python):
    code = """
    import random
    import numpy as np
    import coluber
    coluber.install_as_numba()
    from numba import *
    from coluber import *
    print(np.__name__, random.__name__, "types" in globals(), jit is coluber.jit, float32, experimental.__name__)
    """
    assert fresh_python(code).split() == ["numpy", "random", "False", "True", "float32", "coluber.experimental"]


def test_the_version_is_one_that_programs_know(fresh_python):
    output = fresh_python(PROLOGUE + "import numba; print(numba.__version__, numba.version_info[:2], coluber.__version__)")
    version, *rest = output.split(" ", 1)
    assert version == "0.68.1"
    assert "(0, 68)" in rest[0]
    assert "0.68.1" not in rest[0]


@pytest.mark.parametrize(
    ("statement", "error", "message"),
    [
        ("from numba import stubs", "ImportError", "coluber does not have numba.stubs yet"),
        ("import numba.stubs", "ModuleNotFoundError", "coluber does not have numba.stubs yet"),
        ("from numba.scripts import main", "ModuleNotFoundError", "coluber does not have numba.scripts yet"),
        ("import numba; numba.scripts", "AttributeError", "coluber does not have numba.scripts yet"),
        (
            "from numba.core.lowering import Lower",
            "ModuleNotFoundError",
            "coluber does not have numba.core.lowering, a part of Numba's own compiler, which this one does not have: "
            "lower_builtin, lower_getattr and the others of extending say how things are lowered",
        ),
        (
            "import numba; numba.core.typeinfer.TypeInferer",
            "AttributeError",
            "coluber does not have core.typeinfer, a part of Numba's own compiler, which this one does not have: "
            "function.inspect_types() and get_annotation_info() tell types; type_callable and overload say them",
        ),
        (
            "from numba.core.utils import dump_llvm",
            "ImportError",
            "coluber does not have core.utils.dump_llvm: it is a helper of Numba's own compiler",
        ),
        ("from numba.extending import overload_glue", "ImportError", "coluber does not have extending.overload_glue yet"),
        (
            "from numba.core.compiler import compile_isolated",
            "ImportError",
            "coluber does not have core.compiler.compile_isolated: compile with njit(signature)(function)",
        ),
        ("from numba.types import pyfunc_type", "ImportError", "coluber does not have types.pyfunc_type yet"),
    ],
)
def test_what_is_missing_says_so(fresh_python, statement, error, message):
    output = fresh_python(
        PROLOGUE
        + f"""
try:
    {statement}
except Exception as e:
    print(type(e).__name__, e, sep="|")
"""
    )
    assert output.strip() == f"{error}|{message}"


def test_another_numba_is_not_replaced(fresh_python):
    output = fresh_python("""
        import sys, types
        sys.modules["numba"] = types.ModuleType("numba")
        import coluber
        try:
            coluber.install_as_numba()
        except ImportError as e:
            print(e)
    """)
    assert "numba is imported already" in output


# ------------------------------------------------------------------------------------------------------ command line


def coluber_command(*arguments: str, cwd=None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coluber", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd, check=False)


SCRIPT = """\
import sys
import numba
import beside
if __name__ == "__main__":
    print(numba.njit.__module__, sys.argv[1:], beside.VALUE, numba.__version__)
"""


@pytest.fixture
def script(tmp_path):
    (tmp_path / "beside.py").write_text("VALUE = 42\n")
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def test_run_a_script(script):
    done = coluber_command("run", str(script), "-x", "1")
    assert done.stdout == "coluber.core.decorators ['-x', '1'] 42 0.68.1\n", done.stderr


def test_run_a_module(script):
    done = coluber_command("run", "-m", "script", "-x", cwd=script.parent)
    assert done.stdout == "coluber.core.decorators ['-x'] 42 0.68.1\n", done.stderr


def test_run_without_a_script(tmp_path):
    assert coluber_command("run").returncode == 2
    missing = coluber_command("run", str(tmp_path / "nothing.py"))
    assert missing.returncode == 2
    assert "no such file" in missing.stderr


def test_system_information():
    done = coluber_command("-s")
    assert done.returncode == 0, done.stderr
    for word in ("Coluber", "Python", "NumPy", "System", "Processors", "Native module"):
        assert word in done.stdout


def test_system_information_that_can_not_be_written(tmp_path):
    done = coluber_command("--sys-json", "none/system.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "coluber: can't write none/system.json: No such file or directory\n"


def test_output_that_nobody_reads(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("import os\nfor k in range(10_000):\n    print('x' * 100)\n")
    own = tmp_path / "own.py"
    own.write_text("import os\nread, write = os.pipe()\nos.close(read)\nos.write(write, b'x')\n")

    def run(*arguments):
        command = [sys.executable, "-m", "coluber", *map(str, arguments)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            process.stdout.readline()
            process.stdout.close()
            return process.stderr.read(), process.wait()

    assert run("--dump-llvm", path) == ("", 141)
    # A pipe of the script's own is none of this.
    errors, status = run("run", own)
    assert "BrokenPipeError" in errors
    assert status == 1


@pytest.mark.parametrize("module", ["core.errors", "core.utils", "core.compiler", "core.serialize"])
def test_attributes_of_the_import_system_are_not_names_of_numba(fresh_python, module):
    code = f"try: from numba.{module} import __all_of__\nexcept ImportError as error: print(error)"
    assert fresh_python(PROLOGUE + code).startswith("cannot import name '__all_of__'")
