"""Rules of numbers, texts, bytes, tuples, functions in place and iterators."""

from __future__ import annotations

from tests.fuzz.rules import Rule, rules

NUMBERS = rules(
    "numbers",
    {
        "int": """
            ({int} + {int})
            ({int} - {int})
            ({int} * {int} % 1009)
            ({int} // ({int} % 5 + 1))
            ({int} % ({int} % 7 + 8))
            (-{int})
            abs({int})
            ({int} & {int})
            ({int} | 12)
            ({int} ^ {int})
            (~{int})
            ({int} >> 2)
            (({int} & 15) << 3)
            ({int} if {bool} else {int})
            ({int} and {int})
            ({int} or {int})
            min({int}, {int})
            max({int}, {int}, 3)
            divmod({int}, 7)[1]
            int({bool})
            int({float} % 100.0)
            round({float} % 50.0)
            pow({int} % 10, 3, 7)
            math.gcd({int}, {int})
            ({int} % 100).bit_length()
            ? ({int} // {int})
            ? ({int} % {int})
            ? int({str})
        """,
        "float": """
            ({float} + {float})
            ({float} - {int})
            ({float} * 0.5)
            ({float} / 4)
            ({int} / 8)
            (-{float})
            abs({float})
            ({float} if {bool} else {float})
            float({int})
            math.sqrt(abs({float}))
            (math.floor({float} % 9.0) * 1.5)
            min({float}, {float})
            round({float} % 100.0, 2)
            ({float} // 0.75)
            ({float} % 3.5)
            ? ({int} / {int})
            ? ({float} / {float})
            ? float({str})
            ? math.sqrt({float})
        """,
        "bool": """
            ({int} < {int})
            ({float} >= {float})
            ({str} < {str})
            ({T} == {T})
            ({O} != {O})
            (not {bool})
            ({bool} and {bool})
            ({bool} or {bool})
            ({int} <= {int} < {int})
            bool({T})
            ({O} <= {O})
            isinstance({int}, int)
            ({bool} ^ {bool})
        """,
        "T": """
            ({T} if {bool} else {T})
            [{T}, {T}][{int} % 2]
            (lambda $v: {T|$v:U})({U})
            (lambda $v, $w=2: {T|$v:T|$w:int})({T})
            ({T}, {U})[0]
        """,
        "O": """
            max({O}, {O})
            min([{O}, {O}])
            sorted([{O}, {O}, {O}], key=lambda $v: {int|$v:O})[1]
            max([{O}, {O}], key=lambda $v: ({int|$v:O}, {bool}))
        """,
    },
)

TEXTS = rules(
    "texts",
    {
        "str": """
            ({str} + {str})[:30]
            {str}.upper()
            {str}[{int} % 3:]
            {str}[::-1]
            str({T})[:30]
            repr({T})[:30]
            f"«{@int}»-«{@str}»"[:30]
            f"«{@int}:>5»|«{@float}:.2f»|«{@str}!r:<6»"[:30]
            f"«{@int}:+05d»,«{@int}:#x»,«{@float}:8.3e»"[:30]
            f"«{@T}»|«{@bool}=»"[:30]
            ("%d %s %5.1f" % ({int}, {str}, {float}))
            "«0»:«1:>4»;«0!r»".format({str}, {int})[:30]
            '{:>6}/{:^5}'.format({str}, {int})
            {str}.replace('a', {str})[:30]
            {str}.strip()
            {str}.title()
            {str}.center({int} % 9, '*')
            {str}.zfill(4)
            {str}.partition(' ')[2]
            '-'.join({list[str]})[:30]
            ''.join(sorted({str}))
            ({str} * ({int} % 3))[:30]
            ({str} or 'none')
            chr(97 + {int} % 26)
            hex({int})
            format({float}, '.3f')
            {str}.removeprefix('a')
            {str}.translate(str.maketrans('ab', 'BA'))
            ''.join({str|$v:str} for $v in {str})[:30]
            {str}.rsplit(',', 1)[0]
            ? {str}[{int}]
            ? max({str})
        """,
        "int": """
            len({str})
            {str}.count('a')
            {str}.find({str})
            ord(({str} or 'z')[0])
            sum(ord($v) for $v in {str})
            ? {str}.index({str})
            ? ord({str})
        """,
        "bool": """
            ({str} in {str})
            {str}.isdigit()
            {str}.startswith({str})
            {str}.endswith(('a', 'c'))
            {str}.islower()
            any($v in 'aeiou' for $v in {str})
            all($v.isalpha() for $v in {str})
        """,
        "list[str]": """
            {str}.split()
            {str}.split(',')
            list({str})
            [$v.upper() for $v in {str}]
            {str}.splitlines()
        """,
        "tuple[str, int]": "({str}, {int})",
    },
)

