"""The reports of what was compiled, and the commands that make them."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

from coluber import jit, njit, prange
from coluber.reports.collect import report
from coluber.reports.page import page

SCRIPT = """
import sys
from numba import jit, njit
import pickle
import numpy as np

@jit
def digest(x):
    for i in range(len(x)):
        x[i] = x[i] ** 2
    return pickle.dumps(x)

@njit
def scale(x, out):
    for i in range(len(x)):
        out[i] = x[i] * 2.0 + 1.0
    return np.zeros(3)

digest(np.arange(100))
scale(np.ones(100), np.ones(100))
print("arguments", sys.argv[1:])
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "example.py"
    path.write_text(SCRIPT)
    return path


def coluber(*arguments, cwd, status=0):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COLUBER_"))}
    done = subprocess.run(
        [sys.executable, "-m", "coluber", *map(str, arguments)],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


class Lines(HTMLParser):
    """The lines of source of a page: number, class, text, notes."""

    def __init__(self, text):
        super().__init__()
        self.lines, self.open, self.inside = {}, [], ""
        self.state = None
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag in ("meta", "br"):
            return
        self.open.append(tag)
        classes = (dict(attributes).get("class") or "").split()
        if "line" in classes:
            self.state = [" ".join(classes[1:]), "", ""]
        if self.state is not None and classes and classes[0] in ("number", "text", "note"):
            self.inside = classes[0]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.state is None:
            return
        if self.inside == "number":
            self.lines[int(data)] = self.state
            self.inside = ""
        elif self.inside == "text":
            self.state[1] += data
        elif self.inside == "note":
            self.state[2] += data + ";"


def line_of(lines, text):
    return next(state for state in lines.values() if text in state[1])


@pytest.mark.parametrize(
    "form", [["--annotate-html=page.html"], ["--annotate-html", "page.html"], ["annotate", "-o", "page.html"]]
)
def test_page_of_a_script(script, tmp_path, form):
    out, err = coluber(*form, script, "a", "-b", cwd=tmp_path)
    assert "arguments ['a', '-b']" in out
    assert "falls back to object mode" in err
    text = (tmp_path / "page.html").read_text()
    lines = Lines(text).lines
    assert line_of(lines, "for i in range")[0] == "compiled"
    assert line_of(lines, "x[i] = x[i] ** 2")[0] == "compiled"
    assert line_of(lines, "pickle.dumps")[0] == "interpreted"
    assert line_of(lines, "@jit")[0] == ""
    assert "Unknown attribute &#x27;dumps&#x27;" in text
    assert "load_attr dumps :: pyobject" in text or "dumps :: pyobject" in text
    assert "vectorised:" in line_of(lines, "out[i] = x[i] * 2.0 + 1.0")[2]
    assert "allocates memory" in line_of(lines, "np.zeros(3)")[2]
    assert "loop at line 9: (array(int64, 1d, C))" in text
    assert not re.search(r"<script|https?://|<link|<img", text)


@pytest.mark.parametrize("output", ["page.html", "."])
def test_page_that_a_setting_asks_for(tmp_path, output):
    (tmp_path / "example.py").write_text(SCRIPT.replace("from numba", "from coluber"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "example.py"],
        cwd=tmp_path, env={**os.environ, "NUMBA_DUMP_HTML": output}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "arguments []" in done.stdout
    if output == ".":
        assert "can't write .: Is a directory" in done.stderr
    else:
        lines = Lines((tmp_path / "page.html").read_text()).lines
        assert line_of(lines, "for i in range")[0] == "compiled"


@pytest.mark.parametrize("form", [["run"], ["annotate"], []])
def test_exceptions_of_a_script_are_printed_as_python_does(tmp_path, form):
    (tmp_path / "bad.py").write_text("def fail():\n    {}['key']\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    fail()\n")
    _, err = coluber(*form, "bad.py", cwd=tmp_path, status=1)
    assert err.replace("The report is in bad.html.\n", "") == subprocess.run(
        [sys.executable, "bad.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    ).stderr.replace(f"{tmp_path}/", "")
    (tmp_path / "wrong.py").write_text("def f(:\n")
    _, err = coluber(*form, "wrong.py", cwd=tmp_path, status=1)
    assert "SyntaxError" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("end", ["sys.stdout.close()", "sys.stdout = None", "sys.stdout = io.StringIO()"])
def test_scripts_may_end_their_output(tmp_path, end):
    (tmp_path / "silent.py").write_text(f"import io, sys\nprint(1)\n{end}\n")
    assert coluber("run", "silent.py", cwd=tmp_path) == ("1\n", "")


def test_a_pipe_of_the_script_itself_may_break(tmp_path):
    (tmp_path / "broken.py").write_text("import io, sys\nsys.stdout = io.StringIO()\nraise BrokenPipeError('mine')\n")
    _, err = coluber("run", "broken.py", cwd=tmp_path, status=1)
    assert err.endswith("BrokenPipeError: mine\n")
    assert "During handling" not in err


def test_command_annotate_names_the_page_after_the_script(script, tmp_path):
    coluber("annotate", script, cwd=tmp_path)
    assert (tmp_path / "example.html").exists()
    coluber("annotate", script, "-o", "other.html", "argument", cwd=tmp_path)
    assert (tmp_path / "other.html").exists()


def test_page_of_a_module(tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("import os\nos.chdir('package')\n")
    (tmp_path / "package" / "example.py").write_text(SCRIPT)
    out, _ = coluber("annotate", "-m", "package.example", "a", "-m", cwd=tmp_path)
    assert "arguments ['a', '-m']" in out
    assert line_of(Lines((tmp_path / "example.html").read_text()).lines, "for i in range")[0] == "compiled"
    coluber("annotate", "-o", "other.html", "-m", "package.example", "a", cwd=tmp_path)
    assert "What was compiled of package.example" in (tmp_path / "other.html").read_text()


@pytest.mark.parametrize("form", [["annotate", "-m", "package.nothing"], ["run", "-m", "nothing.at.all"]])
def test_module_that_is_missing(tmp_path, form):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    _, err = coluber(*form, cwd=tmp_path, status=2)
    assert err == f"coluber: no module named {form[-1]}\n"
    assert not list(tmp_path.glob("*.html"))


def test_error_of_a_package_is_not_taken_for_a_missing_module(tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("import not_there\n")
    _, err = coluber("run", "-m", "package.module", cwd=tmp_path, status=1)
    assert "No module named 'not_there'" in err


@pytest.mark.parametrize("form", [["--annotate-html={}"], ["annotate", "-o", "{}"]])
@pytest.mark.parametrize(("output", "reason"), [("none/page.html", "No such file or directory"), (".", "Is a directory")])
def test_script_does_not_run_where_its_page_can_not_be_written(script, tmp_path, form, output, reason):
    out, err = coluber(*(part.format(output) for part in form), script, cwd=tmp_path, status=2)
    assert (out, err) == ("", f"coluber: can't write {output}: {reason}\n")


def test_page_of_before_is_kept_until_the_new_one(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("before")
    (tmp_path / "reads.py").write_text("print(open('page.html').read())\n")
    out, _ = coluber("annotate", "-o", "page.html", "reads.py", cwd=tmp_path)
    assert out == "before\n"
    assert page.read_text() != "before"


def test_no_page_of_a_script_that_is_missing(tmp_path):
    for form in (["annotate", "nothing.py"], ["--annotate-html=nothing.html", "nothing.py"]):
        _, err = coluber(*form, cwd=tmp_path, status=2)
        assert err == "coluber: no such file: nothing.py\n"
    assert not list(tmp_path.iterdir())


def test_page_is_written_after_an_exception(tmp_path):
    (tmp_path / "bad.py").write_text("from numba import njit\n@njit\ndef f(x):\n    return x + 1\nf(1)\nraise SystemExit(3)\n")
    coluber("--annotate-html=page.html", "bad.py", cwd=tmp_path, status=3)
    assert "return</span> x" in (tmp_path / "page.html").read_text()


def test_options_of_numba(script, tmp_path):
    out, _ = coluber("--annotate", script, cwd=tmp_path)
    assert "The function contains lifted loops" in out
    for option, piece in [("--dump-llvm", "define"), ("--dump-optimized", "define"), ("--dump-assembly", ".type")]:
        out, _ = coluber(option, script, cwd=tmp_path)
        assert piece in out
    coluber("--sys-json", "system.json", cwd=tmp_path)
    assert "Coluber" in json.loads((tmp_path / "system.json").read_text())


def test_machine_code_by_line():
    @njit
    def f(x):
        for i in range(len(x)):
            x[i] = x[i] * 3.0
        return x.sum()

    f(np.ones(10))
    (version,) = report(f).versions
    line = f.py_func.__code__.co_firstlineno + 3
    assert any("arith<mul>" in operation for operation in version.ir[line])
    assert any("mul" in step for step in version.assembly[line])
    *stages, (last, together) = version.stages
    done = [name for name, _ in stages if name != "code on disk"]
    assert done == ["typing", "LLVM IR", "optimisation", "machine code", "linking"]
    assert last == "all together"
    assert 0 < sum(ms for _, ms in stages) <= together


def test_bodies_of_parallel_loops():
    @njit(parallel=True)
    def f(x):
        total = 0.0
        for i in prange(len(x)):
            total += x[i] * 3.0
        return total

    f(np.ones(10))
    (version,) = report(f).versions
    line = f.py_func.__code__.co_firstlineno + 4
    assert any("arith<mul>" in operation for operation in version.ir[line])
    assert any("mul" in step for step in version.assembly[line])


def test_functions_with_yield():
    @njit
    def f(n):
        for i in range(n):
            yield i * 12345

    list(f(3))
    (version,) = report(f).versions
    line = f.py_func.__code__.co_firstlineno + 3
    assert any("arith<mul>" in operation for operation in version.ir[line])
    assert any("12345" in step for step in version.assembly[line])


def test_the_loops_of_ufuncs_are_no_functions_of_the_program(tmp_path):
    (tmp_path / "ufunc.py").write_text(
        "import numpy as np\nfrom numba import vectorize\n@vectorize\ndef twice(x):\n    return x * 2\ntwice(np.arange(3))\n"
    )
    coluber("--annotate-html=page.html", "ufunc.py", cwd=tmp_path)
    assert re.findall(r"<h2><code>([^ ]+?)</code>", (tmp_path / "page.html").read_text()) == ["twice"]


def test_functions_that_only_compiled_code_calls(tmp_path):
    (tmp_path / "calls.py").write_text(
        "from numba import njit\n@njit\ndef inner(x):\n    return x * 3\n@njit\ndef outer(x):\n    return inner(x) + 1\n"
        "@njit\ndef unused(x):\n    return x\nouter(2)\n"
    )
    coluber("--annotate-html=page.html", "calls.py", cwd=tmp_path)
    text = (tmp_path / "page.html").read_text()
    assert re.findall(r"<h2><code>(\w+)", text) == ["inner", "outer"]
    assert line_of(Lines(text).lines, "x * 3")[0] == "compiled"


def test_notebooks_get_a_report_with_folds():
    @jit(forceobj=True)
    def f(x):
        for v in x:
            x[0] += v
        return pickle.dumps(x)

    f(np.arange(3.0))
    shown = f.inspect_types(pretty=True)
    assert "<details>" in shown._repr_html_()
    assert "def f(x)" in str(shown)
    Lines(shown._repr_html_())


def test_loops_that_are_not_compiled_say_why():
    @jit(forceobj=True)
    def f(x):
        s = []
        for v in x:
            s.append(pickle.dumps(v))
        return s

    f([b"a"])
    text = page([report(f)], "title & <more>")
    assert "Unknown attribute &#x27;dumps&#x27;" in text
    assert "title &amp; &lt;more&gt;" in text


def test_functions_without_source():
    namespace = {"njit": njit}
    exec("@njit\ndef f(x):\n    return x + 1", namespace)
    namespace["f"](1)
    assert "compiled for" in page([report(namespace["f"])], "no source")
