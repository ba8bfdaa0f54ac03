"""Rules of containers: lists, dicts, sets, those of `collections`, typed ones; and of `heapq` and `bisect`."""

from __future__ import annotations

from tests.fuzz.rules import Rule, rules

LISTS = rules(
    "lists",
    {
        "list[T]": """
            [{T}, {T}]
            [{T}]
            [{T|$v:U} for $v in {list[U]}]
            [$v for $v in {list[T]} if {bool|$v:T}]
            [{T|$v:int} for $v in range({int} % 5)]
            {list[T]}[1:]
            {list[T]}[::-1]
            {list[T]}[{int} % 3:-1]
            ({list[T]} + {list[T]})[:9]
            [*{list[T]}, {T}][:9]
            ([{T}] * ({int} % 4))
            {list[T]}.copy()
            [{T}, *{list[T]}][:6]
            [$w for $v in [{list[T]}, {list[T]}] for $w in $v][:9]
            [{T|$v:T|$w:U} for $v, $w in zip({list[T]}, {list[U]})]
            ({list[T]} or [{T}])
            sorted({list[T]}, key=lambda $v: {int|$v:T})
            sorted({list[T]}, key=lambda $v: ({str|$v:T}, {int|$v:T}), reverse={bool})
            list(reversed({list[T]}))
            [{T}, {T}, {T}][::2]
        """,
        "list[O]": """
            sorted({list[O]})
            sorted({list[O]}, reverse=True)
            heapq.nsmallest(2, {list[O]})
            heapq.nlargest({int} % 4, {list[O]})
            list(heapq.merge(sorted({list[O]}), [{O}]))
        """,
        "T": """
            ({list[T]} or [{T}])[0]
            ({list[T]} + [{T}])[-1]
            [{T}, *{list[T]}][{int} % 1]
            ? {list[T]}[{int} % 3]
            ? {!list[T]}.pop()
            ? {!list[T]}.pop({int})
        """,
        "O": """
            max({list[O]}, default={O})
            min({list[O]} + [{O}])
            sorted([{O}, *{list[O]}])[0]
            ? max({list[O]})
        """,
        "int": """
            len({list[T]})
            sum({list[int]})
            {list[O]}.count({O})
            bisect.bisect_left(sorted({list[O]}), {O})
            bisect.bisect(sorted({list[O]}), {O})
            sum(len($v) for $v in {list[str]})
            ? {list[O]}.index({O})
        """,
        "float": """
            sum({list[float]}, 0.5)
            math.fsum({list[float]})
            (sum({list[int]}) / 2)
        """,
        "bool": """
            ({O} in {list[O]})
            ({list[O]} < {list[O]})
            ({list[O]} == {list[O]})
            (not {list[T]})
            ({T} not in {list[T]})
        """,
        "list[list[int]]": """
            [[{int|$v:int|$w:int} for $w in range(2)] for $v in range({int} % 3)]
            [list($v) for $v in zip({list[int]}, {list[int]})]
        """,
        "statement": """
            {!list[T]}.append({T})
            {!list[T]}.extend({list[T]}[:3])
            {!list[T]}.insert({int} % 3, {T})
            {!list[T]}[1:2] = {list[T]}[:3]
            {!list[T]}[:] = {list[T]}
            {!list[T]} += [{T}]
            {!list[T]}.reverse()
            {!list[O]}.sort()
            {!list[T]}.sort(key=lambda $v: {int|$v:T})
            del {!list[T]}[3:]
            {!list[T]}[::2] = [{T}] * len({!list[T]}[::2])
            {=T}, *{=list[T]} = [{T}, *{list[T]}]
            *{=list[T]}, {=T} = [{T}, {T}]
            {!list[T]}.clear()
            heapq.heappush({!list[O]}, {O})
            bisect.insort({!list[O]}, {O})
            {!list[T]}[len({!list[T]}):] = [{T}]
            {=list[T]} = []
            ? {!list[T]}[{int} % 3] = {T}
            ? del {!list[T]}[-1]
            ? {!list[O]}.remove({O})
            ? {!list[int]}[0] += {int}
            ? {!list[list[int]]}[0].append({int})
            ? {=O} = heapq.heappop({!list[O]})
        """,
    },
)

