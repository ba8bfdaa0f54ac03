"""Functions of `hashlib`, `zlib`, `binascii` and `base64`: as CPython."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest

from coluber import njit, prange
from tests.run.support import check, compile_error, script_output, source

_IMPORTS = "import base64\nimport binascii\nimport hashlib\nimport zlib\nfrom hashlib import sha256\n"


def program(body):
    lines = "\n    ".join(body.split("\n"))
    return source(f"{_IMPORTS}def f(b, a, s):\n    {lines}\n")


FIXED = "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 blake2b blake2s".split()
INPUTS = [
    (b"abc\x00d", np.arange(4.0), "hello wörld"),
    (b"", np.zeros(0, np.int32), ""),
    (bytes(range(256)) * 20, np.arange(12, dtype=np.uint8).reshape(3, 4), "𝄞 a"),
]

HASHES = {
    "updates": "h = hashlib.md5()\nh.update(b)\nh.update(a)\ng = h.copy()\ng.update(b'1')\nreturn h.hexdigest(), g.digest()",
    "of text": "return hashlib.sha256(s.encode()).hexdigest(), sha256(s.encode('utf-16')).digest()",
    "by name": "return [hashlib.new(n, b).hexdigest() for n in ('md5', 'sha1', 'SHA256')], hashlib.new('sha3_256').name",
    "an unknown name": "return hashlib.new('nope' + s, b).hexdigest()",
    "options of blake2": "return hashlib.blake2b(b, digest_size=8, key=b'k', salt=b's', person=b'p').hexdigest()",
    "a wrong option": "return hashlib.blake2s(b, digest_size=80).hexdigest()",
    "any length": "h = hashlib.shake_128(b)\nh.update(a)\nreturn h.hexdigest(5), h.copy().digest(3), h.name, h.digest_size",
    "any length by name": "return hashlib.new('shake_256', b).digest(9)",
    "bytearray": "x = bytearray(b)\nx.append(3)\nreturn hashlib.md5(x).hexdigest(), hashlib.sha1(memoryview(b)).digest()",
    "security": "return hashlib.md5(b, usedforsecurity=False).digest()",
    "strides": "return hashlib.md5(a[::2]).digest()",
    "text to update": "h = hashlib.md5()\nh.update(s)\nreturn h.digest()",
    "in a list": "return [h.hexdigest() for h in [hashlib.md5(b), hashlib.md5(a), hashlib.md5()]]",
    "either": "h = hashlib.md5(b) if len(s) > 3 else hashlib.sha1(a)\nreturn h.hexdigest(), h.block_size",
    "a key of a password": "return hashlib.pbkdf2_hmac('sha256', b, b'salt', 3), hashlib.pbkdf2_hmac('md5', b, b, 2, dklen=5)",
}

CHECKSUMS = {
    "checksums": "return zlib.crc32(b), zlib.crc32(b, 5), zlib.adler32(a), zlib.adler32(b, 7), binascii.crc32(a, 9)",
    "in turn": "c = 0\nfor k in range(3):\n    c = zlib.crc32(b, c)\nreturn c & 0xFFFFFFFF, binascii.crc_hqx(b, 1)",
    "compressed": "x = zlib.compress(b, 9)\nreturn x, zlib.decompress(x) == b, zlib.compress(a, wbits=15)",
    "nothing compressed": "return zlib.decompress(b)",
    "digits": "return binascii.hexlify(b), binascii.hexlify(b, '-'), binascii.hexlify(b, sep=b':', bytes_per_sep=2)",
    "digits of an array": "return binascii.b2a_hex(a), binascii.unhexlify(b'6162'), binascii.a2b_hex('7a')",
    "odd digits": "return binascii.unhexlify('616')",
    "no digits": "try:\n    return binascii.unhexlify(b'zz')\nexcept binascii.Error as e:\n    return str(e).encode()",
    "lines": "return binascii.b2a_base64(b[:40]), binascii.b2a_base64(b[:40], newline=False), binascii.a2b_base64('YWJj')",
    "base64": "return base64.b64encode(b), base64.b64encode(a, altchars=b'-_'), base64.b64encode(s.encode()).decode('ascii')",
    "of base64": "return base64.b64decode('YWJj'), base64.b64decode(b'YW-_', b'-_', validate=True), base64.b64decode('Y W.Jj')",
    "no base64": "return base64.b64decode('Y')",
    "more of base64": "return base64.urlsafe_b64encode(b), base64.urlsafe_b64decode('YWJ_'), base64.standard_b64encode(a)",
    "other bases": "return base64.b16encode(b), base64.b16decode('61ab', True), base64.b32encode(b)",
    "of base32": "return base64.b32decode('MFRGG==='), base64.b32decode('mfrgg===', True)",
    "no base16": "return base64.b16decode('61ab')",
    "base85": "return base64.b85encode(b), base64.b85decode(base64.b85encode(b)) == b, base64.b85encode(b, pad=True)",
}


@pytest.mark.parametrize("arguments", INPUTS, ids=["short", "empty", "long"])
@pytest.mark.parametrize("body", (HASHES | CHECKSUMS).values(), ids=(HASHES | CHECKSUMS).keys())
def test_program(body, arguments):
    check(program(body), *arguments)


@pytest.mark.parametrize("name", FIXED)
def test_algorithm(name):
    body = f"h = hashlib.{name}(b)\nh.update(a)\nh.update(s.encode())\n"
    function = program(body + "return h.digest(), h.hexdigest(), h.name, h.digest_size, h.block_size")
    generator = random.Random(5)
    for length in (0, 1, 55, 56, 64, 119, 128, 1000):
        check(function, generator.randbytes(length), np.arange(length), "é" * length)


def test_arguments_and_results():
    @njit
    def made(b):
        return hashlib.sha256(b)

    found = made(b"ab")
    assert type(found) is type(hashlib.sha256())
    assert found.digest() == hashlib.sha256(b"ab").digest()

    @njit
    def more(h, b):
        h.update(b)
        return h.hexdigest(), h

    digits, same = more(found, b"c")
    assert same is found
    assert digits == found.hexdigest() == hashlib.sha256(b"abc").hexdigest()


def test_side_by_side():
    @njit(parallel=True)
    def digests(n):
        out = np.zeros((n, 16), np.uint8)
        for i in prange(n):
            out[i] = np.frombuffer(hashlib.md5(str(i).encode()).digest(), np.uint8)
        return out

    assert [row.tobytes() for row in digests(40)] == [hashlib.md5(str(i).encode()).digest() for i in range(40)]


def test_objects_are_given_up():
    @njit
    def many(n):
        last = hashlib.md5()
        for _ in range(n):
            last = hashlib.md5()
        return last.digest_size

    import gc

    from coluber.lib.hosted import Handle

    many(50)
    gc.collect()
    assert not [one for one in gc.get_referrers(Handle) if type(one) is Handle]


def test_code_on_disk(tmp_path):
    script = f"""
    import hashlib, sys
    sys.path.insert(0, {str(tmp_path)!r})
    import digests
    print(digests.of(b"abc"), sum(digests.of.stats.cache_hits.values()))
    """
    (tmp_path / "digests.py").write_text(
        "import hashlib\nfrom coluber import njit\n\n@njit(cache=True)\ndef of(b):\n    return hashlib.md5(b).hexdigest()\n"
    )
    outputs = [script_output(script).split() for _ in range(2)]
    assert [digits for digits, _ in outputs] == [hashlib.md5(b"abc").hexdigest()] * 2
    assert [hits for _, hits in outputs] == ["0", "1"]


def test_what_is_refused():
    assert "encode" in compile_error(lambda s: hashlib.md5(s), "a")
    assert "md5" in compile_error(lambda x: hashlib.md5(x), 2.5)
