"""Errors and warnings, in the class hierarchy that Numba's users know.

The compiler raises through `make_error`, which names a class of this module and brings the text; programs catch the classes.
"""

from __future__ import annotations

import builtins
import contextlib
import copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from coluber.core.report import Location

# ---------------------------------------------------------------------------------------------------------- warnings


class NumbaWarning(Warning):
    """Base of all warnings.

    Parameters
    ----------
    msg : str
        The text.
    loc : Location, optional
        Where in the source; its excerpt is added to the text.
    highlighting : bool, optional
        Whether the text may carry colours.
    """

    def __init__(self, msg: object, loc: Location | None = None, highlighting: bool = True) -> None:
        self.msg = msg
        self.loc = loc
        super().__init__(_with_location(msg, loc, highlighting))


class NumbaPerformanceWarning(NumbaWarning):
    """Something runs slower than it might."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Something is deprecated."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Something will be deprecated."""


class NumbaParallelSafetyWarning(NumbaWarning):
    """Something may be unsafe to run in parallel."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """A conversion may lose information."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """An experimental feature is used."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """A setting has a value that can't be used."""


class NumbaPedanticWarning(NumbaWarning):
    """A detail that only developers care about."""


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    """An assumption about the compiler's IR does not hold."""


class NumbaDebugInfoWarning(NumbaWarning):
    """Debug information is missing or imprecise."""


class NumbaSystemWarning(NumbaWarning):
    """The system lacks something, or behaves unexpectedly."""


# ------------------------------------------------------------------------------------------------------------ errors


def _is_plain(value: object) -> bool:
    """Whether a value means the same in another process."""
    from coluber.core.report import Location

    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (str, int, float, Location))


def _restored(cls: type[NumbaError], args: tuple[Any, ...], state: dict[str, Any]) -> NumbaError:
    """Make an error of its text and what else it has; its ``__init__`` takes other arguments."""
    error = cls.__new__(cls, *args)
    error.args = args
    vars(error).update(state)
    return error


class NumbaError(Exception):
    """Base of all errors that the compiler reports.

    Parameters
    ----------
    msg : str
        What is wrong.
    loc : Location, optional
        Where in the source; its excerpt is added to the text.
    highlighting : bool, optional
        Whether the text may carry colours.
    """

    def __init__(self, msg: object, loc: Location | None = None, highlighting: bool = True) -> None:
        self.msg = msg
        self.loc = loc
        self.highlighting = highlighting
        self._contexts: list[str] = []
        super().__init__(_with_location(msg, loc, highlighting))

    def __reduce__(self) -> tuple[Any, ...]:
        """Tell how another process makes the error again: its class, its text and what goes there; the rest is None."""
        kept = {name: value if _is_plain(value) else None for name, value in vars(self).items()}
        return _restored, (type(self), self.args, kept)

    def __copy__(self) -> NumbaError:
        """Return an error with the same text and attributes."""
        return _restored(type(self), self.args, {**vars(self), "_contexts": list(self._contexts)})

    def __deepcopy__(self, memo: dict[int, Any]) -> NumbaError:
        """Return what a copy is: but for the contexts, what an error has does not change."""
        return copy.copy(self)

    @property
    def contexts(self) -> list[str]:
        """The ``During: ...`` lines, innermost first."""
        return self._contexts

    def add_context(self, msg: str) -> NumbaError:
        """Say what was being done when the error occurred; the text is added to the message."""
        self._contexts.append(msg)
        self.args = (f"{self.args[0]}\nDuring: {msg}", *self.args[1:])
        return self

    def patch_message(self, new_message: str) -> None:
        """Replace the whole text."""
        self.args = (new_message, *self.args[1:])


ColuberError = NumbaError
ColuberWarning = NumbaWarning


class UnsupportedError(NumbaError):
    """A feature of the language or of the interface that is not supported."""


class UnsupportedRewriteError(UnsupportedError):
    """A rewrite of the program is not supported."""


class UnsupportedBytecodeError(Exception):
    """A bytecode instruction is not supported, or the bytecode is damaged."""

    def __init__(self, msg: object, loc: Location | None = None) -> None:
        self.msg = msg
        self.loc = loc
        super().__init__(_with_location(msg, loc, True))


class IRError(NumbaError):
    """The intermediate representation of a function is wrong."""


class RedefinedError(IRError):
    """A variable is defined twice."""


