"""Implementations for one target, conversions of extensions, and pipelines of passes."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, errors, njit, typeof, types
from coluber.core.target_extension import GPU, dispatcher_registry, target_override, target_registry
from coluber.extending import overload, overload_attribute, overload_method


def where():
    raise NotImplementedError


@overload(where)
def where_generic():
    return lambda: 1


@overload(where, target="cuda")
def where_cuda():
    return lambda: 2


def on_cpu():
    raise NotImplementedError


@overload(on_cpu, target="cpu")
def on_cpu_only():
    return lambda: 3


def both():
    raise NotImplementedError


@overload(both, target="gpu")
def both_gpu():
    return lambda: 4


@overload(both, target="cpu")
def both_cpu():
    return lambda: 5


def test_choice_of_functions():
    @cuda.jit
    def kernel(out):
        out[0] = where()
        out[1] = both()

    @njit
    def host():
        return where(), both(), on_cpu()

    out = np.zeros(2)
    kernel[1, 1](out)
    assert out.tolist() == [2, 4]
    assert host() == (1, 5, 3)


def test_what_is_for_another_target_is_not_there():
    @cuda.jit
    def kernel(out):
        out[0] = on_cpu()

    with pytest.raises(errors.TypingError, match="on_cpu"):
        kernel[1, 1](np.zeros(1))


def test_what_is_for_one_target_replaces_the_library():
    def double(x):
        return lambda x: x * 2

    overload(np.sinc, target="cuda")(double)

    @cuda.jit
    def kernel(out):
        out[0] = np.sinc(out[0])

    out = np.ones(1)
    kernel[1, 1](out)
    assert out[0] == 2

    @njit
    def host(x):
        return np.sinc(x)

    assert host(0.0) == 1


def test_methods_and_attributes():
    @overload_method(types.Integer, "place", target="cuda")
    def place_cuda(x):
        return lambda x: x + 1

    @overload_method(types.Integer, "place", target="cpu")
    def place_cpu(x):
        return lambda x: x + 2

    @overload_attribute(types.Integer, "place_of", target="cpu")
    def place_of(x):
        return lambda x: x + 3

    @cuda.jit
    def kernel(out):
        out[0] = out[0].place()

    @njit
    def host(x):
        return x.place(), x.place_of

    out = np.zeros(1, np.int64)
    kernel[1, 1](out)
    assert out[0] == 1
    assert host(1) == (3, 4)


def test_unknown_target():
    with pytest.raises(errors.NumbaValueError, match="'tpu'"):
        overload(where, target="tpu")


def test_unknown_option():
    with pytest.warns(errors.NumbaWarning, match="tarket"):
        overload(where, tarket="cpu")


# --------------------------------------------------------------------------------------------------------- conversions


def test_lower_cast():
    pytest.importorskip("llvmlite")
    from coluber.core import cgutils
    from coluber.core.typing.templates import AbstractTemplate, infer_global, signature
    from coluber.extending import NativeValue, lower_builtin, lower_cast, models, register_model, typeof_impl, unbox

    class Length:
        def __init__(self, metres):
            self.metres = metres

    class LengthType(types.Type):
        def __init__(self):
            super().__init__(name="Length")

    length = LengthType()
    typeof_impl.register(Length)(lambda value, c: length)

    @register_model(LengthType)
    class LengthModel(models.StructModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, [("m", types.float64)])

    @unbox(LengthType)
    def unbox_length(typ, obj, c):
        number = c.pyapi.object_getattr_string(obj, "metres")
        value = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        value.m = c.pyapi.float_as_double(number)
        c.pyapi.decref(number)
        return NativeValue(value._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))

    @lower_cast(LengthType, types.float64)
    def metres(context, builder, fromty, toty, value):
        return context.make_helper(builder, fromty, value).m

    def area(width, height):
        raise NotImplementedError

    @infer_global(area)
    class TypeOfArea(AbstractTemplate):
        def generic(self, args, kws):
            return signature(types.float64, types.float64, types.float64) if len(args) == 2 else None

    @lower_builtin(area, types.float64, types.float64)
    def lower_area(context, builder, sig, args):
        return builder.fmul(*args)

    @njit
    def f(a, b):
        return area(a, b), area(a, 2.0), area(3.0, b), area(3.0, 2.0)

    assert typeof(Length(1)) == length
    assert f(Length(2.0), Length(5.0)) == (10, 4, 15, 6)


# ----------------------------------------------------------------------------------------------------------- pipelines


def test_pipelines():
    from coluber.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
    from coluber.core.compiler_machinery import FunctionPass, PassManager, register_pass
    from coluber.core.untyped_passes import IRProcessing

    @register_pass(mutates_CFG=False, analysis_only=False)
    class Own(FunctionPass):
        _name = "own"

        def run_pass(self, state):
            return False

    class WithPass(CompilerBase):
        def define_pipelines(self):
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.add_pass_after(Own, IRProcessing)
            manager.finalize()
            assert isinstance(manager, PassManager)
            return [manager]

    assert njit(pipeline_class=Compiler)(lambda x: x + 1)(1) == 2
    assert njit(pipeline_class=WithPass)(lambda x: x + 1)(1) == 2
    with pytest.raises(ValueError, match="has no pass Own"):
        DefaultPassBuilder.define_untyped_pipeline(None).add_pass_before(Own, Own)
    with pytest.raises(TypeError, match="a pass is a class"):
        DefaultPassBuilder.define_untyped_pipeline(None).add_pass(object)
    with pytest.raises(ValueError, match="needs a name"):
        register_pass(mutates_CFG=True, analysis_only=False)(type("Nameless", (FunctionPass,), {}))


def test_passes_that_look():
    from coluber.core.compiler import CompilerBase, DefaultPassBuilder
    from coluber.core.compiler_machinery import AnalysisPass, register_pass
    from coluber.core.typed_passes import AnnotateTypes

    seen = []

    @register_pass(mutates_CFG=False, analysis_only=True)
    class Look(AnalysisPass):
        _name = "look"

        def run_pass(self, state):
            seen.append((state.func_id.func_name, state.args, state.return_type, "half" in state.typed_ir))
            if state.args[0] == types.unicode_type:
                state.nothing  # noqa: B018
            return False

    class WithPass(CompilerBase):
        def define_pipelines(self):
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.add_pass_after(Look, AnnotateTypes)
            return [manager]

    @njit(pipeline_class=WithPass)
    def half(x):
        return len(x) if isinstance(x, str) else x / 2

    assert (half(3), half(5), half(1.0)) == (1.5, 2.5, 0.5)
    assert seen == [
        ("half", (types.int64,), types.float64, True),
        ("half", (types.float64,), types.float64, True),
    ]
    with pytest.raises(errors.UnsupportedError, match="state.nothing is not supported"):
        half("a")


def test_what_pipelines_do_not_have():
    from coluber.core import compiler, ir, typed_passes

    with pytest.raises(AttributeError, match="core.compiler.compile_ir: a pass of a pipeline_class can"):
        compiler.compile_ir  # noqa: B018
    with pytest.raises(AttributeError, match="core.ir.EnterWith: the IR for programs"):
        ir.EnterWith  # noqa: B018
    assert str(ir.Loc("a.py", 3)) == "a.py (3)"
    with pytest.raises(AttributeError, match="typed_passes.Nothing"):
        typed_passes.Nothing  # noqa: B018
    with pytest.raises(errors.UnsupportedError, match="func_ir"):
        compiler.State().func_ir  # noqa: B018


class Board(GPU):
    """A target of the program."""


target_registry["board"] = Board


class BoardDispatcher:
    """Counts what it is asked to compile."""

    def __init__(self, py_func, locals, targetoptions):
        self.py_func, self.locals, self.options = py_func, locals, targetoptions
        self.compiled, self.can_compile = [], True

    def compile(self, signature):
        self.compiled.append(signature)

    def disable_compile(self):
        self.can_compile = False


def on_board():
    raise NotImplementedError


def on_board_and_cpu():
    raise NotImplementedError


@overload(on_board, target="board")
@overload(on_board_and_cpu, target="board")
def on_board_only():
    return lambda: 6


@overload(on_board_and_cpu, target="cpu")
def on_cpu_instead():
    return lambda: 7


def test_what_is_for_a_target_of_the_program_is_not_there():
    assert njit(lambda: on_board_and_cpu())() == 7
    with pytest.raises(errors.TypingError, match="on_board"):
        njit(lambda: on_board())()
    with pytest.raises(errors.NumbaValueError, match="'nowhere'"):
        overload(on_board, target="nowhere")


def test_a_target_of_the_program_has_its_own_dispatcher():
    with pytest.raises(errors.NonexistentTargetError, match="Board"):
        njit(_target="board")(on_cpu)
    dispatcher_registry[Board] = BoardDispatcher
    made = njit(["int64()"], _target="board", fastmath=True)(on_cpu)
    assert (made.py_func, made.compiled, made.can_compile) == (on_cpu, ["int64()"], False)
    assert made.options == {"nopython": True, "fastmath": True}
    with target_override("board"):
        assert njit(lambda: on_board_and_cpu())() == 7
    assert njit(_target="cpu")(lambda: 1)() == 1
    with pytest.raises(errors.NonexistentTargetError, match="'nowhere'"):
        njit(_target="nowhere")
    with pytest.raises(TypeError, match="a dispatcher is called"):
        dispatcher_registry[Board] = 3
