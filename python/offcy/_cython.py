"""`offcy-cython`: Cython's command line, for build systems that run it.

What offcy leaves to Cython (C++, modules that `OFFCY_ONLY` does not name) goes to the Cython
that is installed.
"""

import os
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

from offcy._program import find_program
from offcy.build._claims import language_of

_CYTHONS = ("--cplus", "-+", "--embed", "--shared", "--generate-shared", "-2")


def main() -> None:
    arguments = sys.argv[1:]
    os.environ.setdefault("OFFCY_PYTHON", sys.executable)
    if why := _reason_for_cython(arguments):
        from importlib.util import find_spec

        if find_spec("Cython") is None:
            sys.exit(f"offcy-cython: offcy leaves this to Cython ({why}), and Cython is not installed")
        _become([sys.executable, "-m", "cython", *arguments])
    try:
        program = find_program()
    except FileNotFoundError as error:
        sys.exit(f"offcy-cython: {error}")
    directives = os.environ.get("OFFCY_DIRECTIVES")
    _become([str(program), "cython", *arguments, *([f"--directive={directives}"] if directives else [])])


def _become(command: list[str]) -> None:
    try:
        os.execv(command[0], command)
    except OSError as error:
        sys.exit(f"offcy-cython: {command[0]} does not start: {error.strerror}")


def _reason_for_cython(arguments: list[str]) -> str | None:
    for argument in arguments:
        if argument.partition("=")[0] in _CYTHONS:
            return f"`{argument}` is given"
    sources = [Path(argument) for argument in arguments if re.search(r"\.pyx?$", argument)]
    for source in sources:
        if (language := language_of(source)) != "c":
            return f"{source} is {language}"
    only = os.environ.get("OFFCY_ONLY")
    if only and sources:
        module = _module_name(arguments, sources[0])
        if not any(fnmatchcase(module, pattern.strip()) for pattern in only.split(",")):
            return f"OFFCY_ONLY does not name {module}"
    return None


def _module_name(arguments: list[str], source: Path) -> str:
    from offcy.build._cythonize import module_name

    for at, argument in enumerate(arguments):
        if argument == "--module-name" and at + 1 < len(arguments):
            return arguments[at + 1]
        if argument.startswith("--module-name="):
            return argument.partition("=")[2]
    return module_name(source)
