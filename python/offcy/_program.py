"""Where the compiler's program is."""

import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path


def find_program(name: str = "offcy") -> Path:
    """The path of the program that was installed with this package.

    Searches where installers put programs: beside the interpreter (`venv`, system), in the folder of `pip install --prefix`
    and `--target`, in the user's scheme, and in the environment that pip makes for a build.

    Raises `FileNotFoundError`, which names the folders, if it is in none of them.
    """
    name += sysconfig.get_config_var("EXE") or ""
    looked = list(dict.fromkeys(_folders()))
    for folder in looked:
        program = folder / name
        if program.is_file() and os.access(program, os.X_OK):
            return program
    places = "\n".join(f"  {folder}" for folder in looked)
    raise FileNotFoundError(f"no program `{name}` in any of\n{places}\nInstall offcy again: pip install --force-reinstall offcy")


def _folders() -> Iterator[Path]:
    yield Path(sysconfig.get_path("scripts"))
    # The interpreter that a virtual environment was created with.
    yield Path(sysconfig.get_path("scripts", vars={"base": sys.base_prefix}))
    package = Path(__file__).resolve().parent
    # `--target`: TARGET/offcy and TARGET/bin.
    yield package.parent / "bin"
    # `--prefix`, and what pip creates for a build: PREFIX/lib/python3.11/site-packages/offcy and PREFIX/bin.
    for parent in package.parents[2:5]:
        yield parent / "bin"
    yield Path(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")))
