"""Pipelines of compiler passes as programs describe them.

This compiler has passes and an IR of its own. A pipeline with passes of the program that change code is run over the IR of
`coluber.core.ir`, before the compiler takes the function. One whose passes only look (``analysis_only=True``) is run over what
has been compiled.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


# How long the parts of a pass or a stage took, in seconds.
pass_timings = namedtuple("pass_timings", ("init", "run", "finalize"))


class CompilerPass:
    """Base of the classes of passes."""

    _name = ""

    @classmethod
    def name(cls) -> str:
        """Return the name of the pass."""
        return cls._name

    def run_initialization(self, *args: Any, **kwargs: Any) -> bool:
        """Return False: nothing was changed."""
        return False

    def run_pass(self, *args: Any, **kwargs: Any) -> bool:
        """Run the pass."""
        raise NotImplementedError(f"{type(self).__qualname__} needs a method run_pass")

    def run_finalizer(self, *args: Any, **kwargs: Any) -> bool:
        """Return False: nothing was changed."""
        return False


class FunctionPass(CompilerPass):
    """A pass over a function."""


class AnalysisPass(CompilerPass):
    """A pass that changes nothing."""


class LoweringPass(CompilerPass):
    """A pass that makes code."""


def register_pass(mutates_CFG: bool, analysis_only: bool) -> Callable[[Any], Any]:  # noqa: N803 - the public name
    """Declare that a class is a pass.

    Parameters
    ----------
    mutates_CFG : bool
        Whether it changes the control flow.
    analysis_only : bool
        Whether it changes nothing at all.
    """

    def decorate(cls: Any) -> Any:
        if not (isinstance(cls, type) and issubclass(cls, CompilerPass)):
            raise TypeError(f"register_pass takes a class derived from FunctionPass, AnalysisPass or LoweringPass, not {cls!r}")
        if not cls.name():
            raise ValueError(f"the pass {cls.__qualname__} needs a name: set its attribute _name")
        cls.mutates_CFG, cls.analysis_only = mutates_CFG, analysis_only
        return cls

    return decorate


class PassManager:
    """A list of passes.

    Parameters
    ----------
    pipeline_name : str
        Its name.
    """

    def __init__(self, pipeline_name: str) -> None:
        self.pipeline_name = pipeline_name
        self.passes: list[tuple[Any, str]] = []
        self.finalized = False

    def add_pass(self, pss: Any, description: str = "") -> None:
        """Add a pass at the end."""
        self._insert(len(self.passes), pss, description)

    def add_pass_after(self, pass_cls: Any, location: Any) -> None:
        """Add a pass behind another one."""
        self._insert(self._find(location) + 1, pass_cls, "")

    def add_pass_before(self, pass_cls: Any, location: Any) -> None:
        """Add a pass in front of another one."""
        self._insert(self._find(location), pass_cls, "")

    def _insert(self, at: int, pass_cls: Any, description: str) -> None:
        if not (isinstance(pass_cls, type) and issubclass(pass_cls, CompilerPass)):
            raise TypeError(f"a pass is a class derived from FunctionPass, AnalysisPass or LoweringPass, not {pass_cls!r}")
        self.passes.insert(at, (pass_cls, description))
        self.finalized = False

    def _find(self, location: Any) -> int:
        for k, (pass_cls, _) in enumerate(self.passes):
            if pass_cls is location:
                return k
        raise ValueError(f"the pipeline {self.pipeline_name} has no pass {getattr(location, '__name__', location)}")

    def finalize(self) -> None:
        """Say that the list is complete."""
        self.finalized = True

    def run(self, state: Any, typed: bool = True) -> None:
        """Run the passes over a state.

        Passes of the program run as they are. Those of the compiler do what can be seen in the IR: it is made, rewrites are
        applied, types are found. The compiler has passes of its own for the rest, which come after all of these.

        Parameters
        ----------
        state : State
            What is known of the function.
        typed : bool
            Whether to find the types of variables.
        """
        if not self.finalized:
            raise RuntimeError(f"the pipeline {self.pipeline_name} is not complete: call its finalize()")
        for pass_cls, description in self.passes:
            if typed or pass_cls.name() != "NopythonTypeInference":
                _run_pass(pass_cls, description or pass_cls.name(), state, self.pipeline_name)

    @property
    def dependency_analysis(self) -> dict[Any, Any]:
        """Nothing: passes need no others here."""
        return {}


def _run_pass(pass_cls: Any, description: str, state: Any, pipeline: str) -> None:
    """Run a pass; what it raises says so."""
    running = pass_cls()
    is_own = getattr(pass_cls, "_is_own", False)
    if not is_own:
        state.last_pass = pass_cls.name()
    try:
        running.run_initialization(state)
        running.run_pass(state)
        running.run_finalizer(state)
    except Exception as error:
        _place_error(error, pass_cls.run_pass, description, pipeline)
        raise
    func_ir = state.__dict__.get("func_ir")
    if func_ir is not None and not is_own:
        func_ir._definitions = type(func_ir).definitions_of(func_ir.blocks)
        if issubclass(pass_cls, FunctionPass):
            _refuse_dels(func_ir)


def _refuse_dels(func_ir: Any) -> None:
    """Refuse what says where variables are no longer needed: the passes behind would have to keep it right."""
    from coluber.core.errors import CompilerError
    from coluber.core.program_ir.statements import Del

    found = [stmt for block in func_ir.blocks.values() for stmt in block.find_insts(Del) if not stmt.unbinds]
    if found:
        raise CompilerError(
            f"a pass has left statements that say where variables end: {', '.join(map(str, found))}", loc=found[0].loc
        )


def _place_error(error: Exception, run: Any, description: str, pipeline: str) -> None:
    """Say in an exception which pass raised it, and where in the program that is."""
    from coluber.core.errors import NumbaError

    if isinstance(error, NumbaError) and not str(error).startswith("Failed in"):
        error.patch_message(f"Failed in {pipeline} mode pipeline (step: {description})\n{error}")
    note_place(error, run, f"the pass {description}")


def note_place(error: Exception, function: Any, what: str) -> None:
    """Note in an exception what of the program raised it, and in which line."""
    code = function.__code__
    if code.co_filename == __file__ or "compiler_passes" in code.co_filename:
        return
    line, place = code.co_firstlineno, error.__traceback__
    while place is not None:
        if place.tb_frame.f_code.co_filename == code.co_filename:
            line = place.tb_lineno
        place = place.tb_next
    error.add_note(f"raised by {what} ({code.co_filename}, line {line})")


class Pipeline:
    """The pipeline of a program for a jitted function.

    Parameters
    ----------
    cls : class
        What the program gave: a class derived from CompilerBase.

    Attributes
    ----------
    passes : tuple of class
        The passes of the program in the first pipeline.
    changes : bool
        Whether one of them may change the function. Otherwise they run over what has been compiled.
    """

    def __init__(self, cls: Any) -> None:
        self.cls = cls
        self.passes = check_pipeline(cls)
        looks_only = all(getattr(pass_cls, "analysis_only", False) for pass_cls in self.passes)
        self.changes = not looks_only or _runs_itself(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pipeline, (self.cls,)


def check_pipeline(cls: Any) -> tuple[Any, ...]:
    """Check the class of a ``pipeline_class=``.

    Returns
    -------
    tuple of class
        The passes in the first pipeline that do something: those of the program, and those of the compiler's names that are
        not in every pipeline.

    Raises
    ------
    TypeError
        It is no class of pipelines.
    """
    from coluber.core.compiler import CompilerBase, Flags
    from coluber.core.compiler_passes import SELDOM
    from coluber.core.typing.context import typing_context

    if not (isinstance(cls, type) and issubclass(cls, CompilerBase)):
        raise TypeError(f"pipeline_class must be a class derived from CompilerBase, not {cls!r}")
    pipelines = cls(typing_context, None, None, (), None, Flags(), {}).define_pipelines()
    passes = [pss for pss, _ in pipelines[0].passes] if pipelines else []
    return tuple(pss for pss in passes if not getattr(pss, "_is_own", False) or pss.name() in SELDOM)


def _runs_itself(cls: Any) -> bool:
    """Whether a class of pipelines has a say in how they are run."""
    from coluber.core.compiler import CompilerBase

    return cls.compile_extra is not CompilerBase.compile_extra


def run_passes(passes: tuple[Any, ...], dispatcher: Any, types: tuple[Any, ...]) -> None:
    """Run a program's passes over a specialisation that has been compiled."""
    from coluber.core.compiler import compiled_state

    state = compiled_state(dispatcher, types)
    for pass_cls in passes:
        running = pass_cls()
        for run in (running.run_initialization, running.run_pass, running.run_finalizer):
            run(state)
