"""What users see of a jitted function beside the call.

The dispatcher is a type of `coluber._native`. Its members here are set on that type itself: a subclass written in Python would
not inherit the fast call (vectorcall) on CPython 3.11.
"""

from __future__ import annotations

from collections import namedtuple
from functools import update_wrapper
from importlib import import_module

from coluber import _native
from coluber.core import config
from coluber.core import extending as extending  # The compiler asks it for names of what is called, once it is imported.
from coluber.core.sigutils import normalize_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FunctionType
    from typing import IO, Any

    from coluber.core.types import Type
    from coluber.core.typing import Signature

Dispatcher = _native.Dispatcher

_native_compile = Dispatcher.compile

made: list[Any] | None = None
"""The jitted functions that were made since a report asked for them; None when none does."""


def new_dispatcher(function: FunctionType, options: dict[str, Any]) -> Any:
    """Make the jitted function of a Python function; the options are checked."""
    dispatcher = update_wrapper(Dispatcher(function, options), function)
    dispatcher.targetoptions = options
    if options.get("forceobj"):
        dispatcher._always_object()
    if options.get("pipeline_class"):
        # The compiler tells that module what it compiles.
        import_module("coluber.core.event")
    if config.HTML and made is None:
        import_module("coluber.reports.command").annotate_at_exit(config.HTML)
    if config.JIT_COVERAGE:
        import_module("coluber.misc.coverage_support").watch(dispatcher)
    if config.ENABLE_SYS_MONITORING:
        import_module("coluber.core.profiled").report_calls(dispatcher, function)
    return noted(dispatcher)


def noted(dispatcher: Any) -> Any:
    """Return a jitted function that has been made; a report that is being written hears of it."""
    if made is not None:
        made.append(dispatcher)
    return dispatcher


class CompileResult:
    """One compiled specialisation of a jitted function.

    Attributes
    ----------
    signature : Signature
        Its argument types and result.
    entry_point : Dispatcher
        The jitted function.
    objectmode : bool
        Whether it runs in the interpreter.
    lifted : tuple of LiftedLoop
        The loops of it that are compiled on their own.
    """

    typing_error = None

    def __init__(self, dispatcher: Any, signature: Signature, objectmode: bool = False) -> None:
        self.entry_point = dispatcher
        self.signature = signature
        self.objectmode = objectmode
        self.lifted = tuple(_object_mode(dispatcher).loops) if objectmode else ()

    def __repr__(self) -> str:
        return f"CompileResult(signature={self.signature})"

    @property
    def metadata(self) -> dict[str, Any]:
        """What is known of its compilation: the time of each stage, and what passes of a program have noted."""
        found = _noted(self.entry_point, self.signature)
        if not self.objectmode and hasattr(self.entry_point, "_timings"):
            found["pipeline_times"] = {"nopython": _stage_times(self.entry_point, self.signature)}
            if config.LLVM_PASS_TIMINGS:
                found["llvm_pass_timings"] = _pass_times(self.entry_point, self.signature)
        return found


def _noted(dispatcher: Any, signature: Signature) -> dict[str, Any]:
    """Return what the passes of a program's pipeline have noted of a specialisation."""
    if not getattr(dispatcher, "targetoptions", {}).get("pipeline_class"):
        return {}
    from coluber.core.program_ir.driver import metadata_of

    return metadata_of(dispatcher.py_func, signature.args)


def _index_of(dispatcher: Any, signature: Signature) -> int:
    return [known.args for known in dispatcher.nopython_signatures].index(signature.args)


def _pass_times(dispatcher: Any, signature: Signature) -> Any:
    """Return the times of LLVM's passes over a specialisation, which is compiled again for them."""
    from coluber.misc.llvm_pass_timings import NamedTimings, PassTimingsCollection, ProcessedPassTimings

    report = ProcessedPassTimings(dispatcher._pass_times(_index_of(dispatcher, signature)))
    name = f"{dispatcher.__qualname__}({', '.join(map(str, signature.args))})"
    return PassTimingsCollection(name, [NamedTimings("Module passes (full optimization)", report)])


