"""What Coluber does with the words of Python: an example for each feature, which a test runs and `docs/language.md` shows.

A row is a feature, the body of a function of ``x`` (3) and ``a`` (``np.arange(6.0)``), and where the example is refused, why.
Lines in front of ``---`` stand outside of the function.
"""

from __future__ import annotations

from tests.language import more_rows
from tests.language.row import Row
from tests.language.row import rows as _rows

STATEMENTS = _rows(
    ("`if`, `elif`, `else`, conditional expressions", "if x > 2 and not x == 5:\n    y = 1\nelif x:\n    y = 2\nelse:\n    y = 3\nreturn y if x else -y"),
    ("chained comparisons", "return 1 < x <= 3 != 7"),
    ("`while`, `for`, `break`, `continue`, `else` of loops", "s = 0\nfor i in range(10):\n    if i == 2:\n        continue\n    if i > x:\n        break\n    s += i\nelse:\n    s = -1\nwhile s < 20:\n    s += 7\nelse:\n    s += 1\nreturn s"),
    ("`for` over tuples whose items have several types", "out = []\nfor v in (1, 'a', 2.5):\n    if isinstance(v, str):\n        out.append(v)\n    else:\n        out.append(f'{v + x}')\nreturn out"),
    ("`for` over arrays, tuples, lists, sets, dicts, strings, bytes", 's = 0.0\nfor v in a:\n    s += v\nfor v in (1, 2):\n    s += v\nfor v in [1, x]:\n    s += v\nfor v in {4}:\n    s += v\nfor k, v in {1: 2}.items():\n    s += k * v\nfor c in "ab":\n    s += ord(c)\nfor c in b"ab":\n    s += c\nreturn s'),
    ("several targets, unpacking", "p, (q, r) = x, (1, 2)\ns = t = q\np, q = q, p\nreturn p, q, r, s, t"),
    ("starred unpacking", "first, *rest = (x, 1, 2)\nrest.append(5)\nc, *others = 'abc'\nreturn first, rest, c, others"),
    ("`[*t]`, `(*t, 4)`, `f(*t)`", "t = (1, x)\nreturn [*t, 5], (*t, 4), max(*t)"),
    ("`{**d}`", "d = {1: x}\nreturn {**d, 2: 4}"),
    ("slices as values, `...`", "part = slice(1, 4)\nreturn a[part].sum(), a[..., 0], a[::-1][:2].sum()"),
    ("literals of all kinds", 'return 1, 2.5, 3j, True, "text", b"bytes", None, (1, "a")'),
    ("f-strings with formats", 'return f"{x:>5}|{x / 7:.3f}|{NAMES[0]!r}|{x=}|{x:#x}|{1e10:,}"'),
    ("`%` and `format`", 'return "%d %5.2f %s" % (x, 2.5, "s"), "{} {:>4} {name}".format(x, 1, name="n")'),
    ("`:=`", "if (half := x // 2) > 0:\n    return half\nreturn -half"),
    ("`match` with values, alternatives, captures, guards", "match x:\n    case 1 | 2:\n        return 10\n    case y if y > 5:\n        return y\n    case _:\n        return 30"),
    ("`match` with sequences", "match (x, 2):\n    case (1, y):\n        return y\n    case (p, q):\n        return p + q\nreturn 0"),
    ("`match` with classes and their attributes", "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')\n---\nmatch Point(x, 2):\n    case Point(x=1):\n        return 1\n    case Point(p, q) if p > q:\n        return p * q\nreturn 0"),
    ("`match` with mappings", "out = []\nfor d in ({'a': x}, {'a': 1, 'b': 2}, {'c': 5}):\n    match d:\n        case {'a': 1, 'b': v}:\n            out.append(v)\n        case {'a': v}:\n            out.append(v * 10)\n        case {'c': v, **rest}:\n            out.append(v + len(rest))\nreturn out"),
    ("`assert`", 'assert x == 3, "three"\nreturn x'),
    ("`del` of variables, items and slices", "y = [1, 2, x, 4]\nz = 1\ndel z\ndel y[0]\ndel y[1:]\nd = {1: 2, 3: 4}\ndel d[1]\nreturn y, d"),
    ("`global` for reading", "import_ = FACTOR\nreturn import_ * x", ),
    ("`nonlocal`", "count = 0\ndef add(n):\n    nonlocal count\n    count += n\nadd(x)\nadd(2)\nreturn count"),
    ("`lambda`", "f = lambda v: v * x\nreturn f(2), sorted([3, 1, 2], key=lambda v: -v)"),
    ("`import` inside of the function", "import math\nfrom math import cos\nreturn math.sqrt(x), cos(x)"),
    ("comprehensions of lists, sets, dicts, nested", "return [i * j for i in range(x) for j in range(i) if i != j], {i % 2 for i in range(x)}, {i: [i] for i in range(x)}"),
    ("variables that have no value yet", "if x > 100:\n    y = 1\ntry:\n    return y\nexcept UnboundLocalError:\n    return -1"),
    ("assignment to a `global` variable", "global FACTOR\nFACTOR = x\nreturn x", "compiled code has constants for globals: return the value"),
    ("`with open(...)`", 'with open("file") as f:\n    return 1', "files belong to the interpreter: read outside, or in an `objmode` block"),
)  # fmt: skip

