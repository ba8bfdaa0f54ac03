"""More rows of `tests.language.rows`: classes of ``jitclass``, values and calls, and names that are used less."""

from __future__ import annotations

from tests.language.row import rows

_JITCLASS = "from coluber.experimental import jitclass\nfrom coluber import types\n"

CLASSES = rows(
    ("`jitclass` with a list of fields, and with annotations", _JITCLASS + "@jitclass([('n', types.int64), ('v', types.float64[:])])\nclass Listed:\n    def __init__(self, n, v):\n        self.n = n\n        self.v = v\n@jitclass\nclass Annotated:\n    n: int\n    w: float\n    def __init__(self, n):\n        self.n = n\n        self.w = n / 2\n---\np = Listed(x, a)\nq = Annotated(x)\nreturn p.n, p.v.sum(), q.n, q.w"),
    ("methods, properties with setters, static and class methods, constants", _JITCLASS + "@jitclass\nclass P:\n    n: int\n    LIMIT = 10\n    def __init__(self, n):\n        self.n = n\n    def plus(self, k):\n        return self.n + k\n    @property\n    def twice(self):\n        return self.n * 2\n    @twice.setter\n    def twice(self, v):\n        self.n = v // 2\n    @staticmethod\n    def one():\n        return 1\n    @classmethod\n    def make(cls, n):\n        return cls(n + 1)\n---\np = P(x)\np.twice = 20\nreturn p.plus(1), p.twice, P.one(), P.make(4).n, p.LIMIT, P.LIMIT"),
    ("operators, comparisons, `len`, indexing, `hash`, `bool`", _JITCLASS + "@jitclass\nclass V:\n    n: int\n    def __init__(self, n):\n        self.n = n\n    def __add__(self, other):\n        return V(self.n + other.n)\n    def __radd__(self, k):\n        return V(self.n + k)\n    def __iadd__(self, other):\n        self.n += other.n\n        return self\n    def __lt__(self, other):\n        return self.n < other.n\n    def __eq__(self, other):\n        return self.n == other.n\n    def __len__(self):\n        return self.n\n    def __getitem__(self, k):\n        return self.n * k\n    def __setitem__(self, k, v):\n        self.n = k + v\n    def __contains__(self, k):\n        return k == self.n\n    def __hash__(self):\n        return 7\n    def __bool__(self):\n        return self.n > 3\n    def __neg__(self):\n        return V(-self.n)\n    def __float__(self):\n        return self.n + 0.5\n---\np, q = V(x), V(4)\nr = p + q\nr += q\np[1] = 9\nreturn r.n, (2 + q).n, p < q, p == q, len(q), q[5], p.n, 10 in p, hash(p), bool(V(1)), (-q).n, float(q)"),
    ("`__iter__`, `__next__`, `__call__`, `__enter__`, `__repr__`, `__str__`", _JITCLASS + "@jitclass\nclass C:\n    n: int\n    def __init__(self, n):\n        self.n = n\n    def __iter__(self):\n        return self\n    def __next__(self):\n        if self.n == 0:\n            raise StopIteration\n        self.n -= 1\n        return self.n\n    def __call__(self, k):\n        return self.n * k\n    def __enter__(self):\n        self.n += 100\n        return self\n    def __exit__(self, *error):\n        self.n -= 100\n    def __repr__(self):\n        return f'C({self.n})'\n---\ns = 0\nfor k in C(x):\n    s += k\nc = C(4)\nwith c as d:\n    s += d.n\nreturn s, c(5), repr(c), str(c)"),
    ("inheritance, `super()`, `isinstance`", _JITCLASS + "@jitclass\nclass Base:\n    n: int\n    def __init__(self, n):\n        self.n = n\n    def value(self):\n        return self.n\n@jitclass\nclass Derived(Base):\n    k: int\n    def __init__(self, n, k):\n        super().__init__(n)\n        self.k = k\n    def value(self):\n        return super().value() * self.k\n---\nd = Derived(x, 5)\nreturn d.value(), d.n, isinstance(d, Base), isinstance(Base(1), Derived)"),
    ("fields of the class itself, or None", _JITCLASS + "from typing import Optional\n@jitclass\nclass Node:\n    v: int\n    next: Optional['Node']\n    def __init__(self, v, next):\n        self.v = v\n        self.next = next\n---\nhead = Node(1, Node(x, None))\ns = 0\nnode = head\nwhile node is not None:\n    s = s * 10 + node.v\n    node = node.next\nreturn s"),
    ("fields that are containers", _JITCLASS + "@jitclass\nclass Bag:\n    items: list[int]\n    seen: dict[str, int]\n    def __init__(self):\n        self.items = [0]\n        self.seen = {'a': 1}\n    def add(self, n):\n        self.items.append(n)\n        self.seen[f'{n}'] = n\n---\nbag = Bag()\nbag.add(x)\nreturn list(bag.items), sorted(bag.seen.items())"),
    ("classes without decoration as bases", _JITCLASS + "class Plain:\n    n: int\n    @property\n    def half(self):\n        return self.n / 2\n    def value(self):\n        return self.n\n@jitclass\nclass Made(Plain):\n    m: float\n    def __init__(self, n, m):\n        self.n = n\n        self.m = m\n    def value(self):\n        return super().value() + self.m\n---\nc = Made(x, 0.5)\nreturn c.value(), c.half"),
    ("operators that a class lacks", _JITCLASS + "@jitclass\nclass P:\n    n: int\n    def __init__(self, n):\n        self.n = n\n---\nreturn P(1) + P(2)", "the class has no such method"),
)  # fmt: skip

