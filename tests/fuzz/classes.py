"""Classes of programs: plain ones, dataclasses, ones with a base class, named tuples, enumerations."""

from __future__ import annotations

from tests.fuzz.blocks import statements
from tests.fuzz.kinds import Kind, parse
from tests.fuzz.literals import literal
from tests.fuzz.rules import rules
from tests.fuzz.writer import INT, Variable, Writer

FIELDS = ("int", "str", "float", "list[int]", "dict[str, int]", "bool", "tuple[int, str]", "list[str]")

PLAIN = ("int", "str", "float", "bool")

# Special methods: the header, the kind of the result, further parameters, and the rules that use it.
SPECIAL: list[tuple[str, str, tuple[tuple[str, str], ...], dict[str, str]]] = [
    ("__len__(self)", "length", (), {"int": "len({Self})"}),
    ("__call__(self, p)", "str", (("p", "int"),), {"str": "{Self}({int})"}),
    ("__getitem__(self, p)", "float", (("p", "int"),), {"float": "{Self}[{int}]"}),
    ("__contains__(self, p)", "bool", (("p", "str"),), {"bool": "({str} in {Self})"}),
    ("__bool__(self)", "bool", (), {"bool": "bool({Self})", "int": "(1 if {Self} else 2)"}),
    ("__add__(self, other)", "Self", (("other", "Self"),), {"Self": "({Self} + {Self})"}),
    ("__radd__(self, p)", "Self", (("p", "int"),), {"Self": "({int} + {Self})"}),
    ("__neg__(self)", "Self", (), {"Self": "(-{Self})"}),
    ("__lt__(self, other)", "bool", (("other", "Self"),), {"bool": "({Self} < {Self})", "Self": "min({Self}, {Self})"}),
    ("__setitem__(self, p, q)", "None", (("p", "int"), ("q", "int")), {"statement": "{!Self}[{int}] = {int}"}),
    ("__iadd__(self, p)", "self", (("p", "int"),), {"statement": "{!Self} += {int}"}),
    ("__iter__(self)", "yield", (), {"list[int]": "list({Self})", "int": "sum({Self})", "iter[int]": "iter({Self})"}),
    ("__str__(self)", "str", (), {"str": "str({Self})"}),
]


def classes(writer: Writer) -> None:
    """Write the classes of a program."""
    if "enums" in writer.groups:
        enumeration(writer)
    if "named" in writer.groups:
        named_tuple(writer)
    for _ in range(writer.number(1, 2) if "objects" in writer.groups else 0):
        plain_class(writer, "")
    if "objects" in writer.groups and writer.chance(2):
        plain_class(writer, writer.choose(name for name in writer.literals if name.startswith("Thing")))
    if "dataclasses" in writer.groups:
        record(writer)


def known(writer: Writer, name: str, group: str, fields: list[tuple[str, Kind]]) -> None:
    """Make a class known to the writer: its kind, literals, construction and attributes."""
    kind = Kind(name)
    writer.literals[name] = [f"{name}({', '.join(literal(writer, its_kind) for _, its_kind in fields)})" for _ in range(2)]
    writer.kinds += [kind, Kind("list", (kind,)), kind, Kind("dict", (Kind("str"), kind))]
    places = ", ".join(f"{{{its_kind}}}" for _, its_kind in fields)
    table = {name: [f"{name}({places})", f"{name}({fields[0][0]}={{{fields[0][1]}}}, {_named(fields[1:])})"]}
    for field, its_kind in fields:
        table.setdefault(str(its_kind), []).append(f"{{{name}}}.{field}")
    writer.add(rules(group, table))


def _named(fields: list[tuple[str, Kind]]) -> str:
    return ", ".join(f"{field}={{{kind}}}" for field, kind in fields)


def drawn_fields(writer: Writer, first: str = "number") -> list[tuple[str, Kind]]:
    """Fields, of which the first is a number."""
    kinds = [parse(text) for text in FIELDS if parse(text) in writer.kinds]
    more = [(writer.fresh("a"), writer.choose(kinds)) for _ in range(writer.number(0, 2))]
    return [(first, INT), *more]


def plain_class(writer: Writer, base: str) -> None:
    """Write a class with methods; `base` is the name of its base class, if any."""
    name = writer.fresh("Thing")
    inherited = writer.fields[base] if base else []
    own = drawn_fields(writer, writer.fresh("a") if base else "number")
    fields = inherited + own
    writer.fields[name] = fields
    with writer.block(f"class {name}({base}):" if base else f"class {name}:"):
        with writer.block(f"def __init__(self, {', '.join(field for field, _ in fields)}):"):
            if base:
                writer.line(f"super().__init__({', '.join(field for field, _ in inherited)})")
            for field, _ in own:
                writer.line(f"self.{field} = {field}")
        used = methods(writer, name, fields, base)
    if base:
        writer.bases[name] = base
    known(writer, name, "objects", fields)
    writer.add(rules("objects", {"statement": [f"{{!{name}}}.{field} = {{{kind}}}" for field, kind in fields]}))
    writer.add(rules("objects", {"statement": [f"{{!{name}}}.number += {{int}}"], "bool": [f"isinstance({{{name}}}, {name})"]}))
    for table in used:
        writer.add(rules("objects", {kind.replace("Self", name): text.replace("Self", name) for kind, text in table.items()}))