FUNCTIONS = _rows(
    ("calls of jitted functions, with positional, keyword and default arguments", "@njit\ndef inner(p, q=2, *, r=3):\n    return p * 100 + q * 10 + r\n---\nreturn inner(x), inner(x, 5, r=1), inner(q=4, p=1)"),
    ("`*args`", "@njit\ndef inner(*args):\n    return len(args), args[0]\n---\nreturn inner(x), inner(*(1, 2))"),
    ("`**kwargs`: names that are known, items, passed on", "@njit\ndef inner(**kw):\n    return kw['p'] + kw['q'], kw.get('r', 0), 'p' in kw\n@njit\ndef outer(**kw):\n    return sum(v for v in kw.values()), inner(**kw), dict(kw)\n---\nreturn inner(p=x, q=2), outer(q=x, p=1), inner(**{'p': 1, 'q': x})"),
    ("`f(**d)` of a dict", "@njit\ndef inner(p):\n    return p\n---\nd = {}\nd['p'] = x\nreturn inner(**d)", "names must be known: a display `{'p': 1}`, or the function's own `**kwargs`"),
    ("`None` as default, tested by `is None`", "@njit\ndef inner(v=None):\n    if v is None:\n        return 0\n    return v + 1\n---\nreturn inner(), inner(x)"),
    ("inner functions that capture variables", "def scaled(v):\n    return v * x\nreturn scaled(2) + scaled(5)"),
    ("inner functions that call themselves", "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\nreturn fact(x + 2)"),
    ("functions that return functions", "@njit\ndef adder(n):\n    def add(v):\n        return v + n\n    return add\n---\nf, g = adder(1), adder(x)\nreturn f(10), g(10)"),
    ("functions as arguments, in tuples and lists", "@njit\ndef double(v):\n    return v * 2\n@njit\ndef apply(f, v):\n    return f(v)\n---\nreturn apply(double, x), [f(x) for f in (double, double)]"),
    ("`functools.partial`, `functools.reduce`", "import functools\n---\ndef add(p, q):\n    return p + q\nreturn functools.partial(add, 10)(x), functools.partial(add, q=2)(x), functools.reduce(add, [1, 2, x])"),
    ("`f(*items)` of lists", "@njit\ndef inner(p, q, r=5):\n    return p * 100 + q * 10 + r\n---\nitems = [x, 2]\nshort = inner(*items)\nitems.append(4)\nlong = inner(*items)\nitems.append(5)\ntry:\n    return inner(*items)\nexcept TypeError as error:\n    return short + long"),
    ("`functools.lru_cache`, `functools.cache`", "import functools\n@functools.lru_cache(maxsize=None)\ndef ways(n):\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)\n---\nreturn ways(60), ways(x)"),
    ("recursion, also of several functions", "@njit\ndef even(n):\n    return True if n == 0 else odd(n - 1)\n@njit\ndef odd(n):\n    return False if n == 0 else even(n - 1)\n---\nreturn even(x), odd(x)"),
    ("generators", "@njit\ndef count(n):\n    for i in range(n):\n        yield i * i\n---\ng = count(x)\nreturn next(g), list(g), sum(count(4))"),
    ("`yield from`", "@njit\ndef inner(n):\n    yield from range(n)\n    yield from (7, 8)\n---\nreturn list(inner(x))"),
    ("generator expressions", "return sum(v * v for v in a), any(v > 4 for v in a), max(i for i in range(x))"),
    ("`isinstance`, `hasattr`, `callable`", "return isinstance(x, int), isinstance(a[0], (int, float)), hasattr(a, 'shape')"),
    ("`type(x)(value)`", "return type(x)(2.5)"),
    ("global constants: numbers, texts, tuples, arrays", "return FACTOR * x, TABLE[1], NAMES[0]"),
    ("global lists, dicts and sets, which are arguments of each call", "LIST = [1, 2, 3]\nSEEN: set[int] = set()\n---\nSEEN.add(x)\nreturn LIST[0], sorted(SEEN), 2 in LIST"),
    ("`send`, `throw`, `close`, the values of `yield` and `yield from`", "@njit\ndef totals():\n    total = 0\n    while True:\n        v = yield total\n        if v is None:\n            return total\n        total += v\n@njit\ndef outer(log):\n    log.append((yield from totals()))\n    yield -1\n---\nlog = [0]\ng = outer(log)\nnext(g)\nreturn g.send(2), g.send(x), next(g), log"),
    ("`yield` inside of `try ... finally` and `with`", "@njit\ndef inner(n, log):\n    try:\n        for i in range(n):\n            yield i\n    finally:\n        log.append(n)\n---\nlog = [0]\nfor v in inner(x, log):\n    if v == 1:\n        break\nlog.append(9)\nreturn v, len(log)"),
    ("`async`, `await`", "async def wait():\n    return 1\nreturn wait()", "they need an event loop of the interpreter"),
    ("class statements inside of a function", "class Local:\n    pass\nreturn x", "define the class outside"),
)  # fmt: skip

