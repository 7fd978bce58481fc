"""Runs what the documentation shows: every page of `docs` and the README, each in a folder of its own, from top to bottom.

    check.py OFFCY [--record] [PAGE...]

The language of a block says what it is:

    cython    with a first line `# mod.pyx` a file, which a command must use; else a module, or statements of a function, in which offcy finds no error
    python    with a first line `# use.py` a file; else a script that ends well
    pycon     what Python prints (doctest)
    console   commands after `$ `, and what they print; `...` stands for anything. --record writes what they print, and
              leaves what stands for it already
    toml      valid; with a first line `# pyproject.toml` a file
    c         of an emitted file, which the first line names: `/* mod.kernels.c */`
    sh        commands that install something, or need a GPU or a person: not run
    py, text  code of other systems and pictures in letters: not run

A file's later block of the same name replaces it.
"""

import argparse
import dataclasses
import doctest
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Those of the diagnostics are `explain`'s, whose examples `tests/explain.rs` runs.
PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").rglob("*.md") if not page.stem.startswith("OFC"))]
BLOCK = re.compile(r"^(?P<indent> *)```(?P<language>[\w+-]+)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
# What every fragment may leave out.
PRELUDE = """\
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from offcy.parallel import atomic, device, update
from libc.math cimport sqrt
"""
AROUND = "def example(double[:, ::1] X, double[:, ::1] D, double[::1] x, double[::1] y, int n, int m):\n    cdef int i, j, k\n    cdef double d, s\n"
NOT_RUN = {"sh", "py", "text", "json", "lua", "lisp", "vim"}
ENVIRONMENT = {"OMP_NUM_THREADS": "2", "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
# What differs from run to run, and between Pythons.
VARYING = re.compile(r"\d+\.\d us|cpython-\d+-[\w-]+(?=\.so)")
UNWANTED = ("OMP_TARGET_OFFLOAD", "OFFCY_TRACE", "CLICOLOR_FORCE", "PYTHONPATH")


@dataclasses.dataclass
class Page:
    path: pathlib.Path
    folder: pathlib.Path
    offcy: pathlib.Path
    record: bool
    # Modules that no command has named yet.
    unused: set = dataclasses.field(default_factory=set)
    # A compiler that the machine has not got: the rest of the page cannot be run.
    lacks: str = ""

    def __post_init__(self):
        bin = self.folder / ".bin"
        bin.mkdir()
        (bin / "offcy").symlink_to(self.offcy)
        (bin / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        (bin / "python").chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        path = f"{bin}{os.pathsep}{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        # `offcy.devices()` and its like are of this checkout.
        self.environment.update(ENVIRONMENT, PATH=path, PYTHONPATH=f"{self.folder}{os.pathsep}{ROOT / 'python'}")

    def run(self, command):
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        return done.returncode, done.stdout

    def block(self, language, text):
        """What is wrong with a block, or None, and its text as it should be."""
        first = text.split("\n", 1)[0]
        named = re.fullmatch(r"# ([\w./-]+\.\w+)", first)
        if language in ("cython", "python", "toml") and named:
            path = self.folder / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.split("\n", 1)[1].lstrip("\n"))
        if language == "cython":
            if not named:
                return self.fragment(text), text
            self.unused.add(pathlib.Path(named[1]).stem)
            return None, text
        if language == "python" and not named:
            (self.folder / "_script.py").write_text(text)
            status, told = self.run("python _script.py")
            return (told if status else None), text
        if language == "toml":
            try:
                tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                return str(error), text
        if language == "pycon":
            (self.folder / "_session.txt").write_text(text)
            flags = "import doctest, sys; sys.exit(doctest.testfile('_session.txt', False, optionflags=doctest.ELLIPSIS)[0] != 0)"
            status, told = self.run(f'python -c "{flags}"')
            return (told if status else None), text
        if language == "c":
            return self.emitted(text), text
        if language == "console":
            return self.console(text)
        known = NOT_RUN | {"cython", "python", "toml"}
        return (None if language in known else f"blocks in `{language}` are not known here"), text

    def errors(self, path):
        status, told = self.run(f"offcy check --message-format short {path}")
        return told if status else None

    def fragment(self, text):
        inside = AROUND + "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))
        told = []
        for attempt in (text, inside):
            path = self.folder / "_fragment.pyx"
            path.write_text(PRELUDE + attempt)
            told.append(self.errors(path))
        return None if None in told else "\n".join(told)

    def emitted(self, text):
        named = re.match(r"/\* ([\w.]+) \*/\n", text)
        if not named:
            return "the first line does not name the emitted file"
        path = self.folder / named[1]
        if not path.exists():
            return f"{named[1]} has not been emitted here"
        wanted = text[named.end():].strip("\n")
        return None if wanted in path.read_text() else f"{named[1]} does not hold this"

    def console(self, text):
        parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
        if parts[0].strip():
            return "it does not begin with a command", text
        wrong, told = [], ""
        for part in parts[1:]:
            lines = part.splitlines(keepends=True)
            head = 1
            while lines[head - 1].endswith("\\\n"):
                head += 1
            command, wanted = "".join(lines[:head]), "".join(lines[head:])
            self.unused -= set(re.findall(r"\w+", command))
            got = self.run(command)[1].replace(str(self.folder), ".")
            if "OFC0812" in got and "OFC0812" not in wanted:
                self.lacks = command.strip()
                return None, text
            got = re.sub(r"[ \t]+$", "", got, flags=re.MULTILINE)
            if got and not got.endswith("\n"):
                got += "\n"
            if doctest.OutputChecker().check_output(*(VARYING.sub("", said) for said in (wanted, got)), doctest.ELLIPSIS):
                got = wanted
            elif not self.record:
                wrong.append(f"$ {command}expected:\n{wanted}got:\n{got}")
            told += f"$ {command}{got}"
        return "\n".join(wrong) or None, told


def check(page, offcy, record):
    text = page.read_text()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        here = Page(page, pathlib.Path(folder).resolve(), offcy, record)

        def of(match):
            indent = match["indent"]
            found = "".join(line.removeprefix(indent) for line in match["text"].splitlines(keepends=True))
            if here.lacks:
                return match[0]
            why, told = here.block(match["language"], found)
            if why:
                line = text[:match.start()].count("\n") + 1
                wrong.append(f"{page.relative_to(ROOT)}:{line}: {why.rstrip()}")
            if told == found:
                return match[0]
            told = "".join(f"{indent}{line}" if line.strip() else line for line in told.splitlines(keepends=True))
            return f"{indent}```{match['language']}\n{told}{indent}```"

        recorded = BLOCK.sub(of, text)
        if here.lacks:
            print(f"{page.relative_to(ROOT)}: skipped behind `{here.lacks}`: no compiler for it", flush=True)
        else:
            wrong += [f"{page.relative_to(ROOT)}: no command uses {name}" for name in sorted(here.unused)]
    if record and recorded != text:
        page.write_text(recorded)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("pages", type=pathlib.Path, nargs="*")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_intermixed_args()
    failed = 0
    for page in arguments.pages or PAGES:
        wrong = check(page.resolve(), arguments.offcy.resolve(), arguments.record)
        failed += bool(wrong)
        print(f"{page.resolve().relative_to(ROOT)}: {'FAILED' if wrong else 'ok'}", flush=True)
        for line in wrong:
            print("    " + line.replace("\n", "\n    "), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