BYTES = rules(
    "bytes",
    {
        "bytes": """
            ({bytes} + {bytes})[:20]
            {str}.encode()
            {bytes}[1:]
            bytes([{int} % 256, 65])
            {bytes}.upper()
            {bytes}.replace(b'a', {bytes})[:20]
            bytes($v ^ 1 for $v in {bytes})
            b' '.join([{bytes}, {bytes}])[:20]
            bytes(bytearray({bytes}) + b'!')
            {bytes}[::-1]
            (b"%d:%s" % ({int}, {bytes}))
        """,
        "int": """
            len({bytes})
            sum({bytes})
            {bytes}.find(b'a')
            int.from_bytes({bytes}[:3], 'big')
            ? {bytes}[{int} % 3]
        """,
        "str": """
            {bytes}.hex()
            repr({bytes})
            {bytes}.decode('latin-1')
            ? {bytes}.decode()
        """,
        "bool": """
            (97 in {bytes})
            ({bytes} in {bytes})
            {bytes}.isalpha()
        """,
        "list[int]": "list({bytes})",
        "list[bytes]": "{bytes}.split(b' ')",
    },
)

TUPLES = rules(
    "tuples",
    {
        "tuple[T, U]": """
            ({T}, {U})
            tuple(({T}, {U}))
            (({T},) + ({U},))
            (*({T},), {U})
            ({U}, {T})[::-1]
        """,
        "T": """
            {tuple[T, U]}[0]
            {tuple[U, T]}[1]
            {tuple[U, T]}[-1]
            (lambda $v, *$w: {T|$v:T})({T}, {U})
        """,
        "tuple[T, U, V]": "({T}, {U}, {V})",
        "int": """
            sum(({int}, {int}))
            len({tuple[T, U]})
            len(({T}, *{tuple[T, U]}))
            {tuple[int, str]}.count(1)
            (hash({tuple[int, str]}) % 2)
        """,
        "bool": """
            ({tuple[int, str]} < {tuple[int, str]})
            ({int} in ({int}, {int}, 5))
            ({str} in ('a', {str}))
        """,
        "tuple[int, str]": """
            (*{tuple[int, str]},)
            max({tuple[int, str]}, {tuple[int, str]})
        """,
    },
)

ITERATORS = rules(
    "iterators",
    {
        "iter[T]": """
            iter({list[T]})
            ({T|$v:U} for $v in {list[U]})
            ($v for $v in {list[T]} if {bool|$v:T})
            reversed({list[T]})
            map(lambda $v: {T|$v:U}, {list[U]})
            filter(lambda $v: {bool|$v:T}, {list[T]})
            itertools.chain({list[T]}, {list[T]})
            itertools.islice(itertools.cycle([{T}, {T}]), {int} % 5)
            itertools.takewhile(lambda $v: {bool|$v:T}, {list[T]})
            itertools.dropwhile(lambda $v: {bool|$v:T}, {list[T]})
            itertools.repeat({T}, {int} % 4)
            itertools.chain.from_iterable([{list[T]}, {list[T]}])
        """,
        "iter[tuple[T, U]]": """
            zip({list[T]}, {list[U]})
            itertools.product({list[T]}[:3], {list[U]}[:3])
        """,
        "iter[tuple[int, T]]": "enumerate({list[T]}, {int} % 3)",
        "iter[tuple[T, T]]": """
            itertools.pairwise({list[T]})
            itertools.combinations({list[T]}[:4], 2)
            itertools.permutations({list[T]}[:3], 2)
            itertools.zip_longest({list[T]}, {list[T]}, fillvalue={T})
        """,
        "list[T]": "list({iter[T]})",
        "T": """
            next({iter[T]}, {T})
            ? next({iter[T]})
            functools.reduce(lambda $v, $w: {T|$v:T|$w:U}, {list[U]}, {T})
        """,
        "int": """
            sum({iter[int]})
            sum(1 for $v in {iter[T]})
            max({iter[int]}, default=0)
        """,
        "bool": """
            any({bool|$v:T} for $v in {iter[T]})
            all({iter[bool]})
            ({int} in {iter[int]})
        """,
        "list[int]": """
            list(itertools.accumulate({list[int]}))
            list(range({int} % 6))
            [len(list($w)) for $v, $w in itertools.groupby({list[int]})]
        """,
        "list[tuple[int, int]]": "[($v, len(list($w))) for $v, $w in itertools.groupby({list[T]}, key=lambda $v: {int|$v:T})]",
    },
)

OPTIONALS = rules(
    "optionals",
    {
        "opt[T]": """
            ({T} if {bool} else None)
            (None if {bool} else {T})
            next({iter[T]}, None)
            [{T}, None][{int} % 2]
        """,
        "bool": """
            ({opt[int]} is None)
            ({opt[str]} is not None)
            ({opt[int]} == {int})
        """,
        "str": "str({opt[int]})",
        "int": "len([$v for $v in {list[opt[int]]} if $v is not None])",
        "list[T]": "[$v for $v in [{opt[T]}, {opt[T]}] if $v is not None]",
    },
)

RULES: list[Rule] = NUMBERS + TEXTS + BYTES + TUPLES + ITERATORS + OPTIONALS