EXCEPTIONS = _rows(
    ("`raise` with arguments, also made at run time", 'try:\n    raise ValueError("bad", x)\nexcept ValueError as error:\n    return error.args[1] if x > 100 else x'),
    ("texts of exceptions", 'try:\n    raise ValueError(f"bad {x}")\nexcept ValueError as error:\n    return str(error)'),
    ("`except` with classes and tuples of them", "try:\n    return 1 // (x - 3)\nexcept (KeyError, ZeroDivisionError):\n    return -1"),
    ("classes of programs", "class Own(Exception):\n    pass\n---\ntry:\n    raise Own('text')\nexcept Own:\n    return 1"),
    ("attributes that `__init__` makes of its parameters, names of classes", "class Refused(Exception):\n    def __init__(self, code, reason='none'):\n        self.code = code\n        self.reason = reason\n---\ntry:\n    raise Refused(x)\nexcept Refused as error:\n    return error.code, error.reason, type(error).__name__"),
    ("`else`, `finally`, `return` inside of them", "r = [0]\ntry:\n    r.append(1)\nexcept IndexError:\n    r.append(2)\nelse:\n    r.append(3)\nfinally:\n    r.append(4)\nreturn r"),
    ("`raise` again, and from another one", 'try:\n    try:\n        raise KeyError("k")\n    except KeyError as error:\n        raise ValueError("v") from error\nexcept ValueError:\n    return 1\nreturn 0'),
    ("`with` over instances, and over what `contextlib` makes", "from contextlib import contextmanager, suppress\n@contextmanager\ndef noted(log, n):\n    log.append(n)\n    try:\n        yield n\n    finally:\n        log.append(-n)\n---\nlog = [0]\nwith noted(log, x) as n:\n    log.append(n * 10)\nwith suppress(KeyError):\n    log.append({1: 2}[x])\nreturn log"),
    ("nested `try`", "s = 0\nfor i in range(3):\n    try:\n        try:\n            s += 10 // i\n        finally:\n            s += 1\n    except ZeroDivisionError:\n        s += 100\nreturn s"),
    ("errors of containers", 's = 0\ntry:\n    s = [1][x]\nexcept IndexError:\n    s += 1\ntry:\n    s += {1: 2}[x]\nexcept KeyError:\n    s += 10\ntry:\n    s += int("text")\nexcept ValueError:\n    s += 100\nreturn s'),
)  # fmt: skip

