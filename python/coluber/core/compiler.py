"""Pipelines of the compiler, as programs describe them for ``pipeline_class=``; see `coluber.core.compiler_machinery`."""

from __future__ import annotations

from coluber.core.compiler_machinery import PassManager
from coluber.core.compiler_passes import LOWERING, TYPED, UNTYPED, marker
from coluber.core.cpu_options import FastMathOptions, InlineOptions, ParallelOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# Options that are objects, and what they are where they are not given.
_OBJECTS = {"fastmath": (FastMathOptions, False), "inline": (InlineOptions, "never")}


class Flags:
    """The options of a function; those that it does not have are False."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        options = options or {}
        self.__dict__.update(options)
        self.auto_parallel = ParallelOptions(options.get("parallel", False))
        for name in _OBJECTS.keys() & options:
            self.__dict__[name] = _OBJECTS[name][0](options[name])
        self.nrt = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        cls, absent = _OBJECTS.get(name, (bool, False))
        return cls(absent)

    def is_set(self, name: str) -> bool:
        """Whether an option was given."""
        return name in self.__dict__

    def copy(self) -> Flags:
        """Return flags of their own."""
        made = Flags({})
        made.__dict__.update(self.__dict__)
        return made


DEFAULT_FLAGS = Flags()


class State:
    """What a pipeline and its passes are given; when a pipeline is described, hardly anything is known.

    Attributes
    ----------
    func_id : FunctionIdentity
        The function.
    func_ir : FunctionIR
        Its IR, see `coluber.core.ir`.
    args, return_type : tuple of Type, Type
        The types for which it is compiled; that of the result is known behind type inference.
    typemap, calltypes : dict
        Behind type inference the types of variables by their names, and the signatures of operations.
    typed_ir : str
        For passes that only look: what it was compiled to, as `inspect_types` prints it.
    metadata : dict
        Room for what passes find out; `get_metadata` of the jitted function gives it.
    flags, locals : Flags, dict
        The options of the function, and the types that the program has chosen for variables.
    typingctx, targetctx : object
        The contexts.
    """

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "targetctx":
            from coluber.core.registry import cpu_target

            self.targetctx = cpu_target.target_context
            return self.targetctx
        later = self.__dict__.get("later", {})
        if name in later:
            later[name](self)
            return self.__dict__[name]
        from coluber.core.errors import UnsupportedError

        raise UnsupportedError(f"state.{name} is not supported: nothing of that name is known of the function here")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__

    def get(self, name: str, default: Any = None) -> Any:
        """Return what is known under a name."""
        return self.__dict__.get(name, default)


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
        self.is_generator = inspect.isgeneratorfunction(func)
        self.module = inspect.getmodule(func)
        self.unique_name = f"{self.func_qualname}${id(func)}"

    @classmethod
    def from_function(cls, pyfunc: Any) -> FunctionIdentity:
        """Return the identity of a Python function."""
        return cls(pyfunc)

    def derive(self) -> FunctionIdentity:
        """Return another identity of the same function."""
        return FunctionIdentity(self.func)

    @property
    def filename_short(self) -> str:
        """The name of the file without its folder."""
        return self.filename.rpartition("/")[2]


# A state is a dict, too.
StateDict = State


def compiled_state(dispatcher: Any, types: tuple[Any, ...]) -> State:
    """Return what passes that only look are told of a specialisation. Its IR is made for those that ask for it."""
    from coluber.core.program_ir.driver import metadata_of
    from coluber.core.program_ir.steps import infer, read
    from coluber.core.typing.context import typing_context

    signatures = dispatcher.nopython_signatures
    index = [signature.args for signature in signatures].index(types)
    return State(
        func_id=FunctionIdentity(dispatcher.py_func),
        args=types,
        return_type=signatures[index].return_type,
        typed_ir=dispatcher._typed_ir(index),
        metadata=metadata_of(dispatcher.py_func, types),
        flags=Flags(dispatcher.targetoptions),
        locals=dict(dispatcher.targetoptions.get("locals") or {}),
        typingctx=typing_context,
        dispatcher=dispatcher,
        later={"func_ir": read, "typemap": infer, "calltypes": infer},
    )


def run_frontend(func: Any, inline_closures: bool = False, emit_dels: bool = False) -> Any:
    """Return the IR of a Python function, which passes of programs work on.

    Parameters
    ----------
    func : function
        The function.
    inline_closures : bool
        Accepted; inner functions stay.
    emit_dels : bool
        Accepted; nothing says where variables are no longer needed.
    """
    from coluber.core.program_ir.reading import read_function

    return read_function(getattr(func, "py_func", func))


# Flags that are options of functions under other names.
_OPTIONS = {
    "auto_parallel": "parallel",
    "boundscheck": "boundscheck",
    "debuginfo": "debug",
    "error_model": "error_model",
    "fastmath": "fastmath",
    "force_pyobject": "forceobj",
    "release_gil": "nogil",
}


def compile_extra(
    typingctx: Any, targetctx: Any, func: Any, args: tuple[Any, ...], return_type: Any = None, flags: Flags | None = None,
    locals: dict[str, Any] | None = None, library: Any = None, pipeline_class: Any = None,  # noqa: A002 - the public name
) -> Any:  # fmt: skip
    """Compile a Python function for arguments of some types.

    Parameters
    ----------
    typingctx, targetctx, library : object
        Accepted; there is one compiler, and code of one library.
    func : function
        The function.
    args, return_type : tuple of Type, Type or None
        The types of its arguments, and that of its result where it is not inferred.
    flags : Flags
        Its options.
    locals : dict
        Types of its variables.
    pipeline_class : type
        A subclass of `CompilerBase`.

    Returns
    -------
    CompileResult
        With ``signature`` and, to be called, ``entry_point``.

    Raises
    ------
    NumbaError
        Where it does not compile.
    """
    from coluber.core.decorators import jit

    known = {} if flags is None else flags.__dict__
    given = {option: known[flag] for flag, option in _OPTIONS.items() if known.get(flag)}
    options = {name: value.as_option() if hasattr(value, "as_option") else value for name, value in given.items()}
    if "forceobj" not in options:
        options["nopython"] = True
    if pipeline_class is not None and pipeline_class is not Compiler:
        options["pipeline_class"] = pipeline_class
    signature = tuple(args) if return_type is None else return_type(*args)
    dispatcher = jit(signature, locals=locals or {}, **options)(func)
    (result,) = dispatcher.overloads.values()
    return result


class CompilerBase:
    """Base of the classes for ``pipeline_class=``.

    Parameters
    ----------
    typingctx, targetctx : object
        The contexts; or, alone, the state.
    library : None
        Nothing.
    args, return_type : tuple of Type, Type or None
        The types of the arguments, and that of the result where it is given.
    flags, locals : Flags, dict
        The options of the function.
    """

    def __init__(
        self, typingctx: Any, targetctx: Any = None, library: Any = None, args: Any = (), return_type: Any = None,
        flags: Any = None, locals: Any = None,  # noqa: A002 - the public name
    ) -> None:  # fmt: skip
        if isinstance(typingctx, State):
            self.state = typingctx
            return
        self.state = State(
            typingctx=typingctx, library=library, args=args, return_type=return_type, wanted=return_type,
            flags=flags or Flags(), locals=locals or {}, func_ir=None, func_id=None, bc=None, lifted=(), lifted_from=None,
            metadata={}, typemap=None, calltypes=None, type_annotation=None, parfor_diagnostics=None, is_untypable=False,
        )  # fmt: skip
        if targetctx is not None:
            self.state.targetctx = targetctx

    def define_pipelines(self) -> list[PassManager]:
        """Return the pipelines; the first one is used."""
        raise NotImplementedError(f"{type(self).__qualname__} needs a method define_pipelines")

    def compile_extra(self, func: Any) -> Any:
        """Run the pipeline over a Python function; returns the state that it leaves, whose IR is compiled then."""
        self.state.func_id = FunctionIdentity.from_function(func)
        self.state.bc = func.__code__
        return self._run()

    def compile_ir(self, func_ir: Any, lifted: Any = (), lifted_from: Any = None) -> Any:
        """Run the pipeline over IR; returns the state."""
        self.state.func_id, self.state.func_ir = func_ir.func_id, func_ir
        return self._run()

    def _run(self) -> Any:
        from coluber.core.program_ir.driver import needs_types

        manager = self.define_pipelines()[0]
        manager.run(self.state, typed=needs_types(manager, self.state.func_id.func))
        return self.state


class DefaultPassBuilder:
    """Describes the pipelines that the compiler has."""

    @staticmethod
    def define_nopython_pipeline(state: Any, name: str = "nopython") -> PassManager:
        """Return the pipeline that makes machine code."""
        return _pipeline(name, (*_untyped(state), *_typed(state), *LOWERING))

    @staticmethod
    def define_untyped_pipeline(state: Any, name: str = "untyped") -> PassManager:
        """Return its first part."""
        return _pipeline(name, _untyped(state))

    @staticmethod
    def define_typed_pipeline(state: Any, name: str = "typed") -> PassManager:
        """Return the part that knows types."""
        return _pipeline(name, _typed(state))

    @staticmethod
    def define_nopython_lowering_pipeline(state: Any, name: str = "nopython_lowering") -> PassManager:
        """Return the part that makes code."""
        return _pipeline(name, LOWERING)


class Compiler(CompilerBase):
    """The compiler as it is."""

    def define_pipelines(self) -> list[PassManager]:
        """Return its pipeline."""
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def _untyped(state: Any) -> tuple[tuple[str, str], ...]:
    """Return the passes that need no types; where the IR is there it is not made again."""
    has_ir = state is not None and state.__dict__.get("func_ir") is not None
    return UNTYPED[1:] if has_ir else UNTYPED


def _typed(state: Any) -> tuple[tuple[str, str], ...]:
    """Return the passes that need types; those for parallel loops are there in functions that have them."""
    is_parallel = state is not None and bool(state.flags.auto_parallel)
    return tuple(row for row in TYPED if is_parallel or "Parfor" not in row[0])


def _pipeline(name: str, passes: tuple[tuple[str, str], ...]) -> PassManager:
    made = PassManager(name)
    for each, description in passes:
        made.add_pass(marker(each), description)
    made.finalize()
    return made


# What works on the IR of another compiler.
_NOT_HERE = {
    "compile_isolated": "compile with njit(signature)(function)",
    "compile_ir": "a pass of a pipeline_class can put its own IR into state.func_ir",
    "compile_internal": "call context.compile_internal of an intrinsic's code",
    "compile_result": "compile with njit(signature)(function)",
}


def __getattr__(name: str) -> object:
    from coluber.core.compiler_passes import TYPED_NAMES, UNTYPED_NAMES
    from coluber.core.missing import missing

    if name in UNTYPED_NAMES | TYPED_NAMES:
        return marker(name)
    hint = _NOT_HERE.get(name)
    raise missing(f"coluber does not have core.compiler.{name}{f': {hint}' if hint else ' yet'}", name)
