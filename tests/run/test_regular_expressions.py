"""The module `re`: patterns, matches and functions of the module in compiled code, as CPython's."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

import pytest

from coluber.core.errors import TypingError
from tests.run.support import check, jitted, source

pytestmark = pytest.mark.usefixtures("optimised_once")

# Patterns, and texts in which they are looked for.
PATTERNS = [
    r"a",
    r"",
    r"x*",
    r"\d+",
    r"(\d+)",
    r"(a)|b",
    r"(\w+)=(\w*)",
    r"(?P<key>\w+)=(?P<value>\d+)?",
    r"(?P<number>\d+)|(?P<word>[a-z]+)|(?P<space>\s+)",
    r"((a)(b)?)+",
    r"(?=(\w))\w",
    r"(?!b)(\w)",
    r"(a)?(?(1)b|c)",
    r"^\w+$",
    r"(?m)^(\w+)$",
    r"(?i)B+",
    r"(?:(x)|(y)|(z))",
    r"(é|ß)+",
    r"(.)\1",
    r"(?s)(.*?)\n",
    r"\b",
]
TEXTS = ["", "a", "ab1 b=22 ccc", "key=12, k=x; a=", "aab abab\nxyz\nBbb", "éßé 漢字 aé 𝒳=1", "  12abc  \n"]


SAID = """
        def said(m):
            return m.group(), m.groups(), m.lastindex, m.lastgroup, m.pos, m.endpos, m.string, m.regs, str(m)
        def parts(m):
            return m.groupdict(), ({parts}), m.groups("-"), m.groupdict("-")
