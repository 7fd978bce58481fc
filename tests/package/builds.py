"""Projects that build with offcy: every build system, in fresh environments, isolated as pip does it.

    builds.py FOLDER [NAME...]

Takes minutes and fetches build systems from PyPI: no part of the ordinary tests (`check.py` has a short one). Each case
builds modules and runs them on the host; where the build chooses the device, also on the virtual one, which is demanded.
"""

import pathlib
import shutil
import sys
import time
import venv
import zipfile
from xml.etree import ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from check import ROOT, pip, run, wheel_of

PROJECT = ROOT / "tests" / "package" / "project"
MIXED = """\
from setuptools import Extension, setup
{imports}
extensions = [
    Extension("fixture.kernels", ["fixture/kernels.pyx", "fixture/helper.c"], include_dirs=["fixture/include"],
              define_macros=[("LEVEL", "40"), ("NAMED", None)]),
    Extension("fixture.other", ["fixture/other.pyx"]),
    Extension("fixture.plain", ["fixture/plain.c"]),
    Extension("fixture.cpp", ["fixture/cpp.pyx"], language="c++"),
]
setup(ext_modules={extensions})
"""
CPP = "from libcpp.vector cimport vector\n\ndef size():\n    cdef vector[int] v\n    v.push_back(1)\n    return v.size()\n"


class Place:
    """A folder with a copy of the project and an environment to install it in."""

    def __init__(self, folder, wheel, *packages, project=PROJECT):
        self.folder = folder
        self.project = folder / "project"
        self.wheel = wheel
        shutil.copytree(project, self.project, dirs_exist_ok=True)
        self.python = self.environment("venv", *packages)

    def environment(self, name, *packages):
        venv.create(self.folder / name, with_pip=True, symlinks=True)
        python = self.folder / name / "bin" / "python"
        if packages:
            self.pip(python, "install", *packages)
        return python

    def pip(self, python, *arguments, **variables):
        return pip(python, *arguments, "--find-links", self.wheel.parent, **variables)

    def told(self, *command, **variables):
        """What a build says."""
        told = self.folder / "told.txt"
        run("sh", "-c", 'exec "$@" > "$0" 2>&1', told, *command, folder=self.project, **variables)
        return told.read_text()

    def in_place(self, **variables):
        return self.told(self.python, "setup.py", "build_ext", "--inplace", "-j4", **variables)

    def use(self, python=None, archs=None, folder=None):
        """Runs the modules; where they were built for the virtual device, there."""
        script = self.folder / "use.py"
        shutil.copy(self.project / "use.py", script)
        demanded = {"OMP_TARGET_OFFLOAD": "MANDATORY"} if archs else {}
        path = {"PYTHONPATH": folder} if folder else {}
        trace = self.folder / "trace.txt"
        command = ["sh", "-c", 'exec "$@" 2> "$0"', trace, python or self.python, script]
        run(*command, folder=self.folder, OFFCY_TRACE="1", **demanded, **path)
        where = "on device 0" if archs else "on the host"
        assert f"scaled: region {where}" in trace.read_text(), trace.read_text()


def edit(path, *changes):
    text = path.read_text()
    for old, new in changes:
        assert old in text, (path, old)
        text = text.replace(old, new)
    path.write_text(text)


def isolated(folder, wheel):
    """`pip wheel` with the newest setuptools, for the host and for the virtual device; Cython is nowhere."""
    place = Place(folder, wheel)
    for archs in ("", "x86_64"):
        made = folder / f"wheels{archs}"
        place.pip(place.python, "wheel", "--no-deps", "-w", made, place.project, OFFCY_OFFLOAD_ARCH=archs)
        python = place.environment(f"use{archs}")
        pip(python, "install", "--no-index", *made.glob("fixture-*.whl"))
        place.use(python, archs)
        (built,) = made.glob("fixture-*.whl")
        stubs = {name for name in zipfile.ZipFile(built).namelist() if name.endswith(".pyi")}
        assert stubs >= {"fixture/kernels.pyi", "fixture/other.pyi"}, stubs