VALUES = rows(
    ("`for` over `np.ndenumerate`, `np.ndindex`, `np.nditer`, `a.flat`", "s = 0.0\nfor (i,), v in np.ndenumerate(a):\n    s += i * v\nfor (i,) in np.ndindex(3):\n    s += i\nfor v in np.nditer(a):\n    s += v.item()\nfor v in a.flat:\n    s += v\nreturn s"),
    ("positional-only and keyword-only parameters", "@njit\ndef inner(p, /, q, *, r=1):\n    return p, q, r\n---\nreturn inner(x, 2), inner(1, q=x, r=5)"),
    ("annotations, which change nothing", "y: int = x\nz: float\nz = 2\nreturn y, z"),
    ("functions written in place as arguments", "@njit\ndef apply(f, v):\n    return f(v)\n---\nreturn apply(lambda v: v * 2, x), sorted([1, -2], key=lambda v: -v)"),
    ("functions in dicts", "@njit\ndef one(v):\n    return v + 1\n@njit\ndef two(v):\n    return v + 2\n---\nreturn {'one': one, 'two': two}['two'](x)"),
    ("dicts with names as keys and values of several types", "d = {'a': x, 'b': 'text', 'c': 2.5}\ns = ''\nfor k, v in d.items():\n    s += f'{k}{v}'\nfor v in d.values():\n    s += str(v)\nreturn d['a'], d['b'], d['c'], s, [k for k in d.keys()], len(d), isinstance(d, dict)"),
    ("dicts of dicts and lists", "d = {'a': {'b': [1, x]}}\nd['a']['c'] = [5]\nreturn d, d['a']['b'][1]"),
    ("`typed.List`, `typed.Dict`, `typed.Set`", "from coluber import typed, types\n---\nl = typed.List([1, x])\nl.append(2)\nd = typed.Dict()\nd['a'] = x\nreturn sum(l), len(l), d['a']"),
    ("declared numbers in `typed.Dict`", "from coluber import typed, types\n---\nd = typed.Dict.empty(types.int32, types.float32)\nfor i in range(x):\n    d[i] = i + 1\nd.setdefault(7, 2)\nreturn sum(d.values()), 1 in d, d.get(9, 5.0), isinstance(d, typed.Dict)"),
    ("lists of values of several types that are only read", "rows = [('a', 1), ('b', x + 0.5), ('c', 'text')]\ns = ''\nfor name, value in rows:\n    s += f'{name}{value}'\nmixed = ['a', x]\nreturn s, len(rows), rows[1][1], 'a' in mixed, x in mixed"),
    ("lists of values of several types in `all`, `enumerate`, `zip`, ...", "d = {'a': x}\nout = 0\nfor k, v in enumerate([d, 'text', [x]]):\n    out += len(v) * k\nreturn out, all([d, 'text', x]), tuple([d, 'text'])[1], [f'{a}{b}' for a, b in zip([1, 'c'], ['d', None])]"),
    ("values that are not None after a test", "d = {1: x, 3: 4}\nfound = [0]\nv = d.get(1)\nif v is not None:\n    found.append(v)\nwhile v:\n    found.append(v)\n    v = d.get(v)\nw = d.get(5)\nif w is None:\n    w = 7\nfound.append(w)\nreturn found"),
    ("tuples of lists and arrays", "t = ([1, x], a, 'text')\nt[0].append(2)\nreturn len(t[0]), t[1].sum(), t[2]"),
    ("tuples: `min`, `sum`, comparison, `in`, nested unpacking", "t = (1, (x, 2.5))\np, (q, r) = t\nreturn min((4, x)), sum((1, 2)), (1, 'a') < (1, 'b'), 'a' in (1, 'a'), p, q, r"),
    ("named tuples: `_replace`, `_asdict`, defaults, `NamedTuple` classes with methods", "from typing import NamedTuple\nclass P(NamedTuple):\n    p: int\n    q: float = 2.5\n    def total(self):\n        return self.p + self.q\n---\np = P(x)\nreturn p.total(), p._replace(p=7), p._asdict()['q'], P._fields"),
    ("`bool` as an integer", "return True in range(x), True + x, ~5, (x > 2) + (x > 1), not x, bool(a.size), True & False"),
    ("`None` as value, compared", "y = None\nreturn y is None, y == None, [None, x][0] is None"),
    ("`enumerate`, `zip`, `map`, `filter`, `reversed` as values", "e = enumerate([5, x])\nm = map(lambda v: v * 2, [1, 2])\nnext(e)\nreturn list(e), next(m), list(m), list(zip(range(2), 'ab', strict=False))"),
    ("iterators: `iter`, `next` with a default", "i = iter([1, x])\nnext(i)\nnext(i)\nreturn next(i, -1)"),
    ("`slice` objects: `start`, `stop`, `indices`", "s = slice(1, 5, 2)\nreturn s.start, s.stop, s.indices(3), [0, 1, 2, 3][s]"),
    ("indices out of range", "try:\n    return f'{(1, 2)[x]}'\nexcept IndexError:\n    pass\ntry:\n    return 'ab'[x]\nexcept IndexError as error:\n    return str(error)"),
    ("division by zero, `int` of text that is none", "out = []\nfor k in range(3):\n    try:\n        if k == 0:\n            out.append(1 // (x - 3))\n        elif k == 1:\n            out.append(int(5.0 / (x - 3)))\n        else:\n            out.append(int('no'))\n    except (ZeroDivisionError, ValueError) as error:\n        out.append(-k)\nreturn out"),
)  # fmt: skip