"""

# What is done with a global pattern.
BODIES = {
    "first": "return [said(m) for m in (P.search(s), P.match(s), P.fullmatch(s)) if m is not None]",
    "within": "return [said(m) for m in (P.search(s, 1), P.match(s, 2, 5), P.fullmatch(s, pos=1, endpos=4), P.search(s, -3, 99)) if m]",  # noqa: E501
    "every": "return [said(m) for m in P.finditer(s)], [parts(m) for m in P.finditer(s, 1, 6)], P.findall(s), P.findall(s, 2)",
    "split": "return P.split(s), P.split(s, 1), P.split(s, maxsplit=2)",
    "sub": "return P.sub('<>', s), P.sub('<>', s, 1), P.subn('-', s), P.subn('-', s, count=2)",
    "called": "return P.sub(lambda m: '[' + m.group().upper() + ']', s), P.subn(lambda m: m.group(0) * 2, s, 2)",
    "about": "return P.pattern, P.flags, P.groups, dict(P.groupindex), str(P), s",
}


def methods(pattern: str, body: str, flags: str = "0"):
    """A function of a text that does something with a global pattern."""
    compiled = re.compile(pattern)
    numbers = [f"m.group({k}), m.span({k}), m.start({k}), m.end({k}), m[{k}]" for k in range(min(compiled.groups, 2) + 1)]
    names = [f"m.group({name!r}), m[{name!r}], m.span({name!r})" for name in compiled.groupindex]
    text = SAID.replace("{parts}", ", ".join(numbers + names))
    return source(f"""
        import re
        P = re.compile({pattern!r}, {flags})
        {text.strip()}
        def f(s):
            {BODIES[body]}
    """)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_methods(pattern):
    for body in BODIES:
        function = methods(pattern, body)
        for text in TEXTS:
            check(function, text)


@pytest.mark.parametrize("flags", ["re.I", "re.I | re.M", "re.X", "re.S", "re.I | re.ASCII | re.DOTALL"])
def test_flags_of_patterns(flags):
    for pattern in [r"(a) b", r"^(\w+)$", r"(.)\n(.)"]:
        for body in ("first", "every", "about"):
            function = methods(pattern, body, flags)
            for text in TEXTS:
                check(function, text)


def functions(pattern: str, flags: str):
    """A function that calls those of the module with a constant pattern, and one that is given the pattern."""
    body = """
            m = re.search(p, s, F)
            found = "none" if m is None else m.group()
            n = re.match(p, s, flags=F)
            o = re.fullmatch(p, s, F)
            places = [m.span() for m in re.finditer(p, s, F)]
            kept = n is None, o is None, bool(m), not m
            whole = re.sub(p, "-", s, flags=F), re.subn(p, "-", s, count=2, flags=F)
            return found, places, kept, whole, re.split(p, s, maxsplit=2, flags=F)
    """.replace("F", flags)
    constant = body.replace("(p, ", f"({pattern!r}, ")
    return source(f"import re\ndef f(s):{constant}"), source(f"import re\ndef f(p, s):{body}")


@pytest.mark.parametrize("flags", ["0", "re.I", "re.IGNORECASE | re.MULTILINE", "re.VERBOSE | re.I", "8"])
def test_functions(flags):
    for pattern in PATTERNS if flags == "0" else PATTERNS[::4]:
        constant, given = functions(pattern, flags)
        for text in TEXTS[2:5]:
            check(constant, text)
            check(given, pattern, text)


def findall_of_constants(s):
    return re.findall(r"\w+", s), re.findall(r"(\w)=", s), re.findall(r"(\w)=(\w)?", s), re.findall(r"(?i)(B)(b)(b)", s)


def of_bytes(s):
    m = re.search(rb"(\w+)=(\w+)?", s)
    assert m is not None
    parts = re.split(b"[,;]", s), re.findall(rb"\w", s), re.sub(rb"\d", b"#", s), re.subn(rb"\d", lambda m: m[0] + m[0], s)
    return m.group(1), m.group(2), m.groups(), m.string, parts, re.escape(s), m.expand(rb"\1"), m.re.pattern


def test_findall_and_bytes():
    for text in TEXTS:
        check(findall_of_constants, text)
    for data in (b"a=1, b=; c", b"xyz=abc"):
        check(of_bytes, data)
        check(methods_of_bytes, re.compile(rb"(?P<x>\w)(\d)?"), data)


def methods_of_bytes(p, s):
    m = p.search(s)
    found = [m["x"] for m in p.finditer(s)], p.findall(s), p.split(s), p.sub(b"-", s), p.pattern, p.groups, p.flags
    return found, m.groupdict(), m.groups(b"none"), p.fullmatch(s) is None


# ---------------------------------------------------------------------------------------------------- where patterns are

WORD = re.compile(r"(?P<first>\w)(?P<rest>\w*)")
RULES = [("number", re.compile(r"\d+(\.\d+)?")), ("name", re.compile(r"[a-z]\w*")), ("space", re.compile(r"\s+"))]
BY_NAME = {"mail": re.compile(r"(\w+)@(\w+)"), "year": re.compile(r"\d{4}"), "any": re.compile(r"(x)?.")}


def lexed(text):
    at, out = 0, []
    while at < len(text):
        for name, rule in RULES:
            m = rule.match(text, at)
            if m:
                if name != "space":
                    out.append((name, m.group(), m.start()))
                at = m.end()
                break
        else:
            raise SyntaxError(f"no rule for {text[at]!r}")
    return out


def kind_of(text):
    return [name for name, rule in BY_NAME.items() if rule.fullmatch(text)]


def test_rules():
    check(lexed, "12 ab 3.5 c4")
    check(lexed, "12 ?")
    for text in ("a@b", "2024", "xy", ""):
        check(kind_of, text)


def test_captured_and_default():
    pattern = re.compile(r"(\d)(\w)?")

    def captured(s):
        return [(m.group(1), m.group(2)) for m in pattern.finditer(s)], pattern.findall(s)

    def default(s, rule=pattern):
        return rule.split(s)

    check(captured, "1a 2 3b")
    check(default, "1a 2 3b")


def given(p, s):
    m = p.search(s)
    several = [p, p]
    return (m.group(0), len(several), p.groups) if m else ("", 0, p.groups)


def test_arguments():
    for pattern in PATTERNS:
        for text in TEXTS[:3]:
            check(given, re.compile(pattern), text)


def chosen(s, first):
    p = WORD if first else BY_NAME["any"]
    m = p.search(s)
    return (m.group(), m.group(1), m.span(), m.lastindex) if m else None


def either(s):
    m = re.match(r"(\d+)", s) or re.match(r"([a-z]+)(x?)", s)
    return m.group(1) if m else "none"


def again(s):
    m = re.match(r"a(\d+)", s)
    if not m:
        m = re.match(r"b(\d)(\d)?", s)
    if m is None:
        return ""
    return m[1]


def test_patterns_of_several_shapes():
    for text in ("ab1", "12", "?", "b12", "a3"):
        check(chosen, text, True)
        check(chosen, text, False)
        check(either, text)
        check(again, text)


class Counting:
    def __init__(self, pattern):
        self.rule = re.compile(pattern)
        self.count = 0

    def feed(self, text):
        found = self.rule.search(text)
        if found is None:
            return None
        self.count += 1
        return found.group(0)


@dataclass
class Named:
    name: str
    rule: re.Pattern


def feed(texts):
    counting = Counting(r"\d+")
    return [counting.feed(text) for text in texts], counting.count


def feed_given(counting, text):
    return counting.feed(text), counting.count


def named(one, text):
    return one.name, one.rule.findall(text)


def test_fields():
    check(feed, ["a1", "b", "22"])
    counting = Counting(r"[a-z]+")
    assert jitted(feed_given)(counting, "12ab") == ("ab", 1)
    assert counting.count == 1
    check(named, Named("digits", re.compile(r"\d")), "a1b2")
    check(named, Named("pairs", re.compile(r"(\w)(\d)")), "a1b2")


# ---------------------------------------------------------------------------------------------------- to Python and back


def returned(s):
    return WORD, re.compile(r"\d", re.I), WORD.search(s), [m for m in WORD.finditer(s)], re.match(s[:1], s)


def said_of(m):
    return m.group(), m.groups(), m.start(1), m.string, m.re.pattern, m.pos, m.endpos, m.lastgroup, m.expand(r"<\1>")


def test_results_and_arguments():
    pattern, made, found, every, first = jitted(returned)("ab cd")
    assert pattern is WORD
    assert (made.pattern, made.flags) == (r"\d", int(re.I | re.U))
    for one, like in zip(
        [found, *every, first], [WORD.search("ab cd"), *WORD.finditer("ab cd"), re.match("a", "ab cd")], strict=True
    ):
        assert isinstance(one, re.Match)
        assert (one.regs, one.pos, one.endpos, one.string) == (like.regs, like.pos, like.endpos, like.string)
        assert one.re == like.re
    assert jitted(returned)(".a")[2].span() == (1, 2)
    for match in (WORD.search(" ab"), WORD.match(" ab", 1), *WORD.finditer("ab cd"), WORD.fullmatch("xaby", 1, 3)):
        check(said_of, match)
    given = WORD.search("ab")
    assert jitted(lambda m: m)(given) is given


def equal(p, q):
    return p == q, p != q, p == WORD, hash(p) == hash(q), p in {q: 1}


def test_equal_patterns():
    check(equal, re.compile("a"), re.compile("a"))
    check(equal, re.compile("a"), re.compile("a", re.I))
    check(equal, WORD, re.compile("b"))


def kinds(m, p):
    return isinstance(m, re.Match), isinstance(p, re.Pattern), isinstance(m, (str, int)), isinstance(p, str)


def test_isinstance():
    check(kinds, WORD.match("a"), WORD)


def found_in(p, s):
    rule = re.compile(p) if isinstance(p, str) else p
    return rule.search(s) is None


def test_strings_or_patterns():
    check(found_in, WORD, "a")
    check(found_in, "a", "b")


# ---------------------------------------------------------------------------------------------------- errors


def compiled(p):
    try:
        re.compile(p)
    except re.error as error:
        return "bad: " + str(error)
    return "good"


def searched(p, s):
    return re.search(p, s) is None


def constant_that_is_wrong(s):
    return re.search("(a", s) is None


def flags_that_are_wrong(p):
    return re.compile(p, re.A | re.U).pattern


def groups_that_are_not_there(s, k):
    m = re.search("(?P<x>a)", s)
    if k == 0:
        return m.group(2)
    if k == 1:
        return m["y"]
    if k == 2:
        return m.start("z")
    return m.group(k), m.group("xyz"[k - 3])


def no_match(s):
    return re.search("b", s).group()


def templates(s):
    return re.sub("(a)", r"\2", s)


def flags_twice(p, s):
    return re.search(p, s, re.I) is None


def optional(s):
    m = re.match(r"(\d+)(?:-(\d+))?", s)
    return int(m.group(1)), int(m.group(2))


def test_errors():
    for pattern in ("(", "a", "[", "(?P<1>a)", "*", "a{2,1}"):
        check(compiled, pattern)
        check(searched, pattern, "abc")
    check(constant_that_is_wrong, "a")
    check(flags_that_are_wrong, "a")
    for k in range(-1, 6):
        check(groups_that_are_not_there, "a", k)
    check(no_match, "abc")
    check(no_match, "ac", same_error_args=False)
    check(templates, "banana")
    check(flags_twice, re.compile("a"), "a")
    check(optional, "1-2")
    check(optional, "1", same_error_args=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("re.search('a', 1)", "expected a string or bytes, got 'int64'"),
        ("re.search(1, 'a')", "first argument must be string or compiled pattern"),
        ("re.search(b'a', 'a')", "cannot use a bytes pattern on a string"),
        ("re.findall('a', b'a')", "cannot use a string pattern on bytes"),
        ("re.sub('a', b'a', 'a')", "the replacement is bytes, and the string str"),
        ("re.sub('a', 1, 'a')", "the replacement must be a string or a function"),
        ("re.match('a', 'a').group(1.5)", "a group is named by an integer or a string"),
        ("re.compile('a').match('a', 'b')", "the argument 'pos' must be an integer"),
        ("re.compile('a', 'b')", "the argument 'flags' must be flags of re"),
    ],
)
def test_errors_of_types(text, said):
    function = source(f"import re\ndef f():\n    return {text}\n")
    with pytest.raises((TypeError, re.error, IndexError)):
        function()
    with pytest.raises(TypingError, match=re.escape(said)):
        jitted(function)()


def test_groups_that_are_not_known():
    with pytest.raises(TypeError, match="findall\\(\\) gives tuples of 2 strings"):
        jitted(lambda p, s: re.findall(p, s))("(a)(b)", "ab")
    check(lambda p, s: re.findall(p, s), "(a)b", "abab")


def many(s):
    m = re.match("(.)" * 20, s)
    return m.group(20), m.groups(), m.span(3), m.lastindex, re.findall("(.)" * 14, s)


def test_many_groups():
    check(many, "abcdefghijklmnopqrstuvwxyz" * 2)


# ---------------------------------------------------------------------------------------------------- programs

SPECIFICATION = [
    ("NUMBER", r"\d+(\.\d*)?"), ("ASSIGN", r":="), ("END", r";"), ("ID", r"[A-Za-z]+"), ("OP", r"[+\-*/]"), ("NEWLINE", r"\n"),
    ("SKIP", r"[ \t]+"), ("MISMATCH", r"."),
]  # fmt: skip
MASTER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in SPECIFICATION))
KEYWORDS = {"IF", "THEN", "ENDIF"}


def tokens(code):
    line, start, out = 1, 0, []
    for mo in MASTER.finditer(code):
        kind = mo.lastgroup
        value = mo.group()
        column = mo.start() - start
        if kind == "NUMBER":
            number = float(value) if "." in value else int(value)
            value = f"<{number}>"
        elif kind == "ID" and value in KEYWORDS:
            kind = value
        elif kind == "NEWLINE":
            start = mo.end()
            line += 1
            continue
        elif kind == "SKIP":
            continue
        elif kind == "MISMATCH":
            raise RuntimeError(f"{value!r} unexpected on line {line}")
        out.append((kind, value, line, column))
    return out


LOG = re.compile(r'(?P<ip>\S+) \[(?P<time>[^\]]+)\] "(?P<method>\w+) (?P<path>\S+)[^"]*" (?P<status>\d{3}) (?P<size>\d+|-)')
LINES = ['1.2.3.4 [1/Jan] "GET /a H" 200 123', "x", '1.2.3.5 [2/Jan] "POST /b" 404 -', '1.2.3.4 [3/Jan] "GET /a" 200 7']


def requests(lines):
    hosts: dict = {}
    statuses: defaultdict = defaultdict(int)
    total = 0
    for line in lines:
        if not (m := LOG.match(line)):
            continue
        host = m.group("ip")
        hosts[host] = hosts.get(host, 0) + 1
        statuses[int(m["status"])] += 1
        if m["size"] != "-":
            total += int(m.group("size"))
    return hosts, dict(statuses), total


def words(text):
    counts: dict = {}
    for word in re.findall(r"\w+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])), Counter(re.findall("[a-z]+", text)).most_common(1)


def is_strong(password):
    if len(password) < 8 or re.search(r"\s", password):
        return False
    if not re.search(r"[A-Z]", password) or not re.search(r"[a-z]", password):
        return False
    return re.search(r"\d", password) is not None and bool(re.search(r"[^\w]", password))


def cleaned(s):
    return re.sub(r"\s+", " ", s).strip(), re.split(r"[,;]\s*", s), [w for w in re.split(r"\W+", s) if w]


def snake(name):
    return re.sub("([a-z0-9])([A-Z])", r"\1_\2", re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)).lower()


def camel(name):
    return re.sub(r"_([a-z])", lambda m: m.group(1).upper(), name)


def date(s):
    m = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})(?:T(\d\d):(\d\d))?", s)
    if m is None:
        raise ValueError("no date: " + s)
    year, month, day = map(int, m.groups()[:3])
    hour = int(m.group(4)) if m.group(4) else 0
    return year, month, day, hour


def settings(text):
    out, section = {}, ""
    for line in text.splitlines():
        if m := re.match(r"\[(\w+)\]", line.strip()):
            section = m[1]
        elif m := re.match(r"(\w+)\s*=\s*(.*)", line.strip()):
            out[section + "." + m[1]] = m[2]
    return out


def values(s):
    return dict(re.findall(r"(\w+)=(\w+)", s)), [int(b) for _, b in re.findall(r"(\w+)=(\d+)", s)]


def filled(template, names):
    def value_of(m):
        name = m.group(1)
        return names.get(name, "?" + name)

    return re.sub(r"\{(\w+)\}", value_of, template)


def emphasised(text):
    return re.sub(r"(?P<a>\w+) (?P<b>\w+)", r"\g<b> \g<a>", text), re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)


def local(s):
    p = re.compile(r"(\w)(\d)?", re.IGNORECASE)
    search = p.search
    found = search(s)
    return [(m.group(1), m.group(2)) for m in p.finditer(s)], p.sub("-", s), p.split(s), found.span() if found else None


def is_mail(s):
    return bool(re.match(r"^[\w.+-]+@[\w-]+\.[\w.-]+$", s))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (tokens, ["IF q THEN\n  total := total + price * 1.5;\nENDIF", "a ? b"]),
        (requests, [LINES]),
        (words, ["the cat The dog a cat"]),
        (is_strong, ["abc", "Abcdefg1!", "Abcdefg11", "abcdefg1!", "Abc defg1!"]),
        (cleaned, [" a  b, c;d\t", ""]),
        (snake, ["getHTTPResponseCode"]),
        (camel, ["some_snake_case"]),
        (date, ["2020-01-02", "2020-01-02T03:04", "x"]),
        (settings, ["[a]\nx = 1\n[b]\ny=2 3"]),
        (values, ["a=1 b=22"]),
        (emphasised, ["hello **big** world"]),
        (local, ["a1 B2c", ""]),
        (is_mail, ["a.b@c.de", "a@b"]),
    ],
)
def test_programs(function, arguments):
    for argument in arguments:
        check(function, argument)


def test_functions_that_replace():
    check(filled, "Dear {name}, {x} {}", {"name": "Ann"})


def test_purge():
    def f(s):
        p = re.compile(r"(\d)")
        before = p.findall(s)
        re.purge()
        return before, p.findall(s), WORD.findall(s)

    check(f, "1 2a")