def editable(folder, wheel):
    place = Place(folder, wheel)
    place.pip(place.python, "install", "--no-deps", "-e", place.project)
    place.use()


def beside_cython(folder, wheel):
    """A module of each compiler and a plain one in one build, at the same time; `only` says which is whose."""
    place = Place(folder, wheel, "setuptools", "Cython", wheel)
    edit(place.project / "pyproject.toml", ("[tool.offcy]\n", '[tool.offcy]\nonly = ["*.kernels", "*.cpp"]\n'))
    (place.project / "setup.py").write_text(MIXED.format(imports="", extensions="extensions"))
    (place.project / "fixture" / "cpp.pyx").write_text(CPP)
    for archs in ("", "x86_64"):
        told = place.in_place(OFFCY_OFFLOAD_ARCH=archs)
        assert "offcy: building 'fixture.kernels'" in told
        assert "offcy: building 'fixture.other'" not in told and "offcy: building 'fixture.cpp'" not in told, told
        place.use(archs=archs, folder=place.project)
    c_of_cython = {path.name for path in (place.project / "fixture").glob("*.c*")}
    assert {"other.c", "cpp.cpp"} <= c_of_cython and "kernels.c" not in c_of_cython, c_of_cython
    run(place.python, "-c", "from fixture import cpp; assert cpp.size() == 1", folder=place.project)
    # Without Cython it reports what is missing.
    pip(place.python, "uninstall", "-y", "Cython")
    shutil.rmtree(place.project / "build")
    for name in ("other.c", "cpp.cpp"):
        (place.project / "fixture" / name).unlink()
    told = run(place.python, "setup.py", "build_ext", folder=place.project, fails=True)
    assert "error: offcy leaves `fixture.other` to Cython (`only` of [tool.offcy] does not name it)" in told and "Traceback" not in told, told


def incremental(folder, wheel):
    """What is built again after each change, and that nothing else is."""
    place = Place(folder, wheel, "setuptools", wheel)
    project = place.project / "fixture"

    def built():
        told = place.in_place()
        return {name for name in ("kernels", "other", "plain") if f"building 'fixture.{name}'" in told}

    assert built() == {"kernels", "other", "plain"}
    libraries = {path: path.stat().st_mtime_ns for path in project.glob("*.so")}
    assert built() == set() and all(path.stat().st_mtime_ns == time for path, time in libraries.items())
    changes = {
        "kernels.pyx": {"kernels"}, "kernels.pxd": {"kernels", "other"}, "scale.pxi": {"kernels"}, "include/helper.h": {"kernels"},
        "helper.c": {"kernels"}, "notes.txt": {"kernels"}, "plain.c": {"plain"},
    }  # fmt: skip
    for name, wanted in changes.items():
        time.sleep(0.01)
        with (project / name).open("a") as text:
            text.write("\n")
        assert built() == wanted, name
    (project / "other.pxd").write_text("")
    assert built() == {"other"}, "a declaration that was not there"
    next(project.glob("other.*.so")).unlink()
    next(place.project.glob("build/lib*/fixture/other.*.so")).unlink()
    assert built() == {"other"}
    edit(place.project / "pyproject.toml", ("boundscheck = true", "boundscheck = true, cdivision = true"))
    assert built() == {"other"}, "an option of one module"
    place.use(folder=place.project)


