"""LLVM IR that an extension writes becomes a Python function that compiled code calls.

An extension's function is given an llvmlite builder inside of a function that takes the leaves of its arguments and returns
a status and the leaves of its result. The text of that function is a constant of the Python function made here, whose body is
one call of `coluber.lib.intrinsics.splice`.
"""

from __future__ import annotations

import ctypes
import re
import sys

from coluber import _native
from coluber.core import types
from coluber.core.errors import LoweringError
from coluber.core.types.base import complete_extensions
from coluber.core.typing.templates import place_of
from coluber.lib import intrinsics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.core.typing import Signature

SYMBOL = "coluber.splice"
_CALLEE = "coluber.callee."

# In front of the names of the runtime's functions in object code.
RUNTIME = "coluber_"

# Where the functions are that wrote texts, by the hashes of those.
_places: dict[int, str] = {}


class Splice:
    """A function of LLVM IR under construction.

    Parameters
    ----------
    name : str
        What it implements, for messages.
    """

    def __init__(self, name: str) -> None:
        from coluber.core.llvmir import ir

        self.ir = ir
        self.name = name
        self.module = ir.Module(name="extension")
        self.module.triple = ""
        # A function and its signature, for each address that the IR is given.
        self.callees: list[tuple[Any, Signature]] = []
        self.ret: Type = types.none

    def build(self, signature: Signature, codegen: Callable[..., Any]) -> str:
        """Return the text of a function whose body ``codegen(context, builder, signature, args)`` writes."""
        from coluber.core.base import BaseContext
        from coluber.core.datamodel import default_manager

        self.ret = signature.return_type
        models = [default_manager[ty] for ty in signature.args]
        leaves = [leaf for model in models for leaf in model.leaf_types()]
        function = self.ir.Function(self.module, self.ir.FunctionType(self.result_type(self.ret), leaves), SYMBOL)
        builder = self.ir.IRBuilder(function.append_basic_block("entry"))
        given = iter(function.args)
        args = tuple(model.from_leaves(builder, given) for model in models)
        context = BaseContext(self)
        result = codegen(context, builder, signature, args)
        if not builder.block.is_terminated:
            self._refuse_null(context, builder, result)
            self.give(builder, result)
        self._refuse_what_no_verifier_finds(builder.block)
        self._define_addresses()
        return self._text()

    def _refuse_null(self, context: Any, builder: Any, value: Any) -> None:
        """Raise, when the code runs, where a result that is the address of a container is null: compiled code does not look."""
        if not isinstance(self.ret, _CONTAINERS) or getattr(value, "type", None) != context.get_value_type(self.ret):
            return
        from coluber.core.datamodel import default_manager

        leaves = default_manager[self.ret].result_leaves(builder, value)
        if len(leaves) != 1 or not isinstance(leaves[0].type, self.ir.PointerType):
            return
        null = self.ir.Constant(leaves[0].type, None)
        with builder.if_then(builder.icmp_unsigned("==", leaves[0], null), likely=False):
            text = f"the code of the extension's function {self.name} returned a null pointer, not a value of type {self.ret}"
            context.call_conv.return_user_exc(builder, SystemError, (text,))

    def _refuse_what_no_verifier_finds(self, last: Any) -> None:
        """Refuse IR that LLVM takes, but that crashes its optimiser or runs into whatever lies behind the function."""
        if last.terminator is not None and last.terminator.opname == "unreachable" and not _has_call(last):
            raise LoweringError(f"{self.name} ends in unreachable: nothing in front of it leaves the function")
        for function in self.module.functions:
            first = function.blocks[0].instructions if function.blocks else ()
            if any(instruction.opname == "phi" for instruction in first):
                raise LoweringError(f"{self.name} has a phi in the entry block of {function.name}, which no block leads to")

    def result_type(self, ret: Type) -> Any:
        """Return the LLVM type of what a compiled function with a result of this type returns."""
        from coluber.core.datamodel import default_manager

        leaves = default_manager[ret].leaf_types()
        status = self.ir.IntType(32)
        return self.ir.LiteralStructType([status, *leaves]) if leaves else status

    def give(self, builder: Any, value: Any) -> None:
        """Return a value from the function."""
        from coluber.core.datamodel import default_manager

        model = default_manager[self.ret]
        expected = model.get_value_type()
        if value is None and not model.leaf_types():
            value = self.ir.Constant(expected, None)
        if not isinstance(value, self.ir.Value):
            raise LoweringError(f"{self.name} returned {value!r}, not an LLVM value of type {expected} for {self.ret}")
        if value.type != expected:
            raise LoweringError(f"{self.name} returned an LLVM value of type {value.type}, not of {expected} for {self.ret}")
        self._return(builder, self.ir.IntType(32)(0), model.result_leaves(builder, value))

    def fail(self, builder: Any, status: Any) -> None:
        """Return from the function with an exception pending."""
        from coluber.core.datamodel import default_manager

        leaves = default_manager[self.ret].leaf_types()
        self._return(builder, status, [self.ir.Constant(leaf, self.ir.Undefined) for leaf in leaves])

    def _return(self, builder: Any, status: Any, leaves: Sequence[Any]) -> None:
        if not leaves:
            builder.ret(status)
            return
        result = self.ir.Constant(self.result_type(self.ret), self.ir.Undefined)
        for k, leaf in enumerate([status, *leaves]):
            result = builder.insert_value(result, leaf, k)
        builder.ret(result)

    def callee(self, function: Any, signature: Signature) -> Any:
        """Return a compiled function that the IR may call: it takes and gives leaves."""
        from coluber.core.datamodel import default_manager

        for k, (known, types_) in enumerate(self.callees):
            if known is function and types_ == signature:
                return self.module.globals[f"{_CALLEE}{k}"]
        leaves = [leaf for ty in signature.args for leaf in default_manager[ty].leaf_types()]
        fnty = self.ir.FunctionType(self.result_type(signature.return_type), leaves)
        self.callees.append((function, signature))
        return self.ir.Function(self.module, fnty, f"{_CALLEE}{len(self.callees) - 1}")

    def _define_addresses(self) -> None:
        """Say where functions are that are known to other parts of the process only."""
        for name, declared in list(self.module.globals.items()):
            if (
                isinstance(declared, self.ir.Function)
                and declared.is_declaration
                and not name.startswith(
                    (
                        "llvm.",
                        _CALLEE,
                        RUNTIME,
                    )
                )
            ):
                self._external(name)

    def _external(self, name: str) -> None:
        binding = sys.modules.get("llvmlite.binding")
        if binding is None or _in_process(name):
            return
        address = binding.address_of_symbol(name)
        if address:
            self._addresses[name] = address

    @property
    def _addresses(self) -> dict[str, int]:
        return self.__dict__.setdefault("addresses", {})

    def _text(self) -> str:
        lines = [line for line in str(self.module).splitlines() if not line.startswith(("target ", "; ModuleID"))]
        text = _with_long_lives("\n".join(lines))
        for name, address in self._addresses.items():
            text = re.sub(rf'^declare [^\n]*@"{re.escape(name)}"\([^\n]*$', "", text, flags=re.M)
            text = text.replace(f'@"{name}"', f"inttoptr (i64 {address} to ptr)")
        if not self.callees:
            return text
        text = re.sub(rf'^declare [^\n]*@"{re.escape(_CALLEE)}[^\n]*$', "", text, flags=re.M)
        text = text.replace(f'@"{_CALLEE}', f'%"{_CALLEE}')
        extra = ", ".join(f'ptr %"{_CALLEE}{k}"' for k in range(len(self.callees)))
        head = re.search(rf'^define [^\n]*@"{re.escape(SYMBOL)}"\(([^\n]*)\)', text, flags=re.M)
        if head is None:
            return text
        comma = ", " if head.group(1) else ""
        return f"{text[: head.end() - 1]}{comma}{extra}{text[head.end() - 1 :]}"


