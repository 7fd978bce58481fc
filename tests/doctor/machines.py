"""`offcy doctor` on four real machines: without clang, with clang 14, with clang 19 but not its OpenMP runtime, and with all of it.

    machines.py OFFCY

Each machine is this one (Debian, with what scripts/setup installs) as a process sees it that has changes of its own laid over
/usr: nothing of the machine itself changes. clang 14 is fetched with apt-get and unpacked there. Needs the right to mount in a
namespace of its own (root, or unprivileged user namespaces).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

CLANG_14 = ["clang-14", "libclang-cpp14", "libllvm14", "libclang-common-14-dev", "libclang1-14", "libomp-14-dev", "libomp5-14"]
INSTALL = "sudo apt-get install clang-19 clang-tools-19 lld-19 libomp-19-dev"
INSTALL_OPENMP = "sudo apt-get install libomp-19-dev"

# $1: folders laid over /usr, $2: what is removed, as arguments of `find`; the rest is the command.
MACHINE = """
set -e
layers=$1 removed=$2
shift 2
mount -t tmpfs none /mnt
mkdir /mnt/upper /mnt/work
mount -t overlay overlay -o "lowerdir=${layers}/usr,upperdir=/mnt/upper,workdir=/mnt/work" /usr
eval "find $removed" 2>/dev/null | xargs -r rm -f
exec "$@"
"""
PROGRAMS = "! -type d \\( -path '/usr/bin/*clang*' -o -path '/usr/lib/llvm-*/bin/*' -o -path '/usr/bin/*lld*' \\)"
WITHOUT_CLANG = f"/usr/bin /usr/lib/llvm-* {PROGRAMS}"
WITHOUT_CLANG_19 = f"/usr/bin /usr/lib/llvm-* {PROGRAMS} ! -path '*clang-14*' ! -path '/usr/lib/llvm-14/*'"
WITHOUT_OPENMP = "/usr/lib/llvm-19/ ! -type d \\( -name 'libomp*' -o -name 'omp*.h' -o -name libgomp.so -o -name libiomp5.so \\)"


def doctor(offcy, folder, removed="/nowhere", layer=None):
    layers = f"{layer}/usr:" if layer else ""
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", MACHINE, "machine", layers, removed]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "OMP_TARGET_OFFLOAD": "DEFAULT"}
    environment.pop("OFFCY_CC", None)
    done = subprocess.run([*command, offcy, "doctor", "--json"], capture_output=True, text=True, env=environment)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"no report:\n{done.stdout}{done.stderr}")


def clang_14(folder):
    folder.mkdir()
    subprocess.run(["apt-get", "-qq", "download", *CLANG_14], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)
    return folder / "root"


def compiler(report, end):
    found = [compiler for compiler in report["compilers"] if compiler["path"].endswith(end)]
    return found[0] if found else None


def commands(report):
    return [lack["command"] for lack in report["missing"]]


def main():
    offcy = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        report = doctor(offcy, folder / "1", WITHOUT_CLANG)
        assert not [one for one in report["compilers"] if "clang" in one["path"]], report["compilers"]
        assert INSTALL in commands(report), commands(report)
        print("no clang: ok", flush=True)

        report = doctor(offcy, folder / "2", WITHOUT_CLANG_19, clang_14(folder / "clang-14"))
        clang = compiler(report, "llvm-14/bin/clang")
        assert clang and clang["version"].startswith("Debian clang version 14"), report["compilers"]
        assert not clang["virtual_device"]["good"] and INSTALL in clang["virtual_device"]["words"], clang
        assert INSTALL in commands(report), commands(report)
        print(f"clang 14: ok ({clang['host']['words']}; {clang['virtual_device']['words'].splitlines()[0]})", flush=True)

        report = doctor(offcy, folder / "3", WITHOUT_OPENMP)
        clang = compiler(report, "clang-19")
        assert not clang["host"]["good"] and "omp.h" in clang["host"]["words"], clang
        assert INSTALL_OPENMP in commands(report), commands(report)
        print("clang 19 without its OpenMP runtime: ok", flush=True)

        report = doctor(offcy, folder / "4")
        clang = compiler(report, "clang-19")
        assert clang["host"]["good"] and clang["virtual_device"]["good"], clang
        assert not [command for command in commands(report) if "clang" in command or "libomp" in command], commands(report)
        print("clang 19 with all of it: ok", flush=True)


if __name__ == "__main__":
    main()
