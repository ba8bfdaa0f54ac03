"""Rows of what Numba has, or lacks, beside what the other tables show: whole lists of names, and how compiled code ends."""

from __future__ import annotations

from tests.language.row import row

_JITCLASS = "from coluber.experimental import jitclass\nfrom coluber import types\n"
_POINT = (
    _JITCLASS
    + "@jitclass([('n', types.int64)])\nclass Point:\n    def __init__(self, n):\n        self.n = n\n    def plus(self, k):\n        return self.n + k\n"
)
_MODULE = """
import importlib.util, pathlib, sys, tempfile
folder = tempfile.TemporaryDirectory()
path = pathlib.Path(folder.name) / 'kept.py'
path.write_text('''
from coluber import njit
from coluber.experimental import jitclass
@jitclass
class Kept:
    n: int
    def __init__(self, n):
        self.n = n
@njit(cache=True)
def made(n):
    return Kept(n)
@njit(cache=True)
def number(kept):
    return kept.n * 2
''')
given = []
for k in range(2):
    spec = importlib.util.spec_from_file_location('kept', path)
    kept = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kept)
    given.append((kept.number(kept.Kept(5)), kept.number(kept.made(7))))
loaded = not hasattr(kept.number, 'stats') or len(kept.number.stats.cache_hits) == 1
"""

CLASSES = [
    row(
        "fields as an `OrderedDict`",
        _JITCLASS
        + "from collections import OrderedDict\n@jitclass(OrderedDict(n=types.int64, w=types.float64))\nclass Listed:\n    def __init__(self, n):\n        self.n = n\n        self.w = n / 2\n---\np = Listed(x)\nreturn p.n, p.w",
    ),
    row(
        "all other operators: `abs`, `complex`, `@`, shifts, `%`, `//`, `**`, `/`, and their in-place and reflected forms",
        _JITCLASS
        + """
@jitclass
class V:
    n: int
    def __init__(self, n): self.n = n
    def __abs__(self): return abs(self.n)
    def __complex__(self): return complex(self.n, 1)
    def __int__(self): return self.n
    def __pos__(self): return self.n
    def __eq__(self, k): return self.n == k
    def __ne__(self, k): return self.n != k
    def __gt__(self, k): return self.n > k
    def __ge__(self, k): return self.n >= k
    def __le__(self, k): return self.n <= k
    def __hash__(self): return self.n
    def __sub__(self, k): return self.n - k
    def __mul__(self, k): return self.n * k
    def __matmul__(self, k): return self.n * k + 1
    def __truediv__(self, k): return self.n / k
    def __floordiv__(self, k): return self.n // k
    def __mod__(self, k): return self.n % k
    def __pow__(self, k): return self.n ** k
    def __lshift__(self, k): return self.n << k
    def __rshift__(self, k): return self.n >> k
    def __or__(self, k): return self.n | k
    def __xor__(self, k): return self.n ^ k
    def __rsub__(self, k): return k - self.n
    def __rmul__(self, k): return k * self.n
    def __rtruediv__(self, k): return k / self.n
    def __rfloordiv__(self, k): return k // self.n
    def __rmod__(self, k): return k % self.n
    def __rpow__(self, k): return k ** self.n
    def __rlshift__(self, k): return k << self.n
    def __rrshift__(self, k): return k >> self.n
    def __rand__(self, k): return k & self.n
    def __ror__(self, k): return k | self.n
    def __isub__(self, k):
        self.n -= k
        return self
    def __imul__(self, k):
        self.n *= k
        return self
    def __ifloordiv__(self, k):
        self.n //= k
        return self
    def __imod__(self, k):
        self.n %= k
        return self
    def __ipow__(self, k):
        self.n **= k
        return self
    def __ior__(self, k):
        self.n |= k
        return self
    def __iand__(self, k):
        self.n &= k
        return self
    def __ixor__(self, k):
        self.n ^= k
        return self
    def __irshift__(self, k):
        self.n >>= k
        return self
---
v = V(x + 1)
w = V(x)
w *= 50
w -= 1
w //= 2
w **= 2
w %= 1000
w |= 5
w &= 1023
w ^= 3
w >>= 1
return abs(V(-x)), complex(v), int(v), +v, v == 4, v != 4, v > 2, v >= 4, v <= 3, hash(v), v - 1, v * 3, v @ 2, v / 8, v // 3, v % 3, v ** 2, v << 2, v >> 1, v | 3, v ^ 1, 9 - v, 2 * v, 2 / v, 9 // v, 9 % v, 2 ** v, 1 << v, 99 >> v, 6 & v, 3 | v, w.n
""",
    ),
    row(
        "generic classes",
        _JITCLASS
        + """
from typing import Generic, TypeVar
T = TypeVar('T')
@jitclass([('n', types.int64)])
class Box(Generic[T]):
    def __init__(self, n):
        self.n = n
---
return Box(x).n
""",
    ),
    row(
        "generic classes without decoration",
        """
from typing import Generic, TypeVar
T = TypeVar('T')
class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item
    def get(self) -> T:
        return self.item
---
return Box(x).get(), Box('text').get(), Box([x]).get()
""",
    ),
    row("`cache=True` of functions that take or make instances", _MODULE + "---\nreturn given, loaded"),
    row(
        "attributes of instances in Python: values, methods, properties",
        _POINT + "p = Point(5)\np.n += 2\ngiven = p.n, p.plus(1), isinstance(p, Point)\ndel p\n---\nreturn given",
    ),
    row(
        "instances as arguments and results of compiled functions",
        _POINT
        + "@njit\ndef moved(p):\n    p.n += 1\n    return Point(p.n * 2)\np = Point(5)\nq = moved(p)\ngiven = p.n, q.n\ndel p, q\n---\nreturn given",
    ),
    row(
        "in kernels of CUDA",
        _POINT
        + """
from coluber import cuda
def kernel(out):
    out[0] = Point(cuda.grid(1)).plus(2)
cuda.compile_ptx(kernel, types.void(types.int64[::1]))
---
return x
""",
        refused="the runtime function instance_new is not possible in a CUDA kernel",
        instead="pass records, tuples or arrays",
    ),
]

