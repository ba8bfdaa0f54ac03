"""Each argument of a function of NumPy is taken by compiled code, or there is a reason why not."""

from __future__ import annotations

import ast
import inspect
import textwrap
from importlib import import_module

import numpy as np
import pytest

from coluber import _native
from coluber.core import extending
from coluber.lib import index
from tests.numpy.test_names import ONE_VERSION, names
from tests.run.support import check, expression

# Arguments that no function has in compiled code.
NOWHERE = {
    "like": "it asks objects of Python",
    "device": "there is but one",
    "subok": "there are no subclasses",
    "signature": "dtype= chooses the loop",
}

# Arguments of some functions: "name name ...: reason".
LEFT_OUT = {
    "numpy.random.Philox": "counter key: a seed is there",
    "numpy.apply_along_axis": "kwargs: arguments of the function are passed by position",
    "numpy.array": "ndmax: nested lists always become as many axes as they have levels",
    "numpy.fromfunction": "kwargs: arguments of the function are passed by position",
    "numpy.piecewise": "kw: arguments of the functions are passed by position",
    "numpy.gradient": "varargs: up to three distances, by position",
    "numpy.clip": "kwargs: they are named",
    "numpy.pad": "kwargs: they are named",
    "numpy.einsum": "kwargs: they are named",
    "numpy.arange": "start_or_stop: it is the first argument, named start",
    "numpy.empty_like": "prototype: it is the first argument, named a",
    "numpy.iinfo": "int_type: it is the first argument, named type",
    "numpy.nditer": "op_dtypes casting op_axes itershape buffersize: see the page about NumPy",
    "numpy.vecdot": "axes: axis= is there",
    "numpy.matvec": "axes axis keepdims: move the axes first",
    "numpy.vecmat": "axes axis keepdims: move the axes first",
    "numpy.matmul": "axes axis keepdims: move the axes first",
    "numpy.linalg.cross": "x1 x2: they are given by position",
    "numpy.linalg.multi_dot": "out: assign to a slice",
    "numpy.random.ranf": "args kwargs: they are named",
    "numpy.random.sample": "args kwargs: they are named",
}

# Arguments that are known and refused in some form.
REFUSED = {
    "numpy.random.SeedSequence": "pool_size: pools have four words",
    "numpy.argpartition": "order: records are sorted by all their fields",
    "numpy.argsort": "order: arrays of numbers have no fields",
    "numpy.partition": "order: records are sorted by all their fields",
    "numpy.sort": "order: arrays of numbers have no fields",
    "numpy.poly1d": "variable: it is always x",
    **dict.fromkeys(
        (
            "numpy.polynomial.polynomial.Polynomial",
            "numpy.polynomial.chebyshev.Chebyshev",
            "numpy.polynomial.hermite.Hermite",
            "numpy.polynomial.hermite_e.HermiteE",
            "numpy.polynomial.laguerre.Laguerre",
            "numpy.polynomial.legendre.Legendre",
        ),
        "symbol: it is always x",
    ),
    "numpy.lib.stride_tricks.sliding_window_view": "axis: an integer, or a tuple with as many items as the shape",
    "numpy.fft.fftfreq": "device: there is but one",
    "numpy.fft.rfftfreq": "device: there is but one",
    "numpy.polynomial.polynomial.polyder": "axis: coefficients are a vector",
    "numpy.polynomial.polynomial.polyint": "axis: coefficients are a vector",
    "numpy.polynomial.polynomial.polyvalfromroots": "tensor: roots are a vector",
    "numpy.reshape": "copy: views are given where there can be some",
    "numpy.linalg.tensorsolve": "axes: move the axes first",
    **{
        f"numpy.polynomial.{family}.{prefix}fit": "full: np.linalg.lstsq() of the matrix of values has all"
        for family, prefix in names.FAMILIES.items()
    },
}


def _words(table: dict[str, str], name: str) -> set[str]:
    return set(table.get(name, ":").partition(":")[0].split())


def _overload(module: str, name: str, function: object):
    for key in (f"{module}.{name}", _native.key_of(function)):
        home = index.module_of(key) if key else None
        if home is not None:
            import_module(home)
            return extending.registered(key)
    return None


def _functions():
    for module in names.MODULES:
        for name, function in sorted(names.public_functions(module).items()):
            if names.is_known(module, name, function):
                yield f"{module}.{name}", function, _overload(module, name, function)


FUNCTIONS = {key: (function, overload) for key, function, overload in _functions() if overload is not None}


@ONE_VERSION
@pytest.mark.parametrize("key", FUNCTIONS)
def test_every_argument_is_taken(key):
    function, overload = FUNCTIONS[key]
    if isinstance(function, np.ufunc) and not _is_of_library(overload):
        return
    try:
        wanted = set(inspect.signature(function).parameters) - NOWHERE.keys() - _words(LEFT_OUT, key)
    except (TypeError, ValueError):
        return
    taken = set(inspect.signature(overload).parameters)
    assert wanted <= taken, f"{key} does not take {sorted(wanted - taken)}"


def _is_of_library(overload: object) -> bool:
    """Whether the library alone implements a ufunc; the others add kinds of values to the compiler's own ufuncs."""
    return "where" in inspect.signature(overload).parameters


@ONE_VERSION
@pytest.mark.parametrize("key", FUNCTIONS)
def test_what_is_refused_has_a_reason(key):
    overload = FUNCTIONS[key][1]
    source = textwrap.dedent(inspect.getsource(overload))
    if not source.startswith(("@", "def ")):
        # One of many that are made from a template, which refuses nothing.
        return
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse"]
    refused = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert refused - {"interpolation"} <= _words(REFUSED, key) | _words(LEFT_OUT, key)


@ONE_VERSION
def test_reasons_are_needed():
    for key, (function, overload) in FUNCTIONS.items():
        if key in LEFT_OUT:
            wanted, taken = (set(inspect.signature(of).parameters) for of in (function, overload))
            assert _words(LEFT_OUT, key) <= wanted - taken, key
    assert LEFT_OUT.keys() <= FUNCTIONS.keys()


OPTIONS = ["out=o", "where=m", "where=m, out=o", "casting='unsafe'", "order='K'", "order='C'", "dtype=np.float32", "subok=True"]


@pytest.mark.parametrize("option", OPTIONS)
def test_options_of_ufuncs(option):
    """The compiler has the ufuncs of elements in one table, with one set of options."""
    a, mask = np.arange(1.0, 7).reshape(2, 3), np.ones((2, 3), bool)
    for call in ("np.add(a, a, {})", "np.sqrt(a, {})"):
        check(expression(call.format(option), "a, o, m"), a, np.zeros((2, 3)), mask)
