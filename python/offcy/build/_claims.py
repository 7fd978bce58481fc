"""Which extension modules are offcy's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from offcy.build._settings import Settings

_CYTHON = (".pyx", ".py")
_C = (".c",)
_OBJECTS = (".o", ".a", ".so")


@dataclass
class Marked:
    """The mark that `cythonize` leaves on an extension that offcy should build."""

    directives: dict[str, str] = field(default_factory=dict)
    include_path: list[str] = field(default_factory=list)
    compile_time_env: list[str] = field(default_factory=list)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    force: bool = False
    quiet: bool = False
    nthreads: int = 0


MARK = "_offcy"


def cython_source(extension: Any) -> str | None:
    """The one Cython source."""
    found = [source for source in map(str, extension.sources) if source.endswith(_CYTHON)]
    return found[0] if len(found) == 1 else None


def refusal(extension: Any, settings: Settings) -> str | None:
    """Why offcy leaves an extension with a Cython source to Cython; `None` if it builds it."""
    if not settings.wants(extension.name):
        return "`only` of [tool.offcy] does not name it"
    others = [source for source in map(str, extension.sources) if not source.endswith(_CYTHON)]
    strange = [source for source in others if not source.endswith(_C + _OBJECTS)]
    language = (extension.language or "c").lower()
    source = cython_source(extension)
    if source is None:
        return "it has several sources of Cython's"
    if language != "c" or language_of(Path(source)) != "c":
        return "it is C++"
    if strange:
        return f"it has a source that is not C: {strange[0]}"
    if compile_time_names(getattr(extension, "cython_compile_time_env", None)) is None:
        return "its compile-time environment has values that a command line cannot give"
    return None


def compile_time_names(env: Mapping[str, Any] | None) -> list[str] | None:
    """A compile-time environment as a command line gives it, NAME=VALUE; `None` if a value would be another one there."""
    names = []
    for name, value in (env or {}).items():
        text = str(value)
        if type(value) is not type(_of_command_line(text)) or value != _of_command_line(text):
            return None
        names.append(f"{name}={text}")
    return names


def _of_command_line(text: str) -> Any:
    """The value that Cython and offcy read."""
    constants = {"True": True, "False": False, "None": None}
    if text in constants:
        return constants[text]
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return float(text)
    except ValueError:
        return None if "," in text or text != text.strip() else text


def language_of(source: Path) -> str:
    """What the comments at the head of a module, and of its .pxd, say about its language."""
    for file in (source, source.with_suffix(".pxd")):
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
        for line in takewhile(lambda line: not line.strip() or line.lstrip().startswith("#"), lines):
            if found := re.match(r"\s*#\s*distutils:\s*language\s*=\s*(\S+)", line):
                return found[1].lower()
    return "c"
