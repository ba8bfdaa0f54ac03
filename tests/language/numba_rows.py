"""Rows of what programs written for Numba use beside Python: its classes, containers, functions as values, and how they end."""

from __future__ import annotations

from tests.language.row import rows

_JITCLASS = "from coluber.experimental import jitclass\nfrom coluber import types\n"
_POINT = (
    _JITCLASS
    + "@jitclass([('n', types.int64)])\nclass Point:\n    'A point.'\n    def __init__(self, n):\n        self.n = n\n    def plus(self, k):\n        return self.n + k\n"
)

CLASSES = rows(
    ("instances made and changed by Python, with attributes, methods and docstrings", _POINT + "p = Point(5)\np.n += 1\ngiven = p.plus(2), p.n, Point.__doc__\ndel p\n---\nreturn given"),
    ("pickling and copying of instances", _POINT + "import copy, pickle\ngiven = copy.copy(Point(4)).plus(0), pickle.loads(pickle.dumps(Point(5))).plus(1)\n---\nreturn given, copy.copy(Point(x)).n"),
    ("`deferred_type`, `optional`", _JITCLASS + "from coluber import deferred_type, optional\nnode = deferred_type()\n@jitclass([('v', types.int64), ('next', optional(node))])\nclass Node:\n    def __init__(self, v, next):\n        self.v = v\n        self.next = next\nif hasattr(Node, 'class_type'):\n    node.define(Node.class_type.instance_type)\n---\nn, total = Node(1, Node(x, None)), 0\nwhile n is not None:\n    total += n.v\n    n = n.next\nreturn total"),
    ("bitwise, in-place and reflected operators", _JITCLASS + "@jitclass\nclass B:\n    n: int\n    def __init__(self, n):\n        self.n = n\n    def __and__(self, k):\n        return self.n & k\n    def __rxor__(self, k):\n        return self.n ^ k\n    def __ilshift__(self, k):\n        self.n <<= k\n        return self\n    def __invert__(self):\n        return ~self.n\n    def __index__(self):\n        return self.n\n    def __divmod__(self, k):\n        return self.n // k, self.n % k\n---\nb = B(x)\nb <<= 2\nreturn b & 8, 5 ^ b, ~b, b.n, [0, 1, 2, 3][B(2).__index__()]"),
)  # fmt: skip

CALLS = rows(
    ("`with objmode(...)`", "from coluber import objmode\n---\nwith objmode(y='int64', t='unicode_type'):\n    y = len(str([x] * 2))\n    t = repr({'a': x})\nreturn y, t"),
    ("`with parallel_chunksize(n)`", "from coluber import parallel_chunksize, prange\n---\ns = 0\nwith parallel_chunksize(2):\n    for i in prange(10):\n        s += i\nreturn s"),
    ("functions with signatures as values", "@njit('int64(int64)')\ndef one(v):\n    return v + 1\n@njit('int64(int64)')\ndef two(v):\n    return v * 2\n---\nchosen = one if x > 5 else two\ns = 0\nfor f in (one, two):\n    s += f(x)\nreturn chosen(x), s"),
    ("functions of `ctypes`", "import ctypes, ctypes.util\nlibm = ctypes.CDLL(ctypes.util.find_library('m'))\ncosine = libm.cos\ncosine.argtypes = [ctypes.c_double]\ncosine.restype = ctypes.c_double\n---\nreturn cosine(a[1])"),
    ("decorators above `njit`, docstrings", "def twice(f):\n    def inner(v):\n        return f(f(v))\n    return inner\ndouble = twice(njit(lambda v: 2 * v))\nquadruple = double(3)\n---\n'A text.'\nreturn quadruple"),
    ("global dicts, namespaces, attributes of classes", "from types import SimpleNamespace\nclass Limits:\n    LOW = 2\n    NAMES = ('a', 'b')\nsetting = SimpleNamespace(k=5)\ntable = {'a': [1, 2]}\n---\nreturn Limits.LOW + x, Limits.NAMES[1], setting.k, table['a'][1]"),
    ("branches that a type decides: `is None`, `isinstance`", "@njit\ndef choose(v=None):\n    if v is None:\n        return 0\n    if isinstance(v, str):\n        return len(v)\n    return v + 1\n---\nreturn choose(), choose('abc'), choose(x)"),
    ("recursion without an end: RecursionError", "@njit\ndef down(n):\n    if n < 0:\n        return 0\n    return down(n + 1) + 1\n---\ntry:\n    return down(x)\nexcept RecursionError:\n    return -1"),
    ("generators that are abandoned", "@njit\ndef numbers(n):\n    held = [n]\n    for k in range(n):\n        held.append(k)\n        yield k\n---\nfor v in numbers(x):\n    if v == 1:\n        break\nreturn v"),
)  # fmt: skip

CONTAINERS = rows(
    ("`typed.List`: `empty_list`, slices, nested, all methods", "from coluber import typed, types\n---\nl = typed.List.empty_list(types.int64, allocated=4)\nl.extend([x, 1, 2])\nl.insert(0, 7)\nl.sort()\nm = typed.List()\nm.append(l)\nreturn l.pop(), l.index(2), l.count(1), list(l[::-1]), len(m[0])"),
    ("`typed.Dict`: `empty`, `get`, `pop`, `popitem`, `setdefault`, `update`", "from coluber import typed, types\n---\nd = typed.Dict.empty(types.unicode_type, types.int64)\nd['a'] = x\nd.setdefault('b', 5)\nd.update({'c': 6})\nreturn d.pop('b'), d.popitem(), d.get('q', -1), list(d.items())"),
    ("`typed.Set`: `empty`, `add`, `discard`, `isdisjoint`", "from coluber import typed, types\n---\ns = typed.Set.empty(types.int64)\ns.add(x)\ns.add(1)\ns.discard(1)\nreturn len(s), x in s, s.isdisjoint({4})"),
    ("lists, dicts and sets as arguments, nested, changed for Python", "@njit\ndef change(l, d, s):\n    l[0].append(5)\n    d['b'] = [1.5]\n    s.discard(2)\n    return len(l)\nl, d, s = [[1], [2]], {'a': [0.5]}, {1, 2}\ngiven = change(l, d, s)\n---\nreturn given, l, d, s"),
    ("`heapq.merge`, `nlargest` with `key`", "import heapq\n---\nreturn list(heapq.merge([1, 4], [2, x])), heapq.nlargest(2, [1, -5, x], key=abs)"),
)  # fmt: skip

AREAS = {
    "What Numba has beside Python: classes": CLASSES,
    "What Numba has beside Python: calls and memory": CALLS,
    "What Numba has beside Python: containers": CONTAINERS,
}
