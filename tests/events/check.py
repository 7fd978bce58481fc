"""What profilers, coverage.py and what else traces lines see of modules with `linetrace` and `profile`.

    check.py OFFCY      builds module.pyx, and asks each of them; coverage.py where this Python has it
"""

import contextlib
import cProfile
import gc
import importlib.util
import json
import os
import pathlib
import pstats
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "common"))
import builds

TEXT = (HERE / "module.pyx").read_text().splitlines()


def line_of(text):
    """The line of the module that begins with a text."""
    found = [number for number, line in enumerate(TEXT, start=1) if line.strip().startswith(text)]
    assert len(found) == 1, f"{text}: lines {found}"
    return found[0]


def shown(events):
    """Events with the texts of their lines."""
    return [(what, name, TEXT[line - 1].strip()) for what, name, line in events]


def expect(name, found, expected):
    assert found == expected, f"{name}: expected\n{expected}\nfound\n{found}"


@contextlib.contextmanager
def traced(install):
    """The events of the module's functions while a block runs."""
    events = []

    def watch(frame, what, argument):
        if frame.f_code.co_filename.endswith("module.pyx"):
            events.append((what, frame.f_code.co_name, frame.f_lineno))
        return watch

    install(watch)
    try:
        yield events
    finally:
        install(None)


def check_lines(module):
    with traced(sys.settrace) as events:
        module.branch(2)
    lines = [line for what, name, line in events if what == "line"]
    expected = [
        "cdef int total = 0", "if x > 3:", "elif x > 2:", "total = 3", "for i in range(x):", "total += i", "total += i",
        "while total > 100:", "try:", "if x == 2:", 'raise ValueError("two")', "except ValueError:", "total = -1", "with nogil:",
        "return total",
    ]
    expect("lines", [TEXT[line - 1].strip() for line in lines], expected)
    expect("ends", shown([events[0], events[-1]]),
           [("call", "branch", "def branch(int x):"), ("return", "branch", "return total")])


def check_calls(module):
    counter = module.Counter(1)
    with traced(sys.settrace) as events:
        assert counter.up() == 4
    expected = [
        ("call", "up", "cpdef up(self):"), ("line", "up", "if self.n > 3:"), ("line", "up", "self.n += 1"),
        ("line", "up", "return self.twice()"), ("call", "twice", "cdef int twice(self):"),
        ("line", "twice", "return 2 * self.n"), ("return", "twice", "return 2 * self.n"),
        ("return", "up", "return self.twice()"),
    ]
    expect("calls", shown(events), expected)


def check_failures(module):
    with traced(sys.settrace) as events:
        try:
            module.outer(7)
        except TypeError:
            pass
    ends = [(what, name) for what, name, line in events if what != "line"]
    expect("failures", ends, [("call", "outer"), ("call", "failing"), ("return", "failing"), ("return", "outer")])


def check_frames(module):
    """A frame knows its callers, the module's names, and what is returned."""
    seen = []

    def watch(frame, what, argument):
        if frame.f_code.co_name == "quiet" and what == "line":
            frames = [frame.f_code.co_name, frame.f_back.f_code.co_name, frame.f_back.f_back.f_code.co_name]
            seen.append((frames, frame.f_back.f_lineno, frame.f_globals is vars(module)))
        if frame.f_code.co_name == "outer" and what == "return":
            seen.append(argument)
        return watch

    sys.settrace(watch)
    try:
        module.outer("abc")
    finally:
        sys.settrace(None)
    expect("frames", seen, [(["quiet", "outer", "check_frames"], line_of("return failing(x)"), True), 5])


def check_generators(module):
    with traced(sys.settrace) as events:
        assert list(module.numbers(2)) == [0, 1]
    loop, give = "while i < n:", "yield i"
    expected = [
        ("call", "def numbers(int n):"), ("line", "cdef int i = 0"), ("line", loop), ("line", give), ("return", give),
        ("call", "def numbers(int n):"), ("line", "i += 1"), ("line", loop), ("line", give), ("return", give),
        ("call", "def numbers(int n):"), ("line", "i += 1"), ("line", loop), ("return", loop),
    ]
    expect("generators", [(what, text) for what, name, text in shown(events)], expected)


def check_nested(module):
    with traced(sys.settrace) as events:
        assert module.nesting(2) == 3
    expected = [
        ("call", "nesting", "def nesting(x):"), ("line", "nesting", "def inner(y):"), ("line", "nesting", "return inner(1)"),
        ("call", "inner", "def inner(y):"), ("line", "inner", "return x + y"), ("return", "inner", "return x + y"),
        ("return", "nesting", "return inner(1)"),
    ]
    expect("nested functions", shown(events), expected)


