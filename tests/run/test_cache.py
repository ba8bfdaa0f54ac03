"""The cache on disk: programs that run twice, in processes of their own, with a change between."""

from __future__ import annotations

import fnmatch
import os
import shutil
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

MODULE = """
import numpy as np
from coluber import njit

FACTOR = 3.0
TABLE = np.arange(10.0)


@njit
def helper(x, scale=np.array([1.0, 1.0])):
    return x * FACTOR * scale[1]


def unrelated(x):
    return x
"""

PROGRAM = """
import numpy as np
from coluber import njit, cuda
import library


class Refused(Exception):
    pass


@njit(cache=True)
def total(a, n=4):
    s = 0.0
    for i in range(n):
        s += library.helper(a[i]) + library.TABLE[i]
    if s < 0:
        raise Refused("negative", n)
    return s


print(total(np.arange(5.0)), "hit" if total.stats.cache_hits else "miss")
"""


class Place:
    """A folder with a library and a program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("library.py", MODULE)
        self.write("program.py", PROGRAM)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text)
        # Times of files have to differ, or Python takes its own cached bytecode for the same source.
        stamp = len(list(self.folder.glob("*.stamp"))) + 1
        (self.folder / f"{stamp}.stamp").touch()
        os.utime(path, (1_700_000_000 + stamp, 1_700_000_000 + stamp))

    def edit(self, name: str, before: str, after: str) -> None:
        text = (self.folder / name).read_text()
        assert before in text
        self.write(name, text.replace(before, after))

    def run(self, name: str = "program.py", **variables: str) -> str:
        return self.start(name, **variables).stdout.strip()

    def start(self, name: str = "program.py", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "home"), **variables}
        done = subprocess.run(
            [sys.executable, str(self.folder / name)],
            capture_output=True, text=True, env=environment, timeout=120, check=False, cwd=self.folder,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done

    def files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.coluber"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_second_process_finds_the_code(place: Place):
    assert place.run() == "24.0 miss"
    assert [file.parent.name for file in place.files()] == ["__pycache__"]
    assert place.run() == "24.0 hit"


@pytest.mark.parametrize(
    ("file", "before", "after", "expected"),
    [
        ("library.py", "FACTOR = 3.0", "FACTOR = 4.0", "30.0 miss"),
        ("library.py", "return x * FACTOR", "return 1 + x * FACTOR", "28.0 miss"),
        ("library.py", "np.array([1.0, 1.0])", "np.array([1.0, 2.0])", "42.0 miss"),
        ("library.py", "np.arange(10.0)", "np.arange(10.0) + 1", "28.0 miss"),
        ("library.py", "@njit\n", "@njit(fastmath=True)\n", "24.0 miss"),
        ("program.py", "n=4", "n=3", "12.0 miss"),
        ("program.py", "s = 0.0", "s = 1.0", "25.0 miss"),
        ("library.py", "from coluber", "# A comment.\nfrom coluber", "24.0 hit"),
        ("library.py", "    return x * FACTOR", "    # A comment inside.\n    return x * FACTOR", "24.0 hit"),
        ("library.py", "def unrelated(x):\n    return x", "def unrelated(x):\n    return x + 1", "24.0 hit"),
        ("program.py", "    for i in", "    # A comment inside.\n\n    for i in", "24.0 hit"),
    ],
)
def test_what_changes_is_compiled_again(place: Place, file: str, before: str, after: str, expected: str):
    place.run()
    place.edit(file, before, after)
    assert place.run() == expected
    assert place.run() == expected.replace("miss", "hit")


STATES = """
import random
import numpy as np
from coluber import njit


@njit(cache=True)
def drawn(seed):
    state, other = np.random.RandomState(seed), random.Random(seed)
    return round(state.random_sample() + state.normal(0.0, 1.0, 2).sum() + other.random(), 6)


