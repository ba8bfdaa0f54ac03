"""`os`, `os.path`, `pathlib`, `sys`, `platform`, `time`, `secrets`, `uuid`, `urllib.parse`, `textwrap`: as CPython."""

from __future__ import annotations

import hashlib
import hmac
import os
import pathlib
import re
import secrets
import time
import uuid

import pytest

from coluber import njit
from tests.run.support import check, compile_error, run_script, source

_IMPORTS = """
import fnmatch
import glob
import hashlib
import hmac
import os
import os.path as osp
import pathlib
import platform
import shutil
import sys
import tempfile
import textwrap
import time
import urllib.parse
import uuid
from pathlib import Path
"""

PATHS = {
    "join": "return os.path.join(p, 'a', 'b.c'), os.path.join('a'), os.path.join('a', '/b'), osp.join(p, '')",
    "join of items": "q = p.split('/')\nreturn os.path.join(*q), os.path.join('x', *q), os.path.join(*('a', 'b'))",
    "parts": "return os.path.basename(p), os.path.dirname(p), os.path.split(p), os.path.splitext(p), os.path.splitdrive(p)",
    "unpacked": "base, ext = os.path.splitext('x.tar.gz')\nreturn base + '|' + ext",
    "questions": "return [g(p) for g in (os.path.exists, os.path.isfile, os.path.isdir)], os.path.isabs(p), os.path.islink(p)",
    "more questions": "return os.path.lexists(p), os.path.ismount('/'), os.path.samefile(p, p), os.access(p, os.R_OK)",
    "made whole": "return os.path.abspath('x'), os.path.normpath('a/../b//c'), os.path.realpath(p), os.path.normcase(p)",
    "users": "return os.path.expanduser('~/a'), os.path.expandvars('$HOME/b')",
    "two": "return os.path.relpath('/a/b', '/a/c'), os.path.relpath(p), os.path.commonpath(['/a/b', '/a/c'])",
    "sizes": "return os.path.getsize(p), os.path.getmtime(p) > 0, os.path.getatime(p) > 0",
    "no size": "return os.path.getsize(p + '.no')",
    "no common path": "return os.path.commonpath(['/a', 'b'])",
    "folders": "d = os.path.dirname(p)\nreturn sorted(os.listdir(d)), os.getcwd(), os.path.isdir(d)",
    "no folder": "return os.listdir(p)",
    "changes": "d = p + '.d'\nos.makedirs(os.path.join(d, 'e'), exist_ok=True)\na = os.path.isdir(d)\nos.rmdir(d + '/e')\n"
    "os.rmdir(d)\nopen(d, 'w').close()\nos.rename(d, d + '2')\nb = os.path.exists(d + '2')\nos.remove(d + '2')\n"
    "return a, b, os.path.exists(d)",
    "patterns": "return glob.glob(p[:-1] + '*'), fnmatch.fnmatch('a.py', '*.py'), fnmatch.filter(['a.py', 'b.c'], '*.py')",
    "commands": "return shutil.which('sh') is not None, shutil.which('no-such-command'), os.system('true')",
    "constants": "return os.sep, os.linesep, os.curdir, os.pardir, os.extsep, os.pathsep, os.devnull, os.name",
}

PATH_OBJECTS = {
    "parts": "q = Path(p)\nreturn q, str(q), q.name, q.stem, q.suffix, q.parent, q.parent.parent.name, q.anchor, f'{q}'",
    "made": "return Path(), Path('a'), Path('a', 'b/c'), Path(Path('a'), 'b'), pathlib.Path('a//b/./c')",
    "below": "return Path('a') / 'b' / 'c', Path('a') / Path('b'), 'x' / Path('y'), Path('a').joinpath('b', Path('c'))",
    "questions": "q = Path(p)\nreturn q.exists(), q.is_file(), q.is_dir(), q.parent.is_dir(), q.is_absolute(), "
    "(q / 'no').exists()",
    "others": "q = Path('a/b.tar.gz')\nreturn q.with_suffix('.x'), q.with_name('c'), q.with_stem('d'), "
    "q.relative_to('a'), q.suffixes",
    "compared": "return Path('a') == Path('a') / '.', Path('a') < Path('b'), Path('a') != Path('b'), {Path('a'): 1}[Path('a')]",
    "whole": "return Path.cwd(), Path.home(), Path('x').absolute(), Path(p).resolve(), Path('~').expanduser(), "
    "Path(p).as_posix()",
    "text": "q = Path(p + '.t')\nn = q.write_text('é\\n'), q.read_text(), q.read_bytes(), os.path.getsize(q), open(q).read()\n"
    "q.unlink()\nq.unlink(missing_ok=True)\nreturn n, q.exists()",
    "bytes": "q = Path(p).with_suffix('.b')\nn = q.write_bytes(b'ab')\nm = q.read_bytes()\nos.remove(q)\nreturn n, m",
    "opened": "with Path(p).open() as f:\n    a = f.readline()\nwith open(Path(p), 'rb') as f:\n    return a, f.read(2)",
    "folders": "q = Path(p + '.f')\n(q / 'e').mkdir(parents=True)\n(q / 'x.txt').touch()\n"
    "a = [r.name for r in sorted(q.iterdir())], [r.name for r in q.glob('*.txt')], len(list(q.rglob('*')))\n"
    "(q / 'x.txt').rename(q / 'y.txt').unlink()\n(q / 'e').rmdir()\nq.rmdir()\nreturn a, q.exists()",
    "no file": "return Path(p + '.no').read_text()",
    "not below": "return Path('a').relative_to('b')",
    "isinstance": "return isinstance(Path(p), Path), os.path.join(Path('a'), 'b'), os.path.exists(Path(p))",
}

