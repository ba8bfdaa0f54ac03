"""The tables of names, and what importing costs."""

import importlib

import pytest

from coluber.core import config
from coluber.cuda.host.names import HOMES

MODULES = "devicearray devices driver drvapi enums error runtime".split()


@pytest.mark.parametrize("name", sorted(HOMES))
def test_name_is_where_the_table_says(name):
    value = getattr(importlib.import_module(HOMES[name]), name)
    assert value.__doc__


@pytest.mark.parametrize("name", MODULES)
def test_module_exports_what_it_says(name):
    module = importlib.import_module(f"coluber.cuda.cudadrv.{name}")
    assert all(hasattr(module, item) for item in getattr(module, "__all__", []))


def test_api_has_the_same_names():
    from coluber import cuda
    from coluber.cuda import api

    assert api.to_device is cuda.to_device
    assert not hasattr(api, "no_such_name")
    assert "to_device" in dir(api)


def test_settings_of_the_host_are_not_only_accepted():
    assert not [s.name for s in config.SETTINGS if s.name in ("CUDA_DEALLOCS_COUNT", "DISABLE_CUDA") and s.doc == "accepted"]


def test_table_of_names_loads_nothing(fresh_python):
    code = """
    import sys
    import coluber
    assert not [name for name in sys.modules if name.startswith('coluber.cuda')]
    import coluber.cuda.host.names
    print('numpy' in sys.modules, 'ctypes' in sys.modules)
    """
    assert fresh_python(code).split() == ["False", "False"]


USE = "from coluber.cuda.host.devices import current_context as c; print(c().device.name); c()"


def test_notice_of_the_emulator(fresh_python):
    from coluber.cuda.host.driver import library

    if library() is not None:
        pytest.skip("this machine has a GPU's driver")
    text = fresh_python(USE)
    assert text.count("no GPU found") == 1
    assert "no GPU found" not in fresh_python(USE, COLUBER_CUDA="emulator")
    assert "no GPU found" not in fresh_python(USE, NUMBA_ENABLE_CUDASIM="1")


def test_disabled(fresh_python):
    code = """
    from coluber.cuda.host.availability import is_available, cuda_error
    from coluber.cuda.host.devices import current_context
    from coluber.cuda.host.errors import CudaSupportError
    print(is_available(), cuda_error())
    try:
        current_context()
    except CudaSupportError as error:
        print(type(error).__name__)
    """
    text = fresh_python(code, NUMBA_DISABLE_CUDA="1")
    assert text.startswith("False")
    assert "NUMBA_DISABLE_CUDA" in text
    assert "CudaSupportError" in text


def test_gpu_that_is_asked_for_and_missing(fresh_python):
    from coluber.cuda.host.driver import library

    if library() is not None:
        pytest.skip("this machine has a GPU's driver")
    code = "from coluber.cuda.host.availability import *; print(is_available(), cuda_error())"
    text = fresh_python(code, COLUBER_CUDA="gpu")
    assert text.startswith("False")
    assert "libcuda" in text


def test_sysinfo_says_what_runs_kernels(fresh_python):
    text = fresh_python("from coluber.core.sysinfo import system_information; print(system_information())")
    assert "CUDA" in text
    assert "libcuda" in text
    assert "Emulator" in text


COPIES = """
import warnings
import numpy as np
from coluber import cuda

@cuda.jit
def add(a, b):
    a[cuda.grid(1)] += b[0][cuda.grid(1)]

def launch(a, b):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        add[1, 4](a, (b,))
    print(len(caught), *{w.category.__name__ for w in caught})

a, b = np.zeros(4), np.ones(4)
launch(a, b)
launch(cuda.to_device(a), cuda.to_device(b))
launch(cuda.InOut(a), cuda.to_device(b))
print(a[3])
"""


@pytest.mark.parametrize(("wish", "expected"), [("1", "2 NumbaPerformanceWarning"), ("0", "0")])
def test_copies_are_warned_of_where_that_is_wanted(fresh_python, wish, expected):
    lines = fresh_python(COPIES, COLUBER_CUDA="emulator", NUMBA_CUDA_WARN_ON_IMPLICIT_COPY=wish).splitlines()
    assert lines == [expected, "0", "0", "2.0"]
