"""Files that compiled code opens: as CPython."""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest

from coluber import njit, objmode, prange
from tests.run.support import check, compile_error, outcome, script_output, source

pytestmark = pytest.mark.usefixtures("optimised_once")

TEXT = "one\ntwo and more\n\nfour ä€𝄞\r\nfive\rsix\n" + "".join(f"line {k}\n" for k in range(300)) + "no end"
LONG = "".join(f"line {k} of a file ü\n" for k in range(20000))

READING = {
    "read": "f = open(p)\nreturn f.read(), f.read(), f.read(3)",
    "sizes": "f = open(p)\nreturn f.read(3), f.read(0), f.read(2), f.read(None)",
    "a loop": "return [line for line in open(p)]",
    "a loop with": "with open(p) as f:\n    return [line.rstrip() for k, line in enumerate(f)], f.closed",
    "readline": "f = open(p)\nlines = [f.readline() for _ in range(500)]\nreturn lines, f.tell()",
    "while": "f = open(p)\nn = 0\nwhile True:\n    line = f.readline()\n    if not line:\n        break\n"
    "    n += len(line)\nreturn n",
    "walrus": "n = 0\nwith open(p) as f:\n    while line := f.readline():\n        n += len(line)\nreturn n",
    "limits": "f = open(p)\nreturn f.readline(2), f.readline(0), f.readline(5), f.readline(100), f.readline(-3)",
    "readlines": "f = open(p)\nreturn f.readline(), f.readlines(), f.readlines()",
    "hints": "return [open(p).readlines(k) for k in (-1, 0, 1, 4, 5, 8, 100)]",
    "mixed": "f = open(p)\nreturn f.readline(), f.read(4), f.readline(), f.tell(), f.read(9), f.readline(), f.tell(), "
    "len(f.read())",
    "next": "f = open(p)\nreturn next(f), next(f, 'none'), f.readline(), len(list(f)), next(f, 'none')",
    "places": "f = open(p)\nat = []\nfor _ in range(5):\n    at.append(f.tell())\n    f.readline()\n"
    "return at, [f.seek(k) and f.readline() for k in at[::-1]], f.seek(0, 2)",
    "telling in a loop": "f = open(p)\nfor line in f:\n    f.tell()",
    "telling behind a loop": "f = open(p)\nfor line in f:\n    pass\nreturn f.tell()",
    "seeking in a loop": "f = open(p)\nfor line in f:\n    f.seek(0)\n    return f.tell(), f.readline()",
    "leaving a loop": "f = open(p)\nfor line in f:\n    break\nreturn [x for x in f][:2]",
    "two": "f, g = open(p), open(p)\nreturn f.readline(), g.readline(), f.readline(), g.read(2)",
    "newline": "return [open(p, newline='').readlines(), open(p, newline='\\r').readlines()]",
    "all newlines": "f = open(p, newline='\\n')\nreturn f.readlines(), open(p, newline='\\r\\n"
    "').readline(), open(p, newline='').read()",
    "encoding": "f = open(p, encoding='latin-1')\nreturn f.read(), f.encoding, f.errors, open(p, encoding='UTF-8').encoding",
    "ascii": "return open(p, encoding='ascii').read()",
    "ascii lines": "return len([x for x in open(p, encoding='ascii', errors='replace')])",
    "bytes": "f = open(p, 'rb')\nreturn f.read(3), f.readline(), f.tell(), f.read()",
    "lines of bytes": "with open(p, 'rb') as f:\n    n = f.tell()\n    return [(line, f.tell()) for line in f], n",
    "places of bytes": "f = open(p, 'rb')\nf.readline()\n"
    "return f.seek(2, 1), f.readline(), f.seek(-3, 2), f.read(), f.tell(), f.seek(0)",
    "limits of bytes": "f = open(p, mode='rb')\n"
    "return f.readline(2), f.readline(5), f.readline(100), f.readlines(20), f.readline()",
    "into an array": "a = np.zeros(7, np.uint8)\nf = open(p, 'rb')\nf.readline()\nreturn f.readinto(a), a, f.readline()",
    "raw": "f = open(p, 'rb', buffering=0)\nreturn f.readline(), f.read(3), f.tell(), [len(x) for x in f]",
    "attributes": "f = open(p)\nreturn f.name == p, f.mode, f.closed, f.readable(), f.writable(), f.seekable(), f.isatty()",
    "of bytes": "f = open(p, 'rb')\nreturn f.name == p, f.mode, f.closed, f.readable(), f.writable(), f.fileno() > 2",
    "closed": "f = open(p)\nf.readline()\nf.close()\nf.close()\nreturn f.closed, f.readline()",
    "read when closed": "f = open(p)\nf.close()\nf.read()",
    "loop when closed": "f = open(p)\nf.close()\nfor line in f:\n    pass",
    "entered when closed": "f = open(p)\nf.close()\nwith f:\n    pass",
    "write": "f = open(p)\nf.write('a')",
    "write bytes": "f = open(p, 'rb')\nf.write(b'a')",
    "no file": "open(p + '.no')",
    "a folder": "import os\nopen('/')",
    "a wrong mode": "open(p, 'q')",
    "a wrong encoding": "open(p, encoding='nope')",
    "an encoding of bytes": "open(p, 'rb', encoding='utf-8')",
    "caught": "try:\n    open(p + '.no')\nexcept FileNotFoundError as e:\n    return str(e)",
    "caught as OSError": "try:\n    open(p + '.no')\nexcept OSError:\n    return 'no such file'\nfinally:\n    n = 3",
    "parsed": "total = 0.0\nfor line in open(p):\n    if line.startswith('line'):\n"
    "        total += float(line.split()[1])\nreturn total",
    "counted": "counts = {}\nwith open(p) as f:\n    for line in f:\n        for word in line.split():\n"
    "            counts[word] = counts.get(word, 0) + 1\nreturn counts",
    "path of bytes": "return open(p.encode()).readline()",
}

