"""The Python package: a wheel and an sdist of it, installed in every way in which pip installs.

    check.py FOLDER            the wheel, and whether the sdist has all that its build reads
    check.py --sdist FOLDER    builds the sdist too, and nothing else

Builds with Cargo's development profile, from copies of what `cargo build` has left in `target/debug`: nothing is compiled
again for the wheel, and offcy alone for the sdist. Each installation is asked for its
program: by the PATH where pip puts it there, by `python -m offcy`, and by `find_program`. A project builds with it by
setuptools, and those of `offcy new` do, as far as that takes no network; `builds.py` does the rest.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import textwrap
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIND = "import offcy; print(offcy.__version__, offcy.find_program())"
# What a Python says of itself must not come from the one that runs this.
UNWANTED = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONUSERBASE", "PIP_REQUIRE_VIRTUALENV")


def run(*command, folder=None, fails=False, **variables):
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    environment.update({name: str(value) for name, value in variables.items()})
    done = subprocess.run([str(part) for part in command], cwd=folder, env=environment, capture_output=True, text=True)
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return (done.stdout if not fails else done.stdout + done.stderr).strip()


def pip(python, *arguments, **variables):
    return run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments, **variables)


def wheel_of(source, folder, *arguments, **variables):
    """`arguments`: more of them for Cargo."""
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    options = ["--no-deps", "--no-build-isolation", "-w", folder]
    told = " ".join(["--profile dev", *arguments])
    pip(sys.executable, "wheel", *options, source, PATH=path, MATURIN_PEP517_ARGS=told, **variables)
    (wheel,) = folder.glob("offcy-*.whl")
    return wheel


def target_of_its_own(folder):
    """A target folder with what `cargo build` has left. A build that writes there takes no file away from the tests beside this
    one, as maturin does with the program."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    # Cargo writes into some files of these two; it never does so into libraries.
    for part, copy in (("build", shutil.copy2), (".fingerprint", shutil.copy2), ("deps", link_or_copy)):
        if (target / "debug" / part).is_dir():
            shutil.copytree(target / "debug" / part, folder / "debug" / part, copy_function=copy)
    return folder


def link_or_copy(source, place):
    try:
        os.link(source, place)
    except OSError:
        shutil.copy2(source, place)


