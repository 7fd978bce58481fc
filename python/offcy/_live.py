"""Modules that are compiled while a program runs: from a file, or from a text.

What has been compiled is kept in a cache (`$XDG_CACHE_HOME/offcy/live`), by what it was made of: the source and what it includes, offcy's
program, Python, and the options. Several processes may ask for one module at once: one compiles it, the others wait.
"""

import atexit
import fcntl
import hashlib
import importlib.machinery
import importlib.util
import json
import linecache
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from offcy._program import find_program

__all__ = ["CompileError", "compile", "inline"]

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"


class CompileError(ImportError):
    """What offcy says of a source that it does not compile."""

    def _render_traceback_(self) -> list[str]:
        """In a notebook: what is wrong is in the cell, and not in this package."""
        return [str(self)]


def compile(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    offload_arch: str | Sequence[str] = (),
    directives: Mapping[str, object] | None = None,
    include_dirs: Sequence[str | os.PathLike[str]] = (),
    arguments: Sequence[str] = (),
    force: bool = False,
) -> ModuleType:
    """Compiles a `.pyx` file, unless that has been done before, and returns the module, which `sys.modules` does not get.

    `name`: the module's name, otherwise that of the file. `offload_arch`, `directives` and `include_dirs`: as the options
    `--offload-arch`, `-X` and `-I` of `offcy compile`, of which `arguments` are more. `force`: compiles it in any case.

    Raises `CompileError` with what is wrong, and `FileNotFoundError` if the file does not exist.
    """
    source = Path(path).resolve(strict=True)
    asked = as_arguments(offload_arch, directives, include_dirs, arguments)
    return load(name or source.stem, built(source, name or source.stem, asked, force=force))


def inline(
    source: str,
    *,
    offload_arch: str | Sequence[str] = (),
    directives: Mapping[str, object] | None = None,
    include_dirs: Sequence[str | os.PathLike[str]] = (),
    arguments: Sequence[str] = (),
    force: bool = False,
) -> ModuleType:
    """Compiles the text of a module as `compile` does a file, and returns the module."""
    asked = as_arguments(offload_arch, directives, include_dirs, arguments)
    module, library = text_module(source, "inline", asked, force=force)
    return load(module, library)


def text_module(source: str, kind: str, asked: Sequence[str], *, force: bool = False) -> tuple[str, Path]:
    """The name of the module of a text, and its library. `kind` begins the name of its source, which tracebacks show."""
    name = f"{kind}_{hashlib.sha256(source.encode()).hexdigest()[:12]}"
    folder = _cache() / "texts" / name
    path = folder / f"{name}.pyx"
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"{os.getpid()}.draft"
        draft.write_text(source, encoding="utf-8")
        os.replace(draft, path)
    # Its diagnostics and tracebacks name the file alone.
    linecache.cache[path.name] = (len(source), None, source.splitlines(keepends=True), path.name)
    return name, built(path, name, asked, force=force, folder=folder)


def built(source: Path, name: str, asked: Sequence[str], *, force: bool = False, folder: Path | None = None) -> Path:
    """The library of a module, compiled if need be. `folder`: where the compiler runs, and from where it names the source."""
    place = _cache() / _key(source, name, asked)
    library = place / f"{name.rpartition('.')[2]}{SUFFIX}"
    if not force and _is_current(place, library):
        return library
    place.mkdir(parents=True, exist_ok=True)
    with _locked(place / "lock"):
        if force or not _is_current(place, library):
            _build(source, name, asked, place, library, folder)
    return library


def as_arguments(
    offload_arch: str | Sequence[str],
    directives: Mapping[str, object] | None,
    include_dirs: Sequence[str | os.PathLike[str]],
    arguments: Sequence[str],
) -> list[str]:
    archs = [offload_arch] if isinstance(offload_arch, str) else offload_arch
    return [
        *(f"--offload-arch={arch}" for arch in archs),
        *(f"--directive={key}={value}" for key, value in (directives or {}).items()),
        *(f"--include-dir={Path(folder).resolve()}" for folder in include_dirs),
        *arguments,
    ]


def _key(source: Path, name: str, asked: Sequence[str]) -> str:
    """What a module is known by, except for the files that its source includes."""
    program = find_program()
    facts = program.stat()
    compiler = [os.environ.get(variable, "") for variable in ("OFFCY_CC", "OFFCY_PTX")]
    parts = [str(program), facts.st_mtime_ns, facts.st_size, sys.version, SUFFIX, str(source), name, *asked, *compiler]
    return hashlib.sha256(json.dumps(parts).encode() + source.read_bytes()).hexdigest()[:32]


def _is_current(place: Path, library: Path) -> bool:
    try:
        known = json.loads((place / "note.json").read_text(encoding="utf-8"))
        return library.exists() and all(_digest(path) == digest for path, digest in known.items())
    except (OSError, ValueError, AttributeError):
        return False


def _digest(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _build(source: Path, name: str, asked: Sequence[str], place: Path, library: Path, folder: Path | None) -> None:
    # What builds take to import, modules that are there already do not wait for.
    from offcy.build._module import inputs, site_packages

    note = place / "note.json"
    note.unlink(missing_ok=True)
    depfile = place / "files.d"
    options = [f"--module-name={name}", f"--output={library}", f"--out-dir={place}", f"--depfile={depfile}"]
    options += [f"--site-packages={packages}" for packages in site_packages()]
    shown = source.name if folder is not None else str(source)
    command = [str(find_program()), "compile", *asked, *options, shown]
    environment = {**os.environ, "OFFCY_PYTHON": sys.executable}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode != 0:
        raise CompileError(done.stderr.strip() or f"offcy ended with {done.returncode}", name=name, path=str(source))
    sys.stderr.write(done.stderr)
    paths = [str((folder or Path.cwd()) / path) for path in inputs(depfile, source)]
    note.write_text(json.dumps({path: _digest(path) for path in paths}), encoding="utf-8")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


_own_cache: Path | None = None


def _cache() -> Path:
    """A folder of this process alone where the user's cannot be written."""
    global _own_cache
    if _own_cache is not None:
        return _own_cache
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base, "offcy", "live")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    _own_cache = Path(tempfile.mkdtemp(prefix="offcy-"))
    atexit.register(shutil.rmtree, _own_cache, ignore_errors=True)
    return _own_cache


class Loader(importlib.machinery.ExtensionFileLoader):
    """Loads the code that is there now, also when a module is reloaded."""

    def exec_module(self, module: ModuleType) -> None:
        if getattr(module, "__offcy_library__", self.path) != self.path:
            spec = importlib.util.spec_from_file_location(self.name, self.path, loader=self)
            assert spec is not None
            newer = self.create_module(spec)
            newer.__spec__, newer.__loader__, newer.__package__ = module.__spec__, self, module.__package__
            super().exec_module(newer)
            module.__dict__.update(newer.__dict__)
        else:
            super().exec_module(module)
        module.__dict__["__offcy_library__"] = self.path


def spec_of(name: str, library: Path) -> importlib.machinery.ModuleSpec:
    spec = importlib.util.spec_from_file_location(name, library, loader=Loader(name, str(library)))
    assert spec is not None
    return spec


def load(name: str, library: Path) -> ModuleType:
    spec = spec_of(name, library)
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module
