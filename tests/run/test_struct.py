"""The module `struct` with constant formats: as CPython, to the byte and to the text of the error."""

from __future__ import annotations

import array
import math
import pickle
import struct

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import NumbaError
from tests.run.support import check, compile_error, source

pytestmark = pytest.mark.usefixtures("optimised_once")

LIMITS = {
    "b": (-128, 127), "B": (0, 255), "h": (-(2**15), 2**15 - 1), "H": (0, 2**16 - 1), "i": (-(2**31), 2**31 - 1),
    "I": (0, 2**32 - 1), "q": (-(2**63), 2**63 - 1), "Q": (0, 2**63 - 1), "l": (-(2**31), 2**31 - 1), "L": (0, 2**32 - 1),
    "n": (-(2**63), 2**63 - 1), "N": (0, 2**63 - 1),
}  # fmt: skip
ORDERS = ["", "@", "=", "<", ">", "!"]


def program(body: str, parameters: str = "x"):
    return source(f"import struct\ndef f({parameters}):\n    {body}\n")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("code", LIMITS)
def test_integers(code, order):
    if code in "nN" and order not in ("", "@"):
        return
    function = program(f"data = struct.pack('{order}{code}', x)\n    return data, struct.unpack('{order}{code}', data)")
    low, high = LIMITS[code]
    for x in (low, high, 1, 0, high // 3, True, np.uint8(7)):
        check(function, x)
    if struct.calcsize(order + code) < 8:
        check(function, high + 1)
        check(function, 2**63 - 1)
    if low > -(2**63):
        check(function, low - 1)
    check(function, 1.5)


@pytest.mark.parametrize("order", ["", ">"])
@pytest.mark.parametrize("code", "bBhHiIlLqQ")
def test_integers_of_64_bits_without_sign(code, order):
    function = program(f"return struct.pack('{order}{code}', x)")
    for x in (2**64 - 1, 2**63):
        try:
            expected: object = struct.pack(order + code, x)
        except struct.error as error:
            expected = str(error)
        try:
            found = njit(function)(np.uint64(x))
        except struct.error as error:
            found = str(error)
        assert found == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("code", "efd")
def test_floats(code, order):
    function = program(f"data = struct.pack('{order}{code}', x)\n    return data, struct.unpack('{order}{code}', data)")
    for x in (0.0, -0.0, 1.5, -2.75, 0.1, math.pi * 1e4, math.inf, -math.inf, 1e-8, 6e-8, 5e-324, 3, True, np.float32(0.1)):
        check(function, x)
    for x in (1e39, 65519.0, 65520.0, -7e4, 3.5e38, 1e300, "text", None):
        check(function, x)


FORMATS = [
    ("<bhiq", "1, -2, 3, -4"),
    (">BHIQ", "1, 2, 3, 4"),
    ("bhiq", "1, -2, 3, -4"),
    ("=bhiq", "1, -2, 3, -4"),
    ("@BHB2I", "1, 2, 3, 4, 5"),
    ("!3h2x2B", "1, 2, 3, 4, 5"),
    ("<c?5s", "b'z', x, b'abc'"),
    ("<3s0s2p5p", "b'abcdef', b'a', b'xyz', b'uv'"),
    ("< i  h", "7, 8"),
    ("c0i", "b'a'"),
    ("x", ""),
    ("", ""),
    ("<2x?x?", "[], 'full'"),
    ("<8sIHd", "bytearray(b'magic'), 70000, 5, 2.5"),
    ("40B", ", ".join(map(str, range(40)))),
    ("bdhfe", "1, 2.5, 3, 4.5, 5.5"),
]


@pytest.mark.parametrize(("form", "values"), FORMATS)
def test_pack_and_unpack(form, values):
    count = len(struct.unpack(form, bytes(struct.calcsize(form))))
    comma = "," if values else ""
    check(program(f"return struct.pack({form!r}{comma} {values}), struct.calcsize({form!r})"), 1)
    check(program(f"return struct.unpack({form!r}, struct.pack({form!r}{comma} {values}))"), 0)
    check(program(f"return struct.unpack({form!r}, x)"), bytes(k * 3 % 120 for k in range(struct.calcsize(form))))
    check(program(f"return struct.unpack({form!r}, x)"), bytes(struct.calcsize(form) + 1))
    check(program(f"return struct.pack({form!r}{comma} {values}{',' if values else ', '} 1)"), 1)
    if count > 1:
        check(program(f"return struct.pack({form!r}, 1)"), 1)


@pytest.mark.parametrize("form", ["k", "<n", "5", "i5", " <i", "3 i", "999999999999999999999i", "<P", "&i"])
def test_wrong_formats(form):
    check(program(f"return struct.calcsize({form!r})"), 1)
    check(program(f"return struct.pack({form!r}, x)"), 1)
    check(program(f"return struct.unpack({form!r}, x)"), b"abcd")


@pytest.mark.parametrize(
    "call",
    [
        "struct.pack('c', x)",
        "struct.pack('s', x)",
        "struct.pack('3p', x)",
        "struct.pack('<i', x)",
        "struct.pack('<d', x)",
        "struct.pack('<?', x)",
        "struct.pack('<hd', 1, x)",
    ],
)
def test_types_of_values(call):
    for x in (b"a", b"ab", b"", "text", None, [1], (1, 2), 1j):
        check(program(f"return {call}"), x)


@pytest.mark.parametrize("code", "efd")
def test_bits_of_nans(code):
    size = struct.calcsize(code)
    for top in (b"\x7f", b"\xff"):
        data = top + b"\xf1" + bytes(range(1, size - 1))
        check(program(f"return struct.pack('>{code}', *struct.unpack('>{code}', x))"), data)


def test_long_counted_text():
    check(program("return struct.unpack('300p', struct.pack('300p', x))"), bytes(k % 256 for k in range(299)))


BUFFERS = [
    b"\x01\x02\x03\x04\x05\x06\x07\x08",
    bytearray(range(8)),
    memoryview(bytes(range(8))),
    array.array("H", [1, 2, 3, 4]),
]


@pytest.mark.parametrize("buffer", BUFFERS, ids=lambda buffer: type(buffer).__name__)
def test_buffers(buffer):
    function = program("return struct.unpack_from('<Hb', x, k), struct.unpack('<4H', x)", "x, k")
    for k in (0, 1, 5, 6, 7, 8, 100, -1, -3, -8, -9, -100):
        check(function, buffer, k)
    check(program("return struct.unpack_from('<H', buffer=x, offset=3), struct.unpack_from('>H', x)"), buffer)
    check(program("return [a + b for a, b in struct.iter_unpack('<HH', x)], list(struct.iter_unpack('>h', x))"), buffer)
    check(program("return list(struct.iter_unpack('<3s', x))"), buffer)
    check(program("return list(struct.iter_unpack('', x))"), buffer)


def test_arrays_as_buffers():
    check(program("return struct.unpack_from('<dd', x, 8)"), np.arange(4.0))
    check(program("return struct.unpack('<8B', x)"), np.arange(8, dtype=np.uint8))


@pytest.mark.parametrize("offset", [0, 2, 3, 4, -3, -5, -6, 100, -100])
def test_pack_into(offset):
    body = "struct.pack_into('<HBx', x, k, 513, value)\n    return x"
    for value in (5, 300):
        check(program(body, "x, k, value"), bytearray(b"abcdefg"), offset, value)
        check(program(body, "x, k, value"), np.arange(7, dtype=np.uint8), offset, value)
        check(program(body, "x, k, value"), array.array("B", b"abcdefg"), offset, value)
    check(program("struct.pack_into('<HB', x, k, 513)\n    return x", "x, k"), bytearray(b"abcdefg"), offset)


HEADER = struct.Struct(">4sHI")
POINT = struct.Struct("<2d?")


def read_header(data):
    magic, version, length = HEADER.unpack_from(data)
    return magic, version, length, HEADER.size, HEADER.format, data[HEADER.size : HEADER.size + length]


def write_points(points):
    out = bytearray(POINT.size * len(points))
    for k, (x, y) in enumerate(points):
        POINT.pack_into(out, POINT.size * k, x, y, x > y)
    return out, [a + b for a, b, flag in POINT.iter_unpack(out) if flag], POINT.unpack(POINT.pack(1, 2, 0))


def test_objects():
    check(read_header, HEADER.pack(b"data", 3, 5) + b"hello, more")
    check(read_header, b"short")
    check(write_points, [(1.0, 2.0), (4.5, 3.0)])


def test_functions_that_use_objects_are_pickled():
    @njit
    def f(x):
        return POINT.pack(x, 2, True), POINT.size

    expected = f(1.5)
    assert pickle.loads(pickle.dumps(f))(1.5) == expected


def test_errors_are_caught():
    def f(data):
        try:
            return struct.unpack("<I", data)[0]
        except struct.error as error:
            return len(str(error))

    check(f, b"abcd")
    check(f, b"abc")


def test_constants_of_other_scopes():
    form = "<HH"

    def f(data):
        local = ">HH"
        return struct.unpack(form, data), struct.unpack(local, data)

    check(f, b"abcd")


def test_what_is_refused():
    assert "string constant" in compile_error(program("return struct.unpack(x, b'abcd')"), "<i")
    assert "string constant" in compile_error(program("return struct.unpack(b'<i', x)"), b"abcd")
    assert "'P'" in compile_error(program("return struct.pack('P', x)"), 1)
    assert "more than 1000 values" in compile_error(program("return struct.unpack('2000B', x)"), b"")
    with pytest.raises(OverflowError, match="63 bits"):
        njit(program("return struct.unpack('<Q', x)"))(b"\xff" * 8)
    with pytest.raises(NumbaError):
        njit(program("return struct.unpack('<Q', x)"))(1.5)
    check(program("return struct.pack('<Q', x)"), np.uint64(2**64 - 1))


OF_ITEMS = [
    "struct.pack('<3i', *items)",
    "struct.pack('<b3i', 7, *items)",
    "struct.pack('<3d', *[x / 2 for x in items])",
    "struct.pack('>3H', *(x + 1 for x in items))",
    "struct.pack('zz', *items)",
    "THREE.pack(*items), TWO.pack(7, *items[:1])",
    "struct.pack('>3H', *np.array(items))",
    "struct.pack(f'<{len(items)}i', *items), struct.calcsize(f'<{len(items)}i')",
    "struct.pack('<b' + 'h' * len(items), 1, *items)",
    "struct.pack(b'<3i', *items), struct.pack(b'<2i', items[0], 5), struct.calcsize(b'<bi')",
    "struct.pack('<z' + 'h' * len(items), *items)",
]
INTO = ["struct.pack_into('<3i', b, 2, *items)", "THREE.pack_into(b, 1, *items)", "struct.pack_into('<b3i', b, 0, 1, *items)"]
SOURCE = "import struct\nTHREE, TWO = struct.Struct('<3i'), struct.Struct('<bi')\n"


@pytest.mark.parametrize("call", OF_ITEMS)
def test_items_of_a_sequence(call):
    function = source(f"{SOURCE}def f(items):\n    return {call}\n")
    for items in ([1, 2, 3], [1, 2], [1, 2, 2**40]):
        check(function, items)


@pytest.mark.parametrize("call", INTO)
def test_items_of_a_sequence_into_a_buffer(call):
    function = source(f"{SOURCE}def f(items):\n    b = bytearray(20)\n    {call}\n    return bytes(b)\n")
    for items in ([1, 2, 3], [1, 2], [1, 2, 2**40]):
        check(function, items)
