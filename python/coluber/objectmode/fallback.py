"""What a dispatcher does when its function can't be compiled: warn, and give the function that the interpreter runs."""

from __future__ import annotations

from coluber.core.source import definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.objectmode.loops import LoopPlan
    from coluber.objectmode.reads import Read

# Options of the function that its loops have, too.
_SHARED = (
    "fastmath", "error_model", "boundscheck", "nogil", "locals", "debug", "parallel", "_dbg_optnone", "_dbg_extend_lifetimes",
)  # fmt: skip

# Under this name a dispatcher has the machine code of its loops that came with it from another process.
_CARRIED = "_code_of_loops"

# How many functions are made of a loop whose constants change; then it runs in the interpreter.
_VARIANTS = 16


class ObjectMode:
    """How a function runs in object mode.

    Attributes
    ----------
    function : callable
        What runs.
    loops : list of LiftedLoop
        The loops that were taken out of it, in the order of the source, nested ones, too. Each is compiled when it first runs.
    reasons : list of str
        Why the function, or the loop, was not compiled.
    """

    def __init__(self, function: Callable[..., Any], loops: list[LiftedLoop]) -> None:
        self.function = function
        self.loops = loops
        self.reasons: list[str] = []


class LiftedLoop:
    """A loop that is compiled on its own when it first runs.

    Attributes
    ----------
    lineno : int
        Its first line.
    dispatchers : list of Dispatcher
        Its functions: one for each set of variables that are unbound when it begins, and for the values that are compiled in.
    """

    def __init__(
        self, plan: LoopPlan, make: Callable[..., FunctionType], options: dict[str, Any], code: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        self.plan = plan
        self._code = code
        self.lineno = plan.node.lineno
        self._make = make
        self._options = options
        # With the constants, whose identities are in the keys.
        self._variants: dict[tuple[frozenset[str], tuple[int, ...]], tuple[list[Variant], tuple[Any, ...]]] = {}

    @property
    def dispatchers(self) -> list[Any]:
        """The functions that were made of the loop."""
        return [variant.dispatcher for variants, _ in self._variants.values() for variant in variants]

    @property
    def signatures(self) -> list[tuple[Type, ...]]:
        """The argument types for which it is compiled."""
        return [signature.args for signature in self.nopython_signatures]

    @property
    def nopython_signatures(self) -> list[Any]:
        """The signatures for which it is compiled."""
        return [signature for dispatcher in self.dispatchers for signature in dispatcher.nopython_signatures]

    @property
    def overloads(self) -> dict[tuple[Type, ...], Any]:
        """What was compiled, by the argument types."""
        return {args: result for dispatcher in self.dispatchers for args, result in dispatcher.overloads.items()}

    def inspect_types(self, file: Any = None) -> None:
        """Print the typed IR of the loop below its source."""
        for dispatcher in self.dispatchers:
            dispatcher.inspect_types(file=file)

    def _variant(self, unbound: frozenset[str], constants: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the variant whose constants are as the program is now."""
        variants, _ = self._variants.setdefault((unbound, tuple(map(id, constants))), ([], constants))
        for variant in variants:
            if variant.is_current():
                return variant.dispatcher
        if len(self.dispatchers) == _VARIANTS:
            return _stay
        variants.append(Variant(self._make(unbound, constants), self._options))
        variants[-1].dispatcher._carry(self._code)
        return variants[-1].dispatcher

    def carried(self) -> list[tuple[str, bytes]]:
        """Return the machine code of all its functions, as names and bytes, for another process."""
        from coluber.core.serialize import code_of

        return code_of(self.dispatchers, self._code)

    def plain(self) -> Callable[..., Any]:
        """Return what is called in the place of a loop without constants whose variables are bound."""
        return self._variant(frozenset(), ())

    def choose(self, *handed: Any) -> Any:
        """Call the variant for the variables that are bound, and for the constants."""
        arguments, unbound, constants = self.plan.split(handed)
        return self._variant(unbound, constants)(*arguments)

    def __repr__(self) -> str:
        return f"LiftedLoop(line {self.lineno})"


class Variant:
    """A function of a loop.

    Attributes
    ----------
    dispatcher : Dispatcher
        The jitted function.
    """

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        from coluber.core.dispatcher import new_dispatcher

        self.dispatcher = new_dispatcher(function, {**options, "_fallback": True, "_live": True})
        self.dispatcher._object_mode = ObjectMode(_stay, [])
        self.dispatcher._is_loop = True
        # What the first so many specialisations have read. They run again only where that is as it was.
        self._count = 0
        self._reads: list[Read] = []

    def is_current(self) -> bool:
        """Whether all that is compiled in is as the program is now."""
        if self.dispatcher._count == self._count:
            return all(read.holds() for read in self._reads)
        if not self.dispatcher._is_current():
            return False
        from coluber.objectmode.reads import reads_of

        self._count, self._reads = self.dispatcher._count, reads_of(self.dispatcher)
        return True


def _stay(*arguments: object) -> None:
    """Stand in for a loop that can't be compiled."""


def enter(dispatcher: Any, error: BaseException | None, types: list[int] | None) -> Callable[..., Any]:
    """Return what runs in the place of a function.

    Parameters
    ----------
    dispatcher : Dispatcher
        The jitted function.
    error : exception, optional
        Why it can't be compiled; without it nothing was tried.
    types : list of int, optional
        The numbers of the types of the arguments, where they have types.
    """
    mode = object_mode(dispatcher)
    if error is not None:
        reason = _reason(error)
        if reason not in mode.reasons:
            mode.reasons.append(reason)
            if not dispatcher.__dict__.get("_is_loop"):
                _warn(dispatcher.py_func, reason, bool(mode.loops))
    return mode.function


def object_mode(dispatcher: Any) -> ObjectMode:
    """Return how a jitted function runs in object mode; makes it the first time."""
    known = dispatcher.__dict__
    if "_object_mode" not in known:
        options = dispatcher.targetoptions
        lifts = options.get("looplift", True)
        code = known.get(_CARRIED, ())
        known["_object_mode"] = _lifted(dispatcher.py_func, options, code) if lifts else ObjectMode(dispatcher.py_func, [])
    return known["_object_mode"]


def carried(dispatcher: Any) -> list[list[tuple[str, bytes]]]:
    """Return the machine code of a function's loops, in the order of their lines, for another process."""
    known = dispatcher.__dict__
    if "_object_mode" not in known:
        return known.get(_CARRIED, [])
    return [loop.carried() for loop in known["_object_mode"].loops]


def carry(dispatcher: Any, code: list[list[tuple[str, bytes]]]) -> None:
    """Take what `carried` returned in another process."""
    dispatcher.__dict__[_CARRIED] = code


def _lifted(function: FunctionType, options: dict[str, Any], code: Sequence[Sequence[tuple[str, bytes]]]) -> ObjectMode:
    """Take the loops out of a function whose source is known; their code may be that of another process."""
    if not _has_jumps_back(function):
        return ObjectMode(function, [])
    node = definition(function)
    if node is None:
        return ObjectMode(function, [])
    from coluber.objectmode import loops, rewrite

    plans = loops.plans(node, function)
    if not plans:
        return ObjectMode(function, [])
    shared = {name: options[name] for name in _SHARED if name in options}
    kept = dict(zip(sorted(plan.node.lineno for plan in plans.values()), code, strict=False))
    made: list[LiftedLoop] = []

    def compiled(plan: LoopPlan, make: Callable[..., FunctionType]) -> LiftedLoop:
        # An index that is out of range may be what the handler waits for.
        own = {"boundscheck": True, **shared} if plan.handled else shared
        made.append(LiftedLoop(plan, make, own, kept.get(plan.node.lineno, ())))
        return made[-1]

    changed = rewrite.without_loops(node, function, plans, compiled)
    return ObjectMode(changed, sorted(made, key=lambda loop: loop.lineno))


def _has_jumps_back(function: FunctionType) -> bool:
    """Whether there may be a loop."""
    import dis

    return any("BACKWARD" in step.opname for step in dis.get_instructions(function))


def _reason(error: BaseException) -> str:
    """Return what an error says, without what stage of the compiler it was."""
    first, _, rest = str(error).partition("\n")
    return rest if first.startswith("Failed in ") and rest else str(error)


def _warn(function: FunctionType, reason: str, lifts: bool) -> None:
    from coluber.core.errors import NumbaWarning, warn

    how = "with loop lifting" if lifts else "without loop lifting"
    warn(NumbaWarning(f'Function "{function.__name__}" falls back to object mode {how}, as it can\'t be compiled:\n{reason}'))