class NotDefinedError(IRError):
    """A variable is not defined."""

    def __init__(self, name: str, loc: Location | None = None) -> None:
        self.name = name
        super().__init__(f"'{name}' is read where nothing was assigned to it", loc=loc)


class VerificationError(IRError):
    """A check of the intermediate representation failed."""


class DeprecationError(NumbaError):
    """Something that no longer exists was used."""


class LoweringError(NumbaError):
    """Code generation failed."""


class ForbiddenConstruct(LoweringError):
    """Code generation met a construct that is not allowed there."""


class UnsupportedParforsError(NumbaError):
    """Parallel loops are not supported here."""


class TypingError(NumbaError):
    """Types do not fit."""


class UntypedAttributeError(TypingError):
    """A type does not have the attribute."""

    def __init__(self, value: object, attr: str, loc: Location | None = None) -> None:
        self.value = value
        self.attr = attr
        super().__init__(f"Unknown attribute '{attr}' of type {value}", loc=loc)


class ByteCodeSupportError(NumbaError):
    """The bytecode of this Python version is not supported."""


class CompilerError(NumbaError):
    """The compiler can't do what was asked."""


class ConstantInferenceError(NumbaError):
    """A constant was needed and is not known."""

    def __init__(self, value: object, loc: Location | None = None) -> None:
        self.value = value
        super().__init__(f"Cannot make a constant from {value}", loc=loc)


class InternalError(NumbaError):
    """A bug in the compiler."""

    def __init__(self, exception: object) -> None:
        self.old_exception = exception
        super().__init__(str(exception))


class InternalTargetMismatchError(InternalError):
    """A function for one target was used on another."""

    def __init__(self, kind: object, target_hw: object, hw_clazz: object) -> None:
        super().__init__(f"{kind} is for {hw_clazz}, and not for {target_hw}")


class NonexistentTargetError(InternalError):
    """A target does not exist."""


class RequireLiteralValue(TypingError):
    """A value must be known when the function is compiled."""


class ForceLiteralArg(NumbaError):
    """A request to compile again with some arguments as literals.

    Parameters
    ----------
    arg_indices : iterable of int
        Positions of the arguments.
    fold_arguments : callable, optional
        Maps arguments as written to positional ones.
    loc : Location, optional
        Where in the source.
    """

    def __init__(self, arg_indices: Iterable[int], fold_arguments: Any = None, loc: Location | None = None) -> None:
        self.requested_args = frozenset(arg_indices)
        self.fold_arguments = fold_arguments
        super().__init__("a function asks for the values of arguments", loc=loc)


class LiteralTypingError(TypingError):
    """A value can't be a literal type."""


class NumbaValueError(TypingError, ValueError):
    """A value is wrong, found at compile time; it is also the error that the call would raise uncompiled."""


class NumbaTypeError(TypingError, TypeError):
    """A type is wrong, found at compile time."""


class KernelTypeError(TypingError, TypeError):
    """A CUDA kernel has types that kernels can't have, such as a result."""


class NumbaAttributeError(TypingError):
    """An attribute is wrong, found at compile time."""


class NumbaAssertionError(TypingError):
    """An assertion does not hold, found at compile time."""


class NumbaNotImplementedError(TypingError):
    """Something is not implemented, found at compile time."""


class NumbaKeyError(TypingError):
    """A key is wrong, found at compile time."""


class NumbaIndexError(TypingError, IndexError):
    """An index is wrong, found at compile time."""


class NumbaRuntimeError(NumbaError):
    """The run-time library failed."""


# ------------------------------------------------------------------------------------------------------------- making

_STEPS = (
    (TypingError, "nopython frontend"),
    (LoweringError, "native lowering"),
    (UnsupportedError, "analyzing bytecode"),
    (UnsupportedBytecodeError, "analyzing bytecode"),
)


def make_error(
    class_name: str,
    message: str,
    file: str = "",
    line: int = 0,
    col: int | None = None,
    end_col: int | None = None,
    notes: Iterable[str] = (),
    hints: Iterable[str] = (),
    contexts: Iterable[str] = (),
) -> BaseException:
    """Build the exception of a failed compilation.

    Parameters
    ----------
    class_name : str
        A class of this module, or of `builtins`.
    message : str
        What is wrong.
    file : str
        The source file; empty when it is not known.
    line : int
        The line, from 1; 0 when it is not known.
    col, end_col : int, optional
        First column and the column after the last one, in UTF-8 bytes from 0.
    notes, hints, contexts : iterable of str
        Facts, advice, and what was being done (innermost first).

    Returns
    -------
    BaseException
        An exception that has not been raised.
    """
    from coluber.core import report

    cls = _exception_class(class_name)
    step = next((step for base, step in _STEPS if issubclass(cls, base)), None)
    contexts = list(contexts)
    location = report.Location(file, line, col, end_col) if file or line else None
    text = report.render(message, step, location, notes, hints, contexts)
    error = cls.__new__(cls, text)
    error.args = (text,)
    if issubclass(cls, (NumbaError, UnsupportedBytecodeError)):
        error.__dict__.update(msg=message, loc=location, highlighting=True, _contexts=contexts)
    return error