# Types whose values are addresses that are never null.
_CONTAINERS = (types.List, types.Set, types.ListType, types.DictType)


def _has_call(block: Any) -> bool:
    return any(instruction.opname in ("call", "invoke") for instruction in block.instructions)


_ALLOCA = re.compile(r'^( *)(%"[^"]*"|%[\w.$-]+) = alloca [^\n]*$', flags=re.M)
_LIFE = "llvm.lifetime.start.p0"


def _with_long_lives(text: str) -> str:
    """Return IR whose variables in the frame live until the caller returns, as extensions expect that give out their addresses.

    LLVM ends the life of a variable with the function that is put in the place of its call, unless that says when it begins.
    """
    marked, count = _ALLOCA.subn(rf'\g<0>\n\1call void @"{_LIFE}"(ptr \2)', text)
    if count == 0 or f'declare void @"{_LIFE}"' in text:
        return text
    return f'{marked}\ndeclare void @"{_LIFE}"(ptr)\n'


_process = ctypes.CDLL(None)


def _in_process(name: str) -> bool:
    return hasattr(_process, name)


def implementation(
    what: str,
    signature: Signature,
    codegen: Callable[..., Any],
    names: Sequence[str] = (),
    defined: Any = None,
    parameters: Sequence[str] = (),
    star: bool = False,
    remark: str = "",
) -> FunctionType:
    """Return the Python function that runs the LLVM IR of an extension.

    Parameters
    ----------
    what : str
        What it implements, for messages.
    signature : Signature
        The types of the result and the arguments.
    codegen : callable
        ``codegen(context, builder, signature, args)`` writes the IR and returns the result's value.
    names : sequence of str
        The names of the parameters.
    defined : function, optional
        The extension's function that messages name; ``codegen`` by default.
    parameters : sequence of str
        The names of all parameters, where some are not used; all of them have defaults then.
    star : bool
        Whether the last parameter takes the rest of the arguments, as a tuple.
    remark : str
        A line of text that is part of the IR: code on disk is used as long as the IR is the same.
    """
    # The extension may just have made types of the signature.
    complete_extensions()
    splice = Splice(what)
    place = _place(defined or codegen)
    try:
        text = splice.build(signature, codegen)
    except LoweringError as error:
        raise LoweringError(f"{error.args[0]}\nin the extension's function {place}") from None
    except Exception as error:
        line = _line_of(error)
        raise LoweringError(f"{what}: {type(error).__name__}: {error}\nin the extension's function {line or place}") from error
    complaint = _native.check_text(_checkable(text, splice))
    if complaint is not None:
        raise LoweringError(f"the LLVM IR of {what} is invalid: {complaint.strip()}\nin the extension's function {place}")
    if remark:
        text = f"; {remark}\n{text}"
    _places[hash(text)] = place
    return of_text(what, text, signature, splice.callees, names, parameters, star)


