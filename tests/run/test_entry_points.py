"""Packages that extend the compiler by entry points are loaded when something can't be compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

EXTENSION = """
import {numba} as compiler
from {numba}.extending import overload

loads = []


class Length:
    def __init__(self, metres):
        self.metres = metres


def doubled(x):
    raise NotImplementedError


def init():
    loads.append(1)
    from {numba}.extending import NativeValue, box, make_attribute_wrapper, models, register_model, typeof_impl, unbox
    from {numba}.core import cgutils, types

    class LengthType(types.Type):
        def __init__(self):
            super().__init__(name="Length")

    length_type = LengthType()

    @typeof_impl.register(Length)
    def typeof_length(val, c):
        return length_type

    @register_model(LengthType)
    class LengthModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [("metres", types.float64)])

    make_attribute_wrapper(LengthType, "metres", "metres")

    @unbox(LengthType)
    def unbox_length(typ, obj, c):
        metres = c.pyapi.object_getattr_string(obj, "metres")
        made = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        made.metres = c.pyapi.float_as_double(metres)
        c.pyapi.decref(metres)
        return NativeValue(made._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))

    @overload(doubled)
    def overload_doubled(x):
        return lambda x: x * 2
"""

CALLS = {
    "argument": "print(njit(lambda length: length.metres + 1)(extension.Length(1.5)))",
    "function": "print(njit(lambda x: extension.doubled(x) + 0.5)(1))",
    "signature": "print(njit('int64(int64)')(lambda x: extension.doubled(x))(1) + 0.5)",
}


def run(folder, program, group="coluber_extensions", numba="coluber"):
    """Return what a program prints, with a package installed in a folder."""
    (folder / "extension.py").write_text(EXTENSION.format(numba=numba))
    metadata = folder / "extension-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: extension\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{group}]\ninit = extension:init\n")
    code = f"import coluber, sys\nfrom coluber import njit\n{program}\n"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=100)
    return done.stdout + done.stderr


@pytest.mark.parametrize("what", CALLS)
def test_an_extension_helps(what, tmp_path):
    pytest.importorskip("llvmlite")
    program = f"import extension\n{CALLS[what]}\nprint(extension.loads)"
    assert run(tmp_path, program) == "2.5\n[1]\n"


def test_extensions_of_numba_where_coluber_has_that_name(tmp_path):
    pytest.importorskip("llvmlite")
    program = f"coluber.install_as_numba()\nimport extension\n{CALLS['argument']}\n{CALLS['function']}\nprint(extension.loads)"
    assert run(tmp_path, program, "numba_extensions", "numba") == "2.5\n2.5\n[1]\n"


def test_programs_that_compile_do_not_wait_for_extensions(tmp_path):
    program = "njit(lambda x: x + 1)(1)\nprint('extension' in sys.modules)"
    assert run(tmp_path, program) == "False\n"


def test_an_extension_that_fails_is_named(tmp_path):
    program = "import extension\ndef broken(): 1 / 0\nextension.init = broken\nnjit(lambda x: x.nothing)(1)"
    said = run(tmp_path, program)
    assert "the extension module 'extension' could not be loaded: ZeroDivisionError: division by zero" in said
    assert "Unknown attribute 'nothing' of type int64" in said


def test_all_can_be_loaded_at_once(tmp_path):
    program = """
from coluber.core import entrypoints
print(entrypoints.init_all(), entrypoints.init_all())
print('extension' in sys.modules)"""
    pytest.importorskip("llvmlite")
    assert run(tmp_path, program) == "1 0\nTrue\n"
