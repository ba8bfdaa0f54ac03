"""Statements: single ones from rules, and blocks of them."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz import matches
from tests.fuzz.kinds import Kind, parse
from tests.fuzz.rules import Rule, rules
from tests.fuzz.writer import BOOL, INT, STATEMENT, STR, Variable, Writer

SIMPLE: list[Rule] = rules(
    "statements",
    {
        "statement": """
            {=T} = {T}
            {=int} = {int}
            {=str} = {str}
            {=T} = {=T} = {T}
            {=T}, {=U} = {T}, {U}
            {=T}, ({=U}, {=int}) = {T}, ({U}, {int})
            {=T}, {=U} = {tuple[T, U]}
            {!int} += {int}
            {!int} -= {int} % 7
            {!float} *= 0.5
            {!float} -= {float}
            {!str} += {str}[:3]
            {!bool} ^= {bool}
            {!int} ^= {int}
            {!int} //= 3
            {!int}, {!int} = {int}, {int}
            {!bytes} += b'.'
            print({T})
            print({T}, {U}, sep='-', end=' ;')
            print(f"«{@T}»", «{int}»)
            pass
            assert {bool} or True, {str}
            {=T}: object = {T}
            ? assert {bool}, {str}
            ? if {bool}: raise ValueError({str}, {int})
            ? if {bool}: raise KeyError({str})
        """
    },
)
RAISES: list[Rule] = rules(
    "exceptions",
    {
        "statement": """
            ? if {bool}: raise ErrorOfProgram({str}, {int})
            ? if {bool}: raise ErrorBelow({str})
            ? if {bool}: raise ErrorOfProgram({str}, code={int})
        """
    },
)
BUILTIN_ERRORS = ("ValueError", "IndexError", "KeyError", "ZeroDivisionError", "(ValueError, LookupError)", "Exception")


def statements(writer: Writer, most: int, depth: int) -> None:
    """Write a few statements, at least one."""
    for _ in range(writer.number(1, most)):
        statement(writer, depth)


def statement(writer: Writer, depth: int) -> None:
    """Write a statement of any kind."""
    if depth <= 0 or writer.number(0, 1) == 0:
        simple(writer)
        return
    choices: list[Callable[[Writer, int], None]] = [if_, for_, while_]
    choices += [try_] * (2 * ("exceptions" in writer.groups)) + [with_] * ("managers" in writer.groups)
    choices += [matches.match] * ("match" in writer.groups) + [inner] * ("closures" in writer.groups)
    choices += [resumed] * bool(writer.generators)
    choices += [present] * ("optionals" in writer.groups)
    writer.choose(choices)(writer, depth - 1)


def simple(writer: Writer) -> None:
    """Write a statement of one line."""
    if writer.yields is not None and writer.chance(3):
        yield_(writer, writer.yields)
        return
    if writer.loops and writer.chance(6):
        writer.line(f"if {writer.expression(BOOL, 1)}: {writer.choose(['break', 'continue'])}")
        return
    fitting = [pair for pair in writer.fitting(STATEMENT) if writer.is_possible(*pair)]
    rule, bound = writer.choose(fitting)
    text = writer.filled(rule, bound, 2)
    writer.line(text)


def yield_(writer: Writer, kind: Kind) -> None:
    """Write a ``yield`` of one of its forms."""
    form = writer.number(0, 3)
    if form == 3:
        writer.line(f"yield from {writer.expression(Kind('iter', (kind,)))}")
    elif form == 2 and "optionals" in writer.groups:
        name = writer.fresh("o")
        writer.line(f"{name} = yield {writer.expression(kind)}")
        writer.line(f"if {name} is not None: print({name} + 1)")
    else:
        writer.line(f"yield {writer.expression(kind)}")


def branch(writer: Writer, header: str, depth: int, most: int = 2) -> None:
    """Write a block with some statements."""
    with writer.block(header):
        statements(writer, most, depth)


def resumed(writer: Writer, depth: int) -> None:
    """Write steps of a generator: values that are sent, exceptions that are thrown into it, and its end."""
    generator, kind = writer.choose(writer.generators)
    name, ended = writer.fresh("g"), writer.fresh("e")
    writer.line(f"{name} = {generator}({writer.expression(kind)})")
    with writer.block("try:"):
        writer.line(f"print(next({name}))")
        for _ in range(writer.number(1, 2)):
            form = writer.choose(["next({})", "{}.send(None)", "{}.send({})", "{}.throw(ValueError({}))", "{}.close()"])
            if form == "{}.send({})" and "optionals" not in writer.groups:
                form = "next({})"  # nothing there receives a number
            value = writer.expression(STR if "ValueError" in form else INT)
            writer.line(f"print({form.format(name, value)})")
        statements(writer, 2, depth)
    with writer.block(f"except StopIteration as {ended}:"):
        writer.line(f"print('ended', {ended}.value)")
    with writer.block("except ValueError:"):
        statements(writer, 2, depth)
    # A generator that is kept ends with the function in CPython, and here where it is used last.
    with writer.block("finally:"):
        writer.line(f"{name}.close()")


def if_(writer: Writer, depth: int) -> None:
    """Write ``if`` with ``elif`` and ``else``, perhaps."""
    branch(writer, f"if {writer.expression(BOOL)}:", depth)
    if writer.chance(3):
        branch(writer, f"elif {writer.expression(BOOL)}:", depth)
    if writer.chance(2):
        branch(writer, "else:", depth)


def present(writer: Writer, depth: int) -> None:
    """Write a test whether a value is there, whose block uses it."""
    kind = writer.choose(kind for kind in writer.kinds if kind.name == "opt")
    name = writer.fresh("o")
    with writer.block(f"if ({name} := {writer.expression(kind)}) is not None:"):
        writer.declare(name, kind.items[0])
        statements(writer, 2, depth)


LOOPS = [
    ("{v} in range({})", "int", ["int % 5"]),
    ("{v} in {}[:4]", "T", ["list[T]"]),
    ("{v}, {w} in enumerate({}[:4])", "int, T", ["list[T]"]),
    ("{v}, {w} in zip({}[:4], {})", "T, str", ["list[T]", "str"]),
    ("{v} in {}[:5]", "str", ["str"]),
    ("{v}, {w} in list({}.items())[:4]", "str, T", ["dict[str, T]"]),
    ("{v} in sorted({})[:4]", "int", ["set[int]"]),
    ("{v} in ({}, {}, {})", "T", ["T", "T", "T"]),
    ("{v} in itertools.islice({}, 5)", "T", ["iter[T]"]),
]


def for_(writer: Writer, depth: int) -> None:
    """Write a ``for`` loop, over a part or a copy of what its body could change."""
    header, targets, sources = writer.choose(LOOPS)
    item = writer.any_kind("T", deepest=2)
    texts = []
    for source in sources:
        kind, _, rest = source.partition(" %")
        texts.append(writer.expression(parse(kind.replace("T", str(item)))) + (rest and f" %{rest}"))
    kinds = [parse(target.replace("T", str(item))) for target in targets.split(", ")]
    names = [writer.fresh() for _ in kinds]
    writer.loops += 1
    with writer.block(f"for {header.format(*texts, v=names[0], w=names[-1])}:"):
        for name, kind in zip(names, kinds, strict=True):
            writer.declare(name, kind)
        statements(writer, 2, depth)
    writer.loops -= 1
    if writer.chance(4):
        branch(writer, "else:", depth)


def while_(writer: Writer, depth: int) -> None:
    """Write a ``while`` loop that ends."""
    name = writer.fresh("n")
    writer.line(f"{name} = 0")
    writer.loops += 1
    with writer.block(f"while {name} < {writer.number(1, 4)} and {writer.expression(BOOL)}:"):
        writer.line(f"{name} += 1")
        writer.declare(name, INT, writable=False)
        statements(writer, 2, depth)
    writer.loops -= 1
    if writer.chance(4):
        branch(writer, "else:", depth)


def try_(writer: Writer, depth: int) -> None:
    """Write ``try`` with handlers, ``else`` and ``finally``."""
    only_finally = writer.chance(5) and writer.guards > 0
    writer.guards += 1
    with writer.block("try:"):
        statements(writer, 3, depth)
    writer.guards -= 1
    if not only_finally:
        for _ in range(writer.number(1, 2)):
            handler(writer, depth)
        if writer.chance(3):
            branch(writer, "else:", depth)
    if only_finally or writer.chance(3):
        loops, writer.loops = writer.loops, 0
        branch(writer, "finally:", depth)
        writer.loops = loops


def handler(writer: Writer, depth: int) -> None:
    """Write a handler, which may raise again."""
    errors = [*BUILTIN_ERRORS, *(name for name in writer.literals if name.startswith("Error"))]
    error = writer.choose(errors)
    if writer.chance(3):
        branch(writer, f"except {error}:", depth)
        return
    name = writer.fresh("e")
    with writer.block(f"except {error} as {name}:"):
        # Texts of divisions by zero differ between versions of CPython.
        writer.line(f"print(type({name}).__name__, 'zero' if isinstance({name}, ZeroDivisionError) else str({name}))")
        for attribute, kind in ERROR_FIELDS if error.startswith("Error") else ():
            writer.declare(f"{name}.{attribute}", kind, writable=False)
        statements(writer, 2, depth)
        if writer.guards and writer.chance(3):
            writer.line(writer.choose(["raise", f"raise RuntimeError({writer.expression(STR)}) from {name}"]))


ERROR_FIELDS = (("code", INT), ("reason", STR))
MANAGERS = ["Noted({})", "noted({})", "Swallowing({})"]


def with_(writer: Writer, depth: int) -> None:
    """Write ``with`` over one manager or two."""
    manager = writer.choose([*MANAGERS, "contextlib.suppress(LookupError, ValueError)"])
    text, name = manager.format(writer.expression(INT)), writer.fresh("m")
    if manager.startswith("contextlib"):
        header = f"with {text}:"
    elif writer.chance(3):
        header = f"with {text} as {name}, noted({name}):"
    else:
        header = f"with {text} as {name}:"
    absorbs = manager.startswith(("contextlib", "Swallowing"))
    writer.guards += absorbs
    with writer.block(header):
        if name in header:
            writer.declare(name, INT)
        statements(writer, 3, depth)
    writer.guards -= absorbs


def inner(writer: Writer, depth: int) -> None:
    """Write a function inside of the function, which may change variables of the outer one."""
    name, parameter = writer.fresh("f"), writer.fresh("p")
    result, its_kind = writer.any_kind(deepest=2), writer.any_kind(deepest=2)
    outer = [one for one in writer.scope if one.writable and "." not in one.name and one.kind.name != "fn"]
    changed = outer[-writer.number(1, 2) :] if outer and writer.chance(2) else []
    with writer.function(f"def {name}({parameter}):", [Variable(parameter, its_kind)]):
        if changed:
            writer.line(f"nonlocal {', '.join(one.name for one in changed)}")
            writer.scope = [one for one in writer.scope if one.name not in {other.name for other in changed}] + changed
        statements(writer, 2, min(depth, 1))
        writer.line(f"return {writer.expression(result)}")
    writer.declare(name, Kind("fn", (result, its_kind)))
    writer.scope[-1] = Variable(name, writer.scope[-1].kind, writable=False)