CALLS = [
    row(
        "augmented assignment of variables, items and attributes",
        "l, d, total = [x], {1: x}, x\ntotal **= 2\ntotal //= 2\nl[0] -= 5\nd[1] <<= 2\nl += [1]\na[0] += 2\nreturn total, l, d, a[0]",
    ),
    row("`pass`, functions without `return`", "@njit\ndef nothing(v):\n    pass\n---\nreturn nothing(x)"),
    row(
        "`for` over a `memoryview`, over generators, `range` with a step",
        "s = 0\nfor b in memoryview(b'ab'):\n    s += b\nfor v in (k * k for k in range(x)):\n    s += v\nfor k in range(10, 0, -x):\n    s += k\nreturn s",
    ),
    row("powers of integers, with a negative constant as exponent too", "return x ** -1, (-2) ** 63, 7 ** x", "1, a"),
    row(
        "`register_jitable`",
        "from coluber.extending import register_jitable\n@register_jitable\ndef twice(v):\n    return v * 2\n---\nreturn twice(x)",
    ),
    row(
        "arguments that are left out: `types.Omitted`, with the default as a constant",
        "@njit\ndef inner(v, kind='sum', scale=2.5):\n    if kind == 'sum':\n        return v * scale\n    return v\ngiven = inner(4), inner(4.5, 'other'), inner(4.5, scale=1)\n---\nreturn given, inner(x), inner(x, scale=x)",
    ),
    row(
        "`WrapperAddressProtocol`: objects with `__wrapper_address__` and `signature`",
        """
import ctypes
from coluber import cfunc, config, types
from coluber.types import WrapperAddressProtocol
def double(v):
    return v * 2
address = 0 if config.DISABLE_JIT else cfunc('int64(int64)')(double).address
class Library(WrapperAddressProtocol):
    def __wrapper_address__(self):
        return address
    def signature(self):
        return types.int64(types.int64)
    def __call__(self, v):
        return v * 2
library = Library()
@njit
def apply(f, v):
    return f(v) + 1
given = apply(library, 5)
---
return given
""",
    ),
    row(
        "typed containers as globals",
        "from coluber import typed\nKNOWN = typed.List([1, 2])\nTABLE = typed.Dict()\nTABLE['a'] = 5\n---\nKNOWN.append(x)\nTABLE['b'] = x\nreturn len(KNOWN), sum(KNOWN), TABLE['a'], len(TABLE)",
        keeps=True,
    ),
    row(
        "global constants: bytes, None, complex, dtypes, enumerations, named tuples, modules",
        """
import collections, enum, math
class Colour(enum.Enum):
    RED = 1
Point = collections.namedtuple('Point', 'p q')
DATA, NOTHING, Z, KIND, FAVOURITE, ORIGIN = b'ab', None, 2j, np.dtype('f4'), Colour.RED, Point(1, 2.5)
---
return DATA[0], NOTHING is None, Z * x, np.zeros(2, KIND), FAVOURITE.name, ORIGIN.q + x, math.pi
""",
    ),
    row(
        "global numbers and texts are constants: a change after the first call is not seen before `recompile`",
        """
LEVEL = 1
@njit
def level():
    return LEVEL
first = level()
LEVEL = 5
second = level()
if hasattr(level, 'recompile'):
    assert second == 1
    level.recompile()
third = level()
---
return first, third
""",
    ),
    row(
        "methods of numbers, arrays and texts",
        "return (2.5).is_integer(), x.bit_length(), a.sum(), 'ab'.upper(), (1 + 2j).conjugate()",
    ),
    row("`type(x)` compared, and called", "return type(x) is int, type(a[0])(2), type('a')(x), type(x) == type(2)"),
    row(
        "`range` as argument and result",
        "@njit\ndef half(r):\n    return range(r.start, r.stop // 2, r.step)\ngiven = half(range(0, 20, 3))\n---\nreturn given, half(range(x))",
    ),
]