WRITING = {
    "write": "f = open(q, 'w')\nn = f.write('äb'), f.write(''), f.tell()\nf.close()",
    "with": "with open(q, 'w') as f:\n    n = f.write(p), f.name == q, f.mode, f.closed",
    "not closed": "n = open(q, 'w').write('text')",
    "lines": "with open(q, 'w') as f:\n    f.writelines(['a\\n', 'b'])\n    f.writelines(str(k) for k in range(3))\n"
    "n = f.closed",
    "print": "with open(q, 'w') as f:\n    print('a', 1, 2.5, None, [1], sep='-', file=f)\n    print(file=f)\n"
    "    print('b', file=f, end='!', flush=True)\n    n = len(open(q).read())",
    "many": "with open(q, 'w') as f:\n    for k in range(5000):\n        f.write(f'line {k} ä\\n')\nn = 0",
    "long texts": "with open(q, 'w') as f:\n    for k in range(9):\n        f.write('ä')\n"
    "        f.write('x' * 1000 * k)\nn = 0",
    "append": "open(q, 'w').write('first')\nwith open(q, 'a') as f:\n    f.write('second')\nn = 0",
    "exclusive": "f = open(p, 'x')\nn = 0",
    "both ways": "with open(q, 'w+') as f:\n    f.write('one\\ntwo\\nthree\\n')\n    f.seek(0)\n"
    "    n = f.readline(), f.tell(), f.write('END')\n"
    "    f.seek(0)\n    m = f.read()",
    "flush": "f = open(q, 'w')\nf.write('abc')\na = open(q).read()\nf.flush()\nn = a, open(q).read()",
    "line by line": "f = open(q, 'w', buffering=1)\nf.write('abc\\n')\nn = open(q).read()",
    "cut": "with open(q, 'w') as f:\n    f.write('abcdef')\n    n = f.truncate(3), f.seek(0, 2), f.write('z'), f.truncate()",
    "places": "with open(q, 'w') as f:\n    f.write('abcdef')\n    n = f.seek(2), f.write('Z'), f.tell()",
    "newlines": "with open(q, 'w', newline='\\r\\n') as f:\n    n = f.write('a\\nb\\n')",
    "encoding": "with open(q, 'w', encoding='utf-16') as f:\n    f.write('ab')\n"
    "n = open(q, encoding='utf-16').read()\nopen(q, 'w').close()",
    "not encoded": "f = open(q, 'w', encoding='ascii')\nf.write('a')\nf.write('ä')\nn = 0",
    "a half of a pair": "with open(q, 'w') as f:\n    f.write('a')\n    f.write(chr(0xD800))\nn = 0",
    "bytes": "with open(q, 'wb') as f:\n    n = f.write(b'ab\\x00'), f.write(np.arange(5, dtype=np.uint8) + 65), "
    "f.tell(), f.write(b'z' * 20000)",
    "lines of bytes": "with open(q, 'wb') as f:\n    f.writelines([b'a', b'b\\n'])\nn = open(q, 'rb').readlines()",
    "bytearray": "with open(q, 'wb') as f:\n    n = f.write(bytearray(b'abc'))",
    "raw": "with open(q, 'wb', buffering=0) as f:\n    n = f.write(b'ab'), f.tell(), open(q).read()",
    "closed": "f = open(q, 'w')\nf.write('a')\nf.close()\nf.write('b')\nn = 0",
    "raised": "n = 0\nwith open(q, 'w') as f:\n    f.write('a')\n    if len(p) > 1:\n        raise ValueError('b')",
}


@pytest.fixture
def paths(tmp_path):
    first = tmp_path / "in.txt"
    first.write_bytes(TEXT.encode())
    return str(first), str(tmp_path / "out.txt")