def check_repeated(module):
    """What is made of one statement reports its line once."""
    with traced(sys.settrace) as events:
        assert module.squares(3) == [0, 1, 4]
    expect("lines of a comprehension", [what for what, name, line in events], ["call", "line", "return"])


def throw_into(module):
    """A generator catches what is thrown into it."""
    generator = module.waiting()
    assert next(generator) == "waits"
    assert generator.throw(KeyError("key")) == "key"
    try:
        generator.throw(TypeError("type"))
    except TypeError:
        return
    raise AssertionError("an exception that is thrown into a generator is lost")


def check_thrown(module):
    for install in sys.settrace, sys.setprofile:
        with traced(install) as events:
            throw_into(module)
        ends = [what for what, name, line in events if what != "line"]
        expect("exceptions for generators", ends, 3 * ["call", "return"])


def check_references(module):
    """Frames and exceptions go when calls end."""

    class Failing(Exception):
        pass

    def fail_at(count):
        left = [count]

        def watch(frame, what, argument):
            if frame.f_code.co_filename.endswith("module.pyx"):
                left[0] -= 1
                if left[0] == 0:
                    raise Failing
            return watch

        return watch

    def run():
        for count in range(1, 30):
            sys.settrace(fail_at(count))
            try:
                module.outer("abc")
                module.branch(2)
                throw_into(module)
            except Failing:
                pass
            finally:
                sys.settrace(None)

    # What functions drop is printed.
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        # Python and the runtime keep some objects to use them again.
        for _ in range(100):
            run()
        before = sys.getallocatedblocks()
        for _ in range(300):
            run()
        gc.collect()
    more = sys.getallocatedblocks() - before
    assert more < 300, f"{more} blocks of memory are left"


def check_directives(module):
    with traced(sys.settrace) as events:
        module.unseen(1)
        module.counted(1)
    expect("linetrace(False)", events, [])
    with traced(sys.setprofile) as events:
        module.unseen(1)
        module.counted(1)
    expect("profile(True)", [(what, name) for what, name, line in events], [("call", "counted"), ("return", "counted")])


def check_errors_of_tracers(module):
    """What a tracer raises comes out of the function, wherever that is."""

    def failing(at):
        def watch(frame, what, argument):
            if frame.f_code.co_filename.endswith("module.pyx") and what == at:
                raise KeyError(at)
            return watch

        return watch

    for at in "call", "line", "return":
        for call in lambda: module.outer("abc"), lambda: module.Counter(3).up():
            sys.settrace(failing(at))
            try:
                call()
            except KeyError as error:
                expect("error", error.args, (at,))
            else:
                raise AssertionError(f"an error at a {at} is lost")
            finally:
                sys.settrace(None)
    assert module.outer("abc") == 5


def check_profiler(module):
    if sys.version_info[:2] == (3, 12):
        return print("cProfile skipped: C code cannot reach it in Python 3.12")
    profiler = cProfile.Profile()
    profiler.enable()
    module.outer("abc")
    module.outer("abc")
    profiler.disable()
    found = {
        (name, line): calls
        for (file, line, name), (_, calls, *_) in pstats.Stats(profiler).stats.items()
        if file.endswith("module.pyx")
    }
    functions = {"outer": "def outer", "failing": "cdef int failing", "quiet": "cdef int quiet"}
    expect("cProfile", found, {(name, line_of(text)): 2 for name, text in functions.items()})


def check_tools(module):
    """`sys.monitoring` sees the functions, whatever a tool disables."""
    if sys.version_info < (3, 13):
        return
    monitoring, seen = sys.monitoring, []
    kinds = monitoring.events
    monitoring.use_tool_id(3, "check")

    def note(what):
        def noted(code, *rest):
            if code.co_filename.endswith("module.pyx"):
                seen.append((what, rest[0] if what == "line" else code.co_name))
            return monitoring.DISABLE if what == "line" else None

        return noted

    monitoring.register_callback(3, kinds.PY_START, note("start"))
    monitoring.register_callback(3, kinds.PY_RETURN, note("return"))
    monitoring.register_callback(3, kinds.PY_UNWIND, note("unwind"))
    monitoring.register_callback(3, kinds.LINE, note("line"))
    monitoring.set_events(3, kinds.PY_START | kinds.PY_RETURN | kinds.PY_UNWIND | kinds.LINE)
    try:
        module.Counter(1).up()
        before = len(seen)
        throw_into(module)
    finally:
        monitoring.set_events(3, 0)
        monitoring.free_tool_id(3)
    lines = [number for what, number in seen[:before] if what == "line"]
    expect("lines of tools", [TEXT[number - 1].strip() for number in lines],
           ["self.n = n", "if self.n > 3:", "self.n += 1", "return self.twice()", "return 2 * self.n"])
    expect("calls of tools", [name for what, name in seen[:before] if what == "start"], ["__init__", "up", "twice"])
    expect("exceptions for generators", [what for what, _ in seen[before:] if what != "line"],
           ["start", "return", "start", "return", "start", "unwind"])