ENDS = [
    row(
        "`except:`, `except Exception`, `except BaseException`",
        "out = []\nfor k in range(3):\n    try:\n        if k == 0:\n            out.append([1][x + 5])\n        elif k == 1:\n            raise StopIteration\n        else:\n            raise NotImplementedError('no')\n    except LookupError:\n        out.append(-1)\n    except Exception:\n        out.append(-2)\ntry:\n    raise KeyboardInterrupt\nexcept:\n    out.append(-3)\nreturn out",
    ),
    row(
        "OverflowError, AssertionError, MemoryError, ArithmeticError and others of Python",
        """
@njit
def failing(k):
    if k == 0:
        raise OverflowError('large')
    if k == 1:
        assert k > 1, 'small'
    if k == 2:
        raise MemoryError
    if k == 3:
        raise ArithmeticError('sum')
    if k == 4:
        raise OSError(2, 'no file')
    raise TimeoutError
---
out = []
for k in range(6):
    try:
        failing(k)
    except (OverflowError, ArithmeticError) as error:
        out.append(f'{error}')
    except (AssertionError, MemoryError) as error:
        out.append(type(error).__name__)
    except (OSError, ValueError) as error:
        out.append(f'{error} {k}')
return out
""",
    ),
    row(
        "array indices out of range: looked at with `boundscheck=True`",
        "@njit(boundscheck=True)\ndef item(v, k):\n    return v[k]\ngiven = 'no error'\ntry:\n    item(np.arange(3), 10)\nexcept IndexError as error:\n    given = str(error)\n---\nreturn given",
    ),
    row(
        "tracebacks: the line of the compiled function",
        """
import traceback
@njit
def inner(k):
    if k > 2:
        raise ValueError('too large')
    return k
@njit
def outer(k):
    return inner(k + 1)
lines = []
try:
    outer(5)
except ValueError as error:
    lines = [(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)][1:]
---
return lines
""",
    ),
    row(
        "memory of calls that raise is given back",
        """
from coluber import _native
@njit
def failing(n):
    held = [[k] for k in range(n)]
    texts = {f'{k}': held for k in range(n)}
    if len(texts) > 2:
        raise ValueError(f'{n}')
    return len(held)
before = _native.live_allocations()
for k in range(5):
    try:
        failing(k + 3)
    except ValueError:
        pass
left = _native.live_allocations() - before
---
return left
""",
    ),
    row(
        "Ctrl-C ends a loop with KeyboardInterrupt, and memory is given back",
        """
import os, subprocess
from coluber import _native
@njit
def endless(n):
    held = [n]
    while held[0] != -1:
        held[0] = held[0] * 3 % 1000003 + 1
    return held
before = _native.live_allocations()
interrupted = False
signal = subprocess.Popen(['sh', '-c', f'sleep 0.5; kill -INT {os.getpid()}'])
try:
    endless(5)
except KeyboardInterrupt:
    interrupted = True
signal.wait()
left = _native.live_allocations() - before
---
return interrupted, left
""",
    ),
]