DICTS = rules(
    "dicts",
    {
        "dict[K, V]": """
            «{K}: {V}»
            «$v: {V|$v:K} for $v in {list[K]}»
            «**{dict[K, V]}, {K}: {V}»
            ({dict[K, V]} | {dict[K, V]})
            dict(zip({list[K]}, {list[V]}))
            «$v: $w for $v, $w in {dict[K, V]}.items() if {bool|$v:K|$w:V}»
            {dict[K, V]}.copy()
            dict.fromkeys({list[K]}, {V})
            dict([({K}, {V})])
        """,
        "V": """
            {dict[str, V]}.get({str}, {V})
            {dict[int, V]}.get({int}, {V})
            {!dict[str, V]}.setdefault({str}, {V})
            {!dict[int, V]}.pop({int}, {V})
            «'a': {V}, 'b': {V}»['b' if {bool} else 'a']
            ? {dict[str, V]}[{str}]
            ? {!dict[int, V]}.pop({int})
            ? {!dict[str, V]}.popitem()[1]
        """,
        "opt[V]": "{dict[str, V]}.get({str})",
        "int": """
            len({dict[K, V]})
            sum({dict[str, int]}.values())
            {ddict[str, list[int]]}.get('a', [{int}])[-1]
            len({ddict[str, list[int]]})
            len({odict[str, int]})
        """,
        "bool": """
            ({K} in {dict[K, V]})
            ({dict[K, V]} == {dict[K, V]})
            bool({dict[K, V]})
        """,
        "list[K]": """
            list({dict[K, int]})
            list({odict[K, int]}.keys())
            [$v for $v in {dict[K, int]}]
        """,
        "list[O]": "sorted({dict[O, int]})",
        "list[V]": """
            list({dict[str, V]}.values())
            [$w for $v, $w in {dict[str, V]}.items()]
        """,
        "list[tuple[K, V]]": """
            list({dict[K, V]}.items())
            sorted({dict[K, V]}.items(), key=lambda $v: {int|$v:tuple[K, V]})
        """,
        "odict[K, V]": """
            OrderedDict([({K}, {V})])
            OrderedDict({list[tuple[K, V]]})
            {odict[K, V]}.copy()
        """,
        "ddict[str, list[int]]": "defaultdict(list, «{str}: {list[int]}»)",
        "statement": """
            {!dict[K, V]}[{K}] = {V}
            {!dict[K, V]}.update({dict[K, V]})
            {!dict[K, V]}.pop({K}, None)
            {!dict[K, int]}[{K}] = {!dict[K, int]}.get({K}, 0) + 1
            {!dict[K, list[T]]}.setdefault({K}, []).append({T})
            {!dict[K, V]} |= «{K}: {V}»
            {!ddict[str, list[int]]}[{str}].append({int})
            {!odict[K, V]}[{K}] = {V}
            {=dict[K, V]} = «»
            ? {!dict[K, int]}[{K}] += {int}
            ? del {!dict[K, V]}[{K}]
            ? {!odict[K, V]}.move_to_end({K})
            ? {!odict[K, V]}.popitem(last={bool})
            ? {!dict[str, dict[str, int]]}[{str}][{str}] = {int}
        """,
    },
)