def cythonized(folder, wheel):
    """setup.py with `cythonize`: alone, and beside Cython, which gets what is C++."""
    place = Place(folder, wheel, "setuptools", wheel)
    imports = "from offcy.build import cythonize"
    setup = place.project / "setup.py"
    without = MIXED.replace('    Extension("fixture.cpp", ["fixture/cpp.pyx"], language="c++"),\n', "")
    setup.write_text(without.format(imports=imports, extensions="cythonize(extensions, nthreads=4, language_level=3)"))
    for archs in ("", "x86_64"):
        place.in_place(OFFCY_OFFLOAD_ARCH=archs)
        place.use(archs=archs, folder=place.project)
    # Patterns, and what cannot be done without Cython.
    (place.project / "fixture" / "cpp.pyx").write_text(f"# distutils: language = c++\n{CPP}")
    (place.project / "fixture" / "named.pyx").write_text("# distutils: libraries = NAMED\nx = OUTSIDE\n")
    call = (
        "cythonize([Extension('*', ['fixture/k*.pyx', 'fixture/helper.c'], include_dirs=['fixture/include'], "
        "define_macros=[('LEVEL', '40'), ('NAMED', None)]), 'fixture/{other,named,cpp}.pyx', extensions[2]], "
        "aliases={'NAMED': ['m', 'pthread']}, compile_time_env={'OUTSIDE': 1}, "
        "compiler_directives={'cdivision': True}, annotate=True, exclude=EXCLUDED)"
    )
    text = MIXED.format(imports=imports, extensions=call)
    setup.write_text(text.replace("EXCLUDED", "None"))
    told = run(place.python, "setup.py", "build_ext", folder=place.project, fails=True)
    assert "fixture.cpp: it is C++" in told and "Traceback" not in told, told
    setup.write_text(text.replace("EXCLUDED", "'fixture/c*.pyx'"))
    told = place.in_place()
    assert "`annotate` means nothing to offcy" in told and "offcy: building 'fixture.named'" in told, told
    place.use(folder=place.project)
    place.pip(place.python, "install", "Cython")
    setup.write_text(text.replace("EXCLUDED", "None"))
    told = place.in_place()
    assert "Cythonizing fixture/cpp.pyx" in told and "offcy: building 'fixture.cpp'" not in told, told
    run(place.python, "-c", "from fixture import cpp, named; assert cpp.size() == named.x == 1", folder=place.project)


LIBRARIES = "/usr/lib/llvm-19/lib"
# How a project's own compiler learns where regions run.
COMPILERS = {
    "gcc": {"CC": "gcc"},
    "threads": {"CC": "gcc", "CFLAGS": "-fopenmp", "LDFLAGS": "-fopenmp"},
    "x86_64": {"CC": "clang-19", "LDFLAGS": f"-Wl,-rpath,{LIBRARIES}"},
}
OFFLOAD = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]


def by_program(folder, wheel, name, offload, **variables):
    """A build system that runs `cython`: isolated, by each compiler."""
    place = Place(folder, wheel)
    shutil.copytree(ROOT / "tests" / "package" / name, place.project, dirs_exist_ok=True)
    (place.project / "setup.py").unlink()
    for compiler, settings in COMPILERS.items():
        made = folder / f"wheels-{compiler}"
        options = [f"-C{offload}"] if compiler == "x86_64" else []
        place.pip(place.python, "wheel", "--no-deps", *options, "-w", made, place.project, **settings, **variables)
        python = place.environment(f"use-{compiler}")
        pip(python, "install", "--no-index", *made.glob("fixture-*.whl"))
        place.use(python, "x86_64" if compiler == "x86_64" else "")


def meson(folder, wheel):
    by_program(folder, wheel, "meson", f"setup-args=-Doffload={','.join(OFFLOAD)}", CYTHON="offcy-cython")


def scikit_build(folder, wheel):
    by_program(folder, wheel, "scikit-build", f"cmake.define.OFFLOAD={';'.join(OFFLOAD)}")


