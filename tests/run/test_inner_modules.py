"""Modules inside of Numba that packages import names from: what they have here, and what they say of the rest."""

from __future__ import annotations

import pickle

import pytest

from coluber import njit, types
from coluber.core.compiler import CompilerBase, DefaultPassBuilder
from coluber.core.compiler_machinery import FunctionPass, register_pass
from coluber.core.cpu_options import FastMathOptions, InlineOptions, ParallelOptions
from coluber.core.serialize import ReduceMixin, dumps, loads
from coluber.core.untyped_passes import IRProcessing
from coluber.cpython import hashing
from coluber.extending import overload_method, typeof_impl

PROLOGUE = "import coluber; coluber.install_as_numba()\n"


def test_the_package_of_jitclasses_leaves_the_decorator_in_its_place(fresh_python):
    fresh_python(
        PROLOGUE
        + """
import numba.experimental.jitclass.base
from numba.experimental.jitclass.base import JitClassType
from numba.experimental.jitclass.decorators import jitclass as decorator
from numba.experimental import jitclass, structref
from numba import int64
assert jitclass is decorator is numba.experimental.jitclass is coluber.core.jitclass.jitclass
@jitclass([("x", int64)])
class Number:
    def __init__(self, x):
        self.x = x
assert isinstance(Number, JitClassType) and not isinstance(int, JitClassType)
assert numba.experimental.structref is structref
"""
    )


def test_modules_that_nobody_has_imported(fresh_python):
    fresh_python(
        PROLOGUE
        + """
import numba.cpython, numba.misc, numba.np, numba.typed, numba.core.unsafe, numba.experimental
assert numba.typed.typedlist.List is numba.typed.List
assert numba.cpython.hashing.__name__ == "coluber.cpython.hashing"
assert numba.misc.special.literally is numba.literally
assert numba.core.unsafe.refcount.get_refcount
assert numba.experimental.function_type.__name__ == "coluber.experimental.function_type"
"""
    )


def test_modules_under_other_names(fresh_python):
    fresh_python(
        PROLOGUE
        + """
from numba import stencil
from numba.core.typeconv import Conversion as known
from numba.core.typeconv.castgraph import Conversion
from numba.core.types import FunctionType as type_of_functions
from numba.core.types.function_type import FunctionType
from numba import vectorize
from numba.core.types.containers import List, Pair
from numba.core.types.npytypes import Array, NumpyFlatType
from numba.core.types.scalars import EnumMember
from numba.core import errors, types, utils
from numba.extending import _Intrinsic, intrinsic
from numba.np import numpy_support
from numba.np.ufunc.decorators import vectorize as same_vectorize
from numba.np.ufunc.sigparse import parse_signature
from numba.stencils.stencil import StencilFunc
assert Conversion is known and FunctionType is type_of_functions
assert isinstance(stencil(lambda a: a[0]), StencilFunc)
assert vectorize is same_vectorize
assert parse_signature("(m,n),()->(m)") == ([("m", "n"), ()], [("m",)])
assert isinstance(intrinsic(lambda context, x: None), _Intrinsic) and not isinstance(len, _Intrinsic)
for found in (Array, EnumMember, List, NumpyFlatType, Pair):
    assert found is getattr(types, found.__name__)
numpy_support.check_is_integer(types.int8, "k")
numpy_support.check_is_integer(3, "k")
try:
    numpy_support.check_is_integer(types.float64, "k")
except errors.TypingError as error:
    assert str(error) == "k must be an integer"
else:
    raise AssertionError
import operator
texts = utils.OPERATORS_TO_BUILTINS
functions = (operator.add, operator.iadd, operator.neg, operator.contains, operator.not_)
assert [texts[f] for f in functions] == ["+", "+=", "-", "in", "not"]
"""
    )


