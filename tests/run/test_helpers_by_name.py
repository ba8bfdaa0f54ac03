"""Helpers of Numba that programs and extensions use by their names."""

from __future__ import annotations

import threading
import unittest

import numpy as np
import pytest

from coluber import errors, njit, types
from coluber.core import datamodel, itanium_mangler, optional, registry, target_extension, utils
from coluber.core.datamodel.packer import ArgPacker, DataPacker
from coluber.experimental import structref
from coluber.extending import intrinsic
from coluber.testing import load_testsuite, run_tests

ARRAY = types.Array(types.float64, 2, "C")


@pytest.mark.parametrize(
    ("name", "arguments", "mangled"),
    [
        ("foo", (), "_Z3foo"),
        ("mod.sub.f", (types.boolean, types.float16), "_ZN3mod3sub1fEbDh"),
        ("f<locals>$1", (types.int64,), "_Z17f_3clocals_3e_241x"),
        ("1abc", (types.none,), "_Z5_1abcv"),
        ("f", (ARRAY,), "_Z1f5ArrayIdLi2E1C7mutable7alignedE"),
        ("f", (types.Array(types.complex64, 1, "A", readonly=True),), "_Z1f5ArrayI9complex64Li1E1A8readonly7alignedE"),
        ("f", (types.UniTuple(types.int64, 3), types.Tuple((types.int32, types.float32))), "_Z1f8UniTupleIxLi3EE5TupleIifE"),
        ("f", (types.Optional(types.int64), 5, "hi"), "_Z1f23OptionalType_28int64_29Li5E2hi"),
        ("été", (types.CPointer(types.int32),), "_Z13_c3_a9t_c3_a98int32_2a"),
    ],
)
def test_mangled_names(name, arguments, mangled):
    assert itanium_mangler.mangle(name, arguments) == mangled


def test_parts_of_mangled_names():
    mangle, prepend = itanium_mangler.mangle, itanium_mangler.prepend_namespace
    assert mangle("a.foo", (types.int32,), uid=7, abi_tags=("q",)) == "_ZN1a3fooB2v7B1qEi"
    assert prepend("_ZN1a3fooEi", "ns") == "_ZN2ns1a3fooEi"
    assert prepend("_Z3fooi", "ns") == "_ZN2ns3fooEi"
    assert itanium_mangler.mangle_templated_ident("a.b", (3, types.int8)) == "N1a1bILi3EaEE"
    with pytest.raises(ValueError, match="mangled"):
        prepend("foo", "ns")


PACKED = (types.int32, types.boolean, types.Tuple((types.int64, types.float32)), types.complex64, ARRAY)


@intrinsic
def passed_on(typingctx, values):
    """Gives a tuple, through a function whose parameters are scalars and through memory."""

    def codegen(context, builder, sig, args):
        from llvmlite import ir

        from coluber.core import cgutils

        manager = datamodel.default_manager
        packer = ArgPacker(manager, values.types)
        given = packer.as_arguments(builder, cgutils.unpack_tuple(builder, args[0]))
        assert [value.type for value in given] == list(packer.argument_types)
        function = ir.Function(builder.module, ir.FunctionType(ir.VoidType(), packer.argument_types), "names")
        packer.assign_names(function.args, [f"v{k}" for k in range(len(values))])
        assert [a.name for a in function.args][:6] == ["v0", "v1", "v2.0", "v2.1", "v3.0", "v3.1"]
        taken = packer.from_arguments(builder, given)
        kept = DataPacker(manager, values.types)
        place = cgutils.alloca_once_value(builder, kept.as_data(builder, taken))
        loaded = [None] * len(values)
        kept.load_into(builder, place, loaded)
        assert [ty for ty, _ in kept.load(builder, place)] == list(values.types)
        with pytest.raises(TypeError, match="5 values are needed, not 1"):
            packer.as_arguments(builder, given[:1])
        return context.make_tuple(builder, sig.return_type, loaded)

    return values(values), codegen


def test_values_as_scalars_and_as_members_of_a_structure():
    array = np.arange(6.0).reshape(2, 3)

    @njit
    def f(a):
        return passed_on((np.int32(3), True, (4, np.float32(0.5)), np.complex64(1 + 2j), a))

    assert tuple(datamodel.default_manager.lookup(ty) is not None for ty in PACKED) == (True,) * 5
    *numbers, back = f(array)
    assert numbers == [3, True, (4, 0.5), 1 + 2j]
    assert back.tolist() == array.tolist()


@intrinsic
def or_seven(typingctx, x):
    def codegen(context, builder, sig, args):
        wide = types.Optional(types.float64)
        is_none = optional.optional_is_none(context, builder, types.boolean(x, types.none), (args[0], None))
        converted = optional.optional_to_optional(context, builder, x, wide, args[0])
        whole = optional.any_to_optional(context, builder, types.int64, wide, context.get_constant(types.int64, 7))
        chosen = builder.select(is_none, whole, converted)
        return optional.optional_to_any(context, builder, wide, types.float64, chosen)

    return types.float64(x), codegen


@intrinsic
def needed(typingctx, x):
    def codegen(context, builder, sig, args):
        return optional.optional_to_any(context, builder, x, x.type, args[0])

    return x.type(x), codegen


def test_values_that_may_be_none():
    @njit
    def f(n):
        return or_seven(n if n > 2 else None)

    assert (f(1), f(3)) == (7.0, 3.0)
    strict = njit(lambda n: needed(n if n > 2 else None))
    assert strict(3) == 3
    with pytest.raises(TypeError, match="got None"):
        strict(1)


@structref.register
class PairType(types.StructRef):
    pass


class Pair(structref.StructRefProxy):
    pass