print(drawn(3), "hit" if drawn.stats.cache_hits else "miss")
"""


def test_functions_that_make_states_of_random_numbers(place: Place):
    place.write("program.py", STATES)
    first = place.run()
    assert first.endswith("miss")
    assert place.run() == first.replace("miss", "hit")


def test_going_back_finds_the_first_code(place: Place):
    place.run()
    place.edit("library.py", "FACTOR = 3.0", "FACTOR = 4.0")
    place.run()
    place.edit("library.py", "FACTOR = 4.0", "FACTOR = 3.0")
    assert place.run() == "24.0 hit"


def test_a_global_that_takes_the_place_of_another(place: Place):
    place.run()
    place.edit("library.py", "def unrelated", "from math import sqrt\nhelper = njit(lambda x: sqrt(x))\ndef unrelated")
    assert place.run().endswith("miss")


TRACEBACK = """
import traceback
try:
    total(-np.arange(5.0) * 9)
except Refused as error:
    print(error.args, traceback.extract_tb(error.__traceback__)[-1].line)
"""


def test_exceptions_of_code_from_the_cache(place: Place):
    place.edit("program.py", "print(total", TRACEBACK + "print(total")
    expected = "('negative', 4) raise Refused(\"negative\", n)\n24.0 "
    assert place.run() == expected + "miss"
    assert place.run() == expected + "hit"
    place.edit("program.py", "    if s < 0", "    # Moves what follows.\n\n    if s < 0")
    place.edit("program.py", "import library", "import library\n\n\n# Moves the function.")
    assert place.run() == expected + "hit"


def test_damaged_files_are_written_again(place: Place):
    place.run()
    (file,) = place.files()
    good = file.read_bytes()
    for bad in (b"", good[:100], good[:-7], good.replace(b"total", b"tutal"), b"\0" * len(good)):
        file.write_bytes(bad)
        assert place.run() == "24.0 miss"
        assert place.run() == "24.0 hit"


def test_folder_from_the_environment(place: Place, tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    assert place.run(NUMBA_CACHE_DIR=str(elsewhere)) == "24.0 miss"
    assert place.run(NUMBA_CACHE_DIR=str(elsewhere)) == "24.0 hit"
    assert all(file.is_relative_to(elsewhere) for file in place.files())
    assert place.files()[0].parent.stat().st_mode & 0o077 == 0


def test_folder_that_everyone_can_write_is_passed_over(place: Place):
    beside = place.folder / "__pycache__"
    assert place.run() == "24.0 miss"
    assert [file.parent for file in place.files()] == [beside]
    beside.chmod(0o777)
    assert place.run() == "24.0 miss"
    assert place.run() == "24.0 hit"
    beside.chmod(0o755)
    shutil.rmtree(place.folder / "home")
    assert place.run() == "24.0 hit"


def test_folder_that_cannot_be_read_is_passed_over(tmp_path: Path, monkeypatch):
    from coluber.core import caching

    def refuse(folder):
        raise PermissionError(folder)

    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "module.py").write_text("def f(x): return x")
    exec(compile("def f(x): return x", str(tmp_path / "module.py"), "exec"), module := {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(caching.os, "access", lambda folder, mode: False)
    monkeypatch.setattr(caching.os, "listdir", refuse)
    assert str(caching.folder_of(module["f"])).startswith(str(tmp_path / "home"))


def test_folder_that_is_set_and_that_everyone_can_write(place: Place):
    shared = place.folder / "shared"
    assert place.run(NUMBA_CACHE_DIR=str(shared)) == "24.0 miss"
    (below,) = shared.iterdir()
    below.chmod(0o777)
    done = place.start(NUMBA_CACHE_DIR=str(shared))
    assert done.stdout.strip() == "24.0 miss"
    assert f"NumbaSystemWarning: other users can put code into {below}: it is not used" in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners")
def test_owners_of_folders(tmp_path: Path, monkeypatch):
    from coluber.core import folders

    user, other, maker = 1000, 1001, 1002
    owners = {"folder": user, "source": user}
    status = os.stat(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(folders, "_status", lambda path: _owned_by(status, owners[path]) if path in owners else None)
    safe_owners = [(user, user), (user, other), (0, other), (maker, maker)]
    for owner, of_source in [*safe_owners, (other, user), (other, 0)]:
        owners.update(folder=owner, source=of_source)
        assert folders.is_safe("folder", "source") == ((owner, of_source) in safe_owners)
    owners.update(folder=other)
    assert not folders.is_safe("folder", "no source")
    assert folders.is_safe("no folder", "source")


def _owned_by(status: os.stat_result, owner: int) -> os.stat_result:
    fields = list(status)
    fields[stat.ST_UID] = owner
    fields[stat.ST_MODE] = stat.S_IFDIR | 0o755
    return os.stat_result(fields)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_folder_of_another_user_is_passed_over(place: Place):
    assert place.run() == "24.0 miss"
    os.chown(place.folder / "__pycache__", 4242, -1)
    assert place.run() == "24.0 miss"
    assert place.run() == "24.0 hit"
    assert any(file.is_relative_to(place.folder / "home") for file in place.files())


def test_where_nothing_can_be_written(place: Place):
    (place.folder / "file").touch()
    for _ in range(2):
        assert place.run(NUMBA_CACHE_DIR=str(place.folder / "file" / "below")) == "24.0 miss"


LOCATED = """
import os
from coluber import njit
from coluber.core.caching import CacheImpl, {base}