Used = list[dict[str, str]]


def methods(writer: Writer, name: str, fields: list[tuple[str, Kind]], base: str) -> Used:
    """Write methods, and return the rules that call them."""
    scope = [Variable(f"self.{field}", kind) for field, kind in fields]
    used = shown(writer, name, scope, base)
    if writer.chance(2):
        used += changing(writer, scope)
    if writer.chance(2):
        property_(writer, scope)
        used += [{"int": "{Self}.twice"}, {"statement": "{!Self}.twice = {int}"}]
    if writer.chance(3):
        used += without_instance(writer, name, fields, base)
    if writer.chance(3):
        equality(writer)
        used.append({"bool": "({Self} == {Self})"})
    for _ in range(writer.number(0, 4)):
        used += special(writer, name, fields, scope)
    return used


def shown(writer: Writer, name: str, scope: list[Variable], base: str) -> Used:
    """Write ``__repr__``, and a method with a default argument."""
    writer.line("def __repr__(self):")
    writer.line(f"    return f'{name}({{self.number}})'")
    writer.line("def show(self, extra=1):")
    result = writer.expression_in([*scope, Variable("extra", INT)], parse("str"))
    writer.line(f"    return {'super().show() + ' if base and writer.chance(2) else ''}{result}")
    return [{"str": "{Self}.show()"}, {"str": "{Self}.show(extra={int})"}]


def changing(writer: Writer, scope: list[Variable]) -> Used:
    """Write a method with statements, which may change the object."""
    kind = writer.any_kind(deepest=2)
    own = Variable("self", Kind("own"), writable=False)
    inside = [own, *scope, Variable("p", INT), Variable("flag", parse("bool"))]
    with writer.function("def change(self, p, *, flag=False):", inside):
        statements(writer, 2, 1)
        writer.line(f"return {writer.expression(kind)}")
    return [{str(kind): "{Self}.change({int})"}, {str(kind): "{Self}.change({int}, flag={bool})"}]


def without_instance(writer: Writer, name: str, fields: list[tuple[str, Kind]], base: str) -> Used:
    """Write a static method and a class method."""
    writer.line("@staticmethod")
    writer.line("def build(p):")
    writer.line(f"    return {writer.expression_in([Variable('p', INT)], INT)}")
    used = [{"int": f"{name}.build({{int}})"}]
    if not base:
        given = ("number" if field == "number" else literal(writer, kind) for field, kind in fields)
        writer.line("@classmethod")
        writer.line("def make(cls, number):")
        writer.line(f"    return cls({', '.join(given)})")
        used.append({"Self": f"{name}.make({{int}})"})
    return used


def property_(writer: Writer, scope: list[Variable]) -> None:
    """Write a property with a setter."""
    writer.line("@property")
    writer.line("def twice(self):")
    writer.line(f"    return {writer.expression_in(scope, INT)}")
    writer.line("@twice.setter")
    writer.line("def twice(self, p):")
    writer.line(f"    self.number = {writer.expression_in([*scope, Variable('p', INT)], INT)}")


def equality(writer: Writer) -> None:
    """Write ``__eq__`` and ``__hash__``."""
    writer.line("def __eq__(self, other):")
    writer.line("    return self.number == other.number")
    writer.line("def __hash__(self):")
    writer.line("    return hash(self.number)")


def special(writer: Writer, name: str, fields: list[tuple[str, Kind]], scope: list[Variable]) -> Used:
    """Write a special method, once in a class."""
    header, result, parameters, used = writer.choose(SPECIAL)
    if any(f"def {header}" in line for line in writer.lines[-40:]):
        return []
    inside = list(scope)
    for parameter, kind in parameters:
        if kind == "Self":
            inside += [Variable(f"{parameter}.{field}", its_kind, writable=False) for field, its_kind in fields]
        else:
            inside.append(Variable(parameter, parse(kind)))
    writer.line(f"def {header}:")
    if result == "length":
        writer.line(f"    return abs({writer.expression_in(inside, INT)}) % 10")
    elif result == "Self":
        made = (writer.expression_in(inside, kind) for _, kind in fields)
        writer.line(f"    return {name}({', '.join(made)})")
    elif result in ("None", "self"):
        writer.line(f"    self.number = {writer.expression_in(inside, INT)}")
        writer.line("    return self" if result == "self" else "    print('set')")
    elif result == "yield":
        writer.line("    yield self.number")
        writer.line(f"    yield from {writer.expression_in(inside, parse('list[int]'))}")
    else:
        writer.line(f"    return {writer.expression_in(inside, parse(result))}")
    return [used]