def _stage_times(dispatcher: Any, signature: Signature) -> dict[str, Any]:
    """Return the times of the stages of a compilation, in seconds, by their numbers and names."""
    from coluber.core.compiler_machinery import pass_timings

    rows = (row.partition("\t") for row in dispatcher._timings(_index_of(dispatcher, signature)).splitlines())
    return {f"{k}_{name.replace(' ', '_')}": pass_timings(0.0, float(ms) / 1e3, 0.0) for k, (name, _, ms) in enumerate(rows)}


class CompileStats(namedtuple("CompileStats", ("cache_path", "cache_hits", "cache_misses"))):
    """Counts of the cache on disk.

    Attributes
    ----------
    cache_path : str or None
        Where the cache is; None without one.
    cache_hits, cache_misses : dict
        How often a signature was found, or had to be compiled.
    """

    __slots__ = ()


class TypesReport(str):
    """The text of `inspect_types`, which notebooks show as a report with folds."""

    __slots__ = ("dispatcher",)

    def __new__(cls, text: str, dispatcher: Any) -> TypesReport:
        """Make the report of a jitted function."""
        made = super().__new__(cls, text)
        made.dispatcher = dispatcher
        return made

    def _repr_html_(self) -> str:
        from coluber.reports.collect import report
        from coluber.reports.page import fragment

        return fragment([report(self.dispatcher)])


