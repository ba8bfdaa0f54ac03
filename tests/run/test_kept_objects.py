"""Machine code of functions without ``cache=True``, which other processes find by its LLVM IR."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., str]

PROGRAM = """
    import sys
    import numpy as np
    from coluber import njit, prange

    TABLE = np.arange(7.0)
    NAMES = ["a", "b"]

    class Missing(Exception):
        pass

    @njit
    def look_up(k):
        if k > 5:
            raise Missing(k)
        return TABLE[k]

    @njit
    def words(n):
        NAMES.append(str(n))
        return {name: [name * k for k in range(n)] for name in NAMES}

    @njit
    def countdown(n):
        while n:
            yield n
            n -= 1

    @njit(parallel=True)
    def total(a):
        s = 0.0
        for i in prange(a.size):
            s += a[i] ** 2
        return s

    @njit
    def spread(a):
        return np.median(a), np.unique(a), sorted({int(x) % 3 for x in a})

    def outcomes():
        yield look_up(3)
        try:
            look_up(6)
        except Missing as error:
            yield error.args, error.__traceback__.tb_next.tb_lineno
        yield words(2), NAMES
        yield list(countdown(4))
        yield total(TABLE)
        yield [x.tolist() if isinstance(x, np.ndarray) else x for x in spread(TABLE)]

    for outcome in outcomes():
        print(outcome)
"""

FIRST_LINES = """
    from coluber import njit
    njit(lambda a, b: [a + b, sum({a, b})])(1, 2)
"""


def compiled(printed: str) -> int:
    """Return how often LLVM has optimised."""
    return printed.count("coluber: optimisation")


def results(printed: str) -> str:
    return "".join(line for line in printed.splitlines(keepends=True) if not line.startswith("coluber: "))


@pytest.fixture
def run(fresh_python: Run, tmp_path: Path) -> Run:
    """Run code with a folder of its own; what each stage takes is printed, too."""

    def run(code: str, *arguments: str, **environment: str) -> str:
        return fresh_python(code, *arguments, **{"XDG_CACHE_HOME": str(tmp_path), "COLUBER_TIMINGS": "1", **environment})

    return run


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "coluber" / "objects").glob("*.coluber"))


def test_another_process_finds_the_code(run: Run) -> None:
    first, second, without = run(PROGRAM), run(PROGRAM), run(PROGRAM, COLUBER_OBJECT_CACHE="0")
    assert compiled(first) == compiled(without) > 4
    assert compiled(second) == 0
    assert results(first) == results(second) == results(without)


def test_neither_lines_nor_what_else_is_compiled_matter(run: Run) -> None:
    run(PROGRAM)
    moved = FIRST_LINES + PROGRAM
    second, without = run(moved), run(moved, COLUBER_OBJECT_CACHE="0")
    assert compiled(second) == 1
    assert results(second) == results(without)


def test_tracebacks_have_the_file_that_the_function_is_in(run: Run, tmp_path: Path) -> None:
    source = (
        "from coluber import njit\n@njit\ndef first(a):\n    if a[0] > 3:\n        raise ValueError('large')\n    return a[0]\n"
    )
    (tmp_path / "one.py").write_text(source)
    (tmp_path / "two.py").write_text("# Moved.\n\n" + source)
    code = """
        import sys, traceback
        sys.path.insert(0, sys.argv[1])
        module = __import__(sys.argv[2])
        try:
            module.first([5])
        except ValueError as error:
            print([(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)][1])
    """
    run = functools.partial(run, code, str(tmp_path))
    assert results(run("one")) == f"{(str(tmp_path / 'one.py'), 5)}\n"
    printed = run("two")
    assert results(printed) == f"{(str(tmp_path / 'two.py'), 7)}\n"
    assert compiled(printed) == 0


def test_another_function_has_other_code(run: Run) -> None:
    code = "from coluber import njit\nprint(njit(lambda x: x * {0} + TWO)(5))"
    for number, two in ((3, 2), (4, 2), (3, 2), (3, 5)):
        printed = run(f"TWO = {two}\n{code.format(number)}")
        assert results(printed) == f"{5 * number + two}\n"
    assert compiled(printed) == 1
    assert compiled(run(f"TWO = 5\n{code.format(3)}")) == 0


def test_callers_of_large_functions(run: Run) -> None:
    lines = "".join(f"    if x == {k}:\n        raise ValueError('{k}')\n    x = x * {k + 2} + 1\n" for k in range(80))
    program = f"from coluber import njit\n@njit\ndef large(x):\n{lines}    return x\n"
    program += "print(large(500) % 1000)\nprint(njit(lambda x: large(x) + 1)(500) % 1000)\n"
    first, second = run(program), run(program)
    assert results(first) == results(second)
    assert compiled(first) > compiled(second)


def test_damaged_files_are_written_again(run: Run, tmp_path: Path) -> None:
    code = "from coluber import njit\nprint(njit(lambda x: x + 7)(5))"
    run(code)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    for damaged in (b"", whole[:100], whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        printed = run(code)
        assert (results(printed), compiled(printed)) == ("12\n", 1)
        assert file.read_bytes() == whole
    assert compiled(run(code)) == 0


def test_nothing_is_written_where_that_is_not_wanted(run: Run, tmp_path: Path) -> None:
    code = "from coluber import njit\nprint(njit(lambda x: x + 7)(5))"
    run(code, COLUBER_OBJECT_CACHE="0")
    run(code, COLUBER_DUMP_LLVM="1")
    assert not kept(tmp_path)
    file = tmp_path / "file"
    file.touch()
    assert results(run(code, XDG_CACHE_HOME=str(file))) == "12\n"


def test_folders_that_others_can_write_are_not_read(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "coluber" / "objects"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    run("from coluber import njit\nprint(njit(lambda x: x + 7)(5))")
    assert not kept(tmp_path)


def test_the_folder_can_be_chosen(run: Run, tmp_path: Path) -> None:
    run("from coluber import njit\nprint(njit(lambda x: x + 7)(5))", COLUBER_CACHE_DIR=str(tmp_path / "chosen"))
    assert not kept(tmp_path)
    assert len(list((tmp_path / "chosen" / "objects").iterdir())) == 1