def record(writer: Writer) -> None:
    """Write a dataclass, which may be frozen or ordered, or have a base class."""
    name = writer.fresh(writer.choose(["Record", "Fixed"]))
    frozen = name.startswith("Fixed")
    fields = [(field, kind) for field, kind in drawn_fields(writer) if not frozen or kind.name in PLAIN]
    ordered = writer.chance(2) and all(kind.name != "dict" for _, kind in fields)
    options = [f"{option}=True" for option, wanted in (("frozen", frozen), ("order", ordered)) if wanted]
    writer.line(f"@dataclass({', '.join(options)})" if options else "@dataclass")
    with writer.block(f"class {name}:"):
        for field, kind in fields:
            writer.line(f"{field}: {kind}")
        if not frozen:
            writer.line("log: list[int] = field(default_factory=list)")
        writer.line("scale: float = 1.5")
        writer.line("def total(self):")
        scope = [Variable(f"self.{field}", kind, writable=False) for field, kind in fields]
        writer.line(f"    return {writer.expression_in(scope, parse('float'))} * self.scale")
    known(writer, name, "dataclasses", fields)
    table = {
        "float": [f"{{{name}}}.total()", f"{{{name}}}.scale"],
        "bool": [f"({{{name}}} == {{{name}}})", *([f"({{{name}}} < {{{name}}})"] if ordered else [])],
        "str": [f"repr({{{name}}})[:40]"],
        name: [f"replace({{{name}}}, number={{int}})", f"{name}({{int}}, {_named(fields[1:])})"],
        "statement": [f"print({{{name}}})"],
        f"list[{name}]": [f"sorted({{list[{name}]}}, key=lambda $v: $v.number)"],
    }
    if not frozen:
        table["statement"] += [f"{{!{name}}}.log.append({{int}})", f"{{!{name}}}.number -= 1"]
    writer.add(rules("dataclasses", table))


def named_tuple(writer: Writer) -> None:
    """Write a named tuple, as a class or by a call."""
    name = writer.fresh("Pair")
    if writer.chance(2):
        writer.line(f"{name} = namedtuple('{name}', 'first second')")
    else:
        with writer.block(f"class {name}(NamedTuple):"):
            writer.line("first: int")
            writer.line("second: str = 'second'")
            writer.line("def joined(self):")
            scope = [Variable("self.first", INT, False), Variable("self.second", parse("str"), False)]
            writer.line(f"    return {writer.expression_in(scope, parse('str'))}")
        writer.add(rules("named", {"str": f"{{{name}}}.joined()", name: f"{name}({{int}})"}))
    known(writer, name, "named", [("first", INT), ("second", parse("str"))])
    table = {
        "int": f"{{{name}}}[0]\nlen({{{name}}})",
        name: f"{{{name}}}._replace(first={{int}})\n{name}(*{{tuple[int, str]}})\nmax({{{name}}}, {{{name}}})",
        "bool": f"({{{name}}} == {{{name}}})\n({{{name}}} < {{{name}}})",
        "str": f"str({{{name}}})",
        "statement": f"{{=int}}, {{=str}} = {{{name}}}",
        f"list[{name}]": f"sorted({{list[{name}]}})",
    }
    writer.add(rules("named", table))


def enumeration(writer: Writer) -> None:
    """Write an enumeration."""
    name = writer.fresh("Colour")
    whole = writer.chance(3)
    with writer.block(f"class {name}({'IntEnum' if whole else 'Enum'}):"):
        for index, member in enumerate(("RED", "GREEN", "BLUE")):
            writer.line(f"{member} = {index + 1}")
        writer.line("def label(self):")
        scope = [Variable("self.name", parse("str"), False), Variable("self.value", INT, False)]
        writer.line(f"    return {writer.expression_in(scope, parse('str'))}")
    kind = Kind(name)
    writer.literals[name] = [f"{name}.RED", f"{name}.GREEN", f"{name}.BLUE"]
    writer.kinds += [kind, Kind("list", (kind,)), Kind("dict", (kind, INT))]
    table = {
        "int": f"{{{name}}}.value" + (f"\n({{{name}}} + {{int}})" if whole else ""),
        "str": f"{{{name}}}.name\nstr({{{name}}})\n{{{name}}}.label()",
        "bool": f"({{{name}}} is {{{name}}})\n({{{name}}} == {{{name}}})\n({{{name}}} in ({name}.RED, {{{name}}}))",
        name: f"{name}({{int}} % 3 + 1)\n{name}['RED']\n? {name}({{int}})\n? {name}[{{str}}]",
        f"list[{name}]": f"list({name})\n[$v for $v in {name} if $v is not {{{name}}}]",
    }
    writer.add(rules("enums", table))
