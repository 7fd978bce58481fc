"""Makes the wheel `offcy-runtime`: LLVM's offload runtime, for machines where LLVM is not installed.

    runtime_wheel.py [--llvm FOLDER] [--output FOLDER]

A module that is built for devices runs on the host where it finds no offload runtime; where this wheel is installed, it finds this one.
It has libomptarget, libLLVM and libomp of the folder, by their own names, so that a process has one of each whoever loads them;
what they need of a distribution is in it by names of its own (auditwheel). Needs patchelf, auditwheel, wheel and setuptools.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import runtime_libraries

# Processes share them by these names.
SHARED = re.compile(r"(libomp|libomptarget|libLLVM)\.so")
LICENSES = {"LLVM": "libllvm19", "OpenMP": "libomp5-19"}

PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "offcy-runtime"
version = "{version}"
description = "LLVM's OpenMP offload runtime, for modules that offcy has built for GPUs"
readme = "README.md"
requires-python = ">=3.8"
license = "Apache-2.0 WITH LLVM-exception"
license-files = ["licenses/*"]

[tool.setuptools]
packages = ["offcy_runtime"]

[tool.setuptools.package-data]
offcy_runtime = ["lib/*"]
"""

README = """# offcy-runtime

LLVM's OpenMP offload runtime {version}: what modules that [offcy](https://pypi.org/project/offcy/) has built for GPUs need to use
them. Without it, where LLVM is not installed, they run on the host's cores. The version is LLVM's: a module says which it looks for,
and runs on the host with another.
"""

PACKAGE = '''"""LLVM's OpenMP offload runtime, where modules that offcy has built find it. There is nothing to call: they look into `lib`."""

__version__ = "{version}"
'''


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")


def tool(name, *arguments, **options):
    """One of this Python's own programs."""
    run(pathlib.Path(sys.executable).parent / name, *arguments, **options)


def version_of(llvm):
    """LLVM's, as its program says it: 19.1.7."""
    said = runtime_libraries.output(llvm.parent / "bin" / "llvm-config", "--version")
    return re.match(r"[0-9.]+", said)[0]


def stage(llvm, project, others, version):
    """Writes the project. What the shared libraries need is put into `others`."""
    package = project / "offcy_runtime"
    runtime_libraries.copy(llvm, others, runtime_libraries.UNUSED_BY_LLVM)
    (package / "lib").mkdir(parents=True)
    for library in sorted(others.iterdir()):
        if SHARED.match(library.name):
            inside = package / "lib" / library.name
            library.rename(inside)
            run("strip", "--strip-unneeded", inside)
            tool("patchelf", "--set-rpath", "$ORIGIN", inside)
    (project / "pyproject.toml").write_text(PROJECT.format(version=version))
    (project / "README.md").write_text(README.format(version=version))
    (package / "__init__.py").write_text(PACKAGE.format(version=version))
    (project / "licenses").mkdir()
    for name, debian in LICENSES.items():
        shutil.copy(f"/usr/share/doc/{debian}/copyright", project / "licenses" / f"{name}.txt")


def built(work, project, others):
    """The wheel for any Python of this platform."""
    tool("pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", work / "pure", project)
    (pure,) = (work / "pure").glob("*.whl")
    platform = f"linux_{os.uname().machine}"
    tool("wheel", "tags", "--remove", "--platform-tag", platform, pure)
    (named,) = (work / "pure").glob("*.whl")
    paths = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "LD_LIBRARY_PATH": str(others), "PATH": paths}
    tool("auditwheel", "repair", "--wheel-dir", work / "repaired", named, env=environment)
    (repaired,) = (work / "repaired").glob("*.whl")
    return repaired


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-19/lib"), help="the folder of its libraries")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("target/wheels"))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        stage(options.llvm, work / "project", work / "others", version_of(options.llvm))
        wheel = built(work, work / "project", work / "others")
        shutil.copy(wheel, options.output)
    size = (options.output / wheel.name).stat().st_size
    print(f"{options.output / wheel.name}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
