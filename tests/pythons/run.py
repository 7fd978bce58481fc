"""Programs of `tests/run` with every Python that Debian has: 3.13, 3.14 and 3.15, and free-threaded builds of them.

    run.py OFFCY FOLDER [--python VERSION]... [--sources FOLDER] [NAME...]

Debian's releases are installed in FOLDER (debootstrap) and kept there. In each, Python's packages and a compiler are Debian's, NumPy and
Cython come from PyPI. Free-threaded Pythons are built from source: from an archive `Python-3.14*.tar.*` in the folder of `--sources`, as
python.org has them, if there is one for the version, otherwise from Debian's. Each Python runs the programs (by default a share of them)
with `tests/run/check.py`, on the host and on the virtual device, beside Cython; free-threaded ones with `beside.py`, which does the
same, with `threads.py`, and from 3.15 on with `stable.py`: modules for all later ones, too. All of them run a share of Cython's tests
(`tests/conformance`), and try arrays on devices (`tests/arrays/check.py`). Needs root.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROOT = shutil.which("chroot", path=f"{os.environ['PATH']}:/usr/sbin")
COMPILERS = {
    "trixie": ["clang-19", "libomp-19-dev", "lld-19", "clang-tools-19", "llvm-19"],
    "sid": ["clang-21", "libomp-21-dev", "liboffload-21-dev", "lld-21", "clang-tools-21", "llvm-21"],
}
BUILDING = ["make", "gcc", "libc6-dev", "zlib1g-dev", "libffi-dev", "libssl-dev", "libbz2-dev", "liblzma-dev", "pkg-config", "xz-utils", "dpkg-dev"]
# This machine's: Debian's package replaces the file of the usual name.
CERTIFICATES = "/etc/ssl/of-this-machine.crt"
PYTHONS = {"3.13": "trixie", "3.13t": "trixie", "3.14": "sid", "3.14t": "sid", "3.15": "sid", "3.15t": "sid"}
# One of each kind of thing that offcy asks of Python.
SHARE = """arguments arithmetic arrays bases buffer_options byte_strings callbacks caught class_bodies classes closures comprehensions contexts
conversions coroutines defaults enums exceptions exchanged_fields exporters f_string_equals finalizers fused fused_defs generators gil handed_views import_all imported_names literals
match_statements memory_views modules names ndarrays numpy_in_c objects old_buffers pairwise python_classes quick regions resident sorted thread_blocks ufuncs conformance""".split()
# Of Cython's tests, the same: those that give with every Python what the scoreboard says.
CONFORMANCE = """buffers/buffer.pyx memoryview/memoryview_inplace_division.pyx run/__getattribute__.pyx run/append.pyx run/bishop2.pyx run/c99_bool.pyx
run/cdef_class_field.pyx run/cdef_opt.pyx run/cfuncptr.pyx run/charptr_len.pyx run/coercearraytoptr.pyx run/constant_folding_cy.pyx run/cpdef_method_override.pyx
run/dict_getitem.pyx run/exception_subtypes.pyx run/extclasspass.pyx run/extinherit.pyx run/exttype.pyx run/for_in_range_T372.pyx run/funcexceptcypy.pyx
run/fused_types.pyx run/inherited_final_method.pyx run/int_literals.pyx run/kwargproblems.pyx run/matrix_multiplier.pyx""".split()
FREE_THREADED = """
set -e
cd /src
[ -e source.tar ] || { apt-get source -qq --download-only python$1 && mv python$1_*.orig.tar.xz source.tar; }
rm -rf Python-*
tar xf source.tar
cd Python-*
./configure --disable-gil --prefix=/opt/python$1t CFLAGS=-O1 >/src/log 2>&1
make -j"$(nproc)" >>/src/log 2>&1
make install >>/src/log 2>&1
rm -rf /src/Python-*
"""


def inside(root, *command, **options):
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
    environment.update({name: value for name, value in os.environ.items() if name.startswith("PIP_") and name != "PIP_FIND_LINKS"})
    environment.update({"PIP_CERT": CERTIFICATES, **options.pop("environment", {})})
    return subprocess.run([CHROOT, root, *command], env=environment, text=True, stdin=subprocess.DEVNULL, **options)


class Failed(Exception):
    """A command that must succeed did not."""


def demand(root, *command):
    done = inside(root, *command, capture_output=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def mounted(root, with_project=True):
    """With /proc, /dev, and this project at its own path."""
    here = root / ROOT.relative_to("/")
    mounts = [("--bind", "/dev", root / "dev"), ("-t", "proc", "proc", root / "proc")]
    if with_project:
        here.mkdir(parents=True, exist_ok=True)
        mounts.append(("--bind", ROOT, here))
    made = []
    try:
        for *how, place in mounts:
            subprocess.run(["mount", *map(str, how), str(place)], check=True)
            made.append(place)
        yield
    finally:
        for place in reversed(made):
            subprocess.run(["umount", "--lazy", str(place)], check=True)


def system(folder, suite):
    root = folder / suite
    if not (root / "etc" / "apt" / "sources.list").exists():
        subprocess.run(["debootstrap", "--variant=minbase", suite, str(root)], check=True, stdout=subprocess.DEVNULL)
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    certificates = root / CERTIFICATES.lstrip("/")
    certificates.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", certificates)
    return root


def install(root, packages):
    # A mirror may be some weeks older than Debian's unstable, whose list of files is valid for one.
    demand(root, "apt-get", "-o", "Acquire::Check-Valid-Until=false", "update", "-qq")
    demand(root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)


def source(folder, version):
    """The archive of a Python's source in a folder, the last by its name; None: Debian's is used."""
    return max(folder.glob(f"Python-{version}*.tar.*"), default=None) if folder else None


def interpreter(root, suite, version, sources):
    """The path, inside."""
    if not version.endswith("t"):
        name = f"python{version}"
        install(root, [*COMPILERS[suite], name, f"{name}-dev", f"{name}-venv", "libc6-dev", "ca-certificates"])
        return f"/usr/bin/{name}"
    path = f"/opt/python{version}/bin/python{version}"
    if not (root / path.lstrip("/")).exists():
        packages = (root / "etc" / "apt" / "sources.list").read_text()
        with_sources = root / "etc" / "apt" / "sources.list.d" / "sources.list"
        with_sources.write_text(re.sub(r"^deb ", "deb-src ", packages, flags=re.MULTILINE))
        install(root, [*COMPILERS[suite], *BUILDING, "ca-certificates"])
        here = root / "src"
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir()
        if archive := source(sources, version.removesuffix("t")):
            shutil.copy(archive, here / "source.tar")
        demand(root, "bash", "-c", FREE_THREADED, "bash", version.removesuffix("t"))
    return path


def environment(root, suite, version, sources):
    """A virtual environment's folder, inside."""
    venv = f"/venv/{version}"
    path = interpreter(root, suite, version, sources)
    if not (root / venv.lstrip("/") / "done").exists():
        demand(root, path, "-m", "venv", "--clear", venv)
        demand(root, f"{venv}/bin/pip", "install", "--quiet", "--only-binary=numpy", "numpy", "cython==3.3.1", "setuptools")
        (root / venv.lstrip("/") / "done").touch()
    # The tests call the reference compiler by its name.
    compiler = root / venv.lstrip("/") / "bin" / "clang-19"
    if COMPILERS[suite][0] != "clang-19" and not compiler.is_symlink():
        compiler.symlink_to(f"/usr/bin/{COMPILERS[suite][0]}")
    return venv


