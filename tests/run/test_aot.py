"""Functions compiled ahead of time (``pycc``)."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

from coluber import errors, float64, njit
from coluber.core import event
from coluber.pycc import CC
from tests.run.support import run_script

FACTOR = 3


@njit
def scaled(x):
    return x * FACTOR


def test_modules(tmp_path, monkeypatch, capsys):
    cc = CC("compiled_before", sys.modules[__name__])
    assert cc.output_dir == str(__import__("pathlib").Path(__file__).parent)
    cc.output_dir, cc.verbose = str(tmp_path), True

    @cc.export("area", "f8(f8, f8)")
    def rectangle(width, height):
        return scaled(width) * height

    @cc.export("total", float64(float64[:]))
    def total(values):
        result = 0.0
        for value in values:
            result += value
        return result

    assert rectangle(2, 3) == 18
    with pytest.raises(KeyError, match="duplicated export symbol area"):
        cc.export("area", "f8(f8)")
    cc.compile()
    assert capsys.readouterr().out.splitlines()[:2] == ["compiling area", "compiling total"]
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("compiled_before")
    assert (module.area(2, 3), module.total(np.ones(4))) == (18.0, 4.0)
    with pytest.raises(TypeError, match="No matching definition"):
        module.area("a", 1)
    source = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from coluber import config
        config.TIMINGS = 1
        import compiled_before
        print(compiled_before.area(1.5, 2.0), [str(args) for args in compiled_before.area.signatures])
    """
    result = run_script(source)
    assert result.stdout.split() == ["9.0", "['(float64,", "float64)']"]
    assert "LLVM IR" not in result.stderr


def test_what_is_refused():
    with pytest.raises(ValueError, match="must be without dots"):
        CC("a.b")
    with pytest.raises(errors.UnsupportedError, match=r"distutils_extension is not supported.*cc.compile\(\)"):
        CC("a").distutils_extension()
    assert event.COMPILE == "numba:compile"