SETS = rules(
    "sets",
    {
        "set[H]": """
            «{H}, {H}»
            set({list[H]})
            ({set[H]} | {set[H]})
            ({set[H]} & {set[H]})
            ({set[H]} - «{H}»)
            ({set[H]} ^ {set[H]})
            «{H|$v:U} for $v in {list[U]}»
            «$v for $v in {set[H]} if {bool|$v:H}»
            {set[H]}.copy()
            {set[H]}.union({list[H]})
            set({frozenset[H]})
            set({dict[H, int]})
        """,
        "frozenset[H]": """
            frozenset({list[H]})
            frozenset({set[H]})
            ({frozenset[H]} | {set[H]})
            ({frozenset[H]} & {frozenset[H]})
        """,
        "int": """
            len({set[H]})
            sum({set[int]})
            len({frozenset[H]})
        """,
        "bool": """
            ({H} in {set[H]})
            ({set[H]} <= {set[H]})
            ({set[H]} == {set[H]})
            {set[H]}.isdisjoint({list[H]})
            ({frozenset[H]} < {set[H]})
        """,
        "list[H]": "list({set[H]})",
        "list[O]": "sorted({set[O]})",
        "statement": """
            {!set[H]}.add({H})
            {!set[H]}.discard({H})
            {!set[H]}.update({list[H]})
            {!set[H]} |= {set[H]}
            {!set[H]} -= «{H}»
            {!set[H]} &= {set[H]}
            {!set[H]}.clear()
            {=set[H]} = set()
            ? {!set[H]}.remove({H})
            ? {=H} = {!set[H]}.pop()
        """,
    },
)

DEQUES = rules(
    "deques",
    {
        "deque[T]": """
            deque([{T}, {T}])
            deque({list[T]}, maxlen=3)
            deque($v for $v in {list[T]})
            {deque[T]}.copy()
        """,
        "T": """
            ({deque[T]} or deque([{T}]))[0]
            ? {!deque[T]}.popleft()
            ? {!deque[T]}.pop()
            ? {deque[T]}[{int} % 3]
        """,
        "int": "len({deque[T]})",
        "list[T]": "list({deque[T]})",
        "bool": "({O} in {deque[O]})",
        "statement": """
            {!deque[T]}.append({T})
            {!deque[T]}.appendleft({T})
            {!deque[T]}.extend({list[T]}[:3])
            {!deque[T]}.extendleft({list[T]}[:3])
            {!deque[T]}.rotate({int} % 3)
            {!deque[T]}.reverse()
            {!deque[T]}.clear()
            ? {!deque[T]}[0] = {T}
            ? {!deque[O]}.remove({O})
        """,
    },
)

COUNTERS = rules(
    "counters",
    {
        "Counter[H]": """
            Counter({list[H]})
            ({Counter[H]} + {Counter[H]})
            ({Counter[H]} - {Counter[H]})
            ({Counter[H]} | {Counter[H]})
        """,
        "Counter[str]": "Counter({str})",
        "int": """
            {Counter[H]}[{H}]
            {Counter[H]}.total()
            len({Counter[H]})
            sum({Counter[H]}.values())
        """,
        "list[tuple[H, int]]": """
            {Counter[H]}.most_common(2)
            {Counter[H]}.most_common()
            list({Counter[H]}.items())
        """,
        "list[H]": "list({Counter[H]}.elements())[:9]",
        "bool": "({H} in {Counter[H]})",
        "statement": """
            {!Counter[H]}[{H}] += {int} % 9
            {!Counter[H]}.update({list[H]})
            {!Counter[H]}.subtract({list[H]})
        """,
    },
)

TYPED = rules(
    "typed",
    {
        "typedlist[int]": """
            typed.List([{int}, {int}])
            typed.List({list[int]} + [1])
        """,
        "typeddict[str, float]": "typed.Dict(«{str}: {float}»)",
        "int": """
            len({typedlist[int]})
            sum({typedlist[int]})
            len({typeddict[str, float]})
        """,
        "float": "{typeddict[str, float]}.get({str}, {float})",
        "list[int]": "[$v for $v in {typedlist[int]}]",
        "statement": """
            {!typedlist[int]}.append({int})
            {!typedlist[int]}.reverse()
            {!typeddict[str, float]}[{str}] = {float}
            ? {!typedlist[int]}[{int} % 3] = {int}
            ? {=int} = {!typedlist[int]}.pop()
            ? del {!typeddict[str, float]}[{str}]
        """,
    },
)

RULES: list[Rule] = LISTS + DICTS + SETS + DEQUES + COUNTERS + TYPED