ENVIRONMENT = {
    "read": "return os.environ['HOME'], os.environ.get('HOME'), os.environ.get('NO_SUCH', 'x'), os.environ.get('NO_SUCH')",
    "getenv": "return os.getenv('HOME'), os.getenv('NO_SUCH'), os.getenv('NO_SUCH', 'd'), os.getenv('HOME', 'd'), "
    "os.getenv('NO_SUCH', 3)",
    "missing": "return os.environ['NO_SUCH']",
    "default of another type": "return os.environ.get('NO_SUCH', 3), os.environ.get('HOME', 3)",
    "number": "return int(os.environ.get('NO_SUCH', '4')) + 1, int(os.getenv('NO_SUCH', '5'))",
    "tested": "v = os.environ.get('NO_SUCH')\nif v is None:\n    return 'no'\nreturn v.upper()",
    "in": "return 'HOME' in os.environ, 'NO_SUCH' in os.environ, 'NO_SUCH' not in os.environ",
    "changed": "os.environ['ZZ'] = p\na = os.environ['ZZ'], 'ZZ' in os.environ\ndel os.environ['ZZ']\n"
    "b = os.environ.setdefault('ZZ', 'b'), os.environ.pop('ZZ'), os.environ.get('ZZ')\nreturn a, b",
    "several": "os.environ.update({'ZZ': 'a', 'ZY': p})\n"
    "a = os.environ.pop('ZZ', 'x'), os.environ.pop('ZZ', 'x'), os.environ.pop('ZZ', None)\n"
    "return a, os.environ.pop('ZY')",
    "removed twice": "del os.environ['NO_SUCH']",
    "loops": "return len(os.environ), sorted([k for k in os.environ]), [v for k, v in os.environ.items() if k == 'HOME']",
    "a dict": "d = os.environ.copy()\nd['ZZ'] = 'a'\nreturn d['HOME'], 'ZZ' in os.environ",
}

OTHERS = {
    "processes": "return os.getpid(), os.getppid(), os.cpu_count(), os.cpu_count() * 2, len(os.urandom(5))",
    "sys": "return sys.maxsize, sys.platform, sys.argv, sys.byteorder, sys.version_info[:2], sys.version_info >= (3, "
    "9), sys.intern(p)",
    "more of sys": "return sys.getrecursionlimit(), sys.getdefaultencoding(), sys.getfilesystemencoding()",
    "platform": "return platform.system(), platform.machine(), platform.python_version(), platform.release(), platform.node()",
    "times": "return time.strftime('%Y-%m-%d'), time.ctime()[:10], time.ctime(0.0), time.asctime()[-4:]",
    "folders": "return tempfile.gettempdir()",
    "wrapped": "t = 'some words of a text that is long'\n"
    "return textwrap.wrap(t, 10), textwrap.fill(t, width=12, initial_indent='* ', subsequent_indent='  '), textwrap.wrap('')",
    "shortened": "t = 'some words of a text'\n"
    "return textwrap.shorten(t, 12), textwrap.shorten(t, width=12, placeholder='...'), "
    "textwrap.fill(t, 6, max_lines=2)",
    "too narrow": "return textwrap.wrap(p, -1)",
    "quoted": "return urllib.parse.quote('a b/ü'), urllib.parse.quote('a/b', safe=''), urllib.parse.quote_plus('a b'), "
    "urllib.parse.unquote('a%20b'), urllib.parse.unquote_plus('a+b')",
    "urls": "u = urllib.parse.urlparse('http://user@a.b:80/p?q=1#f')\n"
    "return u, u.scheme, u.netloc, u.path, u.query, u.fragment, u[1], urllib.parse.urlsplit('x:y'), "
    "urllib.parse.urljoin('http://a/b', 'c')",
    "queries": "q = 'a=1&b=2&a=3'\nreturn urllib.parse.parse_qs(q), urllib.parse.parse_qsl(q), "
    "urllib.parse.urlencode({'a': 1, 'b': 'x y'})",
    "uuids": "u = uuid.UUID('{12345678-1234-5678-1234-567812345678}')\n"
    "return u, str(u), u.hex, u.urn, u.bytes, u.version, u == uuid.UUID(u.hex), uuid.UUID('1' * 16 + '8' * 16).version",
    "no uuid": "return uuid.UUID('zz')",
    "codes": "h = hmac.new(b'key', p.encode(), 'sha256')\nh.update(b'a')\n"
    "return h.hexdigest(), h.name, h.copy().digest(), h.digest_size, "
    "hmac.digest(b'k', b'a', 'md5'), hmac.new(b'key', b'a', hashlib.sha1).hexdigest(), hmac.new(b'k', "
    "digestmod=hashlib.blake2b).digest()",
}