def holds(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    wanted_files = ("offcy/__init__.py", "offcy/_trace.py", "offcy/build/__init__.py", "offcy/py.typed")
    for wanted in (*wanted_files, ".data/scripts/offcy", ".data/scripts/offcy-cython"):
        assert any(name.endswith(wanted) for name in names), (wanted, names)
    assert not [name for name in names if "__pycache__" in name], names


def version():
    (line,) = [line for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("version = ")][:1]
    return line.split('"')[1]


def in_venv(folder, wheel):
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    pip(python, "install", "--no-index", wheel)
    assert run(folder / "bin" / "offcy", "--version") == f"offcy {version()}"
    assert run(python, "-m", "offcy", "--version") == f"offcy {version()}"
    assert run(python, "-c", FIND) == f"{version()} {folder / 'bin' / 'offcy'}"
    assert str(python) in run(python, "-m", "offcy", "doctor"), "built for another Python"
    as_cython = folder / "bin" / "offcy-cython"
    assert run(as_cython, "-V") == f"Cython version 3.1.0 (offcy {version()})"
    told = run(as_cython, "--cplus", "mod.pyx", fails=True)
    assert told == "offcy-cython: offcy leaves this to Cython (`--cplus` is given), and Cython is not installed", told
    told = run(python, "-m", "offcy", "compile", folder / "none.pyx", fails=True)
    assert "none.pyx" in told, told
    (folder / "bin" / "offcy").unlink()
    told = run(python, "-m", "offcy", fails=True)
    assert str(folder / "bin") in told and "pip install --force-reinstall offcy" in told and "Traceback" not in told, told


def in_target(folder, wheel):
    pip(sys.executable, "install", "--no-index", "--target", folder, wheel)
    assert run(sys.executable, "-c", FIND, PYTHONPATH=folder) == f"{version()} {folder / 'bin' / 'offcy'}"
    assert run(sys.executable, "-m", "offcy", "--version", PYTHONPATH=folder) == f"offcy {version()}"


def in_prefix(folder, wheel):
    pip(sys.executable, "install", "--no-index", "--ignore-installed", "--prefix", folder, wheel)
    (packages,) = folder.glob("lib/python*/site-packages")
    assert run(sys.executable, "-c", FIND, PYTHONPATH=packages) == f"{version()} {folder / 'bin' / 'offcy'}"


def of_user(folder, wheel):
    base = pathlib.Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    options = ["--no-index", "--user", "--break-system-packages"]
    pip(sys.executable, "--python", base, "install", *options, wheel, PYTHONUSERBASE=folder)
    assert run(base, "-c", FIND, PYTHONUSERBASE=folder) == f"{version()} {folder / 'bin' / 'offcy'}"


def in_isolated_build(folder, wheel):
    """What pip installs for a build, it installs as nowhere else."""
    folder.mkdir()
    (folder / "pyproject.toml").write_text(textwrap.dedent("""\
        [build-system]
        requires = ["offcy"]
        build-backend = "backend"
        backend-path = ["."]
    """))
    (folder / "backend.py").write_text(textwrap.dedent("""\
        import pathlib
        import subprocess
        import zipfile

        import offcy

        def build_wheel(folder, settings=None, metadata=None):
            told = subprocess.run([offcy.find_program(), "--version"], capture_output=True, text=True, check=True).stdout
            name = "made-1-py3-none-any.whl"
            with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
                wheel.writestr("told.txt", told)
                wheel.writestr("made-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: made\\nVersion: 1\\n")
                wheel.writestr("made-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
                wheel.writestr("made-1.dist-info/RECORD", "")
            return name
    """))
    pip(sys.executable, "wheel", "--no-index", "--find-links", wheel.parent, "-w", folder, folder)
    made = zipfile.ZipFile(folder / "made-1-py3-none-any.whl")
    assert made.read("told.txt").decode() == f"offcy {version()}\n"


def in_place(folder, wheel):
    """A project with the setuptools that a new environment has: modules of offcy's and a plain one, at the same time."""
    folder.mkdir()
    project = folder / "project"
    shutil.copytree(ROOT / "tests" / "package" / "project", project)
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    pip(python, "install", "--no-index", wheel)

    def build(fails=False, **variables):
        command = [python, "setup.py", "build_ext", "--inplace", "-j", "4"]
        return run(*command, folder=project, fails=fails, **variables)

    def built(told):
        return {name for name in ("kernels", "other") if f"offcy: building 'fixture.{name}'" in told}

    assert built(build()) == {"kernels", "other"}
    assert str(project) in run(python, "use.py", folder=project)
    assert built(build()) == set(), "nothing has changed"
    # What a module includes, what only setup.py says that it depends on, and what is asked of it.
    with (project / "fixture" / "scale.pxi").open("a") as text:
        text.write("# changed\n")
    assert built(build()) == {"kernels"}
    assert built(build(OFFCY_OPT_LEVEL="0", CFLAGS="-DUNUSED")) == {"kernels", "other"}
    # A mistake is shown as the program shows it, and nothing else is.
    source = project / "fixture" / "other.pyx"
    source.write_text(source.read_text().replace("return doubled", "return undoubled"))
    told = build(fails=True, OFFCY_OPT_LEVEL="0", CFLAGS="-DUNUSED")
    assert "fixture/other.pyx:4:12" in told and "error[OFC0101]" in told and "\nerror: offcy could not build `fixture.other`" in told, told
    assert "Traceback" not in told, told
    settings = project / "pyproject.toml"
    asked = settings.read_text()
    settings.write_text(asked.replace("opt-level", "opt_level"))
    told = build(fails=True)
    assert "error: there is no `opt_level` in [tool.offcy]; there are cc, debug, directives," in told and "Traceback" not in told, told
    # Who does not ask has nothing of it: without Cython, setuptools looks for C.
    settings.write_text(asked.split("[tool.offcy]")[0].replace(', "offcy"', ""))
    told = build(fails=True)
    assert "fixture/other.c" in told and "offcy" not in told.replace(str(folder), ""), told


def made(folder, wheel):
    """What `offcy new` writes is built and passes its test. Build systems, NumPy and pytest are those of the Python that runs this."""
    folder.mkdir()
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    programs = folder / "venv" / "bin"
    python = programs / "python"
    pip(python, "install", "--no-index", wheel)
    # Python 3.11 comes with one that cannot make wheels by itself.
    pip(python, "uninstall", "--yes", "setuptools")
    (packages,) = folder.glob("venv/lib/python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    path = os.pathsep.join([str(programs), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    for name, *options in ("with-setuptools",), ("with-meson", "--meson"):
        project = folder / name
        run(programs / "offcy", "new", project, *options)
        pip(python, "install", "--no-index", "--no-deps", "--no-build-isolation", project, PATH=path)
        told = run(python, "-m", "pytest", "-q", folder=project)
        assert "4 passed" in told, told


def needed():
    """The files of the checkout that Cargo read when it built offcy."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    _, _, files = (target / "debug" / "offcy.d").read_text().partition(": ")
    places = [pathlib.Path(file) for file in files.split()]
    places = [place for place in places if place.is_relative_to(ROOT) and not place.is_relative_to(target)]
    return {str(place.relative_to(ROOT)) for place in places if place.is_file()}


def of_sdist(folder, is_built):
    """What is packed is all that a build reads, and builds by itself: that takes as long as offcy takes to compile."""
    folder.mkdir()
    run(pathlib.Path(sys.executable).parent / "maturin", "sdist", "--out", folder, folder=ROOT)
    (packed,) = folder.glob("offcy-*.tar.gz")
    with tarfile.open(packed) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        archive.extractall(folder, filter="data")
    wanted = needed()
    assert {"src/main.rs", "grammar/src/parser.c", "runtime-c/include/offcy_rt.h"} <= wanted, wanted
    wanted |= {"Cargo.toml", "Cargo.lock", "grammar/Cargo.toml", "pyproject.toml", "README.md", "python/offcy/__init__.py"}
    assert wanted <= names, f"not in the sdist: {sorted(wanted - names)}"
    if not is_built:
        return
    (source,) = [path for path in folder.iterdir() if path.is_dir()]
    # Cargo would take this source for the checkout's, and leave in its target folder what names a folder that is gone.
    target = target_of_its_own(folder / "target")
    quick = "--config profile.dev.package.offcy.opt-level=0 --config profile.dev.package.offcy.debug=0"
    holds(wheel_of(source, folder, quick, CARGO_TARGET_DIR=target, CARGO_INCREMENTAL=0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdist", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("offcy", nargs="?", help="taken from target/debug in any case")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if not arguments.sdist:
        wheel = wheel_of(ROOT, folder, CARGO_TARGET_DIR=target_of_its_own(folder / "target"))
        holds(wheel)
        for name in ("in_venv", "in_target", "in_prefix", "of_user", "in_isolated_build", "in_place", "made"):
            globals()[name](folder / name, wheel)
            print(f"{name}: ok", flush=True)
    of_sdist(folder / "of_sdist", is_built=arguments.sdist)
    print("of_sdist: ok")


if __name__ == "__main__":
    main()