TYPES = [
    row(
        "strings: all methods that ask",
        "s = f' Ab1{x}é'\nreturn [s.isalnum(), s.isalpha(), s.isascii(), s.isdecimal(), s.isdigit(), s.isidentifier(), s.islower(), s.isnumeric(), s.isprintable(), s.isspace(), s.istitle(), s.isupper(), s.startswith(' A'), s.endswith(('3é', 'b')), s.strip().isalnum(), 'Ab C'.istitle()]",
        "-10, a",
        "2.5, a",
        "'word', a",
        "'', a",
    ),
    row(
        "strings: all methods that make another",
        "s = f' Ab,c{x}\\tab '\nreturn [s.capitalize(), s.casefold(), s.center(12), s.expandtabs(4), s.lower(), s.lstrip(), s.rstrip(), s.strip(), s.ljust(14, '.'), s.rjust(14, '.'), s.swapcase(), s.title(), s.upper(), s.zfill(15), s.replace('b', 'XX', 1), ','.join([s, s]), s.removeprefix(' '), s.removesuffix('ab ')], s.partition(','), s.rpartition('b'), s.split(','), s.rsplit(None, 1), s.splitlines()",
        "'word', a",
        "'', a",
        "'é ß', a",
    ),
    row(
        "strings: all methods that look for something",
        "s = f'abcab{x}'\nreturn s.count('ab'), s.find('b'), s.rfind('b'), s.index('c'), s.rindex('a'), s.find('q'), s.count('a', 1), s.find('b', 2, 5), hash(s) == hash(f'abcab{x}'), [c for c in s]",
        "'word', a",
    ),
    row(
        "bytes: all methods of Numba's",
        "b = b' ab1 '\nreturn b.center(9), b.endswith(b'1 '), b.find(b'b'), b.isascii(), b.join([b'x', b'y']), b.ljust(8), b.lstrip(), b.rfind(b'a'), b.rjust(8), b.rstrip(), b.split(), b.startswith(b' '), b.strip(), b.zfill(9), b.rsplit(b'b'), b.title(), b.count(b' '), b.replace(b'a', b'c')",
    ),
    row(
        "sets: all methods",
        "s, t = {1, 2, x + 3}, {2, 9}\nout = [sorted(s.union(t)), sorted(s.intersection(t)), sorted(s.difference(t)), sorted(s.symmetric_difference(t))]\nc = s.copy()\nc.update(t)\nc.difference_update({1})\nc.intersection_update([2, 9, 6])\nc.symmetric_difference_update({7})\nc.remove(7)\nout.append(sorted(c))\ne = c.pop() in (2, 6, 9)\nc.clear()\nreturn out, e, len(c), s.issubset({1, 2, 6, 3}), s.issuperset({1}), {k for k in 'ab'} == {'b', 'a'}",
    ),
    row(
        "dicts: `popitem`, `clear`, `dict(pairs)`, views",
        "d = dict([('a', x), ('b', x)])\nd.update(c=x)\nlast = d.popitem()\nkeys, values, items = list(d.keys()), list(d.values()), list(d.items())\nview = d.keys()\nd['z'] = x\nn = len(view)\nd.clear()\nreturn last, keys, values, items, n, len(d), dict(a=1), list(reversed({1: 2, 3: 4}))",
        "2.5, a",
        "'text', a",
        "[1], a",
    ),
    row(
        "lists of numbers, texts, tuples, lists, dicts, objects of several widths",
        "l = [x]\nl.append(x)\nl.insert(0, x)\nl += [x]\nm = [l, l[1:]]\nreturn l, m, l == m[0], len(l * 2), l[::-1], x in l, l.index(x), l.count(x)",
        "2.5, a",
        "'text', a",
        "(1, 'a'), a",
        "[1, 2], a",
        "{'a': 1}, a",
        "True, a",
        "None, a",
        "1j, a",
        "b'ab', a",
    ),
    row(
        "arguments: lists of lists, mixed lists, dicts, sets, dataclasses, named tuples",
        """
import collections, dataclasses
@dataclasses.dataclass
class P:
    n: int
    w: list[float]
Pair = collections.namedtuple('Pair', 'p q')
@njit
def change(rows, table, chosen, p, pair):
    rows[0].append(5)
    table['b'] = [1]
    chosen.add(7)
    p.n += 1
    p.w.append(0.5)
    return pair.p + len(rows)
rows, table, chosen, p = [[1], [2]], {'a': [0]}, {1}, P(1, [2.5])
given = change(rows, table, chosen, p, Pair(5, 'q'))
---
return given, rows, table, sorted(chosen), p.n, p.w
""",
    ),
    row(
        "`.initial_value` and `LiteralList`, in overload functions",
        """
from coluber import types
from coluber.core.errors import RequireLiteralValue
from coluber.extending import overload
def kind(l):
    return 'mixed' if len({type(v) for v in l}) > 1 else f'{len(l)} known'
@overload(kind)
def _kind(l):
    if isinstance(l, types.LiteralList):
        return lambda l: 'mixed'
    if l.initial_value is None:
        raise RequireLiteralValue('l')
    found = f'{len(l.initial_value)} known'
    return lambda l: found
---
return kind([1, 'a']), kind([1, 2, 3])
""",
    ),
    row(
        "`_make_immutable` of `typed.List`",
        """
from coluber import typed
l = typed.List([1, 2, 3])
l._make_immutable()
given = 'changed'
try:
    l.append(5)
except ValueError as error:
    given = str(error)
---
return given
""",
    ),
    row(
        "`getitem_unchecked` of `typed.List`",
        "from coluber import typed\n---\nreturn typed.List([1, x]).getitem_unchecked(1)",
        refused="Unknown attribute `getitem_unchecked`",
        instead="write `l[k]`",
    ),
    row(
        "`typed.Dict` of a dict and of names, `n_keys`",
        "from coluber import typed, types\n---\nd = typed.Dict.empty(types.int64, types.float64, n_keys=10)\nd[x] = 2\ne = typed.Dict({'a': 1})\nreturn len(d), d[x], e['a']",
    ),
    row(
        "bool: operators",
        "t = x > 2\nreturn t & True, t | False, t ^ True, t + t, -t, int(t), float(t), t == 1, not t",
        "1, a",
    ),
    row(
        "complex numbers: parts, operators, comparison",
        "z = complex(x, -2)\nreturn z.real, z.imag, z.conjugate(), z + 1, z * 2j, z / (1 + 1j), -z, abs(z), z == z, z != 1, z ** 2, bool(z), complex('1+2j')",
        "2.5, a",
        "0, a",
    ),
]