ALL = {
    f"{group}: {name}": body
    for group, table in (("paths", PATHS), ("objects", PATH_OBJECTS), ("environment", ENVIRONMENT), ("others", OTHERS))
    for name, body in table.items()
}


@pytest.mark.parametrize("body", ALL.values(), ids=ALL.keys())
def test_program(body, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/of nobody")
    path = tmp_path / "a file.txt"
    path.write_text("one\ntwo\n")
    lines = "\n    ".join(body.split("\n"))
    check(source(f"{_IMPORTS}\ndef f(p):\n    {lines}\n"), str(path))


def test_arguments_and_results(tmp_path):
    @njit
    def below(path, name):
        return path / name

    assert below(tmp_path, "x") == tmp_path / "x"
    assert type(below(tmp_path, "x")) is type(tmp_path)

    @njit
    def digits(u):
        return u.hex, u

    made = uuid.uuid4()
    assert digits(made) == (made.hex, made)

    @njit
    def variable(environment, name):
        return environment[name]

    assert variable(os.environ, "PATH") == os.environ["PATH"]


def test_random_values():
    @njit
    def drawn(items):
        return (
            [secrets.randbelow(10) for _ in range(50)],
            secrets.token_hex(4),
            secrets.token_hex(),
            secrets.token_bytes(3),
            secrets.token_urlsafe(8),
            secrets.choice(items),
            secrets.randbits(3),
            secrets.compare_digest("a", "a"),
            uuid.uuid4(),
            str(uuid.uuid1()),
        )

    below, text, long, data, safe, item, bits, same, number, first = drawn(["a", "b"])
    assert set(below) <= set(range(10))
    assert len(set(below)) > 2
    assert re.fullmatch("[0-9a-f]{8}", text)
    assert re.fullmatch("[0-9a-f]{64}", long)
    assert (len(data), len(safe), bits < 8, same) == (3, 11, True, True)
    assert item in ["a", "b"]
    assert (number.version, uuid.UUID(first).version) == (4, 1)
    assert drawn(["a"])[4] != safe
    with pytest.raises(IndexError, match="empty"):
        drawn([""][:0])


def test_clocks():
    @njit
    def times():
        return (
            time.time_ns(),
            time.perf_counter_ns(),
            time.monotonic(),
            time.process_time(),
            time.sleep(0.001),
            time.monotonic(),
        )

    wall, _, before, _, _, after = times()
    assert abs(wall - time.time_ns()) < 60e9
    assert after - before >= 0.001


def test_replaced_functions(monkeypatch):
    @njit
    def where():
        return os.getcwd(), os.path.exists("/no such place")

    monkeypatch.setattr(os.path, "exists", os.path.exists)
    monkeypatch.chdir("/")
    assert where() == ("/", False)


def test_questions_to_the_user():
    script = """
    from coluber import njit
    @njit
    def ask():
        name = input("name: ")
        return name + "!" + input()
    print(ask())
    """
    import subprocess
    import sys
    import textwrap

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], input="a\nb\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "name: a!b\n"


def test_exit():
    done = run_script("""
    import sys
    from coluber import njit
    @njit
    def leave(n):
        sys.stdout.write("bye")
        sys.exit(n)
    leave(3)
    """)
    assert (done.returncode, done.stdout) == (3, "bye")


def test_hashes_with_keys_come_back():
    @njit
    def made(key):
        return hmac.new(key, b"a", "sha256")

    assert type(made(b"k")) is hmac.HMAC
    assert made(b"k").digest() == hmac.digest(b"k", b"a", hashlib.sha256)


def test_what_is_refused():
    assert "join" in compile_error(lambda n: os.path.join(n, "a"), 1)
    assert "getenv" in compile_error(lambda n: os.getenv(n), 1)
    assert "Path" in compile_error(lambda n: pathlib.Path(n), 1.5)


def test_functions_as_values():
    def applied(function, text):
        return function(text), [g(text) for g in (os.path.dirname, os.path.basename)], list(map(os.path.isdir, [text]))

    check(applied, os.path.normpath, "a//b")
