"""Functions of programs, with parameters of all sorts; recursive ones; generators; and values that are functions."""

from __future__ import annotations

from tests.fuzz.blocks import statements
from tests.fuzz.kinds import Kind, parse
from tests.fuzz.literals import literal
from tests.fuzz.rules import Rule, rules
from tests.fuzz.writer import INT, Variable, Writer

PLAIN = ("int", "str", "float", "bool")
VALUES: list[Rule] = rules(
    "closures",
    {
        "T": "{!fn[T, U]}({U})",
        "list[T]": "[{!fn[T, U]}($v) for $v in {list[U]}]\nlist(map({!fn[T, U]}, {list[U]}))",
        "list[U]": "sorted({list[U]}, key={!fn[int, U]})",
        "statement": "{=fn[int, int]} = lambda $v: {int|$v:int}\n{=fn[str, int]} = functools.partial(twice, {int})",
    },
)


def functions(writer: Writer) -> None:
    """Write some functions, each of which may call those before it."""
    for _ in range(writer.number(1, 2)):
        plain(writer)
    if "recursion" in writer.groups:
        recursive(writer)
    if "generators" in writer.groups:
        generator(writer)
        if writer.chance(2):
            generator(writer)


def parameter(writer: Writer, deepest: int = 3) -> Variable:
    """A parameter of some kind."""
    return Variable(writer.fresh("p"), writer.any_kind(deepest=deepest))


def plain(writer: Writer) -> None:
    """Write a function with a result."""
    name, result = writer.fresh("f"), writer.any_kind()
    first, default, keyword, rest = (parameter(writer) for _ in range(4))
    default, keyword = (Variable(one.name, writer.choose(map(parse, PLAIN))) for one in (default, keyword))
    header, inside, calls = [first.name], [first], [f"{name}({{{first.kind}}})"]
    if writer.chance(2):
        header.append(f"{default.name}={literal(writer, default.kind)}")
        inside.append(default)
        calls.append(f"{name}({{{first.kind}}}, {{{default.kind}}})")
        calls.append(f"{name}({default.name}={{{default.kind}}}, {first.name}={{{first.kind}}})")
    elif writer.chance(2):
        header.append(f"*{rest.name}")
        inside.append(Variable(f"sum({rest.name})", INT, writable=False))
        calls += [f"{name}({{{first.kind}}}, {{int}})", f"{name}({{{first.kind}}}, *({{int}}, {{int}}))"]
    if writer.chance(2):
        header += [*([] if header[-1].startswith("*") else ["*"]), f"{keyword.name}={literal(writer, keyword.kind)}"]
        inside.append(keyword)
        calls.append(f"{name}({{{first.kind}}}, {keyword.name}={{{keyword.kind}}})")
    with writer.function(f"def {name}({', '.join(header)}):", inside):
        statements(writer, 3, 2)
        writer.line(f"return {writer.expression(result)}")
    writer.add(rules("functions", {str(result): calls}))


def recursive(writer: Writer) -> None:
    """Write a function that calls itself with a smaller number."""
    name, result = writer.fresh("f"), writer.any_kind(deepest=2)
    with writer.function(f"def {name}(n, value):", [Variable("n", INT, False), Variable("value", result)]):
        with writer.block("if n <= 0:"):
            writer.line("return value")
        statements(writer, 2, 1)
        writer.line(f"return {name}(n - 1, {writer.expression(result)})")
    writer.add(rules("recursion", {str(result): f"{name}({{int}} % 4, {{{result}}})"}))


def generator(writer: Writer) -> None:
    """Write a generator function, which may be sent values and closed."""
    name, kind = writer.fresh("g"), writer.any_kind(deepest=2)
    one = parameter(writer, 2)
    with writer.function(f"def {name}({one.name}):", [one]):
        writer.yields = kind
        if writer.chance(3):
            with writer.block("try:"):
                statements(writer, 3, 1)
                writer.line(f"yield {writer.expression(kind)}")
            writer.line("finally:")
            writer.line(f"    print('end of {name}')")
        else:
            statements(writer, 3, 2)
            writer.line(f"yield {writer.expression(kind)}")
        if writer.chance(3):
            writer.line(f"return {writer.expression(INT)}")
    call = f"{name}({{{one.kind}}})"
    writer.add(rules("generators", {str(Kind("iter", (kind,))): call, str(Kind("list", (kind,))): f"list({call})\n[*{call}]"}))
    writer.add(rules("generators", {"statement": f"for {{={kind}}} in {call}: print({{int}})"}))
    writer.generators.append((name, one.kind))
