"""Builds one extension module by running the program."""

import json
import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from offcy._program import find_program
from offcy.build._claims import MARK, Marked, compile_time_names, cython_source
from offcy.build._settings import Options


class Module:
    """An extension being built; `command` is setuptools' `build_ext`."""

    def __init__(self, command: Any, extension: Any, options: Options) -> None:
        self.name = command.get_ext_fullname(extension.name)
        self.marked: Marked = getattr(extension, MARK, None) or Marked()
        self.source = cython_source(extension) or ""
        self.output = Path(command.get_ext_fullpath(extension.name))
        *packages, stem = self.name.split(".")
        # One folder per module: the modules of two versions of Python may have the same name.
        self.folder = Path(command.build_temp, "offcy", *packages)
        self.depfile = self.folder / f"{stem}.d"
        self.stamp = self.folder / f"{stem}.json"
        self.depends = [str(path) for path in extension.depends]
        self.forced = bool(command.force) or self.marked.force
        self.arguments = [
            *options.arguments(),
            *_arguments(command, extension, self.marked),
            *(["--limited-api"] if getattr(extension, "py_limited_api", False) else []),
            f"--module-name={self.name}",
            f"--output={self.output}",
            f"--out-dir={self.folder}",
            f"--depfile={self.depfile}",
        ]

    def is_current(self) -> bool:
        """Whether nothing has changed since the module was built: no file, and none of the arguments."""
        try:
            known = json.loads(self.stamp.read_text(encoding="utf-8"))
            return not self.forced and known["asked"] == self._asked() and known["output"] == _facts(self.output) and all(
                _facts(Path(path)) == facts for path, facts in known["inputs"].items()
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return False

    def build(self) -> bool:
        """Returns whether all went well; the program itself reports errors on standard error."""
        self.stamp.unlink(missing_ok=True)
        environment = {**os.environ, "OFFCY_PYTHON": sys.executable}
        places = [f"--site-packages={folder}" for folder in site_packages()]
        sys.stdout.flush()
        sys.stderr.flush()
        command = [str(find_program()), "compile", *self.arguments, *places, self.source]
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
        if done.returncode == 0:
            self._note()
        return done.returncode == 0

    def _asked(self) -> list[str]:
        return [version("offcy"), sys.version, os.environ.get("OFFCY_CC", ""), self.source, *self.arguments]

    def _note(self) -> None:
        facts = {path: _facts(Path(path)) for path in [*inputs(self.depfile, Path(self.source)), *self.depends]}
        known = {"asked": self._asked(), "output": _facts(self.output), "inputs": facts}
        self.stamp.write_text(json.dumps(known, indent=1), encoding="utf-8")


def inputs(depfile: Path, source: Path) -> list[str]:
    """The files that a module was made of, and one that does not exist perhaps, but would be read."""
    return [*dependencies(depfile.read_text(encoding="utf-8")), str(source.with_suffix(".pxd"))]


def dependencies(rule: str) -> list[str]:
    """The files that a rule for `make` names after its target."""
    _, _, names = rule.replace("\\\n", " ").partition(": ")
    marks = {"\\ ": "\0", "\\#": "#", "$$": "$"}
    for mark, meant in marks.items():
        names = names.replace(mark, meant)
    return [name.replace("\0", " ") for name in names.split()]


def _facts(path: Path) -> list[int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return [facts.st_mtime_ns, facts.st_size]


def site_packages() -> list[str]:
    """Where this process finds packages. Only this process knows those of pip's isolated build."""
    return [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]


def _arguments(command: Any, extension: Any, marked: Marked) -> list[str]:
    """The settings of the extension and of `build_ext`, as arguments of `offcy compile`."""
    words: list[str] = []

    def add(option: str, *values: Iterable[Any] | None) -> None:
        for value in values:
            words.extend(f"{option}={one}" for one in value or ())

    pythons = {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}
    of_command = [folder for folder in command.include_dirs or [] if folder not in pythons]
    of_cython = getattr(extension, "cython_include_dirs", [])
    add("--include-dir", of_cython, marked.include_path, extension.include_dirs, of_command)
    of_cython = getattr(extension, "cython_directives", None) or {}
    directives = {**(getattr(command, "cython_directives", None) or {}), **of_cython, **marked.directives}
    add("--directive", [f"{name}={value}" for name, value in directives.items()])
    names = compile_time_names(getattr(extension, "cython_compile_time_env", None)) or []
    add("--compile-time-env", marked.compile_time_env, names)
    for alias, values in marked.aliases.items():
        add("--alias", [f"{alias}={value}" for value in values] or [f"{alias}="])
    macros = [*(command.define or []), *(extension.define_macros or [])]
    defined = [macro for macro in macros if len(macro) == 2]
    undefined = [macro[0] for macro in macros if len(macro) == 1]
    add("--define", [name if value is None else f"{name}={value}" for name, value in defined])
    add("--undefine", command.undef, undefined, extension.undef_macros)
    add("--library-dir", extension.library_dirs, command.library_dirs)
    add("--runtime-library-dir", extension.runtime_library_dirs, command.rpath)
    add("--library", command.get_libraries(extension), command.libraries)
    sources = [source for source in map(str, extension.sources) if not source.endswith((".pyx", ".py"))]
    add("--extra-source", [source for source in sources if source.endswith(".c")])
    objects = [source for source in sources if not source.endswith(".c")]
    add("--extra-object", objects, extension.extra_objects, command.link_objects)
    of_environment = [*_words("CPPFLAGS"), *_words("CFLAGS")]
    add("--extra-compile-arg", of_environment, ["-g"] if command.debug else [], extension.extra_compile_args)
    add("--extra-link-arg", _words("LDFLAGS"), extension.extra_link_args)
    return words


def _words(variable: str) -> list[str]:
    return shlex.split(os.environ.get(variable, ""))