def place_of_text(text: str) -> str | None:
    """Return where the extension's function is that wrote LLVM IR, for messages."""
    return _places.get(hash(text))


def _checkable(text: str, splice: Splice) -> str:
    return text


def of_text(
    what: str,
    text: str,
    signature: Signature,
    callees: Sequence[tuple[Any, Signature]] = (),
    names: Sequence[str] = (),
    all_parameters: Sequence[str] = (),
    star: bool = False,
) -> FunctionType:
    """Return the Python function that runs LLVM IR.

    Parameters
    ----------
    what : str
        Its name.
    text : str
        The text of a module that defines ``coluber.splice``.
    signature : Signature
        The types of the result and the arguments.
    callees : sequence of (function, Signature)
        The compiled functions whose addresses the IR gets behind its arguments.
    names : sequence of str
        The names of the parameters.
    all_parameters : sequence of str
        The names of those and of others that are not used; all of them have defaults then.
    star : bool
        Whether the last parameter takes the rest of the arguments, as a tuple.
    """
    parameters = list(names) if len(names) == len(signature.args) else [f"p{k}" for k in range(len(signature.args))]
    name = re.sub(r"\W", "_", what) or "splice"
    given = "".join(f", {parameter}" for parameter in parameters)
    declared = [f"{parameter}=None" for parameter in all_parameters] or list(parameters)
    if star:
        declared[-1] = f"*{declared[-1]}"
    source = f"def {name}({', '.join(declared)}):\n    return splice_(text_, types_, callees_{given})\n"
    scope: dict[str, Any] = {
        "__name__": __name__,
        "splice_": intrinsics.splice,
        "text_": text,
        "types_": _tuple_of(signature),
        "callees_": tuple((function, _tuple_of(types_)) for function, types_ in callees),
    }
    exec(compile(source, f"<{what}>", "exec"), scope)
    # Before anything else is done to it: what has an address in its frame has it in that of the caller.
    scope[name].library_options = {"forceinline": True}
    return scope[name]


def _tuple_of(signature: Signature) -> Type:
    """Return the tuple type of the result and the arguments; it has several items, so that it never is one of equal items."""
    return types.Tuple((signature.return_type, *signature.args))


def _place(function: Any) -> str:
    function = getattr(function, "__func__", function)
    # What a decorator such as `iternext_impl` has put around it is not the extension's.
    return place_of(getattr(function, "__wrapped__", function))


def _line_of(error: BaseException) -> str | None:
    """Return the innermost line of a program that an exception passed."""
    from coluber.core.llvmir import ir

    own = __file__.rsplit("/core/", 1)[0]
    library = ir.__file__.rsplit("/ir/", 1)[0]
    found = None
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith((own, library)):
            found = f"{code.co_qualname} ({code.co_filename}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return found
