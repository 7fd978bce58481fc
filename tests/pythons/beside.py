"""`tests/run/check.py` by a free-threaded Python, for the host and the virtual device, beside Cython.

    beside.py OFFCY [NAME...]

Modules for the virtual device are otherwise those for several Pythons (`--limited-api`), which free-threaded ones before 3.15 do not
have. PYTHON_GIL=0 keeps Python from taking its GIL back, as neither the programs nor Cython's modules say that they work without one.
"""

import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / "run")]
import check

build_device = check.build_device


def build_for_this_python(offcy, source, folder, *options):
    build_device(offcy, source, folder, *[option for option in options if option != "--limited-api"])


if __name__ == "__main__":
    check.build_device = build_for_this_python
    sys.exit(check.main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