structref.define_proxy(Pair, PairType, ["a", "b"])


@intrinsic
def is_same(typingctx, x, y):
    return types.boolean(x, y), structref.structref_is


def test_structures_that_are_one():
    p, q = Pair(1, 2.0), Pair(1, 2.0)
    f = njit(lambda p, q: (is_same(p, p), is_same(p, q)))
    assert f(p, q) == (True, False)


def test_registries():
    delayed = registry.DelayedRegistry(key_type=types.Type)
    delayed.ondemand[types.Integer] = lambda: "made"
    assert (delayed[types.Integer], delayed.ondemand) == ("made", {})
    with pytest.raises(AssertionError, match="has a value, which is not to be replaced"):
        delayed[types.Integer] = "other"
    with pytest.raises(TypeError, match="derived from Type"):
        delayed[int] = "other"
    assert target_extension.cpu_target is target_extension.target_registry["cpu"]


def test_templates_in_the_order_of_their_targets():
    class Template:
        def __init__(self, **metadata):
            self.metadata = metadata

    templates = [Template(target=name) for name in ("generic", "cpu", "cuda", "gpu")] + [Template()]

    def ordered(name):
        found = utils.order_by_target_specificity(target_extension.target_registry[name], templates)
        return [template.metadata.get("target") for template in found]

    assert ordered("cpu") == ["cpu", "generic", None]
    assert ordered("cuda") == ["cuda", "gpu", "generic", None]
    with pytest.raises(errors.UnsupportedError, match="'sum'"):
        utils.order_by_target_specificity(target_extension.CPU, templates[2:4], "sum")


def test_small_helpers():
    assert [utils.bit_length(x) for x in (0, 5, 8, -1, -5, -8, -9)] == [1, 3, 4, 1, 3, 3, 4]
    assert [utils.format_time(x) for x in (1234, 1.5, 0.0015, 2e-7, 3e-10)] == [
        "1234.0s",
        "1.5s",
        "1.5ms",
        "200.0ns",
        "300.0ps",
    ]
    assert utils.get_nargs_range(lambda a, b, c=1, *d, e=2: None) == (2, 5)
    assert list(utils.OrderedSet([3, 1, 3])) == [3, 1]
    assert list(utils.MutableSortedSet([3, 1])) == [1, 3]
    assert dict(utils.SortedMap([("b", 1), ("a", 2)])) == {"a": 2, "b": 1}
    assert list(utils.MutableSortedMap({3: 1, 1: 2}).items()) == [(1, 2), (3, 1)]
    values = [1, 2]
    added = utils.stream_list(values)
    assert next(added) == [1, 2]
    values += [5]
    assert (next(added), next(added)) == ([5], [])
    key = []
    assert (utils.get_hashable_key(len), utils.get_hashable_key(key)) == (len, id(key))
    assert not utils.shutting_down()
    best = utils.benchmark(lambda: None, maxsec=0.01)
    assert best.best == min(best.records) > 0
    assert "a call, in the fastest of" in repr(best)
    once = utils.runonce(lambda calls=[]: calls.append(1) or len(calls))  # noqa: B006
    assert (once(), once()) == (1, 1)


def test_options_and_stacks():
    class Options(utils.ConfigOptions):
        OPTIONS = {"fast": 1, "deep": 2}  # noqa: RUF012

    options = Options()
    options.set("deep", 5)
    options.unset("fast")
    assert (options.fast, options.copy().deep, options == options.copy(), options == Options()) == (False, 5, True, False)
    with pytest.raises(NameError, match="nothing"):
        options.set("nothing")
    with pytest.raises(AttributeError, match="nothing"):
        _ = options.nothing

    class Stack(utils.ThreadLocalStack, stack_name="test"):
        pass

    lengths = []
    with Stack().enter(5):
        thread = threading.Thread(target=lambda: lengths.append(len(Stack())))
        thread.start()
        thread.join()
        assert (Stack().top(), lengths) == (5, [0])
    assert not Stack()


def test_exceptions_and_messages():
    error = utils.chain_exception(ValueError("a"), KeyError("b"))
    assert isinstance(error.__cause__, KeyError)
    assert utils.erase_traceback(error).__traceback__ is None

    @errors.deprecated("newer")
    def older(x):
        return x + 1

    with pytest.warns(DeprecationWarning, match="^older is deprecated: use newer$") as caught:
        assert older(1) == 2
    assert caught[0].filename == __file__
    scheme = errors.termcolor()
    assert isinstance(scheme, errors.NOPColorScheme)
    assert {scheme.code("x"), scheme.errmsg("x"), scheme.filename("x"), scheme.indicate("x"), scheme.highlight("x")} == {"x"}


def test_types_of_which_only_the_names_are_known():
    assert [str(ty) for ty in (types.ffi, types.ffi_forced_object, types.code_type)] == ["ffi", "ffi_forced_object", "code"]
    assert isinstance(types.ffi, types.Opaque)
    assert types.ffi == types.Opaque("ffi")


def test_tests_of_a_package(tmp_path, monkeypatch):
    package = tmp_path / "its_tests_of_a_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    body = "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(1, {})\n"
    (package / "test_one.py").write_text(body.format(1))
    (package / "test_two.py").write_text(body.format(2))
    monkeypatch.syspath_prepend(str(tmp_path))
    loader = unittest.TestLoader()
    loader._top_level_dir = str(tmp_path)
    assert load_testsuite(loader, str(package)).countTestCases() == 2
    result = run_tests(
        ["tests", "its_tests_of_a_package.test_one", "its_tests_of_a_package.test_two"], topleveldir=str(tmp_path)
    )
    assert (result.testsRun, len(result.failures)) == (2, 1)