class Elsewhere({base}):
    def __init__(self, py_func, py_file):
        super().__init__(py_func, py_file)
        {own}


CacheImpl._locator_classes.insert(0, Elsewhere)


@njit(cache=True)
def f(x):
    return x + 1


f(1)
print(os.path.relpath(f.stats.cache_path), "hit" if f.stats.cache_hits else "miss")
"""


@pytest.mark.parametrize(
    ("base", "own", "folder"),
    [
        ("InTreeCacheLocator", "pass", "__pycache__"),
        ("InTreeCacheLocator", "self._cache_path = os.path.join('own', self.get_suitable_cache_subpath(py_file))", "own/*"),
        ("UserProvidedCacheLocator", "pass", "chosen/*"),
        ("UserWideCacheLocator", "pass", "home/coluber/*"),
    ],
)
def test_locators_of_programs(place: Place, base: str, own: str, folder: str):
    place.write("located.py", LOCATED.format(base=base, own=own))
    variables = {"NUMBA_CACHE_DIR": str(place.folder / "chosen")} if base == "UserProvidedCacheLocator" else {}
    path, found = place.run("located.py", **variables).split()
    assert found == "miss"
    assert fnmatch.fnmatch(path, folder), path
    assert [str(file.parent.relative_to(place.folder)) for file in place.files()] == [path]
    assert place.run("located.py", **variables).split() == [path, "hit"]


OBJECTS = """
from coluber import njit
from coluber.core import caching


class File(caching.IndexDataCacheFile):
    def save(self, key, data):
        raise AssertionError("nobody asks it")


@njit(cache=True)
def f(x):
    return x + 1


f._set_uuid("12345")
implementation = f._cache._impl
implementation._filename_base = f"{implementation._filename_base}-{f._uuid}"
f._cache._cache_file = File(
    cache_path=f._cache._cache_path,
    filename_base=implementation.filename_base,
    source_stamp=implementation.locator.get_source_stamp(),
)
f(1)
print("hit" if f.stats.cache_hits else "miss", end=" ")
f._cache = caching.NullCache()
f(1.0)
print(f.stats.cache_path, f._cache.cache_path)
"""


def test_files_and_identities_of_programs(place: Place):
    place.write("own_files.py", OBJECTS)
    assert place.run("own_files.py") == "miss None None"
    assert place.run("own_files.py") == "hit None None"


def test_locators_that_know_nothing_are_passed_over(place: Place):
    place.write("located.py", LOCATED.format(base="UserProvidedCacheLocator", own="pass"))
    assert place.run("located.py").split() == ["__pycache__", "miss"]
    place.write("located.py", LOCATED.format(base="UserWideCacheLocator", own="raise OSError"))
    assert place.run("located.py").split() == ["__pycache__", "hit"]


KINDS = """
import collections
import numpy as np
from coluber import njit, cuda

