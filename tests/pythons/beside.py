"""`tests/run/check.py` by a free-threaded Python, for the host and the virtual device, beside Cython.

    beside.py OFFCY [NAME...]

Modules for the virtual device are otherwise those for several Pythons (`--limited-api`), which free-threaded ones before 3.15 do not
have. PYTHON_GIL=0 keeps Python from taking its GIL back, as neither the programs nor Cython's modules say that they work without one.
Programs whose threads have the GIL as their lock (`LOCKS_BY_GIL = why`) are left out: without it, Cython's results are wrong.
"""

import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / "run")]
import check
from builds import load

build_device = check.build_device


def build_for_this_python(offcy, source, folder, *options):
    build_device(offcy, source, folder, *[option for option in options if option != "--limited-api"])


def locks_by_gil(name):
    return hasattr(load(check.path(name, ".py"), f"{name}_cases"), "LOCKS_BY_GIL")


if __name__ == "__main__":
    check.build_device = build_for_this_python
    names = sys.argv[2:] or check.programs()
    left_out = list(filter(locks_by_gil, names))
    for name in left_out:
        print(f"{name}: left out, the GIL is its lock")
    names = [name for name in names if name not in left_out]
    sys.exit(check.main(pathlib.Path(sys.argv[1]).resolve(), names) if names else 0)
