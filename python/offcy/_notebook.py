"""`%%offcy` in notebooks and in IPython: `%load_ext offcy`."""

import argparse
import html
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from offcy._live import CompileError, load, text_module
from offcy._program import find_program

MAGIC = "offcy"


class Usage(Exception):
    """How to call it; shown without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise Usage(f"{self.format_usage()}%%offcy: {message}")

    def exit(self, status: int = 0, message: str | None = None) -> Any:
        raise Usage(message or "")


def parser() -> Parser:
    options = Parser(prog="%%offcy", description="Compiles the cell, and brings its public names into the notebook.", add_help=False)
    options.add_argument("-a", "--annotate", action="store_true", help="show what each line costs, its C and the maps of regions")
    options.add_argument("-f", "--force", action="store_true", help="compile it even if that has been done before")
    options.add_argument("--offload-arch", action="append", default=[], metavar="ARCH", help="build regions for a device: x86_64, sm_90")
    options.add_argument("-X", "--directive", action="append", default=[], metavar="NAME=VALUE", help="a directive for the cell")
    options.add_argument("-I", "--include-dir", action="append", default=[], metavar="DIR", help="look for .pxd and C headers here")
    options.add_argument("--debug", action="store_true", help="keep what gdb and perf show: lines and names of C functions")
    options.add_argument("-O", metavar="N", help="how hard the C compiler optimises")
    return options


def compiled(line: str, cell: str, shell: Any) -> Any:
    """Runs the magic; returns the page if there is one to show."""
    given = parser().parse_args(shlex.split(line))
    common = [f"--directive={one}" for one in given.directive]
    common += [f"--include-dir={Path(one).resolve()}" for one in given.include_dir]
    asked = [*(f"--offload-arch={arch}" for arch in given.offload_arch), *common, *([f"-O{given.O}"] if given.O else []), *(["--debug"] if given.debug else [])]
    name, library = text_module(cell, "cell", asked, force=given.force)
    module = load(name, library)
    sys.modules[name] = module  # classes of the cell can be pickled
    public = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    shell.push({name: getattr(module, name) for name in public})
    return page(name, library, common) if given.annotate else None


def page(name: str, library: Path, asked: list[str]) -> Any:
    from IPython.display import HTML

    source = library.parent.parent / "texts" / name / f"{name}.pyx"
    target = library.parent / "page.html"
    command = [str(find_program()), "annotate", *asked, "--output", str(target), source.name]
    done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True, check=False)
    if not target.exists():
        raise CompileError(done.stderr.strip())
    lines = len(source.read_text(encoding="utf-8").splitlines())
    text = html.escape(target.read_text(encoding="utf-8"), quote=True)
    height = min(200 + 22 * lines, 900)
    return HTML(f'<div><iframe srcdoc="{text}" style="width: 100%; height: {height}px; border: 1px solid #ccc"></iframe></div>')


def extend(shell: Any) -> None:
    """Adds the magic to a shell of IPython's."""
    shell.register_magic_function(lambda line, cell: compiled(line, cell, shell), "cell", MAGIC)