Point = collections.namedtuple("Point", "x y")
OFFSET = 5
COLUMNS = np.asfortranarray(np.arange(12.0).reshape(3, 4))
VIEW = np.arange(20)[::-3]


@njit
def double(x):
    return 2 * x


@njit(cache=True)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@njit(cache=True)
def point(p):
    return Point(p.y, p.x + OFFSET)


@njit(cache=True)
def apply(f, x):
    return f(x)


@njit(cache=True)
def library_code(a):
    return np.sin(a).sum() + a.mean() + np.var(a) + COLUMNS[1].sum() + VIEW.sum()


def make(k):
    @njit(cache=True)
    def closure(x):
        return x + k
    return closure


@njit("float64(int32)", cache=True)
def eager(x):
    return x / 2


@njit(cache=True)
def caught(a):
    try:
        if a[0] == 0:
            raise ValueError("zero")
        return 1.0
    except ValueError as e:
        return -1.0


@njit(cache=True, debug=True)
def checked(a, i):
    return a[i]


@cuda.jit(cache=True)
def kernel(x):
    tile = cuda.shared.array(32, np.float64)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x] = x[i] * OFFSET
    cuda.syncthreads()
    x[i] = tile[31 - cuda.threadIdx.x]


x = np.arange(32.0)
kernel[1, 32](x)
try:
    checked(x, 99)
    failed = False
except IndexError:
    failed = True
one, two = make(1), make(2)
a = np.arange(4.0)
print(fib(20), point(Point(1, 2)), apply(double, 3), library_code(a), one(1), two(1), eager(3), caught(a), caught(a + 1),
      x[:2], failed)
print([len(f.stats.cache_hits) for f in (fib, point, apply, library_code, one, two, eager, caught, checked, kernel)])
"""


def test_functions_of_all_kinds(place: Place):
    place.write("kinds.py", KINDS)
    first, misses = place.run("kinds.py").splitlines()
    second, hits = place.run("kinds.py").splitlines()
    assert first == second
    assert misses == str([0] * 10)
    assert hits == str([1] * 10)


PTX = """
import numpy as np
from coluber import cuda
import library


class Refused(Exception):
    pass


@cuda.jit(cache=True, debug=DEBUG, opt=not DEBUG)
def kernel(x):
    i = cuda.grid(1)
    if x[i] < 0:
        raise Refused("negative", i)
    x[i] *= library.FACTOR