def program(body):
    lines = "\n    ".join(body.split("\n"))
    return source(f"def f(p, q):\n    {lines}\n")


@pytest.mark.parametrize("body", READING.values(), ids=READING.keys())
def test_reading(body, paths):
    check(program(body), *paths)


@pytest.mark.parametrize("body", WRITING.values(), ids=WRITING.keys())
def test_writing(body, paths):
    function = program(f"{body}\nreturn n, open(q).read()")
    found = []
    for one in (function, njit(function)):
        ended = outcome(one, paths, {})
        error = None if ended.error is None else (type(ended.error), ended.error.args)
        found.append((ended.value, error))
        ended = None
        gc.collect()
        with open(paths[1], "a+", newline="") as left:
            left.seek(0)
            found[-1] += (left.read(),)
        os.remove(paths[1])
    assert found[1] == found[0]


def test_long_files(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text(LONG)

    def read(p):
        lines = [line for line in open(p)]  # noqa: C416
        with open(p) as f:
            some = [f.readline() for _ in range(7000)]
            place = f.tell()
            rest = f.read()
        data = [line for line in open(p, "rb")]  # noqa: C416
        return lines, some, place, rest, data

    check(read, str(path))


def test_arguments_and_results(paths):
    @njit
    def opened(p):
        f = open(p)  # noqa: SIM115
        f.readline()
        return f

    @njit
    def first(f):
        return f.readline(), f.name

    with opened(paths[0]) as f:
        assert type(f) is type(open(paths[0]))  # noqa: SIM115
        assert f.readline() == "two and more\n"
        assert first(f) == ("\n", paths[0])
        assert f.readline() == "four ä€𝄞\n"

    @njit
    def log(f, n):
        for k in range(n):
            print("line", k, file=f)

    with open(paths[1], "w") as f:
        f.write("start\n")
        log(f, 2)
        f.write("end\n")
        log(f, 1)
    with open(paths[1]) as f:
        assert f.read() == "start\nline 0\nline 1\nend\nline 0\n"


def test_blocks_in_the_interpreter(paths):
    @njit
    def mixed(p, q):
        with open(p) as f, open(q, "w") as g:
            a = f.readline()
            g.write("1")
            with objmode(b="unicode_type"):
                b = f.readline()
                g.write("2")
            g.write("3")
            return a, b, f.readline()

    assert mixed(*paths) == ("one\n", "two and more\n", "\n")
    with open(paths[1]) as f:
        assert f.read() == "123"


class Log:
    def __init__(self, path):
        self.file = open(path, "w")  # noqa: SIM115
        self.count = 0

    def add(self, text):
        self.count += 1
        print(self.count, text, file=self.file)

    def close(self):
        self.file.close()


def test_fields_and_lists(paths):
    def logged(p, q):
        log = Log(q)
        log.add("a")
        log.add("b")
        log.close()
        files = [open(p), open(q)]
        firsts = [f.readline() for f in files]
        for f in files:
            f.close()
        return firsts, files[0].closed

    check(logged, *paths)


def test_files_are_closed_when_nobody_has_them(paths):
    @njit
    def many(p, n):
        total = 0
        for _ in range(n):
            total += len(open(p).readline())
        return total

    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert many(paths[0], 3000) == 12000
    if before:
        assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_of_several_threads(paths):
    @njit(parallel=True)
    def lines(q, n):
        with open(q, "w") as f:
            for i in prange(n):
                f.write("line of text " + str(i) + "\n")

    lines(paths[1], 500)
    with open(paths[1]) as f:
        assert sorted(f) == sorted(f"line of text {i}\n" for i in range(500))


def test_what_waits_is_written_at_the_end(tmp_path):
    path = tmp_path / "out.txt"
    script = f"""
    from coluber import njit
    @njit
    def start(path):
        f = open(path, "w")
        f.write("text")
        return f
    f = start({str(path)!r})
    f.write(" and more")
    """
    script_output(script)
    assert path.read_text() == "text and more"


def test_modes_that_vary():
    def f(p, n):
        return open(p, "r" if n else "rb").read()  # noqa: SIM115

    assert "mode" in compile_error(f, "x", 1)
    assert "opener" in compile_error(lambda p: open(p, opener=len), "x")  # noqa: SIM115
    assert "open" in compile_error(lambda p: open(p), 2.5)  # noqa: SIM115


def test_arrays_of_lines(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("".join(f"{k},{k * k / 7}\n" for k in range(1000)))

    def table(p):
        out = np.zeros((1000, 2))
        with open(p) as f:
            for k, line in enumerate(f):
                a, b = line.split(",")
                out[k, 0] = float(a)
                out[k, 1] = float(b)
        return out

    check(table, str(path))