def _exception_class(name: str) -> type[BaseException]:
    for namespace in (globals(), vars(builtins)):
        found = namespace.get(name)
        if isinstance(found, type) and issubclass(found, BaseException):
            return found
    return InternalError


def _with_location(msg: object, loc: Location | None, highlighting: bool) -> str:
    """Return the text of an error that Python code raises itself."""
    if loc is None:
        return str(msg)
    from coluber.core import report

    return report.render(str(msg), None, loc, (), (), (), colour=None if highlighting else False)


def warn(warning: Warning) -> None:
    """Warn, as if by the line of the program that called this package."""
    import sys
    import warnings

    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "coluber":
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)


def warn_once(message: str, category: type[Warning] = NumbaWarning) -> None:
    """Warn of something the first time that it comes up in this process."""
    if message not in _warned:
        _warned.add(message)
        warn(category(message))


_warned: set[str] = set()


class WarningsFixer:
    """Keeps the warnings of a category that come up in `catch_warnings`, and gives each of them once when the block ends.

    Parameters
    ----------
    category : class derived from Warning
        The warnings to keep.
    """

    def __init__(self, category: type[Warning]) -> None:
        self._category = category
        self._kept: dict[tuple[str | None, int | None, type[Warning]], set[str]] = {}

    @contextlib.contextmanager
    def catch_warnings(self, filename: str | None = None, lineno: int | None = None) -> Iterator[None]:
        """Keep warnings; they are given for a line of a file, where that is stated."""
        import warnings

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        for each in caught:
            if issubclass(each.category, self._category):
                self._kept.setdefault((filename, lineno, each.category), set()).add(str(each.message))
            else:
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)

    def flush(self) -> None:
        """Give the warnings that were kept."""
        import warnings

        for (filename, lineno, category), messages in sorted(self._kept.items(), key=str):
            for message in sorted(messages):
                if filename is not None and lineno is not None:
                    warnings.warn_explicit(message, category, filename, lineno)
                else:
                    warnings.warn(message, category, stacklevel=2)
        self._kept.clear()

    def __enter__(self) -> WarningsFixer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.flush()


@contextlib.contextmanager
def new_error_context(fmt: str, *args: object, **kwargs: Any) -> Iterator[None]:
    """Add a ``During: ...`` line to a `NumbaError` that passes through the block.

    Other exceptions become a `LoweringError` (or what ``errcls_`` says) with the original as their cause.
    """
    error_class = kwargs.pop("errcls_", LoweringError)
    try:
        yield
    except NumbaError as error:
        error.add_context(fmt.format(*args, **kwargs))
        raise
    except AssertionError:
        raise
    except Exception as error:
        raise error_class(str(error)).add_context(fmt.format(*args, **kwargs)) from error


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return ``" (did you mean 'x'?)"`` when a candidate is close to the name, else an empty string."""
    import difflib

    close = difflib.get_close_matches(name, list(candidates), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def deprecated(arg: Any) -> Any:
    """Make a function warn when it is called; ``@deprecated("other")`` says what to use instead."""
    instead = "" if callable(arg) else f": use {arg}"

    def decorate(function: Any) -> Any:
        import functools
        import warnings

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            warnings.warn(f"{function.__name__} is deprecated{instead}", category=DeprecationWarning, stacklevel=2)
            return function(*args, **kwargs)

        return call

    return decorate(arg) if callable(arg) else decorate


class NOPColorScheme:
    """Texts of messages by what they are, without colours."""

    def __init__(self, theme: object = None) -> None:
        self._theme = theme

    def _same(self, msg: str) -> str:
        return msg

    code = errmsg = filename = indicate = highlight = reset = _same


def termcolor() -> NOPColorScheme:
    """Return what colours texts of messages by what they are. Reports of errors have colours of their own."""
    return NOPColorScheme()


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.errors.{name}", name)