@pytest.mark.parametrize(
    ("module", "name", "reason"),
    [
        ("core.callconv", "MinimalCallConv", ": compiled functions are called in another way"),
        (
            "core.caching",
            "FunctionCache",
            ": enable_caching() of a jitted function keeps code, its stats.cache_path says where",
        ),
        ("core.caching", "CompileResultCacheImpl", " yet"),
        ("core.cpu", "CPUTargetOptions", ": functions are compiled by another code generator"),
        ("core.serialize", "NumbaPickler", " yet"),
        ("cpython.hashing", "_Py_HashDouble", ": compiled code can call hash(x)"),
        ("experimental.jitclass", "_box", " yet"),
        ("experimental.jitclass.base", "ClassBuilder", ": call jitclass(cls, spec)"),
        ("np.arrayobj", "array_ravel", " yet"),
        ("np.numpy_support", "select_array_wrapper", " yet"),
        *(
            (package, "nothing", " yet")
            for package in ("core", "core.unsafe", "cpython", "cpython.unsafe", "experimental", "misc")
        ),
        *((package, "nothing", " yet") for package in ("np", "np.unsafe", "parfors", "pycc", "stencils", "typed")),
    ],
)
def test_what_is_missing_is_named(fresh_python, module, name, reason):
    if module in ("core.callconv", "np.arrayobj"):
        pytest.importorskip("llvmlite")
    output = fresh_python(
        PROLOGUE
        + f"""
import importlib
module = importlib.import_module("numba.{module}")
assert not hasattr(module, "{name}")
try:
    from numba.{module} import {name}
except ImportError as error:
    print(error)
"""
    )
    assert output.strip() == f"coluber does not have {module}.{name}{reason}"


CONSTRUCTS = ("comprehension", "fusion", "inplace_binop", "numpy", "prange", "reduction", "setitem", "stencil")


def test_values_of_options():
    assert all(getattr(ParallelOptions(True), name) for name in ("enabled", *CONSTRUCTS))
    assert not any(getattr(ParallelOptions(False), name) for name in ("enabled", *CONSTRUCTS))
    some = ParallelOptions({"prange": False})
    assert [name for name in CONSTRUCTS if not getattr(some, name)] == ["prange"]
    assert ParallelOptions(some) == some != ParallelOptions(True) == ParallelOptions({})
    with pytest.raises(NameError, match="nothing"):
        ParallelOptions({"nothing": True})
    assert FastMathOptions(True).flags == {"fast"}
    assert FastMathOptions({"nnan": True, "nsz": False}).flags == FastMathOptions(FastMathOptions({"nnan"})).flags == {"nnan"}
    assert not FastMathOptions(False)
    with pytest.raises(ValueError, match="quick"):
        FastMathOptions({"quick"})
    kinds = [(o.is_never_inline, o.is_always_inline, o.has_cost_model) for o in map(InlineOptions, ("never", "always", print))]
    assert kinds == [(True, False, False), (False, True, False), (False, False, True)]
    with pytest.raises(ValueError, match="sometimes"):
        InlineOptions("sometimes")


def test_passes_find_options_as_objects():
    found = []

    @register_pass(mutates_CFG=False, analysis_only=False)
    class Reads(FunctionPass):
        _name = "reads"

        def run_pass(self, state):
            flags = state.flags
            found.append((flags.auto_parallel, flags.fastmath, flags.inline, flags.is_set("inline"), flags.is_set("fastmath")))
            return False

    class WithPass(CompilerBase):
        def define_pipelines(self):
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.add_pass_after(Reads, IRProcessing)
            manager.finalize()
            return [manager]

    assert njit(lambda x: x + 1, pipeline_class=WithPass, parallel={"stencil": False}, fastmath={"nnan"})(1) == 2
    parallel, fastmath, inline, *are_set = found[0]
    assert parallel == ParallelOptions({"stencil": False})
    assert fastmath == FastMathOptions({"nnan"})
    assert inline == InlineOptions("never")
    assert are_set == [False, True]