class Report(str):
    """A text that notebooks show as it is."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        import html

        from coluber.reports.links import ADDRESS

        link = ADDRESS.search(self)
        to = f'<p><a href="{html.escape(link[1])}">{html.escape(link[1])}</a></p>' if link else ""
        return f"{to}<pre>{html.escape(self)}</pre>"

    def display(self) -> Report:
        """Return the text, for a notebook to show."""
        return self

    @property
    def dot(self) -> str:
        """The text."""
        return str(self)


class _Members:
    """The members that are set on the native type."""

    # Whether it is a kernel, or a function that only kernels call.
    _runs_in_kernels = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to make the function in another process."""
        from coluber.core.serialize import reduce

        return reduce(self)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, in any form that the decorator takes; returns the jitted function."""
        args, return_type = normalize_signature(sig)
        if not self._can_compile and args not in self.overloads:
            raise RuntimeError("compilation disabled")
        numbers = tuple(t.id for t in args)
        if self.targetoptions.get("forceobj"):
            self._always_object(numbers)
            return self
        try:
            _native_compile(self, (numbers, None if return_type is None else return_type.id))
        except Exception as error:
            not_of_types = type(error) is TypeError or isinstance(error, (SystemError, MemoryError, Warning))
            if not self._fallback or not_of_types:
                raise
            from coluber.objectmode.fallback import enter

            enter(self, error, list(numbers))
            self._always_object(numbers)
        return self

    @property
    def signatures(self) -> list[tuple[Type, ...]]:
        """The argument types of each specialisation."""
        return [signature.args for signature in (*self.nopython_signatures, *self._object_signatures)]

    @property
    def nopython_signatures(self) -> list[Signature]:
        """The signature of each specialisation."""
        from coluber.core.types.base import from_id
        from coluber.core.typing import Signature

        return [Signature(from_id(result), map(from_id, args)) for args, result in self._specialisations()]

    @property
    def _object_signatures(self) -> list[Signature]:
        """The signatures for which it runs in object mode."""
        from coluber.core.types import pyobject
        from coluber.core.types.base import from_id
        from coluber.core.typing import Signature

        return [Signature(pyobject, map(from_id, args)) for args in self._object_types()]

    @property
    def overloads(self) -> dict[tuple[Type, ...], CompileResult]:
        """The specialisations by their argument types."""
        found = {signature.args: CompileResult(self, signature) for signature in self.nopython_signatures}
        found.update({signature.args: CompileResult(self, signature, True) for signature in self._object_signatures})
        return found

    def get_compile_result(self, sig: Any) -> CompileResult:
        """Return the specialisation of a signature; compile it where it is missing."""
        args, _ = normalize_signature(sig)
        if args not in self.overloads:
            self.compile(sig)
        return self.overloads[args]

    def get_overload(self, sig: Any) -> Any:
        """Return what runs for a signature; raises KeyError for one that was not compiled."""
        return self.overloads[normalize_signature(sig)[0]].entry_point

    def get_function_type(self) -> Any:
        """Return the type of the function as a value, where it has one signature and no other can come; None else."""
        from coluber.core import types

        known = self.nopython_signatures
        return types.FunctionType(known[0]) if len(known) == 1 and not self._can_compile else None

    def typeof_pyval(self, val: object) -> Any:
        """Return the type of a value as an argument, ``pyobject`` for one without a type."""
        from coluber.core.types import pyobject
        from coluber.core.typing.typeof import typeof

        try:
            return typeof(val)
        except ValueError:
            return pyobject

    @property
    def targetdescr(self) -> Any:
        """The target that it is compiled for."""
        from coluber.core.registry import cpu_target

        return cpu_target

    def get_metadata(self, signature: Any = None) -> dict[Any, Any]:
        """Return what is known of the compilation of one specialisation, or of each."""
        overloads = self.overloads
        if signature is not None:
            return overloads[normalize_signature(signature)[0]].metadata
        return {args: result.metadata for args, result in overloads.items()}

    @property
    def stats(self) -> CompileStats:
        """Counts of the cache on disk."""
        folder, found = self._from_cache()
        hits: dict[Any, int] = {}
        misses: dict[Any, int] = {}
        # Numbers of Python and of NumPy have the same types, and may have code of their own.
        for signature, hit in zip(self.nopython_signatures, found, strict=True):
            counts = hits if hit else misses
            counts[signature.args] = counts.get(signature.args, 0) + 1
        return CompileStats(None if folder is None else str(folder), hits, misses)

    @property
    def _cache(self) -> Any:
        """What says where code is kept; a program may put a `NullCache` in its place."""
        from coluber.core.cache_objects import CacheOfFunction, NullCache

        return NullCache() if self._from_cache()[0] is None else CacheOfFunction(self)

    @_cache.setter
    def _cache(self, cache: Any) -> None:
        from coluber.core.cache_objects import NullCache

        if isinstance(cache, NullCache):
            self._disable_caching()
        else:
            raise TypeError(f"the cache of a jitted function can be a NullCache, not {type(cache).__name__}")

    def _set_uuid(self, uuid: str) -> None:
        """Take an identity, which Numba's cache asks for; code is found by its contents here."""
        self._uuid = uuid

    @property
    def doc(self) -> str | None:
        """The docstring."""
        return self.__doc__

    @property
    def func_code(self) -> CodeType:
        """The code object of the Python function."""
        return self.py_func.__code__

    @property
    def __signature__(self) -> Any:
        import inspect

        return inspect.signature(self.py_func)

    def inspect_llvm(self, signature: Any = None) -> Any:
        """Return the optimised LLVM IR of one specialisation, or a dict of all of them."""
        return _inspect(self, signature, self._optimised)

    def inspect_asm(self, signature: Any = None) -> Any:
        """Return the machine code of one specialisation as assembly, or a dict of all of them."""
        return _inspect(self, signature, self._asm)

    def inspect_cfg(self, signature: Any = None, show_wrapper: Any = None, **kwargs: Any) -> Any:
        """Return the control-flow graph of one specialisation in the dot language, or a dict of all of them."""
        from coluber.reports import links

        return _inspect(self, signature, lambda index: Report(links.in_graph(self._cfg(index), self.py_func)))

    def inspect_disasm_cfg(self, signature: Any = None) -> Any:
        """Refuse: there is no graph of machine code."""
        from coluber.core.errors import UnsupportedError

        what = "inspect_asm() returns it as text, inspect_cfg() the graph of the LLVM IR that it is made of"
        raise UnsupportedError(f"the control-flow graph of machine code is not supported: {what}")

    def inspect_types(self, file: IO[str] | None = None, signature: Any = None, pretty: bool = False, **kwargs: Any) -> Any:
        """Print the typed IR of one specialisation, or of all, below the source.

        Parameters
        ----------
        file : file, optional
            Where to print; standard output by default.
        signature : signature, optional
            The specialisation.
        pretty : bool, optional
            Return a text for a notebook instead.
        """
        if pretty and file is not None:
            raise ValueError("`file` must be None if `pretty=True`")
        texts = _inspect(self, signature, self._typed_ir)
        texts = texts if isinstance(texts, dict) else {normalize_signature(signature)[0]: texts}
        whole = "".join(_annotated(self.py_func, args, text) for args, text in texts.items())
        if "_object_mode" in self.__dict__ and signature is None:
            whole += _annotated_loops(self)
        if pretty:
            return TypesReport(whole, self)
        print(whole, file=file, end="")
        return None

    def get_annotation_info(self, signature: Any = None) -> dict[tuple[str, Any], dict[str, Any]]:
        """Return what is known of the lines of one specialisation, or of all.

        Parameters
        ----------
        signature : signature, optional
            The specialisation.

        Returns
        -------
        dict
            By place of the function and types of the arguments: ``python_lines``, pairs of a number and a text, and
            ``ir_lines``, for the number of a line the typed IR of it.
        """
        from coluber.reports.collect import ir_by_line

        place = f"{self.py_func.__code__.co_filename}:{self.py_func.__code__.co_firstlineno}"
        texts = _inspect(self, signature, self._placed_ir)
        texts = texts if isinstance(texts, dict) else {normalize_signature(signature)[0]: texts}
        lines = _source_lines(self.py_func)
        return {(place, args): {"python_lines": lines, "ir_lines": ir_by_line(text)} for args, text in texts.items()}

    def parallel_diagnostics(self, signature: Any = None, level: int = 1) -> None:
        """Print what became of the loops that may run on all cores, of one specialisation or of all.

        Parameters
        ----------
        signature : signature, optional
            The specialisation.
        level : int
            1 to 4: from 2 on with the lines of the source, from 3 on with the number of threads.
        """
        from coluber.core.diagnostics import describe_loops
        from coluber.reports import links as reports

        loops = _inspect(self, signature, self._loops)
        loops = loops if isinstance(loops, dict) else {normalize_signature(signature)[0]: loops}
        for args, text in loops.items():
            print(describe_loops(self.py_func, args, text, level), end="")
        print(reports.line_of(self.py_func))


