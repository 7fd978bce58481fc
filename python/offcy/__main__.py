"""`python -m offcy`: the compiler's program."""

import os
import sys

from offcy._program import find_program


def main() -> None:
    try:
        program = find_program()
    except FileNotFoundError as error:
        sys.exit(f"offcy: {error}")
    # Modules are built for the Python that was called, whatever else is on the PATH.
    os.environ.setdefault("OFFCY_PYTHON", sys.executable)
    try:
        os.execv(program, [str(program), *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"offcy: {program} does not start: {error.strerror}")


main()