class Interval:
    """Has a hash in compiled code that an overload gives."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high


def test_hashes_that_programs_write():
    pytest.importorskip("llvmlite")
    from coluber.extending import NativeValue, make_attribute_wrapper, models, register_model, unbox

    class IntervalType(types.Type):
        def __init__(self):
            super().__init__("Interval")

    typeof_impl.register(Interval)(lambda value, c: IntervalType())

    @register_model(IntervalType)
    class IntervalModel(models.StructModel):
        def __init__(self, manager, ty):
            super().__init__(manager, ty, [("low", types.int64), ("high", types.int64)])

    @unbox(IntervalType)
    def unbox_interval(ty, value, c):
        from coluber.core import cgutils

        made = cgutils.create_struct_proxy(ty)(c.context, c.builder)
        made.low, made.high = (c.unbox(types.int64, c.pyapi.object_getattr_string(value, n)).value for n in ("low", "high"))
        return NativeValue(made._getvalue())

    make_attribute_wrapper(IntervalType, "low", "low")
    make_attribute_wrapper(IntervalType, "high", "high")
    one, two, five, unsigned = (
        hashing._PyHASH_XXPRIME_1, hashing._PyHASH_XXPRIME_2, hashing._PyHASH_XXPRIME_5, hashing._Py_uhash_t,
    )  # fmt: skip
    rotate, process_return = hashing._PyHASH_XXROTATE, hashing.process_return

    @overload_method(IntervalType, "__hash__")
    def hash_of_interval(interval):
        def as_a_tuple(interval):
            accumulated = five
            for item in (interval.low, interval.high):
                accumulated = rotate(accumulated + unsigned(hash(item)) * two) * one
            return process_return(accumulated + (unsigned(2) ^ (five ^ unsigned(3527539))))

        return as_a_tuple

    assert njit(lambda interval: hash(interval))(Interval(3, -7)) == hash((3, -7))
    assert njit(lambda x: process_return(x))(-1) == process_return(-1) == -2
    assert hashing._Py_hash_t == types.int64
    assert njit(lambda x: rotate(x))(hashing._PyHASH_MODULUS) == ((2**61 - 1) << 31 | (2**61 - 1) >> 33) & (2**64 - 1)


class Named(ReduceMixin):
    """Is written by its name alone."""

    def __init__(self, name: str) -> None:
        self.name, self.lambda_ = name, lambda: name

    def _reduce_states(self):
        return {"name": self.name}

    @classmethod
    def _rebuild(cls, name):
        return cls(name)


@pytest.mark.parametrize("again", [lambda value: pickle.loads(pickle.dumps(value)), lambda value: loads(dumps(value))])
def test_objects_that_say_what_is_written(again):
    made = again(Named("first"))
    assert type(made) is Named
    assert (made.name, made.lambda_()) == ("first", "first")
    with pytest.raises(NotImplementedError, match="_reduce_states"):
        again(ReduceMixin())


def test_codes_of_calls():
    pytest.importorskip("llvmlite")
    from coluber.core.callconv import RETCODE_OK, BaseCallConv, Status
    from coluber.core.cpu import CPUContext
    from coluber.extending import intrinsic

    seen = []

    @intrinsic
    def halved(typingctx, x):
        def codegen(context, builder, sig, args):
            function = context.compile_subroutine(builder, half, sig)
            status, result = context.call_internal_no_propagate(builder, function.fndesc, sig, args)
            seen.extend(
                [isinstance(context, CPUContext), isinstance(context.call_conv, BaseCallConv), isinstance(status, Status)]
            )
            with builder.if_then(builder.icmp_unsigned("!=", status.code, RETCODE_OK)):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return types.int64(types.int64), codegen

    call = njit(lambda x: halved(x))
    assert call(6) == 3
    with pytest.raises(ValueError, match="odd"):
        call(7)
    assert seen == [True, True, True]


def half(x):
    if x % 2:
        raise ValueError("odd")
    return x // 2