def run_programs(root, venv, version, offcy, names, other=None):
    """Whether all is well. `other`: a Python with a GIL, of a version whose free-threaded Pythons share modules."""
    programs = [name for name in names if name not in ("arrays", "conformance")]
    runs = []
    if programs or not names:
        scripts = ["pythons/threads.py", "pythons/beside.py"] if version.endswith("t") else ["run/check.py"]
        runs += [[f"tests/{script}", str(offcy), *programs] for script in scripts]
        runs += [["tests/pythons/stable.py", str(offcy), other, *programs]] if other else []
    if "conformance" in names or not names:
        runs.append(["tests/conformance/run.py", str(offcy), *CONFORMANCE])
    if "arrays" in names or not names:
        runs.append(["tests/arrays/check.py", str(offcy), "--sequences", "50", "--exchanges", "200"])
    variables = {"PATH": f"{venv}/bin:/usr/bin:/bin", "VIRTUAL_ENV": venv, "OFFCY_TEST_PYTHON": f"{venv}/bin/python"}
    variables.update({name: os.environ[name] for name in ("OFFCY_THREAD_TIMES",) if name in os.environ})
    here = ["sh", "-c", f'cd {ROOT} && exec "$@"', "sh", f"{venv}/bin/python", "-P"]

    def passes(script, *arguments):
        # Modules that do not say that they work without a GIL.
        keeps_off = version.endswith("t") and script in ("tests/pythons/beside.py", "tests/conformance/run.py")
        no_gil = {"PYTHON_GIL": "0"} if keeps_off else {}
        return inside(root, *here, script, *arguments, environment={**variables, **no_gil}).returncode == 0

    return all([passes(*run) for run in runs])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("offcy", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--python", action="append", choices=PYTHONS)
    parser.add_argument("--sources", type=pathlib.Path, help="a folder with archives of Python's source, for the free-threaded ones")
    parser.add_argument("names", nargs="*", help="programs; `arrays`: arrays on devices; `conformance`: Cython's tests; `all`: all of these")
    options = parser.parse_intermixed_args()  # names may follow the options
    names = [] if options.names == ["all"] else options.names or SHARE
    failed = []
    for version in options.python or PYTHONS:
        start = time.monotonic()
        root = system(options.folder, PYTHONS[version])
        with mounted(root):
            print(f"==> Python {version}", flush=True)
            try:
                venv = environment(root, PYTHONS[version], version, options.sources)
                other = None
                if version == "3.15t":
                    other = f"{environment(root, PYTHONS[version], '3.15', options.sources)}/bin/python"
            except Failed as failure:
                print(failure, flush=True)
                failed.append(f"{version} (could not be installed)")
                continue
            if not run_programs(root, venv, version, options.offcy, names, other):
                failed.append(version)
        print(f"==> Python {version}: {time.monotonic() - start:.0f} s", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return bool(failed)


if __name__ == "__main__":
    if os.geteuid() != 0:
        sys.exit("run.py needs root, for chroot")
    sys.exit(main())