MODULES = [
    row(
        "`math`: all that Numba has",
        "import math\n---\nreturn [math.acos(x / 9), math.acosh(x), math.asin(x / 9), math.asinh(x), math.atan(x), math.atan2(x, 2), math.atanh(x / 9), math.cos(x), math.cosh(x), math.degrees(x), math.erf(x), math.erfc(x), math.exp(x), math.expm1(x), math.fabs(-x), math.gamma(x), math.hypot(x, 4), math.lgamma(x), math.log(x), math.log10(x), math.log1p(x), math.log2(x), math.pow(x, 2), math.radians(x), math.sin(x), math.sinh(x), math.sqrt(x), math.tan(x), math.tanh(x), math.pi, math.e, math.tau, math.inf], math.ceil(x / 2), math.floor(x / 2), math.isfinite(x), math.isinf(x), math.isnan(math.nan), math.trunc(x / 2)",
        "2.5, a",
        "True, a",
        "np.uint8(5), a",
        rtol=1e-14,
    ),
    row(
        "`cmath`: all that Numba has",
        "import cmath\n---\nz = complex(x, 0.5)\nreturn [cmath.acos(z), cmath.acosh(z), cmath.asin(z), cmath.asinh(z), cmath.atan(z), cmath.atanh(z), cmath.cos(z), cmath.cosh(z), cmath.exp(z), cmath.log(z), cmath.log10(z), cmath.rect(2.0, 0.5), cmath.sin(z), cmath.sinh(z), cmath.sqrt(z), cmath.tan(z), cmath.tanh(z)], cmath.isfinite(z), cmath.isinf(z), cmath.isnan(z), cmath.phase(z)",
        "2.5, a",
        rtol=1e-14,
    ),
    row(
        "`operator`: all that Numba has",
        "import operator as op\n---\nl = [1, 2, 3, 4]\nop.setitem(l, 0, 9)\nop.delitem(l, 1)\nreturn [op.add(x, 2), op.and_(x, 2), op.floordiv(x, 2), op.getitem(l, 0), op.neg(-x), op.lshift(x, 2), op.mod(x, 2), op.mul(x, 2), op.neg(x), op.or_(x, 4), op.pos(x), op.pow(x, 2), op.rshift(x, 1), op.sub(x, 1), op.xor(x, 1), op.iadd(x, 1), op.iand(x, 1), op.ifloordiv(x, 2), op.ilshift(x, 1), op.imod(x, 2), op.imul(x, 2), op.ior(x, 4), op.ipow(x, 2), op.irshift(x, 1), op.isub(x, 1), op.ixor(x, 1)], [op.contains(l, 9), op.eq(x, 2), op.ge(x, 2), op.gt(x, 2), op.is_(x, None), op.is_not(x, None), op.le(x, 2), op.lt(x, 2), op.ne(x, 2), op.not_(x), op.truth(x)], op.truediv(x, 2), op.itruediv(x, 2), op.matmul(a, a), l",
        "True, a",
    ),
    row(
        "`random`: all that Numba has, the numbers of CPython after `seed`",
        "import random\n---\nrandom.seed(42)\nv = [1, 2, 3, 4, 5]\nrandom.shuffle(v)\nreturn v, [random.random(), random.betavariate(2.0, 3.0), random.expovariate(1.5), random.gammavariate(2.0, 1.0), random.gauss(0.0, 1.0), random.lognormvariate(0.0, 1.0), random.normalvariate(0.0, 1.0), random.paretovariate(3.0), random.triangular(0.0, 1.0, 0.3), random.uniform(1.0, 2.0), random.vonmisesvariate(1.0, 2.0), random.weibullvariate(1.0, 2.0)], (random.getrandbits(20), random.randint(1, 100), random.randrange(50), random.choice([5, 6, 7])), random.sample([1, 2, 3], 2), random.choices([1, 2, 3], k=4)",
    ),
    row(
        "`heapq`: `heappushpop`, `heapreplace`",
        "import heapq\n---\nh = [x * 2, x, x * 3]\nheapq.heapify(h)\nreturn heapq.heappushpop(h, x * 4), heapq.heapreplace(h, x), h",
        "2.5, a",
        "'a', a",
    ),
    row(
        "`bool`, `int`, `float`, `complex`, `str`, `repr`, `bytes`, `tuple`, `list`, `set`, `dict` of values",
        "return bool(x), int(x), float(x), complex(x), str(x), repr(x), tuple([x]), list((x,)), set([x]), dict([(x, x)]), bytes([1]), slice(1, 2), range(3), type(x)(x)",
        "2.5, a",
        "True, a",
    ),
    row(
        "`input`",
        """
import io, sys
@njit
def asked():
    return input() + '!'
kept, sys.stdin = sys.stdin, io.StringIO('text')
given = asked()
sys.stdin = kept
---
return given
""",
    ),
]

AREAS = {
    "What Numba has or lacks: classes of `jitclass`": CLASSES,
    "What Numba has or lacks: statements, calls and globals": CALLS,
    "What Numba has or lacks: exceptions and memory": ENDS,
    "What Numba has or lacks: whole types": TYPES,
    "What Numba has or lacks: whole modules": MODULES,
}