described = kernel._ptx(((cuda.types.float32[:],), None), {"cc": (8, 0), "debug": DEBUG})
sites = (described["errors"] or {"sites": []})["sites"]
print(len(described["ptx"]), described["params"], [site[1:] for site in sites])
"""


@pytest.mark.parametrize("debug", [False, True])
def test_ptx(place: Place, debug: bool):
    place.write(
        "ptx.py",
        PTX.replace("DEBUG", str(debug))
        .replace("cuda.types", "coluber.types")
        .replace("import numpy", "import coluber\nimport numpy"),
    )
    first = place.run("ptx.py", COLUBER_DEBUG_CACHE="1").splitlines()
    assert first[0].endswith(": kept")
    assert ("Refused" in first[1] or "negative" in first[1]) == debug
    assert place.run("ptx.py", COLUBER_DEBUG_CACHE="1").splitlines() == first[1:]
    place.edit("ptx.py", "    i = cuda", "    # Moves the lines, which code for debuggers has in itself.\n    i = cuda")
    assert len(place.run("ptx.py", COLUBER_DEBUG_CACHE="1").splitlines()) == 1 + debug
    place.edit("library.py", "FACTOR = 3.0", "FACTOR = 4.0")
    assert len(place.run("ptx.py", COLUBER_DEBUG_CACHE="1").splitlines()) == 2


def test_texts_of_code_from_the_cache(place: Place):
    place.edit("program.py", "print(total", "text = lambda: list(total.inspect_llvm().values())[0]\nprint(total")
    place.edit("program.py", '"miss")', '"miss", "define" in text(), list(total.inspect_asm().values())[0].count("ret") > 0)')
    assert place.run() == "24.0 miss True True"
    assert place.run() == "24.0 hit True True"


def test_many_processes_at_once(place: Place):
    command = [sys.executable, str(place.folder / "program.py")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=place.folder) for _ in range(6)]
    outputs = [process.communicate(timeout=120)[0].strip() for process in running]
    assert {output.split()[0] for output in outputs} == {"24.0"}
    assert place.run() == "24.0 hit"


def test_functions_that_are_in_no_file(place: Place):
    source = textwrap.dedent("""
        from coluber import njit
        names = {"njit": njit}
        exec(compile("@njit(cache=True)\\ndef f(x):\\n    return x + 1", "<cell>", "exec"), names)
        print(names["f"](1), len(names["f"].stats.cache_hits))
    """)
    place.write("cells.py", source)
    assert place.run("cells.py") == "2 0"
    assert place.run("cells.py") == "2 1"


def test_numbers_of_hits_and_misses():
    from coluber import njit

    function = njit(lambda x: x)
    function(1)
    assert function.stats.cache_path is None
    assert list(function.stats.cache_misses.values()) == [1]
    assert function.stats.cache_hits == {}


# ------------------------------------------------------------------------------------------------------ coluber cache


def coluber_cache(*arguments: str, folder: Path) -> str:
    command = [sys.executable, "-m", "coluber", "cache", *arguments, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def filled(folder: Path) -> list[Path]:
    """Files of the cache, each older than the next by a day, and one that is not the cache's."""
    files = []
    for k in range(4):
        file = folder / f"inner{k % 2}" / f"f{k}.coluber"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"x" * (1 << 20))
        used = file.stat().st_mtime - (4 - k) * 24 * 60 * 60
        os.utime(file, (used, used))
        files.append(file)
    (folder / "other.txt").write_text("stays")
    return files


def test_the_command_shows_what_is_kept(tmp_path):
    filled(tmp_path)
    shown = coluber_cache("info", folder=tmp_path)
    assert "     2      2.0  " in shown
    assert shown.splitlines()[1].endswith("inner0")
    assert shown.splitlines()[-1] == "     4      4.0  in 2 folders"


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        (["clear"], 0),
        (["prune", "--days", "2.5"], 2),
        (["prune", "--size", "3"], 3),
        (["prune", "--size", "1", "--days", "9"], 1),
    ],
)
def test_the_command_removes_files(tmp_path, arguments, left):
    files = filled(tmp_path)
    assert f"removed {4 - left} files" in coluber_cache(*arguments, folder=tmp_path).replace("1 file,", "1 files,")
    assert [file.exists() for file in files] == [k >= 4 - left for k in range(4)]
    assert (tmp_path / "other.txt").exists()


def test_pruning_needs_a_measure(tmp_path):
    command = [sys.executable, "-m", "coluber", "cache", "prune", str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 2
    assert "--size or --days" in found.stderr


def test_a_folder_is_bounded(tmp_path):
    (tmp_path / "program.py").write_text(
        textwrap.dedent("""
        from coluber import njit
        for k in range(12):
            njit(eval(f"lambda x: x * {k} + {'x' * 9} " + "+ x ** 3.5" * 40, {"x" * 9: k}), cache=True)(1.0)
        """)
    )
    for size, few in ((0, True), (1024, False)):
        place = tmp_path / f"cache{size}"
        environment = {**os.environ, "COLUBER_CACHE_DIR": str(place), "COLUBER_CACHE_SIZE": str(size)}
        subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env=environment, check=True)
        files = list(place.rglob("*.coluber"))
        assert len(files) == 12 or few
        assert sum(file.stat().st_size for file in files) <= 1 << 20


