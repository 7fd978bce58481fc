"""offcy's wheel where a user begins: Debian as debootstrap leaves it, the commands of `docs/install.md`, a project of `offcy new`.

    install.py WHEEL FOLDER [SUITE...]

Each suite is unpacked in FOLDER/suites once, and copied for each run; another system is used if it is there (Ubuntu's `noble`, with
`--components=main,universe` of debootstrap and `noble-updates` in its list of sources). Compilers, LLVM and Python are those that the page's
first commands install, and Rust is missing. The project's test runs on the host and on the virtual device. Prints how long it took without and with
what apt-get and pip fetch. Needs root and debootstrap.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "pythons"), str(HERE)]
from run import ROOT, inside, mounted, system

SUITES = ("bookworm", "trixie")
PROJECT = """
offcy --version
offcy doctor
offcy new heat
cd heat
pip install --quiet '.[test]'
pytest -q
OFFCY_OFFLOAD_ARCH=x86_64 pip install --quiet --force-reinstall --no-deps .
OMP_TARGET_OFFLOAD=MANDATORY OFFCY_TRACE=1 pytest -q -s
"""


def page():
    """What `docs/install.md` lets a user type first, for root."""
    block = re.search(r"```sh\n(.*?)```", (ROOT / "docs" / "install.md").read_text(), re.DOTALL)[1]
    return block.replace("sudo ", "")


def fresh(folder, suite):
    root = folder / f"{suite}-fresh"
    remove(root)
    subprocess.run(["cp", "-a", system(folder / "suites", suite), root], check=True)
    return root


def remove(root):
    """Never what is mounted there."""
    if f" {root}/" in pathlib.Path("/proc/self/mounts").read_text():
        sys.exit(f"something is mounted in {root}")
    shutil.rmtree(root, ignore_errors=True)


def demand(root, script):
    environment = {"PIP_FIND_LINKS": "/wheels", "LANG": "C.UTF-8"}
    done = inside(root, "bash", "-c", f"set -e\ncd /root\n{script}", environment=environment, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{script}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def check(root, wheel):
    (root / "wheels").mkdir()
    shutil.copy(wheel, root / "wheels")
    shutil.copy(wheel, root / "root")
    apt, rest = page().replace("apt-get install", "apt-get install -y -qq").split("python3 -m venv", 1)
    # An image of Debian for containers has no lists either.
    demand(root, f"apt-get update -qq\n{apt}")
    start = time.monotonic()
    told = demand(root, f"python3 -m venv{rest}{PROJECT}")
    seconds = time.monotonic() - start
    assert told.count("4 passed") == 2 and "region on device 0" in told, told
    lacks = told.split("\nMissing\n")[-1]
    assert "clang" not in lacks and "C headers" not in lacks, told
    assert not (root / "usr/bin/rustc").exists()
    return seconds


def main():
    wheel, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    for suite in sys.argv[3:] or SUITES:
        start = time.monotonic()
        root = fresh(folder, suite)
        with mounted(root, with_project=False):
            seconds = check(root, wheel)
        remove(root)
        print(f"{suite}: ok, {seconds:.0f} s after what Debian has, {time.monotonic() - start:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