def made(folder, wheel):
    """Projects of `offcy new`: the commands of the workflow that tests them, then a wheel of their sdist."""
    for name, *options in ("with-setuptools",), ("with-meson", "--meson"):
        venv.create(folder / f"venv-{name}", with_pip=True, symlinks=True)
        tools = folder / f"venv-{name}"
        pip(tools / "bin" / "python", "install", "--no-index", wheel)
        project = folder / name
        run(tools / "bin" / "offcy", "new", project, *options)
        pip(tools / "bin" / "python", "uninstall", "--yes", "offcy")
        workflow = (project / ".github" / "workflows" / "ci.yml").read_text()
        commands = [line.strip() for line in workflow.splitlines() if "/venv/bin/" in line]
        assert len(commands) == 4 and commands[1] == commands[3] == "/venv/bin/pytest", workflow
        for command, where in zip(commands, ("", "host", "", "device 0")):
            demanded = {"OMP_TARGET_OFFLOAD": "MANDATORY"} if where == "device 0" else {}
            command = command.replace("/venv/", f"{tools}/") + (" -s 2>&1" if where else "")
            told = run("bash", "-c", command, folder=project, PIP_FIND_LINKS=wheel.parent, OFFCY_TRACE="1", **demanded)
            assert not where or f"region on {'the ' * (where == 'host')}{where}" in told and "4 passed" in told, told
        run("bash", "-c", "git init -q && git add -A && git -c user.name=n -c user.email=n commit -qm made", folder=project)
        pip(tools / "bin" / "python", "install", "build")
        run(tools / "bin" / "python", "-m", "build", folder=project, PIP_FIND_LINKS=wheel.parent)
        (built,) = (project / "dist").glob("*.whl")
        pip(tools / "bin" / "python", "install", "--no-index", "--no-deps", "--force-reinstall", built)
        run(tools / "bin" / "pytest", folder=project)
        assert run("git", "status", "--short", folder=project) == "", "what is built is not ignored"


def real(folder, wheel):
    """pysteps, which has a `prange`: its tests of the two modules give what they give with Cython's."""
    sys.path.insert(0, str(ROOT / "tests" / "real"))
    from modules import Package
    from run import sources

    cache = folder.parent / "sdists"
    cache.mkdir(exist_ok=True)
    source = sources(cache, Package("pysteps", "1.21.5"))
    needed = ["numpy", "scipy", "matplotlib", "jsmin", "jsonschema", "pytest", "setuptools", "wheel"]
    outcomes = {}
    for compiler in ("Cython", "offcy"):
        place = Place(folder / compiler, wheel, *needed, wheel if compiler == "offcy" else "Cython", project=source)
        shutil.copy(ROOT / "tests" / "package" / "real" / "synthetic.py", place.project)
        if compiler == "offcy":
            edit(place.project / "pyproject.toml", ('"Cython>=0.29.2"', '"offcy"'))
            edit(place.project / "setup.py", ("from Cython.Build import", "from offcy.build import"))
        told = place.in_place()
        assert told.count("offcy: building 'pysteps.motion._") == (2 if compiler == "offcy" else 0), told
        options = ["-q", "-p", "synthetic", "-p", "no:cacheprovider", "--tb=no", "-rA", "-k", "vet or proesmans"]
        run(place.python, "-m", "pytest", *options, "--junitxml=told.xml", "pysteps/tests/test_motion.py", folder=place.project, fails=True)
        cases = ElementTree.parse(place.project / "told.xml").iter("testcase")
        outcomes[compiler] = {case.get("name"): "passed" if len(case) == 0 else case[0].tag for case in cases}
    # The rain is not theirs, and two tests of how well a motion is found ask for more than it gives, with either compiler.
    assert outcomes["offcy"] == outcomes["Cython"], outcomes
    assert list(outcomes["offcy"].values()).count("passed") >= 9, outcomes


CASES = ["isolated", "editable", "beside_cython", "incremental", "cythonized", "meson", "scikit_build", "made", "real"]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wheels = folder / "wheel"
    shutil.rmtree(wheels, ignore_errors=True)
    wheels.mkdir()
    wheel = wheel_of(ROOT, wheels)
    for name in sys.argv[2:] or CASES:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir()
        start = time.monotonic()
        globals()[name](folder / name, wheel)
        print(f"{name}: ok, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
