"""A plugin of coverage.py for modules that offcy compiles with the directive ``linetrace``.

    [run]
    plugins = offcy.coverage

    [offcy.coverage]
    options = -I include

``options`` are those of the compiler that say how a source is read. ``offcy debug lines`` says which lines count.
"""

from __future__ import annotations

import importlib.machinery
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

from coverage.exceptions import NoSource
from coverage.plugin import CoveragePlugin, FileReporter, FileTracer
from coverage.types import TConfigurable, TLineNo

from offcy._program import find_program

# What only offcy reads, and what modules include.
SOURCES = (".pyx",)
INCLUDED = (".pxi", ".pxd")


class Plugin(CoveragePlugin):
    """Knows the files of compiled modules."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.arguments = shlex.split(options.get("options", ""))
        self.excluded: list[str] = []
        self.known: dict[str, dict[str, set[int]]] = {}

    def configure(self, config: TConfigurable) -> None:
        excluded = config.get_option("report:exclude_lines")
        self.excluded = list(excluded) if isinstance(excluded, (list, tuple)) else []

    def file_tracer(self, filename: str) -> FileTracer | None:
        extension = os.path.splitext(filename)[1]
        if extension in SOURCES + INCLUDED or (extension == ".py" and is_compiled(filename)):
            return Tracer(filename)
        return None

    def file_reporter(self, filename: str) -> FileReporter:
        return Reporter(filename, self)

    def find_executable_files(self, src_dir: str) -> Iterable[str]:
        for folder, folders, files in os.walk(src_dir):
            folders[:] = [name for name in folders if not is_foreign(os.path.join(folder, name))]
            for name in files:
                path = os.path.join(folder, name)
                if name.endswith(SOURCES) and self.has_lines(path):
                    yield path

    def has_lines(self, path: str) -> bool:
        try:
            return bool(self.lines(path))
        except NoSource:
            return False

    def lines(self, filename: str) -> set[int]:
        """The lines of a file that can run."""
        if not filename.endswith(INCLUDED):
            return self.lines_of_module(filename).get(filename, set())
        lines = set()
        for module in including(Path(filename)):
            lines |= self.lines_of_module(str(module)).get(filename, set())
        return lines

    def lines_of_module(self, filename: str) -> dict[str, set[int]]:
        """The lines of all files that a module is made of."""
        if filename not in self.known:
            command = [str(find_program()), "debug", "lines", *self.arguments, filename]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise NoSource(f"{shlex.join(command)}: {done.stderr.strip()}")
            found = json.loads(done.stdout)
            self.known[filename] = {os.path.abspath(path): set(lines) for path, lines in found.items()}
        return self.known[filename]


class Tracer(FileTracer):
    """Says which file the frames of a module are of."""

    def __init__(self, filename: str) -> None:
        self.filename = filename
        self.is_there = os.path.exists(filename)

    def source_filename(self) -> str:
        return self.filename

    def has_dynamic_source_filename(self) -> bool:
        return not self.is_there

    def dynamic_source_filename(self, filename: str, frame: FrameType) -> str | None:
        """The source beside the module, if it was compiled in another folder."""
        module = frame.f_globals.get("__file__")
        beside = module and os.path.join(os.path.dirname(module), os.path.basename(frame.f_code.co_filename))
        return os.path.abspath(beside) if beside and os.path.exists(beside) else None


class Reporter(FileReporter):
    """Says which lines of a file can run."""

    def __init__(self, filename: str, plugin: Plugin) -> None:
        super().__init__(filename)
        self.plugin = plugin

    def lines(self) -> set[TLineNo]:
        return self.plugin.lines(self.filename) - self.excluded_lines()

    def excluded_lines(self) -> set[TLineNo]:
        if not self.plugin.excluded:
            return set()
        is_excluded = re.compile("|".join(f"(?:{one})" for one in self.plugin.excluded)).search
        excluded = set()
        # The indent of a line that is excluded with all that is inside it.
        outer: int | None = None
        for number, line in enumerate(self.source().splitlines(), start=1):
            indent = len(line) - len(line.lstrip())
            if outer is not None and line.strip() and indent <= outer:
                outer = None
            if outer is None and is_excluded(line):
                if line.split("#")[0].rstrip().endswith(":"):
                    outer = indent
                excluded.add(number)
            elif outer is not None:
                excluded.add(number)
        return excluded


def is_foreign(folder: str) -> bool:
    """Whether a folder is hidden, or a virtual environment."""
    return os.path.basename(folder).startswith(".") or os.path.exists(os.path.join(folder, "pyvenv.cfg"))


def is_compiled(filename: str) -> bool:
    """Whether Python has imported the module of a `.py` file as an extension module, and not the file itself."""
    parts = Path(filename).with_suffix("").parts
    if parts[-1] == "__init__":
        parts = parts[:-1]
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    is_found = False
    for name, module in list(sys.modules.items()):
        # Some modules import others when they are asked for an attribute.
        file = getattr(module, "__dict__", {}).get("__file__")
        if not isinstance(file, str):
            continue
        if os.path.basename(file) == os.path.basename(filename) and os.path.realpath(file) == os.path.realpath(filename):
            return False
        words = tuple(name.split("."))
        is_found |= file.endswith(suffixes) and parts[-len(words) :] == words
    return is_found


def including(path: Path) -> list[Path]:
    """The modules in the folder of a file, and in those above it in its package, that name the file."""
    folders = [path.parent]
    while (folders[-1] / "__init__.py").exists():
        folders.append(folders[-1].parent)
    modules = [module for folder in folders for module in sorted(folder.glob("*.pyx"))]
    word = path.name if path.suffix == ".pxi" else path.stem
    return [module for module in modules if word in module.read_text(encoding="utf-8", errors="replace")]


def coverage_init(reg: Any, options: dict[str, Any]) -> None:
    """What coverage.py calls."""
    plugin = Plugin(options)
    reg.add_configurer(plugin)
    reg.add_file_tracer(plugin)
