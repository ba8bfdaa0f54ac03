"""`io.StringIO`, `sys.stdout` and `sys.stderr`, and `print` into them: as CPython."""

from __future__ import annotations

import io
import sys
from io import StringIO

import pytest

from coluber import njit, prange
from tests.run.support import check, compile_error, source


def lines_of(rows):
    out = io.StringIO()
    for k, (name, value) in enumerate(rows):
        out.write(f"{k}: {name}")
        print(" =", value, file=out)
    print(file=out)
    print("a", 1, 2.5, None, [1, 2], (3, "x"), True, sep="-", end="!", file=out)
    print("b", file=out, end="")
    print(*rows, "items", sep=",", file=out)
    out.writelines(["c\n", "d"])
    out.writelines(str(k) for k in range(3))
    return out.getvalue(), out.tell()


def test_writing():
    check(lines_of, [("a", 1), ("bc", 2)])
    check(lines_of, [])


PROGRAMS = {
    "reading": "s = StringIO(x)\nreturn s.read(3), s.readline(), s.read(), s.read(), s.tell()",
    "lines": "s = StringIO(x)\nreturn s.readline(2), s.readlines(), s.readline(), s.readlines()",
    "hints": "return [StringIO(x).readlines(k) for k in (-1, 0, 1, 4, 5, 8, 100)]",
    "iteration": "s = StringIO(x)\nout = [s.tell()]\nfor line in s:\n    out.append(len(line))\nreturn out, s.tell()",
    "next": "s = StringIO(x)\nreturn next(s), s.readline(), next(s, 'none'), next(s, 'none')",
    "overwriting": "s = StringIO(x)\ns.write('ABC')\ns.seek(6)\ns.write('DEFGHIJKLMNOP')\nreturn s.getvalue(), s.tell()",
    "a gap": "s = StringIO('ab')\ns.seek(5)\nn = s.write('c')\nreturn s.getvalue(), n, s.write(''), s.read()",
    "beyond the end": "s = StringIO('ab')\ns.seek(5)\nreturn s.read(), s.readline(), s.tell()",
    "seek": "s = StringIO(x)\nreturn s.seek(0, 2), s.seek(0, 1), s.read(), s.seek(2), s.read(1)",
    "truncate": "s = StringIO(x)\ns.seek(4)\nn = s.truncate()\ns.truncate(2)\ns.write('z')\nreturn n, s.getvalue()",
    "negative seek": "StringIO(x).seek(-1)",
    "wrong whence": "StringIO(x).seek(0, 3)",
    "relative seek": "StringIO(x).seek(1, 1)",
    "negative truncate": "StringIO(x).truncate(-2)",
    "closed": "s = StringIO(x)\ns.close()\nreturn s.getvalue()",
    "write to closed": "s = StringIO(x)\nwith s:\n    s.write('a')\ns.write('b')",
    "is closed": "s = StringIO()\nwith s as t:\n    t.write(x)\n    before = s.getvalue(), s.closed\nreturn before, s.closed",
    "None": "s = StringIO(None)\ns.write(x)\nreturn s.getvalue(), s.readable(), s.writable(), s.seekable(), s.flush()",
    "isinstance": "s = StringIO()\nreturn isinstance(s, StringIO), isinstance(x, StringIO)",
    "separators": "s = StringIO()\nprint(x, 1, sep=None, end=None, file=s)\nprint(x, 2, sep=x, file=s)\nreturn s.getvalue()",
    "flushed": "s = StringIO()\nprint(x, file=s, flush=True)\nreturn s.getvalue(), s.truncate(50)",
    "printed again": "s = StringIO()\nprint('€', 'ü', '𝄞', file=s)\nreturn s.getvalue(), s.tell()",
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(body):
    lines = "\n    ".join(body.split("\n"))
    function = source(f"from io import StringIO\ndef f(x):\n    {lines}\n")
    for text in ("one\ntwo\nthree", "a", "", "x\n\n\r\ny\n"):
        check(function, text)


def test_arguments_and_results():
    @njit
    def log(out, n):
        for k in range(n):
            print("line", k, file=out)
        return out

    out = StringIO("start ")
    out.seek(0, 2)
    assert log(out, 2) is out
    assert out.getvalue() == "start line 0\nline 1\n"
    assert out.tell() == len(out.getvalue())

    @njit
    def made():
        out = StringIO()
        out.write("text")
        return out

    found = made()
    assert type(found) is StringIO
    assert (found.getvalue(), found.tell()) == ("text", 4)
    with pytest.raises(TypeError):
        log(StringIO(newline=None), 1)


def test_printing_to_none(capsys):
    def f(x):
        print("a", x, file=None)
        print("b", x, sep="-", file=None, end="!")

    f(3)
    expected = capsys.readouterr().out
    njit(f)(3)
    sys.stdout.flush()
    assert capsys.readouterr().out == expected


def to_streams(x):
    n = sys.stdout.write(f"a{x}\n")
    sys.stdout.flush()
    print(x, [x], file=sys.stderr, sep="|")
    print("b", "c", end="!\n", file=sys.stdout, flush=True)
    print(*[1, 2, x], "d", file=sys.stderr)
    print(file=sys.stderr)
    err = sys.stderr
    return n, err.write("é\n"), sys.stderr.flush()


def test_standard_streams(capsys):
    expected = to_streams(3), capsys.readouterr()
    assert (njit(to_streams)(3), capsys.readouterr()) == expected


def test_standard_streams_on_several_threads(capfd):
    @njit(parallel=True)
    def lines(n):
        for i in prange(n):
            print("line", i, file=sys.stderr)
            print("out", i, file=sys.stdout)

    lines(20)
    out, err = capfd.readouterr()
    assert sorted(err.splitlines()) == sorted(f"line {i}" for i in range(20))
    assert sorted(out.splitlines()) == sorted(f"out {i}" for i in range(20))


def test_what_is_refused():
    assert "print() with 'file='" in compile_error(lambda x: print(x, file=x), 1)
    assert "write" in compile_error(source("import sys\ndef f(x):\n    sys.stdout.write(x)\n"), 1)
    assert compile_error(source("from io import StringIO\ndef f(x):\n    return StringIO(x, newline=None)\n"), "a")
