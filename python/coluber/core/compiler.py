"""Pipelines of the compiler, as programs describe them for ``pipeline_class=``; see `coluber.core.compiler_machinery`."""

from __future__ import annotations

from coluber.core.compiler_machinery import PassManager
from coluber.core.compiler_passes import TYPED, UNTYPED, marker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class State:
    """What a pipeline and its passes are given; when a pipeline is described, nothing is known.

    Attributes
    ----------
    func_id : FunctionIdentity
        The function.
    args, return_type : tuple of Type, Type
        The types for which it was compiled.
    typed_ir : str
        What it was compiled to, as `inspect_types` prints it.
    metadata : dict
        Room for what passes find out.
    typingctx : BaseContext
        The typing context.
    """

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from coluber.core.errors import UnsupportedError

        raise UnsupportedError(f"state.{name} is not supported: the compiler has passes and an IR of its own")


class FunctionIdentity:
    """Which function is compiled.

    Attributes
    ----------
    func : function
        The Python function; ``code``, ``pysig``, ``filename``, ``firstlineno``, ``modname``, ``func_name``, ``func_qualname``,
        ``arg_names`` and ``arg_count`` say the same of it as in Numba.
    """

    def __init__(self, func: Any) -> None:
        import inspect

        self.func, self.code, self.pysig = func, func.__code__, inspect.signature(func)
        self.filename, self.firstlineno = self.code.co_filename, self.code.co_firstlineno
        self.modname, self.func_name, self.func_qualname = func.__module__, func.__name__, func.__qualname__
        self.arg_names = tuple(self.pysig.parameters)
        self.arg_count = len(self.arg_names)


def compiled_state(dispatcher: Any, types: tuple[Any, ...]) -> State:
    """Return what passes are told of a specialisation."""
    from coluber.core.typing.context import typing_context

    signatures = dispatcher.nopython_signatures
    index = [signature.args for signature in signatures].index(types)
    return State(
        func_id=FunctionIdentity(dispatcher.py_func),
        args=types,
        return_type=signatures[index].return_type,
        typed_ir=dispatcher._typed_ir(index),
        metadata={},
        typingctx=typing_context,
    )


class CompilerBase:
    """Base of the classes for ``pipeline_class=``.

    Parameters
    ----------
    state : object
        The state.
    """

    def __init__(self, state: Any, *args: Any) -> None:
        self.state = state

    def define_pipelines(self) -> list[PassManager]:
        """Return the pipelines, which are tried one after the other."""
        raise NotImplementedError(f"{type(self).__qualname__} needs a method define_pipelines")


class DefaultPassBuilder:
    """Describes the pipelines that the compiler has."""

    @staticmethod
    def define_nopython_pipeline(state: Any, name: str = "nopython") -> PassManager:
        """Return the pipeline that makes machine code."""
        return _pipeline(name, (*UNTYPED, *TYPED))

    @staticmethod
    def define_untyped_pipeline(state: Any, name: str = "untyped") -> PassManager:
        """Return its first part."""
        return _pipeline(name, UNTYPED)

    @staticmethod
    def define_typed_pipeline(state: Any, name: str = "typed") -> PassManager:
        """Return the part that knows types."""
        return _pipeline(name, TYPED[:-3])

    @staticmethod
    def define_nopython_lowering_pipeline(state: Any, name: str = "nopython_lowering") -> PassManager:
        """Return the part that makes code."""
        return _pipeline(name, TYPED[-5:])


class Compiler(CompilerBase):
    """The compiler as it is."""

    def define_pipelines(self) -> list[PassManager]:
        """Return its pipeline."""
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def _pipeline(name: str, passes: tuple[str, ...]) -> PassManager:
    made = PassManager(name)
    for each in passes:
        made.add_pass(marker(each), each)
    made.finalize()
    return made


# What works on the IR of another compiler.
_NOT_HERE = {
    "run_frontend": "the IR of a function is what f.inspect_types() shows",
    "compile_extra": "compile with njit(signature)(function)",
    "compile_isolated": "compile with njit(signature)(function)",
    "compile_ir": "there is no IR that programs could make",
    "compile_internal": "call context.compile_internal of an intrinsic's code",
    "compile_result": "compile with njit(signature)(function)",
}


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    hint = _NOT_HERE.get(name)
    raise missing(f"coluber does not have core.compiler.{name}{f': {hint}' if hint else ' yet'}", name)
