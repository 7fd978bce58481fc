"""Imports `.pyx` files: `import offcy.import_hook`, and from then on `import mod` compiles `mod.pyx` unless another `mod` is found.

`install` sets the options of `offcy.compile` for all of them; `uninstall` ends it. A module that has changed is compiled again by the
next process, or by `importlib.reload`.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from offcy._live import as_arguments, built, spec_of

__all__ = ["install", "uninstall"]


class Finder(MetaPathFinder):
    def __init__(self, arguments: Sequence[str]) -> None:
        self.arguments = arguments

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        stem = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            source = Path(folder or ".", f"{stem}.pyx")
            if source.is_file():
                return spec_of(fullname, built(source.resolve(), fullname, self.arguments))
        return None


def install(
    *,
    offload_arch: str | Sequence[str] = (),
    directives: Mapping[str, object] | None = None,
    include_dirs: Sequence[str] = (),
    arguments: Sequence[str] = (),
) -> None:
    """Imports `.pyx` files from now on, compiled with these options (`offcy.compile`)."""
    uninstall()
    sys.meta_path.append(Finder(as_arguments(offload_arch, directives, include_dirs, arguments)))


def uninstall() -> None:
    """No longer imports `.pyx` files."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Finder)]


install()
