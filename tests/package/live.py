"""Modules that are compiled while a program runs: live.py FOLDER OFFCY

The package lies in FOLDER as `pip install --target` would put it there, with a program that counts how often it is run. Each case is a
process of its own, with a cache of its own for modules; the runtime comes from the cache of all tests, where there is one.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = '#!/bin/sh\necho "$1" >> "{log}"\nexec "{offcy}" "$@"\n'


class Place:
    def __init__(self, folder, offcy):
        self.folder, self.log = folder, folder / "log"
        self.packages = folder / "packages"
        shutil.copytree(ROOT / "python" / "offcy", self.packages / "offcy", ignore=shutil.ignore_patterns("__pycache__"))
        program = self.packages / "bin" / "offcy"
        program.parent.mkdir()
        program.write_text(PROGRAM.format(log=self.log, offcy=offcy))
        program.chmod(0o755)
        self.share("facts", "objects")

    def share(self, *parts):
        """Lets parts of the cache be those of all tests."""
        if "XDG_CACHE_HOME" in os.environ:
            own = self.folder / "cache" / "offcy"
            own.mkdir(parents=True)
            for part in parts:
                common = pathlib.Path(os.environ["XDG_CACHE_HOME"]) / "offcy" / part
                common.mkdir(parents=True, exist_ok=True)
                (own / part).symlink_to(common)

    def start(self, script, cache="cache"):
        environment = {**os.environ, "PYTHONPATH": str(self.packages), "XDG_CACHE_HOME": str(self.folder / cache)}
        command = [sys.executable, "-c", textwrap.dedent(script)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.folder, env=environment, **pipes)

    def run(self, script, cache="cache"):
        """What it prints, and how often the program was run."""
        self.log.unlink(missing_ok=True)
        process = self.start(script, cache)
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        return out, self.runs()

    def runs(self):
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0


def check_texts(place):
    script = """
        import offcy
        module = offcy.inline("def f(int n):\\n    return [n][n]\\n", offload_arch="x86_64", directives={"boundscheck": True})
        try:
            module.f(3)
        except IndexError as error:
            import traceback
            print(traceback.format_exc())
        print(module.f(0))
    """
    for runs in 1, 0:
        out, found = place.run(script)
        assert found == runs and out.endswith("\n0\n") and "    return [n][n]\n" in out, (out, found)


def check_mistakes(place):
    script = """
        import offcy
        try:
            offcy.inline("def f(int n):\\n    return m\\n")
        except offcy.CompileError as error:
            print(error)
        print(offcy.inline("def f(int n):\\n    return n\\n").f(4))
    """
    for runs in 2, 1:
        out, found = place.run(script)
        assert found == runs and "error[OFC0101]" in out and ".pyx:2:12" in out and out.endswith("\n4\n"), (out, found)


def check_files(place):
    (place.folder / "mod.pyx").write_text("cimport names\n\ndef f():\n    return names.NUMBER\n")
    (place.folder / "names.pxd").write_text("cdef enum:\n    NUMBER = 5\n")
    script = "import offcy; print(offcy.compile('mod.pyx').f())"
    assert place.run(script) == ("5\n", 1) and place.run(script) == ("5\n", 0)
    (place.folder / "names.pxd").write_text("cdef enum:\n    NUMBER = 6\n")
    assert place.run(script) == ("6\n", 1) and place.run(script) == ("6\n", 0)
    assert place.run("import offcy\ntry:\n    offcy.compile('none.pyx')\nexcept FileNotFoundError as error:\n    print(error.filename)")[1] == 0


def check_imports(place):
    package = place.folder / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "part.pyx").write_text("class Kept:\n    pass\n\ndef f():\n    return 1\n")
    (place.folder / "wrong.pyx").write_text("def f(:\n    pass\n")
    script = """
        import importlib, pathlib, pickle, sys
        sys.path.insert(0, "")
        import offcy.import_hook
        import package.part as part
        assert (part.__name__, part.__package__, part.f()) == ("package.part", "package", 1)
        assert isinstance(pickle.loads(pickle.dumps(part.Kept())), part.Kept)
        source = pathlib.Path("package/part.pyx")
        source.write_text(source.read_text().replace("1", "2"))
        assert importlib.reload(part) is part and part.f() == 2
        source.write_text(source.read_text().replace("2", "1"))
        for name in "wrong", "absent":
            try:
                importlib.import_module(name)
            except ImportError as error:
                print(type(error).__name__, str(error).splitlines()[0])
        offcy.import_hook.uninstall()
        try:
            import wrong
        except ModuleNotFoundError:
            print("no hook")
    """
    out, runs = place.run(script)
    first, second, third = out.splitlines()
    assert first.startswith("CompileError error[OFC00") and second.startswith("ModuleNotFoundError") and third == "no hook", out
    assert runs == 3, runs


def check_many_processes(place):
    script = "import offcy; print(offcy.inline('def f():\\n    return 7\\n').f())"
    place.log.unlink(missing_ok=True)
    processes = [place.start(script, "shared") for _ in range(8)]
    for process in processes:
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0 and out == "7\n", errors
    assert place.runs() == 1, place.runs()


def check_no_cache(place):
    (place.folder / "file").touch()
    script = "import offcy; print(offcy.inline('def f():\\n    return 8\\n').f())"
    for _ in range(2):
        assert place.run(script, "file/cache") == ("8\n", 1)


def check_notebooks(place):
    script = """
        import offcy

        class Shell(dict):
            push = dict.update
            def register_magic_function(self, function, kind, name):
                self.magic = function
                assert (kind, name) == ("cell", "offcy")

        shell = Shell()
        offcy.load_ipython_extension(shell)
        cell = "cdef int hidden():\\n    return 1\\n\\ndef f(double[:] x):\\n    return x.shape[0] + hidden()\\n\\n_own = 2\\n"
        assert shell.magic("--offload-arch x86_64 -X boundscheck=False", cell) is None
        import array
        print(shell["f"](array.array("d", [1, 2])), sorted(shell))
        for line, cell in ("--offload-arch", ""), ("", "def f(:\\n"):
            try:
                shell.magic(line, cell)
            except Exception as error:
                print(error._render_traceback_()[0].splitlines()[-1])
    """
    out, _ = place.run(script)
    assert out.splitlines() == ["3 ['f']", "%%offcy: argument --offload-arch: expected one argument", "1 error"], out


def main():
    folder, offcy = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            (folder / name).mkdir(parents=True)
            check(Place(folder / name, offcy))
            print(f"{name}: ok", flush=True)


if __name__ == "__main__":
    main()