TYPES = _rows(
    ("integers: all operators, `//` and `%` as in Python", "return x + 1, x - 5, x * 2, x / 2, -x // 2, -x % 5, x ** 2, x << 2, x >> 1, x & 1, x | 4, x ^ 7, ~x, divmod(-x, 2), abs(-x), round(2.567, 2)"),
    ("methods of integers", "return x.bit_length(), x.bit_count(), (2.0).is_integer()"),
    ("floats and complex numbers", "z = complex(x, 2.0)\nreturn z * z, z.real, z.conjugate(), abs(z), (0.1 + 0.2), 1e308 * 10"),
    ("strings: methods, slices, operators", 's = "Hello World"\nreturn s.upper(), s.split(), s[1:4], s[::-1], s.replace("l", "L"), "or" in s, s.find("W"), s * 2, s.center(15, "*"), s.partition(" "), s.title(), len(s)'),
    ("`encode`, `removeprefix`, `removesuffix`, `splitlines`", 'return "aé".encode(), "abc".removeprefix("a"), "abc".removesuffix("c"), "a\\nb".splitlines()'),
    ("`maketrans`, `translate`, `format_map`", 'return "hello".translate(str.maketrans("l", "L", "h")), "hello".translate({104: "HH"}), "{a}!".format_map({"a": x})'),
    ("`bytes` of numbers, text and digits", 'return bytes([1, x]), bytes(x), bytes("a", "utf-8"), bytes.fromhex("01ff"), b"ab".translate(bytes.maketrans(b"a", b"x"))'),
    ("`bytes % values`", 'return b"%d %s|%5.1f|%x" % (x, b"ab", 2.5, 255)'),
    ("`bytearray`: items, slices, methods", 'b = bytearray(b"hello")\nb.append(33)\nb[0] ^= 32\nb[1:3] = b"EL!"\ndel b[-1]\nb += bytes(x)\nreturn b, b.find(b"l"), 111 in b, b[2:4], bytes(b), len(b), b == b"x", sum(b)'),
    ("`memoryview`", 'b = bytearray(b"abcd")\nwith memoryview(b)[1:3] as m:\n    m[0] = x\n    n = m.nbytes, m.shape, m.format, m.readonly, m.tolist()\nreturn b, n, memoryview(a)[2], memoryview(b"ab")[::-1].tobytes()'),
    ("`array.array`", "import array\n---\nb = array.array('d', [1.5, x])\nb.append(7)\nreturn b, b[1:], b.typecode, b.index(3.0), len(b)"),
    ("texts of values, and values of texts", 'return str(2.5), str(x), repr("a"), int("12"), float("1e3"), str([1, 2]), hex(255), bin(5), oct(8), chr(97), ord("a"), ascii("é")'),
    ("bytes", 'b = b"abc"\nreturn b[0], b[1:], b.upper(), b + b"d", b.split(b"b"), b.hex(), len(b), list(b)'),
    ("tuples", "t = (1, 2.5, x)\nreturn t[0], t[1:], t + (4,), len(t), 2.5 in t, (1, 2) < (1, 3), (1, 2) * 2, (1, 2, 1).count(1), (5, 6).index(6)"),
    ("tuples of any length: `tuple(list)`, `(*list, 0)`, `zip(*rows)`", "t = tuple([x] * x)\nnames, numbers = zip(*[('a', 1), ('b', x)])\nreturn t, t + (1,), {t: 1}[t], (*[1, 2], 0), [list(c) for c in zip(*[[1, 2], [3, x]])], names, sum(numbers)"),
    ("named tuples", "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')\n---\np = Point(x, y=2.5)\nreturn p.x + p.y, p, p[0]"),
    ("lists of any type, nested, all methods", "l = [3, 1, 2]\nl.append(x)\nl.extend([7, 8])\nl.insert(0, 9)\nl.remove(1)\nl.sort()\nl.reverse()\nm = [l, [1], []]\nreturn l, m, l.pop(), l.index(7), l.count(3), l[1:3], l + [1], l == [1], sorted(l, reverse=True)"),
    ("lists of one type, tuples of several", "return [float(x), 2.5, 1.0], (1, 2.5, x)"),
    ("assignment to slices", "l = [0, 1, 2, 3, 4]\nl[1:3] = [7, 8, 9]\nl[::2] = [0, 0, 0]\nreturn l"),
    ("dicts of any type, all methods", 'd = {"a": [1], "b": [2, 3]}\nd["c"] = [x]\nd.setdefault("a", [5]).append(6)\nreturn d, d.get("z", [0]), sorted(d), list(d.values()), d.pop("b"), "a" in d, len(d), {1: 2} | {3: 4}'),
    ("sets, all methods and operators", "s = {1, 2, x}\ns.add(7)\ns.discard(1)\nreturn sorted(s), sorted(s | {9}), s & {2}, s - {2}, s ^ {2, 3, 7}, s <= {2, 3, 7}, s.isdisjoint({5})"),
    ("frozensets", "return frozenset([1, 2, x]) == frozenset((3, 2, 1)), len(frozenset([1, 1]))"),
    ("`None` and optional values", "y = None if x > 100 else x\nif y is not None:\n    return y + 1\nreturn 0"),
    ("enumerations: members, values, names, iteration, looking up", "from enum import Enum, IntEnum\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\nclass Size(IntEnum):\n    SMALL = 1\n    LARGE = 2\n---\nreturn Colour.RED == Colour.BLUE, Colour.BLUE.value, Size.LARGE + x, Colour['RED'] is Colour.RED, Colour(2).name, [size.name for size in Size]"),
    ("enumerations: methods, properties, keys of dicts, flags", "from enum import Enum, Flag\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\n    def next(self):\n        return Colour.BLUE\nclass Access(Flag):\n    READ = 1\n    WRITE = 2\n---\nboth = Access.READ | Access.WRITE\nreturn {Colour.RED: x}[Colour.RED], Colour.RED.next().name, len(Colour), Access.READ in both, both.value"),
    ("`range` as a value", "r = range(2, 20, x)\nreturn len(r), r[1], 5 in r, r.step"),
    ("dataclasses", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: float = 2.5\n    def total(self):\n        return self.x + self.y\n---\np = P(x)\np.y += 1\nreturn p.total(), p.x"),
    ("classes without decoration", "class Account:\n    def __init__(self, owner, balance=0.0):\n        self.owner = owner\n        self.balance = balance\n    def pay(self, amount):\n        if amount > self.balance:\n            raise ValueError('not enough')\n        self.balance -= amount\n---\na = Account('me', 10.0)\na.pay(float(x))\ntry:\n    a.pay(100.0)\nexcept ValueError as error:\n    return a.owner, a.balance, str(error)"),
    ("lists of objects of several classes that have a base class", "class Shape:\n    def name(self):\n        return f'{self.area():.1f}'\nclass Square(Shape):\n    def __init__(self, a):\n        self.a = a\n    def area(self):\n        return self.a ** 2\nclass Circle(Shape):\n    def __init__(self, r):\n        self.r = r\n    def area(self):\n        return 3.0 * self.r ** 2\n---\nshapes = [Square(2.0), Circle(1.0)]\nshapes.append(Square(float(x)))\nreturn [s.name() for s in shapes], sum(s.area() for s in shapes), [s.r for s in shapes if isinstance(s, Circle)]"),
    ("integers of more than 64 bits", "return 1180591620717411303424 + x", "numbers have 64 bits"),
    ("`decimal`, `fractions`, `datetime.datetime`", "import fractions\n---\nreturn fractions.Fraction(x, 4)", "objects of the interpreter: use numbers, or `np.datetime64`"),
)  # fmt: skip

LIBRARY = _rows(
    ("builtins on numbers and sequences", "return abs(-x), bool(x), divmod(7, x), max(1, x), min([4, 2]), pow(x, 2), round(2.5), sum([1, x]), len(a), hash(x) == x"),
    ("builtins of iteration", "return list(zip([1, 2], (3, 4))), list(enumerate([5, x], 1)), list(map(lambda v: v + 1, [1, 2])), list(filter(lambda v: v > 1, [1, 2])), list(reversed([1, 2])), any([0, x]), all([1, x]), sorted((3, 1)), next(iter([x]))"),
    ("`max`, `min`, `sorted` with `key`, `default`", "return max([1, -5], key=abs), min((v for v in range(0)), default=7), max(range(x), default=0)"),
    ("`print` with `sep` and `end`", 'print(x, 2.5, "text", sep="-", end="\\n")\nreturn x'),
    ("`getattr` with a constant name", "return getattr(a, 'size')"),
    ("`math`", "import math\n---\nreturn math.sin(x), math.gcd(12, 18, 8), math.factorial(5), math.comb(5, 2), math.isqrt(17), math.log(8, 2), math.fsum([0.1] * 10), math.dist((0.0, 0.0), (3.0, 4.0)), math.isclose(1.0, 1.0 + 1e-12), math.fmod(7, 3), math.modf(2.5), math.cbrt(8.0), math.lcm(4, 6), math.prod([2, x]), math.ulp(1.0)"),
    ("`cmath`", "import cmath\n---\nreturn cmath.sqrt(-1), cmath.exp(1j), cmath.phase(1j), cmath.polar(1j), cmath.isclose(1j, 1j)"),
    ("`operator`", "import operator\n---\nreturn operator.add(x, 2), operator.index(x), operator.mul(2.0, x), operator.contains([x], 3)"),
    ("`operator.itemgetter`, `attrgetter`, `methodcaller`", "import operator\n---\nreturn operator.itemgetter(1)((5, x)), operator.itemgetter(0, 1)([5, x]), operator.attrgetter('real')(2.5), operator.methodcaller('upper')('a')"),
    ("`random`", "import random\n---\nrandom.seed(1)\nreturn 0 <= random.random() < 1, random.randint(5, 5), random.choice([x])"),
    ("`heapq`", "import heapq\n---\nh = [5, 1, x]\nheapq.heapify(h)\nheapq.heappush(h, 0)\nreturn heapq.heappop(h), heapq.nsmallest(2, h), heapq.nlargest(1, h), list(heapq.merge([1, 4], [2, 3]))"),
    ("`bisect`", "import bisect\n---\nl = [1, 3, 5]\nbisect.insort(l, 4)\nreturn bisect.bisect_left(l, x), bisect.bisect(l, x), l"),
    ("`itertools`", "import itertools\n---\nreturn list(itertools.chain([1], (2, x))), list(itertools.accumulate([1, 2, x])), list(itertools.product([1, 2], [3, 4])), list(itertools.combinations([1, 2, 3], 2)), list(itertools.islice(itertools.count(5), 2)), list(itertools.pairwise([1, 2, 3])), [(k, len(list(g))) for k, g in itertools.groupby([1, 1, 2])]"),
    ("`collections.deque`", "from collections import deque\n---\nd = deque([1, 2, x])\nd.appendleft(0)\nd.rotate(1)\nreturn d.pop(), d.popleft(), list(d), len(d)"),
    ("`collections.Counter`", 'from collections import Counter\n---\nc = Counter("abca")\nreturn c["a"], c["z"], c.most_common(1)'),
    ("`collections.defaultdict`, `OrderedDict`", "from collections import OrderedDict, defaultdict\n---\nd = defaultdict(list)\nd[x].append(1)\no = OrderedDict(a=1, b=2)\no.move_to_end('a')\nreturn d[x], len(d), o, o.popitem(last=False)"),
    ("a `defaultdict` whose factory captures variables", "from collections import defaultdict\n---\nd = defaultdict(lambda: x)\nreturn d[1]", "use `setdefault`"),
    ("`time.time`, `time.perf_counter`", "import time\n---\nreturn time.time() > 0, time.perf_counter() >= 0"),
    ("`copy.copy`", "import copy\n---\nl = [1, x]\nm = copy.copy(l)\nm.append(2)\nreturn l, m"),
    ("`string` constants", "import string\n---\nreturn x if 'a' in string.ascii_lowercase else 0"),
    ("`re`, `json`, `os`, `hashlib`, `logging`", "import hashlib\n---\nreturn hashlib.md5(b'x').hexdigest()", "they belong to the interpreter: use an `objmode` block"),
)  # fmt: skip

AREAS: dict[str, list[Row]] = {
    "Statements and expressions": STATEMENTS,
    "Functions": FUNCTIONS,
    "Exceptions": EXCEPTIONS,
    "Types": TYPES,
    "Builtins and the standard library": LIBRARY,
    **more_rows.AREAS,
}