def check_coverage(offcy, folder):
    if importlib.util.find_spec("coverage") is None:
        return print("coverage skipped: this Python has no coverage.py")
    (folder / "use.py").write_text(
        "import math\nimport module, plain.math\nmodule.Counter(1).up()\nmodule.branch(2)\nmodule.included(1)\n"
        "list(module.numbers(1))\nlist(module.waiting())\nmodule.nesting(1)\nmodule.squares(1)\nplain.math.double(1)\n"
    )
    # An extension module of Python has the same name.
    (folder / "plain").mkdir()
    (folder / "plain" / "math.py").write_text("def double(x):\n    if x:\n        return 2 * x\n    return 0\n")
    (folder / ".coveragerc").write_text("[run]\nplugins = offcy.coverage\n")
    program = f"import offcy.coverage\noffcy.coverage.find_program = lambda: {str(offcy)!r}\n"
    (folder / "sitecustomize.py").write_text(program)
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT / 'python'}"}
    for arguments in ["run", "use.py"], ["json", "-q"], ["html", "-q"], ["annotate"]:
        builds.command([sys.executable, "-m", "coverage", *arguments], cwd=folder, env=environment)
    files = json.loads((folder / "coverage.json").read_text())["files"]
    missing = [TEXT[line - 1].strip() for line in files["module.pyx"]["missing_lines"]]
    expect("missing lines", missing,
           ["self.n = 0", "total = 1", "total = 2", "total -= 50", "return x + 1", "return len(x)",
            "return failing(x) + quiet(1)", "except KeyError as error:", "yield error.args[0]"])
    expect("executed lines of a file that is not compiled", files["plain/math.py"]["executed_lines"], [1, 2, 3])
    expect("missing lines of what is included", files["part.pxi"]["missing_lines"], [4])


def build(offcy, folder, environment=None):
    """The module, built in a folder."""
    folder.mkdir(exist_ok=True)
    for name in "module.pyx", "part.pxi":
        (folder / name).write_text((HERE / name).read_text())
    builds.command([offcy, "compile", "--python", sys.executable, "module.pyx"], cwd=folder, env=environment)
    return builds.load(folder / f"module{builds.SUFFIX}", "module")


def with_fixed_frames(folder):
    """The environment for a build whose frames keep their lines, as where Python's frames have another layout."""
    compiler = folder / "cc"
    compiler.write_text(f'#!/bin/sh\nexec {shutil.which("clang-19") or "clang"} -DOFFCY_FIXED_FRAMES "$@"\n')
    compiler.chmod(0o755)
    # The next run has another path for this compiler.
    return {**os.environ, "OFFCY_CC": str(compiler), "OFFCY_OPT_LEVEL": "0", "XDG_CACHE_HOME": str(folder / "cache")}


def check_limited(offcy, folder):
    """A module for the limited API says that it reports nothing."""
    command = [offcy, "compile", "--python", sys.executable, "--limited-api", "--out-dir", "limited", "module.pyx"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and "OFC0819" in done.stderr, done.stderr


def main(offcy):
    offcy = pathlib.Path(offcy).resolve()
    lines = json.loads(builds.command([offcy, "debug", "lines", "module.pyx"], cwd=HERE))
    # Statements of an included file run in a frame of another file.
    expect("lines of what is included", lines["part.pxi"], [2, 3, 4])
    assert line_of("total += 3") not in lines["module.pyx"], "code without the GIL reports nothing"
    checks = [check for name, check in globals().items() if name.startswith("check_")]
    checks = [check for check in checks if check not in (check_coverage, check_limited)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        module = build(offcy, folder)
        for check in checks:
            check(module)
        module = build(offcy, folder / "fixed", with_fixed_frames(folder))
        for check in checks:
            # Such frames do not know their callers.
            if check is not check_frames:
                check(module)
        check_coverage(offcy, folder)
        check_limited(offcy, folder)
    print(f"{len(checks) + 2} checks passed")


if __name__ == "__main__":
    main(sys.argv[1])