def test_ufuncs_and_stencils_are_kept(tmp_path):
    (tmp_path / "program.py").write_text(
        textwrap.dedent("""
        import numpy as np
        from coluber import guvectorize, stencil, vectorize


        @vectorize(["f8(f8, f8)"], cache=True)
        def eager(x, y):
            return x + y * 2


        @vectorize(cache=True)
        def lazy(x, y):
            return x * y + 2


        @guvectorize(["(f8[:], f8[:])"], "(n)->(n)", cache=True)
        def parts(a, b):
            for i in range(a.size):
                b[i] = a[i] * 3


        @stencil(cache=True)
        def around(a):
            return a[-1] + a[1]


        a = np.arange(5.0)
        print(eager(a, a), lazy(a, a), parts(a), around(a))
        """)
    )
    outputs = []
    for _ in range(2):
        variables = {"COLUBER_CACHE_DIR": str(tmp_path / "cache"), "COLUBER_TIMINGS": "1", "COLUBER_OBJECT_CACHE": "0"}
        environment = {**os.environ, **variables}
        command = [sys.executable, "program.py"]
        found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        outputs.append((found.stdout, found.stderr.count("machine code")))
    results = "[ 0.  3.  6.  9. 12.] [ 2.  3.  6. 11. 18.] [ 0.  3.  6.  9. 12.] [0. 2. 4. 6. 0.]\n"
    assert outputs[0][0] == outputs[1][0] == results
    assert outputs[0][1] >= 4
    assert outputs[1][1] == 0


# What raises classes of exceptions of NumPy, where arguments are wrong.
RAISING = ["np.sort(a)", "np.concatenate((a, a))", "np.linalg.inv(a)", "np.diff(a, axis=0)", "np.fft.fft(a[0])"]


def test_functions_that_raise_classes_of_numpy(tmp_path):
    lines = ["import numpy as np", "from coluber import njit", "A = np.array([[3.0, 1.0], [2.0, 5.0]])"]
    for k, text in enumerate(RAISING):
        lines += ["@njit(cache=True)", f"def f{k}(a):", f"    return {text}", f"f{k}(A)"]
    lines += [f"print({', '.join(f'sum(f{k}.stats.cache_hits.values())' for k in range(len(RAISING)))})"]
    (tmp_path / "program.py").write_text("\n".join(lines))
    environment = {**os.environ, "COLUBER_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "program.py"]
    outputs = [
        subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True) for _ in range(2)
    ]
    assert [found.stdout.split() for found in outputs] == [["0"] * len(RAISING), ["1"] * len(RAISING)]


def test_exceptions_of_numpy_from_kept_code(tmp_path):
    (tmp_path / "program.py").write_text(
        "import numpy as np\nfrom coluber import njit\n@njit(cache=True)\ndef f(a, k):\n    return np.diff(a, axis=k)\n"
        "try:\n    f(np.ones(3), 4)\nexcept np.exceptions.AxisError as e:\n    print(type(e) is np.exceptions.AxisError, e)\n"
        "print(sum(f.stats.cache_hits.values()))\n"
    )
    environment = {**os.environ, "COLUBER_CACHE_DIR": str(tmp_path / "cache")}
    for hits in "01":
        command = [sys.executable, "program.py"]
        found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        assert found.stdout.split("\n")[:2] == ["True axis 4 is out of bounds for array of dimension 1", hits]


@pytest.mark.parametrize("option", [["--size", "-1"], ["--days", "-0.5"], ["--size", "nan"]])
def test_pruning_to_less_than_nothing_is_refused(tmp_path: Path, option):
    kept = tmp_path / "f-1.coluber"
    kept.write_bytes(b"code")
    command = [sys.executable, "-m", "coluber", "cache", "prune", str(tmp_path), f"{option[0]}={option[1]}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "not a size or a time" in done.stderr
    assert kept.exists()