def _inspect(dispatcher: Any, signature: Any, text_of: Callable[[int], str]) -> Any:
    """Return the text of a signature's specialisation, or a dict of the texts of all of them."""
    known = [signature.args for signature in dispatcher.nopython_signatures]
    if signature is None:
        return {args: text_of(index) for index, args in enumerate(known)}
    args = normalize_signature(signature)[0]
    if args not in known:
        raise KeyError(args)
    return text_of(known.index(args))


def _source_lines(function: FunctionType) -> list[tuple[int, str]]:
    """Return the numbers and texts of a function's lines; none where the source is not known."""
    import inspect

    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return []
    return list(enumerate((line.rstrip("\n") for line in lines), first))


def _object_mode(dispatcher: Any) -> Any:
    from coluber.objectmode.fallback import object_mode

    return object_mode(dispatcher)


def _annotated_loops(dispatcher: Any) -> str:
    """Return what is said of a function that has run in object mode: why, and the typed IR of its loops."""
    import io

    mode = _object_mode(dispatcher)
    if dispatcher.__dict__.get("_is_loop"):
        return "".join(f"# a loop that is not compiled: {reason}\n" for reason in mode.reasons)
    out = io.StringIO()
    print(_annotated(dispatcher.py_func, ("object mode",), "\n".join(mode.reasons)), file=out, end="")
    if mode.loops:
        print("# The function contains lifted loops", file=out)
    for loop in mode.loops:
        count = len(loop.signatures)
        print(f"# Loop at line {loop.lineno}: compiled for {count} set{'' if count == 1 else 's'} of types", file=out)
        loop.inspect_types(file=out)
    return out.getvalue()


def _annotated(function: FunctionType, args: tuple[Type, ...], typed_ir: str) -> str:
    import inspect

    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        source = ""
    rule = "-" * 80
    commented = "".join(f"# {line}\n" for line in typed_ir.splitlines())
    return f"{function.__name__} {args}\n{rule}\n# File: {function.__code__.co_filename}\n{source}\n{commented}\n{'=' * 80}\n"


_SPECIAL = ("__signature__", "__reduce__", "__copy__", "__deepcopy__")


def _install_members() -> None:
    for name, member in vars(_Members).items():
        if not name.startswith("__") or name in _SPECIAL:
            setattr(Dispatcher, name, member)


_install_members()