LESS_USED = rows(
    ("`hex`, `bin`, `oct`, `format`, `ascii`, `chr`, `ord`", "return hex(-x), bin(x), oct(64), format(x, '05d'), format(2.5, '.2e'), ascii('é'), chr(8364), ord('€')"),
    ("`any`, `all`, `sum` with a start, `reversed`, `callable`", "return any(v > 4 for v in a), all([]), sum([1, 2], x), sum([0.5, 1.5]), list(reversed('ab')), callable(len)"),
    ("`id`", "return id(a) == id(a)", "values of compiled code have no identity: use `is`"),
    ("`vars`, `dir`, `eval`, `exec`", "return eval('x')", "names are gone when the function is compiled"),
    ("`setattr` with a constant name", "from dataclasses import dataclass\n@dataclass\nclass P:\n    n: int\n---\np = P(x)\nsetattr(p, 'n', 5)\nreturn p.n"),
    ("`hasattr`, `getattr` with a default", "return hasattr(a, 'no_such'), getattr(a, 'no_such', x)"),
    ("`complex`, `float`, `int` of text, with bases and signs", "return complex('1+2j'), float(' 1e3 '), float('-inf'), int('-12'), int('ff', 16), int('0b11', 0), int(-2.7)"),
    ("`round`, `divmod`, `pow` with three arguments", "return round(2.5), round(-1234, -2), divmod(-7.5, 2), pow(x, 5, 7), pow(2.0, -1)"),
    ("`math`: the rest", "import math\n---\nreturn math.frexp(8.0), math.ldexp(0.5, 4), math.nextafter(1.0, 2.0), math.perm(5, 2), math.remainder(5, 3), math.sumprod([1, 2], [3, x]) if hasattr(math, 'sumprod') else 11, math.hypot(3, 4, 12), math.exp2(x), math.degrees(math.pi), math.trunc(2.7), math.copysign(1, -0.0)"),
    ("`itertools`: the rest", "import itertools as it\n---\nreturn list(it.compress('abc', [1, 0, 1])), list(it.islice(it.cycle([1, x]), 5)), list(it.dropwhile(lambda v: v < 2, [1, 2, 1])), list(it.filterfalse(lambda v: v, [0, 1])), list(it.permutations([1, 2])), list(it.combinations_with_replacement([1, 2], 2)), list(it.repeat(x, 2)), list(it.starmap(max, [(1, 2)])), list(it.takewhile(lambda v: v < 2, [1, 2])), [list(g) for g in it.tee([1, 2])], list(it.zip_longest([1, 2], [3], fillvalue=0))"),
    ("`functools.cmp_to_key`", "import functools\n---\nreturn sorted([1, x, 2], key=functools.cmp_to_key(lambda p, q: q - p))"),
    ("`functools.wraps`, `singledispatch` of inner functions", "import functools\n---\n@functools.singledispatch\ndef g(v):\n    return v\nreturn g(x)", "decorate the function where it is defined, outside of compiled code"),
    ("`statistics`", "import statistics as st\n---\nreturn st.mean([1.5, x]), st.stdev([0.1, 0.7, x]), st.median_low([3, x]), st.mode('abb'), st.quantiles([1, 5, x], n=3)"),
    ("`string.capwords`, `textwrap.dedent` and `indent`", "import string, textwrap\n---\nreturn string.capwords('a bc'), textwrap.dedent('  a\\n   b'), textwrap.indent('a\\n\\nb', '> ')"),
    ("`textwrap.wrap`, `fill`, `shorten`", "import textwrap\n---\nreturn textwrap.wrap('a bc', 3), textwrap.fill('a bc de', width=4), textwrap.shorten('a bc de', 8)"),
    ("`collections.ChainMap`", "import collections\n---\nreturn collections.ChainMap({1: x}, {2: x})[2]", "look in one dict after the other, or merge them"),
    ("objects as marks: `d.get(k, MISSING)` with `MISSING = object()`", "MISSING = object()\n---\nreturn {1: x}.get(2, MISSING) is MISSING", "use None, or a member of an enumeration"),
    ("`global` variables that methods assign to, too", "counter = 0\nclass More:\n    def count(self):\n        global counter\n        counter += 1\n---\nglobal counter\nMore().count()\ncounter += x\nreturn counter"),
    ("a class whose `__init__` adds the object elsewhere", "class Node:\n    def __init__(self, name, parent=None):\n        self.name, self.parent, self.children = name, parent, []\n        if parent is not None:\n            parent.children.append(self)\n---\nroot = Node('a')\nNode('b', root)\nname = root.children[0].name\nroot.children.clear()\nreturn name"),
    ("objects of one class with fields of integers and floats", "class P:\n    def __init__(self, v):\n        self.v = v\n---\np = P(0)\nfor k in range(x):\n    p = P(p.v + 0.5)\nreturn p.v"),
    ("`struct` with constant formats, and objects of `struct.Struct` that are globals", "import struct\nPAIR = struct.Struct('<hd')\n---\ndata = struct.pack('>IH3s', x, 2, b'abc') + PAIR.pack(x, 0.5)\nreturn struct.unpack_from('>IH', data), PAIR.unpack_from(data, 9), struct.calcsize('bi'), len(data)"),
    ("formats of `struct` that are no constants", "import struct\n---\nreturn struct.pack('<' + 'I' * x, x)", "the code is generated for the format: write it as a constant, or use `np.frombuffer`"),
    ("`queue.Queue`, `LifoQueue`, `PriorityQueue`, `SimpleQueue`, used by one thread", "from queue import Queue, PriorityQueue, Empty\n---\nq, p = Queue(maxsize=5), PriorityQueue()\nfor k in range(4):\n    q.put(k * x)\n    p.put((-k, 'text'))\nq.get()\ntry:\n    while True:\n        x += q.get_nowait()\nexcept Empty:\n    return x, p.get(), q.empty(), p.qsize()"),
    ("`io.StringIO`, `print(..., file=stream)`", "from io import StringIO\n---\nout = StringIO()\nout.write('a')\nprint('b', x, [x], file=out)\nout.seek(0)\nreturn out.getvalue(), out.readline(), out.tell()"),
    ("`date`, `time`, `datetime`, `timedelta`: made, operators, methods, keys of dicts", "from datetime import date, datetime, time, timedelta\n---\nday, end, seen = date(2024, 2, 27), date(2024, 3, x), {}\nwhile day <= end:\n    seen[day] = day.weekday()\n    day += timedelta(days=1)\nstart = datetime.combine(day, time(9, 30))\nreturn seen, day - end, start - timedelta(hours=1.5), str(start), start.isoformat(' '), start.strftime('%d.%m.'), max(seen), timedelta(days=x) / timedelta(hours=5), datetime.strptime('2024-05', '%Y-%m').toordinal()"),
    ("`fractions.Fraction`: made, operators, methods, keys of dicts", "from fractions import Fraction\n---\nthird = Fraction(1, 3)\nreturn third + x, third * 1.5, sum([third, Fraction('1/6')]), Fraction(0.1).limit_denominator(20), round(third * x), {third: x}[third], third < 0.4, str(third ** 2), hash(third), divmod(Fraction(7, 2), third)"),
    ("files: `open`, loops over lines, `read`, `write`, `seek`, `print(..., file=f)`", "import os, tempfile\n---\npath = os.path.join(tempfile.mkdtemp(), 'a.txt')\nwith open(path, 'w') as f:\n    f.write('text\\n')\n    print('b', x, file=f)\nwith open(path) as f:\n    lines = [line.rstrip() for line in f]\nreturn lines, open(path, 'rb').read()"),
    ("`pathlib.Path`", "from pathlib import Path\n---\np = Path('/tmp') / 'a.tar.gz'\nreturn p.name, p.stem, p.suffix, str(p.parent), p.exists(), p.with_suffix('.b')"),
    ("`os.path`, `glob`, `fnmatch`", "import fnmatch, glob, os\n---\nbase, end = os.path.splitext(os.path.join('a', 'b.txt'))\nreturn base, end, os.path.isdir('/'), os.path.basename('/a/b'), glob.glob('/no*such'), fnmatch.fnmatch('a.b', '*.b')"),
    ("`os.environ`, `os.getenv`", "import os\n---\nreturn os.environ.get('NO_SUCH', 'a'), os.getenv('NO_SUCH'), 'NO_SUCH' in os.environ, len(os.environ) > 0"),
    ("`os.getcwd`, `listdir`, `getpid`, `cpu_count`, `urandom`; `platform`", "import os, platform\n---\nreturn os.getcwd(), len(os.listdir('/')) > 0, os.getpid(), os.cpu_count(), len(os.urandom(x)), platform.system()"),
    ("`hashlib`, `hmac`", "import hashlib, hmac\n---\nh = hashlib.sha256(a)\nh.update(b'x')\nreturn h.hexdigest(), hashlib.md5('text'.encode()).digest(), hmac.new(b'key', b'x', 'sha1').hexdigest()"),
    ("`zlib`, `binascii`, `base64`", "import base64, binascii, zlib\n---\nreturn zlib.crc32(a), zlib.decompress(zlib.compress(b'ab')), binascii.hexlify(b'ab'), base64.b64encode(b'ab'), base64.b64decode('YWI=')"),
    ("`json.dumps`, `json.dump`", "import json\n---\nreturn json.dumps({'n': x, 'items': [1.5, 2.5], 'more': {'a': None, 'b': ('c', True)}}, indent=2, sort_keys=True)"),
    ("`secrets`, `uuid`", "import secrets, uuid\n---\nreturn secrets.randbelow(1), len(secrets.token_hex(x)), secrets.choice([x]), len(uuid.uuid4().hex), str(uuid.UUID('1' * 32))"),
    ("`urllib.parse`", "from urllib.parse import quote, urlparse\n---\nu = urlparse('http://a.b/c?d=1')\nreturn quote('a b'), u.netloc, u.query"),
    ("`time.strftime`, `time.ctime`", "import time\n---\nreturn time.strftime('%Y'), time.ctime(0.0)"),
    ("`calendar`: names of months and days, `isleap`, `leapdays`, `weekday`, `monthrange`", "import calendar\n---\nfound = [(calendar.month_name[m], calendar.monthrange(y, m), calendar.isleap(y)) for y in (0, 1900, 2000, 2024) for m in (2, 12) if y > 0]\ntry:\n    calendar.monthrange(2024, 13)\nexcept ValueError as e:\n    found.append((str(e), (0, 0), False))\nreturn found, calendar.day_abbr[calendar.weekday(2024, 2, 29)], calendar.leapdays(1900, 2001), calendar.weekday(12000, 1, 1), len(calendar.month_abbr)"),
    ("`colorsys`", "import colorsys\n---\nr, g, b = colorsys.hsv_to_rgb(0.1, 0.5, 0.75)\nreturn colorsys.rgb_to_hls(r, g, b), colorsys.yiq_to_rgb(r, g, b), round(r * 255)"),
    ("`print(..., file=sys.stderr)`, `sys.stdout.write`", "import sys\n---\nprint('a', x, file=sys.stderr)\nn = sys.stdout.write('text\\n')\nsys.stdout.flush()\nreturn n"),
    ("statements that call libraries: `warnings.warn`, `sys.exit`, methods of loggers; `catch_warnings`", "import logging, sys\nlog = logging.getLogger('rows')\n---\nlog.debug('%d', x)\ntry:\n    sys.exit('over')\nexcept SystemExit:\n    return x"),
    ("`types.SimpleNamespace`", "import types\n---\nreturn types.SimpleNamespace(n=x).n", "use a dataclass"),
    ("`time.sleep`, `time.monotonic`, `time.perf_counter_ns`", "import time\n---\nreturn time.monotonic() > 0, time.perf_counter_ns() > 0"),
    ("`sys.maxsize`, `sys.float_info`", "import sys\n---\nreturn sys.maxsize, sys.float_info.epsilon"),
    ("`copy.deepcopy` of containers", "import copy\n---\nl = [[1], [x]]\nm = copy.deepcopy(l)\nm[0].append(5)\nreturn l, m"),
    ("`typing.cast`", "from typing import cast\n---\nreturn cast(int, x)"),
)  # fmt: skip

AREAS = {
    "Classes of `jitclass`": CLASSES,
    "Values and calls: more": VALUES,
    "Builtins and the standard library: more": LESS_USED,
}
