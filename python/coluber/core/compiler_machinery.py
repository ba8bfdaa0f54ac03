"""Pipelines of compiler passes as programs describe them.

This compiler has passes and an IR of its own. So a pipeline can be described, looked at and handed to ``pipeline_class=``.
A pass of the program in it may look at what has been compiled (``analysis_only=True``); it can't change that.
"""

from __future__ import annotations

from coluber.core.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


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

    def run(self, state: Any) -> None:
        """Refuse: the passes are names here."""
        raise UnsupportedError("PassManager.run is not supported: the compiler runs passes of its own")


def check_pipeline(cls: Any) -> tuple[Any, ...]:
    """Check the class of a ``pipeline_class=``: a pass of the program must be one that changes nothing.

    Returns
    -------
    tuple of class
        The passes of the program in the first pipeline.

    Raises
    ------
    TypeError
        It is no class of pipelines.
    UnsupportedError
        It has a pass of the program that changes the code.
    """
    from coluber.core.compiler import CompilerBase, State

    if not (isinstance(cls, type) and issubclass(cls, CompilerBase)):
        raise TypeError(f"pipeline_class must be a class derived from CompilerBase, not {cls!r}")
    pipelines = cls(State()).define_pipelines()
    for manager in pipelines:
        for pass_cls, _ in manager.passes:
            if not getattr(pass_cls, "_is_own", False) and not getattr(pass_cls, "analysis_only", False):
                raise UnsupportedError(
                    f"the pass {_place(pass_cls)} of {cls.__qualname__} can't run: the compiler has passes and IR of its own. "
                    "What a program wants to change is given by overload, intrinsic, or a change of its syntax tree; "
                    "a pass that only looks is registered with analysis_only=True"
                )
    return tuple(pss for pss, _ in pipelines[0].passes if not getattr(pss, "_is_own", False)) if pipelines else ()


def run_passes(passes: tuple[Any, ...], dispatcher: Any, types: tuple[Any, ...]) -> None:
    """Run a program's passes over a specialisation that has been compiled."""
    from coluber.core.compiler import compiled_state

    state = compiled_state(dispatcher, types)
    for pass_cls in passes:
        running = pass_cls()
        for run in (running.run_initialization, running.run_pass, running.run_finalizer):
            run(state)


def _place(pass_cls: Any) -> str:
    import inspect

    code = getattr(pass_cls.run_pass, "__code__", None)
    name = pass_cls.__qualname__
    return name if code is None or inspect.isbuiltin(pass_cls) else f"{name} ({code.co_filename}, line {code.co_firstlineno})"
